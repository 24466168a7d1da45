/* launch-freed-pointer, launch-host-pointer, launch-wrong-device (memory), launch-arguments
 * (missing ones): arguments of kernels that no kernel can use.  The launch itself succeeds: a
 * warning, which becomes an error when the fault that it foresees surfaces. */

#include "api_cuda/arguments.h"
#include "api_cuda/kernels.h"
#include "call/core.h"
#include "call/findings.h"
#include "call/walk.h"
#include "process/hostheap.h"
#include "process/hostmem.h"
#include "process/stack.h"
#include "rules/common/host.h"
#include "rules/rules.h"

/* A pointer that a kernel gets. */
struct passed_pointer {
    unsigned use;    /* what the kernel does there: bits IQ_USE_...; 0: not known */
    uint64_t offset; /* bytes: in the struct that it is a member of */
    uint64_t value;
};

static struct passed_pointer passed_by(const struct iq_event *event)
{
    const struct iq_parameter *parameter = event->pass.parameter;
    return (struct passed_pointer){ parameter->word ? parameter->word->use : 0,
                                    parameter->word ? parameter->word->offset : 0, event->value };
}

/* "argument 2", for a pointer in a struct "argument s (at byte 8 of that struct)".  The launcher
 * knows more names: src/report/symbols.c. */
static void put_argument(struct iq_str *text, const struct iq_suspicion *suspicion,
                         const struct passed_pointer *passed)
{
    if (suspicion->member[0] >= '0' && suspicion->member[0] <= '9') /* without a name */
        iq_str_printf(text, "argument %d", suspicion->parameter);
    else
        iq_str_printf(text, "argument %s", suspicion->member);
    if (passed->offset)
        iq_str_printf(text, " (at byte %llu of that struct)", (unsigned long long)passed->offset);
}

static void put_kernel(struct iq_str *text, const struct iq_suspicion *suspicion)
{
    const char *name = iq_core_function_name(suspicion->thread->launching);
    iq_str_printf(text, "kernel %s", name ? name : "(name unknown)");
}

/* What the kernel does through the pointer. */
static void put_use(struct iq_str *text, const struct passed_pointer *passed)
{
    unsigned use = passed->use;
    bool reads = use & (IQ_USE_READ | IQ_USE_ATOMIC), writes = use & (IQ_USE_WRITE | IQ_USE_ATOMIC);
    if (use & IQ_USE_UNKNOWN)
        iq_str_puts(text, "; the kernel may read or write there");
    else if (use & IQ_USE_OPTIONAL)
        iq_str_printf(
            text,
            "; the kernel %s%s%s there under conditions that depend on its arguments or on memory",
            reads ? "reads" : "", reads && writes ? " and " : "", writes ? "writes" : "");
    else
        iq_str_printf(text, "; the kernel %s%s%s there", reads ? "reads" : "",
                      reads && writes ? " and " : "", writes ? "writes" : "");
}

struct explain_passed_freed {
    struct passed_pointer passed;
};
static void explain_passed_freed(const struct iq_suspicion *suspicion, struct iq_call *call,
                                 struct iq_words *words)
{
    const struct passed_pointer *passed = &IQ_EVIDENCE(explain_passed_freed, suspicion)->passed;
    put_kernel(&words->message, suspicion);
    iq_str_puts(&words->message, " gets the address of freed memory as ");
    put_argument(&words->message, suspicion, passed);
    iq_str_printf(&words->cause, "0x%llx is byte %llu of ", (unsigned long long)passed->value,
                  (unsigned long long)(passed->value - suspicion->object.address));
    iq_put_object(&words->cause, &suspicion->object);
    iq_str_puts(&words->cause, ", ");
    iq_put_history(&words->cause, &suspicion->object, call);
    put_use(&words->cause, passed);
    iq_str_puts(
        &words->fix,
        "free the memory after the last kernel that uses it, or pass the pointer of the new allocation");
}

struct explain_passed_gone {
    struct passed_pointer passed;
};
static void explain_passed_gone(const struct iq_suspicion *suspicion, struct iq_call *call,
                                struct iq_words *words)
{
    const struct passed_pointer *passed = &IQ_EVIDENCE(explain_passed_gone, suspicion)->passed;
    put_kernel(&words->message, suspicion);
    iq_str_puts(&words->message, " gets, as ");
    put_argument(&words->message, suspicion, passed);
    iq_str_printf(&words->message, ", memory that went away with %s",
                  suspicion->rule == IQ_RULE_AFTER_RESET ? "the device reset" : "its context");
    iq_put_object_past(&words->cause, &suspicion->object, call);
    put_use(&words->cause, passed);
    iq_str_puts(&words->fix,
                "allocate the memory again after that call, or launch the kernel before it");
}

