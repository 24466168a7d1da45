/* Findings: folded, numbered, written to the trace; may be demoted or taken over later.
 * Owner: core; texts are kept for a while, so that a finding can be written again; of one that is
 * thousands of findings old the count and the severity can change.  Threads: any;
 * IQ_LOCK_FINDINGS. */
#ifndef IQ_CALL_FINDINGS_H
#define IQ_CALL_FINDINGS_H

#include "model/handle.h"
#include "model/range.h"
#include "trace/finding.h"

/* The object of [finding] is [range]. */
void iq_finding_set_object(struct iq_finding *finding, const struct iq_range *range);

/* The object of [finding] is [handle], of [size] bytes (0: not known, or none). */
void iq_finding_set_handle(struct iq_finding *finding, const struct iq_handle *handle,
                           uint64_t size);

/* The object of [finding] is what [size] bytes of host memory at [address] lie in: a range, a block
 * of the heap, or else they themselves. */
void iq_finding_set_host(struct iq_finding *finding, uint64_t address, uint64_t size);

/* Writes [finding] (its id is ignored) and the stacks it names.  Folding: by [cause] if that is not
 * 0, else by rule, call, argument and call stack.  A finding of the same cause at another place
 * becomes a related line of the first one. [takes_over] is the id of an earlier finding that this
 * one replaces, 0: none; it becomes a note if this one is folded. [final]: cannot be demoted later,
 * so --stop may stop here.  Returns the id, 0 if it was only counted or its rule is switched
 * off. */
uint64_t iq_findings_add(const struct iq_finding *finding, uint64_t cause, uint64_t takes_over,
                         bool final);

/* Would iq_findings_add write [finding] as a new one?  Otherwise it only counts, and the sentences,
 * object and other stacks of [finding] are not needed. */
bool iq_findings_is_new(const struct iq_finding *finding, uint64_t cause, uint64_t takes_over);

/* Writes [finding], which the launcher has to prove, as it is: nothing is folded or kept.  id 0
 * gets a new one. */
void iq_findings_add_unproven(struct iq_finding *finding);

/* Finding [id] turns out to be of [severity] at most. */
void iq_findings_demote(uint64_t id, enum iq_severity severity);

/* Finding [id] turns out to be of [severity] at least. */
void iq_findings_raise(uint64_t id, enum iq_severity severity);

/* A new cause for finding [id], if it still says [message]: others that were the same mistake have
 * named places of their own. */
void iq_findings_reword(uint64_t id, const char *message, const char *cause);

/* Adds [text] to the cause of finding [id], once. */
void iq_findings_add_unchecked(uint64_t id, const char *text);

/* Adds a related line to finding [id]; a full list stays as it is. */
void iq_findings_relate(uint64_t id, const char *what, uint32_t stack);

/* Finding of [cause], 0: none; [id] from now on is also of [cause].  Both may be called between
 * iq_lock and iq_unlock of IQ_LOCK_FINDINGS. */
uint64_t iq_findings_of_cause(uint64_t cause);
void iq_findings_add_cause(uint64_t id, uint64_t cause);

/* The sentence of finding [id], which stays where it is until many more were added; NULL: there is
 * none, or it was found long ago. */
const char *iq_findings_message(uint64_t id);

/* The rule of finding [id]. */
enum iq_rule_id iq_findings_rule(uint64_t id);

/* Is finding [id] about the call with this stack? */
bool iq_findings_is_of(uint64_t id, uint32_t stack);

/* Has [id] error severity now? */
bool iq_findings_is_error(uint64_t id);

/* --stop: raises SIGTRAP if an error was found on a thread of the device's since the last time.
 * For the program's threads, with no lock held. */
void iq_findings_stop(void);
extern bool iq_findings_stop_waits; /* there is a reason to call it; atomic */

/* Number of findings that have severity error now. */
uint64_t iq_findings_errors(void);

/* Stack [id] is to be in the trace, whatever comes.  Cheap if it is. */
void iq_findings_keep_stack(uint32_t id);

/* The same for a stack of a call that waits, as long as few of them are kept: every call of a
 * correct program may wait, and the trace is for findings. */
void iq_findings_keep_wait(uint32_t id);

void iq_findings_after_fork(void);

#endif
