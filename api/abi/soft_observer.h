/* The one bridge from the software device to whoever watches it: plain C callbacks in device terms.
 * The software driver exports `inquest_soft_set_observer`; without a call of it nothing is observed.
 * Owner: the caller keeps [observer] alive until the process ends or another one is set.
 * Threads: callbacks come from worker threads and from API threads, possibly at once; they must not call the driver. */
#ifndef IQ_ABI_SOFT_OBSERVER_H
#define IQ_ABI_SOFT_OBSERVER_H

#include <stddef.h>
#include <stdint.h>

enum iq_soft_fault_kind {
    IQ_SOFT_FAULT_OUT_OF_BOUNDS,        /* global access outside every live allocation */
    IQ_SOFT_FAULT_USE_AFTER_FREE,       /* in a freed, quarantined allocation */
    IQ_SOFT_FAULT_MISALIGNED,
    IQ_SOFT_FAULT_NULL_PAGE,
    IQ_SOFT_FAULT_HOST_POINTER,         /* ordinary host memory, not device-accessible */
    IQ_SOFT_FAULT_SHARED_OUT_OF_BOUNDS,
    IQ_SOFT_FAULT_LOCAL_OUT_OF_BOUNDS,  /* stack or local memory */
    IQ_SOFT_FAULT_ASSERT,
    IQ_SOFT_FAULT_TRAP,
    IQ_SOFT_FAULT_BARRIER,
    IQ_SOFT_FAULT_TIMEOUT,
    IQ_SOFT_FAULT_UNSUPPORTED,          /* instruction not supported: text names it */
    IQ_SOFT_FAULT_UNINITIALIZED,        /* bytes that nothing has written are read */
    IQ_SOFT_FAULT_RACE,                 /* global memory: two threads, one of them writes, nothing orders them */
    IQ_SOFT_FAULT_SHARED_RACE,          /* the same in shared memory; address is the offset, object_base that of the variable */
    IQ_SOFT_FAULT_DIVERGENCE,           /* threads met at different barriers, and went on */
    IQ_SOFT_FAULT_CLUSTER,              /* shared memory of a block of the cluster that is not there: text says why */
    IQ_SOFT_FAULT_TEXTURE_GONE,         /* a texture or surface that is destroyed, or whose array is: variable is "texture", "surface" or "array", object_base its handle */
    IQ_SOFT_FAULT_REFUSED,              /* the device runtime refused a kernel's call (a launch, a copy): text says why */
    IQ_SOFT_FAULT_CHILD_RACE,           /* a block used memory after it had launched a kernel (text) that uses it too, one of them writes; without threads */
    IQ_SOFT_FAULT_HANDED_DOWN,          /* a kernel launched another one with an address of its own local or shared memory */
    IQ_SOFT_FAULT_TEXTURE_NEVER,        /* a handle that was never that of an object: variable is "texture" or "surface", address the handle */
    IQ_SOFT_FAULT_CANNOT_GO_ON,         /* no trap of the program's, but as fatal: text says why */
    IQ_SOFT_FAULT_SURFACE,              /* a surface, outside of its array: text says where */
    IQ_SOFT_FAULT_TEXTURE_SHORT         /* a texture with linear memory was made with [written] bytes, the number of its elements; object_base is
                                           where it begins, argument_value the handle */
};

/* What is wrong with what a kernel asks for. */
enum iq_soft_refusal { IQ_SOFT_REFUSED_SHAPE, IQ_SOFT_REFUSED_SHARED, IQ_SOFT_REFUSED_RESOURCES, IQ_SOFT_REFUSED_FUNCTION, IQ_SOFT_REFUSED_MEMORY,
                       IQ_SOFT_REFUSED_FLAGS, IQ_SOFT_REFUSED_HANDLE, IQ_SOFT_REFUSED_DEAD, IQ_SOFT_REFUSED_SPACE, IQ_SOFT_REFUSED_POINTER,
                       IQ_SOFT_REFUSED_RANGE, IQ_SOFT_REFUSED_PITCH, IQ_SOFT_REFUSED_KIND };

