/* Boxes in the copies of CUDA that failed: what their structs or arguments say, against the arrays
 * and the memory that they go to and from. */
#include "api_cuda/boxes.h"

#include <stdio.h>
#include <string.h>

#include "abi/cudart_abi.h"
#include "api_cuda/copies.h"
#include "call/send.h"
#include "call/walk.h"
#include "model/handle.h"
#include "model/names.h"
#include "order/box.h"
#include "process/hostmem.h"

enum { ELEMENTS = 64 };

/* One side of a copy.  Coordinates in arrays are in elements or in bytes, as the API counts
 * them. */
struct copy_side {
    uint64_t array, at[3];
    uint64_t address; /* of the first byte; 0: it is an array */
    /* bytes from row to row, rows from slice to slice; 0: without gaps */
    uint64_t pitch, rows;
    bool both; /* an array and an address are given */
};

struct copy {
    int arg;                  /* leads to the struct */
    char prefix[72];          /* "p->", "nodeParams->memcpy.copyParams." */
    struct copy_side side[2]; /* source, target */
    uint64_t size[3];
    const char *size_name[3], *pitch_name[2], *const *at_name[2];
    bool bytes;    /* widths at arrays are in bytes */
    bool elements; /* row lengths are in elements where an array takes part */
    uint32_t kind; /* cudaMemcpyKind */
};

static void set_names(struct copy *copy, bool runtime)
{
    static const char *const names[2][3] = { { "WidthInBytes", "Height", "Depth" },
                                             { "extent.width", "extent.height", "extent.depth" } };
    static const char *const at_names[2][2][3] = {
        { { "srcXInBytes", "srcY", "srcZ" }, { "dstXInBytes", "dstY", "dstZ" } },
        { { "srcPos.x", "srcPos.y", "srcPos.z" }, { "dstPos.x", "dstPos.y", "dstPos.z" } }
    };
    memcpy(copy->size_name, names[runtime], sizeof copy->size_name);
    copy->pitch_name[0] = runtime ? "srcPtr.pitch" : "srcPitch";
    copy->pitch_name[1] = runtime ? "dstPtr.pitch" : "dstPitch";
    copy->at_name[0] = at_names[runtime][0];
    copy->at_name[1] = at_names[runtime][1];
    copy->bytes = !runtime;
    copy->kind = IQ_NO_COPY_KIND;
}

static bool read_runtime(struct copy *copy, uint64_t address, bool peer)
{
    struct iq_runtime_3d params = { .kind = IQ_NO_COPY_KIND };
    struct iq_runtime_3d_peer between;
    if (!iq_hostmem_copy(address, peer ? (void *)&between : &params,
                         peer ? sizeof between : sizeof params))
        return false;
    if (peer) {
        params.src = between.src.side;
        params.dst = between.dst.side;
        memcpy(params.size, between.size, sizeof params.size);
    }
    const struct iq_runtime_side *sides[] = { &params.src, &params.dst };
    bool array = params.src.array || params.dst.array;
    set_names(copy, true);
    memcpy(copy->size, params.size, sizeof copy->size);
    copy->kind = params.kind;
    for (int i = 0; i < 2; i++) {
        const struct iq_runtime_side *from = sides[i];
        struct copy_side *to = &copy->side[i];
        *to = (struct copy_side){ .array = from->array,
                                  .at = { from->at[0], from->at[1], from->at[2] },
                                  .pitch = from->pitch,
                                  .rows = from->ysize,
                                  .both = from->array && from->address };
        if (!from->array && from->address)
            to->address = from->address + (from->at[2] * from->ysize + from->at[1]) * from->pitch +
                          (array ? 0 : from->at[0]);
    }
    return true;
}

