/* Which faults of kernels are one mistake, and so one finding (docs/report.md).  Threads: any;
 * IQ_LOCK_FINDINGS held. */
#ifndef IQ_RULES_FAULTS_KERNEL_CAUSE_H
#define IQ_RULES_FAULTS_KERNEL_CAUSE_H

#include <stdbool.h>

#include "abi/soft_observer.h"
#include "trace/finding.h"

struct iq_launch_record;
struct iq_range;

/* Number of a statement of a kernel and an object, of one launch or of any; the same for the same
 * mistake there. */
uint64_t iq_soft_place(const struct iq_soft_fault *fault, bool launch);
/* The cause of [finding], which tells of [fault]. */
uint64_t iq_soft_cause(const struct iq_soft_fault *fault, const struct iq_finding *finding);
/* The finding that the free came too early, or that nothing ordered the kernel with the stream of
 * the free, or with what would have written the memory of [range]; 0: none of that was said.
 * [launch] NULL: not known. */
uint64_t iq_soft_join_order(const struct iq_soft_fault *fault, const struct iq_finding *finding,
                            const struct iq_range *range, const struct iq_launch_record *launch);
/* Was another statement of the launch wrong by the same mistake?  Then [fault] is reported along
 * with it: its finding; 0: no. */
uint64_t iq_soft_join(const struct iq_soft_fault *fault, const struct iq_finding *finding);
/* [id] is the finding of [fault], which the next ones may join. */
void iq_soft_lead(const struct iq_soft_fault *fault, uint64_t id);

#endif
