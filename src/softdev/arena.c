/* Address ranges of devices.  Each device reserves twice [address_bytes]: the lower half is what
 * programs see and stays without access, the upper half holds the bytes.  Memory is handed out in 2
 * MiB chunks; what is at most 1 MiB shares a chunk in units of 512 bytes.  Both searches go on from
 * where the last one ended, so freed addresses rest a while. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "softdev/memory.h"
#include "softdev/shadow.h"
#include "softdev/share.h"

enum { UNITS = IQ_CHUNK / IQ_UNIT, SHARED_MAX = 1 << 20 };
enum chunk_state { CHUNK_FREE, CHUNK_WHOLE, CHUNK_SHARED, CHUNK_RESERVED, CHUNK_FILE };

struct slab {
    uint64_t taken[UNITS / 64];
    uint32_t live, cursor;
};
struct chunk {
    _Atomic uint8_t state;
    struct slab *slab;
    struct iq_share *share;
};

struct iq_soft_arena {
    uint64_t base;
    size_t address_bytes, memory_bytes, used;
    int64_t bias;
    size_t chunk_count, cursor;
    struct chunk *chunks;
};

static struct iq_soft_arena arenas[IQ_DEVICES_MAX];

CUresult iq_arena_create(struct iq_device *device, size_t memory_bytes)
{
    struct iq_soft_arena *arena = &arenas[device->ordinal];
    size_t bytes = memory_bytes * 4 > ((size_t)64 << 30) ? memory_bytes * 4 : (size_t)64 << 30;
    bytes = (bytes + IQ_CHUNK - 1) & ~(IQ_CHUNK - 1);
    void *map = MAP_FAILED;
    for (; map == MAP_FAILED && bytes >= memory_bytes; bytes /= 2)
        map = mmap(NULL, 2 * bytes + IQ_CHUNK, PROT_NONE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    bytes *= 2;
    if (map == MAP_FAILED)
        return CUDA_ERROR_OUT_OF_MEMORY;
    madvise(map, 2 * bytes + IQ_CHUNK, MADV_DONTDUMP);
    arena->base = ((uint64_t)(uintptr_t)map + IQ_CHUNK - 1) & ~(uint64_t)(IQ_CHUNK - 1);
    arena->address_bytes = bytes;
    arena->memory_bytes = memory_bytes;
    arena->bias = (int64_t)bytes;
    arena->chunk_count = bytes >> IQ_CHUNK_SHIFT;
    arena->chunks = calloc(arena->chunk_count, sizeof *arena->chunks);
    device->arena = arena;
    return arena->chunks ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

static void *bytes_of(const struct iq_soft_arena *arena, size_t chunk)
{
    return (void *)(uintptr_t)(arena->base + (uint64_t)arena->bias +
                               ((uint64_t)chunk << IQ_CHUNK_SHIFT));
}

static size_t find_run(const struct iq_soft_arena *arena, size_t want, size_t from, size_t to)
{
    size_t run = 0;
    for (size_t i = from; i < to; i++) {
        run = arena->chunks[i].state == CHUNK_FREE ? run + 1 : 0;
        if (run == want)
            return i + 1 - want;
    }
    return SIZE_MAX;
}

static size_t search(struct iq_soft_arena *arena, size_t want, bool lowest)
{
    size_t at = SIZE_MAX;
    if (!lowest)
        at = find_run(arena, want, arena->cursor, arena->chunk_count);
    if (at == SIZE_MAX)
        at = find_run(arena, want, 0, arena->chunk_count);
    if (at != SIZE_MAX && !lowest)
        arena->cursor = at + want < arena->chunk_count ? at + want : 0;
    return at;
}

static CUresult take_chunks(struct iq_soft_arena *arena, size_t count, bool lowest,
                            enum chunk_state state, size_t *at)
{
    size_t bytes = count << IQ_CHUNK_SHIFT;
    if (count > arena->chunk_count || bytes > arena->memory_bytes - arena->used)
        return CUDA_ERROR_OUT_OF_MEMORY;
    *at = search(arena, count, lowest);
    if (*at == SIZE_MAX || mprotect(bytes_of(arena, *at), bytes, PROT_READ | PROT_WRITE))
        return CUDA_ERROR_OUT_OF_MEMORY;
    arena->used += bytes;
    for (size_t i = 0; i < count; i++)
        arena->chunks[*at + i].state = (uint8_t)state;
    return CUDA_SUCCESS;
}

static void *map_over(const struct iq_soft_arena *arena, size_t at, size_t bytes, int flags, int fd)
{
    void *map = mmap(bytes_of(arena, at), bytes, PROT_READ | PROT_WRITE, flags | MAP_FIXED, fd, 0);
    if (map != MAP_FAILED)
        madvise(map, bytes, MADV_DONTDUMP);
    return map;
}

/* Other processes may keep the file: these addresses get new memory. */
static void end_share(struct iq_soft_arena *arena, size_t at, size_t count)
{
    map_over(arena, at, count << IQ_CHUNK_SHIFT, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1);
    iq_share_destroy(arena->chunks[at].share);
    arena->chunks[at].share = NULL;
}

