/* What can be said of a submission before it is forwarded.  Threads: the calling thread. */
#ifndef IQ_CORE_VULKAN_SUBMISSION_H
#define IQ_CORE_VULKAN_SUBMISSION_H

#include "core/mark.h"

struct iq_call;

/* [call] is vkQueueSubmit or vkQueueSubmit2: sends events about command buffers that use what is gone, changed or not flushed, that still execute,
 * about semaphores that nothing signals and a fence that is in use. */
void iq_vk_check_submission(struct iq_call *call);

/* [call] is about to reach the driver, or is back: a thread of the driver may be at work before it is. */
void iq_vk_submission_begins(struct iq_call *call);
void iq_vk_submission_is_back(void);

/* The submission that is with the driver, of several the last; .number 0: none is.  From any thread, also in a signal's handler. */
struct iq_mark iq_vk_submission_in_call(void);

#endif
