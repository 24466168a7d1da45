/* Running PTX kernels: a launch holds what all blocks share, a block is a resumable state that runs one block after
 * another.  Owner: the caller destroys blocks first, then the launch; the image must outlive both.
 * Threads: one launch serves any number of blocks on any threads; one block is used by one thread at a time and may
 * move between threads while it is not running.  All callbacks may come from several threads at once.
 * Fork, signals: a child may not resume blocks of its parent; not async-signal-safe. */
#ifndef IQ_PTX_EXEC_H
#define IQ_PTX_EXEC_H

#include "ptx/ptx.h"
#include "ptx/texture.h"

struct iq_ptx_launch; struct iq_ptx_block; struct iq_ptx_runtime_call;

enum iq_ptx_fault_kind {
    IQ_PTX_FAULT_NONE, IQ_PTX_FAULT_ILLEGAL_ADDRESS, IQ_PTX_FAULT_MISALIGNED, IQ_PTX_FAULT_SHARED_RANGE,
    IQ_PTX_FAULT_LOCAL_RANGE, IQ_PTX_FAULT_STACK_OVERFLOW, IQ_PTX_FAULT_ASSERT, IQ_PTX_FAULT_TRAP,
    IQ_PTX_FAULT_ILLEGAL_INSTRUCTION, IQ_PTX_FAULT_INVALID_PC /* call through a bad pointer */,
    IQ_PTX_FAULT_BARRIER /* nobody can ever be released */, IQ_PTX_FAULT_UNSUPPORTED, IQ_PTX_FAULT_STEP_LIMIT, IQ_PTX_FAULT_ABORTED, IQ_PTX_FAULT_NO_MEMORY, IQ_PTX_FAULT_CLUSTER /* shared memory of a block that is not there */,
};

/* The first fault of a launch.  Strings live as long as the module; texts are copied. */
struct iq_ptx_fault {
    enum iq_ptx_fault_kind kind;
    bool has_access, write, atomic;
    enum iq_ptx_space space;
    uint64_t address;                    /* generic address as the program computed it */
    uint32_t access_size;
    uint32_t block[3], thread[3];
    const char *kernel, *function;
    uint32_t ptx_line, pc, source_line;
    const char *source_file;             /* NULL without .loc */
    char message[256];                   /* one sentence; assert: the expression */
    char assert_file[256], assert_function[256];
    uint32_t assert_line;
    uint64_t origins; uint32_t of_variable; /* as in iq_ptx_access */
    const char *variable; uint32_t variable_at, variable_size; /* these too */
};

/* A range of device-visible memory; the byte of address a lies at host address a + bias (bias is 0 unless resolve or
 * stray sets it: device memory is not dereferenceable at its own address, so that a host access to it traps). */
struct iq_ptx_range {
    uint64_t begin, end;
    bool writable;
    int64_t bias;
    uint64_t shadow;                     /* 0 = none; else host address s: bit a % 8 of the byte at s + a / 8 says: written */
    bool own, host;                      /* the kernel's own, or a heap's: its spans are nobody's concern; the host may use it, too */
    bool watched, races, spans;          /* the interpreter's: one of shadow and the others; look for races; note what is used */
};
struct iq_ptx_access {
    uint64_t address;                    /* generic */
    uint32_t size;
    enum iq_ptx_space space;
    bool write, atomic;
    uint32_t block[3], thread[3], pc;    /* pc indexes iq_ptx_launch_where */
    const char *variable;                /* shared, inside the block's window: the variable that was left */
    uint32_t variable_at, variable_size; /* its offset in the window */
    uint64_t origins; uint32_t of_variable; /* the address comes from: parameters (bit k: the 8 bytes at 8 k), the module's variable (1 + index); 0 = unknown */
};
/* Two accesses of different threads, at least one a write, that nothing has ordered. */
struct iq_ptx_conflict {
    struct iq_ptx_access now, before;    /* before.pc is UINT32_MAX if not known; its address is that of now */
    bool same_block, same_warp;
    bool is_volatile;                    /* both are, and trust that lanes of a warp run in step */
    bool block_scope;                    /* an atomic of block scope met another block */
    bool asked;                          /* other blocks, and the thread had looked at a flag or counter before */
};
enum { IQ_PTX_ORIGIN_SLOTS = 63 };
#define IQ_PTX_ORIGIN_UNKNOWN (1ull << 63)

