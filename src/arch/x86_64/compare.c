/* See arch/code.h: instructions behind a call, and comparisons of its result. */
#include <string.h>

#include "arch/code.h"
#include "arch/x86_64/insn.h"

enum { CLOBBERED = 0x0fc7 /* by a call: rax rcx rdx rsi rdi r8.. */, SIB_OF_RSP = 0x24 };
/* So many codes, or bits of them, that are handled alike are not all that are no success. */
enum { FEW = 16, MASKED = 3 };

/* The operand of an instruction that is not .reg. */
struct operand {
    bool in_memory;
    uint8_t reg, rm; /* numbers of registers; .rm: only if it is not in memory */
    uint8_t base;    /* of one in a frame, whose address is of rbp or rsp; 0: elsewhere */
    int32_t distance;
};

static struct operand operand_of(const uint8_t *code, const struct iq_insn *insn)
{
    const uint8_t *at = code + insn->modrm;
    struct operand o = { .reg = (uint8_t)((*at >> 3 & 7) | (insn->rex & 4) << 1) };
    unsigned mod = *at >> 6, rm = *at & 7;
    o.in_memory = mod != 3;
    o.rm = (uint8_t)(rm | (insn->rex & 1) << 3);
    /* only what lies in a frame keeps its address */
    if (!o.in_memory || mod == 0 || (rm != IQ_ARCH_BY_SP && rm != IQ_ARCH_BY_FP) || insn->rex & 3 ||
        (rm == IQ_ARCH_BY_SP && at[1] != SIB_OF_RSP))
        return o;
    const uint8_t *number = at + 1 + (rm == IQ_ARCH_BY_SP);
    o.base = (uint8_t)rm;
    o.distance = (int8_t)*number;
    if (mod == 2)
        memcpy(&o.distance, number, sizeof o.distance);
    return o;
}

static bool holds(const struct iq_arch_places *places, const struct operand *o)
{
    if (!o->in_memory)
        return places->registers >> o->rm & 1;
    return o->base && o->base == places->base && o->distance == places->distance;
}

static void set_register(struct iq_arch_places *places, unsigned number, bool holds_it)
{
    places->registers = (places->registers & ~(1u << number)) | (uint32_t)holds_it << number;
    places->known.moved &= ~(1u << number);
}

/* How much more than the result register [number] holds; false: something else. */
static bool is_moved(const struct iq_arch_places *places, unsigned number, int64_t *by)
{
    *by = places->known.moved >> number & 1 ? places->known.by : 0;
    return (places->known.moved | places->registers) >> number & 1;
}

static void move_register(struct iq_arch_places *places, unsigned number, int64_t by)
{
    set_register(places, number, false);
    if (places->known.by != by)
        places->known.moved = 0;
    places->known.moved |= 1u << number;
    places->known.by = by;
}

static void set_flags(struct iq_arch_places *places, int64_t by, int64_t number)
{
    places->known.flagged = true;
    places->known.flags_by = by;
    places->known.number = number;
}

static void narrow(struct iq_arch_known *known, int64_t least, int64_t most)
{
    if (!known->bounded || known->least < least)
        known->least = least;
    if (!known->bounded || known->most > most)
        known->most = most;
    known->bounded = true;
}

/* A jump with condition [cc] (its number in the opcode): is it taken if the result is [wanted]?
 * What that says of the result is noted.  -1: not known. */
static int take(struct iq_arch_known *known, unsigned cc, int32_t wanted)
{
    int64_t value = wanted + known->flags_by, at = known->number - known->flags_by;
    bool is_unsigned = cc < 8;
    if (!known->flagged || (is_unsigned && known->number < 0))
        return -1;
    bool below = is_unsigned ? (uint32_t)value < (uint32_t)known->number : value < known->number,
         equal = value == known->number, taken;
    switch (cc & ~1u) {
    case 0x2: /* b, ae */
    case 0xc: /* l, ge */ taken = below; break;
    case 0x4: /* e, ne */ return equal != (cc & 1);
    case 0x6: /* be, a */
    case 0xe: /* le, g */
        taken = below || equal;
        at++;
        break;
    default: return -1;
    }
    int64_t zero = is_unsigned ? -known->flags_by : INT32_MIN; /* the least, as a result */
    if (taken)
        narrow(known, zero, at - 1);
    else if (wanted >= zero)
        narrow(known, at, INT32_MAX);
    else
        narrow(known, INT32_MIN, zero - 1);
    return taken != (cc & 1);
}

