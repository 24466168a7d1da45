/* malloc and free of kernels: blocks of the context's device heap, kept in an ordered list outside
 * of it.  Between them nothing may be touched, and what has been given back stays a while, so that
 * wrong accesses are seen. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "softdev/copy.h"
#include "softdev/module.h"

enum {
    HEAP_ALIGN = 16,
    HEAP_GONE_MAX = 4096,
    HEAP_SYSTEM = 8 << 20 /* code, printf buffer, local memory */
};

struct block {
    uint64_t base, size;
    bool gone;
};
struct iq_heap {
    pthread_mutex_t lock;
    uint64_t base, size;
    struct block *blocks; /* in order of address */
    size_t count, capacity, gone;
    uint64_t refused; /* size of the last block that there was no room for; 0: none yet */
    /* copies that device code has */
    struct {
        const char *text;
        uint64_t address;
    } texts[IQ_HEAP_TEXTS];
};

/* Mapped with the first module of a context, at the lowest free addresses. */
CUresult iq_heap_prepare(struct iq_ctx *ctx)
{
    struct iq_alloc *alloc;
    if (ctx->heap)
        return CUDA_SUCCESS;
    size_t size = ctx->limits[CU_LIMIT_MALLOC_HEAP_SIZE];
    struct iq_heap *heap = calloc(1, sizeof *heap);
    CUresult r = heap ? iq_memory_take(ctx, IQ_ALLOC_INTERNAL, size + HEAP_SYSTEM, &alloc)
                      : CUDA_ERROR_OUT_OF_MEMORY;
    if (r) {
        free(heap);
        return r;
    }
    pthread_mutex_init(&heap->lock, NULL);
    heap->base = alloc->base + HEAP_SYSTEM;
    heap->size = size;
    ctx->heap = heap;
    return CUDA_SUCCESS;
}

/* A block and the gap after it. */
static uint64_t room(uint64_t size)
{
    return size + 2 * HEAP_ALIGN < size
               ? UINT64_MAX
               : ((size ? size + HEAP_ALIGN - 1 : HEAP_ALIGN) & ~(uint64_t)(HEAP_ALIGN - 1)) +
                     HEAP_ALIGN;
}

static void forget_gone(struct iq_heap *heap)
{
    size_t kept = 0;
    for (size_t i = 0; i < heap->count; i++)
        if (!heap->blocks[i].gone)
            heap->blocks[kept++] = heap->blocks[i];
    heap->count = kept;
    heap->gone = 0;
}

/* First fit between the blocks; 0: none. */
static uint64_t fit(struct iq_heap *heap, uint64_t size)
{
    uint64_t want = room(size), at = heap->base;
    size_t i = 0;
    while (i < heap->count && heap->blocks[i].base - at < want) {
        at = heap->blocks[i].base + room(heap->blocks[i].size);
        i++;
    }
    if (heap->count == heap->capacity || at > heap->base + heap->size ||
        want - HEAP_ALIGN > heap->base + heap->size - at)
        return 0;
    memmove(&heap->blocks[i + 1], &heap->blocks[i], (heap->count - i) * sizeof *heap->blocks);
    heap->blocks[i] = (struct block){ at, size, false };
    heap->count++;
    return at;
}

uint64_t iq_heap_take(struct iq_ctx *ctx, uint64_t size)
{
    struct iq_heap *heap = ctx->heap;
    uint64_t at = 0;
    pthread_mutex_lock(&heap->lock);
    if (heap->gone > HEAP_GONE_MAX)
        forget_gone(heap);
    if (heap->count == heap->capacity) {
        size_t capacity = heap->capacity ? heap->capacity * 2 : 256;
        struct block *grown = realloc(heap->blocks, capacity * sizeof *grown);
        if (grown) {
            heap->blocks = grown;
            heap->capacity = capacity;
        }
    }
    at = fit(heap, size);
    if (!at && heap->gone) {
        forget_gone(heap);
        at = fit(heap, size);
    }
    if (!at)
        heap->refused = size;
    pthread_mutex_unlock(&heap->lock);
    return at;
}

