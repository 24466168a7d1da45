/* element-size, bad-size, bad-format, misaligned in calls that work on arrays: their sizes,
 * textures, widths of copies.  Whether a copy fits: box.c. */
#include <stdio.h>
#include <string.h>

#include "abi/cudart_abi.h"
#include "api_cuda/boxes.h"
#include "base/layout.h"
#include "call/core.h"
#include "call/ledger.h"
#include "call/status.h"
#include "call/walk.h"
#include "model/names.h"
#include "process/hostmem.h"
#include "rules/rules.h"

enum { TEXTURE_ALIGNMENT = 512, PITCH_ALIGNMENT = 32 };

static uint64_t value_of(const struct iq_call *call, int arg)
{
    return arg < 0 ? 0 : call->args[arg];
}

/* What an array is to be like, and where the call says so. */
struct shape {
    uint64_t size[3]; /* elements, rows, slices or layers */
    bool layered, cube;
    int args[3];            /* -1: the call does not have it */
    const char *members[3]; /* of the argument; NULL: the argument itself */
};

/* The runtime's shape is in its arguments, or in an extent by its value. */
static bool read_runtime_shape(const struct iq_call *call, struct shape *shape)
{
    enum { LAYERED = 1, CUBE = 4 };
    const struct iq_entry *entry = call->entry;
    int box = iq_entry_arg_named(entry, "extent"), width = iq_entry_arg_named(entry, "width"),
        height = iq_entry_arg_named(entry, "height");
    uint64_t flags = value_of(call, iq_entry_arg_named(entry, "flags"));
    if (box < 0) {
        *shape = (struct shape){ .size = { value_of(call, width), value_of(call, height) },
                                 .args = { width, height, -1 } };
        return width >= 0;
    }
    *shape = (struct shape){ .layered = flags & LAYERED,
                             .cube = flags & CUBE,
                             .args = { box, box, box },
                             .members = { "extent.width", "extent.height", "extent.depth" } };
    memcpy(shape->size, (const void *)(uintptr_t)call->args[box], sizeof shape->size);
    return true;
}

static bool read_driver_shape(const struct iq_call *call, int arg, struct shape *shape)
{
    enum { KNOWN_FLAGS = 0x1ff };
    static const char *const names[] = { "Width", "Height", "Depth" };
    const struct iq_arg *role = &call->entry->args[arg];
    CUDA_ARRAY3D_DESCRIPTOR box = { 0 };
    CUDA_ARRAY_DESCRIPTOR flat;
    char path[64];
    bool is_flat = iq_is_type(role->type, "CUDA_ARRAY_DESCRIPTOR");
    if (is_flat && iq_hostmem_copy(call->args[arg], &flat, sizeof flat))
        box = (CUDA_ARRAY3D_DESCRIPTOR){ .Width = flat.Width, .Height = flat.Height };
    else if (is_flat || !iq_is_type(role->type, "CUDA_ARRAY3D_DESCRIPTOR") ||
             !iq_hostmem_copy(call->args[arg], &box, sizeof box) ||
             box.Flags & ~(uint32_t)KNOWN_FLAGS) /* the flags are what is wrong */
        return false;
    *shape = (struct shape){ { box.Width, box.Height, box.Depth },
                             box.Flags & CUDA_ARRAY3D_LAYERED,
                             box.Flags & CUDA_ARRAY3D_CUBEMAP,
                             { arg, arg, arg },
                             { 0 } };
    for (int k = 0; k < 3; k++) {
        snprintf(path, sizeof path, "%s->%s", role->name, names[k]);
        shape->members[k] = iq_name_intern(path);
    }
    return true;
}

static bool read_shape(const struct iq_call *call, struct shape *shape)
{
    int arg = iq_entry_arg(call->entry, IQ_ROLE_PARAMS);
    return call->entry->api == IQ_API_CUDA ? arg >= 0 && read_driver_shape(call, arg, shape)
                                           : read_runtime_shape(call, shape);
}

