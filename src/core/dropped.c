#include "core/dropped.h"

#include "core/hostmem.h"

enum { LONGEST = 16, STEPS = 16, RAX = 0, NOBODY = 255 };

/* What an instruction does with the result. */
enum effect { STOPS, PASSES, READS, DROPS };

/* One instruction; .reg, .rm, .base, .index: numbers of registers, NOBODY: none. */
struct insn { uint8_t bytes[LONGEST]; unsigned at; uint8_t rex, reg, rm, base, index; bool wide_immediate, is_register; };

static unsigned next(struct insn *insn) { return insn->at < LONGEST ? insn->bytes[insn->at++] : 0; }

static void skip(struct insn *insn, unsigned count) { insn->at += count; }

static void read_modrm(struct insn *insn)
{
    unsigned modrm = next(insn), mod = modrm >> 6, rm = modrm & 7;
    insn->reg = (uint8_t)((modrm >> 3 & 7) | (insn->rex & 4) << 1);
    insn->rm = insn->base = insn->index = NOBODY;
    insn->is_register = mod == 3;
    if (mod == 3) {
        insn->rm = (uint8_t)(rm | (insn->rex & 1) << 3);
        return;
    }
    unsigned sib = rm == 4 ? next(insn) : 0;
    unsigned base = rm == 4 ? sib & 7 : rm;
    if (rm == 4 && ((sib >> 3 & 7) != 4 || insn->rex & 2))
        insn->index = (uint8_t)((sib >> 3 & 7) | (insn->rex & 2) << 2);
    if (mod || base != 5)       /* else an absolute address, or one behind the instruction */
        insn->base = (uint8_t)(base | (insn->rex & 1) << 3);
    skip(insn, mod == 1 ? 1 : mod == 2 || base == 5 ? 4 : 0);
}

static bool is_addressed(const struct insn *insn) { return insn->base == RAX || insn->index == RAX; }
static bool is_named(const struct insn *insn) { return is_addressed(insn) || insn->reg == RAX || insn->rm == RAX; }
static unsigned immediate(const struct insn *insn) { return insn->wide_immediate ? 4 : 2; }

/* Loads register .reg from .rm. */
static enum effect load(struct insn *insn)
{
    read_modrm(insn);
    return is_addressed(insn) || insn->rm == RAX ? READS : insn->reg == RAX ? DROPS : PASSES;
}

static enum effect step_two_bytes(struct insn *insn)
{
    unsigned op = next(insn);
    bool vector = op == 0x10 || op == 0x11 || op == 0x28 || op == 0x29 || op == 0x57 || op == 0x6f || op == 0x7f || op == 0xef || op == 0xd6;
    if (op == 0xb6 || op == 0xb7 || op == 0xbe || op == 0xbf)
        return load(insn);
    if (op != 0x1e && op != 0x1f && !vector)
        return STOPS;
    read_modrm(insn);           /* of vectors the numbers in .reg and .rm are others */
    return is_addressed(insn) ? READS : PASSES;
}

static enum effect step_arithmetic(struct insn *insn, unsigned op)
{
    if ((op & 7) >= 4)          /* al or eax and a number; what is no longer there in 64 bits */
        return (op & 7) < 6 ? READS : STOPS;
    read_modrm(insn);
    bool zeroes = ((op & 0x38) == 0x30 || (op & 0x38) == 0x28) && insn->is_register && insn->reg == insn->rm && op & 1;    /* xor, sub of itself */
    return !is_named(insn) ? PASSES : zeroes ? DROPS : READS;
}

/* Stores .reg, or a number, to .rm. */
static enum effect store(struct insn *insn, bool number, bool whole)
{
    if (is_addressed(insn) || (!number && insn->reg == RAX))
        return READS;
    return insn->rm != RAX ? PASSES : whole ? DROPS : READS;
}

