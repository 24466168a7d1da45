/* Loads that may fault: a handler of SIGSEGV and SIGBUS that asks iq_load_recover first makes them
 * return false.  Threads: any.  Fork: survives.  Not inside handlers. */
#ifndef IQ_ARCH_LOADS_H
#define IQ_ARCH_LOADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define IQ_LOADS __attribute__((visibility("hidden")))

/* One word; [count] words that stand in a row from [from] on; the words at [count] addresses. */
bool iq_load_word(uint64_t *to, uintptr_t from) IQ_LOADS;
bool iq_load_row(uint64_t *to, uintptr_t from, size_t count) IQ_LOADS;
bool iq_load_words(uint64_t *to, const uintptr_t *addresses, size_t count) IQ_LOADS;

/* The sum over the words at [count] addresses, each with a factor of its own.  The factors are not
 * evenly spaced: recursion swaps a few addresses. */
bool iq_load_sum(uint64_t *sum, const uintptr_t *addresses, size_t count) IQ_LOADS;

/* Was it one of these loads?  Then it goes on after the handler.  [ucontext] is ucontext_t *. */
bool iq_load_recover(void *ucontext) IQ_LOADS;

#endif
