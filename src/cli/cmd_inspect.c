/* `inquest inspect`: what the image decoder says about files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/errors.h"
#include "base/fd.h"
#include "cli/command.h"
#include "cli/describe.h"
#include "report/demangle.h"

enum { PIPE_LIMIT = 1 << 30, DAMAGED = 1 };

/* Pipes and devices are read to their end, "-" is stdin. */
static int describe_to(const char *path, FILE *out, bool json)
{
    struct stat status;
    char *data;
    size_t size;
    bool is_stdin = !strcmp(path, "-");
    if (!is_stdin && (stat(path, &status) || S_ISREG(status.st_mode)))
        return iq_describe_path(path, out, json);
    int error = iq_fd_read_file(is_stdin ? "/dev/stdin" : path, PIPE_LIMIT, &data, &size);
    if (error)
        return error;
    error = iq_describe_memory(path, data, size, out, json);
    free(data);
    return error;
}

/* Kernels have their names in the source; JSON keeps those of the image. */
static int describe(const char *path, bool json)
{
    char *text = NULL;
    size_t size = 0;
    struct iq_str names;
    FILE *out = json ? stdout : open_memstream(&text, &size);
    if (!out)
        return IQ_ENOMEM;
    int error = describe_to(path, out, json);
    if (json)
        return error;
    if (fclose(out))
        error = error ? error : IQ_ENOMEM;
    iq_str_init_heap(&names);
    if (text)
        iq_demangle_words(text, &names, iq_str_puts);
    fwrite(iq_str_text(&names), 1, names.length, stdout);
    iq_str_finish(&names);
    free(text);
    return error;
}

int iq_command_inspect(const struct iq_options *options, int count, char **words)
{
    bool json = false;
    int status = 0;
    if (!count)
        return iq_command_fail("no file given; usage: inquest inspect FILE...");
    for (int i = 0; i < options->format_count; i++) {
        json |= !strcmp(options->formats[i], "json");
        if (strcmp(options->formats[i], "json") != 0 && strcmp(options->formats[i], "text") != 0)
            return iq_command_fail("inspect writes text or json, not %s", options->formats[i]);
    }
    for (int i = 0; i < count; i++) {
        int error = describe(words[i], json);
        /* what is wrong inside of an image stands in the description */
        if (error == IQ_ETRUNCATED || error == IQ_ECORRUPT)
            status = status ? status : DAMAGED;
        else if (error)
            status = iq_command_fail(
                "%s: %s", *words[i] ? words[i] : "''",
                error == IQ_EFORMAT ? "the file contains no module image that a driver could load"
                                    : iq_strerror(error));
    }
    return fflush(stdout) ? iq_command_fail("cannot write to stdout") : status;
}
