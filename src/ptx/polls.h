/* Counters in global memory that threads add to and look at, as a barrier of the grid written by
 * hand does.
 * Owner: a launch, which makes the table when it is first needed.  Threads: any. */
#ifndef IQ_PTX_POLLS_H
#define IQ_PTX_POLLS_H

#include "ptx/exec.h"

/* One lane is about to add to a word of global memory, and has to give up its turn;
 * has added; is about to look at the word that it added to: how often all have. */
bool iq_ptx_polls_must_wait(struct iq_warp *w, uint64_t addr);
void iq_ptx_polls_count(struct iq_warp *w, uint64_t addr);
uint32_t iq_ptx_polls_look(struct iq_warp *w, uint64_t addr);
/* The block has looked, and heard what the word carries.  Until then the others wait: who counts
 * again tells more by it than the look was to show. */
void iq_ptx_polls_seen(struct iq_ptx_block *b, uint64_t addr, uint32_t counted);
void iq_ptx_polls_destroy(struct iq_ptx_polls *polls);

#endif
