/* host-read-in-flight, host-write-in-flight, free-in-flight, stream-race, not-mapped: what the
 * engines of order found, where no call is there to be judged: a host access that trapped, memory
 * that goes while work uses it, kernels that are over. */
#include "base/hash.h"
#include "call/core.h"
#include "call/findings.h"
#include "order/footprint.h"
#include "order/guard.h"
#include "order/port.h"
#include "order/unmapped.h"
#include "rules/faults/kernel.h"
#include "rules/guard.h"
#include "rules/rules.h"

enum { TEXT_BYTES = 600 };

const char *iq_stream_text(char text[IQ_STREAM_TEXT], const struct iq_conflict_stream *stream)
{
    struct iq_str out;
    iq_str_init_buffer(&out, text, IQ_STREAM_TEXT);
    if (stream->legacy)
        iq_str_puts(&out, "the legacy default stream");
    else if (stream->stream == 2)
        iq_str_puts(&out, "a per-thread default stream");
    else
        iq_str_printf(&out, "stream %u (0x%llx)", stream->serial,
                      (unsigned long long)stream->stream);
    return text;
}

const char *iq_stream_code(char text[IQ_STREAM_TEXT], const char *api,
                           const struct iq_conflict_stream *stream)
{
    struct iq_str out;
    iq_str_init_buffer(&out, text, IQ_STREAM_TEXT);
    if (stream->legacy)
        iq_str_puts(&out, "0");
    else if (stream->stream == 2)
        iq_str_puts(&out, api[2] ? "cudaStreamPerThread" : "CU_STREAM_PER_THREAD");
    else
        iq_str_printf(&out, "stream%u", stream->serial);
    return text;
}

static const char *name_of(const struct iq_access *access)
{
    return access->ref.entry ? access->ref.entry->name : "a copy";
}
static const char *prefix_of(const struct iq_access *access)
{
    return access->ref.entry && access->ref.entry->api == IQ_API_CUDA ? "cu" : "cuda";
}

static void report_host_access(const struct iq_guard *guard, const struct iq_guard_access *access)
{
    char message[TEXT_BYTES], cause[TEXT_BYTES], fix[TEXT_BYTES], stream[IQ_STREAM_TEXT];
    struct iq_str text;
    const char *copy = name_of(&guard->access), *api = prefix_of(&guard->access),
               *doing = guard->access.write ? "writing" : "reading";
    struct iq_finding finding = iq_guard_finding(access, false, message, cause);
    struct iq_range range;
    if (!iq_rule_is_enabled(finding.rule))
        return;
    finding.fix = fix;
    finding.object_state = "live";
    finding.access_address = access->at;
    finding.access_size = access->size;
    if (iq_range_find(access->at, &range))
        iq_finding_set_object(&finding, &range);
    iq_str_init_buffer(&text, message, sizeof message);
    iq_put_host_access(&text, access);
    iq_str_printf(&text, " byte %llu of a buffer that %s on %s may still be %s",
                  (unsigned long long)(access->at - guard->memory.base), copy,
                  iq_stream_text(stream, &guard->work.from), doing);
    iq_str_init_buffer(&text, cause, sizeof cause);
    iq_str_printf(
        &text,
        "%s returned when the copy was enqueued; it %s [0x%llx, 0x%llx), and no call since then has confirmed that it is complete",
        copy, guard->access.write ? "writes" : "reads", (unsigned long long)guard->access.lo,
        (unsigned long long)guard->access.hi);
    iq_str_init_buffer(&text, fix, sizeof fix);
    iq_str_printf(
        &text,
        "call %sStreamSynchronize(%s) before the access, or record an event after the copy and wait for it with %sEventSynchronize",
        api, iq_stream_code(stream, api, &guard->work.from), api);
    finding.related[0] =
        (struct iq_related){ "the copy was enqueued here", guard->access.ref.stack };
    finding.related_count = 1;
    uint64_t id = iq_findings_add(&finding, 0, 0, true);
    if (id)
        iq_findings_add_cause(id, iq_cause(IQ_CAUSE_COPY_NOT_AWAITED, guard->access.ref.stack));
}

const struct iq_guard_owner iq_guard_cuda = { .report = report_host_access };

