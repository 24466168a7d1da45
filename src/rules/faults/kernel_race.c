/* What is said of races between threads of a kernel, and of barriers that threads did not share. */
#include "rules/faults/kernel_race.h"

#include <string.h>

#include "base/path.h"

bool iq_soft_is_race(const struct iq_soft_fault *fault)
{
    return fault->kind == IQ_SOFT_FAULT_RACE || fault->kind == IQ_SOFT_FAULT_SHARED_RACE;
}

void iq_soft_put_address(struct iq_str *text, const struct iq_soft_fault *fault)
{
    unsigned long long address = fault->address, row = fault->array_row, layer = fault->array_layer;
    if (!fault->array) {
        iq_str_printf(text, "at 0x%llx", address);
        return;
    }
    iq_str_printf(text, "at byte %llu of row %llu", address, row);
    if (layer)
        iq_str_printf(text, " of layer %llu", layer);
    if (fault->array_mipmapped)
        iq_str_printf(text, " of level %u", fault->array_level);
    iq_str_puts(text, fault->array_mipmapped ? " of a mipmapped array" : " of an array");
}

void iq_soft_put_line(struct iq_str *text, const char *file, uint32_t line, uint32_t ptx_line)
{
    if (file)
        iq_str_printf(text, "%s:%u", iq_base_name(file), line);
    else if (ptx_line)
        iq_str_printf(text, "PTX line %u", ptx_line);
    else
        iq_str_puts(text, "an unknown place");
}

static void put_other_line(struct iq_str *text, const struct iq_soft_fault *fault)
{
    iq_soft_put_line(text, fault->other_file, fault->other_line, fault->other_ptx_line);
}

static void put_own_line(struct iq_str *text, const struct iq_soft_fault *fault)
{
    iq_soft_put_line(text, fault->file, fault->line, fault->ptx_line);
}

/* What the other thread did, without and with an object. */
static const char *other_did(const struct iq_soft_fault *fault, bool it)
{
    if (fault->other_is_atomic)
        return it ? "updated it atomically" : "atomically updated";
    if (fault->other_is_write)
        return it ? "wrote it" : "wrote";
    return it ? "read it" : "read";
}

static void put_thread(struct iq_str *text, const struct iq_soft_fault *fault)
{
    if (!(fault->race & IQ_SOFT_RACE_SAME_BLOCK))
        iq_str_printf(text, "block (%u,%u,%u), ", fault->other_block[0], fault->other_block[1],
                      fault->other_block[2]);
    iq_str_printf(text, "thread (%u,%u,%u)", fault->other_thread[0], fault->other_thread[1],
                  fault->other_thread[2]);
}

static void put_bytes(struct iq_str *text, const struct iq_soft_fault *fault)
{
    iq_str_printf(text, "%u byte%s ", fault->size, fault->size == 1 ? "" : "s");
    if (fault->kind == IQ_SOFT_FAULT_RACE)
        iq_soft_put_address(text, fault);
    else if (fault->variable && fault->object_size)
        iq_str_printf(text, "at byte %llu of shared variable %s",
                      (unsigned long long)(fault->address - fault->object_base), fault->variable);
    else
        iq_str_printf(text, "at byte %llu of %s",
                      (unsigned long long)(fault->address - fault->object_base),
                      fault->variable ? "the dynamic shared memory" : "shared memory");
}

