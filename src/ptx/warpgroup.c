#include "ptx/warpgroup.h"

uint32_t iq_ptx_warpgroup_shape(const struct iq_ptx_matrix *x, uint32_t depth)
{
    enum iq_ptx_type t = x->type[FRAGMENT_A];
    uint32_t bits = iq_ptx_matrix_bits(t);
    if (depth * bits != (x->sparse ? 512u : 256u))
        return SHAPE_NONE;
    switch (bits) {
    case 1: return x->sparse ? SHAPE_NONE : SHAPE_M16N8K256;
    case 8: return x->sparse ? SHAPE_M16N8K64 : SHAPE_M16N8K32;
    case 16: return x->sparse ? SHAPE_M16N8K32 : SHAPE_M16N8K16;
    case 32: return x->sparse ? SHAPE_M16N8K16 : SHAPE_M16N8K8;
    default: return SHAPE_NONE;
    }
}

bool iq_ptx_warpgroup_is_known(const struct iq_ptx_matrix *x, uint32_t columns)
{
    enum iq_ptx_type a = x->type[FRAGMENT_A], b = x->type[FRAGMENT_B], d = x->type[FRAGMENT_D];
    bool bytes = a == TY_S8 || a == TY_U8, quarters = a == TY_E4M3 || a == TY_E5M2,
         few = columns <= 24 ? columns % 8 == 0 : columns % 16 == 0;
    if (bytes || a == TY_B1)
        return d == TY_S32 && few && (bytes ? b == TY_S8 || b == TY_U8 : b == TY_B1);
    if (quarters)
        return (d == TY_F16 || d == TY_F32) && (b == TY_E4M3 || b == TY_E5M2);
    return a == b && ((a == TY_F16 && (d == TY_F16 || d == TY_F32)) ||
                      ((a == TY_BF16 || a == TY_TF32) && d == TY_F32));
}

/* Fields count in 16 bytes.  Without swizzling, eight rows of 16 bytes lie together; with it, eight
 * rows of 32, 64 or 128 bytes, whose pieces of 16 bytes change places by the row that they are in,
 * which the address tells. */
uint32_t iq_ptx_warpgroup_address(uint64_t descriptor, uint32_t row, uint32_t chunk,
                                  bool by_columns)
{
    static const uint32_t chunks[] = { 1, 8, 4, 2 };
    uint32_t start = descriptor & 0x3fff, leading = descriptor >> 16 & 0x3fff,
             stride = descriptor >> 32 & 0x3fff, base = descriptor >> 49 & 7,
             width = chunks[descriptor >> 62], at;
    if (by_columns && width == 1)
        at = chunk * stride + row % 8 + row / 8 * leading;
    else
        at = chunk % width + chunk / width * leading + row % 8 * width + row / 8 * stride;
    at += start;
    return 16 * (at ^ (((at >> 3) - base) & (width - 1)));
}
