/* What queues have been given and have not finished yet.
 * Owner: the handle table, with the queue's handle.  Threads: a queue is changed by calls on it,
 * which the API demands to be ordered; what it has finished is read by any thread. */
#ifndef IQ_API_VULKAN_QUEUE_H
#define IQ_API_VULKAN_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "model/call_ref.h"
#include "model/handle.h"
#include "order/point.h"

enum { IQ_VK_WAITS = 4, IQ_VK_PENDING = 64 };

/* A point of a queue's work: its submission number [seq] and all before. */
struct iq_vk_point {
    struct iq_vk_queue *queue;
    uint64_t seq;
};

/* A value that the timeline [semaphore] must reach; it is a semaphore of before if it has another
 * serial number. */
struct iq_vk_await {
    struct iq_handle *semaphore;
    uint32_t serial;
    uint64_t value;
};

/* One batch of a submission, kept in a ring per queue. */
struct iq_vk_submission {
    uint64_t seq;
    struct iq_call_ref ref;
    uint32_t commands; /* in all of its command buffers */
    /* an event that they wait for and nobody had set by then; NULL: none */
    const struct iq_handle *awaits;
    struct iq_vk_point waits[IQ_VK_WAITS]; /* what must be complete when this is */
    /* timelines whose signal was not submitted by then; they must be there when this is complete */
    struct iq_vk_await values[IQ_VK_WAITS];
};

struct iq_vk_queue {
    struct iq_handle *handle;
    uint64_t submitted, completed; /* atomic; what the host knows to be complete */
    /* what it stands still for until the host, or work to come, signals it; .semaphore NULL: it
     * runs */
    struct iq_vk_await gate;
    struct iq_vk_submission ring[IQ_VK_PENDING]; /* by seq */
};

/* What the order of execution calls [point], which has a queue. */
static inline struct iq_point iq_vk_point_of(struct iq_vk_point point)
{
    return (struct iq_point){ &point.queue->completed, point.seq };
}
static inline bool iq_vk_is_complete(struct iq_vk_point point)
{
    return iq_point_is_complete(iq_vk_point_of(point));
}

/* The host knows that the work up to [point] is complete; all work of [device] (NULL: of every
 * device). */
void iq_vk_complete(struct iq_vk_point point);
void iq_vk_complete_device(const struct iq_handle *device);

/* From now on somebody else may learn of the end of work: nothing is called busy any more. */
void iq_vk_blind(void);
bool iq_vk_is_blind(void);

/* A submission that uses [handle] and that the host has not waited for; the last one that used it,
 * waited for or not.  NULL: none, or forgotten. */
const struct iq_vk_submission *iq_vk_pending(const struct iq_handle *handle);
const struct iq_vk_submission *iq_vk_last_use(const struct iq_handle *handle);

/* The first submission of [owner], a queue or a device, that is not known to be complete and waits
 * for an event which nobody has set; NULL. */
const struct iq_vk_submission *iq_vk_awaiting(const struct iq_handle *owner);

/* The last submissions of [device], newest first; returns their number, at most [room]. */
int iq_vk_last_submissions(const struct iq_handle *device, const struct iq_vk_submission **out,
                           int room);

/* The submissions of all devices that are not known to be complete, newest first; returns their
 * number, at most [room]. */
int iq_vk_pending_submissions(const struct iq_vk_submission **out, int room);

/* Queue record of [handle]. */
struct iq_vk_queue *iq_vk_queue_of(struct iq_handle *handle);

#endif
