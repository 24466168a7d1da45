/* `inquest inspect`: what the image decoder says about files. */
#include <string.h>
#include <sys/stat.h>

#include "base/errors.h"
#include "cli/command.h"
#include "image/file.h"

static bool is_folder(const char *path)
{
    struct stat status;
    return !stat(path, &status) && S_ISDIR(status.st_mode);
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
        int error = iq_image_describe_path(words[i], stdout, json);
        /* what is wrong inside of an image stands in the description; only a file that is none is trouble */
        if (error == IQ_ETRUNCATED || error == IQ_ECORRUPT)
            continue;
        if (error)
            status = iq_command_fail("%s: %s", words[i], error == IQ_EFORMAT ? "no module image is inside" : is_folder(words[i]) ? "is a folder" : iq_strerror(error));
    }
    return fflush(stdout) ? iq_command_fail("cannot write to stdout") : status;
}
