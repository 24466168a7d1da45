/* Reading and writing single texels: formats, address modes, filtering.  No state; any thread. */
#ifndef IQ_SOFTDEV_TEXEL_H
#define IQ_SOFTDEV_TEXEL_H

#include "ptx/ptx_exec.h"
#include "softdev/array.h"

struct iq_texel_source {
    struct iq_array *array; /* bytes of an array, or */
    uint64_t address;       /* device memory */
    CUarray_format format;
    unsigned channels;
    bool linear; /* plain linear memory: fetched by integer index only */
    /* of linear memory: its texels, if the size that was given in bytes is their number; 0: it is
     * not */
    size_t meant;
    /* depth: of a layered array its layers, of a cube six times its cubes */
    size_t width, height, depth, pitch, slice;
    /* a view shows layers from here on; depth counts those it shows */
    size_t first_layer;
};

/* One axis of a fetch: the two texels next to the place and the weight of the higher one in 256ths;
 * -1 = outside, border colour. */
struct iq_texel_axis {
    int64_t low, high;
    int weight;
};

/* An index brought into [0, size); -1: outside, the border colour counts. */
int64_t iq_texel_wrap(int64_t index, size_t size, CUaddress_mode mode, bool normalised);
void iq_texel_locate(struct iq_texel_axis *axis, float coordinate, size_t size, CUaddress_mode mode,
                     bool normalised, bool linear);
struct iq_texel_axis iq_texel_index(int32_t coordinate, size_t size, CUaddress_mode mode);
/* Does this texture return integers as they are? */
bool iq_texel_is_integer(const struct iq_texel_source *source, const CUDA_TEXTURE_DESC *texture);
/* Four 32-bit channels of one texel, which [access] is told of; false: the access faults. */
bool iq_texel_load(const struct iq_texel_source *source, const CUDA_TEXTURE_DESC *texture,
                   const int64_t index[3], bool raw, struct iq_ptx_texture *access,
                   uint32_t out[4]);
/* For filters: a channel that iq_texel_load gave, without its rounding to float; a sum of such
 * channels, rounded as hardware does. */
double iq_texel_exact(const struct iq_texel_source *source, const CUDA_TEXTURE_DESC *texture,
                      unsigned channel, float value);
float iq_texel_round(const struct iq_texel_source *source, const CUDA_TEXTURE_DESC *texture,
                     unsigned channel, double sum);
/* Where a surface access goes, [access] is told: nowhere outside of the array; false: it faults. */
bool iq_texel_surface(const struct iq_texel_source *source, struct iq_ptx_texture *access);
void *iq_texel_zalloc(size_t bytes);

/* sample.c: the commonest textures, floats in two dimensions by places in texels: what all fetches
 * of an instruction have in common.  Valid as long as the array and the lock of the table. */
struct iq_texel_plane {
    const char *bytes;
    size_t pitch;
    int64_t width, height;
    unsigned channels;
    bool linear;
};
bool iq_texel_plane_of(const struct iq_texel_source *levels, unsigned count,
                       const CUDA_TEXTURE_DESC *texture, const struct iq_ptx_texture *access,
                       struct iq_texel_plane *plane);
/* False: nothing has been done, the place is far away. */
bool iq_texel_plane_fetch(const struct iq_texel_plane *plane, struct iq_ptx_texture *access);

/* sample.c: a texture fetch from one of [count] mipmap levels; false: the access faults. */
bool iq_texel_sample(const struct iq_texel_source *levels, unsigned count,
                     const CUDA_TEXTURE_DESC *texture, struct iq_ptx_texture *access);

#endif
