/* region-overflow, element-size, bad-size, bad-format, misaligned, wrong-kind, destroyed-handle in calls that work on arrays and on structs: copies to and from
 * arrays, array sizes, textures. */
#include <string.h>

#include "core/hostmem.h"
#include "core/status.h"
#include "core/walk.h"
#include "rules/rules.h"

enum { MAX_WIDTH = 131072, MAX_HEIGHT = 65536, MAX_DEPTH = 16384, TEXTURE_ALIGNMENT = 512, PITCH_ALIGNMENT = 32 };

/* cudaMemcpy3DParms as numbers. */
struct side { uint64_t array, x, y, z, address, pitch, xsize, ysize; };
struct copy3d { struct side src, dst; uint64_t width, height, depth; uint32_t kind; };

static const struct iq_handle *array_of(uint64_t value)
{
    const struct iq_handle *handle = value ? iq_handle_find(IQ_KIND_ARRAY, value) : NULL;
    return handle && handle->kind == IQ_KIND_ARRAY && !iq_handle_is_dead(handle) && handle->extent ? handle : NULL;
}

static void explain_region(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    const struct iq_extent *extent = suspicion->pointer[0];
    unsigned long long offset = suspicion->number[0], size = suspicion->number[1], room = suspicion->number[2];
    const char *unit = suspicion->pointer[1];
    iq_str_printf(&words->message, "%s of %s goes %llu %s past the edge of the array",
                  suspicion->member ? suspicion->member : iq_arg_name(call, suspicion->arg), call->entry->name, offset + size - room, unit);
    iq_str_printf(&words->cause, "%llu %s from %llu on do not fit into %llu; the array of %llu", size, unit, offset, room,
                  (unsigned long long)extent->width);
    if (extent->height)
        iq_str_printf(&words->cause, " x %llu", (unsigned long long)extent->height);
    if (extent->depth)
        iq_str_printf(&words->cause, " x %llu", (unsigned long long)extent->depth);
    iq_str_printf(&words->cause, " elements of %u bytes was ", extent->element_bytes);
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_printf(&words->fix, "copy at most %llu %s from there", offset < room ? room - offset : 0, unit);
    if (!strcmp(unit, "bytes"))
        iq_str_puts(&words->fix, "; widths of array copies are in bytes, offsets too");
}

static bool suspect_edge(const struct iq_event *event, const struct iq_handle *array, int arg, const char *member, const uint64_t span[3],
                         const char *unit)
{
    if (span[0] <= span[2] && span[1] <= span[2] - span[0])
        return false;
    struct iq_suspicion suspicion = iq_suspicion_at(event, "region-overflow", IQ_RANK_RANGE, arg);
    suspicion.object = iq_object_of_handle(array);
    suspicion.member = member;
    suspicion.member_value = span[1];
    memcpy(suspicion.number, span, 3 * sizeof *span);
    suspicion.pointer[0] = array->extent;
    suspicion.pointer[1] = unit;
    suspicion.explain = explain_region;
    iq_suspect(&suspicion);
    return true;
}

static int named(const struct iq_call *call, const char *name)
{
    for (int i = 0; i < call->entry->arg_count; i++)
        if (!strcmp(call->entry->args[i].name, name))
            return i;
    return -1;
}

static uint64_t value_of(const struct iq_call *call, int arg) { return arg < 0 ? 0 : call->args[arg]; }

/* cudaMemcpy2DToArray and its kin: offsets and widths in bytes; ToArray and FromArray: a number of bytes in row order. */
static void check_flat(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    int array_arg = -1, width = named(call, "width"), height = named(call, "height"), count = named(call, "count");
    for (int i = 0; i < call->entry->arg_count && array_arg < 0; i++)
        if (call->entry->args[i].kind == IQ_KIND_ARRAY && call->entry->args[i].role == IQ_ROLE_USE && named(call, "wOffset") >= 0)
            array_arg = i;
    const struct iq_handle *array = array_arg < 0 ? NULL : array_of(call->args[array_arg]);
    if (!array || !array->extent->element_bytes)
        return;
    uint64_t row = array->extent->width * array->extent->element_bytes, rows = array->extent->height ? array->extent->height : 1;
    uint64_t x = value_of(call, named(call, "wOffset")), y = value_of(call, named(call, "hOffset"));
    if (width >= 0) {
        if (!suspect_edge(event, array, width, NULL, (uint64_t[]){ x, call->args[width], row }, "bytes"))
            suspect_edge(event, array, height, NULL, (uint64_t[]){ y, value_of(call, height), rows }, "rows");
    } else if (count >= 0)
        suspect_edge(event, array, count, NULL, (uint64_t[]){ y * row + x, call->args[count], row * rows }, "bytes");
}

