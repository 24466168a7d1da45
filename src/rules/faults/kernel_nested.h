/* What is said of kernels that launch kernels on the software device: what the device runtime
 * refused them, and from where a kernel was launched.
 * Owner: texts are written into the caller's.  Threads: any. */
#ifndef IQ_RULES_FAULTS_KERNEL_NESTED_H
#define IQ_RULES_FAULTS_KERNEL_NESTED_H

#include <stdbool.h>

#include "abi/soft_observer.h"
#include "base/str.h"
#include "trace/rule_id.h"

/* Is it about what a kernel asked the device runtime for? */
bool iq_soft_is_nested(const struct iq_soft_fault *fault);
enum iq_rule_id iq_soft_nested_rule(const struct iq_soft_fault *fault);
/* After "kernel k, block ..., thread ...". */
void iq_soft_nested_message(struct iq_str *text, const struct iq_soft_fault *fault);
void iq_soft_nested_cause(struct iq_str *text, const struct iq_soft_fault *fault);
const char *iq_soft_nested_fix(const struct iq_soft_fault *fault);

/* "launched by kernel k at file.cu:12 (block ..., thread ...)". */
void iq_soft_launched(struct iq_str *text, const struct iq_soft_place *place);

#endif
