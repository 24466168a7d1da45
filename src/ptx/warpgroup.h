/* Products of a warpgroup (wgmma): what an instruction says, and where the elements of a matrix lie
 * in shared memory.  Pure functions and constants. */
#ifndef IQ_PTX_WARPGROUP_H
#define IQ_PTX_WARPGROUP_H

#include "ptx/matrix.h"

/* mod of wgmma; a, b and d as the others of a matrix stand in imm (iq_ptx_matrix_pack).  Operands:
 * a (a descriptor or four registers), descriptor of b, metadata, scale-d, the registers of d. */
enum {
    WGMMA_COLUMNS = 0x1ff,
    WGMMA_A_IN_REGISTERS = 1 << 9,
    WGMMA_A_BY_COLUMNS = 1 << 10,
    WGMMA_B_BY_COLUMNS = 1 << 11, /* that is, n stands still along a row */
    WGMMA_MINUS = 1 << 12,
    WGMMA_SELECTOR = 1 << 13
};
enum { WGMMA_MOST_COLUMNS = 256, WGMMA_MOST_OPERANDS = 288 };

/* Shape of mma whose fragments of a, c and d a warp's part of the product has; SHAPE_NONE if there
 * is no such product. */
uint32_t iq_ptx_warpgroup_shape(const struct iq_ptx_matrix *x, uint32_t depth);
/* Are there products of these types with so many columns? */
bool iq_ptx_warpgroup_is_known(const struct iq_ptx_matrix *x, uint32_t columns);
/* Address in shared memory of 16 bytes of the matrix that [descriptor] describes, [chunk] of them
 * on in row [row]; by columns: chunks go along the columns, and [row] counts in depth. */
uint32_t iq_ptx_warpgroup_address(uint64_t descriptor, uint32_t row, uint32_t chunk,
                                  bool by_columns);

#endif