/* One faulting access.  Strings are borrowed until the callback returns; NULL when unknown. */
struct iq_soft_fault {
    uint32_t struct_size;
    enum iq_soft_fault_kind kind;
    uint64_t launch;            /* number given to on_launch */
    uint32_t sticky_code;       /* CUresult that the context will now return; 0: execution went on (memory-checker finding) */
    const char *kernel, *function, *text;
    const char *file; uint32_t line;    /* source, when the PTX has .loc */
    uint32_t ptx_line;
    uint32_t block[3], thread[3];
    uint64_t threads;           /* how many threads made the same fault, as far as known (>= 1) */
    uint64_t address; uint32_t size; uint8_t is_write;
    uint64_t object_base, object_size;  /* allocation concerned, 0 if none */
    uint32_t argument;                  /* 1 + index of the kernel's argument that carried the pointer, 0: unknown */
    const char *argument_name;          /* as the PTX calls it */
    uint8_t recounted;                      /* the same as before, now with the number of threads */
    /* The earlier access of a race; the other barrier of a divergence. */
    const char *other_file; uint32_t other_line, other_ptx_line;
    uint32_t other_block[3], other_thread[3];
    uint8_t is_atomic, other_is_write, other_is_atomic;
    uint16_t race;                      /* IQ_SOFT_RACE_* */
    const char *variable;               /* of shared memory, or of the module: the object */
    uint64_t argument_value;            /* the pointer in the argument */
    uint8_t argument_is_object;         /* which is a structure, an array or a closure, and has the pointer in it */
    const struct iq_soft_place *launched;       /* the kernel was launched by another one, there; NULL: by the host */
    uint8_t handed_down;                /* what that launch was told for (IQ_SOFT_FAULT_HANDED_DOWN) is what this is about */
    /* Of IQ_SOFT_FAULT_REFUSED: the function, the cudaError that the kernel got (0: it is wrong, but was done), and why. */
    const char *refused_call; uint32_t refused_code; enum iq_soft_refusal refused;
    /* The allocation is divided (struct iq_soft_parts) and the access goes where it may not: the part there, and that of the pointer in
     * the argument; 0: none. */
    uint32_t part, part_meant; uint8_t part_may;
    uint64_t call, site;                /* of the host's call that launched it: its number, and what call_site said; 0: not known */
    uint32_t grid_size[3], block_size[3];
    /* Of uninitialised bytes: a call of the host (what call_site said) wrote [written] bytes, just in front of what is missing; it looks as if it should have been [wanted],
     * as many elements; 0: it does not.  Of shared memory: the launch gave [written] bytes, which look like the number of elements in [wanted] bytes. Of an access out of
     * bounds: the allocation has [written] bytes, and an argument is that number; [wanted] is the same if the size of an element is not known.  [writer_source]: of a module's variable, the host's memory that the call copied from. */
    uint64_t writer_site, written, wanted, writer_source;
    uint8_t written_rows;               /* that many bytes of each row */
    /* The kernel loaded the pointer [source_value] from the memory at [source]; the call of the host at source_site (as above, 0: not known) had copied it
     * there.  0: it was an argument, or nobody knows. */
    uint64_t source, source_value, source_site;
    /* That memory is a variable of the module, or [source] is not known and lies in what the kernel's argument (1 + index) leads to,
     * which argument_value has. */
    const char *source_variable; uint32_t source_argument; const char *source_argument_name;
    uint8_t left_out;                   /* it was not done, and the kernel went on */
    /* Of a race or uninitialised bytes in an array, which the kernel reaches through a texture or surface: the array's handle (that of the
     * mipmapped array, then with the level), row and layer; address counts bytes of the row, object_base is the handle; 0: it is memory. */
    uint64_t array, array_row, array_layer; uint32_t array_level; uint8_t array_mipmapped;
    uint8_t wants_grid;                 /* of a trap: the kernel asks for its grid, which an ordinary launch does not give it */
    uint8_t cooperative;                /* the launch is */
    uint8_t nowhere;                    /* of a misaligned access: nor is any memory near that address */
    uint32_t stack_bytes;               /* the stack of each thread, which is too small; 0: that is not the matter */
    /* Of a null pointer: malloc in a kernel of this context had not got [heap_asked] bytes of the heap of [heap_size]; 0: it had not failed. */
    uint64_t heap_asked, heap_size;
};
/* Where a thread of a kernel launched another one. */
struct iq_soft_place {
    const char *kernel, *file; uint32_t line, ptx_line, block[3], thread[3];
    const struct iq_soft_place *launched;       /* that kernel in turn; NULL: by the host */
};
enum {
    IQ_SOFT_RACE_SAME_BLOCK = 1, IQ_SOFT_RACE_SAME_WARP = 2, IQ_SOFT_RACE_VOLATILE = 4 /* lanes of a warp trust that they run in step */,
    IQ_SOFT_RACE_BLOCK_SCOPE = 8 /* an atomic of block scope, another block */, IQ_SOFT_RACE_ASKED = 16 /* a flag was looked at, but set without a fence */,
    IQ_SOFT_RACE_PENDING = 64 /* the other access is an asynchronous copy that has not been waited for */,
    IQ_SOFT_RACE_COPYING = 128 /* this access is one */,
    /* Of two statements of one function: this access, or the other one, comes first.  Where a barrier stands between them in a loop, that is the
     * lower one: the thread of the upper one is a round ahead. */
    IQ_SOFT_RACE_OWN_FIRST = 256, IQ_SOFT_RACE_OTHER_FIRST = 512,
    /* Of a divergence: SAME_WARP: the lane waits for the other one, which waits elsewhere. */
    IQ_SOFT_RACE_OUTSIDE = 32 /* the lane is not in the mask of lanes that it named; there is no other place */,
    IQ_SOFT_RACE_UNDEFINED = 1024 /* the lane got a value that no lane has for it; the other place uses it */
};
/* Of the order of two statements: negative: this access comes first, positive: the other one, 0: not known. */
static inline uint16_t iq_soft_race_order(int order)
{
    return order < 0 ? IQ_SOFT_RACE_OWN_FIRST : order > 0 ? IQ_SOFT_RACE_OTHER_FIRST : 0;
}

