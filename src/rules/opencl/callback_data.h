/* host-use-after-free: the user_data of an OpenCL callback, when it is called. */
#ifndef IQ_RULES_OPENCL_CALLBACK_DATA_H
#define IQ_RULES_OPENCL_CALLBACK_DATA_H

#include <stdint.h>

#include "model/call_ref.h"

/* See struct iq_cl_port. */
void iq_cl_callback_runs(const struct iq_call_ref *given, uint64_t data);

#endif
