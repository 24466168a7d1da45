/* What can be said of a submission before it is forwarded.  Threads: the calling thread. */
#ifndef IQ_CORE_VULKAN_SUBMISSION_H
#define IQ_CORE_VULKAN_SUBMISSION_H

struct iq_call;

/* [call] is vkQueueSubmit or vkQueueSubmit2: sends events about command buffers that use what is gone, changed or not flushed, that still execute,
 * about semaphores that nothing signals and a fence that is in use. */
void iq_vk_check_submission(struct iq_call *call);

#endif
