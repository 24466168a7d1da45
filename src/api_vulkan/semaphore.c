#include "api_vulkan/semaphore.h"

static struct iq_vk_object *timeline_of(struct iq_handle *semaphore)
{
    struct iq_vk_object *object = iq_vk_object_of(semaphore);
    return object && semaphore->kind == IQ_KIND_VK_SEMAPHORE && object->semaphore.timeline ? object
                                                                                           : NULL;
}

static void raise(uint64_t *value, uint64_t to)
{
    if (to > *value)
        *value = to;
}

/* --- signals
 * ------------------------------------------------------------------------------------------
 */

/* A place for one more signal: one that is over, else that of the lowest value, which is then only
 * known to be one of those that were dropped. */
static struct iq_vk_signal *place(struct iq_vk_object *object)
{
    struct iq_vk_signal *signals = object->semaphore.signals, *lowest = signals;
    for (int i = 0; i < IQ_VK_SIGNALS; i++) {
        if (!signals[i].point.queue)
            return &signals[i];
        if (iq_vk_is_complete(signals[i].point)) {
            raise(&object->semaphore.reached, signals[i].value);
            return &signals[i];
        }
        if (signals[i].value < lowest->value)
            lowest = &signals[i];
    }
    object->semaphore.dropped_from =
        object->semaphore.dropped.point.queue ? object->semaphore.dropped_from : lowest->value;
    if (lowest->value >= object->semaphore.dropped.value)
        object->semaphore.dropped = *lowest;
    return lowest;
}

static void complete(void *user, struct iq_vk_point point)
{
    (void)user;
    if (!iq_vk_is_complete(point))
        iq_vk_complete(point);
}

void iq_vk_signal(struct iq_handle *semaphore, uint64_t value, struct iq_vk_point point)
{
    struct iq_vk_object *object = iq_vk_object_of(semaphore);
    if (!object || semaphore->kind != IQ_KIND_VK_SEMAPHORE)
        return;
    *(object->semaphore.timeline ? place(object) : object->semaphore.signals) =
        (struct iq_vk_signal){ value, point };
    object->semaphore.signalled = true;
    raise(&object->semaphore.highest, value);
    iq_vk_use(semaphore, point);
    if (object->semaphore.timeline && value <= object->semaphore.reached)
        /* another thread has seen it before its submission was back */
        complete(NULL, point);
}

struct iq_vk_point iq_vk_last_signal(struct iq_handle *semaphore)
{
    struct iq_vk_object *object = iq_vk_object_of(semaphore);
    return object && semaphore->kind == IQ_KIND_VK_SEMAPHORE && !object->semaphore.timeline
               ? object->semaphore.signals[0].point
               : (struct iq_vk_point){ NULL, 0 };
}

/* Calls [visit] with the work behind each signal that a timeline which reached [value] proves to be
 * complete.  Where signals were dropped all of those count: to be too trusting is to miss
 * something, to be too strict is a wrong report. */
static void visit_reached(struct iq_vk_object *object, uint64_t value,
                          void (*visit)(void *user, struct iq_vk_point point), void *user)
{
    for (int i = 0; i < IQ_VK_SIGNALS; i++)
        if (object->semaphore.signals[i].point.queue && object->semaphore.signals[i].value <= value)
            visit(user, object->semaphore.signals[i].point);
    if (object->semaphore.dropped.point.queue && object->semaphore.dropped_from <= value)
        visit(user, object->semaphore.dropped.point);
}

void iq_vk_reached(struct iq_handle *semaphore, uint64_t value)
{
    struct iq_vk_object *object = timeline_of(semaphore);
    if (!object)
        return;
    visit_reached(object, value, complete, NULL);
    raise(&object->semaphore.reached, value);
}

uint64_t iq_vk_value(const struct iq_handle *semaphore)
{
    const struct iq_vk_object *object = semaphore->details;
    uint64_t value = object->semaphore.reached;
    for (int i = 0; i < IQ_VK_SIGNALS; i++)
        if (object->semaphore.signals[i].point.queue &&
            iq_vk_is_complete(object->semaphore.signals[i].point))
            raise(&value, object->semaphore.signals[i].value);
    return value;
}

