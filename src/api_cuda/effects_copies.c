/* Copies whose parameters are in a struct: their members as arguments of their own, so that the
 * walker treats a copied rectangle or box like any other address.  A member that the copy does not
 * use is 0. The address is that of the first byte copied; a box of several slices counts as one
 * rectangle with more rows. */
#include <string.h>

#include "abi/cudart_abi.h"
#include "api_cuda/copies.h"
#include "base/layout.h"
#include "call/expand.h"
#include "process/hostmem.h"

void iq_look_peer_copy(struct iq_call *call, iq_member_fn visit, void *user);

enum {
    SRC_HOST,
    SRC_DEVICE,
    SRC_UNIFIED,
    SRC_ARRAY,
    SRC_PITCH,
    SRC_ROWS,
    DST_HOST,
    DST_DEVICE,
    DST_UNIFIED,
    DST_ARRAY,
    DST_PITCH,
    DST_ROWS,
    WIDTH,
    DRIVER_MEMBERS
};
enum { FIRST = IQ_SHAPE_FIRST };

#define MEMORY(name_, role_, space_, pitch_)                                                  \
    {                                                                                         \
        .name = "pCopy->" name_, .type = "const void *", .role = role_, .space = space_,      \
        .form = IQ_FORM_PTR, .size_arg = FIRST + WIDTH, .unit = 1, .optional = 1, .bytes = 8, \
        .pitch = FIRST + (pitch_) + 1, .rows = FIRST + (pitch_) + 2                           \
    }
#define NUMBER(name_, role_)                                                            \
    {                                                                                   \
        .name = "pCopy->" name_, .type = "size_t", .role = role_, .form = IQ_FORM_SIZE, \
        .size_arg = -1, .unit = 1, .bytes = 8                                           \
    }
#define HANDLE(name_)                                                                           \
    {                                                                                           \
        .name = "pCopy->" name_, .type = "CUarray", .role = IQ_ROLE_USE, .kind = IQ_KIND_ARRAY, \
        .form = IQ_FORM_HANDLE, .size_arg = -1, .unit = 1, .optional = 1, .bytes = 8            \
    }

/* One side of a driver copy; [first] is its HOST member.  [in] says where in the struct the copy
 * is: "" or "memcpy.copyParams.". */
#define DRIVER_SIDE(in, side, role, first)                                                   \
    [(first) + SRC_HOST] = MEMORY(in side "Host", role, IQ_SPACE_HOST, (first) + SRC_PITCH), \
               [(first) + SRC_DEVICE] =                                                      \
                   MEMORY(in side "Device", role, IQ_SPACE_DEVICE, (first) + SRC_PITCH),     \
               [(first) + SRC_UNIFIED] =                                                     \
                   MEMORY(in side "Device", role, IQ_SPACE_ANY, (first) + SRC_PITCH),        \
               [(first) + SRC_ARRAY] = HANDLE(in side "Array"),                              \
               [(first) + SRC_PITCH] = NUMBER(in side "Pitch", IQ_ROLE_VALUE),               \
               [(first) + SRC_ROWS] = NUMBER(in "Height", IQ_ROLE_VALUE)
#define DRIVER_ROWS(in)                                  \
    DRIVER_SIDE(in, "src", IQ_ROLE_READ, SRC_HOST),      \
        DRIVER_SIDE(in, "dst", IQ_ROLE_WRITE, DST_HOST), \
        [WIDTH] = NUMBER(in "WidthInBytes", IQ_ROLE_SIZE)

static const struct iq_arg driver_members[DRIVER_MEMBERS] = { DRIVER_ROWS("") };

/* One side of a driver copy: [first] is its HOST member.  [z] slices of [slice] rows come before
 * the first byte. */
