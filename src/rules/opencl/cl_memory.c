/* host-access-flags, bad-flags, bad-size, misaligned, range-overflow, null-pointer, bad-format:
 * memory objects of OpenCL when they are made, and what the host may do with them. */
#include <string.h>

#include "abi/opencl_abi.h"
#include "api_opencl/boxes.h"
#include "api_opencl/format.h"
#include "api_opencl/kernels.h"
#include "api_opencl/objects.h"
#include "call/plan.h"
#include "call/walk.h"
#include "process/hostheap.h"
#include "process/hostmem.h"
#include "process/peek.h"
#include "process/stack.h"
#include "rules/common/host.h"
#include "rules/rules.h"

static struct iq_suspicion about_memory(const struct iq_event *event, enum iq_rule_id rule,
                                        int rank, int arg, const char *member, uint64_t value)
{
    struct iq_suspicion suspicion = iq_suspicion_at(event, rule, rank, arg);
    suspicion.done = IQ_ERROR;
    suspicion.member = member;
    suspicion.member_value = value;
    return suspicion;
}

/* --- flags
 * ------------------------------------------------------------------------------------------
 */

static const uint64_t access_bits = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
static const uint64_t host_bits =
    CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
static const uint64_t pointer_bits = CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR;

static void put_flags(struct iq_str *text, const struct iq_call *call, int arg, uint64_t flags)
{
    const struct iq_set *set = iq_arg_set(&call->entry->args[arg]);
    bool any = false;
    for (uint32_t i = 0; set && i < set->count; i++)
        if (flags & set->members[i].value) {
            iq_str_printf(text, "%s%s", any ? " and " : "", set->members[i].name);
            flags &= ~set->members[i].value;
            any = true;
        }
}

struct explain_together {
    uint64_t flags; /* that exclude each other */
};
static void explain_together(const struct iq_suspicion *suspicion, struct iq_call *call,
                             struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s combines mutually exclusive flags",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    put_flags(&words->cause, call, suspicion->arg, IQ_EVIDENCE(explain_together, suspicion)->flags);
    iq_str_puts(&words->cause, " cannot be combined");
    iq_str_puts(&words->fix, "keep one of them");
}

static void explain_no_pointer_flag(const struct iq_suspicion *suspicion, struct iq_call *call,
                                    struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s do not say how host_ptr is used",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_str_puts(
        &words->cause,
        "host_ptr is not NULL, but neither CL_MEM_USE_HOST_PTR nor CL_MEM_COPY_HOST_PTR is set");
    iq_str_puts(&words->fix,
                "add CL_MEM_COPY_HOST_PTR to start with a copy of that memory, or pass NULL");
}

static void explain_no_pointer(const struct iq_suspicion *suspicion, struct iq_call *call,
                               struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is NULL", iq_arg_name(call, suspicion->arg),
                  call->entry->name);
    iq_str_puts(&words->cause, "CL_MEM_USE_HOST_PTR and CL_MEM_COPY_HOST_PTR need a host_ptr");
    iq_str_puts(&words->fix,
                "pass the host memory, check whether its allocation failed, or remove the flag");
}

