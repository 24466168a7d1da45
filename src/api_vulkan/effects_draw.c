/* What draws read of mapped memory for certain: the indices. */
#include "api_vulkan/objects.h"
#include "api_vulkan/state.h"
#include "call/core.h"
#include "order/guard.h"

enum { LOOKS = 16, PRIMITIVE = 3 };

void iq_fx_vk_bind_indices(struct iq_call *call, int phase);
void iq_fx_vk_draw_indexed(struct iq_call *call, int phase);

static uint32_t index_bytes(uint64_t type)
{
    switch (type) {
    case VK_INDEX_TYPE_UINT16: return 2;
    case VK_INDEX_TYPE_UINT32: return 4;
    case VK_INDEX_TYPE_UINT8_EXT: return 1;
    default: return 0;
    }
}

void iq_fx_vk_bind_indices(struct iq_call *call, int phase)
{
    struct iq_vk_recording *recording = iq_vk_record_call(call, phase);
    if (!recording)
        return;
    iq_vk_note_bound(recording, IQ_VK_INDICES);
    recording->indices.bytes = index_bytes(call->args[3]);
    recording->indices.buffer = recording->indices.bytes ? call->found[1] : NULL;
    recording->indices.offset = call->args[2];
}

/* Primitives that are not complete need no indices. */
void iq_fx_vk_draw_indexed(struct iq_call *call, int phase)
{
    if (phase == IQ_EFFECTS_CHECK) {
        iq_vk_check_bound_state(call, IQ_VK_GRAPHICS);
        iq_vk_check_bound_state(call, IQ_VK_INDICES);
    }
    struct iq_vk_recording *recording = iq_vk_record_call(call, phase);
    uint64_t count = (uint32_t)call->args[1] / PRIMITIVE * PRIMITIVE,
             instances = (uint32_t)call->args[2], first = (uint32_t)call->args[3];
    if (!recording || !count || !instances || recording->indices.draws >= LOOKS ||
        !iq_vk_is_mapped(recording->indices.buffer) || !iq_guard_is_enabled())
        return;
    recording->indices.draws++;
    uint64_t lo = recording->indices.offset + first * recording->indices.bytes;
    iq_vk_access(recording, recording->indices.buffer, lo, lo + count * recording->indices.bytes,
                 false);
}
