/* --fail: are there such calls and such codes?
 * Stateless; start-up only. */
#ifndef IQ_CLI_FAIL_H
#define IQ_CLI_FAIL_H

#include "base/str.h"

/* Checks a list of specifications (base/fail_spec.h).  Returns 0, or IQ_EINVAL with a line in
 * [error] (NULL: nobody asks). */
int iq_fail_check(const char *value, struct iq_str *error);

#endif
