/* Where kernels are that take long, as the software device tells when it is asked.
 * Threads: any may tell; one asks at a time, the watching thread. */
#ifndef IQ_RULES_FAULTS_KERNEL_PLACE_H
#define IQ_RULES_FAULTS_KERNEL_PLACE_H

#include <stdbool.h>

#include "abi/soft_observer.h"

/* [look] is the device's inquest_soft_look; NULL: it has none, and nobody will answer. */
void iq_kernel_place_ask_by(iq_soft_look_fn look);

/* The kernel that call [call] enqueued is at [place]. */
void iq_kernel_place_told(uint64_t call, const struct iq_soft_place *place);

/* Asks all kernels that run, and waits a moment for the answers of those that [calls] enqueued. */
void iq_kernel_place_ask(const uint64_t *calls, uint32_t count);

/* "block (0,0,0), thread (0,0,0) is at file.cu:12"; false: that of [call] did not answer. */
bool iq_kernel_place_get(uint64_t call, char *text, size_t size);

#endif
