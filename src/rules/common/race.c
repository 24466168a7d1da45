/* stream-race, free-in-flight, host-read-in-flight, host-write-in-flight, missing-barrier: accesses
 * without an order between them. */
#include "api_cuda/flow.h"
#include "api_cuda/kernels.h"
#include "api_vulkan/objects.h"
#include "base/path.h"
#include "call/core.h"
#include "call/findings.h"
#include "call/plan.h"
#include "model/pools.h"
#include "rules/rules.h"

static bool is_runtime(const struct iq_call *call) { return call->entry->api == IQ_API_CUDART; }

static const char *access_verb(const struct iq_access *access)
{
    return access->allocation ? "allocates"
           : access->reach    ? "uses"
           : access->write    ? "writes"
                              : "reads";
}

static const char *name_of(const struct iq_access *access)
{
    return access->ref.entry ? access->ref.entry->name : "an earlier call";
}

/* "kernel scale" or nothing. */
static void put_kernel(struct iq_str *text, const struct iq_access *access, const char *seen)
{
    const char *name = seen               ? seen
                       : access->function ? iq_core_function_name(access->function)
                                          : NULL;
    if (seen || access->function)
        iq_str_printf(text, " of kernel %s", name ? name : "(name unknown)");
}

static void put_bytes(struct iq_str *text, const struct iq_access *access)
{
    if (access->reach)
        iq_str_printf(text, "memory at 0x%llx", (unsigned long long)access->lo);
    else
        iq_str_printf(text, "[0x%llx, 0x%llx)%s", (unsigned long long)access->lo,
                      (unsigned long long)access->hi, access->function ? " at least" : "");
}

void iq_put_seen_line(struct iq_str *text, const struct iq_conflict_seen *seen)
{
    if (seen->file)
        iq_str_printf(text, "%s:%u", iq_base_name(seen->file), seen->line);
    else
        iq_str_printf(text, "PTX line %u", seen->line);
}

static bool is_managed(uint64_t address)
{
    struct iq_range range;
    return iq_range_find(address, &range) && range.kind == IQ_KIND_MANAGED_MEMORY;
}

/* What the two are known to do, and why. */
static void put_evidence(struct iq_str *text, const struct iq_conflict *conflict)
{
    for (int i = 0; i < 2; i++) {
        const struct iq_conflict_seen *seen = &conflict->seen[i];
        if (!seen->kernel)
            continue;
        iq_str_printf(
            text, "%s kernel %s %s them at ",
            i && conflict->seen[0].kernel ? "," : "; seen on the software device:", seen->kernel,
            (i ? &conflict->later : &conflict->earlier)->write ? "wrote" : "read");
        iq_put_seen_line(text, seen);
    }
    if (conflict->seen[0].kernel || conflict->seen[1].kernel)
        return;
    if (conflict->earlier.reach || conflict->later.reach)
        iq_str_puts(text, "; the kernel gets an address in that memory");
    else if (conflict->earlier.function || conflict->later.function)
        iq_str_printf(
            text, "; according to its PTX, the kernel's first thread uses these bytes %s%s",
            conflict->earlier.offset || conflict->later.offset ? "with these arguments"
                                                               : "whatever the other arguments are",
            conflict->earlier.likely || conflict->later.likely ? ", unless a condition prevents it"
                                                               : "");
    else if (conflict->earlier.likely && is_managed(conflict->earlier.lo))
        iq_str_puts(text, "; the driver may copy and fill managed memory before the call returns");
    else if (conflict->earlier.likely)
        iq_str_puts(
            text,
            "; a copy from pageable memory may return once the data is staged, before the device has it");
    else if ((conflict->from.legacy && !conflict->to.blocking) ||
             (conflict->to.legacy && !conflict->from.blocking))
        iq_str_puts(
            text,
            "; a non-blocking stream and the legacy default stream do not wait for each other");
}

/* Of two nodes of a graph. */
static void put_nodes(const struct iq_conflict *conflict, struct iq_words *words)
{
    const char *api = conflict->later.ref.entry->api == IQ_API_CUDART ? "cuda" : "cu";
    iq_str_printf(&words->message, "the node of %s", conflict->later.ref.entry->name);
    put_kernel(&words->message, &conflict->later, NULL);
    iq_str_printf(&words->message, " %s bytes that the node of %s", access_verb(&conflict->later),
                  name_of(&conflict->earlier));
    put_kernel(&words->message, &conflict->earlier, NULL);
    iq_str_printf(&words->message, " %s, and no path in the graph orders them",
                  access_verb(&conflict->earlier));
    iq_str_printf(
        &words->cause,
        "a launch of the graph may run both at once or in either order; the earlier node %s ",
        access_verb(&conflict->earlier));
    put_bytes(&words->cause, &conflict->earlier);
    iq_str_printf(&words->cause, ", this one %s ", access_verb(&conflict->later));
    put_bytes(&words->cause, &conflict->later);
    put_evidence(&words->cause, conflict);
    iq_str_printf(
        &words->fix,
        "add the earlier node to the dependencies of this one, or call %sGraphAddDependencies(graph, &earlier, &later, ...) before the graph "
        "is instantiated",
        api);
}

