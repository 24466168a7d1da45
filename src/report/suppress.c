#include "report/suppress.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#include "base/fd.h"
#include "base/path.h"
#include "report/rules.h"
#include "report/safe.h"
#include "report/view.h"

enum { FILE_LIMIT = 16 << 20 };

/* One "prefix:GLOB" word; false if the prefix is unknown. */
static bool set_pattern(struct iq_suppression *entry, const char *word)
{
    const char *glob = strchr(word, ':');
    size_t length = glob ? (size_t)(glob - word) : 0;
    if (!glob || !glob[1])
        return false;
    if (length == 3 && !memcmp(word, "fun", 3))
        entry->function = glob + 1;
    else if ((length == 4 && !memcmp(word, "file", 4)) || (length == 3 && !memcmp(word, "src", 3)))
        entry->file = glob + 1;
    else if (length == 3 && (!memcmp(word, "mod", 3) || !memcmp(word, "obj", 3)))
        entry->module = glob + 1;
    else
        return false;
    return true;
}

static int parse_line(struct iq_suppressions *suppressions, char *line, const char *place,
                      struct iq_str *error)
{
    struct iq_suppression entry = { 0 };
    char *rest = NULL;
    for (char *word = strtok_r(line, " \t\r", &rest); word && word[0] != '#';
         word = strtok_r(NULL, " \t\r", &rest)) {
        if (entry.rule && !set_pattern(&entry, word)) {
            iq_str_printf(error, "%s: '%s' is not one of fun:GLOB, file:GLOB, mod:GLOB", place,
                          word);
            return IQ_EINVAL;
        }
        if (!entry.rule) {
            struct iq_str reason;
            iq_str_init_heap(&reason);
            int bad = iq_rules_list_error(word, &reason);
            if (bad)
                iq_str_printf(error, "%s: %s", place, iq_str_text(&reason));
            iq_str_finish(&reason);
            if (bad)
                return IQ_EINVAL;
            entry.rule = word;
        }
    }
    return entry.rule ? iq_vec_push(&suppressions->list, entry) : 0;
}

int iq_suppressions_parse(struct iq_suppressions *suppressions, const char *text, const char *name,
                          struct iq_str *error)
{
    int number = 0, failed = 0;
    char place[300];
    while (*text && !failed) {
        size_t length = strcspn(text, "\n");
        char *line = iq_arena_copy(&suppressions->arena, text, length);
        snprintf(place, sizeof place, "%.280s:%d", name, ++number);
        failed = line ? parse_line(suppressions, line, place, error) : IQ_ENOMEM;
        text += length + (text[length] == '\n');
    }
    return failed;
}

int iq_suppressions_read(struct iq_suppressions *suppressions, const char *path,
                         struct iq_str *error)
{
    char *text;
    size_t size;
    int failed = iq_fd_read_file(path, FILE_LIMIT, &text, &size);
    if (failed) {
        iq_str_printf(error, "cannot read %s: %s", path, iq_strerror(failed));
        return failed;
    }
    failed = iq_suppressions_parse(suppressions, text, path, error);
    free(text);
    return failed;
}

void iq_suppressions_finish(struct iq_suppressions *suppressions)
{
    iq_vec_finish(&suppressions->list);
    iq_arena_finish(&suppressions->arena);
}

static bool glob_fits(const char *glob, const char *text)
{
    if (!glob)
        return true;
    if (!text)
        return false;
    const char *slash = strrchr(text, '/');
    return !fnmatch(glob, text, 0) || (slash && !strchr(glob, '/') && !fnmatch(glob, slash + 1, 0));
}

static bool frames_fit(const struct iq_suppression *entry, const iq_frames *frames)
{
    for (size_t i = 0; frames && i < frames->count; i++) {
        const struct iq_frame *frame = &frames->data[i];
        if (glob_fits(entry->function, frame->function) && glob_fits(entry->file, frame->file) &&
            glob_fits(entry->module, frame->module))
            return true;
    }
    return false;
}

bool iq_suppressions_match(const struct iq_suppressions *suppressions,
                           const struct iq_document *document, const struct iq_finding *finding)
{
    const iq_frames *frames = iq_view_frames(document, finding, "call");
    if (!frames)
        frames = iq_view_frames(document, finding, "created");
    const iq_frames *kernel = iq_view_frames(document, finding, "kernel");
    for (size_t i = 0; i < suppressions->list.count; i++) {
        const struct iq_suppression *entry = &suppressions->list.data[i];
        if (!iq_rules_list_has(entry->rule, finding->rule_text))
            continue;
        if ((!entry->function && !entry->file && !entry->module) || frames_fit(entry, frames) ||
            frames_fit(entry, kernel))
            return true;
    }
    return false;
}

/* A name as a glob that is one word: characters with a meaning stand for any one, arguments of
 * functions for any. */
static void put_glob(struct iq_str *out, const char *prefix, const char *name)
{
    size_t length = strcspn(name, "(");
    iq_str_printf(out, " %s:", prefix);
    for (size_t i = 0; i < length; i++)
        iq_str_put(out, strchr("*?[]\\# \t\r\n", name[i]) ? "?" : &name[i], 1);
    iq_str_puts(out, name[length] ? "*" : "");
}

void iq_suppressions_put(struct iq_str *out, const struct iq_document *document,
                         const struct iq_finding *finding)
{
    const struct iq_frame *place = iq_view_place(document, finding);
    iq_safe_put(out, finding->rule_text, strlen(finding->rule_text));
    if (place && place->function)
        put_glob(out, "fun", place->function);
    if (place && place->file)
        put_glob(out, "file", iq_base_name(place->file));
    else if (place && place->module)
        put_glob(out, "mod", iq_base_name(place->module));
}

bool iq_filter_keeps(const struct iq_filter *filter, const struct iq_document *document,
                     const struct iq_finding *finding, struct iq_filtered *filtered)
{
    if ((filter->rules && !iq_rules_list_has(filter->rules, finding->rule_text)) ||
        (filter->no_rules && iq_rules_list_has(filter->no_rules, finding->rule_text)))
        return false;
    bool quiet =
             filter->suppressions && iq_suppressions_match(filter->suppressions, document, finding),
         known = !quiet && filter->baseline && iq_baseline_has(filter->baseline, document, finding);
    filtered->suppressed += quiet;
    filtered->known += known;
    return !quiet && !known;
}

void iq_filter_apply(const struct iq_filter *filter, struct iq_document *document,
                     struct iq_filtered *filtered)
{
    size_t kept = 0;
    for (size_t i = 0; i < document->findings.count; i++) {
        struct iq_finding *finding = &document->findings.data[i];
        if (!iq_filter_keeps(filter, document, finding, filtered))
            continue;
        if (filter->max && kept >= filter->max) {
            document->folded[finding->severity]++;
            continue;
        }
        document->findings.data[kept++] = *finding;
    }
    document->findings.count = kept;
}
