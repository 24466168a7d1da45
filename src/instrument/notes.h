/* Shared by the files of src/instrument only: the code that writes a record of an access that is
 * wrong.
 * Owner: the rewriter. */
#ifndef IQ_INSTRUMENT_NOTES_H
#define IQ_INSTRUMENT_NOTES_H

#include "instrument/inner.h"

struct iq_str;
struct rewriter;

/* A record of site [index], an access to %iqt, as the first of its launch and unless there is one
 * that the host has not read yet; then on to [label].  [root] NULL: none. */
void iq_notes_put(struct rewriter *r, struct iq_str *to, uint32_t index,
                  const struct iq_memory_access *access, const uint32_t *root, const char *label);

/* Out of line: the record of the site in %iqr1, an access to %iqt in memory at %iqh. */
void iq_notes_put_last(struct rewriter *r, const char *label);

#endif
