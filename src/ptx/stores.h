/* What the last store of each block to cells of owners.h leaves.  It is put here before the owners
 * say so, and the handler stores afterwards: whoever opens a cell meanwhile finds here what memory
 * does not have yet.
 * Owner: struct iq_ptx_owners has all of them, a block has one while it exists.  Threads: the one
 * that runs the block puts, any reads. */
#ifndef IQ_PTX_STORES_H
#define IQ_PTX_STORES_H

#include "ptx/exec.h"

enum { IQ_PTX_STORE_BYTES = 16 /* of a lane in a register */ };

/* version: odd while the rest changes.  row: an owner without lane and rank.  addr, values: by
 * lane. */
struct iq_ptx_stores {
    uint32_t version, mask, size, shift, stride;
    uint64_t row, addr[IQ_PTX_LANES];
    uint8_t values[IQ_PTX_LANES * IQ_PTX_STORE_BYTES];
    struct iq_ptx_stores *next, *next_spare;
};

/* Of the blocks of a launch, by block: of two with one place only the one that began last is found.
 * So few blocks share a place that those do not run at one time. */
struct iq_ptx_stores_list {
    struct iq_ptx_stores **by_block, *all, *spare;
    uint32_t places; /* a power of two */
    uint8_t lock;
};

int iq_ptx_stores_init(struct iq_ptx_stores_list *list, uint64_t blocks);
void iq_ptx_stores_finish(struct iq_ptx_stores_list *list);
/* NULL: no memory. */
struct iq_ptx_stores *iq_ptx_stores_take(struct iq_ptx_stores_list *list);
void iq_ptx_stores_give(struct iq_ptx_stores_list *list, struct iq_ptx_stores *stores);
/* These are those of [block] from now on. */
void iq_ptx_stores_begin(struct iq_ptx_stores_list *list, struct iq_ptx_stores *stores,
                         uint64_t block);
/* The bytes that [lane] of the instruction [row] leaves in a cell; false: another instruction has
 * followed, so that memory has them. */
bool iq_ptx_stores_find(const struct iq_ptx_stores_list *list, uint64_t block, uint64_t row,
                        uint32_t lane, uint64_t cell, uint8_t *to);

#endif
