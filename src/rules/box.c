/* pitch-too-small, region-overflow, wrong-kind, bad-flags: copies and fills whose rectangle or box is described by a struct, against the
 * arrays and the memory that they go to and from.  Looked at when the call has failed. */
#include <stdio.h>
#include <string.h>

#include "core/hostmem.h"
#include "rules/rules.h"

enum { TYPE_ARRAY = 3, NODE_MEMCPY = 1, NODE_INSIDE = 32, ELEMENTS = 64, OPERAND_POINTER = 1, OPERAND_ARRAY = 2 };

/* One side of a copy.  Coordinates in arrays are in elements or in bytes, as the API counts them. */
struct side {
    uint64_t array, at[3];
    uint64_t address;               /* of the first byte; 0: it is an array */
    uint64_t pitch, rows;           /* bytes from row to row, rows from slice to slice; 0: without gaps */
    const char *pitch_name;
    bool both;                      /* an array and an address are given */
};

struct box {
    int arg;                        /* leads to the struct */
    char prefix[48];                /* "p->", "nodeParams->memcpy.copyParams." */
    struct side side[2];            /* source, target */
    uint64_t size[3];
    const char *size_name[3];
    bool bytes;                     /* widths at arrays are in bytes */
    bool runtime;
    uint32_t kind;                  /* cudaMemcpyKind; 4 where there is none */
};

/* The structs as numbers. */
struct runtime_side { uint64_t array, at[3], address, pitch, xsize, ysize; };
struct runtime_3d { struct runtime_side side[2]; uint64_t size[3]; uint32_t kind; };
struct runtime_peer { struct { struct runtime_side side; uint64_t device; } side[2]; uint64_t size[3]; };
struct driver_side_2d { uint64_t at[2]; uint32_t type, unused; uint64_t host, device, array, pitch; };
struct driver_2d { struct driver_side_2d side[2]; uint64_t size[2]; };
struct driver_side_3d { uint64_t at[3], lod; uint32_t type, unused; uint64_t host, device, array, context, pitch, height; };
struct driver_3d { struct driver_side_3d side[2]; uint64_t size[3]; };
struct operand { uint32_t type, unused; uint64_t address, rest[3]; };
struct batch_op { struct operand side[2]; uint64_t size[3]; uint32_t order, flags; };

static void set_names(struct box *box, bool runtime)
{
    static const char *const names[2][3] = { { "WidthInBytes", "Height", "Depth" }, { "extent.width", "extent.height", "extent.depth" } };
    memcpy(box->size_name, names[runtime], sizeof box->size_name);
    for (int i = 0; i < 2; i++)
        box->side[i].pitch_name = runtime ? i ? "dstPtr.pitch" : "srcPtr.pitch" : i ? "dstPitch" : "srcPitch";
    box->bytes = !runtime;
    box->runtime = runtime;
}

static void fill_runtime_side(struct side *to, const struct runtime_side *from, bool elements)
{
    to->array = from->array;
    to->both = from->array && from->address;
    memcpy(to->at, from->at, sizeof to->at);
    to->pitch = from->pitch;
    to->rows = from->ysize;
    if (!from->array && from->address)
        to->address = from->address + (from->at[2] * from->ysize + from->at[1]) * from->pitch + (elements ? 0 : from->at[0]);
}

static bool read_runtime(struct box *box, uint64_t address, bool peer)
{
    struct runtime_3d copy = { .kind = 4 };
    struct runtime_peer between;
    if (!iq_hostmem_copy(address, peer ? (void *)&between : &copy, peer ? sizeof between : sizeof copy))
        return false;
    for (int i = 0; peer && i < 2; i++)
        copy.side[i] = between.side[i].side;
    if (peer)
        memcpy(copy.size, between.size, sizeof copy.size);
    set_names(box, true);
    memcpy(box->size, copy.size, sizeof box->size);
    box->kind = copy.kind;
    for (int i = 0; i < 2; i++)
        fill_runtime_side(&box->side[i], &copy.side[i], copy.side[0].array || copy.side[1].array);
    return true;
}