struct iq_soft_launch {
    uint32_t struct_size;
    uint64_t launch;            /* running number in the process */
    const char *kernel;
    uint32_t grid[3], block[3], shared_bytes;
    uint64_t stream;            /* CUstream value */
};

/* The kernel may have waited in memory for what other kernels wrote, or told them something: how it is ordered with them cannot be seen. */
enum { IQ_SOFT_FOOTPRINT_WAITS = 1 };
/* Bytes that a statement of a kernel used. */
struct iq_soft_footprint { uint64_t begin, end; const char *file; uint32_t line, ptx_line; uint8_t write, ordered /* by atomic operations */; };

/* What kernels may do with a part of an allocation that the program divides itself.  POOL: a pointer into it may stand for others of the same
 * allocation, as the address of a pool does. */
enum { IQ_SOFT_MAY_READ = 1, IQ_SOFT_MAY_WRITE = 2, IQ_SOFT_MAY_ATOMIC = 4, IQ_SOFT_MAY_ALL = 7, IQ_SOFT_PART_POOL = 8 };
struct iq_soft_part { uint64_t begin, end; uint32_t may, id /* the observer's number for it, 1.. */; };
/* Parts in order of address, none over another (what lies in none is ordinary memory), then [written] pieces that count as written by somebody.
 * Never changed.  Who is done with it counts .uses down (atomic) and calls .end at 0. */
