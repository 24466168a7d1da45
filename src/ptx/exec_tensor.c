/* Copies and reductions of boxes of a tensor (cp.async.bulk.tensor), as its map describes it: each
 * lane's is done at once, and pending until it is waited for. */
#include <string.h>

#include "ptx/async.h"
#include "ptx/cluster.h"
#include "ptx/cold.h"
#include "ptx/copies.h"
#include "ptx/exec.h"
#include "ptx/exec_cold.h"
#include "ptx/exec_half.h"
#include "ptx/isa.h"
#include "ptx/tensor_map.h"

enum {
    RANK = IQ_PTX_TENSOR_RANK,
    PIECE = 16,
    SHARED_ALIGNMENT = 128,
    MAP_ALIGNMENT = 64,
    MOST_STEP = 8
};

static const enum iq_ptx_type types[TENSOR_TYPES] = {
    [TENSOR_U8] = TY_U8,        [TENSOR_U16] = TY_U16,   [TENSOR_U32] = TY_U32,
    [TENSOR_S32] = TY_S32,      [TENSOR_U64] = TY_U64,   [TENSOR_S64] = TY_S64,
    [TENSOR_F16] = TY_F16,      [TENSOR_F32] = TY_F32,   [TENSOR_F32_FTZ] = TY_F32,
    [TENSOR_F64] = TY_F64,      [TENSOR_BF16] = TY_BF16, [TENSOR_TF32] = TY_TF32,
    [TENSOR_TF32_FTZ] = TY_TF32
};

/* One copy of one lane.  size: bytes of an element; of an interleaved tensor those of a slice of
 * channels, of which each pixel is one, and a row of its own.  inner: the first dimension that is
 * not within a row. pitch: distance of rows in shared memory. */
struct copy {
    struct iq_warp *w;
    const struct iq_ptx_insn *i;
    uint32_t lane, rank, inner, size, pitch, row, row_bytes, swizzle;
    struct iq_ptx_tensor_map map;
    int64_t at[RANK];          /* first element of the row that is next */
    int32_t offset[RANK];      /* im2col */
    int32_t rows[TENSOR_ROWS]; /* gather, scatter */
    uint64_t shared;
};

static uint64_t extent(const struct copy *c, uint32_t k)
{
    return c->map.dim[k] ? c->map.dim[k] : 1ull << 32;
}

/* ---- one row: elements of the innermost dimension ---- */

/* Byte [at] of the box, in shared memory: pieces of sixteen bytes change places by the row of 128
 * bytes that they are in. */
static uint64_t swizzled(const struct copy *c, uint32_t at)
{
    uint64_t a = c->shared + at;
    return a ^ ((a >> 7 & ((1u << c->swizzle) - 1)) << 4);
}

/* Address of the row's first element in global memory; false: it is outside of the tensor. */
static bool row_address(const struct copy *c, uint64_t *address)
{
    *address = c->map.address;
    for (uint32_t k = 1; k < c->rank; k++) {
        int64_t at = c->at[k] + c->offset[k];
        if (at < 0 || (uint64_t)at >= extent(c, k))
            return false;
        *address += (uint64_t)at * c->map.stride[k - 1];
    }
    return true;
}

/* Bytes that go in one step: as many as the address is a multiple of. */
static uint32_t piece_of(const struct copy *c, uint64_t address, uint32_t at, uint32_t left)
{
    uint32_t n = PIECE;
    while (n > iq_ptx_type_size(types[c->map.type]) && (address % n || at % n || n > left))
        n /= 2;
    return n;
}

static void reduce(const struct copy *c, uint8_t *to, const uint8_t *value, uint32_t bytes)
{
    enum iq_ptx_type t = types[c->map.type];
    uint32_t size = iq_ptx_type_size(t);
    for (uint32_t at = 0; at < bytes; at += size) {
        uint64_t x = 0;
        memcpy(&x, value + at, size);
        iq_ptx_memory_combine(to + at, t, (c->i->mod >> 8 & 255) - 1, x, x);
    }
}

/* A load rounds elements of tf32, but not what fills the rest of a box (seen on an H100). */
static void round_tf32(uint8_t *at)
{
    uint32_t word;
    memcpy(&word, at, 4);
    word = iq_ptx_tf32(word, RND_RN, 0);
    memcpy(at, &word, 4);
}

static bool load_piece(const struct copy *c, uint32_t at, const uint8_t *value, uint32_t n,
                       bool rounds)
{
    uint8_t *to =
        iq_ptx_memory_at(c->w, c->i, swizzled(c, at), n, c->lane, ACCESS_WRITE | ACCESS_SHARED);
    if (!to)
        return false;
    memcpy(to, value, n);
    for (uint32_t k = 0; k + 4 <= n && rounds; k += 4)
        round_tf32(to + k);
    iq_ptx_async_begin(c->w, c->i, c->lane, ASYNC_TO_SHARED, to, n);
    return true;
}

