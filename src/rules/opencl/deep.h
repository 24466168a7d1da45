/* Oclgrind below us (option --deep): its log, joined with what is known of the launches. The log is
 * read when a call comes back that may have run kernels, and at the end, never on another thread.
 * Owner: core.  Threads: any; a lock of its own.  Fork: the child goes on with the same file. */
#ifndef IQ_RULES_OPENCL_DEEP_H
#define IQ_RULES_OPENCL_DEEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/finding.h"

/* A call may have run kernels: reads what the log says since.  See struct iq_cl_port. */
void iq_cl_deep_look(void);

/* A message of which kind is it: deep_message.def. */
enum iq_cl_deep_about {
    IQ_CL_DEEP_NO_ARGUMENT,
    IQ_CL_DEEP_BOUNDS_OF_BUFFER,
    IQ_CL_DEEP_PART_OF_BUFFER,
    IQ_CL_DEEP_WRITE_ONLY_BUFFER,
    IQ_CL_DEEP_READ_ONLY_BUFFER,
    IQ_CL_DEEP_MAPPED_BUFFER
};
struct iq_cl_deep_kind {
    const char *beginning;    /* NULL: none is known */
    enum iq_rule_id rules[2]; /* in general, of local memory */
    enum iq_severity severity;
    enum iq_cl_deep_about about;
    const char *words, *fix; /* .words NULL: the message's own */
};

/* One message of the log; texts point into it, and are empty where it says nothing. */
struct iq_cl_deep_text {
    const char *at;
    size_t size;
};
struct iq_cl_deep_message {
    const struct iq_cl_deep_kind *kind; /* NULL: it means nothing */
    bool local;                         /* it is about local memory */
    struct iq_cl_deep_text title, detail, kernel, item, instruction, statement;
    uint64_t address;
    uint32_t bytes, line, column; /* column of the whole line; .statement has no space in front */
};

/* Reads the message at [text]; returns the bytes it takes with what stands before it, 0: there is
 * no whole message. Nothing stands after the last one of a log: [last] says that [text] ends where
 * the log does now. */
size_t iq_cl_deep_read(const char *text, size_t size, bool last,
                       struct iq_cl_deep_message *message);

/* The argument of [launch] that [message] is about; -1: none is certain.  deep_blame.c. */
struct iq_cl_launch;
int iq_cl_deep_blame(const struct iq_cl_launch *launch, const struct iq_cl_deep_message *message);

#endif
