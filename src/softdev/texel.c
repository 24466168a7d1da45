/* Texels. */
#include "softdev/texel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "softdev/copy.h"

void *iq_texel_zalloc(size_t bytes)
{
    return calloc(1, bytes);
}

static float half_to_float(uint16_t half)
{
    int exponent = half >> 10 & 31, fraction = half & 1023;
    float value = exponent == 31 ? (fraction ? NAN : INFINITY)
                  : exponent ? ldexpf((float)(1024 + fraction), exponent - 25) : ldexpf((float)fraction, -24);
    return half & 0x8000 ? -value : value;
}

static char *place(const struct iq_texel_source *source, size_t x, size_t y, size_t z, uint32_t bytes)
{
    size_t offset = x * bytes + y * source->pitch + (z + source->first_layer) * source->slice;
    if (source->array)
        return (char *)source->array->bytes + offset;
    return iq_copy_reach(source->address + offset, bytes);
}

/* One channel as float: integers are normalised when the texture reads normalised values. */
static float channel_float(const char *at, CUarray_format format, unsigned channel)
{
    switch ((int)format) {
    case CU_AD_FORMAT_UNSIGNED_INT8: return (float)((const uint8_t *)at)[channel] / 255.0f;
    case CU_AD_FORMAT_SIGNED_INT8: return fmaxf((float)((const int8_t *)at)[channel] / 127.0f, -1.0f);
    case CU_AD_FORMAT_UNSIGNED_INT16: return (float)((const uint16_t *)at)[channel] / 65535.0f;
    case CU_AD_FORMAT_SIGNED_INT16: return fmaxf((float)((const int16_t *)at)[channel] / 32767.0f, -1.0f);
    case CU_AD_FORMAT_HALF: return half_to_float(((const uint16_t *)at)[channel]);
    default: return ((const float *)at)[channel];
    }
}

static uint32_t channel_bits(const char *at, CUarray_format format, unsigned channel)
{
    switch ((int)format) {
    case CU_AD_FORMAT_UNSIGNED_INT8: return ((const uint8_t *)at)[channel];
    case CU_AD_FORMAT_SIGNED_INT8: return (uint32_t)((const int8_t *)at)[channel];
    case CU_AD_FORMAT_UNSIGNED_INT16: return ((const uint16_t *)at)[channel];
    case CU_AD_FORMAT_SIGNED_INT16: return (uint32_t)((const int16_t *)at)[channel];
    case CU_AD_FORMAT_HALF: {
        float value = half_to_float(((const uint16_t *)at)[channel]);
        uint32_t bits;
        memcpy(&bits, &value, 4);
        return bits;
    }
    default: return ((const uint32_t *)at)[channel];
    }
}

bool iq_texel_is_integer(const struct iq_texel_source *source, const CUDA_TEXTURE_DESC *texture)
{
    if (source->format == CU_AD_FORMAT_FLOAT || source->format == CU_AD_FORMAT_HALF)
        return false;
    return texture->flags & CU_TRSF_READ_AS_INTEGER || source->format == CU_AD_FORMAT_UNSIGNED_INT32 ||
           source->format == CU_AD_FORMAT_SIGNED_INT32;
}

/* Brings an index into [0, size); -1: outside, the border colour counts. */
static int64_t wrap(int64_t index, size_t size, CUaddress_mode mode, bool normalised)
{
    int64_t n = (int64_t)size;
    if (index >= 0 && index < n)
        return index;
    if (mode == CU_TR_ADDRESS_MODE_BORDER)
        return -1;
    if (mode == CU_TR_ADDRESS_MODE_WRAP && normalised)
        return (index % n + n) % n;
    if (mode == CU_TR_ADDRESS_MODE_MIRROR && normalised) {
        int64_t period = (index % (2 * n) + 2 * n) % (2 * n);
        return period < n ? period : 2 * n - 1 - period;
    }
    return index < 0 ? 0 : n - 1;
}

struct iq_texel_axis iq_texel_locate(float coordinate, size_t size, CUaddress_mode mode, bool normalised, bool linear)
{
    struct iq_texel_axis axis = { 0, 0, 0 };
    int64_t whole = 0;
    if (!isfinite(coordinate))
        coordinate = isnan(coordinate) ? 0 : coordinate > 0 ? 1e9f : -1e9f;
    /* Wrapping and mirroring take the fraction first, as hardware does: far away no more precision is left than there. */
    if (normalised && (mode == CU_TR_ADDRESS_MODE_WRAP || mode == CU_TR_ADDRESS_MODE_MIRROR)) {
        float floor = floorf(coordinate);
        whole = fmodf(floor, 2) != 0 ? (int64_t)size : 0;
        coordinate -= floor;
    }
    float scaled = fmaxf(fminf(normalised ? coordinate * (float)size : coordinate, 1e9f), -1e9f);
    if (!linear) {
        axis.low = axis.high = wrap((int64_t)floorf(scaled) + whole, size, mode, normalised);
        return axis;
    }
    /* Eight bits of fraction, rounded before anything else is done with the place. */
    int64_t fixed = (int64_t)floor((double)scaled * 256 + 0.5) - 128, base = fixed >> 8;
    axis.weight = (int)(fixed & 255);
    axis.low = wrap(base + whole, size, mode, normalised);
    axis.high = wrap(base + 1 + whole, size, mode, normalised);
    return axis;
}