static void fill_side(uint64_t *out, int first, uint32_t type, const uint64_t values[3],
                      uint64_t offset, uint64_t pitch, uint64_t rows)
{
    out[first + SRC_HOST] = type == IQ_COPY_HOST && values[0] ? values[0] + offset : 0;
    out[first + SRC_DEVICE] = type == IQ_COPY_DEVICE && values[1] ? values[1] + offset : 0;
    out[first + SRC_UNIFIED] = type == IQ_COPY_UNIFIED && values[1] ? values[1] + offset : 0;
    out[first + SRC_ARRAY] = type == IQ_COPY_ARRAY ? values[2] : 0;
    out[first + SRC_PITCH] = pitch;
    out[first + SRC_ROWS] = rows;
}

static void fill_2d(const void *params, uint64_t *out)
{
    struct iq_driver_2d copy;
    memcpy(&copy, params, sizeof copy);
    const struct iq_driver_side *sides[] = { &copy.src, &copy.dst };
    for (int i = 0; i < 2; i++) {
        const struct iq_driver_side *side = sides[i];
        uint64_t pitch = side->pitch ? side->pitch : copy.size[0] + side->at[0];
        fill_side(out, i ? DST_HOST : SRC_HOST, side->type,
                  (uint64_t[]){ side->host, side->device, side->array },
                  side->at[1] * pitch + side->at[0], pitch, copy.size[1]);
    }
    out[WIDTH] = copy.size[0];
}

static void fill_3d(const void *params, uint64_t *out)
{
    struct iq_driver_3d copy;
    memcpy(&copy, params, sizeof copy);
    const struct iq_driver_side3 *sides[] = { &copy.src, &copy.dst };
    for (int i = 0; i < 2; i++) {
        const struct iq_driver_side3 *side = sides[i];
        uint64_t pitch = side->pitch ? side->pitch : copy.size[0] + side->at[0],
                 slice = side->height ? side->height : copy.size[1] + side->at[1];
        fill_side(out, i ? DST_HOST : SRC_HOST, side->type,
                  (uint64_t[]){ side->host, side->device, side->array },
                  (side->at[2] * slice + side->at[1]) * pitch + side->at[0], pitch,
                  copy.size[2] && copy.size[1] ? (copy.size[2] - 1) * slice + copy.size[1] : 0);
    }
    out[WIDTH] = copy.size[0];
}

enum {
    RT_SRC,
    RT_SRC_ARRAY,
    RT_SRC_PITCH,
    RT_SRC_ROWS,
    RT_DST,
    RT_DST_ARRAY,
    RT_DST_PITCH,
    RT_DST_ROWS,
    RT_WIDTH,
    RT_KIND,
    RT_MEMBERS
};

#define RT_MEMORY(name_, role_, space_, pitch_)                                                  \
    {                                                                                            \
        .name = "p->" name_, .type = "void *", .role = role_, .space = space_,                   \
        .form = IQ_FORM_PTR, .size_arg = FIRST + RT_WIDTH, .unit = 1, .optional = 1, .bytes = 8, \
        .pitch = FIRST + (pitch_) + 1, .rows = FIRST + (pitch_) + 2                              \
    }
#define RT_NUMBER(name_, role_)                                                     \
    {                                                                               \
        .name = "p->" name_, .type = "size_t", .role = role_, .form = IQ_FORM_SIZE, \
        .size_arg = -1, .unit = 1, .bytes = 8                                       \
    }
#define RT_HANDLE(name_)                                                                        \
    {                                                                                           \
        .name = "p->" name_, .type = "cudaArray_t", .role = IQ_ROLE_USE, .kind = IQ_KIND_ARRAY, \
        .form = IQ_FORM_HANDLE, .size_arg = -1, .unit = 1, .optional = 1, .bytes = 8            \
    }

#define RT_SIDE(in, side, role, space, first)                                            \
    [(first) + RT_SRC] = RT_MEMORY(in side "Ptr", role, space, (first) + RT_SRC_PITCH),  \
               [(first) + RT_SRC_ARRAY] = RT_HANDLE(in side "Array"),                    \
               [(first) + RT_SRC_PITCH] = RT_NUMBER(in side "Ptr.pitch", IQ_ROLE_VALUE), \
               [(first) + RT_SRC_ROWS] = RT_NUMBER(in "extent.height", IQ_ROLE_VALUE)
