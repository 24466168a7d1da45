/* See insn.h; moving instructions: arch/code.h. */
#include "arch/x86_64/insn.h"

#include "arch/code.h"
#include "base/errors.h"

/* What follows an opcode. */
enum form {
    BAD,
    NONE,  /* not known; nothing */
    MODRM, /* ModRM operand */
    MODRM_I8,
    MODRM_IZ, /* ... and an immediate of 8 bits, of 16 or 32 by operand size */
    I8,
    IZ,
    IV, /* immediate only; IV: 64 bits with REX.W */
    GROUP3_8,
    GROUP3_Z, /* F6 and F7: an immediate for TEST only */
    J8,
    J32,
    CALL32,
    RET
};

struct prefixes {
    uint8_t length, rex;
    bool wide, operand16;
};

static enum form form_of_alu(uint8_t op)
{
    switch (op & 7) {
    case 0:
    case 1:
    case 2:
    case 3: return MODRM;
    case 4: return I8;
    case 5: return IZ;
    default: return BAD;
    }
}

static enum form form_of_one_byte(uint8_t op)
{
    if (op < 0x40)
        return form_of_alu(op);
    if (op >= 0x50 && op <= 0x5f)
        return NONE;
    if (op >= 0x70 && op <= 0x7f)
        return J8;
    if (op >= 0xb0 && op <= 0xb7)
        return I8;
    if (op >= 0xb8 && op <= 0xbf)
        return IV;
    if ((op >= 0x84 && op <= 0x8b) || (op >= 0xd0 && op <= 0xd3))
        return MODRM;
    if (op >= 0x90 && op <= 0x99)
        return NONE;
    switch (op) {
    case 0x63:
    case 0x8d:
    case 0xfe:
    case 0xff: return MODRM;
    case 0x68:
    case 0xa9: return IZ;
    case 0x6a:
    case 0xa8: return I8;
    case 0x69:
    case 0x81:
    case 0xc7: return MODRM_IZ;
    case 0x6b:
    case 0x80:
    case 0x83:
    case 0xc0:
    case 0xc1:
    case 0xc6: return MODRM_I8;
    case 0xc3:
    case 0xcc: return RET;
    case 0xc9: return NONE;
    case 0xe8: return CALL32;
    case 0xe9: return J32;
    case 0xeb: return J8;
    case 0xf6: return GROUP3_8;
    case 0xf7: return GROUP3_Z;
    default: return BAD;
    }
}

static enum form form_of_two_byte(uint8_t op)
{
    if ((op >= 0x10 && op <= 0x1f) || (op >= 0x28 && op <= 0x2f) || (op >= 0x40 && op <= 0x6f) ||
        (op >= 0x90 && op <= 0x9f) ||
        (op >= 0x74 && op <= 0x7f && op != 0x77 && op != 0x78 && op != 0x79 && op != 0x7a &&
         op != 0x7b) ||
        (op >= 0xd0 && op <= 0xfe))
        return MODRM;
    if (op >= 0x80 && op <= 0x8f)
        return J32;
    if (op >= 0xc8 && op <= 0xcf)
        return NONE;
    switch (op) {
    case 0x0b: return RET;
    case 0xa2: return NONE;
    case 0x70:
    case 0xa4:
    case 0xac:
    case 0xba:
    case 0xc2:
    case 0xc4:
    case 0xc5:
    case 0xc6: return MODRM_I8;
    case 0xa3:
    case 0xa5:
    case 0xab:
    case 0xad:
    case 0xaf:
    case 0xb0:
    case 0xb1:
    case 0xb3:
    case 0xb6:
    case 0xb7:
    case 0xbb:
    case 0xbc:
    case 0xbd:
    case 0xbe:
    case 0xbf:
    case 0xc0:
    case 0xc1: return MODRM;
    default: return BAD;
    }
}

