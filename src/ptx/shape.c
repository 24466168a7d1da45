#include "ptx/shape.h"

#include <stdlib.h>

static void meet(uint8_t *meets, uint32_t at) { meets[at] += meets[at] < 2; }

uint8_t *iq_ptx_function_meets(const struct iq_ptx_function *f)
{
    uint8_t *meets = calloc(f->insn_count + 1, sizeof *meets);
    if (!meets)
        return NULL;
    for (uint32_t i = 0; i < f->insn_count; i++)
        if (iq_ptx_is_branch(f->insns[i].exec))
            meet(meets, f->insns[i].target);
    for (uint32_t i = 0; i < f->switch_count; i += f->switches[i] + 1)
        for (uint32_t k = 1; k <= f->switches[i]; k++)
            meet(meets, f->switches[i + k]);
    return meets;
}

uint32_t *iq_ptx_function_definitions(const struct iq_ptx_function *f)
{
    const uint32_t unclear = UINT32_MAX;
    uint32_t *of = calloc(f->vreg_count + 1, sizeof *of);
    uint64_t guarded = 0;
    for (uint32_t i = 0; of && i < f->insn_count; i++) {
        const struct iq_ptx_insn *x = &f->insns[i];
        for (uint32_t k = 0; k < x->nd; k++)
            of[x->o[k]] = of[x->o[k]] || guarded ? unclear : i + 1;
        guarded = iq_ptx_guarded_after(x, guarded);
    }
    for (uint32_t r = 0; of && r <= f->vreg_count; r++)
        of[r] = of[r] == unclear ? 0 : of[r];
    return of;
}