uint64_t iq_heap_refused(struct iq_ctx *ctx, uint64_t *heap_size)
{
    struct iq_heap *heap = ctx->heap;
    if (!heap)
        return 0;
    *heap_size = heap->size;
    pthread_mutex_lock(&heap->lock);
    uint64_t size = heap->refused;
    pthread_mutex_unlock(&heap->lock);
    return size;
}

static size_t search(const struct iq_heap *heap, uint64_t address)
{
    size_t low = 0, high = heap->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (heap->blocks[middle].base <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool iq_heap_give(struct iq_ctx *ctx, uint64_t address)
{
    struct iq_heap *heap = ctx->heap;
    if (!address)
        return true;
    pthread_mutex_lock(&heap->lock);
    size_t i = search(heap, address);
    bool found = i && heap->blocks[i - 1].base == address && !heap->blocks[i - 1].gone;
    if (found) {
        heap->blocks[i - 1].gone = true;
        heap->gone++;
    }
    pthread_mutex_unlock(&heap->lock);
    return found;
}

bool iq_heap_find(struct iq_ctx *ctx, uint64_t address, uint64_t *base, uint64_t *size)
{
    struct iq_heap *heap = ctx->heap;
    if (!heap)
        return false;
    pthread_mutex_lock(&heap->lock);
    size_t i = search(heap, address);
    bool found = i && !heap->blocks[i - 1].gone &&
                 address - heap->blocks[i - 1].base < heap->blocks[i - 1].size;
    if (found) {
        *base = heap->blocks[i - 1].base;
        *size = heap->blocks[i - 1].size;
    }
    pthread_mutex_unlock(&heap->lock);
    return found;
}

bool iq_heap_nearest(struct iq_ctx *ctx, uint64_t address, uint64_t *base, uint64_t *size,
                     bool *gone)
{
    struct iq_heap *heap = ctx->heap;
    if (!heap || address - heap->base + HEAP_ALIGN >= heap->size + HEAP_ALIGN)
        return false;
    pthread_mutex_lock(&heap->lock);
    size_t i = search(heap, address), below = i ? i - 1 : 0;
    if (i && i < heap->count && address >= heap->blocks[below].base + heap->blocks[below].size &&
        heap->blocks[i].base - address <
            address - heap->blocks[below].base - heap->blocks[below].size)
        below = i;
    bool found = heap->count != 0;
    if (found) {
        *base = heap->blocks[below].base;
        *size = heap->blocks[below].size;
        *gone = heap->blocks[below].gone;
    }
    pthread_mutex_unlock(&heap->lock);
    return found;
}

uint64_t iq_heap_text(struct iq_ctx *ctx, const char *text)
{
    struct iq_heap *heap = ctx->heap;
    size_t i = 0, most = sizeof heap->texts / sizeof *heap->texts;
    pthread_mutex_lock(&heap->lock);
    while (i < most && heap->texts[i].text && heap->texts[i].text != text)
        i++;
    uint64_t address = i < most && heap->texts[i].text ? heap->texts[i].address : 0;
    pthread_mutex_unlock(&heap->lock);
    if (address)
        return address;
    address = iq_heap_take(ctx, strlen(text) + 1);
    char *to = address ? iq_copy_host_address(address, strlen(text) + 1) : NULL;
    if (!to)
        return 0;
    strcpy(to, text);
    pthread_mutex_lock(&heap->lock);
    if (i < most && !heap->texts[i].text) {
        heap->texts[i].text = text;
        heap->texts[i].address = address;
    }
    pthread_mutex_unlock(&heap->lock);
    return address;
}

void iq_heap_destroy(struct iq_ctx *ctx)
{
    if (!ctx->heap)
        return;
    free(ctx->heap->blocks);
    free(ctx->heap);
    ctx->heap = NULL;
}
