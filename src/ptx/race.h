/* Races: who touched a cell of shared or global memory when, and what has ordered the threads
 * since.  Time is counted per block in synchronisations; an access is ordered before another
 * thread's if it is not younger than what that thread (its warp) knows: up to `base` after a
 * barrier of the whole block, up to `sync` between lanes of a warp, up to `know` by other means.
 * What may have ordered two accesses counts as having done so: silence may be wrong, a report may
 * not.
 * Owner: a block, while it is watched.  Threads: the one that runs the block; lines of global
 * memory have locks. */
#ifndef IQ_PTX_RACE_H
#define IQ_PTX_RACE_H

#include "ptx/exec.h"
#include "ptx/news.h"

/* How an access was made; from RACE_VOLATILE on two of them do not race. */
enum { RACE_PLAIN, RACE_VOLATILE, RACE_STRONG, RACE_ATOMIC, RACE_ATOMIC_CTA };
enum { RACE_FOREIGN = 7 }; /* no kind: another block of the cluster did it (foreign.h) */
/* A word about an access: thread of the block, kind, whether others wrote the same value unordered,
 * instruction. */
enum { WHO_THREAD = 1023, WHO_KIND = 10, WHO_SAME = 1 << 13, WHO_PC = 14 };
enum {
    RACE_WARPS = 32,
    RACE_NO_PC = (1 << 18) - 1,
    RACE_SPAN_LEAST = 3,
    RACE_SPAN_MOST = 4,
    RACE_LAST_TIME = INT32_MAX,
    RACE_PENDING = INT32_MAX /* of a copy that nobody has waited for: async.h */
};

/* Sixteen cells of shared memory that rows of lanes have used: cell k belongs to thread (who's) +
 * (k >> shift).  Once split, the cells have records of their own, until a barrier makes all of them
 * old; pinned: a copy into some of them is pending, and none does.  last: when it was used then. */
enum { RACE_LINE_PINNED = 2 };
struct iq_ptx_race_line {
    uint64_t w, r, q;
    uint32_t last;
    uint8_t split, w_shift, r_shift, q_shift;
};

/* What somebody knows: what each warp of the block did until when; the number of the news that
 * other blocks have published (0: nobody has been asked), of those that the block has, and of the
 * last meeting of the cluster. */
struct iq_ptx_race_clock {
    uint32_t warps[RACE_WARPS], heard, published, met;
};
/* An mbarrier at an offset of shared memory. */
struct iq_ptx_race_phase {
    uint32_t at, number; /* of phases that are complete */
    struct iq_ptx_race_clock arrived, complete;
};
struct iq_ptx_race_ask {
    uint64_t addr;
    uint32_t size;
};

struct iq_ptx_race {
    bool shared, global;
    uint32_t now, base, begun; /* begun: base when the block began */
    uint32_t cell_shift;       /* log2 of the bytes of a cell of shared memory */
    /* log2 of the lines of global memory that a row of the block fills; 0: too few */
    uint32_t span_log;
    /* by cell: record of the last write, of a reader, of another reader */
    uint64_t *w, *r, *q;
    struct iq_ptx_race_line *lines;             /* by sixteen cells */
    struct iq_ptx_race_reads *reads;            /* reads.h; NULL: shared memory is not watched */
    uint32_t sync[RACE_WARPS];                  /* all lanes of the warp had met */
    struct iq_ptx_race_clock clock[RACE_WARPS]; /* what each warp knows */
    uint32_t fence[RACE_WARPS], gpu_fence[RACE_WARPS], fence_base[RACE_WARPS];
    /* last read of global memory, and of any warp; other blocks know of all until then, and of all
     * the block's until its base was this */
    uint32_t read_at[RACE_WARPS], read_last, told_reads[RACE_WARPS], told_base[RACE_WARPS];
    struct iq_ptx_race_clock released; /* published to whoever asks in this block */
    /* of those who have arrived since it was complete */
    struct iq_ptx_race_clock at_barrier[IQ_PTX_CLUSTER_BARRIER + 1];
    struct iq_ptx_race_clock cluster; /* the same of its last phase */
    struct iq_ptx_race_phase *phases; /* by mbarrier; NULL: none yet */
    uint32_t phase_count, ask_count, asker;
    bool ask_all;
    /* words that the warp [asker] is reading, to hear what they carry */
    struct iq_ptx_race_ask ask[IQ_PTX_LANES];
    /* of all that iq_ptx_race_strong looks at; what it was when the warp came last */
    uint32_t version, strong[RACE_WARPS];
    uint64_t counted[RACE_WARPS]; /* the word that one lane of the warp has added to last */
    /* of these the one that is being looked at (0: none), and how often it was added to before */
    uint64_t look;
    uint32_t look_count;
    uint32_t patience;              /* turns that the block has given up, below */
    struct iq_ptx_async *async;     /* async.h; NULL: no copy yet */
    struct iq_ptx_foreign *foreign; /* foreign.h; NULL: no other block has come yet */
    struct iq_ptx_race_late *late;  /* late.h; NULL: global memory is not watched */
    uint32_t waits;                 /* warps with copies that are pending */
    uint32_t fenced;                /* warps that have something to tell other blocks */
    /* as know, between lanes; NULL: no partial meeting yet */
    uint32_t (*lanes[RACE_WARPS])[IQ_PTX_LANES];
};

/* One access as the judges see it. */
struct iq_ptx_touch {
    uint32_t thread, kind, time, pc, block;
    bool write;
};

/* NULL without memory or if nothing is to be watched. */
struct iq_ptx_race *iq_ptx_race_create(const struct iq_ptx_block *b);
void iq_ptx_race_destroy(struct iq_ptx_race *race);
void iq_ptx_race_begin(struct iq_ptx_block *b);

