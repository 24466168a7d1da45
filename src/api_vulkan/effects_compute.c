/* Compute pipelines, what is bound for dispatches, dispatches, and what puts them in order. */
#include <string.h>

#include "api_vulkan/compute.h"
#include "api_vulkan/events.h"
#include "api_vulkan/message.h"
#include "api_vulkan/misuse.h"
#include "api_vulkan/needs.h"
#include "api_vulkan/state.h"
#include "call/core.h"
#include "call/send.h"
#include "image/spirv.h"
#include "process/peek.h"

void iq_fx_vk_shader(struct iq_call *call, int phase);
void iq_fx_vk_compute_pipelines(struct iq_call *call, int phase);
void iq_fx_vk_bind_pipeline(struct iq_call *call, int phase);
void iq_fx_vk_bind_sets(struct iq_call *call, int phase);
void iq_fx_vk_push_sets(struct iq_call *call, int phase);
void iq_fx_vk_push_constants(struct iq_call *call, int phase);
void iq_fx_vk_dispatch(struct iq_call *call, int phase);
void iq_fx_vk_barrier(struct iq_call *call, int phase);
void iq_fx_vk_barrier2(struct iq_call *call, int phase);
void iq_fx_vk_order(struct iq_call *call, int phase);
void iq_fx_vk_execute(struct iq_call *call, int phase);
void iq_fx_vk_host_set(struct iq_call *call, int phase);
void iq_fx_vk_host_reset(struct iq_call *call, int phase);
void iq_fx_vk_set_event(struct iq_call *call, int phase);
void iq_fx_vk_wait_events(struct iq_call *call, int phase);

/* Stages and accesses of dispatches, in both forms of the masks. */
static const uint64_t RUNS = VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT |
                             VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT |
                             VK_PIPELINE_STAGE_2_BOTTOM_OF_PIPE_BIT;
static const uint64_t WRITES = VK_ACCESS_2_SHADER_WRITE_BIT | VK_ACCESS_2_MEMORY_WRITE_BIT |
                               VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT;

/* --- pipelines
 * ------------------------------------------------------------------------------------------
 */

/* Drivers keep the code, and read it when a pipeline is made. */
static void check_code(struct iq_call *call, const VkShaderModuleCreateInfo *info)
{
    uint32_t first;
    if (info->codeSize < sizeof first ||
        !iq_peek(&first, (uintptr_t)info->pCode, sizeof first, false) || iq_spirv_has_magic(first))
        return;
    const struct iq_vk_flaw flaw = { .how = IQ_VK_NO_SPIRV,
                                     .is_member = true,
                                     .name = "pCreateInfo->pCode",
                                     .type = "VkShaderModule",
                                     .value = first };
    iq_vk_send_flaw(call, 1, &flaw, NULL);
}

void iq_fx_vk_shader(struct iq_call *call, int phase)
{
    const VkShaderModuleCreateInfo *info = iq_vk_pointee(call, 1);
    VkShaderModule const *made = iq_vk_pointee(call, 3);
    struct iq_vk_object *object =
        phase == IQ_EFFECTS_AFTER && !call->result && made
            ? iq_vk_object_of(iq_vk_known(IQ_KIND_VK_SHADER_MODULE, *made))
            : NULL;
    if (phase == IQ_EFFECTS_CHECK && info && !iq_vk_is_listening())
        check_code(call, info);
    if (object && info && !iq_core.config.traced_only)
        object->shader = iq_vk_shader_keep(info->pCode, info->codeSize);
}

void iq_fx_vk_compute_pipelines(struct iq_call *call, int phase)
{
    const VkComputePipelineCreateInfo *infos = iq_vk_pointee(call, 3);
    VkPipeline const *made = iq_vk_pointee(call, 5);
    for (uint32_t i = 0;
         phase == IQ_EFFECTS_AFTER && !call->result && infos && made && i < (uint32_t)call->args[2];
         i++) {
        struct iq_handle *module = iq_vk_known(IQ_KIND_VK_SHADER_MODULE, infos[i].stage.module);
        const struct iq_vk_object *shader = module ? module->details : NULL;
        struct iq_vk_object *object = iq_vk_object_of(iq_vk_known(IQ_KIND_VK_PIPELINE, made[i]));
        if (object && shader && !iq_handle_is_dead(module))
            object->program = iq_vk_program_of(shader->shader, infos[i].stage.pName,
                                               infos[i].stage.pSpecializationInfo);
    }
}

/* --- what is bound
 * ------------------------------------------------------------------------------------------
 */

/* Records [call]; its compute state if it is about dispatches. */
static struct iq_vk_compute *record_bound(struct iq_call *call, int phase, bool about_dispatches)
{
    struct iq_vk_recording *recording = iq_vk_record_call(call, phase);
    return recording && about_dispatches ? iq_vk_compute_of(recording) : NULL;
}

