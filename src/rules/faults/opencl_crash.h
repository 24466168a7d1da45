/* A signal that hits the code of a kernel, or a thread of the driver, on a device that is a CPU:
 * which command was it? Runs in our signal handler.  Owner: core.  Threads: any. */
#ifndef IQ_RULES_FAULTS_OPENCL_CRASH_H
#define IQ_RULES_FAULTS_OPENCL_CRASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/contract.h"

struct iq_cl_fence_block;
struct iq_cl_launch;
struct iq_failure;
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

/* The argument of the kernel that is NULL although nobody has said where that comes from: from the
 * creation of a memory object before it, which failed, if nothing has excused that *failure.  -1:
 * none. */
IQ_NODISCARD IQ_NONNULL int iq_cl_null_of_failure(const struct iq_cl_launch *launch,
                                                  struct iq_failure *failure);

#endif
