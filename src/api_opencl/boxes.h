/* Parts of memory objects, and boxes in host memory, that a call accesses: from the row to events
 * for the rules.
 * Threads: the calling thread.  Memory of the program is read with care. */
#ifndef IQ_API_OPENCL_BOXES_H
#define IQ_API_OPENCL_BOXES_H

#include <stdbool.h>
#include <stdint.h>

#include "api_opencl/memobj.h"
#include "model/handle.h"
#include "order/box.h"

/* The box that argument [arg] of [call] stands for.  False: its row has none, or what it counts is
 * not known. */
bool iq_cl_box_of(const struct iq_call *call, int arg, struct iq_box *box);

/* Bytes from the pointer on that host argument [arg] covers; 0 unknown. */
uint64_t iq_cl_box_host_bytes(const struct iq_call *call, int arg);

/* Bytes of a memory object that argument [arg] accesses, as [*first, *end).  False: unknown, or not
 * linear. */
bool iq_cl_box_bytes(const struct iq_call *call, int arg, uint64_t *first, uint64_t *end);

/* The object that holds the bytes of [handle], and where in it they begin. */
const struct iq_handle *iq_cl_box_whole(const struct iq_handle *handle, uint64_t *offset);

/* Before the call: sends what object argument [arg] accesses to the rules, if there may be
 * something to say about it. */
void iq_cl_box_send(struct iq_call *call, int arg);

/* Before the call: sends the box in host memory that argument [arg] stands for to the rules, if
 * there may be something to say about it. */
void iq_cl_box_send_host(struct iq_call *call, int arg);

#endif
