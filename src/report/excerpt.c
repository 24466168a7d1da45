#include "report/excerpt.h"

#include <ctype.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/safe.h"

enum { SIZE_LIMIT = 32 << 20, PATH_BYTES = 4096 };

static bool is_below(const char *path, const struct iq_sources *sources)
{
    for (size_t i = 0; i < sources->count; i++) {
        size_t length = strlen(sources->folders[i]);
        if (!strncmp(path, sources->folders[i], length) &&
            (path[length] == '/' || sources->folders[i][length - 1] == '/'))
            return true;
    }
    return false;
}

static bool is_source(const struct stat *info)
{
    return S_ISREG(info->st_mode) && info->st_size <= SIZE_LIMIT;
}

/* Nothing but a regular file is opened: a FIFO would make us wait, a device may do anything. */
static FILE *open_regular(const char *path, const struct iq_sources *sources)
{
    struct stat info;
    char *real = sources ? realpath(path, NULL) : NULL;
    bool allowed = !sources || (real && is_below(real, sources));
    const char *name = real ? real : path;
    int fd = allowed && !stat(name, &info) && is_source(&info)
                 ? open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
                 : -1;
    free(real);
    FILE *file = fd >= 0 && !fstat(fd, &info) && is_source(&info) ? fdopen(fd, "r") : NULL;
    if (fd >= 0 && !file)
        close(fd);
    return file;
}

/* The file that has the most of the end of [name] in common, below one of the folders: they were
 * moved, or are mounted at another place.  In the working folder, which nobody has named, a file of
 * the same name alone may be any other one. */
static FILE *open_moved(const char *name, const struct iq_sources *sources)
{
    static const struct iq_sources here = { { "." }, 1 };
    const struct iq_sources *folders = sources ? sources : &here;
    char path[PATH_BYTES];
    for (const char *at = name; at; at = strchr(at, '/')) {
        at += strspn(at, "/");
        if (!sources && !strchr(at, '/'))
            break;
        for (size_t i = 0; *at && i < folders->count; i++) {
            bool fits = snprintf(path, sizeof path, "%s/%s", folders->folders[i], at) < PATH_BYTES;
            FILE *file = fits ? open_regular(path, sources) : NULL;
            if (file)
                return file;
        }
    }
    return NULL;
}

static FILE *open_source(const struct iq_frame *frame, const struct iq_sources *sources)
{
    char path[PATH_BYTES];
    bool joined = frame->file[0] != '/' && frame->directory;
    snprintf(path, sizeof path, "%s%s%s", joined ? frame->directory : "", joined ? "/" : "",
             frame->file);
    FILE *file = open_regular(path, sources);
    if (!file && joined)
        file = open_regular(frame->file, sources);
    return file ? file : open_moved(path, sources);
}

/* Copies a line with tabs widened; control characters become blanks. */
static void clean(const char *from, char line[IQ_EXCERPT_LINE])
{
    size_t at = 0, length = strcspn(from, "\n");
    for (size_t i = 0, width; i < length && at < IQ_EXCERPT_LINE - 9; i += width) {
        bool control;
        width = iq_safe_character(from + i, length - i, &control);
        if (from[i] == '\t')
            do
                line[at++] = ' ';
            while (at % 4);
        else if (control)
            line[at++] = ' ';
        for (size_t k = 0; !control && k < width; k++)
            line[at++] = from[i + k];
    }
    line[at] = '\0';
}

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* Does a text in quotes begin or end at [c] of [line]? */
static bool is_quote(const char *line, const char *c)
{
    return *c == '"' && (c == line || c[-1] != '\\');
}

/* Where [name] stands as a whole word, in quotes only if nowhere else; NULL if nowhere. */
static const char *find_word(const char *line, const char *name)
{
    size_t length = strlen(name);
    const char *in_quotes = NULL;
    bool quoted = false;
    for (const char *at = line; *at; at++) {
        quoted ^= is_quote(line, at);
        if (strncmp(at, name, length) || (at > line && is_word(at[-1])) || is_word(at[length]))
            continue;
        if (!quoted)
            return at;
        in_quotes = in_quotes ? in_quotes : at;
    }
    return in_quotes;
}

