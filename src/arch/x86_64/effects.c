/* See arch/code.h: registers and variables that instructions read and write.  Where a form is not
 * told from another that writes more, it counts as that one. */
#include "arch/code.h"
#include "arch/x86_64/insn.h"

enum { RAX, RCX, RDX, RBX };

static uint32_t bit(unsigned number) { return number == IQ_INSN_NOBODY ? 0 : 1u << number; }

static void change(struct iq_arch_effects *e, uint32_t writes, uint32_t reads)
{
    e->writes = writes;
    e->reads = reads;
}

/* .rm, or the memory in its place, is written. */
static void change_rm(struct iq_arch_effects *e, const struct iq_insn_operands *o, uint32_t reads)
{
    change(e, bit(o->rm), reads);
    e->stores = o->rm == IQ_INSN_NOBODY;
}

static void two_bytes(struct iq_arch_effects *e, unsigned op, const struct iq_insn_operands *o,
                      uint32_t low)
{
    uint32_t reg = bit(o->reg), rm = bit(o->rm);
    if (op >= 0xc8 && op <= 0xcf) { /* bswap */
        change(e, low, low);
        return;
    }
    switch (op) {
    case 0x0b: e->flow = IQ_ARCH_STOPS; return;
    case 0xa2:
        change(e, 1u << RAX | 1u << RCX | 1u << RDX | 1u << RBX, 0), e->opaque = true;
        return;
    case 0xa3: return; /* bt */
    case 0xa4:
    case 0xa5:
    case 0xab:
    case 0xac:
    case 0xad:
    case 0xb3:
    case 0xba:
    case 0xbb: change_rm(e, o, reg | rm); return;
    case 0xb0:
    case 0xb1:
    case 0xc0:
    case 0xc1: /* exchanges */
        change_rm(e, o, 0);
        e->writes |= reg | 1u << RAX;
        e->opaque = true;
        return;
    case 0xaf: change(e, reg, reg | rm); return;
    case 0xb6:
    case 0xb7:
    case 0xb8:
    case 0xbc:
    case 0xbd:
    case 0xbe:
    case 0xbf: change(e, reg, rm); return;
    case 0x2c:
    case 0x2d:
    case 0x50:
    case 0xc5:
    case 0xd7: change(e, reg, 0), e->opaque = true; return; /* from a vector */
    case 0x7e: change_rm(e, o, 0), e->opaque = true; return;
    default: break;
    }
    if (op >= 0x40 && op <= 0x4f)
        change(e, reg, reg | rm);
    else if (op >= 0x90 && op <= 0x9f) /* from the flags */
        change_rm(e, o, 0), e->opaque = true;
    else /* vectors; hints */
        e->stores = e->address || e->fixed;
}

static void arithmetic(struct iq_arch_effects *e, unsigned op, const struct iq_insn_operands *o)
{
    enum { XOR = 6, COMPARE = 7, BY_REG = 2, BY_RAX = 4 };
    uint32_t reg = bit(o->reg), both = reg | bit(o->rm);
    if (op >> 3 == COMPARE)
        return;
    if ((op & 7) >= BY_RAX)
        change(e, 1u << RAX, 1u << RAX);
    else if (op & BY_REG)
        change(e, reg, both);
    else
        change_rm(e, o, both);
    if (op >> 3 == XOR && o->reg == o->rm)
        e->reads = 0;
}

/* Instructions of which the middle of ModRM says what they do. */
static void group(struct iq_arch_effects *e, unsigned op, const struct iq_insn_operands *o)
{
    uint32_t rm = bit(o->rm), wide = 1u << RAX | 1u << RDX;
    if ((op & 0xfe) == 0xfe) { /* inc, dec, calls, jumps, push */
        if (o->which < 2)
            change_rm(e, o, rm);
        else if (o->which == 2)
            e->flow = IQ_ARCH_CALLS;
        else if (o->which != 6)
            e->flow = IQ_ARCH_STOPS;
    } else if ((op & 0xfe) == 0xf6) {
        if (o->which > 3) /* mul and div */
            change(e, wide, wide | rm);
        else if (o->which > 1) /* else test */
            change_rm(e, o, rm);
    } else if (op > 0x83 || o->which != 7) { /* shifts; arithmetic with a number, but for cmp */
        change_rm(e, o, rm | (op >= 0xd2 ? 1u << RCX : 0));
    }
}