struct iq_ptx_span { uint64_t begin, end; uint32_t pc; bool write, ordered /* atomic, volatile or stronger */; };

/* What the caller supplies.  resolve: is [addr, addr+size) within one valid range of device-visible memory?  Then
 * fill *range with the largest range around it and return true (kept in small caches until *generation changes).
 * Optional members may be NULL. */
struct iq_ptx_env {
    void *ctx;
    bool (*resolve)(void *ctx, uint64_t addr, uint32_t size, bool write, struct iq_ptx_range *range);
    const uint32_t *generation;                               /* optional; read atomically */
    /* Optional: accesses are not checked at all.  The first of these ranges that has an address says where its byte lies; without one it is a host address. */
    const struct iq_ptx_range *unchecked; uint32_t unchecked_count;
    /* Optional: an access of one thread that resolve refused, or a shared one that left its variable (*bias is not used then).  True: it is wrong but mapped on hardware too, carry on at
     * access->address + *bias (not cached); false: fault. */
    bool (*stray)(void *ctx, const struct iq_ptx_access *access, int64_t *bias);
    void (*uninitialized)(void *ctx, const struct iq_ptx_access *); /* optional: one thread reads bytes in a range with shadow that nothing has written; told for each */
    /* Optional: may an address computed from the argument `pointer` lie in `range`?  1 yes, 0 the argument points to nothing
     * that is known, -1 no.  An access all of whose arguments say no or nothing, and one no, goes to stray. */
    int (*belongs)(void *ctx, uint64_t pointer, const struct iq_ptx_range *range);
    void (*race)(void *ctx, const struct iq_ptx_conflict *conflict);     /* optional: told for each thread; watch_*: where to look */
    bool watch_races, watch_shared_races, watch_spans, watch_host;    /* spans: keep what iq_ptx_launch_spans tells; host: of memory that the host may use */
    /* Optional: the lanes of a warp, or the warps of a block, came to different barriers and pass all the same.  With a message,
     * that of second waits in vain for first, a lane of its warp, or (first is NULL) left itself out of those that it named. */
    void (*divergence)(void *ctx, const struct iq_ptx_fault *first, const struct iq_ptx_fault *second);
    void (*observe)(void *ctx, const struct iq_ptx_access *); /* optional: every access, before it is done */
    void (*print)(void *ctx, const char *text, size_t size);  /* one formatted printf of one thread */
    void (*assertion)(void *ctx, const struct iq_ptx_fault *); /* optional: each thread that fails an assert */
    uint64_t (*device_malloc)(void *ctx, uint64_t size);      /* optional; 0 = no memory */
    bool (*device_free)(void *ctx, uint64_t addr);            /* optional; false = illegal address */
    bool (*set_condition)(void *ctx, uint64_t handle, uint32_t value);   /* optional, of conditional nodes; false = no such handle */
    bool (*runtime)(void *ctx, struct iq_ptx_runtime_call *call); /* optional; runtime.h; false = a fault, told */
    uint32_t (*texture)(void *ctx, struct iq_ptx_texture *accesses, uint32_t count); /* optional; done in order, up to one that faults */
    void (*texture_lost)(void *ctx, const struct iq_ptx_access *, const struct iq_ptx_texture *); /* optional: a thread used what is gone, and got nothing of it */
};

