/* Lowering of control flow, calls, barriers and warp operations. */
#include <string.h>

#include "ptx/cold.h"
#include "ptx/lower.h"

IQ_PTX_LOWER(bra)
{
    if (!iq_ptx_lower_operands(b, st, 1, 1))
        return;
    struct iq_ptx_insn *i = iq_ptx_lower_emit(b, st->guarded ? X_bra_if : X_bra, 0, st->guarded);
    i->o[0] = st->guard;
    i->mod = st->guard_negated;
    iq_ptx_body_fix(b, b->function->insn_count - 1, -1, &st->operand[0].token);
}

IQ_PTX_LOWER(brx)
{
    if (!iq_ptx_lower_operands(b, st, 2, 2))
        return;
    const struct iq_ptx_entity *e = st->operand[1].entity;
    if (!e || e->kind != ENT_TARGETS) {
        iq_ptx_body_error(b, &st->operand[1].token, "Name of a .branchtargets list expected");
        return;
    }
    iq_ptx_lower_emit_words(b, X_brx, 0, 1, iq_ptx_lower_source(b, &st->operand[0], TY_U32))->aux =
        e->first;
}

/* Room in the caller's local frame for a register argument or result. */
static uint32_t hidden_place(struct iq_ptx_body *b, uint32_t size)
{
    struct iq_ptx_function *f = b->function;
    f->local_bytes = (f->local_bytes + size - 1) / size * size;
    f->local_bytes += size;
    return f->local_bytes - size;
}

static void frame_access(struct iq_ptx_body *b, uint32_t exec, uint32_t reg, uint32_t place,
                         uint32_t size)
{
    struct iq_ptx_insn *i =
        iq_ptx_lower_emit_words(b, exec, exec == X_frame_load, exec != X_frame_load, reg);
    i->imm = place;
    i->mod = size | size << 16;
}

/* Offsets and sizes of a list of arguments go to aux[]; registers and literals are stored first. */
static uint32_t call_list(struct iq_ptx_body *b, const struct iq_ptx_operand *list, bool results,
                          uint32_t *places)
{
    uint32_t n = list ? list->count : 0;
    for (uint32_t k = 0; k < n; k++) {
        const struct iq_ptx_operand *op = &list->items[k];
        if (op->kind == OP_SYMBOL && op->entity && op->entity->kind == ENT_PARAM) {
            places[2 * k] = op->entity->first;
            places[2 * k + 1] = op->entity->size;
            continue;
        }
        uint32_t size = op->kind == OP_REG && op->size > 1 ? op->size : 4;
        places[2 * k] = hidden_place(b, size);
        places[2 * k + 1] = size;
        if (results && op->kind != OP_REG && op->kind != OP_SINK)
            iq_ptx_body_error(b, &op->token, "Result parameter expected");
        else if (!results)
            frame_access(b, X_frame_store,
                         iq_ptx_lower_source(b, op,
                                             size == 2   ? TY_B16
                                             : size == 8 ? TY_B64
                                                         : TY_B32),
                         places[2 * k], size);
    }
    return n;
}

IQ_PTX_LOWER(call)
{
    const struct iq_ptx_operand *op = st->operand, *results = NULL, *callee, *args = NULL;
    uint32_t n = st->operand_count, places[2 * IQ_PTX_MAX_ITEMS];
    if (n && op->kind == OP_PARENS) {
        results = op++;
        n--;
    }
    if (!n || (op->kind != OP_SYMBOL && op->kind != OP_REG)) {
        iq_ptx_body_error(b, &st->token, "Name or pointer of a function expected");
        return;
    }
    callee = op++;
    if (--n && op->kind == OP_PARENS)
        args = op;
    struct iq_ptx_function *f = b->function;
    struct iq_ptx_call call = { -1, 0, 0, 0 };
    call.results = call_list(b, results, true, places);
    call.args = call_list(b, args, false, &places[2 * call.results]);
    call.first = f->aux_count;
    for (uint32_t k = 0; k < 2 * (call.args + call.results); k++)
        iq_ptx_aux(b, places[k]);
    bool direct = callee->kind == OP_SYMBOL;
    if (direct)
        call.use = (int32_t)iq_ptx_body_use(b, &callee->token);
    if (!IQ_PTX_GROW(f->calls, f->call_count, f->call_cap)) {
        b->module->arena.failed = true;
        return;
    }
    f->calls[f->call_count] = call;
    f->indirect |= !direct;
    if (direct)
        iq_ptx_lower_emit(b, X_call, 0, 0)->target = f->call_count++;
    else
        iq_ptx_lower_emit_words(b, X_call_indirect, 0, 1, iq_ptx_lower_source(b, callee, TY_U64))
            ->target = f->call_count++;
    for (uint32_t k = 0; results && k < results->count; k++)
        if (results->items[k].kind == OP_REG && results->items[k].size > 1)
            frame_access(b, X_frame_load, results->items[k].reg, places[2 * k], places[2 * k + 1]);
}

