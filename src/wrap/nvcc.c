/* See nvcc.h. */
#include "wrap/nvcc.h"

#include <stdbool.h>
#include <string.h>

#include "base/path.h"
#include "wrap/guest.h"

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length > tail && !strcmp(text + length - tail, end);
}

static bool is_cubin(const char *option)
{
    return !strcmp(option, "-cubin") || !strcmp(option, "--cubin");
}

static bool names_output(const char *option)
{
    return !strncmp(option, "-o", 2)
               ? strncmp(option, "-odir", 5) != 0 && strncmp(option, "-optf", 5) != 0
               : !strncmp(option, "--output-file", 13);
}

static bool names_folder(const char *option)
{
    return !strncmp(option, "-odir", 5) || !strncmp(option, "--output-directory", 18);
}

/* The one source; NULL: there are others, whose output has other names, or none. */
static const char *source_of(char *const argv[])
{
    const char *found = NULL;
    for (size_t i = 1; argv[0] && argv[i]; i++) {
        bool source =
            argv[i][0] != '-' && (ends_with(argv[i], ".cu") || ends_with(argv[i], ".ptx"));
        if (source && (found || ends_with(argv[i], ".ptx")))
            return NULL;
        found = source ? argv[i] : found;
    }
    return found;
}

size_t iq_nvcc_room(const char *program, char *const argv[], size_t *bytes)
{
    bool cubin = false, elsewhere = false;
    size_t count = 0;
    *bytes = 0;
    if (!program || !argv || strcmp(iq_base_name(program), "nvcc") != 0 || !iq_guest_is_soft())
        return 0;
    for (; argv[count]; count++) {
        cubin |= is_cubin(argv[count]);
        elsewhere |= names_folder(argv[count]);
    }
    const char *source = source_of(argv);
    if (!cubin || elsewhere || !source)
        return 0;
    *bytes = strlen(source) + sizeof ".cubin";
    return count + 3; /* -o, its value, NULL */
}

void iq_nvcc_change(char *const argv[], char **changed, char *text)
{
    static char ptx[] = "-ptx", output[] = "-o";
    const char *source = iq_base_name(source_of(argv));
    size_t count = 0, stem = strlen(source) - strlen(".cu");
    bool named = false;
    for (; argv[count]; count++) {
        named |= names_output(argv[count]);
        changed[count] = is_cubin(argv[count]) ? ptx : argv[count];
    }
    if (!named) {
        memcpy(mempcpy(text, source, stem), ".cubin", sizeof ".cubin");
        changed[count++] = output;
        changed[count++] = text;
    }
    changed[count] = NULL;
}
