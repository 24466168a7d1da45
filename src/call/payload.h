/* What a recorded call was made with: its arguments, and the memory that they lead to where that is
 * a struct, a string, a list or a module image.  Memory is copied as it is found: every word that
 * looks like an address is followed, so that no table of structs is needed, and some bytes are kept
 * that do not matter; but of Vulkan, whose table there is.
 * Owner: a ring of bytes in the trace file.  Threads: any; no locks.  Not in signal handlers. */
#ifndef IQ_CALL_PAYLOAD_H
#define IQ_CALL_PAYLOAD_H

#include "call/call.h"

struct iq_pieces;

/* Once the trace is open; false: nothing is written any more. */
void iq_payload_start(bool wanted);

/* Keeps what the outermost [call], which is back and has [failed] or not, was made with, under
 * [number] (1..).  Returns where: struct iq_trace_call.payload. */
uint64_t iq_payload_write(const struct iq_call *call, uint64_t number, bool failed);

/* For an API that knows its structs (struct iq_api.payload): keeps [size] bytes at [address], which
 * are read when the call has been looked at; flags: enum iq_trace_piece_flag.  False: they are kept
 * already, cannot be read, or are too many. */
bool iq_payload_add(struct iq_pieces *pieces, uint64_t address, uint64_t size, uint64_t flags);
void iq_payload_add_string(struct iq_pieces *pieces, uint64_t address);

#endif
