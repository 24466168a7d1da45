#include "process/result_use.h"

#include <stdbool.h>

#include "arch/code.h"
#include "process/code_window.h"

enum { STEPS = 48 };

struct use_walk {
    const uintptr_t *pcs;
    uint32_t count, steps;
    struct iq_code_window *window;
};

/* From [pc] on.  Both ways of a branch count; STEPS bounds them all together. */
static enum iq_result_use follow(struct use_walk *walk, uintptr_t pc)
{
    const uint8_t *code;
    struct iq_arch_step step;
    bool unknown = false; /* what the other way of a branch has come to */
    while (walk->steps && (code = iq_code_window_at(walk->window, pc)) &&
           iq_arch_use(code, pc, &step)) {
        walk->steps--;
        if (step.effect == IQ_ARCH_FORKS) {
            enum iq_result_use fate = follow(walk, step.target);
            if (fate == IQ_RESULT_READ)
                return fate;
            unknown |= fate == IQ_RESULT_UNKNOWN;
        }
        if (step.effect == IQ_ARCH_RETURNS && walk->count > 1) {
            struct use_walk caller = { walk->pcs + 1, walk->count - 1, walk->steps, walk->window };
            enum iq_result_use fate = follow(&caller, caller.pcs[0]);
            walk->steps = caller.steps;
            return fate == IQ_RESULT_UNUSED && unknown ? IQ_RESULT_UNKNOWN : fate;
        }
        if (step.effect == IQ_ARCH_READS)
            return IQ_RESULT_READ;
        if (step.effect == IQ_ARCH_DROPS)
            return unknown ? IQ_RESULT_UNKNOWN : IQ_RESULT_UNUSED;
        if (step.effect == IQ_ARCH_STOPS || step.effect == IQ_ARCH_RETURNS)
            return IQ_RESULT_UNKNOWN;
        pc = step.effect == IQ_ARCH_JUMPS ? step.target : pc + step.length;
    }
    return IQ_RESULT_UNKNOWN;
}

enum iq_result_use iq_result_use_of(const uintptr_t *pcs, uint32_t count)
{
    struct iq_code_window window = { .size = 0 };
    struct use_walk walk = { pcs, count, STEPS, &window };
    return count && pcs[0] ? follow(&walk, pcs[0]) : IQ_RESULT_UNKNOWN;
}