#define RUNTIME_ROWS(in, space)                                  \
    RT_SIDE(in, "src", IQ_ROLE_READ, space, RT_SRC),             \
        RT_SIDE(in, "dst", IQ_ROLE_WRITE, space, RT_DST),        \
        [RT_WIDTH] = RT_NUMBER(in "extent.width", IQ_ROLE_SIZE), \
        [RT_KIND] = { .name = "p->" in "kind",                   \
                      .type = "enum cudaMemcpyKind",             \
                      .role = IQ_ROLE_MEMKIND,                   \
                      .form = IQ_FORM_INT,                       \
                      .size_arg = -1,                            \
                      .unit = 1,                                 \
                      .bytes = 4 }

static const struct iq_arg runtime_members[RT_MEMBERS] = { RUNTIME_ROWS("", IQ_SPACE_BY_KIND) },
                           peer_members[RT_MEMBERS] = { RUNTIME_ROWS("", IQ_SPACE_DEVICE) };

/* With an array on either side the width is in elements of unknown size: the bytes stay unknown
 * (0). */
static void fill_runtime_3d(const void *params, uint64_t *out)
{
    struct iq_runtime_3d copy;
    memcpy(&copy, params, sizeof copy);
    bool array = copy.src.array || copy.dst.array;
    const struct iq_runtime_side *sides[] = { &copy.src, &copy.dst };
    for (int i = 0; i < 2; i++) {
        const struct iq_runtime_side *side = sides[i];
        uint64_t *to = out + (i ? RT_DST : RT_SRC),
                 offset = (side->at[2] * side->ysize + side->at[1]) * side->pitch +
                          (array ? 0 : side->at[0]);
        to[RT_SRC] = side->array || !side->address ? 0 : side->address + offset;
        to[RT_SRC_ARRAY] = side->array;
        to[RT_SRC_PITCH] = side->pitch;
        to[RT_SRC_ROWS] =
            copy.size[2] && copy.size[1] ? (copy.size[2] - 1) * side->ysize + copy.size[1] : 0;
    }
    out[RT_WIDTH] = array ? 0 : copy.size[0];
    out[RT_KIND] = copy.kind;
}

/* Each memory type has its member. */
static int type_uses(uint32_t src, uint32_t dst, int member)
{
    static const uint32_t types[] = { [SRC_HOST] = IQ_COPY_HOST,
                                      [SRC_DEVICE] = IQ_COPY_DEVICE,
                                      [SRC_UNIFIED] = IQ_COPY_UNIFIED,
                                      [SRC_ARRAY] = IQ_COPY_ARRAY };
    bool target = member >= DST_HOST;
    int which = target ? member - DST_HOST : member;
    return which <= SRC_ARRAY && types[which] == (target ? dst : src);
}

static int uses_2d(const void *params, int member)
{
    const struct iq_driver_2d *copy = params;
    return type_uses(copy->src.type, copy->dst.type, member);
}

static int uses_3d(const void *params, int member)
{
    const struct iq_driver_3d *copy = params;
    return type_uses(copy->src.type, copy->dst.type, member);
}

/* A side is an array if one is named, else an address. */
static int uses_runtime_3d(const void *params, int member)
{
    const struct iq_runtime_3d *copy = params;
    return (member == RT_SRC && !copy->src.array) || (member == RT_DST && !copy->dst.array);
}

const struct iq_shape iq_shape_memcpy2d = {
    driver_members, DRIVER_MEMBERS, sizeof(struct iq_driver_2d), fill_2d, uses_2d, NULL, NULL
};
const struct iq_shape iq_shape_memcpy3d = {
    driver_members, DRIVER_MEMBERS, sizeof(struct iq_driver_3d), fill_3d, uses_3d, NULL, NULL
};
const struct iq_shape iq_shape_rt_memcpy3d = { runtime_members,
                                               RT_MEMBERS,
                                               sizeof(struct iq_runtime_3d),
                                               fill_runtime_3d,
                                               uses_runtime_3d,
                                               NULL,
                                               NULL };

