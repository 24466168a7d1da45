/* Races in shared memory, by the rules of ptx/exec_race.c as far as a barrier of the whole block
 * and synchronisation of whole warps order threads.  Each cell, four bytes or as few as the kernel
 * writes at once, has three records in global memory: its last write and two readers.  A record
 * says when that was, in barriers of the block and synchronisations of the warp since then, counted
 * in registers; so nothing is ever cleared while the kernel runs.  Kernels that order threads by
 * other means are not watched. */
#include <stdio.h>
#include <string.h>

#include "instrument/rewriter.h"

enum { GUESS_STATEMENTS = 24, POLLING_STATEMENTS = 24 };

/* What the flags of an access say: how it is made (bits 0 and 1), whether it writes, whether lanes
 * of a warp may be ordered by what is not counted. */
enum {
    KIND_PLAIN,
    KIND_STRONG,
    KIND_ATOMIC,
    KIND_GUESS /* in shared memory */,
    KIND_BLOCK_ATOMIC = 3 /* in global memory */,
    FLAG_WRITE = 4,
    FLAG_WARP_UNKNOWN = 8,
    FLAG_POLLS = 16 /* the kernel waits for what others write: IQ_RACES_UNLESS_POLLED */
};

/* A write against the reader [record], unless that is a write of the same value. */
#define READER(record)                                                                                            \
    "  call (%r5), __inquest_collides, (" record ", %epoch, %turn, %thread, %flags);\n"                           \
    "  cvt.u32.u64 %r1, " record "; xor.b32 %r2, %r1, %hash; and.b32 %r2, %r2, 0xffff;\n"                         \
    "  and.b64 %t, " record                                                                                       \
    ", 0x8000000; setp.ne.u64 %q, %t, 0; selp.b64 %t, 1, 0, %q; or.pred %q, %q, %common;\n"                       \
    "  setp.eq.and.u32 %q, %r2, 0, %q; not.pred %q, %q; setp.ne.and.u32 %p, %r5, 0, %q;\n" IQ_RACES_UNLESS_POLLED \
    "  @%p and.b64 %bad, " record ", -2; @%p or.b64 %bad, %bad, %t;\n"

/* A record: barriers (14 bits), synchronisations (10), thread (10), kind (2), whether others write
 * the same, too, or, in a reader's place, it is a write of what was there (1), site (11), hash of
 * the value (16); 0: none. */
static const char collides[] =
    /* Does the access collide with [before], and does nothing order the two? */
    "\n.func (.param .b32 found) __inquest_collides(.param .b64 before_, .param .b32 epoch_,\n"
    "  .param .b32 turn_, .param .b32 thread_, .param .b32 flags_)\n{\n"
    "  .reg .b64 %before, %t; .reg .b32 %epoch, %turn, %thread, %flags, %r<9>; .reg .pred %p, %q;\n"
    "  ld.param.b64 %before, [before_]; ld.param.b32 %epoch, [epoch_];\n"
    "  ld.param.b32 %turn, [turn_]; ld.param.b32 %thread, [thread_];\n"
    "  ld.param.b32 %flags, [flags_]; mov.u32 %r0, 0; st.param.b32 [found], %r0;\n"
    "  shr.u64 %t, %before, 50; cvt.u32.u64 %r1, %t; setp.ne.u32 %p, %r1, %epoch; @%p ret;\n"
    "  shr.u64 %t, %before, 30; cvt.u32.u64 %r1, %t; and.b32 %r1, %r1, 1023;\n"
    "  setp.eq.u32 %p, %r1, %thread; @%p ret;\n"
    "  xor.b32 %r1, %r1, %thread; setp.ge.u32 %p, %r1, 32; @%p bra apart;\n"
    "  shr.u64 %t, %before, 40; cvt.u32.u64 %r2, %t; and.b32 %r2, %r2, 1023;\n"
    "  and.b32 %r3, %flags, 8; setp.ne.u32 %p, %r3, 0;\n"
    "  setp.gt.or.u32 %p, %turn, %r2, %p; setp.ge.or.u32 %p, %turn, 1023, %p; @%p ret;\n"
    "apart:\n"
    "  cvt.u32.u64 %r1, %before; shr.u32 %r2, %r1, 28; and.b32 %r2, %r2, 3;\n"
    "  and.b32 %r3, %flags, 3;\n"
    /* a guess and an atomic operation, two that are not plain: no race */
    "  add.u32 %r4, %r2, %r3; setp.eq.u32 %p, %r4, 5; @%p ret;\n"
    "  and.b32 %r5, %r2, %r3; setp.eq.u32 %p, %r2, 3; @%p mov.u32 %r2, 0;\n"
    "  setp.eq.u32 %p, %r3, 3; @%p mov.u32 %r3, 0;\n"
    "  setp.ne.u32 %p, %r2, 0; setp.ne.and.u32 %p, %r3, 0, %p; @%p ret;\n"
    "  and.b32 %r4, %flags, 4; setp.eq.u32 %p, %r4, 0; and.b32 %r5, %r1, 0x8000000;\n"
    "  setp.ne.and.u32 %p, %r5, 0, %p; @%p ret;\n"
    "  mov.u32 %r0, 1; st.param.b32 [found], %r0; ret;\n}\n";
