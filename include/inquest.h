/* What a program can tell inquest, and ask it.  Nothing to link against: the functions look up the
 * library that `inquest PROGRAM` puts into the process, and do nothing where it is not there.
 *
 *     inquest_mark("suite.copies_rows");    // a test begins
 *     ...
 *     inquest_mark_end();
 *
 * A mark names what the program is doing, usually the test that runs now.  There is one for the
 * whole process: a test's threads, and those of pools that work for it, belong to the test.  Each
 * finding names the mark that was set when the call was made that is wrong, also when the mistake
 * is noticed later: what a kernel of one test did wrong is not blamed on the next one.
 *
 * C99 and C++98 or later; Linux.  Before glibc 2.34 link with -ldl.  All functions may be called on
 * any thread, before main as well; not in signal handlers.  A child of fork goes on in its parent's
 * mark; a program that is started takes its mark from the environment variable INQUEST_MARK.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef INQUEST_H
#define INQUEST_H

#include <dlfcn.h>
#include <stddef.h>

/* For functions of the same name in each file of a program that includes this one. */
#if defined(__GNUC__)
#define INQUEST_FUNCTION static __inline__ __attribute__((unused))
#else
#define INQUEST_FUNCTION static inline
#endif

/* Not for callers: inquest's function [name]; NULL: the program does not run under inquest. */
INQUEST_FUNCTION void *inquest_function_(const char *name) { return dlsym(NULL, name); }

/* The process is in [name] from now on, until the next inquest_mark or inquest_mark_end: marks do
 * not nest.  [name] is copied; it is UTF-8 and may be as long as you like.  NULL or "": in none.  A
 * different name costs the memory of its text until the process ends. */
INQUEST_FUNCTION void inquest_mark(const char *name)
{
    typedef void mark_function(const char *);
    mark_function *function = (mark_function *)inquest_function_("inquest_guest_mark");
    if (function)
        function(name);
}

/* The process is in no mark from now on. */
INQUEST_FUNCTION void inquest_mark_end(void) { inquest_mark(NULL); }

/* Number of findings of severity error in this process so far; 0 without inquest.  The same mistake
 * at the same place in the same mark is one.  It counts what is known by now: wait for the device
 * (cudaDeviceSynchronize) before you ask.  It may go down: an error that the program handles
 * becomes a note.  A runner compares it before and after a test. */
INQUEST_FUNCTION unsigned long inquest_errors(void)
{
    typedef unsigned long errors_function(void);
    errors_function *function = (errors_function *)inquest_function_("inquest_guest_errors");
    return function ? function() : 0;
}

/* Does the program run under inquest?  0 or 1. */
INQUEST_FUNCTION int inquest_is_here(void)
{
    return inquest_function_("inquest_guest_mark") != NULL;
}

#undef INQUEST_FUNCTION

#endif
