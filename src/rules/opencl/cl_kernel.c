/* wrong-context, launch-arguments, argument-not-set, launch-dimensions, launch-shared-memory, launch-freed-pointer, launch-host-pointer, launch-wrong-device,
 * and wrong or dead objects as arguments: kernels of OpenCL. */
#include <string.h>

#include "process/hostheap.h"
#include "process/hostmem.h"
#include "api_opencl/kernels.h"
#include "api_opencl/shared.h"
#include "api_opencl/source.h"
#include "call/walk.h"
#include "call/plan.h"
#include "rules/rules.h"

enum { INVALID_KERNEL_ARGS = -52, INVALID_EXECUTABLE = -45, INVALID_MEM_OBJECT = -38, INVALID_ARG_SIZE = -51, INVALID_WORK_GROUP_SIZE = -54, HANDLE_BYTES = 8, PARENTS = 8 };

static const char *kernel_name(const struct iq_handle *kernel) { return kernel && kernel->name ? kernel->name : "the kernel"; }

static void put_arg(struct iq_str *text, const struct iq_cl_arg *arg, uint32_t index)
{
    if (arg && arg->name)
        iq_str_printf(text, "argument %u '%s'", index, arg->name);
    else
        iq_str_printf(text, "argument %u", index);
}

static const char *kind_text(const struct iq_cl_arg *arg)
{
    switch (arg->kind) {
    case IQ_CL_ARG_VALUE: return "a value";
    case IQ_CL_ARG_MEMORY: return arg->constant ? "a pointer into constant memory" : "a pointer into global memory";
    case IQ_CL_ARG_LOCAL: return "a pointer into local memory";
    case IQ_CL_ARG_IMAGE: return "an image";
    case IQ_CL_ARG_SAMPLER: return "a sampler";
    case IQ_CL_ARG_PIPE: return "a pipe";
    default: return "of a type that is not known";
    }
}

/* --- an argument is set ------------------------------------------------------------------------------------------- */

static struct iq_suspicion about(const struct iq_event *event, const char *rule, int rank, const char *name)
{
    const struct iq_cl_setting *setting = event->setting;
    struct iq_suspicion suspicion = iq_suspicion_at(event, rule, rank, iq_cl_arg_named(event->call, name));
    suspicion.done = IQ_ERROR;
    suspicion.object = iq_object_of_handle(setting->kernel);
    suspicion.cause = iq_cl_argument_cause(setting->kernel, setting->index);
    suspicion.pointer[0] = setting->arg;
    suspicion.pointer[1] = setting->kernel;
    suspicion.number[0] = setting->index;
    suspicion.number[1] = setting->size;
    suspicion.number[2] = setting->details->arg_count;
    suspicion.number[3] = setting->word;
    return suspicion;
}

static void explain_index(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    unsigned index = (unsigned)suspicion->number[0], count = (unsigned)suspicion->number[2];
    iq_str_printf(&words->message, "%s of %s is %u, but %s has %u parameter%s", iq_arg_name(call, suspicion->arg), call->entry->name, index,
                  kernel_name(suspicion->pointer[1]), count, count == 1 ? "" : "s");
    if (count)
        iq_str_printf(&words->cause, "arguments are numbered from 0 to %u", count - 1);
    else
        iq_str_puts(&words->cause, "the kernel takes nothing");
    iq_str_puts(&words->fix, "count from 0, and look whether the kernel's parameters were changed");
}

static void explain_size(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    const struct iq_cl_arg *arg = suspicion->pointer[0];
    unsigned long long size = suspicion->number[1], wanted = suspicion->number[4];
    iq_str_printf(&words->message, "%s of %s is %llu, but ", iq_arg_name(call, suspicion->arg), call->entry->name, size);
    put_arg(&words->message, arg, (uint32_t)suspicion->number[0]);
    iq_str_printf(&words->message, " of %s has %llu bytes", kernel_name(suspicion->pointer[1]), wanted);
    if (!wanted) {
        words->message.length = 0;
        iq_str_printf(&words->message, "%s of %s is 0, but ", iq_arg_name(call, suspicion->arg), call->entry->name);
        put_arg(&words->message, arg, (uint32_t)suspicion->number[0]);
        iq_str_puts(&words->message, " is local memory and has no size of its own");
    }
    iq_str_printf(&words->cause, "the parameter is %s", kind_text(arg));
    if (arg->type)
        iq_str_printf(&words->cause, ", %s", arg->type);
    if (arg->kind == IQ_CL_ARG_LOCAL)
        iq_str_puts(&words->cause, "; arg_size says how many bytes each work-group gets");
    else if (arg->kind != IQ_CL_ARG_VALUE)
        iq_str_puts(&words->cause, "; its value is the handle, not what the handle stands for");
    else if (wanted && size == 2 * wanted)
        iq_str_puts(&words->cause, "; twice as many bytes look like a double for a float, or a size_t for an int");
    else if (wanted && arg->type && !iq_cl_type_bytes(arg->type, strlen(arg->type)))
        iq_str_puts(&words->cause, "; members of a struct are aligned as in C, vectors to their size, and those of 3 elements take as much as those of 4: the host's struct must "
                    "have the same members (cl_float3 and so on)");
    if (wanted)
        iq_str_printf(&words->fix, "pass %llu: sizeof of a host variable of the same type", wanted);
    else
        iq_str_puts(&words->fix, "pass the number of bytes that a work-group needs, and NULL as the value");
}

