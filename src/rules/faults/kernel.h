/* What the software device tells of kernels, as findings.  Threads: any. */
#ifndef IQ_RULES_FAULTS_KERNEL_H
#define IQ_RULES_FAULTS_KERNEL_H

#include <stdint.h>

struct iq_soft_observer;

/* Observer to pass to the software driver's inquest_soft_set_observer. */
const struct iq_soft_observer *iq_core_soft_observer(void);
/* More is wanted from now on: an IQ_SOFT_WATCH_* flag (abi/soft_observer.h). */
void iq_core_soft_watch(uint32_t flag);
/* Launches so far that an observer was told of. */
uint64_t iq_core_soft_launches(void);
/* Where the first one was made; NULL: there was none, or nobody knows. */
struct iq_soft_site;
const struct iq_soft_site *iq_core_soft_first_launch(void);

#endif
