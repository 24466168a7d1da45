#include "process/peek.h"

#include <string.h>

#include "base/hot.h"
#include "base/probe.h"

bool iq_peek_trusted;

bool iq_peek_recover(void *ucontext) { return iq_load_recover(ucontext); }

IQ_FAST bool iq_peek_sum(uint64_t *sum, const uintptr_t *addresses, size_t count)
{
    return iq_peek_is_fast() && iq_load_sum(sum, addresses, count);
}

void iq_peek_trust_handler(bool trust)
{
    __atomic_store_n(&iq_peek_trusted, trust, __ATOMIC_RELAXED);
}
static bool load(uint64_t *to, uintptr_t from) { return from >= 4096 && iq_load_word(to, from); }

static bool copy_words(char *to, uintptr_t from, size_t size)
{
    for (uint64_t word; size; size -= 8, to += 8, from += 8) {
        if (!load(&word, from))
            return false;
        memcpy(to, &word, 8);
    }
    return true;
}

/* Whole aligned words, so that a tail never crosses into a page that the wanted bytes are not
 * on. */
static bool copy_by_words(char *to, uintptr_t from, size_t size)
{
    while (size) {
        uint64_t word;
        size_t skip = from & 7, part = 8 - skip < size ? 8 - skip : size;
        if (!load(&word, from - skip))
            return false;
        memcpy(to, (char *)&word + skip, part);
        to += part;
        from += part;
        size -= part;
    }
    return true;
}

IQ_FAST bool iq_peek(void *to, uintptr_t from, size_t size, bool quiet)
{
    if (quiet || !iq_peek_is_fast())
        return iq_probe_read(to, from, size);
    if (!((size | from) & 7))
        return copy_words(to, from, size);
    if (size == 1) {
        uint64_t word = 0;
        bool loaded = load(&word, from & ~(uintptr_t)7);
        *(uint8_t *)to = (uint8_t)(word >> (from & 7) * 8);
        return loaded;
    }
    return copy_by_words(to, from, size);
}