static void give_chunks(const struct iq_device *device, size_t at, size_t count)
{
    struct iq_soft_arena *arena = device->arena;
    size_t bytes = count << IQ_CHUNK_SHIFT;
    for (size_t i = 0; i < count; i++)
        arena->chunks[at + i].state = CHUNK_FREE;
    if (arena->chunks[at].share)
        end_share(arena, at, count);
    /* stays accessible: a kernel that still runs on another stream must not crash us */
    madvise(bytes_of(arena, at), bytes, MADV_DONTNEED);
    iq_shadow_drop(device, arena->base + ((uint64_t)at << IQ_CHUNK_SHIFT), bytes);
    arena->used -= bytes;
}

static bool unit_taken(const struct slab *slab, size_t unit)
{
    return slab->taken[unit / 64] >> (unit % 64) & 1;
}

static void set_units(struct slab *slab, size_t at, size_t count, bool taken)
{
    for (size_t i = at; i < at + count; i++)
        slab->taken[i / 64] = (slab->taken[i / 64] & ~(1ull << (i % 64))) | (uint64_t)taken
                                                                                << (i % 64);
}

static size_t slab_find(const struct slab *slab, size_t want, size_t from)
{
    size_t run = 0;
    for (size_t i = from; i < UNITS; i++) {
        run = unit_taken(slab, i) ? 0 : run + 1;
        if (run == want)
            return i + 1 - want;
    }
    return SIZE_MAX;
}

static CUresult slab_take(struct iq_soft_arena *arena, size_t chunk, size_t units, uint64_t *base)
{
    struct slab *slab = arena->chunks[chunk].slab;
    size_t at = slab_find(slab, units, slab->cursor);
    if (at == SIZE_MAX)
        at = slab_find(slab, units, 0);
    if (at == SIZE_MAX)
        return CUDA_ERROR_OUT_OF_MEMORY;
    set_units(slab, at, units, true);
    slab->cursor = (uint32_t)(at + units) % UNITS;
    slab->live += (uint32_t)units;
    *base = arena->base + ((uint64_t)chunk << IQ_CHUNK_SHIFT) + at * IQ_UNIT;
    return CUDA_SUCCESS;
}

/* Chunks with room, newest first; a program has few of them, full ones drop out of the list. */
static size_t open_chunks[IQ_DEVICES_MAX][64];
static size_t open_count[IQ_DEVICES_MAX];

static void forget_open(int ordinal, size_t chunk)
{
    for (size_t i = 0; i < open_count[ordinal]; i++)
        if (open_chunks[ordinal][i] == chunk)
            open_chunks[ordinal][i--] = open_chunks[ordinal][--open_count[ordinal]];
}

static void remember_open(int ordinal, size_t chunk)
{
    forget_open(ordinal, chunk);
    if (open_count[ordinal] < 64)
        open_chunks[ordinal][open_count[ordinal]++] = chunk;
    else
        open_chunks[ordinal][chunk % 64] = chunk;
}