/* The most elements that any device takes in each direction of such an array. */
static const uint64_t *limits_of(const struct shape *shape)
{
    enum { LAYERED_SIDE = 32768, LAYERS = 2048, CUBOID_SIDE = 16384 };
    static const uint64_t flat[] = { 131072, 65536, 0 },
                          layered[] = { LAYERED_SIDE, LAYERED_SIDE, LAYERS },
                          cuboid[] = { CUBOID_SIDE, CUBOID_SIDE, CUBOID_SIDE };
    return shape->layered || shape->cube ? layered : shape->size[2] ? cuboid : flat;
}

static struct iq_suspicion suspect_side(const struct iq_event *event, const struct shape *shape,
                                        int k)
{
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_BAD_SIZE, IQ_RANK_SIZE, shape->args[k]);
    suspicion.member = shape->members[k];
    suspicion.member_value = shape->size[k];
    return suspicion;
}

struct explain_array_size {
    uint64_t value, limit; /* elements in one direction */
    uint64_t size[3];
};
static void explain_array_size(const struct iq_suspicion *suspicion, struct iq_call *call,
                               struct iq_words *words)
{
    const struct explain_array_size *evidence = IQ_EVIDENCE(explain_array_size, suspicion);
    unsigned long long value = evidence->value;
    iq_str_printf(&words->message, "%s of %s is %llu, %s", iq_guilty_name(suspicion, call),
                  call->entry->name, value,
                  value ? "more than an array can have" : "but must be at least 1");
    iq_str_printf(&words->cause,
                  value ? "arrays have at most %llu elements in this dimension"
                        : "arrays have 1 to %llu elements in this dimension",
                  (unsigned long long)evidence->limit);
    if (value && evidence->size[2])
        iq_str_printf(&words->cause, " if they are as %llu x %llu x %llu",
                      (unsigned long long)evidence->size[0], (unsigned long long)evidence->size[1],
                      (unsigned long long)evidence->size[2]);
    iq_str_puts(&words->fix,
                "use a smaller array or several arrays, or linear memory from cudaMalloc");
}

struct explain_no_rows {
    uint64_t depth;
};
static void explain_no_rows(const struct iq_suspicion *suspicion, struct iq_call *call,
                            struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is 0, but the depth is %llu",
                  iq_guilty_name(suspicion, call), call->entry->name,
                  (unsigned long long)IQ_EVIDENCE(explain_no_rows, suspicion)->depth);
    iq_str_puts(
        &words->cause,
        "a height of 0 stands for an array of one dimension, whose depth must be 0, too; only layered arrays have a depth without a height, the number of their layers");
    iq_str_puts(
        &words->fix,
        "pass the number of rows, a depth of 0 for fewer than three dimensions, or the layered flag");
}

struct explain_cube {
    uint64_t width, height, depth;
};
static void explain_cube(const struct iq_suspicion *suspicion, struct iq_call *call,
                         struct iq_words *words)
{
    const struct explain_cube *cube = IQ_EVIDENCE(explain_cube, suspicion);
    iq_str_printf(&words->message, "the extent of %s is not that of a cube map: %llu x %llu x %llu",
                  call->entry->name, (unsigned long long)cube->width,
                  (unsigned long long)cube->height, (unsigned long long)cube->depth);
    iq_str_puts(
        &words->cause,
        "a cube map has six square faces: width and height are equal, and depth is 6, or a multiple of 6 with the layered flag");
    iq_str_puts(&words->fix, "pass equal width and height and a depth of 6");
}

/* An array of cube maps. */
static bool suspect_cube(const struct iq_event *event, const struct shape *shape)
{
    const uint64_t *size = shape->size;
    if (shape->args[2] < 0 || !shape->cube ||
        (size[0] == size[1] && (shape->layered ? size[2] && size[2] % 6 == 0 : size[2] == 6)))
        return false;
    struct iq_suspicion suspicion = suspect_side(event, shape, size[0] != size[1] ? 1 : 2);
    IQ_EXPLAIN(&suspicion, explain_cube, .width = size[0], .height = size[1], .depth = size[2]);
    iq_suspect(&suspicion);
    return true;
}

