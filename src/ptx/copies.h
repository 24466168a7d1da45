/* What instructions that copy, or wait for copies, say in insn.mod: shared by lowering and
 * exec_*.c.  Constants. */
#ifndef IQ_PTX_COPIES_H
#define IQ_PTX_COPIES_H

/* mod of copy_group: what it does; in the bits from LEFT on, how many groups a wait leaves. */
enum {
    COPY_GROUP_WAIT = 1,
    COPY_GROUP_ALL = 2,
    COPY_GROUP_BULK = 4,
    COPY_GROUP_MATRIX = 8,
    COPY_GROUP_LEFT = 8
};
/* mod of copy_bulk: what follows | 1 + ATOM_* << 8 of a reduction | type << 16; operands: to, from,
 * bytes, mbarrier, blocks of the cluster */
enum {
    BULK_TO_SHARED = 1,
    BULK_FROM_SHARED = 2,
    BULK_COMPLETES = 4,
    BULK_TO_MANY = 8,
    BULK_ZERO =
        32, /* no source; without COMPLETES eight bytes at a time, and their number has 64 bits */
    BULK_ONCE = 16 /* all lanes ask for one copy, which is done when the instruction is */
};
/* mod of copy_tensor: BULK_* of the copy above | 1 + ATOM_* << 8 | rank << 16 | LOADMODE_* << 20;
 * operands: place in shared memory, map, mbarrier, blocks of the cluster, coordinates, offsets */
/* coordinates of LOADMODE_GATHER and _SCATTER: the first column, then the rows */
enum { TENSOR_ROWS = 4 };
enum { TENSOR_RANK_SHIFT = 16, TENSOR_MODE_SHIFT = 20 };

#endif
