/* bad-size, bad-flags, misaligned, null-handle: calls with lists of operations, and what a driver
 * does not take in these lists.  The element is named. */
#include <stdio.h>
#include <string.h>

#include "abi/cuda_abi.h"
#include "abi/cudart_abi.h"
#include "api_cuda/copies.h"
#include "base/layout.h"
#include "call/walk.h"
#include "model/range.h"
#include "process/hostmem.h"
#include "rules/rules.h"

enum { MOST_OPERATIONS = 256, LOOKED_AT = 4096 };

/* Layouts of the APIs: CUstreamBatchMemOpParams and CUmemcpyAttributes. */
struct batch_operation {
    uint32_t what, unused;
    uint64_t address, value;
    uint32_t flags, rest[5];
};
IQ_SAME_MEMBER(struct batch_operation, what, CUstreamBatchMemOpParams, operation);
IQ_SAME_MEMBER(struct batch_operation, address, CUstreamBatchMemOpParams, waitValue.address);
IQ_SAME_MEMBER(struct batch_operation, address, CUstreamBatchMemOpParams, writeValue.address);
IQ_SAME_MEMBER(struct batch_operation, value, CUstreamBatchMemOpParams, waitValue.value64);
IQ_SAME_MEMBER(struct batch_operation, flags, CUstreamBatchMemOpParams, waitValue.flags);
IQ_SAME_SIZE(struct batch_operation, CUstreamBatchMemOpParams);
struct batch_attributes {
    uint32_t order, hints[4], flags;
};
IQ_SAME_MEMBER(struct batch_attributes, order, CUmemcpyAttributes, srcAccessOrder);
IQ_SAME_MEMBER(struct batch_attributes, flags, CUmemcpyAttributes, flags);
IQ_SAME_MEMBER(struct batch_attributes, order, struct cudaMemcpyAttributes, srcAccessOrder);
IQ_SAME_MEMBER(struct batch_attributes, flags, struct cudaMemcpyAttributes, flags);
IQ_SAME_SIZE(struct batch_attributes, CUmemcpyAttributes);

/* What is wrong with an element: it is [value] and must be [wanted]. */
struct fault {
    enum iq_rule_id rule;
    const char *wanted, *fix;
    int arg;
    const char *member;
    uint64_t index, value;
};

struct explain_element {
    struct fault fault;
};
static void explain_element(const struct iq_suspicion *suspicion, struct iq_call *call,
                            struct iq_words *words)
{
    const struct fault *fault = &IQ_EVIDENCE(explain_element, suspicion)->fault;
    const char *name = iq_guilty_name(suspicion, call);
    bool address = suspicion->rule == IQ_RULE_MISALIGNED;
    iq_str_printf(&words->message, address ? "%s of %s is 0x%llx" : "%s of %s is %llu", name,
                  call->entry->name, (unsigned long long)fault->value);
    iq_str_printf(&words->message, ", which is not %s", fault->wanted);
    iq_str_puts(&words->cause, fault->member ? "one bad element makes the whole call fail"
                                             : "the driver refuses the whole list");
    iq_str_puts(&words->fix, fault->fix);
}

static bool suspect_batch(const struct iq_event *event, const struct fault *fault)
{
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, fault->rule, IQ_RANK_CODE + 8, fault->arg);
    char path[96];
    if (fault->member) {
        snprintf(path, sizeof path, "%s[%llu]%s", event->call->entry->args[fault->arg].name,
                 (unsigned long long)fault->index, fault->member);
        suspicion.member = iq_name_intern(path);
        suspicion.member_value = fault->value;
    }
    IQ_EXPLAIN(&suspicion, explain_element, .fault = *fault);
    iq_suspect(&suspicion);
    return true;
}

/* Operations on values in memory. */

static const struct kind {
    uint32_t what, bytes, flags;
    const char *flag_names;
} kinds[] = {
    { 1, 4, 0x40000003, "0 (at least), 1 (equal), 2 (and), 3 (nor), with 0x40000000 (flush)" },
    { 4, 8, 0x40000003, "0 (at least), 1 (equal), 2 (and), 3 (nor), with 0x40000000 (flush)" },
    { 2, 4, 0, "0; an H100 refuses 1 (without a memory barrier)" },
    { 5, 8, 0, "0; an H100 refuses 1 (without a memory barrier)" },
    { 3, 0, 0, "0" },
    { 6, 0, 1, "0 (the whole system) or 1 (this GPU)" },
};

