/* The layout of the table of owners, behind exec_owners.c and hot/owners.inc, which alone include
 * this. */
#ifndef IQ_PTX_OWNERS_TABLE_H
#define IQ_PTX_OWNERS_TABLE_H

#include "ptx/owners.h"
#include "ptx/stores.h"

enum {
    OWNERS_PAGE_LOG = 10,
    OWNERS_PAGES_LOG = 16,
    OWNERS_PAGE = 1 << OWNERS_PAGE_LOG,
    OWNERS_PAGES = 1 << OWNERS_PAGES_LOG
};
/* A head: the page, the launch (of 2^25 numbers), and by what the page is judged. */
enum {
    BY_LINES = 1,
    OWNERS_BUSY = 2,
    BY_OWNERS = 3,
    OWNERS_LAUNCH_SHIFT = 2,
    OWNERS_PAGE_SHIFT = 27
};
/* An owner: block, thread, time, rank, instruction; 0: nobody.  Of two accesses of a thread at one
 * time the one of higher rank says all that the other one says. */
enum {
    OWNER_READ = 1,
    OWNER_REPEATS = 2,
    OWNER_CHANGES = 3,
    OWNER_PC_BITS = 17,
    OWNER_RANK_SHIFT = 17,
    OWNER_TIME_SHIFT = 19
};
enum {
    OWNER_TIME_BITS = 13,
    OWNER_THREAD_SHIFT = 32,
    OWNER_BLOCK_SHIFT = 42,
    OWNER_BLOCK_BITS = 22
};
#define OWNER_OPEN UINT64_MAX
#define OWNER_RANK ((uint64_t)3 << OWNER_RANK_SHIFT)

struct iq_ptx_owners_table {
    uint64_t owners[OWNERS_PAGES][OWNERS_PAGE];
    uint64_t heads[OWNERS_PAGES];
    uint8_t locks[OWNERS_PAGES];
};

struct iq_ptx_owners {
    struct iq_ptx_owners_table *table;
    const struct iq_ptx_launch *launch;
    uint32_t seen, opened, claimed;
    struct iq_ptx_stores_list stores;
};

static inline size_t iq_ptx_owners_slot(uint64_t cell)
{
    uint64_t page = cell >> OWNERS_PAGE_LOG;
    return (page ^ page >> OWNERS_PAGES_LOG) % OWNERS_PAGES;
}

static inline uint64_t iq_ptx_owners_head(const struct iq_ptx_owners *o, uint64_t cell, uint32_t by)
{
    return cell >> OWNERS_PAGE_LOG << OWNERS_PAGE_SHIFT |
           (uint64_t)(o->launch->number & ((1u << (OWNERS_PAGE_SHIFT - OWNERS_LAUNCH_SHIFT)) - 1))
               << OWNERS_LAUNCH_SHIFT |
           by;
}

#endif
