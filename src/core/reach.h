/* Races by what kernels really used, which only the software device can tell, and only when they are over.  Each kernel, copy and graph
 * launch keeps its place in the order of streams; when the bytes are known, too, operations are compared, in the order in which they were
 * enqueued, so that the same races are found whichever kernel ended first.  What the clocks found when the call was made (core/flow.c) counts as
 * ordered here.
 * Owner: core; a ring of the last operations.  Threads: any; IQ_LOCK_ORDER.  Fork: iq_reach_reset in the child. */
#ifndef IQ_CORE_REACH_H
#define IQ_CORE_REACH_H

#include "abi/soft_observer.h"
#include "base/hot.h"
#include "core/clock.h"

struct iq_call;

extern bool iq_reach_wanted IQ_HOT;        /* atomic */
static inline bool iq_reach_is_on(void) { return __builtin_expect(__atomic_load_n(&iq_reach_wanted, __ATOMIC_RELAXED), 0); }

/* From now on: there is a stream whose work may race. */
void iq_reach_start(void);

/* From now on: the host may use managed memory too early.  False: nobody wants to know. */
bool iq_reach_start_host(void);

/* The host uses bytes, perhaps too early. */
struct iq_reach_access {
    uint64_t lo, hi, base;          /* base: of the memory, from which bytes are counted */
    const char *through;            /* function of the C library that gives them to the kernel; NULL: none */
    uintptr_t pc;
    uint32_t stack;
    bool write, whole;              /* whole: all of these bytes or none are too early, it is not known which ones are wanted */
};

/* Keeps the access, to be compared with what pending operations turn out to have used; false: none is pending.  IQ_LOCK_ORDER held. */
bool iq_reach_host(const struct iq_reach_access *access);

/* [call] enqueued an operation on [timeline], which may use [touches]; [kernels]: and what kernels of it will be told to have used.
 * IQ_LOCK_ORDER held. */
void iq_reach_place(struct iq_call *call, struct iq_timeline *timeline, const struct iq_touch *touches, int count, bool kernels);

/* The operation of call number [call] was never made.  IQ_LOCK_ORDER held. */
void iq_reach_take_back(uint64_t call);

/* A kernel of call number [call] is over and used [spans]; [waits]: how it is ordered with other kernels cannot be seen. */
void iq_reach_told(uint64_t call, const char *kernel, const struct iq_soft_reach *spans, uint32_t count, bool waits);

/* Memory that begins to exist.  IQ_LOCK_ORDER held. */
void iq_reach_forget(uint64_t lo, uint64_t hi);

/* Compares what can be compared; [all]: nothing more will be told. */
void iq_reach_review(bool all);

void iq_reach_reset(void);

#endif
