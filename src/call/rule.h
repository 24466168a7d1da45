/* Between the walker and the rules: what an event is, what a rule says about it.
 *
 * The walker turns the roles of a call's arguments into events.  A rule's check looks at an event
 * and, where something is wrong, adds a suspicion.  When the call is over the suspicion of highest
 * rank that fits the result becomes the finding; only then are its sentences written (explain).  So
 * checks are cheap, and one cause gives one finding.
 * Threads: checks run on the calling thread without any lock. */
#ifndef IQ_CALL_RULE_H
#define IQ_CALL_RULE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "call/event.h"
#include "model/call_ref.h"
#include "trace/finding.h"

/* The object of a finding. */
struct iq_object {
    const char *kind, *state; /* words of the contract; kind NULL: none */
    uint64_t address, size;
    int device; /* -1 unknown */
    struct iq_call_ref created, destroyed;
};

/* Sentences of a finding, each bounded. */
struct iq_words {
    struct iq_str message, cause, fix;
};

/* Order of precedence; the greatest wins.  Steps of ten leave room. */
enum iq_rank {
    IQ_RANK_FALLBACK = 0,
    IQ_RANK_CODE = 10,
    IQ_RANK_NO_OUTPUT = 28, /* from here on a query is wrong, and no answer to it */
    IQ_RANK_NULL = 30,
    IQ_RANK_UNKNOWN = 40,
    IQ_RANK_RANGE = 50,
    IQ_RANK_FOREIGN = 60,
    IQ_RANK_DEAD = 70,
    IQ_RANK_SIZE = 80,
    IQ_RANK_CONTEXT = 90,
    IQ_RANK_STICKY = 100
};

enum { IQ_SILENT = -1 };
#define IQ_NO_VALUE UINT64_MAX /* a member's value that is not known */

enum { IQ_SUSPICION_RELATED = 4, IQ_EVIDENCE_BYTES = 80 };

struct iq_thread;
struct iq_suspicion {
    enum iq_rule_id rule;
    int rank;
    int arg;          /* guilty argument, -1: none */
    int failed, done; /* severity if the call fails or succeeds; IQ_SILENT: say nothing */
    /* not 0: answer the call instead of forwarding it: enum iq_answer, or a status of CUDA's */
    int64_t contain;
    /* contain: the driver would give the same answer, if an option of ours did not keep it from
     * seeing the mistake */
    bool as_driver;
    struct iq_object object;
    uint64_t access_address, access_size;
    /* findings of one cause are one finding; 0: by rule, call and site */
    uint64_t cause;
    uint64_t takes_over; /* id of an earlier finding that this one replaces */
    uint64_t displaces;  /* cause of an earlier finding that this one replaces, 0: none */
    uint64_t also;       /* one more cause of this finding, for what comes later, 0: none */
    /* a later success that makes one of these shows that the program expected the failure; NONE:
     * none does */
    enum iq_kind instead;
    /* id of an earlier finding that explains this failure: no new one, a related line there */
    uint64_t folds_into;
    /* whose call it is: what is said speaks of this thread, whichever writes it; set by iq_suspect
     */
    const struct iq_thread *thread;
    void (*explain)(const struct iq_suspicion *suspicion, struct iq_call *call,
                    struct iq_words *words);
    /* what explain needs besides all this: a struct of its own, see IQ_EXPLAIN of rules/rules.h */
    _Alignas(uint64_t) unsigned char evidence[IQ_EVIDENCE_BYTES];
    /* the call that is wrong, if that is an earlier one; .number 0: this one */
    struct iq_call_ref guilty;
    /* guilty member of a struct argument, "p->extent.depth"; static; NULL: the argument itself */
    const char *member;
    uint64_t member_value;
    /* 1 + index of the guilty kernel argument, which .member names; 0: none */
    int parameter;
    /* a fault of the kernel that is launched, or of what is pending, has this cause */
    bool foresees;
    bool ours; /* a limit of the software device: no later success excuses the failure */
    bool once; /* foresees: further such launches of the kernel are not judged */
    struct {
        const char *what;
        struct iq_call_ref ref;
    } related[IQ_SUSPICION_RELATED];
};

/* Adds a copy of [suspicion] to the call in progress on this thread. */
void iq_suspect(const struct iq_suspicion *suspicion);

/* True if something of at least [rank] was already said of this call. */
bool iq_suspected(int rank);

/* Sets, as bits; IQ_ON(USE) | IQ_ON(DESTROY). */
__extension__ typedef unsigned __int128 iq_kind_set;
#define IQ_ON(verb) (1u << IQ_VERB_##verb)
#define IQ_OF(kind) ((iq_kind_set)1 << IQ_KIND_##kind)
#define IQ_IN(api) (1u << IQ_API_##api)
#define IQ_ANY 0 /* all there is */
#define IQ_CUDA (IQ_IN(CUDA) | IQ_IN(CUDART))
_Static_assert(IQ_VERBS <= 32 && IQ_KIND_COUNT <= 128 && IQ_API_COUNT <= 32,
               "a set has too few bits");

/* Memory by its address, and memory objects of OpenCL. */
#define IQ_ADDRESSES IQ_OF(NONE)
#define IQ_MEMORY_OBJECTS (IQ_OF(CL_MEM) | IQ_OF(CL_BUFFER) | IQ_OF(CL_IMAGE) | IQ_OF(CL_PIPE))
/* What ends by its address: the kinds of memory of DELMEM() and UNREGMEM. */
#define IQ_ALLOCATIONS                                                        \
    (IQ_OF(DEVICE_MEMORY) | IQ_OF(PINNED_MEMORY) | IQ_OF(REGISTERED_MEMORY) | \
     IQ_OF(MANAGED_MEMORY) | IQ_OF(SVM_MEMORY) | IQ_OF(USM_MEMORY) | IQ_OF(VMM_RANGE))

/* Events that a check wants to see.  Sets that are left out are IQ_ANY. */
struct iq_subscription {
    uint32_t verbs; /* IQ_ON() */
    enum iq_phase phase;
    void (*check)(const struct iq_event *event);
    iq_kind_set kinds; /* IQ_OF(): of objects */
    uint32_t apis;     /* IQ_IN(): of the call */
    /* calls that it has anything to say about, by the row and its plan; NULL: any */
    bool (*concerns)(const struct iq_entry *entry);
};

/* One file of rules: its checks. */
struct iq_rule_family {
    const char *name;
    const struct iq_subscription *subscriptions;
    uint32_t count;
};

/* src/rules/table.c; NULL at the end */
extern const struct iq_rule_family *const iq_rule_families[];

/* The checks of a kind of event, in the order of the table of families.  Entries that want the same
 * checks share them.  Owner: nobody; they live as long as the process. */
struct iq_checks {
    struct iq_checks *next; /* others of the same verb and phase */
    uint32_t count;
    struct iq_check {
        void (*check)(const struct iq_event *event);
        iq_kind_set kinds;
    } checks[];
};

/* Sends [event] to the checks that subscribed. */
void iq_rule_dispatch(const struct iq_event *event);

void iq_rule_prepare(void); /* builds the dispatch table; called once */

/* The checks that concern calls of [entry], for each kind of event: a part of its plan, the rest of
 * which is made.  Called with plans locked. */
void iq_rule_choose(const struct iq_entry *entry, struct iq_plan *plan);

/* Is [rule] wanted? */
bool iq_rule_is_enabled(enum iq_rule_id rule);

#endif
