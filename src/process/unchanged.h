/* Words that others own, and whether they are unchanged: for what was worked out from them, and
 * need not be worked out again as long as they are.  Exact: all bits are kept and compared.
 * Owner: core; nothing is freed, but what has become too small.  Threads: the caller's.  Fork:
 * survives.  Not inside handlers. */
#ifndef IQ_PROCESS_UNCHANGED_H
#define IQ_PROCESS_UNCHANGED_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/loads.h"
#include "process/peek.h"

enum { IQ_UNCHANGED_WORDS = 400 };

struct iq_unchanged {
    uint32_t bytes, pairs, words; /* room behind this head, groups */
    struct iq_load_pairs pair[];  /* then struct iq_load_words */
};

/* Keeps the words at [count] addresses, all multiples of 8, in *kept (NULL: it is made), with as
 * little repetition as is easily seen.  False: too many, one is not readable, loads without the
 * kernel are not possible, or memory ran out; then *kept is NULL or empty, which never is
 * unchanged. */
IQ_NODISCARD bool iq_unchanged_keep(struct iq_unchanged **kept, const uintptr_t *addresses,
                                    uint32_t count);

static inline bool iq_unchanged_is(const struct iq_unchanged *kept)
{
    return kept->pairs + kept->words && iq_peek_is_fast() &&
           iq_load_same_pairs(kept->pair, kept->pairs) &&
           iq_load_same_words((const struct iq_load_words *)&kept->pair[kept->pairs], kept->words);
}

#endif
