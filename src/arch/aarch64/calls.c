/* See arch/code.h: calls, and what becomes of their results. */
#include <string.h>

#include "arch/aarch64/insn.h"
#include "arch/code.h"
#include "arch/known.h"

enum {
    WORD = 4,
    LINK = 30,
    NO_REGISTER = 31,      /* zero, or the stack pointer */
    IN_A_CALL = 0x4007ffff /* x0 .. x18, x30 */
};
#define A_NOP 0xd503201fu

static uint32_t word_at(const uint8_t *code)
{
    uint32_t word;
    memcpy(&word, code, sizeof word);
    return word;
}

static bool is_call_far(uint32_t word)
{
    return (word & 0xfefff800) == 0xd63f0000 || (word & 0xfefff800) == 0xd63f0800;
}

bool iq_arch_ends_in_call(const uint8_t *end)
{
    uint32_t word = word_at(end - WORD);
    return (word & 0xfc000000) == 0x94000000 || is_call_far(word);
}

bool iq_arch_first_call(const uint8_t *code, struct iq_arch_first_call *call)
{
    size_t size = 0, back = 0;
    for (int i = 0; i < 24; i++, code += WORD) {
        struct iq_insn insn;
        uint32_t word = word_at(code);
        iq_insn_decode(word, (uintptr_t)code, &insn);
        if (insn.kind == IQ_INSN_CALL) {
            *call = (struct iq_arch_first_call){ (uintptr_t)code + WORD, back, size };
            return back;
        }
        if (insn.kind != IQ_INSN_PLAIN)
            return false;
        if ((word & 0xffc07fff) == 0xa9807bfd) { /* stp x29, x30, [sp, -size]! */
            size += (size_t)-iq_insn_offset(word, 15, 7) * 8;
            back = sizeof(uintptr_t);
        } else if ((word & 0xffc003ff) == 0xd10003ff) { /* sub sp, sp, size */
            size += iq_insn_field(word, 10, 12);
            back += back ? iq_insn_field(word, 10, 12) : 0;
        } else if ((word & 0xffc07fff) == 0xa9007bfd) { /* stp x29, x30, [sp, place] */
            back = (size_t)iq_insn_offset(word, 15, 7) * 8 + sizeof(uintptr_t);
        }
    }
    return false;
}

bool iq_arch_return_of_jump(const uint64_t *registers, iq_arch_read *read, uintptr_t *back)
{
    (void)read;
    *back = registers[LINK];
    return true;
}

uintptr_t iq_arch_called_directly(uintptr_t back, iq_arch_read *read)
{
    uint32_t word, stub[4];
    struct iq_insn insn;
    uintptr_t target = 0;
    if (!read(&word, back - WORD, sizeof word))
        return 0;
    iq_insn_decode(word, back - WORD, &insn);
    if (insn.kind != IQ_INSN_CALL || !read(stub, target = insn.target, sizeof stub))
        return 0;
    uint32_t skip = (stub[0] & 0xffffff3f) == 0xd503241f; /* bti */
    uint32_t page = stub[skip], load = stub[skip + 1];
    /* adrp x16, page; ldr x17, [x16, place] */
    if ((page & 0x9f00001f) != 0x90000010 || (load & 0xffc003ff) != 0xf9400211)
        return target;
    uintptr_t slot =
        iq_insn_page(page, target + skip * WORD) + (uintptr_t)iq_insn_field(load, 10, 12) * 8;
    return read(&target, slot, sizeof target) ? target : 0;
}

bool iq_arch_called_through(uintptr_t back, const uint64_t *registers, iq_arch_read *read,
                            uintptr_t *target)
{
    uint32_t word;
    if (!read(&word, back - WORD, sizeof word) || !is_call_far(word))
        return false;
    *target = registers[iq_insn_field(word, 5, 5)];
    return true;
}

static enum iq_arch_effect flow_of(const struct iq_insn *insn)
{
    switch (insn->kind) {
    case IQ_INSN_PLAIN: return IQ_ARCH_PASSES;
    case IQ_INSN_JUMP: return IQ_ARCH_JUMPS;
    case IQ_INSN_FORK: return IQ_ARCH_FORKS;
    case IQ_INSN_RETURN: return IQ_ARCH_RETURNS;
    default: return IQ_ARCH_STOPS;
    }
}

/* The result is in the register of the first argument: a call behind it may well read it. */
bool iq_arch_use(const uint8_t *code, uintptr_t pc, struct iq_arch_step *step)
{
    struct iq_insn insn;
    uintptr_t patch = iq_insn_patch(code, pc);
    if (patch) {
        *step = (struct iq_arch_step){ IQ_ARCH_LEADS, WORD, patch };
        return true;
    }
    iq_insn_decode(word_at(code), pc, &insn);
    *step = (struct iq_arch_step){ flow_of(&insn), WORD, insn.target };
    if (insn.kind == IQ_INSN_CALL)
        step->effect = IQ_ARCH_CALLS;
    else if (insn.reads & 1)
        step->effect = IQ_ARCH_READS;
    else if (insn.writes & 1)
        step->effect = IQ_ARCH_DROPS;
    return insn.kind != IQ_INSN_UNKNOWN;
}