static struct prefixes read_prefixes(const uint8_t *code, size_t size)
{
    struct prefixes p = { 0, 0, false, false };
    while (p.length < size && p.length < 4) {
        uint8_t byte = code[p.length];
        if (byte == 0x66)
            p.operand16 = true;
        else if (byte != 0xf2 && byte != 0xf3 && byte != 0xf0 && byte != 0x64 && byte != 0x65 &&
                 byte != 0x2e)
            break;
        p.length++;
    }
    if (p.length < size && (code[p.length] & 0xf0) == 0x40)
        p.rex = code[p.length++];
    p.wide = p.rex & 8;
    return p;
}

/* Length of the ModRM byte at [at] with SIB and displacement, 0 when cut off.  *field: offset of a
 * RIP displacement. */
static size_t modrm_length(const uint8_t *code, size_t size, size_t at, uint8_t *field)
{
    if (at >= size)
        return 0;
    uint8_t mod = code[at] >> 6, rm = code[at] & 7;
    size_t length = 1;
    if (mod == 3)
        return 1;
    if (rm == 4) {
        if (at + 1 >= size)
            return 0;
        length++;
        if (mod == 0 && (code[at + 1] & 7) == 5)
            length += 4;
    }
    if (mod == 0 && rm == 5) {
        *field = (uint8_t)(at + 1);
        length += 4;
    }
    return length + (mod == 1 ? 1 : mod == 2 ? 4 : 0);
}

static size_t immediate_length(enum form form, const struct prefixes *p, uint8_t modrm)
{
    size_t z = p->operand16 && !p->wide ? 2 : 4;
    switch (form) {
    case MODRM_I8:
    case I8:
    case J8: return 1;
    case MODRM_IZ:
    case IZ: return z;
    case IV: return p->wide ? 8 : z;
    case J32:
    case CALL32: return 4;
    case GROUP3_8: return (modrm & 0x38) < 0x10 ? 1 : 0;
    case GROUP3_Z: return (modrm & 0x38) < 0x10 ? z : 0;
    default: return 0;
    }
}

static bool has_modrm(enum form form)
{
    return form == MODRM || form == MODRM_I8 || form == MODRM_IZ || form == GROUP3_8 ||
           form == GROUP3_Z;
}

int iq_insn_decode(const uint8_t *code, size_t size, struct iq_insn *insn)
{
    struct prefixes p = read_prefixes(code, size);
    size_t at = p.length;
    if (at >= size)
        return IQ_ETRUNCATED;
    uint8_t op = code[at++];
    bool two = op == 0x0f;
    if (two && at >= size)
        return IQ_ETRUNCATED;
    if (two)
        op = code[at++];
    enum form form = two ? form_of_two_byte(op) : form_of_one_byte(op);
    if (form == BAD || (form == J32 && p.operand16) || (form == CALL32 && p.operand16))
        return IQ_EUNSUPPORTED;
    *insn = (struct iq_insn){ .kind = IQ_INSN_PLAIN,
                              .rex = p.rex,
                              .opcode = (uint16_t)(two ? 0x0f00 | op : op),
                              .ends = form == RET };
    uint8_t modrm = 0;
    if (has_modrm(form)) {
        size_t length = modrm_length(code, size, at, &insn->field);
        if (!length)
            return IQ_ETRUNCATED;
        modrm = code[at];
        insn->modrm = (uint8_t)at;
        at += length;
        if (insn->field)
            insn->kind = IQ_INSN_RIP;
        if (!two && op == 0xff) {
            insn->ends = (modrm & 0x30) == 0x20;
            if ((modrm & 0x30) == 0x10)
                insn->kind = IQ_INSN_CALL_FAR;
        }
    }
    if (form == J8 || form == J32 || form == CALL32) {
        insn->field = (uint8_t)at;
        insn->kind = form == J8 ? IQ_INSN_REL8 : form == J32 ? IQ_INSN_REL32 : IQ_INSN_CALL;
        insn->ends = !two && (op == 0xe9 || op == 0xeb);
    }
    if (form == RET)
        insn->kind = IQ_INSN_RETURN;
    at += immediate_length(form, &p, modrm);
    if (at > size || at > 15)
        return IQ_ETRUNCATED;
    insn->length = (uint8_t)at;
    return 0;
}

