/* Events that effects of Vulkan calls send to the rules.  Threads: the calling thread. */
#ifndef IQ_API_VULKAN_EVENTS_H
#define IQ_API_VULKAN_EVENTS_H

#include "api_vulkan/message.h"
#include "call/rule.h"

/* Sends an event of [verb] about [handle], which argument [arg] of [call] leads to; BEFORE. */
void iq_vk_send(struct iq_call *call, enum iq_verb verb, int arg, const struct iq_handle *handle);

/* What was recorded and is submitted now uses (perhaps) [gone], or (with [change]) what was changed
 * there since; [command] names it, NULL: unknown. */
struct iq_vk_command;
void iq_vk_send_stale(struct iq_call *call, int arg, const struct iq_handle *gone, const char *path,
                      const struct iq_vk_command *command, const struct iq_call_ref *change,
                      bool perhaps);

/* Like iq_vk_send, for a member; [path] is interned. */
void iq_vk_send_member(struct iq_call *call, enum iq_verb verb, int arg,
                       const struct iq_handle *handle, const char *path);

#endif