IQ_PTX_LOWER(ret)
{
    const struct iq_ptx_function *f = b->function;
    (void)st;
    for (uint32_t k = 0; k < f->result_count; k++)
        if (f->results[k].is_reg)
            frame_access(b, X_frame_store, f->results[k].vreg, f->results[k].offset,
                         f->results[k].size);
    iq_ptx_lower_emit(b, f->entry ? X_exit : X_ret, 0, 0);
}

IQ_PTX_LOWER(exit)
{
    (void)st;
    iq_ptx_lower_emit(b, X_exit, 0, 0);
}
IQ_PTX_LOWER(simple) { iq_ptx_lower_emit(b, st->row->exec, 0, 0); }
IQ_PTX_LOWER(nanosleep)
{
    iq_ptx_lower_emit_words(b, X_nanosleep, 0, 1, iq_ptx_lower_source(b, &st->operand[0], TY_U32));
}

/* aux[aux..]: the opcode's text, NUL-terminated, for the fault message. */
IQ_PTX_LOWER(unsupported)
{
    struct iq_ptx_insn *i = iq_ptx_lower_emit(b, X_unsupported, 0, 0);
    char text[64] = { 0 };
    uint32_t n = st->token.length < 63 ? st->token.length : 63;
    memcpy(text, st->token.text, n);
    i->aux = b->function->aux_count;
    for (uint32_t k = 0; k <= n / 4; k++) {
        uint32_t word;
        memcpy(&word, &text[4 * k], 4);
        iq_ptx_aux(b, word);
    }
}

static void bar_cluster(struct iq_ptx_body *b, const struct iq_ptx_statement *st)
{
    uint32_t kind = iq_ptx_val(st, G_BAR);
    if (!iq_ptx_has(st, G_BAR) || (kind != BAR_ARRIVE && kind != BAR_WAIT))
        iq_ptx_body_error(b, &st->token, "Illegal operation for instruction 'barrier.cluster'");
    else if (iq_ptx_lower_operands(b, st, 0, 0))
        iq_ptx_lower_emit(b, kind == BAR_ARRIVE ? X_cluster_arrive : X_cluster_wait, 0, 0)->mod =
            iq_ptx_val(st, G_SEM) == SEM_RELAXED;
}

IQ_PTX_LOWER(mapa)
{
    enum iq_ptx_type t = st->type[0];
    if (!iq_ptx_lower_operands(b, st, 3, 3))
        return;
    uint32_t a = iq_ptx_lower_source(b, &st->operand[1], t),
             rank = iq_ptx_lower_source(b, &st->operand[2], TY_U32);
    /* the name of a variable: its generic address */
    if (t == TY_U64 && st->operand[1].kind == OP_SYMBOL && !iq_ptx_has(st, G_SPACE)) {
        uint32_t generic = iq_ptx_lower_reg(b, 8);
        iq_ptx_lower_emit_words(b, X_add64, 1, 2, generic, a,
                                iq_ptx_lower_value(b, 8, IQ_PTX_SHARED_BASE));
        a = generic;
    }
    iq_ptx_lower_emit_words(b, X_mapa, 1, 2, iq_ptx_lower_dest(b, &st->operand[0], t), a, rank)
        ->mod = iq_ptx_type_size(t);
}

IQ_PTX_LOWER(getctarank)
{
    enum iq_ptx_type t = st->type[0];
    if (iq_ptx_lower_operands(b, st, 2, 2))
        iq_ptx_lower_emit_words(b, X_getctarank, 1, 1,
                                iq_ptx_lower_dest(b, &st->operand[0], TY_U32),
                                iq_ptx_lower_source(b, &st->operand[1], t))
            ->mod = iq_ptx_type_size(t);
}

