// link: base
/* Any bytes as a log of Oclgrind. */
#include <stdint.h>

#include "../../src/api_opencl/deep_log.c"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct iq_cl_deep_message message;
    size_t at = 0, got, total = 0;
    while ((got = iq_cl_deep_read((const char *)data + at, size - at, size & 1, &message))) {
        total += message.title.size + message.kernel.size + message.line + (message.statement.size ? (size_t)message.statement.at[message.statement.size - 1] : 0);
        at += got;
    }
    __asm__ volatile("" : : "r"(total));
    return 0;
}