static bool read_driver(struct copy *copy, uint64_t address, bool flat)
{
    struct iq_driver_3d params = { .size = { 0, 0, 1 } };
    struct iq_driver_2d rectangle;
    if (!iq_hostmem_copy(address, flat ? (void *)&rectangle : &params,
                         flat ? sizeof rectangle : sizeof params))
        return false;
    for (int i = 0; flat && i < 2; i++) {
        const struct iq_driver_side *from = i ? &rectangle.dst : &rectangle.src;
        *(i ? &params.dst : &params.src) =
            (struct iq_driver_side3){ .at = { from->at[0], from->at[1], 0 },
                                      .type = from->type,
                                      .host = from->host,
                                      .device = from->device,
                                      .array = from->array,
                                      .pitch = from->pitch };
    }
    if (flat)
        memcpy(params.size, rectangle.size, sizeof rectangle.size);
    set_names(copy, false);
    memcpy(copy->size, params.size, sizeof copy->size);
    for (int i = 0; i < 2; i++) {
        const struct iq_driver_side3 *from = i ? &params.dst : &params.src;
        struct copy_side *to = &copy->side[i];
        uint64_t start = from->type == IQ_COPY_HOST ? from->host : from->device;
        uint64_t pitch = from->pitch ? from->pitch : params.size[0] + from->at[0],
                 rows = from->height ? from->height : params.size[1] + from->at[1];
        *to = (struct copy_side){ .at = { from->at[0], from->at[1], from->at[2] },
                                  .pitch = from->pitch,
                                  .rows = from->height };
        if (from->type == IQ_COPY_ARRAY)
            to->array = from->array;
        else if (start)
            to->address = start + (from->at[2] * rows + from->at[1]) * pitch + from->at[0];
    }
    return true;
}

/* An element of a batch: coordinates and row lengths in elements if an array takes part, else in
 * bytes. */
static bool read_operation(struct copy *copy, uint64_t address)
{
    struct iq_batch_box op;
    if (!iq_hostmem_copy(address, &op, sizeof op))
        return false;
    set_names(copy, true);
    memcpy(copy->size, op.size, sizeof copy->size);
    copy->pitch_name[0] = "src.op.ptr.rowLength";
    copy->pitch_name[1] = "dst.op.ptr.rowLength";
    copy->elements = true;
    for (int i = 0; i < 2; i++) {
        struct copy_side *to = &copy->side[i];
        const struct iq_operand *from = i ? &op.dst : &op.src;
        if (from->type == IQ_OPERAND_ARRAY)
            *to = (struct copy_side){ .array = from->pointer_or_array,
                                      .at = { from->rest[0], from->rest[1], from->rest[2] } };
        else if (from->type == IQ_OPERAND_POINTER)
            *to = (struct copy_side){ .address = from->pointer_or_array,
                                      .pitch = from->rest[0],
                                      .rows = from->rest[1] };
    }
    return true;
}

/* The array with this handle, if it lives and the size of its elements is known; else NULL. */
static const struct iq_handle *array_of(uint64_t value)
{
    const struct iq_handle *handle = value ? iq_handle_find(IQ_KIND_ARRAY, value) : NULL;
    bool known = handle && handle->kind == IQ_KIND_ARRAY && !iq_handle_is_dead(handle) &&
                 handle->extent && handle->extent->element_bytes;
    return known ? handle : NULL;
}

static struct iq_box_access access_of(const struct iq_box *box, int arg)
{
    struct iq_box_access access = iq_box_access_of(box);
    access.format.arg = arg;
    access.is_pitched = true;
    return access;
}

static void set_array(struct iq_box_access *access, const struct iq_handle *array, bool in_bytes)
{
    const struct iq_extent *extent = array->extent;
    access->object = array;
    access->thing = IQ_BOX_ARRAY;
    access->dimensions = extent->depth ? 3 : extent->height ? 2 : 1;
    access->extent[0] = in_bytes ? extent->width * extent->element_bytes : extent->width;
    access->extent[1] = extent->height ? extent->height : 1;
    access->extent[2] = extent->depth ? extent->depth : 1;
    access->in_bytes = in_bytes;
    access->element_bytes = extent->element_bytes;
}

