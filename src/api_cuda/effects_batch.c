/* Batches of copies: the element that is worth a look, the first one being none, as arguments of
 * its own.  Of a batch that is in order the first element stands for all. */
#include <string.h>

#include "api_cuda/copies.h"
#include "call/expand.h"
#include "model/handle.h"
#include "model/range.h"
#include "process/hostmem.h"

enum {
    FIRST = IQ_SHAPE_FIRST,
    CHUNK = 64,
    LIMIT = 1 << 16,
    DURING_CALL = 2 /* an order: sources are read before the call returns */
};

/* Is something wrong with [size] bytes at [address], as far as a table says?  Host memory is looked
 * at only where the rules do so. */
static bool is_odd(uint64_t address, uint64_t size)
{
    struct iq_range range;
    if (!address)
        return size;
    if (!iq_range_find(address, &range))
        return iq_range_find_freed(address, &range);
    return range.size && size > range.base + range.size - address;
}

struct batch_copy {
    uint64_t dst, src, size;
};
enum { DST, SRC, SIZE, MEMBERS };

static const struct iq_arg copy_members[MEMBERS] = {
    [DST] = { .name = "dsts[]",
              .type = "void *",
              .role = IQ_ROLE_WRITE,
              .space = IQ_SPACE_ANY,
              .form = IQ_FORM_PTR,
              .size_arg = FIRST + SIZE,
              .unit = 1,
              .bytes = 8 },
    [SRC] = { .name = "srcs[]",
              .type = "const void *",
              .role = IQ_ROLE_READ,
              .space = IQ_SPACE_ANY,
              .form = IQ_FORM_PTR,
              .size_arg = FIRST + SIZE,
              .unit = 1,
              .bytes = 8 },
    [SIZE] = { .name = "sizes[]",
               .type = "size_t",
               .role = IQ_ROLE_SIZE,
               .form = IQ_FORM_SIZE,
               .size_arg = -1,
               .unit = 1,
               .bytes = 8 },
};

/* (dsts, srcs, sizes, count, ...) */
static int pick_copy(const uint64_t *args, void *params)
{
    uint64_t part[MEMBERS][CHUNK];
    struct batch_copy first = { 0 };
    uint64_t count = args[3] < LIMIT ? args[3] : LIMIT;
    for (uint64_t i = 0; i < count; i++) {
        size_t left = (size_t)(count - i < CHUNK ? count - i : CHUNK) * sizeof **part;
        for (int k = 0; k < MEMBERS && !(i % CHUNK); k++)
            if (!iq_hostmem_copy(args[k] + i * sizeof **part, part[k], left))
                return -1;
        struct batch_copy copy = { part[DST][i % CHUNK], part[SRC][i % CHUNK],
                                   part[SIZE][i % CHUNK] };
        if (!i)
            first = copy;
        if (is_odd(copy.dst, copy.size) || is_odd(copy.src, copy.size)) {
            memcpy(params, &copy, sizeof copy);
            return (int)i;
        }
    }
    memcpy(params, &first, sizeof first);
    return count ? 0 : -1;
}

/* One set of attributes: with several ones, which of them is for which copy does not matter to
 * anybody.  (..., attributes, indexes, count) */
static bool is_settled(const uint64_t *args)
{
    enum { ATTRIBUTES = 4, COUNT = 6 };
    uint32_t order = 0;
    return args[COUNT] == 1 && iq_hostmem_copy(args[ATTRIBUTES], &order, sizeof order) &&
           order == DURING_CALL;
}

static int copy_element(const uint64_t *args, uint64_t index, uint64_t *values)
{
    for (int k = 0; k < MEMBERS; k++)
        if (index >= args[3] ||
            !iq_hostmem_copy(args[k] + index * sizeof *values, &values[k], sizeof *values))
            return 0;
    return is_settled(args) ? 2 : 1;
}

static void fill_copy(const void *params, uint64_t *values)
{
    memcpy(values, params, sizeof(struct batch_copy));
}

static int uses_copy(const void *params, int member)
{
    (void)params;
    return member < SIZE;
}

const struct iq_shape iq_shape_memcpy_batch = { copy_members, MEMBERS,   sizeof(struct batch_copy),
                                                fill_copy,    uses_copy, pick_copy,
                                                copy_element };

