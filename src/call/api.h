/* An API as a call's way sees it: what is particular to one API is asked here, by entry->api.  A
 * function that is NULL has nothing to do; those in front of which a step of the plan stands are
 * only called where the API's own plan asks for that step.
 * Owner: constant tables, one per API in src/api_NAME; iq_apis is made of model/apis.def
 * (rules/apis.c).
 * Threads: any; the calling thread of a call. */
#ifndef IQ_CALL_API_H
#define IQ_CALL_API_H

#include "call/event.h"
#include "call/plan.h"
#include "call/status.h"
#include "model/range.h"

struct iq_config;
struct iq_launch_times;
struct iq_pieces;
struct iq_thread;

enum iq_cached {
    IQ_CACHED_NOT,
    IQ_CACHED_LOOKED_AT, /* its arguments have been looked at */
    IQ_CACHED_SETTLED    /* ... and all there is to it is done */
};

struct iq_api {
    const char *name;                 /* the word of reports */
    const struct iq_status *statuses; /* its codes and their names */
    uint32_t status_count;

    /* Traits. */
    bool has_negative_errors; /* positive codes are answers */
    /* objects belong to the context that is current on the thread */
    bool has_contexts;
    /* objects live until their last owner lets go: they are retained and released */
    bool counts_owners;
    bool makes_many; /* one call makes several objects, and says so by a count */
    /* a failure can be asked for until the next one (cudaGetLastError) */
    bool keeps_last_error;
    /* made over another API of ours, in whose words its calls end */
    bool is_runtime;
    /* its calls within its own calls are a loader's, a layer's or a driver's: they are not looked
     * at */
    bool nests_itself;
    /* a driver on the CPU works on threads of its own: a crash there may be the fault of a call
     * under way */
    bool has_driver_threads;
    /* a handle that is 0 is a mistake in any call that does not only ask */
    bool refuses_null;
    bool ignores_void; /* calls without a status need no verdict */
    /* what still uses a frame that has ended is an error, not a hazard */
    bool is_hard_on_frames;

    /* Codes. */
    /* see iq_status_for */
    int64_t (*answer)(const struct iq_call *call, enum iq_answer answer, int arg);
    bool (*is_argument_error)(int64_t result);
    bool (*is_handle_error)(int64_t result);
    bool (*is_memory_error)(int64_t result);
    /* says that the device, its driver or the machine lacks what was asked for; NULL: no code
     * alone does */
    bool (*is_lacking)(int64_t result);
    int64_t not_ready;     /* the result that only says "not yet", 0: there is none */
    int64_t not_supported; /* ... that the device or its driver has no such thing */
    /* is the result of this failed call only an answer to a question? */
    bool (*is_expected)(const struct iq_call *call);

    /* Faults on demand, see fault.h. */
    /* does [result] break the context for good? */
    bool (*is_sticky)(int64_t result);
    /* ... and calls of [entry] then return it, too */
    bool (*meets_sticky)(const struct iq_entry *entry);
    /* what is broken: the context or device that [call] works on; 0: not known */
    uint64_t (*broken_by)(const struct iq_thread *thread, const struct iq_call *call);
    /* a code with which calls of [entry] are likely to fail */
    int64_t (*likely)(const struct iq_entry *entry);
    /* bytes of memory that the program has allocated */
    uint64_t (*live_bytes)(void);

    /* Plans. */
    enum iq_flow (*flow)(const struct iq_entry *entry);
    /* steps of its own; filled so far: all but steps */
    uint32_t (*steps_before)(struct iq_plan *plan, const struct iq_entry *entry);
    /* ... when all others are known */
    uint32_t (*steps_after)(struct iq_plan *plan, const struct iq_entry *entry);

    /* The guest's life. */
    void (*start)(const struct iq_config *config);
    /* a thread's block has got another thread */
    void (*block_reused)(struct iq_thread *thread);
    /* the process ends: what a checker below has written down since */
    void (*collect)(void);
    void (*after_fork)(void);