struct explain_wider {
    uint64_t flags, whole; /* of the part, those that are wrong; and of the buffer */
};
static void explain_wider(const struct iq_suspicion *suspicion, struct iq_call *call,
                          struct iq_words *words)
{
    const struct explain_wider *evidence = IQ_EVIDENCE(explain_wider, suspicion);
    iq_str_printf(&words->message, "%s of %s allow more than the parent buffer does",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_str_puts(&words->cause, "the buffer has ");
    put_flags(&words->cause, call, suspicion->arg, evidence->whole);
    iq_str_puts(&words->cause, ", the sub-buffer requests ");
    put_flags(&words->cause, call, suspicion->arg, evidence->flags);
    iq_str_puts(&words->cause, evidence->flags & (pointer_bits | CL_MEM_ALLOC_HOST_PTR)
                                   ? "; a sub-buffer has no memory of its own"
                                   : "");
    iq_str_puts(&words->fix, "pass 0 to inherit the flags of the parent buffer");
}

static bool is_one(uint64_t bits) { return !(bits & (bits - 1)); }

static void check_flags(const struct iq_event *event, const struct iq_making *making)
{
    uint64_t flags = making->flags, wrong = 0;
    if (!is_one(flags & access_bits))
        wrong = flags & access_bits;
    else if (!is_one(flags & host_bits))
        wrong = flags & host_bits;
    else if (flags & CL_MEM_USE_HOST_PTR && flags & (CL_MEM_COPY_HOST_PTR | CL_MEM_ALLOC_HOST_PTR))
        wrong = flags & (pointer_bits | CL_MEM_ALLOC_HOST_PTR);
    struct iq_suspicion suspicion =
        about_memory(event, IQ_RULE_BAD_FLAGS, IQ_RANK_CODE + 9, making->flags_arg, NULL, 0);
    IQ_EXPLAIN(&suspicion, explain_together, .flags = wrong);
    if (wrong) {
        iq_suspect(&suspicion);
        return;
    }
    if (making->host_arg < 0 || !(flags & pointer_bits) == !making->host_ptr)
        return;
    suspicion.explain = explain_no_pointer_flag;
    if (!making->host_ptr) {
        suspicion.explain = explain_no_pointer;
        suspicion.rule = IQ_RULE_NULL_POINTER;
        suspicion.arg = making->host_arg;
        suspicion.rank = IQ_RANK_NULL;
    }
    iq_suspect(&suspicion);
}

/* A part may do less than its buffer, never more. */
static void check_part_flags(const struct iq_event *event, const struct iq_making *making)
{
    uint64_t flags = making->flags, whole = making->whole->flags,
             wrong = flags & (pointer_bits | CL_MEM_ALLOC_HOST_PTR);
    if (whole & CL_MEM_WRITE_ONLY)
        wrong |= flags & (CL_MEM_READ_WRITE | CL_MEM_READ_ONLY);
    if (whole & CL_MEM_READ_ONLY)
        wrong |= flags & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY);
    if (whole & CL_MEM_HOST_WRITE_ONLY)
        wrong |= flags & CL_MEM_HOST_READ_ONLY;
    if (whole & CL_MEM_HOST_READ_ONLY)
        wrong |= flags & CL_MEM_HOST_WRITE_ONLY;
    if (whole & CL_MEM_HOST_NO_ACCESS)
        wrong |= flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY);
    if (!wrong)
        return;
    struct iq_suspicion suspicion =
        about_memory(event, IQ_RULE_BAD_FLAGS, IQ_RANK_CODE + 9, making->flags_arg, NULL, 0);
    suspicion.object = iq_object_of_handle(making->owner);
    IQ_EXPLAIN(&suspicion, explain_wider, .flags = wrong,
               .whole = whole & (access_bits | host_bits));
    iq_suspect(&suspicion);
}

/* --- sizes
 * ------------------------------------------------------------------------------------------
 */

struct explain_limit {
    uint64_t value, limit;             /* bytes, or elements in one direction */
    const char *name;                  /* of the device's property that has .limit */
    const struct iq_cl_device *device; /* NULL: not known */
};
static void explain_limit(const struct iq_suspicion *suspicion, struct iq_call *call,
                          struct iq_words *words)
{
    const struct explain_limit *evidence = IQ_EVIDENCE(explain_limit, suspicion);
    unsigned long long value = evidence->value, limit = evidence->limit;
    const char *name = iq_guilty_name(suspicion, call);
    if (!value) {
        iq_str_printf(&words->message, "%s of %s is 0", name, call->entry->name);
        iq_str_puts(&words->cause, "a memory object has at least one byte");
        iq_str_puts(&words->fix,
                    "do not create an object for 0 bytes; check how the size is computed");
    } else {
        iq_str_printf(&words->message, "%s of %s is more than the device allows", name,
                      call->entry->name);
        iq_str_printf(&words->cause, "%llu was requested, but the limit of %s is %llu (%s)", value,
                      evidence->device ? evidence->device->name : "the device", limit,
                      evidence->name);
        if (!call->result)
            iq_str_puts(&words->cause,
                        "; the driver accepted it all the same, and may fail where it is used");
        iq_str_printf(&words->fix, "split the data into objects of at most %llu%s", limit,
                      call->result ? "; some drivers accept a larger object and fail later" : "");
    }
}

