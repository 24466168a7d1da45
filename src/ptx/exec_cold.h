/* Prototypes of the handlers that are compiled once. */
#ifndef IQ_PTX_EXEC_COLD_H
#define IQ_PTX_EXEC_COLD_H

#include "ptx/exec.h"

#define IQ_PTX_COLD(name) const struct iq_ptx_insn *iq_ptx_x_##name(struct iq_warp *w, const struct iq_ptx_insn *i)
#define HOT(n)
#define COLD(n) IQ_PTX_COLD(n);
#include "ptx/exec.def"

#endif
