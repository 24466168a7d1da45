/* Memory for races: records of the shared memory of some blocks of a launch, and of the global
 * memory that it writes, zeroed in the order of its stream.
 * Owner: the guest; what is allocated stays until its context ends.  Threads: any; a lock of its
 * own.  Fork: a child has no context. */
#ifndef IQ_WRAP_KERNEL_RACES_H
#define IQ_WRAP_KERNEL_RACES_H

#include <stdint.h>

#include "instrument/instrument.h"
#include "real_cuda.h"

/* Memory for races in shared memory, of a launch that is about to be enqueued on [stream] (as
 * functions without suffix know it) with [grid] blocks; .state 0: none. */
struct iq_kernel_race_room {
    uint64_t state, step, cells;
};
struct iq_kernel_race_room iq_kernel_race_room(const struct iq_instrument_kernel *kernel,
                                               const unsigned grid[3], uint32_t dynamic_bytes,
                                               CUstream stream);

/* ... for races in the global memory that [kernel] uses: [spans], which do not overlap.  Writes to
 * .word what IQ_WORD_CELLS of each is, and how many bytes are watched from .base on. */
struct iq_kernel_race_span {
    uint64_t base, size, word, watched;
};
void iq_kernel_race_cells(const struct iq_instrument_kernel *kernel,
                          struct iq_kernel_race_span *spans, uint32_t count, CUstream stream);

/* A context has ended: what was in it is gone. */
void iq_kernel_races_forget(void);

/* Launches that had no room for all memory; blocks of the largest one, and those watched. */
struct iq_kernel_races {
    uint64_t cut, blocks, watched;
};
struct iq_kernel_races iq_kernel_races_totals(void);

#endif
