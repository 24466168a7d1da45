/* A signal that hits the code of a kernel, or a thread of the driver, on a device that is a CPU:
 * which command was it? Runs in our signal handler.  Owner: core.  Threads: any. */
#ifndef IQ_RULES_FAULTS_OPENCL_CRASH_H
#define IQ_RULES_FAULTS_OPENCL_CRASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct iq_cl_fence_block;
struct iq_cl_crash {
    int signal;
    const char *signal_name;
    uint64_t address; /* that was touched; 0 for signals that are about none */
    bool write, on_driver_thread;
    uintptr_t pc;
    const uint64_t *words; /* registers */
    uint32_t word_count;
    const struct iq_cl_fence_block *block; /* .address is in a fence of it; NULL: in none */
};

/* True: it was OpenCL's, and is reported where nothing reported before explains it. */
bool iq_cl_crashed(const struct iq_cl_crash *crash);

#endif
