#include "cli/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fd.h"
#include "base/job.h"

static int add(struct iq_targets *targets, const struct iq_report_format *format,
               const char *pattern)
{
    return iq_vec_push(&targets->list, (struct iq_target){ .format = format, .pattern = pattern });
}

/* FILE with a suffix of the format's own. */
static const char *with_suffix(struct iq_targets *targets, const char *file,
                               const struct iq_report_format *format)
{
    size_t size = strlen(file) + strlen(format->suffix) + 1;
    char *text = iq_arena_get(&targets->arena, size);
    if (text)
        snprintf(text, size, "%s%s", file, format->suffix);
    return text ? text : file;
}

/* Several formats: the suffix of each file picks its format; a file without a known suffix takes
 * those that are left. */
static int pick_by_suffix(struct iq_targets *targets, const struct iq_options *options)
{
    bool used[IQ_OPTIONS_MAX_REPEAT] = { false };
    const char *plain = NULL;
    int failed = 0;
    for (int o = 0; o < options->output_count && !failed; o++) {
        const struct iq_report_format *format = iq_report_format_of_path(options->outputs[o]);
        if (!format) {
            plain = options->outputs[o];
            continue;
        }
        failed = add(targets, format, options->outputs[o]);
        for (int f = 0; f < options->format_count; f++)
            used[f] |= !strcmp(options->formats[f], format->name);
    }
    for (int f = 0; f < options->format_count && !failed; f++) {
        const struct iq_report_format *format = iq_report_format_named(options->formats[f]);
        if (!used[f])
            failed = add(targets, format, plain ? with_suffix(targets, plain, format) : NULL);
    }
    return failed;
}

int iq_targets_init(struct iq_targets *targets, const struct iq_options *options)
{
    *targets = (struct iq_targets){ 0 };
    if (options->format_count > 1)
        return pick_by_suffix(targets, options);
    const struct iq_report_format *wanted =
        options->format_count ? iq_report_format_named(options->formats[0]) : NULL;
    const struct iq_report_format *text = iq_report_format_named("text");
    if (!options->output_count)
        return add(targets, wanted ? wanted : text, NULL);
    for (int o = 0; o < options->output_count; o++) {
        const struct iq_report_format *format =
            wanted ? wanted : iq_report_format_of_path(options->outputs[o]);
        if (add(targets, format ? format : text, options->outputs[o]))
            return IQ_ENOMEM;
    }
    return 0;
}

void iq_targets_finish(struct iq_targets *targets)
{
    for (size_t i = 0; i < targets->list.count; i++)
        iq_vec_finish(&targets->list.data[i].begun);
    iq_vec_finish(&targets->list);
    iq_arena_finish(&targets->arena);
}

void iq_output_expand(const char *pattern, long pid, const char *host, const char *rank,
                      struct iq_str *out)
{
    char own[256] = "localhost";
    if (!host) {
        gethostname(own, sizeof own - 1);
        host = own;
    }
    for (const char *c = pattern; *c; c++)
        if (c[0] == '%' && c[1] == 'p')
            iq_str_printf(out, "%ld", pid), c++;
        else if (c[0] == '%' && c[1] == 'h')
            iq_str_puts(out, host), c++;
        else if (c[0] == '%' && c[1] == 'r')
            iq_str_puts(out, rank ? rank : "0"), c++;
        else if (c[0] == '%' && c[1] == '%')
            iq_str_puts(out, "%"), c++;
        else
            iq_str_put(out, c, 1);
}

int iq_targets_probe(const struct iq_targets *targets, struct iq_str *error)
{
    for (size_t i = 0; i < targets->list.count; i++) {
        const char *pattern = targets->list.data[i].pattern;
        struct iq_str path;
        if (!pattern || !strcmp(pattern, "-"))
            continue;
        iq_str_init_heap(&path);
        iq_output_expand(pattern, (long)getpid(), NULL, iq_job_rank(environ), &path);
        bool existed = !access(iq_str_text(&path), F_OK);
        int fd =
            open(iq_str_text(&path), O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666);
        bool bad = fd < 0 && errno != ENXIO; /* a FIFO that nobody reads yet */
        if (bad)
            iq_str_printf(error, "cannot write %s: %s", iq_str_text(&path), strerror(errno));
        if (fd >= 0) {
            close(fd);
            if (!existed)
                unlink(iq_str_text(&path));
        }
        iq_str_finish(&path);
        if (bad)
            return IQ_EACCESS;
    }
    return 0;
}

/* A place that is being written. */
struct writing {
    const char *path; /* NULL: stderr, "-": stdout */
    bool more;        /* to a file that was begun before */
    int fd;           /* -1: not open yet */
    int error;
};

static void open_place(struct writing *writing)
{
    int end = writing->more ? O_APPEND : O_TRUNC;
    writing->fd = !writing->path ? STDERR_FILENO
                  : !strcmp(writing->path, "-")
                      ? STDOUT_FILENO
                      : open(writing->path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY | end, 0666);
    writing->error = writing->fd < 0 ? iq_error_from_errno(errno) : 0;
}

