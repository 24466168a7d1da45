#include "trace/collectives.h"

#include <stdbool.h>
#include <string.h>

static bool is_same_text(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

static bool is_same_call(const struct iq_collective *a, const struct iq_collective *b)
{
    return a->stack == b->stack && a->entry == b->entry && a->count == b->count &&
           a->root == b->root && is_same_text(a->api, b->api) &&
           is_same_text(a->datatype, b->datatype) && is_same_text(a->op, b->op);
}

int iq_collectives_add(struct iq_communicator_calls *calls, const struct iq_collective *call)
{
    size_t i = 0;
    while (i < calls->calls.count && !is_same_call(&calls->calls.data[i], call))
        i++;
    if (i == calls->calls.count && iq_vec_push(&calls->calls, *call))
        return IQ_ENOMEM;
    return iq_vec_push(&calls->order, (uint32_t)i);
}

void iq_collectives_finish(struct iq_communicator_calls *calls)
{
    iq_vec_finish(&calls->calls);
    iq_vec_finish(&calls->order);
}
