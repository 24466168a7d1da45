/* Building blocks of lowering: registers, constants, operands, emission, guards. */
#include <stdarg.h>
#include <string.h>

#include "ptx/body.h"
#include "ptx/cold.h"

uint32_t iq_ptx_width(uint32_t size) { return size <= 2 ? 0 : size == 4 ? 1 : 2; }

uint32_t iq_ptx_aux(struct iq_ptx_body *body, uint32_t word)
{
    struct iq_ptx_function *f = body->function;
    if (!IQ_PTX_GROW(f->aux, f->aux_count, f->aux_cap)) {
        body->module->arena.failed = true;
        return 0;
    }
    f->aux[f->aux_count] = word;
    return f->aux_count++;
}

uint32_t iq_ptx_lower_reg(struct iq_ptx_body *body, uint32_t size)
{
    struct iq_ptx_function *f = body->function;
    if (!IQ_PTX_GROW(f->vreg_size, f->vreg_count, f->vreg_cap)) {
        body->module->arena.failed = true;
        return 0;
    }
    f->vreg_size[f->vreg_count] = (uint8_t)size;
    return f->vreg_count++;
}

uint32_t iq_ptx_lower_const(struct iq_ptx_body *body, enum iq_ptx_const_kind kind, uint32_t size,
                            uint32_t ref, uint64_t value)
{
    struct iq_ptx_function *f = body->function;
    /* Look back a little: unrolled code repeats its constants. */
    for (uint32_t i = f->const_count; i > 0 && i + 64 > f->const_count; i--) {
        const struct iq_ptx_const *c = &f->consts[i - 1];
        if (c->kind == kind && c->size == size && c->ref == ref && c->value == value)
            return OPND(BASE_UNIFORM, i - 1);
    }
    if (!IQ_PTX_GROW(f->consts, f->const_count, f->const_cap)) {
        body->module->arena.failed = true;
        return OPND(BASE_UNIFORM, 0);
    }
    f->consts[f->const_count] = (struct iq_ptx_const){ (uint8_t)kind, (uint8_t)size, ref, value };
    return OPND(BASE_UNIFORM, f->const_count++);
}

uint32_t iq_ptx_lower_value(struct iq_ptx_body *body, uint32_t size, uint64_t value)
{
    if (size < 8)
        value &= (1ull << 8 * size) - 1;
    return iq_ptx_lower_const(body, CONST_VALUE, size, 0, value);
}

struct iq_ptx_insn *iq_ptx_lower_emit(struct iq_ptx_body *body, uint32_t exec, uint32_t nd,
                                      uint32_t ns)
{
    static struct iq_ptx_insn waste;
    struct iq_ptx_function *f = body->function;
    if (!IQ_PTX_GROW(f->insns, f->insn_count, f->insn_cap)) {
        body->module->arena.failed = true;
        return &waste;
    }
    struct iq_ptx_insn *i = &f->insns[f->insn_count++];
    memset(i, 0, sizeof *i);
    i->exec = (uint16_t)exec;
    i->nd = (uint8_t)nd;
    i->ns = (uint8_t)ns;
    i->line = body->line;
    i->loc = body->loc;
    return i;
}

struct iq_ptx_insn *iq_ptx_lower_emit_words(struct iq_ptx_body *body, uint32_t exec, uint32_t nd,
                                            uint32_t ns, ...)
{
    struct iq_ptx_insn *i = iq_ptx_lower_emit(body, exec, nd, ns);
    va_list args;
    va_start(args, ns);
    for (uint32_t k = 0; k < nd + ns; k++)
        i->o[k] = va_arg(args, uint32_t);
    va_end(args);
    return i;
}

static uint32_t emit_more(struct iq_ptx_body *body, uint32_t n, const uint32_t *o, bool dest)
{
    uint32_t count = 0;
    for (uint32_t at = 0; at < n; at += 6, count++) {
        uint32_t some = n - at < 6 ? n - at : 6;
        memcpy(iq_ptx_lower_emit(body, X_more, dest ? some : 0, dest ? 0 : some)->o, o + at,
               some * sizeof *o);
    }
    return count;
}

struct iq_ptx_insn *iq_ptx_lower_emit_long(struct iq_ptx_body *body, uint32_t exec, uint32_t nd,
                                           const uint32_t *d, uint32_t ns, const uint32_t *s)
{
    uint32_t count = emit_more(body, ns, s, false) + emit_more(body, nd, d, true);
    struct iq_ptx_insn *i = iq_ptx_lower_emit(body, exec, 0, 0);
    i->aux = count;
    return i;
}

