#include "api_vulkan/events.h"

void iq_vk_send_member(struct iq_call *call, enum iq_verb verb, int arg,
                       const struct iq_handle *handle, const char *path)
{
    struct iq_event event = { .verb = verb,
                              .phase = IQ_PHASE_BEFORE,
                              .call = call,
                              .arg = arg,
                              .role = arg < 0 ? NULL : &call->entry->args[arg],
                              .value = handle ? handle->value : 0,
                              .handle = handle,
                              .member = path,
                              .kind = handle ? (enum iq_kind)handle->kind : IQ_KIND_NONE };
    iq_rule_dispatch(&event);
}

void iq_vk_send(struct iq_call *call, enum iq_verb verb, int arg, const struct iq_handle *handle)
{
    iq_vk_send_member(call, verb, arg, handle, NULL);
}

void iq_vk_send_stale(struct iq_call *call, int arg, const struct iq_handle *gone, const char *path,
                      const struct iq_vk_command *command, const struct iq_call_ref *change,
                      bool perhaps)
{
    struct iq_event event = { .verb = IQ_VERB_SUBMIT,
                              .phase = IQ_PHASE_BEFORE,
                              .call = call,
                              .arg = arg,
                              .role = &call->entry->args[arg],
                              .value = gone->value,
                              .handle = gone,
                              .member = path,
                              .kind = (enum iq_kind)gone->kind,
                              .submit.command = command,
                              .submit.change = change,
                              .submit.perhaps = perhaps };
    iq_rule_dispatch(&event);
}
