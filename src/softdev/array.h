/* Arrays, mipmapped arrays, texture and surface objects.  Storage is row-major host memory that
 * counts against the device's memory and has no device address.  Owner: counted, so that copies in
 * flight keep storage alive. */
#ifndef IQ_SOFTDEV_ARRAY_H
#define IQ_SOFTDEV_ARRAY_H

#include "softdev/context.h"

struct iq_array {
    struct iq_obj obj;
    struct iq_ctx *ctx;
    CUDA_ARRAY3D_DESCRIPTOR desc;
    uint32_t element;         /* bytes of one element, all channels */
    size_t row, rows, layers; /* row in bytes; rows and layers at least 1 */
    unsigned char *bytes;
    size_t charged;
    struct iq_mipmap *mipmap; /* level of this one, which owns the storage */
};

struct iq_mipmap {
    struct iq_obj obj;
    struct iq_ctx *ctx;
    CUDA_ARRAY3D_DESCRIPTOR desc;
    unsigned level_count;
    struct iq_array *levels[16];
};

CUresult iq_array_get(CUarray handle, struct iq_array **array);
CUresult iq_array_new(struct iq_ctx *ctx, const CUDA_ARRAY3D_DESCRIPTOR *desc,
                      struct iq_array **array);
CUresult iq_format_bytes(CUarray_format format, uint32_t *bytes);
void iq_array_kill_all(struct iq_ctx *ctx);

struct iq_ptx_texture;
/* Does texture or surface accesses of a kernel, up to one whose handle is no object; returns how
 * many. */
uint32_t iq_sampler_access(struct iq_ptx_texture *accesses, uint32_t count);

#endif
