/* Driver API: arrays and mipmapped arrays. */
#include "softdev/array.h"

#include <stdlib.h>
#include <string.h>

#include "softdev/capture.h"
#include "softdev/shadow.h"

/* live ones, by a hash of their address; only to end them with their context */
static struct iq_array *arrays[4096];
static struct iq_mipmap *mipmaps[256];

CUresult iq_array_get(CUarray handle, struct iq_array **array)
{
    CUresult why;
    *array = iq_obj_get(handle, IQ_OBJ_ARRAY, &why);
    return *array ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult iq_format_bytes(CUarray_format format, uint32_t *bytes)
{
    switch ((int)format) {
    case CU_AD_FORMAT_UNSIGNED_INT8:
    case CU_AD_FORMAT_SIGNED_INT8: *bytes = 1; return CUDA_SUCCESS;
    case CU_AD_FORMAT_UNSIGNED_INT16:
    case CU_AD_FORMAT_SIGNED_INT16:
    case CU_AD_FORMAT_HALF: *bytes = 2; return CUDA_SUCCESS;
    case CU_AD_FORMAT_UNSIGNED_INT32:
    case CU_AD_FORMAT_SIGNED_INT32:
    case CU_AD_FORMAT_FLOAT: *bytes = 4; return CUDA_SUCCESS;
    default: return CUDA_ERROR_INVALID_VALUE;
    }
}

static void array_finish(struct iq_obj *obj)
{
    struct iq_array *array = (struct iq_array *)obj;
    struct iq_alloc *alloc = array->address ? iq_alloc_find_array(array->address) : NULL;
    if (alloc)
        iq_memory_give(alloc);
}

static CUresult judge(const CUDA_ARRAY3D_DESCRIPTOR *desc, uint32_t *element)
{
    CUresult r = iq_format_bytes(desc->Format, element);
    unsigned layered = desc->Flags & CUDA_ARRAY3D_LAYERED,
             cube = desc->Flags & CUDA_ARRAY3D_CUBEMAP;
    if (r || (desc->NumChannels != 1 && desc->NumChannels != 2 && desc->NumChannels != 4) ||
        !desc->Width)
        return CUDA_ERROR_INVALID_VALUE;
    *element *= desc->NumChannels;
    if (desc->Depth && !desc->Height && !layered)
        return CUDA_ERROR_INVALID_VALUE;
    if (cube && (desc->Width != desc->Height || !desc->Depth || desc->Depth % 6 ||
                 (!layered && desc->Depth != 6)))
        return CUDA_ERROR_INVALID_VALUE;
    size_t widest = !desc->Height                      ? (layered ? 32768 : 131072)
                    : desc->Depth && !layered && !cube ? 16384
                    : layered || cube                  ? 32768
                                                       : 131072;
    size_t highest = desc->Depth && !layered && !cube ? 16384 : layered || cube ? 32768 : 65536;
    size_t deepest = layered || cube ? 2048 : 16384;
    if (desc->Width > widest || desc->Height > highest || desc->Depth > deepest)
        return CUDA_ERROR_INVALID_VALUE;
    return CUDA_SUCCESS;
}

static CUresult enlist(struct iq_array *array)
{
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        if (!arrays[i]) {
            arrays[i] = array;
            return CUDA_SUCCESS;
        }
    return CUDA_SUCCESS; /* more than that: such an array merely outlives its context */
}

static void delist(const struct iq_array *array)
{
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        if (arrays[i] == array)
            arrays[i] = NULL;
}

CUresult iq_array_new(struct iq_ctx *ctx, const CUDA_ARRAY3D_DESCRIPTOR *desc,
                      struct iq_array **made)
{
    uint32_t element;
    CUresult r = judge(desc, &element);
    if (r)
        return r;
    size_t row = desc->Width * element, rows = desc->Height ? desc->Height : 1,
           layers = desc->Depth ? desc->Depth : 1;
    struct iq_alloc *alloc;
    r = iq_memory_take(ctx, IQ_ALLOC_ARRAY, row * rows * layers, &alloc);
    if (r)
        return r;
    struct iq_array *array = iq_obj_new(IQ_OBJ_ARRAY, sizeof *array);
    if (!array) {
        iq_memory_give(alloc);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    array->obj.finish = array_finish;
    array->ctx = ctx;
    array->desc = *desc;
    array->element = element;
    array->row = row;
    array->rows = rows;
    array->layers = layers;
    array->address = alloc->base;
    array->bytes = (void *)(uintptr_t)(alloc->base + (uint64_t)alloc->bias);
    *made = array;
    return enlist(array);
}

/* Looks again only when something has changed that is known of memory. */
bool iq_array_is_written(struct iq_array *array)
{
    uint64_t now = __atomic_load_n(iq_alloc_generation(), __ATOMIC_ACQUIRE),
             looked = atomic_load_explicit(&array->looked, memory_order_relaxed);
    struct iq_alloc alloc;
    if (looked >> 2 != now || !(looked & 2)) {
        bool written = !iq_alloc_find_shared(array->address, &alloc) || !iq_shadow_of(&alloc);
        looked = now << 2 | 2 | written;
        atomic_store_explicit(&array->looked, looked, memory_order_relaxed);
    }
    return looked & 1;
}

void iq_array_kill_all(struct iq_ctx *ctx)
{
    for (size_t i = 0; i < sizeof mipmaps / sizeof mipmaps[0]; i++)
        if (mipmaps[i] && mipmaps[i]->ctx == ctx) {
            iq_obj_kill(mipmaps[i], true);
            mipmaps[i] = NULL;
        }
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        if (arrays[i] && arrays[i]->ctx == ctx) {
            struct iq_array *array = arrays[i];
            arrays[i] = NULL;
            iq_obj_kill(array, true);
        }
}

DRIVER(cuArray3DCreate_v2, (CUarray * made, const CUDA_ARRAY3D_DESCRIPTOR *desc))
{
    struct iq_ctx *ctx;
    struct iq_array *array;
    CUresult r = iq_enter(&ctx);
    if (!r)
        r = made && desc ? iq_capture_check_unsafe() : CUDA_ERROR_INVALID_VALUE;
    if (!r && desc->Flags & (CUDA_ARRAY3D_SPARSE | CUDA_ARRAY3D_DEFERRED_MAPPING |
                             CUDA_ARRAY3D_VIDEO_ENCODE_DECODE))
        r = CUDA_ERROR_NOT_SUPPORTED;
    if (!r)
        r = iq_array_new(ctx, desc, &array);
    if (!r)
        *made = iq_obj_handle(array);
    return iq_leave(r);
}

DRIVER(cuArrayCreate_v2, (CUarray * made, const CUDA_ARRAY_DESCRIPTOR *desc))
{
    CUDA_ARRAY3D_DESCRIPTOR wide = { 0 };
    if (desc)
        wide = (CUDA_ARRAY3D_DESCRIPTOR){ .Width = desc->Width,
                                          .Height = desc->Height,
                                          .Format = desc->Format,
                                          .NumChannels = desc->NumChannels };
    return cuArray3DCreate_v2(made, desc ? &wide : NULL);
}

DRIVER(cuArrayDestroy, (CUarray handle))
{
    struct iq_ctx *ctx;
    struct iq_array *array;
    CUresult r = iq_enter(&ctx);
    if (!r)
        r = iq_array_get(handle, &array);
    if (!r && array->mipmap)
        r = CUDA_ERROR_INVALID_HANDLE;
    if (!r)
        r = iq_capture_check_unsafe();
    if (!r)
        r = iq_ctx_drain(array->ctx);
    if (!r) {
        delist(array);
        iq_obj_kill(array, false);
    }
    return iq_leave(r);
}

DRIVER(cuArray3DGetDescriptor_v2, (CUDA_ARRAY3D_DESCRIPTOR * desc, CUarray handle))
{
    struct iq_ctx *ctx;
    struct iq_array *array;
    CUresult r = iq_enter(&ctx);
    if (!r)
        r = desc ? iq_array_get(handle, &array) : CUDA_ERROR_INVALID_VALUE;
    if (!r)
        *desc = array->desc;
    return iq_leave(r);
}

DRIVER(cuArrayGetDescriptor_v2, (CUDA_ARRAY_DESCRIPTOR * desc, CUarray handle))
{
    CUDA_ARRAY3D_DESCRIPTOR wide;
    CUresult r = cuArray3DGetDescriptor_v2(desc ? &wide : NULL, handle);
    if (!r)
        *desc = (CUDA_ARRAY_DESCRIPTOR){ wide.Width, wide.Height, wide.Format, wide.NumChannels };
    return r;
}

DRIVER(cuArrayGetPlane, (CUarray * plane, CUarray handle, unsigned index))
{
    struct iq_ctx *ctx;
    struct iq_array *array;
    CUresult r = iq_enter(&ctx);
    (void)index;
    if (!r)
        r = plane ? iq_array_get(handle, &array) : CUDA_ERROR_INVALID_VALUE;
    return iq_leave(r ? r : CUDA_ERROR_INVALID_VALUE);
}

/* Sparse arrays do not exist here, so no array has such properties. */
static CUresult sparse(const void *out, CUresult r)
{
    (void)out;
    return r ? r : CUDA_ERROR_INVALID_VALUE;
}
DRIVER(cuArrayGetSparseProperties, (CUDA_ARRAY_SPARSE_PROPERTIES * properties, CUarray handle))
{
    struct iq_array *array;
    CUresult r = iq_enter_plain();
    return iq_leave(sparse(properties, r ? r : iq_array_get(handle, &array)));
}

DRIVER(cuArrayGetMemoryRequirements,
       (CUDA_ARRAY_MEMORY_REQUIREMENTS * needs, CUarray handle, CUdevice ordinal))
{
    struct iq_array *array;
    struct iq_device *device;
    CUresult r = iq_enter_plain();
    if (!r)
        r = needs ? iq_array_get(handle, &array) : CUDA_ERROR_INVALID_VALUE;
    if (!r)
        r = iq_device_get(ordinal, &device);
    /* only for deferred mapping, which there is not */
    return iq_leave(r ? r : CUDA_ERROR_INVALID_VALUE);
}

/* ---- mipmapped arrays ---- */

static void mipmap_finish(struct iq_obj *obj)
{
    struct iq_mipmap *mipmap = (struct iq_mipmap *)obj;
    for (unsigned i = 0; i < mipmap->level_count; i++)
        if (mipmap->levels[i] && mipmap->levels[i]->obj.slot)
            iq_obj_kill(mipmap->levels[i], false);
        else
            iq_obj_unref(mipmap->levels[i]);
}

static CUresult mipmap_get(CUmipmappedArray handle, struct iq_mipmap **mipmap)
{
    CUresult why;
    *mipmap = iq_obj_get(handle, IQ_OBJ_MIPMAP, &why);
    return *mipmap ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

DRIVER(cuMipmappedArrayCreate,
       (CUmipmappedArray * made, const CUDA_ARRAY3D_DESCRIPTOR *desc, unsigned levels))
{
    struct iq_ctx *ctx;
    CUresult r = iq_enter(&ctx);
    if (!r && (!made || !desc))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        r = iq_capture_check_unsafe();
    struct iq_mipmap *mipmap = r ? NULL : iq_obj_new(IQ_OBJ_MIPMAP, sizeof *mipmap);
    if (!r && !mipmap)
        r = CUDA_ERROR_OUT_OF_MEMORY;
    if (r)
        return iq_leave(r);
    mipmap->obj.finish = mipmap_finish;
    mipmap->ctx = ctx;
    mipmap->desc = *desc;
    CUDA_ARRAY3D_DESCRIPTOR level = *desc;
    bool layered = desc->Flags & (CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_CUBEMAP);
    levels = levels ? levels : 1; /* as an H200 does */
    for (unsigned i = 0; i < levels && i < 16 && !r; i++) {
        r = iq_array_new(ctx, &level, &mipmap->levels[i]);
        if (!r) {
            mipmap->levels[i]->mipmap = mipmap;
            delist(mipmap->levels[i]);
            mipmap->level_count = i + 1;
        }
        if (level.Width <= 1 && level.Height <= 1 && (layered || level.Depth <= 1))
            break;
        level.Width = level.Width > 1 ? level.Width / 2 : level.Width;
        level.Height = level.Height > 1 ? level.Height / 2 : level.Height;
        level.Depth = !layered && level.Depth > 1 ? level.Depth / 2 : level.Depth;
    }
    if (r) {
        iq_obj_kill(mipmap, false);
        return iq_leave(r);
    }
    for (size_t i = 0; i < sizeof mipmaps / sizeof mipmaps[0]; i++)
        if (!mipmaps[i]) {
            mipmaps[i] = mipmap;
            break;
        }
    *made = iq_obj_handle(mipmap);
    return iq_leave(CUDA_SUCCESS);
}

DRIVER(cuMipmappedArrayDestroy, (CUmipmappedArray handle))
{
    struct iq_ctx *ctx;
    struct iq_mipmap *mipmap;
    CUresult r = iq_enter(&ctx);
    if (!r)
        r = mipmap_get(handle, &mipmap);
    if (!r)
        r = iq_ctx_drain(mipmap->ctx);
    for (size_t i = 0; !r && i < sizeof mipmaps / sizeof mipmaps[0]; i++)
        if (mipmaps[i] == mipmap)
            mipmaps[i] = NULL;
    if (!r)
        iq_obj_kill(mipmap, false);
    return iq_leave(r);
}

DRIVER(cuMipmappedArrayGetLevel, (CUarray * level, CUmipmappedArray handle, unsigned index))
{
    struct iq_ctx *ctx;
    struct iq_mipmap *mipmap;
    CUresult r = iq_enter(&ctx);
    if (!r)
        r = level ? mipmap_get(handle, &mipmap) : CUDA_ERROR_INVALID_VALUE;
    if (!r && index >= mipmap->level_count)
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        *level = iq_obj_handle(mipmap->levels[index]);
    return iq_leave(r);
}

DRIVER(cuMipmappedArrayGetSparseProperties,
       (CUDA_ARRAY_SPARSE_PROPERTIES * properties, CUmipmappedArray handle))
{
    struct iq_mipmap *mipmap;
    CUresult r = iq_enter_plain();
    return iq_leave(sparse(properties, r ? r : mipmap_get(handle, &mipmap)));
}
