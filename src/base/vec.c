#include "base/vec.h"

#include <stdint.h>

int iq_vec_grow(void **data, size_t *capacity, size_t need, size_t size)
{
    size_t wanted = *capacity ? *capacity * 2 : 8;
    if (wanted < need)
        wanted = need;
    if (size && wanted > SIZE_MAX / 2 / size)
        return IQ_ENOMEM;
    void *grown = realloc(*data, wanted * size);
    if (!grown)
        return IQ_ENOMEM;
    *data = grown;
    *capacity = wanted;
    return 0;
}
