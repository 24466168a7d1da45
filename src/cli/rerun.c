#include "cli/rerun.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST = 400 };

void iq_rerun_put_word(struct iq_str *line, const char *word)
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

static bool starts(const char *word, const char *with)
{
    return !strncmp(word, with, strlen(with));
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
    bool value = false; /* of the option that was left out */
    for (size_t at = 0; at < length; at += strlen(words + at) + 1, i++) {
        const char *word = words + at;
        bool left_out =
            !i || (i < first && (value || (i == 1 && !strcmp(word, "run")) ||
                                 starts(word, "--blame") || starts(word, "--kernel-checks")));
        value = !value && i < first && !strcmp(word, "--kernel-checks");
        if (left_out)
            continue;
        iq_str_puts(line, " ");
        iq_rerun_put_word(line, word);
    }
}
