/* Calls whose addresses are in lists of operations, in several structs, or in descriptions of what
 * will be used later, as arguments of their own. */
#include <string.h>

#include "abi/cudart_abi.h"
#include "base/layout.h"
#include "call/expand.h"
#include "model/range.h"
#include "process/hostmem.h"

enum { FIRST = IQ_SHAPE_FIRST, LIMIT = 1 << 12 };

#define ADDRESS(name_, role_, space_, size_)                                                  \
    {                                                                                         \
        .name = name_, .type = "void *", .role = role_, .space = space_, .form = IQ_FORM_PTR, \
        .size_arg = FIRST + (size_), .unit = 1, .optional = 1, .bytes = 8                     \
    }
#define NUMBER(name_, role_)                                                                  \
    {                                                                                         \
        .name = name_, .type = "size_t", .role = role_, .form = IQ_FORM_SIZE, .size_arg = -1, \
        .unit = 1, .bytes = 8                                                                 \
    }

/* (stream, count, operations, ...): waits for values in memory and writes of values. */
struct operation {
    uint32_t what, unused;
    uint64_t address, rest[4];
};
IQ_SAME_MEMBER(struct operation, what, CUstreamBatchMemOpParams, operation);
IQ_SAME_MEMBER(struct operation, address, CUstreamBatchMemOpParams, waitValue.address);
IQ_SAME_MEMBER(struct operation, address, CUstreamBatchMemOpParams, writeValue.address);
IQ_SAME_SIZE(struct operation, CUstreamBatchMemOpParams);
enum { WAIT_32 = 1, WRITE_32 = 2, WAIT_64 = 4, WRITE_64 = 5 };
enum { OP_WAIT, OP_WRITE, OP_BYTES, OP_MEMBERS };

static const struct iq_arg operation_members[OP_MEMBERS] = {
    [OP_WAIT] = ADDRESS("paramArray[].waitValue.address", IQ_ROLE_READ, IQ_SPACE_ANY, OP_BYTES),
    [OP_WRITE] = ADDRESS("paramArray[].writeValue.address", IQ_ROLE_WRITE, IQ_SPACE_ANY, OP_BYTES),
    [OP_BYTES] = NUMBER("paramArray[].operation", IQ_ROLE_SIZE),
};

static bool is_wait(const struct operation *operation)
{
    return operation->what == WAIT_32 || operation->what == WAIT_64;
}
static bool is_write(const struct operation *operation)
{
    return operation->what == WRITE_32 || operation->what == WRITE_64;
}

static int pick_operation(const uint64_t *args, void *params)
{
    struct operation operation;
    struct iq_range range;
    int first = -1;
    for (uint32_t i = 0; i < (uint32_t)args[1] && i < LIMIT; i++) {
        if (!iq_hostmem_copy(args[2] + i * sizeof operation, &operation, sizeof operation))
            return first;
        if (!is_wait(&operation) && !is_write(&operation))
            continue;
        uint32_t bytes = operation.what == WAIT_64 || operation.what == WRITE_64 ? 8 : 4;
        bool odd = !iq_range_find(operation.address, &range) ||
                   (range.size && range.size - (operation.address - range.base) < bytes);
        if (odd || first < 0)
            memcpy(params, &operation, sizeof operation);
        first = first < 0 || odd ? (int)i : first;
        if (odd)
            break;
    }
    return first;
}

static void fill_operation(const void *params, uint64_t *values)
{
    struct operation operation;
    memcpy(&operation, params, sizeof operation);
    values[OP_WAIT] = is_wait(&operation) ? operation.address : 0;
    values[OP_WRITE] = is_write(&operation) ? operation.address : 0;
    values[OP_BYTES] = operation.what == WAIT_64 || operation.what == WRITE_64 ? 8 : 4;
}

static int uses_operation(const void *params, int member)
{
    return member == OP_WAIT ? is_wait(params) : member == OP_WRITE && is_write(params);
}

const struct iq_shape iq_shape_batch_mem_op = {
    operation_members, OP_MEMBERS, sizeof(struct operation), fill_operation, uses_operation,
    pick_operation,    NULL
};

/* cudaMemset3D(pitched pointer, value, extent, ...): both structs by value, that is by address
 * here. */
struct fill_3d {
    uint64_t address, pitch, xsize, ysize, width, height, depth;
};
enum { FILL_DST, FILL_PITCH, FILL_ROWS, FILL_WIDTH, FILL_MEMBERS };

static const struct iq_arg fill_members[FILL_MEMBERS] = {
    [FILL_DST] = { .name = "pitchedDevPtr.ptr",
                   .type = "void *",
                   .role = IQ_ROLE_WRITE,
                   .space = IQ_SPACE_DEVICE,
                   .form = IQ_FORM_PTR,
                   .size_arg = FIRST + FILL_WIDTH,
                   .unit = 1,
                   .bytes = 8,
                   .pitch = FIRST + FILL_PITCH + 1,
                   .rows = FIRST + FILL_ROWS + 1 },
    [FILL_PITCH] = NUMBER("pitchedDevPtr.pitch", IQ_ROLE_VALUE),
    [FILL_ROWS] = NUMBER("extent.height", IQ_ROLE_VALUE),
    [FILL_WIDTH] = NUMBER("extent.width", IQ_ROLE_SIZE),
};

