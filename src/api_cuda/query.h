/* Questions to the real driver about a call that has just failed: which names a module has, what
 * its compiler says; and about memory that another process shares, of which only the driver knows
 * the size.  Never asked on the way of other calls that succeed, nor while a stream captures.  Any
 * thread; takes no lock. Whoever loads the driver provides the way to its functions; without one
 * there are no answers. */
#ifndef IQ_API_CUDA_QUERY_H
#define IQ_API_CUDA_QUERY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/entry.h"
#include "model/handle.h"

/* [symbol] gives the address of the driver's own function of a name, 0 if it has none. */
void iq_query_set_symbols(uintptr_t (*symbol)(const char *name));

/* Calls [visit] with the names of the kernels in [handle], a live module or library ([kind]), until
 * it returns false; NULL: nobody wants them.  Names belong to the driver.  Returns how many there
 * are; 0 also if the driver cannot tell (before CUDA 12.4). */
unsigned iq_query_kernel_names(enum iq_kind kind, uint64_t handle,
                               bool (*visit)(void *user, const char *name), void *user);

/* The module (0: it is a library's) and the name of a kernel by its handle.  False: it is none, or
 * no answer (before CUDA 12.3).  The name belongs to the driver. */
bool iq_query_kernel(uint64_t kernel, uint64_t *module, const char **name);

/* What a block of a kernel may have, and what it needs of itself; 0: not known. */
struct iq_query_limits {
    uint32_t threads;        /* of a block at most: by __launch_bounds__ or by its registers */
    uint32_t registers;      /* of a thread */
    uint32_t static_shared;  /* bytes */
    uint32_t dynamic_shared; /* bytes at most, as the program set it, or by default */
};

/* Of a kernel by its live handle, on device [ordinal].  False: no answer. */
bool iq_query_limits(const struct iq_handle *kernel, int ordinal, struct iq_query_limits *limits);

/* Bytes of the current context's device, and of its default memory pool: taken from the device,
 * given to the program. */
struct iq_query_memory {
    uint64_t free, total, reserved, used;
};

/* False: no answer.  A driver without pools has 0 in them. */
bool iq_query_memory(struct iq_query_memory *memory);

/* Bytes of the allocation that begins at [base]; 0: there is none, or no answer. */
uint64_t iq_query_extent(uint64_t base);

/* What sizes of physical memory of this description (CUmemAllocationProp) must be multiples of;
 * 0: no answer. */
uint64_t iq_query_granularity(const void *properties);

/* The type of a live graph node, enum iq_node; -1: no answer. */
int iq_query_node_type(uint64_t node);

/* The memory that a live node of this type allocates or frees.  False: no answer. */
bool iq_query_node_memory(uint64_t node, int type, uint64_t *address);

/* The nodes of a live graph, in memory that the caller frees; their number. */
size_t iq_query_nodes(uint64_t graph, uint64_t **nodes);

/* Dependencies of a live graph, in memory that the caller frees; their number, 0: none, or no
 * answer. */
struct iq_query_edge {
    uint64_t from, to;
};
size_t iq_query_edges(uint64_t graph, struct iq_query_edge **edges);

/* Has the driver compile [image] once more and copies the error log, NUL-terminated, to [log].
 * False: no log. */
bool iq_query_compiler(const void *image, char *log, size_t size);

#endif