const char iq_former_created[] = "the earlier access is to a block that its pool handed out here";
const char iq_former_freed[] = "that block came back to its pool here";

bool iq_race_block(const struct iq_conflict *conflict, struct iq_range *range,
                   struct iq_range *former)
{
    if (conflict->lo >= conflict->hi || conflict->nodes)
        return false;
    iq_pools_find(conflict->lo, range);
    /* what came back after both accesses, before the race was seen, is the block of both */
    return iq_pools_find_former(conflict->lo, &conflict->earlier.ref, former) &&
           (former->freed.thread != conflict->later.ref.thread ||
            former->freed.number < conflict->later.ref.number);
}

/* The pool gave the memory to somebody else while it was in use. */
static void put_former(const struct iq_conflict *conflict, struct iq_words *words)
{
    struct iq_range range, former;
    if (!iq_race_block(conflict, &range, &former))
        return;
    iq_str_puts(&words->cause, "; when the earlier one was enqueued, the memory was a block of ");
    iq_put_bytes(&words->cause, former.size);
    iq_str_printf(&words->cause,
                  " from %s, and %s returned it to its pool, which handed it out again",
                  former.created.entry->name, former.freed.entry->name);
    iq_str_puts(&words->fix, "; or return the block only when that stream no longer uses it");
}

void iq_race_words(const struct iq_conflict *conflict, struct iq_words *words)
{
    if (conflict->nodes) {
        put_nodes(conflict, words);
        return;
    }
    const struct iq_call_ref *call = &conflict->later.ref;
    char from[IQ_STREAM_TEXT], to[IQ_STREAM_TEXT];
    const char *api = call->entry->api == IQ_API_CUDART ? "cuda" : "cu";
    iq_stream_text(from, &conflict->from);
    iq_stream_text(to, &conflict->to);
    iq_str_puts(&words->message, call->entry->name);
    put_kernel(&words->message, &conflict->later, conflict->seen[1].kernel);
    iq_str_printf(&words->message, " on %s %s bytes that %s", to, access_verb(&conflict->later),
                  name_of(&conflict->earlier));
    put_kernel(&words->message, &conflict->earlier, conflict->seen[0].kernel);
    iq_str_printf(&words->message, " on %s %s, and nothing orders the two", from,
                  access_verb(&conflict->earlier));
    iq_str_puts(&words->cause, name_of(&conflict->earlier));
    put_kernel(&words->cause, &conflict->earlier, conflict->seen[0].kernel);
    iq_str_puts(&words->cause, " (");
    iq_put_ago(&words->cause, conflict->earlier.ref.number, call->number);
    iq_str_printf(&words->cause, ") %s ", access_verb(&conflict->earlier));
    put_bytes(&words->cause, &conflict->earlier);
    iq_str_printf(&words->cause, ", this call %s ", access_verb(&conflict->later));
    put_bytes(&words->cause, &conflict->later);
    if (conflict->lo < conflict->hi && !conflict->earlier.function && !conflict->later.function) {
        iq_str_puts(&words->cause, "; ");
        iq_put_bytes(&words->cause, conflict->hi - conflict->lo);
        iq_str_printf(&words->cause, " at 0x%llx are used by both",
                      (unsigned long long)conflict->lo);
    }
    put_evidence(&words->cause, conflict);
    iq_stream_code(from, api, &conflict->from);
    iq_stream_code(to, api, &conflict->to);
    iq_str_printf(
        &words->fix,
        "after %s call %sEventRecord(event, %s), and before this call %sStreamWaitEvent(%s, event, 0)",
        name_of(&conflict->earlier), api, from, api, to);
    if (!conflict->captured)
        iq_str_printf(&words->fix, "; or call %sStreamSynchronize(%s) between the two", api, from);
    put_former(conflict, words);
}

static void put_race(const struct iq_conflict *conflict, struct iq_call *call,
                     struct iq_words *words)
{
    struct iq_conflict race = *conflict;
    race.later.ref = iq_call_ref_of(call);
    iq_race_words(&race, words);
}