/* The memory at [address]: the box lies in it from there on. */
static void set_memory(struct iq_box_access *access, struct iq_box *box, struct iq_range *range,
                       uint64_t address)
{
    if (!iq_range_find(address, range) || !range->size)
        return;
    access->range = range;
    access->bytes = range->size;
    box->first = iq_box_plus(box->first, address - range->base);
    box->end = iq_box_plus(box->end, address - range->base);
}

/* Side [i]; [unit]: bytes of what the width counts, 0: not known. */
static struct iq_box_access side_of(const struct copy *copy, int i, const struct iq_handle *array,
                                    uint64_t unit, struct iq_box *box, struct iq_range *range)
{
    const struct copy_side *side = &copy->side[i];
    uint64_t row = copy->size[0] * unit, scale = copy->elements && unit ? unit : 1;
    bool one_row = copy->size[1] < 2 && copy->size[2] < 2;
    *box = (struct iq_box){ .arg = copy->arg,
                            .origin_arg = -1,
                            .region_arg = -1,
                            .row_arg = -1,
                            .slice_arg = -1,
                            .readable = true,
                            .unit = array ? 1 : unit,
                            .region = { copy->size[0], copy->size[1], copy->size[2] } };
    struct iq_box_access access = access_of(box, copy->arg);
    access.thing = i ? IQ_BOX_DESTINATION : IQ_BOX_SOURCE;
    access.prefix = copy->prefix;
    access.is_source = !i;
    access.is_ambiguous = side->both;
    for (int k = 0; k < 3; k++)
        access.size[k] = (struct iq_box_name){ copy->arg, copy->size_name[k] };
    if (array) {
        set_array(&access, array, copy->bytes);
        memcpy(box->origin, side->at, sizeof box->origin);
        access.format.member = "dstArray";
        access.says_host = copy->kind < IQ_NO_COPY_KIND &&
                           (i ? copy->kind == 0 || copy->kind == 2 : copy->kind < 2);
        access.kind = copy->kind;
        return access;
    }
    box->row_given = one_row ? 0 : side->pitch;
    access.row = (struct iq_box_name){ copy->arg, copy->pitch_name[i] };
    access.row_least = row / scale;
    access.pitch_unit = scale > 1 ? IQ_BOX_ELEMENTS : IQ_BOX_BYTES;
    /* the lengths of rows in a batch are 0 where there are no gaps */
    access.needs_row = !copy->elements && !one_row;
    access.row_most = copy->elements ? 0 : IQ_CUDA_LONGEST_PITCH;
    for (int k = 0; k < 3; k++) {
        access.offset[k] = side->at[k];
        access.offset_name[k] = (struct iq_box_name){ copy->arg, copy->at_name[i][k] };
    }
    box->row_pitch = side->pitch ? side->pitch * scale : row;
    box->slice_pitch = (side->rows ? side->rows : copy->size[1]) * box->row_pitch;
    iq_box_measure(box);
    set_memory(&access, box, range, side->address);
    return access;
}

static void send(struct iq_call *call, const struct copy *copy)
{
    const struct iq_handle *arrays[2] = { array_of(copy->side[0].array),
                                          array_of(copy->side[1].array) },
                           *any = arrays[0] ? arrays[0] : arrays[1];
    bool with_array = copy->side[0].array || copy->side[1].array;
    uint64_t unit = !copy->bytes && with_array ? any ? any->extent->element_bytes : 0 : 1;
    struct iq_box boxes[2];
    struct iq_range ranges[2];
    struct iq_box_access sides[2];
    for (int k = 0; k < 3; k++)
        if ((int64_t)copy->size[k] <= 0)
            return;
    for (int i = 0; i < 2; i++)
        sides[i] = side_of(copy, i, arrays[i], unit, &boxes[i], &ranges[i]);
    if (arrays[0] && arrays[1])
        sides[1].from = &sides[0];
    for (int i = 0; i < 2; i++)
        if (arrays[i] || copy->side[i].address || copy->side[i].both)
            iq_box_access_send(call, IQ_PHASE_FAILED, copy->arg, &sides[i]);
}

