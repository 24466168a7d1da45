/* How long a PoCL binary says it is: a header, the files of the program, the kernels. */
#include "image/pocl.h"

#include <string.h>

enum {
    MAGIC_BYTES = 8,
    VERSION_AT = 16,
    KERNELS_AT = 20,
    FLAGS_AT = 24,
    ENTRIES_AT = 32,
    HEADER = 77,
    OLDEST = 9,
    NEWEST = 12,
    MOST = 65536
};
enum { HAS_VARIABLES = 2 }; /* of the flags: 8 more bytes of header */

static uint32_t word(const uint8_t *at)
{
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

uint64_t iq_pocl_missing(uint64_t address, uint64_t size, iq_pocl_read read)
{
    uint8_t header[HEADER] = { 0 };
    uint64_t at = HEADER, length;
    if (size < MAGIC_BYTES || !read(address, header, size < HEADER ? size : HEADER) ||
        memcmp(header, "poclbin", MAGIC_BYTES))
        return 0;
    if (size < HEADER)
        return HEADER;
    uint32_t version = word(header + VERSION_AT), entries = word(header + ENTRIES_AT),
             kernels = word(header + KERNELS_AT);
    if (version < OLDEST || version > NEWEST || entries > MOST || kernels > MOST)
        return 0;
    at += word(header + FLAGS_AT) & HAS_VARIABLES ? sizeof length : 0;
    /* An entry begins with the length of what follows, a kernel with its own, this number
     * included. */
    for (uint32_t i = 0; i < entries + kernels; i++) {
        bool kernel = i >= entries;
        if (at > size || size - at < sizeof length)
            return at + sizeof length;
        if (!read(address + at, &length, sizeof length) || length > (uint64_t)1 << 40 ||
            (kernel && length < sizeof length))
            return 0;
        at += length + (kernel ? 0 : sizeof length);
    }
    return at > size ? at : 0;
}