/* A third dimension without the second one. */
static bool suspect_rows(const struct iq_event *event, const struct shape *shape)
{
    if (shape->size[1] || !shape->size[2] || shape->layered)
        return false;
    struct iq_suspicion suspicion = suspect_side(event, shape, 1);
    IQ_EXPLAIN(&suspicion, explain_no_rows, .depth = shape->size[2]);
    iq_suspect(&suspicion);
    return true;
}

/* Arrays of sizes that no device has. */
static void check_size(const struct iq_event *event)
{
    struct shape shape;
    if ((event->role->kind != IQ_KIND_ARRAY && event->role->kind != IQ_KIND_MIPMAPPED_ARRAY) ||
        event->result != CUDA_ERROR_INVALID_VALUE || !event->value ||
        !read_shape(event->call, &shape) || suspect_cube(event, &shape))
        return;
    const uint64_t *limits = limits_of(&shape);
    for (int k = 0; k < 3; k++) {
        if (shape.size[k] <= limits[k] && (shape.size[k] || k))
            continue;
        struct iq_suspicion suspicion = suspect_side(event, &shape, k);
        IQ_EXPLAIN(&suspicion, explain_array_size, .value = shape.size[k], .limit = limits[k],
                   .size = { shape.size[0], shape.size[1], shape.size[2] });
        if (shape.size[k] >> 63)
            IQ_EXPLAIN(&suspicion, iq_explain_negative, .value = shape.size[k]);
        iq_suspect(&suspicion);
        return;
    }
    suspect_rows(event, &shape);
}

/* Resource descriptions of both APIs begin alike: type, then the array's handle or an address. */
struct region_resource {
    uint32_t type, unused;
    uint64_t word[8];
};
IQ_SAME_MEMBER(struct region_resource, type, CUDA_RESOURCE_DESC, resType);
IQ_SAME_MEMBER(struct region_resource, word[0], CUDA_RESOURCE_DESC, res.array.hArray);
IQ_SAME_MEMBER(struct region_resource, word[0], CUDA_RESOURCE_DESC, res.linear.devPtr);
IQ_SAME_MEMBER(struct region_resource, word[0], CUDA_RESOURCE_DESC, res.pitch2D.devPtr);
IQ_SAME_MEMBER(struct region_resource, type, struct cudaResourceDesc, resType);
IQ_SAME_MEMBER(struct region_resource, word[0], struct cudaResourceDesc, res.array.array);
IQ_SAME_MEMBER(struct region_resource, word[0], struct cudaResourceDesc, res.linear.devPtr);
IQ_SAME_MEMBER(struct region_resource, word[0], struct cudaResourceDesc, res.pitch2D.devPtr);
enum { RESOURCE_ARRAY, RESOURCE_MIPMAPPED, RESOURCE_LINEAR, RESOURCE_PITCH };

static bool read_resource(const struct iq_call *call, int *arg, struct region_resource *resource)
{
    *arg = iq_entry_arg_named(call->entry, "pResDesc");
    return *arg >= 0 && iq_hostmem_copy(call->args[*arg], resource, sizeof *resource);
}

static void explain_linear_surface(const struct iq_suspicion *suspicion, struct iq_call *call,
                                   struct iq_words *words)
{
    iq_str_printf(&words->message,
                  "%s of %s is %u, but a surface can only be created from an array",
                  suspicion->member, call->entry->name, (unsigned)suspicion->member_value);
    iq_str_puts(
        &words->cause,
        "kernels read and write linear memory by its address; surfaces are for arrays, whose layout only the device knows");
    iq_str_puts(
        &words->fix,
        "set resType to 0 (array) and create the array with cudaArraySurfaceLoadStore, or pass the kernel the address");
}

