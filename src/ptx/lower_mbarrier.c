/* Lowering of mbarrier, of the arrival of asynchronous copies at one, and of bulk copies. */
#include "ptx/cold.h"
#include "ptx/copies.h"
#include "ptx/lower.h"

static void emit(struct iq_ptx_body *b, const struct iq_ptx_statement *st, uint32_t op,
                 uint32_t more, const uint32_t *d, const struct iq_ptx_operand *m, uint32_t value)
{
    int64_t offset;
    uint32_t addr = iq_ptx_lower_address(b, m, &offset);
    struct iq_ptx_insn *i = iq_ptx_lower_emit(b, X_mbarrier, d != NULL, 2);
    if (d)
        i->o[0] = *d;
    i->o[d != NULL] = addr;
    i->o[1 + (d != NULL)] = value;
    i->mod = op | more << 8 | (iq_ptx_val(st, G_SPACE) == IQ_PTX_SHARED ? MBARRIER_SHARED : 0);
    i->offset = offset;
}

static void arrive(struct iq_ptx_body *b, const struct iq_ptx_statement *st, uint32_t op,
                   uint32_t more)
{
    if (!iq_ptx_lower_operands(b, st, more ? 3 : 2, 3))
        return;
    uint32_t count = st->operand_count > 2 ? iq_ptx_lower_source(b, &st->operand[2], TY_B32)
                                           : iq_ptx_lower_value(b, 4, 1);
    uint32_t d = iq_ptx_lower_dest(b, &st->operand[0], TY_B64);
    emit(b, st, op, more, &d, &st->operand[1], count);
}

static void wait(struct iq_ptx_body *b, const struct iq_ptx_statement *st, uint32_t op,
                 uint32_t more)
{
    if (!iq_ptx_lower_operands(b, st, 3, op == MBARRIER_TRY ? 4 : 3))
        return;
    uint32_t s = iq_ptx_lower_source(b, &st->operand[2], more ? TY_B32 : TY_B64),
             d = iq_ptx_lower_dest(b, &st->operand[0], TY_PRED);
    emit(b, st, op, more, &d, &st->operand[1], s);
}

IQ_PTX_LOWER(mbarrier)
{
    uint32_t op = iq_ptx_val(st, G_MBARRIER), more = iq_ptx_val(st, G_MBARRIER2),
             none = iq_ptx_lower_value(b, 4, 0);
    if (!iq_ptx_has(st, G_MBARRIER)) {
        iq_ptx_body_error(b, &st->token, "Operation of 'mbarrier' expected");
        return;
    }
    switch (op) {
    case MBARRIER_ARRIVE:
    case MBARRIER_DROP: arrive(b, st, op, more); break;
    case MBARRIER_TEST:
    case MBARRIER_TRY: wait(b, st, op, more); break;
    case MBARRIER_PENDING:
        if (iq_ptx_lower_operands(b, st, 2, 2)) {
            uint32_t s = iq_ptx_lower_source(b, &st->operand[1], TY_B64);
            iq_ptx_lower_emit_words(b, X_mbarrier, 1, 1,
                                    iq_ptx_lower_dest(b, &st->operand[0], TY_B32), s)
                ->mod = op;
        }
        break;
    case MBARRIER_INVAL:
        if (iq_ptx_lower_operands(b, st, 1, 1))
            emit(b, st, op, 0, NULL, &st->operand[0], none);
        break;
    default:
        if (iq_ptx_lower_operands(b, st, 2, 2))
            emit(b, st, op, 0, NULL, &st->operand[0],
                 iq_ptx_lower_source(b, &st->operand[1], TY_B32));
    }
}

/* The copies are complete: what remains is the arrival, which without .noinc was announced by the
 * same instruction. */
IQ_PTX_LOWER(cp_mbarrier)
{
    uint32_t count = iq_ptx_lower_value(b, 4, iq_ptx_val(st, G_MBARRIER2) == 4);
    if (iq_ptx_lower_operands(b, st, 1, 1))
        emit(b, st, MBARRIER_ASYNC, 0, NULL, &st->operand[0], count);
}

/* As bulk copies: done at once, and signalled to the mbarrier. */
static bool is_counted(struct iq_ptx_body *b, const struct iq_ptx_statement *st)
{
    bool known = iq_ptx_has(st, G_ASYNC) && iq_ptx_val(st, G_COMPLETE) == COMPLETE_MBARRIER &&
                 (!iq_ptx_has(st, G_SPACE) || iq_ptx_val(st, G_SPACE) == IQ_PTX_SHARED);
    if (!known)
        iq_ptx_body_error(b, &st->token, "Illegal operation or type for instruction '%s.async'",
                          st->row->mnemonic);
    return known && iq_ptx_lower_operands(b, st, 3, 3);
}

