/* launch-dimensions: how many work-items a kernel of OpenCL is enqueued for, and in which groups.
 */
#include <string.h>

#include "api_opencl/kernels.h"
#include "api_opencl/source.h"
#include "call/plan.h"
#include "rules/opencl/cl_kernel.h"

static void put_sizes(struct iq_str *text, const uint64_t *sizes, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        iq_str_printf(text, "%s%llu", i ? " x " : "", (unsigned long long)sizes[i]);
}

static const char *options_of(const struct iq_cl_kernel *kernel)
{
    const struct iq_cl_program *program = kernel ? iq_cl_program_of(kernel->program) : NULL;
    return program && program->options ? program->options : "";
}

/* Is the program built for an OpenCL C that has uneven work-groups? */
static bool allows_uneven(const struct iq_cl_kernel *kernel)
{
    const char *options = options_of(kernel);
    return strstr(options, "-cl-std=CL2") || strstr(options, "-cl-std=CL3");
}

/* Must work-groups be whole, whatever the driver says?  A device of an old version that builds what
 * is for a newer one does more
 * than it says: Oclgrind. */
static bool needs_whole_groups(const struct iq_cl_range *range)
{
    const struct iq_cl_device *device = range->device;
    const char *options = options_of(range->details);
    if (strstr(options, "-cl-std=CL1") || strstr(options, "-cl-uniform-work-group-size"))
        return true;
    return device && device->uniform_only &&
           (device->version >= 20 || !allows_uneven(range->details));
}

/* A suspicion about the argument that is called [name]. */
static struct iq_suspicion about_range(const struct iq_event *event, const char *name)
{
    return iq_cl_suspicion_at_launch(event, IQ_RULE_LAUNCH_DIMENSIONS, IQ_RANK_SIZE, name);
}

/* --- the range
 * ------------------------------------------------------------------------------------------- */

struct explain_work_dim {
    uint32_t given, most; /* dimensions */
};
static void explain_work_dim(const struct iq_suspicion *suspicion, struct iq_call *call,
                             struct iq_words *words)
{
    const struct explain_work_dim *evidence = IQ_EVIDENCE(explain_work_dim, suspicion);
    iq_str_printf(&words->message, "%s of %s is %u", iq_arg_name(call, suspicion->arg),
                  call->entry->name, evidence->given);
    iq_str_printf(&words->cause, "a range has 1 to %u dimensions", evidence->most);
    iq_str_puts(&words->fix, "pass the number of sizes that global_work_size points to");
}

static void explain_no_sizes(const struct iq_suspicion *suspicion, struct iq_call *call,
                             struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is NULL", iq_arg_name(call, suspicion->arg),
                  call->entry->name);
    iq_str_puts(&words->cause, "the call reads the number of work-items from this address");
    iq_str_puts(&words->fix, "pass the address of as many sizes as work_dim says");
}

struct explain_no_items {
    uint32_t axis; /* along which there is none */
};
static void explain_no_items(const struct iq_suspicion *suspicion, struct iq_call *call,
                             struct iq_words *words)
{
    iq_str_printf(&words->message, "%s[%u] of %s is 0", iq_arg_name(call, suspicion->arg),
                  IQ_EVIDENCE(explain_no_items, suspicion)->axis, call->entry->name);
    iq_str_puts(&words->cause, "no work-item would run");
    iq_str_puts(&words->fix, "skip the call when there is no work");
}

struct explain_offset {
    uint32_t axis;
    uint64_t offset; /* work-items */
};
static void explain_offset(const struct iq_suspicion *suspicion, struct iq_call *call,
                           struct iq_words *words)
{
    const struct explain_offset *evidence = IQ_EVIDENCE(explain_offset, suspicion);
    iq_str_printf(
        &words->message, "%s[%u] + global_work_size[%u] of %s is more than a size_t holds",
        iq_arg_name(call, suspicion->arg), evidence->axis, evidence->axis, call->entry->name);
    iq_str_printf(&words->cause,
                  "%llu is %lld as a signed number; work-item ids starting there overflow",
                  (unsigned long long)evidence->offset, (long long)evidence->offset);
    iq_str_puts(&words->fix, "offsets cannot be negative; subtract inside the kernel");
}

static void suspect_no_items(const struct iq_event *event, const char *name, uint32_t axis,
                             int done)
{
    struct iq_suspicion suspicion = about_range(event, name);
    suspicion.done = done;
    IQ_EXPLAIN(&suspicion, explain_no_items, .axis = axis);
    iq_suspect(&suspicion);
}

/* False if something is wrong with one of the sizes or offsets. */
static bool check_axes(const struct iq_event *event)
{
    const struct iq_cl_range *range = event->enqueue.range;
    for (uint32_t i = 0; i < range->dimensions && range->has_global; i++) {
        uint64_t sum;
        if (!range->global[i]) {
            suspect_no_items(event, "global_work_size", i, IQ_SILENT);
            return false;
        }
        if (range->has_offset &&
            __builtin_add_overflow(range->offset[i], range->global[i] - 1, &sum)) {
            struct iq_suspicion suspicion = about_range(event, "global_work_offset");
            IQ_EXPLAIN(&suspicion, explain_offset, .axis = i, .offset = range->offset[i]);
            iq_suspect(&suspicion);
            return false;
        }
    }
    return true;
}

