/* Call cache of commands: the last different ones of each thread whose arguments had no fault, with
 * their accesses.  They have no fault as long as no object dies, is mapped or is built,
 * and no kernel gets another object.  Only what the calls and their objects say is kept: no events,
 * no lists; of memory of the host blocks of the heap and static variables, where that is all that a
 * command touches there.
 * Owner: the thread's block.  Threads: its own. */
#ifndef IQ_API_OPENCL_COMMAND_CACHE_H
#define IQ_API_OPENCL_COMMAND_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "api_opencl/enqueue.h"
#include "call/call.h"
#include "call/event.h"
#include "order/access.h"
#include "order/epoch.h"

enum {
    IQ_CACHED_COMMANDS = 32,
    IQ_CACHED_COMMAND_KEYS = 3 /* arguments that every command has */,
    IQ_CACHED_COMMAND_ACCESSES = 6,
    IQ_CACHED_COMMAND_WORDS = 64
};

struct iq_thread;

struct iq_cached_command {
    /* What every time is looked at. */
    /* NULL: not complete, all but .key and .changes may be anything */
    const struct iq_entry *entry;
    uint64_t key;     /* of the call that came here last */
    uint64_t changes; /* iq_cl_changes() when its arguments were looked at */
    struct iq_site site;
    uint64_t sum; /* of the words at .words */
    /* addresses of what makes the call's stack and sizes the same; 0: it takes more to know */
    uint32_t word_count;
    uint32_t stack;                    /* the call's */
    uint64_t args[IQ_CALL_ARGS];       /* those that it has not are 0 */
    const struct iq_cl_kernel *kernel; /* of a launch, NULL: it is none */
    uint32_t arguments;                /* ... its .changes */
    uint32_t settings;                 /* ... its .settings when it was launched last */
    bool is_pattern_static;            /* a fill's pattern is among the data of a file */
    bool is_pattern_near;              /* ... or stands above .site.sp */
    bool advances;                     /* is an operation in the order of commands */
    /* it gets its place there when it is back: its queue is loose, it touches memory of the host,
     * or has an event */
    bool late;
    bool blocks, has_event;
    bool is_host_static; /* that is among the data of a file */
    /* .accesses are what it touches; else that takes a look, to guard pages of the host or as it
     * was over at once */
    bool counted;
    uint8_t count; /* of .accesses */
    /* iq_clock_epoch when it was enqueued last; 0: that does not matter */
    uint64_t epoch;
    void *found[8];
    uintptr_t words[IQ_CACHED_COMMAND_WORDS];
    /* The rest. */
    struct iq_clock_place kept; /* where .accesses are kept */
    /* iq_range_version, if it touches memory of the host: */
    uint64_t ranges;
    struct iq_resolved place; /* that was found out of it */
    struct iq_cl_shape shape; /* sizes of a launch */
    struct iq_access accesses[IQ_CACHED_COMMAND_ACCESSES];
    /* that they are of; NULL: of the host's memory */
    const struct iq_handle *objects[IQ_CACHED_COMMAND_ACCESSES];
} __attribute__((aligned(64)));

/* Is that the same command as before, at the same place, with nothing changed since?  What was kept
 * of it then; NULL: it takes a closer look.  [args] has
 * IQ_CALL_ARGS values. */
struct iq_cached_command *iq_command_cache_find(struct iq_thread *thread,
                                                const struct iq_entry *entry, const uint64_t *args,
                                                struct iq_site site);

/* Was [call] made before, with nothing changed since?  Then its .cached_command and .found are
 * filled in. False: if .cached_command is set, it is worth to be kept. */
bool iq_command_cache_fill(struct iq_thread *thread, struct iq_call *call);

/* The complete cache entry of [call]; NULL: it has none. */
static inline struct iq_cached_command *iq_cached_command_of(const struct iq_call *call)
{
    return call->cached_command && call->cached_command->entry ? call->cached_command : NULL;
}

/* Completes the cache entry of [call], which makes [count] [accesses], if it has one, no finding is
 * about it and nothing else can change what it does.  [count] -1: its accesses take a look each
 * time. */
void iq_command_cache_keep(struct iq_call *call, const struct iq_access *accesses,
                           const struct iq_handle *const *objects, int count, bool advances);

/* [call], which has a cache entry, has failed: drops the entry, and looks at it like any other
 * call. */
void iq_command_cache_drop(struct iq_call *call);

/* [cached_commands], a thread's or NULL, were enqueued by a thread that has ended. */
void iq_command_cache_inherit(struct iq_cached_command *cached_commands);

#endif