/* The struct that [arg] points to, if it describes a copy. */
static bool read_struct(const struct iq_call *call, int arg, struct copy *copy)
{
    const char *type = call->entry->args[arg].type, *inside = "";
    uint64_t address = call->args[arg];
    uint32_t node;
    bool runtime = call->entry->api == IQ_API_CUDART,
         any = iq_is_type(type, runtime ? "cudaGraphNodeParams" : "CUgraphNodeParams");
    if (!address || !strchr(type, '*'))
        return false;
    if (any && (!iq_hostmem_copy(address, &node, sizeof node) || node != IQ_NODE_IS_COPY))
        return false;
    if (any) {
        address += IQ_NODE_COPY;
        inside = "memcpy.copyParams.";
    }
    *copy = (struct copy){ .arg = arg };
    snprintf(copy->prefix, sizeof copy->prefix, "%s->%s", call->entry->args[arg].name, inside);
    if (runtime)
        return (any || iq_is_type(type, "cudaMemcpy3DParms"))
                   ? read_runtime(copy, address, false)
                   : iq_is_type(type, "cudaMemcpy3DPeerParms") && read_runtime(copy, address, true);
    if (iq_is_type(type, "CUDA_MEMCPY2D"))
        return read_driver(copy, address, true);
    return (any || iq_is_type(type, "CUDA_MEMCPY3D") || iq_is_type(type, "CUDA_MEMCPY3D_PEER")) &&
           read_driver(copy, address, false);
}

/* (number, operations, ...) */
static void send_batch(struct iq_call *call)
{
    for (uint64_t i = 0; i < call->args[0] && i < ELEMENTS; i++) {
        struct copy copy = { .arg = 1 };
        snprintf(copy.prefix, sizeof copy.prefix, "%s[%u].", call->entry->args[1].name,
                 (unsigned)i);
        if (read_operation(&copy, call->args[1] + i * sizeof(struct iq_batch_box)))
            send(call, &copy);
    }
}

/* --- copies whose numbers are arguments
 * --------------------------------------------------------------------------- */

/* The argument whose name has [word] in it, of those that belong to the array ("wOffset",
 * "wOffsetDst", "dstOffset"). */
static int offset_of(const struct iq_call *call, const char *word, int array_arg)
{
    bool target = !strncmp(call->entry->args[array_arg].name, "dst", 3);
    int found = -1;
    for (int i = 0; i < call->entry->arg_count; i++) {
        const char *name = call->entry->args[i].name;
        if (strstr(name, word) && !strstr(name, target ? "Src" : "Dst") &&
            strncmp(name, target ? "src" : "dst", 3))
            found = i;
    }
    return found;
}

static uint64_t value_of(const struct iq_call *call, int arg)
{
    return arg < 0 ? 0 : call->args[arg];
}

/* Of bytes in row order: a number of bytes and of rows; or of bytes alone, within the first row. */
static void set_flat_origin(const struct iq_call *call, int array_arg, struct iq_box_access *access,
                            struct iq_box *box)
{
    int x = offset_of(call, "wOffset", array_arg), y = offset_of(call, "hOffset", array_arg);
    uint64_t bytes;
    if (x < 0)
        x = offset_of(call, "Offset", array_arg);
    box->origin[0] = value_of(call, x);
    access->origin.arg = y >= 0 && value_of(call, y) >= access->extent[1] ? y : x;
    if (y >= 0 && (__builtin_mul_overflow(value_of(call, y), access->extent[0], &bytes) ||
                   __builtin_add_overflow(box->origin[0], bytes, &box->origin[0])))
        box->origin[0] = UINT64_MAX; /* outside in any case */
    access->first_row = y < 0 && access->extent[1] > 1;
    if (access->first_row)
        return;
    access->extent[0] *= access->extent[1];
    access->dimensions = 1;
}

/* cudaMemcpy2DToArray and its kin: offsets and widths in bytes; ToArray and FromArray: a number of
 * bytes in row order.  The driver's have one offset, and stay in the first row. */
