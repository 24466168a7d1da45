/* What becomes of the result of a call in the code after it (process/result_use.h), where functions
 * that were redirected come next, too.  Stateless; any thread. */
#ifndef IQ_CALL_RESULT_H
#define IQ_CALL_RESULT_H

#include "call/call.h"
#include "process/result_use.h"
#include "process/stack.h"

/* [stack]: of the call; NULL: not known. */
enum iq_result_use iq_call_result_use(const struct iq_call *call, const struct iq_stack *stack);

#endif