void iq_soft_race_message(struct iq_str *text, const struct iq_soft_fault *fault)
{
    if (fault->kind == IQ_SOFT_FAULT_DIVERGENCE) {
        if (fault->race & IQ_SOFT_RACE_OUTSIDE) {
            iq_str_puts(
                text,
                ", synchronised lanes of its warp with a mask that does not contain its own lane");
            return;
        }
        if (fault->race & IQ_SOFT_RACE_UNDEFINED) {
            iq_str_puts(text, ", got an undefined value from another lane of its warp, which ");
            if (memcmp(fault->thread, fault->other_thread, sizeof fault->thread))
                iq_str_printf(text, "thread (%u,%u,%u) uses at ", fault->other_thread[0],
                              fault->other_thread[1], fault->other_thread[2]);
            else
                iq_str_puts(text, "it uses at ");
            put_other_line(text, fault);
            return;
        }
        if (fault->race & IQ_SOFT_RACE_SAME_WARP) {
            iq_str_printf(text,
                          ", waits for thread (%u,%u,%u) of its warp, which waits elsewhere: ",
                          fault->other_thread[0], fault->other_thread[1], fault->other_thread[2]);
            put_other_line(text, fault);
            return;
        }
        iq_str_printf(
            text, ", passed a barrier together with thread (%u,%u,%u), which was at another one: ",
            fault->other_thread[0], fault->other_thread[1], fault->other_thread[2]);
        put_other_line(text, fault);
        return;
    }
    iq_str_puts(text, fault->is_atomic  ? ", atomically updated "
                      : fault->is_write ? ", wrote "
                                        : ", read ");
    put_bytes(text, fault);
    if (fault->race & IQ_SOFT_RACE_PENDING) {
        iq_str_printf(text, " that an asynchronous copy may still be %s: ",
                      fault->other_is_write ? "writing" : "reading");
        put_thread(text, fault);
        iq_str_puts(text, " began it at ");
        put_other_line(text, fault);
        iq_str_puts(text, ", and nothing has waited for it");
        return;
    }
    iq_str_puts(text, " that ");
    put_thread(text, fault);
    iq_str_printf(text, " %s at ", other_did(fault, false));
    put_other_line(text, fault);
    iq_str_puts(text, "; nothing orders the two");
}

static bool is_same_file(const struct iq_soft_fault *fault)
{
    return fault->file && fault->other_file && !strcmp(fault->file, fault->other_file);
}

/* Do both stand in one line, as far as lines are known? */
static bool is_same_line(const struct iq_soft_fault *fault)
{
    return is_same_file(fault) ? fault->line == fault->other_line
                               : !fault->file && fault->ptx_line == fault->other_ptx_line;
}

/* Does the access that came second stand before the other one? */
static bool is_turned(const struct iq_soft_fault *fault)
{
    return is_same_file(fault) ? fault->line < fault->other_line
                               : !fault->file && fault->ptx_line < fault->other_ptx_line;
}

/* Does the statement of this access come before the other one? */
static bool is_first(const struct iq_soft_fault *fault)
{
    unsigned known = fault->race & (IQ_SOFT_RACE_OWN_FIRST | IQ_SOFT_RACE_OTHER_FIRST);
    return known ? known == IQ_SOFT_RACE_OWN_FIRST : is_turned(fault);
}

/* ... and does the one that comes first stand below the other one, in a loop, or in a statement of
 * several lines?  Then a barrier between the lines would be, or is, in the wrong place. */
static bool comes_round(const struct iq_soft_fault *fault)
{
    return !is_same_line(fault) && is_first(fault) != is_turned(fault) &&
           (!fault->file || is_same_file(fault));
}

static const char *why(const struct iq_soft_fault *fault)
{
    if (fault->race & IQ_SOFT_RACE_PENDING)
        return "an asynchronous copy is complete for its own thread once that thread has waited for it (cp.async.wait_group, cg::wait, a pipeline's or barrier's wait), and for other threads after a barrier that follows the wait";
    if (fault->race & IQ_SOFT_RACE_BLOCK_SCOPE)
        return "an atomic operation of block scope (..._block) is atomic only among the threads of its block";
    if (fault->race & IQ_SOFT_RACE_VOLATILE)
        return "volatile does not keep the lanes of a warp in lockstep: since compute capability 7.0 each lane may run independently";
    if (fault->race & IQ_SOFT_RACE_SAME_WARP)
        return "both threads are lanes of one warp, and no __syncwarp() separates the two accesses";
    if (fault->race & IQ_SOFT_RACE_SAME_BLOCK)
        return "both threads belong to one block, and no __syncthreads() separates the two accesses";
    if (fault->kind == IQ_SOFT_FAULT_SHARED_RACE)
        return "both blocks belong to one cluster, and no cluster.sync() separates the two accesses";
    if (fault->race & IQ_SOFT_RACE_ASKED)
        return "blocks run in any order; the flag or counter between them was set without a __threadfence() after writing the data";
    return "blocks run in any order and at the same time";
}

static const char *kind_of(bool is_atomic, bool is_write)
{
    return is_atomic ? "the atomic operation at " : is_write ? "the write at " : "the read at ";
}

/* "tile.cu:7[ from | and ]tile.cu:10", or, where the first one stands below, "the read at
 * tile.cu:10[...]the write at tile.cu:7 that follows it" */
