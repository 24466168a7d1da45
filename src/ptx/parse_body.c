/* Function bodies: scopes, declarations, labels, instructions and their operands. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ptx/cold.h"
#include "ptx/lower.h"
#include "ptx/parser.h"

enum { MAX_REGISTERS = 4 << 20, MAX_SCOPES = 200, MAX_LOCAL_BYTES = 1 << 24 };

void iq_ptx_body_error(struct iq_ptx_body *b, const struct iq_ptx_token *token, const char *format,
                       ...)
{
    char text[400];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    iq_ptx_parser_error(b->parser, token, "%s", text);
}

bool iq_ptx_body_failed(const struct iq_ptx_body *b)
{
    return b->parser->failed || b->module->arena.failed;
}

static uint32_t hash_of(const char *name, uint32_t length)
{
    uint32_t h = 2166136261u;
    for (uint32_t i = 0; i < length; i++)
        h = (h ^ (uint8_t)name[i]) * 16777619u;
    return h;
}

struct iq_ptx_entity *iq_ptx_body_find(struct iq_ptx_body *b, const char *name, uint32_t length)
{
    uint32_t h = hash_of(name, length);
    for (struct iq_ptx_entity *e = b->buckets[h % IQ_PTX_ENTITY_BUCKETS]; e; e = e->next)
        if (e->hash == h && e->name_length == length && !memcmp(e->name, name, length))
            return e;
    return NULL;
}

static struct iq_ptx_entity *declare(struct iq_ptx_body *b, const char *name, uint32_t length,
                                     enum iq_ptx_entity_kind kind)
{
    static struct iq_ptx_entity waste;
    struct iq_ptx_entity *e = iq_ptx_body_find(b, name, length);
    if (e && e->scope == b->scope && e->kind != ENT_REG_RANGE)
        iq_ptx_parser_error(b->parser, &b->parser->token, "Duplicate definition of '%.*s'",
                            (int)length, name);
    e = iq_ptx_arena_alloc(&b->module->arena, sizeof *e);
    if (!e)
        return &waste;
    uint32_t h = hash_of(name, length), k = h % IQ_PTX_ENTITY_BUCKETS;
    *e = (struct iq_ptx_entity){ b->buckets[k], b->newest, name, length, h, b->scope, kind,
                                 TY_NONE,       0,         0,    0,      0, 0 };
    b->buckets[k] = b->newest = e;
    return e;
}

uint32_t iq_ptx_body_use(struct iq_ptx_body *b, const struct iq_ptx_token *token)
{
    const struct iq_ptx_entity *e = iq_ptx_body_find(b, token->text, token->length);
    if (e && e->kind == ENT_GLOBAL_NAME)
        return e->first;
    return iq_ptx_parser_use(b->parser, token->text, token->length, token->line);
}

void iq_ptx_body_fix(struct iq_ptx_body *b, uint32_t insn, int32_t table,
                     const struct iq_ptx_token *label)
{
    if (!IQ_PTX_GROW(b->fixups, b->fixup_count, b->fixup_cap)) {
        b->module->arena.failed = true;
        return;
    }
    b->fixups[b->fixup_count++] = (struct iq_ptx_fixup){ insn, b->scope, table, *label };
}

/* Leaving a scope binds the branches to labels of it; the others look further out. */
static void leave_scope(struct iq_ptx_body *b)
{
    struct iq_ptx_function *f = b->function;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < b->fixup_count; i++) {
        struct iq_ptx_fixup *x = &b->fixups[i];
        const struct iq_ptx_entity *e = iq_ptx_body_find(b, x->token.text, x->token.length);
        if (x->scope == b->scope && e && e->kind == ENT_LABEL && e->scope == b->scope) {
            if (x->table >= 0)
                f->switches[x->table] = e->first;
            else
                f->insns[x->insn].target = e->first;
            continue;
        }
        if (x->scope == b->scope)
            x->scope--;
        b->fixups[kept++] = *x;
    }
    b->fixup_count = kept;
    for (; b->newest && b->newest->scope == b->scope; b->newest = b->newest->previous)
        b->buckets[b->newest->hash % IQ_PTX_ENTITY_BUCKETS] = b->newest->next;
    b->scope--;
}

