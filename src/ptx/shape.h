/* What several looks at the instructions of a function ask: where it branches to, what runs under a
 * guard, where its registers get their values.
 * Owner: the caller, who frees what is returned.  Threads: any, one function each. */
#ifndef IQ_PTX_SHAPE_H
#define IQ_PTX_SHAPE_H

#include <stdbool.h>
#include <stdint.h>

#include "ptx/cold.h"
#include "ptx/ir.h"

static inline bool iq_ptx_is_branch(uint32_t exec) { return exec == X_bra || exec == X_bra_if; }
static inline bool iq_ptx_ends_block(uint32_t exec)
{
    return iq_ptx_is_branch(exec) || exec == X_brx || exec == X_ret || exec == X_exit;
}

/* How many instructions after [x] run under the mask of a guard; [left]: how many from [x] on. */
static inline uint64_t iq_ptx_guarded_after(const struct iq_ptx_insn *x, uint64_t left)
{
    return x->exec == X_guard ? x->imm : left ? left - 1 : 0;
}

/* By instruction: how many branches lead there, 2: or more.  NULL without memory. */
uint8_t *iq_ptx_function_meets(const struct iq_ptx_function *f);

/* By register: 1 + the instruction that alone defines it, for all lanes; 0: else.  NULL without
 * memory. */
uint32_t *iq_ptx_function_definitions(const struct iq_ptx_function *f);

#endif
