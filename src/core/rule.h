/* Between the walker and the rules: what an event is, what a rule says about it.
 *
 * The walker turns the roles of a call's arguments into events.  A rule's check looks at an event and, where something is
 * wrong, adds a suspicion.  When the call is over the suspicion of highest rank that fits the result becomes the finding; only then
 * are its sentences written (explain).  So checks are cheap, and one cause gives one finding.
 * Threads: checks run on the calling thread without any lock. */
#ifndef IQ_CORE_RULE_H
#define IQ_CORE_RULE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "core/call.h"
#include "core/finding.h"
#include "core/handle.h"
#include "core/mark.h"
#include "core/objection.h"
#include "core/range.h"

enum iq_event_kind {
    IQ_EVENT_CALL,          /* once per call, before the events of its arguments */
    IQ_EVENT_CREATE,        /* out pointer of a handle or memory */
    IQ_EVENT_USE,           /* handle that is used, enqueued on, signalled, waited for or asked (see role) */
    IQ_EVENT_DESTROY,       /* handle that ends */
    IQ_EVENT_FREE,          /* memory that ends, also a registration */
    IQ_EVENT_REGISTER,      /* host memory that becomes registered */
    IQ_EVENT_READ, IQ_EVENT_WRITE,
    IQ_EVENT_LAUNCH,        /* a kernel launch, after the events of its arguments */
    IQ_EVENT_IMAGE,         /* module image in memory or in a file */
    IQ_EVENT_VALUE,         /* any other argument */
    IQ_EVENT_MAKE, IQ_EVENT_BOX,    /* a memory object is about to be made, a box in one or in host memory used; BEFORE only */
    IQ_EVENT_ARGUMENT, IQ_EVENT_RANGE,  /* a kernel's argument is about to be set, a kernel to be enqueued; BEFORE only */
    IQ_EVENT_PARAMETER,     /* an argument of a kernel that is odd; BEFORE only */
    IQ_EVENT_CONFLICT,      /* an access without an order to an earlier one; DONE only */
    IQ_EVENT_MESSAGE,       /* the API itself, or a checker below us, objects to the call; BEFORE only */
    IQ_EVENT_END,           /* once per call, last */
    IQ_EVENT_KINDS
};

enum iq_phase {
    IQ_PHASE_BEFORE,        /* not yet forwarded: only what may have to be contained is worth a look */
    IQ_PHASE_DONE,          /* returned success: silent mistakes */
    IQ_PHASE_FAILED,        /* returned an error: why? */
    IQ_PHASES
};

/* What an address is. */
struct iq_place {
    bool known;                 /* filled */
    bool live, freed;           /* in .range */
    uint8_t space;              /* enum iq_space; of what is read or written: after looking at the copy kind */
    uint64_t address, size;     /* as the call has them */
    uint64_t version;           /* of all ranges when .range was looked up: the same again if nothing has changed since */
    struct iq_range range;
};

struct iq_launch { uint64_t function; uint32_t grid[3], block[3]; uint64_t shared; int grid_arg, block_arg, shared_arg, function_arg, args_arg; };

struct iq_event {
    enum iq_event_kind kind;
    enum iq_phase phase;
    struct iq_call *call;
    int arg;                            /* index, -1: whole call */
    const struct iq_arg *role;          /* its row; NULL: whole call */
    uint64_t value;                     /* handle, address or number */
    const char *member;                 /* element of a list argument, "event_wait_list[1]"; NULL: the argument itself */
    enum iq_kind wanted;                /* of a handle in a struct; NONE: the role says it */
    const struct iq_handle *handle;     /* USE and DESTROY: what is known of the value; may be of another kind.  READ WRITE: memory object */
    const struct iq_place *place;       /* FREE REGISTER READ WRITE PARAMETER: what is known of the address */
    uint64_t size;                      /* REGISTER READ WRITE: bytes */
    enum iq_space space;                /* READ WRITE: after looking at the copy kind */
    const struct iq_launch *launch;     /* LAUNCH */
    const struct iq_parameter *parameter;   /* PARAMETER; lives as long as the event */
    union { const struct iq_making *making; const struct iq_box *box; };            /* MAKE, BOX; live as long as the event */
    union { const struct iq_cl_setting *setting; const struct iq_cl_range *range; };    /* ARGUMENT, RANGE; likewise */
    struct iq_objection *message;       /* MESSAGE */
    const struct iq_conflict *conflict; /* CONFLICT; lives until the call is over */
    int64_t result;                     /* DONE and FAILED */
};

