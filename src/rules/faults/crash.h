/* Signals that hit the program, and what it gives to the allocator that the allocator has not made.
 * Threads: any.  Signals: the first two run in our handler. */
#ifndef IQ_RULES_FAULTS_CRASH_H
#define IQ_RULES_FAULTS_CRASH_H

#include <stdbool.h>
#include <stdint.h>

/* From our signal handler, first thing, for SIGSEGV SIGBUS SIGILL SIGFPE SIGABRT.
 * Async-signal-safe. [info] is siginfo_t *, [ucontext] is ucontext_t *. */
void iq_core_on_signal(int signal, const void *info, const void *ucontext);

/* A SIGSEGV: true if it was in a fence of OpenCL's (api_opencl/fence.h); it is open now, the
 * program goes on. */
bool iq_core_fence_fault(const void *info, const void *ucontext);

/* The program gives [block], which its allocator has not made, to [function] (free, realloc) called
 * before [pc]. */
void iq_core_foreign_free(const char *function, uint64_t block, uintptr_t pc);

#endif