/* Writes [text], which is empty afterwards. */
static int take(void *user, struct iq_str *text)
{
    struct writing *writing = user;
    if (!writing->error && writing->fd < 0)
        open_place(writing);
    if (!writing->error && text->length)
        writing->error = iq_fd_write_all(writing->fd, iq_str_text(text), text->length);
    text->length = 0;
    return writing->error ? IQ_EIO : 0;
}

/* Returns 0, IQ_EIO after a message on stderr. */
static int close_place(struct writing *writing)
{
    bool is_stdout = writing->path && !strcmp(writing->path, "-");
    if (writing->path && !is_stdout && writing->fd >= 0 && close(writing->fd) && !writing->error)
        writing->error = IQ_EIO;
    if (writing->error && writing->path)
        fprintf(stderr, "inquest: error: cannot write the report to %s: %s\n",
                is_stdout ? "stdout" : writing->path, iq_strerror(writing->error));
    return writing->error ? IQ_EIO : 0;
}

/* Renders one or more documents into one place. */
static int emit(const struct iq_target *target, const char *path,
                const struct iq_document *const *documents, size_t count, bool more,
                const struct iq_report_options *options)
{
    struct iq_str text;
    struct writing writing = { .path = path, .more = more, .fd = -1 };
    struct iq_report_options own = *options;
    own.take = take;
    own.user = &writing;
    iq_str_init_heap(&text);
    int error = target->format->ops->render(&text, documents, count, &own);
    if (error != IQ_ENOMEM && (text.length || options->part != IQ_REPORT_LIVE))
        error = take(&writing, &text);
    error = close_place(&writing) || error ? IQ_EIO : 0;
    iq_str_finish(&text);
    return error;
}

void iq_output_rescue(const struct iq_document *const *documents, size_t count,
                      const struct iq_report_options *options)
{
    struct iq_target target = { .format = iq_report_format_named("text") };
    (void)emit(&target, NULL, documents, count, false, options);
}

int iq_output_replace(const struct iq_report_format *format, const char *path,
                      const struct iq_document *const *documents, size_t count,
                      const struct iq_report_options *options)
{
    struct iq_target target = { .format = format };
    struct iq_str part;
    iq_str_init_heap(&part);
    iq_str_printf(&part, "%s.%ld.part", path, (long)getpid());
    int error = emit(&target, iq_str_text(&part), documents, count, false, options);
    if (!error && rename(iq_str_text(&part), path)) {
        fprintf(stderr, "inquest: error: cannot write the report to %s: %s\n", path,
                strerror(errno));
        error = IQ_EIO;
    }
    if (error)
        unlink(iq_str_text(&part));
    iq_str_finish(&part);
    return error;
}

/* File of document [i]: FILE of the first one, FILE.PID of others; images of one process after exec
 * get a number, too. */
static void file_of(const char *pattern, const struct iq_document *const *documents, size_t i,
                    bool owned, struct iq_str *path)
{
    const struct iq_document *document = documents[i];
    unsigned same_process = 1;
    for (size_t j = 0; j < i; j++)
        same_process += documents[j]->pid == document->pid;
    iq_output_expand(pattern, (long)document->pid, document->host, document->rank, path);
    bool per_process = strstr(pattern, "%p") != NULL;
    bool plain = !owned && documents[0]->pid == document->pid; /* FILE is its process's own */
    if ((i || owned) && !per_process)
        iq_str_printf(path, ".%u", document->pid);
    if (same_process > 1 && (per_process || !plain || same_process > 2))
        iq_str_printf(path, ".%u", same_process);
}

static const char *begun_file(const struct iq_target *target, uint32_t trace)
{
    for (size_t i = 0; i < target->begun.count; i++)
        if (target->begun.data[i].trace == trace)
            return target->begun.data[i].path;
    return NULL;
}

static bool is_stream(const struct iq_target *target)
{
    return !target->pattern || !strcmp(target->pattern, "-");
}

bool iq_targets_are_live(const struct iq_targets *targets)
{
    for (size_t i = 0; i < targets->list.count; i++)
        if (targets->list.data[i].format->ops->live)
            return true;
    return false;
}

bool iq_targets_show_notes(const struct iq_targets *targets, const struct iq_options *options)
{
    bool shown = iq_options_has(options, IQ_OPTION_VERBOSE);
    for (size_t i = 0; i < targets->list.count; i++)
        shown |= !targets->list.data[i].format->ops->counts_notes;
    return shown;
}

static bool is_begun(const struct iq_target *target, const char *path)
{
    for (size_t i = 0; i < target->begun.count; i++)
        if (!strcmp(target->begun.data[i].path, path))
            return true;
    return false;
}

/* As file_of, but never the file of another process that was begun while the programs ran. */
static void free_file_of(const struct iq_target *target, const struct iq_document *const *documents,
                         size_t i, bool owned, struct iq_str *path)
{
    file_of(target->pattern, documents, i, owned, path);
    if (!is_begun(target, iq_str_text(path)))
        return;
    iq_str_finish(path);
    iq_str_init_heap(path);
    file_of(target->pattern, documents, i, true, path);
}

