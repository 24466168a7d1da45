/* Effects of calls that create arrays: their size, so that copies can be checked against it.  The runtime's calls make
 * their arrays through these, too. */
#include <string.h>

#include "core/call.h"
#include "core/handle.h"
#include "core/memory.h"

void iq_fx_array_create(struct iq_call *call, int phase);

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
    struct { uint64_t width, height, depth; uint32_t format, channels; } box;
    uint64_t value;
    if (!phase || call->result || !call->args[0] || !call->args[1] || strstr(call->entry->args[1].type, "_v1"))
        return;
    memcpy(&value, (const void *)(uintptr_t)call->args[0], sizeof value);
    struct iq_handle *handle = iq_handle_find(IQ_KIND_ARRAY, value);
    struct iq_extent *extent = handle && handle->kind == IQ_KIND_ARRAY ? iq_core_alloc(sizeof *extent) : NULL;
    if (!extent)
        return;
    if (strstr(call->entry->name, "3D")) {
        memcpy(&box, (const void *)(uintptr_t)call->args[1], sizeof box);
        *extent = (struct iq_extent){ box.width, box.height, box.depth, format_bytes(box.format) * box.channels };
    } else {
        memcpy(&flat, (const void *)(uintptr_t)call->args[1], sizeof flat);
        *extent = (struct iq_extent){ flat.width, flat.height, 0, format_bytes(flat.format) * flat.channels };
    }
    __atomic_store_n(&handle->extent, extent, __ATOMIC_RELEASE);
}