static int32_t read_i32(const uint8_t *at)
{
    return (int32_t)((uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 |
                     (uint32_t)at[3] << 24);
}

static void write_i32(uint8_t *at, int32_t value)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)((uint32_t)value >> (8 * i));
}

struct iq_insn_operands iq_insn_operands_of(const uint8_t *code, const struct iq_insn *insn)
{
    enum { BY_SIB = 4, NO_BASE = 5, NO_INDEX = 4 };
    struct iq_insn_operands o = {
        IQ_INSN_NOBODY, IQ_INSN_NOBODY, IQ_INSN_NOBODY, IQ_INSN_NOBODY, 0, 0
    };
    if (!insn->modrm)
        return o;
    const uint8_t *at = code + insn->modrm;
    unsigned mod = *at >> 6, rm = *at & 7, rex = insn->rex;
    o.which = *at >> 3 & 7;
    o.reg = (uint8_t)(o.which | (rex & 4) << 1);
    if (mod == 3) {
        o.rm = (uint8_t)(rm | (rex & 1) << 3);
        return o;
    }
    unsigned base = rm, number = rm == BY_SIB;
    if (rm == BY_SIB) {
        base = at[1] & 7;
        if ((at[1] >> 3 & 7) != NO_INDEX || rex & 2)
            o.index = (uint8_t)((at[1] >> 3 & 7) | (rex & 2) << 2);
    }
    if (mod || base != NO_BASE)
        o.base = (uint8_t)(base | (rex & 1) << 3);
    if (mod == 1)
        o.distance = (int8_t)at[1 + number];
    else if (mod == 2 || base == NO_BASE)
        o.distance = read_i32(at + 1 + number);
    return o;
}

uintptr_t iq_insn_target(const uint8_t *code, const struct iq_insn *insn, uintptr_t at)
{
    intptr_t displacement =
        insn->kind == IQ_INSN_REL8 ? (int8_t)code[insn->field] : read_i32(code + insn->field);
    return at + insn->length + (uintptr_t)displacement;
}

/* Writes a displacement from [next] to [target]; false when out of reach. */
static bool write_displacement(uint8_t *at, uintptr_t target, uintptr_t next)
{
    intptr_t distance = (intptr_t)(target - next);
    if (distance != (int32_t)distance)
        return false;
    write_i32(at, (int32_t)distance);
    return true;
}

/* Writes a jump from [from], which is the address of [to]: 5 bytes within 2 GiB, else 14.  Returns
 * bytes written, IQ_ETOOBIG. */
static int write_jump(uint8_t *to, size_t room, uintptr_t target, uintptr_t from)
{
    static const uint8_t far_jump[] = { 0xff, 0x25, 0, 0, 0, 0 };
    uint64_t address = target;
    if (room < 5)
        return IQ_ETOOBIG;
    to[0] = 0xe9;
    if (write_displacement(to + 1, target, from + 5))
        return 5;
    if (room < sizeof far_jump + sizeof address)
        return IQ_ETOOBIG;
    for (size_t i = 0; i < sizeof far_jump; i++)
        to[i] = far_jump[i];
    for (size_t i = 0; i < sizeof address; i++)
        to[sizeof far_jump + i] = (uint8_t)(address >> (8 * i));
    return sizeof far_jump + sizeof address;
}

/* A call becomes: push the original return address, jump.  So the callee returns into the original
 * code, and an unwinder never sees the copy. */
static int move_call(const uint8_t *code, const struct iq_insn *insn, uint8_t *to, size_t room,
                     uintptr_t to_address)
{
    enum { PUSH = 13 };
    static const uint8_t push_low[] = { 0x68 }, store_high[] = { 0xc7, 0x44, 0x24, 0x04 };
    uint64_t back = (uint64_t)(uintptr_t)code + insn->length;
    if (room < PUSH)
        return IQ_ETOOBIG;
    to[0] = push_low[0];
    write_i32(to + 1, (int32_t)(uint32_t)back);
    for (size_t i = 0; i < sizeof store_high; i++)
        to[5 + i] = store_high[i];
    write_i32(to + 9, (int32_t)(uint32_t)(back >> 32));
    int jump = write_jump(to + PUSH, room - PUSH, iq_insn_target(code, insn, (uintptr_t)code),
                          to_address + PUSH);
    return jump < 0 ? jump : PUSH + jump;
}

