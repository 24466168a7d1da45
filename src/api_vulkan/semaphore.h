/* What semaphores say of the work of queues: the signals that were submitted, and what a value that
 * was reached proves.
 * Owner: the details of a semaphore's handle.  Threads: any; a semaphore's signals are changed by
 * submissions, which the API demands to be ordered. */
#ifndef IQ_API_VULKAN_SEMAPHORE_H
#define IQ_API_VULKAN_SEMAPHORE_H

#include "api_vulkan/objects.h"

/* Work up to [point] signals [semaphore], a timeline with [value]. */
void iq_vk_signal(struct iq_handle *semaphore, uint64_t value, struct iq_vk_point point);

/* [submission] to [queue] waits for [semaphore], a timeline for [value]; the signal of a binary one
 * is used up.  A timeline's signal may be submitted later. */
void iq_vk_wait(struct iq_vk_queue *queue, struct iq_vk_submission *submission,
                struct iq_handle *semaphore, uint64_t value);

/* The last signal of the binary [semaphore]; .queue NULL: none is known. */
struct iq_vk_point iq_vk_last_signal(struct iq_handle *semaphore);

/* The timeline [semaphore] has reached [value], as the host knows: the work that signalled so far
 * is complete. */
void iq_vk_reached(struct iq_handle *semaphore, uint64_t value);

/* What the timeline [semaphore] has certainly reached. */
uint64_t iq_vk_value(const struct iq_handle *semaphore);

/* The lowest and the highest value of those that submissions to [queue] (NULL: to any) have still
 * to give the timeline [semaphore], as far as the host knows; UINT64_MAX and 0: there are none. */
struct iq_vk_values {
    uint64_t lowest, highest;
};
struct iq_vk_values iq_vk_pending_values(const struct iq_handle *semaphore,
                                         const struct iq_vk_queue *queue);

/* Does [queue] stand still at a timeline's value that was waited for and that nothing which was
 * submitted or signalled reaches?  The host may well touch what
 * is queued up after it. */
bool iq_vk_is_gated(struct iq_vk_queue *queue);

/* What [from] waited for counts for [to], a later submission of its queue, too: [from] is
 * forgotten. */
void iq_vk_inherit(struct iq_vk_submission *to, const struct iq_vk_submission *from);

#endif
