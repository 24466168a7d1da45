/* Texels. */
#include "softdev/texel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "softdev/copy.h"

void *iq_texel_zalloc(size_t bytes) { return calloc(1, bytes); }

static float half_to_float(uint16_t half)
{
    int exponent = half >> 10 & 31, fraction = half & 1023;
    float value = exponent == 31 ? (fraction ? NAN : INFINITY)
                  : exponent     ? ldexpf((float)(1024 + fraction), exponent - 25)
                                 : ldexpf((float)fraction, -24);
    return half & 0x8000 ? -value : value;
}

/* Of the bits of a float, toward zero. */
static uint32_t half_of(uint32_t word)
{
    uint32_t sign = word >> 16 & 0x8000, size = word & 0x7fffffff, infinite = 0x7f800000;
    int shift = 13 + (size < 113u << 23 ? 113 - (int)(size >> 23) : 0);
    if (size > infinite)
        return sign | 0x7e00 | (size >> 13 & 0x1ff);
    if (size >= 143u << 23)
        return sign | (size == infinite ? 0x7c00 : 0x7bff);
    if (size >= 113u << 23)
        return sign | ((size - (112u << 23)) >> 13);
    return sign | (shift < 32 ? ((size & 0x7fffff) | 0x800000) >> shift : 0);
}

static char *place(const struct iq_texel_source *source, size_t x, size_t y, size_t z,
                   uint32_t bytes)
{
    size_t offset = x * bytes + y * source->pitch + (z + source->first_layer) * source->slice;
    if (source->array)
        return (char *)source->array->bytes + offset;
    return iq_copy_host_address(source->address + offset, bytes);
}

