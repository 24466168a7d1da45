/* Reading and writing single texels: formats, address modes, filtering.  No state; any thread. */
#ifndef IQ_SOFTDEV_TEXEL_H
#define IQ_SOFTDEV_TEXEL_H

#include "ptx/ptx_exec.h"
#include "softdev/array.h"

struct iq_texel_source {
    struct iq_array *array;         /* bytes of an array, or */
    uint64_t address;               /* device memory */
    CUarray_format format;
    unsigned channels;
    bool linear;                    /* plain linear memory: fetched by integer index only */
    size_t width, height, depth, pitch, slice;
};

/* Fill access->value, or store it.  False: the access faults. */
bool iq_texel_sample(const struct iq_texel_source *source, const CUDA_TEXTURE_DESC *texture, struct iq_ptx_texture *access);
bool iq_texel_surface(const struct iq_texel_source *source, struct iq_ptx_texture *access);
void *iq_texel_zalloc(size_t bytes);

#endif
