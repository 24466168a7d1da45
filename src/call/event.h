/* What the walker and effects tell the rules: something that a call does to an object.
 * Owner: the sender; an event lives until the checks have seen it.  Threads: the calling thread. */
#ifndef IQ_CALL_EVENT_H
#define IQ_CALL_EVENT_H

#include <stdbool.h>
#include <stdint.h>

#include "call/call.h"
#include "model/handle.h"
#include "call/objection.h"
#include "model/range.h"

enum iq_event_kind {
    IQ_EVENT_CALL,          /* once per call, before the events of its arguments */
    IQ_EVENT_CREATE,        /* out pointer of a handle or memory */
    IQ_EVENT_USE,           /* handle that is used, enqueued on, signalled, waited for or asked (see role) */
    IQ_EVENT_DESTROY,       /* handle that ends */
    IQ_EVENT_FREE,          /* memory that ends, also a registration */
    IQ_EVENT_REGISTER,      /* host memory that becomes registered */
    IQ_EVENT_READ, IQ_EVENT_WRITE,                  /* memory by its address */
    IQ_EVENT_READ_OBJECT, IQ_EVENT_WRITE_OBJECT,    /* part of a memory object, which .handle is; BEFORE only */
    IQ_EVENT_LAUNCH,        /* a kernel launch, after the events of its arguments */
    IQ_EVENT_IMAGE,         /* module image in memory or in a file */
    IQ_EVENT_VALUE,         /* any other argument; BEFORE: a struct or a result that is needed and is NULL */
    IQ_EVENT_MAKE,          /* a memory object is about to be made; BEFORE only */
    IQ_EVENT_BOX,           /* a box in memory is used: of all calls of some APIs BEFORE, of others once they FAILED, or where it may be wrong */
    IQ_EVENT_ARGUMENT, IQ_EVENT_RANGE, IQ_EVENT_WAITING,    /* OpenCL: see api_opencl/kernels.h, waiting.h; BEFORE only */
    IQ_EVENT_PARAMETER,     /* an argument of a kernel that is odd; BEFORE only */
    IQ_EVENT_CONFLICT,      /* an access without an order to an earlier one; DONE only */
    IQ_EVENT_BUSY,          /* an object that submitted work still uses is to be ended or changed; BEFORE only */
    IQ_EVENT_STALE,         /* work that was recorded is submitted and uses .handle, which is gone or was changed since; .size 1: perhaps; BEFORE only */
    IQ_EVENT_BACKWARDS,     /* .handle, a timeline semaphore, gets .value, and has reached .size or is given that by work before, or will be by work that is pending (then .size is not more); BEFORE only */
    IQ_EVENT_NEVER,         /* a wait for .handle, which nothing that is submitted will signal; BEFORE only */
    IQ_EVENT_UNFLUSHED,     /* submitted work reads .handle, memory that the host wrote and did not flush; BEFORE only */
    IQ_EVENT_HAZARD,        /* a dispatch that nothing orders behind an earlier one touches the same bytes of .handle; BEFORE only */
    IQ_EVENT_PIXELS,        /* floats for an image of bytes, which .handle is (NULL: it is being made); BEFORE only */
    IQ_EVENT_MISUSED,       /* .handle is in a state that the call cannot do with: .misused; BEFORE only */
    IQ_EVENT_MAPPING,       /* memory is mapped again, or used as mapped and is not; BEFORE only */
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

/* What a device's access to an address means for order. */
enum iq_where { IQ_WHERE_DEVICE = 1, IQ_WHERE_PINNED = 2, IQ_WHERE_PAGEABLE = 4, IQ_WHERE_MANAGED = 8, IQ_WHERE_OTHER = 16 };

static inline enum iq_where iq_where_of(enum iq_kind kind)
{
    const uint64_t device = 1ull << IQ_KIND_DEVICE_MEMORY | 1ull << IQ_KIND_SYMBOL, pinned = 1ull << IQ_KIND_PINNED_MEMORY | 1ull << IQ_KIND_REGISTERED_MEMORY;
    return device >> kind & 1 ? IQ_WHERE_DEVICE : pinned >> kind & 1 ? IQ_WHERE_PINNED : kind == IQ_KIND_MANAGED_MEMORY ? IQ_WHERE_MANAGED : IQ_WHERE_OTHER;
}

/* What an address is. */
struct iq_place {
    bool known;                 /* filled */
    bool live, freed;           /* in .range */
    uint8_t space;              /* enum iq_space; of what is read or written: after looking at the copy kind */
    uint8_t where;              /* enum iq_where */
    uint8_t live_where;         /* ... if it is live */
    bool doubtful;              /* .range may be gone, or is used beyond its end, and no driver would say so */
    uint64_t address, size;     /* as the call has them */
    uint64_t version;           /* of all ranges when .range was looked up: the same again if nothing has changed since */
    struct iq_range range;
};

struct iq_vk_command;
struct iq_access;
struct iq_vk_hazard;

/* Arguments that are members of a struct are -1; .struct_arg leads to it, .prefix ("kernel.") says where in it they are. */
struct iq_launch {
    uint64_t function;
    uint32_t grid[3], block[3];
    uint64_t shared;
    int grid_arg, block_arg, shared_arg, function_arg, args_arg, struct_arg;
    const char *prefix;
    bool host_function;         /* the kernel is named by its host function */
    bool no_arguments;          /* neither kernelParams nor extra is given */
};

struct iq_event {
    enum iq_event_kind kind;
    enum iq_phase phase;
    struct iq_call *call;
    int arg;                            /* index, -1: whole call */
    const struct iq_arg *role;          /* its row; NULL: whole call */
    uint64_t value;                     /* handle, address or number */
    const char *member;                 /* element of a list argument, "event_wait_list[1]"; NULL: the argument itself */
    enum iq_kind wanted;                /* of a handle in a struct; NONE: the role says it */
    const struct iq_handle *handle;     /* USE and DESTROY: what is known of the value; may be of another kind */
    const struct iq_place *place;       /* FREE REGISTER READ WRITE (also _OBJECT) PARAMETER: what is known of the address */
    uint64_t size;                      /* REGISTER READ WRITE (also _OBJECT): bytes */
    enum iq_space space;                /* READ WRITE: after looking at the copy kind */
    const struct iq_launch *launch;     /* LAUNCH */
    const struct iq_parameter *parameter;   /* PARAMETER; lives as long as the event */
    union { const struct iq_making *making; const struct iq_access *access; };      /* MAKE, BOX; live as long as the event */
    union { const struct iq_cl_setting *setting; const struct iq_cl_range *range; const struct iq_cl_waiting *waiting; };    /* ARGUMENT, RANGE; likewise */
    const struct iq_vk_command *command;    /* STALE: that uses it; NULL unknown */
    const struct iq_mark *change;       /* STALE: .handle lives and was changed here; NULL: it is gone */
    const struct iq_vk_hazard *hazard;  /* HAZARD */
    const struct iq_vk_misused *misused;    /* MISUSED */
    const struct iq_pixels *pixels;     /* PIXELS */
    struct iq_objection *message;       /* MESSAGE */
    const struct iq_conflict *conflict; /* CONFLICT; lives until the call is over */
    int64_t result;                     /* DONE and FAILED */
};

#endif
