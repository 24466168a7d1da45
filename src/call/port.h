/* What a call's way wants of the rules where there is no event to be judged: one constant table,
 * which they fill (rules/faults/port.c).
 * Threads: as said. */
#ifndef IQ_CALL_PORT_H
#define IQ_CALL_PORT_H

#include "base/str.h"
#include "call/rule.h"
#include "call/thread.h"

struct iq_call_port {
    /* What becomes of the result of [call], which failed; adds to [cause] what is certain.  The
     * calling thread. */
    enum iq_unchecked (*result_fate)(struct iq_call *call, struct iq_str *cause);
    /* Nothing asked for the last error of [thread] while it was there.  Any thread. */
    void (*error_overwritten)(const struct iq_thread *thread, const char *when);
    /* The process ends, in an orderly way or not: failures that nobody saw, leaks. */
    void (*process_ends)(bool orderly);
    /* What hangs on [device] when the program destroys it.  The calling thread. */
    void (*device_ends)(const struct iq_handle *device);
    /* A wait makes no progress for [limit_ns].  The watching thread.  Returns the finding, 0:
     * none. */
    uint64_t (*waits_long)(const struct iq_wait *wait, uint64_t limit_ns);
    /* Is anybody to hear of such waits? */
    bool (*watches_waits)(void);
    /* What is said of a failed call that no rule explains. */
    struct iq_suspicion unexplained;
    /* Is the failure of [call], which is of [rule], legitimate if a call of its kind succeeds
     * later? */
    bool (*is_excusable)(const struct iq_call *call, enum iq_rule_id rule);
    /* Is what [rule] says of [call] the answer to a question, for a program that is ready for it?
     */
    bool (*is_answer)(const struct iq_call *call, enum iq_rule_id rule);
    /* Is [rule] about host memory that a call was given? */
    bool (*is_of_host)(enum iq_rule_id rule);
    /* The rules of what the launcher has to prove by debug information: an access that begins in a
     * variable and ends after it, one that may outlast its frame. */
    enum iq_rule_id past_variable, past_frame;
};
extern const struct iq_call_port iq_call_port;

#endif