static void explain_value(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    const struct iq_cl_arg *arg = suspicion->pointer[0];
    bool local = arg->kind == IQ_CL_ARG_LOCAL;
    iq_str_printf(&words->message, "%s of %s %s for ", iq_arg_name(call, suspicion->arg), call->entry->name, local ? "must be NULL" : "is NULL");
    put_arg(&words->message, arg, (uint32_t)suspicion->number[0]);
    iq_str_printf(&words->message, " of %s", kernel_name(suspicion->pointer[1]));
    iq_str_printf(&words->cause, "the parameter is %s", kind_text(arg));
    iq_str_puts(&words->cause, local ? "; local memory has no contents before the kernel runs" : "; the call copies its value from there");
    iq_str_puts(&words->fix, local ? "pass NULL; the kernel has to fill local memory itself" : "pass the address of the value");
}

static bool suspect(const struct iq_event *event, const char *name, uint64_t wanted,
                    void (*explain)(const struct iq_suspicion *, struct iq_call *, struct iq_words *))
{
    struct iq_suspicion suspicion = about(event, "launch-arguments", IQ_RANK_CODE + 8, name);
    suspicion.number[4] = wanted;
    suspicion.contain = wanted == HANDLE_BYTES && event->setting->arg->kind != IQ_CL_ARG_VALUE ? INVALID_ARG_SIZE : IQ_ANSWER_NONE;    /* NVIDIA's driver overruns its own heap */
    suspicion.explain = explain;
    iq_suspect(&suspicion);
    return true;
}

static bool check_form(const struct iq_event *event)
{
    const struct iq_cl_setting *setting = event->setting;
    const struct iq_cl_arg *arg = setting->arg;
    if (!arg)
        return suspect(event, "arg_index", 0, explain_index);
    if (setting->by_address || arg->kind == IQ_CL_ARG_UNKNOWN)
        return false;
    if (arg->kind == IQ_CL_ARG_LOCAL) {
        if (!setting->size)
            return suspect(event, "arg_size", 0, explain_size);
        return setting->value && suspect(event, "arg_value", 0, explain_value);
    }
    uint64_t wanted = arg->kind == IQ_CL_ARG_VALUE ? arg->bytes : HANDLE_BYTES;
    if (wanted && setting->size != wanted)
        return suspect(event, "arg_size", wanted, explain_size);
    return !setting->value && arg->kind != IQ_CL_ARG_MEMORY && suspect(event, "arg_value", 0, explain_value);
}

static void explain_object(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    const struct iq_cl_arg *arg = suspicion->pointer[0];
    bool dead = !strcmp(suspicion->rule, "destroyed-handle");
    iq_str_printf(&words->message, "%s of %s is %s %s", iq_arg_name(call, suspicion->arg), call->entry->name,
                  strchr("aeiou", suspicion->object.kind[0]) ? "an" : "a", suspicion->object.kind);
    iq_str_puts(&words->message, dead ? " that has been released" : ", but ");
    if (!dead) {
        put_arg(&words->message, arg, (uint32_t)suspicion->number[0]);
        iq_str_printf(&words->message, " of %s is %s", kernel_name(suspicion->pointer[1]), kind_text(arg));
    }
    iq_str_printf(&words->cause, "%s 0x%llx was ", suspicion->object.kind, (unsigned long long)suspicion->object.address);
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_puts(&words->fix, dead ? "release it after the last kernel that uses it has finished; setting an argument does not keep an object alive" :
                "look for arguments in the wrong order");
}

static void explain_host_pointer(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    bool address = suspicion->number[4];
    uint64_t value = suspicion->number[3];
    iq_str_printf(&words->message, "%s of %s %s host memory, for ", iq_arg_name(call, suspicion->arg), call->entry->name,
                  address ? "is an address of" : "holds an address of");
    put_arg(&words->message, suspicion->pointer[0], (uint32_t)suspicion->number[0]);
    iq_str_printf(&words->message, " of %s", kernel_name(suspicion->pointer[1]));
    iq_str_printf(&words->cause, "0x%llx is ", (unsigned long long)value);
    iq_put_what(&words->cause, value);
    iq_str_puts(&words->cause, address ? "; this device has no fine-grained system SVM and cannot use it" :
                "; a parameter in global or constant memory takes a cl_mem handle");
    iq_str_puts(&words->fix, address ? "allocate it with clSVMAlloc, or use a buffer" :
                "make a buffer (CL_MEM_USE_HOST_PTR or CL_MEM_COPY_HOST_PTR take existing data) and pass the address of its handle");
}

/* Is [value] certainly memory of the program, and so not a handle?  Drivers take handles from the heap too: only blocks that start
 * elsewhere, or that the program is known to have got from malloc itself, count. */
static bool is_host_memory(uint64_t value)
{
    struct iq_hostheap_block block;
    struct iq_hostmem_region region;
    if (iq_hostheap_find(value, &block) == IQ_HOSTHEAP_LIVE && iq_hostheap_certainly_live(&block))
        return !iq_cl_is_driver_code(block.allocated);
    return iq_hostmem_look(value, &region) && region.what == IQ_HOSTMEM_STACK;
}

static void suspect_host_pointer(const struct iq_event *event, bool address)
{
    struct iq_suspicion suspicion = about(event, "launch-host-pointer", IQ_RANK_FOREIGN, "arg_value");
    suspicion.arg = event->call->entry->arg_count - 1;      /* of several names */
    suspicion.object = iq_object_of_host(event->setting->word, 0);
    suspicion.number[4] = address;
    suspicion.contain = address ? IQ_ANSWER_NONE : INVALID_MEM_OBJECT;
    suspicion.explain = explain_host_pointer;
    iq_suspect(&suspicion);
}

static void check_address(const struct iq_event *event)
{
    const struct iq_cl_device *device = iq_cl_device_for(event->setting->kernel);
    struct iq_range range;
    uint64_t address = event->setting->word;
    if (!address || !device || device->svm & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM || iq_range_find(address, &range) ||
        (iq_range_find_freed(address, &range) && !iq_cl_is_reused(&range, address)))
        return;
    if (is_host_memory(address))
        suspect_host_pointer(event, true);
}

