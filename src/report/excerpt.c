#include "report/excerpt.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static FILE *open_source(const struct iq_frame *frame)
{
    char path[4096];
    struct stat info;
    FILE *file = NULL;
    if (frame->file[0] != '/' && frame->directory) {
        snprintf(path, sizeof path, "%s/%s", frame->directory, frame->file);
        file = fopen(path, "re");
    }
    if (!file)
        file = fopen(frame->file, "re");
    if (file && (fstat(fileno(file), &info) || !S_ISREG(info.st_mode))) {
        fclose(file);
        file = NULL;
    }
    return file;
}

/* Copies a line with tabs widened; control characters become blanks. */
static void clean(const char *from, struct iq_excerpt *excerpt)
{
    size_t at = 0;
    for (; *from && *from != '\n' && at < sizeof excerpt->line - 9; from++) {
        if (*from == '\t')
            do
                excerpt->line[at++] = ' ';
            while (at % 4);
        else
            excerpt->line[at++] = (unsigned char)*from < ' ' || *from == 127 ? ' ' : *from;
    }
    excerpt->line[at] = '\0';
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Does a text in quotes begin or end at [c] of [line]? */
static bool is_quote(const char *line, const char *c) { return *c == '"' && (c == line || c[-1] != '\\'); }

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
    const char *launch = finding->api && strstr(finding->api, "LaunchKernel") ? strstr(excerpt->line, "<<<") : NULL;
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
    FILE *file = frame->file && frame->line ? open_source(frame) : NULL;
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

bool iq_excerpt_read(const struct iq_frame *frame, const struct iq_finding *finding, struct iq_excerpt *excerpt)
{
    char line[1024];
    *excerpt = (struct iq_excerpt){0};
    FILE *file = frame->file && frame->line ? open_source(frame) : NULL;
    if (!file)
        return false;
    uint32_t number = 1;
    bool found = false;
    while (fgets(line, sizeof line, file)) {
        bool ends = strchr(line, '\n') != NULL;
        if (number == frame->line) {
            clean(line, excerpt);
            found = true;
            break;
        }
        number += ends;
    }
    fclose(file);
    if (found && finding)
        mark_entry(excerpt, finding);
    return found && excerpt->line[strspn(excerpt->line, " ")];
}
