// link: base
/* Mangled names, whole and cut off. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/plain_name.h"

/* Something is always said, and no more than there is room for. */
static void put(const char *name)
{
    char buffer[64];
    struct iq_str small, whole;
    iq_str_init_buffer(&small, buffer, sizeof buffer);
    iq_str_init_heap(&whole);
    iq_plain_name_put(&small, name);
    iq_plain_name_put(&whole, name);
    if (strlen(buffer) >= sizeof buffer || (name[0] && !iq_str_text(&whole)[0]))
        abort();
    iq_str_finish(&whole);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *name = malloc(size + 1);
    if (!name)
        return 0;
    if (size)
        memcpy(name, data, size);
    name[size] = '\0';
    put(name);
    free(name);
    return 0;
}