static void explain_direction(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    bool target = suspicion->number[0];
    iq_str_printf(&words->message, "p->kind of %s says that the %s is host memory, but p->%sArray is on the device", call->entry->name,
                  target ? "destination" : "source", target ? "dst" : "src");
    iq_str_puts(&words->cause, "arrays are device memory, whatever the other side is");
    iq_str_printf(&words->fix, "set kind to %s, or to cudaMemcpyDefault", target ? "cudaMemcpyHostToDevice or cudaMemcpyDeviceToDevice" :
                  "cudaMemcpyDeviceToHost or cudaMemcpyDeviceToDevice");
}

static void check_box(const struct iq_event *event)
{
    struct copy3d copy;
    const struct iq_call *call = event->call;
    if (strncmp(call->entry->name, "cudaMemcpy3D", 12) || strstr(call->entry->name, "Peer") || strstr(call->entry->name, "Batch") ||
        !iq_hostmem_copy(call->args[0], &copy, sizeof copy))
        return;
    for (int i = 0; i < 2; i++) {
        const struct side *side = i ? &copy.dst : &copy.src;
        const struct iq_handle *array = array_of(side->array);
        if (!array)
            continue;
        const struct iq_extent *extent = array->extent;
        (void)(suspect_edge(event, array, 0, "p->extent.width", (uint64_t[]){ side->x, copy.width, extent->width }, "elements") ||
               suspect_edge(event, array, 0, "p->extent.height", (uint64_t[]){ side->y, copy.height, extent->height ? extent->height : 1 }, "rows") ||
               suspect_edge(event, array, 0, "p->extent.depth", (uint64_t[]){ side->z, copy.depth, extent->depth ? extent->depth : 1 }, "slices"));
        if (copy.kind < 4 && (i ? copy.kind == 0 || copy.kind == 2 : copy.kind < 2)) {
            struct iq_suspicion suspicion = iq_suspicion_at(event, "wrong-kind", IQ_RANK_FOREIGN, 0);
            suspicion.object = iq_object_of_handle(array);
            suspicion.member = "p->kind";
            suspicion.member_value = copy.kind;
            suspicion.number[0] = (uint64_t)i;
            suspicion.explain = explain_direction;
            iq_suspect(&suspicion);
        }
    }
}

static void explain_array_size(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    unsigned long long value = suspicion->number[0], limit = suspicion->number[1];
    iq_str_printf(&words->message, "%s of %s is %llu", suspicion->member ? suspicion->member : iq_arg_name(call, suspicion->arg),
                  call->entry->name, value);
    iq_str_printf(&words->cause, value ? "arrays have at most %llu elements in this direction" : "arrays have 1 to %llu elements in this direction", limit);
    iq_str_puts(&words->fix, "use a smaller array or several ones, or plain memory from cudaMalloc");
}

/* cudaMallocArray: sizes that no device has. */
static void check_size(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    if (event->role->kind != IQ_KIND_ARRAY || event->result != 1 || !event->value)
        return;
    uint64_t size[3] = { 1, 0, 0 };
    int args[3] = { named(call, "width"), named(call, "height"), -1 }, box = named(call, "extent");
    static const char *const members[] = { "extent.width", "extent.height", "extent.depth" };
    static const uint64_t limits[] = { MAX_WIDTH, MAX_HEIGHT, MAX_DEPTH };
    if (box >= 0)
        memcpy(size, (const void *)(uintptr_t)call->args[box], sizeof size);
    else if (args[0] >= 0) {
        size[0] = call->args[args[0]];
        size[1] = value_of(call, args[1]);
    } else
        return;
    for (int k = 0; k < 3; k++) {
        if (size[k] <= limits[k] && (size[k] || k))
            continue;
        struct iq_suspicion suspicion = iq_suspicion_at(event, "bad-size", IQ_RANK_SIZE, box >= 0 ? box : args[k]);
        suspicion.member = box >= 0 ? members[k] : NULL;
        suspicion.member_value = suspicion.number[0] = size[k];
        suspicion.number[1] = limits[k];
        suspicion.explain = explain_array_size;
        iq_suspect(&suspicion);
        return;
    }
}

/* Resource descriptions of both APIs begin alike: type, then the array's handle or an address. */
struct resource { uint32_t type, unused; uint64_t word[8]; };
enum { RESOURCE_ARRAY, RESOURCE_MIPMAPPED, RESOURCE_LINEAR, RESOURCE_PITCH };

static bool read_resource(const struct iq_call *call, int *arg, struct resource *resource)
{
    *arg = named(call, "pResDesc");
    return *arg >= 0 && iq_hostmem_copy(call->args[*arg], resource, sizeof *resource);
}

