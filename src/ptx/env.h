/* What kernels run in: the memory that a launch may use, and whom it tells of faults, races and
 * other events.
 * Owner: the caller; it outlives the launch.  Threads: all callbacks may come from several threads
 * at once. */
#ifndef IQ_PTX_ENV_H
#define IQ_PTX_ENV_H

#include "ptx/ptx.h"
#include "ptx/texture.h"

struct iq_ptx_runtime_call;

enum iq_ptx_fault_kind {
    IQ_PTX_FAULT_NONE,
    IQ_PTX_FAULT_ILLEGAL_ADDRESS,
    IQ_PTX_FAULT_MISALIGNED,
    IQ_PTX_FAULT_SHARED_RANGE,
    IQ_PTX_FAULT_LOCAL_RANGE,
    IQ_PTX_FAULT_STACK_OVERFLOW,
    IQ_PTX_FAULT_ASSERT,
    IQ_PTX_FAULT_TRAP,
    IQ_PTX_FAULT_ILLEGAL_INSTRUCTION,
    IQ_PTX_FAULT_INVALID_PC /* call through a bad pointer */,
    IQ_PTX_FAULT_BARRIER /* nobody can ever be released */,
    IQ_PTX_FAULT_UNSUPPORTED,
    IQ_PTX_FAULT_STEP_LIMIT,
    IQ_PTX_FAULT_ABORTED,
    IQ_PTX_FAULT_NO_MEMORY,
    IQ_PTX_FAULT_TEXTURE /* a handle of no object: address is the handle, variable what it should be
                            of */
    ,
    IQ_PTX_FAULT_CLUSTER /* shared memory of a block that is not there */,
    IQ_PTX_FAULT_SURFACE /* outside of its array */,
};

/* The first fault of a launch.  Strings live as long as the module; texts are copied. */
struct iq_ptx_fault {
    enum iq_ptx_fault_kind kind;
    bool has_access, write, atomic;
    enum iq_ptx_space space;
    uint64_t address; /* generic address as the program computed it */
    uint32_t access_size;
    uint32_t block[3], thread[3];
    const char *kernel, *function;
    uint32_t ptx_line, pc, source_line;
    const char *source_file; /* NULL without .loc */
    char message[256];       /* one sentence; assert: the expression */
    char assert_file[256], assert_function[256];
    uint32_t assert_line;
    uint64_t origins;
    uint32_t of_variable; /* as in iq_ptx_access */
    const char *variable;
    uint32_t variable_at, variable_size; /* these too */
};

/* A range of device-visible memory; the byte of address a lies at host address a + bias (bias is 0
 * unless resolve or stray sets it: device memory is not dereferenceable at its own address, so that
 * a host access to it traps). */
struct iq_ptx_range {
    uint64_t begin, end;
    bool writable;
    int64_t bias;
    /* 0 = none; else host address s: bit a % 8 of the byte at s + a / 8 says: written */
    uint64_t shadow;
    /* the kernel's own, or a heap's: its spans are nobody's concern; the host may use it, too;
     * where textures and surfaces go, and nothing else */
    bool own, host, array;
    /* the interpreter's: one of shadow and the others; look for races, of which there are none but
     * what atomic operations order; note what is used */
    bool watched, races, atomic, spans;
};
/* Threads that do not work together as the program has it. */
enum iq_ptx_divergence {
    /* the warps of a block came to different barriers, first and second, and pass all the same */
    IQ_PTX_DIVERGED_BARRIERS,
    IQ_PTX_DIVERGED_ELSEWHERE /* second waits in vain for first, a lane of its warp */,
    IQ_PTX_DIVERGED_OUTSIDE /* second left itself out of those that it named; first is NULL */,
    /* second got a value from a lane that has none for it, and first is where that is used */
    IQ_PTX_DIVERGED_UNDEFINED
};
struct iq_ptx_access {
    uint64_t address; /* generic */
    uint32_t size;
    enum iq_ptx_space space;
    bool write, atomic;
    uint32_t block[3], thread[3], pc; /* pc indexes iq_ptx_launch_where */
    /* shared, inside the block's window: the variable that was left */
    const char *variable;
    uint32_t variable_at, variable_size; /* its offset in the window */
    /* the address comes from: parameters (bit k: the 8 bytes at 8 k), the module's variable (1 +
     * index); 0 = unknown */
    uint64_t origins;
    uint32_t of_variable;
    uint64_t handle; /* of the texture or surface that it goes through; 0: none */
};
/* Two accesses of different threads, at least one a write, that nothing has ordered. */
struct iq_ptx_conflict {
    /* before.pc is UINT32_MAX if not known; its address is that of now */
    struct iq_ptx_access now, before;
    bool same_block, same_warp;
    bool is_volatile; /* both are, and trust that lanes of a warp run in step */
    bool block_scope; /* an atomic of block scope met another block */
    /* other blocks, and the thread had looked at a flag or counter before */
    bool asked;
    bool pending; /* before is a copy that nobody has waited for */
    bool copying; /* now is a copy, which goes on after its instruction */
};
enum { IQ_PTX_ORIGIN_SLOTS = 63 };
#define IQ_PTX_ORIGIN_UNKNOWN (1ull << 63)

