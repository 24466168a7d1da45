/* Matrices of real numbers on their way from the registers of a warp through a product and back.
 * Rows have the lengths of MATRIX_DEPTH and MATRIX_SIDE.  Threads: the one that runs the block. */
#ifndef IQ_PTX_EXEC_MATRIX_H
#define IQ_PTX_EXEC_MATRIX_H

#include "ptx/exec.h"
#include "ptx/matrix.h"

struct iq_ptx_reals {
    double a[MATRIX_SIDE][MATRIX_DEPTH], b[MATRIX_DEPTH][MATRIX_SIDE], c[MATRIX_SIDE][MATRIX_SIDE];
};

/* The [count] registers o of a fragment; quad: which of the four small matrices of m8n8k4, 4 for
 * all lanes. */
void iq_ptx_matrix_read_reals(struct iq_warp *w, const struct iq_ptx_matrix *x, uint32_t fragment,
                              const uint32_t *o, uint32_t count, uint32_t quad, double *to,
                              uint32_t row_length);
void iq_ptx_matrix_write_reals(struct iq_warp *w, const struct iq_ptx_matrix *x, const uint32_t *o,
                               uint32_t count, uint32_t quad, const double *c);
/* The columns of a sparse A where they belong, zeros elsewhere; metadata: an operand. */
void iq_ptx_matrix_expand_reals(struct iq_warp *w, const struct iq_ptx_matrix *x, uint32_t metadata,
                                uint32_t selector, struct iq_ptx_reals *v);
void iq_ptx_matrix_multiply_reals(struct iq_ptx_reals *v, struct iq_ptx_extent s);
/* One element of any type but u4 and s4. */
double iq_ptx_matrix_real(uint64_t bits, enum iq_ptx_type type);

#endif
