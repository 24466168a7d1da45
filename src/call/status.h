/* What the status codes of an API mean, as far as rules care, and which code answers a call that is
 * not forwarded. Stateless; any thread. */
#ifndef IQ_CALL_STATUS_H
#define IQ_CALL_STATUS_H

#include <stdbool.h>
#include <stdint.h>

#include "call/call.h"

/* A status code and its name. */
struct iq_status {
    int64_t code;
    const char *name;
};

/* "cudaErrorInvalidValue"; "unknown error" when there is no such code.  Static. */
const char *iq_status_name(enum iq_api_id api, int64_t code);

/* Why a call is answered instead of being forwarded.  The numbers are those of CUDA. */
enum iq_answer {
    IQ_ANSWER_NONE = 0,
    IQ_ANSWER_ARGUMENT = 1,
    IQ_ANSWER_NO_CONTEXT = 201,
    IQ_ANSWER_HANDLE = 400,
    IQ_ANSWER_CONTEXT = 709
};

/* The documented code of [call]'s API for [answer], because of argument [arg] (-1: none). */
int64_t iq_status_for(const struct iq_call *call, enum iq_answer answer, int arg);

/* Does [result] say that some argument is bad (and not that the context is lost, memory is short,
 * ...)? */
bool iq_status_is_argument(const struct iq_call *call, int64_t result);

/* Does [result] say that a handle is bad? */
bool iq_status_is_handle(const struct iq_call *call, int64_t result);

/* Does [result] say that memory is short? */
bool iq_status_is_memory(const struct iq_call *call, int64_t result);

#endif
