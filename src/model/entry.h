/* What an entry point is: one constant row per exported symbol, generated from api/.
 * Rows are read-only data; any thread; valid for the life of the process. */
#ifndef IQ_MODEL_ENTRY_H
#define IQ_MODEL_ENTRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct iq_call;
struct iq_plan;

enum iq_api_id {
#define API(id, table) IQ_API_##id,
#include "model/apis.def"
    IQ_API_COUNT
};

/* Part that an argument plays.  The walker (src/call/walk.c) turns roles into events. */
enum iq_role {
    IQ_ROLE_VALUE,   /* a plain value without further meaning */
    IQ_ROLE_SIZE,    /* a number of bytes that another argument refers to */
    IQ_ROLE_COUNT,   /* a number of elements that another argument refers to */
    IQ_ROLE_OFFSET,  /* a byte offset added to a pointer or symbol argument */
    IQ_ROLE_NEW,     /* out: pointer to a handle of .kind that the call creates */
    IQ_ROLE_DEL,     /* handle of .kind that the call destroys */
    IQ_ROLE_USE,     /* handle of .kind that the call uses */
    IQ_ROLE_CURRENT, /* handle (context) that becomes current */
    /* out: pointer to the address of memory of .kind; .size_arg has its bytes */
    IQ_ROLE_NEWMEM,
    IQ_ROLE_DELMEM,   /* address of memory of .kind that the call frees */
    IQ_ROLE_REGMEM,   /* host address that becomes registered; .size_arg bytes */
    IQ_ROLE_UNREGMEM, /* host address whose registration ends */
    IQ_ROLE_READ,     /* address in .space that the call reads; .size_arg bytes (times .unit) */
    IQ_ROLE_WRITE,    /* address in .space that the call writes; .size_arg bytes (times .unit) */
    IQ_ROLE_POINTER,  /* an address that is only asked about (attributes) */
    IQ_ROLE_SYMBOL,   /* host shadow address of a device symbol */
    IQ_ROLE_MEMKIND,  /* cudaMemcpyKind */
    /* stream (.kind stream) that the work is enqueued on; 0, 1, 2 are the default streams */
    IQ_ROLE_STREAM,
    IQ_ROLE_SIGNAL, /* event that the call records */
    IQ_ROLE_WAIT,   /* event that the call or its stream waits for */
    IQ_ROLE_QUERY,  /* event or stream whose state is asked for */
    IQ_ROLE_DEVICE, /* device ordinal */
    IQ_ROLE_FLAGS,  /* bit set, names in .set */
    IQ_ROLE_ENUM,   /* one of .set */
    /* kernel: CUfunction/CUkernel, or host shadow function of a runtime kernel */
    IQ_ROLE_FUNC,
    IQ_ROLE_GRID,   /* launch geometry: gridDim (struct or first of three scalars) */
    IQ_ROLE_BLOCK,  /* launch geometry: blockDim */
    IQ_ROLE_SHARED, /* dynamic shared memory bytes */
    IQ_ROLE_ARGS,   /* void **kernelParams */
    IQ_ROLE_EXTRA,  /* void **extra */
    IQ_ROLE_IMAGE,  /* module image in memory */
    IQ_ROLE_PATH,   /* file name */
    IQ_ROLE_STR,    /* other C string */
    IQ_ROLE_PARAMS, /* pointer to a parameter struct that an effects function decodes */
    IQ_ROLE_OUT,    /* out: other result */
    IQ_ROLE_INOUT,
    IQ_ROLE_CALLBACK,
    IQ_ROLE_USER,        /* opaque user pointer */
    IQ_ROLE_RETAIN,      /* handle of .kind that gets one more owner */
    IQ_ROLE_RELEASE,     /* handle of .kind that loses one; the last one ends it */
    IQ_ROLE_LIST,        /* array of handles of .kind that the call uses; .size_arg their number */
    IQ_ROLE_WAITS,       /* the same for events that are waited for */
    IQ_ROLE_OUTLIST,     /* out: array of handles that exist already; .size_arg its room */
    IQ_ROLE_BLOCKING,    /* not 0: the call returns when its work is done */
    IQ_ROLE_READ_OBJECT, /* memory object of .kind that is read in part; see struct iq_arg */
    IQ_ROLE_WRITE_OBJECT,
    IQ_ROLE_MAP_OBJECT, /* the part becomes accessible to the host */
    /* struct with a launch's geometry, shared memory and stream: struct iq_launch_config */
    IQ_ROLE_CONFIG
};

/* Object kinds; names are those of reports (CONTRACT "kind"). */
enum iq_kind {
    IQ_KIND_NONE,
#define IQ_KIND(id, name) IQ_KIND_##id,
#include "model/kinds.def"
    IQ_KIND_COUNT
};

