/* The interpreter's side of runtime.h. */
#ifndef IQ_PTX_EXEC_RUNTIME_H
#define IQ_PTX_EXEC_RUNTIME_H

#include "ptx/exec.h"
#include "ptx/runtime.h"

/* False: a fault, which has been reported. */
bool iq_ptx_runtime_do(struct iq_warp *w, const struct iq_ptx_insn *i, enum iq_ptx_runtime function,
                       const struct iq_ptx_program_call *site, uint32_t lane, uint64_t *result);

#endif