static void suspect_size(const struct iq_event *event, int arg, const char *member, uint64_t value,
                         uint64_t limit, const char *name, const struct iq_cl_device *device)
{
    struct iq_suspicion suspicion =
        about_memory(event, IQ_RULE_BAD_SIZE, IQ_RANK_SIZE, arg, member, value);
    if ((int64_t)value > 0 && event->verb == IQ_VERB_CREATE) {
        /* a smaller one will do */
        suspicion.instead = event->create.making->has_image ? IQ_KIND_CL_IMAGE : IQ_KIND_CL_BUFFER;
        /* NVIDIA's driver names less than its buffers can have as the limit */
        if (!event->create.making->has_image)
            suspicion.done = IQ_WARNING;
    }
    if ((int64_t)value < 0)
        IQ_EXPLAIN(&suspicion, iq_explain_negative, .value = value);
    else
        IQ_EXPLAIN(&suspicion, explain_limit, .value = value, .limit = limit, .name = name,
                   .device = device);
    iq_suspect(&suspicion);
}

/* The largest limit of the context's devices counts: one device that can is enough. */
static const struct iq_cl_device *best_device(struct iq_handle *owner)
{
    const struct iq_cl_context *context = iq_cl_context_of(iq_cl_context_handle(owner));
    const struct iq_cl_device *best = NULL;
    for (uint32_t i = 0; context && !context->more && i < context->device_count; i++) {
        const struct iq_cl_device *device = iq_cl_device_of(context->devices[i]);
        if (!device)
            return NULL;
        if (!best || device->alloc_bytes > best->alloc_bytes)
            best = device;
    }
    return best;
}

static void check_buffer_size(const struct iq_event *event, const struct iq_making *making)
{
    const struct iq_cl_device *device = best_device(making->owner);
    if (!making->bytes || (device && device->alloc_bytes && making->bytes > device->alloc_bytes))
        suspect_size(event, making->size_arg, NULL, making->bytes, device ? device->alloc_bytes : 0,
                     "CL_DEVICE_MAX_MEM_ALLOC_SIZE", device);
}

/* NULL is all that the call says of its failure. */
static void check_shared_size(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    int arg = iq_cl_arg_named(call, "size");
    const struct iq_cl_device *device = best_device(iq_cl_object(call, 0));
    if (call->args[arg] && device && device->alloc_bytes && call->args[arg] > device->alloc_bytes)
        suspect_size(event, arg, NULL, call->args[arg], device->alloc_bytes,
                     "CL_DEVICE_MAX_MEM_ALLOC_SIZE", device);
}