static bool check_operation(const struct iq_event *event, const struct batch_operation *operation,
                            int arg, uint64_t index)
{
    const struct kind *kind = NULL;
    for (size_t i = 0; i < IQ_COUNT_OF(kinds); i++)
        if (kinds[i].what == operation->what)
            kind = &kinds[i];
    if (!kind)
        return suspect_batch(
            event,
            &(struct fault){
                IQ_RULE_BAD_FLAGS,
                "an operation: 1 and 4 wait for 32 and 64 bits, 2 and 5 write them, 3 flushes remote writes, 6 is a barrier",
                "zero the array of operations first, then set the type of each", arg, ".operation",
                index, operation->what });
    bool barrier = operation->what == 3 || operation->what == 6;
    uint32_t flags = barrier ? (uint32_t)operation->address : operation->flags;
    if (kind->bytes && operation->address % kind->bytes)
        return suspect_batch(
            event, &(struct fault){
                       IQ_RULE_MISALIGNED, kind->bytes == 8 ? "a multiple of 8" : "a multiple of 4",
                       "pass addresses that are multiples of the size of the value", arg,
                       operation->what == 1 || operation->what == 4 ? ".waitValue.address"
                                                                    : ".writeValue.address",
                       index, operation->address });
    if (flags & ~kind->flags)
        return suspect_batch(event, &(struct fault){ IQ_RULE_BAD_FLAGS, kind->flag_names,
                                                     "pass one of these, or 0", arg,
                                                     barrier ? ".memoryBarrier.flags" : ".flags",
                                                     index, flags });
    return false;
}

static void check_operations(const struct iq_event *event, int arg)
{
    const struct iq_call *call = event->call;
    int count = iq_entry_arg(call->entry, IQ_ROLE_COUNT);
    struct batch_operation operation;
    if (count < 0)
        return;
    if ((uint32_t)call->args[count] > MOST_OPERATIONS) {
        suspect_batch(event, &(struct fault){ IQ_RULE_BAD_SIZE, "at most 256 operations",
                                              "split the batch into several calls", count, NULL, 0,
                                              (uint32_t)call->args[count] });
        return;
    }
    for (uint32_t i = 0; i < (uint32_t)call->args[count]; i++)
        if (!iq_hostmem_copy(call->args[arg] + i * sizeof operation, &operation,
                             sizeof operation) ||
            check_operation(event, &operation, arg, i))
            return;
}

/* Batches of copies. */

static bool word_at(const struct iq_call *call, int arg, uint64_t index, uint64_t *word)
{
    return iq_hostmem_copy(call->args[arg] + index * sizeof *word, word, sizeof *word);
}

static bool check_attributes(const struct iq_event *event, int attrs, int starts, uint64_t count,
                             uint64_t copies)
{
    static const char order[] = "1 (in stream order), 2 (during the call) or 3 (any time)",
                      fix[] =
                          "set srcAccessOrder to one of these; 1 is the order of ordinary copies";
    struct batch_attributes attributes;
    uint64_t start, before = 0;
    for (uint64_t i = 0; i < count && i < LOOKED_AT; i++) {
        if (!word_at(event->call, starts, i, &start) ||
            !iq_hostmem_copy(event->call->args[attrs] + i * sizeof attributes, &attributes,
                             sizeof attributes))
            return false;
        if (i ? start <= before : start)
            return suspect_batch(
                event,
                &(struct fault){
                    IQ_RULE_BAD_SIZE, i ? "greater than the one before it" : "0",
                    "start the first set of attributes at copy 0, and each later set after the one before it",
                    starts, "", i, start });
        if (start >= copies)
            return suspect_batch(event, &(struct fault){ IQ_RULE_BAD_SIZE, "the number of a copy",
                                                         "pass an index below the number of copies",
                                                         starts, "", i, start });
        if (attributes.order < 1 || attributes.order > 3)
            return suspect_batch(event, &(struct fault){ IQ_RULE_BAD_FLAGS, order, fix, attrs,
                                                         ".srcAccessOrder", i, attributes.order });
        if (attributes.flags & ~1u)
            return suspect_batch(event, &(struct fault){ IQ_RULE_BAD_FLAGS,
                                                         "0 or 1 (prefer to overlap with compute)",
                                                         "pass one of these", attrs, ".flags", i,
                                                         attributes.flags });
        before = start;
    }
    return false;
}

