/* Reading memory that may not be there: structures of others whose layout we only believe to know.
 * Where the crash handler is installed a read is one load that it steps over; elsewhere, and in
 * signal handlers, the kernel copies (base/probe.h).  Threads: any.  Fork: survives.  Signals:
 * pass [quiet] = true inside handlers. */
#ifndef IQ_PROCESS_PEEK_H
#define IQ_PROCESS_PEEK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/loads.h"
#include "base/contract.h"
#include "base/hot.h"

/* Copies [size] bytes from [from].  False: not all of them are readable; [to] is then undefined. */
IQ_NODISCARD bool iq_peek(void *to, uintptr_t from, size_t size, bool quiet);

/* As iq_peek, quietly: an iq_arch_read (arch/code.h). */
static inline bool iq_peek_quietly(void *to, uintptr_t from, size_t size)
{
    return iq_peek(to, from, size, true);
}

/* Are loads without the kernel possible? */
extern bool iq_peek_trusted IQ_HOT; /* atomic */

/* As iq_peek for one word. */
static inline bool iq_peek_word(uint64_t *to, uintptr_t from)
{
    if (__builtin_expect(__atomic_load_n(&iq_peek_trusted, __ATOMIC_RELAXED) && !(from & 7), 1))
        return from >= 4096 && iq_load_word(to, from);
    return iq_peek(to, from, sizeof *to, false);
}

/* The [count] words to which [pointers] in a [row] lead, by [steps].  False: one is not readable, a
 * pointer lies below IQ_LOAD_LOWEST, or loads without the kernel are not possible.  Not inside
 * handlers. */
static inline bool iq_peek_steps(uint64_t *to, const struct iq_load_step *steps, size_t count,
                                 uintptr_t row, size_t pointers)
{
    return __atomic_load_n(&iq_peek_trusted, __ATOMIC_RELAXED) &&
           iq_load_steps(to, steps, count, row, pointers);
}

/* Sum over the words at [count] addresses, all multiples of 8, each with a factor of its own.
 * False: one of them is not readable, or loads without the kernel are not possible.  Not inside
 * handlers. */
IQ_NODISCARD bool iq_peek_sum(uint64_t *sum, const uintptr_t *addresses, size_t count);

/* The crash handler is, or is no longer, the first to see SIGSEGV and SIGBUS. */
void iq_peek_trust_handler(bool trust);

static inline bool iq_peek_is_fast(void)
{
    return __atomic_load_n(&iq_peek_trusted, __ATOMIC_RELAXED);
}

/* For the crash handler, first thing: was it a load of iq_peek?  Then the program goes on after
 * return.
 * [ucontext] is ucontext_t *. */
bool iq_peek_recover(void *ucontext);

#endif