static void explain_no_address(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is the %s itself, not the address of the variable that holds it", iq_arg_name(call, suspicion->arg),
                  call->entry->name, suspicion->object.kind);
    iq_str_puts(&words->cause, "the call copies the value from there, and takes bytes of the driver's own object for ");
    put_arg(&words->cause, suspicion->pointer[0], (uint32_t)suspicion->number[0]);
    iq_str_printf(&words->cause, " of %s", kernel_name(suspicion->pointer[1]));
    iq_str_puts(&words->fix, "pass the address: clSetKernelArg(kernel, index, sizeof buffer, &buffer)");
}

/* The value is a handle where the address of one belongs. */
static bool check_no_address(const struct iq_event *event)
{
    const struct iq_handle *itself = iq_handle_find(event->setting->arg->kind == IQ_CL_ARG_SAMPLER ? IQ_KIND_CL_SAMPLER : IQ_KIND_CL_MEM, event->setting->value);
    if (!itself || iq_handle_is_dead(itself))
        return false;
    struct iq_suspicion suspicion = about(event, "launch-arguments", IQ_RANK_FOREIGN, "arg_value");
    suspicion.object = iq_object_of_handle(itself);
    suspicion.contain = INVALID_MEM_OBJECT;
    suspicion.explain = explain_no_address;
    iq_suspect(&suspicion);
    return true;
}

/* Objects and kernels of different contexts: some drivers refuse them here, some at the launch, some never. */
static void check_context(const struct iq_event *event, const struct iq_handle *handle)
{
    const struct iq_handle *own = event->setting->details->context, *other = iq_cl_context_handle((struct iq_handle *)(uintptr_t)handle);
    if (!own || !other || own == other)
        return;
    iq_suspect_home(event, iq_cl_arg_named(event->call, "arg_value"), handle, other, iq_cl_arg_named(event->call, "kernel"), own,
                    iq_cl_argument_cause(event->setting->kernel, event->setting->index));
}

static void check_object(const struct iq_event *event)
{
    const struct iq_cl_setting *setting = event->setting;
    const struct iq_cl_arg *arg = setting->arg;
    bool memory = arg->kind == IQ_CL_ARG_MEMORY, image = arg->kind == IQ_CL_ARG_IMAGE;
    if ((!memory && !image && arg->kind != IQ_CL_ARG_SAMPLER) || !setting->word || setting->size != HANDLE_BYTES)
        return;
    enum iq_kind wanted = memory ? IQ_KIND_CL_BUFFER : image ? IQ_KIND_CL_IMAGE : IQ_KIND_CL_SAMPLER;
    const struct iq_handle *handle = iq_handle_find(wanted, setting->word);
    if (!handle) {
        if (!check_no_address(event) && memory && is_host_memory(setting->word))
            suspect_host_pointer(event, false);
        return;
    }
    bool dead = iq_handle_is_dead(handle);
    if (!dead && (iq_kind_fits(wanted, (enum iq_kind)handle->kind) || (image && handle->kind == IQ_KIND_CL_PIPE))) {
        check_context(event, handle);
        return;
    }
    struct iq_suspicion suspicion = about(event, dead ? "destroyed-handle" : "wrong-type-handle", IQ_RANK_DEAD, "arg_value");
    suspicion.object = iq_object_of_handle(handle);
    suspicion.contain = dead ? INVALID_MEM_OBJECT : IQ_ANSWER_NONE;
    suspicion.explain = explain_object;
    iq_suspect(&suspicion);
}

static void check_setting(const struct iq_event *event)
{
    if (check_form(event))
        return;
    if (event->setting->by_address)
        check_address(event);
    else
        check_object(event);
}

static void explain_refused_size(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    unsigned long long size = suspicion->number[1];
    iq_str_printf(&words->message, "%s of %s is %llu, which is not the size of ", iq_arg_name(call, suspicion->arg), call->entry->name, size);
    put_arg(&words->message, NULL, (uint32_t)suspicion->number[0]);
    iq_str_printf(&words->message, " of %s", kernel_name(suspicion->pointer[1]));
    iq_str_puts(&words->cause, "the driver refuses it; the program was not made from source, so the type of the parameter is not known");
    if (size == sizeof(double))
        iq_str_puts(&words->cause, ": 8 bytes are a double, a long, a size_t or a handle");
    iq_str_puts(&words->fix, "pass as many bytes as the parameter has in the kernel: 4 for float and int, 8 for double, long and any buffer or image");
}

/* Where nothing is known of the parameter the driver's answer is all there is. */
static void check_refused_size(const struct iq_event *event)
{
    const struct iq_handle *kernel = iq_cl_object(event->call, 0);
    const struct iq_cl_kernel *details = iq_cl_kernel_of(kernel);
    uint32_t index = (uint32_t)event->call->args[1];
    if (event->result != INVALID_ARG_SIZE || !details || !details->known || index >= details->arg_count || details->args[index].kind != IQ_CL_ARG_UNKNOWN)
        return;
    struct iq_suspicion suspicion = iq_suspicion_at(event, "launch-arguments", IQ_RANK_CODE + 8, iq_cl_arg_named(event->call, "arg_size"));
    suspicion.object = iq_object_of_handle(kernel);
    suspicion.cause = iq_cl_argument_cause(kernel, index);
    suspicion.pointer[1] = kernel;
    suspicion.number[0] = index;
    suspicion.number[1] = event->call->args[suspicion.arg];
    suspicion.explain = explain_refused_size;
    iq_suspect(&suspicion);
}