static const struct {
    const char *name;
    uint8_t kind;
    uint16_t code;
    uint8_t size;
} sregs[] = {
    { "%tid.x", 1, WARP_TID_X, 4 },
    { "%tid.y", 1, WARP_TID_Y, 4 },
    { "%tid.z", 1, WARP_TID_Z, 4 },
    { "%warpid", 1, WARP_WARPID, 4 },
    { "%ntid.x", 0, SREG_NTID_X, 4 },
    { "%ntid.y", 0, SREG_NTID_Y, 4 },
    { "%ntid.z", 0, SREG_NTID_Z, 4 },
    { "%ctaid.x", 0, SREG_CTAID_X, 4 },
    { "%ctaid.y", 0, SREG_CTAID_Y, 4 },
    { "%ctaid.z", 0, SREG_CTAID_Z, 4 },
    { "%nctaid.x", 0, SREG_NCTAID_X, 4 },
    { "%nctaid.y", 0, SREG_NCTAID_Y, 4 },
    { "%nctaid.z", 0, SREG_NCTAID_Z, 4 },
    { "%laneid", 0, SREG_LANEID, 4 },
    { "%nwarpid", 0, SREG_NWARPID, 4 },
    { "%lanemask_eq", 0, SREG_LANEMASK_EQ, 4 },
    { "%lanemask_le", 0, SREG_LANEMASK_LE, 4 },
    { "%lanemask_lt", 0, SREG_LANEMASK_LT, 4 },
    { "%lanemask_ge", 0, SREG_LANEMASK_GE, 4 },
    { "%lanemask_gt", 0, SREG_LANEMASK_GT, 4 },
    { "%smid", 0, SREG_SMID, 4 },
    { "%nsmid", 0, SREG_NSMID, 4 },
    { "%gridid", 0, SREG_GRIDID, 8 },
    { "%envreg1", 0, SREG_ENVREG1, 4 },
    { "%envreg2", 0, SREG_ENVREG2, 4 },
    { "%dynamic_smem_size", 0, SREG_DYNAMIC_SMEM, 4 },
    { "%total_smem_size", 0, SREG_TOTAL_SMEM, 4 },
    { "%reserved_smem_offset_begin", 0, SREG_RESERVED_SMEM, 4 },
    { "%reserved_smem_offset_0", 0, SREG_RESERVED_SMEM, 4 },
    { "%reserved_smem_offset_1", 0, SREG_RESERVED_SMEM, 4 },
    { "%reserved_smem_offset_cap", 0, SREG_RESERVED_END, 4 },
    { "%reserved_smem_offset_end", 0, SREG_RESERVED_END, 4 },
    { "%aggr_smem_size", 0, SREG_TOTAL_SMEM, 4 },
    { "WARP_SZ", 0, SREG_WARPSZ, 4 },
    { "%clock", 2, X_clock32, 4 },
    { "%clock_hi", 2, X_clock_hi, 4 },
    { "%clock64", 2, X_clock64, 8 },
    { "%globaltimer", 2, X_globaltimer, 8 },
    { "%globaltimer_lo", 2, X_globaltimer_lo, 4 },
    { "%clusterid.x", 0, SREG_CLUSTERID_X, 4 },
    { "%clusterid.y", 0, SREG_CLUSTERID_Y, 4 },
    { "%clusterid.z", 0, SREG_CLUSTERID_Z, 4 },
    { "%nclusterid.x", 0, SREG_NCLUSTERID_X, 4 },
    { "%nclusterid.y", 0, SREG_NCLUSTERID_Y, 4 },
    { "%nclusterid.z", 0, SREG_NCLUSTERID_Z, 4 },
    { "%cluster_ctaid.x", 0, SREG_CLUSTER_CTAID_X, 4 },
    { "%cluster_ctaid.y", 0, SREG_CLUSTER_CTAID_Y, 4 },
    { "%cluster_ctaid.z", 0, SREG_CLUSTER_CTAID_Z, 4 },
    { "%cluster_nctaid.x", 0, SREG_CLUSTER_NCTAID_X, 4 },
    { "%cluster_nctaid.y", 0, SREG_CLUSTER_NCTAID_Y, 4 },
    { "%cluster_nctaid.z", 0, SREG_CLUSTER_NCTAID_Z, 4 },
    { "%is_explicit_cluster", 0, SREG_IS_CLUSTER, 1 },
    { "%globaltimer_hi", 2, X_globaltimer_hi, 4 },
    { "%current_graph_exec", 0, SREG_ZERO, 8 },
    { "%reserved_smem_offset_begin", 0, SREG_ZERO, 4 },
    { "%reserved_smem_offset_end", 0, SREG_ZERO, 4 },
    { "%reserved_smem_offset_cap", 0, SREG_ZERO, 4 },
    { "%cluster_ctarank", 0, SREG_CLUSTER_RANK, 4 },
    { "%cluster_nctarank", 0, SREG_CLUSTER_SIZE, 4 },
};

static bool special_register(struct iq_ptx_parser *p, struct iq_ptx_operand *op)
{
    char text[40];
    if (op->token.length > 30)
        return false;
    int n = snprintf(text, sizeof text, "%.*s", (int)op->token.length, op->token.text);
    bool component = p->token.kind == TK_DOT && p->token.length == 1 &&
                     p->token.text == op->token.text + op->token.length + 1;
    if (component)
        snprintf(text + n, sizeof text - (size_t)n, ".%c", *p->token.text);
    for (size_t i = 0; i < sizeof sregs / sizeof *sregs; i++)
        if (!strcmp(text, sregs[i].name)) {
            op->kind = OP_SREG;
            op->value =
                (uint64_t)sregs[i].kind << 32 | (uint64_t)sregs[i].code << 8 | sregs[i].size;
            if (component)
                iq_ptx_parser_next(p);
            return true;
        }
    bool counter = !strncmp(text, "%pm", 3); /* performance counters stand still */
    if (!counter && strncmp(text, "%envreg", 7))
        return false;
    op->kind = OP_SREG;
    op->value = SREG_ZERO << 8 | (counter && strstr(text, "_64") ? 8 : 4);
    return true;
}