/* The look at some cells: what follows its name, and what follows the loop's head. */
static const char look_start[] =
    "(.param .b64 state_, .param .b64 records_, .param .b64 launch_,\n"
    "  .param .b32 cells_, .param .b32 at_, .param .b32 start_, .param .b32 count_,\n"
    "  .param .b32 site_, .param .b32 flags_, .param .b32 thread_, .param .b32 epoch_,\n"
    "  .param .b32 turn_, .param .b32 value_, .param .b32 base_,\n"
    "  .param .b32 number_)\n{\n"
    "  .reg .b64 %state, %records, %launch, %cell, %w, %mine, %own, %t, %u, %bad, %old, %slot;\n"
    "  .reg .b32 %cells, %at, %start, %count, %site, %flags, %thread, %epoch, %turn, %value;\n"
    "  .reg .b32 %base, %hash, %part, %cur, %r<9>;\n"
    "  .reg .pred %p, %q, %writes, %plain, %kept, %atomic, %common;\n"
    "  ld.param.b64 %state, [state_]; ld.param.b64 %records, [records_];\n"
    "  ld.param.b64 %launch, [launch_]; ld.param.b32 %cells, [cells_];\n"
    "  ld.param.b32 %at, [at_]; ld.param.b32 %start, [start_]; ld.param.b32 %count, [count_];\n"
    "  ld.param.b32 %site, [site_]; ld.param.b32 %flags, [flags_];\n"
    "  ld.param.b32 %thread, [thread_]; ld.param.b32 %epoch, [epoch_];\n"
    "  ld.param.b32 %turn, [turn_]; ld.param.b32 %value, [value_]; ld.param.b32 %base, [base_];\n"
    "  setp.ge.u32 %p, %epoch, 16383; @%p ret;\n"
    "  mov.u64 %bad, 0; min.u32 %r1, %turn, 1023;\n"
    "  ld.param.b32 %r2, [number_]; min.u32 %r2, %r2, 2047;\n"
    "  and.b32 %r3, %flags, 3; setp.eq.u32 %plain, %r3, 0;\n"
    "  and.b32 %r4, %flags, 4; setp.ne.u32 %writes, %r4, 0; setp.eq.u32 %atomic, %r3, 2;\n"
    "  cvt.u64.u32 %mine, %epoch; shl.b64 %mine, %mine, 10; cvt.u64.u32 %t, %r1;\n"
    "  or.b64 %mine, %mine, %t; shl.b64 %mine, %mine, 10; cvt.u64.u32 %t, %thread;\n"
    "  or.b64 %mine, %mine, %t; shl.b64 %mine, %mine, 2; cvt.u64.u32 %t, %r3;\n"
    "  or.b64 %mine, %mine, %t; shl.b64 %mine, %mine, 12; cvt.u64.u32 %t, %r2;\n"
    "  or.b64 %mine, %mine, %t; shl.b64 %mine, %mine, 16;\n";
