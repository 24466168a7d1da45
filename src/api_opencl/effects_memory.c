/* Buffers, parts of them, images and pipes: what they are made of. */
#include <string.h>

#include "api_opencl/driver.h"
#include "api_opencl/format.h"
#include "api_opencl/guarded.h"
#include "api_opencl/objects.h"
#include "api_opencl/port.h"
#include "call/core.h"
#include "call/rule.h"
#include "call/send.h"
#include "model/pixels.h"
#include "order/box.h"
#include "process/hostheap.h"
#include "process/peek.h"

void iq_fx_cl_buffer(struct iq_call *call, int phase);
void iq_fx_cl_sub_buffer(struct iq_call *call, int phase);
void iq_fx_cl_image(struct iq_call *call, int phase);
void iq_fx_cl_image_old(struct iq_call *call, int phase);
void iq_fx_cl_pipe(struct iq_call *call, int phase);
void iq_fx_cl_release_memory(struct iq_call *call, int phase);

static void tell(struct iq_call *call, const struct iq_making *making)
{
    struct iq_event event = { .verb = IQ_VERB_CREATE,
                              .phase = IQ_PHASE_BEFORE,
                              .call = call,
                              .arg = -1,
                              .kind = IQ_KIND_CL_MEM,
                              .create.making = making };
    iq_rule_dispatch(&event);
}

/* The access of a buffer or image without such flags is the one that the specification names. */
static uint64_t with_defaults(uint64_t flags)
{
    return flags & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY)
               ? flags
               : flags | CL_MEM_READ_WRITE;
}

static void use_host_block(struct iq_memobj *memory, uint64_t host_ptr)
{
    struct iq_hostheap_block block;
    memory->host_ptr = host_ptr;
    if (iq_hostheap_find(host_ptr, &block) != IQ_HOSTHEAP_LIVE ||
        !iq_hostheap_certainly_live(&block))
        return;
    memory->host_block = block.base;
    memory->host_block_made = block.allocated;
}

/* [like]: what is known already; NULL nothing. */
static struct iq_memobj *made(struct iq_call *call, uint64_t flags, uint64_t host_ptr,
                              const struct iq_memobj *like)
{
    struct iq_handle *handle = iq_cl_made(call, sizeof(struct iq_memobj), IQ_CL_KEEP);
    struct iq_memobj *memory = handle ? handle->details : NULL;
    if (!memory)
        return NULL;
    if (like)
        *memory = *like;
    memory->flags = with_defaults(flags);
    if (flags & CL_MEM_USE_HOST_PTR)
        use_host_block(memory, host_ptr);
    memory->copied_host_ptr = flags & CL_MEM_COPY_HOST_PTR;
    return memory;
}

void iq_fx_cl_buffer(struct iq_call *call, int phase)
{
    struct iq_making making = { .flags_arg = iq_cl_arg_named(call, "flags"),
                                .size_arg = iq_cl_arg_named(call, "size"),
                                .host_arg = iq_cl_arg_named(call, "host_ptr"),
                                .owner = iq_cl_object(call, 0) };
    making.flags = call->args[making.flags_arg];
    making.host_ptr = call->args[making.host_arg];
    making.bytes = making.host_bytes = call->args[making.size_arg];
    if (phase == IQ_EFFECTS_CHECK) {
        tell(call, &making);
        return;
    }
    struct iq_memobj *memory = phase == IQ_EFFECTS_AFTER && !call->result
                                   ? made(call, making.flags, making.host_ptr, NULL)
                                   : NULL;
    if (!memory)
        return;
    memory->size = making.bytes;
    memory->plain = !(making.flags & (CL_MEM_USE_HOST_PTR | CL_MEM_HOST_WRITE_ONLY |
                                      CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS));
}

/* Bytes of [object]; what the numbers are called is up to the caller. */
static struct iq_box_access access_to(const struct iq_handle *object, struct iq_box *box,
                                      const char *prefix)
{
    const struct iq_memobj *memory = iq_memobj_of(object);
    struct iq_box_access access = iq_box_access_of(box);
    access.object = object;
    access.thing = IQ_BOX_BUFFER;
    access.prefix = prefix;
    access.bytes = memory ? memory->size : 0;
    access.linear = true;
    return access;
}

static void send_part(struct iq_call *call, const struct iq_making *making)
{
    struct iq_box box = { .region_arg = -1,
                          .origin_arg = -1,
                          .readable = true,
                          .unit = 1,
                          .origin = { making->offset, 0, 0 },
                          .region = { making->bytes, 1, 1 } };
    struct iq_box_access access = access_to(making->owner, &box, "buffer_create_info->");
    access.origin = (struct iq_box_name){ making->part_arg, "origin" };
    access.size[0] = access.size[1] = access.size[2] =
        (struct iq_box_name){ making->part_arg, "size" };
    iq_box_measure(&box);
    if (making->bytes)
        iq_box_access_send(call, IQ_PHASE_BEFORE, making->part_arg, &access);
}

