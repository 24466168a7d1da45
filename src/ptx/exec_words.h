/* Operations on 32-bit words, all lanes at once.  Stateless. */
#ifndef IQ_PTX_EXEC_WORDS_H
#define IQ_PTX_EXEC_WORDS_H

#include "ptx/exec.h"

/* Does an instruction of the handler `lane` if it is one of the commonest; false: nothing has been done.  One for each level of the processor. */
typedef bool iq_ptx_lane_words(struct iq_warp *w, const struct iq_ptx_insn *i);
iq_ptx_lane_words iq_ptx_lane_words_v1, iq_ptx_lane_words_v3, iq_ptx_lane_words_v4;

#endif