/* To global memory, of sm_100: nothing tells when it is done, so it is done at once. */
static bool is_plain(const struct iq_ptx_statement *st)
{
    return iq_ptx_has(st, G_ASYNC) && !iq_ptx_has(st, G_COMPLETE) && !iq_ptx_has(st, G_VEC) &&
           (!iq_ptx_has(st, G_SPACE) || iq_ptx_val(st, G_SPACE) == IQ_PTX_GLOBAL);
}

IQ_PTX_LOWER(st_async)
{
    const struct iq_ptx_operand *items;
    int64_t offset;
    if (is_plain(st)) {
        iq_ptx_lower_st(b, st);
        return;
    }
    if (!is_counted(b, st))
        return;
    uint32_t n = iq_ptx_lower_items(&st->operand[1], &items), size = iq_ptx_type_size(st->type[0]);
    if (n != (iq_ptx_has(st, G_VEC) ? iq_ptx_val(st, G_VEC) : 1)) {
        iq_ptx_body_error(b, &st->token,
                          "Vector operand of another size than the instruction says");
        return;
    }
    uint32_t addr = iq_ptx_lower_address(b, &st->operand[0], &offset);
    for (uint32_t k = 0; k < n; k++)
        iq_ptx_lower_access(b, iq_ptx_val(st, G_SPACE), true,
                            iq_ptx_lower_source(b, &items[k], st->type[0]), size, addr,
                            offset + k * size);
    emit(b, st, MBARRIER_COMPLETE, 0, NULL, &st->operand[2], iq_ptx_lower_value(b, 4, n * size));
}

/* st.bulk [a], bytes, 0 */
IQ_PTX_LOWER(st_bulk)
{
    uint32_t space = iq_ptx_val(st, G_SPACE);
    const struct iq_ptx_operand *value = &st->operand[2];
    if (!iq_ptx_has(st, G_BULK) || (space && space != IQ_PTX_SHARED) ||
        iq_ptx_val(st, G_SEM) != SEM_WEAK) {
        iq_ptx_body_error(b, &st->token, "Illegal operation or type for instruction 'st.bulk'");
        return;
    }
    if (!iq_ptx_lower_operands(b, st, 3, 3))
        return;
    if (value->kind != OP_INT || value->value) {
        iq_ptx_body_error(b, &value->token,
                          "Initial value of 0 expected for instruction 'st.bulk'");
        return;
    }
    uint32_t none = iq_ptx_lower_value(b, 8, 0),
             to = iq_ptx_lower_whole_address(b, &st->operand[0]),
             bytes = iq_ptx_lower_source(b, &st->operand[1], TY_U64);
    iq_ptx_lower_emit_words(b, X_copy_bulk, 0, 5, to, none, bytes, none,
                            iq_ptx_lower_value(b, 2, 0))
        ->mod = BULK_ZERO | (space == IQ_PTX_SHARED ? BULK_TO_SHARED : 0);
}

IQ_PTX_LOWER(red_async)
{
    uint32_t op = iq_ptx_val(st, G_ATOM), size = iq_ptx_type_size(st->type[0]);
    int64_t offset;
    if (is_plain(st)) {
        iq_ptx_lower_atom(b, st);
        return;
    }
    if (!is_counted(b, st))
        return;
    if (!iq_ptx_has(st, G_ATOM) || op > ATOM_DEC) {
        iq_ptx_body_error(b, &st->token, "Illegal operation or type for instruction 'red.async'");
        return;
    }
    uint32_t addr = iq_ptx_lower_address(b, &st->operand[0], &offset),
             x = iq_ptx_lower_source(b, &st->operand[1], st->type[0]);
    struct iq_ptx_insn *i =
        iq_ptx_lower_emit_words(b, X_atom, 1, 3, iq_ptx_lower_reg(b, size), addr, x, x);
    i->offset = offset;
    i->mod = op | (uint32_t)st->type[0] << 8 |
             (uint32_t)(iq_ptx_has(st, G_SPACE) ? IQ_PTX_SHARED : IQ_PTX_GLOBAL) << 16;
    emit(b, st, MBARRIER_COMPLETE, 0, NULL, &st->operand[2], iq_ptx_lower_value(b, 4, size));
}