bool iq_ptx_lower_operands(struct iq_ptx_body *b, const struct iq_ptx_statement *st, uint32_t least,
                           uint32_t most)
{
    if (st->operand_count >= least && st->operand_count <= most)
        return true;
    iq_ptx_body_error(b, &st->token, "Wrong number of arguments for instruction '%s'",
                      st->row->mnemonic);
    return false;
}

uint32_t iq_ptx_lower_items(const struct iq_ptx_operand *op, const struct iq_ptx_operand **items)
{
    *items = op->kind == OP_VECTOR ? op->items : op;
    return op->kind == OP_VECTOR ? op->count : 1;
}

void iq_ptx_lower_resize(struct iq_ptx_body *body, uint32_t d, uint32_t to, uint32_t s,
                         uint32_t from, bool sign)
{
    uint32_t exec;
    if (to == from)
        exec = to == 16 ? X_mov128 : X_mov16 + iq_ptx_width(to);
    else if (to < from)
        exec = from == 4 ? X_trunc_32_16 : to == 2 ? X_trunc_64_16 : X_trunc_64_32;
    else
        exec = (sign ? X_ext_s16_32 : X_ext_u16_32) + (from == 4 ? 2 : to == 8 ? 1 : 0);
    iq_ptx_lower_emit_words(body, exec, 1, 1, d, s);
}

static uint64_t literal(const struct iq_ptx_operand *op, enum iq_ptx_type type)
{
    float f;
    double d;
    bool is32 = type == TY_F32, is64 = type == TY_F64;
    if (op->kind == OP_F32 && (is64 || iq_ptx_type_size(type) == 8)) {
        memcpy(&f, &op->value, 4);
        d = (double)f;
    } else if (op->kind == OP_F64 && (is32 || iq_ptx_type_size(type) == 4)) {
        memcpy(&d, &op->value, 8);
    } else if (op->kind == OP_INT && (is32 || is64)) {
        d = (double)(int64_t)op->value;
    } else {
        return op->value;
    }
    uint64_t bits = 0;
    f = (float)d;
    if (iq_ptx_type_size(type) == 4)
        memcpy(&bits, &f, 4);
    else
        memcpy(&bits, &d, 8);
    return bits;
}

static uint32_t symbol_source(struct iq_ptx_body *b, const struct iq_ptx_operand *op, uint32_t size)
{
    const struct iq_ptx_entity *e = op->entity;
    if (size != 4 && size != 8) {
        iq_ptx_body_error(b, &op->token,
                          "Arguments mismatch: an address needs a 32 or 64 bit register");
        return iq_ptx_lower_value(b, size, 0);
    }
    if (!e || e->kind == ENT_GLOBAL_NAME)
        return iq_ptx_lower_const(b, CONST_SYMBOL, size, iq_ptx_body_use(b, &op->token), op->value);
    if (e->kind == ENT_KPARAM)
        return iq_ptx_lower_const(b, CONST_SREG, size, SREG_PARAM_BASE, e->first + op->value);
    if (e->kind == ENT_LOCAL || e->kind == ENT_PARAM) {
        uint32_t d = iq_ptx_lower_reg(b, 8);
        iq_ptx_lower_emit_words(b, X_frame_address, 1, 0, d)->imm = e->first + op->value;
        if (size == 8)
            return d;
        uint32_t low = iq_ptx_lower_reg(b, 4);
        iq_ptx_lower_resize(b, low, 4, d, 8, false);
        return low;
    }
    iq_ptx_body_error(b, &op->token, "'%.*s' cannot be used as an operand", (int)op->token.length,
                      op->token.text);
    return iq_ptx_lower_value(b, size, 0);
}

/* op->value holds kind << 32 | code << 8 | size, as parse_body.c's table has them. */
static uint32_t sreg_source(struct iq_ptx_body *b, const struct iq_ptx_operand *op, uint32_t size)
{
    uint32_t kind = (uint32_t)(op->value >> 32), code = (uint32_t)op->value >> 8,
             have = op->value & 0xff, s;
    if (size != 2 && size != 4 && size != 8) {
        iq_ptx_body_error(b, &op->token, "Arguments mismatch for special register");
        return iq_ptx_lower_value(b, size, 0);
    }
    if (kind == 0) {
        s = iq_ptx_lower_const(b, CONST_SREG, have, code, 0);
    } else if (kind == 1) {
        s = OPND(BASE_WARP, code);
    } else {
        s = iq_ptx_lower_reg(b, have);
        iq_ptx_lower_emit_words(b, code, 1, 0, s);
    }
    if (have == size)
        return s;
    uint32_t d = iq_ptx_lower_reg(b, size);
    iq_ptx_lower_resize(b, d, size, s, have, false);
    return d;
}

