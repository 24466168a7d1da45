/* Error numbers used by everything in the tree.  Stateless, any thread, async-signal-safe. */
#ifndef IQ_BASE_ERRORS_H
#define IQ_BASE_ERRORS_H

enum iq_error {
    IQ_OK = 0,
#define IQ_ERROR(name, number, text) IQ_E##name = -(number),
#include "base/errors.def"
    IQ_ERROR_END_ = -1000
};

/* Text of an IQ_E* code, in lower case without a full stop.  Static; never NULL. */
const char *iq_strerror(int error);

/* IQ_E* code for an errno value. */
int iq_error_from_errno(int value);

#endif
