/* element-size, bad-size, bad-format, misaligned in calls that work on arrays: their sizes, textures, widths of copies.  Whether a copy
 * fits: box.c. */
#include <string.h>

#include "api_cuda/boxes.h"
#include "process/hostmem.h"
#include "call/status.h"
#include "call/walk.h"
#include "rules/rules.h"

enum { MAX_WIDTH = 131072, MAX_HEIGHT = 65536, MAX_DEPTH = 16384, TEXTURE_ALIGNMENT = 512, PITCH_ALIGNMENT = 32 };

static int named(const struct iq_call *call, const char *name) { return iq_entry_arg_named(call->entry, name); }

static uint64_t value_of(const struct iq_call *call, int arg) { return arg < 0 ? 0 : call->args[arg]; }

static void explain_array_size(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    unsigned long long value = suspicion->number[0], limit = suspicion->number[1];
    iq_str_printf(&words->message, "%s of %s is %llu", iq_guilty_name(suspicion, call), call->entry->name, value);
    iq_str_printf(&words->cause, value ? "arrays have at most %llu elements in this direction" : "arrays have 1 to %llu elements in this direction", limit);
    iq_str_puts(&words->fix, "use a smaller array or several ones, or plain memory from cudaMalloc");
}

static void explain_cube(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    iq_str_printf(&words->message, "the extent of %s is no cube map's: %llu x %llu x %llu", call->entry->name, (unsigned long long)suspicion->number[0],
                  (unsigned long long)suspicion->number[1], (unsigned long long)suspicion->number[2]);
    iq_str_puts(&words->cause, "a cube map has six square faces: width and height are equal, and depth is 6, or a multiple of 6 with the layered flag");
    iq_str_puts(&words->fix, "pass equal width and height and a depth of 6");
}

