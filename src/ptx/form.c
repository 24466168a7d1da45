/* The steps that lead to the address of each access of a kernel, as far as they can be told from
 * the text: see apart.h. */
#include <stdlib.h>

#include "ptx/apart.h"
#include "ptx/cold.h"
#include "ptx/ir.h"

enum { STEPS_MOST = 2048, DEPTH_MOST = 64, NO_FORM = 0 };

void iq_ptx_forms_finish(struct iq_ptx_forms *forms)
{
    free(forms->steps);
    free(forms->places);
}

/* definition: by register 1 + the instruction that alone defines it, 0: none or several; form: by
 * register 1 + its step. */
struct forming {
    struct iq_ptx_function *f;
    struct iq_ptx_forms *to;
    uint32_t *definition, *form;
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
    enum { SEVERAL = UINT32_MAX };
    uint64_t guarded = 0;
    w->definition = calloc(f->vreg_count + 1, sizeof *w->definition);
    w->form = calloc(f->vreg_count + 1, sizeof *w->form);
    if (!w->definition || !w->form)
        return false;
    for (uint32_t i = 0; i < f->insn_count; i++) {
        const struct iq_ptx_insn *x = &f->insns[i];
        for (uint32_t k = 0; k < x->nd; k++) {
            uint32_t *at = &w->definition[x->o[k]];
            *at = *at || guarded ? SEVERAL : i + 1;
        }
        guarded = x->exec == X_guard ? x->imm : guarded ? guarded - 1 : 0;
    }
    for (uint32_t r = 0; r < f->vreg_count; r++)
        w->definition[r] = w->definition[r] == SEVERAL ? 0 : w->definition[r];
    return true;
}

/* The operand as a source of forms; NO_FORM: it is not known what it is. */
static uint32_t form_of(struct forming *w, uint32_t o, uint32_t depth)
{
    if (OPND_BASE(o) != BASE_FRAME)
        return o;
    if (w->form[o] || !w->definition[o] || depth > DEPTH_MOST)
        return w->form[o];
    const struct iq_ptx_insn *x = &w->f->insns[w->definition[o] - 1];
    struct iq_ptx_form step = { x->exec, { 0 } };
    if (!is_step(x->exec) || x->nd != 1 || x->ns > 3)
        return NO_FORM;
    for (uint32_t k = 0; k < x->ns; k++)
        if ((step.from[k] = form_of(w, x->o[k + 1], depth + 1)) == NO_FORM)
            return NO_FORM;
    struct iq_ptx_forms *to = w->to;
    if (to->step_count == STEPS_MOST)
        return NO_FORM;
    if (!IQ_PTX_GROW(to->steps, to->step_count, to->step_cap)) {
        w->failed = true;
        return NO_FORM;
    }
    to->steps[to->step_count++] = step;
    return w->form[o] = to->step_count;
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
                                    x->offset };
    return true;
}

bool iq_ptx_function_forms(struct iq_ptx_function *f)
{
    struct forming w = { .f = f, .to = &f->forms };
    uint64_t excluded = 0;
    if (!f->entry || !f->insn_count || !f->origins)
        return true;
    bool known = note_definitions(&w);
    w.failed = !known;
    for (uint32_t i = 0; known && i < f->insn_count; i++)
        known = note_access(&w, i, &excluded);
    f->forms.candidates = known ? f->forms.accessed & ~excluded : 0;
    f->forms.atomic = known ? f->forms.accessed & ~w.others : 0;
    free(w.definition);
    free(w.form);
    return !w.failed;
}
