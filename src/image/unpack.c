/* Payload of a fatbin entry as plain bytes.  The only file that needs libzstd and liblz4. */
#include <limits.h>
#include <lz4.h>
#include <stdlib.h>
#include <zstd.h>

#include "image/inner.h"

#define LARGEST_UNPACKED ((uint64_t)1 << 30)

static int expand(const struct iq_image_entry *entry, char *data, size_t size)
{
    if (entry->packing == IQ_PACKING_ZSTD) {
        size_t got = ZSTD_decompress(data, size, entry->payload, entry->payload_size);
        return ZSTD_isError(got) || got != size ? IQ_ECORRUPT : 0;
    }
    if (entry->packing == IQ_PACKING_LZ4) {
        if (entry->payload_size > INT_MAX || size > INT_MAX)
            return IQ_ETOOBIG;
        int got = LZ4_decompress_safe((const char *)entry->payload, data, (int)entry->payload_size,
                                      (int)size);
        return got < 0 || (size_t)got != size ? IQ_ECORRUPT : 0;
    }
    memcpy(data, entry->payload, size);
    return 0;
}

bool iq_image_is_plausible(const struct iq_image_entry *entry)
{
    /* zstd gains at most some 10^5, LZ4 255 */
    return entry->packing == IQ_PACKING_NONE ||
           entry->unpacked_size / (entry->packing == IQ_PACKING_LZ4 ? 256 : 100000) <=
               entry->payload_size;
}

int iq_image_unpack(const struct iq_image_entry *entry, char **data, size_t *size)
{
    uint64_t wanted =
        entry->packing == IQ_PACKING_NONE ? entry->payload_size : entry->unpacked_size;
    if (!iq_image_is_plausible(entry))
        return IQ_ECORRUPT;
    if (wanted > LARGEST_UNPACKED)
        return IQ_ETOOBIG;
    char *memory = malloc(wanted + 1);
    if (!memory)
        return IQ_ENOMEM;
    int error = expand(entry, memory, wanted);
    if (error) {
        free(memory);
        return error;
    }
    memory[wanted] = '\0';
    *data = memory;
    *size = entry->kind == IQ_ENTRY_PTX ? strnlen(memory, wanted) : wanted;
    return 0;
}