static void check_image_size(const struct iq_event *event, const struct iq_making *making)
{
    static const char *const members[] = { "image_desc->image_width", "image_desc->image_height",
                                           "image_desc->image_depth" };
    static const char layers[] = "image_desc->image_array_size";
    static const char *const old[] = { "image_width", "image_height", "image_depth" };
    const struct iq_memobj *image = &making->image;
    const struct iq_cl_device *device = best_device(making->owner);
    uint64_t limits[3] = { 0, 0, 0 };
    const char *const *names;
    static const char *const names2[] = { "CL_DEVICE_IMAGE2D_MAX_WIDTH",
                                          "CL_DEVICE_IMAGE2D_MAX_HEIGHT",
                                          "CL_DEVICE_IMAGE_MAX_ARRAY_SIZE" };
    static const char *const names3[] = { "CL_DEVICE_IMAGE3D_MAX_WIDTH",
                                          "CL_DEVICE_IMAGE3D_MAX_HEIGHT",
                                          "CL_DEVICE_IMAGE3D_MAX_DEPTH" };
    static const char *const names1[] = { "CL_DEVICE_IMAGE_MAX_BUFFER_SIZE", "", "" };
    bool box = image->type == CL_MEM_OBJECT_IMAGE3D,
         buffer = image->type == CL_MEM_OBJECT_IMAGE1D_BUFFER;
    names = box ? names3 : buffer ? names1 : names2;
    if (device && device->images) {
        memcpy(limits, device->image2d, sizeof device->image2d);
        limits[2] = device->image_array;
        if (image->layers_by_slice)
            limits[1] = device->image_array;
        if (box)
            memcpy(limits, device->image3d, sizeof device->image3d);
        if (buffer)
            limits[0] = device->image_buffer;
    }
    for (uint32_t i = 0; i < image->dimensions; i++) {
        bool over = limits[i] && image->extent[i] > limits[i];
        bool from_other = making->from && !image->extent[i];
        if ((image->extent[i] && !over) || from_other)
            continue;
        int arg = making->desc_arg >= 0 ? making->desc_arg : iq_cl_arg_named(event->call, old[i]);
        bool counts_layers =
            image->type == CL_MEM_OBJECT_IMAGE2D_ARRAY ? i == 2 : image->layers_by_slice && i == 1;
        suspect_size(event, arg,
                     making->desc_arg < 0 ? NULL
                     : counts_layers      ? layers
                                          : members[i],
                     image->extent[i], limits[i], names[i], device);
        return;
    }
}

/* --- formats
 * ------------------------------------------------------------------------------------------
 */

