#include "process/rounds.h"

#include "arch/code.h"
#include "process/code_window.h"

enum { MOST = 64 /* instructions of a loop */, DEPTH = 8 };

/* The instructions in the order in which they stand, from where the loop begins. */
struct body {
    struct iq_arch_effects of[MOST];
    bool stays[MOST]; /* writes the same in each round */
    uint32_t count, load;
    struct iq_code_window window;
};

static bool look(struct body *body, uintptr_t pc, struct iq_arch_effects *effects)
{
    const uint8_t *code = iq_code_window_at(&body->window, pc);
    return code && iq_arch_effects(code, pc, effects) && effects->flow != IQ_ARCH_STOPS;
}

/* The next jump back over the load at [pc]. */
static bool find_end(struct body *body, uintptr_t pc, struct iq_code_loop *loop)
{
    struct iq_arch_effects effects;
    uintptr_t at = pc;
    for (uint32_t i = 0; i < MOST && look(body, at, &effects); i++, at += effects.length)
        if ((effects.flow == IQ_ARCH_JUMPS || effects.flow == IQ_ARCH_FORKS) &&
            effects.target <= pc) {
            *loop = (struct iq_code_loop){ effects.target, at };
            return true;
        }
    return false;
}

static bool take(struct body *body, uintptr_t pc, const struct iq_code_loop *loop)
{
    bool met = false;
    uintptr_t at = loop->first;
    for (body->count = 0; at <= loop->last; body->count++) {
        struct iq_arch_effects *effects = &body->of[body->count];
        if (body->count == MOST || !look(body, at, effects))
            return false;
        if (at == pc) {
            body->load = body->count;
            met = true;
        }
        at += effects->length;
    }
    return met;
}

static bool is_same(const struct iq_arch_effects *a, const struct iq_arch_effects *b)
{
    return a->fixed && b->fixed && a->base == b->base && a->distance == b->distance;
}

static bool is_stored(const struct body *body, const struct iq_arch_effects *variable)
{
    for (uint32_t i = 0; i < body->count; i++)
        if (body->of[i].stores && is_same(&body->of[i], variable))
            return true;
    return false;
}

/* The instruction that wrote [registers] last, before the one at [place]; NULL: none in the loop
 * does. */
static const struct iq_arch_effects *writer_of(const struct body *body, uint32_t place,
                                               uint32_t registers)
{
    for (uint32_t i = 1; i <= body->count; i++) {
        const struct iq_arch_effects *e = &body->of[(place + body->count - i) % body->count];
        if (e->writes & registers)
            return e;
    }
    return NULL;
}

/* Does each of [registers] hold the same in each round where control comes to [place]?  A register
 * that follows from its own value in the round before does not: that goes deeper than DEPTH. */
static bool stay(struct body *body, uint32_t place, uint32_t registers, int depth)
{
    for (; registers; registers &= registers - 1) {
        const struct iq_arch_effects *e = writer_of(body, place, registers & -registers);
        uint32_t at = e ? (uint32_t)(e - body->of) : 0;
        if (!e || body->stays[at])
            continue;
        if (depth == DEPTH || e->opaque || (e->loads && e->fixed && is_stored(body, e)) ||
            !stay(body, at, e->reads, depth + 1))
            return false;
        body->stays[at] = true;
    }
    return true;
}

static bool is_same_form(const struct iq_arch_effects *a, const struct iq_arch_effects *b)
{
    return a->loads && b->loads && a->distance == b->distance &&
           __builtin_popcount(a->address) == __builtin_popcount(b->address);
}

static bool reads_in_loop(struct body *body, const struct iq_arch_effects *first)
{
    for (uint32_t i = 0; i < body->count; i++)
        if (is_same_form(&body->of[i], first) && stay(body, i, body->of[i].address, 0))
            return true;
    return false;
}

/* Compilers put the first look in front of the loop: it decides whether there are any rounds.  The
 * first jump after the load at [pc] goes past the loop, or into it, around what leads past. */
static bool reads_ahead(struct body *body, uintptr_t pc, struct iq_code_loop *loop)
{
    struct iq_arch_effects first, e;
    uintptr_t at = pc, fork = 0, leaves = 0;
    if (!look(body, pc, &first) || !first.loads)
        return false;
    for (uint32_t i = 0; i < MOST && look(body, at, &e); i++, at += e.length) {
        bool jumps = e.flow == IQ_ARCH_JUMPS || e.flow == IQ_ARCH_FORKS;
        if (jumps && e.target > pc && e.target <= at) {
            *loop = (struct iq_code_loop){ e.target, at };
            return (fork > at || (fork && leaves > at)) && take(body, e.target, loop) &&
                   reads_in_loop(body, &first);
        }
        if (fork && !leaves && (e.flow == IQ_ARCH_RETURNS || e.flow == IQ_ARCH_JUMPS))
            leaves = e.flow == IQ_ARCH_RETURNS ? UINTPTR_MAX : e.target;
        if (!fork && e.flow == IQ_ARCH_FORKS)
            fork = e.target;
    }
    return false;
}

bool iq_code_reads_again(uintptr_t pc, struct iq_code_loop *loop)
{
    struct body body = { .count = 0 };
    if (find_end(&body, pc, loop))
        return take(&body, pc, loop) && body.of[body.load].loads &&
               stay(&body, body.load, body.of[body.load].address, 0);
    return reads_ahead(&body, pc, loop);
}