static struct iq_ptx_entity *next_of_name(const struct iq_ptx_entity *e)
{
    for (struct iq_ptx_entity *n = e->next; n; n = n->next)
        if (n->hash == e->hash && n->name_length == e->name_length &&
            !memcmp(n->name, e->name, e->name_length))
            return n;
    return NULL;
}

/* A register by its own name or as element of a %r<N> range. */
static bool find_register(struct iq_ptx_body *b, struct iq_ptx_operand *op)
{
    const struct iq_ptx_token *t = &op->token;
    struct iq_ptx_entity *e = iq_ptx_body_find(b, t->text, t->length);
    uint32_t number = 0, digits = 0, scale = 1;
    if (!e || e->kind == ENT_REG_RANGE) {
        e = NULL;
        while (digits + 1 < t->length && digits < 8 && t->text[t->length - 1 - digits] >= '0' &&
               t->text[t->length - 1 - digits] <= '9') {
            number += (uint32_t)(t->text[t->length - 1 - digits] - '0') * scale;
            scale *= 10;
            digits++;
            struct iq_ptx_entity *r = iq_ptx_body_find(b, t->text, t->length - digits);
            while (r && r->kind != ENT_REG_RANGE) /* a variable may have the name of a range */
                r = next_of_name(r);
            if (r && r->kind == ENT_REG_RANGE && number < r->count)
                e = r;
            if (e)
                break;
        }
    }
    if (!e)
        return false;
    op->entity = e;
    if (e->kind != ENT_REG && e->kind != ENT_REG_RANGE)
        return false;
    op->kind = OP_REG;
    op->reg = e->first + number * (e->vector ? e->vector : 1);
    op->size = b->function->vreg_size[op->reg];
    return true;
}

/* .x of a vector register, .h1 of a video operand. */
static void selector(struct iq_ptx_body *b, struct iq_ptx_operand *op)
{
    static const char letters[] = "xyzwrgba";
    struct iq_ptx_parser *p = b->parser;
    bool there = p->token.kind == TK_DOT && p->token.text == op->token.text + op->token.length + 1;
    if (!there)
        return;
    const char *at = p->token.length == 1 ? strchr(letters, *p->token.text) : NULL;
    if (op->entity->vector && at && (uint32_t)(at - letters) % 4 < op->entity->vector) {
        op->reg += (uint32_t)(at - letters) % 4;
        op->element = true;
    } else if (op->entity->vector) {
        iq_ptx_parser_error(p, &p->token, "Vector element expected");
    } else {
        op->selector = p->token.text;
        op->selector_length = p->token.length;
    }
    iq_ptx_parser_next(p);
}

static void operand(struct iq_ptx_body *b, struct iq_ptx_statement *st, struct iq_ptx_operand *op);

/* Reserves the items of a nested operand. */
static struct iq_ptx_operand *reserve(struct iq_ptx_body *b, struct iq_ptx_statement *st,
                                      uint32_t n)
{
    if (st->item_count + n > IQ_PTX_MAX_ITEMS) {
        iq_ptx_parser_error(b->parser, &b->parser->token, "Too many operands");
        return NULL;
    }
    struct iq_ptx_operand *items = &st->item[st->item_count];
    st->item_count += n;
    return items;
}

/* Elements up to `close`; they are collected first, as nested lists take items too. */
static void list(struct iq_ptx_body *b, struct iq_ptx_statement *st, struct iq_ptx_operand *op,
                 char close)
{
    enum { MOST = 128 };
    struct iq_ptx_parser *p = b->parser;
    struct iq_ptx_operand some[MOST];
    uint32_t n = 0;
    if (++p->depth > 8)
        iq_ptx_parser_error(p, &p->token, "Operands nested too deeply");
    while (!p->failed && !iq_ptx_parser_is(p, close)) {
        if (n == MOST) {
            iq_ptx_parser_error(p, &p->token, "Too many operands");
            break;
        }
        operand(b, st, &some[n++]);
        if (!iq_ptx_parser_is(p, close) && !iq_ptx_parser_expect(p, ','))
            break;
    }
    p->depth--;
    if (p->failed)
        return;
    iq_ptx_parser_next(p);
    op->count = n;
    op->items = reserve(b, st, n);
    if (op->items)
        memcpy(op->items, some, n * sizeof *some);
}

static void name_operand(struct iq_ptx_body *b, struct iq_ptx_operand *op)
{
    struct iq_ptx_parser *p = b->parser;
    iq_ptx_parser_next(p);
    if (op->token.length == 1 && *op->token.text == '_') {
        op->kind = OP_SINK;
        return;
    }
    if (find_register(b, op)) {
        selector(b, op);
        return;
    }
    if (special_register(p, op))
        return;
    op->kind = OP_SYMBOL;
    if (*op->token.text == '%' && !op->entity)
        iq_ptx_parser_error(p, &op->token, "Unknown symbol '%.*s'", (int)op->token.length,
                            op->token.text);
}