struct iq_soft_parts { uint32_t uses, count, written; void (*end)(struct iq_soft_parts *parts); struct iq_soft_part parts[]; };
static inline void iq_soft_parts_done(struct iq_soft_parts *parts)
{
    if (parts && __atomic_sub_fetch(&parts->uses, 1, __ATOMIC_ACQ_REL) == 0)
        parts->end(parts);
}
/* Number of the first part that ends above [address]; .count: none. */
static inline uint32_t iq_soft_parts_above(const struct iq_soft_parts *parts, uint64_t address)
{
    uint32_t low = 0, high = parts->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (parts->parts[middle].end <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
/* The part that holds [address]; NULL: ordinary memory, or there are no [parts]. */
static inline const struct iq_soft_part *iq_soft_parts_at(const struct iq_soft_parts *parts, uint64_t address)
{
    uint32_t at = parts ? iq_soft_parts_above(parts, address) : 0;
    return parts && at < parts->count && parts->parts[at].begin <= address ? &parts->parts[at] : NULL;
}
/* A copy to the host took bytes along that nothing has written, where every thread of the launch that wrote the rest did its share: the grid is
 * too small; or kernel is NULL, and a copy of [writer_site] wrote the rest of a variable, as above.  Strings as above. */
struct iq_soft_unwritten {
    uint32_t struct_size;
    uint64_t call, site;                /* of the copy */
    uint64_t address, size, copied;     /* the first such byte; how many there are; bytes of the copy in all */
    uint64_t object_base, object_size;  /* the allocation */
    const char *kernel; uint32_t grid[3], block[3];
    uint64_t launch_call, launch_site, each, writer_site, written, wanted, writer_source;   /* each: bytes that a thread wrote */
};

/* Flags of an observer. */
enum { IQ_SOFT_WATCH_UNINITIALIZED = 1 /* reads of device memory that nothing has written */, IQ_SOFT_WATCH_RACES = 2 /* global memory */,
       IQ_SOFT_WATCH_SHARED_RACES = 4, IQ_SOFT_WATCH_FOOTPRINT = 8 /* on_footprint */,
       IQ_SOFT_WATCH_HOST = 16 /* the same of kernels that watches_host is true of, but only what the host may use as well */,
       IQ_SOFT_WATCH_IN_TURN = 32 /* a launch comes back when its kernel is over, or has taken some seconds: it may wait for the host */ };

struct iq_soft_observer {
    uint32_t struct_size;
    void *user;
    void (*on_launch)(void *user, const struct iq_soft_launch *launch);   /* on the API thread, inside cuLaunchKernel */
    void (*on_fault)(void *user, const struct iq_soft_fault *fault);
    /* Later members; read only if struct_size says that they are there. */
    void (*on_worker)(void *user);                          /* a thread of the device begins */
    /* Bytes are about to be copied to or from pinned or registered host memory; not 0: the observer has moved them itself (it
     * may have protected the pages). */
    int (*on_host_write)(void *user, void *to, const void *from, uint64_t size);
    uint32_t flags;             /* costly observations that are wanted; may change at any time */
    /* The number of the API call that this thread is in, as the observer counts them. */
    uint64_t (*call_number)(void *user);
    /* A kernel that call [call] enqueued, itself or as part of a graph, is over and used these bytes.  Not told if it used very many places, or may
     * have talked with the host through memory.  Comes before anybody can know that it is over.  flags: IQ_SOFT_REACH_*. */
    void (*on_footprint)(void *user, uint64_t call, const char *kernel, const struct iq_soft_footprint *spans, uint32_t count, uint32_t flags);
    /* Managed memory begins, or managed or pinned memory is about to end: whole pages at [base].  The device uses the same bytes at [view], so that the observer may protect the
     * pages at [base]. */
    void (*on_managed)(void *user, uint64_t base, uint64_t size, uint64_t view, int begins);
    /* How memory is divided now, for a kernel that is enqueued, counted once more in .uses; NULL: it is not. */
    struct iq_soft_parts *(*parts)(void *user);
    /* Where the API call that this thread is in stands in the program: a number that only the observer understands, which is told with what the
     * call's work does wrong. */
    uint64_t (*call_site)(void *user);
    void (*on_unwritten)(void *user, const struct iq_soft_unwritten *unwritten);
    /* A kernel is enqueued by the call that this thread is in: is IQ_SOFT_WATCH_HOST wanted for it? */
    int (*watches_host)(void *user);
    /* The answer to inquest_soft_look: where a kernel is that call [call] enqueued, itself or as part of a graph. */
    void (*on_place)(void *user, uint64_t call, const struct iq_soft_place *place);
};

typedef void (*iq_soft_set_observer_fn)(const struct iq_soft_observer *observer);
/* Asks the kernels that are running for on_place, each of which answers once, soon after, for a thread that runs rather than waits.  What else is
 * known by then and would be told when they are over (races), they tell first.  Threads: any; returns at once. */
typedef void (*iq_soft_look_fn)(void);
#define IQ_SOFT_LOOK "inquest_soft_look"
/* A uint64_t, atomic: counts the thread blocks that have ended, and how often others were seen to have got on: not those
 * whose threads all wait, for a barrier or in loops that ask for a word.  Waits for kernels that take long are no waits for nothing. */
#define IQ_SOFT_PROGRESS "inquest_soft_progress"
#define IQ_SOFT_SET_OBSERVER "inquest_soft_set_observer"

#endif
