/* Texture and surface objects: a table of descriptions that kernels read.  A destroyed entry stays
 * readable as nothing, as on hardware, where destroying twice or sampling a dead handle passes
 * unnoticed.  Changes: driver lock; look-ups: own lock. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "ptx/ptx_exec.h"
#include "softdev/array.h"
#include "softdev/copy.h"
#include "softdev/texel.h"

enum { SAMPLERS = 65536 };

struct entry {
    bool used, alive, surface;
    struct iq_ctx *ctx;
    CUDA_RESOURCE_DESC resource;
    CUDA_TEXTURE_DESC texture;
    CUDA_RESOURCE_VIEW_DESC view;
    struct iq_texel_source *levels; /* each with a reference to its array; NULL once destroyed */
    unsigned level_count;
};

static struct entry *entries[SAMPLERS / 256];
static uint32_t entry_count = 1; /* 0 is no handle */
static pthread_rwlock_t table_lock = PTHREAD_RWLOCK_INITIALIZER;

static struct entry *at(uint64_t handle)
{
    return handle && handle < entry_count ? &entries[handle / 256][handle % 256] : NULL;
}

static uint64_t take(void)
{
    for (uint64_t i = 1; i < entry_count; i++)
        if (!at(i)->used)
            return i;
    if (entry_count == SAMPLERS)
        return 0;
    if (!entries[entry_count / 256]) {
        static struct entry first[256];
        entries[entry_count / 256] =
            entry_count < 256 ? first : iq_texel_zalloc(256 * sizeof(struct entry));
        if (!entries[entry_count / 256])
            return 0;
    }
    return entry_count++;
}

static CUresult add_level(struct entry *entry, struct iq_array *array)
{
    void *grown = realloc(entry->levels, (entry->level_count + 1) * sizeof *entry->levels);
    if (!grown)
        return CUDA_ERROR_OUT_OF_MEMORY;
    entry->levels = grown;
    entry->levels[entry->level_count++] =
        (struct iq_texel_source){ .array = array,
                                  .format = array->desc.Format,
                                  .channels = array->desc.NumChannels,
                                  .width = array->desc.Width,
                                  .height = array->rows,
                                  .depth = array->layers,
                                  .pitch = array->row,
                                  .slice = array->row * array->rows };
    iq_obj_ref(array);
    atomic_fetch_add(&array->surfaces, entry->surface);
    return CUDA_SUCCESS;
}

static void drop_levels(struct entry *entry)
{
    for (unsigned i = 0; i < entry->level_count; i++) {
        struct iq_array *array = entry->levels[i].array;
        if (array)
            atomic_fetch_sub(&array->surfaces, entry->surface);
        iq_obj_unref(array);
    }
    free(entry->levels);
    entry->levels = NULL;
    entry->level_count = 0;
}

static CUresult judge_mipmap(struct entry *entry)
{
    CUresult r = CUDA_SUCCESS, why;
    struct iq_mipmap *mipmap =
        iq_obj_get(entry->resource.res.mipmap.hMipmappedArray, IQ_OBJ_MIPMAP, &why);
    if (!mipmap || entry->surface)
        return mipmap ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_INVALID_HANDLE;
    unsigned first = entry->view.format ? entry->view.firstMipmapLevel : 0,
             last = mipmap->level_count - 1;
    if (entry->view.format && entry->view.lastMipmapLevel < last)
        last = entry->view.lastMipmapLevel;
    for (unsigned i = first; i <= last && !r; i++)
        r = add_level(entry, mipmap->levels[i]);
    return r || entry->level_count ? r : CUDA_ERROR_INVALID_VALUE;
}