static const char *const look_rest[] = {
    /* a read sees what is there */
    "  @!%writes mov.b32 %part, %cur;\n"
    "  mul.lo.u32 %hash, %part, 0x9e3779b1; shr.u32 %hash, %hash, 16;\n"
    "  cvt.u64.u32 %t, %hash; or.b64 %own, %mine, %t;\n"
    "  ld.volatile.global.u64 %w, [%cell]; @%writes bra write;\n"
    /* it takes the place of its own, or of the older reader; of those that come at once one has it,
     * and one the other place */
    "read:\n"
    "  ld.volatile.global.u64 %u, [%cell+8]; shr.u64 %t, %u, 50; cvt.u32.u64 %r1, %t;\n"
    "  setp.eq.u32 %p, %r1, %epoch; xor.b64 %t, %u, %own; shr.u64 %t, %t, 30;\n"
    "  and.b64 %t, %t, 1023; setp.ne.and.u64 %p, %t, 0, %p; add.s64 %slot, %cell, 8;\n"
    "  @%p add.s64 %slot, %cell, 16; @%p ld.volatile.global.u64 %u, [%slot];\n"
    /* ... but one that is not plain not that of the thread's own plain one */
    "  xor.b64 %t, %u, %own; shr.u64 %t, %t, 30; setp.eq.u64 %q, %t, 0;\n"
    "  cvt.u32.u64 %r1, %u; and.b32 %r1, %r1, 0x30000000; setp.eq.and.u32 %q, %r1, 0, %q;\n"
    "  not.pred %q, %q; or.pred %q, %q, %plain; @%q st.volatile.global.u64 [%slot], %own;\n"
    "  membar.cta; ld.volatile.global.u64 %u, [%cell+8]; xor.b64 %t, %u, %own;\n"
    "  shr.u64 %t, %t, 30; and.b64 %t, %t, 1023; setp.ne.and.u64 %p, %t, 0, %q;\n"
    "  @%p st.volatile.global.u64 [%cell+16], %own;\n"
    /* a read against the write; a write that repeats a value against one that is new */
    "  ld.volatile.global.u64 %u, [%cell]; setp.eq.and.u64 %p, %u, %w, %writes; @%p bra next;\n"
    "  call (%r5), __inquest_collides, (%u, %epoch, %turn, %thread, %flags);\n"
    "  cvt.u32.u64 %r1, %u; xor.b32 %r2, %r1, %hash; and.b32 %r2, %r2, 0xffff;\n"
    "  setp.eq.and.u32 %q, %r2, 0, %writes; not.pred %q, %q; setp.ne.and.u32 %p, %r5, 0, %q;\n"
    "  @%p or.b64 %bad, %u, 1; bra next;\n"
    "write:\n"
    "  shr.u64 %t, %w, 50; cvt.u32.u64 %r1, %t; setp.eq.u32 %p, %r1, %epoch;\n"
    "  setp.ne.or.u32 %p, %epoch, 1, %p; and.pred %p, %p, %plain;\n"
    "  setp.eq.and.u32 %kept, %cur, %part, %p;\n"
    /* of atomic operations that nothing orders the first stands for all: many would wait for each
     * other to leave a record */
    "  cvt.u32.u64 %r1, %w; and.b32 %r1, %r1, 0x30000000; setp.eq.u32 %p, %r1, 0x20000000;\n"
    "  xor.b64 %t, %w, %mine; shr.u64 %u, %t, 50; setp.eq.and.u64 %p, %u, 0, %p;\n"
    "  and.pred %p, %p, %atomic; @%p bra known;\n",
    "again:\n"
    "  call (%r5), __inquest_collides, (%w, %epoch, %turn, %thread, %flags);\n"
    "  setp.eq.u32 %p, %r5, 0; @%p bra alone;\n"
    "  cvt.u32.u64 %r1, %w; xor.b32 %r2, %r1, %hash; and.b32 %r2, %r2, 0xffff;\n"
    "  setp.eq.u32 %q, %r2, 0; or.pred %q, %q, %kept; and.pred %q, %q, %plain;\n"
    "  @!%q or.b64 %bad, %w, 1; @!%q bra take;\n"
    /* both write the same, which the other's record says from now on */
    "  or.b64 %t, %w, 0x8000000; setp.eq.u64 %p, %t, %w; @%p bra same;\n"
    "  atom.global.cas.b64 %old, [%cell], %w, %t; setp.eq.u64 %p, %old, %w;\n"
    "  mov.b64 %w, %old; @!%p bra again; mov.b64 %w, %t; bra same;\n"
    "alone:\n"
    "  @!%kept bra take; xor.b64 %t, %w, %mine; shr.u64 %t, %t, 30;\n"
    "  setp.eq.u64 %p, %t, 0; @%p bra next;\n"
    /* what changes nothing is as a read: it leaves the record of the write that made the value */
    "same:\n"
    "  ld.volatile.global.u64 %u, [%cell+8]; ld.volatile.global.u64 %old, [%cell+16];\n"
    "  setp.eq.u64 %common, %cell, %cell;\n" READER("%u") READER("%old"),
    "  or.b64 %own, %own, 0x8000000; bra read;\n"
    "take:\n"
    /* an atomic operation does not take the place of the thread's own plain write */
    "  xor.b64 %t, %w, %mine; shr.u64 %t, %t, 30; setp.eq.u64 %p, %t, 0;\n"
    "  cvt.u32.u64 %r1, %w; and.b32 %r1, %r1, 0x30000000; setp.eq.and.u32 %p, %r1, 0, %p;\n"
    "  not.pred %q, %plain; and.pred %p, %p, %q; @%p bra readers;\n"
    "  atom.global.cas.b64 %old, [%cell], %w, %own; setp.eq.u64 %p, %old, %w;\n"
    "  @%p bra readers; mov.u64 %w, %old; bra again;\n"
    /* somebody who repeats the value may read it, but not what was there before */
    "readers:\n"
    "  membar.cta;\n"
    "known:\n"
    "  ld.volatile.global.u64 %u, [%cell+8]; ld.volatile.global.u64 %old, [%cell+16];\n"
    "  ld.volatile.global.u64 %w, [%cell]; xor.b64 %t, %w, %own; shr.u64 %t, %t, 30;\n"
    "  setp.eq.and.u64 %q, %t, 0, %plain; and.b64 %t, %w, 0x8000000;\n"
    "  setp.ne.and.u64 %common, %t, 0, %q;\n" READER("%u") READER("%old") "  bra next;\n",
    "over:\n"
    "  setp.eq.u64 %p, %bad, 0; setp.eq.or.u64 %p, %records, 0, %p; @%p ret;\n"
    /* the next site is for lanes of one warp */
    "  shr.u64 %t, %bad, 30; cvt.u32.u64 %r1, %t; and.b32 %r1, %r1, 1023;\n"
    "  xor.b32 %r1, %r1, %thread; setp.lt.u32 %p, %r1, 32; @%p add.u32 %site, %site, 1;\n"
    "  cvt.u64.u32 %w, %start; cvt.u64.u32 %own, %base;\n" IQ_RACES_LEAVE("%w", "%own") "}\n"
};

/* ---- which kernels ---- */

static bool is_opcode(const struct rewriter *r, const struct iq_statement *s, const char *name)
{
    return iq_name_is(iq_token_name(&r->body->tokens.data[s->opcode]), name);
}

static bool is_one_of(const struct rewriter *r, const struct iq_statement *s,
                      const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (is_opcode(r, s, names[i]))
            return true;
    return false;
}

