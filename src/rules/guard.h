/* What findings about accesses of the host to guarded memory have in common, whatever the API.
 * Threads: the one that accessed the memory. */
#ifndef IQ_RULES_GUARD_H
#define IQ_RULES_GUARD_H

#include "base/str.h"
#include "order/guard.h"
#include "trace/finding.h"

/* Without its object and its fix; [message] and [cause] are yet to be written. */
struct iq_finding iq_guard_finding(const struct iq_guard *guard,
                                   const struct iq_guard_access *access, char *message,
                                   char *cause);

/* "the host writes", "the host reads through read". */
void iq_put_host_access(struct iq_str *text, const struct iq_guard_access *access);

#endif