static void check_copies(const struct iq_event *event, int attrs, int starts, int numbers)
{
    const struct iq_call *call = event->call;
    int sizes = iq_entry_arg_named(call->entry, "sizes"),
        count = iq_entry_arg_named(call->entry, "count");
    uint64_t copies = count < 0 ? 0 : call->args[count], sets = call->args[numbers], size;
    if (sizes < 0 || !copies)
        return;
    if (!sets || sets > copies) {
        suspect_batch(event,
                      &(struct fault){ IQ_RULE_BAD_SIZE,
                                       sets ? "at most the number of copies" : "1 or more",
                                       "pass at least one set of attributes, starting at copy 0",
                                       numbers, NULL, 0, sets });
        return;
    }
    if (check_attributes(event, attrs, starts, sets, copies))
        return;
    for (uint64_t i = 0; i < copies && i < LOOKED_AT && word_at(call, sizes, i, &size); i++)
        if (!size) {
            suspect_batch(event, &(struct fault){ IQ_RULE_BAD_SIZE, "1 or more bytes",
                                                  "leave copies of 0 bytes out of the list", sizes,
                                                  "", i, 0 });
            return;
        }
}

static void explain_stream(const struct iq_suspicion *suspicion, struct iq_call *call,
                           struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is the default stream, which does not accept batches",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_str_puts(
        &words->cause,
        "the operations of a batch may run in any order, which the implicit synchronisation of the default stream rules out");
    iq_str_puts(&words->fix, "pass a stream from cudaStreamCreate, or cudaStreamPerThread");
}

static void check_stream(const struct iq_event *event)
{
    int arg = iq_entry_stream_arg(event->call->entry);
    uint64_t stream = arg < 0 ? UINT64_MAX : event->call->args[arg];
    if (stream > 1 || (!stream && event->call->entry->flags & IQ_ENTRY_PTSZ))
        return;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_NULL_HANDLE, IQ_RANK_CODE + 7, arg);
    suspicion.object = (struct iq_object){
        .kind = iq_kind_name(IQ_KIND_STREAM), .state = "live", .address = stream, .device = -1
    };
    suspicion.explain = explain_stream;
    iq_suspect(&suspicion);
}

/* Batches of prefetches and discards. */

struct explain_managed_element {
    uint64_t address, size; /* bytes that the element is about */
    uint64_t room;          /* bytes from .address to the end of managed memory; 0: it is none */
};
static void explain_managed_element(const struct iq_suspicion *suspicion, struct iq_call *call,
                                    struct iq_words *words)
{
    const struct explain_managed_element *evidence =
        IQ_EVIDENCE(explain_managed_element, suspicion);
    unsigned long long address = evidence->address, room = evidence->room;
    const struct iq_object *object = &suspicion->object;
    bool over = suspicion->rule == IQ_RULE_RANGE_OVERFLOW;
    if (over)
        iq_str_printf(&words->message, "%s of %s goes %llu bytes past the end of the allocation",
                      suspicion->member, call->entry->name, evidence->size - room);
    else
        iq_str_printf(&words->message, "%s of %s is %s", suspicion->member, call->entry->name,
                      !object->kind             ? "not device memory"
                      : object->destroyed.entry ? "memory that has been freed"
                                                : "not managed memory");
    if (object->kind) {
        iq_put_object_past(&words->cause, object, call);
    } else {
        iq_str_printf(&words->cause, "0x%llx is ", address);
        iq_put_what(&words->cause, address);
    }
    iq_str_puts(&words->cause,
                over ? ""
                     : "; only managed memory moves between host and devices, or can be discarded");
    if (over)
        iq_str_printf(&words->fix, "pass at most %llu bytes for this element", room);
    else
        iq_str_puts(&words->fix,
                    "allocate with cudaMallocManaged, and leave other memory out of the list");
}