static bool has_one_of(const struct rewriter *r, const struct iq_statement *s,
                       const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (iq_has_modifier(r->body, s, names[i]))
            return true;
    return false;
}
#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* What a statement does for the order of threads. */
enum order {
    ORDER_NOTHING,
    ORDER_BARRIER,      /* of all threads of the block */
    ORDER_WARP,         /* of all lanes of the warp */
    ORDER_SOME_OF_WARP, /* of lanes that are not known */
    ORDER_OTHERWISE     /* by what is not counted here */
};

static bool is_full_mask(const struct iq_ptx_token *last, const struct iq_ptx_token *before)
{
    return last->kind == TK_INT &&
           ((uint32_t)last->value == UINT32_MAX || (last->value == 1 && iq_token_is(before, '-')));
}

/* Operands that commas part, outside braces. */
static uint32_t operand_count(const struct rewriter *r, const struct iq_statement *s)
{
    uint32_t count = s->operands < s->end;
    for (uint32_t i = s->operands; i < s->end; i++)
        count += iq_token_is(&r->body->tokens.data[i], ',');
    return count;
}

/* bar.sync 0; bar.red.or.pred p, 0, q: without a number of threads. */
static enum order order_of_barrier(const struct rewriter *r, const struct iq_statement *s)
{
    const struct iq_ptx_token *t = r->body->tokens.data;
    bool reduces = iq_has_modifier(r->body, s, "red"), sync = iq_has_modifier(r->body, s, "sync");
    uint32_t at = s->operands, count = operand_count(r, s);
    while (reduces && at < s->end && !iq_token_is(&t[at++], ',')) {
    }
    bool whole = at < s->end && t[at].kind == TK_INT && count == (reduces ? 3u : 1u);
    return whole && (sync || reduces) ? ORDER_BARRIER : ORDER_OTHERWISE;
}

static enum order order_of(const struct rewriter *r, const struct iq_statement *s)
{
    static const char *const barriers[] = { "bar", "barrier" };
    static const char *const fences[] = { "membar", "fence",      "mbarrier", "griddepcontrol",
                                          "mapa",   "getctarank", "brx" };
    static const char *const semantics[] = { "acquire", "release", "acq_rel",
                                             "sc",      "cluster", "shared::cluster" };
    static const char *const whole[] = {
        "mma", "wmma", "ldmatrix", "stmatrix", "movmatrix", "elect"
    };
    static const char *const masked[] = { "shfl", "vote", "match", "redux" };
    const struct iq_ptx_token *t = r->body->tokens.data;
    if (s->kind != IQ_STATEMENT_INSTRUCTION)
        return ORDER_NOTHING;
    bool warp = is_one_of(r, s, barriers, LENGTH(barriers)) && iq_has_modifier(r->body, s, "warp");
    if (is_one_of(r, s, fences, LENGTH(fences)) || has_one_of(r, s, semantics, LENGTH(semantics)) ||
        (is_opcode(r, s, "call") && !iq_shadow_is_harmless(r, s)) ||
        (is_opcode(r, s, "cp") && iq_has_modifier(r->body, s, "bulk")))
        return ORDER_OTHERWISE;
    if (is_one_of(r, s, barriers, LENGTH(barriers)) && !warp)
        return order_of_barrier(r, s);
    if (is_one_of(r, s, whole, LENGTH(whole)))
        return ORDER_WARP;
    if (!warp && !is_one_of(r, s, masked, LENGTH(masked)))
        return ORDER_NOTHING;
    return s->end >= s->operands + 1 && is_full_mask(&t[s->end - 1], &t[s->end - 2])
               ? ORDER_WARP
               : ORDER_SOME_OF_WARP;
}

bool iq_races_is_barrier(const struct rewriter *r, const struct iq_statement *s)
{
    return order_of(r, s) == ORDER_BARRIER;
}

/* "atom.add.u32 %r1, [%rd1], 0": an atomic operation that only reads. */
static bool is_atomic_read(const struct rewriter *r, const struct iq_statement *s)
{
    static const char *const adds[] = { "add", "or", "xor" };
    const struct iq_ptx_token *t = r->body->tokens.data;
    return is_opcode(r, s, "atom") && has_one_of(r, s, adds, LENGTH(adds)) &&
           s->end > s->operands && t[s->end - 1].kind == TK_INT && !t[s->end - 1].value;
}

/* Does the branch [index] repeat a loop that waits for what others write?  It reads that by atomic
 * operations, or, with [plainly], by other strong ones, and writes nothing. */
static bool is_polling(const struct rewriter *r, uint32_t index, bool plainly)
{
    static const char *const strong[] = { "acquire", "relaxed", "volatile" };
    const struct iq_statement *branch = &r->body->statements.data[index];
    const struct iq_ptx_token *t = r->body->tokens.data;
    bool reads = false;
    if (!is_opcode(r, branch, "bra") || branch->operands >= branch->end)
        return false;
    for (uint32_t i = index, left = POLLING_STATEMENTS; i-- > 0 && left--;) {
        const struct iq_statement *s = &r->body->statements.data[i];
        struct iq_memory_access access;
        if (s->kind == IQ_STATEMENT_LABEL &&
            iq_name_equals(iq_token_name(&t[s->first]), iq_token_name(&t[branch->operands])))
            return reads;
        if (is_atomic_read(r, s))
            reads = true;
        else if (iq_access_read(r->body, s, &access) && access.is_write)
            return false;
        else if (plainly && has_one_of(r, s, strong, LENGTH(strong)))
            reads = true;
    }
    return false;
}

