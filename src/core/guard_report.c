#include "core/guard_report.h"

#include "base/hash.h"
#include "core/guard.h"
#include "core/names.h"
#include "core/report.h"
#include "core/rule.h"

enum { TEXT_BYTES = 400 };

static const char *name_of(const struct iq_touch *touch) { return touch->mark.entry ? touch->mark.entry->name : "a copy"; }
static const char *prefix_of(const struct iq_touch *touch) { return touch->mark.entry && touch->mark.entry->api == IQ_API_CUDA ? "cu" : "cuda"; }

static void report(const struct iq_guard *guard, const struct iq_guard_access *access)
{
    char message[TEXT_BYTES], cause[TEXT_BYTES], fix[TEXT_BYTES], stream[IQ_STREAM_TEXT];
    struct iq_str text;
    const char *copy = name_of(&guard->touch), *api = prefix_of(&guard->touch), *doing = guard->touch.write ? "writing" : "reading";
    struct iq_finding finding = { .rule = access->write ? "host-write-in-flight" : "host-read-in-flight", .severity = IQ_ERROR, .arg_index = -1,
        .message = message, .cause = cause, .fix = fix, .object_state = "live", .access_address = access->at, .access_size = access->size,
        .stack_call = access->stack, .object_device = -1, .count = 1 };
    struct iq_range range;
    if (!iq_rule_is_enabled(finding.rule))
        return;
    if (iq_range_find(access->at, &range))
        iq_report_set_object(&finding, &range);
    iq_str_init_buffer(&text, message, sizeof message);
    iq_str_printf(&text, "the host %s%s%s byte %llu of a buffer that %s on %s may still be %s", access->write ? "writes" : "reads", access->through ? " through " : "",
                  access->through ? access->through : "", (unsigned long long)(access->at - guard->memory.base), copy, iq_stream_text(stream, &guard->work.from), doing);
    iq_str_init_buffer(&text, cause, sizeof cause);
    iq_str_printf(&text, "%s returned when the copy was enqueued; it %s [0x%llx, 0x%llx), and no call since then has told the host that it is complete",
                  copy, guard->touch.write ? "writes" : "reads", (unsigned long long)guard->touch.lo, (unsigned long long)guard->touch.hi);
    iq_str_init_buffer(&text, fix, sizeof fix);
    iq_str_printf(&text, "%sStreamSynchronize(%s) before the access, or record an event after the copy and wait for it with %sEventSynchronize", api,
                  iq_stream_code(stream, api, &guard->work.from), api);
    finding.related[0] = (struct iq_related){ "the copy was enqueued here", guard->touch.mark.stack };
    finding.related_count = 1;
    iq_report(&finding, 0, 0, true);
}

const struct iq_guard_owner iq_guard_cuda = { .report = report };

void iq_guard_report_freed(const char *name, const struct iq_conflict *conflict, uint32_t stack)
{
    char message[TEXT_BYTES], cause[TEXT_BYTES], fix[TEXT_BYTES], stream[IQ_STREAM_TEXT];
    struct iq_str text;
    const struct iq_touch *touch = &conflict->earlier;
    const char *copy = name_of(touch), *api = prefix_of(touch);
    struct iq_finding finding = { .rule = "free-in-flight", .severity = IQ_ERROR, .arg_index = -1, .message = message, .cause = cause, .fix = fix,
        .access_address = touch->lo, .access_size = touch->hi - touch->lo, .stack_call = stack, .count = 1 };
    if (!iq_rule_is_enabled(finding.rule))
        return;
    iq_report_set_host(&finding, touch->lo, touch->hi - touch->lo);
    iq_str_init_buffer(&text, message, sizeof message);
    iq_str_printf(&text, "%s gives back memory that %s may still be %s", name, copy, touch->write ? "writing" : "reading");
    iq_str_init_buffer(&text, cause, sizeof cause);
    iq_str_printf(&text, "%s was enqueued and uses [0x%llx, 0x%llx); nothing has waited for it, and the next owner of the memory shares it with the device",
                  copy, (unsigned long long)touch->lo, (unsigned long long)touch->hi);
    iq_str_init_buffer(&text, fix, sizeof fix);
    iq_str_printf(&text, "%sStreamSynchronize(%s), then %sHostUnregister, then %s", api, iq_stream_code(stream, api, &conflict->from), api[2] ? api : "cuMem", name);
    if (touch->mark.entry && iq_is_opencl(touch->mark.entry))
        finding.fix = "wait for the command before the memory is given back (clFinish, clWaitForEvents on its event), or make it blocking";
    finding.related[0] = (struct iq_related){ "the copy was enqueued here", touch->mark.stack };
    finding.related_count = 1;
    iq_report(&finding, 0, 0, true);
}

void iq_guard_report_early(const struct iq_reach_access *access, const struct iq_touch *common, const struct iq_conflict_stream *stream, const char *kernel,
                           const char *line)
{
    char message[TEXT_BYTES], cause[TEXT_BYTES], fix[TEXT_BYTES], name[IQ_STREAM_TEXT];
    struct iq_str text;
    const char *call = name_of(common), *api = prefix_of(common);
    struct iq_finding finding = { .rule = access->write ? "host-write-in-flight" : "host-read-in-flight", .severity = common->likely ? IQ_WARNING : IQ_ERROR,
        .arg_index = -1, .message = message, .cause = cause, .fix = fix, .object_state = "live", .object_device = -1, .access_address = common->lo,
        .access_size = common->hi - common->lo, .access_writes = access->write, .stack_call = access->stack, .count = 1,
        .related = { { kernel ? "the kernel was enqueued here" : "the operation was enqueued here", common->mark.stack } }, .related_count = 1 };
    struct iq_range range;
    if (!iq_rule_is_enabled(finding.rule))
        return;
    if (iq_range_find(common->lo, &range))
        iq_report_set_object(&finding, &range);
    iq_str_init_buffer(&text, message, sizeof message);
    iq_str_printf(&text, "the host %s%s%s byte %llu of managed memory that %s%s on %s may still be %s", access->write ? "writes" : "reads",
                  access->through ? " through " : "", access->through ? access->through : "", (unsigned long long)(common->lo - access->base),
                  kernel ? "kernel " : "", kernel ? kernel : call, iq_stream_text(name, stream), common->write ? "writing" : "reading");
    iq_str_init_buffer(&text, cause, sizeof cause);
    iq_str_printf(&text, "%s returned when the %s was enqueued, and no call between it and the access has told the host that it is complete", call,
                  kernel ? "kernel" : "operation");
    if (kernel)
        iq_str_printf(&text, "; seen on the software device: kernel %s %s these bytes at %s", kernel, common->write ? "wrote" : "read", line);
    iq_str_init_buffer(&text, fix, sizeof fix);
    iq_str_printf(&text, "%sStreamSynchronize(%s) before the access%s", api, iq_stream_code(name, api, stream),
                  api[2] ? ", or cudaDeviceSynchronize()" : ", or cuCtxSynchronize()");
    struct { uint64_t rule, before, after; } parts = { 0xea41, common->mark.stack, (uint64_t)access->stack << 1 | access->write };
    iq_report(&finding, iq_hash_bytes(&parts, sizeof parts) | 1, 0, true);
}
