/* What a program can tell inquest, and ask it.  Nothing to link against: the functions look up the
 * library that `inquest PROGRAM` puts into the process, and do nothing where it is not there.
 *
 *     inquest_mark("suite.copies_rows");    // a test begins
 *     ...
 *     inquest_mark_end();
 *
 * A pool of device memory tells what it hands out, so that its blocks have bounds (below).
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

/* ---- pools ----
 *
 * A pool takes large allocations of device memory and hands out blocks of them.  To the driver all
 * of that is one allocation; told of the blocks, inquest finds what leaves one, or uses one that
 * came back, and names the place that took it.
 *
 *     void *pool_take(struct pool *pool, size_t bytes)
 *     {
 *         void *block = ...;
 *         inquest_pool_alloc(NULL, block, bytes);
 *         return block;
 *     }
 *
 * Pointers are addresses on the device (of a CUdeviceptr: cast); the memory stays the program's.
 * What lies in no allocation that inquest knows is ignored, and so are 0 bytes.  A pool that is
 * freed (cudaFree) is forgotten with its blocks. */

/* Not for callers: not inlined, so that its caller's frame is known. */
#if defined(__GNUC__)
#define INQUEST_POOL_FUNCTION static __attribute__((noinline, unused))
#define INQUEST_FRAME_ { __builtin_return_address(0), (char *)__builtin_frame_address(0) + 16 }
#define INQUEST_FRAME_OF_(frame) frame
#else
#define INQUEST_POOL_FUNCTION static
#define INQUEST_FRAME_ { NULL, NULL }
#define INQUEST_FRAME_OF_(frame) NULL
#endif

/* [bytes] of device memory at [memory] belong to a pool: nobody may use them until they are handed
 * out.  Needed only where a pool has part of an allocation; see inquest_pool_alloc. */
INQUEST_POOL_FUNCTION void inquest_pool_create(const void *memory, size_t bytes)
{
    typedef void create_function(const char *, void *const *, const void *, size_t);
    create_function *function = (create_function *)inquest_function_("inquest_guest_pool_create");
    void *frame[2] = INQUEST_FRAME_;
    if (function)
        function("inquest_pool_create", INQUEST_FRAME_OF_(frame), memory, bytes);
}

/* The memory of a pool is ordinary again, and its blocks are forgotten; NULL: nothing happens. */
INQUEST_POOL_FUNCTION void inquest_pool_destroy(const void *memory)
{
    typedef void destroy_function(const char *, void *const *, const void *);
    destroy_function *function =
        (destroy_function *)inquest_function_("inquest_guest_pool_destroy");
    void *frame[2] = INQUEST_FRAME_;
    if (function)
        function("inquest_pool_destroy", INQUEST_FRAME_OF_(frame), memory);
}

/* The pool that was created at [pool] hands out [bytes] at [pointer], the bytes that were asked for
 * and not those that the pool rounds up to.  [pool] NULL: the whole allocation around [pointer] is
 * a pool's, also if inquest_pool_create was never called.  Say it when the block is the caller's
 * own; blocks that it overlaps have come back. */
INQUEST_POOL_FUNCTION void inquest_pool_alloc(const void *pool, const void *pointer, size_t bytes)
{
    typedef void alloc_function(const char *, void *const *, const void *, const void *, size_t);
    alloc_function *function = (alloc_function *)inquest_function_("inquest_guest_pool_alloc");
    void *frame[2] = INQUEST_FRAME_;
    if (function)
        function("inquest_pool_alloc", INQUEST_FRAME_OF_(frame), pool, pointer, bytes);
}

/* The block that begins at [pointer] comes back; work that was enqueued before may still use it.
 * Say it before another thread can get the block.  NULL, or no block: nothing happens. */
INQUEST_POOL_FUNCTION void inquest_pool_free(const void *pointer)
{
    typedef void free_function(const char *, void *const *, const void *);
    free_function *function = (free_function *)inquest_function_("inquest_guest_pool_free");
    void *frame[2] = INQUEST_FRAME_;
    if (function)
        function("inquest_pool_free", INQUEST_FRAME_OF_(frame), pointer);
}

#undef INQUEST_FRAME_OF_
#undef INQUEST_FRAME_
#undef INQUEST_POOL_FUNCTION
#undef INQUEST_FUNCTION

#endif
