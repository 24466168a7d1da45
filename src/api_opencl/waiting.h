/* A call that waits for a user event which failed, or which nobody can set any more.  On the stack
 * of the call. */
#ifndef IQ_API_OPENCL_WAITING_H
#define IQ_API_OPENCL_WAITING_H

#include "api_opencl/objects.h"

struct iq_cl_waiting {
    const struct iq_handle *root;
    const struct iq_cl_event *details;
    uint32_t index; /* in the call's list */
    bool failed;    /* else: never set */
};

#endif
