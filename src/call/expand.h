/* Calls whose parameters are in a struct, seen as calls with more arguments.
 * Owner: the longer rows live as long as the process; the values are in the thread's record while
 * the call lasts.
 * Threads: any; one outermost call per thread at a time. */
#ifndef IQ_CALL_EXPAND_H
#define IQ_CALL_EXPAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "call/call.h"

/* what shapes number their first member; rows with more arguments shift them */
enum { IQ_SHAPE_FIRST = 2 };

/* Shapes that rows name with AS(name). */
extern const struct iq_shape iq_shape_memcpy2d, iq_shape_memcpy3d, iq_shape_rt_memcpy3d,
    iq_shape_rt_memcpy3d_peer, iq_shape_memset_node, iq_shape_memcpy_batch, iq_shape_memcpy3d_batch,
    iq_shape_any_node, iq_shape_rt_any_node, iq_shape_batch_mem_op, iq_shape_rt_memset3d,
    iq_shape_tex_object, iq_shape_rt_tex_object;

/* One system call: such copies are rare, and a bad pointer must crash the driver, not us. Gives
 * [call] the longer row and [values] (room for IQ_THREAD_ARGS) as arguments, if the struct that it
 * points to is readable; leaves it alone otherwise. */
void iq_expand(struct iq_call *call, uint64_t *values);

/* Of an expanded [call] with a list: gives [values] the arguments that stand for element [index];
 * false: it has no list, or no such element. *settled: what the element reads is read before the
 * call returns. */
bool iq_expand_element(const struct iq_call *call, uint64_t index, uint64_t *values, bool *settled);

/* The argument of the program's call that argument [arg] of [call] is, or is a member of. */
int iq_expand_own(const struct iq_call *call, int arg);

/* Is member argument [arg] of an expanded [call] one that the call needs?  False for arguments of
 * its own. */
bool iq_expand_uses(const struct iq_call *call, int arg);

#endif