static int32_t number_at(const uint8_t *code, const struct iq_insn *insn, bool is_byte)
{
    int32_t number;
    if (is_byte)
        return (int8_t)code[insn->length - 1];
    memcpy(&number, code + insn->length - sizeof number, sizeof number);
    return number;
}

static void store(struct iq_arch_places *places, const struct operand *o)
{
    bool has = places->registers >> o->reg & 1;
    if (!o->in_memory) {
        set_register(places, o->rm, has);
    } else if (has && o->base) {
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
    bool known = is_moved(places, number, &by);
    if (which != 7)
        set_register(places, number, false);
    if (!known)
        return false;
    uint32_t value = (uint32_t)(wanted + by), mask = (uint32_t)with;
    switch (which) {
    case 0: /* add */ with = -with; /* fallthrough */
    case 5:                         /* sub */
        move_register(places, number, by - with);
        /* fallthrough */
    case 7: /* cmp */
        if (with >= 0)
            set_flags(places, by, with);
        return value == (uint32_t)with;
    case 4: /* and: the same of few others */
        if (__builtin_popcount(~mask) > MASKED)
            return false;
        move_register(places, number, (int64_t)(value & mask) - wanted);
        set_flags(places, (int64_t)(value & mask) - wanted, 0);
        return !(value & mask);
    default: return false;
    }
}

/* Follows the result through one instruction; true: it is compared with the code. */
static bool step(struct iq_arch_places *places, const uint8_t *code, const struct iq_insn *insn,
                 int32_t wanted)
{
    unsigned op = insn->opcode, low = (op & 7) | (insn->rex & 1) << 3;
    struct operand o = insn->modrm ? operand_of(code, insn) : (struct operand){ 0 };
    unsigned which = o.reg & 7;
    int64_t by;
    places->known.flagged &= keeps_flags(op);
    if (op < 0x40 && (op & 7) == 5) /* of eax */
        return calculate(places, op >> 3, 0, number_at(code, insn, false), wanted);
    if ((op == 0x81 || op == 0x83) && insn->modrm) {
        int32_t number = number_at(code, insn, op == 0x83);
        if (!o.in_memory)
            return calculate(places, which, o.rm, number, wanted);
        if (which == 7 && holds(places, &o) && number >= 0)
            set_flags(places, 0, number);
        return which == 7 && holds(places, &o) && number == wanted;
    }
    if (op == 0x85 && insn->modrm && !o.in_memory && o.reg == o.rm && /* test */
        is_moved(places, o.rm, &by)) {
        set_flags(places, by, 0);
        return false;
    }
    if (op == 0x8d && insn->modrm) { /* eax - code, for a range */
        bool from = o.in_memory && is_moved(places, o.rm, &by) && (code[insn->modrm] & 7) != 4 &&
                    code[insn->modrm] >> 6 != 0;
        int32_t number = from ? number_at(code, insn, code[insn->modrm] >> 6 == 1) : 0;
        set_register(places, o.reg, false);
        if (from)
            move_register(places, o.reg, by + number);
        return from && by + number == -(int64_t)wanted;
    }
    if (op == 0x89)
        store(places, &o);
    else if (op == 0x8b)
        set_register(places, o.reg, holds(places, &o));
    else if ((op >= 0xb8 && op <= 0xbf) || (op >= 0x58 && op <= 0x5f))
        set_register(places, low, false);
    else if (op == 0xe8 || (op == 0xff && which == 2))
        places->registers &= ~(uint32_t)CLOBBERED, places->known.moved &= ~(uint32_t)CLOBBERED;
    else if (op < 0x38 && (op & 7) < 4 && insn->modrm && !(op & 2) && !o.in_memory)
        set_register(places, o.rm, false);
    else if (((op < 0x38 && (op & 7) < 4 && op & 2) || op == 0x63 || (op & 0xfff6) == 0x0fb6) &&
             insn->modrm)
        set_register(places, o.reg, false);
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
    int taken = jumps && !insn.ends ? take(&places->known, insn.opcode & 15, wanted) : -1;
    const struct iq_arch_known *known = &places->known;
    *compared |=
        taken >= 0 && known->bounded && known->least > 0 && known->most - known->least < FEW;
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