static void explain_no_array(const struct iq_suspicion *suspicion, struct iq_call *call,
                             struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is NULL", suspicion->member, call->entry->name);
    iq_str_puts(
        &words->cause,
        "resType says that the texture or surface uses an array, but the array's handle is NULL");
    iq_str_puts(&words->fix,
                "set the array's handle, and check that the call that created the array succeeded");
}

/* The finding about a call that should have made the array; 0: there is none. */
static uint64_t failed_array(const struct iq_call *call, enum iq_kind kind)
{
    struct iq_failure failure;
    return iq_ledger_find(0, kind, &failure) && failure.ref.thread == iq_thread_block->number &&
                   (failure.stands || iq_ledger_is_fresh(&failure, call->number))
               ? failure.finding
               : 0;
}

/* No array where one is needed, or linear memory for a surface. */
static void check_resource_type(const struct iq_event *event)
{
    struct region_resource resource;
    int arg;
    if (event->call->entry->api > IQ_API_CUDART || !read_resource(event->call, &arg, &resource))
        return;
    bool surface = iq_entry_makes(event->call->entry, IQ_KIND_SURFACE),
         runtime = event->call->entry->api == IQ_API_CUDART;
    struct iq_suspicion suspicion = iq_suspicion_at(event, IQ_RULE_NULL_HANDLE, IQ_RANK_NULL, arg);
    suspicion.explain = explain_no_array;
    if (surface && (resource.type == RESOURCE_LINEAR || resource.type == RESOURCE_PITCH)) {
        suspicion.rule = IQ_RULE_BAD_FORMAT;
        suspicion.member = "pResDesc->resType";
        suspicion.member_value = resource.type;
        suspicion.explain = explain_linear_surface;
    } else if (resource.type <= RESOURCE_MIPMAPPED && !resource.word[0]) {
        bool mipmapped = resource.type == RESOURCE_MIPMAPPED;
        enum iq_kind kind = mipmapped ? IQ_KIND_MIPMAPPED_ARRAY : IQ_KIND_ARRAY;
        suspicion.object = iq_object_unknown(kind, 0);
        suspicion.folds_into = failed_array(event->call, kind);
        suspicion.member = mipmapped ? runtime ? "pResDesc->res.mipmap.mipmap"
                                               : "pResDesc->res.mipmap.hMipmappedArray"
                           : runtime ? "pResDesc->res.array.array"
                                     : "pResDesc->res.array.hArray";
    } else
        return;
    iq_suspect(&suspicion);
}

/* Bytes of a texel of pitched memory: bits of four channels in the runtime's description, a format
 * and a number of channels in the driver's. */
static uint64_t texel_bytes(const struct region_resource *resource, bool runtime)
{
    static const uint8_t bytes[33] = {
        [1] = 1, [2] = 2, [3] = 4, [8] = 1, [9] = 2, [10] = 4, [16] = 2, [32] = 4
    };
    uint32_t parts[4];
    memcpy(parts, resource->word + 1, sizeof parts);
    return runtime                   ? (uint64_t)(parts[0] + parts[1] + parts[2] + parts[3]) / 8
           : parts[0] < sizeof bytes ? (uint64_t)bytes[parts[0]] * parts[1]
                                     : 0;
}

struct explain_member {
    const char *what, *cause, *fix;
};
static void explain_member(const struct iq_suspicion *suspicion, struct iq_call *call,
                           struct iq_words *words)
{
    const struct explain_member *evidence = IQ_EVIDENCE(explain_member, suspicion);
    iq_str_printf(&words->message, "%s of %s %s", suspicion->member, call->entry->name,
                  evidence->what);
    iq_str_puts(&words->cause, evidence->cause);
    iq_str_puts(&words->fix, evidence->fix);
}

