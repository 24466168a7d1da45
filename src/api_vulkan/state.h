/* The state that commands of a command buffer leave to later ones.  Threads: a recording is changed
 * by calls on its command buffer, which the API demands to be ordered. */
#ifndef IQ_API_VULKAN_STATE_H
#define IQ_API_VULKAN_STATE_H

#include "api_vulkan/objects.h"

/* A pipeline or the index buffer was bound. */
void iq_vk_note_bound(struct iq_vk_recording *recording, enum iq_vk_bound what);

/* [call] cannot do without: sends an event if no command has bound it, and every command that could
 * have is known. */
void iq_vk_check_bound_state(struct iq_call *call, enum iq_vk_bound what);

/* The program has a command that binds something and that inquest does not know. */
void iq_vk_unseen_command(void);

/* Effects of commands that name queries and do not write them. */
void iq_fx_vk_queries(struct iq_call *call, int phase);

#endif
