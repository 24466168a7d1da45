/* `inquest doctor`: what this machine has for GPU programs, what is wrong with it, and what inquest
 * will use. Drivers are loaded in helper processes only. */
#include <dlfcn.h>
#include <glob.h>
#include <gnu/libc-version.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/disk_cache.h"
#include "base/fd.h"
#include "cli/command.h"
#include "cli/config.h"
#include "cli/driver.h"
#include "cli/place.h"
#include "cli/program.h"
#include "cli/sweep.h"
#include "cli/vulkan.h"

enum { ASK_SECONDS = 20 };

struct doctor {
    const struct iq_options *options;
    struct iq_place place;
    char own[4096];    /* real path of our libraries */
    char driver[4096]; /* first driver found; "" none */
    struct iq_driver_answer answer;
    int problems;
    bool gpu_icd; /* there is a GPU that a Vulkan driver could use */
    bool vulkan;  /* there is a loader, and a driver for it */
};

static void line(const char *label, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void line(const char *label, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    printf("  %-16s ", label);
    vprintf(format, args);
    putchar('\n');
    va_end(args);
}

/* Something is wrong: what, and what to do about it. */
static void problem(struct doctor *doctor, const char *what, const char *fix)
{
    doctor->problems++;
    printf("  problem:         %s\n  fix:             %s\n", what, fix);
}

/* Options that hold without being given on the command line, and who says so. */
static void look_at_options(struct doctor *doctor)
{
    struct iq_options options;
    struct iq_str error;
    bool any = false;
    iq_str_init_heap(&error);
    printf("\nOptions set by variables and files\n");
    if (iq_options_parse(&options, IQ_SCOPE_ALL, 0, NULL, 0, &error) ||
        iq_config_read(&options, IQ_SCOPE_ALL, NULL, &error))
        problem(doctor, iq_str_text(&error), "correct the line, or remove it");
    for (int id = 0; id < IQ_OPTION_COUNT; id++) {
        const char *value = id == IQ_OPTION_FORMAT ? options.formats[0] : options.value[id];
        any |= options.origin[id] != NULL;
        if (options.origin[id])
            line(iq_option_table[id].name, "%s (%s)", value, options.origin[id]);
    }
    if (!any)
        line("none", "inquest.toml here or above, ~/.config/inquest.toml, INQUEST_<NAME>");
    iq_str_finish(&error);
    iq_options_finish(&options);
}

static void look_at_system(struct doctor *doctor)
{
    struct utsname name;
    const char *version = gnu_get_libc_version();
    int major = 0, minor = 0;
    printf("System\n");
    if (!uname(&name))
        line("kernel", "%s %s (%s)", name.sysname, name.release, name.machine);
    line("glibc", "%s", version);
    if (sscanf(version, "%d.%d", &major, &minor) == 2 && (major < 2 || (major == 2 && minor < 34)))
        problem(doctor, "glibc is older than 2.34",
                "run inquest on a newer system or in a newer container image");
    line("inquest", "%s, libraries in %s", IQ_VERSION, doctor->place.libraries);
    if (!doctor->place.guest[0])
        problem(doctor, "lib/inquest/libcuda.so.1 is missing beside the executable",
                "install the whole tree (make install)");
    if (!doctor->place.soft_driver[0])
        problem(doctor, "lib/inquest/soft/libcuda.so.1 is missing: no software device",
                "install the whole tree (make install)");
    for (const char *const *variable =
             (const char *const[]){ "LD_PRELOAD", "LD_LIBRARY_PATH", "CUDA_VISIBLE_DEVICES",
                                    "CUDA_INJECTION64_PATH", "VK_ICD_FILENAMES", "VK_DRIVER_FILES",
                                    "VK_INSTANCE_LAYERS", "OCL_ICD_VENDORS", NULL };
         *variable; variable++)
        if (getenv(*variable))
            line("environment", "%s=%s", *variable, getenv(*variable));
}

struct listing {
    struct doctor *doctor;
    int count;
    char seen[16][4096];
};

static bool list_driver(void *user, const char *path)
{
    struct listing *listing = user;
    char real[4096];
    if (!realpath(path, real) || !strncmp(real, listing->doctor->own, strlen(listing->doctor->own)))
        return true;
    for (int i = 0; i < listing->count; i++)
        if (!strcmp(listing->seen[i], real))
            return true;
    if (listing->count == 16)
        return false;
    snprintf(listing->seen[listing->count++], sizeof listing->seen[0], "%s", real);
    if (!listing->doctor->driver[0])
        snprintf(listing->doctor->driver, sizeof listing->doctor->driver, "%s", path);
    line("driver library", "%s%s%s", path, strcmp(real, path) ? " -> " : "",
         strcmp(real, path) ? real : "");
    return true;
}

/* The kernel module's version from /proc, e.g. "580.159.04". */
static bool kernel_version(char *out, size_t size)
{
    char *text;
    size_t length;
    if (iq_fd_read_file("/proc/driver/nvidia/version", 1 << 16, &text, &length))
        return false;
    const char *at = strstr(text, "Kernel Module");
    at = at ? at + strlen("Kernel Module") : text;
    at += strcspn(at, "0123456789");
    /* skip "for x86_64" of the open modules */
    if (!strncmp(at, "86_64", 5))
        at += 5 + strcspn(at + 5, "0123456789");
    snprintf(out, size, "%.*s", (int)strspn(at, "0123456789."), at);
    free(text);
    return *out != '\0';
}

static void explain_answer(struct doctor *doctor, bool device_file)
{
    const struct iq_driver_answer *answer = &doctor->answer;
    char text[400];
    if (answer->timed_out)
        problem(doctor, "the driver did not answer in time",
                "see dmesg for errors of the GPU or the kernel module; a reboot may help");
    else if (answer->signal) {
        snprintf(text, sizeof text, "the driver library crashed with signal %d when it was queried",
                 answer->signal);
        problem(doctor, text,
                "reinstall the driver; library and kernel module must be of one version");
    } else if (!answer->loaded) {
        const char *other = iq_program_other_machine(doctor->driver);
        if (other)
            snprintf(text, sizeof text, "the driver library is " IQ_OTHER_MACHINE, other);
        else
            snprintf(text, sizeof text, "the driver library cannot be loaded: %s", answer->error);
        problem(doctor, text, "reinstall the driver, or name another one with --driver");
    } else if (answer->init == 100 && device_file)
        problem(
            doctor, "cuInit finds no device (100) although there are device files",
            "check CUDA_VISIBLE_DEVICES and, in a container, that /dev/nvidiactl and /dev/nvidia-uvm are passed in");
    else if (answer->init == 803)
        problem(
            doctor, "the driver's library and kernel module do not match (803)",
            "install a driver library of the kernel module's version; in a container start it with the NVIDIA runtime");
    else if (answer->init > 0 && answer->init != 100) {
        snprintf(text, sizeof text, "cuInit fails with %d", answer->init);
        problem(doctor, text, "`inquest explain` shows what the number means");
    }
}

static void look_at_cuda(struct doctor *doctor)
{
    struct listing *listing = calloc(1, sizeof *listing);
    char version[64];
    bool device_file = iq_driver_has_device_file();
    printf("\nNVIDIA\n");
    if (!listing)
        return;
    listing->doctor = doctor;
    const char *wanted = doctor->options->value[IQ_OPTION_DRIVER];
    if (wanted)
        list_driver(listing, wanted);
    iq_driver_each(list_driver, listing);
    if (!listing->count)
        line("driver library", "none (libcuda.so.1 was not found in the usual places)");
    free(listing);
    line("device files", "%s", device_file ? "present" : "none");
    if (kernel_version(version, sizeof version))
        line("kernel module", "%s", version);
    if (doctor->driver[0]) {
        iq_driver_query(doctor->driver, ASK_SECONDS, &doctor->answer);
        if (doctor->answer.version)
            line("CUDA version", "%d.%d (of the driver)", doctor->answer.version / 1000,
                 doctor->answer.version % 1000 / 10);
        for (int i = 0; i < doctor->answer.count && i < 8; i++)
            line("device", "%d: %s", i, doctor->answer.names[i]);
        explain_answer(doctor, device_file);
    } else if (device_file)
        problem(doctor, "there are device files of a GPU but no driver library",
                "install the driver's user-space libraries, or pass them into the container");
}

/* Lists what [pattern] matches; returns the number. */
static size_t list_files(const char *label, const char *pattern)
{
    glob_t found = { 0 };
    size_t count = 0;
    if (!glob(pattern, 0, NULL, &found))
        for (; count < found.gl_pathc; count++)
            line(label, "%s", found.gl_pathv[count]);
    globfree(&found);
    return count;
}

static void look_at_toolkits(void)
{
    glob_t found = { 0 };
    size_t count = 0;
    printf("\nToolkits\n");
    if (!glob("/usr/local/cuda*", GLOB_NOSORT, NULL, &found))
        for (size_t i = 0; i < found.gl_pathc; i++) {
            struct stat info;
            if (lstat(found.gl_pathv[i], &info) || !S_ISDIR(info.st_mode))
                continue;
            char compiler[4096];
            snprintf(compiler, sizeof compiler, "%s/bin/nvcc", found.gl_pathv[i]);
            line("CUDA toolkit", "%s%s", found.gl_pathv[i],
                 access(compiler, X_OK) ? " (without nvcc)" : "");
            count++;
        }
    globfree(&found);
    if (!count)
        line("CUDA toolkit", "none in /usr/local (not needed to run programs)");
}

/* Is [library], which [path] names, there?  Words like $LIB in it are the dynamic linker's to
 * replace. */
static void look_for(struct doctor *doctor, const char *path, const char *library)
{
    char what[700];
    if (library[0] != '/' || strchr(library, '$') || !access(library, R_OK))
        return;
    snprintf(what, sizeof what, "%s names %s, which does not exist", path, library);
    problem(doctor, what, "install the package that the library belongs to, or remove the file");
}

/* The library an OpenCL .icd file names. */
static void look_at_icd(struct doctor *doctor, const char *path)
{
    char *text, library[512];
    size_t size;
    if (iq_fd_read_file(path, 4096, &text, &size))
        return;
    snprintf(library, sizeof library, "%.*s", (int)strcspn(text, "\r\n"), text);
    free(text);
    line("OpenCL driver", "%s: %s", path, library);
    look_for(doctor, path, library);
}

/* The value of "library_path" in a Vulkan manifest, good enough for a look. */
static void look_at_manifest(struct doctor *doctor, const char *label, const char *path)
{
    char *text, library[512] = "";
    size_t size;
    if (iq_fd_read_file(path, 1 << 20, &text, &size))
        return;
    const char *at = strstr(text, "\"library_path\"");
    at = at ? strchr(at + 14, '"') : NULL;
    if (at)
        snprintf(library, sizeof library, "%.*s", (int)strcspn(at + 1, "\""), at + 1);
    free(text);
    line(label, "%s: %s", path, library);
    look_for(doctor, path, library);
}

static size_t each_manifest(struct doctor *doctor, const char *label, const char *pattern)
{
    glob_t found = { 0 };
    size_t count = 0;
    if (glob(pattern, 0, NULL, &found))
        found.gl_pathc = 0;
    for (; count < found.gl_pathc; count++)
        if (strstr(found.gl_pathv[count], ".icd") && !strstr(found.gl_pathv[count], ".json"))
            look_at_icd(doctor, found.gl_pathv[count]);
        else
            look_at_manifest(doctor, label, found.gl_pathv[count]);
    globfree(&found);
    return count;
}

/* Can the loader library [name] be opened?  A loader of an API runs no driver code when it is
 * opened. */
static bool has_library(const char *name)
{
    void *library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
    if (library)
        dlclose(library);
    return library != NULL;
}

static void look_at_others(struct doctor *doctor)
{
    printf("\nOpenCL\n");
    line("loader", "%s", has_library("libOpenCL.so.1") ? "libOpenCL.so.1" : "none");
    if (!each_manifest(doctor, "OpenCL driver", "/etc/OpenCL/vendors/*.icd"))
        line("OpenCL driver", "none in /etc/OpenCL/vendors (pocl-opencl-icd is one for the CPU)");
    printf("\nVulkan\n");
    bool loads = has_library("libvulkan.so.1");
    line("loader", "%s", loads ? "libvulkan.so.1" : "none");
    size_t drivers = each_manifest(doctor, "Vulkan driver", "/usr/share/vulkan/icd.d/*.json") +
                     each_manifest(doctor, "Vulkan driver", "/etc/vulkan/icd.d/*.json");
    doctor->vulkan = loads && drivers;
    if (!drivers)
        line("Vulkan driver", "none (mesa-vulkan-drivers has one for the CPU)");
    each_manifest(doctor, "layer", "/usr/share/vulkan/explicit_layer.d/*.json");
    each_manifest(doctor, "layer", "/usr/share/vulkan/implicit_layer.d/*.json");
    doctor->gpu_icd = !access("/dev/dri/renderD128", F_OK) || iq_driver_has_device_file();
    char path[4400];
    line(
        "validation", "%s",
        iq_vulkan_find_validation(NULL, path, sizeof path)
            ? path
            : "not installed (package vulkan-validationlayers): for Vulkan programs only lifetimes and order are checked, not the rules of the specification");
    snprintf(path, sizeof path, "%s/VkLayer_inquest.json", doctor->place.libraries);
    line("own layer", "%s", path);
    if (access(path, R_OK))
        problem(doctor, "lib/inquest/VkLayer_inquest.json is missing: Vulkan calls cannot be seen",
                "install the whole tree (make install)");
}

static void look_at_debug_tools(void)
{
    static const char *const tools[] = { "gdb",  "cuda-gdb", "compute-sanitizer", "ptxas",
                                         "nvcc", "clang",    "oclgrind",          NULL };
    const char *path = getenv("PATH");
    printf("\nDebug information\n");
    if (!list_files("separate files", "/usr/lib/debug/.build-id"))
        line("separate files", "none in /usr/lib/debug");
    line("debuginfod", "%s",
         getenv("DEBUGINFOD_URLS") ? getenv("DEBUGINFOD_URLS")
                                   : "not used (DEBUGINFOD_URLS is not set)");
    line("C++ names", "%s",
         has_library("libstdc++.so.6") ? "libstdc++.so.6" : "simple ones only (no libstdc++.so.6)");
    for (const char *const *tool = tools; *tool; tool++)
        for (const char *dir = path; dir; dir = strchr(dir, ':') ? strchr(dir, ':') + 1 : NULL) {
            char file[4096];
            snprintf(file, sizeof file, "%.*s/%s", (int)strcspn(dir, ":"), dir, *tool);
            if (!access(file, X_OK)) {
                line(*tool, "%s", file);
                break;
            }
        }
}

static void show_unread(void *user, const char *path)
{
    size_t *count = user;
    if (!(*count)++)
        printf("\nUnread reports (inquest was killed)\n");
    line("folder", "%s (inquest report %s)", path, path);
}

/* The cache of --kernel-checks. */
static void look_at_cache(void)
{
    char path[4096];
    size_t count;
    uint64_t bytes;
    printf("\nCache of instrumented kernels\n");
    if (!iq_disk_cache_folder(path, sizeof path)) {
        line("folder", "none (INQUEST_KERNEL_CACHE=no, or HOME is not set)");
        return;
    }
    bool there = !access(path, F_OK);
    const char *why = there ? iq_disk_cache_problem(path) : NULL;
    iq_disk_cache_count(path, &count, &bytes);
    if (why)
        line("folder", "%s (not used: %s)", path, why);
    else
        line("folder", "%s (%zu entries, %.1f of %d MiB)", path, count, (double)bytes / (1 << 20),
             IQ_DISK_CACHE_BYTES >> 20);
}

static void look_for_unread(void)
{
    const char *places[IQ_SWEEP_PLACES];
    size_t count = 0;
    iq_sweep_places(places);
    for (int i = 0; i < IQ_SWEEP_PLACES; i++) {
        bool listed = false; /* TMPDIR may be one of the others */
        for (int k = 0; k < i && places[i]; k++)
            listed |= places[k] && !strcmp(places[i], places[k]);
        if (places[i] && !listed)
            iq_sweep_each_unread(places[i], show_unread, &count);
    }
}

static void conclude(struct doctor *doctor)
{
    const struct iq_driver_answer *answer = &doctor->answer;
    bool real = doctor->driver[0] && (iq_driver_has_device_file() ||
                                      (answer->loaded && !answer->init && answer->count > 0));
    printf("\ninquest will use\n");
    if (real)
        line("CUDA", "the real device: %s through %s",
             answer->count ? answer->names[0] : "(it did not answer)", doctor->driver);
    else
        line("CUDA", "the software device (%s)",
             doctor->driver[0] ? "the driver finds no GPU" : "no NVIDIA driver");
    line("Vulkan", "%s",
         !doctor->vulkan   ? "nothing: there is no Vulkan loader or no driver"
         : doctor->gpu_icd ? "whatever device the program chooses"
                           : "lavapipe on the CPU, if the program accepts it (there is no GPU)");
    if (doctor->problems)
        printf("\n%d problem%s found\n", doctor->problems, doctor->problems == 1 ? "" : "s");
    else
        printf("\nno problems found\n");
}

int iq_command_doctor(const struct iq_options *options, int count, char **words)
{
    static struct doctor doctor;
    doctor.options = options;
    doctor.answer.init = -1;
    if (count)
        return iq_command_fail("doctor takes no argument, but '%s' was given", words[0]);
    if (!iq_place_find(&doctor.place))
        return iq_command_fail("cannot determine where inquest is installed: /proc is not mounted");
    if (!realpath(doctor.place.libraries, doctor.own))
        memcpy(doctor.own, doctor.place.libraries, sizeof doctor.own);
    look_at_system(&doctor);
    look_at_cuda(&doctor);
    look_at_toolkits();
    look_at_others(&doctor);
    look_at_debug_tools();
    look_at_cache();
    look_at_options(&doctor);
    look_for_unread();
    conclude(&doctor);
    return fflush(stdout) ? iq_command_fail("cannot write to stdout") : 0;
}