/* A view gives the bytes of an array another format and shows some of its layers. */
static CUresult judge_view(struct entry *entry)
{
    static const struct {
        unsigned last;
        CUarray_format format;
    } families[] = { { CU_RES_VIEW_FORMAT_UINT_4X8, CU_AD_FORMAT_UNSIGNED_INT8 },
                     { CU_RES_VIEW_FORMAT_SINT_4X8, CU_AD_FORMAT_SIGNED_INT8 },
                     { CU_RES_VIEW_FORMAT_UINT_4X16, CU_AD_FORMAT_UNSIGNED_INT16 },
                     { CU_RES_VIEW_FORMAT_SINT_4X16, CU_AD_FORMAT_SIGNED_INT16 },
                     { CU_RES_VIEW_FORMAT_UINT_4X32, CU_AD_FORMAT_UNSIGNED_INT32 },
                     { CU_RES_VIEW_FORMAT_SINT_4X32, CU_AD_FORMAT_SIGNED_INT32 },
                     { CU_RES_VIEW_FORMAT_FLOAT_4X16, CU_AD_FORMAT_HALF },
                     { CU_RES_VIEW_FORMAT_FLOAT_4X32, CU_AD_FORMAT_FLOAT } };
    const CUDA_RESOURCE_VIEW_DESC *view = &entry->view;
    unsigned k = 0, format = (unsigned)view->format;
    if (!format || !entry->levels[0].array)
        return CUDA_SUCCESS;
    while (k < 8 && format > families[k].last)
        k++;
    if (k == 8)
        return CUDA_ERROR_NOT_SUPPORTED; /* block compressed */
    unsigned channels = 1u << (2 - (families[k].last - format)),
             flags = entry->levels[0].array->desc.Flags;
    uint32_t bytes;
    iq_format_bytes(families[k].format, &bytes);
    for (unsigned i = 0; i < entry->level_count; i++) {
        struct iq_texel_source *level = &entry->levels[i];
        if (bytes * channels != level->array->element)
            return CUDA_ERROR_INVALID_VALUE;
        level->format = families[k].format;
        level->channels = channels;
        if (flags & (CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_CUBEMAP)) {
            if (view->firstLayer > view->lastLayer || view->lastLayer >= level->depth)
                return CUDA_ERROR_INVALID_VALUE;
            level->first_layer = view->firstLayer;
            level->depth = view->lastLayer - view->firstLayer + 1;
        }
    }
    return CUDA_SUCCESS;
}

/* A texture of [size] bytes at [address], whose texels have [bytes]: how many there are up to the
 * end of the memory, if that is just the number [size]; else 0. */
static size_t meant_texels(CUdeviceptr address, size_t size, uint32_t bytes)
{
    const struct iq_alloc *alloc = iq_alloc_find(address);
    return alloc && bytes > 1 && alloc->base + alloc->size - address == size * bytes ? size : 0;
}

static CUresult judge_linear(struct entry *entry)
{
    const CUDA_RESOURCE_DESC *resource = &entry->resource;
    struct iq_side side;
    uint32_t bytes;
    bool pitch = resource->resType == CU_RESOURCE_TYPE_PITCH2D;
    CUarray_format format = pitch ? resource->res.pitch2D.format : resource->res.linear.format;
    unsigned channels =
        pitch ? resource->res.pitch2D.numChannels : resource->res.linear.numChannels;
    CUdeviceptr address = pitch ? resource->res.pitch2D.devPtr : resource->res.linear.devPtr;
    if (iq_format_bytes(format, &bytes) || (channels != 1 && channels != 2 && channels != 4))
        return CUDA_ERROR_INVALID_VALUE;
    bytes *= channels;
    size_t size = pitch ? resource->res.pitch2D.pitchInBytes * resource->res.pitch2D.height
                        : resource->res.linear.sizeInBytes;
    if (!address || address % (pitch ? 32 : 16) || !size)
        return CUDA_ERROR_INVALID_VALUE;
    if (pitch &&
        (address % 512 || resource->res.pitch2D.pitchInBytes % 32 || !resource->res.pitch2D.width ||
         resource->res.pitch2D.pitchInBytes < resource->res.pitch2D.width * bytes))
        return CUDA_ERROR_INVALID_VALUE;
    if (!pitch && size / bytes > 268435456)
        return CUDA_ERROR_INVALID_VALUE;
    if (pitch)
        size -= resource->res.pitch2D.pitchInBytes - resource->res.pitch2D.width * bytes;
    if (iq_side_plan(address, size, IQ_EXPECT_DEVICE, &side))
        return CUDA_ERROR_INVALID_VALUE;
    entry->levels = iq_texel_zalloc(sizeof *entry->levels);
    if (!entry->levels)
        return CUDA_ERROR_OUT_OF_MEMORY;
    entry->level_count = 1;
    entry->levels[0] =
        (struct iq_texel_source){ .address = address,
                                  .format = format,
                                  .channels = channels,
                                  .linear = !pitch,
                                  .meant = pitch ? 0 : meant_texels(address, size, bytes),
                                  .width = pitch ? resource->res.pitch2D.width : size / bytes,
                                  .height = pitch ? resource->res.pitch2D.height : 1,
                                  .depth = 1,
                                  .pitch = pitch ? resource->res.pitch2D.pitchInBytes : size };
    return CUDA_SUCCESS;
}

