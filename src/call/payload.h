/* What a recorded call was made with: its arguments, and the memory that they lead to where that is
 * a struct, a string, a list or a module image.  Memory is copied as it is found: every word that
 * looks like an address is followed, so that no table of structs is needed, and some bytes are kept
 * that do not matter.
 * Owner: a ring of bytes in the trace file.  Threads: any; no locks.  Not in signal handlers. */
#ifndef IQ_CALL_PAYLOAD_H
#define IQ_CALL_PAYLOAD_H

#include "call/call.h"

/* Once the trace is open; false: nothing is written any more. */
void iq_payload_start(bool wanted);

/* Keeps what the outermost [call], which is back and has [failed] or not, was made with, under
 * [number] (1..).  Returns where: struct iq_trace_call.payload. */
uint64_t iq_payload_write(const struct iq_call *call, uint64_t number, bool failed);

#endif