static void suspect_member(const struct iq_event *event, int arg, const char *member,
                           uint64_t value, enum iq_rule_id rule, const struct explain_member *words)
{
    struct iq_suspicion suspicion = iq_suspicion_at(event, rule, IQ_RANK_CODE + 7, arg);
    suspicion.member = member;
    suspicion.member_value = value;
    IQ_EXPLAIN(&suspicion, explain_member, .what = words->what, .cause = words->cause,
               .fix = words->fix);
    iq_suspect(&suspicion);
}

/* Linear and pitched memory without a size, or of elements that textures do not have. */
static void check_elements_of(const struct iq_event *event, int arg,
                              const struct region_resource *resource)
{
    static const struct explain_member
        no_size = { "is 0", "a texture has at least one element",
                    "pass the size of the memory that the texture reads" },
        no_format = { "is not a format of textures",
                      "textures read 1, 2 or 4 channels of 8, 16 or 32 bits",
                      "pass one of the CU_AD_FORMAT constants" },
        no_channels = { "is not a number of channels", "textures read 1, 2 or 4 channels",
                        "pass 1, 2 or 4; data with 3 channels must be converted" };
    bool runtime = event->call->entry->api == IQ_API_CUDART,
         pitched = resource->type == RESOURCE_PITCH;
    const uint64_t *size = resource->word + (runtime ? 4 : 2);
    uint32_t parts[2];
    memcpy(parts, resource->word + 1, sizeof parts);
    const char *path = pitched ? "pResDesc->res.pitch2D." : "pResDesc->res.linear.";
    char member[64];
    if (!size[0] || (pitched && !size[1])) {
        snprintf(member, sizeof member, "%s%s", path,
                 !pitched  ? "sizeInBytes"
                 : size[0] ? "height"
                           : "width");
        suspect_member(event, arg, iq_name_intern(member), 0, IQ_RULE_BAD_SIZE, &no_size);
    } else if (!runtime && !texel_bytes(resource, false)) {
        bool format = parts[1] && parts[1] <= 4;
        snprintf(member, sizeof member, "%s%s", path, format ? "format" : "numChannels");
        suspect_member(event, arg, iq_name_intern(member), parts[!format], IQ_RULE_BAD_FORMAT,
                       format ? &no_format : &no_channels);
    } else if (!runtime && (parts[1] == 3 || parts[1] > 4)) {
        snprintf(member, sizeof member, "%snumChannels", path);
        suspect_member(event, arg, iq_name_intern(member), parts[1], IQ_RULE_BAD_FORMAT,
                       &no_channels);
    }
}

/* The driver's description has flags, all of which are reserved. */
static void check_flags(const struct iq_event *event)
{
    static const struct explain_member words = { "is not 0", "all bits are reserved",
                                                 "fill the whole struct with zeros first" };
    struct region_resource resource;
    uint32_t flags;
    int arg;
    if (event->call->entry->api == IQ_API_CUDA && event->result == CUDA_ERROR_INVALID_VALUE &&
        read_resource(event->call, &arg, &resource) &&
        iq_hostmem_copy(event->call->args[arg] + offsetof(CUDA_RESOURCE_DESC, flags), &flags,
                        sizeof flags) &&
        flags)
        suspect_member(event, arg, "pResDesc->flags", flags, IQ_RULE_BAD_FLAGS, &words);
}

