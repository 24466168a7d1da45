/* Host memory of OpenCL commands under page guards (order/guard.h): what commands that do not block
 * read and write there, what maps give before they are complete, and what was unmapped.  Guarded
 * are blocks of the heap, mappings and static variables of the program, memory under buffers
 * (CL_MEM_USE_HOST_PTR), and what was mapped; nothing on stacks.  A driver's own accesses go on
 * undisturbed (base/pkey.h).
 * Owner: core.  Threads: any. */
#ifndef IQ_API_OPENCL_GUARDED_H
#define IQ_API_OPENCL_GUARDED_H

#include <stdbool.h>
#include <stdint.h>

#include "model/handle.h"
#include "order/guard.h"

extern const struct iq_guard_owner iq_guard_opencl; /* rules/opencl/guard_findings.c */

/* The memory that [lo, hi) lies in, as far as a guard may be put there; .hi 0: none may. */
void iq_cl_guard_memory(uint64_t lo, uint64_t hi, struct iq_guard_memory *memory);

/* [size] bytes at [address] are mapped now, of [object]; not NULL: *memory is what may be guarded
 * until the map is complete. */
bool iq_cl_guard_mapped(const struct iq_handle *object, uint64_t address, uint64_t size,
                        struct iq_guard_memory *memory);

/* The map at [address] has ended by the call [ref]; [guard]: nobody may use the memory until it is
 * mapped anew. */
void iq_cl_guard_unmapped(uint64_t address, struct iq_call_ref ref, bool guard);

/* Coarse-grained shared memory was allocated at [address]: it may not be touched before it is
 * mapped.  It is about to be freed.  Is there such? */
void iq_cl_guard_allocated(uint64_t address, uint64_t size, struct iq_call_ref ref);
void iq_cl_guard_freed(uint64_t address);
bool iq_cl_guard_is_coarse(uint64_t address);

/* [object] is about to end, and with it its memory. */
void iq_cl_guard_forget(const struct iq_handle *object);

#endif
