/* AArch64 instructions as compilers put them: where control goes, which general registers they read
 * and write.  Knows only what it is sure of.  Stateless, any thread, needs no libc. */
#ifndef IQ_ARCH_AARCH64_INSN_H
#define IQ_ARCH_AARCH64_INSN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/contract.h"

enum iq_insn_kind {
    IQ_INSN_UNKNOWN,
    IQ_INSN_PLAIN,
    IQ_INSN_JUMP,     /* to .target */
    IQ_INSN_FORK,     /* or to the next one */
    IQ_INSN_CALL,     /* of .target */
    IQ_INSN_CALL_FAR, /* of the address in a register */
    IQ_INSN_JUMP_FAR,
    IQ_INSN_RETURN
};

struct iq_insn {
    enum iq_insn_kind kind;
    uint32_t reads, writes; /* a bit for each general register; the stack pointer is none */
    bool in_memory;         /* has an operand there */
    bool stores;            /* it is written */
    uintptr_t target;
};

IQ_NONNULL void iq_insn_decode(uint32_t word, uintptr_t pc, struct iq_insn *insn);

/* The patch of the thunk at [pc] (arch/code.h, arch/passes.h), of which [code] is a copy of
 * IQ_ARCH_LONGEST bytes; 0: it is none. */
IQ_NONNULL uintptr_t iq_insn_patch(const uint8_t *code, uintptr_t pc);

/* Bits [low] .. [low] + [count] - 1 of an instruction; with the sign of the highest one. */
static inline uint32_t iq_insn_field(uint32_t word, unsigned low, unsigned count)
{
    return word >> low & ((1u << count) - 1);
}
static inline int64_t iq_insn_offset(uint32_t word, unsigned low, unsigned count)
{
    return (int64_t)((uint64_t)word << (64 - low - count)) >> (64 - count);
}

/* What an adrp at [pc] writes. */
static inline uintptr_t iq_insn_page(uint32_t word, uintptr_t pc)
{
    uint64_t pages = (uint64_t)iq_insn_offset(word, 5, 19) << 2 | iq_insn_field(word, 29, 2);
    return (pc & ~(uintptr_t)4095) + (pages << 12);
}

#endif