static uint32_t pred_source(struct iq_ptx_body *b, const struct iq_ptx_operand *op)
{
    uint32_t s;
    if (op->kind == OP_REG && op->size == 1) {
        s = op->reg;
    } else if (op->kind == OP_INT) {
        s = iq_ptx_lower_const(b, CONST_VALUE, 1, 0, op->value ? 0xffffffff : 0);
    } else if (op->kind == OP_SREG && (op->value & 0xff) == 1) {
        s = iq_ptx_lower_const(b, CONST_SREG, 1, (uint32_t)(op->value >> 8 & 0xffff), 0);
    } else {
        iq_ptx_body_error(b, &op->token, "Arguments mismatch: a predicate is needed");
        return iq_ptx_lower_const(b, CONST_VALUE, 1, 0, 0);
    }
    if (!op->negated)
        return s;
    uint32_t d = iq_ptx_lower_reg(b, 1);
    iq_ptx_lower_emit_words(b, X_notp, 1, 1, d, s);
    return d;
}

static void mismatch(struct iq_ptx_body *b, const struct iq_ptx_operand *op)
{
    iq_ptx_body_error(b, &op->token,
                      "Arguments mismatch for instruction: '%.*s' does not fit the type",
                      (int)op->token.length, op->token.text);
}

uint32_t iq_ptx_lower_source(struct iq_ptx_body *b, const struct iq_ptx_operand *op,
                             enum iq_ptx_type type)
{
    uint32_t size = iq_ptx_type_size(type);
    if (type == TY_PRED)
        return pred_source(b, op);
    if (size == 1)
        size = 2;
    switch (op->kind) {
    case OP_REG:
        if (op->size == size && !op->negated && !op->minus)
            return op->reg;
        break;
    case OP_INT:
    case OP_F32:
    case OP_F64: return iq_ptx_lower_value(b, size, literal(op, type));
    case OP_SREG: return sreg_source(b, op, size);
    case OP_SYMBOL: return symbol_source(b, op, size);
    default: break;
    }
    mismatch(b, op);
    return iq_ptx_lower_value(b, size, 0);
}

uint32_t iq_ptx_lower_dest(struct iq_ptx_body *b, const struct iq_ptx_operand *op,
                           enum iq_ptx_type type)
{
    uint32_t size = type == TY_PRED ? 1 : iq_ptx_type_size(type) == 1 ? 2 : iq_ptx_type_size(type);
    if (op->kind == OP_SINK)
        return iq_ptx_lower_reg(b, size);
    if (op->kind == OP_REG && op->size == size && !op->negated)
        return op->reg;
    mismatch(b, op);
    return iq_ptx_lower_reg(b, size);
}

uint32_t iq_ptx_lower_wide(struct iq_ptx_body *b, const struct iq_ptx_operand *op,
                           enum iq_ptx_type type, uint32_t *size)
{
    uint32_t need = iq_ptx_type_size(type) == 1 ? 2 : iq_ptx_type_size(type);
    if (op->kind == OP_REG && op->size >= need && op->size > 1 && !op->negated) {
        *size = op->size;
        return op->reg;
    }
    *size = need;
    return iq_ptx_lower_source(b, op, type);
}

/* Instructions that may switch to other lanes or leave cannot run under the mask of X_guard: they
 * are branched over. */
static bool leaves(const struct iq_ptx_statement *st)
{
    static const char *const names[] = { "call",      "ret",       "exit",         "bar",
                                         "barrier",   "shfl",      "vote",         "match",
                                         "redux",     "elect",     "brx",          "activemask",
                                         "nanosleep", "trap",      "brkpt",        "mma",
                                         "wmma",      "ldmatrix",  "stmatrix",     "movmatrix",
                                         "alloca",    "stacksave", "stackrestore", "wgmma" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(st->row->mnemonic, names[i]))
            return true;
    return false;
}

void iq_ptx_lower_statement(struct iq_ptx_body *b, const struct iq_ptx_statement *st)
{
    bool branch = !strcmp(st->row->mnemonic, "bra");
    b->guarded = st->guarded;
    if (!st->guarded || branch) {
        st->row->lower(b, st);
        return;
    }
    bool over = leaves(st);
    uint32_t at = b->function->insn_count;
    struct iq_ptx_insn *g = iq_ptx_lower_emit_words(b, over ? X_bra_if : X_guard, 0, 1, st->guard);
    g->mod = over ? !st->guard_negated : st->guard_negated;
    st->row->lower(b, st);
    struct iq_ptx_function *f = b->function;
    if (b->module->arena.failed || at >= f->insn_count)
        return;
    if (over) {
        iq_ptx_lower_emit(b, X_join, 0, 0);
        f->insns[at].target = b->block_start = f->insn_count;
    } else {
        f->insns[at].imm = f->insn_count - at - 1;
    }
}
