#include "process/compared.h"

#include <string.h>

#include "base/insn.h"
#include "process/hostmem.h"

enum {
    LONGEST = 16,
    STEPS = 256,
    RAX = 0,
    CLOBBERED = 0x0fc7 /* by a call: rax rcx rdx rsi rdi r8.. */
};

/* Where the result is. */
struct places {
    uint16_t registers;          /* a bit for each */
    uint8_t slot[8], slot_bytes; /* of a variable: how an instruction addresses it; none: 0 */
};

struct compare_walk {
    const uintptr_t *pcs;
    uint32_t count, steps;
    int32_t code;
};

/* The operand of an instruction that is not .reg. */
struct operand {
    bool in_memory;
    uint8_t reg, rm; /* numbers of registers; .rm: only if it is not in memory */
    uint8_t slot[8], bytes;
};

static struct operand operand_of(const uint8_t *code, const struct iq_insn *insn)
{
    struct operand o = { .reg = (uint8_t)((code[insn->modrm] >> 3 & 7) | (insn->rex & 4) << 1) };
    unsigned mod = code[insn->modrm] >> 6, rm = code[insn->modrm] & 7;
    o.in_memory = mod != 3;
    o.rm = (uint8_t)(rm | (insn->rex & 1) << 3);
    if (!o.in_memory)
        return o;
    o.slot[o.bytes++] = (uint8_t)(code[insn->modrm] & 0xc7); /* without .reg */
    o.slot[o.bytes++] = (uint8_t)(insn->rex & 3);
    unsigned rest = (rm == 4) + (mod == 1 ? 1u : mod == 2 ? 4u : 0);
    memcpy(o.slot + o.bytes, code + insn->modrm + 1, rest);
    o.bytes = (uint8_t)(o.bytes + rest);
    /* only what lies in a frame keeps its address: of rbp, or rsp */
    if (mod == 0 || (rm != 4 && rm != 5) || insn->rex & 1 ||
        (rm == 4 && code[insn->modrm + 1] != 0x24))
        o.bytes = 0;
    return o;
}

static bool holds(const struct places *places, const struct operand *o)
{
    if (!o->in_memory)
        return places->registers >> o->rm & 1;
    return o->bytes && o->bytes == places->slot_bytes && !memcmp(o->slot, places->slot, o->bytes);
}

static void set_register(struct places *places, unsigned number, bool holds_it)
{
    places->registers =
        (uint16_t)((places->registers & ~(1u << number)) | (unsigned)holds_it << number);
}

static int32_t number_at(const uint8_t *code, const struct iq_insn *insn, bool is_byte)
{
    int32_t number;
    if (is_byte)
        return (int8_t)code[insn->length - 1];
    memcpy(&number, code + insn->length - sizeof number, sizeof number);
    return number;
}

static void store(struct places *places, const struct operand *o)
{
    bool has = places->registers >> o->reg & 1;
    if (!o->in_memory) {
        set_register(places, o->rm, has);
    } else if (has && o->bytes) {
        memcpy(places->slot, o->slot, o->bytes);
        places->slot_bytes = o->bytes;
    } else if (holds(places, o)) {
        places->slot_bytes = 0; /* something else is written there */
    }
}

/* Follows the result through one instruction; true: it is compared with the code. */
static bool step(struct places *places, const uint8_t *code, const struct iq_insn *insn,
                 int32_t wanted)
{
    unsigned op = insn->opcode, low = (op & 7) | (insn->rex & 1) << 3;
    struct operand o = insn->modrm ? operand_of(code, insn) : (struct operand){ 0 };
    unsigned which = o.reg & 7;
    if (op == 0x3d) /* cmp of eax */
        return places->registers & 1 && number_at(code, insn, false) == wanted;
    if ((op == 0x81 || op == 0x83) && insn->modrm) {
        bool has = holds(places, &o);
        if (which != 7 && !o.in_memory)
            set_register(places, o.rm, false);
        return has && (which == 7 || which == 5) && number_at(code, insn, op == 0x83) == wanted;
    }
    if (op == 0x8d && insn->modrm) { /* eax - code, for a range */
        bool from = o.in_memory && places->registers >> o.rm & 1 && (code[insn->modrm] & 7) != 4 &&
                    code[insn->modrm] >> 6 == 2;
        set_register(places, o.reg, false);
        return from && number_at(code, insn, false) == -wanted;
    }
    if (op == 0x89)
        store(places, &o);
    else if (op == 0x8b)
        set_register(places, o.reg, holds(places, &o));
    else if ((op >= 0xb8 && op <= 0xbf) || (op >= 0x58 && op <= 0x5f))
        set_register(places, low, false);
    else if (op == 0xe8 || (op == 0xff && which == 2))
        places->registers &= (uint16_t)~CLOBBERED;
    else if (op < 0x38 && (op & 7) < 4 && insn->modrm && !(op & 2) && !o.in_memory)
        set_register(places, o.rm, false);
    else if (((op < 0x38 && (op & 7) < 4 && op & 2) || op == 0x63 || (op & 0xfff6) == 0x0fb6) &&
             insn->modrm)
        set_register(places, o.reg, false);
    return false;
}

