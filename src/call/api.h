/* An API as a call's way sees it: what is particular to one API is asked here, by entry->api.  A function that is NULL has nothing to do; those in front of
 * which a step of the plan stands are only called where the API's own plan asks for that step.
 * Owner: constant tables, one per API in src/api_NAME; iq_apis is made of model/apis.def (rules/apis.c).
 * Threads: any; the calling thread of a call. */
#ifndef IQ_CALL_API_H
#define IQ_CALL_API_H

#include "call/event.h"
#include "call/plan.h"
#include "call/status.h"
#include "model/range.h"

struct iq_config;
struct iq_launch_times;
struct iq_thread;

struct iq_api {
    const char *name;                   /* the word of reports */
    const struct iq_status *statuses;   /* its codes and their names */
    uint32_t status_count;

    /* Traits. */
    bool has_negative_errors;           /* positive codes are answers */
    bool has_contexts;                  /* objects belong to the context that is current on the thread */
    bool counts_owners;                 /* objects live until their last owner lets go: they are retained and released */
    bool makes_many;                    /* one call makes several objects, and says so by a count */
    bool keeps_last_error;              /* a failure can be asked for until the next one (cudaGetLastError) */
    bool is_runtime;                    /* made over another API of ours, in whose words its calls end */
    bool nests_itself;                  /* its calls within its own calls are a loader's, a layer's or a driver's: they are not looked at */
    bool has_driver_threads;            /* a driver on the CPU works on threads of its own: a crash there may be the fault of a call under way */
    bool refuses_null;                  /* a handle that is 0 is a mistake in any call that does not only ask */
    bool ignores_void;                  /* calls without a status need no verdict */
    bool is_hard_on_frames;             /* what still uses a frame that has ended is an error, not a hazard */

    /* Codes. */
    int64_t (*answer)(const struct iq_call *call, enum iq_answer answer, int arg);      /* see iq_status_for */
    bool (*is_argument_error)(int64_t result);
    bool (*is_handle_error)(int64_t result);
    bool (*is_memory_error)(int64_t result);
    bool (*is_expected)(const struct iq_call *call);    /* is the result of this failed call only an answer to a question? */

    /* Plans. */
    enum iq_flow (*flow)(const struct iq_entry *entry);
    uint32_t (*steps_before)(struct iq_plan *plan, const struct iq_entry *entry);       /* steps of its own; filled so far: all but steps */
    uint32_t (*steps_after)(struct iq_plan *plan, const struct iq_entry *entry);        /* ... when all others are known */

    /* The guest's life. */
    void (*start)(const struct iq_config *config);
    void (*block_reused)(struct iq_thread *thread);     /* a thread's block has got another thread */
    void (*collect)(void);              /* the process ends: what a checker below has written down since */
    void (*after_fork)(void);

    /* Before a call is forwarded. */
    bool (*resume)(struct iq_thread *thread, struct iq_call *call);     /* a command that was enqueued before, with nothing changed since? */
    bool (*in_turn)(struct iq_call *call);                              /* ... and was that all that has happened since? */
    bool (*is_again)(struct iq_thread *thread, struct iq_call *call);   /* REPEATS: made before with the same arguments, and nothing has changed? */
    bool (*settle_again)(struct iq_thread *thread, struct iq_call *call);   /* ... and all there is to it is done */
    bool (*may_wait)(const struct iq_call *call);
    const struct iq_handle *(*waits_for)(const struct iq_call *call, int *arg);     /* the object that the program itself has to signal; NULL: none is known */
    void (*check)(struct iq_thread *thread, struct iq_call *call);          /* OWN: all arguments but the handles */
    void (*check_regions)(struct iq_call *call);                            /* PARTS */
    void (*check_config)(struct iq_call *call);                             /* CONFIG */
    void (*check_launch)(struct iq_thread *thread, struct iq_call *call);   /* LAUNCH */
    void (*check_end)(struct iq_call *call, int arg, const struct iq_handle *handle, const char *path);     /* [handle] is a live object that the call ends */
    bool (*is_reused)(const struct iq_range *freed, uint64_t address);      /* has the address of freed memory another owner now? */
    uint64_t (*region_bytes)(const struct iq_call *call, int arg);          /* host memory that a box takes */
    void (*answered)(struct iq_call *call);                                 /* it is not forwarded */

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
    uint64_t (*launch_function)(const struct iq_call *call);                /* the host function that names the kernel; 0: none */
    uint64_t (*foresee)(const struct iq_call *call, uint64_t finding, int parameter);   /* see iq_launch_foresee_soft */
    void (*foresaw_parameter)(struct iq_thread *thread, int index, uint64_t finding);
    void (*synced)(struct iq_thread *thread, struct iq_call *call);         /* SYNCED */

    /* When it is back. */
    void (*describe)(struct iq_call *call, struct iq_handle *handle);       /* a new handle: what it belongs to */
    bool (*is_process_wide)(const struct iq_call *call, enum iq_kind kind); /* does a new object outlive contexts? */
    bool (*is_captured)(const struct iq_call *call);
    void (*captured)(struct iq_thread *thread, struct iq_call *call);       /* a stream captures */
    void (*send_regions)(struct iq_call *call);                             /* it failed: what it copies to and from, for the rules */
};

extern const struct iq_api *const iq_apis[];
static inline const struct iq_api *iq_api_of(const struct iq_entry *entry) { return iq_apis[entry->api]; }

/* Runs [body] for each API, [api]. */
#define IQ_FOR_EACH_API(api) for (const struct iq_api *const *at_ = iq_apis, *api; (api = *at_); at_++)

#endif