static void report_freed(const char *name, const struct iq_conflict *conflict, uint32_t stack)
{
    char message[TEXT_BYTES], cause[TEXT_BYTES], fix[TEXT_BYTES], stream[IQ_STREAM_TEXT];
    struct iq_str text;
    const struct iq_access *access = &conflict->earlier;
    const char *copy = name_of(access), *api = prefix_of(access);
    struct iq_finding finding = { .rule = IQ_RULE_FREE_IN_FLIGHT,
                                  .severity = IQ_ERROR,
                                  .arg_index = -1,
                                  .message = message,
                                  .cause = cause,
                                  .fix = fix,
                                  .access_address = access->lo,
                                  .access_size = access->hi - access->lo,
                                  .stack_call = stack,
                                  .count = 1 };
    if (!iq_rule_is_enabled(finding.rule))
        return;
    iq_finding_set_host(&finding, access->lo, access->hi - access->lo);
    iq_str_init_buffer(&text, message, sizeof message);
    iq_str_printf(&text, "%s releases memory that %s may still be %s", name, copy,
                  access->write ? "writing" : "reading");
    iq_str_init_buffer(&text, cause, sizeof cause);
    iq_str_printf(
        &text,
        "%s was enqueued and uses [0x%llx, 0x%llx); nothing has waited for it, so the device and the next owner of the memory both use it",
        copy, (unsigned long long)access->lo, (unsigned long long)access->hi);
    iq_str_init_buffer(&text, fix, sizeof fix);
    iq_str_printf(&text, "call %sStreamSynchronize(%s), then %sHostUnregister, then %s", api,
                  iq_stream_code(stream, api, &conflict->from), api[2] ? api : "cuMem", name);
    if (access->ref.entry && iq_is_opencl(access->ref.entry))
        finding.fix =
            "wait for the command (clFinish, clWaitForEvents on its event) before the memory is released, or make the command blocking";
    finding.related[0] = (struct iq_related){ "the copy was enqueued here", access->ref.stack };
    finding.related_count = 1;
    iq_findings_add(&finding, 0, 0, true);
}

static void report_early(const struct iq_host_access *access, const struct iq_access *common,
                         const struct iq_conflict_stream *stream,
                         const struct iq_conflict_seen *seen)
{
    const char *kernel = seen->kernel       ? seen->kernel
                         : common->function ? iq_core_function_name(common->function)
                                            : NULL;
    char message[TEXT_BYTES], cause[TEXT_BYTES], fix[TEXT_BYTES], name[IQ_STREAM_TEXT];
    struct iq_str text;
    const char *call = name_of(common), *api = prefix_of(common);
    struct iq_finding finding = {
        .rule = access->write ? IQ_RULE_HOST_WRITE_IN_FLIGHT : IQ_RULE_HOST_READ_IN_FLIGHT,
        .severity = common->likely ? IQ_WARNING : IQ_ERROR,
        .arg_index = -1,
        .message = message,
        .cause = cause,
        .fix = fix,
        .object_state = "live",
        .object_device = -1,
        .access_address = common->lo,
        .access_size = common->hi - common->lo,
        .access_writes = access->write,
        .stack_call = access->stack,
        .count = 1,
        .related = { { kernel ? "the kernel was enqueued here" : "the operation was enqueued here",
                       common->ref.stack } },
        .related_count = 1
    };
    struct iq_range range;
    if (!iq_rule_is_enabled(finding.rule))
        return;
    uint64_t base = access->base;
    if (iq_range_find(common->lo, &range)) {
        iq_finding_set_object(&finding, &range);
        base = range.base;
    }
    iq_str_init_buffer(&text, message, sizeof message);
    iq_str_printf(&text, "the host %s%s%s byte %llu of %s that %s%s on %s may still be %s",
                  access->write ? "writes" : "reads", access->through ? " through " : "",
                  access->through ? access->through : "", (unsigned long long)(common->lo - base),
                  finding.object_kind ? iq_plain_kind(finding.object_kind) : "memory",
                  kernel ? "kernel " : "", kernel ? kernel : call, iq_stream_text(name, stream),
                  common->write ? "writing" : "reading");
    iq_str_init_buffer(&text, cause, sizeof cause);
    iq_str_printf(
        &text,
        "%s returned when the %s was enqueued, and no call between it and the access has confirmed that it is complete",
        call, kernel ? "kernel" : "operation");
    if (kernel && !seen->kernel)
        iq_str_printf(&text, "; kernel %s %s these bytes in its first thread", kernel,
                      common->write ? "writes" : "reads");
    if (seen->kernel) {
        iq_str_printf(&text, "; seen on the software device: kernel %s %s these bytes at ", kernel,
                      common->write ? "wrote" : "read");
        iq_put_seen_line(&text, seen);
    }
    iq_str_init_buffer(&text, fix, sizeof fix);
    iq_str_printf(&text, "call %sStreamSynchronize(%s) before the access%s", api,
                  iq_stream_code(name, api, stream),
                  api[2] ? ", or cudaDeviceSynchronize()" : ", or cuCtxSynchronize()");
    struct {
        uint64_t before, after;
    } parts = { common->ref.stack, (uint64_t)access->stack << 1 | access->write };
    iq_findings_add(&finding, iq_cause(IQ_CAUSE_HOST_EARLY, iq_hash_bytes(&parts, sizeof parts)), 0,
                    true);
}