static bool sets_argument(const struct iq_entry *entry) { return !strcmp(entry->name, "clSetKernelArg"); }

/* --- a kernel is enqueued ----------------------------------------------------------------------------------------- */

static struct iq_suspicion at_launch(const struct iq_event *event, const char *rule, int rank, const char *name)
{
    struct iq_suspicion suspicion = iq_suspicion_at(event, rule, rank, iq_cl_arg_named(event->call, name));
    suspicion.done = IQ_ERROR;
    suspicion.object = iq_object_of_handle(event->range->kernel);
    suspicion.pointer[1] = event->range->kernel;
    return suspicion;
}

/* The guilty one is a parameter of the kernel. */
static void blame_parameter(struct iq_suspicion *suspicion, const struct iq_cl_arg *arg, uint32_t index)
{
    iq_blame_parameter(suspicion, arg->name, (int)index, IQ_NO_VALUE);
    suspicion->pointer[0] = arg;
    suspicion->number[0] = index;
}

static void explain_unset(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    const struct iq_cl_arg *arg = suspicion->pointer[0];
    put_arg(&words->message, arg, (uint32_t)suspicion->number[0]);
    iq_str_printf(&words->message, " of %s is not set when %s enqueues it", kernel_name(suspicion->pointer[1]), call->entry->name);
    iq_str_printf(&words->cause, "%llu of its %llu parameters have a value in this kernel object; this one is %s", (unsigned long long)suspicion->number[1],
                  (unsigned long long)suspicion->number[2], kind_text(arg));
    if (arg->type)
        iq_str_printf(&words->cause, " (%s)", arg->type);
    iq_str_puts(&words->cause, "; arguments belong to the kernel object, not to the kernel's name");
    iq_str_printf(&words->fix, "call clSetKernelArg(kernel, %llu, ...) before, and check what it returns", (unsigned long long)suspicion->number[0]);
}

static void check_unset(const struct iq_event *event, const struct iq_cl_kernel *kernel)
{
    uint32_t first = IQ_CL_ARGS, set = 0;
    for (uint32_t i = 0; i < kernel->arg_count; i++) {
        set += kernel->args[i].set;
        first = !kernel->args[i].set && first == IQ_CL_ARGS ? i : first;
    }
    if (__builtin_expect(first == IQ_CL_ARGS, 1))
        return;
    struct iq_suspicion suspicion = at_launch(event, "argument-not-set", IQ_RANK_CODE + 8, "kernel");
    blame_parameter(&suspicion, &kernel->args[first], first);
    suspicion.cause = iq_cl_argument_cause(event->range->kernel, first);
    suspicion.contain = INVALID_KERNEL_ARGS;        /* NVIDIA's driver crashes where it is a sampler */
    suspicion.number[1] = set;
    suspicion.number[2] = kernel->arg_count;
    suspicion.explain = explain_unset;
    iq_suspect(&suspicion);
}

static void explain_access(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    bool writes = suspicion->number[1];
    put_arg(&words->message, suspicion->pointer[0], (uint32_t)suspicion->number[0]);
    iq_str_printf(&words->message, " of %s is %s by the kernel, and the buffer is %s", kernel_name(suspicion->pointer[1]), writes ? "written" : "read",
                  writes ? "CL_MEM_READ_ONLY" : "CL_MEM_WRITE_ONLY");
    iq_str_printf(&words->cause, "these flags are about what kernels do: a device may keep the buffer where %s is not seen. It was ", writes ? "a write" : "its content");
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_puts(&words->fix, "make the buffer CL_MEM_READ_WRITE; what the host may do has flags of its own, CL_MEM_HOST_...");
}

/* Buffers whose flags forbid what the kernel's source does with them. */
static void check_access(const struct iq_event *event, const struct iq_cl_kernel *kernel)
{
    for (uint32_t i = 0; i < kernel->arg_count; i++) {
        const struct iq_cl_arg *arg = &kernel->args[i];
        bool writes = arg->access == IQ_CL_ACCESS_WRITE, reads = arg->reads_first;
        if (arg->kind != IQ_CL_ARG_MEMORY || arg->by_address || !arg->set || !arg->value || !(writes || reads))
            continue;
        const struct iq_handle *handle = iq_handle_find(IQ_KIND_CL_BUFFER, arg->value);
        const struct iq_memobj *memory = iq_memobj_of(handle);
        if (!memory || iq_handle_is_dead(handle) || !((writes && memory->flags & CL_MEM_READ_ONLY) || (reads && memory->flags & CL_MEM_WRITE_ONLY)))
            continue;
        struct iq_suspicion suspicion = at_launch(event, "bad-flags", IQ_RANK_CODE + 4, "kernel");
        blame_parameter(&suspicion, arg, i);
        suspicion.object = iq_object_of_handle(handle);
        suspicion.object.size = memory->size;
        suspicion.number[1] = writes && memory->flags & CL_MEM_READ_ONLY;
        suspicion.cause = iq_cl_argument_cause(event->range->kernel, i);
        suspicion.failed = IQ_SILENT;
        suspicion.done = IQ_WARNING;
        suspicion.explain = explain_access;
        iq_suspect(&suspicion);
        return;
    }
}

static const char *const image_words[] = { "", "f", "i", "ui" };

static void explain_image(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    const struct iq_cl_arg *arg = suspicion->pointer[0];
    const struct iq_memobj *image = suspicion->pointer[2];
    put_arg(&words->message, arg, (uint32_t)suspicion->number[0]);
    iq_str_printf(&words->message, " of %s is an image of other elements than the kernel works with", kernel_name(suspicion->pointer[1]));
    iq_str_printf(&words->cause, "the kernel uses read_image%s or write_image%s with it, the image's channels are %s; what comes of that is undefined. The image was ",
                  image_words[arg->image], image_words[arg->image], image->channel_name ? image->channel_name : "of another type");
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_printf(&words->fix, "use read_image%s and write_image%s in the kernel, or make the image of another type", image_words[suspicion->number[1]],
                  image_words[suspicion->number[1]]);
}

