/* What the fake libraries (libfake_cuda.so, libfake_cudart.so) remember of the last call.  One thread. */
#ifndef IQ_TESTS_API_FAKE_H
#define IQ_TESTS_API_FAKE_H

#include <stdint.h>
#include <string.h>

enum { IQ_FAKE_ARGS = 20, IQ_FAKE_BYTES = 512 };

struct iq_fake {
    const char *symbol;
    uint32_t answers;           /* every call answers with .answer, not with the code that only its symbol has */
    int32_t answer;
    uint32_t calls;
    uint32_t count;
    uint64_t args[IQ_FAKE_ARGS];
    uint8_t bytes[IQ_FAKE_ARGS][IQ_FAKE_BYTES];     /* of structs passed by value */
};

static inline void fake_record(struct iq_fake *fake, const char *symbol, const uint64_t *args, const uint16_t *sizes, uint32_t count)
{
    fake->symbol = symbol;
    fake->calls++;
    fake->count = count;
    for (uint32_t i = 0; i < count && i < IQ_FAKE_ARGS; i++) {
        fake->args[i] = args[i];
        if (sizes[i] && sizes[i] <= IQ_FAKE_BYTES)
            memcpy(fake->bytes[i], (const void *)(uintptr_t)args[i], sizes[i]);
    }
}

static inline int32_t fake_answer(const struct iq_fake *fake, int32_t own) { return fake->answers ? fake->answer : own; }

#endif