static uint32_t shared_address(struct iq_ptx_body *b, const struct iq_ptx_statement *st,
                               const struct iq_ptx_operand *m)
{
    uint32_t a = iq_ptx_lower_whole_address(b, m), d = iq_ptx_lower_reg(b, 8);
    if (iq_ptx_has(st, G_SPACE))
        return a;
    iq_ptx_lower_emit_words(b, X_sub64, 1, 2, d, a, iq_ptx_lower_value(b, 8, IQ_PTX_SHARED_BASE));
    return d;
}

/* A response of zeros: nothing was cancelled.  All clusters of a grid run themselves here, as they
 * may on a GPU that has room for them. */
static void try_cancel(struct iq_ptx_body *b, const struct iq_ptx_statement *st)
{
    enum { BYTES = 16 };
    bool all = iq_ptx_val(st, G_RESPONSE) == RESPONSE_TO_ALL;
    if (!iq_ptx_lower_operands(b, st, 2, 2))
        return;
    uint32_t to = shared_address(b, st, &st->operand[0]),
             barrier = shared_address(b, st, &st->operand[1]),
             blocks = iq_ptx_lower_value(b, 2, all ? 0xffff : 0);
    iq_ptx_lower_emit_words(b, X_copy_bulk, 0, 5, to, iq_ptx_lower_value(b, 8, 0),
                            iq_ptx_lower_value(b, 4, BYTES), barrier, blocks)
        ->mod = BULK_ZERO | BULK_TO_SHARED | BULK_COMPLETES | (all ? BULK_TO_MANY : 0);
}

/* Three words of the response are the first block that was cancelled, the last one is 0 if none
 * was. */
static void query_cancel(struct iq_ptx_body *b, const struct iq_ptx_statement *st)
{
    enum { WORDS = 4 };
    uint32_t what = iq_ptx_val(st, G_RESPONSE), word[WORDS];
    const struct iq_ptx_operand *d = &st->operand[0], *items;
    if (!iq_ptx_lower_operands(b, st, 2, 2))
        return;
    uint32_t response = iq_ptx_lower_source(b, &st->operand[1], TY_B128);
    for (uint32_t k = 0; k < WORDS; k++)
        word[k] = iq_ptx_lower_reg(b, 4);
    struct iq_ptx_insn *i = iq_ptx_lower_emit_words(b, X_unpack, WORDS, 1, word[0], word[1],
                                                    word[2], word[3], response);
    i->mod = 4;
    if (what == RESPONSE_CANCELLED)
        iq_ptx_lower_emit_words(b, X_setp_ne_u32, 1, 2, iq_ptx_lower_dest(b, d, TY_PRED),
                                word[WORDS - 1], iq_ptx_lower_value(b, 4, 0));
    else if (what >= RESPONSE_X)
        iq_ptx_lower_emit_words(b, X_mov32, 1, 1, iq_ptx_lower_dest(b, d, TY_B32),
                                word[what - RESPONSE_X]);
    else if (iq_ptx_lower_items(d, &items) != WORDS)
        iq_ptx_body_error(b, &d->token, "Argument vector size mismatch");
    for (uint32_t k = 0; k < WORDS && what == RESPONSE_BLOCK && !iq_ptx_body_failed(b); k++)
        if (items[k].kind != OP_SINK)
            iq_ptx_lower_emit_words(b, X_mov32, 1, 1, iq_ptx_lower_dest(b, &items[k], TY_B32),
                                    word[k]);
}

IQ_PTX_LOWER(cancel)
{
    uint32_t what = iq_ptx_val(st, G_RESPONSE);
    bool tries = iq_ptx_val(st, G_CANCEL) == CANCEL_TRY, response = iq_ptx_has(st, G_RESPONSE);
    enum iq_ptx_type result = what == RESPONSE_CANCELLED ? TY_PRED : TY_B32;
    bool right = tries ? iq_ptx_has(st, G_ASYNC) && st->type[0] == TY_B128 && st->type_count == 1 &&
                             iq_ptx_val(st, G_COMPLETE) == COMPLETE_MBARRIER &&
                             (!response || what == RESPONSE_TO_ALL)
                       : response && what != RESPONSE_TO_ALL && st->type_count == 2 &&
                             st->type[0] == result && st->type[1] == TY_B128 &&
                             iq_ptx_has(st, G_VEC) == (what == RESPONSE_BLOCK);
    if (!iq_ptx_has(st, G_CANCEL) || !right)
        iq_ptx_body_error(b, &st->token,
                          "Illegal operation or type for instruction 'clusterlaunchcontrol'");
    else
        (tries ? try_cancel : query_cancel)(b, st);
}