static bool follow(struct compare_walk *walk, uintptr_t pc, struct places places)
{
    uint8_t code[LONGEST];
    struct iq_insn insn;
    while (walk->steps && (places.registers || places.slot_bytes) &&
           iq_hostmem_copy(pc, code, sizeof code) && !iq_insn_decode(code, sizeof code, &insn)) {
        walk->steps--;
        if (step(&places, code, &insn, walk->code))
            return true;
        if (insn.kind == IQ_INSN_RETURN && insn.opcode == 0xc3) {
            if (walk->count < 2 || !(places.registers & 1))
                return false;
            struct compare_walk caller = { walk->pcs + 1, walk->count - 1, walk->steps,
                                           walk->code };
            return follow(&caller, caller.pcs[0], (struct places){ .registers = 1 << RAX });
        }
        bool jumps = insn.kind == IQ_INSN_REL8 || insn.kind == IQ_INSN_REL32;
        uintptr_t target = jumps ? iq_insn_target(code, &insn, pc) : 0;
        if (jumps && !insn.ends) { /* half of what is left for either way */
            struct compare_walk other = *walk;
            walk->steps -= other.steps /= 2;
            if (follow(&other, target, places))
                return true;
        }
        if (insn.ends && !jumps)
            return false;
        pc = insn.ends ? target : pc + insn.length;
    }
    return false;
}

enum { RSP = 4, RBP = 5, SIB_OF_RSP = 0x24 };

/* How an instruction addresses what lies [distance] bytes above the address in [base], one of the
 * two. */
static struct places slot_at(unsigned base, intptr_t distance)
{
    struct places places = { .slot_bytes = 0 };
    bool near = distance == (int8_t)distance, none = !distance && base == RSP;
    uint8_t *at = places.slot;
    int32_t number = (int32_t)distance;
    if (distance != number)
        return places;
    *at++ = (uint8_t)((none ? 0u : near ? 1u << 6 : 2u << 6) | base);
    *at++ = 0;
    if (base == RSP)
        *at++ = SIB_OF_RSP;
    size_t bytes = none ? 0 : near ? 1 : sizeof number;
    memcpy(at, &number, bytes);
    places.slot_bytes = (uint8_t)((size_t)(at - places.slot) + bytes);
    return places;
}

bool iq_code_is_compared(uintptr_t pc, const struct iq_code_variable *variable, int32_t code)
{
#if defined __x86_64__
    struct compare_walk by_sp = { &pc, 1, STEPS, code }, by_fp = by_sp;
    return code &&
           (follow(&by_sp, pc, slot_at(RSP, (intptr_t)(variable->address - variable->sp))) ||
            follow(&by_fp, pc, slot_at(RBP, (intptr_t)(variable->address - variable->fp))));
#else
    (void)pc, (void)variable, (void)code, (void)slot_at;
    return false;
#endif
}

bool iq_result_is_compared(const uintptr_t *pcs, uint32_t count, int32_t code)
{
#if defined __x86_64__
    struct compare_walk walk = { pcs, count, STEPS, code };
    return code && count && pcs[0] &&
           follow(&walk, pcs[0], (struct places){ .registers = 1 << RAX });
#else
    (void)pcs, (void)count, (void)code, (void)follow;
    return false;
#endif
}
