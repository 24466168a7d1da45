/* The usual case of calls that implementations answer in a few nanoseconds, done without a call
 * record.
 * Threads: any; no lock. */
#ifndef IQ_API_OPENCL_QUICK_H
#define IQ_API_OPENCL_QUICK_H

#include <stdbool.h>

#include "abi/opencl_abi.h"
#include "call/call.h"

/* clSetKernelArg with arguments that are right as far as is known: calls [real], notes the
 * argument, and stores what the program gets. False: nothing has been done, the call needs a
 * look. */
bool iq_quick_cl_set_arg(cl_kernel kernel, cl_uint index, size_t size, const void *value,
                         cl_int (*real)(cl_kernel, cl_uint, size_t, const void *),
                         struct iq_site site, cl_int *result);

#endif