/* Has the operand [token] the same value each time?  A number, or a register that only gets
 * numbers. */
static bool is_constant(const struct rewriter *r, const struct iq_ptx_token *token)
{
    const struct iq_ptx_token *t = r->body->tokens.data;
    struct iq_name name = iq_token_name(token);
    if (token->kind != TK_IDENT)
        return token->kind == TK_INT;
    bool defined = false;
    for (uint32_t i = 0; i < r->body->statements.count; i++) {
        const struct iq_statement *s = &r->body->statements.data[i];
        if (!iq_statement_defines(r->body, s) ||
            !iq_name_equals(iq_token_name(&t[s->operands]), name))
            continue;
        if (!is_opcode(r, s, "mov") || t[s->end - 1].kind != TK_INT)
            return false;
        defined = true;
    }
    return defined;
}

/* Is that how a lock is taken?  "atom.cas.b32 %r1, [%rd1], 0, 1", "atom.exch.b32 %r1, [%rd1], 1":
 * one value that does not depend on what was read there before, and a look at the result. */
static bool takes_lock(const struct rewriter *r, const struct iq_statement *s)
{
    const struct iq_ptx_token *t = r->body->tokens.data;
    bool swaps = iq_has_modifier(r->body, s, "cas");
    if (!is_opcode(r, s, "atom") || (!swaps && !iq_has_modifier(r->body, s, "exch")))
        return false;
    uint32_t at = s->operands;
    const struct iq_register *result = iq_body_register(r->body, iq_token_name(&t[at]));
    while (at < s->end && !iq_token_is(&t[at], ']'))
        at++;
    at += 2; /* the comma, too */
    return at < s->end && is_constant(r, &t[at + iq_token_is(&t[at], '-')]) &&
           (!result || result->mentions > 1);
}

bool iq_races_may_end(const struct rewriter *r)
{
    static const char *const barriers[] = { "mbarrier", "griddepcontrol", "elect" };
    static const char *const waits[] = { "acquire", "relaxed", "volatile", "cluster", "arrive" };
    for (uint32_t i = 0; i < r->body->statements.count; i++) {
        const struct iq_statement *s = &r->body->statements.data[i];
        struct iq_memory_access access;
        if (s->kind != IQ_STATEMENT_INSTRUCTION)
            continue;
        if (takes_lock(r, s) || is_polling(r, i, true))
            return false;
        if (iq_access_read(r->body, s, &access) && access.space != IQ_SPACE_GLOBAL)
            continue;
        bool barrier = is_opcode(r, s, "bar") || is_opcode(r, s, "barrier");
        if (is_one_of(r, s, barriers, LENGTH(barriers)) || has_one_of(r, s, waits, LENGTH(waits)) ||
            (barrier && !iq_has_modifier(r->body, s, "warp") && order_of(r, s) != ORDER_BARRIER))
            return false;
    }
    return true;
}

bool iq_races_is_watched(const struct rewriter *r, const struct iq_statement *s,
                         const struct iq_memory_access *access, enum iq_instrument_space space)
{
    uint32_t count = iq_has_modifier(r->body, s, "v8")   ? 8
                     : iq_has_modifier(r->body, s, "v4") ? 4
                     : iq_has_modifier(r->body, s, "v2") ? 2
                                                         : 1;
    uint32_t element = iq_access_element_bytes(r->body, s);
    return access->space == space && !access->is_generic && access->bytes && element &&
           element <= 8 && element * count <= 32;
}

static bool is_watching(const struct rewriter *r)
{
    return r->races.watches_shared || r->races.watches_global || r->races.watches_barriers;
}

/* log2 of the bytes of a cell: as few as anything in [space] is written with, so that no thread's
 * write is in another's cell; false: nothing is written. */
static bool find_cells(const struct rewriter *r, enum iq_instrument_space space, uint32_t *shift)
{
    struct iq_memory_access access;
    bool writes = false;
    *shift = 2;
    for (uint32_t i = 0; i < r->body->statements.count; i++) {
        const struct iq_statement *s = &r->body->statements.data[i];
        if (!iq_access_read(r->body, s, &access) || !access.is_write ||
            !iq_races_is_watched(r, s, &access, space))
            continue;
        while (1u << *shift > iq_access_element_bytes(r->body, s))
            --*shift;
        writes = true;
    }
    return writes;
}

/* Decides what of .body is watched; a barrier with a number of threads does not count. */
static void find_watched(struct rewriter *r)
{
    for (uint32_t i = 0; i < r->body->statements.count; i++) {
        enum order order = order_of(r, &r->body->statements.data[i]);
        if (order == ORDER_OTHERWISE)
            return;
        r->races.warp_unknown |= order == ORDER_SOME_OF_WARP;
        r->races.polls |= is_polling(r, i, false);
    }
    r->races.watches_shared = find_cells(r, IQ_SPACE_SHARED, &r->races.shared_shift);
    r->races.watches_global = find_cells(r, IQ_SPACE_GLOBAL, &r->races.global_shift);
    r->shared_looks |= (uint32_t)r->races.watches_shared << r->races.shared_shift;
    r->global_looks |= (uint32_t)r->races.watches_global << r->races.global_shift;
}