static void explain_dead(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is an array that has been destroyed", suspicion->member, call->entry->name);
    iq_str_printf(&words->cause, "%s 0x%llx was ", suspicion->object.kind, (unsigned long long)suspicion->object.address);
    iq_put_history(&words->cause, &suspicion->object, call);
    if (call->answered)
        iq_str_puts(&words->cause, "; a real driver crashes on it");
    iq_str_puts(&words->fix, "create the texture or surface while its array exists, and free the array after the last use");
}

static void check_resource(const struct iq_event *event)
{
    struct resource resource;
    int arg;
    if (iq_is_opencl(event->call->entry) || !read_resource(event->call, &arg, &resource) || resource.type > RESOURCE_MIPMAPPED)
        return;
    enum iq_kind kind = resource.type == RESOURCE_ARRAY ? IQ_KIND_ARRAY : IQ_KIND_MIPMAPPED_ARRAY;
    const struct iq_handle *handle = iq_handle_find(kind, resource.word[0]);
    if (!resource.word[0] || !handle || handle->kind != kind || handle->state != IQ_HANDLE_DESTROYED)
        return;
    bool runtime = event->call->entry->api == IQ_API_CUDART;
    struct iq_suspicion suspicion = iq_suspicion_at(event, "destroyed-handle", IQ_RANK_DEAD, arg);
    suspicion.object = iq_object_of_handle(handle);
    suspicion.member = kind == IQ_KIND_MIPMAPPED_ARRAY ? runtime ? "pResDesc->res.mipmap.mipmap" : "pResDesc->res.mipmap.hMipmappedArray" :
                       runtime ? "pResDesc->res.array.array" : "pResDesc->res.array.hArray";
    suspicion.member_value = resource.word[0];
    suspicion.contain = IQ_ANSWER_HANDLE;
    suspicion.explain = explain_dead;
    iq_suspect(&suspicion);
}

static void explain_alignment(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    unsigned long long value = suspicion->member_value, unit = suspicion->number[0];
    iq_str_printf(&words->message, "%s of %s must be a multiple of %llu", suspicion->member, call->entry->name, unit);
    iq_str_printf(&words->cause, "%llu is %llu past such a value; textures read whole aligned lines", value, value % unit);
    iq_str_puts(&words->fix, unit == TEXTURE_ALIGNMENT ? "use the start of an allocation (cudaDevAttrTextureAlignment says the alignment)" :
                "allocate with cudaMallocPitch and pass its pitch (cudaDevAttrTexturePitchAlignment says the alignment)");
}

static void check_texture(const struct iq_event *event)
{
    struct resource resource;
    int arg;
    if (event->result != 1 || !read_resource(event->call, &arg, &resource) || resource.type != RESOURCE_PITCH)
        return;
    bool runtime = event->call->entry->api == IQ_API_CUDART;
    uint64_t address = resource.word[0], pitch = resource.word[runtime ? 6 : 4];
    struct iq_suspicion suspicion = iq_suspicion_at(event, "misaligned", IQ_RANK_RANGE, arg);
    bool by_address = address % TEXTURE_ALIGNMENT;
    suspicion.member = by_address ? "pResDesc->res.pitch2D.devPtr" : "pResDesc->res.pitch2D.pitchInBytes";
    suspicion.member_value = by_address ? address : pitch;
    suspicion.number[0] = by_address ? TEXTURE_ALIGNMENT : PITCH_ALIGNMENT;
    struct iq_range range;
    if (iq_range_find(address, &range))
        suspicion.object = iq_object_of_range(&range);
    suspicion.explain = explain_alignment;
    if (by_address || pitch % PITCH_ALIGNMENT)
        iq_suspect(&suspicion);
}

static void explain_mode(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    const struct iq_extent *extent = suspicion->pointer[0];
    bool filter = call->result == 26;
    iq_str_printf(&words->message, "%s of %s does not fit the texture's format", suspicion->member, call->entry->name);
    iq_str_puts(&words->cause, filter ? "linear filtering needs floating-point values; integer texels that are read as elements cannot be mixed" :
                "normalised reads need 8- or 16-bit integer texels; 32-bit and float texels can only be read as elements");
    if (extent) {
        iq_str_printf(&words->cause, "; the array has elements of %u bytes and was ", extent->element_bytes);
        iq_put_history(&words->cause, &suspicion->object, call);
    }
    iq_str_puts(&words->fix, filter ? "use cudaFilterModePoint, or a float or normalised 8/16-bit format" :
                "use cudaReadModeElementType, or an 8- or 16-bit integer format");
}

