/* See insn.h. */
#include "arch/aarch64/insn.h"

enum { ZERO = 31 };

static uint32_t bit(uint32_t number) { return number == ZERO ? 0 : 1u << number; }
static uint32_t rd(uint32_t word) { return bit(word & 31); }
static uint32_t rn(uint32_t word) { return bit(iq_insn_field(word, 5, 5)); }
static uint32_t rm(uint32_t word) { return bit(iq_insn_field(word, 16, 5)); }
static uint32_t ra(uint32_t word) { return bit(iq_insn_field(word, 10, 5)); }

static void branch(uint32_t word, uintptr_t pc, struct iq_insn *insn)
{
    if ((word & 0x7c000000) == 0x14000000) { /* b, bl */
        insn->kind = word >> 31 ? IQ_INSN_CALL : IQ_INSN_JUMP;
        insn->target = pc + (uintptr_t)iq_insn_offset(word, 0, 26) * 4;
    } else if ((word & 0xff000010) == 0x54000000) { /* b.cond */
        insn->kind = (word & 14) == 14 ? IQ_INSN_JUMP : IQ_INSN_FORK;
        insn->target = pc + (uintptr_t)iq_insn_offset(word, 5, 19) * 4;
    } else if ((word & 0x7e000000) == 0x34000000) { /* cbz, cbnz */
        insn->kind = IQ_INSN_FORK;
        insn->reads = rd(word);
        insn->target = pc + (uintptr_t)iq_insn_offset(word, 5, 19) * 4;
    } else if ((word & 0x7e000000) == 0x36000000) { /* tbz, tbnz */
        insn->kind = IQ_INSN_FORK;
        insn->reads = rd(word);
        insn->target = pc + (uintptr_t)iq_insn_offset(word, 5, 14) * 4;
    } else if ((word & 0xfe000000) == 0xd6000000) { /* br, blr, ret, also with a signature */
        uint32_t what = iq_insn_field(word, 21, 3);
        insn->kind = what == 0   ? IQ_INSN_JUMP_FAR
                     : what == 1 ? IQ_INSN_CALL_FAR
                     : what == 2 ? IQ_INSN_RETURN
                                 : IQ_INSN_UNKNOWN;
        insn->reads = what < 2 ? rn(word) : 0;
    } else if ((word & 0xfffff01f) == 0xd503201f || (word & 0xfffff01f) == 0xd503301f) {
        insn->kind = IQ_INSN_PLAIN; /* hints, among them bti and paciasp; barriers */
    } else if ((word & 0xfff00000) == 0xd5300000) { /* mrs */
        insn->kind = IQ_INSN_PLAIN;
        insn->writes = rd(word);
    }
}

static void immediate(uint32_t word, struct iq_insn *insn)
{
    uint32_t group = iq_insn_field(word, 23, 3), opcode = word >> 29 & 3;
    insn->kind = IQ_INSN_PLAIN;
    insn->writes = rd(word);
    if (group == 5) /* movn, movz, movk */
        insn->reads = opcode == 3 ? rd(word) : 0;
    else if (group == 6) /* bitfields; bfm keeps some */
        insn->reads = rn(word) | (opcode == 1 ? rd(word) : 0);
    else if (group == 7)
        insn->reads = rn(word) | rm(word);
    else if (group > 1) /* else adr, adrp */
        insn->reads = rn(word);
}

static void of_registers(uint32_t word, struct iq_insn *insn)
{
    insn->kind = IQ_INSN_PLAIN;
    insn->writes = rd(word);
    insn->reads = rn(word) | rm(word);
    if ((word & 0x1f000000) == 0x1b000000) /* of three */
        insn->reads |= ra(word);
    else if ((word & 0x5fe00000) == 0x5ac00000) /* of one */
        insn->reads = rn(word);
    else if ((word & 0x1fe00000) == 0x1a400000) { /* conditional comparison */
        insn->writes = 0;
        insn->reads = rn(word) | (word & 1 << 11 ? 0 : rm(word));
    }
}

static void memory(uint32_t word, struct iq_insn *insn)
{
    bool vector = word & 1 << 26, load = word & 1 << 22;
    uint32_t opcode = iq_insn_field(word, 22, 2), size = word >> 30;
    if ((word & 0x3a000000) == 0x28000000) { /* pairs */
        uint32_t both = vector ? 0 : rd(word) | ra(word);
        insn->kind = IQ_INSN_PLAIN;
        insn->stores = !load;
        insn->reads = rn(word) | (load ? 0 : both);
        insn->writes = (load ? both : 0) | (word & 1 << 23 ? rn(word) : 0);
    } else if ((word & 0x3b000000) == 0x18000000) { /* behind the code */
        insn->kind = IQ_INSN_PLAIN;
        insn->writes = vector || size == 3 ? 0 : rd(word);
    } else if ((word & 0x3a000000) == 0x38000000) {
        bool by_register = !(word & 1 << 24) && word & 1 << 21;
        if (by_register && (word >> 10 & 3) != 2)
            return;                                                       /* atomic operations */
        bool moves = !(word & 1 << 24) && !by_register && word & 1 << 10; /* pre and post */
        load = vector ? opcode & 1 : opcode != 0;
        insn->kind = IQ_INSN_PLAIN;
        insn->stores = !load;
        insn->reads = rn(word) | (by_register ? rm(word) : 0) | (load || vector ? 0 : rd(word));
        bool prefetch = !vector && size == 3 && opcode == 2;
        insn->writes = (load && !vector && !prefetch ? rd(word) : 0) | (moves ? rn(word) : 0);
    } else if ((word & 0x3fe08000) == 0x08c08000) { /* acquire */
        insn->kind = IQ_INSN_PLAIN;
        insn->reads = rn(word);
        insn->writes = rd(word);
    } else if ((word & 0x3f000000) == 0x08000000) { /* exclusive, release */
        insn->stores = !load;                       /* all else is not known */
    }
}

/* Moves between the two kinds of registers, and conversions. */
static void vector(uint32_t word, struct iq_insn *insn)
{
    insn->kind = IQ_INSN_PLAIN;
    if ((word & 0x5f20fc00) == 0x1e200000) {
        uint32_t what = iq_insn_field(word, 16, 3);
        bool from_general = what == 2 || what == 3 || what == 7;
        insn->reads = from_general ? rn(word) : 0;
        insn->writes = from_general ? 0 : rd(word);
    } else if ((word & 0x9fe08400) == 0x0e000400) {
        uint32_t what = iq_insn_field(word, 11, 4);
        insn->reads = what == 1 || what == 3 ? rn(word) : 0;
        insn->writes = what == 5 || what == 7 ? rd(word) : 0;
    } else if ((word & 0x5f200000) == 0x1e000000) { /* fixed point */
        insn->kind = IQ_INSN_UNKNOWN;
    }
}

void iq_insn_decode(uint32_t word, uintptr_t pc, struct iq_insn *insn)
{
    *insn = (struct iq_insn){ .kind = IQ_INSN_UNKNOWN };
    uint32_t group = iq_insn_field(word, 25, 4);
    insn->in_memory = (group & 5) == 4;
    if ((group & 14) == 8)
        immediate(word, insn);
    else if ((group & 14) == 10)
        branch(word, pc, insn);
    else if ((group & 5) == 4)
        memory(word, insn);
    else if ((group & 7) == 5)
        of_registers(word, insn);
    else if ((group & 7) == 7)
        vector(word, insn);
}