static void report_unmapped(const struct iq_unmapped *map, uint64_t address, bool write,
                            uint32_t stack)
{
    char message[TEXT_BYTES], cause[TEXT_BYTES];
    struct iq_str text;
    const char *kind = iq_kind_name((enum iq_kind)map->handle->kind);
    struct iq_call_ref end = iq_handle_end(map->handle);
    struct iq_finding finding = {
        .rule = IQ_RULE_NOT_MAPPED,
        .severity = IQ_ERROR,
        .arg_index = -1,
        .message = message,
        .cause = cause,
        .stack_call = stack,
        .count = 1,
        .fix =
            "use the pointer only between map and unmap, and release the object (clReleaseMemObject, vkFreeMemory) after the last use of its mapped memory"
    };
    if (!iq_rule_is_enabled(finding.rule))
        return;
    iq_finding_set_handle(&finding, map->handle, map->size);
    iq_str_init_buffer(&text, message, sizeof message);
    iq_str_printf(&text, "the host %s byte %llu of a mapping of %s%s that no longer exists",
                  write ? "writes" : "reads", (unsigned long long)(address - map->lo),
                  map->handle->kind == IQ_KIND_VK_MEMORY ? ""
                  : *kind == 'i'                         ? "an "
                                                         : "a ",
                  kind);
    iq_str_init_buffer(&text, cause, sizeof cause);
    iq_str_printf(
        &text,
        "[0x%llx, 0x%llx) was mapped%s; %s released the memory%s, and its pages are unmapped",
        (unsigned long long)map->lo, (unsigned long long)map->hi,
        map->unmapped.number ? " and unmapped" : "", end.entry ? end.entry->name : "a later call",
        map->unmapped.number ? "" : " while it was still mapped");
    if (map->unmapped.number)
        finding.related[finding.related_count++] =
            (struct iq_related){ "it was unmapped here", map->unmapped.stack };
    iq_findings_add(&finding, 0, 0, true);
}

/* What the earlier access was, in the list of related places. */
static const char *earlier_text(const struct iq_conflict *conflict)
{
    if (conflict->nodes)
        return "the other node was added here";
    return conflict->earlier.write ? "the earlier write was enqueued here"
                                   : "the earlier read was enqueued here";
}

static void put_argument(const struct iq_conflict *conflict, struct iq_finding *finding,
                         char *value, size_t size)
{
    struct iq_str text;
    if (conflict->nodes || conflict->later.arg < 0)
        return;
    iq_str_init_buffer(&text, value, size);
    iq_str_printf(&text, "0x%llx", (unsigned long long)conflict->later.lo);
    finding->arg_index = conflict->later.arg;
    finding->arg_name = conflict->later.ref.entry->args[conflict->later.arg].name;
    finding->arg_value = value;
}

