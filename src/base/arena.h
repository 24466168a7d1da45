/* Memory that is given back all at once: chunks from mmap, never moved, so pointers into it stay
 * valid.
 * Owner: whoever declares it; a zeroed struct is an empty arena.  Threads: the caller's lock.
 * Fork: survives.  Works under an interposed malloc; allocation is async-signal-safe if nobody else
 * uses the arena. */
#ifndef IQ_BASE_ARENA_H
#define IQ_BASE_ARENA_H

#include <stddef.h>

#include "base/contract.h"

struct iq_arena_chunk;
struct iq_arena {
    struct iq_arena_chunk *chunks;
    char *next, *end;
    size_t total; /* bytes mapped */
    size_t limit; /* bytes that may be mapped, 0: no limit */
};

/* [size] zeroed bytes aligned to 16; NULL when out of memory or over the limit. */
IQ_NODISCARD IQ_NONNULL void *iq_arena_get(struct iq_arena *arena, size_t size);

/* Copy of [length] bytes of [text] with a NUL after; NULL as above. */
IQ_NODISCARD IQ_NONNULL char *iq_arena_copy(struct iq_arena *arena, const char *text,
                                            size_t length);

/* Where [arena] stands, and back to there: what was got since is given back. */
struct iq_arena_mark {
    struct iq_arena_chunk *chunks;
    char *next, *end;
};
IQ_NONNULL struct iq_arena_mark iq_arena_mark(const struct iq_arena *arena);
IQ_NONNULL void iq_arena_rewind(struct iq_arena *arena, const struct iq_arena_mark *mark);

/* Gives everything back; the arena is empty and usable again (the limit stays). */
IQ_NONNULL void iq_arena_finish(struct iq_arena *arena);

#endif
