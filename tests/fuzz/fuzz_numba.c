// link: base
/* Names of kernels that may be Numba's. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/numba.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct iq_numba_word word;
    size_t length = 0;
    char *name = malloc(size + 1);
    if (!name)
        return 0;
    if (size)
        memcpy(name, data, size);
    name[size] = '\0';
    const char *function = iq_numba_function(name, &length);
    if (!function != !iq_numba_made(name) || (function && function + length > name + size))
        abort();
    for (unsigned i = 0; i < 64; i++)
        if (iq_numba_parameter(name, i, &word) &&
            (!function || !word.type || !word.element_bytes || word.argument < 0))
            abort();
    free(name);
    return 0;
}