/* Copies one instruction; returns bytes written or an error. */
static int move_one(const uint8_t *code, const struct iq_insn *insn, uint8_t *to, size_t room,
                    uintptr_t to_address)
{
    uintptr_t target = insn->field ? iq_insn_target(code, insn, (uintptr_t)code) : 0;
    size_t length = insn->length;
    if (insn->kind == IQ_INSN_CALL_FAR)
        return IQ_EUNSUPPORTED; /* its return address would change */
    if (insn->kind == IQ_INSN_CALL)
        return move_call(code, insn, to, room, to_address);
    if (insn->kind == IQ_INSN_REL8)
        length = code[insn->field - 1] == 0xeb ? 5 : 6;
    if (length > room)
        return IQ_ETOOBIG;
    if (insn->kind == IQ_INSN_REL8) {
        if (insn->field != 1)
            return IQ_EUNSUPPORTED; /* prefixed branch */
        if (length == 6) {
            to[0] = 0x0f;
            to[1] = (uint8_t)(code[0] + 0x10); /* 7x rel8 becomes 0f 8x rel32 */
        } else {
            to[0] = 0xe9;
        }
        return write_displacement(to + length - 4, target, to_address + length) ? (int)length
                                                                                : IQ_ETOOBIG;
    }
    for (size_t i = 0; i < length; i++)
        to[i] = code[i];
    if (insn->field && !write_displacement(to + insn->field, target, to_address + length))
        return IQ_ETOOBIG;
    return (int)length;
}

int iq_insn_move(const uint8_t *code, size_t size, size_t need, uint8_t *to, size_t room,
                 uintptr_t to_address, size_t *taken)
{
    size_t from = 0, done = 0;
    uintptr_t nearest = UINTPTR_MAX; /* where a moved jump leads to, as an offset */
    bool ended = false;
    while (from < need) {
        struct iq_insn insn;
        if (ended)
            return IQ_ETOOBIG;
        int error = iq_insn_decode(code + from, size - from, &insn);
        if (error)
            return error == IQ_ETRUNCATED ? IQ_ETOOBIG : error;
        bool jumps = insn.kind == IQ_INSN_REL8 || insn.kind == IQ_INSN_REL32;
        uintptr_t target =
            jumps ? iq_insn_target(code + from, &insn, (uintptr_t)code + from) - (uintptr_t)code
                  : nearest;
        nearest = target < nearest ? target : nearest;
        int written = move_one(code + from, &insn, to + done, room - done, to_address + done);
        if (written < 0)
            return written;
        from += insn.length;
        done += (size_t)written;
        ended = insn.ends || insn.kind == IQ_INSN_CALL;
    }
    if (nearest < from)
        return IQ_EUNSUPPORTED; /* a jump within what is moved */
    *taken = from;
    if (ended)
        return (int)done;
    int jump = write_jump(to + done, room - done, (uintptr_t)code + from, to_address + done);
    return jump < 0 ? jump : (int)done + jump;
}

bool iq_insn_branches_into(const uint8_t *code, size_t size, size_t end)
{
    struct iq_insn insn;
    for (size_t at = 0; at < size; at += insn.length) {
        if (iq_insn_decode(code + at, size - at, &insn))
            return false;
        if (insn.kind != IQ_INSN_REL8 && insn.kind != IQ_INSN_REL32 && insn.kind != IQ_INSN_CALL)
            continue;
        uintptr_t offset = iq_insn_target(code + at, &insn, (uintptr_t)code + at) - (uintptr_t)code;
        if (offset >= 1 && offset < end)
            return true;
    }
    return false;
}
