/* Effects of calls that create arrays: their size, so that copies can be checked against it, and whether surfaces may write to them.  The runtime's calls make
 * their arrays through these, too. */
#include <string.h>

#include "core/call.h"
#include "core/handle.h"
#include "core/memory.h"
#include "rules/rules.h"

void iq_fx_array_create(struct iq_call *call, int phase);
void iq_fx_surf_object(struct iq_call *call, int phase);
void iq_fx_rt_surf_object(struct iq_call *call, int phase);

enum { SURFACE_LOAD_STORE = 2, RESOURCE_ARRAY = 0 };

struct sized { struct iq_extent extent; uint32_t flags; };      /* what an array handle's .extent is the beginning of */

/* Bytes of one channel of a CUarray_format; 0: not a plain one. */
static uint32_t format_bytes(uint32_t format)
{
    switch (format) {
    case 1: case 8: return 1;
    case 2: case 9: case 16: return 2;
    case 3: case 10: case 32: return 4;
    default: return 0;
    }
}

void iq_fx_array_create(struct iq_call *call, int phase)
{
    struct { uint64_t width, height; uint32_t format, channels; } flat;
    struct { uint64_t width, height, depth; uint32_t format, channels, flags; } box;
    uint64_t value;
    if (!phase || call->result || !call->args[0] || !call->args[1] || strstr(call->entry->args[1].type, "_v1"))
        return;
    memcpy(&value, (const void *)(uintptr_t)call->args[0], sizeof value);
    struct iq_handle *handle = iq_handle_find(IQ_KIND_ARRAY, value);
    struct sized *sized = handle && handle->kind == IQ_KIND_ARRAY ? iq_core_alloc(sizeof *sized) : NULL;
    if (!sized)
        return;
    if (strstr(call->entry->name, "3D")) {
        memcpy(&box, (const void *)(uintptr_t)call->args[1], sizeof box);
        sized->flags = box.flags;
        sized->extent = (struct iq_extent){ box.width, box.height, box.depth, format_bytes(box.format) * box.channels };
    } else {
        memcpy(&flat, (const void *)(uintptr_t)call->args[1], sizeof flat);
        sized->extent = (struct iq_extent){ flat.width, flat.height, 0, format_bytes(flat.format) * flat.channels };
    }
    __atomic_store_n(&handle->extent, &sized->extent, __ATOMIC_RELEASE);
}

static void explain_surface(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s was not made for surfaces", suspicion->member, call->entry->name);
    iq_str_puts(&words->cause, "the array was ");
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_puts(&words->cause, " without the load/store flag; this driver makes the surface all the same, reads and writes through it are undefined");
    iq_str_puts(&words->fix, call->entry->api == IQ_API_CUDART ? "create the array with cudaArraySurfaceLoadStore" :
                "create the array with cuArray3DCreate and CUDA_ARRAY3D_SURFACE_LDST");
}

/* (out surface, resource description) */
static void surface(struct iq_call *call, int phase)
{
    struct { uint32_t type, unused; uint64_t array; } resource;
    if (!phase || call->result || call->outer || !call->args[1])
        return;
    memcpy(&resource, (const void *)(uintptr_t)call->args[1], sizeof resource);
    const struct iq_handle *array = resource.type == RESOURCE_ARRAY ? iq_handle_find(IQ_KIND_ARRAY, resource.array) : NULL;
    if (!array || array->kind != IQ_KIND_ARRAY || iq_handle_is_dead(array) || !array->extent ||
        ((const struct sized *)(const void *)array->extent)->flags & SURFACE_LOAD_STORE)
        return;
    struct iq_suspicion suspicion = { .rule = "bad-flags", .rank = IQ_RANK_CODE, .arg = 1, .failed = IQ_SILENT, .done = IQ_WARNING };
    suspicion.object = iq_object_of_handle(array);
    suspicion.member = call->entry->api == IQ_API_CUDART ? "pResDesc->res.array.array" : "pResDesc->res.array.hArray";
    suspicion.member_value = resource.array;
    suspicion.explain = explain_surface;
    iq_suspect(&suspicion);
}

void iq_fx_surf_object(struct iq_call *call, int phase) { surface(call, phase); }
void iq_fx_rt_surf_object(struct iq_call *call, int phase) { surface(call, phase); }
