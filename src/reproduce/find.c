#include "reproduce/find.h"

int64_t iq_find_stack(const struct iq_document *document, uint32_t stack, uint64_t object,
                      uint32_t before)
{
    int64_t found = -1;
    for (uint32_t i = before; stack && i-- > 0;) {
        const struct iq_recorded_call *call = &document->recorded.data[i];
        if (call->stack != stack)
            continue;
        if (!object || call->object == object)
            return i;
        found = found < 0 ? i : found;
    }
    return found;
}

/* A finding is made while its call is under way. */
bool iq_find_call(const struct iq_document *document, const struct iq_finding *finding,
                  uint32_t *position)
{
    uint32_t count = (uint32_t)document->recorded.count;
    int64_t found = -1;
    for (uint32_t i = count; finding->stack_call && i-- > 0 && found < 0;) {
        const struct iq_recorded_call *call = &document->recorded.data[i];
        if (call->stack == finding->stack_call && call->start_ns <= finding->found_ns)
            found = i;
    }
    if (found < 0)
        found = iq_find_stack(document, finding->stack_call, 0, count);
    if (found < 0 && !finding->stack_call)
        found = iq_find_stack(document, finding->stack_created, finding->object_address, count);
    *position = (uint32_t)(found < 0 ? 0 : found);
    return found >= 0;
}
