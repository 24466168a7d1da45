/* What hot/ has for one level of processors (arch/levels.h): handlers, and steps that exec_*.c call
 * for all lanes at once.  Stateless. */
#ifndef IQ_PTX_CPU_H
#define IQ_PTX_CPU_H

#include "ptx/exec.h"
#include "ptx/matrix.h"

/* Cells of shared memory, of which cell k has a record of who's + (k >> shift). */
struct iq_ptx_race_cells {
    uint32_t first, count, shift;
};
struct iq_ptx_owners_use;
struct iq_ptx_owners_known;
struct iq_ptx_owners_places;

struct iq_ptx_cpu {
    iq_ptx_exec_fn *const *handlers; /* by exec; NULL: one of the cold ones */
    iq_ptx_exec_fn *const *open;     /* of plain accesses, unchecked, by exec from X_ldg8 on */
    /* An f32 operation in the rounding that is set, or with saturation; false: not this
     * operation. */
    bool (*float_step)(uint32_t mod, const float *a, const float *b, const float *c, float *out);
    /* A handler for an instruction of `lane` if it is one of the commonest, on words; else NULL. */
    iq_ptx_exec_fn *(*lane_handler)(const struct iq_ptx_insn *i);
    /* An instruction of `float`, on halves and pairs of them, or of `cvt`, if it is one of the
     * commonest; false: nothing has been done. */
    bool (*float_halves)(struct iq_warp *w, const struct iq_ptx_insn *i);
    uint32_t (*compare_halves)(uint32_t comparison, bool bfloat, bool ftz, const uint16_t *a,
                               const uint16_t *b);
    bool (*convert)(struct iq_warp *w, const struct iq_ptx_insn *i);
    bool (*convert_small)(struct iq_warp *w, const struct iq_ptx_insn *i); /* of `small` */
    /* Which of 32 words are this one; shfl of all lanes, which returns its predicate. */
    uint32_t (*equal_lanes)(const uint32_t *words, uint32_t word);
    uint32_t (*shuffle)(uint32_t mode, const uint32_t *value, const uint32_t *b, const uint32_t *c,
                        uint32_t *out);
    void (*note_reads)(const struct iq_ptx_block *b); /* reads.h */
    /* Lanes that copy [each] bytes from and to right behind those of the lane before; *few: that
     * copy fewer bytes. */
    uint32_t (*copies_joined)(const uint64_t *from, const uint64_t *to, const uint32_t *bytes,
                              uint32_t each, uint32_t *few);
    /* async.h: writes [record] where nobody has used the cells since the last barrier (false: they
     * have, and it is noted nowhere); puts [closed], 0 in all cells, in the place of [open]. */
    bool (*copies_begin)(struct iq_ptx_race *r, const struct iq_ptx_race_cells *cells,
                         uint64_t record);
    void (*copies_end)(struct iq_ptx_race *r, const struct iq_ptx_race_cells *cells,
                       uint64_t *records, uint64_t open, uint64_t closed);
    /* Words of owners.h, by the lanes of [row], an owner without lane and rank; returns those that
     * are to be looked at one by one. */
    uint32_t (*note_owners)(const struct iq_ptx_owners_use *use, uint64_t row);
    bool (*ask_owners)(const struct iq_ptx_owners_use *use, const struct iq_ptx_owners_known *known,
                       struct iq_ptx_owners_places *to);
    bool (*same_places)(const uint64_t *addr, uint64_t offset, uint32_t mask,
                        const struct iq_ptx_owners_places *to);
    bool (*store_owners)(const struct iq_ptx_owners_use *use, uint64_t row,
                         const struct iq_ptx_owners_places *at);
    void (*put_stores)(const struct iq_ptx_owners_use *use, uint64_t row); /* stores.h */
    struct iq_ptx_matrix_steps matrix;
};
#define LEVEL(name, number) extern const struct iq_ptx_cpu iq_ptx_cpu_##name;
#include "arch/levels.def"
#undef LEVEL
/* program.c: of the processor that this runs on. */
const struct iq_ptx_cpu *iq_ptx_cpu(void);

#endif