/* Memory objects have no addresses: the last bits are the offset in one. */
static void put_part(struct iq_str *text, const struct iq_access *access)
{
    const uint64_t offsets = ((uint64_t)1 << 38) - 1;
    if (access->hi - access->lo == 1 && access->ref.entry &&
        iq_plan_of(access->ref.entry)->kernel >= 0)
        iq_str_puts(text, "at least its first element, according to the kernel's source");
    else if (access->lo >> 63)
        iq_str_printf(text, "bytes %llu to %llu of it", (unsigned long long)(access->lo & offsets),
                      (unsigned long long)((access->hi - 1) & offsets));
    else
        put_bytes(text, access);
}

static void put_race_of_queues(const struct iq_conflict *conflict, const struct iq_object *object,
                               struct iq_call *call, struct iq_words *words)
{
    bool same = conflict->from.stream == conflict->to.stream;
    iq_str_printf(&words->message, "%s %s memory that %s %s%s, and nothing orders the two",
                  call->entry->name, access_verb(&conflict->later), name_of(&conflict->earlier),
                  access_verb(&conflict->earlier),
                  same ? " in the same out-of-order queue" : " in another queue");
    iq_put_object(&words->cause, object);
    iq_str_printf(&words->cause, ": %s on queue %u (", name_of(&conflict->earlier),
                  conflict->from.serial);
    iq_put_ago(&words->cause, conflict->earlier.ref.number, call->number);
    iq_str_printf(&words->cause, ") %s ", access_verb(&conflict->earlier));
    put_part(&words->cause, &conflict->earlier);
    iq_str_printf(&words->cause, ", this command on queue %u %s ", conflict->to.serial,
                  access_verb(&conflict->later));
    put_part(&words->cause, &conflict->later);
    iq_str_puts(&words->cause,
                same ? "; commands of an out-of-order queue may run in any order and at once"
                     : "; commands of different queues run independently");
    iq_str_printf(&words->fix, "add the event of %s to the wait list of this command%s",
                  name_of(&conflict->earlier),
                  same ? ", or enqueue a barrier between the two" : "");
}

static void put_free_of_queues(const struct iq_conflict *conflict, struct iq_call *call,
                               struct iq_words *words)
{
    iq_str_printf(&words->message, "%s releases memory that %s may still %s", call->entry->name,
                  name_of(&conflict->earlier), conflict->earlier.write ? "write" : "read");
    iq_str_printf(&words->cause, "%s was enqueued ", name_of(&conflict->earlier));
    iq_put_ago(&words->cause, conflict->earlier.ref.number, call->number);
    iq_str_puts(&words->cause, " and uses ");
    put_bytes(&words->cause, &conflict->earlier);
    iq_str_printf(&words->cause, "; nothing has waited for it, and %s does not wait either",
                  call->entry->name);
    iq_str_puts(
        &words->fix,
        "wait for the command (clFinish, clWaitForEvents), or free with clEnqueueSVMFree after it");
}

static void put_free(const struct iq_conflict *conflict, struct iq_call *call,
                     struct iq_words *words)
{
    char from[IQ_STREAM_TEXT], to[IQ_STREAM_TEXT];
    const char *api = is_runtime(call) ? "cuda" : "cu";
    iq_stream_text(from, &conflict->from);
    iq_str_printf(&words->message, "%s releases memory that %s", call->entry->name,
                  name_of(&conflict->earlier));
    put_kernel(&words->message, &conflict->earlier, NULL);
    iq_str_printf(&words->message, " on %s may still %s", from,
                  conflict->earlier.reach   ? "use"
                  : conflict->earlier.write ? "write"
                                            : "read");
    iq_str_printf(&words->cause, "%s was enqueued ", name_of(&conflict->earlier));
    iq_put_ago(&words->cause, conflict->earlier.ref.number, call->number);
    iq_str_puts(&words->cause, " and uses ");
    put_bytes(&words->cause, &conflict->earlier);
    if (conflict->freed_async) {
        iq_stream_text(to, &conflict->to);
        iq_str_printf(&words->cause, "; the free happens on %s, which does not wait for it", to);
        char from_code[IQ_STREAM_TEXT];
        iq_stream_code(from_code, api, &conflict->from);
        iq_stream_code(to, api, &conflict->to);
        iq_str_printf(
            &words->fix,
            "free on %s, or call %sEventRecord(event, %s) after %s and %sStreamWaitEvent(%s, event, 0) before the free",
            from, api, from_code, name_of(&conflict->earlier), api, to);
    } else {
        iq_str_puts(
            &words->cause,
            !conflict->driver_waits
                ? "; nothing has waited for it, and unlike for memory from cudaMalloc, this free does not wait for stream-ordered memory"
                : "; nothing has waited for it; this is safe only if the driver happens to wait inside this call, which no "
                  "documentation promises");
        iq_stream_code(from, api, &conflict->from);
        iq_str_printf(&words->fix, "call %sStreamSynchronize(%s) before %s", api, from,
                      call->entry->name);
        if (!conflict->driver_waits)
            iq_str_printf(&words->fix, ", or %s on that stream",
                          is_runtime(call) ? "cudaFreeAsync" : "cuMemFreeAsync");
    }
}

