/* The form of Oclgrind's log: a title, lines with a tab in front, an empty line before the next
 * one. */
#include <string.h>

#include "rules/opencl/deep.h"

#define SAID(beginning, rule, local, severity, about, words, fix) \
    { beginning, { rule, local }, severity, IQ_CL_DEEP_##about, words, fix },
static const struct iq_cl_deep_kind kinds[] = {
#include "rules/tables/deep_message.def"
};
#undef SAID

/* Nobody knows how bad it is. */
static const struct iq_cl_deep_kind unknown = {
    NULL, { IQ_RULE_VALIDATION, IQ_RULE_VALIDATION },   IQ_WARNING, IQ_CL_DEEP_NO_ARGUMENT,
    NULL, "check the statement that the message names",
};

static const char fatal[] = "OCLGRIND FATAL ERROR";

static bool starts(struct iq_cl_deep_text line, const char *word)
{
    size_t length = strlen(word);
    return line.size >= length && !memcmp(line.at, word, length);
}

static bool contains(struct iq_cl_deep_text line, const char *word)
{
    size_t length = strlen(word);
    for (size_t i = 0; i + length <= line.size; i++)
        if (!memcmp(line.at + i, word, length))
            return true;
    return false;
}

/* Does [title] begin with [beginning], but for numbers, also in brackets, with the space before
 * them?  "Index (5) exceeds ...". */
static bool begins(struct iq_cl_deep_text title, const char *beginning)
{
    size_t i = 0;
    for (; *beginning && i < title.size; beginning++, i++) {
        size_t skip = i;
        if (title.at[i] == ' ') {
            for (skip++; skip < title.size && strchr("(-0123456789)", title.at[skip]);)
                skip++;
        }
        bool number = skip > i + 1 && skip < title.size && title.at[skip] == ' ';
        if (number && beginning[1] != title.at[i + 1])
            i = skip;
        if (title.at[i] != *beginning)
            return false;
    }
    return !*beginning;
}

static const struct iq_cl_deep_kind *kind_of(struct iq_cl_deep_text title)
{
    const struct iq_cl_deep_kind *best = &unknown;
    size_t best_length = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t length = strlen(kinds[i].beginning);
        if (length > best_length && begins(title, kinds[i].beginning)) {
            best = &kinds[i];
            best_length = length;
        }
    }
    return best;
}

static uint64_t hex_behind(struct iq_cl_deep_text line)
{
    uint64_t value = 0;
    size_t i = 0;
    while (i + 1 < line.size && !(line.at[i] == '0' && line.at[i + 1] == 'x'))
        i++;
    for (i += 2; i < line.size; i++) {
        char c = line.at[i];
        if (c >= '0' && c <= '9')
            value = value << 4 | (uint64_t)(c - '0');
        else if (c >= 'a' && c <= 'f')
            value = value << 4 | (uint64_t)(c - 'a' + 10);
        else
            break;
    }
    return value;
}

static uint32_t number_behind(struct iq_cl_deep_text line, const char *word)
{
    size_t length = strlen(word);
    uint32_t value = 0;
    for (size_t i = 0; i + length <= line.size; i++) {
        if (memcmp(line.at + i, word, length))
            continue;
        for (i += length;
             i < line.size && line.at[i] >= '0' && line.at[i] <= '9' && value < 100000000; i++)
            value = value * 10 + (uint32_t)(line.at[i] - '0');
        return value;
    }
    return 0;
}

static struct iq_cl_deep_text behind(struct iq_cl_deep_text line, size_t skip)
{
    line.at += skip;
    line.size -= skip;
    while (line.size && *line.at == ' ')
        line.at++, line.size--;
    return line;
}

/* A vector that is written part by part may begin as a store of no value at all: so the compiler
 * splits it. */
static bool is_split(struct iq_cl_deep_text line)
{
    return starts(line, "store <") && (contains(line, "> undef,") || contains(line, "> poison,"));
}

static void read_title(struct iq_cl_deep_text line, struct iq_cl_deep_message *message)
{
    message->title = line;
    message->kind = kind_of(line);
    message->local = contains(line, "local memory");
    message->address = hex_behind(line);
    message->bytes = number_behind(line, "of size ");
}

static const struct {
    const char *word;
    bool item;
} headers[] = {
    { "Kernel:", false },   { "Entity:", true },     { "First entity:", true },
    { "Work-item:", true }, { "Work-group:", true },
};

/* "Kernel: name" and the like; false: it is none of these. */
static bool read_header(struct iq_cl_deep_text line, struct iq_cl_deep_message *message)
{
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        if (!starts(line, headers[i].word))
            continue;
        struct iq_cl_deep_text *to = headers[i].item ? &message->item : &message->kernel;
        bool only_group = starts(message->item, "(");
        if (!to->size || (headers[i].item && only_group))
            *to = behind(line, strlen(headers[i].word));
        return true;
    }
    return false;
}

/* A line after the title. */
static void read_line(struct iq_cl_deep_text line, bool is_source,
                      struct iq_cl_deep_message *message)
{
    bool tab = *line.at == '\t',
         code = tab && line.size > 3 && line.at[1] == ' ' && line.at[2] == ' ';
    line = behind(line, tab);
    if (is_source && !message->statement.size)
        message->statement = line;
    if (is_source || read_header(line, message))
        return;
    if (!tab && !message->detail.size) { /* what a fatal error is */
        const struct iq_cl_deep_kind *kind =
            begins(message->title, fatal) ? kind_of(line) : &unknown;
        message->detail = line;
        message->kind = kind == &unknown ? message->kind : kind;
    } else if (starts(line, "Only ") && !message->detail.size) {
        message->detail = line;
    } else if (code && !message->instruction.size) {
        message->instruction = line;
        message->local |= begins(message->title, "Index exceeds") && contains(line, "addrspace(3)");
        if (message->kind && message->kind->rules[0] == IQ_RULE_KERNEL_UNINITIALIZED &&
            is_split(line))
            message->kind = NULL;
    }
}

size_t iq_cl_deep_read(const char *text, size_t size, bool last, struct iq_cl_deep_message *message)
{
    size_t at = 0;
    bool is_source = false;
    *message = (struct iq_cl_deep_message){ 0 };
    while (at < size && text[at] == '\n')
        at++;
    for (bool first = true;; first = false) {
        const char *end = at < size ? memchr(text + at, '\n', size - at) : NULL;
        if (!end)
            /* 0: the rest is not written yet */
            return last && at == size && !first ? at : 0;
        struct iq_cl_deep_text line = { text + at, (size_t)(end - (text + at)) };
        at += line.size + 1;
        if (!line.size)
            return at;
        if (first) {
            read_title(line, message);
            continue;
        }
        read_line(line, is_source, message);
        line = behind(line, *line.at == '\t');
        is_source = starts(line, "At line ");
        if (is_source && !message->line) {
            message->line = number_behind(line, "line ");
            message->column = number_behind(line, "column ");
        }
    }
}