IQ_PTX_LOWER(bar)
{
    if (iq_ptx_val(st, G_BARSCOPE) == BAR_OF_CLUSTER) {
        bar_cluster(b, st);
        return;
    }
    if (iq_ptx_val(st, G_BAR) == BAR_WAIT) {
        iq_ptx_body_error(b, &st->token, "Illegal modifier '.wait' for instruction '%s'",
                          st->row->mnemonic);
        return;
    }
    if (iq_ptx_val(st, G_BARSCOPE) == BAR_OF_WARP) {
        if (iq_ptx_lower_operands(b, st, 1, 1))
            iq_ptx_lower_emit_words(b, X_bar_warp, 0, 1,
                                    iq_ptx_lower_source(b, &st->operand[0], TY_U32));
        return;
    }
    uint32_t kind = iq_ptx_val(st, G_BAR), result = kind == BAR_RED, op = iq_ptx_val(st, G_BOOL);
    if (!iq_ptx_has(st, G_BAR) || !iq_ptx_lower_operands(b, st,
                                                         kind == BAR_RED      ? 3
                                                         : kind == BAR_ARRIVE ? 2
                                                                              : 0,
                                                         result ? 4 : 2))
        return;
    uint32_t k = result, n = st->operand_count - (result ? 2 : 0),
             none = iq_ptx_lower_value(b, 4, 0);
    enum iq_ptx_type t = op == BOOL_POPC ? TY_U32 : TY_PRED;
    uint32_t p = result ? iq_ptx_lower_source(b, &st->operand[st->operand_count - 1], TY_PRED)
                        : iq_ptx_lower_const(b, CONST_VALUE, 1, 0, 0);
    uint32_t id = n ? iq_ptx_lower_source(b, &st->operand[k], TY_U32) : none;
    uint32_t count = n > 1 ? iq_ptx_lower_source(b, &st->operand[k + 1], TY_U32) : none;
    uint32_t d = result ? iq_ptx_lower_dest(b, &st->operand[0], t) : iq_ptx_lower_reg(b, 4);
    iq_ptx_lower_emit_words(b, X_bar, 1, 3, d, id, count, p)->mod =
        kind | op << 4 | (n > 1 ? BAR_HAS_COUNT : 0) | (result ? BAR_HAS_RESULT : 0);
}

/* d|p or d alone: the second destination is then a spare register. */
static void pair_dest(struct iq_ptx_body *b, const struct iq_ptx_operand *op, enum iq_ptx_type t,
                      uint32_t *d, uint32_t *p)
{
    bool pair = op->kind == OP_PAIR;
    *d = iq_ptx_lower_dest(b, pair ? &op->items[0] : op, t);
    *p = pair ? iq_ptx_lower_dest(b, &op->items[1], TY_PRED) : iq_ptx_lower_reg(b, 1);
}

IQ_PTX_LOWER(shfl)
{
    bool sync = iq_ptx_has(st, G_SYNC);
    uint32_t d, p, s[4];
    if (!iq_ptx_lower_operands(b, st, 4 + sync, 4 + sync))
        return;
    for (uint32_t k = 0; k < 3; k++)
        s[k] = iq_ptx_lower_source(b, &st->operand[k + 1], TY_B32);
    s[3] = sync ? iq_ptx_lower_source(b, &st->operand[4], TY_B32) : s[2];
    pair_dest(b, &st->operand[0], TY_B32, &d, &p);
    iq_ptx_lower_emit_words(b, X_shfl, 2, 4, d, p, s[0], s[1], s[2], s[3])->mod =
        iq_ptx_val(st, G_SHFL) | (sync ? 0 : MOD_NO_MASK);
}

IQ_PTX_LOWER(vote)
{
    bool sync = iq_ptx_has(st, G_SYNC);
    uint32_t kind = iq_ptx_val(st, G_VOTE);
    enum iq_ptx_type t = st->type[0];
    if (!iq_ptx_lower_operands(b, st, 2 + sync, 2 + sync))
        return;
    if ((kind == VOTE_BALLOT) != (t == TY_B32)) {
        iq_ptx_body_error(b, &st->token, "Unexpected instruction types specified for 'vote'");
        return;
    }
    uint32_t s = iq_ptx_lower_source(b, &st->operand[1], TY_PRED);
    uint32_t mask =
        sync ? iq_ptx_lower_source(b, &st->operand[2], TY_B32) : iq_ptx_lower_value(b, 4, 0);
    iq_ptx_lower_emit_words(b, X_vote, 1, 2, iq_ptx_lower_dest(b, &st->operand[0], t), s, mask)
        ->mod = kind | (sync ? 0 : MOD_NO_MASK);
}

