#include "call/send.h"

#include "call/rule.h"

void iq_access_send(struct iq_call *call, enum iq_phase phase, int arg, const struct iq_access *access)
{
    struct iq_event event = { .kind = IQ_EVENT_BOX, .phase = phase, .call = call, .arg = arg, .role = arg < 0 ? NULL : &call->entry->args[arg],
                              .value = arg < 0 ? 0 : call->args[arg], .handle = access->object, .access = access,
                              .result = phase == IQ_PHASE_FAILED ? call->result : 0 };
    iq_rule_dispatch(&event);
}

void iq_pixels_send(struct iq_call *call, int arg, const struct iq_handle *image, const struct iq_pixels *pixels)
{
    struct iq_event event = { .kind = IQ_EVENT_PIXELS, .phase = IQ_PHASE_BEFORE, .call = call, .arg = arg, .role = &call->entry->args[arg],
                              .value = call->args[arg], .handle = image, .pixels = pixels };
    iq_rule_dispatch(&event);
}
