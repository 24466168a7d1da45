/* The form of Oclgrind's log: a title, lines with a tab in front, an empty line before the next one. */
#include <string.h>

#include "api_opencl/deep.h"

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

static const char *rule_of(struct iq_cl_deep_text title)
{
    bool local = contains(title, "local memory");
    if (starts(title, "Invalid read") || starts(title, "Invalid write"))
        return local ? "kernel-shared-out-of-bounds" : "kernel-out-of-bounds";
    if (contains(title, "data race"))
        return local ? "kernel-shared-race" : "kernel-race";
    if (starts(title, "Uninitialized") || contains(title, "uninitialized"))
        return "kernel-uninitialized";
    if (contains(title, "divergence"))
        return "barrier-divergence";
    return contains(title, "naligned") ? "kernel-misaligned" : NULL;
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
        for (i += length; i < line.size && line.at[i] >= '0' && line.at[i] <= '9' && value < 100000000; i++)
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

/* A vector that is written part by part may begin as a store of no value at all: so the compiler splits it. */
static bool is_split(struct iq_cl_deep_text line)
{
    return starts(line, "store <") && (contains(line, "> undef,") || contains(line, "> poison,"));
}

size_t iq_cl_deep_read(const char *text, size_t size, bool last, struct iq_cl_deep_message *message)
{
    size_t at = 0;
    bool source = false;
    *message = (struct iq_cl_deep_message){ 0 };
    while (at < size && text[at] == '\n')
        at++;
    for (bool first = true;; first = false) {
        const char *end = at < size ? memchr(text + at, '\n', size - at) : NULL;
        if (!end)
            return last && at == size && !first ? at : 0;           /* 0: the rest is not written yet */
        struct iq_cl_deep_text line = { text + at, (size_t)(end - (text + at)) };
        at += line.size + 1;
        if (!line.size)
            return at;
        if (first) {
            message->title = line;
            message->rule = rule_of(line);
            message->address = hex_behind(line);
            continue;
        }
        line = behind(line, *line.at == '\t');
        if (starts(line, "Kernel: "))
            message->kernel = behind(line, 8);
        else if (starts(line, "Entity: ") && !message->item.size)
            message->item = behind(line, 8);
        else if (starts(line, "First entity: "))
            message->item = behind(line, 14);
        else if (source && !message->statement.size)
            message->statement = line;
        else if (message->rule && !strcmp(message->rule, "kernel-uninitialized") && is_split(line))
            message->rule = NULL;
        source = starts(line, "At line ");
        if (source && !message->line) {
            message->line = number_behind(line, "line ");
            message->column = number_behind(line, "column ");
        }
    }
}
