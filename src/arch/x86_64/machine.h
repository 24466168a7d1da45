/* See arch/arch.h. */
#ifndef IQ_ARCH_X86_64_MACHINE_H
#define IQ_ARCH_X86_64_MACHINE_H

#include <elf.h>
#include <emmintrin.h>
#include <stddef.h>
#include <stdint.h>

#define IQ_ARCH_NAME "x86-64"
#define IQ_ARCH_TRIPLET "x86_64-linux-gnu"
enum {
    IQ_ARCH_ELF = EM_X86_64,
    IQ_ARCH_JUMP_SLOT = R_X86_64_JUMP_SLOT,
    IQ_ARCH_GLOB_DAT = R_X86_64_GLOB_DAT,
    IQ_ARCH_FP = 6, /* rbp */
    IQ_ARCH_CALL_PUSHES = 1,
    IQ_ARCH_NAN = 1
};
#define IQ_ARCH_KEPT 3, IQ_ARCH_FP, 12, 13, 14, 15 /* rbx, rbp, r12 .. r15 */
/* arch/code.h */
enum {
    IQ_ARCH_ENTRY = 5,
    IQ_ARCH_ENTRY_MOST = 13,
    IQ_ARCH_THUNK = 16,
    IQ_ARCH_DETOUR = 64,
    IQ_ARCH_REACH = 0x7ff00000,
    IQ_ARCH_CALL = 7,
    IQ_ARCH_ARGUMENT = 7, /* rdi */
    IQ_ARCH_REGISTERS = 16,
    IQ_ARCH_BY_SP = 4,
    IQ_ARCH_BY_FP = 5
};

static inline void iq_arch_pause(void) { __builtin_ia32_pause(); }

#define IQ_ARCH_TICKS "tsc"
static inline uint64_t iq_arch_ticks(void) { return __builtin_ia32_rdtsc(); }

static inline long iq_arch_call(long number, long a, long b, long c, long d, long e, long f)
{
    long result;
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
    return result;
}

static inline void iq_arch_copy(void *to, const void *from, size_t size)
{
    __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(size) : : "memory");
}

static inline unsigned iq_arch_match16(const char *a, char x, const char *b, char y)
{
    __m128i in_a =
                _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)(const void *)a), _mm_set1_epi8(x)),
            in_b =
                _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)(const void *)b), _mm_set1_epi8(y));
    return (unsigned)_mm_movemask_epi8(_mm_and_si128(in_a, in_b));
}

/* The stack pointer of whoever called this function, at the call. */
#define IQ_ARCH_CFA ((uintptr_t)__builtin_dwarf_cfa())

/* arch/rights.h: the register has two bits for each key. */
#define IQ_ARCH_KEYS 1
static inline void iq_arch_set_rights(const int keys[2], const uint32_t rights[2])
{
    uint32_t now, unused;
    __asm__ volatile(".byte 0x0f, 0x01, 0xee" : "=a"(now), "=d"(unused) : "c"(0));
    now &= ~(3u << 2 * keys[0] | 3u << 2 * keys[1]);
    now |= rights[0] << 2 * keys[0] | rights[1] << 2 * keys[1];
    __asm__ volatile(".byte 0x0f, 0x01, 0xef" : : "a"(now), "c"(0), "d"(0) : "memory");
}

static inline uintptr_t iq_arch_plain_return(uintptr_t pc) { return pc; }

static inline const uintptr_t *iq_arch_return_place(uintptr_t cfa, uintptr_t fp, uintptr_t pc)
{
    const uintptr_t *place = (const uintptr_t *)cfa - 1;
    (void)fp;
    return *place == pc ? place : NULL;
}

#endif