/* Between devices there is no copy kind. */
static void fill_runtime_3d_peer(const void *params, uint64_t *out)
{
    struct iq_runtime_3d_peer peer;
    uint64_t values[RT_MEMBERS];
    memcpy(&peer, params, sizeof peer);
    struct iq_runtime_3d copy = {
        peer.src.side, peer.dst.side, { peer.size[0], peer.size[1], peer.size[2] }, IQ_NO_COPY_KIND
    };
    fill_runtime_3d(&copy, values);
    memcpy(out, values, RT_KIND * sizeof *values);
}

static int uses_runtime_3d_peer(const void *params, int member)
{
    const struct iq_runtime_3d_peer *copy = params;
    return (member == RT_SRC && !copy->src.side.array) ||
           (member == RT_DST && !copy->dst.side.array);
}

const struct iq_shape iq_shape_rt_memcpy3d_peer = { peer_members,
                                                    RT_KIND,
                                                    sizeof(struct iq_runtime_3d_peer),
                                                    fill_runtime_3d_peer,
                                                    uses_runtime_3d_peer,
                                                    NULL,
                                                    NULL };

/* A fill that is a node of a graph; the same in both APIs. */
struct memset_node {
    uint64_t dst, pitch;
    uint32_t value, element_size;
    uint64_t width, height;
};
IQ_SAME_MEMBER(struct memset_node, dst, CUDA_MEMSET_NODE_PARAMS, dst);
IQ_SAME_MEMBER(struct memset_node, pitch, CUDA_MEMSET_NODE_PARAMS, pitch);
IQ_SAME_MEMBER(struct memset_node, value, CUDA_MEMSET_NODE_PARAMS, value);
IQ_SAME_MEMBER(struct memset_node, element_size, CUDA_MEMSET_NODE_PARAMS, elementSize);
IQ_SAME_MEMBER(struct memset_node, width, CUDA_MEMSET_NODE_PARAMS, width);
IQ_SAME_MEMBER(struct memset_node, height, CUDA_MEMSET_NODE_PARAMS, height);
IQ_SAME_MEMBER(struct memset_node, dst, struct cudaMemsetParams, dst);
IQ_SAME_MEMBER(struct memset_node, pitch, struct cudaMemsetParams, pitch);
IQ_SAME_MEMBER(struct memset_node, value, struct cudaMemsetParams, value);
IQ_SAME_MEMBER(struct memset_node, element_size, struct cudaMemsetParams, elementSize);
IQ_SAME_MEMBER(struct memset_node, width, struct cudaMemsetParams, width);
IQ_SAME_MEMBER(struct memset_node, height, struct cudaMemsetParams, height);
enum { SET_DST, SET_PITCH, SET_ROWS, SET_WIDTH, SET_MEMBERS };

#define MEMSET_ROWS(in, first)                                            \
    [(first) + SET_DST] = { .name = "p->" in "dst",                       \
                            .type = "void *",                             \
                            .role = IQ_ROLE_WRITE,                        \
                            .space = IQ_SPACE_DEVICE,                     \
                            .form = IQ_FORM_PTR,                          \
                            .size_arg = FIRST + (first) + SET_WIDTH,      \
                            .unit = 1,                                    \
                            .optional = (first) != 0,                     \
                            .bytes = 8,                                   \
                            .pitch = FIRST + (first) + SET_PITCH + 1,     \
                            .rows = FIRST + (first) + SET_ROWS + 1 },     \
               [(first) + SET_PITCH] = NUMBER(in "pitch", IQ_ROLE_VALUE), \
               [(first) + SET_ROWS] = NUMBER(in "height", IQ_ROLE_VALUE), \
               [(first) + SET_WIDTH] = NUMBER(in "width", IQ_ROLE_SIZE)

static const struct iq_arg memset_members[SET_MEMBERS] = { MEMSET_ROWS("", 0) };

static void fill_memset_node(const void *params, uint64_t *out)
{
    struct memset_node node;
    memcpy(&node, params, sizeof node);
    out[SET_DST] = node.dst;
    out[SET_PITCH] = node.pitch;
    out[SET_ROWS] = node.height;
    out[SET_WIDTH] = node.width * node.element_size;
}

