/* x86-64 instructions as compilers put them: their lengths and parts.  Knows only what it is sure
 * of; everything else is IQ_EUNSUPPORTED.  Stateless, any thread, needs no libc. */
#ifndef IQ_ARCH_X86_64_INSN_H
#define IQ_ARCH_X86_64_INSN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/contract.h"

enum iq_insn_kind {
    IQ_INSN_PLAIN,
    IQ_INSN_RIP,      /* has a 32-bit displacement relative to the next instruction at .field */
    IQ_INSN_REL8,     /* jmp or jcc with an 8-bit displacement at .field */
    IQ_INSN_REL32,    /* jmp or jcc with a 32-bit displacement at .field */
    IQ_INSN_CALL,     /* call with a 32-bit displacement at .field */
    IQ_INSN_CALL_FAR, /* call of an address in a register or in memory */
    IQ_INSN_RETURN    /* nothing is executed after it */
};

struct iq_insn {
    uint8_t length, field;
    uint8_t kind;       /* enum iq_insn_kind */
    uint8_t rex, modrm; /* 0: there is none; .modrm: where it is */
    uint16_t opcode;    /* 0x0f00 + the second byte of those that have two */
    bool ends;          /* control never reaches the next byte */
};

/* Decodes the instruction at [code] of which [size] bytes may be read.  Returns 0, IQ_ETRUNCATED,
 * IQ_EUNSUPPORTED. */
IQ_NONNULL int iq_insn_decode(const uint8_t *code, size_t size, struct iq_insn *insn);

/* Its operands by the numbers of their registers; IQ_INSN_NOBODY: there is none. */
enum {
    IQ_INSN_NOBODY = 255,
    IQ_INSN_IN_A_CALL = 0x0fc7 /* registers that a call changes: rax rcx rdx rsi rdi r8 .. r11 */
};
struct iq_insn_operands {
    uint8_t reg, rm; /* .rm: NOBODY if it is in memory */
    uint8_t base,
        index;        /* of the one in memory; no base: an absolute address, or relative to rip */
    uint8_t which;    /* which of a group of instructions it is */
    int32_t distance; /* of the one in memory from its base */
};
IQ_NONNULL struct iq_insn_operands iq_insn_operands_of(const uint8_t *code,
                                                       const struct iq_insn *insn);

/* Does the middle of ModRM say what it does? */
static inline bool iq_insn_is_group(unsigned opcode)
{
    return (opcode >= 0x80 && opcode <= 0x83) || (opcode & 0xfffe) == 0xc0 ||
           (opcode & 0xfffc) == 0xd0 || (opcode & 0xfff6) == 0xf6;
}

/* Where a REL8, REL32, CALL or RIP instruction at address [at] points to. */
IQ_NONNULL uintptr_t iq_insn_target(const uint8_t *code, const struct iq_insn *insn, uintptr_t at);

#endif