void iq_fx_vk_bind_pipeline(struct iq_call *call, int phase)
{
    bool computes = call->args[1] == VK_PIPELINE_BIND_POINT_COMPUTE;
    struct iq_vk_recording *recording = iq_vk_record_call(call, phase);
    struct iq_vk_compute *compute = recording && computes ? iq_vk_compute_of(recording) : NULL;
    if (recording && (computes || call->args[1] == VK_PIPELINE_BIND_POINT_GRAPHICS))
        iq_vk_note_bound(recording, computes ? IQ_VK_COMPUTE : IQ_VK_GRAPHICS);
    const struct iq_handle *pipeline = call->found[2];
    const struct iq_vk_object *object =
        pipeline && pipeline->kind == IQ_KIND_VK_PIPELINE ? pipeline->details : NULL;
    if (compute)
        compute->next.program = object ? object->program : NULL;
}

void iq_fx_vk_bind_sets(struct iq_call *call, int phase)
{
    struct iq_vk_compute *compute =
        record_bound(call, phase, call->args[1] == VK_PIPELINE_BIND_POINT_COMPUTE);
    VkDescriptorSet const *sets = iq_vk_pointee(call, 5);
    uint32_t first = (uint32_t)call->args[3], count = (uint32_t)call->args[4];
    for (uint32_t i = 0;
         compute && sets && i < count && first < IQ_VK_SETS && first + i < IQ_VK_SETS; i++)
        compute->next.sets[first + i] = iq_vk_known(IQ_KIND_VK_DESCRIPTOR_SET, sets[i]);
}

/* Descriptors without sets: nothing is known of them. */
void iq_fx_vk_push_sets(struct iq_call *call, int phase)
{
    struct iq_vk_compute *compute = record_bound(call, phase, true);
    if (compute)
        memset(compute->next.sets, 0, sizeof compute->next.sets);
}

void iq_fx_vk_push_constants(struct iq_call *call, int phase)
{
    struct iq_vk_compute *compute =
        record_bound(call, phase, call->args[2] & VK_SHADER_STAGE_COMPUTE_BIT);
    uint32_t offset = (uint32_t)call->args[3], size = (uint32_t)call->args[4];
    const void *values = iq_vk_pointee(call, 5);
    if (!compute || !values || offset > IQ_VK_PUSHED || size > IQ_VK_PUSHED - offset)
        return;
    memcpy(compute->next.push + offset, values, size);
    compute->next.push_bytes =
        offset + size > compute->next.push_bytes ? offset + size : compute->next.push_bytes;
}

/* --- dispatches and their order
 * ------------------------------------------------------------------------------------------
 */

/* vkCmdDispatch. */
void iq_fx_vk_dispatch(struct iq_call *call, int phase)
{
    const uint32_t groups[3] = { (uint32_t)call->args[1], (uint32_t)call->args[2],
                                 (uint32_t)call->args[3] };
    struct iq_handle *buffer = call->found[0];
    const struct iq_vk_object *object =
        buffer && buffer->kind == IQ_KIND_VK_COMMAND_BUFFER ? buffer->details : NULL;
    struct iq_vk_compute *compute = object && object->recording ? object->recording->compute : NULL;
    if (phase == IQ_EFFECTS_CHECK)
        iq_vk_check_bound_state(call, IQ_VK_COMPUTE);
    /* broken: the barrier may have been left out by us */
    if (phase == IQ_EFFECTS_CHECK && compute && !object->recording->broken &&
        iq_vk_compute_conflict(compute, groups, iq_conflict_of_call()))
        iq_conflict_send(call, IQ_PHASE_BEFORE);
    struct iq_vk_recording *recording = iq_vk_record_call(call, phase);
    if (recording && compute && recording->count)
        iq_vk_compute_dispatch(recording, groups, recording->commands[recording->count - 1].ref);
}

static struct iq_vk_compute *record_barrier(struct iq_call *call, int phase)
{
    struct iq_vk_recording *recording = iq_vk_record_call(call, phase);
    return recording ? recording->compute : NULL;
}

/* What stages [from] did, and [written] by them to [handle]; NULL: not known. */
static void order_one(struct iq_vk_compute *compute, uint64_t from, uint64_t written,
                      const struct iq_handle *handle)
{
    if (!(from & RUNS))
        return;
    iq_vk_compute_order(compute, false);
    if (handle && written & WRITES)
        iq_vk_compute_order_one(compute, handle);
}

/* vkCmdPipelineBarrier.  Where the second half points is left open: further barriers may lead
 * on. */