static void check_texture(const struct iq_event *event)
{
    struct region_resource resource;
    int arg;
    if (event->result != CUDA_ERROR_INVALID_VALUE ||
        !iq_entry_makes(event->call->entry, IQ_KIND_TEXTURE) ||
        !read_resource(event->call, &arg, &resource) ||
        (resource.type != RESOURCE_PITCH && resource.type != RESOURCE_LINEAR))
        return;
    check_elements_of(event, arg, &resource);
    bool runtime = event->call->entry->api == IQ_API_CUDART,
         pitched = resource.type == RESOURCE_PITCH;
    uint64_t address = resource.word[0], pitch = pitched ? resource.word[runtime ? 6 : 4] : 0;
    struct iq_suspicion suspicion = iq_suspicion_at(event, IQ_RULE_MISALIGNED, IQ_RANK_RANGE, arg);
    bool by_address = address % TEXTURE_ALIGNMENT;
    suspicion.member = !pitched     ? "pResDesc->res.linear.devPtr"
                       : by_address ? "pResDesc->res.pitch2D.devPtr"
                                    : "pResDesc->res.pitch2D.pitchInBytes";
    suspicion.member_value = by_address ? address : pitch;
    struct iq_range range;
    if (iq_range_find(address, &range))
        suspicion.object = iq_object_of_range(&range);
    if (by_address)
        IQ_EXPLAIN(
            &suspicion, iq_explain_multiple, .value = address, .unit = TEXTURE_ALIGNMENT,
            .reason =
                "the device requires this alignment of textures (cudaDevAttrTextureAlignment)",
            .instead =
                "bind the start of an allocation, which is aligned, and add the offset to the coordinates in the kernel");
    else
        IQ_EXPLAIN(
            &suspicion, iq_explain_multiple, .value = pitch, .unit = PITCH_ALIGNMENT,
            .reason =
                "the device requires this alignment of texture pitches (cudaDevAttrTexturePitchAlignment)",
            .instead =
                "allocate the memory with cudaMallocPitch, copy the rows there with cudaMemcpy2D, and pass its pitch here: rows that lie closer together cannot be bound");
    if (by_address || pitch % PITCH_ALIGNMENT)
        iq_suspect(&suspicion);
}

struct explain_mode {
    const struct iq_extent *extent; /* of the array, NULL: not known */
};
static void explain_mode(const struct iq_suspicion *suspicion, struct iq_call *call,
                         struct iq_words *words)
{
    const struct iq_extent *extent = IQ_EVIDENCE(explain_mode, suspicion)->extent;
    bool filter = call->result == cudaErrorInvalidFilterSetting;
    iq_str_printf(&words->message, "%s of %s does not match the texture's format",
                  suspicion->member, call->entry->name);
    iq_str_puts(
        &words->cause,
        filter
            ? "linear filtering needs floating-point values; integer texels that are read as elements cannot be interpolated"
            : "normalised reads need 8- or 16-bit integer texels; 32-bit and float texels support element reads only");
    if (extent) {
        iq_str_printf(&words->cause, "; the array has elements of %u bytes and was ",
                      extent->element_bytes);
        iq_put_history(&words->cause, &suspicion->object, call);
    }
    iq_str_puts(&words->fix,
                filter ? "use cudaFilterModePoint, or a float or normalised 8/16-bit format"
                       : "use cudaReadModeElementType, or an 8- or 16-bit integer format");
}

/* 26 and 27 say which member of the texture description is wrong. */
static void check_mode(const struct iq_event *event)
{
    struct region_resource resource;
    int arg, texture = iq_entry_arg_named(event->call->entry, "pTexDesc");
    if (texture < 0)
        return;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_BAD_FORMAT, IQ_RANK_CODE + 6, texture);
    bool array = read_resource(event->call, &arg, &resource) && resource.type == RESOURCE_ARRAY;
    const struct iq_handle *handle = array ? iq_array_of(resource.word[0]) : NULL;
    /* address modes of three directions, filter mode, read mode */
    uint32_t description[6];
    bool filter = event->result == cudaErrorInvalidFilterSetting;
    if (!iq_hostmem_copy(event->call->args[texture], description, sizeof description))
        return;
    if (handle)
        suspicion.object = iq_object_of_handle(handle);
    suspicion.member = filter ? "pTexDesc->filterMode" : "pTexDesc->readMode";
    suspicion.member_value = description[filter ? 3 : 4];
    IQ_EXPLAIN(&suspicion, explain_mode, .extent = handle ? handle->extent : NULL);
    iq_suspect(&suspicion);
}