    /* Before a call is forwarded. */
    /* a command that was enqueued before, with nothing changed since? */
    bool (*resume)(struct iq_thread *thread, struct iq_call *call);
    /* ... and was that all that has happened since? */
    bool (*in_turn)(struct iq_call *call);
    /* CACHED: made before with the same arguments, and nothing has changed? */
    enum iq_cached (*cached)(struct iq_thread *thread, struct iq_call *call);
    bool (*may_wait)(const struct iq_call *call);
    /* the object that the program itself has to signal; NULL: none is known */
    const struct iq_handle *(*waits_for)(const struct iq_call *call, int *arg);
    /* false: what its lists and structs lead to cannot be looked at, and something was said;
     * NULL: it always can */
    bool (*is_whole)(struct iq_call *call);
    /* OWN: all arguments but the handles */
    void (*check)(struct iq_thread *thread, struct iq_call *call);
    void (*check_regions)(struct iq_call *call);                          /* PARTS */
    void (*check_config)(struct iq_call *call);                           /* CONFIG */
    void (*check_launch)(struct iq_thread *thread, struct iq_call *call); /* LAUNCH */
    /* [handle] is a live object that the call ends */
    void (*check_end)(struct iq_call *call, int arg, const struct iq_handle *handle,
                      const char *path);
    /* has the address of freed memory another owner now? */
    bool (*is_reused)(const struct iq_range *freed, uint64_t address);
    /* bytes of a box in host memory, or of a buffer whose elements have a type */
    uint64_t (*region_bytes)(const struct iq_call *call, int arg);
    /* it is not forwarded */
    void (*answered)(struct iq_call *call);

    /* Order; only of calls whose plan has a flow. */
    void (*order_before)(struct iq_thread *thread, struct iq_call *call);
    bool (*order_ahead)(struct iq_thread *thread, struct iq_call *call);
    void (*order_done)(struct iq_thread *thread, struct iq_call *call);
    void (*order_conflict)(struct iq_call *call);
    void (*order_take_back)(const struct iq_call *call);

    /* Launches. */
    struct iq_launch_times *(*launch_begin)(struct iq_thread *thread, struct iq_call *call);
    void (*launch_note)(struct iq_thread *thread, struct iq_call *call);
    bool (*launch_read)(const struct iq_call *call, struct iq_launch *launch);
    /* the kernel and its arguments, "scale(p=0x7f.., n=40)"; returns the length, 0: not known */
    size_t (*print_launch)(const struct iq_call *call, char *out, size_t size);
    /* the host function that names the kernel; 0: none */
    uint64_t (*launch_function)(const struct iq_call *call);
    /* see iq_launch_foresee_soft */
    uint64_t (*foresee)(const struct iq_call *call, uint64_t finding, int parameter);
    void (*foresaw_parameter)(struct iq_thread *thread, int index, uint64_t finding);
    void (*synced)(struct iq_thread *thread, struct iq_call *call); /* SYNCED */

    /* When it is back. */
    /* --record: keeps what argument [arg], which is not 0, leads to; false: its role says that */
    bool (*payload)(const struct iq_call *call, int arg, bool failed, struct iq_pieces *pieces);
    /* a new handle: what it belongs to */
    void (*describe)(struct iq_call *call, struct iq_handle *handle);
    /* a handle that was made unseen and is good: what it is; NULL: nobody asks */
    void (*adopted)(struct iq_call *call, struct iq_handle *handle);
    /* does a new object outlive contexts? */
    bool (*is_process_wide)(const struct iq_call *call, enum iq_kind kind);
    bool (*is_captured)(const struct iq_call *call);
    void (*captured)(struct iq_thread *thread, struct iq_call *call); /* a stream captures */
    /* it failed: what it copies to and from, for the rules */
    void (*send_regions)(struct iq_call *call);
};

extern const struct iq_api *const iq_apis[];
static inline const struct iq_api *iq_api_of(const struct iq_entry *entry)
{
    return iq_apis[entry->api];
}

/* Runs [body] for each API, [api]. */
#define IQ_FOR_EACH_API(api) \
    for (const struct iq_api *const *at_ = iq_apis, *api; (api = *at_); at_++)

#endif