/* Synchronisation.  A barrier is complete: those who wait there learn what those who have arrived
 * knew. */
void iq_ptx_race_arrive(struct iq_warp *w, uint32_t barrier);
/* At the cluster's, without releasing anything but what a fence did. */
void iq_ptx_race_arrive_relaxed(struct iq_warp *w);
void iq_ptx_race_complete(struct iq_ptx_block *b, uint32_t barrier);
void iq_ptx_race_cluster_complete(struct iq_ptx_cluster *c);
void iq_ptx_race_cluster_pass(struct iq_warp *w);
/* The mbarrier [at]: an arrival, the end of a phase, a wait that has ended. */
void iq_ptx_race_phase_arrive(struct iq_warp *w, uint32_t at);
void iq_ptx_race_phase_complete(struct iq_ptx_block *b, uint32_t at);
void iq_ptx_race_phase_pass(struct iq_warp *w, uint32_t at);
/* Two blocks of a cluster: each knows all that the other one did. */
void iq_ptx_race_join(struct iq_ptx_block *one, struct iq_ptx_block *other);
void iq_ptx_race_meet(struct iq_warp *w, uint32_t lanes);
void iq_ptx_race_fence(struct iq_warp *w, bool cta);
/* A volatile, relaxed or atomic access: takes what others released, releases what lies before the
 * last fence. */
void iq_ptx_race_strong(struct iq_warp *w);
/* A write to global memory after a fence may be a flag. */
void iq_ptx_race_release(struct iq_warp *w);
/* The words of a flag in global memory are about to be written, or read: what they carry is heard
 * once they have been. */
void iq_ptx_race_note_flag(struct iq_warp *w, uint64_t addr, uint32_t size, bool write, bool ask);
void iq_ptx_race_hear(struct iq_ptx_block *b);
/* The last number that the warp has heard of what [block] published. */
uint32_t iq_ptx_race_heard_of(const struct iq_warp *w, uint32_t block);

/* Accesses.  [at]: offset in shared memory; [addr]: in global memory. */
void iq_ptx_race_shared_one(struct iq_warp *w, const struct iq_ptx_insn *i, uint32_t at,
                            uint32_t size, uint32_t lane, uint32_t flags);
void iq_ptx_race_global_one(struct iq_warp *w, const struct iq_ptx_insn *i, uint64_t addr,
                            uint32_t size, uint32_t lane, uint32_t flags);
/* [row]: all lanes run, their addresses are in a row or all the same. */
void iq_ptx_race_global_lanes(struct iq_warp *w, const struct iq_ptx_insn *i, const uint64_t *addr,
                              uint32_t size, uint32_t flags, bool row);
/* Memory of the kernels' heap begins a new life: who had it before has given it back. */
void iq_ptx_race_forget(struct iq_warp *w, uint64_t addr, uint64_t size);

/* Is [before] ordered before an access of [thread]?  Do they collide, and how is it reported? */
bool iq_ptx_race_is_ordered(const struct iq_warp *w, uint32_t thread, uint32_t time,
                            uint32_t before);
bool iq_ptx_race_collides(const struct iq_warp *w, const struct iq_ptx_touch *now,
                          const struct iq_ptx_touch *before, bool shared);
/* The bytes that a plain or surface store of [lane] writes, IQ_PTX_VECTOR_BYTES at most, and how
 * many; 0: another instruction. */
uint32_t iq_ptx_race_stored(const struct iq_warp *w, const struct iq_ptx_insn *i, uint32_t lane,
                            uint8_t *to);
void iq_ptx_race_tell(struct iq_warp *w, const struct iq_ptx_insn *i, uint64_t addr, uint32_t size,
                      uint32_t lane, enum iq_ptx_space space, const struct iq_ptx_touch *now,
                      const struct iq_ptx_touch *before);
/* A cell is about to be looked at by itself. */
void iq_ptx_race_split_line(struct iq_ptx_race *r, uint32_t cell);
static inline void iq_ptx_race_open_line(struct iq_ptx_race *r, uint32_t cell)
{
    struct iq_ptx_race_line *line = &r->lines[cell / 16];
    if (__builtin_expect(!line->split, 0))
        iq_ptx_race_split_line(r, cell);
    line->last = r->now;
}

/* A record of shared memory: time and who.  What is not above that of a time with all bits of who
 * set is not younger. */
static inline uint64_t iq_ptx_race_record(uint32_t time, uint32_t who)
{
    return (uint64_t)time << 32 | who;
}
static inline uint64_t iq_ptx_race_until(uint32_t time)
{
    return iq_ptx_race_record(time, UINT32_MAX);
}

/* A cell has two readers at most. */
static inline void iq_ptx_race_note_read(struct iq_ptx_race *r, uint32_t cell, uint64_t mine,
                                         uint64_t base)
{
    bool other = r->r[cell] > base && (r->r[cell] ^ mine) & WHO_THREAD;
    *(other ? &r->q[cell] : &r->r[cell]) = mine;
}

static inline uint32_t iq_ptx_race_who(const struct iq_warp *w, const struct iq_ptx_insn *i,
                                       uint32_t thread, uint32_t kind)
{
    uint64_t pc = (uint64_t)(i - w->block->program->insns);
    return thread | kind << WHO_KIND | (uint32_t)(pc < RACE_NO_PC ? pc : RACE_NO_PC) << WHO_PC;
}

/* How [i] makes its access. */
uint32_t iq_ptx_race_kind(const struct iq_ptx_insn *i, uint32_t flags);

#endif
