/* Texture and surface objects that checked kernels get: is the object gone, or its array?  See
 * kernel_checks.h. */
#include <pthread.h>

#include "base/map.h"
#include "model/handle.h"
#include "wrap/driver.h"
#include "wrap/kernel_checks.h"

/* Arrays by the objects that were made of them: of a freed one drivers say what they like. */
static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;
static struct iq_map arrays;

static uint64_t key_of(uint64_t value, bool is_surface) { return value << 1 | is_surface; }

static bool is_dead_array(uint64_t array)
{
    const struct iq_handle *handle = iq_handle_find(IQ_KIND_ARRAY, array);
    return handle && handle->kind == IQ_KIND_ARRAY && iq_handle_is_dead(handle);
}

/* An array that counts as freed here was made by somebody who is not seen. */
static void made(uint64_t value, bool is_surface, const CUDA_RESOURCE_DESC *of)
{
    uint64_t key = key_of(value, is_surface);
    bool known =
        of->resType == CU_RESOURCE_TYPE_ARRAY && !is_dead_array((uintptr_t)of->res.array.hArray);
    pthread_mutex_lock(&making);
    if (known)
        IQ_DROP(iq_map_set(&arrays, key, of->res.array.hArray)); /* else nothing is said of it */
    else
        iq_map_remove(&arrays, key);
    pthread_mutex_unlock(&making);
}

/* The array of [value] if that has been freed; 0: it is there, there is none, or it is not known.
 */
static uint64_t freed_array_of(uint64_t value, bool is_surface)
{
    pthread_mutex_lock(&making);
    uint64_t array = (uintptr_t)iq_map_get(&arrays, key_of(value, is_surface));
    pthread_mutex_unlock(&making);
    return array && is_dead_array(array) ? array : 0;
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
        return freed_array_of(value, is_surface);
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
