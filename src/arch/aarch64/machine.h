/* See arch/arch.h. */
#ifndef IQ_ARCH_AARCH64_MACHINE_H
#define IQ_ARCH_AARCH64_MACHINE_H

#include <arm_neon.h>
#include <elf.h>
#include <stddef.h>
#include <stdint.h>

#define IQ_ARCH_NAME "AArch64"
#define IQ_ARCH_TRIPLET "aarch64-linux-gnu"
enum {
    IQ_ARCH_ELF = EM_AARCH64,
    IQ_ARCH_JUMP_SLOT = R_AARCH64_JUMP_SLOT,
    IQ_ARCH_GLOB_DAT = R_AARCH64_GLOB_DAT,
    IQ_ARCH_FP = 29,
    IQ_ARCH_CALL_PUSHES = 0,
    IQ_ARCH_NAN = 0
};
#define IQ_ARCH_KEPT 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, IQ_ARCH_FP
/* arch/code.h */
enum {
    IQ_ARCH_ENTRY = 4,
    IQ_ARCH_ENTRY_MOST = 24,
    IQ_ARCH_THUNK = 24,
    IQ_ARCH_DETOUR = 128,
    IQ_ARCH_REACH = 0x7f00000,
    IQ_ARCH_CALL = 4,
    IQ_ARCH_ARGUMENT = 0,
    IQ_ARCH_REGISTERS = 32, /* the last one: the stack pointer */
    IQ_ARCH_BY_SP = 31,
    IQ_ARCH_BY_FP = 29
};
#define IQ_ARCH_KEYS 0 /* arch/rights.h */

static inline void iq_arch_pause(void) { __asm__ volatile("yield"); }

#define IQ_ARCH_TICKS "arch_sys_counter"
static inline uint64_t iq_arch_ticks(void)
{
    uint64_t ticks;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
    return ticks;
}

static inline long iq_arch_call(long number, long a, long b, long c, long d, long e, long f)
{
    register long x8 __asm__("x8") = number;
    register long x0 __asm__("x0") = a;
    register long x1 __asm__("x1") = b;
    register long x2 __asm__("x2") = c;
    register long x3 __asm__("x3") = d;
    register long x4 __asm__("x4") = e;
    register long x5 __asm__("x5") = f;
    __asm__ volatile("svc 0"
                     : "+r"(x0)
                     : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
                     : "memory");
    return x0;
}

/* Instructions are written whole, as other threads may be running them. */
static inline void iq_arch_copy(void *to, const void *from, size_t size)
{
    uint8_t *d = to;
    const uint8_t *s = from;
    for (; size >= 4 && !(((uintptr_t)d | (uintptr_t)s) & 3); size -= 4, d += 4, s += 4)
        *(volatile uint32_t *)(void *)d = *(const volatile uint32_t *)(const void *)s;
    for (; size; size--)
        *(volatile uint8_t *)d++ = *s++;
}

static inline unsigned iq_arch_match16(const char *a, char x, const char *b, char y)
{
    static const uint8_t weights[16] = { 1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128 };
    uint8x16_t in_a = vceqq_u8(vld1q_u8((const uint8_t *)a), vdupq_n_u8((uint8_t)x)),
               in_b = vceqq_u8(vld1q_u8((const uint8_t *)b), vdupq_n_u8((uint8_t)y)),
               bits = vandq_u8(vandq_u8(in_a, in_b), vld1q_u8(weights));
    return vaddv_u8(vget_low_u8(bits)) | (unsigned)vaddv_u8(vget_high_u8(bits)) << 8;
}

#define IQ_ARCH_CFA ((uintptr_t)__builtin_dwarf_cfa())

/* Without the signature (PAC) that it may have. */
static inline uintptr_t iq_arch_plain_return(uintptr_t pc)
{
    register uintptr_t x30 __asm__("x30") = pc;
    __asm__("hint 7" : "+r"(x30)); /* xpaclri */
    return x30;
}

/* It is in the function's frame record, if there is one. */
static inline const uintptr_t *iq_arch_return_place(uintptr_t cfa, uintptr_t fp, uintptr_t pc)
{
    const uintptr_t *record = (const uintptr_t *)fp;
    if (fp & 7 || fp < (uintptr_t)__builtin_frame_address(0) || fp + 2 * sizeof *record > cfa)
        return NULL;
    return iq_arch_plain_return(record[1]) == pc ? record + 1 : NULL;
}

#endif