/* False if something is wrong with the range. */
static bool check_global(const struct iq_event *event)
{
    const struct iq_cl_range *range = event->enqueue.range;
    uint32_t most = range->device && range->device->dimensions ? range->device->dimensions : 3;
    if (!range->dimensions || range->dimensions > most) {
        struct iq_suspicion suspicion = about_range(event, "work_dim");
        IQ_EXPLAIN(&suspicion, explain_work_dim, .given = range->dimensions, .most = most);
        iq_suspect(&suspicion);
        return false;
    }
    if (event->call->plan->work_size >= 0 && !event->call->args[event->call->plan->work_size]) {
        bool old = range->device && range->device->version && range->device->version < 21;
        struct iq_suspicion suspicion = about_range(event, "global_work_size");
        suspicion.explain = explain_no_sizes;
        if (old)
            iq_suspect(&suspicion);
        return !old;
    }
    return check_axes(event);
}

/* --- the work-groups
 * ------------------------------------------------------------------------------------------- */

struct explain_group_size {
    uint64_t items, limit; /* work-items of a group, in all dimensions together */
    const char *owner;     /* name of the kernel or the device that has the limit */
    bool of_kernel;
};
static void explain_group_size(const struct iq_suspicion *suspicion, struct iq_call *call,
                               struct iq_words *words)
{
    const struct explain_group_size *evidence = IQ_EVIDENCE(explain_group_size, suspicion);
    unsigned long long limit = evidence->limit;
    iq_str_printf(&words->message,
                  "%s of %s makes work-groups of %llu work-items, more than the %llu that %s",
                  iq_arg_name(call, suspicion->arg), call->entry->name,
                  (unsigned long long)evidence->items, limit,
                  evidence->of_kernel ? "this kernel can have" : "the device can run");
    iq_str_printf(
        &words->cause,
        evidence->of_kernel
            ? "CL_KERNEL_WORK_GROUP_SIZE of %s is %llu: its registers and local memory leave no room for more"
            : "CL_DEVICE_MAX_WORK_GROUP_SIZE of %s is %llu",
        evidence->owner, limit);
    iq_str_printf(
        &words->fix,
        "use at most %llu in all dimensions together, or pass NULL and let the implementation choose",
        limit);
}

struct explain_group_axis {
    uint32_t axis;
    uint64_t items, limit; /* work-items of a group, along .axis */
    const char *device;    /* name */
};
static void explain_group_axis(const struct iq_suspicion *suspicion, struct iq_call *call,
                               struct iq_words *words)
{
    const struct explain_group_axis *evidence = IQ_EVIDENCE(explain_group_axis, suspicion);
    unsigned long long limit = evidence->limit;
    iq_str_printf(&words->message,
                  "%s[%u] of %s is %llu, more than the device allows in that dimension",
                  iq_arg_name(call, suspicion->arg), evidence->axis, call->entry->name,
                  (unsigned long long)evidence->items);
    iq_str_printf(&words->cause, "CL_DEVICE_MAX_WORK_ITEM_SIZES[%u] of %s is %llu", evidence->axis,
                  evidence->device, limit);
    iq_str_printf(&words->fix, "use at most %llu there", limit);
}

/* reqd_work_group_size of [kernel]. */
static void put_required(struct iq_str *text, const struct iq_handle *kernel)
{
    const struct iq_cl_kernel *details = iq_cl_kernel_of(kernel);
    iq_str_puts(text, "the kernel has reqd_work_group_size(");
    put_sizes(text, details ? details->required : (uint64_t[]){ 0, 0, 0 }, 3);
}

struct explain_other_group {
    const struct iq_handle *kernel;
    uint32_t axis;
    uint64_t items; /* work-items of a group along .axis, which are not those of the attribute */
};
static void explain_other_group(const struct iq_suspicion *suspicion, struct iq_call *call,
                                struct iq_words *words)
{
    const struct explain_other_group *evidence = IQ_EVIDENCE(explain_other_group, suspicion);
    iq_str_printf(&words->message, "%s of %s is not the work-group size that %s was compiled for",
                  iq_arg_name(call, suspicion->arg), call->entry->name,
                  iq_cl_kernel_name(evidence->kernel));
    put_required(&words->cause, evidence->kernel);
    iq_str_printf(&words->cause, "), the call passes %llu in dimension %u",
                  (unsigned long long)evidence->items, evidence->axis);
    iq_str_puts(&words->fix, "pass the size of the attribute, or change the attribute");
}

