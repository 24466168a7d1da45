// link: report trace base
/* The parser of suppressions files and rule lists on arbitrary text. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "report/suppress.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct iq_suppressions suppressions = {0};
    struct iq_str error;
    char *text = malloc(size + 1);
    if (!text)
        return 0;
    if (size)
        memcpy(text, data, size);
    text[size] = '\0';
    iq_str_init_heap(&error);
    iq_suppressions_parse(&suppressions, text, "fuzz", &error);
    iq_suppressions_finish(&suppressions);
    iq_str_finish(&error);
    free(text);
    return 0;
}