void iq_races_begin(struct rewriter *r)
{
    r->races = (struct races){ .warp_unknown = r->target < 70,
                               .shared_shift = 2,
                               .global_shift = 2,
                               .first_site = (uint32_t)r->sites.count };
    if (!(r->checks & IQ_INSTRUMENT_RACES) || r->role != IQ_ROLE_KERNEL)
        return;
    r->races.watches_barriers = iq_barriers_are_several(r);
    find_watched(r);
    if (!r->races.watches_shared && !r->races.watches_barriers)
        return;
    r->races.state = iq_rewriter_word(r, IQ_WORD_SHARED_STATE, 0, 0, 0);
    r->races.step = iq_rewriter_word(r, IQ_WORD_SHARED_STEP, 0, 0, 0);
    r->races.cells = iq_rewriter_word(r, IQ_WORD_SHARED_CELLS, 0, 0, 0);
}

const char *const iq_races_parts[IQ_RACES_SHIFTS] = {
    "  and.b32 %part, %value, 255; shr.u32 %value, %value, 8;\n",
    "  and.b32 %part, %value, 65535; shr.u32 %value, %value, 16;\n",
    "  mov.b32 %part, %value;\n",
};

static void put_look_function(struct iq_str *to, uint32_t shift)
{
    iq_str_printf(to, "\n.func __inquest_shared%u%s", 1u << shift, look_start);
    iq_str_printf(to,
                  "  shr.u32 %%at, %%at, %u; add.u32 %%count, %%at, %%count;\n"
                  "  min.u32 %%count, %%count, %%cells;\n"
                  "next:\n"
                  "  setp.ge.u32 %%p, %%at, %%count; @%%p bra over;\n"
                  "  mul.wide.u32 %%cell, %%at, 24; add.s64 %%cell, %%cell, %%state;\n"
                  "  shl.b32 %%r1, %%at, %u; ld.volatile.shared.u%u %%cur, [%%r1];\n"
                  "  add.u32 %%at, %%at, 1;\n%s",
                  shift, shift, 8u << shift, iq_races_parts[shift]);
    for (size_t i = 0; i < LENGTH(look_rest); i++)
        iq_str_puts(to, look_rest[i]);
}

void iq_races_put_library(const struct rewriter *r, struct iq_str *to)
{
    if (r->shared_looks)
        iq_str_puts(to, collides);
    for (uint32_t shift = 0; shift < IQ_RACES_SHIFTS; shift++)
        if (r->shared_looks >> shift & 1)
            put_look_function(to, shift);
}

/* The number of the block, the thread's, and how many barriers and synchronisations of the warp it
 * has passed; %iqsa: the records of the block's shared memory, 0: it is not watched. */
void iq_races_put_entry(struct rewriter *r)
{
    if (!is_watching(r))
        return;
    PUT("\t.reg .b64 %%iqsa; .reg .b32 %%iqsb, %%iqsc, %%iqst, %%iqse, %%iqsw, %%iqsx, %%iqsv<2>;\n"
        "\tmov.u32 %%iqse, 1; mov.u32 %%iqsw, 0; mov.u64 %%iqsa, 0;\n"
        "\tmov.u32 %%iqr0, %%ctaid.z; mov.u32 %%iqr1, %%nctaid.y; mov.u32 %%iqr2, %%ctaid.y;\n"
        "\tmad.lo.u32 %%iqr0, %%iqr0, %%iqr1, %%iqr2; mov.u32 %%iqr1, %%nctaid.x;\n"
        "\tmov.u32 %%iqr2, %%ctaid.x; mad.lo.u32 %%iqsb, %%iqr0, %%iqr1, %%iqr2;\n"
        "\tmov.u32 %%iqr0, %%tid.z; mov.u32 %%iqr1, %%ntid.y; mov.u32 %%iqr2, %%tid.y;\n"
        "\tmad.lo.u32 %%iqr0, %%iqr0, %%iqr1, %%iqr2; mov.u32 %%iqr1, %%ntid.x;\n"
        "\tmov.u32 %%iqr2, %%tid.x; mad.lo.u32 %%iqst, %%iqr0, %%iqr1, %%iqr2;\n");
    if (r->races.watches_shared || r->races.watches_barriers)
        PUT("\tmov.u32 %%iqr0, %%nctaid.x; mov.u32 %%iqr1, %%nctaid.y; mov.u32 %%iqr2, %%nctaid.z;\n"
            "\tmul.lo.u32 %%iqr0, %%iqr0, %%iqr1; mul.lo.u32 %%iqr0, %%iqr0, %%iqr2;\n"
            "\tsub.u32 %%iqr0, %%iqr0, %%iqsb; sub.u32 %%iqr0, %%iqr0, 1;\n"
            "\tcvt.u32.u64 %%iqr1, %%iqw%u; rem.u32 %%iqr2, %%iqr0, %%iqr1;\n"
            "\tsetp.ne.u64 %%iqq, %%iqw%u, 0; setp.eq.and.u32 %%iqq, %%iqr2, 0, %%iqq;\n"
            "\tdiv.u32 %%iqr0, %%iqr0, %%iqr1; cvt.u64.u32 %%iqu, %%iqr0;\n"
            "\tcvt.u32.u64 %%iqsc, %%iqw%u; mul.wide.u32 %%iqt, %%iqsc, 24;\n"
            "\tadd.s64 %%iqt, %%iqt, 24; mad.lo.u64 %%iqsa, %%iqt, %%iqu, %%iqw%u; selp.b64 %%iqsa, %%iqsa, 0, %%iqq;\n",
            r->races.step, r->races.state, r->races.cells, r->races.state);
}

