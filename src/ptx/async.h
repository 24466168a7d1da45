/* Copies to and from shared memory that a kernel has begun and that nobody has waited for yet
 * (cp.async, cp.async.bulk, wgmma).  The bytes are moved at once.  What they are to be judged by
 * stays open: the cells keep a record of a time that never comes, RACE_PENDING, so that no barrier
 * orders them. A wait of the thread that began the copy, or a wait at the mbarrier that the copy
 * completes on, gives the record a time like any other. Owner: struct iq_ptx_race.  Threads: the
 * one that runs the block. */
#ifndef IQ_PTX_ASYNC_H
#define IQ_PTX_ASYNC_H

#include "ptx/race.h"

/* What is pending: a store of cp.async, a store that completes on an mbarrier, a load of a store in
 * bulk, a load of wgmma. */
enum iq_ptx_async_kind { ASYNC_COPY, ASYNC_TO_SHARED, ASYNC_FROM_SHARED, ASYNC_MATRIX };
/* Groups that are counted by themselves: of cp.async, of copies in bulk, of wgmma. */
enum iq_ptx_async_class { ASYNC_OF_COPIES, ASYNC_OF_BULK, ASYNC_OF_MATRICES, ASYNC_CLASSES };

/* Is a copy into the line, or into some of its cells, pending? */
static inline bool iq_ptx_async_is_pending(const struct iq_ptx_race_line *line)
{
    return line->split ? line->split == RACE_LINE_PINNED : line->w >> 32 == RACE_PENDING;
}
/* A copy of [lane] to or from [size] bytes of the block's own shared memory at [memory] has begun;
 * elsewhere nothing is noted.  It belongs to the group that the lane commits next. */
void iq_ptx_async_begin(struct iq_warp *w, const struct iq_ptx_insn *i, uint32_t lane,
                        enum iq_ptx_async_kind kind, const void *memory, uint32_t size);
/* Copies of [lanes] lanes from [lane] on, [size] bytes each, to offset [at] of shared memory and
 * the places behind it, which are in bounds.  False: they may be in the way of something and are to
 * be judged one by one; nothing is noted. */
bool iq_ptx_async_begin_run(struct iq_warp *w, const struct iq_ptx_insn *i, uint32_t lane,
                            uint32_t lanes, uint32_t at, uint32_t size);
/* The running lanes close a group, and wait until at most [left] groups are pending; all: whatever
 * they have begun. */
void iq_ptx_async_commit(struct iq_warp *w, enum iq_ptx_async_class of);
void iq_ptx_async_wait(struct iq_warp *w, enum iq_ptx_async_class of, uint32_t left, bool all);
/* What [lane] has begun with [kind], and not assigned to another one, completes on the mbarrier
 * [at].
 */
void iq_ptx_async_attach(struct iq_warp *w, uint32_t lane, enum iq_ptx_async_kind kind,
                         uint32_t at);
/* The warp has waited for a phase of the mbarrier [at]. */
void iq_ptx_async_pass(struct iq_warp *w, uint32_t at);
/* An access of all running lanes: does one of them meet a copy of its own? */
void iq_ptx_async_meet(struct iq_warp *w, const struct iq_ptx_insn *i, const uint64_t *addr,
                       uint32_t size, uint32_t flags);
/* Is the access of a thread to [cell], of [size] bytes at [at], in the way of a copy of its own?
 * Then it has been reported. */
bool iq_ptx_async_is_own(struct iq_warp *w, const struct iq_ptx_insn *i, uint32_t at, uint32_t size,
                         const struct iq_ptx_touch *now, uint32_t cell);
/* How many phases of the mbarrier [at] are complete; false: it is not known, there are too many. */
bool iq_ptx_race_phase_number(struct iq_ptx_race *r, uint32_t at, uint32_t *number);
/* Whoever passes the mbarrier [at], [w] first, knows what [warp] has done until now. */
void iq_ptx_race_phase_learn(struct iq_warp *w, uint32_t at, uint32_t warp);
/* The next block begins. */
void iq_ptx_async_forget(struct iq_ptx_race *r);
void iq_ptx_async_destroy(struct iq_ptx_async *async);

#endif