struct iq_texel_axis iq_texel_index(int32_t coordinate, size_t size, CUaddress_mode mode)
{
    int64_t at = wrap(coordinate, size, mode, false);
    return (struct iq_texel_axis){ at, at, 0 };
}

/* The curve of sRGB: stored values to intensities. */
static float linear_of(float stored)
{
    return stored <= 0.04045f ? stored / 12.92f : powf((stored + 0.055f) / 1.055f, 2.4f);
}

bool iq_texel_load(const struct iq_texel_source *source, const CUDA_TEXTURE_DESC *texture, const int64_t index[3], bool raw,
                   uint32_t out[4])
{
    uint32_t bytes;
    iq_format_bytes(source->format, &bytes);
    if (index[0] < 0 || index[1] < 0 || index[2] < 0) {
        if (source->linear)
            memset(out, 0, 16);
        else
            memcpy(out, texture->borderColor, 16);
        return true;
    }
    const char *at = place(source, (size_t)index[0], (size_t)index[1], (size_t)index[2], bytes * source->channels);
    if (!at)
        return false;
    bool curve = texture->flags & CU_TRSF_SRGB && source->format == CU_AD_FORMAT_UNSIGNED_INT8 && !raw;
    for (unsigned i = 0; i < 4; i++) {
        float value = i < source->channels ? raw ? 0 : channel_float(at, source->format, i) : i == 3 && !raw ? 1.0f : 0.0f;
        if (curve && i < 3)
            value = linear_of(value);
        if (raw)
            out[i] = i < source->channels ? channel_bits(at, source->format, i) : i == 3;
        else
            memcpy(&out[i], &value, 4);
    }
    return true;
}

/* One element combined with what is there, as one step for all threads. */
static void combine(char *at, struct iq_ptx_texture *access)
{
    uint64_t x = 0, old = 0, to;
    uint32_t bits = 8u * access->element_bytes;
    memcpy(&x, access->value, access->element_bytes);
    do {
        old = bits == 64 ? __atomic_load_n((uint64_t *)(void *)at, __ATOMIC_SEQ_CST) : __atomic_load_n((uint32_t *)(void *)at, __ATOMIC_SEQ_CST);
        int64_t so = (int64_t)(old << (64 - bits)) >> (64 - bits), sx = (int64_t)(x << (64 - bits)) >> (64 - bits);
        bool less = access->type == 's' ? sx < so : x < old;
        switch (access->reduction) {
        case IQ_PTX_SURFACE_ADD: to = old + x; break;
        case IQ_PTX_SURFACE_MIN: to = less ? x : old; break;
        case IQ_PTX_SURFACE_MAX: to = less ? old : x; break;
        case IQ_PTX_SURFACE_AND: to = old & x; break;
        default: to = old | x; break;
        }
    } while (bits == 64 ? !__atomic_compare_exchange_n((uint64_t *)(void *)at, &old, to, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)
                        : !__atomic_compare_exchange_n((uint32_t *)(void *)at, &(uint32_t){ (uint32_t)old }, (uint32_t)to, false,
                                                       __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
}

/* Surfaces move raw bytes; x counts bytes.  Outside: trap, clamp or zero, as the instruction says. */
bool iq_texel_surface(const struct iq_texel_source *source, struct iq_ptx_texture *access)
{
    uint32_t bytes = (uint32_t)access->element_bytes * access->elements;
    int64_t x = (int32_t)access->coord[0], y = access->dims > 1 ? (int32_t)access->coord[1] : 0;
    int64_t z = access->array ? (int64_t)access->layer : access->dims > 2 ? (int32_t)access->coord[2] : 0;
    size_t row = source->array ? source->array->row : source->width;
    bool outside = x < 0 || x + bytes > (int64_t)row || y < 0 || y >= (int64_t)source->height || z < 0 || z >= (int64_t)source->depth;
    if (outside && access->clamp != 1)
        return access->clamp == 2;
    if (outside) {
        x = x < 0 ? 0 : x + bytes > (int64_t)row ? (int64_t)row - bytes : x;
        y = y < 0 ? 0 : y >= (int64_t)source->height ? (int64_t)source->height - 1 : y;
        z = z < 0 ? 0 : z >= (int64_t)source->depth ? (int64_t)source->depth - 1 : z;
    }
    if (!source->array || x < 0)
        return false;
    char *at = (char *)source->array->bytes + x + (size_t)y * source->pitch + ((size_t)z + source->first_layer) * source->slice;
    if (access->reduction) {
        if ((uintptr_t)at % access->element_bytes)
            return false;
        combine(at, access);
        return true;
    }
    if (access->element_bytes >= 4) {
        memcpy(access->store ? (void *)at : access->value, access->store ? (void *)access->value : at, bytes);
        return true;
    }
    for (unsigned i = 0; i < access->elements; i++) {
        char *element = at + i * access->element_bytes;
        memcpy(access->store ? (void *)element : &access->value[i], access->store ? (void *)&access->value[i] : element,
               access->element_bytes);
    }
    return true;
}
