/* See arch/code.h: entries, thunks. */
#include "arch/code.h"

enum { JUMP = 5, THUNK = 13 };
_Static_assert((int)JUMP == (int)IQ_ARCH_ENTRY && (int)THUNK == (int)IQ_ARCH_ENTRY_MOST, "");

size_t iq_arch_entry_bytes(const uint8_t *code, bool far)
{
    (void)code;
    return far ? THUNK : JUMP;
}

void iq_arch_write_entry(uint8_t *bytes, const uint8_t *at, const uint8_t *thunk)
{
    int32_t distance = (int32_t)(thunk - (at + JUMP));
    bytes[0] = 0xe9;
    iq_arch_copy(bytes + 1, &distance, sizeof distance);
}

void iq_arch_write_far_entry(uint8_t *bytes, const uint8_t *at, const void *patch)
{
    (void)at;
    iq_arch_write_thunk(bytes, patch);
}

/* movabs $patch, %r11; jmp *(%r11) */
void iq_arch_write_thunk(uint8_t *to, const void *patch)
{
    static const uint8_t code[THUNK] = { 0x49, 0xbb, 0, 0, 0, 0, 0, 0, 0, 0, 0x41, 0xff, 0x23 };
    iq_arch_copy(to, code, sizeof code);
    iq_arch_copy(to + 2, &patch, sizeof patch);
}

/* Caches of instructions see what is written. */
void iq_arch_publish(const void *at, size_t size) { (void)at, (void)size; }
