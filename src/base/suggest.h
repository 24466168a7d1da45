/* "Did you mean": nearest words by edit distance.  Stateless, any thread. */
#ifndef IQ_BASE_SUGGEST_H
#define IQ_BASE_SUGGEST_H

#include <stdbool.h>
#include <stddef.h>

#include "base/contract.h"

/* Number of insertions, deletions, replacements and swaps of neighbours that turn [a] into [b];
 * case does not count. */
IQ_NONNULL unsigned iq_suggest_distance(const char *a, const char *b);

/* Collects the best of many candidates. */
struct iq_suggest {
    const char *word, *best[3];
    unsigned distance[3];
};

/* Offers [candidate], which is borrowed; nothing or an empty word is passed over.  One that the
 * word abbreviates is next to it. */
void iq_suggest_offer(struct iq_suggest *suggest, const char *candidate);

/* Is the n-th best near enough to be meant? */
IQ_NONNULL bool iq_suggest_is_near(const struct iq_suggest *suggest, int n);

#endif
