/* Recording of the program's heap blocks; see process/hostheap.h.  Threads: any. */
#ifndef IQ_WRAP_MALLOC_H
#define IQ_WRAP_MALLOC_H

#include <stdint.h>

/* A GPU library is in the process: record blocks from now on, unless INQUEST_HOST_MEMORY=no.  Needs
 * no libc; repeated calls cost nothing. */
void iq_malloc_start(void);

/* The first GPU call: says once when heap blocks cannot be seen. */
void iq_malloc_tell(void);

/* Address of our malloc. */
uintptr_t iq_malloc_hook(void);

/* The program got the allocator's functions by a way that goes around the hooks. */
void iq_malloc_taken_elsewhere(void);

#endif
