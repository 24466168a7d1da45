/* Shapes of matrix instructions and where their elements lie in the registers of a warp.  Pure
 * functions and constants. wmma leaves the places open; here they are those of mma, surplus
 * registers repeat the first ones. */
#ifndef IQ_PTX_MATRIX_H
#define IQ_PTX_MATRIX_H

#include "ptx/isa.h"

/* D = A * B + C; type, by FRAGMENT_*. */
struct iq_ptx_matrix {
    uint32_t shape, rounding;
    enum iq_ptx_type type[4];
    /* both: b1 with and instead of xor; col: A, B by columns (m8n8k4 of halves) */
    bool saturate, both, col[2];
    bool sparse; /* A holds the half of its columns that metadata tell */
};
struct iq_ptx_extent {
    uint32_t m, n, k;
};
struct iq_ptx_place {
    uint32_t row, col;
};

/* mod of wmma_memory and ldmatrix */
enum { WMMA_STORES = 1 << 28, WMMA_SHARED = 1 << 29, LDMATRIX_TRANSPOSED = 1 << 8 };
#define WMMA_MOD(shape, type, fragment, col) \
    ((uint32_t)(shape) | (uint32_t)(type) << 8 | (uint32_t)(fragment) << 16 | (uint32_t)(col) << 20)

struct iq_ptx_extent iq_ptx_matrix_extent(uint32_t shape);
/* Can it be done: does the shape hold these types? */
bool iq_ptx_matrix_is_known(const struct iq_ptx_matrix *x);
/* Is it one of the commonest, which product_whole computes? */
bool iq_ptx_matrix_is_whole(const struct iq_ptx_matrix *x);
/* A type of A and B that the shape is for. */
enum iq_ptx_type iq_ptx_matrix_input(uint32_t shape);
uint32_t iq_ptx_matrix_registers(const struct iq_ptx_matrix *x, uint32_t fragment, bool wmma);
/* Elements of a row (column) of a dense matrix. */
uint32_t iq_ptx_matrix_stride(const struct iq_ptx_matrix *x, uint32_t fragment, bool col);
/* Elements in one register of a fragment; bits of one element. */
uint32_t iq_ptx_matrix_packed(enum iq_ptx_type type);
uint32_t iq_ptx_matrix_bits(enum iq_ptx_type type);
/* Where element e of register `reg` of a lane lies in its matrix. */
struct iq_ptx_place iq_ptx_matrix_place(const struct iq_ptx_matrix *x, uint32_t fragment,
                                        uint32_t reg, uint32_t lane, uint32_t e);
/* Sparse A: the column of the whole matrix where compressed column `col` of `row` lies; metadata:
 * one word per lane, of which those of the lanes that `selector` names count. */
uint32_t iq_ptx_matrix_column(const struct iq_ptx_matrix *x, const uint32_t *metadata,
                              uint32_t selector, uint32_t row, uint32_t col);
/* Steps of a product, for each level of the processor: elements e of a register of all lanes
 * (false: not of this type); C += A B with rows of MATRIX_DEPTH elements in A and MATRIX_SIDE in
 * the others (false: not this shape).  Wholes wrap around; both and differ are for bits. */
enum { MATRIX_SIDE = 32, MATRIX_DEPTH = 256, MATRIX_WHOLE_DEPTH = 16, MATRIX_REGISTERS = 8 };
typedef bool iq_ptx_matrix_product(struct iq_ptx_extent extent, const void *a, const void *b,
                                   void *c);
/* Registers of all lanes by fragment, without surplus ones. */
struct iq_ptx_matrix_registers {
    const void *a[MATRIX_REGISTERS], *b[MATRIX_REGISTERS], *c[MATRIX_REGISTERS];
    void *d[MATRIX_REGISTERS];
};
struct iq_ptx_matrix_steps {
    bool (*reals)(enum iq_ptx_type type, const void *reg, uint32_t e, double *to);
    bool (*wholes)(enum iq_ptx_type type, const void *reg, uint32_t e, int32_t *to);
    /* Whole registers of all lanes to their places, rows of [stride] elements: rows of A, and of C
     * in 16 bits; columns of B; even and odd columns of C, and back.  Not for m8n8k4 of halves.
     * False: not of this type. */
    bool (*rows_reals)(enum iq_ptx_type type, const void *reg, double *to, uint32_t stride);
    bool (*columns_reals)(enum iq_ptx_type type, const void *reg, double *to, uint32_t stride);
    bool (*mixed_reals)(enum iq_ptx_type type, const void *even, const void *odd, double *to,
                        uint32_t stride);
    void (*parted_singles)(const double *from, uint32_t stride, void *even, void *odd);
    bool (*rows_wholes)(enum iq_ptx_type type, const void *reg, int32_t *to, uint32_t stride);
    bool (*columns_wholes)(enum iq_ptx_type type, const void *reg, int32_t *to, uint32_t stride);
    void (*mixed_wholes)(const void *even, const void *odd, int32_t *to, uint32_t stride);
    void (*parted_wholes)(const int32_t *from, uint32_t stride, void *even, void *odd);
    iq_ptx_matrix_product *product_reals, *product_f64, *product_wrap, *product_both,
        *product_differ;
    /* D = A B + C with C and D in single precision, of double precision in double. */
    void (*product_whole)(enum iq_ptx_type type, struct iq_ptx_extent extent,
                          const struct iq_ptx_matrix_registers *registers);
};
uint64_t iq_ptx_matrix_pack(const struct iq_ptx_matrix *x);
struct iq_ptx_matrix iq_ptx_matrix_unpack(uint64_t word);

#endif