void iq_races_put_order(struct rewriter *r, const struct iq_statement *s)
{
    enum order order = is_watching(r) ? order_of(r, s) : ORDER_NOTHING;
    char guard[100] = "";
    if (s->guarded)
        snprintf(guard, sizeof guard, "@%s%.*s ", s->guard_not ? "!" : "", NAME(s->guard));
    r->races.barriers += order == ORDER_BARRIER;
    r->races.syncs += order == ORDER_BARRIER || order == ORDER_WARP;
    if (order == ORDER_BARRIER)
        PUT("\n\t%sadd.u32 %%iqse, %%iqse, 1; %smov.u32 %%iqsw, 0;\n", guard, guard);
    else if (order == ORDER_WARP)
        PUT("\n\t%sadd.u32 %%iqsw, %%iqsw, 1;\n", guard);
}

static uint32_t line_of(const struct rewriter *r, const struct iq_statement *s)
{
    return r->body->tokens.data[s->first].line;
}

typedef IQ_VEC(const struct iq_statement *) label_list;

/* Of the last [labels] the one that the statement [s] branches to; NULL: it is no branch, or goes
 * ahead. */
static const struct iq_statement *back_to(const struct rewriter *r, const label_list *labels,
                                          const struct iq_statement *s)
{
    enum { LOOKED_AT = 4096 }; /* a loop has no more in it */
    const struct iq_ptx_token *t = r->body->tokens.data;
    if (s->kind != IQ_STATEMENT_INSTRUCTION || !is_opcode(r, s, "bra") || s->operands >= s->end)
        return NULL;
    for (size_t i = labels->count, left = LOOKED_AT; i-- > 0 && left--;)
        if (iq_name_equals(iq_token_name(&t[labels->data[i]->first]),
                           iq_token_name(&t[s->operands])))
            return labels->data[i];
    return NULL;
}

static void note_loop(struct rewriter *r, uint32_t first, uint32_t last)
{
    for (size_t k = r->races.first_site; k < r->sites.count; k++) {
        struct iq_instrument_site *site = &r->sites.data[k];
        if (site->ptx_line >= first && site->ptx_line <= last && site->loop_end < last)
            site->loop_end = last;
    }
}

void iq_races_find_loops(struct rewriter *r)
{
    label_list labels = { 0 };
    for (uint32_t i = 0; is_watching(r) && i < r->body->statements.count; i++) {
        const struct iq_statement *s = &r->body->statements.data[i],
                                  *label = back_to(r, &labels, s);
        if (label)
            note_loop(r, line_of(r, label), line_of(r, s));
        if (s->kind == IQ_STATEMENT_LABEL)
            r->failed |= iq_vec_push(&labels, s) != 0;
    }
    iq_vec_finish(&labels);
}

/* ---- accesses ---- */

/* A plain read with an atomic operation close after it asks whether that is worth while. */
static bool is_guess(const struct rewriter *r, const struct iq_statement *s)
{
    static const char *const ends[] = { "bar", "barrier", "ret", "exit" };
    uint32_t first = (uint32_t)(s - r->body->statements.data);
    for (uint32_t i = first + 1, left = GUESS_STATEMENTS; i < r->body->statements.count && left;
         i++) {
        const struct iq_statement *next = &r->body->statements.data[i];
        if (next->kind != IQ_STATEMENT_INSTRUCTION)
            continue;
        left--;
        if (is_one_of(r, next, ends, LENGTH(ends)))
            return false;
        if ((is_opcode(r, next, "atom") || is_opcode(r, next, "red")) &&
            !iq_has_modifier(r->body, next, "global"))
            return true;
    }
    return false;
}

static unsigned flags_of(const struct rewriter *r, const struct iq_statement *s,
                         const struct iq_memory_access *access)
{
    static const char *const strong[] = { "volatile", "relaxed", "mmio" };
    bool shared = access->space == IQ_SPACE_SHARED;
    unsigned kind = access->is_atomic && !shared && iq_has_modifier(r->body, s, "cta")
                        ? KIND_BLOCK_ATOMIC
                    : access->is_atomic                             ? KIND_ATOMIC
                    : has_one_of(r, s, strong, LENGTH(strong))      ? KIND_STRONG
                    : shared && !access->is_write && is_guess(r, s) ? KIND_GUESS
                                                                    : KIND_PLAIN;
    return kind | (access->is_write ? FLAG_WRITE : 0) | (r->races.polls ? FLAG_POLLS : 0) |
           (r->races.warp_unknown ? FLAG_WARP_UNKNOWN : 0);
}

/* %iqsx: where the access begins. */
static void put_start(struct rewriter *r, const struct iq_memory_access *access)
{
    uint32_t bytes = iq_body_register_bytes(r->body, access->address);
    PUT("\t%s %%iqsx, %.*s; add.s32 %%iqsx, %%iqsx, %lld;\n",
        bytes == 8 ? "cvt.u32.u64" : "mov.b32", NAME(access->address),
        (long long)access->displacement);
}