static bool store_piece(const struct copy *c, uint32_t at, uint64_t address, uint32_t n)
{
    bool reduces = c->i->mod >> 8 & 255;
    const uint8_t *from = iq_ptx_memory_at(c->w, c->i, swizzled(c, at), n, c->lane, ACCESS_SHARED);
    uint8_t *to = from ? iq_ptx_memory_at(c->w, c->i, address, n, c->lane,
                                          ACCESS_WRITE | (reduces ? ACCESS_ATOMIC : 0))
                       : NULL;
    if (!to)
        return false;
    if (reduces)
        reduce(c, to, from, n);
    else
        memcpy(to, from, n);
    iq_ptx_async_begin(c->w, c->i, c->lane, ASYNC_FROM_SHARED, from, n);
    return true;
}

/* Elements [from, to) of the row are within the tensor. */
static bool move_inside(const struct copy *c, uint64_t address, uint32_t from, uint32_t to)
{
    for (uint32_t at = from; at < to;) {
        uint64_t a = address + (uint64_t)c->at[0] * c->size + at;
        uint32_t n = piece_of(c, a, at, to - at);
        if (c->i->mod & BULK_TO_SHARED) {
            const uint8_t *value = iq_ptx_memory_at(c->w, c->i, a, n, c->lane, 0);
            if (!value || !load_piece(c, c->row + at, value, n, types[c->map.type] == TY_TF32))
                return false;
        } else if (!store_piece(c, c->row + at, a, n)) {
            return false;
        }
        at += n;
    }
    return true;
}

static bool fill(const struct copy *c, uint32_t from, uint32_t to)
{
    uint16_t halves[PIECE / 2]; /* a NaN of any type of floating point */
    for (uint32_t k = 0; k < PIECE / 2; k++)
        halves[k] = c->map.fill ? 0x7ff7 : 0;
    for (uint32_t at = from; at < to && c->i->mod & BULK_TO_SHARED;) {
        uint32_t n = piece_of(c, 0, at, to - at);
        if (!load_piece(c, c->row + at, (const uint8_t *)halves, n, false))
            return false;
        at += n;
    }
    return true;
}

static uint32_t clamp(int64_t elements, const struct copy *c)
{
    int64_t bytes = elements * c->size;
    return bytes < 0 ? 0 : bytes > c->row_bytes ? c->row_bytes : (uint32_t)bytes;
}

static bool move_row(struct copy *c)
{
    uint64_t address;
    bool inside = row_address(c, &address);
    uint32_t from = clamp(-c->at[0], c), to = clamp((int64_t)extent(c, 0) - c->at[0], c);
    bool moved = inside ? fill(c, 0, from) && move_inside(c, address, from, to) &&
                              fill(c, to > from ? to : from, c->row_bytes)
                        : fill(c, 0, c->row_bytes);
    c->row += c->pitch;
    return moved;
}

/* ---- all rows ---- */

/* Of an interleaved tensor one slice of channels, which the last but one dimension counts, whatever
 * the box says. */
static uint32_t count_of(const struct copy *c, uint32_t k)
{
    return c->map.interleave && k + 2 == c->rank
               ? 1
               : (c->map.box[k] + c->map.step[k] - 1) / c->map.step[k];
}

static bool move_tile(struct copy *c)
{
    uint32_t n[RANK], k;
    int64_t first[RANK];
    memset(n, 0, sizeof n);
    memcpy(first, c->at, sizeof first);
    do {
        for (k = c->inner; k < c->rank; k++)
            c->at[k] = first[k] + (int64_t)n[k] * c->map.step[k];
        if (!move_row(c))
            return false;
        for (k = c->inner; k < c->rank && ++n[k] == count_of(c, k); k++)
            n[k] = 0;
    } while (k < c->rank);
    return true;
}

static uint32_t mode_of(const struct copy *c) { return c->i->mod >> TENSOR_MODE_SHIFT; }

static bool is_of_rows(const struct copy *c)
{
    return mode_of(c) == LOADMODE_GATHER || mode_of(c) == LOADMODE_SCATTER;
}

/* Four rows anywhere. */
static bool move_rows(struct copy *c)
{
    for (uint32_t k = 0; k < TENSOR_ROWS; k++) {
        c->at[1] = c->rows[k];
        if (!move_row(c))
            return false;
    }
    return true;
}

/* Pixels one after the other, each from the lower corner on to the upper one in each spatial
 * dimension. */
