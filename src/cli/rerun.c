#include "cli/rerun.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST = 400 };

static void put_word(struct iq_str *line, const char *word)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=,:+@%^";
    if (*word && word[strspn(word, plain)] == 0) {
        iq_str_puts(line, word);
        return;
    }
    iq_str_puts(line, "'");
    for (; *word; word++)
        iq_str_printf(line, *word == '\'' ? "'\\''" : "%c", *word);
    iq_str_puts(line, "'");
}

void iq_rerun_line(int first, struct iq_str *line)
{
    char words[LONGEST + 1];
    FILE *file = fopen("/proc/self/cmdline", "re");
    size_t length = file ? fread(words, 1, sizeof words, file) : 0;
    if (file)
        fclose(file);
    if (!length || length > LONGEST || words[length - 1])
        return;
    int i = 0;
    for (size_t at = 0; at < length; at += strlen(words + at) + 1, i++) {
        const char *word = words + at;
        if (!i || (i < first && ((i == 1 && !strcmp(word, "run")) || !strncmp(word, "--blame", 7))))
            continue;
        iq_str_puts(line, " ");
        put_word(line, word);
    }
}