/* The object of a finding. */
struct iq_object {
    const char *kind, *state;           /* words of the contract; kind NULL: none */
    uint64_t address, size;
    int device;                         /* -1 unknown */
    struct iq_mark created, destroyed;
};

/* Sentences of a finding, each bounded. */
struct iq_words { struct iq_str message, cause, fix; };

/* Order of precedence; the greatest wins.  Steps of ten leave room. */
enum iq_rank {
    IQ_RANK_FALLBACK = 0, IQ_RANK_CODE = 10, IQ_RANK_NULL = 30, IQ_RANK_UNKNOWN = 40, IQ_RANK_RANGE = 50, IQ_RANK_FOREIGN = 60,
    IQ_RANK_DEAD = 70, IQ_RANK_SIZE = 80, IQ_RANK_CONTEXT = 90, IQ_RANK_STICKY = 100
};

enum { IQ_SILENT = -1 };
#define IQ_NO_VALUE UINT64_MAX      /* a member's value that is not known */

struct iq_suspicion {
    const char *rule;
    int rank;
    int arg;                    /* guilty argument, -1: none */
    int failed, done;           /* severity if the call fails or succeeds; IQ_SILENT: say nothing */
    int64_t contain;            /* not 0: answer the call instead of forwarding it: enum iq_answer, or a status of CUDA's */
    struct iq_object object;
    uint64_t access_address, access_size;
    uint64_t cause;             /* findings of one cause are one finding; 0: by rule, call and site */
    uint64_t takes_over;        /* id of an earlier finding that this one replaces */
    uint64_t displaces;         /* cause of an earlier finding that this one replaces, 0: none */
    uint64_t also;              /* one more cause of this finding, for what comes later, 0: none */
    uint64_t folds_into;        /* id of an earlier finding that explains this failure: no new one, a related line there */
    void (*explain)(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words);
    uint64_t number[6];         /* for explain */
    const void *pointer[3];
    const char *member;         /* guilty member of a struct argument, "p->extent.depth"; static; NULL: the argument itself */
    uint64_t member_value;
    int parameter;              /* 1 + index of the guilty kernel argument, which .member names; 0: none */
    bool foresees;              /* a fault of the kernel that is launched, or of what is pending, has this cause */
    struct { const char *what; struct iq_mark mark; } related[2];
};

/* Adds a copy of [suspicion] to the call in progress on this thread. */
void iq_suspect(const struct iq_suspicion *suspicion);

/* True if something of at least [rank] was already said of this call. */
bool iq_suspected(int rank);

struct iq_subscription {
    uint32_t events;            /* bits 1 << enum iq_event_kind */
    enum iq_phase phase;
    void (*check)(const struct iq_event *event);
};

/* One file of rules: its checks. */
struct iq_rule_family { const char *name; const struct iq_subscription *subscriptions; uint32_t count; };
extern const struct iq_rule_family *const iq_rule_families[];      /* src/rules/table.c; NULL at the end */

/* Sends [event] to the checks that subscribed. */
void iq_rule_dispatch(const struct iq_event *event);
bool iq_rule_has_checks(enum iq_phase phase, enum iq_event_kind kind);

void iq_rule_prepare(void);     /* builds the dispatch table; called once */
/* Is rule [id] wanted? */
bool iq_rule_is_enabled(const char *id);

#endif
