// link: base
/* Any bytes as a log of Oclgrind. */
#include <stdint.h>

#include "../../src/rules/opencl/deep_log.c"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct iq_cl_deep_message message;
    size_t at = 0, got, total = 0;
    while ((got = iq_cl_deep_read((const char *)data + at, size - at, size & 1, &message))) {
        const struct iq_cl_deep_text texts[] = { message.title, message.detail, message.kernel, message.item, message.instruction, message.statement };
        for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
            total += texts[i].size ? (size_t)texts[i].at[0] + (size_t)texts[i].at[texts[i].size - 1] : 0;
        total += message.line + message.bytes + (message.kind ? message.kind->severity : 0);
        at += got;
    }
    __asm__ volatile("" : : "r"(total));
    return 0;
}
