// link: image base
/* Any bytes as a binary of PoCL's; what it reads lies within them. */
#include <stdlib.h>
#include <string.h>

#include "image/pocl.h"

static const uint8_t *bytes;
static size_t count;

static bool copy(uint64_t address, void *to, size_t size)
{
    if (address > count || size > count - address)
        abort();
    memcpy(to, bytes + address, size);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bytes = data;
    count = size;
    uint64_t whole = iq_pocl_missing(0, size, copy);
    if (whole && whole <= size)
        abort();
    return 0;
}