static bool read_driver(struct box *box, uint64_t address, bool flat)
{
    struct driver_3d copy = { .size = { 0, 0, 1 } };
    struct driver_2d rectangle;
    if (!iq_hostmem_copy(address, flat ? (void *)&rectangle : &copy, flat ? sizeof rectangle : sizeof copy))
        return false;
    for (int i = 0; flat && i < 2; i++) {
        const struct driver_side_2d *from = &rectangle.side[i];
        copy.side[i] = (struct driver_side_3d){ .at = { from->at[0], from->at[1], 0 }, .type = from->type, .host = from->host, .device = from->device,
                                                .array = from->array, .pitch = from->pitch };
    }
    if (flat)
        memcpy(copy.size, rectangle.size, sizeof rectangle.size);
    set_names(box, false);
    memcpy(box->size, copy.size, sizeof box->size);
    box->kind = 4;
    for (int i = 0; i < 2; i++) {
        const struct driver_side_3d *from = &copy.side[i];
        struct side *to = &box->side[i];
        uint64_t start = from->type == 1 ? from->host : from->device;
        uint64_t pitch = from->pitch ? from->pitch : copy.size[0] + from->at[0], rows = from->height ? from->height : copy.size[1] + from->at[1];
        memcpy(to->at, from->at, sizeof to->at);
        to->array = from->type == TYPE_ARRAY ? from->array : 0;
        to->address = from->type == TYPE_ARRAY || !start ? 0 : start + (from->at[2] * rows + from->at[1]) * pitch + from->at[0];
        to->pitch = from->pitch;
        to->rows = from->height;
    }
    return true;
}

/* An element of a batch: coordinates and row lengths in elements if an array takes part, else in bytes. */
static bool read_operation(struct box *box, uint64_t address)
{
    struct batch_op op;
    if (!iq_hostmem_copy(address, &op, sizeof op))
        return false;
    set_names(box, true);
    memcpy(box->size, op.size, sizeof box->size);
    box->kind = 4;
    for (int i = 0; i < 2; i++) {
        struct side *to = &box->side[i];
        const struct operand *from = &op.side[i];
        *to = (struct side){ .pitch_name = i ? "dst.op.ptr.rowLength" : "src.op.ptr.rowLength" };
        if (from->type == OPERAND_ARRAY) {
            to->array = from->address;
            memcpy(to->at, from->rest, sizeof to->at);
        } else if (from->type == OPERAND_POINTER) {
            to->address = from->address;
            to->pitch = from->rest[0];
            to->rows = from->rest[1];
        }
    }
    return true;
}

static const struct iq_handle *array_of(uint64_t value)
{
    const struct iq_handle *handle = iq_array_of(value);
    return handle && handle->extent->element_bytes ? handle : NULL;
}

static struct iq_suspicion suspicion_of(const struct iq_event *event, const struct box *box, const char *rule, int rank, const char *member, uint64_t value)
{
    char path[128];
    struct iq_suspicion suspicion = iq_suspicion_at(event, rule, rank, box->arg);
    snprintf(path, sizeof path, "%s%s", box->prefix, member);
    suspicion.member = iq_name_intern(path);
    suspicion.member_value = value;
    return suspicion;
}

static const char *const units[] = { "elements", "rows", "slices", "bytes" };

static void explain_edge(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    const struct iq_extent *extent = suspicion->pointer[0];
    unsigned long long size = suspicion->number[1], room = suspicion->number[2];
    iq_explain_edge(suspicion, call, words);
    if (suspicion->pointer[1] == units[0] && extent->element_bytes > 1 && size == room * extent->element_bytes)
        iq_str_printf(&words->cause, "; %llu is its width in bytes, and where an array takes part the extent counts elements", size);
}

