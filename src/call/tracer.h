/* One line per outermost call on a file descriptor, like strace (option of `inquest trace`).
 * Threads: any; a line is one write. */
#ifndef IQ_CALL_TRACER_H
#define IQ_CALL_TRACER_H

#include "call/call.h"

/* Once the options are known. */
void iq_tracer_start(void);

/* Where an address of code lies: the file name of its object, and the function ("" if its name is
 * not known); [base] is where the function, or else the object, begins. */
enum { IQ_TRACER_NAME_BYTES = 120 };
struct iq_tracer_frame {
    uintptr_t base;
    char object[80], function[IQ_TRACER_NAME_BYTES];
};

/* Fills [out]; false if [pc] lies in no object.  Any thread. */
typedef bool iq_tracer_place(uintptr_t pc, struct iq_tracer_frame *out);

/* Who says so; before the first call of the program. */
void iq_tracer_use(iq_tracer_place *place);

void iq_tracer_leave(struct iq_call *call);

/* The process ends: the table, if one is wanted. */
void iq_tracer_finish(void);

/* The child counts its own calls. */
void iq_tracer_after_fork(void);

#endif