struct iq_ptx_launch_desc {
    struct iq_ptx_image *image;
    const struct iq_ptx_kernel *kernel;
    uint32_t grid[3], block[3], cluster[3]; /* cluster: blocks that run together; 0 = as the kernel says, else one */
    uint32_t dynamic_shared_bytes;
    const void *params;                  /* packed, kernel->param_bytes; copied */
    const struct iq_ptx_env *env;        /* must outlive the launch */
    uint32_t stack_bytes;                /* local memory per thread; 0 = 1024; raised to kernel->local_bytes */
    uint64_t grid_workspace, grid_id;    /* %envreg1:%envreg2, address for grid synchronisation, 0 = none; %gridid */
    const int *abort;                    /* optional; non-zero (read atomically) stops the launch */
    uint64_t step_limit;                 /* warp instructions over all blocks; 0 = none */
    uint32_t sm_count;                   /* for %smid, %nsmid; 0 = 1 */
    uint64_t shuffle;                    /* not 0: blocks and warps take turns in an order that follows from this number */
    bool count_steps;                    /* keep the counters of iq_ptx_launch_stats (slower) */
};

enum iq_ptx_run { IQ_PTX_RUN_DONE, IQ_PTX_RUN_YIELD, IQ_PTX_RUN_FAULT };
struct iq_ptx_stats { uint64_t warp_instructions, lane_instructions, blocks; };

/* Prepares a launch.  Returns 0, IQ_PTX_ENOMEM, IQ_PTX_EUNRESOLVED or IQ_PTX_ESYNTAX (bad dimensions). */
int iq_ptx_launch_create(const struct iq_ptx_launch_desc *desc, struct iq_ptx_launch **launch);
void iq_ptx_launch_destroy(struct iq_ptx_launch *launch);
uint64_t iq_ptx_launch_block_count(const struct iq_ptx_launch *launch);                 /* a cluster is one, and is begun, resumed and destroyed as one */
uint64_t iq_ptx_launch_block_at(const struct iq_ptx_launch *launch, uint64_t k);        /* the k-th to run; k itself unless shuffled */
const struct iq_ptx_fault *iq_ptx_launch_fault(const struct iq_ptx_launch *launch);     /* the first, or NULL */
void iq_ptx_launch_stats(const struct iq_ptx_launch *launch, struct iq_ptx_stats *stats);
/* What its blocks used, once destroyed; *spans live as long as it.  *waits: it may wait for other kernels.  False: not watched, too many, or it talks with the host. */
bool iq_ptx_launch_spans(struct iq_ptx_launch *launch, const struct iq_ptx_span **spans, uint32_t *count, bool *waits);
/* Fills function, ptx_line, source_file and source_line of fault for an access's pc. */
void iq_ptx_launch_where(const struct iq_ptx_launch *launch, uint32_t pc, struct iq_ptx_fault *fault);

struct iq_ptx_block *iq_ptx_block_create(struct iq_ptx_launch *launch);
void iq_ptx_block_destroy(struct iq_ptx_block *block);
void iq_ptx_block_begin(struct iq_ptx_block *block, uint64_t index);   /* at the start of block [index], x fastest */
/* Runs until the block ends, faults, or slices time slices (about 0.1 ms each of looping) have passed; 0 = no limit. */
enum iq_ptx_run iq_ptx_block_resume(struct iq_ptx_block *block, uint32_t slices);
/* begin + resume for blocks first .. first+count-1; stops early at a fault of any block of the launch. */
enum iq_ptx_run iq_ptx_block_run(struct iq_ptx_block *block, uint64_t first, uint64_t count);

/* Bits of a shadow (see iq_ptx_range): marks bytes as written; are all of them? */
void iq_ptx_shadow_set(uint64_t shadow, uint64_t addr, uint64_t size);
bool iq_ptx_shadow_is_set(uint64_t shadow, uint64_t addr, uint64_t size);

const char *iq_ptx_fault_name(enum iq_ptx_fault_kind kind);

#endif