struct explain_format {
    uint32_t order, channel; /* of the image: cl_channel_order, cl_channel_type */
};
static void explain_format(const struct iq_suspicion *suspicion, struct iq_call *call,
                           struct iq_words *words)
{
    const struct explain_format *evidence = IQ_EVIDENCE(explain_format, suspicion);
    const char *order = iq_cl_order_name(evidence->order),
               *channel = iq_cl_channel_name(evidence->channel);
    iq_str_printf(&words->message, "%s of %s is not a valid format",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    if (order && channel)
        iq_str_printf(&words->cause, "%s cannot be combined with %s", order, channel);
    else
        iq_str_printf(&words->cause, "%s 0x%x does not exist",
                      order ? "channel type" : "channel order",
                      order ? evidence->channel : evidence->order);
    uint32_t wanted = evidence->order;
    if (wanted == CL_RGB || wanted == CL_RGBx)
        iq_str_puts(
            &words->cause,
            "; three channels exist only in packed types (CL_UNORM_SHORT_565, CL_UNORM_SHORT_555, CL_UNORM_INT_101010)");
    if (call->result && call->result != CL_IMAGE_FORMAT_NOT_SUPPORTED &&
        call->result != CL_INVALID_IMAGE_FORMAT_DESCRIPTOR)
        iq_str_printf(&words->cause, "; the driver's error %s does not say so",
                      iq_status_name(call->entry->api, call->result));
    iq_str_puts(&words->fix,
                wanted == CL_RGB || wanted == CL_RGBx
                    ? "use CL_RGBA and leave the fourth channel unused"
                    : "choose a format that clGetSupportedImageFormats lists for the context");
}

struct explain_unsupported {
    uint32_t order, channel; /* of the image: cl_channel_order, cl_channel_type */
};
static void explain_unsupported(const struct iq_suspicion *suspicion, struct iq_call *call,
                                struct iq_words *words)
{
    const struct explain_unsupported *evidence = IQ_EVIDENCE(explain_unsupported, suspicion);
    const char *order = iq_cl_order_name(evidence->order),
               *channel = iq_cl_channel_name(evidence->channel);
    iq_str_printf(&words->message, "%s of %s is not supported by this context",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_str_printf(
        &words->cause,
        "%s with %s is a valid format, but the context's devices do not support it for these flags and this image type",
        order ? order : "the order", channel ? channel : "the channel type");
    iq_str_puts(&words->fix, "choose a format that clGetSupportedImageFormats lists");
}

static void check_format(const struct iq_event *event, const struct iq_making *making)
{
    const struct iq_memobj *image = &making->image;
    struct iq_suspicion suspicion =
        about_memory(event, IQ_RULE_BAD_FORMAT, IQ_RANK_CODE + 8, making->format_arg, NULL, 0);
    IQ_EXPLAIN(&suspicion, explain_format, .order = image->order, .channel = image->channel);
    /* a driver that makes such an image has extended the list of formats */
    suspicion.done = IQ_SILENT;
    if (!iq_cl_format_exists(image->order, image->channel))
        iq_suspect(&suspicion);
}

/* Only if the driver says that it is the format.  PoCL has another code for it, which is otherwise
 * that of devices without images: their list is empty. */
static void check_unsupported(const struct iq_event *event)
{
    int arg = iq_cl_arg_named(event->call, "image_format");
    cl_image_format format;
    if ((event->result != CL_IMAGE_FORMAT_NOT_SUPPORTED && event->result != CL_INVALID_OPERATION) ||
        !event->call->args[arg] ||
        !iq_peek(&format, (uintptr_t)event->call->args[arg], sizeof format, true))
        return;
    struct iq_suspicion suspicion = iq_suspicion_at(event, IQ_RULE_BAD_FORMAT, IQ_RANK_CODE, arg);
    IQ_EXPLAIN(&suspicion, explain_unsupported, .order = format.image_channel_order,
               .channel = format.image_channel_data_type);
    suspicion.instead = IQ_KIND_CL_IMAGE;
    iq_suspect(&suspicion);
}

static bool has_format(const struct iq_entry *entry)
{
    return iq_entry_arg_named(entry, "image_format") >= 0;
}

/* --- host memory that the object is made of
 * ----------------------------------------------------------------------- */

static void check_host_memory(const struct iq_event *event, const struct iq_making *making)
{
    if (making->host_arg < 0 || !making->host_ptr || !(making->flags & pointer_bits) ||
        !making->host_bytes)
        return;
    iq_host_reads(event, making->host_arg, making->size_arg, making->host_ptr, making->host_bytes,
                  NULL);
}

/* --- parts of buffers
 * --------------------------------------------------------------------------------------------- */

static void check_part(const struct iq_event *event, const struct iq_making *making)
{
    const struct iq_cl_device *device = iq_cl_device_for(making->owner);
    uint64_t unit = device ? device->base_align_bits / 8 : 0;
    struct iq_suspicion suspicion =
        about_memory(event, IQ_RULE_MISALIGNED, IQ_RANK_RANGE, making->part_arg, NULL, 0);
    suspicion.object = iq_object_of_handle(making->owner);
    suspicion.object.size = making->whole->size;
    if (!making->bytes) {
        suspect_size(event, making->part_arg, "buffer_create_info->size", 0, 0, "", NULL);
    } else if (unit && making->offset % unit) {
        suspicion.done = IQ_WARNING;
        suspicion.member = "buffer_create_info->origin";
        suspicion.member_value = making->offset;
        IQ_EXPLAIN(
            &suspicion, iq_explain_multiple, .value = making->offset, .unit = unit,
            .reason =
                "the device requires this alignment of sub-buffers (CL_DEVICE_MEM_BASE_ADDR_ALIGN, in bits; some drivers accept others)",
            .advice = "or pass an offset to the kernel instead");
        iq_suspect(&suspicion);
    }
}

struct explain_nested_part {
    uint64_t offset; /* bytes: of the part within the whole buffer */
};
static void explain_nested_part(const struct iq_suspicion *suspicion, struct iq_call *call,
                                struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is itself a sub-buffer",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_str_printf(&words->cause, "the %s was ", suspicion->object.kind);
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_printf(&words->cause, ", at byte %llu; a sub-buffer cannot have sub-buffers",
                  (unsigned long long)IQ_EVIDENCE(explain_nested_part, suspicion)->offset);
    iq_str_puts(&words->fix,
                "create the sub-buffer from the whole buffer, with the sum of the two origins");
}

static void check_nested(const struct iq_event *event, const struct iq_making *making)
{
    struct iq_suspicion suspicion =
        about_memory(event, IQ_RULE_WRONG_TYPE_HANDLE, IQ_RANK_FOREIGN, 0, NULL, 0);
    suspicion.object = iq_object_of_handle(making->owner);
    suspicion.object.size = making->whole->size;
    IQ_EXPLAIN(&suspicion, explain_nested_part, .offset = making->whole->offset);
    iq_suspect(&suspicion);
}

static void check_making(const struct iq_event *event)
{
    const struct iq_making *making = event->create.making;
    if (making->whole) {
        if (making->whole->is_part)
            check_nested(event, making);
        check_part_flags(event, making);
        check_part(event, making);
        return;
    }
    check_flags(event, making);
    if (making->has_image) {
        check_format(event, making);
        check_image_size(event, making);
    } else if (making->size_arg >= 0)
        check_buffer_size(event, making);
    check_host_memory(event, making);
}

/* --- what the host may do
 * ----------------------------------------------------------------------------------------- */

struct explain_host_access {
    uint64_t flags; /* of the object */
    bool reads;     /* what the host does against them; else it writes */
};
static void explain_host_access(const struct iq_suspicion *suspicion, struct iq_call *call,
                                struct iq_words *words)
{
    const struct explain_host_access *evidence = IQ_EVIDENCE(explain_host_access, suspicion);
    uint64_t flags = evidence->flags;
    iq_str_printf(&words->message, "%s lets the host %s %s, whose flags forbid that",
                  call->entry->name, evidence->reads ? "read" : "write",
                  iq_arg_name(call, suspicion->arg));
    iq_str_printf(&words->cause, "the %s was ", suspicion->object.kind);
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_printf(&words->cause, " with %s",
                  flags & CL_MEM_HOST_NO_ACCESS   ? "CL_MEM_HOST_NO_ACCESS"
                  : flags & CL_MEM_HOST_READ_ONLY ? "CL_MEM_HOST_READ_ONLY"
                                                  : "CL_MEM_HOST_WRITE_ONLY");
    iq_str_puts(
        &words->cause,
        "; CL_MEM_READ_ONLY and CL_MEM_WRITE_ONLY restrict kernels, the CL_MEM_HOST flags restrict the host");
    iq_str_printf(&words->fix, "create it with %s, or move the data with a kernel or a copy",
                  flags & CL_MEM_HOST_NO_ACCESS ? "another host flag or none" : "no host flag");
}

static void check_access(const struct iq_event *event)
{
    const struct iq_memobj *memory = iq_memobj_of(event->handle);
    const struct iq_call *call = event->call;
    int role = event->role->role;
    if (!memory)
        return;
    int map = role == IQ_ROLE_MAP_OBJECT ? iq_cl_arg_named(call, "map_flags") : -1;
    bool reads = map >= 0 ? call->args[map] & CL_MAP_READ : role == IQ_ROLE_READ_OBJECT;
    bool writes = map >= 0 ? call->args[map] & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)
                           : role == IQ_ROLE_WRITE_OBJECT;
    bool no_read = memory->flags & (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS);
    bool no_write = memory->flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS);
    if (!(reads && no_read) && !(writes && no_write))
        return;
    struct iq_suspicion suspicion =
        about_memory(event, IQ_RULE_HOST_ACCESS_FLAGS, IQ_RANK_FOREIGN, event->arg, NULL, 0);
    suspicion.object = iq_object_of_handle(event->handle);
    suspicion.object.size = memory->size;
    IQ_EXPLAIN(&suspicion, explain_host_access, .flags = memory->flags, .reads = reads && no_read);
    iq_suspect(&suspicion);
}

