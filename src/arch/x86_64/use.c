/* See arch/code.h: instructions behind a call, and its result in eax. */
#include "arch/code.h"
#include "arch/x86_64/insn.h"

enum { RAX = 0 };

static bool is_addressed(const struct iq_insn_operands *o)
{
    return o->base == RAX || o->index == RAX;
}
static bool is_named(const struct iq_insn_operands *o)
{
    return is_addressed(o) || o->reg == RAX || o->rm == RAX;
}
static enum iq_arch_effect use(bool reads) { return reads ? IQ_ARCH_READS : IQ_ARCH_PASSES; }

/* .reg gets what .rm is. */
static enum iq_arch_effect load(const struct iq_insn_operands *o)
{
    return is_addressed(o) || o->rm == RAX ? IQ_ARCH_READS
           : o->reg == RAX                 ? IQ_ARCH_DROPS
                                           : IQ_ARCH_PASSES;
}

/* .rm gets .reg, or a number. */
static enum iq_arch_effect store(const struct iq_insn_operands *o, bool number, bool whole)
{
    if (is_addressed(o) || (!number && o->reg == RAX))
        return IQ_ARCH_READS;
    return o->rm != RAX ? IQ_ARCH_PASSES : whole ? IQ_ARCH_DROPS : IQ_ARCH_READS;
}

static enum iq_arch_effect arithmetic(unsigned op, const struct iq_insn_operands *o)
{
    if ((op & 7) >= 4) /* al or eax and a number */
        return IQ_ARCH_READS;
    /* xor, sub of itself */
    bool zeroes = ((op & 0x38) == 0x30 || (op & 0x38) == 0x28) && o->rm != IQ_INSN_NOBODY &&
                  o->reg == o->rm && op & 1;
    return !is_named(o) ? IQ_ARCH_PASSES : zeroes ? IQ_ARCH_DROPS : IQ_ARCH_READS;
}

/* Of vectors the numbers in .reg and .rm are others. */
static enum iq_arch_effect two_bytes(unsigned op, const struct iq_insn_operands *o)
{
    if (op >= 0x80 && op <= 0x8f)
        return IQ_ARCH_FORKS;
    if ((op >= 0x90 && op <= 0x9f) || (op >= 0x40 && op <= 0x4f) || op == 0xaf || op == 0xa3 ||
        op == 0xba || op == 0xc0 || op == 0xc1)
        return use(is_named(o));
    if (op == 0xb6 || op == 0xb7 || op == 0xbe || op == 0xbf)
        return load(o);
    /* to a register from a vector */
    if (op == 0x2c || op == 0x2d)
        return is_addressed(o) ? IQ_ARCH_READS : o->reg == RAX ? IQ_ARCH_DROPS : IQ_ARCH_PASSES;
    if (op == 0x2a || op == 0x6e) /* the other way */
        return use(is_addressed(o) || o->rm == RAX);
    bool vector = op == 0x10 || op == 0x11 || op == 0x12 || op == 0x13 ||
                  (op >= 0x14 && op <= 0x17) || op == 0x28 || op == 0x29 || op == 0x2e ||
                  op == 0x2f || (op >= 0x51 && op <= 0x6d) || op == 0x6f || op == 0x70 ||
                  op == 0x7f || op == 0xc6 || op == 0xd6 || op == 0xd4 || op == 0xdb ||
                  op == 0xeb || op == 0xef || (op >= 0xf8 && op <= 0xfe);
    return vector || (op >= 0x18 && op <= 0x1f) ? use(is_addressed(o)) : IQ_ARCH_STOPS;
}

static enum iq_arch_effect group(unsigned op, const struct iq_insn_operands *o)
{
    bool reads = is_addressed(o) || o->rm == RAX;
    if (op == 0xff && o->which == 2)
        return reads ? IQ_ARCH_READS : IQ_ARCH_DROPS; /* a call */
    if (op == 0xff && o->which > 2 && o->which != 6)
        return IQ_ARCH_STOPS;                                   /* jumps to who knows where */
    return use(reads || ((op & 0xfe) == 0xf6 && o->which > 3)); /* mul and div */
}

static enum iq_arch_effect effect_of(const struct iq_insn *insn, const struct iq_insn_operands *o)
{
    unsigned op = insn->opcode, low = (op & 7) | (insn->rex & 1) << 3;
    if (op >= 0x0f00)
        return two_bytes(op & 0xff, o);
    if (op < 0x40)
        return arithmetic(op, o);
    if (op >= 0x50 && op <= 0x5f)
        return low != RAX ? IQ_ARCH_PASSES : op < 0x58 ? IQ_ARCH_READS : IQ_ARCH_DROPS;
    if (op >= 0x70 && op <= 0x7f)
        return IQ_ARCH_FORKS;
    if (iq_insn_is_group(op))
        return group(op, o);
    if (op >= 0xb0 && op <= 0xbf)
        return low != RAX ? IQ_ARCH_PASSES : op < 0xb8 ? IQ_ARCH_READS : IQ_ARCH_DROPS;
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
    case 0xe8: return IQ_ARCH_DROPS;
    case 0xe9:
    case 0xeb: return IQ_ARCH_JUMPS;
    case 0xc3: return IQ_ARCH_RETURNS;
    case 0x68:
    case 0x6a:
    case 0x90:
    case 0xc9: return IQ_ARCH_PASSES;
    default:
        return op > 0x90 && op < 0x9a     ? IQ_ARCH_READS
               : op == 0xa8 || op == 0xa9 ? IQ_ARCH_READS
                                          : IQ_ARCH_STOPS;
    }
}

bool iq_arch_use(const uint8_t *code, uintptr_t pc, struct iq_arch_step *step)
{
    struct iq_insn insn;
    if (iq_insn_decode(code, IQ_ARCH_LONGEST, &insn))
        return false;
    struct iq_insn_operands o = iq_insn_operands_of(code, &insn);
    enum iq_arch_effect effect = effect_of(&insn, &o);
    bool jumps = effect == IQ_ARCH_JUMPS || effect == IQ_ARCH_FORKS;
    *step =
        (struct iq_arch_step){ effect, insn.length, jumps ? iq_insn_target(code, &insn, pc) : 0 };
    return true;
}