enum iq_space {
    IQ_SPACE_NONE,
    IQ_SPACE_DEVICE,
    IQ_SPACE_HOST,
    IQ_SPACE_ANY,
    IQ_SPACE_BY_KIND /* follows the MEMKIND argument */
};

/* How a value is printed; see src/call/print.h. */
enum iq_form {
    IQ_FORM_HEX,
    IQ_FORM_INT,
    IQ_FORM_UINT,
    IQ_FORM_SIZE,
    IQ_FORM_PTR,
    IQ_FORM_STR,
    IQ_FORM_DIM3,
    IQ_FORM_SET,
    IQ_FORM_FLOAT,
    IQ_FORM_DOUBLE,
    IQ_FORM_HANDLE,
    IQ_FORM_STRUCT,
    IQ_FORM_OUT_PTR,
    IQ_FORM_OUT_INT,
    IQ_FORM_OUT_SIZE,
    IQ_FORM_TRIPLE,
    IQ_FORM_SIZES,
    IQ_FORM_HANDLES
};

/* Texts of rows stand in them: thousands of pointers would be changed, and their pages copied, each
 * time that the guest is loaded. */
enum { IQ_SET_MEMBER = 80, IQ_ARG_NAME = 44, IQ_ARG_TYPE = 56 };

struct iq_set_member {
    uint64_t value;
    char name[IQ_SET_MEMBER];
};
struct iq_set {
    const char *name;
    const struct iq_set_member *members;
    uint32_t count;
};
extern const struct iq_set iq_sets[];

struct iq_arg {
    uint8_t role;  /* enum iq_role */
    uint8_t kind;  /* enum iq_kind for handle and memory roles */
    uint8_t space; /* enum iq_space for READ and WRITE; HOST of a POINTER to host memory */
    uint8_t form;  /* enum iq_form */
    /* index of the byte count (or element count), -1: none; of a handle role: it is an array of so
     * many */
    int8_t size_arg;
    /* bytes per counted element; 1 for byte counts, 2 and 4 for D16 and D32 memsets */
    uint8_t unit;
    uint8_t optional; /* NULL or 0 is legal */
    uint8_t bytes;    /* size of the scalar in the packed slot (sign/width for printing) */
    bool is_signed;   /* ... it is extended by its sign */
    uint8_t set;      /* index + 1 in iq_sets, see iq_arg_set; 0: none */
    /* index + 1 of the arguments with a rectangle's pitch and number of rows; 0: not a rectangle */
    uint8_t pitch, rows;
    /* Part of a memory object, or of host memory as a box: index + 1 of the arguments that say
     * which; 0: none.  [offset] bytes from the start; [origin] and [region] point to three sizes;
     * [image] is the object whose elements are counted.  An offset with a region: rows without
     * gaps. */
    uint8_t offset, origin, region, row_pitch, slice_pitch, image;
    uint8_t needed; /* FLAGS: bits that must be there; 0: none */
    /* a number must be a multiple of this, and not 0 unless that is optional; 0: any number will
     * do */
    uint32_t multiple;
    /* index + 1 of the argument with the type of the counted elements; the API then knows how many
     * bytes an access has (.region_bytes); 0: they are of .unit bytes */
    uint8_t element;
    bool each;       /* a buffer that holds a part of the counted size for each rank */
    uint16_t target; /* bytes of the struct or element that it points to, 0: not known */
    /* What calls look at ends here. */
    char name[IQ_ARG_NAME]; /* as in the API's own declaration */
    char type[IQ_ARG_TYPE]; /* C type, for printers and docs */
};
_Static_assert(sizeof(struct iq_arg) == 128, "what calls look at is on one cache line");

/* The names of a FLAGS or ENUM argument's bits or values; NULL: none are known. */
static inline const struct iq_set *iq_arg_set(const struct iq_arg *arg)
{
    return arg->set ? &iq_sets[arg->set - 1] : NULL;
}