/* A vector register by its name alone is the list of its elements. */
static void whole_vector(struct iq_ptx_body *b, struct iq_ptx_statement *st,
                         struct iq_ptx_operand *op)
{
    uint32_t n = op->entity->vector;
    struct iq_ptx_operand *items = reserve(b, st, n), one = *op;
    if (!items)
        return;
    for (uint32_t k = 0; k < n; k++) {
        items[k] = one;
        items[k].reg = one.reg + k;
        items[k].element = true;
    }
    op->kind = OP_VECTOR;
    op->count = n;
    op->items = items;
}

static void number_operand(struct iq_ptx_body *b, struct iq_ptx_operand *op)
{
    struct iq_ptx_parser *p = b->parser;
    bool negative = false;
    while (iq_ptx_parser_is(p, '-') || iq_ptx_parser_is(p, '+')) {
        negative ^= iq_ptx_parser_is(p, '-');
        iq_ptx_parser_next(p);
    }
    if (p->token.kind == TK_F32 || p->token.kind == TK_F64) {
        bool single = p->token.kind == TK_F32;
        op->kind = single ? OP_F32 : OP_F64;
        op->value = p->token.value ^ (negative ? single ? 1ull << 31 : 1ull << 63 : 0);
        iq_ptx_parser_next(p);
        return;
    }
    op->kind = OP_INT;
    op->value = (uint64_t)iq_ptx_parser_integer(p);
    if (negative)
        op->value = 0 - op->value;
}

static void offset_of(struct iq_ptx_parser *p, struct iq_ptx_operand *op)
{
    if (iq_ptx_parser_is(p, '+')) {
        iq_ptx_parser_next(p);
        op->value += (uint64_t)iq_ptx_parser_integer(p);
    } else if (iq_ptx_parser_is(p, '-')) {
        op->value += (uint64_t)iq_ptx_parser_integer(p);
    }
}

/* [base+offset] and, for textures, [handle, sampler, {coordinates}] */
static void address_operand(struct iq_ptx_body *b, struct iq_ptx_statement *st,
                            struct iq_ptx_operand *op)
{
    struct iq_ptx_parser *p = b->parser;
    op->kind = OP_ADDRESS;
    iq_ptx_parser_next(p);
    list(b, st, op, ']');
    if (!p->failed && !op->count)
        iq_ptx_parser_error(p, &op->token, "Address expected");
    if (op->count && op->items && op->items[0].kind == OP_REG) {
        op->value = op->items[0].value;
        op->items[0].value = 0;
    }
}

static void operand(struct iq_ptx_body *b, struct iq_ptx_statement *st, struct iq_ptx_operand *op)
{
    struct iq_ptx_parser *p = b->parser;
    memset(op, 0, sizeof *op);
    op->token = p->token;
    if (iq_ptx_parser_accept(p, '!')) {
        op->negated = true;
        op->token = p->token;
    }
    if (p->token.kind == TK_IDENT) {
        name_operand(b, op);
        if (op->kind == OP_REG && op->entity->vector && !op->element)
            whole_vector(b, st, op);
        if (op->kind == OP_REG || op->kind == OP_SYMBOL)
            offset_of(p, op);
        op->negated &= op->kind == OP_REG;
    } else if (iq_ptx_parser_is(p, '-') && p->ahead.kind == TK_IDENT) {
        iq_ptx_parser_next(p);
        op->token = p->token;
        name_operand(b, op);
        op->minus = true;
        if (!p->failed && op->kind != OP_REG)
            iq_ptx_parser_error(p, &op->token, "Register expected behind '-'");
    } else if (iq_ptx_parser_accept(p, '{')) {
        op->kind = OP_VECTOR;
        list(b, st, op, '}');
    } else if (iq_ptx_parser_accept(p, '(')) {
        op->kind = OP_PARENS;
        list(b, st, op, ')');
    } else if (iq_ptx_parser_is(p, '[')) {
        address_operand(b, st, op);
    } else {
        number_operand(b, op);
    }
    if (!p->failed && iq_ptx_parser_is(p, '|')) { /* d|p */
        struct iq_ptx_operand first = *op, second;
        iq_ptx_parser_next(p);
        operand(b, st, &second);
        op->items = reserve(b, st, 2);
        if (!op->items)
            return;
        op->kind = OP_PAIR;
        op->count = 2;
        op->items[0] = first;
        op->items[1] = second;
    }
}

/* Only forms with a source of a second type have one. */
static bool fits_types(const struct iq_ptx_statement *st, const struct iq_ptx_row *row)
{
    return *row->form == '*' || (st->type_count > 1) == (strchr(row->form, 's') != NULL);
}

