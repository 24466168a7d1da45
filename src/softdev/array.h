/* Arrays, mipmapped arrays, texture and surface objects.  Storage is row-major device memory, whose
 * address no program is told.  Owner: counted, so that copies in flight keep storage alive. */
#ifndef IQ_SOFTDEV_ARRAY_H
#define IQ_SOFTDEV_ARRAY_H

#include "softdev/context.h"

struct iq_array {
    struct iq_obj obj;
    struct iq_ctx *ctx;
    CUDA_ARRAY3D_DESCRIPTOR desc;
    uint32_t element;         /* bytes of one element, all channels */
    size_t row, rows, layers; /* row in bytes; rows and layers at least 1 */
    uint64_t address;         /* of an allocation of kind IQ_ALLOC_ARRAY */
    unsigned char *bytes;
    _Atomic uint64_t looked;   /* what iq_array_is_written found, and when */
    _Atomic uint32_t surfaces; /* that show it */
    struct iq_mipmap *mipmap;  /* level of this one, which owns the storage */
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
/* Has all of it been written, or does nobody ask?  Any thread. */
bool iq_array_is_written(struct iq_array *array);

struct iq_ptx_texture;
/* Which texel of which array the texture or surface [handle] has at [address], and of which mipmap
 * level. */
struct iq_sampler_place {
    uint64_t array; /* handle, of the mipmapped array if there are levels */
    bool mipmapped;
    uint32_t level;
    uint64_t x, row, layer; /* x: byte of the row */
};
bool iq_sampler_place(uint64_t handle, uint64_t address, struct iq_sampler_place *place);
/* Does texture or surface accesses of a kernel, up to one whose handle is no object; returns how
 * many. */
uint32_t iq_sampler_access(struct iq_ptx_texture *accesses, uint32_t count);

#endif
