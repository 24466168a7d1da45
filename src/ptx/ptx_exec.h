/* Running PTX kernels: a launch holds what all blocks share, a block is a resumable state that runs
 * one block after another.  Owner: the caller destroys blocks first, then the launch; the image
 * must outlive both.
 * Threads: one launch serves any number of blocks on any threads; one block is used by one thread
 * at a time and may move between threads while it is not running.  All callbacks may come from
 * several threads at once.
 * Fork, signals: a child may not resume blocks of its parent; not async-signal-safe. */
#ifndef IQ_PTX_PTX_EXEC_H
#define IQ_PTX_PTX_EXEC_H

#include "ptx/env.h"
#include "ptx/ptx.h"

struct iq_ptx_launch;
struct iq_ptx_block;

struct iq_ptx_launch_desc {
    struct iq_ptx_image *image;
    const struct iq_ptx_kernel *kernel;
    /* cluster: blocks that run together; 0 = as the kernel says, else one */
    uint32_t grid[3], block[3], cluster[3];
    uint32_t dynamic_shared_bytes;
    const void *params;           /* packed, kernel->param_bytes; copied */
    const struct iq_ptx_env *env; /* must outlive the launch */
    /* local memory per thread; 0 = 1024; raised to kernel->local_bytes */
    uint32_t stack_bytes;
    /* %envreg1:%envreg2, address for grid synchronisation, 0 = none; %gridid */
    uint64_t grid_workspace, grid_id;
    const int *abort; /* optional; non-zero (read atomically) stops the launch */
    /* optional, atomic: grows while a block gets on; waiting for something is none */
    uint64_t *progress;
    uint64_t step_limit; /* warp instructions over all blocks; 0 = none */
    uint32_t sm_count;   /* for %smid, %nsmid; 0 = 1 */
    /* not 0: blocks and warps take turns in an order that follows from this number */
    uint64_t shuffle;
    /* not 0: a warp's turn is a few instructions, as many as follows from this number; nothing is
     * watched then */
    uint64_t hurry;
    bool count_steps; /* keep the counters of iq_ptx_launch_stats (slower) */
};

enum iq_ptx_run { IQ_PTX_RUN_DONE, IQ_PTX_RUN_YIELD, IQ_PTX_RUN_FAULT };
struct iq_ptx_stats {
    uint64_t warp_instructions, lane_instructions, blocks;
};

/* Prepares a launch.  Returns 0, IQ_PTX_ENOMEM, IQ_PTX_EUNRESOLVED or IQ_PTX_ESYNTAX (bad
 * dimensions). */
int iq_ptx_launch_create(const struct iq_ptx_launch_desc *desc, struct iq_ptx_launch **launch);
void iq_ptx_launch_destroy(struct iq_ptx_launch *launch);
/* a cluster is one, and is begun, resumed and destroyed as one */
uint64_t iq_ptx_launch_block_count(const struct iq_ptx_launch *launch);
/* the k-th to run; k itself unless shuffled */
uint64_t iq_ptx_launch_block_at(const struct iq_ptx_launch *launch, uint64_t k);
/* the first, or NULL */
const struct iq_ptx_fault *iq_ptx_launch_fault(const struct iq_ptx_launch *launch);
void iq_ptx_launch_stats(const struct iq_ptx_launch *launch, struct iq_ptx_stats *stats);
/* What its blocks used, once destroyed; *spans live as long as it.  *waits: it may wait for other
 * kernels.  False: not watched, too many, or it talks with the host. */
bool iq_ptx_launch_footprint(struct iq_ptx_launch *launch, const struct iq_ptx_span **spans,
                             uint32_t *count, bool *waits);
/* Which of two instructions comes first, if accesses of theirs race: negative: that at [pc],
 * positive: the other one, 0: they are one, or in two functions.  In a loop with a barrier of the
 * block or a wait for an mbarrier (or, with [warp], of lanes of a warp) between them it is the
 * lower one: the upper one is of a later round. */
int iq_ptx_launch_order(const struct iq_ptx_launch *launch, uint32_t pc, uint32_t other, bool warp);
/* Fills function, ptx_line, source_file and source_line of fault for an access's pc. */
void iq_ptx_launch_where(const struct iq_ptx_launch *launch, uint32_t pc,
                         struct iq_ptx_fault *fault);
/* What the access at pc loaded its pointer from: the module's variable (1 + index), or memory that
 * parameters lead to, as in iq_ptx_access.  False: it did not, or nobody knows. */
bool iq_ptx_launch_loaded(const struct iq_ptx_launch *launch, uint32_t pc, uint32_t *of_variable,
                          uint64_t *origins);

/* Does the kernel ask for what only a cooperative launch gives it, to synchronise its grid? */
bool iq_ptx_launch_asks_grid(const struct iq_ptx_launch *launch);

struct iq_ptx_block *iq_ptx_block_create(struct iq_ptx_launch *launch);
void iq_ptx_block_destroy(struct iq_ptx_block *block);
/* at the start of block [index], x fastest */
void iq_ptx_block_begin(struct iq_ptx_block *block, uint64_t index);
/* Runs until the block ends, faults, or slices time slices (about 0.1 ms each of looping) have
 * passed; 0 = no limit. */
enum iq_ptx_run iq_ptx_block_resume(struct iq_ptx_block *block, uint32_t slices);
/* begin + resume for blocks first .. first+count-1; stops early at a fault of any block of the
 * launch. */
enum iq_ptx_run iq_ptx_block_run(struct iq_ptx_block *block, uint64_t first, uint64_t count);

/* Bits of a shadow (see iq_ptx_range): marks bytes as written; are all of them? */
void iq_ptx_shadow_set(uint64_t shadow, uint64_t addr, uint64_t size);
bool iq_ptx_shadow_is_set(uint64_t shadow, uint64_t addr, uint64_t size);

/* Where a block stands that is not running: kernel, block, thread and the places of *fault, of a
 * thread that was running rather than of one that waits. */
void iq_ptx_block_place(struct iq_ptx_block *block, struct iq_ptx_fault *fault);

const char *iq_ptx_fault_name(enum iq_ptx_fault_kind kind);

#endif
