/* Shared by the files of src/instrument only: asynchronous copies, and the mbarriers of such.
 * Owner: the rewriter. */
#ifndef IQ_INSTRUMENT_COPIES_H
#define IQ_INSTRUMENT_COPIES_H

#include "instrument/inner.h"

struct rewriter;

bool iq_copies_is_one(const struct iq_body *body, const struct iq_statement *statement);

/* Puts the tests of [s], if it is one and they may stand here, and what leaves it out where it is
 * wrong; returns how many of its accesses are checked. */
uint32_t iq_copies_put(struct rewriter *r, const struct iq_statement *s, bool may_test);

/* The registers of all tests of a body. */
void iq_copies_put_declarations(struct rewriter *r);

#endif