IQ_PTX_LOWER(match)
{
    uint32_t d, p, kind = iq_ptx_val(st, G_VOTE);
    if (!iq_ptx_lower_operands(b, st, 3, 3))
        return;
    uint32_t s = iq_ptx_lower_source(b, &st->operand[1], st->type[0]);
    uint32_t mask = iq_ptx_lower_source(b, &st->operand[2], TY_B32);
    pair_dest(b, &st->operand[0], TY_B32, &d, &p);
    iq_ptx_lower_emit_words(b, X_match, 2, 2, d, p, s, mask)->mod =
        (kind == VOTE_ALL) | iq_ptx_type_size(st->type[0]) << 8;
}

IQ_PTX_LOWER(activemask)
{
    iq_ptx_lower_emit_words(b, X_activemask, 1, 0, iq_ptx_lower_dest(b, &st->operand[0], TY_B32));
}

IQ_PTX_LOWER(redux)
{
    enum iq_ptx_type t = st->type[0];
    uint32_t op = iq_ptx_val(st, G_ATOM);
    if (!iq_ptx_lower_operands(b, st, 3, 3))
        return;
    if (t == TY_F32 ? op != ATOM_MIN && op != ATOM_MAX
                    : iq_ptx_has(st, G_ABS) || iq_ptx_has(st, G_NAN)) {
        iq_ptx_body_error(b, &st->token,
                          "Incorrect type '.%s' for operation of instruction 'redux'",
                          iq_ptx_type_name(t));
        return;
    }
    uint32_t s = iq_ptx_lower_source(b, &st->operand[1], t),
             mask = iq_ptx_lower_source(b, &st->operand[2], TY_B32);
    iq_ptx_lower_emit_words(b, X_redux, 1, 2, iq_ptx_lower_dest(b, &st->operand[0], t), s, mask)
        ->mod = op | (uint32_t)t << 8 | (iq_ptx_has(st, G_ABS) ? REDUX_ABS : 0) |
                (iq_ptx_has(st, G_NAN) ? REDUX_NAN : 0);
}

IQ_PTX_LOWER(elect)
{
    uint32_t d, p;
    if (!iq_ptx_lower_operands(b, st, 2, 2))
        return;
    uint32_t mask = iq_ptx_lower_source(b, &st->operand[1], TY_B32);
    pair_dest(b, &st->operand[0], TY_B32, &d, &p);
    iq_ptx_lower_emit_words(b, X_elect, 2, 1, d, p, mask);
}

/* Cache policies are hints; their value is passed on and never looked at. */
IQ_PTX_LOWER(createpolicy)
{
    uint32_t d = st->operand_count ? iq_ptx_lower_dest(b, &st->operand[0], TY_B64) : 0;
    if (iq_ptx_lower_operands(b, st, 1, 5))
        iq_ptx_lower_emit_words(b, X_mov64, 1, 1, d, iq_ptx_lower_value(b, 8, 0));
}

/* alloca.u64 pointer, size{, alignment}: an address in local memory. */
IQ_PTX_LOWER(alloca)
{
    enum iq_ptx_type t = st->type[0];
    if (!iq_ptx_lower_operands(b, st, 2, 3))
        return;
    const struct iq_ptx_operand *align = &st->operand[2];
    if (st->operand_count > 2 && (align->kind != OP_INT || !align->value ||
                                  align->value & (align->value - 1) || align->value > 4096)) {
        iq_ptx_body_error(b, &align->token, "Alignment must be a power of two");
        return;
    }
    uint32_t s = iq_ptx_lower_source(b, &st->operand[1], t), wide = s,
             d = iq_ptx_lower_dest(b, &st->operand[0], t);
    if (t == TY_U32)
        iq_ptx_lower_resize(b, wide = iq_ptx_lower_reg(b, 8), 8, s, 4, false);
    uint32_t place = t == TY_U64 ? d : iq_ptx_lower_reg(b, 8);
    iq_ptx_lower_emit_words(b, X_alloca, 1, 1, place, wide)->imm =
        st->operand_count > 2 ? align->value : 8;
    if (place != d)
        iq_ptx_lower_resize(b, d, 4, place, 8, false);
    b->function->allocates = true;
}

IQ_PTX_LOWER(stack)
{
    enum iq_ptx_type t = st->type[0];
    if (!iq_ptx_lower_operands(b, st, 1, 1))
        return;
    bool save = st->row->exec == X_stacksave;
    uint32_t r = save ? iq_ptx_lower_dest(b, &st->operand[0], t)
                      : iq_ptx_lower_source(b, &st->operand[0], t);
    iq_ptx_lower_emit_words(b, st->row->exec, save, !save, r)->mod = iq_ptx_type_size(t);
}