enum iq_entry_flags {
    IQ_ENTRY_ASYNC = 1u << 0,       /* enqueues and returns */
    IQ_ENTRY_SYNC_CTX = 1u << 1,    /* returns when all work of the context is done */
    IQ_ENTRY_SYNC_STREAM = 1u << 2, /* ... of its stream */
    IQ_ENTRY_SYNC_EVENT = 1u << 3,  /* ... of its event */
    /* per-thread default stream variant: stream 0 means the thread's own */
    IQ_ENTRY_PTSZ = 1u << 4,
    IQ_ENTRY_QUERY = 1u << 5,  /* only asks; its failure is never a finding by itself */
    IQ_ENTRY_LAUNCH = 1u << 6, /* launches a kernel */
    IQ_ENTRY_INIT = 1u << 7,   /* legal before initialisation */
    IQ_ENTRY_GET_LAST_ERROR = 1u << 8,
    IQ_ENTRY_PEEK_LAST_ERROR = 1u << 9,
    IQ_ENTRY_NO_STATUS = 1u << 10,  /* does not return a status code */
    IQ_ENTRY_RESET = 1u << 11,      /* resets the device or its primary context */
    IQ_ENTRY_NO_CONTEXT = 1u << 12, /* needs no current context */
    /* __cudaPushCallConfiguration: site of the next <<<>>> launch */
    IQ_ENTRY_PUSH_CONFIG = 1u << 13,
    IQ_ENTRY_SYNC_HOST = 1u << 14, /* as SYNC_STREAM if its copy kind is device to host */
    /* there is nothing to learn from it: forwarded without a look, left alone where the original
     * can be */
    IQ_ENTRY_PLAIN = 1u << 15,
    IQ_ENTRY_TELLS = 1u << 16, /* .effects is called with IQ_EFFECTS_CHECK too */
    IQ_ENTRY_VOID = 1u << 17,  /* returns nothing at all; with NO_STATUS */
    /* tried with one object after the other: a success of the same call excuses earlier failures */
    IQ_ENTRY_TRIED = 1u << 18,
    IQ_ENTRY_HIDDEN = 1u << 19, /* a compiler or a runtime writes it, not a programmer */
    IQ_ENTRY_STATE = 1u << 20,  /* a command upon which later commands build */
    IQ_ENTRY_IPC = 1u << 21,    /* hands memory or events from process to process */
    /* memory that it makes has rights of access of its own, whichever context is current */
    IQ_ENTRY_RIGHTS = 1u << 22,
    /* integers and addresses in, a status out, and nothing about objects or memory: call/query.h */
    IQ_ENTRY_PASSES = 1u << 23,
    /* the same about a stream or an event that comes first, or about one function */
    IQ_ENTRY_ASKS = 1u << 24
};

/* What a call does, whichever API it is of: OP() of api/roles.h names it in lower case.  For what
 * neither roles nor flags say. */
enum iq_operation {
    IQ_OP_NONE,
#define IQ_OPERATION(id) IQ_OP_##id,
#include "model/operations.def"
};

/* Members of the struct that a call's first argument points to, as arguments of their own; see
 * expand.h. */
struct iq_shape {
    const struct iq_arg *args;
    uint8_t count;
    uint16_t bytes;                                     /* size of the struct */
    void (*fill)(const void *params, uint64_t *values); /* [params] is a readable copy */
    /* does the call look at this member?  Otherwise it is 0 */
    int (*uses)(const void *params, int member);
    /* Of calls with lists: copies the element that is worth a look to [params], of [bytes] bytes;
     * returns its index, -1: none can be read. */
    int (*pick)(const uint64_t *args, void *params);
    /* Of calls with lists: the values of element [index].  0: there is none; 2: what it reads is
     * read before the call returns. */
    int (*element)(const uint64_t *args, uint64_t index, uint64_t *values);
};

enum iq_effects_phase {
    /* outermost call, while it may still be answered: send events to the rules */
    IQ_EFFECTS_CHECK = -1,
    IQ_EFFECTS_BEFORE = 0, /* about to be forwarded */
    IQ_EFFECTS_AFTER = 1
};

/* Types of graph nodes, as drivers number them; NODE() of api/roles.h names them in lower case. */
enum iq_node {
    IQ_NODE_KERNEL,
    IQ_NODE_MEMCPY,
    IQ_NODE_MEMSET,
    IQ_NODE_HOST,
    IQ_NODE_GRAPH,
    IQ_NODE_EMPTY,
    IQ_NODE_WAIT,
    IQ_NODE_RECORD,
    IQ_NODE_SIGNAL_SEMAPHORE,
    IQ_NODE_WAIT_SEMAPHORE,
    IQ_NODE_ALLOC,
    IQ_NODE_FREE,
    IQ_NODE_BATCH,
    IQ_NODE_CONDITIONAL,
    IQ_NODES
};

enum { IQ_NODE_ANY = (1 << IQ_NODES) - 1 }; /* bits of all types: a struct of the call says which */

