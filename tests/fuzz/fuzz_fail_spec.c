// link: report trace base
/* The parser of --fail on arbitrary text, and the check of what it names. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail_spec.h"
#include "cli/fail.c"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct iq_fail_spec spec;
    struct iq_str error;
    int found;
    char *text = malloc(size + 1);
    if (!text)
        return 0;
    if (size)
        memcpy(text, data, size);
    text[size] = '\0';
    const char *at = text;
    iq_str_init_heap(&error);
    while ((found = iq_fail_next(&at, &spec, &error)) > 0)
        if (!*spec.call || !*spec.code || spec.probability < 0 || spec.probability > 1 || at > text + size)
            abort();
    if (found < 0 ? !error.length : *at)
        abort();        /* a refusal without a word, or something left over */
    iq_str_finish(&error);
    iq_str_init_heap(&error);
    if (iq_fail_check(text, &error) && !error.length)
        abort();
    iq_str_finish(&error);
    free(text);
    return 0;
}