static void put_host(const struct iq_conflict *conflict, struct iq_call *call,
                     struct iq_words *words)
{
    char from[IQ_STREAM_TEXT];
    iq_stream_text(from, &conflict->from);
    iq_str_printf(&words->message, "%s %s host memory that %s on %s may still be %s",
                  call->entry->name, access_verb(&conflict->later), name_of(&conflict->earlier),
                  from, conflict->earlier.write ? "writing" : "reading");
    iq_str_printf(&words->cause, "%s was enqueued ", name_of(&conflict->earlier));
    iq_put_ago(&words->cause, conflict->earlier.ref.number, call->number);
    iq_str_puts(&words->cause, " and uses ");
    put_bytes(&words->cause, &conflict->earlier);
    iq_str_puts(&words->cause, "; nothing has waited for it since");
    const char *api = is_runtime(call) ? "cuda" : "cu";
    iq_stream_code(from, api, &conflict->from);
    iq_str_printf(&words->fix, "call %sStreamSynchronize(%s) before this call", api, from);
}

struct explain_conflict {
    const struct iq_conflict *conflict;
};
static void explain_conflict(const struct iq_suspicion *suspicion, struct iq_call *call,
                             struct iq_words *words)
{
    const struct iq_conflict *conflict = IQ_EVIDENCE(explain_conflict, suspicion)->conflict;
    bool frees = conflict->kind == IQ_CONFLICT_FREE;
    if (iq_is_opencl(call->entry) && frees)
        put_free_of_queues(conflict, call, words);
    else if (iq_is_opencl(call->entry))
        put_race_of_queues(conflict, &suspicion->object, call, words);
    else if (frees)
        put_free(conflict, call, words);
    else if (conflict->kind == IQ_CONFLICT_HOST)
        put_host(conflict, call, words);
    else
        put_race(conflict, call, words);
}

/* Bytes, or a texel, of a buffer or an image. */
static void put_common(struct iq_str *text, const struct iq_conflict *conflict)
{
    if (conflict->texel)
        iq_str_puts(text, "a texel of it");
    else
        iq_str_printf(text, "bytes [%llu, %llu) of it", (unsigned long long)conflict->lo,
                      (unsigned long long)conflict->hi);
}

struct explain_race_of_dispatches {
    const struct iq_conflict *conflict;
};
static void explain_race_of_dispatches(const struct iq_suspicion *suspicion, struct iq_call *call,
                                       struct iq_words *words)
{
    const struct iq_conflict *conflict =
        IQ_EVIDENCE(explain_race_of_dispatches, suspicion)->conflict;
    iq_str_printf(&words->message, "%s uses ", call->entry->name);
    iq_put_handle(&words->message, conflict->object, suspicion->object.kind);
    iq_str_printf(&words->message,
                  ", which an earlier %s also uses, without a barrier between them",
                  conflict->earlier.ref.entry->name);
    iq_put_handle_past(&words->cause, conflict->object, &suspicion->object, call);
    iq_str_printf(&words->cause, "; the first work item of the earlier dispatch %s ",
                  access_verb(&conflict->earlier));
    put_common(&words->cause, conflict);
    iq_str_printf(
        &words->cause,
        ", and that of this one %s the same bytes: a GPU may run both at once, or leave written data in a cache",
        access_verb(&conflict->later));
    iq_str_puts(
        &words->fix,
        "between the two dispatches record vkCmdPipelineBarrier(commandBuffer, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, "
        "VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, ...)");
    if (conflict->earlier.write)
        iq_str_puts(
            &words->fix,
            " with a memory barrier of srcAccessMask VK_ACCESS_SHADER_WRITE_BIT and dstAccessMask VK_ACCESS_SHADER_READ_BIT | "
            "VK_ACCESS_SHADER_WRITE_BIT");
    else
        iq_str_puts(&words->fix, "; a write after a read needs no access masks");
}

