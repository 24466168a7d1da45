/* Command buffers: allocated, begun, recorded, ended, reset. */
#include <string.h>

#include "api_vulkan/events.h"
#include "api_vulkan/message.h"
#include "api_vulkan/misuse.h"
#include "call/core.h"

void iq_fx_vk_record(struct iq_call *call, int phase);
void iq_fx_vk_command_buffers(struct iq_call *call, int phase);
void iq_fx_vk_begin(struct iq_call *call, int phase);
void iq_fx_vk_end(struct iq_call *call, int phase);
void iq_fx_vk_reset(struct iq_call *call, int phase);
void iq_fx_vk_free_command_buffers(struct iq_call *call, int phase);
void iq_fx_vk_reset_pool(struct iq_call *call, int phase);

void iq_fx_vk_record(struct iq_call *call, int phase) { (void)iq_vk_record_call(call, phase); }

/* New objects of [kind] that [call] put into the array behind argument 2, out of pool [pool]. */
static void make_from_pool(struct iq_call *call, enum iq_kind kind, struct iq_handle *pool,
                           uint32_t count)
{
    const uint64_t *values = iq_vk_pointee(call, 2);
    struct iq_call_ref ref = iq_call_ref_of(call);
    for (uint32_t i = 0; values && i < count; i++) {
        struct iq_handle *handle = values[i] ? iq_handle_create(kind, values[i], NULL, ref) : NULL;
        if (handle) {
            iq_handle_set_parent(handle, pool ? pool : call->found[0]);
            handle->born = handle->parent ? handle->parent->epoch : 0;
        }
    }
}

void iq_fx_vk_command_buffers(struct iq_call *call, int phase)
{
    const VkCommandBufferAllocateInfo *info = iq_vk_pointee(call, 1);
    if (phase != IQ_EFFECTS_AFTER || call->result || !info)
        return;
    struct iq_handle *pool =
        iq_handle_find(IQ_KIND_VK_COMMAND_POOL, (uint64_t)(uintptr_t)info->commandPool);
    make_from_pool(call, IQ_KIND_VK_COMMAND_BUFFER, pool, info->commandBufferCount);
}

void iq_fx_vk_descriptor_sets(struct iq_call *call, int phase);
void iq_fx_vk_descriptor_sets(struct iq_call *call, int phase)
{
    const VkDescriptorSetAllocateInfo *info = iq_vk_pointee(call, 1);
    if (phase != IQ_EFFECTS_AFTER || call->result || !info)
        return;
    struct iq_handle *pool =
        iq_handle_find(IQ_KIND_VK_DESCRIPTOR_POOL, (uint64_t)(uintptr_t)info->descriptorPool);
    make_from_pool(call, IQ_KIND_VK_DESCRIPTOR_SET, pool, info->descriptorSetCount);
    VkDescriptorSet const *made = iq_vk_pointee(call, 2);
    for (uint32_t i = 0; made && info->pSetLayouts && i < info->descriptorSetCount; i++) {
        struct iq_vk_object *set = iq_vk_object_of(iq_vk_known(IQ_KIND_VK_DESCRIPTOR_SET, made[i]));
        const struct iq_vk_object *layout =
            iq_vk_object_of(iq_vk_known(IQ_KIND_VK_DESCRIPTOR_SET_LAYOUT, info->pSetLayouts[i]));
        if (set)
            set->set.loose = !layout || layout->is_loose;
    }
}

static void check_busy(struct iq_call *call, int arg)
{
    if (call->found[arg] && iq_vk_pending(call->found[arg]))
        iq_vk_send(call, IQ_VERB_CHANGE, arg, call->found[arg]);
}

/* The sets of a pool go when it is reset. */
void iq_fx_vk_reset_descriptors(struct iq_call *call, int phase);
void iq_fx_vk_reset_descriptors(struct iq_call *call, int phase)
{
    struct iq_handle *pool = call->found[1];
    if (phase == IQ_EFFECTS_CHECK)
        check_busy(call, 1);
    if (phase != IQ_EFFECTS_AFTER || call->result || !pool ||
        pool->kind != IQ_KIND_VK_DESCRIPTOR_POOL)
        return;
    pool->touched = iq_call_ref_of(call);
    pool->epoch++;
    __atomic_add_fetch(&iq_handle_deaths, 1, __ATOMIC_RELEASE);
}

void iq_fx_vk_reset_pool(struct iq_call *call, int phase)
{
    if (phase == IQ_EFFECTS_CHECK)
        check_busy(call, 1);
    if (phase == IQ_EFFECTS_AFTER && !call->result && call->found[1])
        iq_vk_pool_was_reset(call->found[1]);
}

void iq_fx_vk_begin(struct iq_call *call, int phase)
{
    const VkCommandBufferBeginInfo *info = iq_vk_pointee(call, 1);
    if (phase == IQ_EFFECTS_CHECK) {
        check_busy(call, 0);
        iq_vk_check_begin(call);
    }
    struct iq_vk_recording *recording =
        phase == IQ_EFFECTS_BEFORE ? iq_vk_recording_of(call->found[0]) : NULL;
    if (!recording)
        return;
    iq_vk_recording_start(recording, iq_call_ref_of(call));
    recording->simultaneous = info && info->flags & VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT;
    recording->inherits = info && info->flags & VK_COMMAND_BUFFER_USAGE_RENDER_PASS_CONTINUE_BIT;
    recording->one_time = info && info->flags & VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
}

void iq_fx_vk_end(struct iq_call *call, int phase)
{
    struct iq_vk_recording *recording =
        phase == IQ_EFFECTS_AFTER ? iq_vk_recording_of(call->found[0]) : NULL;
    if (phase == IQ_EFFECTS_CHECK)
        iq_vk_check_recording(call);
    if (recording) { /* failed: there is no recording, and the next may begin */
        recording->ended = call->result ? (struct iq_call_ref){ 0 } : iq_call_ref_of(call);
        recording->open = false;
    }
}

void iq_fx_vk_reset(struct iq_call *call, int phase)
{
    if (phase == IQ_EFFECTS_CHECK)
        check_busy(call, 0);
    struct iq_vk_recording *recording =
        phase == IQ_EFFECTS_AFTER && !call->result ? iq_vk_recording_of(call->found[0]) : NULL;
    if (recording)
        iq_vk_recording_start(recording, (struct iq_call_ref){ 0 });
}

/* The buffers of a pool go with it. */
static void end_of_pool(void *user, const struct iq_handle *handle)
{
    const struct iq_handle *pool = user;
    if (handle->kind == IQ_KIND_VK_COMMAND_BUFFER && handle->parent == pool)
        iq_vk_recording_release((struct iq_handle *)(uintptr_t)handle);
}

void iq_fx_vk_command_pool_end(struct iq_call *call, int phase);
void iq_fx_vk_command_pool_end(struct iq_call *call, int phase)
{
    if (phase == IQ_EFFECTS_AFTER && call->found[1])
        iq_handle_visit(end_of_pool, call->found[1]);
}

void iq_fx_vk_free_command_buffers(struct iq_call *call, int phase)
{
    const uint64_t *values = iq_vk_pointee(call, 3);
    for (uint32_t i = 0; phase == IQ_EFFECTS_AFTER && values && i < (uint32_t)call->args[2]; i++) {
        struct iq_handle *handle =
            iq_vk_known(IQ_KIND_VK_COMMAND_BUFFER, (const void *)(uintptr_t)values[i]);
        if (handle)
            iq_vk_recording_release(handle);
    }
}