struct iq_ptx_span {
    uint64_t begin, end;
    uint32_t pc;
    bool write, ordered /* atomic, volatile or stronger */;
};

/* What the caller supplies.  resolve: is [addr, addr+size) within one valid range of device-visible
 * memory?  Then fill *range with the largest range around it and return true (kept in small caches
 * until *generation changes).  Optional members may be NULL. */
struct iq_ptx_env {
    void *ctx;
    bool (*resolve)(void *ctx, uint64_t addr, uint32_t size, bool write,
                    struct iq_ptx_range *range);
    const uint32_t *generation; /* optional; read atomically */
    /* Optional: accesses are not checked at all.  The first of these ranges that has an address
     * says where its byte lies; without one it is a host address. */
    const struct iq_ptx_range *unchecked;
    uint32_t unchecked_count;
    /* Optional: an access of one thread that resolve refused, or a shared one that left its
     * variable (*bias is not used then).  True: it is wrong but mapped on hardware too, carry on at
     * access->address + *bias (not cached); false: fault. */
    bool (*stray)(void *ctx, const struct iq_ptx_access *access, int64_t *bias);
    /* optional: one thread reads bytes in a range with shadow that nothing has written; called for
     * each */
    void (*uninitialized)(void *ctx, const struct iq_ptx_access *);
    /* Optional: may an address computed from the argument `pointer` lie in `range`?  1 yes, 0 the
     * argument points to nothing that is known, -1 no.  An access all of whose arguments say no or
     * nothing, and one no, goes to stray. */
    int (*belongs)(void *ctx, uint64_t pointer, const struct iq_ptx_range *range);
    /* optional: called for each thread; watch_*: where to look */
    void (*race)(void *ctx, const struct iq_ptx_conflict *conflict);
    /* spans: keep what iq_ptx_launch_footprint tells; host: of memory that the host may use */
    bool watch_races, watch_shared_races, watch_footprint, watch_host;
    /* optional */
    void (*divergence)(void *ctx, enum iq_ptx_divergence kind, const struct iq_ptx_fault *first,
                       const struct iq_ptx_fault *second);
    /* optional: every access, before it is done */
    void (*observe)(void *ctx, const struct iq_ptx_access *);
    /* one formatted printf of one thread */
    void (*print)(void *ctx, const char *text, size_t size);
    /* optional: each thread that fails an assert */
    void (*assertion)(void *ctx, const struct iq_ptx_fault *);
    uint64_t (*device_malloc)(void *ctx, uint64_t size); /* optional; 0 = no memory */
    /* optional; false = illegal address */
    bool (*device_free)(void *ctx, uint64_t addr);
    /* optional, of conditional nodes; false = no such handle */
    bool (*set_condition)(void *ctx, uint64_t handle, uint32_t value);
    /* optional; runtime.h; false = a fault, reported */
    bool (*runtime)(void *ctx, struct iq_ptx_runtime_call *call);
    /* optional; done in order, up to one that faults */
    uint32_t (*texture)(void *ctx, struct iq_ptx_texture *accesses, uint32_t count);
    /* optional: a thread used what is gone, and got nothing of it */
    void (*texture_lost)(void *ctx, const struct iq_ptx_access *, const struct iq_ptx_texture *);
};

#endif