struct explain_no_group {
    const struct iq_handle *kernel;
};
static void explain_no_group(const struct iq_suspicion *suspicion, struct iq_call *call,
                             struct iq_words *words)
{
    const struct iq_handle *kernel = IQ_EVIDENCE(explain_no_group, suspicion)->kernel;
    iq_str_printf(&words->message, "%s of %s is NULL, but %s was compiled for one work-group size",
                  iq_arg_name(call, suspicion->arg), call->entry->name, iq_cl_kernel_name(kernel));
    put_required(&words->cause, kernel);
    iq_str_puts(&words->cause, "); this driver requires the same size in the call");
    iq_str_puts(&words->fix, "pass the size of the attribute");
}

struct explain_uneven {
    const struct iq_handle *kernel;
    uint32_t axis;
    uint64_t local, global; /* work-items of a group and in all, along .axis */
};
static void explain_uneven(const struct iq_suspicion *suspicion, struct iq_call *call,
                           struct iq_words *words)
{
    const struct explain_uneven *evidence = IQ_EVIDENCE(explain_uneven, suspicion);
    unsigned long long local = evidence->local, global = evidence->global;
    iq_str_printf(&words->message, "%s of %s does not divide global_work_size",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_str_printf(
        &words->cause,
        "global_work_size[%u] is %llu, which is %llu work-groups of %llu work-items with %llu left over; programs for OpenCL C "
        "before 2.0, and devices without non-uniform work-groups, need whole work-groups",
        evidence->axis, global, global / local, local, global % local);
    iq_str_printf(
        &words->fix,
        "round the global size up to %llu and let the kernel return for ids from %llu on, or %s",
        (global + local - 1) / local * local, global,
        allows_uneven(iq_cl_kernel_of(evidence->kernel))
            ? "use a device with CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT"
            : "build with -cl-std=CL2.0 where the device supports it");
}

static const char *device_name(const struct iq_cl_range *range)
{
    return range->device ? range->device->name : "the device";
}

static void check_uneven(const struct iq_event *event)
{
    const struct iq_cl_range *range = event->enqueue.range;
    for (uint32_t i = 0; i < range->dimensions && range->has_global; i++)
        if (range->global[i] % range->local[i]) {
            struct iq_suspicion suspicion = about_range(event, "local_work_size");
            suspicion.done = needs_whole_groups(range) ? IQ_ERROR : IQ_SILENT;
            IQ_EXPLAIN(&suspicion, explain_uneven, .kernel = range->kernel, .axis = i,
                       .local = range->local[i], .global = range->global[i]);
            iq_suspect(&suspicion);
            return;
        }
}

/* False if the size of a group along [axis] is wrong by itself. */
static bool check_group_axis(const struct iq_event *event, uint32_t axis)
{
    const struct iq_cl_range *range = event->enqueue.range;
    const struct iq_cl_kernel *kernel = range->details;
    uint64_t items = range->local[axis],
             limit = range->device ? range->device->item_sizes[axis] : 0;
    if (!items) {
        suspect_no_items(event, "local_work_size", axis, IQ_ERROR);
        return false;
    }
    bool other = kernel && kernel->required[0] && kernel->required[axis] != items;
    if (!other && (!limit || items <= limit))
        return true;
    struct iq_suspicion suspicion = about_range(event, "local_work_size");
    if (other)
        IQ_EXPLAIN(&suspicion, explain_other_group, .kernel = range->kernel, .axis = axis,
                   .items = items);
    else
        IQ_EXPLAIN(&suspicion, explain_group_axis, .axis = axis, .items = items, .limit = limit,
                   .device = device_name(range));
    iq_suspect(&suspicion);
    return false;
}

/* The implementation chooses the groups. */
static void check_no_group(const struct iq_event *event)
{
    const struct iq_cl_range *range = event->enqueue.range;
    if (!range->details || !range->details->required[0])
        return;
    struct iq_suspicion suspicion = about_range(event, "local_work_size");
    suspicion.done = IQ_SILENT;
    IQ_EXPLAIN(&suspicion, explain_no_group, .kernel = range->kernel);
    iq_suspect(&suspicion);
}

static void check_local(const struct iq_event *event)
{
    const struct iq_cl_range *range = event->enqueue.range;
    const struct iq_cl_kernel *kernel = range->details;
    uint64_t product = 1, limit = range->device ? range->device->group_size : 0;
    if (!range->has_local) {
        check_no_group(event);
        return;
    }
    if (kernel && kernel->group_size && (!limit || kernel->group_size < limit))
        limit = kernel->group_size;
    for (uint32_t i = 0; i < range->dimensions; i++) {
        if (!check_group_axis(event, i))
            return;
        product = __builtin_mul_overflow(product, range->local[i], &product) ? UINT64_MAX : product;
    }
    if (!limit || product <= limit) {
        check_uneven(event);
        return;
    }
    bool of_kernel = kernel && kernel->group_size == limit;
    struct iq_suspicion suspicion = about_range(event, "local_work_size");
    IQ_EXPLAIN(&suspicion, explain_group_size, .items = product, .limit = limit,
               .owner = of_kernel ? iq_cl_kernel_name(range->kernel) : device_name(range),
               .of_kernel = of_kernel);
    iq_suspect(&suspicion);
}

void iq_cl_check_dimensions(const struct iq_event *event)
{
    if (check_global(event))
        check_local(event);
}
