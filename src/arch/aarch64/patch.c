/* See arch/code.h: entries, thunks, moved instructions.  Where code may be entered by a pointer
 * there can be a landing pad (BTI), which stays; paciasp is one, too, and leaves a plain one. */
#include "arch/aarch64/insn.h"
#include "arch/code.h"
#include "base/errors.h"

enum {
    WORD = 4,
    THUNK = 20,
    BTI_CALL = (int)0xd503245f,
    NOP = (int)0xd503201f,
    LOAD_17 = 0x58000071,            /* ldr x17, .+12 */
    LOAD_16_BY_17 = (int)0xc8dffe30, /* ldar x16, [x17]: what it goes by was written before */
    TO_16 = (int)0xd61f0200,         /* br x16 */
    LOAD_17_BEHIND = 0x58000051,     /* ldr x17, .+8 */
    TO_17 = (int)0xd61f0220,         /* br x17 */
    MOVE_WIDE = (int)0xd2800000,     /* movz */
    KEEP_WIDE = (int)0xf2800000      /* movk */
};
_Static_assert(WORD == (int)IQ_ARCH_ENTRY && WORD + THUNK == (int)IQ_ARCH_ENTRY_MOST, "");

static uint32_t word_at(const uint8_t *code)
{
    uint32_t word;
    iq_arch_copy(&word, code, sizeof word);
    return word;
}

static void put_word(uint8_t *to, uint32_t word) { iq_arch_copy(to, &word, sizeof word); }

static bool is_bti(uint32_t word) { return (word & 0xffffff3f) == 0xd503241f; }
static bool is_pad(uint32_t word)
{
    return is_bti(word) || word == 0xd503233f || word == 0xd503237f; /* paciasp, pacibsp */
}

size_t iq_arch_entry_bytes(const uint8_t *code, bool far)
{
    return (is_pad(word_at(code)) ? WORD : 0) + (far ? (size_t)THUNK : (size_t)WORD);
}

static bool is_near(uintptr_t from, uintptr_t target)
{
    int64_t distance = (int64_t)(target - from);
    return distance >= -(1 << 27) && distance < 1 << 27;
}

static uint32_t jump(uintptr_t from, uintptr_t target)
{
    return 0x14000000 | ((uint32_t)((int64_t)(target - from) >> 2) & 0x3ffffff);
}

/* The pad that a changed entry begins with; returns its bytes. */
static size_t put_pad(uint8_t *bytes, const uint8_t *at)
{
    uint32_t word = word_at(at);
    if (!is_pad(word))
        return 0;
    put_word(bytes, is_bti(word) ? word : (uint32_t)BTI_CALL);
    return WORD;
}

void iq_arch_write_entry(uint8_t *bytes, const uint8_t *at, const uint8_t *thunk)
{
    size_t pad = put_pad(bytes, at);
    put_word(bytes + pad, jump((uintptr_t)at + pad, (uintptr_t)thunk));
}

void iq_arch_write_far_entry(uint8_t *bytes, const uint8_t *at, const void *patch)
{
    iq_arch_write_thunk(bytes + put_pad(bytes, at), patch);
}

void iq_arch_write_thunk(uint8_t *to, const void *patch)
{
    static const uint32_t code[] = { LOAD_17, (uint32_t)LOAD_16_BY_17, (uint32_t)TO_16 };
    iq_arch_copy(to, code, sizeof code);
    iq_arch_copy(to + sizeof code, &patch, sizeof patch);
}

uintptr_t iq_insn_patch(const uint8_t *code, uintptr_t pc)
{
    uint32_t words[4];
    uintptr_t patch;
    iq_arch_copy(words, code, sizeof words);
    if (words[0] == LOAD_17 && words[1] == (uint32_t)LOAD_16_BY_17 && words[2] == (uint32_t)TO_16) {
        iq_arch_copy(&patch, code + 3 * sizeof *words, sizeof patch);
        return patch;
    }
    /* adrp x17, patch; add x17, x17, :lo12:patch */
    bool passes = (words[0] & 0x9f00001f) == 0x90000011 && (words[1] & 0xffc003ff) == 0x91000231 &&
                  words[2] == (uint32_t)LOAD_16_BY_17 && words[3] == (uint32_t)TO_16;
    return passes ? iq_insn_page(words[0], pc) + iq_insn_field(words[1], 10, 12) : 0;
}

void iq_arch_publish(const void *at, size_t size)
{
    char *begin = (char *)(uintptr_t)at;
    __builtin___clear_cache(begin, begin + size);
}

/* Where moved code is written: .at is its address. */
struct writer {
    uint8_t *to, *end;
    uintptr_t at;
    bool full;
};

static void put(struct writer *w, uint32_t word)
{
    if (w->end - w->to < WORD) {
        w->full = true;
        return;
    }
    put_word(w->to, word);
    w->to += WORD;
    w->at += WORD;
}

static void put_address(struct writer *w, uintptr_t address)
{
    put(w, (uint32_t)address);
    put(w, (uint32_t)(address >> 32));
}

/* x17 is free between functions, and where compilers put nothing that lives longer than a call of
 * the linker's stubs. */
static void put_jump(struct writer *w, uintptr_t target)
{
    if (is_near(w->at, target)) {
        put(w, jump(w->at, target));
        return;
    }
    put(w, LOAD_17_BEHIND);
    put(w, (uint32_t)TO_17);
    put_address(w, target);
}