/* The first direction in which the box leaves the array. */
static void check_array(const struct iq_event *event, const struct box *box, const struct side *side, const struct iq_handle *array)
{
    const struct iq_extent *extent = array->extent;
    uint64_t room[3] = { box->bytes ? extent->width * extent->element_bytes : extent->width, extent->height ? extent->height : 1, extent->depth ? extent->depth : 1 };
    for (unsigned k = 0; k < 3; k++) {
        if (side->at[k] <= room[k] && box->size[k] <= room[k] - side->at[k])
            continue;
        bool in_bytes = k == 0 && !box->bytes && extent->element_bytes > 1 && box->size[0] == room[0] * extent->element_bytes;    /* then the pitch looks too small, too */
        struct iq_suspicion suspicion = suspicion_of(event, box, "region-overflow", IQ_RANK_RANGE + (in_bytes ? 7 : 1), box->size_name[k], box->size[k]);
        suspicion.object = iq_object_of_handle(array);
        suspicion.number[0] = side->at[k];
        suspicion.number[1] = box->size[k];
        suspicion.number[2] = room[k];
        suspicion.pointer[0] = extent;
        suspicion.pointer[1] = units[k == 0 && box->bytes ? 3 : k];
        suspicion.explain = explain_edge;
        iq_suspect(&suspicion);
        return;
    }
}

static void explain_direction(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    bool target = suspicion->number[0];
    iq_str_printf(&words->message, "%s of %s says that the %s is host memory, but %sArray is on the device", suspicion->member, call->entry->name,
                  target ? "destination" : "source", target ? "dst" : "src");
    iq_str_puts(&words->cause, "arrays are device memory, whatever the other side is");
    iq_str_printf(&words->fix, "set kind to %s, or to cudaMemcpyDefault", target ? "cudaMemcpyHostToDevice or cudaMemcpyDeviceToDevice" :
                  "cudaMemcpyDeviceToHost or cudaMemcpyDeviceToDevice");
}

static void check_direction(const struct iq_event *event, const struct box *box, int i, const struct iq_handle *array)
{
    if (box->kind >= 4 || !(i ? box->kind == 0 || box->kind == 2 : box->kind < 2))
        return;
    struct iq_suspicion suspicion = suspicion_of(event, box, "wrong-kind", IQ_RANK_FOREIGN, "kind", box->kind);
    suspicion.object = iq_object_of_handle(array);
    suspicion.number[0] = (uint64_t)i;
    suspicion.explain = explain_direction;
    iq_suspect(&suspicion);
}

static void explain_both(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    const char *side = suspicion->number[0] ? "dst" : "src";
    iq_str_printf(&words->message, "%s names an array and an address as one side of the copy: %sArray and %sPtr", call->entry->name, side, side);
    iq_str_puts(&words->cause, "a side is an array or pitched memory; the other of the two must be 0");
    iq_str_puts(&words->fix, "start from a struct that is zeroed, and set one of the two");
}

static void explain_pitch(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    unsigned long long pitch = suspicion->member_value, row = suspicion->number[0], unit = suspicion->number[1];
    iq_str_printf(&words->message, "%s of %s is %llu, less than the %llu bytes of a row", suspicion->member, call->entry->name, pitch, row);
    if (unit > 1 && pitch * unit == row)
        iq_str_printf(&words->cause, "%llu is the width in elements; a pitch counts bytes, and an element has %llu", pitch, unit);
    else
        iq_str_puts(&words->cause, "the distance between rows must hold at least the width of one row in bytes");
    iq_str_puts(&words->fix, "pass the pitch that cudaMallocPitch or cudaMalloc3D returned; for host memory the width of a row in bytes");
}

