/* range-overflow, region-overflow, pitch-too-small, bad-subresource of recorded transfers, where no validation layer says it. */
#include "core/status.h"
#include "core/vulkan/events.h"
#include "core/vulkan/objects.h"
#include "rules/rules.h"

static const struct { const char *rule; int rank; } rows[] = {
    [IQ_VK_ROW] = { "pitch-too-small", 8 }, [IQ_VK_LEVEL] = { "bad-subresource", 7 }, [IQ_VK_EDGE] = { "region-overflow", 6 },
    [IQ_VK_END] = { "range-overflow", 5 }
};

static void explain(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    const struct iq_handle *handle = suspicion->pointer[0];
    unsigned long long need = (unsigned long long)suspicion->number[0], have = (unsigned long long)suspicion->number[1];
    const char *name = iq_guilty_name(suspicion, call);
    switch ((enum iq_vk_how)suspicion->number[2]) {
    case IQ_VK_ROW:
        iq_str_printf(&words->message, "%s of %s is smaller than the width of the region", name, call->entry->name);
        iq_str_printf(&words->cause, "a row of the region has %llu texels, the row length in the buffer is %llu", need, have);
        iq_str_puts(&words->fix, "give the row length in texels, at least imageExtent.width; 0 means tightly packed");
        return;
    case IQ_VK_LEVEL:
        iq_str_printf(&words->message, "%s of %s names a mip level that the image does not have", name, call->entry->name);
        iq_str_printf(&words->cause, "level %llu of an image of %llu level%s", need, have, have == 1 ? "" : "s");
        iq_str_puts(&words->fix, "use a level below the mipLevels that the image was created with");
        break;
    case IQ_VK_EDGE:
        iq_str_printf(&words->message, "%s of %s reaches over the edge of the image", name, call->entry->name);
        iq_str_printf(&words->cause, "offset and extent make %llu, the image has %llu there", need, have);
        iq_str_puts(&words->fix, "clip the region to the size of the mip level: the image's extent shifted right by mipLevel");
        break;
    case IQ_VK_END:
        iq_str_printf(&words->message, "%s of %s reaches over the end of ", name, call->entry->name);
        iq_put_handle(&words->message, handle, suspicion->object.kind);
        iq_str_printf(&words->cause, "the transfer needs %llu bytes from the start of the buffer, which has %llu", need, have);
        iq_str_puts(&words->fix, suspicion->number[3] ? "bufferRowLength counts texels, not bytes: divide it by the size of a texel, or give 0 for tightly packed rows" :
                    "make the buffer as large as the transfer needs, or transfer less");
        break;
    }
    iq_str_puts(&words->cause, "; it was ");
    iq_put_history(&words->cause, &suspicion->object, call);
    if (call->answered)
        iq_str_puts(&words->cause, ". The command was left out: it can take a GPU out of service");
}

static void check(const struct iq_event *event)
{
    const struct iq_vk_outside *outside = event->outside;
    struct iq_suspicion suspicion = iq_suspicion_at(event, rows[outside->how].rule, IQ_RANK_RANGE + rows[outside->how].rank, event->arg);
    suspicion.object = iq_object_of_handle(event->handle);
    suspicion.object.size = ((const struct iq_vk_object *)event->handle->details)->size;
    suspicion.done = IQ_ERROR;
    suspicion.contain = IQ_ANSWER_HANDLE;
    suspicion.pointer[0] = event->handle;
    suspicion.number[0] = outside->need;
    suspicion.number[1] = outside->have;
    suspicion.number[2] = outside->how;
    suspicion.number[3] = outside->row_in_bytes;
    suspicion.member_value = outside->how == IQ_VK_END ? IQ_NO_VALUE : outside->how == IQ_VK_ROW ? outside->have : outside->need;
    suspicion.explain = explain;
    iq_suspect(&suspicion);
}

static const struct iq_subscription subscriptions[] = { { IQ_BIT(OUTSIDE), IQ_PHASE_BEFORE, check, NULL } };
const struct iq_rule_family iq_rules_vk_transfer = { "vk_transfer", subscriptions, IQ_COUNT_OF(subscriptions) };
