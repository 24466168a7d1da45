/* Effects of calls that create arrays: their size, so that copies can be checked against it, and
 * whether surfaces may write to them.  The runtime's calls make their arrays through these, too. */
#include <string.h>

#include "abi/cuda_abi.h"
#include "api_cuda/boxes.h"
#include "api_cuda/port.h"
#include "base/memory.h"
#include "call/call.h"
#include "model/handle.h"
#include "process/hostmem.h"

void iq_fx_array_create(struct iq_call *call, int phase);
void iq_fx_mip_level(struct iq_call *call, int phase);
void iq_look_resource(struct iq_call *call, iq_member_fn visit, void *user);
void iq_fx_surf_object(struct iq_call *call, int phase);
void iq_fx_rt_surf_object(struct iq_call *call, int phase);

enum { LAYERED = 1, SURFACE_LOAD_STORE = 2, RESOURCE_ARRAY = 0, RESOURCE_MIPMAPPED = 1 };

/* what an array handle's .extent is the beginning of */
struct sized {
    struct iq_extent extent;
    uint32_t flags, levels;
};

uint32_t iq_channel_bytes(uint32_t format)
{
    switch (format) {
    case 1:
    case 8: return 1;
    case 2:
    case 9:
    case 16: return 2;
    case 3:
    case 10:
    case 32: return 4;
    default: return 0;
    }
}

/* No more than it takes to get down to one element. */
static uint32_t levels_of(const struct iq_extent *extent, uint32_t wanted)
{
    uint64_t side = extent->width > extent->height ? extent->width : extent->height;
    uint32_t most = 1;
    for (side = side > extent->depth ? side : extent->depth; side > 1; side /= 2)
        most++;
    return wanted < 1 ? 1 : wanted < most ? wanted : most;
}

/* (out array, description, ...): also of mipmapped arrays, which have a number of levels. */
void iq_fx_array_create(struct iq_call *call, int phase)
{
    struct {
        uint64_t width, height;
        uint32_t format, channels;
    } flat;
    struct {
        uint64_t width, height, depth;
        uint32_t format, channels, flags;
    } box;
    uint64_t value;
    if (!phase || call->result || !call->args[0] || !call->args[1] ||
        strstr(call->entry->args[1].type, "_v1"))
        return;
    memcpy(&value, (const void *)(uintptr_t)call->args[0], sizeof value);
    enum iq_kind kind = (enum iq_kind)call->entry->args[0].kind;
    struct iq_handle *handle = iq_handle_find(kind, value);
    struct sized *sized = handle && handle->kind == kind ? iq_core_alloc(sizeof *sized) : NULL;
    if (!sized)
        return;
    if (strstr(call->entry->args[1].type, "3D")) {
        memcpy(&box, (const void *)(uintptr_t)call->args[1], sizeof box);
        sized->flags = box.flags;
        sized->extent =
            (struct iq_extent){ box.width, box.height, box.depth,
                                iq_channel_bytes(box.format) * box.channels, box.channels };
        sized->levels = kind == IQ_KIND_MIPMAPPED_ARRAY
                            ? levels_of(&sized->extent, (uint32_t)call->args[2])
                            : 1;
    } else {
        memcpy(&flat, (const void *)(uintptr_t)call->args[1], sizeof flat);
        sized->extent =
            (struct iq_extent){ flat.width, flat.height, 0,
                                iq_channel_bytes(flat.format) * flat.channels, flat.channels };
    }
    __atomic_store_n(&handle->extent, &sized->extent, __ATOMIC_RELEASE);
}

static uint64_t at_level(uint64_t size, uint32_t level)
{
    return !size ? 0 : level < 64 && size >> level ? size >> level : 1;
}

/* (out array, mipmapped array, level) */
void iq_fx_mip_level(struct iq_call *call, int phase)
{
    uint64_t value = 0;
    uint32_t level = (uint32_t)call->args[2];
    const struct iq_handle *whole = iq_handle_find(IQ_KIND_MIPMAPPED_ARRAY, call->args[1]);
    if (phase != 1 || call->outer || !whole || whole->kind != IQ_KIND_MIPMAPPED_ARRAY ||
        !whole->extent)
        return;
    const struct sized *from = (const struct sized *)(const void *)whole->extent;
    if (call->result == CUDA_ERROR_INVALID_VALUE && level >= from->levels)
        iq_cuda_port.no_such_level(whole, from->levels);
    if (call->result || !call->args[0])
        return;
    memcpy(&value, (const void *)(uintptr_t)call->args[0], sizeof value);
    struct iq_handle *array = iq_handle_find(IQ_KIND_ARRAY, value);
    struct sized *sized = array && array->kind == IQ_KIND_ARRAY && !array->extent
                              ? iq_core_alloc(sizeof *sized)
                              : NULL;
    if (!sized)
        return;
    *sized = *from;
    sized->levels = 1;
    sized->extent.width = at_level(from->extent.width, level);
    sized->extent.height = at_level(from->extent.height, level);
    sized->extent.depth =
        from->flags & LAYERED ? from->extent.depth : at_level(from->extent.depth, level);
    __atomic_store_n(&array->extent, &sized->extent, __ATOMIC_RELEASE);
}

/* (out texture or surface, resource description, ...): the array that it is made of. */
void iq_look_resource(struct iq_call *call, iq_member_fn visit, void *user)
{
    static const char *const paths[2][2] = {
        { "pResDesc->res.array.hArray", "pResDesc->res.mipmap.hMipmappedArray" },
        { "pResDesc->res.array.array", "pResDesc->res.mipmap.mipmap" }
    };
    struct {
        uint32_t type, unused;
        uint64_t array;
    } resource;
    if (!call->args[1] || !iq_hostmem_copy(call->args[1], &resource, sizeof resource) ||
        resource.type > RESOURCE_MIPMAPPED || !resource.array)
        return;
    bool mipmapped = resource.type == RESOURCE_MIPMAPPED;
    struct iq_member member = { .arg = 1,
                                .role = IQ_ROLE_USE,
                                .kind = mipmapped ? IQ_KIND_MIPMAPPED_ARRAY : IQ_KIND_ARRAY,
                                .value = resource.array,
                                .path = paths[call->entry->api == IQ_API_CUDART][mipmapped] };
    visit(user, call, &member);
}

/* (out surface, resource description) */
static void surface(struct iq_call *call, int phase)
{
    struct {
        uint32_t type, unused;
        uint64_t array;
    } resource;
    if (!phase || call->result || call->outer || !call->args[1])
        return;
    memcpy(&resource, (const void *)(uintptr_t)call->args[1], sizeof resource);
    const struct iq_handle *array =
        resource.type == RESOURCE_ARRAY ? iq_handle_find(IQ_KIND_ARRAY, resource.array) : NULL;
    if (!array || array->kind != IQ_KIND_ARRAY || iq_handle_is_dead(array) || !array->extent ||
        ((const struct sized *)(const void *)array->extent)->flags & SURFACE_LOAD_STORE)
        return;
    iq_cuda_port.not_for_surfaces(call, array);
}

void iq_fx_surf_object(struct iq_call *call, int phase) { surface(call, phase); }
void iq_fx_rt_surf_object(struct iq_call *call, int phase) { surface(call, phase); }
