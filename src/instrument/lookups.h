/* Shared by the files of src/instrument only: look-ups in the table of all memory, for addresses
 * that come from no argument.
 * Owner: the rewriter; names point into the text. */
#ifndef IQ_INSTRUMENT_LOOKUPS_H
#define IQ_INSTRUMENT_LOOKUPS_H

#include "instrument/inner.h"

struct rewriter;
struct tested;

/* What look-ups for addresses of one origin share: the row that was found last, for accesses of
 * [bytes], and how far the rows of an access lie apart from one time to the next. */
struct cache {
    struct iq_name origin;
    uint32_t bytes;
    uint32_t stride; /* index of the first cache for .origin */
};

/* Which register says where in the table the access [statement] was found last, and whose caches
 * it uses. */
struct guess {
    uint32_t statement, index;
    struct iq_name origin; /* a register of addresses */
};

/* Gets ready for a body; may the access [s] be looked up?; puts the look-up in front of it, and
 * the registers of all look-ups in front of the body. */
void iq_lookups_begin(struct rewriter *r);
bool iq_lookups_is_possible(const struct rewriter *r, const struct iq_statement *s,
                            const struct iq_memory_access *access);
void iq_lookups_put(struct rewriter *r, const struct iq_statement *s,
                    const struct iq_memory_access *access);
void iq_lookups_put_declarations(struct rewriter *r);

/* Out of line: a record of site [index] for an access that is carried out all the same, and
 * [label], where it ends: the lanes that do not write it wait, as the access may end the context.
 */
void iq_lookups_put_record(struct rewriter *r, uint32_t index,
                           const struct iq_memory_access *access, const uint32_t *root,
                           const char *label);

/* What a region looks up ahead: an address, the cache and the register of its guess. */
struct lookup {
    const struct tested *tested;
    uint32_t cache, index;
};

/* A look-up for [statement] in a region; its guess is [index] of an earlier one that is for the
 * same address, or UINT32_MAX: a new one.  Returns the guess. */
uint32_t iq_lookups_add(struct rewriter *r, uint32_t statement, struct iq_name origin,
                        uint32_t index);

/* The cache for accesses of [bytes] at addresses such as the one in [address]. */
uint32_t iq_lookups_cache(struct rewriter *r, struct iq_name address, uint32_t bytes);

/* In front of a region: [label] is where each access of it is looked up by itself. */
void iq_lookups_put_ahead(struct rewriter *r, const struct lookup *lookups, uint32_t count,
                          const char *label);

#endif
