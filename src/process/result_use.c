#include "process/result_use.h"

#include <stdbool.h>

#include "base/insn.h"
#include "process/hostmem.h"

enum { LONGEST = 16, STEPS = 48, RAX = 0, NOBODY = 255 };

/* What an instruction does with the result. */
enum effect { STOPS, PASSES, READS, DROPS, JUMPS, FORKS, RETURNS };

/* Operands by the numbers of their registers; NOBODY: none. */
struct operands {
    uint8_t reg, rm, base, index, which;
};

struct use_walk {
    const uintptr_t *pcs;
    uint32_t count, steps;
};

static struct operands operands_of(const uint8_t *code, const struct iq_insn *insn)
{
    struct operands o = { NOBODY, NOBODY, NOBODY, NOBODY, 0 };
    if (!insn->modrm)
        return o;
    unsigned modrm = code[insn->modrm], sib = code[insn->modrm + 1], mod = modrm >> 6,
             rm = modrm & 7, rex = insn->rex;
    o.which = modrm >> 3 & 7;
    o.reg = (uint8_t)(o.which | (rex & 4) << 1);
    if (mod == 3) {
        o.rm = (uint8_t)(rm | (rex & 1) << 3);
        return o;
    }
    unsigned base = rm == 4 ? sib & 7 : rm;
    if (rm == 4 && ((sib >> 3 & 7) != 4 || rex & 2))
        o.index = (uint8_t)((sib >> 3 & 7) | (rex & 2) << 2);
    if (mod || base != 5) /* else an absolute address, or one after the instruction */
        o.base = (uint8_t)(base | (rex & 1) << 3);
    return o;
}

static bool is_addressed(const struct operands *o) { return o->base == RAX || o->index == RAX; }
static bool is_named(const struct operands *o)
{
    return is_addressed(o) || o->reg == RAX || o->rm == RAX;
}
static enum effect use(bool reads) { return reads ? READS : PASSES; }

/* .reg gets what .rm is. */
static enum effect load(const struct operands *o)
{
    return is_addressed(o) || o->rm == RAX ? READS : o->reg == RAX ? DROPS : PASSES;
}

/* .rm gets .reg, or a number. */
static enum effect store(const struct operands *o, bool number, bool whole)
{
    if (is_addressed(o) || (!number && o->reg == RAX))
        return READS;
    return o->rm != RAX ? PASSES : whole ? DROPS : READS;
}

static enum effect arithmetic(unsigned op, const struct operands *o)
{
    if ((op & 7) >= 4) /* al or eax and a number */
        return READS;
    /* xor, sub of itself */
    bool zeroes = ((op & 0x38) == 0x30 || (op & 0x38) == 0x28) && o->rm != NOBODY &&
                  o->reg == o->rm && op & 1;
    return !is_named(o) ? PASSES : zeroes ? DROPS : READS;
}

/* Of vectors the numbers in .reg and .rm are others. */
static enum effect two_bytes(unsigned op, const struct operands *o)
{
    if (op >= 0x80 && op <= 0x8f)
        return FORKS;
    if ((op >= 0x90 && op <= 0x9f) || (op >= 0x40 && op <= 0x4f) || op == 0xaf || op == 0xa3 ||
        op == 0xba || op == 0xc0 || op == 0xc1)
        return use(is_named(o));
    if (op == 0xb6 || op == 0xb7 || op == 0xbe || op == 0xbf)
        return load(o);
    /* to a register from a vector */
    if (op == 0x2c || op == 0x2d)
        return is_addressed(o) ? READS : o->reg == RAX ? DROPS : PASSES;
    if (op == 0x2a || op == 0x6e) /* the other way */
        return use(is_addressed(o) || o->rm == RAX);
    bool vector = op == 0x10 || op == 0x11 || op == 0x12 || op == 0x13 ||
                  (op >= 0x14 && op <= 0x17) || op == 0x28 || op == 0x29 || op == 0x2e ||
                  op == 0x2f || (op >= 0x51 && op <= 0x6d) || op == 0x6f || op == 0x70 ||
                  op == 0x7f || op == 0xc6 || op == 0xd6 || op == 0xd4 || op == 0xdb ||
                  op == 0xeb || op == 0xef || (op >= 0xf8 && op <= 0xfe);
    return vector || (op >= 0x18 && op <= 0x1f) ? use(is_addressed(o)) : STOPS;
}

