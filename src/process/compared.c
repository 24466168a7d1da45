#include "process/compared.h"

#include "arch/code.h"
#include "process/code_window.h"

enum { STEPS = 256 };

struct compare_walk {
    const uintptr_t *pcs;
    uint32_t count, steps;
    int32_t code;
    struct iq_code_window *window;
};

static bool follow(struct compare_walk *walk, uintptr_t pc, struct iq_arch_places places)
{
    const uint8_t *code;
    struct iq_arch_step step;
    bool compared = false;
    while (walk->steps && (places.registers || places.base || places.known.moved) &&
           (code = iq_code_window_at(walk->window, pc)) &&
           iq_arch_compare(code, pc, walk->code, &places, &step, &compared)) {
        walk->steps--;
        if (compared)
            return true;
        if (step.effect == IQ_ARCH_RETURNS) {
            if (walk->count < 2 || !(places.registers & IQ_ARCH_RESULT.registers))
                return false;
            struct compare_walk caller = { walk->pcs + 1, walk->count - 1, walk->steps, walk->code,
                                           walk->window };
            return follow(&caller, caller.pcs[0], IQ_ARCH_RESULT);
        }
        if (step.effect == IQ_ARCH_FORKS) { /* half of what is left for either way */
            struct compare_walk other = *walk;
            walk->steps -= other.steps /= 2;
            if (follow(&other, step.target, places))
                return true;
        }
        if (step.effect == IQ_ARCH_STOPS)
            return false;
        pc = step.effect == IQ_ARCH_JUMPS ? step.target : pc + step.length;
    }
    return false;
}

/* The variable that lies [distance] bytes above the address in [base]. */
static struct iq_arch_places variable_at(uint32_t base, uintptr_t distance)
{
    return (struct iq_arch_places){ .base = base, .distance = (intptr_t)distance };
}

bool iq_code_is_compared(uintptr_t pc, const struct iq_code_variable *variable, int32_t code)
{
    struct iq_code_window window = { .size = 0 };
    struct compare_walk by_sp = { &pc, 1, STEPS, code, &window }, by_fp = by_sp;
    return code &&
           (follow(&by_sp, pc, variable_at(IQ_ARCH_BY_SP, variable->address - variable->sp)) ||
            follow(&by_fp, pc, variable_at(IQ_ARCH_BY_FP, variable->address - variable->fp)));
}

bool iq_result_is_compared(const uintptr_t *pcs, uint32_t count, int32_t code)
{
    struct iq_code_window window = { .size = 0 };
    struct compare_walk walk = { pcs, count, STEPS, code, &window };
    return code && count && pcs[0] && follow(&walk, pcs[0], IQ_ARCH_RESULT);
}