static void one_byte(struct iq_arch_effects *e, unsigned op, const struct iq_insn_operands *o,
                     uint32_t low)
{
    uint32_t reg = bit(o->reg), rm = bit(o->rm), rax = 1u << RAX;
    if (op < 0x40) {
        arithmetic(e, op, o);
        return;
    }
    if (op >= 0x50 && op <= 0x57) /* push */
        return;
    if (op >= 0x58 && op <= 0x5f) { /* pop */
        change(e, low, 0);
        e->opaque = true;
        return;
    }
    if (op >= 0x91 && op <= 0x97) { /* xchg */
        change(e, low | rax, low | rax);
        return;
    }
    if (iq_insn_is_group(op)) {
        group(e, op, o);
        return;
    }
    if (op >= 0xb0 && op <= 0xbf) { /* mov of a number */
        change(e, low, op < 0xb8 ? low : 0);
        return;
    }
    switch (op) {
    case 0x68:
    case 0x6a:
    case 0x84:
    case 0x85:
    case 0x90:
    case 0xa8:
    case 0xa9: return;
    case 0x63:
    case 0x69:
    case 0x6b:
    case 0x8b: change(e, reg, rm); return;
    case 0x8a: change(e, reg, reg | rm); return;
    case 0x8d: change(e, reg, 0), e->loads = false; return;
    case 0x86:
    case 0x87: change_rm(e, o, reg | rm), e->writes |= reg; return;
    case 0x88:
    case 0x89: change_rm(e, o, reg | (op & 1 ? 0 : rm)), e->loads = false; return;
    case 0xc6:
    case 0xc7: change_rm(e, o, op & 1 ? 0 : rm), e->loads = false; return;
    case 0x98: change(e, rax, rax); return;
    case 0x99: change(e, 1u << RDX, rax); return;
    case 0xe8: e->flow = IQ_ARCH_CALLS; return;
    case 0xc3: e->flow = IQ_ARCH_RETURNS; return;
    default: e->flow = IQ_ARCH_STOPS; return;
    }
}

static void find_memory(struct iq_arch_effects *e, const struct iq_insn *insn,
                        const struct iq_insn_operands *o, uintptr_t after)
{
    bool in_frame =
             o->index == IQ_INSN_NOBODY && (o->base == IQ_ARCH_BY_SP || o->base == IQ_ARCH_BY_FP),
         relative = insn->kind == IQ_INSN_RIP;
    e->loads = insn->modrm && o->rm == IQ_INSN_NOBODY;
    e->address = bit(o->base) | bit(o->index);
    e->fixed = e->loads && (in_frame || relative);
    e->base = in_frame ? o->base : 0;
    e->distance = relative ? (int64_t)(after + (uintptr_t)(intptr_t)o->distance) : o->distance;
}

bool iq_arch_effects(const uint8_t *code, uintptr_t pc, struct iq_arch_effects *e)
{
    struct iq_insn insn;
    if (iq_insn_decode(code, IQ_ARCH_LONGEST, &insn))
        return false;
    struct iq_insn_operands o = iq_insn_operands_of(code, &insn);
    unsigned op = insn.opcode;
    uint32_t low = 1u << ((op & 7) | (insn.rex & 1) << 3);
    *e = (struct iq_arch_effects){ .flow = IQ_ARCH_PASSES, .length = insn.length };
    find_memory(e, &insn, &o, pc + insn.length);
    if (insn.kind == IQ_INSN_REL8 || insn.kind == IQ_INSN_REL32) {
        e->flow = insn.ends ? IQ_ARCH_JUMPS : IQ_ARCH_FORKS;
        e->target = iq_insn_target(code, &insn, pc);
    } else if (op >= 0x0f00) {
        two_bytes(e, op & 0xff, &o, low);
    } else {
        one_byte(e, op, &o, low);
    }
    if (e->flow == IQ_ARCH_CALLS)
        change(e, IQ_INSN_IN_A_CALL, 0), e->opaque = true;
    e->reads |= e->address;
    return true;
}