/* Fits the words after the mnemonic to one row; false if some word is not allowed there. */
static bool fit(struct iq_ptx_statement *st, const struct iq_ptx_row *row,
                const struct iq_ptx_token *words, uint32_t n, const struct iq_ptx_token **wrong)
{
    st->row = row;
    st->type_count = 0;
    st->groups = 0;
    st->in_cluster = false;
    memset(st->set, 0, sizeof st->set);
    if (row->types == ~0ull) /* not implemented: anything goes */
        return true;
    for (uint32_t i = 0; i < n; i++) {
        enum iq_ptx_type t = iq_ptx_type_find(words[i].text, words[i].length);
        const struct iq_ptx_modifier *m;
        if (t != TY_COUNT && st->type_count < 4) {
            st->type[st->type_count++] = t;
        } else if ((m = iq_ptx_modifier_find(words[i].text, words[i].length,
                                             row->groups & ~st->groups))) {
            st->set[m->group] = (uint8_t)(m->value + 1);
            st->groups |= (iq_ptx_groups)1 << m->group;
            st->in_cluster |= !strcmp(m->text, "shared::cluster");
        } else {
            *wrong = &words[i];
            return false;
        }
    }
    if (!st->type_count)
        st->type[0] = TY_NONE;
    return (row->types >> st->type[0] & 1) != 0 && fits_types(st, row);
}

static bool has_word(const struct iq_ptx_token *words, uint32_t n, const char *word)
{
    for (uint32_t k = 0; k < n; k++)
        if (iq_ptx_token_is(&words[k], word))
            return true;
    return false;
}

/* Known families outside the table that start like a supported mnemonic.  Of random rounding the
 * manual is exact for bf16 alone: other formats have numbers that lose more bits than are added. */
static bool known_unsupported(const char *mnemonic, const struct iq_ptx_token *words, uint32_t n)
{
    static const struct {
        const char *mnemonic, *modifier, *unless; /* NULL: whatever else there is */
    } families[] = { { "cvt", "rs", "bf16x2" },       { "ldmatrix", "m8n16", NULL },
                     { "ldmatrix", "m16n16", NULL },  { "stmatrix", "m16n8", NULL },
                     { "mma", "kind::f8f6f4", NULL }, { "mma", "kind::mxf8f6f4", NULL },
                     { "mma", "kind::mxf4", NULL },   { "mma", "kind::mxf4nvf4", NULL } };
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (!strcmp(mnemonic, families[i].mnemonic) && has_word(words, n, families[i].modifier) &&
            !(families[i].unless && has_word(words, n, families[i].unless)))
            return true;
    return false;
}

/* An instruction that newer texts may have: it counts as one of those that are not implemented. */
static bool is_of_newer_text(const struct iq_ptx_body *b, struct iq_ptx_statement *st)
{
    if (b->parser->newer)
        st->row = iq_ptx_row_find("tcgen05", 7);
    return b->parser->newer;
}

static bool choose_row(struct iq_ptx_body *b, struct iq_ptx_statement *st,
                       const struct iq_ptx_token *words, uint32_t n)
{
    struct iq_ptx_parser *p = b->parser;
    uint32_t length = (uint32_t)(n ? words[0].text - 1 - st->token.text : st->token.length);
    const struct iq_ptx_row *row = iq_ptx_row_find(st->token.text, length);
    const struct iq_ptx_token *wrong = NULL;
    if (!row) {
        if (is_of_newer_text(b, st))
            return true;
        iq_ptx_parser_error(p, &st->token, "Not a name of any known instruction: '%.*s'",
                            (int)length, st->token.text);
        return false;
    }
    if (known_unsupported(row->mnemonic, words, n)) {
        st->row = iq_ptx_row_find("tcgen05", 7);
        return true;
    }
    for (; row; row = iq_ptx_row_next(row))
        if (fit(st, row, words, n, &wrong))
            return true;
    if (is_of_newer_text(b, st))
        return true;
    if (wrong)
        iq_ptx_parser_error(p, wrong, "Illegal modifier '.%.*s' for instruction '%.*s'",
                            (int)wrong->length, wrong->text, (int)length, st->token.text);
    else
        iq_ptx_parser_error(p, &st->token, "Unexpected instruction types specified for '%.*s'",
                            (int)length, st->token.text);
    return false;
}

static void skip_operands(struct iq_ptx_parser *p)
{
    while (p->token.kind != TK_END && !iq_ptx_parser_is(p, ';'))
        iq_ptx_parser_next(p);
}

static bool takes_operands(const struct iq_ptx_row *row, const struct iq_ptx_statement *st)
{
    return *row->form == '*' || strchr(row->form, 'm') || strlen(row->form) == st->operand_count;
}

/* Rows of the same name and type may differ in how many operands they have. */
static void check_form(struct iq_ptx_body *b, struct iq_ptx_statement *st)
{
    const struct iq_ptx_row *row = st->row;
    while (row && !(takes_operands(row, st) && row->types >> st->type[0] & 1 &&
                    !(st->groups & ~row->groups) && fits_types(st, row)))
        row = iq_ptx_row_next(row);
    if (row)
        st->row = row;
    else
        iq_ptx_parser_error(b->parser, &st->token, "Wrong number of arguments for instruction '%s'",
                            st->row->mnemonic);
}

