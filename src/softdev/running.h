/* Shows kernels that run for long to the launcher (base/running.h), if it asks for it.
 * Owner: the launch.  Threads: begin and end: one; step: all that run blocks.  Fork: a child runs
 * no kernel of its parent. */
#ifndef IQ_SOFTDEV_RUNNING_H
#define IQ_SOFTDEV_RUNNING_H

#include "ptx/ptx_exec.h"
#include "softdev/launch.h"

struct iq_running_kernel {
    const struct iq_launch_work *work;
    const struct iq_ptx_launch *launch;
    uint64_t started_ns;
    _Atomic uint64_t next_ns; /* when to write it the next time; UINT64_MAX: never */
};

/* Reads the environment.  Once. */
void iq_running_init(void);
void iq_running_begin(struct iq_running_kernel *kernel, const struct iq_launch_work *work,
                      const struct iq_ptx_launch *launch);
/* Some of its blocks have made progress. */
void iq_running_step(struct iq_running_kernel *kernel);
/* All of it is over; returns when nobody shows it any more, after a moment at the latest. */
void iq_running_end(struct iq_running_kernel *kernel);

#endif