static void explain_memory(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    unsigned long long row = suspicion->number[0], room = suspicion->number[1], needed = suspicion->number[2];
    iq_str_printf(&words->message, "%s of %s is %llu, and the copy goes %llu bytes past the end of the %s", suspicion->member, call->entry->name,
                  (unsigned long long)suspicion->member_value, needed - room, suspicion->number[4] ? "destination" : "source");
    iq_str_printf(&words->cause, "from its first byte to its last the box takes %llu bytes there (rows of %llu bytes, %llu apart), and there are %llu up to the end of ",
                  needed, row, (unsigned long long)suspicion->number[3], room);
    iq_put_object(&words->cause, &suspicion->object);
    iq_str_puts(&words->cause, ", ");
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_puts(&words->fix, "copy less, start nearer to the beginning, or allocate more; the pitch and the height of a slice must be those of the allocation");
}

/* The direction that first leads out of the memory: width, then height, then depth. */
static void check_memory(const struct iq_event *event, const struct box *box, int i, uint64_t row, uint64_t unit)
{
    const struct side *side = &box->side[i];
    uint64_t pitch = side->pitch ? side->pitch * (unit ? unit : 1) : row, rows = side->rows ? side->rows : box->size[1], room;
    uint64_t needed[3] = { row, row + (box->size[1] - 1) * pitch, row + ((box->size[2] - 1) * rows + box->size[1] - 1) * pitch };
    struct iq_range range;
    if (pitch < row && (box->size[1] > 1 || box->size[2] > 1)) {
        struct iq_suspicion suspicion = suspicion_of(event, box, "pitch-too-small", IQ_RANK_RANGE + 6, side->pitch_name, side->pitch);
        suspicion.number[0] = row;
        suspicion.number[1] = box->size[0] ? row / box->size[0] : 0;
        suspicion.explain = explain_pitch;
        iq_suspect(&suspicion);
        return;
    }
    if (!iq_range_find(side->address, &range) || !range.size)
        return;
    room = range.size - (side->address - range.base);
    for (int k = 0; k < 3; k++) {
        if (needed[k] <= room)
            continue;
        struct iq_suspicion suspicion = suspicion_of(event, box, "region-overflow", IQ_RANK_RANGE + 1, box->size_name[k], box->size[k]);
        suspicion.object = iq_object_of_range(&range);
        suspicion.access_address = side->address;
        suspicion.access_size = needed[2];
        memcpy(suspicion.number, (uint64_t[]){ row, room, needed[2], pitch, (uint64_t)i }, 5 * sizeof *suspicion.number);
        suspicion.explain = explain_memory;
        iq_suspect(&suspicion);
        return;
    }
}

static void explain_elements(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    const struct iq_extent *extent = suspicion->pointer[0];
    iq_str_printf(&words->message, "%s of %s has elements of %u bytes, and those of the source have %u", suspicion->member, call->entry->name, extent->element_bytes,
                  (unsigned)suspicion->number[0]);
    iq_str_puts(&words->cause, "a copy between arrays moves elements, and both must have the same size; the destination was ");
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_puts(&words->fix, "make both arrays with formats of the same size, or copy by way of linear memory");
}

/* Elements go from array to array as they are; the driver API counts bytes and does not mind. */
static void check_elements(const struct iq_event *event, const struct box *box, const struct iq_handle *const arrays[2])
{
    if (box->bytes || !arrays[0] || !arrays[1] || arrays[0]->extent->element_bytes == arrays[1]->extent->element_bytes)
        return;
    struct iq_suspicion suspicion = suspicion_of(event, box, "bad-format", IQ_RANK_CODE + 5, "dstArray", box->side[1].array);
    suspicion.object = iq_object_of_handle(arrays[1]);
    suspicion.number[0] = arrays[0]->extent->element_bytes;
    suspicion.pointer[0] = arrays[1]->extent;
    suspicion.explain = explain_elements;
    iq_suspect(&suspicion);
}

