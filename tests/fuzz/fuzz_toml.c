// link: report trace base
/* The reader of inquest.toml on arbitrary text. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cli/toml.c"

static int take(void *user, const struct iq_toml_value *value, struct iq_str *error)
{
    unsigned *last = user;
    (void)error;
    if (!value->key || !value->text || value->line < *last)
        abort();
    *last = value->line;
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct iq_arena arena = {0};
    struct iq_str error;
    unsigned line = 1;
    char *text = malloc(size + 1);
    if (!text)
        return 0;
    if (size)
        memcpy(text, data, size);
    text[size] = '\0';
    iq_str_init_heap(&error);
    int failed = iq_toml_read(text, &arena, take, &line, &error);
    if (failed == IQ_EFORMAT ? error.length == 0 : failed)
        abort();        /* a refusal without a word, or none of text */
    iq_arena_finish(&arena);
    iq_str_finish(&error);
    free(text);
    return 0;
}