struct explain_passed_host {
    struct passed_pointer passed;
    bool freed; /* it points into a block of the heap that is */
};
static void explain_passed_host(const struct iq_suspicion *suspicion, struct iq_call *call,
                                struct iq_words *words)
{
    (void)call;
    const struct explain_passed_host *evidence = IQ_EVIDENCE(explain_passed_host, suspicion);
    uint64_t value = evidence->passed.value;
    struct iq_variable variable;
    put_kernel(&words->message, suspicion);
    iq_str_puts(&words->message, " gets a host address as ");
    put_argument(&words->message, suspicion, &evidence->passed);
    iq_str_printf(&words->cause, "0x%llx is ", (unsigned long long)value);
    if (iq_name_of_variable(value, &variable)) {
        iq_str_printf(&words->cause,
                      "the host's shadow of the device variable %s, not its address on the device",
                      variable.name);
        iq_str_puts(&words->fix, IQ_SHADOW_FIX);
    } else {
        if (evidence->freed)
            iq_str_puts(&words->cause, "in a heap block that has been freed");
        else
            iq_put_what(&words->cause, value);
        iq_str_puts(&words->cause, ", which this device cannot reach");
        iq_str_puts(
            &words->fix,
            "pass device memory (cudaMalloc and a copy), or allocate with cudaMallocManaged or cudaMallocHost; note that a lambda or a "
            "struct may capture `this` or contain a host pointer");
    }
    put_use(&words->cause, &evidence->passed);
}

struct explain_passed_far {
    struct passed_pointer passed;
    int current; /* ordinal of the device that the kernel runs on */
};
static void explain_passed_far(const struct iq_suspicion *suspicion, struct iq_call *call,
                               struct iq_words *words)
{
    const struct explain_passed_far *evidence = IQ_EVIDENCE(explain_passed_far, suspicion);
    int own = suspicion->object.device, current = evidence->current;
    put_kernel(&words->message, suspicion);
    iq_str_printf(&words->message, " on device %d gets memory of device %d as ", current, own);
    put_argument(&words->message, suspicion, &evidence->passed);
    iq_put_object_past(&words->cause, &suspicion->object, call);
    iq_str_printf(&words->cause, "; device %d does not have access to the memory of device %d",
                  current, own);
    iq_put_current(&words->cause, suspicion->thread, call);
    put_use(&words->cause, &evidence->passed);
    iq_str_printf(
        &words->fix,
        "call cudaSetDevice(%d) before the launch, or cudaDeviceEnablePeerAccess(%d, 0) while device %d is current",
        own, own, current);
}

struct explain_short_buffer {
    const struct iq_kernel *kernel;
    int index;      /* of the parameter that is not in the buffer */
    uint64_t bytes; /* of the buffer */
};
static void explain_short_buffer(const struct iq_suspicion *suspicion, struct iq_call *call,
                                 struct iq_words *words)
{
    const struct explain_short_buffer *evidence = IQ_EVIDENCE(explain_short_buffer, suspicion);
    const struct iq_kernel *kernel = evidence->kernel;
    const struct iq_image_param *param = &kernel->params[evidence->index];
    put_kernel(&words->message, suspicion);
    iq_str_printf(
        &words->message, " takes %u bytes of arguments, but the buffer in %s has %llu bytes",
        kernel->bytes, iq_arg_name(call, suspicion->arg), (unsigned long long)evidence->bytes);
    iq_str_printf(
        &words->cause, "parameter %d (%u bytes at byte %u) is not in it%s; ", evidence->index + 1,
        (unsigned)param->size, (unsigned)param->offset,
        call->result
            ? ""
            : ", and the driver does not report it: the kernel gets whatever is in memory there");
    iq_str_puts(
        &words->cause,
        "CU_LAUNCH_PARAM_BUFFER_SIZE must be the size of all arguments, each at its alignment");
    iq_str_puts(
        &words->fix,
        "put every argument into the buffer at its own alignment, as in a struct with the same members");
}