/* Boxes: what is known of an address is that the first row begins there. */
enum { BOX_SRC, BOX_SRC_ARRAY, BOX_DST, BOX_DST_ARRAY, BOX_WIDTH, BOX_MEMBERS };

#define POINTER(name_, role_)                                                                    \
    {                                                                                            \
        .name = name_, .type = "void *", .role = role_, .space = IQ_SPACE_ANY,                   \
        .form = IQ_FORM_PTR, .size_arg = FIRST + BOX_WIDTH, .unit = 1, .optional = 1, .bytes = 8 \
    }
#define ARRAY(name_)                                                                  \
    {                                                                                 \
        .name = name_, .type = "CUarray", .role = IQ_ROLE_USE, .kind = IQ_KIND_ARRAY, \
        .form = IQ_FORM_HANDLE, .size_arg = -1, .unit = 1, .optional = 1, .bytes = 8  \
    }
static const struct iq_arg box_members[BOX_MEMBERS] = {
    [BOX_SRC] = POINTER("opList[].src.op.ptr.ptr", IQ_ROLE_READ),
    [BOX_SRC_ARRAY] = ARRAY("opList[].src.op.array.array"),
    [BOX_DST] = POINTER("opList[].dst.op.ptr.ptr", IQ_ROLE_WRITE),
    [BOX_DST_ARRAY] = ARRAY("opList[].dst.op.array.array"),
    [BOX_WIDTH] = { .name = "opList[].extent.width",
                    .type = "size_t",
                    .role = IQ_ROLE_SIZE,
                    .form = IQ_FORM_SIZE,
                    .size_arg = -1,
                    .unit = 1,
                    .bytes = 8 },
};

static bool is_odd_operand(const struct iq_operand *operand, uint64_t bytes)
{
    if (operand->type == IQ_OPERAND_POINTER)
        return is_odd(operand->pointer_or_array, bytes);
    const struct iq_handle *array = iq_handle_find(IQ_KIND_ARRAY, operand->pointer_or_array);
    return array && array->kind == IQ_KIND_ARRAY && iq_handle_is_dead(array);
}

/* (count, list, ...) */
static int pick_box(const uint64_t *args, void *params)
{
    struct iq_batch_box box;
    uint64_t count = args[0] < LIMIT ? args[0] : LIMIT;
    for (uint64_t i = 0; i < count; i++) {
        if (!iq_hostmem_copy(args[1] + i * sizeof box, &box, sizeof box))
            return -1;
        if (!i)
            memcpy(params, &box, sizeof box);
        if (is_odd_operand(&box.src, box.size[0]) || is_odd_operand(&box.dst, box.size[0])) {
            memcpy(params, &box, sizeof box);
            return (int)i;
        }
    }
    return count ? 0 : -1;
}

static void fill_box(const void *params, uint64_t *values)
{
    struct iq_batch_box box;
    memcpy(&box, params, sizeof box);
    values[BOX_SRC] = box.src.type == IQ_OPERAND_POINTER ? box.src.pointer_or_array : 0;
    values[BOX_SRC_ARRAY] = box.src.type == IQ_OPERAND_ARRAY ? box.src.pointer_or_array : 0;
    values[BOX_DST] = box.dst.type == IQ_OPERAND_POINTER ? box.dst.pointer_or_array : 0;
    values[BOX_DST_ARRAY] = box.dst.type == IQ_OPERAND_ARRAY ? box.dst.pointer_or_array : 0;
    values[BOX_WIDTH] = box.size[1] && box.size[2] ? box.size[0] : 0;
}

static int uses_box(const void *params, int member)
{
    const struct iq_batch_box *box = params;
    const struct iq_operand *operand = member < BOX_DST ? &box->src : &box->dst;
    return member < BOX_WIDTH &&
           operand->type == (uint32_t)(member == BOX_SRC || member == BOX_DST ? IQ_OPERAND_POINTER
                                                                              : IQ_OPERAND_ARRAY);
}

static int box_element(const uint64_t *args, uint64_t index, uint64_t *values)
{
    struct iq_batch_box box;
    if (index >= args[0] || !iq_hostmem_copy(args[1] + index * sizeof box, &box, sizeof box))
        return 0;
    fill_box(&box, values);
    return box.order == DURING_CALL ? 2 : 1;
}

const struct iq_shape iq_shape_memcpy3d_batch = {
    box_members, BOX_MEMBERS, sizeof(struct iq_batch_box), fill_box, uses_box, pick_box, box_element
};
