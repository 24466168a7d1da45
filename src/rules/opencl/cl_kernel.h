/* What the rules about kernels of OpenCL share.  Threads: the calling thread. */
#ifndef IQ_RULES_CL_KERNEL_H
#define IQ_RULES_CL_KERNEL_H

#include "rules/rules.h"

/* The name of [kernel], or "the kernel". */
const char *iq_cl_kernel_name(const struct iq_handle *kernel);

/* A suspicion about the argument that is called [name] of a call that enqueues the kernel of
 * event->enqueue.range: an error, whatever the call returns. */
struct iq_suspicion iq_cl_suspicion_at_launch(const struct iq_event *event, enum iq_rule_id rule,
                                              int rank, const char *name);

/* How many work-items event->enqueue.range has, and in which groups. */
void iq_cl_check_dimensions(const struct iq_event *event);

#endif
