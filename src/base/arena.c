#include "base/arena.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#include "base/pages.h"

enum { ALIGNMENT = 16, CHUNK_BYTES = 64 * 1024 };

struct iq_arena_chunk {
    struct iq_arena_chunk *older;
    size_t bytes;
};

static int add_chunk(struct iq_arena *arena, size_t size)
{
    size_t bytes = size + sizeof(struct iq_arena_chunk) + ALIGNMENT;
    bytes = bytes < CHUNK_BYTES ? CHUNK_BYTES : (bytes + 4095) & ~(size_t)4095;
    if (arena->limit && (bytes > arena->limit || arena->total > arena->limit - bytes))
        return -1;
    struct iq_arena_chunk *chunk = iq_pages_get(bytes);
    if (!chunk)
        return -1;
    *chunk = (struct iq_arena_chunk){ arena->chunks, bytes };
    arena->chunks = chunk;
    arena->next = (char *)(chunk + 1);
    arena->end = (char *)chunk + bytes;
    arena->total += bytes;
    return 0;
}

void *iq_arena_get(struct iq_arena *arena, size_t size)
{
    if (size > SIZE_MAX / 4)
        return NULL;
    size = (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
    if ((size_t)(arena->end - arena->next) < size || !arena->next)
        if (add_chunk(arena, size))
            return NULL;
    void *memory = arena->next;
    arena->next += size;
    return memory;
}

char *iq_arena_copy(struct iq_arena *arena, const char *text, size_t length)
{
    char *copy = iq_arena_get(arena, length + 1);
    if (copy && length)
        memcpy(copy, text, length);
    return copy;
}

struct iq_arena_mark iq_arena_mark(const struct iq_arena *arena)
{
    return (struct iq_arena_mark){ arena->chunks, arena->next, arena->end };
}

/* Gives the chunks back that are newer than [last]. */
static void drop_chunks(struct iq_arena *arena, const struct iq_arena_chunk *last)
{
    for (struct iq_arena_chunk *chunk = arena->chunks, *older; chunk != last; chunk = older) {
        older = chunk->older;
        arena->total -= chunk->bytes;
        munmap(chunk, chunk->bytes);
    }
}

void iq_arena_rewind(struct iq_arena *arena, const struct iq_arena_mark *mark)
{
    char *used = arena->chunks == mark->chunks ? arena->next : mark->end;
    drop_chunks(arena, mark->chunks);
    if (mark->next)
        memset(mark->next, 0, (size_t)(used - mark->next)); /* as it was got from the kernel */
    arena->chunks = mark->chunks;
    arena->next = mark->next;
    arena->end = mark->end;
}

void iq_arena_finish(struct iq_arena *arena)
{
    drop_chunks(arena, NULL);
    *arena = (struct iq_arena){ .limit = arena->limit };
}