/* Parts of registers are for video instructions. */
static void check_selectors(struct iq_ptx_body *b, const struct iq_ptx_statement *st)
{
    bool video = st->row->lower == iq_ptx_lower_video || st->row->lower == iq_ptx_lower_video_pairs;
    for (uint32_t k = 0; k < st->operand_count + st->item_count && !video; k++) {
        const struct iq_ptx_operand *op =
            k < st->operand_count ? &st->operand[k] : &st->item[k - st->operand_count];
        if (op->kind == OP_REG && op->selector_length)
            iq_ptx_parser_error(b->parser, &op->token, "Illegal selector '.%.*s'",
                                (int)op->selector_length, op->selector);
    }
}

static void instruction(struct iq_ptx_body *b, struct iq_ptx_statement *st)
{
    enum { MOST = 24 };
    struct iq_ptx_parser *p = b->parser;
    struct iq_ptx_token words[MOST];
    uint32_t n = 0;
    st->token = p->token;
    b->line = p->token.line;
    iq_ptx_parser_next(p);
    for (; p->token.kind == TK_DOT && n < MOST; iq_ptx_parser_next(p))
        words[n++] = p->token;
    if (n)
        st->token.length = (uint32_t)(words[n - 1].text + words[n - 1].length - st->token.text);
    if (!choose_row(b, st, words, n))
        return;
    if (st->row->types == ~0ull) {
        skip_operands(p);
    } else if (!iq_ptx_parser_is(p, ';')) {
        do {
            if (st->operand_count == IQ_PTX_MAX_OPERANDS) {
                iq_ptx_parser_error(p, &p->token, "Too many operands");
                return;
            }
            operand(b, st, &st->operand[st->operand_count++]);
        } while (!p->failed && iq_ptx_parser_accept(p, ','));
    }
    if (p->failed || !iq_ptx_parser_expect(p, ';'))
        return;
    if (st->row->types != ~0ull) {
        check_form(b, st);
        check_selectors(b, st);
    }
    if (!p->failed && st->row->types != ~0ull)
        iq_ptx_check(b, st);
    if (!p->failed)
        iq_ptx_lower_statement(b, st);
}

/* A register and an element of a range may not share a name, nor two ranges. */
static void refuse_twin(struct iq_ptx_body *b, const struct iq_ptx_token *name, bool range)
{
    struct iq_ptx_operand op = { .token = *name };
    const struct iq_ptx_entity *e = iq_ptx_body_find(b, name->text, name->length);
    bool twin = e && e->kind == ENT_REG_RANGE && range;
    if (!range && find_register(b, &op))
        e = op.entity, twin = e->kind == ENT_REG_RANGE;
    if (twin && e->scope == b->scope)
        iq_ptx_parser_error(b->parser, name, "Duplicate definition of variable '%.*s'",
                            (int)name->length, name->text);
}

static void reg_declaration(struct iq_ptx_body *b)
{
    struct iq_ptx_parser *p = b->parser;
    uint32_t vector = 0;
    if (p->token.kind == TK_DOT && p->token.length == 2 && *p->token.text == 'v' &&
        (p->token.text[1] == '2' || p->token.text[1] == '4')) {
        vector = (uint32_t)(p->token.text[1] - '0');
        iq_ptx_parser_next(p);
    }
    enum iq_ptx_type t =
        p->token.kind == TK_DOT ? iq_ptx_type_find(p->token.text, p->token.length) : TY_COUNT;
    if (t == TY_COUNT || t >= TY_TEXREF) {
        iq_ptx_parser_error(p, &p->token, "Register type expected");
        return;
    }
    iq_ptx_parser_next(p);
    uint32_t size = t == TY_PRED ? 1 : iq_ptx_type_size(t) == 1 ? 2 : iq_ptx_type_size(t);
    do {
        struct iq_ptx_token name = p->token;
        uint64_t count = 1;
        if (name.kind != TK_IDENT) {
            iq_ptx_parser_error(p, &name, "Name expected");
            return;
        }
        iq_ptx_parser_next(p);
        bool range = iq_ptx_parser_accept(p, '<');
        if (range) {
            count = p->token.kind == TK_INT ? p->token.value : 0;
            iq_ptx_parser_next(p);
            if (!iq_ptx_parser_expect(p, '>'))
                return;
        }
        if (count > MAX_REGISTERS || b->function->vreg_count + count > MAX_REGISTERS) {
            iq_ptx_parser_error(p, &name, "Too many registers");
            return;
        }
        refuse_twin(b, &name, range);
        struct iq_ptx_entity *e =
            declare(b, name.text, name.length, range ? ENT_REG_RANGE : ENT_REG);
        e->first = b->function->vreg_count;
        e->count = (uint32_t)count;
        e->type = t;
        e->vector = vector;
        for (uint64_t i = 0; i < count * (vector ? vector : 1) && !b->module->arena.failed; i++)
            iq_ptx_lower_reg(b, size);
    } while (!p->failed && iq_ptx_parser_accept(p, ','));
    iq_ptx_parser_expect(p, ';');
}