struct explain_missing_value {
    unsigned count;   /* of the kernel's parameters */
    int index;        /* of the one that has no value */
    uint64_t address; /* where its value should be */
    bool is_device_memory;
};
static void explain_missing_value(const struct iq_suspicion *suspicion, struct iq_call *call,
                                  struct iq_words *words)
{
    const struct explain_missing_value *evidence = IQ_EVIDENCE(explain_missing_value, suspicion);
    unsigned count = evidence->count;
    put_kernel(&words->message, suspicion);
    iq_str_printf(&words->message, " has %u parameter%s, but %s[%d] is not the address of a value",
                  count, count == 1 ? "" : "s", iq_arg_name(call, suspicion->arg), evidence->index);
    iq_str_printf(
        &words->cause,
        "%s[%d] is 0x%llx; the driver reads each parameter's value from the address in its entry, and may crash there",
        iq_arg_name(call, suspicion->arg), evidence->index, (unsigned long long)evidence->address);
    if (evidence->is_device_memory) {
        iq_str_puts(
            &words->cause,
            "; that is device memory, which the host cannot read: the entry holds the pointer itself instead of the address of the pointer variable");
        iq_str_printf(&words->fix, "set %s[%d] to the address of the pointer variable (&p, not p)",
                      iq_arg_name(call, suspicion->arg), evidence->index);
        return;
    }
    if (evidence->address >= IQ_LOWEST_ADDRESS)
        iq_str_puts(
            &words->cause,
            "; nothing is mapped there: the array has too few elements, or the entry holds a value instead of the value's address");
    iq_str_puts(&words->fix,
                "pass an array with the address of one value per parameter of the kernel");
}

static struct iq_suspicion suspicion_of(const struct iq_event *event, enum iq_rule_id rule,
                                        int rank)
{
    const struct iq_parameter *parameter = event->pass.parameter;
    struct iq_suspicion suspicion = iq_suspicion_at(event, rule, rank, event->arg);
    suspicion.failed = IQ_SILENT;
    suspicion.done = IQ_WARNING;
    suspicion.foresees = true;
    iq_blame_parameter(&suspicion, iq_kernel_parameter(parameter->kernel, parameter->index),
                       parameter->index, event->value);
    return suspicion;
}

static bool is_device_memory(uint64_t address)
{
    struct iq_range range;
    return iq_range_find(address, &range) && range.kind == IQ_KIND_DEVICE_MEMORY;
}

static void suspect_missing(const struct iq_event *event)
{
    struct iq_suspicion suspicion = suspicion_of(event, IQ_RULE_LAUNCH_ARGUMENTS, IQ_RANK_NULL);
    const struct iq_parameter *parameter = event->pass.parameter;
    uint64_t room = parameter->room;
    suspicion.failed = IQ_ERROR;
    suspicion.done = room ? IQ_WARNING : IQ_ERROR;
    suspicion.contain = !room;
    suspicion.foresees = false;
    if (!room && event->value >= IQ_LOWEST_ADDRESS) { /* not the value is wrong, but the array */
        suspicion.parameter = 0;
        suspicion.member = NULL;
    }
    IQ_EXPLAIN(&suspicion, explain_missing_value, .count = parameter->kernel->param_count,
               .index = parameter->index, .address = event->value,
               .is_device_memory = is_device_memory(event->value));
    if (room) {
        suspicion.arg = iq_entry_arg(event->call->entry, IQ_ROLE_EXTRA) < 0
                            ? event->arg
                            : iq_entry_arg(event->call->entry, IQ_ROLE_EXTRA);
        IQ_EXPLAIN(&suspicion, explain_short_buffer, .kernel = parameter->kernel,
                   .index = parameter->index, .bytes = room);
    }
    iq_suspect(&suspicion);
}

/* Freed memory of the device.  The first byte after a live block is where iterators end. */
static void suspect_freed(const struct iq_event *event)
{
    struct iq_range before;
    const struct iq_range *range = &event->place->range;
    if (iq_range_find(event->value - 1, &before) ||
        (range->of_graph &&
         event->call->entry->nodes)) /* the order of nodes is not that of calls */
        return;
    struct iq_suspicion suspicion = suspicion_of(event, IQ_RULE_LAUNCH_FREED_POINTER, IQ_RANK_DEAD);
    suspicion.object = iq_object_of_range(range);
    suspicion.folds_into = iq_findings_of_cause(iq_freed_cause(range));
    IQ_EXPLAIN(&suspicion, explain_passed_freed, .passed = passed_by(event));
    if (iq_context_is_dead(range->context) &&
        range->freed.number == range->context->destroyed.number) {
        iq_blame_context(&suspicion, range->context);
        IQ_EXPLAIN(&suspicion, explain_passed_gone, .passed = passed_by(event));
    }
    iq_suspect(&suspicion);
}

