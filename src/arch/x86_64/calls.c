/* See arch/code.h: calls. */
#include <string.h>

#include "arch/code.h"
#include "arch/x86_64/insn.h"

enum { RSP = 4 };

/* The length of call *(...) with this ModRM and SIB byte. */
static unsigned indirect_call_length(uint8_t modrm, uint8_t sib)
{
    unsigned mode = modrm >> 6, base = modrm & 7, has_sib = mode != 3 && base == 4;
    unsigned wide = mode == 2 || (mode == 0 && (base == 5 || (has_sib && (sib & 7) == 5)));
    return 2 + has_sib + (mode == 1) + 4 * wide;
}

bool iq_arch_ends_in_call(const uint8_t *end)
{
    if (end[-5] == 0xe8)
        return true;
    for (unsigned length = 2; length <= IQ_ARCH_CALL; length++) {
        const uint8_t *at = end - length;
        if (at[0] == 0xff && (at[1] >> 3 & 7) == 2 &&
            indirect_call_length(at[1], length > 2 ? at[2] : 0) == length)
            return true;
    }
    return false;
}

/* Anything but pushes, one subtraction from the stack pointer and instructions that leave it alone
 * ends the attempt. */
bool iq_arch_first_call(const uint8_t *code, struct iq_arch_first_call *call)
{
    size_t depth = 0;
    for (int i = 0; i < 16; i++) {
        struct iq_insn insn;
        if (iq_insn_decode(code, 16, &insn))
            return false;
        if (insn.kind == IQ_INSN_CALL) {
            *call = (struct iq_arch_first_call){ (uintptr_t)code + insn.length, depth,
                                                 depth + sizeof(uintptr_t) };
            return true;
        }
        if (insn.kind != IQ_INSN_PLAIN && insn.kind != IQ_INSN_RIP)
            return false;
        bool wide = code[0] == 0x41 && insn.length == 2;
        if ((insn.length == 1 || wide) && (code[wide] & 0xf8) == 0x50)
            depth += 8;
        else if (insn.length == 4 && code[0] == 0x48 && code[1] == 0x83 && code[2] == 0xec)
            depth += code[3];
        code += insn.length;
    }
    return false;
}

bool iq_arch_return_of_jump(const uint64_t *registers, iq_arch_read *read, uintptr_t *back)
{
    return read(back, registers[RSP], sizeof *back);
}

uintptr_t iq_arch_called_directly(uintptr_t back, iq_arch_read *read)
{
    uint8_t code[6], stub[16];
    int32_t distance;
    uintptr_t target = 0;
    if (!read(code, back - sizeof code, sizeof code))
        return 0;
    memcpy(&distance, code + 2, sizeof distance);
    /* call through the table of the linker (-fno-plt) */
    if (code[0] == 0xff && code[1] == 0x15)
        return read(&target, back + (intptr_t)distance, sizeof target) ? target : 0;
    if (code[1] != 0xe8 || !read(stub, target = back + (intptr_t)distance, sizeof stub))
        return 0;
    uint32_t at = !memcmp(stub, "\xf3\x0f\x1e\xfa", 4) ? 4 : 0; /* endbr64 */
    at += stub[at] == 0xf2;                                     /* bnd */
    if (stub[at] != 0xff || stub[at + 1] != 0x25)
        return target;
    memcpy(&distance, stub + at + 2, sizeof distance);
    return read(&target, target + at + 6 + (intptr_t)distance, sizeof target) ? target : 0;
}

bool iq_arch_called_through(uintptr_t back, const uint64_t *registers, iq_arch_read *read,
                            uintptr_t *target)
{
    uint8_t code[7];
    int32_t distance;
    if (!read(code, back - sizeof code, sizeof code))
        return false;
    memcpy(&distance, code + 3, sizeof distance);
    if (code[5] == 0xff && (code[6] & 0xf8) == 0xd0) { /* call of a register */
        *target = registers[(code[6] & 7) + (code[4] == 0x41 ? 8 : 0)];
        return true;
    }
    if (code[4] == 0xff && (code[5] & 0xf8) == 0x50 && (code[5] & 7) != RSP)
        return read(target, registers[code[5] & 7] + (intptr_t)(int8_t)code[6], sizeof *target);
    if (code[1] == 0xff && (code[2] & 0xf8) == 0x90 && (code[2] & 7) != RSP)
        return read(target, registers[code[2] & 7] + (intptr_t)distance, sizeof *target);
    return false;
}
