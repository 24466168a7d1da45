/* Shared by the files of src/instrument only: rows of matrices in shared memory.
 * Owner: the rewriter. */
#ifndef IQ_INSTRUMENT_ROWS_H
#define IQ_INSTRUMENT_ROWS_H

#include "instrument/inner.h"

enum { IQ_ROWS = 8 /* statements that are tested at once */ };

/* Groups of a body so far, and their statements. */
struct row_groups {
    uint32_t count;
    IQ_VEC(const struct iq_statement *) members;
};

struct rewriter;

/* Is [statement] an ldmatrix or stmatrix that can be tested? */
bool iq_rows_is_one(const struct iq_body *body, const struct iq_statement *statement);

/* Puts the tests of [s] in front of it, if it is one and they may stand here, and those of others
 * that follow; returns 1 if it is checked. */
uint32_t iq_rows_put(struct rewriter *r, const struct iq_statement *s, bool may_test);

/* The registers of all tests of a body. */
void iq_rows_put_declarations(struct rewriter *r);

#endif
