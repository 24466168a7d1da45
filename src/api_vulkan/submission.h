/* What can be said of a submission before it is forwarded.  Threads: the calling thread. */
#ifndef IQ_API_VULKAN_SUBMISSION_H
#define IQ_API_VULKAN_SUBMISSION_H

#include "api_vulkan/objects.h"
#include "model/call_ref.h"

struct iq_call;

/* A batch of vkQueueSubmit or vkQueueSubmit2 [call], whichever form it has. */
struct iq_vk_batch {
    uint32_t waits, buffers, signals;
    const VkSubmitInfo *first;
    const VkTimelineSemaphoreSubmitInfo *values;
    const VkSubmitInfo2 *second;
};
bool iq_vk_is_submission(const struct iq_entry *entry);
uint32_t iq_vk_batches(const struct iq_call *call);
struct iq_vk_batch iq_vk_batch(const struct iq_call *call, uint32_t i);

/* What [values] (NULL: none are given) says of the [i]th semaphore that is waited for, or of the
 * [i]th one that is signalled; 0: nothing. */
uint64_t iq_vk_timeline_value(const VkTimelineSemaphoreSubmitInfo *values, bool signals,
                              uint32_t i);

/* What it waits for and signals (.semaphore NULL: unknown), its command buffers (NULL: unknown). */
struct iq_vk_await iq_vk_batch_wait(const struct iq_vk_batch *batch, uint32_t i);
struct iq_vk_await iq_vk_batch_signal(const struct iq_vk_batch *batch, uint32_t i);
struct iq_handle *iq_vk_batch_buffer(const struct iq_vk_batch *batch, uint32_t i);

/* [call] is vkQueueSubmit or vkQueueSubmit2: sends events about command buffers that use what is
 * gone, changed or not flushed, that still execute, about semaphores that nothing signals or that
 * are set back, and a fence that is in use. */
void iq_vk_check_submission(struct iq_call *call);

/* The host is to give the timeline [semaphore] a value in [call], vkSignalSemaphore: sends an event
 * if it has that already, or would overtake submitted work. */
void iq_vk_check_signal(struct iq_call *call, const struct iq_handle *semaphore, uint64_t value);

/* [call] is about to reach the driver, or is back: a thread of the driver may be at work before it
 * is. */
void iq_vk_submission_begins(struct iq_call *call);
void iq_vk_submission_is_back(void);

/* What of the commands that the submission with this number executes the driver may crash on.
 * False: nothing, or it is not known any more.  As the next one. */
bool iq_vk_suspect_in(uint64_t submission, struct iq_vk_suspect *out);

/* The submission that is with the driver, of several the last; .number 0: none is.  From any
 * thread, also in a signal's handler. */
struct iq_call_ref iq_vk_submission_in_call(void);

#endif
