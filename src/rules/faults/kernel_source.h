/* What is said of pointers that a kernel did not get as arguments but loaded from memory, and of
 * references: where they come from, and what is to be done.
 * Owner: texts are written into the caller's.  Threads: any. */
#ifndef IQ_RULES_FAULTS_KERNEL_SOURCE_H
#define IQ_RULES_FAULTS_KERNEL_SOURCE_H

#include <stdbool.h>

#include "abi/soft_observer.h"
#include "base/str.h"
#include "trace/finding.h"

/* "the pointer 0x.. was loaded from byte 8 of ...; "; nothing if it is not known. */
void iq_soft_source_cause(struct iq_str *text, const struct iq_soft_fault *fault);

/* What helps where the pointer comes from memory, or is a reference; NULL: it does not. */
const char *iq_soft_source_fix(const struct iq_soft_fault *fault);

/* Is the kernel one of Thrust's or CUB's, which the program does not launch itself? */
bool iq_soft_is_algorithm(const struct iq_soft_fault *fault);

/* Is the statement one of the toolkit's header libraries, in a kernel of theirs?  Its indices
 * follow from what the program passes.  A functor of the program's in such a kernel has a file of
 * the program's. */
bool iq_soft_is_of_library(const struct iq_soft_fault *fault);

/* What helps where a kernel got host memory itself. */
const char *iq_soft_host_fix(const struct iq_soft_fault *fault);

/* Is it an address of the host in an object that the kernel got by value? */
bool iq_soft_source_is_object(const struct iq_soft_fault *fault);

/* Adds the call that copied the pointer to where it was loaded from. */
void iq_soft_source_relate(struct iq_finding *finding, const struct iq_soft_fault *fault);

#endif