static CUresult judge(struct entry *entry)
{
    struct iq_array *array;
    CUresult r;
    switch ((int)entry->resource.resType) {
    case CU_RESOURCE_TYPE_ARRAY:
        r = iq_array_get(entry->resource.res.array.hArray, &array);
        return r ? r : add_level(entry, array);
    case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY: return judge_mipmap(entry);
    case CU_RESOURCE_TYPE_LINEAR:
    case CU_RESOURCE_TYPE_PITCH2D:
        return entry->surface ? CUDA_ERROR_INVALID_VALUE : judge_linear(entry);
    default: return CUDA_ERROR_INVALID_VALUE;
    }
}

static CUresult judge_texture(const struct entry *entry)
{
    const CUDA_TEXTURE_DESC *texture = &entry->texture;
    for (int i = 0; i < 3; i++)
        if ((unsigned)texture->addressMode[i] > CU_TR_ADDRESS_MODE_BORDER)
            return CUDA_ERROR_INVALID_VALUE;
    bool integers = iq_texel_is_integer(&entry->levels[0], texture);
    if ((unsigned)texture->filterMode > 1 || (unsigned)texture->mipmapFilterMode > 1 ||
        texture->flags & ~0x73u || (texture->filterMode == CU_TR_FILTER_MODE_LINEAR && integers))
        return CUDA_ERROR_INVALID_VALUE;
    return CUDA_SUCCESS;
}

static CUresult create(uint64_t *made, const CUDA_RESOURCE_DESC *resource,
                       const CUDA_TEXTURE_DESC *texture, const CUDA_RESOURCE_VIEW_DESC *view,
                       bool surface)
{
    struct iq_ctx *ctx;
    struct entry entry = { .used = true, .alive = true, .surface = surface };
    CUresult r = iq_enter(&ctx);
    if (!r && (!made || !resource || resource->flags || (!surface && !texture)))
        r = CUDA_ERROR_INVALID_VALUE;
    if (r)
        return iq_leave(r);
    entry.ctx = ctx;
    entry.resource = *resource;
    if (texture)
        entry.texture = *texture;
    if (view)
        entry.view = *view;
    r = judge(&entry);
    if (!r)
        r = judge_view(&entry);
    if (!r && !surface)
        r = judge_texture(&entry);
    if (r) {
        drop_levels(&entry);
        return iq_leave(r);
    }
    pthread_rwlock_wrlock(&table_lock);
    uint64_t handle = take();
    if (handle)
        *at(handle) = entry;
    else
        drop_levels(&entry);
    pthread_rwlock_unlock(&table_lock);
    *made = handle;
    return iq_leave(handle ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY);
}

static CUresult destroy(uint64_t handle, bool surface)
{
    struct iq_ctx *ctx;
    CUresult r = iq_enter(&ctx);
    struct entry *entry = r ? NULL : at(handle);
    if (!r && (!entry || entry->surface != surface))
        r = handle ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
    if (!r && entry && entry->alive) {
        iq_ctx_drain(entry->ctx);
        pthread_rwlock_wrlock(&table_lock);
        entry->alive = false;
        drop_levels(entry);
        pthread_rwlock_unlock(&table_lock);
    }
    return iq_leave(r);
}

/* Arrays stay for the objects that were made of them, so that these give what was last there. */
static bool is_array_gone(const struct entry *entry)
{
    const struct iq_array *array =
        entry->resource.resType == CU_RESOURCE_TYPE_ARRAY ? entry->levels[0].array : NULL;
    return array && !__atomic_load_n(&array->obj.slot, __ATOMIC_RELAXED);
}