/* Only the memory that one context gave away by an ordinary allocation: pools and mappings have
 * rights of their own. */
static void suspect_far(const struct iq_event *event)
{
    const struct iq_thread *thread = iq_thread_block;
    const struct iq_range *range = &event->place->range;
    const struct iq_entry *made = range->created.entry;
    if (!made || made->flags & (IQ_ENTRY_ASYNC | IQ_ENTRY_RIGHTS) ||
        iq_context_is_peer(thread->current->device, range->device))
        return;
    struct iq_suspicion suspicion =
        suspicion_of(event, IQ_RULE_LAUNCH_WRONG_DEVICE, IQ_RANK_FOREIGN);
    suspicion.object = iq_object_of_range(range);
    IQ_EXPLAIN(&suspicion, explain_passed_far, .passed = passed_by(event),
               .current = thread->current->device);
    iq_suspect(&suspicion);
}

/* Is the address certainly ordinary host memory?  Without the kernel's code any number may be a
 * size or a hash: then only a known heap block or
 * this thread's stack will do.  *freed: it is in *block, which was freed. */
static bool is_host(const struct iq_event *event, bool *freed, struct iq_hostheap_block *block)
{
    struct iq_hostmem_region region;
    struct iq_variable variable;
    uint64_t here = (uint64_t)(uintptr_t)__builtin_frame_address(0);
    enum iq_hostheap_state state = iq_hostheap_find(event->value, block);
    if (state == IQ_HOSTHEAP_LIVE)
        return iq_hostheap_certainly_live(block);
    *freed = state == IQ_HOSTHEAP_FREED && iq_hostheap_certainly_freed(block);
    if (*freed || iq_name_of_variable(event->value, &variable))
        return true;
    bool near_stack = event->value > here && event->value - here < 8 << 20;
    if (!event->pass.parameter->kernel->has_code && !near_stack)
        return false;
    if (!iq_hostmem_look(event->value, &region))
        return false;
    return region.what == IQ_HOSTMEM_STACK ||
           (event->pass.parameter->kernel->has_code && region.readable &&
            (region.what == IQ_HOSTMEM_HEAP || region.what == IQ_HOSTMEM_DATA));
}

static void suspect_host(const struct iq_event *event)
{
    const struct iq_thread *thread = iq_thread_block;
    struct iq_hostheap_block block;
    bool freed = false;
    if (iq_core_limits(thread->current && thread->current->device >= 0 ? thread->current->device
                                                                       : thread->device)
            ->pageable ||
        !is_host(event, &freed, &block))
        return;
    struct iq_suspicion suspicion =
        suspicion_of(event, IQ_RULE_LAUNCH_HOST_POINTER, IQ_RANK_FOREIGN);
    suspicion.once = true;
    if (event->pass.parameter->word->use & (IQ_USE_OPTIONAL | IQ_USE_UNKNOWN))
        /* a flag among the arguments may tell the kernel that it is no address, as in BLAS
         * libraries */
        suspicion.done = IQ_NOTE;
    else
        suspicion.also = iq_host_in_kernel(event->value);
    suspicion.object = iq_object_of_host(event->value, 0);
    if (freed) {
        suspicion.object.state = "freed";
        suspicion.object.address = block.base;
        suspicion.object.size = block.size;
        suspicion.object.created.stack = iq_stack_of_caller(block.allocated);
        suspicion.object.destroyed.stack = iq_stack_of_caller(block.freed);
    }
    IQ_EXPLAIN(&suspicion, explain_passed_host, .passed = passed_by(event), .freed = freed);
    iq_suspect(&suspicion);
}

static bool is_device_kind(enum iq_kind kind)
{
    return kind == IQ_KIND_DEVICE_MEMORY || kind == IQ_KIND_MANAGED_MEMORY ||
           kind == IQ_KIND_SYMBOL;
}

static void check_parameter(const struct iq_event *event)
{
    if (!event->pass.parameter->word)
        suspect_missing(event);
    else if (event->place->live)
        suspect_far(event);
    else if (event->place->freed && is_device_kind(event->place->range.kind))
        suspect_freed(event);
    else
        suspect_host(event);
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(PASS), IQ_PHASE_BEFORE, check_parameter, .kinds = IQ_OF(KERNEL), .apis = IQ_CUDA },
};
const struct iq_rule_family iq_rules_parameter = { "parameter", subscriptions,
                                                   IQ_COUNT_OF(subscriptions) };
