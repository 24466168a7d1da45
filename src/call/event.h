/* What the walker and effects tell the rules: something that a call does to an object.
 * Owner: the sender; an event lives until the checks have seen it.  Threads: the calling thread. */
#ifndef IQ_CALL_EVENT_H
#define IQ_CALL_EVENT_H

#include <stdbool.h>
#include <stdint.h>

#include "call/call.h"
#include "call/objection.h"
#include "call/resolved.h"
#include "model/handle.h"
#include "model/range.h"

/* What happens to the object of an event (.kind, .handle, .place).  In DONE and FAILED it is what
 * the call wanted. */
enum iq_verb {
    IQ_VERB_BEGIN,  /* once per call, before the events of its arguments */
    IQ_VERB_CREATE, /* an object or memory is made, or host memory is registered */
    IQ_VERB_USE, /* a handle is used: enqueued on, signalled, waited for or asked; .role says it */
    IQ_VERB_MISUSE,  /* a handle is used in a state that forbids it; BEFORE only */
    IQ_VERB_CHANGE,  /* what submitted work still uses is to be changed or ended; BEFORE only */
    IQ_VERB_DESTROY, /* an object, memory or a registration ends */
    IQ_VERB_READ,    /* bytes are read: at an address, or a part of a memory object */
    IQ_VERB_WRITE,   /* bytes are written: at an address, or a part of a memory object */
    IQ_VERB_ACCESS,  /* a region of memory, a buffer or an image is worked on */
    IQ_VERB_MAP,     /* memory is mapped again, or used as mapped memory and is not; BEFORE only */
    /* an argument that is no object is passed: a value, a struct, code (kind MODULE); or one of a
     * kernel (KERNEL, CL_KERNEL; BEFORE only) */
    IQ_VERB_PASS,
    IQ_VERB_ENQUEUE, /* a kernel is launched, after the events of the arguments */
    /* what was recorded is submitted, and uses what is gone or was changed since; BEFORE only */
    IQ_VERB_SUBMIT,
    IQ_VERB_SIGNAL, /* a timeline semaphore gets a value that is not above its last; BEFORE only */
    IQ_VERB_WAIT,   /* a wait that cannot end, or for work that has failed; BEFORE only */
    /* an access that nothing orders after an earlier one of the same bytes; BEFORE where the call
     * only records it, else DONE */
    IQ_VERB_RACE,
    IQ_VERB_MESSAGE, /* the API itself, or a checker below us, objects to the call; BEFORE only */
    IQ_VERB_END,     /* once per failed call, last */
    IQ_VERBS
};

enum iq_phase {
    /* not yet forwarded: only what may have to be contained is worth a look */
    IQ_PHASE_BEFORE,
    IQ_PHASE_DONE,   /* returned success: silent mistakes */
    IQ_PHASE_FAILED, /* returned an error: why? */
    IQ_PHASES
};

struct iq_box_access;
struct iq_cl_range;
struct iq_cl_setting;
struct iq_cl_waiting;
struct iq_conflict;
struct iq_making;
struct iq_parameter;
struct iq_pixels;
struct iq_vk_command;
struct iq_vk_flaw;
struct iq_vk_misused;

/* Arguments that are members of a struct are -1; .struct_arg leads to it, .prefix ("kernel.") says
 * where in it they are. */
struct iq_launch {
    uint64_t function;
    uint32_t grid[3], block[3];
    uint64_t shared;
    int grid_arg, block_arg, shared_arg, function_arg, args_arg, struct_arg;
    const char *prefix;
    bool host_function;     /* the kernel is named by its host function */
    bool takes_arguments;   /* the call launches, or will; else it has no arguments for it */
    uint64_t params, extra; /* addresses of the lists of arguments; 0: not given */
};

/* What pointers lead to lives as long as the event. */
struct iq_event {
    enum iq_verb verb;
    enum iq_phase phase;
    struct iq_call *call;
    int arg; /* index, -1: whole call */
    /* of the object, as the call has it; NONE: a call or a value, and memory by its address */
    enum iq_kind kind;
    const struct iq_arg *role; /* row of .arg; NULL: whole call */
    uint64_t value;            /* handle, address or number */
    /* element of a list argument, "event_wait_list[1]"; NULL: the argument itself */
    const char *member;
    const struct iq_handle *handle;  /* what is known of a handle; may be of another kind */
    const struct iq_resolved *place; /* what is known of an address */
    int64_t result;                  /* DONE and FAILED */
    union {                          /* by .verb; those that are not here have nothing more */
        struct {
            uint64_t size;                  /* of memory; FAILED */
            const struct iq_making *making; /* of a memory object of OpenCL; BEFORE */
        } create;
        struct {
            const struct iq_vk_misused *state;
        } misuse;
        struct {
            uint64_t size;
            enum iq_space space; /* after looking at the copy kind */
        } bytes;                 /* READ, WRITE */
        struct {
            const struct iq_box_access *region;
            /* floats are brought to .handle, an image of bytes (NULL: it is being made); then
             * .region is NULL */
            const struct iq_pixels *pixels;
        } access;
        struct {
            uint64_t size;                        /* what the row says it has */
            const struct iq_parameter *parameter; /* of a kernel of CUDA that is odd */
            const struct iq_cl_setting *setting;  /* of a kernel of OpenCL */
            const struct iq_vk_flaw *flaw;        /* Vulkan; BEFORE */
        } pass;
        struct {
            const struct iq_launch *launch;  /* CUDA; DONE, FAILED */
            const struct iq_cl_range *range; /* OpenCL; BEFORE */
        } enqueue;
        struct {
            const struct iq_vk_command *command; /* that uses .handle; NULL: unknown */
            const struct iq_call_ref *change;    /* .handle lives and was changed here */
            bool perhaps;
        } submit;
        struct {
            uint64_t limit; /* what .handle has reached, or will have by work before or pending */
        } signal;
        struct {
            const struct iq_cl_waiting *events; /* OpenCL: which of the list */
            uint64_t cause;                     /* Vulkan: as in suspicions; 0: none yet */
        } wait;
        struct {
            const struct iq_conflict *conflict; /* lives until the call is over */
        } race;
        struct {
            struct iq_objection *objection;
        } message;
    };
};

#endif
