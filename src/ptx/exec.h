/* State of running blocks and the services that handlers use.  A block belongs to one thread while
 * it runs; the launch is shared and read-only except for its atomics.  Handlers return the next
 * instruction, or NULL to leave the warp. */
#ifndef IQ_PTX_EXEC_H
#define IQ_PTX_EXEC_H

#include "ptx/ir.h"
#include "ptx/program.h"
#include "ptx/ptx_exec.h"

enum {
    IQ_PTX_LANES = 32,
    IQ_PTX_BARRIERS = IQ_PTX_CLUSTER_BARRIER,
    IQ_PTX_RANGES = 256,
    IQ_PTX_WRITTEN = 16,
    IQ_PTX_SLICE = 2048,
    IQ_PTX_RESERVED_SHARED = 1024,
    IQ_PTX_VECTOR_BYTES = 16
};

/* A call frame of one warp; registers follow.  lanes: who entered it and has not left. */
struct iq_ptx_frame {
    struct iq_ptx_frame *caller;
    const struct iq_ptx_insn *call; /* call instruction in the caller, NULL in a kernel */
    const struct iq_ptx_program_function *function;
    uint32_t lanes, depth, sp, dynamic;  /* dynamic: bytes of alloca after its own */
    struct iq_ptx_frame *next_allocated; /* all frames of the block */
    uint8_t pad[16];
    uint8_t registers[];
};
_Static_assert(sizeof(struct iq_ptx_frame) == 64, "registers stay aligned");
enum iq_ptx_group_state { GROUP_RUN, GROUP_BARRIER, GROUP_RELEASED, GROUP_SYNC, GROUP_FORCED };
/* Lanes of a warp that stand at the same place. */
struct iq_ptx_group {
    uint32_t mask;
    uint8_t state, barrier;
    const struct iq_ptx_insn *pc;
    struct iq_ptx_frame *frame;
};

struct iq_warp {
    uint8_t *base[4];     /* frame registers, uniform area, warp specials */
    uint32_t mask, alive; /* running lanes; lanes that have not exited */
    /* mask == alive: registers may be written without blending */
    uint32_t all;
    uint32_t group_count, current; /* groups[current] is the running one */
    uint32_t carry, budget, pin, edges, turn;
    /* token: state the running group was chosen in; arrived: lanes at the cluster's barrier, not
     * let go yet */
    uint32_t index, token, arrived;
    struct iq_ptx_frame *frame, *kernel_frame;
    struct iq_ptx_block *block;
    const struct iq_ptx_insn *resume; /* where to go on after a pause */
    uint8_t *local;                   /* lane 0's local memory */
    struct iq_ptx_group groups[IQ_PTX_LANES];
    uint32_t awaits[IQ_PTX_LANES]; /* of lanes in GROUP_SYNC: the mask that they named */
};

struct iq_ptx_barrier {
    uint32_t arrived, expected, popc, op;
    bool all, any;
    uint32_t result; /* of the last completion */
};

/* Blocks that run together, by rank; threads at its barrier; who goes first; was one addressed? */
struct iq_ptx_cluster {
    uint32_t count, arrived, first;
    bool mapped;
    struct iq_ptx_block *blocks[IQ_PTX_CLUSTER_MOST];
};
struct iq_ptx_used {
    struct iq_ptx_span *spans;
    struct iq_ptx_later *later;
    uint32_t count, later_count;
    bool too_many, too_many_later, waits, tells;
};
struct iq_ptx_block {
    struct iq_ptx_launch *launch;
    const struct iq_ptx_program *program;
    const struct iq_ptx_env *env;
    struct iq_warp *warps;
    uint8_t *shared, *local, *uniform, *registers, *specials;
    uint64_t index, steps, lane_steps;
    uint32_t ctaid[3], warp_count, thread_count, alive, shared_bytes, local_bytes, local_stride,
        local_end, /* of what a thread has of them; the rest rounds up */
        next_warp, warp_step, generation, slices;
    uint64_t hurry; /* state of its numbers at random */
    bool stopped, observed;
    struct iq_ptx_still *still;                /* still.h; NULL: not looked at yet */
    struct iq_ptx_race *race;                  /* race.h; NULL: not watched */
    struct iq_ptx_footprint *spans;            /* footprint.h; NULL: not watched */
    struct iq_ptx_undefined *undefined;        /* undefined.h; NULL: nothing is followed */
    struct iq_ptx_range ranges[IQ_PTX_RANGES]; /* by instruction */
    struct iq_ptx_written {
        uint64_t begin, end;
    } written[IQ_PTX_WRITTEN]; /* parts of allocations: shadow.h */
    uint32_t next_written;
    struct iq_ptx_barrier barriers[IQ_PTX_BARRIERS];
    struct iq_ptx_frame **spare_frames, *frames; /* by function of the program; all of them */
    struct iq_ptx_changing {
        uint32_t offset, sreg;
    } * changing; /* constants that depend on the block, those of each function */
    /* own: if rank is 0, the others belong to it */
    uint32_t changing_count, rank;
    struct iq_ptx_cluster *cluster, own;
};