/* A dispatch that is recorded: below what the validation layer says of the call. */
static void check_recorded(const struct iq_event *event)
{
    const struct iq_conflict *conflict = event->race.conflict;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_MISSING_BARRIER, IQ_RANK_CODE + 30, -1);
    suspicion.object = iq_object_of_handle(event->handle);
    suspicion.object.size = event->handle->kind == IQ_KIND_VK_BUFFER
                                ? ((const struct iq_vk_object *)event->handle->details)->size
                                : 0;
    suspicion.done = suspicion.failed = IQ_ERROR;
    suspicion.related[0].what = "the earlier access was recorded here";
    suspicion.related[0].ref = conflict->earlier.ref;
    IQ_EXPLAIN(&suspicion, explain_race_of_dispatches, .conflict = conflict);
    iq_suspect(&suspicion);
}

static void check_enqueued(const struct iq_event *event)
{
    const struct iq_conflict *conflict = event->race.conflict;
    bool frees = conflict->kind == IQ_CONFLICT_FREE;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_STREAM_RACE, IQ_RANK_DEAD, event->arg);
    struct iq_range range = { .size = 0 }, block, former;
    suspicion.failed = IQ_SILENT;
    suspicion.done = conflict->earlier.likely || conflict->later.likely ? IQ_WARNING : IQ_ERROR;
    uint64_t known =
        iq_findings_of_cause(iq_cause(IQ_CAUSE_COPY_NOT_AWAITED, conflict->earlier.ref.stack));
    if (frees && conflict->driver_waits && known) { /* it wants the same wait */
        iq_findings_relate(known, "the buffer is released here, while the copy may still use it",
                           iq_call_stack(event->call));
        return;
    }
    if (frees) {
        suspicion.rule = IQ_RULE_FREE_IN_FLIGHT;
        suspicion.done =
            !conflict->driver_waits && !conflict->earlier.guess ? IQ_ERROR : IQ_WARNING;
    } else if (conflict->kind == IQ_CONFLICT_HOST)
        suspicion.rule =
            conflict->later.write ? IQ_RULE_HOST_WRITE_IN_FLIGHT : IQ_RULE_HOST_READ_IN_FLIGHT;
    IQ_EXPLAIN(&suspicion, explain_conflict, .conflict = conflict);
    if (event->handle)
        suspicion.object = iq_object_of_handle(event->handle);
    else if (iq_range_find(conflict->later.lo, &range) ||
             (frees && iq_range_find_freed(conflict->later.lo, &range)))
        suspicion.object = iq_object_of_range(&range);
    /* the software device may see it happen */
    if (frees && range.size) {
        suspicion.foresees = !conflict->driver_waits;
        suspicion.also = iq_range_cause(&range, IQ_CAUSE_RANGE_FREED);
        suspicion.displaces = iq_range_cause(&range, IQ_CAUSE_RANGE_USED);
    } else if (conflict->kind == IQ_CONFLICT_RACE && range.size) {
        suspicion.also = iq_range_cause(&range, IQ_CAUSE_RANGE_RACED);
        suspicion.displaces = iq_range_cause(&range, IQ_CAUSE_RANGE_UNWRITTEN);
    }
    if (conflict->later.function && conflict->later.arg >= 0)
        iq_blame_parameter(
            &suspicion, iq_kernel_parameter(iq_thread_block->kernel, conflict->later.parameter),
            conflict->later.parameter, conflict->later.offset ? IQ_NO_VALUE : conflict->later.lo);
    if (!event->handle) {
        suspicion.access_address = conflict->later.lo;
        suspicion.access_size = conflict->later.hi - conflict->later.lo;
    }
    suspicion.related[0].what =
        conflict->earlier.allocation ? "the memory is allocated here, in stream order"
        : conflict->earlier.function ? "the earlier kernel was launched here"
        : conflict->earlier.write    ? "the earlier write was enqueued here"
                                     : "the earlier read was enqueued here";
    suspicion.related[0].ref = conflict->earlier.ref;
    if (suspicion.rule == IQ_RULE_STREAM_RACE && !event->handle && range.size) {
        block = range;
        if (iq_race_block(conflict, &block, &former)) {
            suspicion.related[1].what = iq_former_created;
            suspicion.related[1].ref = former.created;
            suspicion.related[2].what = iq_former_freed;
            suspicion.related[2].ref = former.freed;
        }
        suspicion.object = iq_object_of_range(&block);
    }
    iq_suspect(&suspicion);
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(RACE), IQ_PHASE_BEFORE, check_recorded, .apis = IQ_IN(VULKAN) },
    { IQ_ON(RACE), IQ_PHASE_DONE, check_enqueued, .apis = IQ_CUDA | IQ_IN(NCCL) | IQ_IN(OPENCL) },
};
const struct iq_rule_family iq_rules_race = { "race", subscriptions, IQ_COUNT_OF(subscriptions) };
