/* Shared by the files of src/instrument only: kernels whose threads end where they are wrong.
 * Owner: the rewriter. */
#ifndef IQ_INSTRUMENT_ENDINGS_H
#define IQ_INSTRUMENT_ENDINGS_H

#include "base/str.h"
#include "instrument/inner.h"

struct rewriter;
struct tested;

/* What an address comes from, and what its access does. */
struct end_root {
    uint32_t root, needs;
};

/* A row of the table by which an ending finds the access that is wrong. */
struct ending_member {
    uint32_t at, bytes; /* at: after the first byte of its group */
    uint32_t kind;      /* see endings.c */
    uint32_t site;      /* times 2, plus 1: it is not the last of its group */
};

/* The access [t], .at bytes after its group, has the last site.  What leads to the code that ends
 * the thread: one of the members of [group] from [first] on, the last ones, is wrong if [guard]
 * ("@%p ") is true. */
void iq_endings_add_member(struct rewriter *r, const struct tested *t, uint32_t at);
void iq_endings_put(struct rewriter *r, const struct tested *group, uint32_t first,
                    const char *guard);
void iq_endings_put_code(struct rewriter *r);
void iq_endings_put_table(const struct rewriter *r, struct iq_str *to);

#endif