void iq_fx_vk_barrier(struct iq_call *call, int phase)
{
    struct iq_vk_compute *compute = record_barrier(call, phase);
    const VkMemoryBarrier *memory = iq_vk_pointee(call, 5);
    const VkBufferMemoryBarrier *buffers = iq_vk_pointee(call, 7);
    const VkImageMemoryBarrier *images = iq_vk_pointee(call, 9);
    if (!compute || !(call->args[1] & RUNS))
        return;
    iq_vk_compute_order(compute, false);
    for (uint32_t i = 0; memory && i < (uint32_t)call->args[4]; i++)
        iq_vk_compute_order(compute, memory[i].srcAccessMask & WRITES);
    for (uint32_t i = 0; buffers && i < (uint32_t)call->args[6]; i++)
        order_one(compute, call->args[1], buffers[i].srcAccessMask,
                  iq_vk_known(IQ_KIND_VK_BUFFER, buffers[i].buffer));
    for (uint32_t i = 0; images && i < (uint32_t)call->args[8]; i++)
        order_one(compute, call->args[1], images[i].srcAccessMask,
                  iq_vk_known(IQ_KIND_VK_IMAGE, images[i].image));
}

/* vkCmdPipelineBarrier2. */
void iq_fx_vk_barrier2(struct iq_call *call, int phase)
{
    struct iq_vk_compute *compute = record_barrier(call, phase);
    const VkDependencyInfo *info = iq_vk_pointee(call, 1);
    if (!compute || !info)
        return;
    for (uint32_t i = 0; i < info->memoryBarrierCount; i++)
        if (info->pMemoryBarriers[i].srcStageMask & RUNS)
            iq_vk_compute_order(compute, info->pMemoryBarriers[i].srcAccessMask & WRITES);
    for (uint32_t i = 0; i < info->bufferMemoryBarrierCount; i++) {
        const VkBufferMemoryBarrier2 *one = &info->pBufferMemoryBarriers[i];
        order_one(compute, one->srcStageMask, one->srcAccessMask,
                  iq_vk_known(IQ_KIND_VK_BUFFER, one->buffer));
    }
    for (uint32_t i = 0; i < info->imageMemoryBarrierCount; i++) {
        const VkImageMemoryBarrier2 *one = &info->pImageMemoryBarriers[i];
        order_one(compute, one->srcStageMask, one->srcAccessMask,
                  iq_vk_known(IQ_KIND_VK_IMAGE, one->image));
    }
}

static void note_set(struct iq_handle *event, bool set)
{
    struct iq_vk_object *object =
        event && event->kind == IQ_KIND_VK_EVENT ? iq_vk_object_of(event) : NULL;
    if (object)
        object->event.set = set;
}

/* By the host. */
static void note_host(struct iq_call *call, int phase, bool set)
{
    if (phase == IQ_EFFECTS_BEFORE)
        note_set(call->found[1], set);
}

void iq_fx_vk_host_set(struct iq_call *call, int phase) { note_host(call, phase, true); }
void iq_fx_vk_host_reset(struct iq_call *call, int phase) { note_host(call, phase, false); }

void iq_fx_vk_set_event(struct iq_call *call, int phase)
{
    if (iq_vk_record_call(call, phase))
        note_set(call->found[1], true);
}

void iq_fx_vk_wait_events(struct iq_call *call, int phase)
{
    struct iq_handle *buffer = call->found[0];
    VkEvent const *events = iq_vk_pointee(call, 2);
    iq_fx_vk_order(call, phase);
    struct iq_vk_recording *recording =
        phase == IQ_EFFECTS_BEFORE && buffer ? iq_vk_recording_of(buffer) : NULL;
    for (uint32_t i = 0; recording && !recording->awaits && events && i < (uint32_t)call->args[1];
         i++) {
        struct iq_handle *event = iq_vk_known(IQ_KIND_VK_EVENT, events[i]);
        const struct iq_vk_object *object = iq_vk_object_of(event);
        recording->awaits = object && !object->event.set && event->created.number ? event : NULL;
    }
}

/* Whatever else may put commands in order: events, render passes, command buffers that are
 * executed. */
void iq_fx_vk_order(struct iq_call *call, int phase)
{
    struct iq_vk_compute *compute = record_barrier(call, phase);
    if (compute)
        iq_vk_compute_order(compute, true);
}

/* vkCmdExecuteCommands. */
void iq_fx_vk_execute(struct iq_call *call, int phase)
{
    uint32_t count = phase == IQ_EFFECTS_CHECK && call->args[2] && !iq_vk_is_listening()
                         ? (uint32_t)call->args[1]
                         : 0;
    for (uint32_t i = 0; i < count; i++)
        if (!iq_vk_check_executable(call, 2, iq_vk_element(call, 2, i), NULL))
            return;
    struct iq_vk_recording *recording = iq_vk_record_call(call, phase);
    if (!recording)
        return;
    recording->indices.buffer = NULL; /* what is bound is lost */
    if (recording->compute)
        iq_vk_compute_order(recording->compute, true);
}
