/* See arch/code.h: calls, and what becomes of their results. */
#include <string.h>

#include "arch/aarch64/insn.h"
#include "arch/code.h"

enum { WORD = 4, LINK = 30, IN_A_CALL = 0x4007ffff /* x0 .. x18, x30 */ };

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
    return number != 31 && places->registers >> number & 1;
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
    uint32_t number = word & 31;
    bool gets = false;
    if ((word & 0x7fe0ffe0) == 0x2a0003e0) { /* mov */
        gets = has(places, iq_insn_field(word, 16, 5));
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
    if (gets)
        places->registers |= insn->writes;
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
        step->effect = IQ_ARCH_PASSES;
        return true;
    }
    if ((word & 0x1f800000) == 0x11000000) { /* add, sub and a number, cmp and cmn among them */
        int32_t number = (int32_t)(iq_insn_field(word, 10, 12) << (word & 1 << 22 ? 12 : 0));
        *compared =
            has(places, iq_insn_field(word, 5, 5)) && (word & 1 << 30 ? number : -number) == wanted;
    }
    move_places(word, &insn, places);
    return insn.kind != IQ_INSN_UNKNOWN;
}
