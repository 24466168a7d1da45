#include "api_vulkan/events.h"

#include "api_vulkan/compute.h"

void iq_vk_send_member(struct iq_call *call, enum iq_event_kind kind, int arg, const struct iq_handle *handle, const char *path)
{
    struct iq_event event = { .kind = kind, .phase = IQ_PHASE_BEFORE, .call = call, .arg = arg, .role = arg < 0 ? NULL : &call->entry->args[arg],
                              .value = handle ? handle->value : 0, .handle = handle, .member = path,
                              .wanted = handle ? (enum iq_kind)handle->kind : IQ_KIND_NONE };
    iq_rule_dispatch(&event);
}

void iq_vk_send(struct iq_call *call, enum iq_event_kind kind, int arg, const struct iq_handle *handle)
{
    iq_vk_send_member(call, kind, arg, handle, NULL);
}

void iq_vk_send_stale(struct iq_call *call, int arg, const struct iq_handle *gone, const char *path, const struct iq_vk_command *command,
                      const struct iq_mark *change, bool perhaps)
{
    struct iq_event event = { .kind = IQ_EVENT_STALE, .phase = IQ_PHASE_BEFORE, .call = call, .arg = arg, .role = &call->entry->args[arg],
                              .value = gone->value, .handle = gone, .member = path, .wanted = (enum iq_kind)gone->kind, .command = command, .change = change, .size = perhaps };
    iq_rule_dispatch(&event);
}

void iq_vk_send_hazard(struct iq_call *call, const struct iq_vk_hazard *hazard)
{
    struct iq_event event = { .kind = IQ_EVENT_HAZARD, .phase = IQ_PHASE_BEFORE, .call = call, .arg = -1, .value = hazard->object->value, .handle = hazard->object,
                              .hazard = hazard };
    iq_rule_dispatch(&event);
}