static void put_in_turn(struct iq_str *text, const struct iq_soft_fault *fault, const char *joint)
{
    bool named = comes_round(fault);
    for (int i = 0; i < 2; i++) {
        bool own = is_first(fault) == !i;
        if (named)
            iq_str_puts(text, own ? kind_of(fault->is_atomic, fault->is_write)
                                  : kind_of(fault->other_is_atomic, fault->other_is_write));
        own ? put_own_line(text, fault) : put_other_line(text, fault);
        if (!i || named)
            iq_str_puts(text, i ? " that follows it" : joint);
    }
}

static void put_round(struct iq_str *text, const struct iq_soft_fault *fault)
{
    bool warp = fault->race & IQ_SOFT_RACE_SAME_WARP;
    iq_str_printf(text, "%s, and no %s separates ",
                  warp ? "both threads are lanes of one warp" : "both threads belong to one block",
                  warp ? "__syncwarp()" : "__syncthreads()");
    put_in_turn(text, fault, " from ");
}

/* Do both accesses lack the same barrier, one of them a round ahead? */
static bool lacks_round(const struct iq_soft_fault *fault)
{
    return fault->race & IQ_SOFT_RACE_SAME_BLOCK &&
           !(fault->race &
             (IQ_SOFT_RACE_PENDING | IQ_SOFT_RACE_BLOCK_SCOPE | IQ_SOFT_RACE_VOLATILE)) &&
           comes_round(fault);
}

bool iq_soft_hangs(const struct iq_soft_fault *fault)
{
    return fault->kind == IQ_SOFT_FAULT_DIVERGENCE && fault->race & IQ_SOFT_RACE_SAME_WARP &&
           !(fault->race & IQ_SOFT_RACE_OUTSIDE);
}

void iq_soft_race_cause(struct iq_str *text, const struct iq_soft_fault *fault)
{
    if (fault->kind == IQ_SOFT_FAULT_DIVERGENCE && fault->race & IQ_SOFT_RACE_OUTSIDE) {
        iq_str_puts(
            text, "the result is undefined for a lane whose mask does not contain the lane itself");
    } else if (fault->kind == IQ_SOFT_FAULT_DIVERGENCE && fault->race & IQ_SOFT_RACE_UNDEFINED) {
        iq_str_puts(
            text,
            "a shuffle takes values only from lanes that take part in it and are in the mask; a value from any other lane is undefined");
    } else if (fault->kind == IQ_SOFT_FAULT_DIVERGENCE && fault->race & IQ_SOFT_RACE_SAME_WARP) {
        iq_str_puts(
            text,
            "all lanes in the mask that have not exited must make the same call with the same mask; a GPU waits for them forever");
    } else if (fault->kind == IQ_SOFT_FAULT_DIVERGENCE) {
        iq_str_puts(
            text,
            "the condition before the barriers is not the same for all threads; a GPU may hang there or synchronise the wrong threads");
    } else {
        if (lacks_round(fault))
            put_round(text, fault);
        else
            iq_str_puts(text, why(fault));
        iq_str_puts(text, "; ");
        if (fault->is_write && fault->other_is_write)
            iq_str_puts(text, "the final value depends on which write comes last");
        else
            iq_str_puts(text, "the value read depends on which access comes first");
    }
}

/* A store above the atomic operations that it meets sets the value that they begin with: were it
 * atomic, too, it could still come late. */
static bool is_beginning(const struct iq_soft_fault *fault)
{
    if (!is_same_file(fault))
        return false;
    return fault->is_atomic ? fault->other_is_write && fault->other_line < fault->line
                            : fault->is_write && fault->line < fault->other_line;
}

static void put_between(struct iq_str *text, const struct iq_soft_fault *fault, const char *what)
{
    iq_str_printf(text, "put %s between ", what);
    if (is_same_line(fault)) {
        iq_str_puts(text, "the two accesses of ");
        put_other_line(text, fault);
    } else {
        put_in_turn(text, fault, " and ");
    }
    if ((fault->is_atomic || fault->other_is_atomic) && !is_beginning(fault))
        iq_str_puts(text, ", or make both accesses atomic");
    else if (is_same_line(fault) && fault->is_write != fault->other_is_write)
        iq_str_puts(
            text,
            "; if the statement changes one element for all threads, make that an atomic operation instead, since updates would still be lost");
}