static enum iq_cl_image_use elements_of(uint32_t channel)
{
    if (channel == CL_UNSIGNED_INT8 || channel == CL_UNSIGNED_INT16 || channel == CL_UNSIGNED_INT32)
        return IQ_CL_IMAGE_UINT;
    return channel == CL_SIGNED_INT8 || channel == CL_SIGNED_INT16 || channel == CL_SIGNED_INT32 ? IQ_CL_IMAGE_INT : IQ_CL_IMAGE_FLOAT;
}

static void check_images(const struct iq_event *event, const struct iq_cl_kernel *kernel)
{
    for (uint32_t i = 0; i < kernel->arg_count; i++) {
        const struct iq_cl_arg *arg = &kernel->args[i];
        if (__builtin_expect(!arg->image, 1) || arg->kind != IQ_CL_ARG_IMAGE || !arg->set)
            continue;
        const struct iq_handle *handle = iq_handle_find(IQ_KIND_CL_IMAGE, arg->value);
        const struct iq_memobj *image = iq_memobj_of(handle);
        if (!image || iq_handle_is_dead(handle) || !image->channel_name || elements_of(image->channel) == arg->image)
            continue;
        struct iq_suspicion suspicion = at_launch(event, "bad-format", IQ_RANK_CODE + 5, "kernel");
        blame_parameter(&suspicion, arg, i);
        suspicion.object = iq_object_of_handle(handle);
        suspicion.object.size = image->size;
        suspicion.number[1] = elements_of(image->channel);
        suspicion.pointer[2] = image;
        suspicion.done = IQ_ERROR;
        suspicion.explain = explain_image;
        iq_suspect(&suspicion);
        return;
    }
}

static void explain_freed(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    const struct iq_cl_arg *arg = suspicion->pointer[0];
    bool address = arg->by_address;
    put_arg(&words->message, arg, (uint32_t)suspicion->number[0]);
    iq_str_printf(&words->message, " of %s is %s that has been %s", kernel_name(suspicion->pointer[1]), address ? "memory" : suspicion->object.kind,
                  address ? "freed" : "released");
    iq_str_printf(&words->cause, "%s 0x%llx was ", iq_plain_kind(suspicion->object.kind), (unsigned long long)suspicion->object.address);
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_puts(&words->cause, "; the argument was set by clSetKernelArg ");
    iq_name_ago(&words->cause, arg->mark.number, call->number);
    iq_str_puts(&words->cause, ", and setting an argument does not keep an object alive");
    iq_str_puts(&words->fix, "release it after the last kernel that uses it has been enqueued, or set the argument again");
}

static void check_freed(const struct iq_event *event, const struct iq_cl_kernel *kernel)
{
    for (uint32_t i = 0; i < kernel->arg_count; i++) {
        const struct iq_cl_arg *arg = &kernel->args[i];
        struct iq_range range;
        if (!arg->set || !arg->value || (!arg->by_address && (arg->size != HANDLE_BYTES || arg->kind == IQ_CL_ARG_VALUE || arg->kind == IQ_CL_ARG_LOCAL)))
            continue;
        const struct iq_handle *handle = arg->by_address ? NULL :
                                         iq_handle_find(arg->kind == IQ_CL_ARG_SAMPLER ? IQ_KIND_CL_SAMPLER : IQ_KIND_CL_MEM, arg->value);
        bool memory = handle && handle->kind >= IQ_KIND_CL_MEM && handle->kind <= IQ_KIND_CL_SAMPLER && iq_handle_is_dead(handle);
        bool address = arg->by_address && !iq_range_find(arg->value, &range) && iq_range_find_freed(arg->value, &range) && !iq_cl_is_reused(&range, arg->value);
        if (__builtin_expect(!memory && !address, 1))
            continue;
        struct iq_suspicion suspicion = at_launch(event, "launch-freed-pointer", IQ_RANK_DEAD, "kernel");
        blame_parameter(&suspicion, arg, i);
        suspicion.object = memory ? iq_object_of_handle(handle) : iq_object_of_range(&range);
        suspicion.cause = memory ? iq_handle_cause(handle) : 0;
        suspicion.contain = INVALID_MEM_OBJECT;
        suspicion.explain = explain_freed;
        iq_suspect(&suspicion);
        return;
    }
}

static void explain_freed_unnamed(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    iq_str_printf(&words->message, "%s may use memory that has been freed", kernel_name(suspicion->pointer[1]));
    iq_str_printf(&words->cause, "element %llu of the list that clSetKernelExecInfo was given is 0x%llx, which was ", (unsigned long long)suspicion->number[0],
                  (unsigned long long)suspicion->object.address);
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_puts(&words->fix, "free it after the last kernel that uses it is over, or give clSetKernelExecInfo a list without it");
}

/* What a kernel reaches through pointers in memory. */
static void check_freed_unnamed(const struct iq_event *event, const struct iq_cl_kernel *kernel)
{
    for (uint32_t i = 0; i < kernel->shared_count; i++) {
        uint64_t address = kernel->shared[i];
        struct iq_range range;
        if (iq_range_find(address, &range) || !iq_range_find_freed(address, &range) || iq_cl_is_reused(&range, address))
            continue;
        struct iq_suspicion suspicion = at_launch(event, "launch-freed-pointer", IQ_RANK_DEAD - 1, "kernel");
        suspicion.object = iq_object_of_range(&range);
        suspicion.number[0] = i;
        suspicion.contain = INVALID_MEM_OBJECT;
        suspicion.explain = explain_freed_unnamed;
        iq_suspect(&suspicion);
        return;
    }
}