/* One channel as float: integers are normalised when the texture reads normalised values. */
static float channel_float(const char *at, CUarray_format format, unsigned channel)
{
    switch ((int)format) {
    case CU_AD_FORMAT_UNSIGNED_INT8: return (float)((const uint8_t *)at)[channel] / 255.0f;
    case CU_AD_FORMAT_SIGNED_INT8:
        return fmaxf((float)((const int8_t *)at)[channel] / 127.0f, -1.0f);
    case CU_AD_FORMAT_UNSIGNED_INT16: return (float)((const uint16_t *)at)[channel] / 65535.0f;
    case CU_AD_FORMAT_SIGNED_INT16:
        return fmaxf((float)((const int16_t *)at)[channel] / 32767.0f, -1.0f);
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
    return texture->flags & CU_TRSF_READ_AS_INTEGER ||
           source->format == CU_AD_FORMAT_UNSIGNED_INT32 ||
           source->format == CU_AD_FORMAT_SIGNED_INT32;
}

/* Brings an index into [0, size); -1: outside, the border colour counts. */
int64_t iq_texel_wrap(int64_t index, size_t size, CUaddress_mode mode, bool normalised)
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

/* For less than 2^62. */
static int64_t floor_of(double x)
{
    int64_t whole = (int64_t)x;
    return whole - (x < (double)whole);
}

void iq_texel_locate(struct iq_texel_axis *axis, float coordinate, size_t size, CUaddress_mode mode,
                     bool normalised, bool linear)
{
    int64_t whole = 0;
    bool repeats =
        normalised && (mode == CU_TR_ADDRESS_MODE_WRAP || mode == CU_TR_ADDRESS_MODE_MIRROR);
    if (!isfinite(coordinate))
        coordinate = isnan(coordinate) ? 0 : coordinate > 0 ? 1e9f : -1e9f;
    /* Wrapping and mirroring take the fraction first, as hardware does: far away no more precision
     * is left than there. */
    if (repeats) {
        int64_t period = floor_of((double)coordinate);
        whole = period & 1 ? (int64_t)size : 0;
        coordinate -= (float)period;
    }
    /* A normalised place has 24 bits of fraction. */
    coordinate = coordinate > 1e9f ? 1e9f : coordinate < -1e9f ? -1e9f : coordinate;
    double scaled = normalised
                        ? (double)floor_of((double)coordinate * 0x1p24) * 0x1p-24 * (double)size
                        : (double)coordinate;
    scaled = scaled > 1e9 ? 1e9 : scaled < -1e9 ? -1e9 : scaled;
    if (!linear) {
        axis->low = axis->high = iq_texel_wrap(floor_of(scaled) + whole, size, mode, normalised);
        axis->weight = 0;
        return;
    }
    /* Eight bits of fraction, rounded before anything else is done with the place. */
    int64_t fixed = floor_of(scaled * 256 + 0.5) - 128, base = fixed >> 8;
    axis->weight = (int)(fixed & 255);
    axis->low = iq_texel_wrap(base + whole, size, mode, normalised);
    axis->high = iq_texel_wrap(base + 1 + whole, size, mode, normalised);
    if (axis->low == axis->high && !repeats) /* clamped: a place on the texel itself */
        axis->weight = 0;
}

struct iq_texel_axis iq_texel_index(int32_t coordinate, size_t size, CUaddress_mode mode)
{
    int64_t at = iq_texel_wrap(coordinate, size, mode, false);
    return (struct iq_texel_axis){ at, at, 0 };
}

/* The curve of sRGB, stored values to intensities times 65536: the table of an H200, which is
 * coarser than the definition. */
static const uint32_t intensities[256] = {
    0,     20,    40,    60,    80,    100,   120,   140,   160,   180,   200,   220,   240,
    264,   288,   312,   340,   368,   396,   428,   460,   492,   524,   560,   600,   636,
    676,   720,   760,   804,   852,   896,   944,   1000,  1048,  1104,  1160,  1216,  1272,
    1328,  1392,  1456,  1520,  1584,  1648,  1720,  1792,  1864,  1936,  2016,  2096,  2176,
    2256,  2336,  2416,  2496,  2592,  2688,  2768,  2864,  2960,  3056,  3152,  3264,  3360,
    3456,  3584,  3680,  3776,  3904,  4000,  4128,  4256,  4352,  4480,  4608,  4736,  4864,
    4992,  5120,  5248,  5408,  5536,  5664,  5824,  5952,  6112,  6240,  6400,  6560,  6688,
    6848,  7008,  7168,  7328,  7488,  7680,  7808,  8000,  8192,  8320,  8512,  8704,  8896,
    9088,  9280,  9472,  9664,  9856,  10048, 10240, 10432, 10624, 10816, 11008, 11264, 11456,
    11648, 11904, 12096, 12288, 12544, 12736, 12992, 13184, 13440, 13696, 13888, 14144, 14400,
    14656, 14848, 15104, 15360, 15616, 15872, 16128, 16384, 16640, 16896, 17152, 17408, 17664,
    18048, 18304, 18560, 18816, 19072, 19456, 19712, 19968, 20224, 20608, 20864, 21120, 21504,
    21760, 22144, 22400, 22784, 23040, 23296, 23680, 24064, 24320, 24704, 24960, 25344, 25600,
    25984, 26368, 26752, 27008, 27392, 27776, 28032, 28416, 28800, 29184, 29568, 29952, 30336,
    30720, 30976, 31488, 31744, 32256, 32512, 33024, 33280, 33792, 34048, 34560, 35072, 35328,
    35840, 36096, 36608, 37120, 37376, 37888, 38400, 38656, 39168, 39680, 39936, 40448, 40960,
    41216, 41728, 42240, 42752, 43264, 43520, 44032, 44544, 45056, 45568, 45824, 46336, 46848,
    47360, 47872, 48384, 48896, 49408, 49920, 50432, 50944, 51456, 51968, 52480, 52992, 53504,
    54016, 54528, 55040, 55552, 56064, 56576, 57088, 57600, 58112, 58624, 59392, 59904, 60416,
    60928, 61440, 61952, 62464, 62976, 64000, 64512, 65024, 65536
};

/* Not of the fourth channel. */
static bool has_curve(const struct iq_texel_source *source, const CUDA_TEXTURE_DESC *texture,
                      unsigned channel)
{
    return channel < 3 && texture->flags & CU_TRSF_SRGB &&
           source->format == CU_AD_FORMAT_UNSIGNED_INT8;
}

/* The largest value of a format that stands for 1; 0: not a normalised integer. */
static double scale_of(CUarray_format format)
{
    switch ((int)format) {
    case CU_AD_FORMAT_UNSIGNED_INT8: return 255;
    case CU_AD_FORMAT_SIGNED_INT8: return 127;
    case CU_AD_FORMAT_UNSIGNED_INT16: return 65535;
    case CU_AD_FORMAT_SIGNED_INT16: return 32767;
    default: return 0;
    }
}

double iq_texel_exact(const struct iq_texel_source *source, const CUDA_TEXTURE_DESC *texture,
                      unsigned channel, float value)
{
    double scale = scale_of(source->format);
    return !scale || has_curve(source, texture, channel) ? (double)value
                                                         : round((double)value * scale) / scale;
}

/* To [bits] of mantissa, halves away from zero. */
static float rounded(double v, int bits, int least)
{
    int exponent, drop = 53 - bits;
    uint64_t word;
    if (!isfinite(v) || v == 0)
        return (float)v;
    memcpy(&word, &v, 8);
    if ((int)(word >> 52 & 2047) - 1022 >= least) {
        word = (word + (1ull << (drop - 1))) & ~((1ull << drop) - 1);
        memcpy(&v, &word, 8);
        return (float)v;
    }
    frexp(v, &exponent);
    exponent = exponent < least ? least : exponent;
    return (float)ldexp(round(ldexp(v, bits - exponent)), exponent - bits);
}

/* Normalised integers are filtered with sixteen bits, halves and intensities as halves. */
float iq_texel_round(const struct iq_texel_source *source, const CUDA_TEXTURE_DESC *texture,
                     unsigned channel, double sum)
{
    double scale = scale_of(source->format), steps = scale == 127 || scale == 32767 ? 32767 : 65535;
    if (source->format == CU_AD_FORMAT_HALF || has_curve(source, texture, channel))
        return rounded(sum, 11, -13);
    if (!scale)
        return rounded(sum, 24, -125);
    return (float)(copysign(floor(fabs(sum) * steps + 0.5 + 1e-7), sum) / steps);
}

static void note_texel(const struct iq_texel_source *source, const int64_t index[3],
                       uint32_t channel_bytes, struct iq_ptx_texture *access)
{
    uint32_t bytes = channel_bytes * source->channels;
    if (access->texel_count == IQ_PTX_MOST_TEXELS || (source->array && !access->watched))
        return;
    access->texel_channels = (uint8_t)source->channels;
    access->channel_bytes = (uint8_t)channel_bytes;
    access->texels[access->texel_count++] =
        (source->array ? source->array->address : source->address) + (uint64_t)index[0] * bytes +
        (uint64_t)index[1] * source->pitch +
        ((uint64_t)index[2] + source->first_layer) * source->slice;
}

bool iq_texel_load(const struct iq_texel_source *source, const CUDA_TEXTURE_DESC *texture,
                   const int64_t index[3], bool raw, struct iq_ptx_texture *access, uint32_t out[4])
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
    const char *at = place(source, (size_t)index[0], (size_t)index[1], (size_t)index[2],
                           bytes * source->channels);
    if (!at)
        return false;
    note_texel(source, index, bytes, access);
    for (unsigned i = 0; i < 4; i++) {
        float value = i < source->channels ? raw ? 0 : channel_float(at, source->format, i)
                      : i == 3 && !raw ? 1.0f
                                           : 0.0f;
        if (!raw && i < source->channels && has_curve(source, texture, i))
            value = (float)intensities[((const uint8_t *)at)[i]] / 65536.0f;
        if (raw)
            out[i] = i < source->channels ? channel_bits(at, source->format, i) : i == 3;
        else
            memcpy(&out[i], &value, 4);
    }
    return true;
}