struct explain_elements {
    const struct iq_extent *extent; /* of the array */
};
static void explain_elements(const struct iq_suspicion *suspicion, struct iq_call *call,
                             struct iq_words *words)
{
    const struct iq_extent *extent = IQ_EVIDENCE(explain_elements, suspicion)->extent;
    unsigned long long width = extent->width, bytes = extent->element_bytes;
    iq_str_printf(&words->message,
                  "width of %s is the array's width in elements, but it must be in bytes",
                  call->entry->name);
    iq_str_printf(
        &words->cause,
        "a row of the array has %llu elements of %llu bytes; %llu bytes cover only the first %llu elements; the array was ",
        width, bytes, width, width / bytes);
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_printf(
        &words->fix,
        "pass a width (and a pitch) of %llu bytes: the number of elements times their size",
        width * bytes);
}

struct explain_parts {
    const struct iq_extent *extent; /* of the array */
    bool begins;                    /* the offset is wrong; else the width */
};
static void explain_parts(const struct iq_suspicion *suspicion, struct iq_call *call,
                          struct iq_words *words)
{
    const struct explain_parts *evidence = IQ_EVIDENCE(explain_parts, suspicion);
    const struct iq_extent *extent = evidence->extent;
    unsigned long long value = call->args[suspicion->arg], element = extent->element_bytes,
                       past = value % element;
    iq_str_printf(&words->message, "%s of %s %s in the middle of an element of the array",
                  evidence->begins ? "the copy" : iq_guilty_name(suspicion, call),
                  call->entry->name, evidence->begins ? "begins" : "ends");
    iq_str_printf(
        &words->cause,
        "%llu is not a multiple of the element size of %llu bytes; a row of the array has %llu elements; the array was ",
        value, element, (unsigned long long)extent->width);
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_printf(
        &words->fix,
        "pass %llu or %llu bytes; offsets and widths are in bytes here, and data with elements "
        "of another size (three bytes per pixel) must be converted first",
        value - past, value - past + element);
}

/* Drivers copy parts of elements, too. */
static bool suspect_parts(const struct iq_event *event, const struct iq_handle *array, int x,
                          int width)
{
    uint32_t element = array->extent->element_bytes;
    bool begins = event->call->args[x] % element;
    if (!begins && event->call->args[width] % element == 0)
        return false;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_ELEMENT_SIZE, IQ_RANK_CODE, begins ? x : width);
    suspicion.failed = IQ_SILENT;
    suspicion.done = IQ_WARNING;
    suspicion.object = iq_object_of_handle(array);
    IQ_EXPLAIN(&suspicion, explain_parts, .extent = array->extent, .begins = begins);
    iq_suspect(&suspicion);
    return true;
}

struct explain_channels {
    const struct iq_extent *extent; /* of the array */
};
static void explain_channels(const struct iq_suspicion *suspicion, struct iq_call *call,
                             struct iq_words *words)
{
    const struct iq_extent *extent = IQ_EVIDENCE(explain_channels, suspicion)->extent;
    unsigned long long width = extent->width, bytes = extent->element_bytes;
    iq_str_printf(&words->message,
                  "width of %s is that of pixels with three channels, but the array has four",
                  call->entry->name);
    iq_str_printf(
        &words->cause,
        "a row of the array has %llu elements of %llu bytes; the call copies %llu bytes of each row, which are %llu pixels of %llu bytes: each is stored where the array has another one; the array was ",
        width, bytes, width * (bytes - bytes / 4), width, bytes - bytes / 4);
    iq_put_history(&words->cause, &suspicion->object, call);
    iq_str_printf(
        &words->fix,
        "convert the pixels to four channels, and pass a width (and a pitch) of %llu bytes",
        width * bytes);
}

/* The width of rows of as many pixels as the array has, but with three channels of its four. */
static bool is_of_three_channels(const struct iq_extent *extent, uint64_t width)
{
    return extent->channels == 4 && width >= 2 &&
           width == extent->width * 3 * (extent->element_bytes / 4);
}

