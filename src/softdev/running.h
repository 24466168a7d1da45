/* What others may know of kernels that run for long: shows them to the launcher (base/running.h),
 * if it asks for it, and tells the observer where they are. Owner: the launch.  Threads: begin and
 * end: one; step: all that run blocks.  Fork: a child runs no kernel of its parent. */
#ifndef IQ_SOFTDEV_RUNNING_H
#define IQ_SOFTDEV_RUNNING_H

#include "ptx/ptx_exec.h"
#include "softdev/launch.h"

struct iq_running_kernel {
    const struct iq_launch_work *work;
    const struct iq_ptx_launch *launch;
    uint64_t started_ns;
    _Atomic uint64_t next_ns;  /* when to write it the next time; UINT64_MAX: never */
    _Atomic uint32_t answered; /* the last time that the observer asked */
};

/* Reads the environment.  Once. */
void iq_running_init(void);
void iq_running_begin(struct iq_running_kernel *kernel, const struct iq_launch_work *work,
                      const struct iq_ptx_launch *launch);
/* Some of its blocks have made progress: [block], which is not running now and not over; NULL:
 * one that is over. */
void iq_running_step(struct iq_running_kernel *kernel, struct iq_ptx_block *block);
/* Has the observer asked where the kernel is, and nobody answered?  True once each time. */
bool iq_running_is_asked(struct iq_running_kernel *kernel);
/* [block], which is not running, answers. */
void iq_running_answer(const struct iq_running_kernel *kernel, struct iq_ptx_block *block);
/* All of it is over; returns when nobody shows it any more, after a moment at the latest. */
void iq_running_end(struct iq_running_kernel *kernel);

#endif
