/* Oclgrind below us (option --deep): its log, joined with what is known of the launches.
 * The log is read when a call comes back that may have run kernels, never on another thread.
 * Owner: core.  Threads: any; a lock of its own.  Fork: the child goes on with the same file. */
#ifndef IQ_API_OPENCL_DEEP_H
#define IQ_API_OPENCL_DEEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

extern bool iq_cl_deep;             /* there is such a log */

/* The call may have run kernels. */
void iq_cl_deep_look(void);

/* One message of the log; texts point into it, and are empty where it says nothing. */
struct iq_cl_deep_text { const char *at; size_t size; };
struct iq_cl_deep_message {
    const char *rule;               /* static */
    struct iq_cl_deep_text title, kernel, item, statement;
    uint64_t address;
    uint32_t line, column;
};

/* Reads the message at [text]; returns the bytes it takes with what stands before it, 0: there is no whole message.  A message that is no
 * rule's has .rule NULL.  Nothing stands behind the last one of a log: [last] says that [text] ends where the log does now. */
size_t iq_cl_deep_read(const char *text, size_t size, bool last, struct iq_cl_deep_message *message);

#endif