struct iq_vk_values iq_vk_pending_values(const struct iq_handle *semaphore,
                                         const struct iq_vk_queue *queue)
{
    const struct iq_vk_object *object = semaphore->details;
    struct iq_vk_values values = { UINT64_MAX, 0 };
    for (int i = 0; i < IQ_VK_SIGNALS; i++) {
        const struct iq_vk_signal *signal = &object->semaphore.signals[i];
        if (!signal->point.queue || (queue && signal->point.queue != queue) ||
            iq_vk_is_complete(signal->point))
            continue;
        raise(&values.highest, signal->value);
        values.lowest = signal->value < values.lowest ? signal->value : values.lowest;
    }
    return values;
}

/* --- waits
 * ------------------------------------------------------------------------------------------
 */

static void add_point(void *user, struct iq_vk_point point)
{
    struct iq_vk_submission *submission = user;
    for (int i = 0; i < IQ_VK_WAITS && point.queue; i++) {
        struct iq_vk_point *wait = &submission->waits[i];
        if (wait->queue && wait->queue != point.queue)
            continue;
        if (!wait->queue || point.seq > wait->seq)
            *wait = point;
        return;
    }
}

static void add_value(struct iq_vk_submission *submission, struct iq_vk_await await)
{
    for (int i = 0; i < IQ_VK_WAITS; i++) {
        struct iq_vk_await *own = &submission->values[i];
        if (own->semaphore && (own->semaphore != await.semaphore || own->serial != await.serial))
            continue;
        if (!own->semaphore || await.value > own->value)
            *own = await;
        return;
    }
}

static bool is_closed(const struct iq_vk_await *gate)
{
    const struct iq_vk_object *object = gate->semaphore &&
                                                gate->semaphore->serial == gate->serial &&
                                                !iq_handle_is_dead(gate->semaphore)
                                            ? gate->semaphore->details
                                            : NULL;
    return object && object->semaphore.highest < gate->value;
}

bool iq_vk_is_gated(struct iq_vk_queue *queue)
{
    if (queue->gate.semaphore && !is_closed(&queue->gate))
        queue->gate.semaphore = NULL;
    return queue->gate.semaphore;
}

/* [queue] stands still if those do whose work [submission] waits for. */
static void stand_still_with(struct iq_vk_queue *queue, const struct iq_vk_submission *submission)
{
    for (int i = 0; i < IQ_VK_WAITS && !iq_vk_is_gated(queue); i++) {
        struct iq_vk_queue *other = submission->waits[i].queue;
        if (other && other != queue && !iq_vk_is_complete(submission->waits[i]) &&
            iq_vk_is_gated(other))
            queue->gate = other->gate;
    }
}

void iq_vk_wait(struct iq_vk_queue *queue, struct iq_vk_submission *submission,
                struct iq_handle *semaphore, uint64_t value)
{
    struct iq_vk_object *object = iq_vk_object_of(semaphore);
    if (!object || semaphore->kind != IQ_KIND_VK_SEMAPHORE)
        return;
    if (object->semaphore.timeline) {
        visit_reached(object, value, add_point, submission);
        struct iq_vk_await await = { semaphore, semaphore->serial, value };
        if (is_closed(&await)) {
            add_value(submission, await);
            if (!iq_vk_is_gated(queue))
                queue->gate = await;
        }
    } else {
        add_point(submission, object->semaphore.signals[0].point);
        object->semaphore.signalled = false;
    }
    stand_still_with(queue, submission);
}

void iq_vk_inherit(struct iq_vk_submission *to, const struct iq_vk_submission *from)
{
    for (int i = 0; i < IQ_VK_WAITS; i++) {
        add_point(to, from->waits[i]);
        if (from->values[i].semaphore)
            add_value(to, from->values[i]);
    }
}
