/* Functions of the program that an OpenCL implementation calls. */
#ifndef IQ_API_OPENCL_CALLBACKS_H
#define IQ_API_OPENCL_CALLBACKS_H

#include "model/entry.h"

/* What a callback is told, which is also its C type. */
enum iq_cl_callback {
    IQ_CL_CALLBACK_EVENT,       /* the status of an event */
    IQ_CL_CALLBACK_MEMORY_END,  /* a memory object is gone */
    IQ_CL_CALLBACK_CONTEXT_END, /* a context is gone */
    IQ_CL_CALLBACK_ERROR,       /* an error in a context */
    IQ_CL_CALLBACK_PROGRAM      /* a program is built, compiled, linked or gone */
};

/* Puts a function of ours, which calls that of the program, into the arguments of [call]; to be
 * called in both phases of an effects function.  NULL, no callback, stays NULL. */
void iq_cl_callback_wrap(struct iq_call *call, int phase, enum iq_cl_callback kind);

#endif