static void check_box(const struct iq_event *event, const struct box *box, bool batch)
{
    const struct iq_handle *arrays[2] = { array_of(box->side[0].array), array_of(box->side[1].array) };
    const struct iq_handle *any = arrays[0] ? arrays[0] : arrays[1];
    bool with_array = box->side[0].array || box->side[1].array;
    uint64_t unit = box->runtime && with_array ? any ? any->extent->element_bytes : 0 : 1, row = box->size[0] * unit;
    if (!box->size[0] || !box->size[1] || !box->size[2] || (int64_t)box->size[0] < 0 || (int64_t)box->size[1] < 0 || (int64_t)box->size[2] < 0)
        return;
    check_elements(event, box, arrays);
    for (int i = 0; i < 2; i++) {
        if (box->side[i].both) {
            struct iq_suspicion suspicion = suspicion_of(event, box, "bad-flags", IQ_RANK_RANGE + 8, i ? "dstPtr" : "srcPtr", IQ_NO_VALUE);
            suspicion.number[0] = (uint64_t)i;
            suspicion.explain = explain_both;
            iq_suspect(&suspicion);
        } else if (arrays[i]) {
            check_array(event, box, &box->side[i], arrays[i]);
            check_direction(event, box, i, arrays[i]);
        } else if (box->side[i].address && row)
            check_memory(event, box, i, row, batch ? unit : 1);
    }
}

/* The struct that [arg] points to, if it describes a copy. */
static bool read_box(const struct iq_call *call, int arg, struct box *box)
{
    const char *type = call->entry->args[arg].type, *inside = "";
    uint64_t address = call->args[arg];
    uint32_t node;
    bool runtime = call->entry->api == IQ_API_CUDART, any = iq_is_type(type, runtime ? "cudaGraphNodeParams" : "CUgraphNodeParams");
    if (!address || !strchr(type, '*'))
        return false;
    if (any && (!iq_hostmem_copy(address, &node, sizeof node) || node != NODE_MEMCPY))
        return false;
    if (any) {
        address += NODE_INSIDE;
        inside = "memcpy.copyParams.";
    }
    *box = (struct box){ .arg = arg };
    snprintf(box->prefix, sizeof box->prefix, "%s->%s", call->entry->args[arg].name, inside);
    if (runtime)
        return (any || iq_is_type(type, "cudaMemcpy3DParms")) ? read_runtime(box, address, false) : iq_is_type(type, "cudaMemcpy3DPeerParms") && read_runtime(box, address, true);
    if (iq_is_type(type, "CUDA_MEMCPY2D"))
        return read_driver(box, address, true);
    return (any || iq_is_type(type, "CUDA_MEMCPY3D") || iq_is_type(type, "CUDA_MEMCPY3D_PEER")) && read_driver(box, address, false);
}

/* (number, operations, ...) */
static void check_batch(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    for (uint64_t i = 0; i < call->args[0] && i < ELEMENTS; i++) {
        struct box box = { .arg = 1 };
        snprintf(box.prefix, sizeof box.prefix, "%s[%u].", call->entry->args[1].name, (unsigned)i);
        if (read_operation(&box, call->args[1] + i * sizeof(struct batch_op)))
            check_box(event, &box, true);
    }
}

static void check_call(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    struct box box;
    if (call->entry->api > IQ_API_CUDART || (event->result != 1 && event->result != 12))
        return;
    if (strstr(call->entry->name, "Memcpy3DBatch")) {
        check_batch(event);
        return;
    }
    for (int arg = 0; arg < call->entry->arg_count; arg++)
        if (call->entry->args[arg].role == IQ_ROLE_PARAMS && read_box(call, arg, &box)) {
            check_box(event, &box, false);
            return;
        }
}

static const struct iq_subscription subscriptions[] = { { IQ_BIT(CALL), IQ_PHASE_FAILED, check_call, NULL } };
const struct iq_rule_family iq_rules_box = { "box", subscriptions, IQ_COUNT_OF(subscriptions) };