/* --- dimensions --------------------------------------------------------------------------------------------------- */

enum wrong { WRONG_DIMENSIONS, WRONG_NULL, WRONG_ZERO, WRONG_OFFSET, WRONG_LOCAL_ZERO, WRONG_LOCAL_SIZE, WRONG_LOCAL_ITEMS, WRONG_LOCAL_REQUIRED,
             WRONG_LOCAL_UNEVEN, WRONG_LOCAL_MISSING };

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

/* Must work-groups be whole, whatever the driver says?  A device of an old version that builds what is for a newer one does more
 * than it says: Oclgrind. */
static bool needs_whole_groups(const struct iq_cl_range *range)
{
    const struct iq_cl_device *device = range->device;
    const char *options = options_of(range->details);
    if (strstr(options, "-cl-std=CL1") || strstr(options, "-cl-uniform-work-group-size"))
        return true;
    return device && device->uniform_only && (device->version >= 20 || !allows_uneven(range->details));
}

static void explain_dimensions(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    unsigned long long value = suspicion->number[1], limit = suspicion->number[2], axis = suspicion->number[3], other = suspicion->number[4];
    const char *name = iq_arg_name(call, suspicion->arg), *device = suspicion->pointer[0];
    const struct iq_handle *kernel = suspicion->pointer[1];
    const struct iq_cl_kernel *details = iq_cl_kernel_of(kernel);
    switch ((enum wrong)suspicion->number[0]) {
    case WRONG_DIMENSIONS:
        iq_str_printf(&words->message, "%s of %s is %llu", name, call->entry->name, value);
        iq_str_printf(&words->cause, "a range has 1 to %llu dimensions", limit);
        iq_str_puts(&words->fix, "pass the number of sizes that global_work_size points to");
        return;
    case WRONG_NULL:
        iq_str_printf(&words->message, "%s of %s is NULL", name, call->entry->name);
        iq_str_puts(&words->cause, "the call reads the number of work-items there");
        iq_str_puts(&words->fix, "pass the address of as many sizes as work_dim says");
        return;
    case WRONG_ZERO: case WRONG_LOCAL_ZERO:
        iq_str_printf(&words->message, "%s[%llu] of %s is 0", name, axis, call->entry->name);
        iq_str_puts(&words->cause, "nothing would run");
        iq_str_puts(&words->fix, "skip the call when there is nothing to do");
        return;
    case WRONG_OFFSET:
        iq_str_printf(&words->message, "%s[%llu] + global_work_size[%llu] of %s is more than a size_t holds", name, axis, axis, call->entry->name);
        iq_str_printf(&words->cause, "%llu is %lld as a signed number; ids beginning there overflow", value, (long long)value);
        iq_str_puts(&words->fix, "offsets are not negative; subtract inside the kernel");
        return;
    case WRONG_LOCAL_SIZE:
        iq_str_printf(&words->message, "%s of %s makes work-groups of %llu work-items, more than the %llu that %s", name, call->entry->name, value, limit,
                      other ? "this kernel can have" : "the device can run");
        iq_str_printf(&words->cause, other ? "CL_KERNEL_WORK_GROUP_SIZE of %s is %llu: its registers and local memory leave no room for more" :
                      "CL_DEVICE_MAX_WORK_GROUP_SIZE of %s is %llu", other ? kernel_name(kernel) : device ? device : "the device", limit);
        iq_str_printf(&words->fix, "use at most %llu in all dimensions together, or pass NULL and let the implementation choose", limit);
        return;
    case WRONG_LOCAL_ITEMS:
        iq_str_printf(&words->message, "%s[%llu] of %s is %llu, more than the device allows in that dimension", name, axis, call->entry->name, value);
        iq_str_printf(&words->cause, "CL_DEVICE_MAX_WORK_ITEM_SIZES[%llu] of %s is %llu", axis, device ? device : "the device", limit);
        iq_str_printf(&words->fix, "use at most %llu there", limit);
        return;
    case WRONG_LOCAL_REQUIRED:
        iq_str_printf(&words->message, "%s of %s is not the work-group size that %s was compiled for", name, call->entry->name, kernel_name(kernel));
        iq_str_puts(&words->cause, "the kernel has reqd_work_group_size(");
        put_sizes(&words->cause, details ? details->required : (uint64_t[]){ 0, 0, 0 }, 3);
        iq_str_printf(&words->cause, "), the call passes %llu in dimension %llu", value, axis);
        iq_str_puts(&words->fix, "pass the size of the attribute, or change the attribute");
        return;
    case WRONG_LOCAL_MISSING:
        iq_str_printf(&words->message, "%s of %s is NULL, but %s was compiled for one work-group size", name, call->entry->name, kernel_name(kernel));
        iq_str_puts(&words->cause, "the kernel has reqd_work_group_size(");
        put_sizes(&words->cause, details ? details->required : (uint64_t[]){ 0, 0, 0 }, 3);
        iq_str_puts(&words->cause, "); this driver wants to be told the same size");
        iq_str_puts(&words->fix, "pass the size of the attribute");
        return;
    case WRONG_LOCAL_UNEVEN:
        iq_str_printf(&words->message, "%s of %s does not divide global_work_size", name, call->entry->name);
        iq_str_printf(&words->cause, "global_work_size[%llu] is %llu, which is %llu work-groups of %llu and %llu work-items over; programs for OpenCL C "
                      "before 2.0, and devices without non-uniform work-groups, need whole groups", axis, limit, limit / value, value, limit % value);
        iq_str_printf(&words->fix, "round the global size up to %llu and let the kernel return for ids from %llu on, or %s",
                      (limit + value - 1) / value * value, limit, allows_uneven(details) ?
                      "use a device with CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT" : "build with -cl-std=CL2.0 where the device can do it");
        return;
    }
}

