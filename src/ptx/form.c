/* The steps that lead to the address of each access of a kernel, as far as they can be told from
 * the text: see apart.h. */
#include <stdlib.h>

#include "ptx/apart.h"
#include "ptx/shape.h"

enum { STEPS_MOST = 2048, DEPTH_MOST = 64, GUARDS_MOST = 16, NO_FORM = 0, UNCLEAR = UINT32_MAX };

void iq_ptx_forms_finish(struct iq_ptx_forms *forms)
{
    free(forms->steps);
    free(forms->places);
    free(forms->guards);
    free(forms->loops);
}

/* definition: by register 1 + the last instruction that defines it, 0: none, or not all lanes
 * execute it; earlier: by instruction 1 + the one before it that defines the same register; form:
 * by register 1 + its step. */
struct forming {
    struct iq_ptx_function *f;
    struct iq_ptx_forms *to;
    uint32_t *definition, *earlier, *form;
    uint8_t *meets;  /* iq_ptx_function_meets */
    bool *busy;      /* by register: is it being looked at whether a loop counts it? */
    uint64_t others; /* arguments that are not only for atomic operations */
    bool failed;     /* without memory */
};

static bool is_step(uint32_t exec)
{
    switch (exec) {
    case X_add32:
    case X_add64:
    case X_sub32:
    case X_sub64:
    case X_mul32:
    case X_mul64:
    case X_mad32:
    case X_mad64:
    case X_mulw_u32:
    case X_mulw_s32:
    case X_madw_u32:
    case X_madw_s32:
    case X_shl32:
    case X_shl64:
    case X_shru32:
    case X_shru64:
    case X_ext_u32_64:
    case X_ext_s32_64:
    case X_trunc_64_32:
    case X_mov32:
    case X_mov64: return true;
    default: return false;
    }
}

static bool note_definitions(struct forming *w)
{
    const struct iq_ptx_function *f = w->f;
    uint64_t guarded = 0;
    w->definition = calloc(f->vreg_count + 1, sizeof *w->definition);
    w->form = calloc(f->vreg_count + 1, sizeof *w->form);
    w->earlier = calloc(f->insn_count + 1, sizeof *w->earlier);
    w->meets = iq_ptx_function_meets(f);
    w->busy = calloc(f->vreg_count + 1, sizeof *w->busy);
    if (!w->definition || !w->form || !w->earlier || !w->meets || !w->busy)
        return false;
    for (uint32_t i = 0; i < f->insn_count; i++) {
        const struct iq_ptx_insn *x = &f->insns[i];
        for (uint32_t k = 0; k < x->nd; k++) {
            uint32_t *at = &w->definition[x->o[k]];
            bool clear = *at != UNCLEAR && !guarded && x->nd == 1;
            if (clear)
                w->earlier[i] = *at;
            *at = clear ? i + 1 : UNCLEAR;
        }
        guarded = iq_ptx_guarded_after(x, guarded);
    }
    for (uint32_t r = 0; r < f->vreg_count; r++)
        w->definition[r] = w->definition[r] == UNCLEAR ? 0 : w->definition[r];
    return true;
}

/* 1 + the number of the new step; NO_FORM: there are too many, or no memory. */
static uint32_t add_step(struct forming *w, const struct iq_ptx_form *step)
{
    struct iq_ptx_forms *to = w->to;
    if (to->step_count == STEPS_MOST)
        return NO_FORM;
    if (!IQ_PTX_GROW(to->steps, to->step_count, to->step_cap)) {
        w->failed = true;
        return NO_FORM;
    }
    to->steps[to->step_count++] = *step;
    return to->step_count;
}

static uint32_t form_of(struct forming *w, uint32_t o, uint32_t depth);

static uint32_t step_of(struct forming *w, uint32_t at, uint32_t depth)
{
    const struct iq_ptx_insn *x = &w->f->insns[at];
    struct iq_ptx_form step = { x->exec, { 0 } };
    if (!is_step(x->exec) || x->nd != 1 || x->ns > 3)
        return NO_FORM;
    for (uint32_t k = 0; k < x->ns; k++)
        if ((step.from[k] = form_of(w, x->o[k + 1], depth + 1)) == NO_FORM)
            return NO_FORM;
    return add_step(w, &step);
}

/* Which comparison of numbers is it, counted as in exec.def? */
static bool is_comparison(uint32_t exec, uint32_t *relation, bool *sign, bool *wide)
{
    static const struct {
        uint32_t first;
        bool sign, wide;
    } kinds[] = { { X_setp_eq_u32, false, false },
                  { X_setp_eq_u64, false, true },
                  { X_setp_eq_s32, true, false },
                  { X_setp_eq_s64, true, true } };
    for (uint32_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        *relation = exec - kinds[k].first;
        *sign = kinds[k].sign;
        *wide = kinds[k].wide;
        if (*relation < 6)
            return true;
    }
    return false;
}

