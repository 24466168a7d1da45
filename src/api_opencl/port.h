/* What OpenCL's effects tell the rules where there is no event for it: one constant table, which
 * they fill (rules/opencl/port.c).
 * Threads: the calling thread, in a call; of callbacks, that which runs them. */
#ifndef IQ_API_OPENCL_PORT_H
#define IQ_API_OPENCL_PORT_H

#include <stdbool.h>
#include <stdint.h>

#include "model/call_ref.h"

struct iq_hostheap_block;

extern bool iq_cl_deep; /* Oclgrind is below us, and writes a log (option --deep) */

struct iq_cl_port {
    /* A call has come back that may have run kernels on Oclgrind. */
    void (*ran_kernels)(void);
    /* The program has waited for commands, or memory is about to go. */
    void (*are_over)(void);
    /* A callback is given to call [given] with user_data [data], or is about to run: was something
     * wrong with the data said? */
    bool (*check_callback)(const struct iq_call_ref *given, uint64_t data);
    /* ... and [block], which the data were in, has been freed before the callback ran. */
    void (*data_freed)(const struct iq_call_ref *given, uint64_t data,
                       const struct iq_hostheap_block *block);
};
extern const struct iq_cl_port iq_cl_port;

#endif