uint32_t iq_ptx_lower_whole_address(struct iq_ptx_body *b, const struct iq_ptx_operand *m)
{
    int64_t offset;
    uint32_t base = iq_ptx_lower_address(b, m, &offset), sum = iq_ptx_lower_reg(b, 8);
    iq_ptx_lower_emit_words(b, X_add64, 1, 2, sum, base,
                            iq_ptx_lower_value(b, 8, (uint64_t)offset));
    return sum;
}

void iq_ptx_lower_copy_group(struct iq_ptx_body *b, const struct iq_ptx_statement *st,
                             uint32_t flags)
{
    uint32_t op = iq_ptx_val(st, G_GROUP);
    flags |=
        (op != GROUP_COMMIT ? COPY_GROUP_WAIT : 0) | (op == GROUP_WAIT_ALL ? COPY_GROUP_ALL : 0);
    if (op == GROUP_WAIT && !iq_ptx_lower_operands(b, st, 1, 1))
        return;
    uint32_t left = op == GROUP_WAIT ? (uint32_t)st->operand[0].value : 0;
    iq_ptx_lower_emit(b, X_copy_group, 0, 0)->mod = flags | left << COPY_GROUP_LEFT;
}

/* Between global and shared memory, or from shared to shared; the bytes are moved at once. */
IQ_PTX_LOWER(bulk)
{
    uint32_t to = iq_ptx_val(st, G_SPACE), from = iq_ptx_val(st, G_SPACE2),
             kind = iq_ptx_val(st, G_BULKOP), op = iq_ptx_val(st, G_ATOM);
    bool completes = iq_ptx_val(st, G_COMPLETE) == COMPLETE_MBARRIER, reduces = kind == BULK_REDUCE;
    enum iq_ptx_type t = st->type[0];
    if (iq_ptx_has(st, G_GROUP))
        iq_ptx_lower_copy_group(b, st, COPY_GROUP_BULK);
    if (iq_ptx_has(st, G_GROUP) || kind == BULK_PREFETCH)
        return;
    bool known = iq_ptx_has(st, G_BULK) && iq_ptx_has(st, G_COMPLETE) &&
                 (to == IQ_PTX_SHARED || to == IQ_PTX_GLOBAL) && from &&
                 (to == IQ_PTX_SHARED) == completes &&
                 (to == IQ_PTX_SHARED || from == IQ_PTX_SHARED);
    bool multicast = kind == BULK_MULTICAST;
    if (!known || (multicast && !(to == IQ_PTX_SHARED && from == IQ_PTX_GLOBAL)) ||
        reduces != iq_ptx_has(st, G_ATOM) ||
        (reduces && (t == TY_NONE || op > ATOM_DEC || iq_ptx_type_size(t) > 8))) {
        iq_ptx_body_error(b, &st->token, "Illegal operation or type for instruction '%s'",
                          st->row->mnemonic);
        return;
    }
    if (!iq_ptx_lower_operands(b, st, 3u + completes + multicast, 4u + completes + multicast))
        return;
    uint32_t d = iq_ptx_lower_whole_address(b, &st->operand[0]),
             s = iq_ptx_lower_whole_address(b, &st->operand[1]);
    uint32_t bytes = iq_ptx_lower_source(b, &st->operand[2], TY_U32);
    uint32_t barrier =
        completes ? iq_ptx_lower_whole_address(b, &st->operand[3]) : iq_ptx_lower_value(b, 8, 0);
    uint32_t blocks =
        multicast ? iq_ptx_lower_source(b, &st->operand[4], TY_B16) : iq_ptx_lower_value(b, 2, 0);
    iq_ptx_lower_emit_words(b, X_copy_bulk, 0, 5, d, s, bytes, barrier, blocks)->mod =
        (multicast ? BULK_TO_MANY : 0) | (to == IQ_PTX_SHARED ? BULK_TO_SHARED : 0) |
        (from == IQ_PTX_SHARED ? BULK_FROM_SHARED : 0) | (completes ? BULK_COMPLETES : 0) |
        (reduces ? op + 1 : 0) << 8 | (uint32_t)t << 16;
}