static int pick_fill(const uint64_t *args, void *params)
{
    struct fill_3d fill;
    memcpy(&fill, (const void *)(uintptr_t)args[0], 4 * sizeof(uint64_t));
    memcpy(&fill.width, (const void *)(uintptr_t)args[2], 3 * sizeof(uint64_t));
    memcpy(params, &fill, sizeof fill);
    return 0;
}

static void fill_fill(const void *params, uint64_t *values)
{
    struct fill_3d fill;
    memcpy(&fill, params, sizeof fill);
    values[FILL_DST] = fill.address;
    values[FILL_PITCH] = fill.pitch;
    values[FILL_ROWS] = fill.depth && fill.height ? (fill.depth - 1) * fill.ysize + fill.height : 0;
    values[FILL_WIDTH] = fill.width;
}

static int uses_fill(const void *params, int member)
{
    (void)params;
    return member == FILL_DST;
}

const struct iq_shape iq_shape_rt_memset3d = { fill_members, FILL_MEMBERS, sizeof(struct fill_3d),
                                               fill_fill,    uses_fill,    pick_fill,
                                               NULL };

/* (out texture, resource, ...): memory that a texture will read; the descriptions of both APIs
 * begin alike. */
struct resource {
    uint32_t type, unused;
    uint64_t address, words[8];
};
IQ_SAME_MEMBER(struct resource, type, CUDA_RESOURCE_DESC, resType);
IQ_SAME_MEMBER(struct resource, address, CUDA_RESOURCE_DESC, res.array.hArray);
IQ_SAME_MEMBER(struct resource, address, CUDA_RESOURCE_DESC, res.linear.devPtr);
IQ_SAME_MEMBER(struct resource, address, CUDA_RESOURCE_DESC, res.pitch2D.devPtr);
IQ_SAME_MEMBER(struct resource, type, struct cudaResourceDesc, resType);
IQ_SAME_MEMBER(struct resource, address, struct cudaResourceDesc, res.array.array);
IQ_SAME_MEMBER(struct resource, address, struct cudaResourceDesc, res.linear.devPtr);
IQ_SAME_MEMBER(struct resource, address, struct cudaResourceDesc, res.pitch2D.devPtr);
enum { RESOURCE_LINEAR = 2, RESOURCE_PITCH };
enum { TEX_LINEAR, TEX_PITCHED, TEX_PITCH, TEX_ROWS, TEX_WIDTH, TEX_BYTES, TEX_MEMBERS };

static const struct iq_arg texture_members[TEX_MEMBERS] = {
    [TEX_LINEAR] = ADDRESS("pResDesc->res.linear.devPtr", IQ_ROLE_READ, IQ_SPACE_DEVICE, TEX_BYTES),
    [TEX_PITCHED] = { .name = "pResDesc->res.pitch2D.devPtr",
                      .type = "const void *",
                      .role = IQ_ROLE_READ,
                      .space = IQ_SPACE_DEVICE,
                      .form = IQ_FORM_PTR,
                      .size_arg = FIRST + TEX_WIDTH,
                      .unit = 1,
                      .optional = 1,
                      .bytes = 8,
                      .pitch = FIRST + TEX_PITCH + 1,
                      .rows = FIRST + TEX_ROWS + 1 },
    [TEX_PITCH] = NUMBER("pResDesc->res.pitch2D.pitchInBytes", IQ_ROLE_VALUE),
    [TEX_ROWS] = NUMBER("pResDesc->res.pitch2D.height", IQ_ROLE_VALUE),
    [TEX_WIDTH] = NUMBER("pResDesc->res.pitch2D.width", IQ_ROLE_SIZE),
    [TEX_BYTES] = NUMBER("pResDesc->res.linear.sizeInBytes", IQ_ROLE_SIZE),
};

/* The driver's: format and number of channels in 8 bytes; the runtime's: bits of four channels and
 * a kind in 20, padded to 24. */
static void fill_texture(const void *params, uint64_t *values, int words)
{
    struct resource resource;
    memcpy(&resource, params, sizeof resource);
    const uint64_t *behind = resource.words + words;
    memset(values, 0, TEX_MEMBERS * sizeof *values);
    if (resource.type == RESOURCE_LINEAR) {
        values[TEX_LINEAR] = resource.address;
        values[TEX_BYTES] = behind[0];
    } else if (resource.type ==
               RESOURCE_PITCH) { /* the width is in elements: a byte each at least */
        values[TEX_PITCHED] = resource.address;
        values[TEX_WIDTH] = behind[0];
        values[TEX_ROWS] = behind[1];
        values[TEX_PITCH] = behind[2];
    }
}

static void fill_driver_texture(const void *params, uint64_t *values)
{
    fill_texture(params, values, 1);
}
static void fill_runtime_texture(const void *params, uint64_t *values)
{
    fill_texture(params, values, 3);
}

static int uses_texture(const void *params, int member)
{
    const struct resource *resource = params;
    return (member == TEX_LINEAR && resource->type == RESOURCE_LINEAR) ||
           (member == TEX_PITCHED && resource->type == RESOURCE_PITCH);
}

static int pick_texture(const uint64_t *args, void *params)
{
    return iq_hostmem_copy(args[1], params, sizeof(struct resource)) ? 0 : -1;
}

const struct iq_shape iq_shape_tex_object = {
    texture_members, TEX_MEMBERS, sizeof(struct resource), fill_driver_texture, uses_texture,
    pick_texture,    NULL
};
const struct iq_shape iq_shape_rt_tex_object = {
    texture_members, TEX_MEMBERS, sizeof(struct resource), fill_runtime_texture, uses_texture,
    pick_texture,    NULL
};