struct iq_ptx_launch {
    struct iq_ptx_launch_desc desc;
    const struct iq_ptx_program *program;
    uint8_t *params;
    uint64_t blocks, steps, lane_steps, blocks_done;
    uint32_t shared_bytes, stack_bytes, number; /* number: of the process, never 0 */
    uint64_t apart, atomic;                     /* arguments: apart.h */
    /* asks for clusters; watches nothing that atomics order; iq_ptx_launch_asks_grid */
    bool explicit_cluster, orderless, asks_grid;
    struct iq_ptx_news *news;
    struct iq_ptx_owners *owners; /* owners.h; NULL: races in global memory are judged by lines */
    struct iq_ptx_polls *polls;   /* news.h, exec_polls.c; atomic */
    struct iq_ptx_used used;      /* exec_footprint.c, which locks it */
    uint32_t reported[256];       /* races reported, by pc; atomic */
    int fault_state;              /* 0 none, 1 being written, 2 there; atomic */
    struct iq_ptx_fault fault;
};

#define IQ_PTX_REG(T, w, k) ((T *)(void *)((w)->base[OPND_BASE(k)] + OPND_OFFSET(k)))

static inline void iq_ptx_set_mask(struct iq_warp *w, uint32_t mask)
{
    w->mask = mask;
    w->all = mask == w->alive;
}

static inline uint32_t iq_ptx_first_lane(uint32_t mask) { return (uint32_t)__builtin_ctz(mask); }

/* exec_memory.c.  Host address of an access of one lane, NULL after a fault. */
void *iq_ptx_memory_at(struct iq_warp *w, const struct iq_ptx_insn *i, uint64_t addr, uint32_t size,
                       uint32_t lane, uint32_t flags);
enum {
    ACCESS_WRITE = 1,
    ACCESS_ATOMIC = 2,
    ACCESS_SHARED = 4,
    ACCESS_LOCAL = 8,
    ACCESS_PHASE = 16 /* of an mbarrier, which orders by itself */
};
struct iq_ptx_access iq_ptx_memory_describe(struct iq_warp *w, const struct iq_ptx_insn *i,
                                            uint64_t addr, uint32_t size, uint32_t lane,
                                            enum iq_ptx_space space);
/* Fills variable* of a shared access if the instruction is for one variable. */
void iq_ptx_memory_variable(const struct iq_ptx_program *p, const struct iq_ptx_insn *i,
                            struct iq_ptx_access *access);
/* Looks [addr, addr+size) up for the cache of an instruction. */
bool iq_ptx_memory_range(struct iq_ptx_block *b, const struct iq_ptx_insn *i, uint64_t addr,
                         uint64_t size, bool write);

static inline struct iq_ptx_range *iq_ptx_range_of(struct iq_ptx_block *b,
                                                   const struct iq_ptx_insn *i)
{
    return &b->ranges[((uintptr_t)i / sizeof *i) % IQ_PTX_RANGES];
}

/* Which of the ranges without checks has [addr]; NULL: none, it is a host address. */
static inline const struct iq_ptx_range *iq_ptx_unchecked_at(const struct iq_ptx_env *env,
                                                             uint64_t addr)
{
    for (uint32_t k = 0; k < env->unchecked_count; k++)
        if (addr - env->unchecked[k].begin < env->unchecked[k].end - env->unchecked[k].begin)
            return &env->unchecked[k];
    return NULL;
}

/* exec_fault.c: record the first fault of the launch; always returns NULL. */
const struct iq_ptx_insn *iq_ptx_fault_raise(struct iq_warp *w, const struct iq_ptx_insn *i,
                                             uint32_t lane, enum iq_ptx_fault_kind kind,
                                             const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* A lane used [handle], which is no object: [what] is "texture" or "surface". */
void iq_ptx_fault_handle(struct iq_warp *w, const struct iq_ptx_insn *i, uint32_t lane,
                         uint64_t handle, const char *what);
void iq_ptx_fault_access(struct iq_warp *w, const struct iq_ptx_insn *i, uint32_t lane,
                         enum iq_ptx_fault_kind kind, uint64_t addr, uint32_t size, uint32_t flags);
void iq_ptx_fault_place(struct iq_ptx_block *b, struct iq_warp *w, const struct iq_ptx_insn *i,
                        uint32_t lane, struct iq_ptx_fault *fault);
void iq_ptx_fault_assertion(struct iq_warp *w, const struct iq_ptx_fault *fault);
void iq_ptx_fault_block(struct iq_ptx_block *b, enum iq_ptx_fault_kind kind, const char *text);
/* exec_system.c */
const struct iq_ptx_insn *iq_ptx_system_call(struct iq_warp *w, const struct iq_ptx_insn *i,
                                             enum iq_ptx_system system,
                                             const struct iq_ptx_program_call *call);
/* program.c */
int iq_ptx_image_program(struct iq_ptx_image *image, const struct iq_ptx_kernel *kernel,
                         bool unchecked, const struct iq_ptx_program **program);
bool iq_ptx_image_is_constant(const struct iq_ptx_image *image, uint64_t address);
void iq_ptx_image_uniform(const struct iq_ptx_image *image, const struct iq_ptx_launch *launch,
                          uint8_t *uniform);
/* block.c: lets go whoever waits at a barrier that is now complete. */
void iq_ptx_block_check_barriers(struct iq_ptx_block *b);

#endif