/* Marks argument [index] of the list whose parenthesis [c] is at. */
static void mark_argument(struct iq_excerpt *excerpt, const char *c, int index)
{
    int depth = 0, argument = 0;
    const char *begin = ++c;
    bool quoted = false;
    for (; *c; c++) {
        quoted ^= is_quote(excerpt->line, c);
        if (quoted)
            continue;
        if ((*c == ',' || *c == ')') && !depth) {
            if (argument == index) {
                begin += strspn(begin, " ");
                while (c > begin && c[-1] == ' ')
                    c--;
                excerpt->begin = (int)(begin - excerpt->line);
                excerpt->end = (int)(c - excerpt->line);
                return;
            }
            if (*c == ')')
                return;
            argument++;
            begin = c + 1;
        }
        depth += *c == '(' || *c == '[' || *c == '{';
        depth -= *c == ')' || *c == ']' || *c == '}';
    }
}

void iq_excerpt_mark(struct iq_excerpt *excerpt, const char *name, int index)
{
    const char *call = find_word(excerpt->line, name);
    if (!call)
        return;
    excerpt->begin = (int)(call - excerpt->line);
    excerpt->end = excerpt->begin + (int)strlen(name);
    const char *c = call + strlen(name);
    c += strspn(c, " ");
    if (index >= 0 && *c == '(')
        mark_argument(excerpt, c, index);
}

/* cuMemcpyHtoD_v2 is written cuMemcpyHtoD in the program. */
static void mark_entry(struct iq_excerpt *excerpt, const struct iq_finding *finding)
{
    char name[96];
    int index = finding->arg_of_kernel ? -1 : finding->arg_index;
    const char *names[] = { finding->api, finding->entry };
    for (int i = 0; i < 2 && excerpt->begin == excerpt->end; i++) {
        if (!names[i])
            continue;
        snprintf(name, sizeof name, "%s", names[i]);
        iq_excerpt_mark(excerpt, name, index);
        char *suffix = strstr(name, "_v");
        suffix = suffix ? suffix : strstr(name, "_pt");
        if (suffix && excerpt->begin == excerpt->end) {
            *suffix = '\0';
            iq_excerpt_mark(excerpt, name, index);
        }
    }
    const char *launch =
        finding->api && strstr(finding->api, "LaunchKernel") ? strstr(excerpt->line, "<<<") : NULL;
    if (launch && excerpt->begin == excerpt->end) {
        const char *close = strstr(launch, ">>>");
        const char *begin = launch;
        while (begin > excerpt->line && (is_word(begin[-1])))
            begin--;
        excerpt->begin = (int)(begin - excerpt->line);
        excerpt->end = (int)((close ? close + 3 : launch + 3) - excerpt->line);
        if (finding->arg_of_kernel && close && close[3 + strspn(close + 3, " ")] == '(')
            mark_argument(excerpt, close + 3 + strspn(close + 3, " "), finding->arg_index);
    }
}

size_t iq_excerpt_text(const struct iq_frame *frame, char *text, size_t size)
{
    FILE *file = frame->file && frame->line ? open_source(frame, NULL) : NULL;
    uint32_t number = 1;
    int c = 0;
    while (file && number < frame->line && (c = fgetc(file)) != EOF)
        number += c == '\n';
    size_t length = file && c != EOF ? fread(text, 1, size - 1, file) : 0;
    text[length] = 0;
    if (file)
        fclose(file);
    return strlen(text);
}

/* What the marked columns are in [raw], where a tab is one character. */
static void set_columns(struct iq_excerpt *excerpt, const char *raw)
{
    int at = 0, column = 1;
    if (excerpt->begin >= excerpt->end)
        return;
    for (size_t i = 0, width, length = strlen(raw); i < length; i += width, column++) {
        bool control;
        width = iq_safe_character(raw + i, length - i, &control);
        if (at <= excerpt->begin)
            excerpt->first_column = column;
        if (at >= excerpt->end)
            break;
        at = raw[i] == '\t' ? at + 4 - at % 4 : at + (control ? 1 : (int)width);
    }
    excerpt->end_column = column;
}

/* The lines around [wanted] that are in [file]; itself also as it is in [raw].  False: it is
 * shorter. */
