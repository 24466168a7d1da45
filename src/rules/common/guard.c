/* What findings about guarded memory have in common; see guard.h. */
#include "rules/guard.h"

#include "rules/rules.h"

struct iq_finding iq_guard_finding(const struct iq_guard *guard,
                                   const struct iq_guard_access *access, char *message, char *cause)
{
    return (struct iq_finding){ .rule = iq_guard_is_ended(guard) ? IQ_RULE_NOT_MAPPED
                                        : access->write          ? IQ_RULE_HOST_WRITE_IN_FLIGHT
                                                                 : IQ_RULE_HOST_READ_IN_FLIGHT,
                                .severity = IQ_ERROR,
                                .arg_index = -1,
                                .message = message,
                                .cause = cause,
                                .stack_call = access->stack,
                                .object_device = -1,
                                .count = 1 };
}

void iq_put_host_access(struct iq_str *text, const struct iq_guard_access *access)
{
    iq_str_printf(text, "the host %s%s%s", access->write ? "writes" : "reads",
                  access->through ? " through " : "", access->through ? access->through : "");
}