/* ---- loops of one block, which is entered from what is in front of it ---- */

struct loop {
    uint32_t begin, end; /* the instruction that is branched to, and the branch */
};

static bool is_loop_around(const struct forming *w, uint32_t at, struct loop *loop)
{
    const struct iq_ptx_function *f = w->f;
    uint32_t begin = at, end = at;
    while (begin && !w->meets[begin] && !iq_ptx_ends_block(f->insns[begin - 1].exec))
        begin--;
    while (end + 1 < f->insn_count && !iq_ptx_ends_block(f->insns[end].exec) && !w->meets[end + 1])
        end++;
    *loop = (struct loop){ begin, end };
    return w->meets[begin] == 1 && f->insns[end].exec == X_bra_if && f->insns[end].target == begin;
}

/* Is the register defined just in front of the loop, and in it by a step?  *first, *step: where. */
static bool is_counted(const struct forming *w, const struct loop *loop, uint32_t o,
                       uint32_t *first, uint32_t *step)
{
    const struct iq_ptx_function *f = w->f;
    uint32_t last = w->definition[o], before = last ? w->earlier[last - 1] : 0;
    if (!before || w->earlier[before - 1] || last - 1 <= loop->begin || last - 1 >= loop->end ||
        before - 1 >= loop->begin)
        return false;
    for (uint32_t i = before; i < loop->begin; i++)
        if (w->meets[i] || iq_ptx_ends_block(f->insns[i].exec))
            return false;
    const struct iq_ptx_insn *x = &f->insns[last - 1];
    *first = before - 1;
    *step = last - 1;
    return (x->exec == X_add32 || x->exec == X_add64) && x->o[1] == o &&
           OPND_BASE(x->o[2]) == BASE_UNIFORM;
}

/* Does nobody use the register but in the loop, in front of its step? */
static bool is_used_before(const struct forming *w, const struct loop *loop, uint32_t o,
                           uint32_t step, uint32_t comparison)
{
    const struct iq_ptx_function *f = w->f;
    for (uint32_t i = 0; i < f->insn_count; i++)
        for (uint32_t k = f->insns[i].nd; k < (uint32_t)f->insns[i].nd + f->insns[i].ns; k++)
            if (f->insns[i].o[k] == o && i != comparison && (i < loop->begin || i > step))
                return false;
    return true;
}

static uint32_t step_of(struct forming *w, uint32_t at, uint32_t depth);

/* What the loop counts; false: it cannot be told how often it goes around. */
static bool note_loop(struct forming *w, const struct loop *loop, uint32_t depth,
                      uint32_t *comparison)
{
    enum { NE = 1, LESS, NOT_MORE, MORE, NOT_LESS };
    static const uint32_t swapped[] = { 0, NE, MORE, NOT_LESS, LESS, NOT_MORE },
                          opposite[] = { NE, 0, NOT_LESS, MORE, NOT_MORE, LESS };
    const struct iq_ptx_function *f = w->f;
    const struct iq_ptx_insn *branch = &f->insns[loop->end];
    uint32_t last = OPND_BASE(branch->o[0]) == BASE_FRAME ? w->definition[branch->o[0]] : 0, first,
             step;
    struct iq_ptx_form_loop is = { 0 };
    if (!last || w->earlier[last - 1] ||
        !is_comparison(f->insns[last - 1].exec, &is.relation, &is.sign, &is.wide))
        return false;
    const struct iq_ptx_insn *x = &f->insns[last - 1];
    bool turned = OPND_BASE(x->o[1]) != BASE_FRAME;
    uint32_t counter = x->o[turned ? 2 : 1];
    is.limit = x->o[turned ? 1 : 2];
    is.relation = branch->mod ? opposite[is.relation] : is.relation;
    is.relation = turned ? swapped[is.relation] : is.relation;
    if (OPND_BASE(counter) != BASE_FRAME || OPND_BASE(is.limit) != BASE_UNIFORM || !is.relation ||
        !is_counted(w, loop, counter, &first, &step) || last - 1 < step || last - 1 > loop->end)
        return false;
    is.step = f->insns[step].o[2];
    is.first = step_of(w, first, depth + 1);
    *comparison = last - 1;
    if (is.first == NO_FORM)
        return false;
    if (!IQ_PTX_GROW(w->to->loops, w->to->loop_count, w->to->loop_cap)) {
        w->failed = true;
        return false;
    }
    w->to->loops[w->to->loop_count++] = is;
    return true;
}