/* An array of cube maps. */
static bool suspect_cube(const struct iq_event *event, int box, const uint64_t size[3])
{
    enum { LAYERED = 1, CUBE = 4 };
    int flags = named(event->call, "flags");
    uint64_t bits = value_of(event->call, flags);
    if (box < 0 || flags < 0 || !(bits & CUBE) || (size[0] == size[1] && (bits & LAYERED ? size[2] && size[2] % 6 == 0 : size[2] == 6)))
        return false;
    struct iq_suspicion suspicion = iq_suspicion_at(event, "bad-size", IQ_RANK_SIZE, box);
    memcpy(suspicion.number, size, 3 * sizeof *size);
    suspicion.member = size[0] != size[1] ? "extent.height" : "extent.depth";
    suspicion.member_value = size[0] != size[1] ? size[1] : size[2];
    suspicion.explain = explain_cube;
    iq_suspect(&suspicion);
    return true;
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
    if (suspect_cube(event, box, size))
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

static void explain_resource(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    if (suspicion->number[0]) {
        iq_str_printf(&words->message, "%s of %s is %u, but a surface can only be made of an array", suspicion->member, call->entry->name, (unsigned)suspicion->member_value);
        iq_str_puts(&words->cause, "kernels read and write linear memory by its address; surfaces are for arrays, whose layout only the device knows");
        iq_str_puts(&words->fix, "set resType to 0 (array) and make the array with cudaArraySurfaceLoadStore, or pass the kernel the address");
        return;
    }
    iq_str_printf(&words->message, "%s of %s is NULL", suspicion->member, call->entry->name);
    iq_str_puts(&words->cause, "resType says that the texture or surface is made of an array, and there is none");
    iq_str_puts(&words->fix, "set the array's handle, and check that the call that made the array succeeded");
}

/* No array where one is needed, or linear memory for a surface. */
static void check_resource_type(const struct iq_event *event)
{
    struct resource resource;
    int arg;
    if (event->call->entry->api > IQ_API_CUDART || !read_resource(event->call, &arg, &resource))
        return;
    bool surface = strstr(event->call->entry->name, "Surf"), runtime = event->call->entry->api == IQ_API_CUDART;
    struct iq_suspicion suspicion = iq_suspicion_at(event, "null-handle", IQ_RANK_NULL, arg);
    suspicion.explain = explain_resource;
    if (surface && (resource.type == RESOURCE_LINEAR || resource.type == RESOURCE_PITCH)) {
        suspicion.rule = "bad-format";
        suspicion.member = "pResDesc->resType";
        suspicion.member_value = resource.type;
        suspicion.number[0] = 1;
    } else if (resource.type <= RESOURCE_MIPMAPPED && !resource.word[0]) {
        bool mipmapped = resource.type == RESOURCE_MIPMAPPED;
        suspicion.object = iq_object_unknown(mipmapped ? IQ_KIND_MIPMAPPED_ARRAY : IQ_KIND_ARRAY, 0);
        suspicion.member = mipmapped ? runtime ? "pResDesc->res.mipmap.mipmap" : "pResDesc->res.mipmap.hMipmappedArray" :
                           runtime ? "pResDesc->res.array.array" : "pResDesc->res.array.hArray";
    } else
        return;
    iq_suspect(&suspicion);
}

/* Bytes of a texel of pitched memory: bits of four channels in the runtime's description, a format and a number of channels in the driver's. */
static uint64_t texel_bytes(const struct resource *resource, bool runtime)
{
    static const uint8_t bytes[33] = { [1] = 1, [2] = 2, [3] = 4, [8] = 1, [9] = 2, [10] = 4, [16] = 2, [32] = 4 };
    uint32_t parts[4];
    memcpy(parts, resource->word + 1, sizeof parts);
    return runtime ? (uint64_t)(parts[0] + parts[1] + parts[2] + parts[3]) / 8 : parts[0] < sizeof bytes ? (uint64_t)bytes[parts[0]] * parts[1] : 0;
}

static void check_texture(const struct iq_event *event)
{
    struct resource resource;
    int arg;
    if (event->result != 1 || !read_resource(event->call, &arg, &resource) || (resource.type != RESOURCE_PITCH && resource.type != RESOURCE_LINEAR))
        return;
    bool runtime = event->call->entry->api == IQ_API_CUDART, pitched = resource.type == RESOURCE_PITCH;
    uint64_t address = resource.word[0], pitch = pitched ? resource.word[runtime ? 6 : 4] : 0;
    struct iq_suspicion suspicion = iq_suspicion_at(event, "misaligned", IQ_RANK_RANGE, arg);
    bool by_address = address % TEXTURE_ALIGNMENT;
    suspicion.member = !pitched ? "pResDesc->res.linear.devPtr" : by_address ? "pResDesc->res.pitch2D.devPtr" : "pResDesc->res.pitch2D.pitchInBytes";
    suspicion.member_value = by_address ? address : pitch;
    suspicion.number[0] = suspicion.member_value;
    suspicion.number[1] = by_address ? TEXTURE_ALIGNMENT : PITCH_ALIGNMENT;
    suspicion.pointer[0] = by_address ? "textures read whole aligned lines (cudaDevAttrTextureAlignment)" : "textures read whole aligned lines (cudaDevAttrTexturePitchAlignment)";
    suspicion.pointer[1] = by_address ? "the start of an allocation is aligned" : "the pitch that cudaMallocPitch returns is one";
    struct iq_range range;
    if (iq_range_find(address, &range))
        suspicion.object = iq_object_of_range(&range);
    suspicion.explain = iq_explain_multiple;
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
    const struct iq_handle *handle = array ? iq_array_of(resource.word[0]) : NULL;
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
    const struct iq_handle *array = iq_array_of(call->args[array_arg]);
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

static void check_call(const struct iq_event *event)
{
    if (event->result == 26 || event->result == 27)
        check_mode(event);
    if (event->result == 400 || event->result == 1)
        check_resource_type(event);
    if (event->result != 1 && event->result != 12)
        return;
    check_texture(event);
}

static void check_pitched(const struct iq_event *event)
{
    bool runtime = event->call->entry->api == IQ_API_CUDART;
    struct resource resource;
    int arg;
    if (!read_resource(event->call, &arg, &resource) || resource.type != RESOURCE_PITCH)
        return;
    const uint64_t *shape = resource.word + (runtime ? 4 : 2);
    iq_boxes_send_pitched(event->call, arg, &(struct iq_pitched){ resource.word[0], shape[0], shape[1], shape[2], texel_bytes(&resource, runtime) });
}

static bool takes_resource(const struct iq_entry *entry) { return entry->plan->makes && iq_entry_arg_named(entry, "pResDesc") >= 0; }

static const struct iq_subscription subscriptions[] = {
    { IQ_BIT(CALL), IQ_PHASE_FAILED, check_call, NULL },
    { IQ_BIT(CALL), IQ_PHASE_BEFORE, check_pitched, takes_resource },
    { IQ_BIT(CREATE), IQ_PHASE_FAILED, check_size, NULL },
    { IQ_BIT(READ) | IQ_BIT(WRITE), IQ_PHASE_DONE, check_elements, NULL },
};
const struct iq_rule_family iq_rules_region = { "region", subscriptions, IQ_COUNT_OF(subscriptions) };