static bool suspect_range(const struct iq_event *event, enum wrong wrong, const char *name, uint64_t value, uint64_t limit, uint32_t axis)
{
    struct iq_suspicion suspicion = at_launch(event, "launch-dimensions", IQ_RANK_SIZE, name);
    suspicion.number[0] = wrong;
    suspicion.number[1] = value;
    suspicion.number[2] = limit;
    suspicion.number[3] = axis;
    suspicion.number[4] = event->range->details && event->range->details->group_size == limit;
    suspicion.pointer[0] = event->range->device ? event->range->device->name : NULL;
    bool uneven = wrong == WRONG_LOCAL_UNEVEN && !needs_whole_groups(event->range);
    suspicion.done = wrong == WRONG_ZERO || wrong == WRONG_LOCAL_MISSING || uneven ? IQ_SILENT : IQ_ERROR;
    suspicion.explain = explain_dimensions;
    iq_suspect(&suspicion);
    return true;
}

static bool check_global(const struct iq_event *event)
{
    const struct iq_cl_range *range = event->range;
    uint32_t most = range->device && range->device->dimensions ? range->device->dimensions : 3;
    if (!range->dimensions || range->dimensions > most)
        return suspect_range(event, WRONG_DIMENSIONS, "work_dim", range->dimensions, most, 0);
    if (event->call->plan->work_size >= 0 && !event->call->args[event->call->plan->work_size]) {
        bool old = range->device && range->device->version && range->device->version < 21;
        return old && suspect_range(event, WRONG_NULL, "global_work_size", 0, 0, 0);
    }
    for (uint32_t i = 0; i < range->dimensions && range->has_global; i++) {
        uint64_t sum;
        if (!range->global[i])
            return suspect_range(event, WRONG_ZERO, "global_work_size", 0, 0, i);
        if (range->has_offset && __builtin_add_overflow(range->offset[i], range->global[i] - 1, &sum))
            return suspect_range(event, WRONG_OFFSET, "global_work_offset", range->offset[i], 0, i);
    }
    return false;
}

static void check_uneven(const struct iq_event *event)
{
    const struct iq_cl_range *range = event->range;
    for (uint32_t i = 0; i < range->dimensions && range->has_global; i++)
        if (range->global[i] % range->local[i]) {
            suspect_range(event, WRONG_LOCAL_UNEVEN, "local_work_size", range->local[i], range->global[i], i);
            return;
        }
}

static void check_local(const struct iq_event *event)
{
    const struct iq_cl_range *range = event->range;
    const struct iq_cl_kernel *kernel = range->details;
    uint64_t product = 1, limit = range->device ? range->device->group_size : 0;
    if (kernel && kernel->group_size && (!limit || kernel->group_size < limit))
        limit = kernel->group_size;
    for (uint32_t i = 0; i < range->dimensions && range->has_local; i++) {
        if (!range->local[i]) {
            suspect_range(event, WRONG_LOCAL_ZERO, "local_work_size", 0, 0, i);
            return;
        }
        if (kernel && kernel->required[0] && kernel->required[i] != range->local[i]) {
            suspect_range(event, WRONG_LOCAL_REQUIRED, "local_work_size", range->local[i], kernel->required[i], i);
            return;
        }
        if (range->device && range->device->item_sizes[i] && range->local[i] > range->device->item_sizes[i]) {
            suspect_range(event, WRONG_LOCAL_ITEMS, "local_work_size", range->local[i], range->device->item_sizes[i], i);
            return;
        }
        product = __builtin_mul_overflow(product, range->local[i], &product) ? UINT64_MAX : product;
    }
    if (!range->has_local) {
        if (kernel && kernel->required[0])
            suspect_range(event, WRONG_LOCAL_MISSING, "local_work_size", 0, 0, 0);
        return;
    }
    if (limit && product > limit)
        suspect_range(event, WRONG_LOCAL_SIZE, "local_work_size", product, limit, 0);
    else
        check_uneven(event);
}

/* --- local memory, devices ---------------------------------------------------------------------------------------- */

static void explain_shared(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    unsigned long long wanted = suspicion->number[1], limit = suspicion->number[2], fixed = suspicion->number[3];
    iq_str_printf(&words->message, "%s needs %llu bytes of local memory for each work-group, the device has %llu", kernel_name(suspicion->pointer[1]), wanted,
                  limit);
    put_arg(&words->cause, suspicion->pointer[0], (uint32_t)suspicion->number[0]);
    iq_str_printf(&words->cause, " was given %llu bytes; the kernel itself declares %llu", (unsigned long long)suspicion->number[4], fixed);
    if (!call->result)
        iq_str_puts(&words->cause, "; this driver lets it through, others answer CL_OUT_OF_RESOURCES");
    iq_str_puts(&words->fix, "use smaller work-groups or tiles (CL_DEVICE_LOCAL_MEM_SIZE says how much there is)");
}