/* --- patterns
 * ------------------------------------------------------------------------------------------
 */

struct explain_pattern {
    uint64_t size; /* bytes */
};
static void explain_pattern(const struct iq_suspicion *suspicion, struct iq_call *call,
                            struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s must be a power of two from 1 to 128 bytes",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_str_printf(&words->cause, "%llu is not the size of a scalar or vector type of OpenCL C",
                  (unsigned long long)IQ_EVIDENCE(explain_pattern, suspicion)->size);
    iq_str_puts(&words->fix, "fill with a type of such a size, or with a kernel");
}

/* Of what is written: by offset and size in a buffer, by address and size in shared memory. */
static void check_pattern(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    int pattern = call->plan->pattern_size,
        args[] = { event->handle ? event->role->offset - 1 : event->arg, event->role->size_arg };
    if (args[0] < 0 || args[1] < 0 ||
        (event->phase == IQ_PHASE_FAILED && event->result != CL_INVALID_VALUE))
        return;
    uint64_t unit = call->args[pattern];
    struct iq_suspicion suspicion =
        about_memory(event, IQ_RULE_BAD_SIZE, IQ_RANK_RANGE - 2, pattern, NULL, 0);
    if (event->handle)
        suspicion.object = iq_object_of_handle(event->handle);
    else
        suspicion.done = IQ_SILENT;
    IQ_EXPLAIN(&suspicion, explain_pattern, .size = unit);
    if (!unit || unit > IQ_MEMOBJ_PATTERN || !is_one(unit)) {
        iq_suspect(&suspicion);
        return;
    }
    for (int i = 0; i < 2; i++)
        if (call->args[args[i]] % unit) {
            suspicion.rule = IQ_RULE_MISALIGNED;
            suspicion.arg = args[i];
            IQ_EXPLAIN(&suspicion, iq_explain_multiple, .value = call->args[args[i]], .unit = unit,
                       .reason =
                           "memory can only be filled with whole patterns of pattern_size bytes");
            iq_suspect(&suspicion);
            return;
        }
}