static void send_array(struct iq_call *call, int array_arg)
{
    int width = iq_entry_arg_named(call->entry, "width"),
        height = iq_entry_arg_named(call->entry, "height");
    int count =
        iq_entry_arg_named(call->entry, call->entry->api == IQ_API_CUDA ? "ByteCount" : "count");
    int at_x = offset_of(call, "wOffset", array_arg), at_y = offset_of(call, "hOffset", array_arg);
    const struct iq_handle *array = array_of(call->args[array_arg]);
    bool flat = width < 0 || at_x < 0;
    if (!array || (flat && count < 0))
        return;
    struct iq_box box = { .arg = array_arg,
                          .origin_arg = -1,
                          .region_arg = -1,
                          .row_arg = -1,
                          .slice_arg = -1,
                          .readable = true,
                          .unit = 1,
                          .region = { 1, 1, 1 } };
    struct iq_box_access access = access_of(&box, array_arg);
    set_array(&access, array, true);
    if (!flat) {
        box.origin[0] = value_of(call, at_x);
        box.origin[1] = value_of(call, at_y);
        box.region[0] = call->args[width];
        box.region[1] = height < 0 ? 1 : call->args[height];
    } else {
        box.region[0] = call->args[count];
        set_flat_origin(call, array_arg, &access, &box);
    }
    access.size[0].arg = flat ? count : width;
    access.size[1].arg = access.size[2].arg = flat ? count : height;
    if (box.region[0] && box.region[1])
        iq_box_access_send(call, IQ_PHASE_FAILED, array_arg, &access);
}

void iq_cuda_boxes_send(struct iq_call *call)
{
    const struct iq_entry *entry = call->entry;
    struct copy copy;
    if (entry->api > IQ_API_CUDART ||
        (call->result != CUDA_ERROR_INVALID_VALUE && call->result != cudaErrorInvalidPitchValue))
        return;
    for (int i = 0; i < entry->arg_count; i++)
        if (entry->args[i].kind == IQ_KIND_ARRAY && entry->args[i].role == IQ_ROLE_USE &&
            !strchr(entry->args[i].name, '>'))
            send_array(call, i);
    if (entry->operation == IQ_OP_COPY_BATCH) {
        send_batch(call);
        return;
    }
    for (int arg = 0; arg < entry->arg_count; arg++)
        if (entry->args[arg].role == IQ_ROLE_PARAMS && read_struct(call, arg, &copy)) {
            send(call, &copy);
            return;
        }
}

/* --- textures over pitched memory
 * ---------------------------------------------------------------------------------- */

void iq_cuda_boxes_send_pitched(struct iq_call *call, int arg, const struct iq_pitched *pitched)
{
    struct iq_range range;
    struct iq_box box = { .arg = arg,
                          .origin_arg = -1,
                          .region_arg = -1,
                          .row_arg = -1,
                          .slice_arg = -1,
                          .readable = true,
                          .unit = pitched->texel_bytes,
                          .region = { pitched->width, pitched->height, 1 },
                          .row_given = pitched->pitch,
                          .row_pitch = pitched->pitch };
    struct iq_box_access access = access_of(&box, arg);
    char prefix[64];
    snprintf(prefix, sizeof prefix, "%s->res.pitch2D.", call->entry->args[arg].name);
    access.prefix = prefix;
    access.thing = IQ_BOX_POINTER;
    access.size[0] = access.size[2] = (struct iq_box_name){ arg, "width" };
    access.size[1] = (struct iq_box_name){ arg, "height" };
    access.row = (struct iq_box_name){ arg, "pitchInBytes" };
    access.row_least = pitched->width * pitched->texel_bytes;
    access.done = IQ_WARNING; /* no driver may like it, and an H100 takes it */
    iq_box_measure(&box);
    set_memory(&access, &box, &range, pitched->address);
    if (pitched->width && pitched->height && pitched->texel_bytes)
        iq_box_access_send(call, IQ_PHASE_BEFORE, arg, &access);
}
