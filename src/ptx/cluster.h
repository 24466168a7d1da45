/* Blocks of a cluster: their turns, their barrier, and their shared memory as the others see it.
 * Owner: the block of rank 0.
 * Threads: the one that runs the cluster. */
#ifndef IQ_PTX_CLUSTER_H
#define IQ_PTX_CLUSTER_H

#include "ptx/exec.h"

/* block.c.  One block's share of a turn of its cluster.  Sets *moved if a lane could run; YIELD
 * also if none could. */
enum iq_ptx_run iq_ptx_block_turn(struct iq_ptx_block *b, uint32_t slices, bool *moved);
uint32_t iq_ptx_cluster_size(const struct iq_ptx_launch *launch);
enum iq_ptx_run iq_ptx_cluster_resume(struct iq_ptx_cluster *cluster, uint32_t slices);
/* Lets go whoever waits if all that live have come; lanes that end. */
void iq_ptx_cluster_check(struct iq_ptx_cluster *cluster);
void iq_ptx_cluster_exit(struct iq_warp *w, uint32_t lanes);
/* Whose an address of shared memory is, where in it, and the address of the same place in another
 * block. */
uint32_t iq_ptx_cluster_rank(const struct iq_ptx_block *b, uint64_t shared);
uint64_t iq_ptx_cluster_offset(const struct iq_ptx_block *b, uint64_t shared);
uint64_t iq_ptx_cluster_address(const struct iq_ptx_block *b, uint64_t shared, uint32_t rank);
/* As iq_ptx_memory_at, for shared memory of another block. */
void *iq_ptx_cluster_at(struct iq_warp *w, const struct iq_ptx_insn *i, uint64_t shared,
                        uint32_t size, uint32_t lane, uint32_t flags);

#endif
