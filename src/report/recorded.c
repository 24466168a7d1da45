#include "report/recorded.h"

#include "report/frames.h"

const struct iq_recorded_call *iq_recorded_find(const struct iq_document *document, uint32_t stack,
                                                uint64_t object, uint64_t before)
{
    const struct iq_recorded_call *found = NULL;
    for (size_t i = document->recorded.count; stack && i-- > 0;) {
        const struct iq_recorded_call *call = &document->recorded.data[i];
        if (call->stack != stack || call->start_ns > before)
            continue;
        if (!object || call->object == object)
            return call;
        found = found ? found : call;
    }
    return found;
}

const struct iq_recorded_call *iq_recorded_of(const struct iq_document *document,
                                              const struct iq_finding *finding)
{
    return iq_recorded_find(document, finding->stack_call, 0,
                            finding->found_ns ? finding->found_ns : UINT64_MAX);
}

const char *iq_recorded_name(const struct iq_recorded_call *call)
{
    return call->kernel ? call->kernel : call->api ? call->api : "?";
}

const struct iq_frame *iq_recorded_place(const struct iq_document *document,
                                         const struct iq_recorded_call *call)
{
    const struct iq_trace_stack *stack = iq_document_stack(document, call->stack);
    const struct iq_frame *frame = stack ? iq_frames_best(&stack->frames) : NULL;
    return frame && frame->file ? frame : NULL;
}