static void report_race(const struct iq_conflict *conflict)
{
    char message[TEXT_BYTES], cause[TEXT_BYTES], fix[TEXT_BYTES], value[24];
    const struct iq_call_ref *before = &conflict->earlier.ref, *after = &conflict->later.ref;
    struct iq_words words;
    struct iq_range range, block, former;
    if (!iq_rule_is_enabled(IQ_RULE_STREAM_RACE) || !after->entry)
        return;
    iq_str_init_buffer(&words.message, message, sizeof message);
    iq_str_init_buffer(&words.cause, cause, sizeof cause);
    iq_str_init_buffer(&words.fix, fix, sizeof fix);
    iq_race_words(conflict, &words);
    bool likely = conflict->nodes && (conflict->earlier.likely || conflict->later.likely),
         known = iq_range_find(conflict->lo, &range);
    struct iq_finding finding = { .rule = IQ_RULE_STREAM_RACE,
                                  .severity = likely ? IQ_WARNING : IQ_ERROR,
                                  .arg_index = -1,
                                  .message = message,
                                  .cause = cause,
                                  .fix = fix,
                                  .api = after->entry->name,
                                  .entry = after->entry->symbol,
                                  .stack_call = after->stack,
                                  .object_device = -1,
                                  .count = 1,
                                  .access_address = conflict->lo,
                                  .access_size = conflict->hi - conflict->lo,
                                  .access_writes = conflict->later.write,
                                  .related = { { earlier_text(conflict), before->stack } },
                                  .related_count = 1 };
    put_argument(conflict, &finding, value, sizeof value);
    block = range;
    if (known && iq_race_block(conflict, &block, &former)) {
        finding.related[finding.related_count++] =
            (struct iq_related){ iq_former_created, former.created.stack };
        finding.related[finding.related_count++] =
            (struct iq_related){ iq_former_freed, former.freed.stack };
    }
    if (known)
        iq_finding_set_object(&finding, &block);
    struct {
        uint64_t before, after;
    } parts = { before->stack, after->stack };
    bool seen = known && !conflict->nodes;
    uint64_t unwritten =
        seen ? iq_findings_of_cause(iq_range_cause(&range, IQ_CAUSE_RANGE_UNWRITTEN)) : 0;
    uint64_t id = iq_findings_add(&finding,
                                  iq_cause(conflict->nodes ? IQ_CAUSE_NODE_RACE : IQ_CAUSE_RACE,
                                           iq_hash_bytes(&parts, sizeof parts)),
                                  unwritten, true);
    if (seen && id)
        iq_findings_add_cause(id, iq_range_cause(&range, IQ_CAUSE_RANGE_RACED));
}

static void warn(const char *text) { iq_core_message(IQ_MESSAGE_WARNING, text); }

static bool is_wanted(void)
{
    static const enum iq_rule_id rules[] = { IQ_RULE_STREAM_RACE, IQ_RULE_FREE_IN_FLIGHT,
                                             IQ_RULE_HOST_READ_IN_FLIGHT,
                                             IQ_RULE_HOST_WRITE_IN_FLIGHT, IQ_RULE_NOT_MAPPED };
    bool any = false;
    for (uint32_t i = 0; !any && i < sizeof rules / sizeof *rules; i++)
        any = iq_rule_is_enabled(rules[i]);
    return any;
}

static bool watch_kernels(void)
{
    if (!iq_core.soft || !iq_rule_is_enabled(IQ_RULE_STREAM_RACE))
        return false;
    iq_core_soft_watch(IQ_SOFT_WATCH_FOOTPRINT);
    return true;
}

static bool watch_host(void)
{
    bool wanted = iq_rule_is_enabled(IQ_RULE_HOST_READ_IN_FLIGHT) ||
                  iq_rule_is_enabled(IQ_RULE_HOST_WRITE_IN_FLIGHT);
    if (wanted && iq_core.soft)
        iq_core_soft_watch(IQ_SOFT_WATCH_HOST);
    return wanted;
}

static bool runs_callback(void) { return iq_thread_block && iq_thread_block->callback; }

const struct iq_order_port iq_order_port = { .race = report_race,
                                             .freed = report_freed,
                                             .unmapped = report_unmapped,
                                             .warn = warn,
                                             .is_wanted = is_wanted,
                                             .watch_kernels = watch_kernels,
                                             .watch_host = watch_host,
                                             .early = report_early,
                                             .is_inside_call = iq_core_inside_call,
                                             .runs_callback = runs_callback };