/* Findings of [document], the [i]th, go to its file; whose file is whose is settled by the first
 * of them. */
static void tell_file(struct iq_targets *targets, struct iq_target *target,
                      const struct iq_document *const *documents, size_t i,
                      const struct iq_report_options *options)
{
    const char *path = begun_file(target, documents[i]->trace);
    bool more = path != NULL;
    struct iq_str name;
    if (!documents[i]->findings.count)
        return;
    iq_str_init_heap(&name);
    if (!path) {
        free_file_of(target, documents, i, targets->written > 0, &name);
        path = iq_arena_copy(&targets->arena, iq_str_text(&name), name.length);
        if (!path ||
            iq_vec_push(&target->begun, (struct iq_target_file){ documents[i]->trace, path }))
            path = NULL;
    }
    iq_str_finish(&name);
    if (path)
        (void)emit(target, path, &documents[i], 1, more, options);
}

void iq_targets_tell(struct iq_targets *targets, const struct iq_document *const *documents,
                     size_t count, const struct iq_report_options *options)
{
    for (size_t i = 0; i < targets->list.count; i++) {
        struct iq_target *target = &targets->list.data[i];
        struct iq_report_options own = *options;
        own.part = IQ_REPORT_LIVE;
        own.color = is_stream(target) && options->color;
        own.width = is_stream(target) ? options->width : 0;
        if (!target->format->ops->live)
            continue;
        if (is_stream(target))
            (void)emit(target, target->pattern, documents, count, true, &own);
        for (size_t d = 0; d < count && !is_stream(target); d++)
            tell_file(targets, target, documents, d, &own);
    }
}

static int write_files(const struct iq_target *target, const struct iq_document *const *documents,
                       size_t count, bool owned, const struct iq_report_options *options)
{
    int error = 0;
    for (size_t i = 0; i < count; i++) {
        struct iq_str path;
        iq_str_init_heap(&path);
        const char *begun = begun_file(target, documents[i]->trace);
        struct iq_report_options own = *options;
        own.part = begun ? IQ_REPORT_REST : IQ_REPORT_WHOLE;
        if (begun)
            iq_str_puts(&path, begun);
        else
            free_file_of(target, documents, i, owned, &path);
        int failed = emit(target, iq_str_text(&path), &documents[i], 1, begun != NULL, &own);
        error = error ? error : failed;
        iq_str_finish(&path);
    }
    return error;
}

int iq_targets_write(struct iq_targets *targets, const struct iq_document *const *documents,
                     size_t count, bool together, const struct iq_report_options *options)
{
    int error = 0;
    for (size_t i = 0; i < targets->list.count; i++) {
        const struct iq_target *target = &targets->list.data[i];
        const char *path = target->pattern ? target->pattern : targets->default_stdout ? "-" : NULL;
        bool stream = !path || !strcmp(path, "-");
        struct iq_report_options own = *options;
        own.part = stream && !together ? IQ_REPORT_REST : IQ_REPORT_WHOLE;
        own.color = stream && options->color;
        own.width = stream ? options->width : 0;
        int failed = 0;
        if (!stream && !together)
            failed = write_files(target, documents, count, targets->written > 0, &own);
        else if (stream && !together && !strcmp(target->format->name, "json"))
            for (size_t d = 0; d < count; d++)
                failed |= emit(target, path, &documents[d], 1, false, &own);
        else
            failed = emit(target, path, documents, count, false, &own);
        error = error ? error : failed;
    }
    if (error && !together)
        iq_output_rescue(documents, count, options);
    targets->written += count;
    return error ? IQ_EIO : 0;
}

static bool warnings_fail(const struct iq_options *options)
{
    return !strcmp(options->value[IQ_OPTION_ERROR_ON], "warning");
}

bool iq_output_is_bad(const struct iq_options *options, const struct iq_document *document)
{
    return iq_document_count(document, IQ_ERROR) ||
           (warnings_fail(options) && iq_document_count(document, IQ_WARNING));
}

struct iq_report_options iq_output_options(const struct iq_options *options, int fd)
{
    const char *color = options->value[IQ_OPTION_COLOR], *term = getenv("TERM"),
               *no_color = getenv("NO_COLOR");
    bool automatic = isatty(fd) && term && strcmp(term, "dumb") != 0 && !(no_color && *no_color);
    struct winsize size = { 0 };
    if (isatty(fd))
        (void)ioctl(fd, TIOCGWINSZ, &size);
    return (struct iq_report_options){
        .width = size.ws_col,
        .color = !strcmp(color, "always") || (!strcmp(color, "auto") && automatic),
        .verbose = iq_options_has(options, IQ_OPTION_VERBOSE),
        .quiet = iq_options_has(options, IQ_OPTION_QUIET),
        .warnings_fail = options->value[IQ_OPTION_ERROR_ON] && warnings_fail(options),
        .suppressions = iq_options_has(options, IQ_OPTION_GEN_SUPPRESSIONS),
    };
}