static bool has(const struct iq_arch_places *places, uint32_t number)
{
    return number != NO_REGISTER && places->registers >> number & 1;
}

/* A word at a distance from the stack or frame pointer is read or written, or false. */
static bool in_frame(uint32_t word, struct iq_arch_places *place)
{
    uint32_t base = iq_insn_field(word, 5, 5);
    if (base != IQ_ARCH_BY_SP && base != IQ_ARCH_BY_FP)
        return false;
    place->base = base;
    if ((word & 0xbf000000) == 0xb9000000) { /* ldr, str, ldrsw */
        place->distance = (int64_t)iq_insn_field(word, 10, 12) << (word >> 30);
        return true;
    }
    place->distance = iq_insn_offset(word, 12, 9);
    return (word & 0xbf200c00) == 0xb8000000; /* ldur, stur */
}

/* Follows words to and from variables and between registers. */
static void move_places(uint32_t word, const struct iq_insn *insn, struct iq_arch_places *places)
{
    struct iq_arch_places place;
    uint32_t number = word & 31, from = iq_insn_field(word, 16, 5);
    bool gets = false;
    int64_t by = 0;
    if ((word & 0x7fe0ffe0) == 0x2a0003e0) { /* mov */
        gets = from != NO_REGISTER && iq_known_moved(places, from, &by);
    } else if (in_frame(word, &place)) {
        bool same = places->base == place.base && places->distance == place.distance;
        if (insn->stores && has(places, number)) {
            places->base = place.base;
            places->distance = place.distance;
        } else if (insn->stores && same) {
            places->base = 0; /* something else is written there */
        }
        gets = !insn->stores && same;
    }
    places->registers &= ~insn->writes;
    places->known.moved &= ~insn->writes;
    if (gets && by)
        iq_known_move(places, number, by);
    else if (gets)
        places->registers |= insn->writes;
}

/* The number of a logical instruction: a run of ones, turned, in each element of 2 to 32 bits; 0:
 * it is none of 32 bits. */
static uint32_t mask_of(uint32_t word)
{
    uint32_t turn = iq_insn_field(word, 16, 6), ones = iq_insn_field(word, 10, 6), size = 32;
    if (word >> 31 || word & 1 << 22)
        return 0;
    while (size > 1 && ones & size) /* 0xxxxx, 10xxxx, 110xxx, ... */
        size /= 2;
    ones = (ones & (size - 1)) + 1;
    turn &= size - 1;
    if (size < 2 || ones == size)
        return 0;
    uint64_t element = (1ull << ones) - 1;
    element = (element >> turn | element << (size - turn)) & ((1ull << size) - 1);
    for (; size < 32; size *= 2)
        element |= element << size;
    return (uint32_t)element;
}

/* Does the instruction leave the flags alone? */
static bool keeps_flags(uint32_t word)
{
    return (word & 0x0a000000) == 0x08000000 ||                /* loads, stores */
           (word & 0x1c000000) == 0x14000000 ||                /* jumps */
           (word & 0x1f800000) == 0x12800000 ||                /* mov of a number */
           (word & 0x1f000000) == 0x10000000 ||                /* adr, adrp */
           (word & 0x3f800000) == 0x11000000 ||                /* add, sub of a number */
           (word & 0x7fe0ffe0) == 0x2a0003e0 || word == A_NOP; /* mov */
}

/* add, sub, adds, subs, cmp, cmn with a number: true: it is the code that is compared. */
static bool add_number(uint32_t word, struct iq_arch_places *places, int32_t wanted)
{
    uint32_t from = iq_insn_field(word, 5, 5), to = word & 31;
    int64_t by, number = iq_insn_field(word, 10, 12) << (word & 1 << 22 ? 12 : 0),
                with = word & 1 << 30 ? number : -number;
    bool sets_flags = word & 1 << 29,
         known = from != NO_REGISTER && iq_known_moved(places, from, &by);
    if (to != NO_REGISTER)
        iq_known_set(places, to, false);
    if (!known)
        return false;
    if (to != NO_REGISTER)
        iq_known_move(places, to, by - with);
    if (sets_flags && with >= 0)
        iq_known_flags(places, by, with);
    return wanted + by == with;
}

/* and, tst of a register and a mask: the same of few others, maybe. */
static bool mask_number(uint32_t word, struct iq_arch_places *places, int32_t wanted)
{
    uint32_t from = iq_insn_field(word, 5, 5), to = word & 31, mask = mask_of(word);
    int64_t by;
    bool known = from != NO_REGISTER && iq_known_moved(places, from, &by);
    if (to != NO_REGISTER)
        iq_known_set(places, to, false);
    if (!known || !mask || __builtin_popcount(~mask) > IQ_KNOWN_MASKED)
        return false;
    uint32_t value = (uint32_t)(wanted + by) & mask;
    if (to != NO_REGISTER)
        iq_known_move(places, to, (int64_t)value - wanted);
    if ((word & 0x60000000) == 0x60000000)
        iq_known_flags(places, (int64_t)value - wanted, 0);
    return !value;
}

