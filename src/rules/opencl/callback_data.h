/* host-use-after-free: the user_data of an OpenCL callback. */
#ifndef IQ_RULES_OPENCL_CALLBACK_DATA_H
#define IQ_RULES_OPENCL_CALLBACK_DATA_H

#include <stdbool.h>
#include <stdint.h>

#include "model/call_ref.h"

/* As check_callback of struct iq_cl_port. */
bool iq_cl_check_callback(const struct iq_call_ref *given, uint64_t data);

#endif