static enum effect group(unsigned op, const struct operands *o)
{
    bool reads = is_addressed(o) || o->rm == RAX;
    if (op == 0xff && o->which == 2)
        return reads ? READS : DROPS; /* a call */
    if (op == 0xff && o->which > 2 && o->which != 6)
        return STOPS;                                           /* jumps to who knows where */
    return use(reads || ((op & 0xfe) == 0xf6 && o->which > 3)); /* mul and div */
}

static enum effect effect_of(const struct iq_insn *insn, const struct operands *o)
{
    unsigned op = insn->opcode, low = (op & 7) | (insn->rex & 1) << 3;
    if (op >= 0x0f00)
        return two_bytes(op & 0xff, o);
    if (op < 0x40)
        return arithmetic(op, o);
    if (op >= 0x50 && op <= 0x5f)
        return low != RAX ? PASSES : op < 0x58 ? READS : DROPS;
    if (op >= 0x70 && op <= 0x7f)
        return FORKS;
    if (op >= 0xb0 && op <= 0xbf)
        return low != RAX ? PASSES : op < 0xb8 ? READS : DROPS;
    switch (op) {
    case 0x8b:
    case 0x63:
    case 0x8d:
    case 0x69:
    case 0x6b: return load(o);
    case 0x88:
    case 0x89: return store(o, false, op & 1);
    case 0xc6:
    case 0xc7: return store(o, true, op & 1);
    case 0x84:
    case 0x85:
    case 0x86:
    case 0x87:
    case 0x8a: return use(is_named(o));
    case 0x80:
    case 0x81:
    case 0x83:
    case 0xc0:
    case 0xc1:
    case 0xd0:
    case 0xd1:
    case 0xd2:
    case 0xd3:
    case 0xf6:
    case 0xf7:
    case 0xfe:
    case 0xff: return group(op, o);
    case 0xe8: return DROPS;
    case 0xe9:
    case 0xeb: return JUMPS;
    case 0xc3: return RETURNS;
    case 0x68:
    case 0x6a:
    case 0x90:
    case 0xc9: return PASSES;
    default: return op > 0x90 && op < 0x9a ? READS : op == 0xa8 || op == 0xa9 ? READS : STOPS;
    }
}

/* From [pc] on.  Both ways of a branch count; STEPS bounds them all together. */
static enum iq_result_use follow(struct use_walk *walk, uintptr_t pc)
{
    uint8_t code[LONGEST];
    struct iq_insn insn;
    bool unknown = false; /* what the other way of a branch has come to */
    while (walk->steps && iq_hostmem_copy(pc, code, sizeof code) &&
           !iq_insn_decode(code, sizeof code, &insn)) {
        walk->steps--;
        struct operands o = operands_of(code, &insn);
        enum effect effect = effect_of(&insn, &o);
        uintptr_t target = effect == JUMPS || effect == FORKS ? iq_insn_target(code, &insn, pc) : 0;
        if (effect == FORKS) {
            enum iq_result_use fate = follow(walk, target);
            if (fate == IQ_RESULT_READ)
                return fate;
            unknown |= fate == IQ_RESULT_UNKNOWN;
        }
        if (effect == RETURNS && walk->count > 1) {
            struct use_walk caller = { walk->pcs + 1, walk->count - 1, walk->steps };
            enum iq_result_use fate = follow(&caller, caller.pcs[0]);
            walk->steps = caller.steps;
            return fate == IQ_RESULT_UNUSED && unknown ? IQ_RESULT_UNKNOWN : fate;
        }
        if (effect == READS)
            return IQ_RESULT_READ;
        if (effect == DROPS)
            return unknown ? IQ_RESULT_UNKNOWN : IQ_RESULT_UNUSED;
        if (effect == STOPS || effect == RETURNS)
            return IQ_RESULT_UNKNOWN;
        pc = effect == JUMPS ? target : pc + insn.length;
    }
    return IQ_RESULT_UNKNOWN;
}

enum iq_result_use iq_result_use_of(const uintptr_t *pcs, uint32_t count)
{
#if defined __x86_64__
    struct use_walk walk = { pcs, count, STEPS };
    return count && pcs[0] ? follow(&walk, pcs[0]) : IQ_RESULT_UNKNOWN;
#else
    (void)pcs;
    (void)count;
    (void)follow;
    return IQ_RESULT_UNKNOWN;
#endif
}