/* Is the condition [code] met by the flags if the result is [wanted]?  -1: not known. */
static int meet(struct iq_arch_known *known, uint32_t code, int32_t wanted)
{
    static const uint8_t conditions[8] = { IQ_IF_EQUAL,         IQ_IF_BELOW,          IQ_IF_OTHER,
                                           IQ_IF_OTHER,         IQ_IF_BELOW_OR_EQUAL, IQ_IF_LESS,
                                           IQ_IF_LESS_OR_EQUAL, IQ_IF_OTHER };
    /* of each pair the first one is hs, hi, ge, gt: the opposite */
    bool first = !(code & 1), opposite = code / 2 == 1 || code / 2 >= 4;
    return iq_known_take(known, (enum iq_condition)conditions[code / 2], first == opposite, wanted);
}

/* Is the jump taken if the result is [wanted]?  -1: not known, or it is none. */
static int take(uint32_t word, struct iq_arch_places *places, int32_t wanted)
{
    uint32_t number = word & 31;
    int64_t by;
    if ((word & 0xff000010) == 0x54000000)
        return meet(&places->known, word & 15, wanted);
    if ((word & 0xfe000000) == 0x34000000 && number != NO_REGISTER && /* cbz, cbnz */
        iq_known_moved(places, number, &by))
        return (wanted + by == 0) != (bool)(word & 1 << 24);
    return -1;
}

/* ccmp, ccmn with a number: a comparison if the condition is met. */
static bool compare_if(uint32_t word, struct iq_arch_places *places, int32_t wanted)
{
    struct iq_arch_known before = places->known;
    uint32_t from = iq_insn_field(word, 5, 5), number = iq_insn_field(word, 16, 5);
    int64_t by, with = word & 1 << 30 ? (int64_t)number : -(int64_t)number;
    places->known.flagged = false;
    if (from == NO_REGISTER || meet(&before, iq_insn_field(word, 12, 4), wanted) != 1 ||
        !iq_known_moved(places, from, &by))
        return false;
    if (with >= 0)
        iq_known_flags(places, by, with);
    return wanted + by == with;
}

bool iq_arch_compare(const uint8_t *code, uintptr_t pc, int32_t wanted,
                     struct iq_arch_places *places, struct iq_arch_step *step, bool *compared)
{
    struct iq_insn insn;
    uint32_t word = word_at(code);
    iq_insn_decode(word, pc, &insn);
    *step = (struct iq_arch_step){ flow_of(&insn), WORD, insn.target };
    *compared = false;
    if (insn.kind == IQ_INSN_CALL || insn.kind == IQ_INSN_CALL_FAR) {
        places->registers &= ~(uint32_t)IN_A_CALL;
        places->known.moved &= ~(uint32_t)IN_A_CALL;
        places->known.flagged = false;
        step->effect = IQ_ARCH_PASSES;
        return true;
    }
    int taken = take(word, places, wanted);
    if (taken >= 0) {
        *compared = iq_known_few(&places->known);
        step->effect = taken ? IQ_ARCH_JUMPS : IQ_ARCH_PASSES;
        return true;
    }
    if ((word & 0x3fe00c10) == 0x3a400800) {
        *compared = compare_if(word, places, wanted);
        return true;
    }
    places->known.flagged &= keeps_flags(word);
    if ((word & 0x1f800000) == 0x11000000)
        *compared = add_number(word, places, wanted);
    else if ((word & 0x1f800000) == 0x12000000 && (word & 0x20000000) == (word >> 1 & 0x20000000))
        *compared = mask_number(word, places, wanted);
    else
        move_places(word, &insn, places);
    return insn.kind != IQ_INSN_UNKNOWN;
}

/* How far the operand of ldr and its like lies from the register. */
static int64_t distance_of(uint32_t word)
{
    return (word & 0x3b000000) == 0x39000000 ? (int64_t)iq_insn_field(word, 10, 12) << (word >> 30)
                                             : 0;
}

bool iq_arch_effects(const uint8_t *code, uintptr_t pc, struct iq_arch_effects *effects)
{
    struct iq_insn insn;
    struct iq_arch_places place;
    uint32_t word = word_at(code);
    iq_insn_decode(word, pc, &insn);
    bool call = insn.kind == IQ_INSN_CALL || insn.kind == IQ_INSN_CALL_FAR,
         fixed = insn.in_memory && in_frame(word, &place);
    *effects = (struct iq_arch_effects){ .flow = call ? IQ_ARCH_CALLS : (uint8_t)flow_of(&insn),
                                         .length = WORD,
                                         .opaque = call,
                                         .fixed = fixed,
                                         .base = fixed ? (uint8_t)place.base : 0,
                                         .loads = insn.in_memory && !insn.stores,
                                         .stores = insn.stores,
                                         .reads = insn.reads,
                                         .writes = call ? IN_A_CALL : insn.writes,
                                         .address = insn.in_memory ? insn.reads : 0,
                                         .distance = fixed ? place.distance : distance_of(word),
                                         .target = insn.target };
    return insn.kind != IQ_INSN_UNKNOWN;
}