/* --- host memory under a buffer after its end
 * ------------------------------------------------------------------------- */

struct explain_host_freed {
    const struct iq_handle *handle; /* of the memory object */
};
static void explain_host_freed(const struct iq_suspicion *suspicion, struct iq_call *call,
                               struct iq_words *words)
{
    const struct iq_handle *handle = IQ_EVIDENCE(explain_host_freed, suspicion)->handle;
    iq_str_printf(&words->message, "%s of %s uses a host block that has been freed",
                  suspicion->member ? suspicion->member : iq_arg_name(call, suspicion->arg),
                  call->entry->name);
    iq_str_printf(
        &words->cause,
        "the %s was created by %s with CL_MEM_USE_HOST_PTR: its contents are in the program's ",
        iq_kind_name(handle->kind), handle->created.entry ? handle->created.entry->name : "a call");
    iq_put_bytes(&words->cause, suspicion->object.size);
    iq_str_printf(&words->cause, " at 0x%llx, which have been freed%s",
                  (unsigned long long)suspicion->object.address,
                  suspicion->object.destroyed.stack ? "" : " and may have been reused since");
    iq_str_puts(
        &words->fix,
        "free the block after the object is released and the queue has finished, or use CL_MEM_COPY_HOST_PTR");
}

static void check_host_ptr(const struct iq_event *event, const struct iq_handle *handle, int arg,
                           const char *member)
{
    const struct iq_memobj *memory = iq_memobj_of(handle);
    struct iq_hostheap_block block;
    if (!memory || __builtin_expect(!memory->host_block, 1) ||
        !iq_hostheap_is_over(memory->host_block, memory->host_block_made,
                             memory->host_ptr + memory->size))
        return;
    /* its place has a new owner */
    if (iq_hostheap_find(memory->host_ptr, &block) != IQ_HOSTHEAP_FREED ||
        block.base != memory->host_block)
        block = (struct iq_hostheap_block){ memory->host_ptr, memory->size, memory->host_block_made,
                                            0 };
    struct iq_suspicion suspicion = about_memory(event, IQ_RULE_HOST_USE_AFTER_FREE,
                                                 IQ_RANK_DEAD + 1, arg, member, IQ_NO_VALUE);
    suspicion.object = iq_object_of_host(block.base, block.size);
    suspicion.object.state = "freed";
    suspicion.object.created.stack = iq_stack_of_caller(block.allocated);
    suspicion.object.destroyed.stack = block.freed ? iq_stack_of_caller(block.freed) : 0;
    suspicion.cause = iq_cause(IQ_CAUSE_HOST_BLOCK, memory->host_block ^ (uintptr_t)handle);
    suspicion.contain = IQ_ANSWER_ARGUMENT; /* a broken heap takes the report with it */
    IQ_EXPLAIN(&suspicion, explain_host_freed, .handle = handle);
    iq_suspect(&suspicion);
}