static void put_constant(struct writer *w, uint32_t number, uintptr_t value)
{
    for (uint32_t i = 0; i < 4; i++)
        put(w, (uint32_t)(i ? KEEP_WIDE : MOVE_WIDE) | i << 21 |
                   (uint32_t)(value >> 16 * i & 0xffff) << 5 | number);
}

/* A condition is turned round, to lead past a jump. */
static int move_fork(struct writer *w, uint32_t word, uintptr_t target)
{
    bool conditional = (word & 0xff000010) == 0x54000000,
         by_bit = (word & 0x7e000000) == 0x36000000;
    uint32_t turned = conditional ? word ^ 1 : word ^ 1u << 24;
    uint32_t skip = WORD + (is_near(w->at + WORD, target) ? 1 : 4) * WORD;
    uint32_t mask = by_bit ? 0x3fffu << 5 : 0x7ffffu << 5;
    put(w, (turned & ~mask) | skip / WORD << 5);
    put_jump(w, target);
    return 0;
}

/* The callee returns into the original code, and an unwinder never sees the copy. */
static int move_call(struct writer *w, uintptr_t target, uintptr_t back)
{
    put_constant(w, 30, back);
    put_jump(w, target);
    return 0;
}

static int move_literal(struct writer *w, uint32_t word, uintptr_t pc)
{
    static const uint32_t loads[3] = { 0xb9400000, 0xf9400000, 0xb9800000 };
    uintptr_t address = pc + (uintptr_t)iq_insn_offset(word, 5, 19) * 4;
    uint32_t size = word >> 30, number = word & 31;
    if (word & 1 << 26 || number == 31)
        return IQ_EUNSUPPORTED;
    if (size == 3) { /* a hint to the cache */
        put(w, (uint32_t)NOP);
        return 0;
    }
    put_constant(w, number, address);
    put(w, loads[size] | number << 5 | number);
    return 0;
}

static int move_address(struct writer *w, uint32_t word, uintptr_t pc)
{
    uint64_t number = (uint64_t)iq_insn_offset(word, 5, 19) << 2 | iq_insn_field(word, 29, 2);
    put_constant(w, word & 31, word >> 31 ? iq_insn_page(word, pc) : pc + number);
    return 0;
}

static int move_one(struct writer *w, uint32_t word, uintptr_t pc, const struct iq_insn *insn)
{
    uint32_t group = iq_insn_field(word, 25, 4);
    if (insn->kind == IQ_INSN_CALL_FAR || group < 4)
        return IQ_EUNSUPPORTED; /* its return address would change; no instruction known */
    if (insn->kind == IQ_INSN_CALL)
        return move_call(w, insn->target, pc + WORD);
    if (insn->kind == IQ_INSN_FORK)
        return move_fork(w, word, insn->target);
    if (insn->kind == IQ_INSN_JUMP)
        return put_jump(w, insn->target), 0;
    if ((word & 0x3b000000) == 0x18000000)
        return move_literal(w, word, pc);
    if ((word & 0x1f000000) == 0x10000000)
        return move_address(w, word, pc);
    put(w, word);
    return 0;
}

int iq_insn_move(const uint8_t *code, size_t size, size_t need, uint8_t *to, size_t room,
                 uintptr_t to_address, size_t *taken)
{
    struct writer w = { to, to + room, to_address, false };
    uintptr_t nearest = UINTPTR_MAX; /* where a moved jump leads to, as an offset */
    size_t from = 0;
    bool ended = false;
    for (; from < need; from += WORD) {
        struct iq_insn insn;
        if (ended || from + WORD > size)
            return IQ_ETOOBIG;
        uintptr_t pc = (uintptr_t)code + from;
        iq_insn_decode(word_at(code + from), pc, &insn);
        if (insn.kind == IQ_INSN_FORK || insn.kind == IQ_INSN_JUMP) {
            uintptr_t target = insn.target - (uintptr_t)code;
            nearest = target < nearest ? target : nearest;
        }
        int error = move_one(&w, word_at(code + from), pc, &insn);
        if (error)
            return error;
        ended = insn.kind == IQ_INSN_JUMP || insn.kind == IQ_INSN_JUMP_FAR ||
                insn.kind == IQ_INSN_RETURN || insn.kind == IQ_INSN_CALL;
    }
    if (nearest < from)
        return IQ_EUNSUPPORTED; /* a jump within what is moved */
    if (!ended)
        put_jump(&w, (uintptr_t)code + from);
    *taken = from;
    return w.full ? IQ_ETOOBIG : (int)(w.to - to);
}

bool iq_insn_branches_into(const uint8_t *code, size_t size, size_t end)
{
    struct iq_insn insn;
    for (size_t at = 0; at + WORD <= size; at += WORD) {
        iq_insn_decode(word_at(code + at), (uintptr_t)code + at, &insn);
        bool leads =
            insn.kind == IQ_INSN_JUMP || insn.kind == IQ_INSN_FORK || insn.kind == IQ_INSN_CALL;
        uintptr_t offset = insn.target - (uintptr_t)code;
        if (leads && offset >= 1 && offset < end)
            return true;
    }
    return false;
}
