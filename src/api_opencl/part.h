/* Parts of memory objects, and boxes in host memory, that a call accesses: from the row to events for the rules.
 * Threads: the calling thread.  Memory of the program is read with care. */
#ifndef IQ_API_OPENCL_PART_H
#define IQ_API_OPENCL_PART_H

#include <stdbool.h>
#include <stdint.h>

#include "order/box.h"
#include "model/handle.h"
#include "api_opencl/memobj.h"

/* The box that argument [arg] of [call] stands for.  False: its row has none, or what it counts is not known. */
bool iq_part_box(const struct iq_call *call, int arg, struct iq_box *box);

/* Bytes from the pointer on that host argument [arg] covers; 0 unknown. */
uint64_t iq_part_host_bytes(const struct iq_call *call, int arg);

/* Bytes of a memory object that argument [arg] accesses, as [*first, *end).  False: unknown, or not linear. */
bool iq_part_bytes(const struct iq_call *call, int arg, uint64_t *first, uint64_t *end);

/* The object that holds the bytes of [handle], and where in it they begin. */
const struct iq_handle *iq_part_whole(const struct iq_handle *handle, uint64_t *offset);

/* Before the call: sends what object argument [arg] accesses to the rules, if there may be something to say about it. */
void iq_part_check(struct iq_call *call, int arg);

/* The same for boxes in host memory. */
void iq_part_check_host(struct iq_call *call, int arg);

#endif