static CUresult take_shared(struct iq_device *device, size_t units, uint64_t *base)
{
    struct iq_soft_arena *arena = device->arena;
    for (size_t i = open_count[device->ordinal]; i-- > 0;) {
        size_t chunk = open_chunks[device->ordinal][i];
        if (arena->chunks[chunk].slab->live + units <= UNITS &&
            !slab_take(arena, chunk, units, base)) {
            if (arena->chunks[chunk].slab->live == UNITS)
                forget_open(device->ordinal, chunk);
            return CUDA_SUCCESS;
        }
    }
    size_t chunk;
    struct slab *slab = calloc(1, sizeof *slab);
    CUresult r =
        slab ? take_chunks(arena, 1, false, CHUNK_SHARED, &chunk) : CUDA_ERROR_OUT_OF_MEMORY;
    if (r) {
        free(slab);
        return r;
    }
    arena->chunks[chunk].slab = slab;
    remember_open(device->ordinal, chunk);
    return slab_take(arena, chunk, units, base);
}

CUresult iq_arena_take(struct iq_device *device, size_t bytes, bool lowest, uint64_t *base,
                       size_t *span)
{
    struct iq_soft_arena *arena = device->arena;
    if (bytes > arena->memory_bytes)
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (bytes <= SHARED_MAX && !lowest) {
        size_t units = (bytes + IQ_UNIT - 1) / IQ_UNIT;
        *span = units * IQ_UNIT;
        return take_shared(device, units, base);
    }
    size_t at, count = (bytes + IQ_CHUNK - 1) >> IQ_CHUNK_SHIFT;
    CUresult r = take_chunks(arena, count, lowest, CHUNK_WHOLE, &at);
    if (r)
        return r;
    *base = arena->base + ((uint64_t)at << IQ_CHUNK_SHIFT);
    *span = count << IQ_CHUNK_SHIFT;
    return CUDA_SUCCESS;
}

void iq_arena_give(struct iq_device *device, uint64_t base, size_t span)
{
    struct iq_soft_arena *arena = device->arena;
    size_t chunk = (base - arena->base) >> IQ_CHUNK_SHIFT;
    struct slab *slab = arena->chunks[chunk].slab;
    if (arena->chunks[chunk].share)
        arena->chunks[chunk].share->serials[(base - arena->base) % IQ_CHUNK / IQ_UNIT] = 0;
    if (arena->chunks[chunk].state != CHUNK_SHARED) {
        give_chunks(device, chunk, span >> IQ_CHUNK_SHIFT);
        return;
    }
    set_units(slab, (base - arena->base) % IQ_CHUNK / IQ_UNIT, span / IQ_UNIT, false);
    slab->live -= (uint32_t)(span / IQ_UNIT);
    if (slab->live) {
        remember_open(device->ordinal, chunk);
        return;
    }
    forget_open(device->ordinal, chunk);
    arena->chunks[chunk].slab = NULL;
    free(slab);
    give_chunks(device, chunk, 1);
}

static bool is_zero(const char *at, size_t size) { return !*at && !memcmp(at, at + 1, size - 1); }

/* Pages that were never written stay out of the file. */
static bool fill_file(int fd, const char *from, size_t bytes)
{
    enum { PAGE = 4096 };
    for (size_t at = 0; at < bytes; at += PAGE)
        if (!is_zero(from + at, PAGE) && pwrite(fd, from + at, PAGE, (off_t)at) != PAGE)
            return false;
    return true;
}

