#include "report/shown.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "base/path.h"

enum { LONG_NAME = 48, LONG_ARGUMENTS = 24 };

static const char *current_folder(void)
{
    static char folder[PATH_MAX];
    if (!folder[0] && !getcwd(folder, sizeof folder))
        folder[0] = '\0';
    return folder;
}

/* Appends the words of [path] to [out], which ends with a slash or is empty, without "." and
 * "name/..". */
static void put_words(struct iq_str *out, const char *path)
{
    while (*path) {
        size_t length = strcspn(path, "/");
        bool up = length == 2 && !strncmp(path, "..", 2), here = length == 1 && *path == '.';
        const char *slash = NULL;
        if (up && out->length > 1) {
            out->data[--out->length] = '\0';
            slash = strrchr(out->data, '/');
            out->length = slash ? (size_t)(slash - out->data) + 1 : 0;
            out->data[out->length] = '\0';
        } else if (length && !here) {
            iq_str_put(out, path, length);
            iq_str_puts(out, "/");
        }
        path += length + (path[length] == '/');
    }
}

void iq_shown_path(struct iq_str *out, const struct iq_frame *frame)
{
    struct iq_str path;
    const char *here = current_folder();
    size_t length = strlen(here);
    if (!frame->file || frame->file[0] == '<' || (frame->file[0] != '/' && !frame->directory)) {
        iq_str_puts(out, frame->file ? frame->file : "??");
        return;
    }
    iq_str_init_heap(&path);
    iq_str_puts(&path, "/");
    if (frame->file[0] != '/')
        put_words(&path, frame->directory);
    put_words(&path, frame->file);
    if (path.length > 1)
        path.data[--path.length] = '\0'; /* the last slash */
    const char *text = iq_str_text(&path);
    bool below = length > 1 && !strncmp(text, here, length) && text[length] == '/';
    if (below)
        iq_str_puts(out, text + length + 1);
    else
        iq_str_puts(out, frame->file[0] == '/' || !access(text, F_OK) ? text : frame->file);
    iq_str_finish(&path);
}

/* Length of a namespace of a version at [name], "THRUST_200802_SM_900_NS::", "CUB_300001_SM_900::",
 * "__4::"; 0: none. */
static size_t version_at(const char *name)
{
    static const char *const prefixes[] = { "THRUST_", "CUB_", "CCCL_", "__" };
    size_t length = strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++)
        if (!strncmp(name, prefixes[i], strlen(prefixes[i])) &&
            isdigit((unsigned char)name[strlen(prefixes[i])]) && !strncmp(name + length, "::", 2))
            return length + 2;
    return 0;
}

/* Length of the list in angle brackets at [text]; 0: it does not end, or is an operator. */
static size_t arguments_at(const char *text)
{
    int depth = 0;
    for (const char *c = text; *c; c++) {
        depth += *c == '<' || *c == '(' || *c == '[';
        depth -= (*c == '>' && c[-1] != '-') || *c == ')' || *c == ']';
        if (!depth)
            return (size_t)(c - text) + 1;
    }
    return 0;
}

static bool is_operator(const char *start, const char *at)
{
    enum { LENGTH = 8 };
    return at - start >= LENGTH && !strncmp(at - LENGTH, "operator", LENGTH);
}

void iq_shown_function(struct iq_str *out, const char *name)
{
    bool is_long = strlen(name) > LONG_NAME;
    for (const char *c = name; *c;) {
        size_t version = c == name || !isalnum((unsigned char)c[-1]) ? version_at(c) : 0,
               list = *c == '<' && !is_operator(name, c) ? arguments_at(c) : 0,
               tag = !strncmp(c, "[abi:", 5) && strchr(c, ']') ? strcspn(c, "]") + 1 : 0;
        if (is_long && list > LONG_ARGUMENTS)
            iq_str_puts(out, "<...>");
        else if (!version && !tag) {
            iq_str_put(out, c++, 1);
            continue;
        }
        c += version ? version : tag ? tag : list;
    }
}

/* The folder after [mark] in [path]. */
static bool put_folder_behind(struct iq_str *out, const char *path, const char *mark)
{
    const char *at = strstr(path, mark);
    size_t length = at ? strcspn(at + strlen(mark), "/") : 0;
    if (!length || !at[strlen(mark) + length])
        return false;
    iq_str_put(out, at + strlen(mark), length);
    return true;
}

void iq_shown_library(struct iq_str *out, const struct iq_frame *frame)
{
    static const char *const known[] = { "thrust", "cub",   "std", "cuda",  "cooperative_groups",
                                         "at",     "torch", "c10", "Eigen", "boost" };
    const char *name = frame->function ? frame->function : "", *file = frame->file;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (!strncmp(name, known[i], strlen(known[i])) &&
            !strncmp(name + strlen(known[i]), "::", 2)) {
            iq_str_puts(out, known[i]);
            return;
        }
    if (file && strstr(file, "/include/c++/")) { /* below it is the compiler's version */
        iq_str_puts(out, "std");
        return;
    }
    if (file && (put_folder_behind(out, file, "site-packages/") ||
                 put_folder_behind(out, file, "dist-packages/") ||
                 put_folder_behind(out, file, "/include/")))
        return;
    const char *base = frame->module ? iq_base_name(frame->module) : NULL;
    if (!base || !strcmp(base, "[jit]")) {
        iq_str_puts(out, "compiled code");
        return;
    }
    base += !strncmp(base, "lib", 3) ? 3 : 0;
    iq_str_put(out, base, strcspn(base, ".-"));
}
