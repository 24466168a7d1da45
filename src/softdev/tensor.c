/* Tensor maps: what may be said in one is judged as by a driver; the interpreter reads them
 * (ptx/tensor_map.h). */
#include <string.h>

#include "iq_cuda_protos.h"
#include "ptx/tensor_map.h"
#include "softdev/context.h"

enum { MOST_RANK = 5, WIDE = 2 /* interleaved by 32 bytes */, FIRST_FLOAT = 6, MAP_ALIGNMENT = 64 };

/* Bytes of an element and code in the map, of the types that compute capability 9.0 has. */
static const struct {
    uint8_t bytes, code;
} types[] = { { 1, TENSOR_U8 },      { 2, TENSOR_U16 },  { 4, TENSOR_U32 },     { 4, TENSOR_S32 },
              { 8, TENSOR_U64 },     { 8, TENSOR_S64 },  { 2, TENSOR_F16 },     { 4, TENSOR_F32 },
              { 8, TENSOR_F64 },     { 2, TENSOR_BF16 }, { 4, TENSOR_F32_FTZ }, { 4, TENSOR_TF32 },
              { 4, TENSOR_TF32_FTZ } };

/* What both forms of a map have. */
struct tensor {
    CUtensorMap *map;
    uint32_t type, rank, least_rank;
    void *address;
    const cuuint64_t *dims, *strides;
    const cuuint32_t *steps;
    uint32_t interleave, swizzle, promotion, fill;
    uint64_t row_bytes; /* of the innermost dimension of what is copied at once */
};

static uint32_t bytes_of(uint32_t type)
{
    return type < sizeof types / sizeof *types ? types[type].bytes : 0;
}

static bool dimensions_are_right(const struct tensor *t)
{
    uint64_t unit = t->interleave == WIDE ? 32 : 16;
    for (uint32_t i = 0; i < t->rank; i++) {
        if (!t->dims[i] || t->dims[i] > (uint64_t)1 << 32)
            return false;
        if (i && (!t->strides[i - 1] || t->strides[i - 1] % unit || t->strides[i - 1] >> 40))
            return false;
        /* the first one has no effect without interleaving */
        if ((i || t->interleave) && (!t->steps[i] || t->steps[i] > 8))
            return false;
    }
    return true;
}

static bool layout_is_right(const struct tensor *t)
{
    if (t->interleave > WIDE || t->swizzle > 3 || t->promotion > 3 || t->fill > 1 ||
        (t->fill && t->type < FIRST_FLOAT))
        return false;
    if (t->interleave)
        return t->rank >= 3 && !(t->row_bytes % 16) && (t->interleave != WIDE || t->swizzle <= 1);
    return !(t->row_bytes % 16) && (!t->swizzle || t->row_bytes <= 16u << t->swizzle);
}

static CUresult judge(const struct tensor *t)
{
    if (iq_soft.capability < 90)
        return CUDA_ERROR_NOT_SUPPORTED;
    if (!t->map || !t->address || !t->dims || !t->steps || (!t->strides && t->rank > 1) ||
        !bytes_of(t->type))
        return CUDA_ERROR_INVALID_VALUE;
    if (t->rank < t->least_rank || t->rank > MOST_RANK || (uintptr_t)t->map % MAP_ALIGNMENT ||
        (uintptr_t)t->address % (t->interleave == WIDE ? 32 : 16))
        return CUDA_ERROR_INVALID_VALUE;
    return dimensions_are_right(t) && layout_is_right(t) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* What both forms have in common, in a map. */
static struct iq_ptx_tensor_map map_of(const struct tensor *t)
{
    struct iq_ptx_tensor_map m = { .address = (uint64_t)(uintptr_t)t->address,
                                   .rank = t->rank - 1,
                                   .type = types[t->type].code,
                                   .interleave = t->interleave,
                                   .swizzle = t->swizzle,
                                   .fill = t->fill,
                                   .mark = IQ_PTX_TENSOR_MARK };
    for (uint32_t k = 0; k < t->rank; k++) {
        m.dim[k] = (uint32_t)t->dims[k];
        m.step[k] = k || t->interleave ? t->steps[k] : 1;
        if (k)
            m.stride[k - 1] = t->strides[k - 1];
    }
    return m;
}

/* [rest]: the box. */
static CUresult encode(const struct tensor *t, bool right, const uint32_t *rest)
{
    CUresult r = iq_enter_plain();
    if (!r)
        r = judge(t);
    if (!r && !right)
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r) {
        struct iq_ptx_tensor_map m = map_of(t);
        memcpy(m.box, rest, sizeof m.box);
        m.im2col = t->least_rank > 1;
        memcpy(t->map, &m, sizeof m);
    }
    return iq_leave(r);
}