static bool move_pixels(struct copy *c)
{
    for (uint32_t pixel = 0; pixel < c->map.box[1]; pixel++) {
        if (!move_row(c))
            return false;
        for (uint32_t k = 1; k < c->rank; k++) {
            uint32_t corners = c->map.box[k + 1 < RANK ? k + 1 : 0];
            int64_t lower = (int16_t)corners, upper = (int16_t)(corners >> 16);
            c->at[k] += c->map.step[k];
            if (k + 1 == c->rank || c->at[k] < (int64_t)extent(c, k) + upper)
                break;
            c->at[k] = lower;
        }
    }
    return true;
}

/* ---- what an instruction says ---- */

static bool raise(struct copy *c, enum iq_ptx_fault_kind kind, const char *text)
{
    iq_ptx_fault_raise(c->w, c->i, c->lane, kind, "%s", text);
    return false;
}

static bool read_map(struct copy *c, uint64_t address)
{
    if (address % MAP_ALIGNMENT)
        return raise(c, IQ_PTX_FAULT_MISALIGNED,
                     "the address of a tensor map must be a multiple of 64");
    for (uint32_t at = 0; at < sizeof c->map; at += PIECE) {
        const uint8_t *from = iq_ptx_memory_at(c->w, c->i, address + at, PIECE, c->lane, 0);
        if (!from)
            return false;
        memcpy((uint8_t *)&c->map + at, from, PIECE);
    }
    return true;
}

/* Elements of a box: of a dimension, or channels and pixels. */
static uint32_t most_of(uint32_t k, bool im2col) { return im2col && k == 1 ? 1024 : 256; }

static bool check_elements(struct copy *c)
{
    const struct iq_ptx_tensor_map *m = &c->map;
    if (m->fill && m->type < TENSOR_F16)
        return raise(c, IQ_PTX_FAULT_ILLEGAL_INSTRUCTION,
                     "the tensor map fills with NaN, which integers do not have");
    if (m->box[0] * iq_ptx_type_size(types[m->type]) % PIECE)
        return raise(c, IQ_PTX_FAULT_ILLEGAL_INSTRUCTION,
                     "a row of the tensor map's box must be a multiple of 16 bytes");
    return true;
}

static uint32_t slice_of(const struct iq_ptx_tensor_map *m)
{
    return m->interleave ? 8u << m->interleave : 0;
}

/* What was seen on an H200: tiles, without gaps between their rows. */
static bool is_known_layout(const struct copy *c)
{
    const struct iq_ptx_tensor_map *m = &c->map;
    uint32_t span = m->swizzle ? 16u << m->swizzle : 0;
    return m->interleave <= 2 && c->rank >= 3 && !m->im2col && !is_of_rows(c) &&
           count_of(c, 0) * slice_of(m) >= span;
}

static bool check_map(struct copy *c)
{
    const struct iq_ptx_tensor_map *m = &c->map;
    bool im2col = mode_of(c) == LOADMODE_IM2COL || mode_of(c) == LOADMODE_NO_OFFSETS;
    if (m->mark != IQ_PTX_TENSOR_MARK || m->type >= TENSOR_TYPES || m->swizzle > 3)
        return raise(c, IQ_PTX_FAULT_ILLEGAL_INSTRUCTION,
                     "there is no tensor map at the address that the instruction gives: "
                     "cuTensorMapEncodeTiled and cuTensorMapEncodeIm2col make them");
    if (m->rank + 1 != c->rank || m->im2col != im2col)
        return raise(c, IQ_PTX_FAULT_ILLEGAL_INSTRUCTION,
                     m->rank + 1 != c->rank
                         ? "the tensor map has another number of dimensions than the instruction"
                         : "the tensor map is for the other one of the modes tile and im2col");
    if (m->interleave && !is_known_layout(c))
        return raise(c, IQ_PTX_FAULT_UNSUPPORTED,
                     "interleaved tensor maps with rows shorter than the swizzle, or for im2col");
    if (is_of_rows(c) && m->box[1] != 1)
        return raise(c, IQ_PTX_FAULT_UNSUPPORTED,
                     "tile::gather4 and tile::scatter4 of a tensor map whose box has several rows");
    for (uint32_t k = 0; k < c->rank; k++)
        if (m->step[k] - 1 >= MOST_STEP ||
            ((k < 2 || !im2col) && m->box[k] - 1 >= most_of(k, im2col)))
            return raise(c, IQ_PTX_FAULT_ILLEGAL_ADDRESS,
                         "the box of the tensor map, or a step between its elements, is empty or "
                         "too large: hardware takes them modulo 256 and 8");
    return check_elements(c);
}

