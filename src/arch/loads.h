/* Loads that may fault: a handler of SIGSEGV and SIGBUS that asks iq_load_recover first makes them
 * return false.  Threads: any.  Fork: survives.  Not inside handlers. */
#ifndef IQ_ARCH_LOADS_H
#define IQ_ARCH_LOADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define IQ_LOADS __attribute__((visibility("hidden")))

/* One word. */
bool iq_load_word(uint64_t *to, uintptr_t from) IQ_LOADS;

/* The [count] words to which [pointers] in a [row] lead.  Also false if the row or one of its
 * pointers lies below IQ_LOAD_LOWEST. */
struct iq_load_step {
    uint16_t pointer, offset; /* bytes: of the pointer in the row, from where it leads on */
};
bool iq_load_steps(uint64_t *to, const struct iq_load_step *steps, size_t count, uintptr_t row,
                   size_t pointers) IQ_LOADS;
enum { IQ_LOAD_LOWEST = 1 << 16 };

/* The sum over the words at [count] addresses, each with a factor of its own.  The factors are not
 * evenly spaced: recursion swaps a few addresses. */
bool iq_load_sum(uint64_t *sum, const uintptr_t *addresses, size_t count) IQ_LOADS;

/* What was read at four addresses: words, or pairs of words that stand next to each other. */
struct iq_load_words {
    uintptr_t at[4];
    uint64_t word[4];
} __attribute__((aligned(16)));
struct iq_load_pairs {
    uintptr_t at[4];
    uint64_t word[4][2];
} __attribute__((aligned(16)));

/* Does it all stand there still? */
bool iq_load_same_words(const struct iq_load_words *group, size_t count) IQ_LOADS;
bool iq_load_same_pairs(const struct iq_load_pairs *group, size_t count) IQ_LOADS;

/* Of iq_load_recover: does the instruction at [at] stand in the function from [begin] to [end]? */
static inline bool iq_load_is_within(uintptr_t at, uintptr_t begin, const char *end)
{
    return at >= begin && at < (uintptr_t)end;
}

/* Was it one of these loads?  Then it goes on after the handler.  [ucontext] is ucontext_t *. */
bool iq_load_recover(void *ucontext) IQ_LOADS;

#endif
