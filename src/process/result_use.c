#include "process/result_use.h"

#include <stdbool.h>

#include "arch/code.h"
#include "process/code_window.h"
#include "process/peek.h"

enum { STEPS = 48 };

/* A function that the walk has gone into: where it returns to. */
struct use_called {
    uintptr_t behind;
    const struct use_called *outer;
};

struct use_walk {
    const uintptr_t *pcs;
    uint32_t count, steps;
    struct iq_code_window *window;
    iq_result_taker *takes;
    const struct use_called *called; /* NULL: it is in the functions of [pcs] */
};

static enum iq_result_use follow(struct use_walk *walk, uintptr_t pc);

/* In the function that the one of [walk] returns to. */
static enum iq_result_use follow_return(struct use_walk *walk)
{
    struct use_walk outer = *walk;
    uintptr_t behind;
    if (walk->called) {
        behind = walk->called->behind;
        outer.called = walk->called->outer;
    } else if (walk->count > 1) {
        behind = *++outer.pcs;
        outer.count--;
    } else {
        return IQ_RESULT_UNKNOWN;
    }
    enum iq_result_use fate = follow(&outer, behind);
    walk->steps = outer.steps;
    return fate;
}

/* In the function that is called before [behind], and after it if that leaves the result alone. */
static enum iq_result_use follow_call(struct use_walk *walk, uintptr_t behind)
{
    struct use_called called = { behind, walk->called };
    struct use_walk inner = *walk;
    uintptr_t target = iq_arch_called_directly(behind, iq_peek_quietly);
    inner.called = &called;
    enum iq_result_use fate = target ? follow(&inner, target) : IQ_RESULT_UNKNOWN;
    walk->steps = inner.steps;
    return fate;
}

/* Of an instruction that ends the walk. */
static enum iq_result_use fate_of(struct use_walk *walk, uintptr_t pc,
                                  const struct iq_arch_step *step)
{
    switch (step->effect) {
    case IQ_ARCH_RETURNS: return follow_return(walk);
    case IQ_ARCH_CALLS: return follow_call(walk, pc + step->length);
    case IQ_ARCH_READS: return IQ_RESULT_READ;
    case IQ_ARCH_DROPS: return IQ_RESULT_UNUSED;
    case IQ_ARCH_LEADS: return walk->takes(step->target);
    default: return IQ_RESULT_UNKNOWN;
    }
}

/* From [pc] on.  Both ways of a branch count; STEPS bounds them all together. */
static enum iq_result_use follow(struct use_walk *walk, uintptr_t pc)
{
    const uint8_t *code;
    struct iq_arch_step step;
    bool unknown = false; /* what the other way of a branch has come to */
    while (walk->steps && (code = iq_code_window_at(walk->window, pc)) &&
           iq_arch_use(code, pc, &step)) {
        walk->steps--;
        enum iq_result_use fate;
        switch (step.effect) {
        case IQ_ARCH_PASSES: pc += step.length; break;
        case IQ_ARCH_JUMPS: pc = step.target; break;
        case IQ_ARCH_FORKS:
            fate = follow(walk, step.target);
            if (fate == IQ_RESULT_READ)
                return fate;
            unknown |= fate == IQ_RESULT_UNKNOWN;
            pc += step.length;
            break;
        default:
            fate = fate_of(walk, pc, &step);
            return fate == IQ_RESULT_UNUSED && unknown ? IQ_RESULT_UNKNOWN : fate;
        }
    }
    return IQ_RESULT_UNKNOWN;
}

enum iq_result_use iq_result_use_of(const uintptr_t *pcs, uint32_t count, iq_result_taker *takes)
{
    struct iq_code_window window = { .size = 0 };
    struct use_walk walk = { pcs, count, STEPS, &window, takes, NULL };
    return count && pcs[0] ? follow(&walk, pcs[0]) : IQ_RESULT_UNKNOWN;
}