/* .local and .param variables have a place in the function's local frame. */
static void frame_variable(struct iq_ptx_body *b, enum iq_ptx_entity_kind kind)
{
    struct iq_ptx_parser *p = b->parser;
    struct iq_ptx_function *f = b->function;
    struct iq_ptx_declarator d = { .type = TY_NONE };
    do {
        if (!iq_ptx_parser_declarator(p, &d))
            return;
        uint64_t bytes = iq_ptx_declarator_bytes(&d),
                 at = (f->local_bytes + (uint64_t)d.align - 1) / d.align * d.align;
        if (d.open || bytes > MAX_LOCAL_BYTES || at + bytes > MAX_LOCAL_BYTES) {
            iq_ptx_parser_error(p, &d.name, "Too much local memory");
            return;
        }
        if (kind == ENT_LOCAL)
            iq_ptx_parser_need_size(p, &d);
        struct iq_ptx_entity *e = declare(b, d.name.text, d.name.length, kind);
        e->first = (uint32_t)at;
        e->size = (uint32_t)bytes;
        e->align = d.align;
        f->local_bytes = (uint32_t)(at + bytes);
    } while (iq_ptx_parser_accept(p, ','));
    iq_ptx_parser_expect(p, ';');
}

/* .shared, .global or .const inside a function: a variable of the module known only here. */
static void module_variable(struct iq_ptx_body *b, enum iq_ptx_space space)
{
    struct iq_ptx_parser *p = b->parser;
    char scope[300];
    struct iq_ptx_declarator d = { .type = TY_NONE };
    snprintf(scope, sizeof scope, "%.200s$%u$", b->function->name, p->token.line);
    do {
        int32_t index = iq_ptx_parser_variable(p, space, IQ_PTX_STATIC, scope, &d);
        if (index < 0)
            return;
        struct iq_ptx_entity *e = declare(b, d.name.text, d.name.length, ENT_GLOBAL_NAME);
        const char *unique = b->module->globals[index].pub.name;
        e->first = iq_ptx_parser_use(p, unique, (uint32_t)strlen(unique), d.name.line);
    } while (!p->failed && iq_ptx_parser_accept(p, ','));
    iq_ptx_parser_expect(p, ';');
}

static void branch_targets(struct iq_ptx_body *b, const struct iq_ptx_token *name)
{
    struct iq_ptx_parser *p = b->parser;
    struct iq_ptx_function *f = b->function;
    struct iq_ptx_entity *e = declare(b, name->text, name->length, ENT_TARGETS);
    uint32_t first = f->switch_count;
    e->first = first;
    if (!IQ_PTX_GROW(f->switches, f->switch_count, f->switch_cap))
        b->module->arena.failed = true;
    else
        f->switches[f->switch_count++] = 0;
    do {
        if (p->token.kind != TK_IDENT || b->module->arena.failed) {
            iq_ptx_parser_error(p, &p->token, "Label expected");
            return;
        }
        if (!IQ_PTX_GROW(f->switches, f->switch_count, f->switch_cap)) {
            b->module->arena.failed = true;
            return;
        }
        f->switches[f->switch_count] = 0;
        iq_ptx_body_fix(b, 0, (int32_t)f->switch_count++, &p->token);
        f->switches[first]++;
        iq_ptx_parser_next(p);
    } while (iq_ptx_parser_accept(p, ','));
    iq_ptx_parser_expect(p, ';');
}

static void label_or_list(struct iq_ptx_body *b)
{
    struct iq_ptx_parser *p = b->parser;
    struct iq_ptx_token name = p->token;
    iq_ptx_parser_next(p);
    iq_ptx_parser_next(p);
    if (iq_ptx_parser_is_dot(p, "branchtargets")) {
        iq_ptx_parser_next(p);
        branch_targets(b, &name);
    } else if (iq_ptx_parser_is_dot(p, "callprototype") || iq_ptx_parser_is_dot(p, "calltargets")) {
        declare(b, name.text, name.length, ENT_PROTOTYPE);
        skip_operands(p);
        iq_ptx_parser_expect(p, ';');
    } else {
        b->line = name.line;
        iq_ptx_lower_emit(b, X_join, 0, 0);
        declare(b, name.text, name.length, ENT_LABEL)->first = b->block_start =
            b->function->insn_count;
    }
}

static void directive(struct iq_ptx_body *b)
{
    struct iq_ptx_parser *p = b->parser;
    static const struct {
        const char *name;
        enum iq_ptx_space space;
    } spaces[] = { { "shared", IQ_PTX_SHARED },
                   { "global", IQ_PTX_GLOBAL },
                   { "const", IQ_PTX_CONST } };
    for (size_t i = 0; i < 3; i++)
        if (iq_ptx_parser_is_dot(p, spaces[i].name)) {
            iq_ptx_parser_next(p);
            module_variable(b, spaces[i].space);
            return;
        }
    if (iq_ptx_parser_is_dot(p, "reg")) {
        iq_ptx_parser_next(p);
        reg_declaration(b);
    } else if (iq_ptx_parser_is_dot(p, "local") || iq_ptx_parser_is_dot(p, "param")) {
        bool local = iq_ptx_parser_is_dot(p, "local");
        iq_ptx_parser_next(p);
        frame_variable(b, local ? ENT_LOCAL : ENT_PARAM);
    } else if (iq_ptx_parser_is_dot(p, "loc")) {
        iq_ptx_parser_loc(p, &b->loc);
    } else if (iq_ptx_parser_is_dot(p, "pragma") || iq_ptx_parser_is_dot(p, "branchtargets")) {
        skip_operands(p);
        iq_ptx_parser_expect(p, ';');
    } else {
        iq_ptx_parser_error(p, &p->token, "Unexpected directive '.%.*s'", (int)p->token.length,
                            p->token.text);
    }
}