/* 26 and 27 say which member of the texture description is wrong. */
static void check_mode(const struct iq_event *event)
{
    struct resource resource;
    int arg, texture = named(event->call, "pTexDesc");
    if (texture < 0)
        return;
    struct iq_suspicion suspicion = iq_suspicion_at(event, "bad-format", IQ_RANK_CODE + 6, texture);
    bool array = read_resource(event->call, &arg, &resource) && resource.type == RESOURCE_ARRAY;
    const struct iq_handle *handle = array ? array_of(resource.word[0]) : NULL;
    uint32_t description[6];            /* address modes of three directions, filter mode, read mode */
    bool filter = event->result == 26;
    if (!iq_hostmem_copy(event->call->args[texture], description, sizeof description))
        return;
    if (handle) {
        suspicion.object = iq_object_of_handle(handle);
        suspicion.pointer[0] = handle->extent;
    }
    suspicion.member = filter ? "pTexDesc->filterMode" : "pTexDesc->readMode";
    suspicion.member_value = description[filter ? 3 : 4];
    suspicion.explain = explain_mode;
    iq_suspect(&suspicion);
}

static void explain_elements(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    const struct iq_extent *extent = suspicion->pointer[0];
    unsigned long long width = extent->width, bytes = extent->element_bytes;
    iq_str_printf(&words->message, "width of %s is the array's width in elements, but it counts bytes", call->entry->name);
    iq_str_printf(&words->cause, "rows of the array have %llu elements of %llu bytes; %llu bytes are only the first %llu of them. The array was ",
                  width, bytes, width, width / bytes);
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_printf(&words->fix, "pass a width (and a pitch) of %llu bytes: the elements times their size", width * bytes);
}

/* The whole height, but as many bytes of each row as the array has elements, without a gap between rows: bytes were meant. */
static void check_elements(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    int array_arg = -1;
    for (int i = 0; i < call->entry->arg_count && array_arg < 0; i++)
        if (call->entry->args[i].kind == IQ_KIND_ARRAY && call->entry->args[i].role == IQ_ROLE_USE)
            array_arg = i;
    if (array_arg < 0)
        return;
    int width = named(call, "width"), x = named(call, "wOffset"), pitch = named(call, "spitch");
    if (pitch < 0)
        pitch = named(call, "dpitch");
    if (width < 0 || x < 0 || pitch < 0)
        return;
    const struct iq_handle *array = array_arg < 0 ? NULL : array_of(call->args[array_arg]);
    if (!array || array->extent->element_bytes < 2 || call->args[x] || call->args[width] != array->extent->width || call->args[width] < 2 ||
        call->args[pitch] != call->args[width] || value_of(call, named(call, "height")) != (array->extent->height ? array->extent->height : 1))
        return;
    struct iq_suspicion suspicion = iq_suspicion_at(event, "element-size", IQ_RANK_CODE, width);
    suspicion.failed = IQ_SILENT;
    suspicion.done = IQ_WARNING;
    suspicion.object = iq_object_of_handle(array);
    suspicion.pointer[0] = array->extent;
    suspicion.explain = explain_elements;
    iq_suspect(&suspicion);
}

static void explain_ipc(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is no handle that a live process exported", iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_str_puts(&words->cause, "the driver does not know its bytes: it was never filled in, was damaged on the way, or its process has ended or "
                "freed the memory");
    iq_str_puts(&words->fix, "pass the 64 bytes from cudaIpcGetMemHandle unchanged, and keep the exporting process and its memory alive");
}

static void check_call(const struct iq_event *event)
{
    if (event->result == 26 || event->result == 27)
        check_mode(event);
    if (event->result != 1 && event->result != 12)
        return;
    check_flat(event);
    check_box(event);
    check_texture(event);
    int handle = strstr(event->call->entry->name, "IpcOpen") ? named(event->call, "handle") : -1;
    if (handle < 0)
        return;
    struct iq_suspicion suspicion = iq_suspicion_at(event, "unknown-handle", IQ_RANK_CODE + 5, handle);
    suspicion.explain = explain_ipc;
    iq_suspect(&suspicion);
}

static const struct iq_subscription subscriptions[] = {
    { IQ_BIT(CALL), IQ_PHASE_FAILED, check_call },
    { IQ_BIT(CALL), IQ_PHASE_BEFORE, check_resource },
    { IQ_BIT(CREATE), IQ_PHASE_FAILED, check_size },
    { IQ_BIT(READ) | IQ_BIT(WRITE), IQ_PHASE_DONE, check_elements },
};
const struct iq_rule_family iq_rules_region = { "region", subscriptions, IQ_COUNT_OF(subscriptions) };