static enum effect step_group(struct insn *insn, unsigned op)
{
    read_modrm(insn);
    unsigned which = insn->reg & 7;
    if (op == 0xff && which == 2)
        return is_addressed(insn) || insn->rm == RAX ? READS : DROPS;      /* a call */
    if ((op == 0xff && which > 2 && which != 6) || (op >= 0xf6 && op <= 0xf7 && which > 3))
        return op == 0xff ? STOPS : READS;                                  /* jumps; mul and div */
    if (op == 0xf6 || op == 0xf7)
        skip(insn, which > 1 ? 0 : op == 0xf6 ? 1 : immediate(insn));
    if (op == 0x80 || op == 0x83 || op == 0xc0 || op == 0xc1)
        skip(insn, 1);
    if (op == 0x81)
        skip(insn, immediate(insn));
    return is_addressed(insn) || insn->rm == RAX ? READS : PASSES;
}

/* *pc: where the next instruction is, if that is not behind this one. */
static enum effect step(struct insn *insn, unsigned op, uint64_t *pc)
{
    unsigned low = (op & 7) | (insn->rex & 1) << 3;
    if (op == 0x0f)
        return step_two_bytes(insn);
    if (op < 0x40)
        return step_arithmetic(insn, op);
    if (op >= 0x50 && op <= 0x5f)
        return low != RAX ? PASSES : op < 0x58 ? READS : DROPS;
    if (op >= 0xb8 && op <= 0xbf) {
        skip(insn, insn->rex & 8 ? 8 : immediate(insn));
        return low == RAX ? DROPS : PASSES;
    }
    switch (op) {
    case 0x8b: case 0x63: case 0x8d: return load(insn);
    case 0x88: case 0x89: read_modrm(insn); return store(insn, false, op & 1);
    case 0xc6: case 0xc7: read_modrm(insn); skip(insn, op & 1 ? immediate(insn) : 1); return store(insn, true, op & 1);
    case 0x84: case 0x85: case 0x86: case 0x87: read_modrm(insn); return is_named(insn) ? READS : PASSES;
    case 0x80: case 0x81: case 0x83: case 0xc0: case 0xc1: case 0xd0: case 0xd1: case 0xd2: case 0xd3: case 0xf6: case 0xf7: case 0xff: return step_group(insn, op);
    case 0xe8: return DROPS;
    case 0xeb: *pc += (uint64_t)(int64_t)(int8_t)insn->bytes[insn->at]; skip(insn, 1); return PASSES;
    case 0xe9:
        *pc += (uint64_t)(int64_t)(int32_t)((uint32_t)insn->bytes[insn->at] | (uint32_t)insn->bytes[insn->at + 1] << 8 | (uint32_t)insn->bytes[insn->at + 2] << 16 |
                                            (uint32_t)insn->bytes[insn->at + 3] << 24);
        skip(insn, 4);
        return PASSES;
    case 0x90: case 0xc9: return PASSES;
    default: return op == 0x98 || op == 0x99 || op == 0xa8 || op == 0xa9 ? READS : STOPS;
    }
}

bool iq_result_is_dropped(uint64_t pc)
{
#if defined __x86_64__
    for (int i = 0; pc && i < STEPS; i++) {
        struct insn insn = { .reg = NOBODY, .wide_immediate = true };
        if (!iq_hostmem_copy(pc, insn.bytes, sizeof insn.bytes))
            return false;
        unsigned op = next(&insn);
        for (; op == 0x66 || op == 0xf2 || op == 0xf3; op = next(&insn))
            insn.wide_immediate &= op != 0x66;
        if (op >= 0x40 && op <= 0x4f) {
            insn.rex = (uint8_t)op;
            op = next(&insn);
        }
        enum effect effect = insn.at + 8 > LONGEST ? STOPS : step(&insn, op, &pc);
        if (effect != PASSES)
            return effect == DROPS;
        pc += insn.at;
    }
#endif
    (void)pc;
    return false;
}