static bool is_within(const cuuint32_t *list, uint32_t count, uint32_t most)
{
    for (uint32_t i = 0; list && i < count && i < MOST_RANK; i++)
        if (!list[i] || list[i] > most)
            return false;
    return list;
}

/* Corners of the region of pixels: as many bits as the dimensions leave. */
static bool corners_are_right(const int *lower, const int *upper, uint32_t rank)
{
    static const int most[] = { [3] = 32767, [4] = 127, [5] = 15 };
    if (!lower || !upper || rank < 3 || rank > MOST_RANK)
        return false;
    for (uint32_t i = 0; i < rank - 2; i++)
        if (lower[i] < -most[rank] - 1 || lower[i] > most[rank] || upper[i] < -most[rank] - 1 ||
            upper[i] > most[rank])
            return false;
    return true;
}

DRIVER(cuTensorMapEncodeTiled,
       (CUtensorMap * map, CUtensorMapDataType type, cuuint32_t rank, void *address,
        const cuuint64_t *dims, const cuuint64_t *strides, const cuuint32_t *extent,
        const cuuint32_t *steps, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
        CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill))
{
    struct tensor t = { map,
                        type,
                        rank,
                        1,
                        address,
                        dims,
                        strides,
                        steps,
                        interleave,
                        swizzle,
                        promotion,
                        fill,
                        extent ? (uint64_t)extent[0] * bytes_of(type) : 0 };
    uint32_t box[IQ_PTX_TENSOR_RANK] = { 0 };
    bool right = is_within(extent, rank, 256);
    for (uint32_t k = 0; right && k < rank && k < MOST_RANK; k++)
        box[k] = extent[k];
    return encode(&t, right, box);
}

DRIVER(cuTensorMapEncodeIm2col,
       (CUtensorMap * map, CUtensorMapDataType type, cuuint32_t rank, void *address,
        const cuuint64_t *dims, const cuuint64_t *strides, const int *lower, const int *upper,
        cuuint32_t channels, cuuint32_t pixels, const cuuint32_t *steps,
        CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
        CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill))
{
    struct tensor t = { map,
                        type,
                        rank,
                        3,
                        address,
                        dims,
                        strides,
                        steps,
                        interleave,
                        swizzle,
                        promotion,
                        fill,
                        (uint64_t)channels * bytes_of(type) };
    uint32_t box[IQ_PTX_TENSOR_RANK] = { channels, pixels };
    bool right = corners_are_right(lower, upper, rank) && is_within(&channels, 1, 256) &&
                 is_within(&pixels, 1, 1024);
    for (uint32_t k = 0; right && k + 2 < rank; k++)
        box[2 + k] = (uint16_t)lower[k] | (uint32_t)upper[k] << 16;
    return encode(&t, right, box);
}

DRIVER(cuTensorMapReplaceAddress, (CUtensorMap * map, void *address))
{
    CUresult r = iq_enter_plain();
    if (!r && (!map || !address || (uintptr_t)map % MAP_ALIGNMENT || (uintptr_t)address % 16))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        memcpy(map, &address, sizeof address);
    return iq_leave(r);
}