static CUresult describe(uint64_t handle, bool surface, void *out, size_t offset, size_t size)
{
    CUresult r = iq_enter_plain();
    const struct entry *entry = r ? NULL : at(handle);
    if (!r && (!out || !entry || !entry->alive || entry->surface != surface))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        memcpy(out, (const char *)entry + offset, size);
    return iq_leave(r);
}

/* A freed array is NULL, as measured on an H200. */
static CUresult describe_resource(uint64_t handle, bool surface, CUDA_RESOURCE_DESC *desc)
{
    CUresult r = describe(handle, surface, desc, offsetof(struct entry, resource), sizeof *desc);
    if (!r && is_array_gone(at(handle)))
        desc->res.array.hArray = NULL;
    return r;
}

DRIVER(cuTexObjectCreate, (CUtexObject * made, const CUDA_RESOURCE_DESC *resource,
                           const CUDA_TEXTURE_DESC *texture, const CUDA_RESOURCE_VIEW_DESC *view))
{
    uint64_t handle = 0;
    CUresult r = create(made ? &handle : NULL, resource, texture, view, false);
    if (!r)
        *made = handle;
    return r;
}
DRIVER(cuTexObjectDestroy, (CUtexObject texture)) { return destroy(texture, false); }
DRIVER(cuTexObjectGetResourceDesc, (CUDA_RESOURCE_DESC * desc, CUtexObject texture))
{
    return describe_resource(texture, false, desc);
}
DRIVER(cuTexObjectGetTextureDesc, (CUDA_TEXTURE_DESC * desc, CUtexObject texture))
{
    return describe(texture, false, desc, offsetof(struct entry, texture), sizeof *desc);
}
DRIVER(cuTexObjectGetResourceViewDesc, (CUDA_RESOURCE_VIEW_DESC * desc, CUtexObject texture))
{
    return describe(texture, false, desc, offsetof(struct entry, view), sizeof *desc);
}
/* Surfaces of arrays without CUDA_ARRAY3D_SURFACE_LDST are taken, as measured. */
DRIVER(cuSurfObjectCreate, (CUsurfObject * made, const CUDA_RESOURCE_DESC *resource))
{
    uint64_t handle = 0;
    CUresult r = create(made ? &handle : NULL, resource, NULL, NULL, true);
    if (!r)
        *made = handle;
    return r;
}
DRIVER(cuSurfObjectDestroy, (CUsurfObject surface)) { return destroy(surface, true); }
DRIVER(cuSurfObjectGetResourceDesc, (CUDA_RESOURCE_DESC * desc, CUsurfObject surface))
{
    return describe_resource(surface, true, desc);
}

/* What txq and suq ask for. */
static uint32_t property(const struct entry *entry, const struct iq_ptx_texture *access)
{
    unsigned level = access->level && access->lod > 0 ? (unsigned)access->lod : 0;
    const struct iq_texel_source *source =
        &entry->levels[level < entry->level_count ? level : entry->level_count - 1];
    unsigned flags = source->array ? source->array->desc.Flags : 0;
    bool layered = flags & CUDA_ARRAY3D_LAYERED, cube = flags & CUDA_ARRAY3D_CUBEMAP;
    switch (access->query) {
    case IQ_PTX_QUERY_WIDTH: return (uint32_t)source->width;
    case IQ_PTX_QUERY_HEIGHT:
        return source->array && !source->array->desc.Height ? 0 : (uint32_t)source->height;
    case IQ_PTX_QUERY_DEPTH:
        return layered || cube || !source->array ? 0 : (uint32_t)source->array->desc.Depth;
    case IQ_PTX_QUERY_ARRAY_SIZE: return layered ? (uint32_t)source->depth / (cube ? 6 : 1) : 0;
    case IQ_PTX_QUERY_LEVELS: return entry->level_count;
    default: return entry->texture.flags & CU_TRSF_NORMALIZED_COORDINATES ? 1 : 0;
    }
}

/* What is missing of a texture or surface that was made once. */
static enum iq_ptx_loss loss_of(const struct entry *entry, uint64_t handle, uint64_t *lost)
{
    *lost = handle;
    if (!entry->alive)
        return IQ_PTX_LOSS_OBJECT;
    if (!is_array_gone(entry))
        return IQ_PTX_LOSS_NONE;
    *lost = (uint64_t)(uintptr_t)entry->resource.res.array.hArray;
    return IQ_PTX_LOSS_ARRAY;
}

