#include "wrap/kernel_races.h"

#include <pthread.h>

#include "abi/soft_observer.h"
#include "rules/faults/kernel.h"
#include "wrap/kernel_checks.h"

enum { ROOMS = 8 };
/* Of a room.  Cells for words are six times as large as the memory, those for bytes 24 times: as
 * much memory has room then. */
enum { SHARED_BUDGET_BYTES = 32 << 20, GLOBAL_BUDGET_BYTES = 64 << 20 };
/* Of an allocation that has no room.  What races does so in many places, and a look takes up to a
 * hundred times as long as the access. */
enum { SAMPLE_BYTES = 1 << 20, LARGEST_ACCESS = 32 };
/* What blocks do in shared memory they all do; watched ones take up to a hundred times as long. */
enum { SHARED_BLOCKS = 64 };

/* Kernels of one stream follow each other, so that they may share; but two threads could both zero
 * the cells before either launches. */
enum use { USE_SHARED, USE_GLOBAL, USES };
static struct room {
    CUcontext context;
    unsigned long long stream;
    pthread_t thread; /* that launches */
    struct {
        CUdeviceptr at;
        size_t bytes;
    } of[USES];
} rooms[ROOMS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct iq_kernel_races totals; /* atomic */

/* Some of what the launch uses is not watched. */
static void count_cut(void) { __atomic_fetch_add(&totals.cut, 1, __ATOMIC_RELAXED); }

/* A number that no other stream has ever had; false: there is none. */
static bool id_of(CUstream stream, unsigned long long *id)
{
    return iq_kernel_real.cuStreamGetId && !iq_kernel_real.cuStreamGetId(stream, id);
}

static struct room *room_of(CUcontext context, unsigned long long stream)
{
    for (int i = 0; i < ROOMS; i++) {
        if (!rooms[i].context)
            rooms[i] =
                (struct room){ .context = context, .stream = stream, .thread = pthread_self() };
        if (rooms[i].context == context && rooms[i].stream == stream &&
            pthread_equal(rooms[i].thread, pthread_self()))
            return &rooms[i];
    }
    return NULL;
}

/* What is too small stays until the context ends: kernels may use it. */
static bool grow(struct room *room, enum use use, size_t bytes)
{
    CUdeviceptr at;
    size_t size = room->of[use].bytes ? room->of[use].bytes : 1 << 16;
    while (size < bytes)
        size *= 2;
    if (size == room->of[use].bytes)
        return true;
    if (iq_kernel_real.cuMemAlloc_v2(&at, size))
        return false;
    room->of[use].at = at;
    room->of[use].bytes = size;
    return true;
}

/* [bytes] that are zero when [stream] gets to what is enqueued next; 0: not to be had. */
static CUdeviceptr zeroed(CUstream stream, enum use use, size_t bytes)
{
    unsigned long long id;
    CUcontext context = NULL;
    CUdeviceptr at = 0;
    if (!id_of(stream, &id) || iq_kernel_real.cuCtxGetCurrent(&context) || !context)
        return 0;
    pthread_mutex_lock(&lock);
    struct room *room = room_of(context, id);
    if (room && grow(room, use, bytes))
        at = room->of[use].at;
    pthread_mutex_unlock(&lock);
    return at && !iq_kernel_real.cuMemsetD8Async(at, 0, bytes, stream) ? at : 0;
}

static bool is_wanted(uint32_t flag) { return iq_core_soft_observer()->flags & flag; }

static void note_blocks(uint64_t blocks, uint64_t watched)
{
    if (blocks <= __atomic_load_n(&totals.blocks, __ATOMIC_RELAXED))
        return;
    __atomic_store_n(&totals.watched, watched, __ATOMIC_RELAXED);
    __atomic_store_n(&totals.blocks, blocks, __ATOMIC_RELAXED);
}

struct iq_kernel_races iq_kernel_races_totals(void)
{
    return (struct iq_kernel_races){ __atomic_load_n(&totals.cut, __ATOMIC_RELAXED),
                                     __atomic_load_n(&totals.blocks, __ATOMIC_RELAXED),
                                     __atomic_load_n(&totals.watched, __ATOMIC_RELAXED) };
}

struct iq_kernel_race_room iq_kernel_race_room(const struct iq_instrument_kernel *kernel,
                                               const unsigned grid[3], uint32_t dynamic_bytes,
                                               CUstream stream)
{
    struct iq_kernel_race_room room = { .state = 0 };
    uint64_t blocks = (uint64_t)grid[0] * grid[1] * grid[2],
             cells = (kernel->shared_bytes + (uint64_t)dynamic_bytes + 3) >> kernel->shared_shift,
             each = (cells + 1) * IQ_INSTRUMENT_CELL_BYTES; /* one for barriers */
    if (!(kernel->watches_shared || kernel->watches_barriers) ||
        !is_wanted(IQ_SOFT_WATCH_SHARED_RACES))
        return room;
    uint64_t most = SHARED_BUDGET_BYTES / each;
    most = most < SHARED_BLOCKS ? most : SHARED_BLOCKS;
    uint64_t step = most ? (blocks + most - 1) / most : 0,
             watched = step ? (blocks + step - 1) / step : 0;
    CUdeviceptr at = watched ? zeroed(stream, USE_SHARED, watched * each) : 0;
    if (at)
        room = (struct iq_kernel_race_room){ at, step, cells };
    else
        count_cut();
    if (kernel->watches_shared)
        note_blocks(blocks, at ? watched : 0);
    return room;
}

/* Of the cells for what is watched of [span]; an access that begins there may end past it. */
static uint64_t cell_bytes(const struct iq_kernel_race_span *span, uint32_t shift)
{
    uint64_t end = span->base + span->watched + LARGEST_ACCESS;
    return ((end >> shift) + 1 - (span->base >> shift)) * IQ_INSTRUMENT_CELL_BYTES;
}

void iq_kernel_race_cells(const struct iq_instrument_kernel *kernel,
                          struct iq_kernel_race_span *spans, uint32_t count, CUstream stream)
{
    uint32_t shift = kernel->global_shift;
    uint64_t bytes = 0, budget = (uint64_t)GLOBAL_BUDGET_BYTES << (2 - shift);
    bool whole = true;
    if (!is_wanted(IQ_SOFT_WATCH_RACES))
        return;
    for (uint32_t i = 0; i < count; i++) {
        spans[i].watched = spans[i].size;
        if (cell_bytes(&spans[i], shift) > budget - bytes)
            spans[i].watched = SAMPLE_BYTES < spans[i].size ? SAMPLE_BYTES : spans[i].size;
        if (cell_bytes(&spans[i], shift) > budget - bytes)
            spans[i].watched = 0;
        spans[i].word = bytes; /* for now: where it is to be */
        bytes += spans[i].watched ? cell_bytes(&spans[i], shift) : 0;
        whole &= spans[i].watched == spans[i].size;
    }
    CUdeviceptr at = bytes ? zeroed(stream, USE_GLOBAL, bytes) : 0;
    for (uint32_t i = 0; i < count; i++) {
        spans[i].word += at - (spans[i].base >> shift) * IQ_INSTRUMENT_CELL_BYTES;
        spans[i].watched = at ? spans[i].watched : 0;
    }
    whole &= at || !bytes;
    if (!whole)
        count_cut();
}

void iq_kernel_races_forget(void)
{
    pthread_mutex_lock(&lock);
    for (int i = 0; i < ROOMS; i++)
        rooms[i] = (struct room){ .context = NULL };
    pthread_mutex_unlock(&lock);
}
