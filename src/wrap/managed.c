/* See managed.h. */
#include "wrap/managed.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/path.h"
#include "process/coreclr.h"

/* the map was asked for by us */
static bool owns_map;

/* Adds [word] to a list that [separator] divides, unless it is there. */
static void add_word(const char *variable, const char *word, char separator)
{
    char text[4096];
    const char *old = getenv(variable);
    if (old && strstr(old, word))
        return;
    bool listed = old && *old;
    int length =
        snprintf(text, sizeof text, "%s%.*s%s", listed ? old : "", listed, &separator, word);
    if (length < (int)sizeof text)
        setenv(variable, text, 1);
}

/* Lines, and frames that are linked by frame pointers. */
static void prepare_mono(void)
{
    add_word("MONO_ENV_OPTIONS", "--debug", ' ');
    add_word("MONO_DEBUG", "disable_omit_fp", ',');
}

/* Names, as perf reads them.  Before .NET 6 the variable had another prefix.  A parent that we
 * asked has left both to its children. */
static void prepare_dotnet(void)
{
    static const char ours[] = "INQUEST_PERF_MAP";
    owns_map =
        getenv(ours) || (!getenv("DOTNET_PerfMapEnabled") && !getenv("COMPlus_PerfMapEnabled") &&
                         !setenv(ours, "1", 1) && !setenv("DOTNET_PerfMapEnabled", "1", 1) &&
                         !setenv("COMPlus_PerfMapEnabled", "1", 1));
}

/* Lines: the runtime loads the guest, which is there already, as its profiler, unless the user has
 * another one. */
static void prepare_lines(void)
{
    Dl_info self;
    if (getenv("CORECLR_ENABLE_PROFILING") || getenv("DOTNET_ENABLE_PROFILING") ||
        !dladdr(&owns_map, &self) || !self.dli_fname || self.dli_fname[0] != '/')
        return;
    setenv("CORECLR_PROFILER", IQ_CORECLR_CLASS, 1);
    setenv("CORECLR_PROFILER_PATH", self.dli_fname, 1);
    setenv("CORECLR_ENABLE_PROFILING", "1", 1);
}

__attribute__((visibility("default"))) int DllGetClassObject(const void *wanted,
                                                             const void *interface, void **object);
int DllGetClassObject(const void *wanted, const void *interface, void **object)
{
    return iq_coreclr_class(wanted, interface, object);
}

/* Does the executable start an application of its own name?  Its assembly lies beside it then. */
static bool is_dotnet_host(const char *path)
{
    char assembly[4200];
    snprintf(assembly, sizeof assembly, "%s.dll", path);
    return !access(assembly, R_OK);
}

void iq_managed_prepare(void)
{
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0)
        return;
    path[length] = '\0';
    const char *name = iq_base_name(path);
    if (!strcmp(name, "mono") || !strncmp(name, "mono-sgen", 9))
        prepare_mono();
    else if (!strcmp(name, "dotnet") || is_dotnet_host(path)) {
        prepare_dotnet();
        prepare_lines();
    }
}

void iq_managed_finish(void)
{
    static const char *const names[][2] = { { "perf", "map" },
                                            { "perfinfo", "map" },
                                            { "jit", "dump" } };
    char path[4200];
    const char *folder;
    for (int n = 0; owns_map && (folder = iq_temporary_folder(n)); n++)
        for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
            if (snprintf(path, sizeof path, "%s/%s-%d.%s", folder, names[i][0], (int)getpid(),
                         names[i][1]) < (int)sizeof path)
                unlink(path);
}
