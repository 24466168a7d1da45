/* Texture and surface objects that checked kernels get: are they gone, or what they were made of?
 */
#include "wrap/kernel_objects.h"

#include <pthread.h>
#include <stdlib.h>

#include "api_cuda/boxes.h"
#include "base/map.h"
#include "model/handle.h"
#include "model/range.h"
#include "wrap/driver.h"
#include "wrap/kernel_checks.h"

/* What objects were made of: of freed memory drivers say what they like. */
struct source {
    bool is_array;
    uint64_t at;          /* the array; the address of linear memory */
    uint64_t size;        /* of linear memory in one row, 0: it has several */
    uint32_t texel_bytes; /* of linear memory, 0: not known */
};
static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;
static struct iq_map sources;

static uint64_t key_of(uint64_t value, bool is_surface) { return value << 1 | is_surface; }

static bool is_dead_array(uint64_t array)
{
    const struct iq_handle *handle = iq_handle_find(IQ_KIND_ARRAY, array);
    return handle && handle->kind == IQ_KIND_ARRAY && iq_handle_is_dead(handle);
}

static bool is_freed(uint64_t address)
{
    struct iq_range range;
    return !iq_range_find(address, &range) && iq_range_find_freed(address, &range);
}

/* False: nothing is said of the object.  An array or memory that counts as freed here was made by
 * somebody who is not seen. */
static bool read_source(const CUDA_RESOURCE_DESC *of, struct source *source)
{
    bool pitched = of->resType == CU_RESOURCE_TYPE_PITCH2D;
    *source = (struct source){ .is_array = of->resType == CU_RESOURCE_TYPE_ARRAY };
    if (source->is_array) {
        source->at = (uintptr_t)of->res.array.hArray;
        return !is_dead_array(source->at);
    }
    if (!pitched && of->resType != CU_RESOURCE_TYPE_LINEAR)
        return false;
    source->at = pitched ? of->res.pitch2D.devPtr : of->res.linear.devPtr;
    source->size = pitched ? 0 : of->res.linear.sizeInBytes;
    source->texel_bytes =
        pitched ? iq_channel_bytes((uint32_t)of->res.pitch2D.format) * of->res.pitch2D.numChannels
                : iq_channel_bytes((uint32_t)of->res.linear.format) * of->res.linear.numChannels;
    return !is_freed(source->at);
}

static void made(uint64_t value, bool is_surface, const CUDA_RESOURCE_DESC *of)
{
    uint64_t key = key_of(value, is_surface);
    struct source *source = malloc(sizeof *source), *before;
    if (source && !read_source(of, source)) {
        free(source);
        source = NULL;
    }
    pthread_mutex_lock(&making);
    before = iq_map_remove(&sources, key);
    if (source && iq_map_set(&sources, key, source))
        free(source);
    pthread_mutex_unlock(&making);
    free(before);
}

static bool find_source(uint64_t value, bool is_surface, struct source *source)
{
    pthread_mutex_lock(&making);
    const struct source *found = iq_map_get(&sources, key_of(value, is_surface));
    if (found)
        *source = *found;
    pthread_mutex_unlock(&making);
    return found;
}

/* The array of [value] if that has been freed, or its memory; 0: it is there, or not known. */
static uint64_t freed_source_of(uint64_t value, bool is_surface)
{
    struct source source;
    if (!find_source(value, is_surface, &source))
        return 0;
    return source.is_array       ? is_dead_array(source.at) ? source.at : 0
           : is_freed(source.at) ? IQ_INSTRUMENT_FREED | source.at
                                 : 0;
}

bool iq_kernel_object_memory(uint64_t value, uint64_t *address, uint32_t *texel_bytes)
{
    struct source source;
    bool found = find_source(value, false, &source) && !source.is_array;
    *address = found ? source.at : 0;
    *texel_bytes = found ? source.texel_bytes : 0;
    return found;
}

/* The texels behind the end, if the size is just the number of those that the memory has. */
uint64_t iq_kernel_object_missing(uint64_t value)
{
    struct source source;
    struct iq_range range;
    if (!find_source(value, false, &source) || source.is_array || source.texel_bytes < 2 ||
        !source.size || source.size > UINT32_MAX || !iq_range_find(source.at, &range) ||
        range.base + range.size - source.at != source.size * source.texel_bytes)
        return 0;
    uint64_t there = source.size / source.texel_bytes;
    return there | (source.size - there) << 32;
}

/* The driver describes objects that are there, those of freed arrays, too. */
static bool is_described(uint64_t value, bool is_surface)
{
    CUDA_RESOURCE_DESC of;
    return !(is_surface ? iq_kernel_real.cuSurfObjectGetResourceDesc(&of, value)
                        : iq_kernel_real.cuTexObjectGetResourceDesc(&of, value));
}

uint64_t iq_kernel_object_gone(uint64_t value, bool is_surface)
{
    enum iq_kind kind = is_surface ? IQ_KIND_SURFACE : IQ_KIND_TEXTURE;
    const struct iq_handle *object = iq_handle_find(kind, value);
    if (!object || object->kind != kind)
        return 0;
    if (!iq_handle_is_dead(object))
        return freed_source_of(value, is_surface);
    /* a destroyed object that the driver describes was made by somebody who is not seen */
    return is_described(value, is_surface) ? 0 : IQ_INSTRUMENT_GONE | value;
}

static CUresult checked_cuTexObjectCreate(CUtexObject *object, const CUDA_RESOURCE_DESC *of,
                                          const CUDA_TEXTURE_DESC *texture,
                                          const CUDA_RESOURCE_VIEW_DESC *view)
{
    CUresult result = iq_kernel_real.cuTexObjectCreate(object, of, texture, view);
    if (!result)
        made(*object, false, of);
    return result;
}

static CUresult checked_cuSurfObjectCreate(CUsurfObject *object, const CUDA_RESOURCE_DESC *of)
{
    CUresult result = iq_kernel_real.cuSurfObjectCreate(object, of);
    if (!result)
        made(*object, true, of);
    return result;
}

void iq_kernel_objects_install(void)
{
    IQ_KERNEL_INSTALL(cuTexObjectCreate);
    IQ_KERNEL_INSTALL(cuSurfObjectCreate);
}
