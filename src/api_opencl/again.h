/* Commands that are enqueued again: the last different ones of each thread whose arguments had no fault, with what they touch.  They have none as long as
 * no object dies, is mapped or is built, and no kernel gets another object.  Only what the calls and their objects say is kept: no events, no lists; of memory of the
 * host blocks of the heap and static variables, where that is all that a command touches there.
 * Owner: the thread's block.  Threads: its own. */
#ifndef IQ_API_OPENCL_AGAIN_H
#define IQ_API_OPENCL_AGAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "call/call.h"
#include "call/event.h"
#include "api_opencl/enqueue.h"
#include "model/touch.h"
#include "order/turn.h"

enum { IQ_CL_AGAINS = 32, IQ_CL_AGAIN_KEYS = 3 /* arguments that every command has */, IQ_CL_AGAIN_TOUCHES = 6,
       IQ_CL_AGAIN_WORDS = 64 };

struct iq_thread;

struct iq_cl_again {
    /* What every time is looked at. */
    const struct iq_entry *entry;           /* NULL: not complete, all but .key and .changes may be anything */
    uint64_t key;                           /* of the call that came here last */
    uint64_t changes;                       /* iq_cl_changes() when its arguments were looked at */
    struct iq_site site;
    uint64_t sum;                           /* of the words at .words */
    uint32_t word_count;                    /* addresses of what makes the call's stack and sizes the same; 0: it takes more to know */
    uint32_t stack;                         /* the call's */
    uint64_t args[IQ_CALL_ARGS];            /* those that it has not are 0 */
    const struct iq_cl_kernel *kernel;      /* of a launch, NULL: it is none */
    uint32_t arguments;                     /* ... its .changes */
    uint32_t settings;                      /* ... its .settings when it was launched last */
    bool is_pattern_static;                 /* a fill's pattern is among the data of a file */
    bool is_pattern_near;                   /* ... or stands above .site.sp */
    bool advances;                          /* is an operation in the order of commands */
    bool late;                              /* it gets its place there when it is back: its queue is loose, it touches memory of the host, or has an event */
    bool blocks, has_event;
    bool is_host_static;                    /* that is among the data of a file */
    bool counted;                           /* .touches are what it touches; else that takes a look, to guard pages of the host or as it was over at once */
    uint8_t count;                          /* of .touches */
    uint64_t turn;                          /* iq_clock_turn when it was enqueued last; 0: that does not matter */
    void *found[8];
    uintptr_t words[IQ_CL_AGAIN_WORDS];
    /* The rest. */
    struct iq_clock_place kept;             /* where .touches are kept */
    uint64_t ranges;                        /* iq_range_version, if it touches memory of the host: */
    struct iq_place place;                  /* that was found out of it */
    struct iq_cl_shape shape;               /* sizes of a launch */
    struct iq_touch touches[IQ_CL_AGAIN_TOUCHES];
    const struct iq_handle *objects[IQ_CL_AGAIN_TOUCHES];   /* that they are of; NULL: of the host's memory */
} __attribute__((aligned(64)));

/* Is that the same command as before, at the same place, with nothing changed since?  What was kept of it then; NULL: it takes a closer look.  [args] has
 * IQ_CALL_ARGS values. */
struct iq_cl_again *iq_cl_again_find(struct iq_thread *thread, const struct iq_entry *entry, const uint64_t *args, struct iq_site site);

/* Was [call] made before, with nothing changed since?  Then its .again and .found are filled in.  False: if .again is set, it is worth to be kept. */
bool iq_cl_again_is(struct iq_thread *thread, struct iq_call *call);

/* That is so: what was kept of [call]; else NULL. */
static inline struct iq_cl_again *iq_cl_again_of(const struct iq_call *call) { return call->again && call->again->entry ? call->again : NULL; }

/* It is worth it, nothing is said about it, and it touches that: keeps it if that is all.  [count] -1: what it touches takes a look each time. */
void iq_cl_again_keep(struct iq_call *call, const struct iq_touch *touches, const struct iq_handle *const *objects, int count, bool advances);

/* A call that is made again has failed: what was known is forgotten, and it is looked at like any other. */
void iq_cl_again_failed(struct iq_call *call);

/* [agains], a thread's or NULL, were enqueued by a thread that has ended. */
void iq_cl_again_of_another(struct iq_cl_again *agains);

#endif