static void check_host_of_object(const struct iq_event *event)
{
    check_host_ptr(event, event->handle, event->arg, NULL);
}

static void check_host_of_kernel(const struct iq_event *event)
{
    const struct iq_cl_kernel *kernel = event->enqueue.range->details;
    for (uint32_t i = 0; kernel && kernel->known && i < kernel->arg_count; i++) {
        const struct iq_cl_arg *arg = &kernel->args[i];
        if (arg->set && !arg->by_address && arg->value &&
            (arg->kind == IQ_CL_ARG_MEMORY || arg->kind == IQ_CL_ARG_IMAGE))
            check_host_ptr(event, iq_handle_find(IQ_KIND_CL_MEM, arg->value),
                           event->call->plan->kernel, arg->name ? arg->name : "an argument");
    }
}

static bool is_for_host(const struct iq_entry *entry) { return entry->plan->blocking >= 0; }
static bool has_pattern(const struct iq_entry *entry) { return entry->plan->pattern_size >= 0; }

static bool allocates_shared(const struct iq_entry *entry)
{
    return entry->operation == IQ_OP_ALLOCATE_SHARED;
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(BEGIN), IQ_PHASE_BEFORE, check_shared_size, .apis = IQ_IN(OPENCL),
      .concerns = allocates_shared },
    { IQ_ON(READ) | IQ_ON(WRITE), IQ_PHASE_BEFORE, check_host_of_object, .kinds = IQ_MEMORY_OBJECTS,
      .apis = IQ_IN(OPENCL) },
    { IQ_ON(ENQUEUE), IQ_PHASE_BEFORE, check_host_of_kernel, .kinds = IQ_OF(CL_KERNEL),
      .apis = IQ_IN(OPENCL) },
    { IQ_ON(CREATE), IQ_PHASE_BEFORE, check_making, .kinds = IQ_OF(CL_MEM), .apis = IQ_IN(OPENCL) },
    { IQ_ON(BEGIN), IQ_PHASE_FAILED, check_unsupported, .apis = IQ_IN(OPENCL),
      .concerns = has_format },
    { IQ_ON(READ) | IQ_ON(WRITE), IQ_PHASE_BEFORE, check_access, .kinds = IQ_MEMORY_OBJECTS,
      .apis = IQ_IN(OPENCL), .concerns = is_for_host },
    { IQ_ON(WRITE), IQ_PHASE_BEFORE, check_pattern, .kinds = IQ_MEMORY_OBJECTS,
      .apis = IQ_IN(OPENCL), .concerns = has_pattern },
    { IQ_ON(WRITE), IQ_PHASE_FAILED, check_pattern, .kinds = IQ_ADDRESSES, .apis = IQ_IN(OPENCL),
      .concerns = has_pattern },
};
const struct iq_rule_family iq_rules_cl_memory = { "OpenCL memory", subscriptions,
                                                   IQ_COUNT_OF(subscriptions) };
