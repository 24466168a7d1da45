/* Between the files about host memory.  Threads: the calling thread. */
#ifndef IQ_RULES_COMMON_HOST_H
#define IQ_RULES_COMMON_HOST_H

#include "call/rule.h"

/* host-overrun, host-use-after-free: READ and WRITE before the call. */
void iq_host_check_heap(const struct iq_event *event);
/* host-use-after-free: the end of a registration. */
void iq_host_check_unregistered(const struct iq_event *event);

/* The call of [event] reads [size] bytes of the host's memory at [address], to which argument [arg]
 * leads; [size_arg] counts them (-1: none does). [member]: what the program calls the pointer where
 * it is not the argument itself; interned or static, NULL: it is. */
void iq_host_reads(const struct iq_event *event, int arg, int size_arg, uint64_t address,
                   uint64_t size, const char *member);

/* How far the bytes that a call gets can be accessed: all of them, up to pages that somebody has
 * reserved, perhaps for a device, so that the driver is to judge, or up to a hole. */
enum iq_host_reach { IQ_HOST_ALL, IQ_HOST_TO_RESERVE, IQ_HOST_TO_HOLE };

/* The reach of bytes of which the one at [bad] cannot be read. */
enum iq_host_reach iq_host_reach_to(uint64_t bad);

/* [suspicion]: the call of [event] is refused because [event->value], which should be the device's,
 * is the host's.  That is no finding of its own if a kernel was launched before with the same
 * memory, whether it has run already or not. */
void iq_host_refused(struct iq_suspicion *suspicion, const struct iq_event *event);

/* The finding about such a call, with memory of the block of [address], that the thread of [launch]
 * made after it; 0: there is none.  *stack: of that call, if there was one. */
uint64_t iq_host_refused_after(const struct iq_call_ref *launch, uint64_t address, uint32_t *stack);

/* A cause of the finding about a kernel that went to the host's memory at [address]. */
uint64_t iq_host_in_kernel(uint64_t address);

/* Would the driver refuse the call because of its device side, before it touches the host's? */
bool iq_host_device_side_is_bad(const struct iq_event *event);

#endif
