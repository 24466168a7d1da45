/* State of the guest as a whole.  Owner: core.c.  Threads: written at start and by the few calls of
 * guest.h; read by any. */
#ifndef IQ_CALL_CORE_H
#define IQ_CALL_CORE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/hot.h"
#include "call/api.h"
#include "call/guest.h"
#include "call/thread.h"

struct iq_core {
    /* What every call asks, on one cache line. */
    bool ready;     /* iq_core_init was called */
    bool started;   /* atomic: first GPU call was seen, trace open */
    bool exiting;   /* main has returned */
    bool finished;  /* EXIT record written */
    bool forked;    /* this process is the child of one that had used a GPU */
    bool inherited; /* ... and had initialised the driver */
    bool soft, device_known;
    /* kernels tell of their own faults: the software device's, or instrumented ones */
    bool sees_kernels;
    /* atomic: an option of ours made a call for an inter-process handle fail */
    bool ipc_refused;
    bool keeps_places; /* launches remember their place in the order of streams */
    bool each_call; /* each call is looked at: it is traced or recorded, or may be made to fail */
    bool roomy;     /* blocks of device memory are longer than the program knows */
    int driver_version;
    uint32_t captures;       /* atomic: under way */
    uint64_t capture_stream; /* of the last capture that was begun, 0: none */
    struct iq_config config;
    /* The rest. */
    struct iq_call_ref initialised; /* first successful cuInit */
    struct iq_call_ref capture;     /* last begin of a stream capture */
    uint64_t last_fault;            /* finding of the last fault, kept over a reset */
    uint64_t soft_fault;  /* atomic: finding of the last fault that made a context sticky */
    uint64_t next_number; /* atomic: first number of the next block of call numbers */
};

extern struct iq_core iq_core IQ_HOT;

/* First GPU call of the process: trace file, dispatch tables.  Any thread; does its work once. */
void iq_core_start(void);

/* The reference to [call]'s outermost call; unwinds its stack if nobody did. */
static inline struct iq_call_ref iq_call_ref_of(struct iq_call *call)
{
    const struct iq_thread *thread = iq_thread_block;
    call = iq_call_outermost(call);
    return (struct iq_call_ref){ call->number, call->entry, iq_call_stack(call),
                                 thread ? thread->number : 0 };
}

/* The reference to [call]'s outermost call, without a stack: for what happens often. */
static inline struct iq_call_ref iq_call_ref_light(struct iq_call *call)
{
    const struct iq_thread *thread = iq_thread_block;
    call = iq_call_outermost(call);
    return (struct iq_call_ref){ call->number, call->entry, call->stack,
                                 thread ? thread->number : 0 };
}

/* Counts an outermost call of [thread] that has no record; returns its number. */
uint64_t iq_core_count_call(struct iq_thread *thread);

/* Is the difference of two calls' numbers the number of calls between them?  Not where several
 * threads make calls, unless one of them has made both. */
bool iq_core_counts_between(uint64_t then, uint64_t now);

/* Outermost calls of all threads so far, to within a block of numbers per thread. */
uint64_t iq_core_calls(void);

/* Writes counts and coverage; harmless if repeated. */
void iq_core_flush(void);

/* Is [result] of [entry] a success, and is it one that only says "not yet"? */
static inline bool iq_result_is_error(const struct iq_entry *entry, int64_t result)
{
    return (iq_api_of(entry)->has_negative_errors ? result < 0 : result != 0) &&
           !(entry->flags & IQ_ENTRY_NO_STATUS);
}

const struct iq_device_limits *iq_core_limits(int ordinal);

/* Is there a device of this number, as far as the driver has said? */
bool iq_core_has_device(int ordinal);

/* Lines of `inquest trace` could not be written: [why] is for the launcher to tell. */
void iq_core_trace_is_short(const char *why);

#endif