static int uses_memset_node(const void *params, int member)
{
    (void)params;
    return member == SET_DST;
}

const struct iq_shape iq_shape_memset_node = {
    memset_members, SET_MEMBERS, sizeof(struct memset_node), fill_memset_node, uses_memset_node,
    NULL,           NULL
};

/* A node of any type: that of a copy or a fill has members, whose struct begins with the type. */
struct any_node {
    uint32_t type;
    uint8_t rest[IQ_NODE_COPY + sizeof(struct iq_driver_3d) - 4];
};

static const struct iq_arg driver_node_members[DRIVER_MEMBERS + SET_MEMBERS] = {
    DRIVER_ROWS("memcpy.copyParams."), MEMSET_ROWS("memset.", DRIVER_MEMBERS)
};
static const struct iq_arg runtime_node_members[RT_MEMBERS + SET_MEMBERS] = {
    RUNTIME_ROWS("memcpy.copyParams.", IQ_SPACE_BY_KIND), MEMSET_ROWS("memset.", RT_MEMBERS)
};

static void fill_node(const struct any_node *node, uint64_t *out, int copies,
                      void (*fill_copy)(const void *, uint64_t *))
{
    memset(out, 0, (size_t)(copies + SET_MEMBERS) * sizeof *out);
    if (node->type == IQ_NODE_IS_COPY)
        fill_copy((const uint8_t *)node + IQ_NODE_COPY, out);
    else if (node->type == IQ_NODE_IS_FILL)
        fill_memset_node((const uint8_t *)node + IQ_NODE_INSIDE, out + copies);
}

static void fill_driver_node(const void *params, uint64_t *out)
{
    fill_node(params, out, DRIVER_MEMBERS, fill_3d);
}
static void fill_runtime_node(const void *params, uint64_t *out)
{
    fill_node(params, out, RT_MEMBERS, fill_runtime_3d);
}

static int uses_node(const struct any_node *node, int member, int copies,
                     int (*uses_copy)(const void *, int))
{
    if (member >= copies)
        return node->type == IQ_NODE_IS_FILL && member - copies == SET_DST;
    return node->type == IQ_NODE_IS_COPY && uses_copy((const uint8_t *)node + IQ_NODE_COPY, member);
}

static int uses_driver_node(const void *params, int member)
{
    return uses_node(params, member, DRIVER_MEMBERS, uses_3d);
}
static int uses_runtime_node(const void *params, int member)
{
    return uses_node(params, member, RT_MEMBERS, uses_runtime_3d);
}

const struct iq_shape iq_shape_any_node = { driver_node_members,
                                            DRIVER_MEMBERS + SET_MEMBERS,
                                            sizeof(struct any_node),
                                            fill_driver_node,
                                            uses_driver_node,
                                            NULL,
                                            NULL };
const struct iq_shape iq_shape_rt_any_node = { runtime_node_members,
                                               RT_MEMBERS + SET_MEMBERS,
                                               sizeof(struct any_node),
                                               fill_runtime_node,
                                               uses_runtime_node,
                                               NULL,
                                               NULL };

/* The contexts of a peer copy; 0: the current one. */
void iq_look_peer_copy(struct iq_call *call, iq_member_fn visit, void *user)
{
    static const struct {
        size_t offset;
        const char *path;
    } contexts[] = { { offsetof(CUDA_MEMCPY3D_PEER, srcContext), "pCopy->srcContext" },
                     { offsetof(CUDA_MEMCPY3D_PEER, dstContext), "pCopy->dstContext" } };
    for (int i = 0; i < 2; i++) {
        struct iq_member member = { .arg = 0,
                                    .role = IQ_ROLE_USE,
                                    .kind = IQ_KIND_CONTEXT,
                                    .optional = true,
                                    .path = contexts[i].path };
        if (iq_hostmem_copy(call->args[0] + contexts[i].offset, &member.value,
                            sizeof member.value) &&
            member.value)
            visit(user, call, &member);
    }
}
