/* Facts that the APIs have found out about a call, as events for the rules.  Threads: the calling
 * thread. */
#ifndef IQ_CALL_SEND_H
#define IQ_CALL_SEND_H

#include "call/event.h"
#include "model/pixels.h"
#include "order/box.h"
#include "order/conflict.h"

/* Sends [access] of argument [arg] to the rules. */
void iq_box_access_send(struct iq_call *call, enum iq_phase phase, int arg,
                        const struct iq_box_access *access);

/* Argument [arg] of [call] brings bytes that are floats to [image], whose channels have one byte
 * (NULL: which is about to be made). */
void iq_pixels_send(struct iq_call *call, int arg, const struct iq_handle *image,
                    const struct iq_pixels *pixels);

/* Where the conflict of the calling thread's call is kept until the call is over.  One conflict per
 * call is enough: what follows counts as ordered. */
struct iq_conflict *iq_conflict_of_call(void);

/* Sends the conflict that is kept of [call] to the rules. */
void iq_conflict_send(struct iq_call *call, enum iq_phase phase);

#endif