/* The largest and least of 8, 16 and 32 bits take what is beyond; halves are cut off, also the
 * payload of a NaN: as on an H200. */
static uint32_t encode(uint32_t word, CUarray_format format)
{
    int32_t number = (int32_t)word;
    switch ((int)format) {
    case CU_AD_FORMAT_UNSIGNED_INT8: return word > UINT8_MAX ? UINT8_MAX : word;
    case CU_AD_FORMAT_UNSIGNED_INT16: return word > UINT16_MAX ? UINT16_MAX : word;
    case CU_AD_FORMAT_SIGNED_INT8:
        return (uint32_t)(number > INT8_MAX ? INT8_MAX : number < INT8_MIN ? INT8_MIN : number);
    case CU_AD_FORMAT_SIGNED_INT16:
        return (uint32_t)(number > INT16_MAX ? INT16_MAX : number < INT16_MIN ? INT16_MIN : number);
    case CU_AD_FORMAT_HALF: return half_of(word);
    default: return word;
    }
}

/* What a formatted store leaves: all channels, those without a value as 0. */
static void encode_texel(const struct iq_texel_source *source, struct iq_ptx_texture *access)
{
    uint32_t bytes = 0;
    uint8_t texel[sizeof access->value] = { 0 };
    iq_format_bytes(source->format, &bytes);
    for (unsigned k = 0; k < source->channels; k++) {
        uint32_t value = encode(access->value[k], source->format);
        memcpy(texel + k * bytes, &value, bytes); /* the low bytes */
    }
    memcpy(access->value, texel, sizeof texel);
    access->element_bytes = (uint8_t)bytes;
    access->elements = (uint8_t)source->channels;
    access->coord[0] *= bytes * source->channels;
}

