#include "cli/config.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/errors.h"
#include "base/fd.h"
#include "cli/toml.h"

enum { FILE_LIMIT = 1 << 20 };

struct file {
    struct iq_options *options;
    unsigned scope;
    const char *path;
    bool given[IQ_OPTION_COUNT]; /* by what comes before this file */
    bool seen[IQ_OPTION_COUNT];
};

/* [value] as the command line would have it. */
static const char *word_of(const struct iq_option *option, const struct iq_toml_value *value)
{
    bool yes = value->text[0] == 't';
    if (value->type != IQ_TOML_BOOLEAN)
        return value->text;
    return option->word && strstr(option->word, "yes|no") ? yes ? "yes" : "no" : yes ? "1" : "0";
}

/* Files are named from the folder of the file that names them. */
static const char *from_folder(struct file *file, const char *name)
{
    const char *slash = strrchr(file->path, '/');
    struct iq_str path;
    if (name[0] == '/' || !slash)
        return name;
    iq_str_init_heap(&path);
    iq_str_printf(&path, "%.*s/%s", (int)(slash - file->path), file->path, name);
    const char *kept = iq_arena_copy(&file->options->arena, iq_str_text(&path), path.length);
    iq_str_finish(&path);
    return kept ? kept : name;
}

static int take(void *user, const struct iq_toml_value *value, struct iq_str *error)
{
    struct file *file = user;
    const struct iq_option *option = iq_option_named(value->key);
    char shown[PATH_MAX + 80];
    if (!option) {
        iq_str_printf(error, "%s:%u: ", file->path, value->line);
        return iq_option_unknown(value->key, IQ_SCOPE_ALL, error);
    }
    size_t id = (size_t)(option - iq_option_table);
    snprintf(shown, sizeof shown, "%s:%u: %s", file->path, value->line, value->key);
    if (file->seen[id] && !value->index) {
        iq_str_printf(error, "%s is set twice", shown);
        return IQ_EINVAL;
    }
    file->seen[id] = true;
    if (file->given[id] || !(option->scopes & file->scope))
        return 0;
    const char *word = word_of(option, value);
    return iq_options_set(file->options, (enum iq_option_id)id,
                          iq_option_is_file(option) ? from_folder(file, word) : word, shown, error);
}

static unsigned lines_of(const char *text)
{
    unsigned lines = 1;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

/* Reads the file at [path], if there is one.  Returns 0, IQ_ENOENT, or IQ_EINVAL with a line in
 * [error]. */
static int read_file(struct iq_options *options, unsigned scope, const char *path,
                     struct iq_str *error)
{
    struct stat status;
    char *text;
    size_t size;
    if (stat(path, &status) || !S_ISREG(status.st_mode))
        return IQ_ENOENT;
    if (status.st_uid && status.st_uid != geteuid()) {
        fprintf(stderr, "inquest: warning: ignoring %s, which belongs to another user\n", path);
        return 0;
    }
    struct file file = { .options = options, .scope = scope, .path = path };
    for (int id = 0; id < IQ_OPTION_COUNT; id++)
        file.given[id] = options->origin[id];
    int failed = iq_fd_read_file(path, FILE_LIMIT, &text, &size);
    if (failed) {
        iq_str_printf(error, "cannot read %s: %s", path, iq_strerror(failed));
        return IQ_EINVAL;
    }
    struct iq_str reason;
    iq_str_init_heap(&reason);
    if (strlen(text) != size)
        iq_str_printf(&reason, "%u: the file contains a zero byte", lines_of(text));
    failed = reason.length ? IQ_EFORMAT : iq_toml_read(text, &options->arena, take, &file, &reason);
    if (failed == IQ_EFORMAT)
        iq_str_printf(error, "%s:%s", path, iq_str_text(&reason));
    else if (failed)
        iq_str_puts(error, failed == IQ_ENOMEM ? iq_strerror(failed) : iq_str_text(&reason));
    iq_str_finish(&reason);
    free(text);
    return failed ? IQ_EINVAL : 0;
}

/* The nearest inquest.toml in [folder], an absolute path that is overwritten, or above it. */
static int read_nearest(struct iq_options *options, unsigned scope, char *folder,
                        struct iq_str *error)
{
    char path[PATH_MAX + 16];
    int failed = IQ_ENOENT;
    for (char *end = folder + strlen(folder); failed == IQ_ENOENT && end;
         end = strrchr(folder, '/')) {
        *end = '\0';
        snprintf(path, sizeof path, "%s/inquest.toml", folder);
        failed = read_file(options, scope, path, error);
    }
    return failed == IQ_ENOENT ? 0 : failed;
}

static bool find_folder(const char *program, char *folder)
{
    if (!program || !strchr(program, '/'))
        return getcwd(folder, PATH_MAX);
    if (!realpath(program, folder))
        return false;
    *strrchr(folder, '/') = '\0';
    return true;
}

int iq_config_read(struct iq_options *options, unsigned scope, const char *program,
                   struct iq_str *error)
{
    char folder[PATH_MAX], path[PATH_MAX];
    const char *home = getenv("HOME"), *config = getenv("XDG_CONFIG_HOME");
    int failed = find_folder(program, folder) ? read_nearest(options, scope, folder, error) : 0;
    if (failed || (!home && !config))
        return failed;
    snprintf(path, sizeof path, "%s%s/inquest.toml",
             config && *config ? config
             : home            ? home
                               : "",
             config && *config ? "" : "/.config");
    failed = read_file(options, scope, path, error);
    return failed == IQ_ENOENT ? 0 : failed;
}
