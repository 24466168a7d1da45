#include "core/memory.h"

#include <string.h>

#include "base/arena.h"

#define FREE PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP
static pthread_mutex_t locks[] = { FREE, FREE, FREE, FREE, FREE, FREE, FREE, FREE, FREE, FREE, FREE };
_Static_assert(sizeof locks / sizeof *locks == IQ_LOCK_COUNT, "one initialiser per lock");
static struct iq_arena arena;

void iq_lock(enum iq_lock_id id) { pthread_mutex_lock(&locks[id]); }
void iq_unlock(enum iq_lock_id id) { pthread_mutex_unlock(&locks[id]); }
int iq_try_lock(enum iq_lock_id id) { return pthread_mutex_trylock(&locks[id]) == 0; }

void iq_locks_reset(void)
{
    static const pthread_mutex_t fresh = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
    for (int i = 0; i < IQ_LOCK_COUNT; i++)
        memcpy(&locks[i], &fresh, sizeof fresh);
}

void *iq_core_alloc(size_t size)
{
    iq_lock(IQ_LOCK_MEMORY);
    void *memory = iq_arena_get(&arena, size);
    iq_unlock(IQ_LOCK_MEMORY);
    return memory;
}

char *iq_core_copy(const char *text)
{
    size_t length = strlen(text);
    char *copy = iq_core_alloc(length + 1);
    if (copy)
        memcpy(copy, text, length + 1);
    return copy;
}
