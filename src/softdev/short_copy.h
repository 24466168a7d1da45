/* Copies from the host that fill only the front of a module's variable, although the host has as
 * much as the variable holds: a number of elements was taken for one of bytes.  The rest of the
 * variable has the zeros that it was loaded with, so that reading it is no mistake by itself.  It
 * is one only if the host has other values there, and nobody wrote them before they were read.
 * Threads: iq_short_copy_is_due with the driver lock, the rest without any. */
#ifndef IQ_SOFTDEV_SHORT_COPY_H
#define IQ_SOFTDEV_SHORT_COPY_H

#include "softdev/memory.h"

struct iq_copy_work;

/* Would [size] bytes fill a variable of [whole], if they were elements? */
bool iq_short_copy_is_part(uint64_t size, uint64_t whole);
/* Might the copy be such a one?  Then it needs a site. */
bool iq_short_copy_is_due(const struct iq_copy_work *work);
/* Such a copy is about to write [size] bytes at [to]: what nobody writes is asked for from now
 * on. */
void iq_short_copy_begin(uint64_t to, uint64_t size);
/* Are the [size] bytes of a variable at [address] still zero? */
bool iq_short_copy_is_untouched(uint64_t address, uint64_t size);

#endif