static void statement(struct iq_ptx_body *b, struct iq_ptx_statement *st)
{
    struct iq_ptx_parser *p = b->parser;
    st->guarded = st->guard_negated = false;
    st->operand_count = st->item_count = 0;
    if (iq_ptx_parser_accept(p, '@')) {
        struct iq_ptx_operand op = { 0 };
        st->guarded = true;
        st->guard_negated = iq_ptx_parser_accept(p, '!');
        op.token = p->token;
        iq_ptx_parser_next(p);
        if (!find_register(b, &op) || op.size != 1) {
            iq_ptx_parser_error(p, &op.token, "Predicate expected behind '@'");
            return;
        }
        st->guard = op.reg;
    }
    if (p->token.kind != TK_IDENT)
        iq_ptx_parser_error(p, &p->token, "Parsing error near '%.*s': syntax error",
                            (int)p->token.length, p->token.text);
    else
        instruction(b, st);
}

static void statements(struct iq_ptx_body *b)
{
    struct iq_ptx_parser *p = b->parser;
    struct iq_ptx_statement *st = malloc(sizeof *st);
    if (!st) {
        b->module->arena.failed = true;
        return;
    }
    while (p->token.kind != TK_END && b->scope && p->errors < IQ_PTX_MAX_ERRORS &&
           !b->module->arena.failed) {
        if (iq_ptx_parser_accept(p, '{')) {
            if (++b->scope > MAX_SCOPES)
                break;
        } else if (iq_ptx_parser_is(p, '}')) {
            leave_scope(b);
            if (b->scope)
                iq_ptx_parser_next(p);
        } else if (iq_ptx_parser_accept(p, ';')) {
            continue;
        } else if (p->token.kind == TK_DOT) {
            directive(b);
        } else if (p->token.kind == TK_IDENT && p->ahead.kind == TK_PUNCT &&
                   p->ahead.punct == ':') {
            label_or_list(b);
        } else {
            statement(b, st);
        }
        if (p->failed)
            iq_ptx_parser_recover(p);
    }
    free(st);
}

static void declare_formals(struct iq_ptx_body *b, struct iq_ptx_formal *formals, uint32_t n,
                            bool results)
{
    struct iq_ptx_function *f = b->function;
    for (uint32_t k = 0; k < n; k++) {
        struct iq_ptx_formal *x = &formals[k];
        if (x->is_reg) {
            struct iq_ptx_entity *e = declare(b, x->name, (uint32_t)strlen(x->name), ENT_REG);
            e->first = x->vreg = iq_ptx_lower_reg(b, x->size);
            e->count = 1;
        } else {
            struct iq_ptx_entity *e =
                declare(b, x->name, (uint32_t)strlen(x->name), f->entry ? ENT_KPARAM : ENT_PARAM);
            e->first = x->offset;
            e->size = x->size;
            e->align = x->align;
        }
        if (!f->entry && !results && x->is_reg) {
            struct iq_ptx_insn *i = iq_ptx_lower_emit_words(b, X_frame_load, 1, 0, x->vreg);
            i->imm = x->offset;
            i->mod = x->size | x->size << 16;
        }
    }
}

void iq_ptx_parser_body(struct iq_ptx_parser *p, struct iq_ptx_function *function)
{
    struct iq_ptx_body *b = calloc(1, sizeof *b);
    if (!b) {
        p->module->arena.failed = true;
        return;
    }
    b->parser = p;
    b->module = p->module;
    b->function = function;
    b->unit = p->unit;
    b->scope = 1;
    b->line = p->token.line;
    declare_formals(b, function->results, function->result_count, true);
    declare_formals(b, function->formals, function->formal_count, false);
    statements(b);
    for (uint32_t i = 0; i < b->fixup_count; i++)
        iq_ptx_parser_error(p, &b->fixups[i].token, "Unknown symbol '%.*s'",
                            (int)b->fixups[i].token.length, b->fixups[i].token.text);
    p->failed = false;
    if (b->scope && p->errors < IQ_PTX_MAX_ERRORS)
        iq_ptx_parser_error(p, &p->token, "Parsing error near end of text: '}' expected");
    iq_ptx_lower_emit(b, function->entry ? X_exit : X_ret, 0, 0);
    free(b->fixups);
    free(b);
    if (!p->errors && !p->module->arena.failed && !iq_ptx_function_optimise(function))
        p->module->arena.failed = true;
}
