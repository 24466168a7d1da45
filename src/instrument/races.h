/* Shared by the files of src/instrument only: races in shared and in global memory.
 * Owner: the rewriter. */
#ifndef IQ_INSTRUMENT_RACES_H
#define IQ_INSTRUMENT_RACES_H

#include "base/str.h"
#include "instrument/inner.h"

struct rewriter;

/* Cells are of 1 << shift bytes. */
enum { IQ_RACES_SHIFTS = 3 };

/* What watches races in .body's kernel. */
struct races {
    bool watches_shared, watches_global, watches_barriers;
    bool warp_unknown;                   /* lanes of a warp may be ordered by what is not counted */
    bool polls;                          /* it waits for what others write */
    uint32_t shared_shift, global_shift; /* of the cells, see iq_instrument_kernel */
    uint32_t first_site;                 /* of the kernel */
    uint32_t state, step, cells;         /* words of the hidden parameter */
    uint32_t barriers, syncs;            /* in the text of the kernel up to here */
};

/* Decides whether .body is watched; the functions that all kernels call; what a kernel
 * begins with; what follows [s], if that orders threads. */
void iq_races_begin(struct rewriter *r);
void iq_races_put_library(const struct rewriter *r, struct iq_str *to);
void iq_races_put_global_library(const struct rewriter *r, struct iq_str *to);
void iq_races_put_entry(struct rewriter *r);
void iq_races_put_order(struct rewriter *r, const struct iq_statement *s);
/* At the end of .body: in which loops its sites are. */
void iq_races_find_loops(struct rewriter *r);

/* What comes before the access [s], which is carried out where [runs] (NULL: always) is true;
 * [site]: of its bounds. */
void iq_races_put_shared(struct rewriter *r, const struct iq_statement *s,
                         const struct iq_memory_access *access, const char *runs);
void iq_races_put_global(struct rewriter *r, const struct iq_statement *s,
                         const struct iq_memory_access *access, uint32_t site, const char *runs);

/* Is [s] a barrier of the whole block? */
bool iq_races_is_barrier(const struct rewriter *r, const struct iq_statement *s);

/* Barriers that diverge.  Has .body several barriers of the block?; what comes in front of [s], if
 * that is one; the function that all kernels call. */
bool iq_barriers_are_several(const struct rewriter *r);
void iq_barriers_put(struct rewriter *r, const struct iq_statement *s);
void iq_barriers_put_library(const struct rewriter *r, struct iq_str *to);

/* The record of site %site: an access to [address], of memory that begins at [base], and the other
 * side %bad; the first of the launch, unless there is one that the host has not read yet.  Ends the
 * function. */
#define IQ_RACES_LEAVE(address, base)                                                            \
    "  mov.u64 %t, " IQ_INSTRUMENT_COUNTERS "; mul.wide.u32 %u, %site, 8; add.s64 %t, %t, %u;\n" \
    "  ld.volatile.global.u64 %u, [%t]; setp.eq.u64 %p, %u, %launch; @%p ret;\n"                 \
    "  atom.global.exch.b64 %u, [%t], %launch; setp.eq.u64 %p, %u, %launch; @%p ret;\n"          \
    "  mul.wide.u32 %t, %site, 64; add.s64 %t, %t, %records;\n"                                  \
    "  ld.volatile.global.u64 %u, [%t]; setp.ne.u64 %p, %u, 0; @%p ret;\n"                       \
    "  st.global.u64 [%t+8], " address "; st.global.u64 [%t+16], %launch;\n"                     \
    "  st.global.u64 [%t+24], " base ";\n"                                                       \
    "  mov.u32 %r0, %tid.x; mov.u32 %r1, %tid.y; mov.u32 %r2, %tid.z;\n"                         \
    "  st.global.u32 [%t+32], %r0; st.global.u32 [%t+36], %r1; st.global.u32 [%t+40], %r2;\n"    \
    "  mov.u32 %r0, %ctaid.x; mov.u32 %r1, %ctaid.y; mov.u32 %r2, %ctaid.z;\n"                   \
    "  st.global.u32 [%t+44], %r0; st.global.u32 [%t+48], %r1; st.global.u32 [%t+52], %r2;\n"    \
    "  st.global.u64 [%t+56], %bad; xor.b64 %u, " address ", %launch;\n"                         \
    "  xor.b64 %u, %u, " base "; xor.b64 %u, %u, 0x1e57ed0ff5e7f00d; membar.sys;\n"              \
    "  st.volatile.global.u64 [%t], %u; mov.u64 %u, 1;\n"                                        \
    "  st.volatile.global.u64 [%records+-64], %u; ret;\n"

/* By the shift of the cells: what of %value belongs to the next one (%part). */
extern const char *const iq_races_parts[IQ_RACES_SHIFTS];

/* What is written after a wait for others cannot overtake what they read before they ended it: a
 * plain reader (%t: 0) does not collide (%p) with a write of a kernel that waits (flag 16). */
#define IQ_RACES_UNLESS_POLLED                                                            \
    "  and.b32 %r2, %flags, 16; setp.ne.u32 %q, %r2, 0; setp.eq.and.u64 %q, %t, 0, %q;\n" \
    "  not.pred %q, %q; and.pred %p, %p, %q;\n"

/* May a thread of .body end before its time?  Not where others count on it or wait for what it
 * writes. */
bool iq_races_may_end(const struct rewriter *r);

/* Looks at [count] cells from [at] bytes behind the start of an access on; what is stored there is
 * in register %iqsv[value]. */
typedef void iq_races_look(struct rewriter *r, uint32_t at, uint32_t count, unsigned flags,
                           uint32_t value);
void iq_races_put_accesses(struct rewriter *r, const struct iq_statement *s,
                           const struct iq_memory_access *access, iq_races_look *look);
bool iq_races_is_watched(const struct rewriter *r, const struct iq_statement *s,
                         const struct iq_memory_access *access, enum iq_instrument_space space);

#endif
