/* Blocks that stand still: each of their warps is seen only at places, and with registers, with
 * which it has been seen before; clocks and what only counts do not matter (passive.c).  So are
 * loops that ask for a word which nobody writes, and endless ones.  What computes is somewhere new
 * each time. Owner: the block. Threads: the one that runs it. */
#ifndef IQ_PTX_STILL_H
#define IQ_PTX_STILL_H

#include "ptx/exec.h"

/* The block starts anew. */
void iq_ptx_still_begin(struct iq_ptx_block *block);
/* After a slice.  A few times per second it looks where the warps are: if one is somewhere new, it
 * counts progress of the launch. */
void iq_ptx_still_look(struct iq_ptx_block *block);
void iq_ptx_still_destroy(struct iq_ptx_block *block);

#endif
