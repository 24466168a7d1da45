/* Call cache of launches: the last different ones of each thread, with what was found out about the
 * kernel, the stream and the words of the arguments.  An entry holds as long as no handle dies, no
 * kernel is registered anew and, where words are addresses, no memory comes or goes.
 * Owner: the thread's block.  Threads: its own. */
#ifndef IQ_API_CUDA_LAUNCH_CACHE_H
#define IQ_API_CUDA_LAUNCH_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "api_cuda/arguments.h"
#include "arch/loads.h"
#include "call/api.h"
#include "call/thread.h"
#include "order/clock.h"

struct iq_call;
struct iq_context;
struct iq_handle;
struct iq_kernel;
struct iq_plan;
struct iq_thread;

/* The words of a launch, and between which addresses they lead; .hi 0: none is an address. */
struct iq_work_words {
    uint64_t word[IQ_LATER_WORDS], lo, hi, hash;
};

/* What is read only because a cached launch's offsets are made of it, at most. */
enum { IQ_CACHED_NUMBERS = IQ_THREAD_NUMBERS };

/* What an address that depends on other arguments is made of: places among the words of a launch
 * that are read, and after them the numbers. */
struct iq_cached_offset {
    struct iq_argument_base known;
    uint8_t base, term[2];
};

struct iq_cached_launch {
    const struct iq_entry *entry; /* NULL: not complete, all else may be anything */
    uint64_t function, stream;
    uint32_t deaths, kernels;         /* iq_handle_deaths, iq_kernel_changes */
    const struct iq_context *context; /* that was current */
    struct iq_handle *handle;         /* of the stream; NULL: a default stream */
    struct iq_handle *kernel_handle;  /* NULL: the kernel is given by its host function */
    const struct iq_kernel *kernel;   /* NULL: nothing is known of it */
    uint64_t ranges;                  /* iq_range_version when its words were looked at */
    uint64_t foreseen;                /* as of the call, by what its words are; 0: nothing */
    int foreseen_parameter;
    uint8_t step_count, read_count, offset_count; /* read_count: of words */
    struct iq_later *later;                       /* as which it is kept, if .epoch still lasts */
    uint64_t epoch;                               /* in which it was launched last; or 0 */
    /* to the words that are read, then to numbers; the offsets, which are the other words, are made
     * of these */
    struct iq_load_step steps[IQ_LATER_WORDS + IQ_CACHED_NUMBERS];
    uint64_t words[IQ_LATER_WORDS];
    uint8_t memory[IQ_LATER_WORDS]; /* enum iq_argument_memory */
    struct iq_work_words leads;
    uint64_t numbers[IQ_CACHED_NUMBERS];
    uint8_t shift[IQ_CACHED_NUMBERS]; /* bits of a number that are not looked at: the upper ones */
    struct iq_cached_offset *offsets; /* IQ_LATER_WORDS; NULL: there have never been any */
} __attribute__((aligned(64)));

/* Is a launch whose plan is [plan] one that the cache may keep? */
bool iq_launch_cache_takes(const struct iq_plan *plan, const struct iq_entry *entry);

/* Was [call] made before, with nothing changed since?  Then its .found and .cached_launch and what
 * [thread] knows of the kernel and its words are filled in, and unless something is under way that
 * wants to know more, it is put in order and into the ring of launches: SETTLED.  NOT: if
 * .cached_launch is set, it is worth keeping. */
enum iq_cached iq_launch_again(struct iq_thread *thread, struct iq_call *call);

/* [call] has been looked at and is settled: keeps what was found out. */
void iq_launch_cache_add(struct iq_thread *thread, struct iq_call *call);

#endif