static bool read_lines(FILE *file, uint32_t wanted, struct iq_excerpt *excerpt,
                       char raw[IQ_EXCERPT_LINE])
{
    char line[IQ_EXCERPT_LINE];
    uint32_t number = 1;
    bool found = false, goes_on = false;
    while (number <= wanted + IQ_EXCERPT_AROUND && fgets(line, sizeof line, file)) {
        bool ends = strchr(line, '\n') != NULL;
        if (!goes_on && number == wanted) {
            clean(line, excerpt->line);
            memcpy(raw, line, sizeof line);
            found = true;
        } else if (!goes_on && number > wanted)
            clean(line, excerpt->after[excerpt->after_count++]);
        else if (!goes_on && number + IQ_EXCERPT_AROUND >= wanted)
            clean(line, excerpt->before[excerpt->before_count++]);
        number += ends;
        goes_on = !ends;
    }
    return found;
}

static bool is_blank(const char *line) { return !line[strspn(line, " ")]; }

/* Blank lines at the edges show nothing. */
static void trim(struct iq_excerpt *excerpt)
{
    while (excerpt->before_count && is_blank(excerpt->before[0])) {
        memmove(excerpt->before[0], excerpt->before[1], sizeof excerpt->before[0]);
        excerpt->before_count--;
    }
    while (excerpt->after_count && is_blank(excerpt->after[excerpt->after_count - 1]))
        excerpt->after_count--;
}

bool iq_excerpt_read(const struct iq_frame *frame, const struct iq_finding *finding,
                     const struct iq_sources *sources, struct iq_excerpt *excerpt)
{
    char raw[IQ_EXCERPT_LINE];
    excerpt->first_column = excerpt->end_column = 0;
    excerpt->begin = excerpt->end = excerpt->before_count = excerpt->after_count = 0;
    excerpt->line[0] = '\0';
    FILE *file = frame->file && frame->line ? open_source(frame, sources) : NULL;
    if (!file)
        return false;
    bool found = read_lines(file, frame->line, excerpt, raw);
    fclose(file);
    trim(excerpt);
    if (found && finding)
        mark_entry(excerpt, finding);
    if (found)
        set_columns(excerpt, raw);
    return found && !is_blank(excerpt->line);
}

/* Columns, of which a character of UTF-8 takes one, up to byte [at]. */
static int columns_to(const char *line, int at)
{
    int columns = 0;
    for (int i = 0; i < at; i++)
        columns += (line[i] & 0xc0) != 0x80;
    return columns;
}

/* The byte at which column [wanted] of [line] begins. */
static int byte_of(const char *line, int wanted)
{
    int at = 0;
    while (line[at] && (wanted > 0 || (line[at] & 0xc0) == 0x80))
        wanted -= (line[at++] & 0xc0) != 0x80 && wanted > 0;
    return at;
}

void iq_excerpt_fit(char line[IQ_EXCERPT_LINE], int *begin, int *end, int width)
{
    static const char dots[] = "...";
    enum { DOTS = 3, AHEAD = 4 };
    char cut[IQ_EXCERPT_LINE + 2 * DOTS];
    int columns = columns_to(line, (int)strlen(line));
    if (width <= 4 * DOTS || columns <= width)
        return;
    int first = columns_to(line, *begin) - width / AHEAD;
    first = first > columns - width ? columns - width : first;
    first = columns_to(line, *end) <= width - DOTS || first < 0 ? 0 : first;
    int from = byte_of(line, first ? first + DOTS : 0),
        to = byte_of(line, first + width < columns ? first + width - DOTS : columns);
    int moved = (first ? DOTS : 0) - from, length = to - from;
    snprintf(cut, sizeof cut, "%s%.*s%s", first ? dots : "", length, line + from,
             first + width < columns ? dots : "");
    memcpy(line, cut, strlen(cut) + 1 < IQ_EXCERPT_LINE ? strlen(cut) + 1 : IQ_EXCERPT_LINE);
    line[IQ_EXCERPT_LINE - 1] = '\0';
    *begin = *begin + moved > 0 ? *begin + moved : 0;
    *end = *end + moved < (first ? DOTS : 0) + length ? *end + moved : (first ? DOTS : 0) + length;
    *begin = *begin > *end ? *end : *begin;
}
