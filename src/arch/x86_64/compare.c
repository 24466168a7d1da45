/* See arch/code.h: instructions behind a call, and comparisons of its result. */
#include <string.h>

#include "arch/code.h"
#include "arch/known.h"
#include "arch/x86_64/insn.h"

/* Only what lies in a frame keeps its address. */
static bool is_in_frame(const struct iq_insn_operands *o)
{
    return o->index == IQ_INSN_NOBODY && (o->base == IQ_ARCH_BY_SP || o->base == IQ_ARCH_BY_FP);
}

static bool is_register(const struct iq_insn_operands *o) { return o->rm != IQ_INSN_NOBODY; }

static bool holds(const struct iq_arch_places *places, const struct iq_insn_operands *o)
{
    if (is_register(o))
        return places->registers >> o->rm & 1;
    return is_in_frame(o) && o->base == places->base && o->distance == places->distance;
}

/* The condition of a jump by its number in the opcode. */
static enum iq_condition condition_of(unsigned cc)
{
    switch (cc & 14) {
    case 0x2: return IQ_IF_BELOW;
    case 0x4: return IQ_IF_EQUAL;
    case 0x6: return IQ_IF_BELOW_OR_EQUAL;
    case 0xc: return IQ_IF_LESS;
    case 0xe: return IQ_IF_LESS_OR_EQUAL;
    default: return IQ_IF_OTHER;
    }
}

static int32_t number_at(const uint8_t *code, const struct iq_insn *insn, bool is_byte)
{
    int32_t number;
    if (is_byte)
        return (int8_t)code[insn->length - 1];
    memcpy(&number, code + insn->length - sizeof number, sizeof number);
    return number;
}

static void store(struct iq_arch_places *places, const struct iq_insn_operands *o)
{
    bool has = places->registers >> o->reg & 1;
    if (is_register(o)) {
        iq_known_set(places, o->rm, has);
    } else if (has && is_in_frame(o)) {
        places->base = o->base;
        places->distance = o->distance;
    } else if (holds(places, o)) {
        places->base = 0; /* something else is written there */
    }
}

/* Does the instruction leave the flags alone? */
static bool keeps_flags(unsigned op)
{
    return op == 0x89 || op == 0x8b || op == 0x8d || op == 0xc7 || (op >= 0xb8 && op <= 0xbf) ||
           (op >= 0x50 && op <= 0x5f) || (op & 0xfff6) == 0x0fb6 || (op & 0xfff0) == 0x0f80 ||
           (op >= 0x70 && op <= 0x7f);
}

/* Arithmetic of a register with a number: true: one code, or few, is told from the others. */
static bool calculate(struct iq_arch_places *places, unsigned which, unsigned number, int32_t with,
                      int32_t wanted)
{
    int64_t by;
    bool known = iq_known_moved(places, number, &by);
    if (which != 7)
        iq_known_set(places, number, false);
    if (!known)
        return false;
    uint32_t value = (uint32_t)(wanted + by), mask = (uint32_t)with;
    switch (which) {
    case 0: /* add */ with = -with; /* fallthrough */
    case 5:                         /* sub */
        iq_known_move(places, number, by - with);
        /* fallthrough */
    case 7: /* cmp */
        if (with >= 0)
            iq_known_flags(places, by, with);
        return value == (uint32_t)with;
    case 4: /* and: the same of few others */
        if (__builtin_popcount(~mask) > IQ_KNOWN_MASKED)
            return false;
        iq_known_move(places, number, (int64_t)(value & mask) - wanted);
        iq_known_flags(places, (int64_t)(value & mask) - wanted, 0);
        return !(value & mask);
    default: return false;
    }
}

/* Follows the result through one instruction; true: it is compared with the code. */
static bool step(struct iq_arch_places *places, const uint8_t *code, const struct iq_insn *insn,
                 int32_t wanted)
{
    unsigned op = insn->opcode, low = (op & 7) | (insn->rex & 1) << 3;
    struct iq_insn_operands o = iq_insn_operands_of(code, insn);
    unsigned which = o.which;
    int64_t by;
    places->known.flagged &= keeps_flags(op);
    if (op < 0x40 && (op & 7) == 5) /* of eax */
        return calculate(places, op >> 3, 0, number_at(code, insn, false), wanted);
    if ((op == 0x81 || op == 0x83) && insn->modrm) {
        int32_t number = number_at(code, insn, op == 0x83);
        if (is_register(&o))
            return calculate(places, which, o.rm, number, wanted);
        if (which == 7 && holds(places, &o) && number >= 0)
            iq_known_flags(places, 0, number);
        return which == 7 && holds(places, &o) && number == wanted;
    }
    if (op == 0x85 && insn->modrm && o.reg == o.rm && /* test */
        iq_known_moved(places, o.rm, &by)) {
        iq_known_flags(places, by, 0);
        return false;
    }
    if (op == 0x8d && insn->modrm) { /* eax - code, for a range */
        bool from = o.base != IQ_INSN_NOBODY && o.index == IQ_INSN_NOBODY && o.distance &&
                    iq_known_moved(places, o.base, &by);
        iq_known_set(places, o.reg, false);
        if (from)
            iq_known_move(places, o.reg, by + o.distance);
        return from && by + o.distance == -(int64_t)wanted;
    }
    if (op == 0x89)
        store(places, &o);
    else if (op == 0x8b)
        iq_known_set(places, o.reg, holds(places, &o));
    else if ((op >= 0xb8 && op <= 0xbf) || (op >= 0x58 && op <= 0x5f))
        iq_known_set(places, low, false);
    else if (op == 0xe8 || (op == 0xff && which == 2))
        places->registers &= ~(uint32_t)IQ_INSN_IN_A_CALL,
            places->known.moved &= ~(uint32_t)IQ_INSN_IN_A_CALL;
    else if (op < 0x38 && (op & 7) < 4 && insn->modrm && !(op & 2) && is_register(&o))
        iq_known_set(places, o.rm, false);
    else if (((op < 0x38 && (op & 7) < 4 && op & 2) || op == 0x63 || (op & 0xfff6) == 0x0fb6) &&
             insn->modrm)
        iq_known_set(places, o.reg, false);
    return false;
}

bool iq_arch_compare(const uint8_t *code, uintptr_t pc, int32_t wanted,
                     struct iq_arch_places *places, struct iq_arch_step *to, bool *compared)
{
    struct iq_insn insn;
    if (iq_insn_decode(code, IQ_ARCH_LONGEST, &insn))
        return false;
    bool jumps = insn.kind == IQ_INSN_REL8 || insn.kind == IQ_INSN_REL32,
         returns = insn.kind == IQ_INSN_RETURN && insn.opcode == 0xc3;
    *compared = step(places, code, &insn, wanted);
    int taken = jumps && !insn.ends ? iq_known_take(&places->known, condition_of(insn.opcode),
                                                    insn.opcode & 1, wanted)
                                    : -1;
    *compared |= taken >= 0 && iq_known_few(&places->known);
    *to = (struct iq_arch_step){ .length = insn.length,
                                 .target = jumps ? iq_insn_target(code, &insn, pc) : 0,
                                 .effect = returns      ? IQ_ARCH_RETURNS
                                           : taken == 0 ? IQ_ARCH_PASSES
                                           : taken == 1 ? IQ_ARCH_JUMPS
                                           : !insn.ends ? jumps ? IQ_ARCH_FORKS : IQ_ARCH_PASSES
                                           : jumps      ? IQ_ARCH_JUMPS
                                                        : IQ_ARCH_STOPS };
    return true;
}