/* Does a thread meet its own copy? */
static bool is_own(const struct iq_soft_fault *fault)
{
    return !memcmp(fault->thread, fault->other_thread, sizeof fault->thread) &&
           !memcmp(fault->block, fault->other_block, sizeof fault->block);
}

static void put_wait(struct iq_str *text, const struct iq_soft_fault *fault)
{
    iq_str_puts(text, "before ");
    put_own_line(text, fault);
    iq_str_puts(text, " wait for the copy of ");
    put_other_line(text, fault);
    if (!(fault->other_is_write))
        iq_str_puts(text, " to finish reading its source (cp.async.bulk.wait_group.read)");
    iq_str_puts(text, is_own(fault) ? "" : ", and put __syncthreads() after the wait");
}

/* One statement that meets itself in another thread needs more than a barrier after it. */
static bool is_one_statement(const struct iq_soft_fault *fault)
{
    return fault->ptx_line == fault->other_ptx_line && fault->is_write;
}

void iq_soft_race_fix(struct iq_str *text, const struct iq_soft_fault *fault)
{
    if (fault->kind == IQ_SOFT_FAULT_DIVERGENCE && fault->race & IQ_SOFT_RACE_UNDEFINED)
        iq_str_puts(
            text,
            "let all lanes reach the call, those without work with a neutral value (0 for a sum), or use a result "
            "only if the lane that it comes from takes part");
    else if (fault->kind == IQ_SOFT_FAULT_DIVERGENCE &&
             fault->race & (IQ_SOFT_RACE_OUTSIDE | IQ_SOFT_RACE_SAME_WARP))
        iq_str_puts(
            text,
            "pass a mask of exactly the lanes that reach the call (from __ballot_sync of the condition before the branch), "
            "or let all lanes reach it");
    else if (fault->kind == IQ_SOFT_FAULT_DIVERGENCE)
        iq_str_puts(
            text,
            "move the barrier out of the conditional code, so that all threads of the block reach the same one");
    else if (fault->race & IQ_SOFT_RACE_BLOCK_SCOPE)
        iq_str_puts(
            text,
            "use the operation without _block (device scope), or give each block its own data");
    else if (fault->race & IQ_SOFT_RACE_PENDING)
        put_wait(text, fault);
    else if (fault->race & IQ_SOFT_RACE_COPYING && is_first(fault))
        put_between(
            text, fault,
            "a wait for the asynchronous copy (cp.async.wait_group, cg::wait, a pipeline's or barrier's wait) and __syncthreads() after it");
    else if (is_one_statement(fault))
        iq_str_puts(
            text,
            "let one thread write, give each thread its own element, or use an atomic operation");
    else if (fault->race & IQ_SOFT_RACE_SAME_WARP)
        put_between(text, fault, "__syncwarp()");
    else if (fault->race & IQ_SOFT_RACE_SAME_BLOCK)
        put_between(text, fault, "__syncthreads()");
    else if (fault->kind == IQ_SOFT_FAULT_SHARED_RACE)
        put_between(text, fault, "cluster.sync()");
    else if (fault->race & IQ_SOFT_RACE_ASKED)
        put_between(text, fault, "__threadfence() and an atomic flag or counter");
    else if (fault->cooperative)
        put_between(text, fault, "cooperative_groups::this_grid().sync()");
    else
        iq_str_puts(
            text,
            "use atomic operations, let one block write each element, or split the work into two kernels");
}

void iq_soft_race_other(struct iq_str *text, const struct iq_soft_fault *fault)
{
    if (fault->kind == IQ_SOFT_FAULT_DIVERGENCE)
        iq_str_printf(text, "thread (%u,%u,%u) %s", fault->other_thread[0], fault->other_thread[1],
                      fault->other_thread[2],
                      fault->race & IQ_SOFT_RACE_UNDEFINED ? "used the value" : "waited");
    else
        iq_str_printf(text, "block (%u,%u,%u), thread (%u,%u,%u) %s", fault->other_block[0],
                      fault->other_block[1], fault->other_block[2], fault->other_thread[0],
                      fault->other_thread[1], fault->other_thread[2], other_did(fault, true));
    if (!fault->other_file) {
        iq_str_puts(text, " at ");
        put_other_line(text, fault);
    }
}

void iq_soft_put_place(struct iq_str *site, const char *file, uint32_t line, const char *kernel)
{
    if (file)
        iq_str_printf(site, "%s:%u|%s", file, line, kernel ? kernel : "");
}