CUresult iq_arena_share(struct iq_device *device, uint64_t base, size_t span)
{
    struct iq_soft_arena *arena = device->arena;
    size_t at = (base - arena->base) >> IQ_CHUNK_SHIFT,
           bytes = arena->chunks[at].state == CHUNK_SHARED ? IQ_CHUNK : span;
    if (arena->chunks[at].share)
        return CUDA_SUCCESS;
    struct iq_share *share = iq_share_new(bytes);
    if (!share)
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (!fill_file(share->fd, bytes_of(arena, at), bytes) ||
        map_over(arena, at, bytes, MAP_SHARED, share->fd) == MAP_FAILED) {
        iq_share_destroy(share);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    arena->chunks[at].share = share;
    return CUDA_SUCCESS;
}

struct iq_share *iq_arena_share_of(const struct iq_device *device, uint64_t address, size_t *offset)
{
    const struct iq_soft_arena *arena = device->arena;
    *offset = (address - arena->base) % IQ_CHUNK;
    return arena->chunks[(address - arena->base) >> IQ_CHUNK_SHIFT].share;
}

CUresult iq_arena_reserve(struct iq_device *device, size_t bytes, size_t alignment, uint64_t wish,
                          uint64_t *base)
{
    struct iq_soft_arena *arena = device->arena;
    size_t count = bytes >> IQ_CHUNK_SHIFT, step = alignment >> IQ_CHUNK_SHIFT, at = SIZE_MAX;
    if (wish >= arena->base && wish + bytes <= arena->base + arena->address_bytes &&
        !(wish % IQ_CHUNK)) {
        size_t from = (wish - arena->base) >> IQ_CHUNK_SHIFT;
        at = find_run(arena, count, from, from + count);
    }
    if (at == SIZE_MAX)
        at = search(arena, count + (step > 1 ? step : 0), false);
    if (at == SIZE_MAX)
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (step > 1) {
        uint64_t address = arena->base + ((uint64_t)at << IQ_CHUNK_SHIFT);
        address = (address + alignment - 1) / alignment * alignment;
        at = (address - arena->base) >> IQ_CHUNK_SHIFT;
    }
    for (size_t i = 0; i < count; i++)
        arena->chunks[at + i].state = CHUNK_RESERVED;
    *base = arena->base + ((uint64_t)at << IQ_CHUNK_SHIFT);
    return CUDA_SUCCESS;
}

void iq_arena_unreserve(struct iq_device *device, uint64_t base, size_t bytes)
{
    struct iq_soft_arena *arena = device->arena;
    size_t at = (base - arena->base) >> IQ_CHUNK_SHIFT;
    for (size_t i = 0; i < bytes >> IQ_CHUNK_SHIFT; i++)
        arena->chunks[at + i].state = CHUNK_FREE;
}

CUresult iq_arena_map_file(struct iq_device *device, uint64_t base, size_t bytes, int fd,
                           size_t offset)
{
    struct iq_soft_arena *arena = device->arena;
    size_t at = (base - arena->base) >> IQ_CHUNK_SHIFT;
    if (mmap(bytes_of(arena, at), bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd,
             (off_t)offset) == MAP_FAILED)
        return CUDA_ERROR_OUT_OF_MEMORY;
    for (size_t i = 0; i < bytes >> IQ_CHUNK_SHIFT; i++)
        arena->chunks[at + i].state = CHUNK_FILE;
    return CUDA_SUCCESS;
}

void iq_arena_unmap_file(struct iq_device *device, uint64_t base, size_t bytes)
{
    struct iq_soft_arena *arena = device->arena;
    size_t at = (base - arena->base) >> IQ_CHUNK_SHIFT;
    for (size_t i = 0; i < bytes >> IQ_CHUNK_SHIFT; i++)
        arena->chunks[at + i].state = CHUNK_RESERVED;
    /* a reservation that fails leaves the file mapped, which harms nobody */
    (void)mmap(bytes_of(arena, at), bytes, PROT_NONE,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
}

struct iq_device *iq_arena_device(uint64_t address)
{
    for (int i = 0; i < iq_soft.device_count; i++)
        if (address - arenas[i].base < arenas[i].address_bytes)
            return &iq_soft.devices[i];
    return NULL;
}

bool iq_arena_is_mapped(const struct iq_device *device, uint64_t address, size_t size)
{
    const struct iq_soft_arena *arena = device->arena;
    uint64_t from = address - arena->base;
    if (from >= arena->address_bytes || !size || size > arena->address_bytes - from)
        return false;
    for (size_t i = from >> IQ_CHUNK_SHIFT; i <= (from + size - 1) >> IQ_CHUNK_SHIFT; i++)
        if (arena->chunks[i].state == CHUNK_FREE || arena->chunks[i].state == CHUNK_RESERVED)
            return false;
    return true;
}

void iq_arena_bounds(const struct iq_device *device, uint64_t *base, uint64_t *bytes)
{
    *base = device->arena->base;
    *bytes = device->arena->address_bytes;
}

int64_t iq_arena_bias(const struct iq_device *device) { return device->arena->bias; }
size_t iq_arena_used(const struct iq_device *device) { return device->arena->used; }

CUresult iq_arena_charge(struct iq_device *device, size_t bytes)
{
    if (bytes > device->arena->memory_bytes - device->arena->used)
        return CUDA_ERROR_OUT_OF_MEMORY;
    device->arena->used += bytes;
    return CUDA_SUCCESS;
}

void iq_arena_discharge(struct iq_device *device, size_t bytes) { device->arena->used -= bytes; }
