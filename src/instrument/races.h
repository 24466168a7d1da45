/* Shared by the files of src/instrument only: races in shared and in global memory.
 * Owner: the rewriter. */
#ifndef IQ_INSTRUMENT_RACES_H
#define IQ_INSTRUMENT_RACES_H

#include "base/str.h"
#include "instrument/inner.h"

struct rewriter;

/* What watches races in .body's kernel. */
struct races {
    bool watches_shared, watches_global;
    bool warp_unknown;           /* lanes of a warp may be ordered by what is not counted */
    bool polls;                  /* it waits for what others write */
    uint32_t first_site;         /* of the kernel */
    uint32_t state, step, cells; /* words of the hidden parameter */
};

/* Decides whether .body is watched; the functions that all kernels call; what a kernel
 * begins with; what follows [s], if that orders threads. */
void iq_races_begin(struct rewriter *r);
void iq_races_put_library(const struct rewriter *r, struct iq_str *to);
void iq_races_put_global_library(const struct rewriter *r, struct iq_str *to);
void iq_races_put_entry(struct rewriter *r);
void iq_races_put_order(struct rewriter *r, const struct iq_statement *s);

/* What comes before the access [s], which is carried out where [runs] (NULL: always) is true;
 * [site]: of its bounds. */
void iq_races_put_shared(struct rewriter *r, const struct iq_statement *s,
                         const struct iq_memory_access *access, const char *runs);
void iq_races_put_global(struct rewriter *r, const struct iq_statement *s,
                         const struct iq_memory_access *access, uint32_t site, const char *runs);

/* What is written after a wait for others cannot overtake what they read before they ended it: a
 * plain reader (%t: 0) does not collide (%p) with a write of a kernel that waits (flag 16). */
#define IQ_RACES_UNLESS_POLLED                                                            \
    "  and.b32 %r2, %flags, 16; setp.ne.u32 %q, %r2, 0; setp.eq.and.u64 %q, %t, 0, %q;\n" \
    "  not.pred %q, %q; and.pred %p, %p, %q;\n"

/* Looks at [count] words from [at] bytes behind the start of an access on; what is stored there is
 * in register %iqsv[value]. */
typedef void iq_races_look(struct rewriter *r, uint32_t at, uint32_t count, unsigned flags,
                           uint32_t value);
void iq_races_put_accesses(struct rewriter *r, const struct iq_statement *s,
                           const struct iq_memory_access *access, iq_races_look *look);
bool iq_races_is_watched(const struct rewriter *r, const struct iq_statement *s,
                         const struct iq_memory_access *access, enum iq_instrument_space space);

#endif
