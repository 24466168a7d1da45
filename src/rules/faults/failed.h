/* failed-call: a failure that no rule explains; and what a failure's rule means for what follows.
 * Stateless; the calling thread. */
#ifndef IQ_RULES_FAULTS_FAILED_H
#define IQ_RULES_FAULTS_FAILED_H

#include "call/rule.h"

/* What is said of a failed call that no rule explains; soft-limit, if the software device does not
 * have the call. */
struct iq_suspicion iq_failed_unexplained(const struct iq_call *call);

/* Probing for memory, for code that fits and for the pool of a pointer is legitimate: does a later
 * success of the same kind make this failure a note? */
bool iq_failed_is_excusable(struct iq_call *call, enum iq_rule_id rule);

/* Is what [rule] says of [call] the answer to a question, for a program that is ready for it? */
bool iq_failed_is_answer(const struct iq_call *call, enum iq_rule_id rule);

/* Is [rule] about host memory that the call was given? */
bool iq_failed_is_of_host(enum iq_rule_id rule);

#endif