/* A register that a loop counts; NO_FORM: it is none. */
static uint32_t counted_of(struct forming *w, uint32_t o, uint32_t depth)
{
    enum { LOOPS_MOST = 64 };
    struct loop loop;
    uint32_t first, step, comparison;
    struct iq_ptx_form form = { w->f->vreg_size[o] == 8 ? IQ_PTX_FORM_LOOP64 : IQ_PTX_FORM_LOOP32,
                                { 0 } };
    if (w->busy[o] || depth > DEPTH_MOST || w->to->loop_count == LOOPS_MOST ||
        !is_loop_around(w, w->definition[o] - 1, &loop) || !is_counted(w, &loop, o, &first, &step))
        return NO_FORM;
    w->busy[o] = true;
    bool known =
        note_loop(w, &loop, depth, &comparison) && is_used_before(w, &loop, o, step, comparison);
    form.from[2] = w->to->loop_count;
    form.from[1] = w->f->insns[step].o[2];
    form.from[0] = known ? step_of(w, first, depth + 1) : NO_FORM;
    w->busy[o] = false;
    if (form.from[0] == NO_FORM)
        return NO_FORM;
    w->to->joins = true;
    return w->form[o] = add_step(w, &form);
}

/* The step is there before its sources are looked for, which lead back to it in a loop. */
static uint32_t join_of(struct forming *w, uint32_t o, uint32_t depth)
{
    struct iq_ptx_form step = { IQ_PTX_FORM_UNKNOWN, { 0 } };
    if (counted_of(w, o, depth))
        return w->form[o];
    uint32_t bytes = w->f->vreg_size[o], at = add_step(w, &step), n = 0;
    bool known = at && (bytes == 4 || bytes == 8);
    w->form[o] = at;
    for (uint32_t d = w->definition[o]; d && known; d = w->earlier[d - 1]) {
        known = n < 3 && (step.from[n] = step_of(w, d - 1, depth + 1)) != NO_FORM;
        n++;
    }
    if (!known) {
        w->definition[o] = 0; /* nobody need try again */
        return NO_FORM;
    }
    step.exec = bytes == 4 ? IQ_PTX_FORM_JOIN32 : IQ_PTX_FORM_JOIN64;
    w->to->steps[at - 1] = step;
    w->to->joins = true;
    return at;
}

/* The operand as a source of forms; NO_FORM: it is not known what it is. */
static uint32_t form_of(struct forming *w, uint32_t o, uint32_t depth)
{
    if (OPND_BASE(o) != BASE_FRAME)
        return o;
    if (w->form[o] || !w->definition[o] || depth > DEPTH_MOST)
        return w->form[o];
    uint32_t last = w->definition[o] - 1;
    return w->form[o] = w->earlier[last] ? join_of(w, o, depth) : step_of(w, last, depth);
}

/* ---- guards: comparisons in front of all else that send some threads to the end ---- */

/* An operand of straight code from the beginning of the kernel on, in front of [before], as it is
 * there; *budget: steps that this may take. */
static uint32_t early_form(struct forming *w, uint32_t o, uint32_t before, uint32_t *budget)
{
    if (OPND_BASE(o) != BASE_FRAME)
        return o;
    uint32_t d = w->definition[o];
    while (d && d - 1 >= before)
        d = w->earlier[d - 1];
    if (!d || !*budget)
        return NO_FORM;
    --*budget;
    const struct iq_ptx_insn *x = &w->f->insns[d - 1];
    struct iq_ptx_form step = { x->exec, { 0 } };
    if (!is_step(x->exec) || x->nd != 1 || x->ns > 3)
        return NO_FORM;
    for (uint32_t k = 0; k < x->ns; k++)
        if ((step.from[k] = early_form(w, x->o[k + 1], d - 1, budget)) == NO_FORM)
            return NO_FORM;
    return add_step(w, &step);
}

/* Does a branch that leads there end the kernel? */
static bool is_end(const struct iq_ptx_function *f, uint32_t at)
{
    while (at < f->insn_count && f->insns[at].exec == X_join)
        at++;
    return at >= f->insn_count || f->insns[at].exec == X_ret || f->insns[at].exec == X_exit;
}