/* Surfaces are raw bytes, which the interpreter moves; x counts bytes.  Outside: trap, clamp or
 * zero, as the instruction says. */
bool iq_texel_surface(const struct iq_texel_source *source, struct iq_ptx_texture *access)
{
    if (access->formatted)
        encode_texel(source, access);
    uint32_t bytes = (uint32_t)access->element_bytes * access->elements;
    int64_t x = (int32_t)access->coord[0], y = access->dims > 1 ? (int32_t)access->coord[1] : 0;
    int64_t z = access->array      ? (int64_t)access->layer
                : access->dims > 2 ? (int32_t)access->coord[2]
                                   : 0;
    size_t row = source->array ? source->array->row : source->width;
    if (x % bytes && source->array) { /* wherever it is, as measured on an H200 */
        access->loss = IQ_PTX_LOSS_ODD;
        access->lost = source->array->address + (uint64_t)x + (uint64_t)y * source->pitch;
        return false;
    }
    bool outside = x < 0 || x + bytes > (int64_t)row || y < 0 || y >= (int64_t)source->height ||
                   z < 0 || z >= (int64_t)source->depth;
    if (outside && access->clamp != 1) {
        access->loss = access->clamp == 2 ? access->loss : IQ_PTX_LOSS_OUTSIDE;
        return access->clamp == 2;
    }
    if (outside) {
        x = x < 0 ? 0 : x + bytes > (int64_t)row ? (int64_t)row - bytes : x;
        y = y < 0 ? 0 : y >= (int64_t)source->height ? (int64_t)source->height - 1 : y;
        z = z < 0 ? 0 : z >= (int64_t)source->depth ? (int64_t)source->depth - 1 : z;
    }
    if (!source->array || x < 0)
        return false;
    access->texels[0] = source->array->address + (uint64_t)x + (size_t)y * source->pitch +
                        ((size_t)z + source->first_layer) * source->slice;
    access->texel_count = 1;
    return true;
}