/* A handle that a call's structs or arrays hold, as if it were an argument. */
struct iq_member {
    int arg;            /* argument that leads to it */
    uint8_t role, kind; /* enum iq_role, enum iq_kind */
    bool optional;
    uint64_t value;
    /* what a programmer writes for it, static: "pSubmits[%u].pCommandBuffers[%u]" */
    const char *path;
    uint32_t index[2]; /* for the path */
};
typedef void (*iq_member_fn)(void *user, struct iq_call *call, const struct iq_member *member);

/* The part of a call in order: FLOW() of api/roles.h names it in lower case where the roles of its
 * arguments do not say it. */
enum iq_flow {
    IQ_FLOW_NONE, /* of a row: its roles and flags say it */
    IQ_FLOW_STREAM_CREATE,
    IQ_FLOW_STREAM_DESTROY,
    IQ_FLOW_EVENT_DESTROY,
    IQ_FLOW_RECORD,
    IQ_FLOW_WAIT,
    IQ_FLOW_SYNC_STREAM,
    IQ_FLOW_SYNC_EVENT,
    IQ_FLOW_SYNC_CONTEXT,
    /* kernels and whatever else is enqueued without memory that is known */
    IQ_FLOW_WORK,
    IQ_FLOW_ACCESS, /* copies and fills */
    /* host functions, memory operations, external semaphores: the host or somebody else may learn
     * of or cause progress */
    IQ_FLOW_TELL,
    IQ_FLOW_ALLOC_ASYNC,
    IQ_FLOW_FREE_ASYNC,
    IQ_FLOW_FREE,
    IQ_FLOW_ALLOC,
    IQ_FLOW_CAPTURE_BEGIN,
    IQ_FLOW_CAPTURE_END,
    IQ_FLOW_CAPTURE_EDGES,
    IQ_FLOW_INSTANTIATE,
    IQ_FLOW_GRAPH_LAUNCH,
    IQ_FLOW_GRAPH_DESTROY,
    IQ_FLOW_GRAPH_UPDATE,
    IQ_FLOW_GRAPH_EDGES,  /* nodes come after others */
    IQ_FLOW_GRAPH_CHANGE, /* what a graph does is no longer what was captured */
    IQ_FLOW_EVENT_UNSEEN, /* an event is handed to something that may record it unseen */
    /* Of rows only: none; TELL in particular; memory that is described for later; commands of
     * OpenCL that wait for what is in front of them. */
    IQ_FLOW_NOTHING,
    IQ_FLOW_HOST_FUNCTION,
    IQ_FLOW_WAIT_VALUE,
    IQ_FLOW_WRITE_VALUE,
    IQ_FLOW_LATER,
    IQ_FLOW_MARKER,
    IQ_FLOW_BARRIER
};

struct iq_entry {
    const char *symbol; /* exported symbol, e.g. cuMemAlloc_v2 */
    const char *name;   /* what programmers write, e.g. cuMemAlloc */
    uint16_t id;
    uint8_t api; /* enum iq_api_id */
    uint8_t arg_count;
    uint32_t flags; /* enum iq_entry_flags */
    uint32_t since; /* first version, 11020 for 11.2 */
    const struct iq_arg *args;
    /* Extra effects of calls that take structs; NULL for most.  [phase] is enum
     * iq_effects_phase. */
    void (*effects)(struct iq_call *call, int phase);
    const struct iq_shape *shape; /* NULL for most */
    /* Shows the members of the call's structs that are handles, in order; NULL for most.  Arrays of
     * handles need none. */
    void (*look)(struct iq_call *call, iq_member_fn visit, void *user);
    struct iq_plan *plan; /* see plan.h */
    /* bits 1 << enum iq_node: the call makes, asks about or changes a graph node of such a type; 0:
     * of none or of whatever type */
    uint16_t nodes;
    uint8_t flow;       /* enum iq_flow */
    uint16_t operation; /* enum iq_operation */
};

/* Does a call of [entry] create an object of [kind]? */
static inline bool iq_entry_makes(const struct iq_entry *entry, enum iq_kind kind)
{
    for (int i = 0; i < entry->arg_count; i++)
        if (entry->args[i].role == IQ_ROLE_NEW && entry->args[i].kind == kind)
            return true;
    return false;
}

/* Vulkan: is a call of [entry] a command that is recorded in a command buffer? */
static inline bool iq_entry_records(const struct iq_entry *entry)
{
    return entry->flags & IQ_ENTRY_VOID && entry->arg_count &&
           entry->args[0].kind == IQ_KIND_VK_COMMAND_BUFFER;
}

extern const struct iq_entry iq_entries[];
extern const uint32_t iq_entry_count;

/* An earlier version of [entry] that has no argument [arg] yet; NULL: there is none.  Searches the
 * table. */
const struct iq_entry *iq_entry_without(const struct iq_entry *entry, int arg);

#endif
