/* What a call's way wants of the rules where there is no event to be judged: one constant table,
 * which they fill (rules/faults/port.c).
 * Threads: as said. */
#ifndef IQ_CALL_PORT_H
#define IQ_CALL_PORT_H

#include "base/str.h"
#include "call/rule.h"
#include "call/thread.h"

/* What another place has to do with a finding. */
enum iq_relation {
    IQ_RELATION_FAILED_TOO, /* the call there failed for the same cause */
    IQ_RELATION_WRONG_TOO,  /* it is wrong for the same cause, and succeeded */
    IQ_RELATION_CRASH,      /* the driver crashed in the call there */
    IQ_RELATION_NOTICED,    /* that call showed the mistake of an earlier one */
    IQ_RELATION_REPORTED,   /* it answered with a status because of the mistake */
    IQ_RELATION_RETURNED,   /* it asks for the last error, and returned this one */
    IQ_RELATION_NEXT_CALL   /* the first call after a variable or a frame may have ended */
};
enum { IQ_RELATION_BYTES = 160 };

/* Why the last error of a thread is gone. */
enum iq_error_end { IQ_ERROR_END_OF_THREAD, IQ_ERROR_END_OF_PROGRAM, IQ_ERROR_END_REPLACED };

struct iq_call_port {
    /* The words for a related place, static or in [text]; [entry] is the call there, NULL: an
     * access; [status]: the name of its result.  Any thread. */
    const char *(*relation_words)(char text[IQ_RELATION_BYTES], enum iq_relation relation,
                                  const char *entry, const char *status);
    /* What becomes of the result of [call], which failed; adds to [cause] what is certain.  The
     * calling thread. */
    enum iq_unchecked (*result_fate)(struct iq_call *call, struct iq_str *cause);
    /* Nothing asked for the last error of [thread] while it was there.  Any thread. */
    void (*error_overwritten)(const struct iq_thread *thread, enum iq_error_end end);
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
    struct iq_suspicion (*unexplained)(const struct iq_call *call);
    /* Is the failure of [call], which is of [rule], legitimate if a call of its kind succeeds
     * later? */
    bool (*is_excusable)(struct iq_call *call, enum iq_rule_id rule);
    /* Is what [rule] says of [call] the answer to a question, for a program that is ready for it?
     */
    bool (*is_answer)(const struct iq_call *call, enum iq_rule_id rule);
    /* Is [rule] about host memory that a call was given? */
    bool (*is_of_host)(enum iq_rule_id rule);
    /* Writes what is known if the object at [address] was passed for what it leads to, as far as
     * an access of [size] bytes shows it; the message only if that is likely even where nothing
     * says how large the object is. */
    void (*held_words)(const struct iq_call *call, int arg, uint64_t size, struct iq_words *words);
    /* The rules of what the launcher has to prove by debug information: an access that begins in a
     * variable and ends after it, one that may outlast its frame. */
    enum iq_rule_id past_variable, past_frame;
    /* Of a limit of our own device; nothing that follows from one makes it an error. */
    enum iq_rule_id limit;
};
extern const struct iq_call_port iq_call_port;

#endif
