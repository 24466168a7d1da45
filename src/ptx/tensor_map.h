/* A tensor map (CUtensorMap) as this device has it: the software driver writes it, tensor copies
 * read it, tensormap.replace stores into single members, whose sizes and codes are therefore those
 * of its operands.  Constant data: any thread. */
#ifndef IQ_PTX_TENSOR_MAP_H
#define IQ_PTX_TENSOR_MAP_H

#include <stddef.h>
#include <stdint.h>

enum { IQ_PTX_TENSOR_RANK = 5, IQ_PTX_TENSOR_MARK = 0x70616d74 };

/* Innermost dimension first.  im2col: box holds channels and pixels, then the corners of each
 * spatial dimension, the lower one in the lower half. */
struct iq_ptx_tensor_map {
    uint64_t address, stride[IQ_PTX_TENSOR_RANK - 1]; /* bytes, of all but the first dimension */
    uint32_t dim[IQ_PTX_TENSOR_RANK];                 /* 0: 2^32 */
    uint32_t box[IQ_PTX_TENSOR_RANK], step[IQ_PTX_TENSOR_RANK];
    uint32_t rank; /* less one */
    uint32_t type, interleave, swizzle, fill;
    uint32_t im2col, mark;
};
_Static_assert(sizeof(struct iq_ptx_tensor_map) == 128, "as large as a CUtensorMap");

/* Types, by their codes in tensormap.replace. */
enum iq_ptx_tensor_type {
    TENSOR_U8,
    TENSOR_U16,
    TENSOR_U32,
    TENSOR_S32,
    TENSOR_U64,
    TENSOR_S64,
    TENSOR_F16,
    TENSOR_F32,
    TENSOR_F32_FTZ,
    TENSOR_F64,
    TENSOR_BF16,
    TENSOR_TF32,
    TENSOR_TF32_FTZ,
    TENSOR_TYPES
};

#endif