/* Says what is wrong with [size] bytes at [address], element [i]; false: nothing. */
static bool check_managed(const struct iq_event *event, int addresses, int sizes, uint64_t i,
                          uint64_t address, uint64_t size)
{
    struct iq_range range;
    char path[96];
    bool live = iq_range_find(address, &range),
         freed = !live && iq_range_find_freed(address, &range),
         managed = live && range.kind == IQ_KIND_MANAGED_MEMORY;
    uint64_t room = managed ? range.base + range.size - address : 0;
    if (managed && size <= room)
        return false;
    int arg = managed ? sizes : addresses;
    struct iq_suspicion suspicion = iq_suspicion_at(event,
                                                    managed ? IQ_RULE_RANGE_OVERFLOW
                                                    : freed ? IQ_RULE_USE_AFTER_FREE
                                                    : live  ? IQ_RULE_WRONG_SPACE
                                                            : IQ_RULE_UNKNOWN_POINTER,
                                                    managed ? IQ_RANK_RANGE
                                                    : freed ? IQ_RANK_DEAD
                                                    : live  ? IQ_RANK_FOREIGN
                                                            : IQ_RANK_UNKNOWN,
                                                    arg);
    snprintf(path, sizeof path, "%s[%llu]", event->call->entry->args[arg].name,
             (unsigned long long)i);
    suspicion.member = iq_name_intern(path);
    suspicion.member_value = managed ? size : address;
    if (live || freed)
        suspicion.object = iq_object_of_range(&range);
    IQ_EXPLAIN(&suspicion, explain_managed_element, .address = address, .size = size, .room = room);
    iq_suspect(&suspicion);
    return true;
}

static void check_prefetches(const struct iq_event *event, int addresses)
{
    const struct iq_call *call = event->call;
    int sizes = iq_entry_arg_named(call->entry, "sizes"),
        count = iq_entry_arg_named(call->entry, "count");
    uint64_t address, size;
    if (sizes < 0 || count < 0)
        return;
    for (uint64_t i = 0; i < call->args[count] && i < LOOKED_AT &&
                         word_at(call, addresses, i, &address) && word_at(call, sizes, i, &size);
         i++)
        if (check_managed(event, addresses, sizes, i, address, size) ||
            (!size &&
             suspect_batch(event, &(struct fault){ IQ_RULE_BAD_SIZE, "1 or more bytes",
                                                   "leave elements of 0 bytes out of the list",
                                                   sizes, "", i, 0 })))
            return;
}

/* Batches of copies of boxes. */
static void check_boxes(const struct iq_event *event, int list)
{
    static const char wanted[] = "1 (pointer) or 2 (array)",
                      fix[] =
                          "set the type of each operand, src and dst; a struct of zeros is no copy";
    const struct iq_call *call = event->call;
    struct iq_batch_box box;
    int count = iq_entry_arg(call->entry, IQ_ROLE_COUNT);
    for (uint64_t i = 0; count >= 0 && i < call->args[count] && i < LOOKED_AT &&
                         iq_hostmem_copy(call->args[list] + i * sizeof box, &box, sizeof box);
         i++) {
        bool source = box.src.type - 1 > 1;
        uint32_t type = source ? box.src.type : box.dst.type;
        if (type - 1 > 1) {
            suspect_batch(event, &(struct fault){ IQ_RULE_BAD_FLAGS, wanted, fix, list,
                                                  source ? ".src.type" : ".dst.type", i, type });
            return;
        }
    }
}

static void check_batch(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    const struct iq_entry *entry = call->entry;
    if (event->result != CUDA_ERROR_INVALID_VALUE)
        return;
    for (int i = 0; i < entry->arg_count; i++)
        if (call->args[i] && iq_is_type(entry->args[i].type, "CUstreamBatchMemOpParams"))
            check_operations(event, i);
    int attrs = iq_entry_arg_named(entry, "attrs"), starts = iq_entry_arg_named(entry, "attrsIdxs"),
        numbers = iq_entry_arg_named(entry, "numAttrs");
    int managed = iq_entry_arg_named(entry, "dptrs");
    int boxes = iq_entry_arg_named(entry, "opList");
    bool batch = starts >= 0 || managed >= 0 || boxes >= 0;
    if (managed >= 0)
        check_prefetches(event, managed);
    if (boxes >= 0)
        check_boxes(event, boxes);
    if (batch && !iq_suspected(IQ_RANK_CODE + 7))
        check_stream(event);
    if (attrs >= 0 && starts >= 0 && numbers >= 0 && call->args[attrs] && call->args[starts])
        check_copies(event, attrs, starts, numbers);
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(BEGIN), IQ_PHASE_FAILED, check_batch, .apis = IQ_CUDA },
};
const struct iq_rule_family iq_rules_batch = { "batch", subscriptions, IQ_COUNT_OF(subscriptions) };
