/* Races by what kernels really used, which only the software device can tell, and only when they
 * are over.  Each kernel, copy and graph launch keeps its place in the order of streams; when the
 * bytes are known, too, operations are compared, in the order in which they were enqueued, so that
 * the same races are found whichever kernel ended first.  What the clocks found when the call was
 * made (api_cuda/flow.c) counts as ordered here.
 * Owner: core; a ring of the last operations.  Threads: any; IQ_LOCK_ORDER.  Fork:
 * iq_footprint_reset in the child. */
#ifndef IQ_ORDER_FOOTPRINT_H
#define IQ_ORDER_FOOTPRINT_H

#include "abi/soft_observer.h"
#include "base/hot.h"
#include "order/clock.h"

extern bool iq_footprint_wanted IQ_HOT; /* atomic */
static inline bool iq_footprint_is_on(void)
{
    return __builtin_expect(__atomic_load_n(&iq_footprint_wanted, __ATOMIC_RELAXED), 0);
}

/* From now on: there is a stream whose work may race. */
void iq_footprint_start(void);

/* From now on: the host may use managed memory too early.  False: nobody wants to know. */
bool iq_footprint_start_host(void);

/* The host uses bytes, perhaps too early. */
struct iq_host_access {
    uint64_t lo, hi, base; /* base: of the memory, from which bytes are counted */
    /* function of the C library that gives them to the kernel; NULL: none */
    const char *through;
    uintptr_t pc;
    uint32_t stack;
    /* whole: all of these bytes or none are too early, it is not known which ones are wanted */
    bool write, whole;
};

/* Keeps the access, to be compared with what pending operations turn out to have used; false: none
 * is pending.  IQ_LOCK_ORDER held. */
bool iq_footprint_host(const struct iq_host_access *access);

/* The call of [ref] enqueued an operation on [timeline], which may use [accesses]; [kernels]: and
 * what kernels of it will turn out to have used, one that gets [words] (NULL: not known).  What
 * kernels are said to use in [accesses] counts only where nobody tells.  IQ_LOCK_ORDER held. */
struct iq_footprint_words {
    const uint64_t *words;
    int count;
    bool told; /* the device will tell what the kernel used; else only [accesses] are known */
};
void iq_footprint_place(struct iq_call_ref ref, struct iq_timeline *timeline,
                        const struct iq_access *accesses, int count, bool kernels,
                        const struct iq_footprint_words *words);

/* The operation of call number [call] was never made.  IQ_LOCK_ORDER held. */
void iq_footprint_take_back(uint64_t call);

/* A kernel of call number [call] is over and used [spans]; [waits]: how it is ordered with other
 * kernels cannot be seen. */
void iq_footprint_known(uint64_t call, const char *kernel, const struct iq_soft_footprint *spans,
                        uint32_t count, bool waits);

/* Memory that begins to exist.  IQ_LOCK_ORDER held. */
void iq_footprint_forget(uint64_t lo, uint64_t hi);

/* Compares what can be compared; [all]: no more footprints will come. */
void iq_footprint_review(bool all);

void iq_footprint_reset(void);

#endif
