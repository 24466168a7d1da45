/* What to change in a program whose kernel did something wrong: the sentence of the finding.
 * Threads: any, no state. */
#ifndef IQ_RULES_FAULTS_KERNEL_FIX_H
#define IQ_RULES_FAULTS_KERNEL_FIX_H

#include <stdbool.h>

struct iq_soft_fault;
struct iq_range;

/* [range]: the object; NULL: not known. */
const char *iq_soft_fix(const struct iq_soft_fault *fault, const struct iq_range *range);

/* The allocation has as many bytes as the kernel was told elements. */
bool iq_soft_is_short(const struct iq_soft_fault *fault);
/* A null pointer that no call of the host's has made, after malloc in a kernel had failed. */
bool iq_soft_is_of_full_heap(const struct iq_soft_fault *fault);

#endif