/* Rows in memory of the host, or an image over a buffer. */
static void send_rows(struct iq_call *call, const struct iq_making *making)
{
    const struct iq_memobj *image = &making->image, *under = iq_memobj_of(making->from);
    bool described = making->desc_arg >= 0;
    struct iq_box box = { .region_arg = -1,
                          .origin_arg = -1,
                          .readable = true,
                          .unit = image->element_bytes,
                          .region = { image->extent[0], image->extent[1], image->extent[2] },
                          .row_given = making->row_given,
                          .row_pitch = image->row_pitch,
                          .end = making->bytes };
    struct iq_box_access access = access_to(making->from, &box, described ? "image_desc->" : NULL);
    access.row = described ? (struct iq_box_name){ making->desc_arg, "image_row_pitch" }
                           : (struct iq_box_name){ iq_cl_arg_named(call, "image_row_pitch"), NULL };
    access.size[0] = (struct iq_box_name){ making->desc_arg, "image_width" };
    access.size[1] = access.size[2] =
        (struct iq_box_name){ making->desc_arg, image->type == CL_MEM_OBJECT_IMAGE1D_BUFFER
                                                    ? "image_width"
                                                    : "image_height" };
    if (under && under->dimensions)
        access.bytes = 0;
    bool whole = making->has_image && box.region[0] && box.region[1] && box.region[2];
    if (whole && !__builtin_mul_overflow(box.region[0], box.unit, &access.row_least) &&
        (box.row_given || access.bytes))
        iq_box_access_send(call, IQ_PHASE_BEFORE, access.row.arg, &access);
}

void iq_fx_cl_sub_buffer(struct iq_call *call, int phase)
{
    struct iq_handle *parent = iq_cl_object(call, 0);
    const struct iq_memobj *whole = iq_memobj_of(parent);
    cl_buffer_region region = { 0 };
    bool readable = call->args[2] == CL_BUFFER_CREATE_TYPE_REGION && call->args[3] &&
                    iq_peek(&region, (uintptr_t)call->args[3], sizeof region, false);
    if (phase == IQ_EFFECTS_CHECK && readable && whole) {
        struct iq_making making = { .flags_arg = 1,
                                    .size_arg = -1,
                                    .host_arg = -1,
                                    .part_arg = 3,
                                    .flags = call->args[1],
                                    .owner = parent,
                                    .whole = whole,
                                    .offset = region.origin,
                                    .bytes = region.size };
        tell(call, &making);
        send_part(call, &making);
    }
    if (phase != IQ_EFFECTS_AFTER || call->result || !readable)
        return;
    struct iq_handle *handle = iq_cl_made(call, sizeof(struct iq_memobj), IQ_CL_KEEP);
    struct iq_memobj *part = handle ? handle->details : NULL;
    if (!part)
        return;
    const uint64_t access = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
    const uint64_t host = CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
    uint64_t flags = call->args[1], inherited = whole ? whole->flags : CL_MEM_READ_WRITE;
    part->flags = (flags & access ? flags & access : inherited & access) |
                  (flags & host ? flags & host : inherited & host) |
                  (inherited & CL_MEM_USE_HOST_PTR);
    part->size = region.size;
    part->offset = region.origin;
    part->host_ptr = whole && whole->host_ptr ? whole->host_ptr + region.origin : 0;
    part->host_block = whole ? whole->host_block : 0;
    part->host_block_made = whole ? whole->host_block_made : 0;
    part->is_part = true;
}

/* What an image description and a format say, with what the specification derives from them. */
static void fill_image(struct iq_making *making, const cl_image_format *format,
                       const cl_image_desc *desc)
{
    struct iq_memobj *image = &making->image;
    image->type = desc->image_type;
    image->order = format->image_channel_order;
    image->channel = format->image_channel_data_type;
    image->levels = desc->num_mip_levels;
    image->type_name = iq_cl_image_type_name(desc->image_type);
    image->order_name = iq_cl_order_name(image->order);
    image->channel_name = iq_cl_channel_name(image->channel);
    image->element_bytes = iq_cl_element_bytes(image->order, image->channel);
    image->byte_channels = image->channel == CL_SNORM_INT8 || image->channel == CL_UNORM_INT8 ||
                           image->channel == CL_SIGNED_INT8 || image->channel == CL_UNSIGNED_INT8;
    image->dimensions = iq_cl_image_dimensions(desc->image_type);
    bool layers1 = desc->image_type == CL_MEM_OBJECT_IMAGE1D_ARRAY,
         layers2 = desc->image_type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
    image->extent[0] = desc->image_width;
    image->extent[1] = layers1                 ? desc->image_array_size
                       : image->dimensions > 1 ? desc->image_height
                                               : 1;
    image->extent[2] = layers2                 ? desc->image_array_size
                       : image->dimensions > 2 ? desc->image_depth
                                               : 1;
    image->layers_by_slice = layers1;
    making->row_given = desc->image_row_pitch;
    making->slice_given = desc->image_slice_pitch;
    image->row_pitch =
        making->row_given ? making->row_given : image->extent[0] * image->element_bytes;
    image->slice_pitch = making->slice_given ? making->slice_given
                         : layers1           ? image->row_pitch
                                             : image->row_pitch * image->extent[1];
    if (layers1)
        making->host_bytes = image->slice_pitch * image->extent[1];
    else if (image->dimensions > 2)
        making->host_bytes = image->slice_pitch * image->extent[2];
    else
        making->host_bytes = image->row_pitch * image->extent[1];
    making->bytes = making->host_bytes;
    making->has_image = image->dimensions != 0;
}

