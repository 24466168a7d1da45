/* User events and what depends on them. */
#include <string.h>

#include "api_opencl/enqueue.h"
#include "api_opencl/objects.h"
#include "api_opencl/waiting.h"
#include "call/core.h"
#include "call/rule.h"
#include "call/walk.h"

void iq_fx_cl_user(struct iq_call *call, int phase);
void iq_fx_cl_user_event(struct iq_call *call, int phase);

static struct iq_handle *event_at(uint64_t value)
{
    struct iq_handle *handle = value ? iq_handle_find(IQ_KIND_CL_EVENT, value) : NULL;
    return handle && handle->kind == IQ_KIND_CL_EVENT ? handle : NULL;
}

/* Without any user event nothing hangs on one. */
static bool any_user_event;

static struct iq_cl_event *details_of(struct iq_handle *event)
{
    return iq_cl_details(event, sizeof(struct iq_cl_event), IQ_CL_KEEP);
}

void iq_fx_cl_user(struct iq_call *call, int phase)
{
    struct iq_handle *event = phase == IQ_EFFECTS_AFTER && !call->result
                                  ? iq_cl_made(call, sizeof(struct iq_cl_event), IQ_CL_KEEP)
                                  : NULL;
    struct iq_cl_event *details = iq_cl_event_of(event);
    if (!details)
        return;
    __atomic_store_n(&any_user_event, true, __ATOMIC_RELAXED);
    details->user = true;
    details->pending = true;
    details->root = event;
    details->root_generation = event->generation;
}

void iq_fx_cl_user_event(struct iq_call *call, int phase)
{
    struct iq_handle *event =
        phase == IQ_EFFECTS_AFTER && !call->result ? iq_cl_object(call, 0) : NULL;
    struct iq_cl_event *details = iq_cl_event_of(event);
    if (!details || (int32_t)call->args[1] > CL_COMPLETE)
        return;
    details->status = (int32_t)call->args[1];
    details->pending = false;
    details->failed = details->status < 0;
    details->set = iq_call_ref_of(call);
}

/* The user event that decides about [event]; NULL: none, or its record serves another event by
 * now. */
static struct iq_handle *root_of(const struct iq_handle *event)
{
    const struct iq_cl_event *details = iq_cl_event_of(event);
    struct iq_handle *root = details ? details->root : NULL;
    return root && root->generation == details->root_generation && iq_cl_event_of(root) ? root
                                                                                        : NULL;
}

enum wanted_event { FAILED, LOST, PENDING };

static bool is_wanted(enum wanted_event wanted, const struct iq_handle *root)
{
    const struct iq_cl_event *details = iq_cl_event_of(root);
    return wanted == FAILED ? details->failed
                            : details->pending && (wanted == PENDING || iq_handle_is_dead(root));
}

/* The first event of the call's list that hangs on a user event which has failed, which nobody can
 * set any more, or which is not set yet. */
static struct iq_handle *find(const struct iq_call *call, enum wanted_event wanted, uint32_t *index)
{
    int list = call->plan->waits;
    uint64_t values[16];
    for (uint32_t first = 0, got; list >= 0 && (got = iq_walk_list(call, list, first, values, 16));
         first += got)
        for (uint32_t i = 0; i < got; i++) {
            struct iq_handle *root = root_of(event_at(values[i]));
            *index = first + i;
            if (root && is_wanted(wanted, root))
                return root;
        }
    return NULL;
}

static void tell(struct iq_call *call, struct iq_handle *root, uint32_t index, bool failed)
{
    struct iq_cl_waiting waiting = {
        .root = root, .details = iq_cl_event_of(root), .index = index, .failed = failed
    };
    int list = call->plan->waits;
    struct iq_event event = { .verb = IQ_VERB_WAIT,
                              .phase = IQ_PHASE_BEFORE,
                              .call = call,
                              .arg = list,
                              .kind = IQ_KIND_CL_EVENT,
                              .handle = root,
                              .wait.events = &waiting,
                              .role = list < 0 ? NULL : &call->entry->args[list] };
    iq_rule_dispatch(&event);
}

/* A call that does not return before the events of its list are over. */
static void check_waiting(struct iq_call *call)
{
    uint32_t index = 0;
    struct iq_handle *root = find(call, FAILED, &index);
    bool failed = root != NULL;
    if (!root)
        root = find(call, LOST, &index);
    if (root)
        tell(call, root, index, failed);
}

void iq_cl_event_enqueued(struct iq_call *call, int phase)
{
    uint32_t index;
    if (!__atomic_load_n(&any_user_event, __ATOMIC_RELAXED))
        return;
    if (phase == IQ_EFFECTS_CHECK && iq_cl_is_blocking(call))
        check_waiting(call);
    int list = call->plan->waits;
    if (phase != IQ_EFFECTS_AFTER || call->result || list < 0 || !call->args[list])
        return;
    uint64_t first = 0;
    struct iq_handle *root = NULL;
    for (index = 0; !root && iq_walk_list(call, list, index, &first, 1); index++) {
        root = root_of(event_at(first));
        root =
            root && (iq_cl_event_of(root)->pending || iq_cl_event_of(root)->failed) ? root : NULL;
    }
    if (!root)
        return;
    struct iq_cl_queue *queue = iq_cl_queue_of(iq_cl_object(call, call->plan->queue));
    if (queue) {
        queue->root = root;
        queue->root_generation = root->generation;
    }
    struct iq_handle *event = iq_cl_made_event(call);
    struct iq_cl_event *details = event ? details_of(event) : NULL;
    if (details) {
        details->root = root;
        details->root_generation = root->generation;
    }
}

void iq_cl_event_waited(struct iq_call *call, int phase)
{
    if (phase == IQ_EFFECTS_CHECK && __atomic_load_n(&any_user_event, __ATOMIC_RELAXED))
        check_waiting(call);
}

/* A queue whose last command hangs on a user event that nobody can set any more never gets done. */
void iq_cl_event_finish(struct iq_call *call, int phase)
{
    const struct iq_cl_queue *queue =
        phase == IQ_EFFECTS_CHECK ? iq_cl_queue_of(iq_cl_object(call, 0)) : NULL;
    struct iq_handle *root = queue ? queue->root : NULL;
    const struct iq_cl_event *details =
        root && root->generation == queue->root_generation ? iq_cl_event_of(root) : NULL;
    if (details && details->pending && iq_handle_is_dead(root))
        tell(call, root, 0, false);
}

const struct iq_handle *iq_cl_event_waits_for(const struct iq_call *call, int *arg)
{
    uint32_t index;
    if (!__atomic_load_n(&any_user_event, __ATOMIC_RELAXED))
        return NULL;
    const struct iq_cl_queue *queue = iq_cl_queue_of(iq_cl_object(call, call->plan->queue));
    struct iq_handle *root = queue ? queue->root : NULL;
    *arg = call->plan->waits;
    if (*arg >= 0 && call->args[*arg])
        return find(call, PENDING, &index);
    *arg = -1;
    return root && root->generation == queue->root_generation && iq_cl_event_of(root) &&
                   is_wanted(PENDING, root)
               ? root
               : NULL;
}
