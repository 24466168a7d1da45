/* missing-barrier between dispatches, where both are known to touch the same bytes. */
#include "call/status.h"
#include "api_vulkan/compute.h"
#include "rules/rules.h"

static void put_what(struct iq_str *text, const struct iq_vk_hazard *hazard)
{
    if (hazard->image)
        iq_str_puts(text, "a texel of it");
    else
        iq_str_printf(text, "bytes [%llu, %llu) of it", (unsigned long long)hazard->lo, (unsigned long long)hazard->hi);
}

static void explain(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    const struct iq_vk_hazard hazard = { .image = suspicion->number[0], .earlier_writes = suspicion->number[1], .later_writes = suspicion->number[2],
                                         .lo = suspicion->number[3], .hi = suspicion->number[4] };
    const struct iq_handle *handle = suspicion->pointer[0];
    const struct iq_entry *earlier = suspicion->pointer[1];
    iq_str_printf(&words->message, "%s uses ", call->entry->name);
    iq_put_handle(&words->message, handle, suspicion->object.kind);
    iq_str_printf(&words->message, ", which an earlier %s uses as well, without a barrier between them", earlier->name);
    iq_put_handle_past(&words->cause, handle, &suspicion->object, call);
    iq_str_printf(&words->cause, "; the first work item of the earlier dispatch %s ", hazard.earlier_writes ? "writes" : "reads");
    put_what(&words->cause, &hazard);
    iq_str_printf(&words->cause, ", and that of this one %s the same: a GPU may run both at once or leave what was written in a cache",
                  hazard.later_writes ? "writes" : "reads");
    iq_str_puts(&words->fix, "between the two record vkCmdPipelineBarrier(commandBuffer, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, "
                  "VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, ...)");
    if (hazard.earlier_writes)
        iq_str_puts(&words->fix, " with a memory barrier of srcAccessMask VK_ACCESS_SHADER_WRITE_BIT and dstAccessMask VK_ACCESS_SHADER_READ_BIT | "
                    "VK_ACCESS_SHADER_WRITE_BIT");
    else
        iq_str_puts(&words->fix, "; writing after a read needs no access masks");
}

static void check(const struct iq_event *event)
{
    const struct iq_vk_hazard *hazard = event->hazard;
    const struct iq_handle *buffer = event->call->found[0];
    if (((const struct iq_vk_object *)buffer->details)->recording->broken)
        return;                 /* the barrier may have been left out by us */
    struct iq_suspicion suspicion = iq_suspicion_at(event, "missing-barrier", IQ_RANK_CODE + 30, -1);    /* below what the validation layer says of the call */
    suspicion.object = iq_object_of_handle(event->handle);
    suspicion.object.size = event->handle->kind == IQ_KIND_VK_BUFFER ? ((const struct iq_vk_object *)event->handle->details)->size : 0;
    suspicion.done = suspicion.failed = IQ_ERROR;
    suspicion.pointer[0] = event->handle;
    suspicion.pointer[1] = hazard->earlier.entry;
    suspicion.number[0] = hazard->image;
    suspicion.number[1] = hazard->earlier_writes;
    suspicion.number[2] = hazard->later_writes;
    suspicion.number[3] = hazard->lo;
    suspicion.number[4] = hazard->hi;
    suspicion.related[0].what = "the earlier access was recorded here";
    suspicion.related[0].mark = hazard->earlier;
    suspicion.explain = explain;
    iq_suspect(&suspicion);
}

static const struct iq_subscription subscriptions[] = { { IQ_BIT(HAZARD), IQ_PHASE_BEFORE, check, NULL } };
const struct iq_rule_family iq_rules_vk_order = { "vk_order", subscriptions, IQ_COUNT_OF(subscriptions) };