/* An image of bytes that begins with what is in memory of the host. */
static void check_pixels(struct iq_call *call, const struct iq_making *making)
{
    struct iq_pixels pixels = { .format = making->image.channel_name,
                                .needed = making->host_bytes };
    struct iq_hostheap_block block;
    if (!making->host_ptr || !making->image.byte_channels || making->row_given ||
        !(making->flags & (CL_MEM_COPY_HOST_PTR | CL_MEM_USE_HOST_PTR)) ||
        !iq_pixels_are_floats(making->host_ptr, making->host_bytes, &pixels))
        return;
    if (iq_hostheap_find(making->host_ptr, &block) == IQ_HOSTHEAP_LIVE)
        pixels.have = block.base + block.size - making->host_ptr;
    iq_pixels_send(call, making->host_arg, NULL, &pixels);
}

static void image(struct iq_call *call, int phase, struct iq_making *making)
{
    making->owner = iq_cl_object(call, 0);
    if (phase == IQ_EFFECTS_CHECK) {
        tell(call, making);
        send_rows(call, making);
        check_pixels(call, making);
        return;
    }
    struct iq_memobj *memory = phase == IQ_EFFECTS_AFTER && !call->result
                                   ? made(call, making->flags, making->host_ptr, &making->image)
                                   : NULL;
    if (memory)
        memory->size = making->bytes;
}

void iq_fx_cl_image(struct iq_call *call, int phase)
{
    cl_image_format format;
    cl_image_desc desc;
    struct iq_making making = { .flags_arg = iq_cl_arg_named(call, "flags"),
                                .size_arg = -1,
                                .host_arg = iq_cl_arg_named(call, "host_ptr"),
                                .format_arg = iq_cl_arg_named(call, "image_format"),
                                .desc_arg = iq_cl_arg_named(call, "image_desc") };
    if (phase == IQ_EFFECTS_BEFORE || !call->args[making.format_arg] ||
        !call->args[making.desc_arg] ||
        !iq_peek(&format, (uintptr_t)call->args[making.format_arg], sizeof format, false) ||
        !iq_peek(&desc, (uintptr_t)call->args[making.desc_arg], sizeof desc, false))
        return;
    making.flags = call->args[making.flags_arg];
    making.host_ptr = call->args[making.host_arg];
    making.samples = desc.num_samples;
    making.extended = iq_cl_value(call, "properties");
    fill_image(&making, &format, &desc);
    making.from = desc.mem_object
                      ? iq_handle_find(IQ_KIND_CL_MEM, (uint64_t)(uintptr_t)desc.mem_object)
                      : NULL;
    image(call, phase, &making);
}

void iq_fx_cl_image_old(struct iq_call *call, int phase)
{
    cl_image_format format;
    int depth = iq_cl_arg_named(call, "image_depth");
    struct iq_making making = { .flags_arg = 1,
                                .size_arg = -1,
                                .host_arg = iq_cl_arg_named(call, "host_ptr"),
                                .format_arg = 2,
                                .desc_arg = -1 };
    cl_image_desc desc = { .image_type = depth < 0 ? CL_MEM_OBJECT_IMAGE2D : CL_MEM_OBJECT_IMAGE3D,
                           .image_width = iq_cl_value(call, "image_width"),
                           .image_height = iq_cl_value(call, "image_height"),
                           .image_depth = iq_cl_value(call, "image_depth"),
                           .image_row_pitch = iq_cl_value(call, "image_row_pitch"),
                           .image_slice_pitch = iq_cl_value(call, "image_slice_pitch") };
    if (phase == IQ_EFFECTS_BEFORE || !call->args[2] ||
        !iq_peek(&format, (uintptr_t)call->args[2], sizeof format, false))
        return;
    making.flags = call->args[1];
    making.host_ptr = call->args[making.host_arg];
    fill_image(&making, &format, &desc);
    image(call, phase, &making);
}

void iq_fx_cl_pipe(struct iq_call *call, int phase)
{
    if (phase == IQ_EFFECTS_AFTER && !call->result)
        made(call, call->args[1], 0, NULL);
}

/* What was mapped of it goes back to whoever allocated it. */
void iq_fx_cl_release_memory(struct iq_call *call, int phase)
{
    if (phase != IQ_EFFECTS_BEFORE || !call->found[0])
        return;
    iq_cl_port.are_over();
    iq_cl_guard_forget(call->found[0]);
}