/* The whole height, but as many bytes of each row as the array has elements, or as three of four
 * channels have, without a gap between rows: another unit was meant. */
static void check_elements(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    int array_arg = -1;
    for (int i = 0; i < call->entry->arg_count && array_arg < 0; i++)
        if (call->entry->args[i].kind == IQ_KIND_ARRAY && call->entry->args[i].role == IQ_ROLE_USE)
            array_arg = i;
    if (array_arg < 0)
        return;
    int width = iq_entry_arg_named(call->entry, "width"),
        x = iq_entry_arg_named(call->entry, "wOffset"),
        pitch = iq_entry_arg_named(call->entry, "spitch");
    if (pitch < 0)
        pitch = iq_entry_arg_named(call->entry, "dpitch");
    if (width < 0 || x < 0 || pitch < 0)
        return;
    const struct iq_handle *array = iq_array_of(call->args[array_arg]);
    if (!array || array->extent->element_bytes < 2 || suspect_parts(event, array, x, width) ||
        call->args[x] ||
        !(call->args[width] == array->extent->width
              ? call->args[width] >= 2
              : is_of_three_channels(array->extent, call->args[width])) ||
        call->args[pitch] != call->args[width] ||
        value_of(call, iq_entry_arg_named(call->entry, "height")) !=
            (array->extent->height ? array->extent->height : 1))
        return;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_ELEMENT_SIZE, IQ_RANK_CODE, width);
    suspicion.failed = IQ_SILENT;
    suspicion.done = IQ_WARNING;
    suspicion.object = iq_object_of_handle(array);
    if (call->args[width] == array->extent->width)
        IQ_EXPLAIN(&suspicion, explain_elements, .extent = array->extent);
    else
        IQ_EXPLAIN(&suspicion, explain_channels, .extent = array->extent);
    iq_suspect(&suspicion);
}

static void check_call(const struct iq_event *event)
{
    if (event->result == cudaErrorInvalidFilterSetting ||
        event->result == cudaErrorInvalidNormSetting)
        check_mode(event);
    if (event->result == CUDA_ERROR_INVALID_HANDLE || event->result == CUDA_ERROR_INVALID_VALUE)
        check_resource_type(event);
    check_flags(event);
    if (event->result != CUDA_ERROR_INVALID_VALUE && event->result != cudaErrorInvalidPitchValue)
        return;
    check_texture(event);
}

static void check_pitched(const struct iq_event *event)
{
    bool runtime = event->call->entry->api == IQ_API_CUDART;
    struct region_resource resource;
    int arg;
    if (!read_resource(event->call, &arg, &resource) || resource.type != RESOURCE_PITCH)
        return;
    const uint64_t *shape = resource.word + (runtime ? 4 : 2);
    iq_cuda_boxes_send_pitched(event->call, arg,
                               &(struct iq_pitched){ resource.word[0], shape[0], shape[1], shape[2],
                                                     texel_bytes(&resource, runtime) });
}

static bool takes_resource(const struct iq_entry *entry)
{
    return entry->plan->makes && iq_entry_arg_named(entry, "pResDesc") >= 0;
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(BEGIN), IQ_PHASE_FAILED, check_call, .kinds = IQ_ANY },
    { IQ_ON(BEGIN), IQ_PHASE_BEFORE, check_pitched, .concerns = takes_resource },
    { IQ_ON(CREATE), IQ_PHASE_FAILED, check_size, .kinds = IQ_OF(ARRAY) | IQ_OF(MIPMAPPED_ARRAY) },
    { IQ_ON(READ) | IQ_ON(WRITE), IQ_PHASE_DONE, check_elements, .kinds = IQ_ADDRESSES },
};
const struct iq_rule_family iq_rules_region = { "region", subscriptions,
                                                IQ_COUNT_OF(subscriptions) };
