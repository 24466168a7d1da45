/* Where a pointer lay that led a kernel astray: pointers come to kernels not only as arguments but
 * out of memory, in arrays of rows and in structures.  The memory that the arguments lead to is
 * searched for the pointer when it is too late anyway.
 * Owner: process; a ring of the last small copies into new memory.  Threads: any, a lock inside. */
#ifndef IQ_SOFTDEV_SOURCE_H
#define IQ_SOFTDEV_SOURCE_H

#include "softdev/launch.h"
#include "softdev/observer.h"

struct iq_copy_work;
struct iq_ptx_launch;

/* Might the copy bring pointers?  Then it needs a site.  The driver lock is held. */
bool iq_source_is_due(const struct iq_copy_work *work);
/* The copy of [site] (0: not known) has written [size] bytes at [address]. */
void iq_source_wrote(uint64_t address, uint64_t size, uint64_t site);
/* Says in [fault], whose kind, object and argument are known, where the access at [pc] had loaded
 * its pointer from. */
void iq_source_explain(const struct iq_launch_work *work, const struct iq_ptx_launch *launch,
                       uint32_t pc, struct iq_soft_fault *fault);

#endif
