/* Counters in global memory that threads add to and look at, as a barrier of the grid written by
 * hand does.
 * Owner: a launch, which makes the table when it is first needed.  Threads: any. */
#ifndef IQ_PTX_POLLS_H
#define IQ_PTX_POLLS_H

#include "ptx/exec.h"

/* One lane is about to add to a word of global memory, and has to give up its turn;
 * has added; looks at the word that it added to. */
bool iq_ptx_polls_must_wait(struct iq_warp *w, uint64_t addr);
void iq_ptx_polls_count(struct iq_warp *w, uint64_t addr);
void iq_ptx_polls_look(struct iq_warp *w, uint64_t addr);
void iq_ptx_polls_destroy(struct iq_ptx_polls *polls);

#endif
