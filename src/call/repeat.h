/* Copies that are made again: the last different ones of each thread, with what was found out about their arguments.  That holds as long as no
 * memory comes or goes and no handle dies.  What was found out about a copy between two blocks of memory holds for all others between them, too.
 * Owner: the thread's block.  Threads: its own. */
#ifndef IQ_CALL_REPEAT_H
#define IQ_CALL_REPEAT_H

#include <stdbool.h>
#include <stdint.h>

#include "model/range.h"
#include "model/touch.h"
#include "order/turn.h"

enum { IQ_REPEATS = 8, IQ_REPEAT_PAIRS = 4, IQ_REPEAT_ARGS = 8, IQ_REPEAT_TOUCHES = 2 };

struct iq_call;
struct iq_thread;

struct iq_repeat {
    /* What every time is looked at. */
    const struct iq_entry *entry;           /* NULL: not complete, all of it but .key may be anything */
    uint64_t ranges;                        /* iq_range_version, */
    uint32_t deaths;                        /* iq_handle_deaths when the arguments were looked at */
    bool on_device;                         /* as of the call */
    bool elsewhere;                         /* of other bytes than last time, between the same blocks */
    uint8_t count;                          /* of .touches */
    uint8_t guardable;                      /* bit i: touch i, the host's, could be guarded */
    uint64_t key;                           /* of the call that came here last */
    uint64_t args[IQ_REPEAT_ARGS];
    struct iq_handle *stream;               /* NULL: a default stream */
    struct iq_clock_place place;            /* where .touches are kept */
    uint64_t guard_place;                   /* of the touch that could be guarded */
    /* What is looked at when there is something to compare it with. */
    uint64_t bytes;
    unsigned from, to;                      /* enum iq_where of what is read, written */
    struct iq_touch touches[IQ_REPEAT_TOUCHES];     /* without marks */
    struct iq_range host;                   /* that the guardable touch lies in */
} __attribute__((aligned(64)));

/* Copies between two blocks: argument arg[k] lies in [lo[k], hi[k]), as .repeat.touches[k]. */
struct iq_repeat_pair {
    struct iq_repeat repeat;                /* .key: of the two blocks that came here last */
    uint64_t lo[IQ_REPEAT_TOUCHES], hi[IQ_REPEAT_TOUCHES];
    uint32_t fixed;                         /* arguments that are the same each time */
    int8_t arg[IQ_REPEAT_TOUCHES], bytes;   /* arguments */
};

/* Was [call] made before, with nothing changed since?  Then its .repeat, .found and .on_device are filled in, the places of [thread] are not.  False: if
 * .repeat is set, its arguments are worth keeping. */
bool iq_repeat_is(struct iq_thread *thread, struct iq_call *call);

/* That is so, and they have been looked at.  .repeat becomes NULL if something may be said about them; else it is to be
 * completed by whoever knows the touches. */
void iq_repeat_begin(struct iq_thread *thread, struct iq_call *call);

/* They have been looked at, and are not worth keeping themselves. */
void iq_repeat_between(struct iq_thread *thread, struct iq_call *call);

#endif
