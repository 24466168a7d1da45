/* bad-symbol, null-pointer: a call gets a function that is no kernel.  Threads: the one of the
 * call. */
#ifndef IQ_RULES_CUDA_NOT_KERNEL_H
#define IQ_RULES_CUDA_NOT_KERNEL_H

#include <stdint.h>

#include "call/rule.h"

/* The call of [event] has failed: [function], an address in the host program, may never have been
 * registered as a kernel's, or have no code for this device, or be NULL.  [suspicion] says where
 * the call has it. */
void iq_suspect_not_kernel(const struct iq_event *event, uint64_t function,
                           struct iq_suspicion suspicion);

#endif