/* Is there anything to say of fetches: is some of it unwritten, or may the kernel, which [stores]
 * through surfaces, write it? */
static bool is_watched(const struct entry *entry, bool stores)
{
    bool watched = false;
    for (unsigned i = 0; i < entry->level_count; i++) {
        struct iq_array *array = entry->levels[i].array;
        watched |=
            array && (!iq_array_is_written(array) ||
                      (stores && atomic_load_explicit(&array->surfaces, memory_order_relaxed)));
    }
    return watched;
}

bool iq_sampler_place(uint64_t handle, uint64_t address, struct iq_sampler_place *place)
{
    bool found = false;
    pthread_rwlock_rdlock(&table_lock);
    const struct entry *entry = at(handle);
    for (unsigned i = 0; entry && entry->used && i < entry->level_count && !found; i++) {
        const struct iq_array *array = entry->levels[i].array;
        uint64_t offset = array ? address - array->address : 0;
        found = array && offset < array->row * array->rows * array->layers;
        if (!found)
            continue;
        bool mipmapped = entry->resource.resType == CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
        const void *owner = mipmapped ? (const void *)entry->resource.res.mipmap.hMipmappedArray
                                      : (const void *)entry->resource.res.array.hArray;
        *place = (struct iq_sampler_place){ .array = (uint64_t)(uintptr_t)owner,
                                            .mipmapped = mipmapped,
                                            .level = i,
                                            .x = offset % array->row,
                                            .row = offset / array->row % array->rows,
                                            .layer = offset / array->row / array->rows };
    }
    pthread_rwlock_unlock(&table_lock);
    return found;
}

/* A fetch from the part of the memory that the texture has only if its size was meant in texels. */
static void judge_fetch(const struct iq_texel_source *source, struct iq_ptx_texture *access)
{
    uint32_t bytes, at = access->coord[0];
    if (access->surface || access->query || access->float_coords || at < source->width ||
        at >= source->meant || iq_format_bytes(source->format, &bytes))
        return;
    access->loss = IQ_PTX_LOSS_SHORT;
    access->texel_channels = (uint8_t)source->channels;
    access->channel_bytes = (uint8_t)bytes;
    access->lost = source->address + (uint64_t)at * bytes * source->channels;
}

static bool access_one(struct iq_ptx_texture *access)
{
    const struct entry *entry = at(access->handle);
    bool known = entry && entry->used;
    if (known && entry->surface == access->surface)
        access->loss = loss_of(entry, access->handle, &access->lost);
    if (!access->store)
        memset(access->value, 0, sizeof access->value);
    if (known && entry->alive && entry->surface == access->surface) {
        if (access->query)
            access->value[0] = property(entry, access);
        access->watched = is_watched(entry, access->watched);
        if (!access->query)
            known = access->surface ? iq_texel_surface(entry->levels, access)
                                    : iq_texel_sample(entry->levels, entry->level_count,
                                                      &entry->texture, access);
        if (!known && entry->levels[0].address) {
            access->loss = IQ_PTX_LOSS_MEMORY;
            access->lost = entry->levels[0].address;
        } else if (known && entry->levels[0].meant)
            judge_fetch(&entry->levels[0], access);
    }
    return known;
}

uint32_t iq_sampler_access(struct iq_ptx_texture *accesses, uint32_t count)
{
    uint32_t done = 0;
    struct iq_texel_plane plane;
    pthread_rwlock_rdlock(&table_lock);
    const struct entry *entry = count ? at(accesses[0].handle) : NULL;
    bool plain =
        entry && entry->used && entry->alive && !entry->surface && !accesses[0].surface &&
        !is_watched(entry, accesses[0].watched) &&
        loss_of(entry, accesses[0].handle, &accesses[0].lost) == IQ_PTX_LOSS_NONE &&
        iq_texel_plane_of(entry->levels, entry->level_count, &entry->texture, &accesses[0], &plane);
    while (done < count && ((plain && accesses[done].handle == accesses[0].handle &&
                             iq_texel_plane_fetch(&plane, &accesses[done])) ||
                            access_one(&accesses[done])))
        done++;
    pthread_rwlock_unlock(&table_lock);
    return done;
}