static void check_shared(const struct iq_event *event, const struct iq_cl_kernel *kernel)
{
    const struct iq_cl_device *device = event->range->device;
    uint64_t wanted = kernel->local_bytes, greatest = 0;
    uint32_t guilty = 0;
    for (uint32_t i = 0; i < kernel->arg_count; i++)
        if (kernel->args[i].kind == IQ_CL_ARG_LOCAL && kernel->args[i].set) {
            wanted += kernel->args[i].size;
            guilty = kernel->args[i].size > greatest ? i : guilty;
            greatest = kernel->args[guilty].size;
        }
    if (!greatest || !device || !device->local_bytes || wanted <= device->local_bytes)
        return;
    struct iq_suspicion suspicion = at_launch(event, "launch-shared-memory", IQ_RANK_SIZE, "kernel");
    blame_parameter(&suspicion, &kernel->args[guilty], guilty);
    suspicion.number[1] = wanted;
    suspicion.number[2] = device->local_bytes;
    suspicion.number[3] = kernel->local_bytes;
    suspicion.number[4] = greatest;
    suspicion.explain = explain_shared;
    iq_suspect(&suspicion);
}

static void explain_constant(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    put_arg(&words->message, suspicion->pointer[0], (uint32_t)suspicion->number[0]);
    iq_str_printf(&words->message, " of %s is constant memory, and its buffer is larger than the device allows", kernel_name(suspicion->pointer[1]));
    iq_str_printf(&words->cause, "the buffer has %llu bytes, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE is %llu", (unsigned long long)suspicion->number[1],
                  (unsigned long long)suspicion->number[2]);
    if (!call->result)
        iq_str_puts(&words->cause, "; this driver lets it through, others refuse the launch or read something else behind that");
    iq_str_puts(&words->fix, "declare the parameter `global const`, or give it a smaller buffer");
}

static void check_constant(const struct iq_event *event, const struct iq_cl_kernel *kernel)
{
    const struct iq_cl_device *device = event->range->device;
    for (uint32_t i = 0; device && device->constant_bytes && i < kernel->arg_count; i++) {
        const struct iq_cl_arg *arg = &kernel->args[i];
        bool named = arg->constant && arg->kind == IQ_CL_ARG_MEMORY && arg->set && arg->value && !arg->by_address;
        const struct iq_handle *handle = named ? iq_handle_find(IQ_KIND_CL_BUFFER, arg->value) : NULL;
        const struct iq_memobj *memory = iq_memobj_of(handle);
        if (!memory || iq_handle_is_dead(handle) || memory->size <= device->constant_bytes)
            continue;
        struct iq_suspicion suspicion = at_launch(event, "launch-resources", IQ_RANK_SIZE, "kernel");
        blame_parameter(&suspicion, arg, i);
        suspicion.object = iq_object_of_handle(handle);
        suspicion.number[1] = memory->size;
        suspicion.number[2] = device->constant_bytes;
        suspicion.done = IQ_WARNING;
        suspicion.explain = explain_constant;
        iq_suspect(&suspicion);
        return;
    }
}

static void explain_device(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    const struct iq_cl_device *device = suspicion->pointer[0];
    iq_str_printf(&words->message, "%s of %s was not built for the device of command_queue", iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_str_printf(&words->cause, "its program was built for %llu device%s of the context, but not for %s", (unsigned long long)suspicion->number[1],
                  suspicion->number[1] == 1 ? "" : "s", device->name);
    iq_str_puts(&words->fix, "build the program for all devices (device_list NULL), or enqueue on a queue of a device that it was built for");
}

static bool is_built_for(const struct iq_cl_program *program, uint64_t device)
{
    for (uint32_t i = 0; i < program->device_count; i++)
        if (program->devices[i] == device)
            return true;
    return false;
}

/* What was built for a device runs on its parts, too; doubt about one counts as such. */
static bool is_built_for_parent(const struct iq_cl_program *program, const struct iq_cl_device *device)
{
    for (int depth = 0; depth < PARENTS && device->parent; depth++) {
        const struct iq_handle *parent = iq_handle_find(IQ_KIND_CL_DEVICE, device->parent);
        if (is_built_for(program, device->parent) || !iq_cl_device_of(parent))
            return true;
        device = iq_cl_device_of(parent);
    }
    return false;
}

static void check_device(const struct iq_event *event, const struct iq_cl_kernel *kernel)
{
    const struct iq_cl_program *program = iq_cl_program_of(kernel->program);
    const struct iq_cl_queue *queue = iq_cl_queue_of(event->range->queue);
    if (!program || !program->device_count || !queue || !queue->device || !event->range->device)
        return;
    if (__builtin_expect(is_built_for(program, queue->device->value), 1) || is_built_for_parent(program, event->range->device))
        return;
    struct iq_suspicion suspicion = at_launch(event, "launch-wrong-device", IQ_RANK_FOREIGN, "kernel");
    suspicion.pointer[0] = event->range->device;
    suspicion.number[1] = program->device_count;
    suspicion.contain = INVALID_EXECUTABLE;
    suspicion.related[0].what = "the program was built here";
    suspicion.related[0].mark = program->built;
    suspicion.explain = explain_device;
    iq_suspect(&suspicion);
}

static void check_range(const struct iq_event *event)
{
    const struct iq_cl_kernel *kernel = event->range->details;
    if (kernel && kernel->known) {
        check_unset(event, kernel);
        check_freed(event, kernel);
        check_freed_unnamed(event, kernel);
        check_shared(event, kernel);
        check_constant(event, kernel);
        check_device(event, kernel);
        check_images(event, kernel);
        check_access(event, kernel);
    }
    if (!check_global(event))
        check_local(event);
}

static const struct iq_subscription subscriptions[] = {
    { IQ_BIT(ARGUMENT), IQ_PHASE_BEFORE, check_setting, NULL },
    { IQ_BIT(CALL), IQ_PHASE_FAILED, check_refused_size, sets_argument },
    { IQ_BIT(RANGE), IQ_PHASE_BEFORE, check_range, NULL },
};
const struct iq_rule_family iq_rules_cl_kernel = { "OpenCL kernels", subscriptions, IQ_COUNT_OF(subscriptions) };