static void put_look(struct rewriter *r, uint32_t at, uint32_t count, unsigned flags,
                     uint32_t value)
{
    const struct iq_instrument_site *site = &r->sites.data[r->sites.count - 1];
    bool variable = site->root_count == 1 && site->variable;
    char base[24] = "-1";
    if (variable)
        snprintf(base, sizeof base, "%%iqg%u", site->roots[0]);
    PUT("\tadd.s32 %%iqr2, %%iqsx, %u;\n"
        "\t@%%iqx call __inquest_shared%u, (%%iqsa, %%iqw%u, %%iqw%u, %%iqsc, %%iqr2, %%iqsx, %u, %u, "
        "%u, %%iqst, %%iqse, %%iqsw, %%iqsv%u, %s, %u);\n",
        at, 1u << r->races.shared_shift, iq_rewriter_word(r, IQ_WORD_RECORDS, 0, 0, 0),
        iq_rewriter_word(r, IQ_WORD_LAUNCH, 0, 0, 0), count, (uint32_t)r->sites.count - 2, flags,
        value, base, (uint32_t)r->sites.count - 2 - r->races.first_site);
}

/* Loads the register [name] into %iqsv0 and, of eight bytes, %iqsv1; of less than four bytes the
 * rest is whatever it is. */
static bool put_register(struct rewriter *r, struct iq_name name, uint32_t element)
{
    uint32_t bytes = iq_body_register_bytes(r->body, name);
    if (bytes < element || bytes < 2)
        return false;
    if (bytes == 2)
        PUT("\tmov.b32 %%iqsv0, {%.*s, %.*s};\n", NAME(name), NAME(name));
    else
        PUT(bytes == 8 ? "\tmov.b64 {%%iqsv0, %%iqsv1}, %.*s;\n" : "\tmov.b32 %%iqsv0, %.*s;\n",
            NAME(name));
    return true;
}

/* Loads the element that begins at [t] into %iqsv0 and, of eight bytes, %iqsv1; false: its value is
 * not known. */
static bool put_value(struct rewriter *r, const struct iq_ptx_token *t, uint32_t bytes)
{
    bool minus = iq_token_is(t, '-');
    const struct iq_ptx_token *number = t + minus;
    if (t->kind == TK_IDENT)
        return put_register(r, iq_token_name(t), bytes);
    if (number->kind != TK_INT && number->kind != (bytes == 8 ? TK_F64 : TK_F32))
        return false;
    uint64_t value = minus ? -number->value : number->value;
    PUT("\tmov.b32 %%iqsv0, %u; mov.b32 %%iqsv1, %u;\n", (uint32_t)value, (uint32_t)(value >> 32));
    return true;
}

static void put_stores(struct rewriter *r, const struct iq_statement *s, unsigned flags,
                       uint32_t shift, iq_races_look *look)
{
    const struct iq_ptx_token *t = r->body->tokens.data;
    uint32_t i = s->operands, at = 0, bytes = iq_access_element_bytes(r->body, s);
    while (i < s->end && !iq_token_is(&t[i], ']'))
        i++;
    for (i += 2; i < s->end; i++) {
        uint32_t first = i;
        if (iq_token_is(&t[i], '{') || iq_token_is(&t[i], '}') || iq_token_is(&t[i], ','))
            continue;
        while (i + 1 < s->end && !iq_token_is(&t[i + 1], ',') && !iq_token_is(&t[i + 1], '}'))
            i++;
        bool known = put_value(r, &t[first], bytes);
        for (uint32_t k = 0; known && k < (bytes + 3) / 4; k++)
            look(r, at + 4 * k, (bytes < 4 ? bytes : 4) >> shift, flags, k);
        at += bytes;
    }
}

void iq_races_put_accesses(struct rewriter *r, const struct iq_statement *s,
                           const struct iq_memory_access *access, iq_races_look *look)
{
    unsigned flags = flags_of(r, s, access);
    uint32_t shift =
        access->space == IQ_SPACE_SHARED ? r->races.shared_shift : r->races.global_shift;
    if (access->is_write && !access->is_atomic) {
        put_stores(r, s, flags, shift, look);
        return;
    }
    PUT("\tmov.u32 %%iqsv0, %u;\n", 0x5bd1e995u * (uint32_t)r->sites.count);
    look(r, 0, (access->bytes + (1u << shift) - 1) >> shift, flags, 0);
}

void iq_races_put_shared(struct rewriter *r, const struct iq_statement *s,
                         const struct iq_memory_access *access, const char *runs)
{
    if (!r->races.watches_shared || !iq_races_is_watched(r, s, access, IQ_SPACE_SHARED) ||
        !iq_rewriter_add_site(r, s, access, false, IQ_CHECK_SHARED_RACE) ||
        !iq_rewriter_add_site(r, s, access, false, IQ_CHECK_SHARED_RACE))
        return; /* a site for threads of different warps, one for those of the same */
    put_start(r, access);
    if (runs)
        PUT("\tsetp.ne.and.u64 %%iqx, %%iqsa, 0, %s;\n", runs);
    else
        PUT("\tsetp.ne.u64 %%iqx, %%iqsa, 0;\n");
    iq_races_put_accesses(r, s, access, put_look);
}