/* Threads that go beyond the branch [at] have [predicate] as [truth] says. */
static void note_guard(struct forming *w, uint32_t at, uint32_t predicate, bool truth,
                       uint32_t depth)
{
    enum { LESS = 2, NOT_MORE, MORE, NOT_LESS };
    static const uint32_t opposite[] = {
        [LESS] = NOT_LESS, [NOT_MORE] = MORE, [MORE] = NOT_MORE, [NOT_LESS] = LESS
    };
    uint32_t last = OPND_BASE(predicate) == BASE_FRAME ? w->definition[predicate] : 0, relation;
    struct iq_ptx_form_guard g = { .at = at };
    struct iq_ptx_forms *to = w->to;
    if (!last || w->earlier[last - 1] || last - 1 > at || depth > DEPTH_MOST ||
        to->guard_count == GUARDS_MOST)
        return;
    const struct iq_ptx_insn *x = &w->f->insns[last - 1];
    if (x->exec == X_notp)
        note_guard(w, at, x->o[1], !truth, depth + 1);
    if ((x->exec == X_orp && !truth) || (x->exec == X_andp && truth)) {
        note_guard(w, at, x->o[1], truth, depth + 1);
        note_guard(w, at, x->o[2], truth, depth + 1);
    }
    if (!is_comparison(x->exec, &relation, &g.sign, &g.wide) || relation < LESS)
        return;
    relation = truth ? relation : opposite[relation];
    bool swapped = relation == MORE || relation == NOT_LESS;
    g.strict = relation == LESS || relation == MORE;
    uint32_t budget = 32;
    g.less = early_form(w, x->o[swapped ? 2 : 1], last - 1, &budget);
    g.more = early_form(w, x->o[swapped ? 1 : 2], last - 1, &budget);
    if (g.less == NO_FORM || g.more == NO_FORM)
        return;
    if (IQ_PTX_GROW(to->guards, to->guard_count, to->guard_cap))
        to->guards[to->guard_count++] = g;
    else
        w->failed = true;
}

/* Up to where others come in or go elsewhere: who is further on has passed all of it. */
static void note_guards(struct forming *w)
{
    const struct iq_ptx_function *f = w->f;
    for (uint32_t i = 0; i < f->insn_count && !w->meets[i]; i++) {
        const struct iq_ptx_insn *x = &f->insns[i];
        if (x->exec == X_bra_if && is_end(f, x->target))
            note_guard(w, i, x->o[0], x->mod, 0);
        else if (iq_ptx_ends_block(x->exec))
            break;
    }
}

static uint32_t guards_before(const struct iq_ptx_forms *forms, uint32_t at)
{
    uint32_t n = 0;
    while (n < forms->guard_count && forms->guards[n].at < at)
        n++;
    return n;
}

static bool is_global_plain(uint32_t exec) { return exec >= X_ldg8 && exec <= X_stgv2_64; }

/* Does [x] access global memory in ways that nothing is known about, or order what others do? */
static bool spoils(const struct iq_ptx_insn *x, bool known)
{
    switch (x->exec) {
    case X_fence:
    case X_wmma_memory:
    case X_more:
    case X_call_indirect: return true;
    case X_atom: return !known && (x->mod >> 16 & 15) != IQ_PTX_SHARED;
    case X_copy_async:
    case X_copy_bulk: return !known;
    default: return is_global_plain(x->exec) && !known;
    }
}

/* False: nothing can be said of this kernel. */
static bool note_access(struct forming *w, uint32_t at, uint64_t *excluded)
{
    const struct iq_ptx_insn *x = &w->f->insns[at];
    struct iq_ptx_forms *to = w->to;
    uint64_t origins = w->f->origins[at];
    bool plain = is_global_plain(x->exec), named = plain && w->f->owners && w->f->owners[at];
    if (spoils(x, origins || named))
        return false;
    to->named |= named;
    to->accessed |= origins;
    to->releases |= x->exec == X_atom && x->mod & ATOM_RELEASE;
    if (x->exec != X_atom || x->mod & ATOM_CTA)
        w->others |= origins;
    if (!plain || !origins)
        *excluded |= origins;
    if (!plain || !origins)
        return true;
    bool weak = !(x->o[5] & SEM_MASK), store = iq_ptx_is_plain_store(x->exec);
    uint32_t form = weak && __builtin_popcountll(origins) == 1
                        ? form_of(w, x->o[store ? 0 : x->nd], 0)
                        : NO_FORM;
    if (form == NO_FORM) {
        *excluded |= origins;
        return true;
    }
    if (!IQ_PTX_GROW(to->places, to->place_count, to->place_cap)) {
        w->failed = true;
        return false;
    }
    to->places[to->place_count++] =
        (struct iq_ptx_form_place){ (uint32_t)__builtin_ctzll(origins), form,
                                    iq_ptx_element_bytes(x->exec) * iq_ptx_element_count(x->exec),
                                    guards_before(to, at), x->offset };
    return true;
}

bool iq_ptx_function_forms(struct iq_ptx_function *f)
{
    struct forming w = { .f = f, .to = &f->forms };
    uint64_t excluded = 0;
    if (!f->entry || !f->insn_count || !f->origins)
        return true;
    bool known = note_definitions(&w);
    if (known)
        note_guards(&w);
    w.failed = !known;
    for (uint32_t i = 0; known && i < f->insn_count; i++)
        known = note_access(&w, i, &excluded);
    f->forms.candidates = known ? f->forms.accessed & ~excluded : 0;
    f->forms.atomic = known ? f->forms.accessed & ~w.others : 0;
    free(w.definition);
    free(w.earlier);
    free(w.meets);
    free(w.busy);
    free(w.form);
    return !w.failed;
}
