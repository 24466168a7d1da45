/* Between the files about host memory.  Threads: the calling thread. */
#ifndef IQ_RULES_HOST_H
#define IQ_RULES_HOST_H

#include "core/rule.h"

/* host-overrun, host-use-after-free: READ and WRITE before the call. */
void iq_host_check_heap(const struct iq_event *event);

/* Would the driver refuse the call because of its device side, before it touches the host's? */
bool iq_host_device_side_is_bad(const struct iq_event *event);

#endif
