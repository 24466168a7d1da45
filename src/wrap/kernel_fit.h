/* Launches that would not fit the device with checks, which take registers: made with fewer
 * registers, or of the program's own image.  Owner: the module.  Threads: any. */
#ifndef IQ_WRAP_KERNEL_FIT_H
#define IQ_WRAP_KERNEL_FIT_H

#include "wrap/kernel_checks.h"

/* Keeps the program's [image], of [size] bytes, for launches that would not fit with checks. */
void iq_checked_module_keep_original(struct iq_checked_module *module, const void *image,
                                     size_t size);

#define IQ_KERNEL_DOES_NOT_FIT "with checks its blocks would not fit the device"

/* A launch: whether its blocks have to be on the device all at once, or in clusters. */
struct iq_kernel_shape {
    const unsigned *shape;        /* grid, block, dynamic shared memory */
    const CUlaunchConfig *config; /* NULL: it has none */
    bool cooperative;
};
/* Where *function, which is [kernel] with checks, does not fit [shape], it becomes one that does:
 * with checks and fewer registers, or the program's own.  Returns its kernel; NULL: it has no
 * checks. */
struct iq_checked_kernel *iq_kernel_fitting(CUfunction *function, struct iq_checked_kernel *kernel,
                                            const struct iq_kernel_shape *shape);
/* The driver had no room for a launch of *function all the same: true, if it was one with checks
 * and is the program's own now. */
bool iq_kernel_own_instead(CUfunction *function);

#endif
