/* What is said of copies to the host that take bytes along which nothing has written.  Threads:
 * any. */
#ifndef IQ_RULES_FAULTS_KERNEL_UNWRITTEN_H
#define IQ_RULES_FAULTS_KERNEL_UNWRITTEN_H

#include "abi/soft_observer.h"

void iq_soft_unwritten(const struct iq_soft_unwritten *unwritten);

#endif