/* Where a box may begin, as an H100 has it. */
static bool check_corner(struct copy *c)
{
    bool stores = !(c->i->mod & BULK_TO_SHARED);
    if (c->at[0] * c->size % PIECE) {
        iq_ptx_fault_raise(c->w, c->i, c->lane, IQ_PTX_FAULT_ILLEGAL_INSTRUCTION,
                           "the first coordinate of a tensor copy must be a multiple of 16 bytes; "
                           "%lld elements are %lld bytes",
                           (long long)c->at[0], (long long)(c->at[0] * c->size));
        return false;
    }
    for (uint32_t k = 0; k < (c->map.im2col ? 1 : c->rank) && stores; k++)
        if (c->at[k] < 0)
            return raise(c, IQ_PTX_FAULT_ILLEGAL_INSTRUCTION,
                         "a tensor copy to global memory has a negative coordinate");
    return true;
}

/* Bytes of the box, in shared memory; 0 after a fault.  A row is as long as the swizzle at
 * least. */
static uint32_t measure(struct copy *c)
{
    uint32_t rows = 1, span = c->map.swizzle ? 16u << c->map.swizzle : 0;
    c->inner = !c->map.interleave;
    c->size = c->inner ? iq_ptx_type_size(types[c->map.type]) : slice_of(&c->map);
    c->row_bytes = c->inner ? c->map.box[0] * c->size : c->size;
    c->swizzle = c->map.swizzle;
    c->pitch = c->inner && c->row_bytes < span ? span : c->row_bytes;
    for (uint32_t k = c->inner; k < c->rank && !c->map.im2col; k++)
        rows *= count_of(c, k);
    if (c->map.im2col)
        rows = c->map.box[1];
    if (is_of_rows(c))
        rows = TENSOR_ROWS;
    if (!check_corner(c))
        return 0;
    if (c->shared % SHARED_ALIGNMENT) {
        raise(c, IQ_PTX_FAULT_MISALIGNED,
              "the place of a tensor copy in shared memory must be a multiple of 128");
        return 0;
    }
    return rows * c->row_bytes;
}

static bool move_box(struct copy *c)
{
    struct copy mine = *c;
    return is_of_rows(c)     ? move_rows(&mine)
           : mine.map.im2col ? move_pixels(&mine)
                             : move_tile(&mine);
}

static bool load(struct copy *c, uint64_t barrier, uint32_t blocks)
{
    uint32_t bytes = measure(c);
    uint64_t shared = c->shared;
    if (!bytes)
        return false;
    if (!(c->i->mod & BULK_TO_MANY))
        return move_box(c) &&
               iq_ptx_mbarrier_complete(c->w, c->i, c->lane, barrier, ACCESS_SHARED, bytes);
    for (; blocks; blocks &= blocks - 1) {
        uint32_t rank = (uint32_t)__builtin_ctz(blocks);
        c->shared = iq_ptx_cluster_address(c->w->block, shared, rank);
        if (!move_box(c) ||
            !iq_ptx_mbarrier_complete(c->w, c->i, c->lane,
                                      iq_ptx_cluster_address(c->w->block, barrier, rank),
                                      ACCESS_SHARED, bytes))
            return false;
    }
    return true;
}

/* Operands: place in shared memory, map, mbarrier, blocks, coordinates, offsets. */
IQ_PTX_COLD(copy_tensor)
{
    uint32_t o[4 + RANK + RANK - 2];
    iq_ptx_long_operands(i, o);
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint32_t l = iq_ptx_first_lane(m);
        struct copy c = { .w = w,
                          .i = i,
                          .lane = l,
                          .rank = i->mod >> TENSOR_RANK_SHIFT & 15,
                          .shared = IQ_PTX_REG(const uint64_t, w, o[0])[l] };
        for (uint32_t k = 0; k < c.rank; k++)
            c.at[k] = IQ_PTX_REG(const int32_t, w, o[4 + k])[l];
        for (uint32_t k = 0; k < TENSOR_ROWS; k++)
            c.rows[k] = IQ_PTX_REG(const int32_t, w, o[5 + k])[l];
        for (uint32_t k = 0; k + 2 < c.rank; k++)
            c.offset[k + 1] = IQ_PTX_REG(const int16_t, w, o[4 + RANK + k])[l];
        if (!read_map(&c, IQ_PTX_REG(const uint64_t, w, o[1])[l]) || !check_map(&c))
            return NULL;
        bool done = i->mod & BULK_TO_SHARED ? load(&c, IQ_PTX_REG(const uint64_t, w, o[2])[l],
                                                   IQ_PTX_REG(const uint16_t, w, o[3])[l])
                                            : measure(&c) && move_box(&c);
        if (!done)
            return NULL;
    }
    return i + 1;
}
