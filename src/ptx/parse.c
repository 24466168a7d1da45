/* Module level of PTX: version and target, variables, functions, debug directives. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ptx/parser.h"

enum { MAX_VARIABLE_BYTES = 1 << 30, MAX_PARAM_BYTES = 32764, OLD_PARAM_BYTES = 4352 };

void iq_ptx_parser_next(struct iq_ptx_parser *p)
{
    p->token = p->ahead;
    iq_ptx_lexer_next(&p->lexer, &p->ahead);
}

bool iq_ptx_parser_is(const struct iq_ptx_parser *p, char punct)
{
    return p->token.kind == TK_PUNCT && p->token.punct == punct;
}

bool iq_ptx_parser_is_dot(const struct iq_ptx_parser *p, const char *name)
{
    return p->token.kind == TK_DOT && iq_ptx_token_is(&p->token, name);
}

bool iq_ptx_parser_accept(struct iq_ptx_parser *p, char punct)
{
    if (!iq_ptx_parser_is(p, punct))
        return false;
    iq_ptx_parser_next(p);
    return true;
}

bool iq_ptx_parser_expect(struct iq_ptx_parser *p, char punct)
{
    if (iq_ptx_parser_accept(p, punct))
        return true;
    if (p->token.kind == TK_END)
        iq_ptx_parser_error(p, &p->token, "Parsing error near end of text: '%c' expected", punct);
    else
        iq_ptx_parser_error(p, &p->token, "Parsing error near '%.*s': '%c' expected",
                            (int)p->token.length, p->token.text, punct);
    return false;
}

void iq_ptx_parser_error(struct iq_ptx_parser *p, const struct iq_ptx_token *at, const char *format,
                         ...)
{
    char text[400];
    va_list args;
    if (p->failed)
        return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    p->failed = true;
    p->errors++;
    if (!p->result)
        p->result = IQ_PTX_ESYNTAX;
    iq_ptx_diag_add(p->diag, at->line, at->column, false, "%s", text);
}

void iq_ptx_parser_recover(struct iq_ptx_parser *p)
{
    while (p->token.kind != TK_END && !iq_ptx_parser_is(p, ';') && !iq_ptx_parser_is(p, '}') &&
           !iq_ptx_parser_is(p, '{'))
        iq_ptx_parser_next(p);
    iq_ptx_parser_accept(p, ';');
    p->failed = false;
    p->depth = 0;
}

static int64_t primary(struct iq_ptx_parser *p)
{
    int64_t value = 0;
    if (++p->depth > 60) {
        iq_ptx_parser_error(p, &p->token, "Expression nested too deeply");
    } else if (iq_ptx_parser_accept(p, '-')) {
        value = (int64_t)(0 - (uint64_t)primary(p));
    } else if (iq_ptx_parser_accept(p, '+')) {
        value = primary(p);
    } else if (iq_ptx_parser_accept(p, '~')) {
        value = ~primary(p);
    } else if (iq_ptx_parser_accept(p, '!')) {
        value = !primary(p);
    } else if (iq_ptx_parser_accept(p, '(')) {
        value = iq_ptx_parser_integer(p);
        iq_ptx_parser_expect(p, ')');
    } else if (p->token.kind == TK_INT) {
        value = (int64_t)p->token.value;
        iq_ptx_parser_next(p);
    } else {
        iq_ptx_parser_error(p, &p->token, "Parsing error near '%.*s': constant expected",
                            (int)p->token.length, p->token.text);
    }
    p->depth--;
    return value;
}

static int precedence(char c)
{
    return c == '*' || c == '/' || c == '%' ? 5
           : c == '+' || c == '-'           ? 4
           : c == '&'                       ? 3
           : c == '^'                       ? 2
                                            : 0;
}

static int64_t apply(struct iq_ptx_parser *p, char c, int64_t a, int64_t b)
{
    uint64_t x = (uint64_t)a, y = (uint64_t)b;
    switch (c) {
    case '*': return (int64_t)(x * y);
    case '+': return (int64_t)(x + y);
    case '-': return (int64_t)(x - y);
    case '&': return a & b;
    case '^': return a ^ b;
    default:
        if (!b || (b == -1 && a == INT64_MIN)) {
            iq_ptx_parser_error(p, &p->token, "Division by zero in a constant expression");
            return 0;
        }
        return c == '/' ? a / b : a % b;
    }
}

static int64_t binary(struct iq_ptx_parser *p, int least)
{
    int64_t a = primary(p);
    int level;
    while (!p->failed && p->token.kind == TK_PUNCT &&
           (level = precedence(p->token.punct)) > least) {
        char c = p->token.punct;
        iq_ptx_parser_next(p);
        a = apply(p, c, a, binary(p, level));
    }
    return a;
}

int64_t iq_ptx_parser_integer(struct iq_ptx_parser *p) { return binary(p, 0); }

char *iq_ptx_parser_name(struct iq_ptx_parser *p)
{
    if (p->token.kind != TK_IDENT) {
        iq_ptx_parser_error(p, &p->token, "Parsing error near '%.*s': name expected",
                            (int)p->token.length, p->token.text);
        return NULL;
    }
    char *name = iq_ptx_arena_string(&p->module->arena, p->token.text, p->token.length);
    iq_ptx_parser_next(p);
    return name;
}

uint32_t iq_ptx_parser_use(struct iq_ptx_parser *p, const char *name, uint32_t length,
                           uint32_t line)
{
    struct iq_ptx_module_private *m = p->module;
    for (uint32_t i = m->use_count; i > 0 && i + 64 > m->use_count; i--) {
        const struct iq_ptx_use *u = &m->uses[i - 1];
        if (u->unit == p->unit && !strncmp(u->name, name, length) && !u->name[length])
            return i - 1;
    }
    char *copy = iq_ptx_arena_string(&m->arena, name, length);
    if (!copy || !IQ_PTX_GROW(m->uses, m->use_count, m->use_cap)) {
        m->arena.failed = true;
        return 0;
    }
    m->uses[m->use_count] = (struct iq_ptx_use){ copy, p->unit, line, -1, -1 };
    return m->use_count++;
}

/* Extents [4][2] or []. */
static void extents(struct iq_ptx_parser *p, struct iq_ptx_declarator *d)
{
    d->elements = 1;
    while (iq_ptx_parser_accept(p, '[')) {
        d->array = true;
        if (iq_ptx_parser_is(p, ']')) {
            d->open = true;
        } else {
            int64_t n = iq_ptx_parser_integer(p);
            if (n < 0 || (n && d->elements > MAX_VARIABLE_BYTES / (uint64_t)n))
                iq_ptx_parser_error(p, &p->token, "Illegal array size");
            else
                d->elements *= (uint64_t)n;
        }
        if (!iq_ptx_parser_expect(p, ']'))
            return;
    }
}

static void attribute(struct iq_ptx_parser *p, struct iq_ptx_declarator *d)
{
    if (!iq_ptx_parser_expect(p, '('))
        return;
    /* .unified(high, low) has some of its own */
    for (uint32_t depth = 1; p->token.kind != TK_END; iq_ptx_parser_next(p)) {
        d->managed |= iq_ptx_parser_is_dot(p, "managed");
        depth += iq_ptx_parser_is(p, '(');
        if (iq_ptx_parser_is(p, ')') && !--depth)
            break;
    }
    iq_ptx_parser_expect(p, ')');
}

bool iq_ptx_parser_declarator(struct iq_ptx_parser *p, struct iq_ptx_declarator *d)
{
    bool first = d->type == TY_NONE || p->token.kind == TK_DOT;
    uint64_t align = first ? 0 : d->align;
    if (first)
        *d = (struct iq_ptx_declarator){ .type = TY_COUNT, .vector = 1 };
    d->array = d->open = false;
    while (p->token.kind == TK_DOT && !p->failed) {
        struct iq_ptx_token word = p->token;
        enum iq_ptx_type t = iq_ptx_type_find(word.text, word.length);
        iq_ptx_parser_next(p);
        if (t != TY_COUNT) {
            d->type = t;
        } else if (iq_ptx_token_is(&word, "align")) {
            uint64_t n = (uint64_t)iq_ptx_parser_integer(p);
            align = d->pointer && align ? align : d->pointer ? 0 : n;
            if (!n || n & (n - 1) || n > 4096)
                iq_ptx_parser_error(p, &word, "Illegal alignment");
        } else if (iq_ptx_token_is(&word, "ptr")) {
            d->pointer = true;
        } else if (iq_ptx_token_is(&word, "attribute")) {
            attribute(p, d);
        } else if (word.length == 2 && *word.text == 'v' &&
                   (word.text[1] == '2' || word.text[1] == '4')) {
            d->vector = (uint32_t)(word.text[1] - '0');
        } else if (!d->pointer) {
            iq_ptx_parser_error(p, &word, "Unexpected directive '.%.*s' in a declaration",
                                (int)word.length, word.text);
        }
    }
    d->name = p->token;
    if (!p->failed && (d->type == TY_COUNT || d->type == TY_PRED || p->token.kind != TK_IDENT))
        iq_ptx_parser_error(p, &p->token, "Parsing error near '%.*s': declaration expected",
                            (int)p->token.length, p->token.text);
    if (p->failed)
        return false;
    iq_ptx_parser_next(p);
    extents(p, d);
    d->align = align ? (uint32_t)align : iq_ptx_type_size(d->type) * d->vector;
    return !p->failed;
}

uint64_t iq_ptx_declarator_bytes(const struct iq_ptx_declarator *d)
{
    return d->open ? 0 : d->elements * iq_ptx_type_size(d->type) * d->vector;
}

void iq_ptx_parser_need_size(struct iq_ptx_parser *p, const struct iq_ptx_declarator *d)
{
    if (!iq_ptx_declarator_bytes(d) && iq_ptx_type_size(d->type))
        iq_ptx_parser_error(p, &d->name, "Non-external variable '%.*s' has incomplete type",
                            (int)d->name.length, d->name.text);
}

struct init {
    unsigned char *bytes;
    uint64_t at, size, capacity;
    uint32_t element;
    bool is_float, growing;
    struct iq_ptx_global *global;
};

static bool init_room(struct iq_ptx_parser *p, struct init *in, uint64_t bytes)
{
    if (in->at + bytes > in->size && !in->growing) {
        iq_ptx_parser_error(p, &p->token, "Too many initialisers");
        return false;
    }
    if (in->at + bytes > in->capacity) {
        uint64_t capacity = 2 * (in->at + bytes) + 64;
        unsigned char *more = capacity <= MAX_VARIABLE_BYTES ? realloc(in->bytes, capacity) : NULL;
        if (!more) {
            p->module->arena.failed = true;
            return false;
        }
        memset(more + in->capacity, 0, capacity - in->capacity);
        in->bytes = more;
        in->capacity = capacity;
    }
    return true;
}

/* 0xff00(name): the bytes of an address that the mask selects, from the lowest on. */
static uint32_t address_mask(struct iq_ptx_parser *p)
{
    uint64_t mask = p->token.value;
    uint32_t shift = mask ? (uint32_t)__builtin_ctzll(mask) : 64;
    if (shift > 56 || shift % 8)
        iq_ptx_parser_error(p, &p->token, "Illegal mask of an address");
    iq_ptx_parser_next(p);
    return shift;
}

static void init_symbol(struct iq_ptx_parser *p, struct init *in)
{
    bool masked = p->token.kind == TK_INT;
    uint32_t shift = masked ? address_mask(p) : 0;
    if (masked && !iq_ptx_parser_expect(p, '('))
        return;
    bool generic =
        iq_ptx_token_is(&p->token, "generic") && p->ahead.kind == TK_PUNCT && p->ahead.punct == '(';
    if (generic) {
        iq_ptx_parser_next(p);
        iq_ptx_parser_next(p);
    }
    if (p->token.kind != TK_IDENT) {
        iq_ptx_parser_error(p, &p->token, "Name expected in an initialiser");
        return;
    }
    struct iq_ptx_global *g = in->global;
    struct iq_ptx_symbol_ref ref = { in->at, in->element, 0, shift, 0 };
    ref.use = iq_ptx_parser_use(p, p->token.text, p->token.length, p->token.line);
    iq_ptx_parser_next(p);
    if (generic && !iq_ptx_parser_expect(p, ')'))
        return;
    if (iq_ptx_parser_is(p, '+') || iq_ptx_parser_is(p, '-')) {
        iq_ptx_parser_accept(p, '+');
        ref.addend = iq_ptx_parser_integer(p);
    }
    if (masked && !iq_ptx_parser_expect(p, ')'))
        return;
    if (!IQ_PTX_GROW(g->refs, g->ref_count, g->ref_cap))
        p->module->arena.failed = true;
    else
        g->refs[g->ref_count++] = ref;
}

static void init_number(struct iq_ptx_parser *p, struct init *in)
{
    bool negative = false;
    uint64_t bits;
    while (iq_ptx_parser_is(p, '-') && (p->ahead.kind == TK_F32 || p->ahead.kind == TK_F64)) {
        negative = !negative;
        iq_ptx_parser_next(p);
    }
    if (p->token.kind == TK_F32 || p->token.kind == TK_F64) {
        double d;
        float f;
        memcpy(&d, &p->token.value, 8);
        memcpy(&f, &p->token.value, 4);
        bool single = p->token.kind == TK_F32;
        d = (negative ? -1.0 : 1.0) * (single ? (double)f : d);
        f = (float)d;
        bits = 0;
        memcpy(&bits, in->element == 8 ? (void *)&d : (void *)&f, in->element == 8 ? 8 : 4);
        iq_ptx_parser_next(p);
    } else {
        int64_t value = iq_ptx_parser_integer(p);
        double d = (double)value;
        float f = (float)value;
        bits = (uint64_t)value;
        if (in->is_float && in->element == 4)
            memcpy(&bits, &f, 4);
        else if (in->is_float && in->element == 8)
            memcpy(&bits, &d, 8);
    }
    memcpy(in->bytes + in->at, &bits, in->element > 8 ? 8 : in->element);
}

static void init_value(struct iq_ptx_parser *p, struct init *in)
{
    if (p->failed || ++p->depth > 20) {
        iq_ptx_parser_error(p, &p->token, "Initialiser nested too deeply");
        return;
    }
    if (iq_ptx_parser_accept(p, '{')) {
        while (!p->failed && !iq_ptx_parser_is(p, '}')) {
            init_value(p, in);
            if (!iq_ptx_parser_is(p, '}') && !iq_ptx_parser_expect(p, ','))
                break;
        }
        iq_ptx_parser_accept(p, '}');
    } else if (p->token.kind == TK_STRING) {
        if (init_room(p, in, p->token.length)) {
            if (p->token.length) /* there may be no bytes yet to add an offset to */
                memcpy(in->bytes + in->at, p->token.text, p->token.length);
            in->at += p->token.length;
            iq_ptx_parser_next(p);
        }
    } else if (init_room(p, in, in->element)) {
        if (p->token.kind == TK_IDENT ||
            (p->token.kind == TK_INT && p->ahead.kind == TK_PUNCT && p->ahead.punct == '('))
            init_symbol(p, in);
        else
            init_number(p, in);
        in->at += in->element;
    }
    p->depth--;
}

static void initialiser(struct iq_ptx_parser *p, struct iq_ptx_global *g,
                        const struct iq_ptx_declarator *d)
{
    struct init in = { .size = g->pub.size,
                       .element = iq_ptx_type_size(d->type),
                       .is_float = iq_ptx_type_is_float(d->type) && iq_ptx_type_size(d->type) >= 4,
                       .growing = d->open,
                       .global = g };
    init_value(p, &in);
    if (d->open)
        g->pub.size = in.at;
    if (in.bytes) {
        char *copy = iq_ptx_arena_string(&p->module->arena, (const char *)in.bytes, in.at);
        g->pub.init = (const unsigned char *)copy;
        g->pub.init_size = copy ? in.at : 0;
    }
    free(in.bytes);
}

int32_t iq_ptx_parser_variable(struct iq_ptx_parser *p, enum iq_ptx_space space,
                               enum iq_ptx_linkage linkage, const char *scope_name,
                               struct iq_ptx_declarator *d)
{
    struct iq_ptx_module_private *m = p->module;
    char unique[600];
    if (!iq_ptx_parser_declarator(p, d))
        return -1;
    if (!IQ_PTX_GROW(m->globals, m->global_count, m->global_cap)) {
        m->arena.failed = true;
        return -1;
    }
    struct iq_ptx_global *g = &m->globals[m->global_count];
    int n = snprintf(unique, sizeof unique, "%s%.*s", scope_name ? scope_name : "",
                     (int)(d->name.length < 400 ? d->name.length : 400), d->name.text);
    bool whole = !scope_name;
    *g = (struct iq_ptx_global){
        .unit = p->unit, .defined = linkage != IQ_PTX_EXTERN, .index = -1, .real = -1
    };
    g->pub.name = whole ? iq_ptx_arena_string(&m->arena, d->name.text, d->name.length)
                        : iq_ptx_arena_string(&m->arena, unique, (size_t)n);
    g->pub.space = d->type == TY_TEXREF ? IQ_PTX_TEXREF : space;
    g->pub.linkage = linkage;
    g->pub.managed = d->managed;
    g->pub.align = d->align;
    g->pub.element_size = iq_ptx_type_size(d->type) * d->vector;
    g->pub.size = iq_ptx_declarator_bytes(d);
    g->pub.line = d->name.line;
    if (g->pub.size > MAX_VARIABLE_BYTES)
        iq_ptx_parser_error(p, &d->name, "Variable is too large");
    if (!g->pub.name || p->failed)
        return -1;
    bool plain = space == IQ_PTX_GLOBAL || space == IQ_PTX_CONST;
    if (!plain && iq_ptx_parser_is(p, '='))
        iq_ptx_parser_error(p, &d->name, "No initial value is allowed for '%s' in this state space",
                            g->pub.name);
    else if (iq_ptx_parser_accept(p, '='))
        initialiser(p, g, d);
    else if (g->defined)
        iq_ptx_parser_need_size(p, d);
    return p->failed ? (free(g->refs), -1) : (int32_t)m->global_count++;
}

static void duplicate_variable(struct iq_ptx_parser *p, int32_t index,
                               const struct iq_ptx_token *name)
{
    struct iq_ptx_module_private *m = p->module;
    const struct iq_ptx_global *g = &m->globals[index];
    /* Only the last few thousand are compared: text of compilers has no duplicates, and linking
     * looks again. */
    for (int32_t i = index - 1; i >= 0 && i > index - 4096; i--)
        if (m->globals[i].unit == p->unit && m->globals[i].defined && g->defined &&
            !strcmp(m->globals[i].pub.name, g->pub.name)) {
            iq_ptx_parser_error(p, name, "Duplicate definition of '%s'", g->pub.name);
            return;
        }
}

static void variables(struct iq_ptx_parser *p, enum iq_ptx_space space, enum iq_ptx_linkage linkage)
{
    struct iq_ptx_declarator d = { .type = TY_NONE };
    do {
        int32_t index = iq_ptx_parser_variable(p, space, linkage, NULL, &d);
        if (index < 0)
            return;
        duplicate_variable(p, index, &d.name);
    } while (!p->failed && iq_ptx_parser_accept(p, ','));
    iq_ptx_parser_expect(p, ';');
}

/* Kernels got more room with PTX 8.1 and sm_70. */
static uint32_t param_limit(const struct iq_ptx_parser *p, const struct iq_ptx_function *f)
{
    uint32_t version = p->pub->version_major * 10 + p->pub->version_minor;
    return f->entry && (version < 81 || p->pub->target_sm < 70) ? OLD_PARAM_BYTES : MAX_PARAM_BYTES;
}

/* One list of formal parameters or results in parentheses. */
static void formals(struct iq_ptx_parser *p, struct iq_ptx_function *f,
                    struct iq_ptx_formal **items, uint32_t *count)
{
    uint32_t cap = 0, n = 0, *bytes = f->entry ? &f->param_bytes : &f->local_bytes;
    struct iq_ptx_formal *vec = NULL;
    while (!p->failed && p->token.kind == TK_DOT) {
        struct iq_ptx_declarator d = { .type = TY_NONE };
        bool is_reg = iq_ptx_parser_is_dot(p, "reg");
        if (!is_reg && !iq_ptx_parser_is_dot(p, "param"))
            iq_ptx_parser_error(p, &p->token, "'.param' expected");
        iq_ptx_parser_next(p);
        if (!iq_ptx_parser_declarator(p, &d))
            break;
        if (!IQ_PTX_GROW(vec, n, cap)) {
            p->module->arena.failed = true;
            break;
        }
        uint64_t size = iq_ptx_declarator_bytes(&d),
                 at = (*bytes + (uint64_t)d.align - 1) / d.align * d.align;
        if (size > MAX_PARAM_BYTES || at + size > param_limit(p, f))
            iq_ptx_parser_error(p, &d.name, "Formal parameter space overflowed");
        if (p->failed)
            break;
        vec[n++] =
            (struct iq_ptx_formal){ iq_ptx_arena_string(&p->module->arena, d.name.text,
                                                        d.name.length),
                                    iq_ptx_type_name(d.type),
                                    is_reg ? iq_ptx_register_bytes((uint32_t)size) : (uint32_t)size,
                                    d.align,
                                    (uint32_t)at,
                                    d.array ? (uint32_t)d.elements : 0,
                                    0,
                                    d.pointer,
                                    is_reg };
        *bytes = (uint32_t)(at + size);
        if (!iq_ptx_parser_accept(p, ','))
            break;
    }
    *items = iq_ptx_arena_alloc(&p->module->arena, (n ? n : 1) * sizeof **items);
    *count = *items ? n : 0;
    if (*items && n)
        memcpy(*items, vec, n * sizeof **items);
    free(vec);
}

static void three(struct iq_ptx_parser *p, uint32_t *out)
{
    for (uint32_t i = 0; i < 3; i++) {
        out[i] = (uint32_t)iq_ptx_parser_integer(p);
        if (!iq_ptx_parser_accept(p, ',')) {
            for (i++; i < 3; i++)
                out[i] = 1;
            return;
        }
    }
}

static void required_threads(struct iq_ptx_parser *p, struct iq_ptx_function *f,
                             const struct iq_ptx_token *word)
{
    three(p, f->required_threads);
    if (!p->failed && !(f->required_threads[0] && f->required_threads[1] && f->required_threads[2]))
        iq_ptx_parser_error(p, word, "Positive non-zero value expected for reqntid");
}

static void tuning(struct iq_ptx_parser *p, struct iq_ptx_function *f)
{
    while (p->token.kind == TK_DOT && !p->failed) {
        struct iq_ptx_token word = p->token;
        iq_ptx_parser_next(p);
        if (iq_ptx_token_is(&word, "maxntid"))
            three(p, f->max_threads);
        else if (iq_ptx_token_is(&word, "reqntid"))
            required_threads(p, f, &word);
        else if (iq_ptx_token_is(&word, "reqnctapercluster"))
            three(p, f->cluster);
        else if (iq_ptx_token_is(&word, "minnctapersm"))
            f->min_blocks = (uint32_t)iq_ptx_parser_integer(p);
        else if (iq_ptx_token_is(&word, "pragma"))
            while (p->token.kind != TK_END && !iq_ptx_parser_accept(p, ';'))
                iq_ptx_parser_next(p);
        else if (p->token.kind == TK_INT) /* maxnreg, maxnctapersm, maxclusterrank */
            iq_ptx_parser_integer(p);
        else if (iq_ptx_parser_is(p, '('))
            while (p->token.kind != TK_END && !iq_ptx_parser_accept(p, ')'))
                iq_ptx_parser_next(p);
        else if (!iq_ptx_token_is(&word, "noreturn") &&
                 !iq_ptx_token_is(&word, "explicitcluster") &&
                 !iq_ptx_token_is(&word, "blocksareclusters"))
            iq_ptx_parser_error(p, &word, "Unexpected directive '.%.*s'", (int)word.length,
                                word.text);
    }
}

static struct iq_ptx_function *new_function(struct iq_ptx_parser *p, enum iq_ptx_linkage linkage,
                                            bool entry)
{
    struct iq_ptx_module_private *m = p->module;
    struct iq_ptx_function *f = calloc(1, sizeof *f);
    if (!f || !IQ_PTX_GROW(m->functions, m->function_count, m->function_cap)) {
        free(f);
        m->arena.failed = true;
        return NULL;
    }
    f->index = m->function_count;
    f->linkage = linkage;
    f->entry = entry;
    f->unit = p->unit;
    f->line = p->token.line;
    f->alias = -1;
    f->name = "";
    m->functions[m->function_count++] = f;
    return f;
}

static void duplicate_function(struct iq_ptx_parser *p, const struct iq_ptx_function *f,
                               const struct iq_ptx_token *at)
{
    const struct iq_ptx_module_private *m = p->module;
    for (uint32_t i = 0; i < m->function_count; i++)
        if (m->functions[i] != f && m->functions[i]->unit == f->unit && m->functions[i]->defined &&
            !strcmp(m->functions[i]->name, f->name)) {
            iq_ptx_parser_error(p, at, "Duplicate definition of function '%s'", f->name);
            return;
        }
}

static void function(struct iq_ptx_parser *p, enum iq_ptx_linkage linkage, bool entry)
{
    struct iq_ptx_function *f = new_function(p, linkage, entry);
    if (!f)
        return;
    if (iq_ptx_parser_is_dot(p, "attribute")) {
        struct iq_ptx_declarator waste;
        iq_ptx_parser_next(p);
        attribute(p, &waste);
    }
    if (!entry && iq_ptx_parser_accept(p, '(')) {
        formals(p, f, &f->results, &f->result_count);
        iq_ptx_parser_expect(p, ')');
    }
    struct iq_ptx_token at = p->token;
    char *name = p->failed ? NULL : iq_ptx_parser_name(p);
    f->name = name ? name : "";
    if (!p->failed && iq_ptx_parser_accept(p, '(')) {
        formals(p, f, &f->formals, &f->formal_count);
        iq_ptx_parser_expect(p, ')');
    }
    tuning(p, f);
    if (p->failed || iq_ptx_parser_accept(p, ';'))
        return;
    if (linkage == IQ_PTX_EXTERN)
        iq_ptx_parser_error(p, &at, "An .extern function cannot have a body");
    f->defined = true;
    duplicate_function(p, f, &at);
    if (p->failed || !iq_ptx_parser_expect(p, '{'))
        return;
    iq_ptx_parser_body(p, f);
    iq_ptx_parser_expect(p, '}');
}

static void alias(struct iq_ptx_parser *p)
{
    struct iq_ptx_function *f = new_function(p, IQ_PTX_VISIBLE, false);
    char *name = iq_ptx_parser_name(p);
    if (!f || !name || !iq_ptx_parser_expect(p, ','))
        return;
    f->name = name;
    f->alias = (int32_t)iq_ptx_parser_use(p, p->token.text, p->token.length, p->token.line);
    iq_ptx_parser_next(p);
    iq_ptx_parser_expect(p, ';');
}

void iq_ptx_parser_loc(struct iq_ptx_parser *p, uint32_t *loc)
{
    struct iq_ptx_module_private *m = p->module;
    uint32_t line = p->token.line;
    iq_ptx_parser_next(p);
    uint32_t file = (uint32_t)p->token.value, source_line = (uint32_t)p->ahead.value;
    if (p->token.kind != TK_INT || p->ahead.kind != TK_INT) {
        iq_ptx_parser_error(p, &p->token, "'.loc' needs file, line and column");
        return;
    }
    struct iq_ptx_loc new = { p->first_file + file, source_line, 0, 0 };
    /* the rest stands on the same line */
    while (p->token.kind != TK_END && p->token.line == line) {
        bool inlined = p->token.kind == TK_IDENT && p->token.length == 10 &&
                       !memcmp(p->token.text, "inlined_at", 10);
        iq_ptx_parser_next(p);
        if (inlined && p->token.kind == TK_INT && p->ahead.kind == TK_INT) {
            new.outer_file = p->first_file + (uint32_t)p->token.value;
            new.outer_line = (uint32_t)p->ahead.value;
        }
    }
    if (m->loc_count && !memcmp(&m->locs[m->loc_count - 1], &new, sizeof new)) {
        *loc = m->loc_count;
        return;
    }
    if (!source_line)
        return;
    if (!IQ_PTX_GROW(m->locs, m->loc_count, m->loc_cap)) {
        m->arena.failed = true;
        return;
    }
    m->locs[m->loc_count++] = new;
    *loc = m->loc_count;
}

static void file_directive(struct iq_ptx_parser *p)
{
    struct iq_ptx_module_private *m = p->module;
    uint64_t index = p->token.value;
    if (p->token.kind != TK_INT || p->ahead.kind != TK_STRING || index > 100000) {
        iq_ptx_parser_error(p, &p->token, "'.file' needs a number and a name");
        return;
    }
    index += p->first_file;
    while (m->file_count <= index) {
        if (!IQ_PTX_GROW(m->files, m->file_count, m->file_cap)) {
            m->arena.failed = true;
            return;
        }
        m->files[m->file_count++] = NULL;
    }
    m->files[index] = iq_ptx_arena_string(&m->arena, p->ahead.text, p->ahead.length);
    iq_ptx_parser_next(p);
    iq_ptx_parser_next(p);
    while (iq_ptx_parser_accept(p, ',')) /* time and size */
        iq_ptx_parser_next(p);
}

static void section(struct iq_ptx_parser *p)
{
    while (p->token.kind != TK_END && !iq_ptx_parser_is(p, '{'))
        iq_ptx_parser_next(p);
    while (p->token.kind != TK_END && !iq_ptx_parser_is(p, '}'))
        iq_ptx_parser_next(p);
    iq_ptx_parser_expect(p, '}');
}

static bool linkage_word(const struct iq_ptx_token *t, enum iq_ptx_linkage *linkage)
{
    static const struct {
        const char *name;
        enum iq_ptx_linkage linkage;
    } words[] = { { "extern", IQ_PTX_EXTERN },
                  { "visible", IQ_PTX_VISIBLE },
                  { "weak", IQ_PTX_WEAK },
                  { "common", IQ_PTX_COMMON } };
    for (size_t i = 0; i < 4; i++)
        if (iq_ptx_token_is(t, words[i].name)) {
            *linkage = words[i].linkage;
            return true;
        }
    return false;
}

static void top_directive(struct iq_ptx_parser *p)
{
    enum iq_ptx_linkage linkage = IQ_PTX_STATIC;
    struct iq_ptx_token word = p->token;
    iq_ptx_parser_next(p);
    while (linkage_word(&word, &linkage) && p->token.kind == TK_DOT) {
        word = p->token;
        iq_ptx_parser_next(p);
    }
    if (iq_ptx_token_is(&word, "entry") || iq_ptx_token_is(&word, "func"))
        function(p, linkage, *word.text == 'e');
    else if (iq_ptx_token_is(&word, "global"))
        variables(p, IQ_PTX_GLOBAL, linkage);
    else if (iq_ptx_token_is(&word, "const"))
        variables(p, IQ_PTX_CONST, linkage);
    else if (iq_ptx_token_is(&word, "shared"))
        variables(p, IQ_PTX_SHARED, linkage);
    else if (iq_ptx_token_is(&word, "file"))
        file_directive(p);
    else if (iq_ptx_token_is(&word, "section"))
        section(p);
    else if (iq_ptx_token_is(&word, "alias"))
        alias(p);
    else if (iq_ptx_token_is(&word, "pragma") || iq_ptx_token_is(&word, "metadata_section") ||
             iq_ptx_token_is(&word, "tex"))
        while (p->token.kind != TK_END && !iq_ptx_parser_accept(p, ';'))
            iq_ptx_parser_next(p);
    else
        iq_ptx_parser_error(p, &word, "Parsing error near '.%.*s': unexpected directive",
                            (int)word.length, word.text);
}

static int refuse(struct iq_ptx_parser *p, int code, const struct iq_ptx_token *at,
                  const char *text, const char *value, uint32_t length)
{
    iq_ptx_diag_add(p->diag, at->line, at->column, false, "%s '%.*s'", text, (int)length, value);
    return p->result = code;
}

static int version(struct iq_ptx_parser *p)
{
    struct iq_ptx_token at = p->token;
    if (!iq_ptx_parser_is_dot(p, "version")) {
        iq_ptx_diag_add(p->diag, at.line, at.column, false,
                        "Not recognised as PTX: '.version' must come first");
        return p->result = IQ_PTX_ENOTPTX;
    }
    iq_ptx_parser_next(p);
    at = p->token;
    unsigned major = 0, minor = 0;
    char text[16] = "";
    snprintf(text, sizeof text, "%.*s", (int)(at.length < 15 ? at.length : 15), at.text);
    if ((at.kind != TK_F64 && at.kind != TK_INT) || sscanf(text, "%u.%u", &major, &minor) != 2)
        return refuse(p, IQ_PTX_ESYNTAX, &at, "Illegal version", at.text, at.length);
    bool newer = major > IQ_PTX_VERSION_MAJOR ||
                 (major == IQ_PTX_VERSION_MAJOR && minor > IQ_PTX_VERSION_MINOR);
    p->newer |= newer;
    if (newer && (!p->takes_newer || major > IQ_PTX_VERSION_CREDIBLE))
        return refuse(p, IQ_PTX_EVERSION, &at, "Unsupported .version", at.text, at.length);
    p->pub->version_major = major > p->pub->version_major ? major : p->pub->version_major;
    p->pub->version_minor = minor;
    p->version = major * 10 + minor;
    iq_ptx_parser_next(p);
    return 0;
}

enum { NEWEST_TARGET = 121 };

static int target_name(struct iq_ptx_parser *p)
{
    static const uint8_t known[] = { 10, 11, 12, 13,  20,  21,  30,  32,  35, 37, 50,
                                     52, 53, 60, 61,  62,  70,  72,  75,  80, 86, 87,
                                     88, 89, 90, 100, 101, 103, 110, 120, 121 };
    struct iq_ptx_token t = p->token;
    unsigned sm = 0;
    char suffix = 0, more = 0;
    char text[24];
    snprintf(text, sizeof text, "%.*s", (int)(t.length < 23 ? t.length : 23), t.text);
    int n = sscanf(text, "sm_%u%c%c", &sm, &suffix, &more);
    bool found = n == 1 || (n == 2 && (suffix == 'a' || suffix == 'f'));
    bool unheard_of = found && p->newer && sm > NEWEST_TARGET; /* by the version */
    if (!found || !(unheard_of || memchr(known, (int)(sm < 256 ? sm : 0), sizeof known)))
        return refuse(p, IQ_PTX_ETARGET, &t, "Unknown .target", t.text, t.length);
    uint32_t dev = p->device_sm;
    bool fits = !dev || p->newer ||
                (suffix == 'a'   ? sm == dev
                 : suffix == 'f' ? sm <= dev && sm / 10 == dev / 10
                                 : sm <= dev);
    if (!fits)
        return refuse(p, IQ_PTX_ETARGET, &t, "Device does not support .target", t.text, t.length);
    p->pub->target_sm = sm > p->pub->target_sm ? sm : p->pub->target_sm;
    p->pub->arch_specific |= n == 2;
    p->target_sm = sm;
    return 0;
}

static int target(struct iq_ptx_parser *p)
{
    struct iq_ptx_token at = p->token;
    if (!iq_ptx_parser_is_dot(p, "target"))
        return refuse(p, IQ_PTX_ESYNTAX, &at, "'.target' expected near", at.text, at.length);
    do {
        iq_ptx_parser_next(p);
        if (p->token.kind != TK_IDENT)
            return refuse(p, IQ_PTX_ESYNTAX, &p->token, "Illegal .target", p->token.text,
                          p->token.length);
        bool is_sm = p->token.length > 3 && !memcmp(p->token.text, "sm_", 3);
        static const char *const other[] = { "debug", "texmode_unified", "texmode_independent",
                                             "map_f64_to_f32" };
        bool is_other = false;
        for (size_t i = 0; i < 4; i++)
            is_other |= iq_ptx_token_is(&p->token, other[i]);
        p->pub->debug |= iq_ptx_token_is(&p->token, "debug");
        int error = is_other ? 0 : target_name(p);
        if (error)
            return error;
        (void)is_sm;
        iq_ptx_parser_next(p);
    } while (iq_ptx_parser_is(p, ','));
    return 0;
}

static int header(struct iq_ptx_parser *p)
{
    int error = version(p);
    if (!error)
        error = target(p);
    if (error || !iq_ptx_parser_is_dot(p, "address_size"))
        return error;
    iq_ptx_parser_next(p);
    struct iq_ptx_token at = p->token;
    if (at.kind != TK_INT || at.value != 64)
        return refuse(p, at.value == 32 ? IQ_PTX_EADDRESS : IQ_PTX_ESYNTAX, &at,
                      "Unsupported .address_size", at.text, at.length);
    iq_ptx_parser_next(p);
    return 0;
}

/* Parses one text into the module as its next unit. */
static int parse_unit(struct iq_ptx_module *module, const char *text, size_t size,
                      const struct iq_ptx_parse_options *options, struct iq_ptx_diag *diag)
{
    struct iq_ptx_parser p = { .pub = module,
                               .module = module->private,
                               .diag = diag,
                               .device_sm = options->device_sm,
                               .takes_newer = options->newer,
                               .unit = module->private->unit_count,
                               .first_file = module->private->file_count };
    iq_ptx_lexer_init(&p.lexer, text, size);
    iq_ptx_parser_next(&p);
    iq_ptx_parser_next(&p);
    if (header(&p))
        return p.result;
    while (p.token.kind != TK_END && p.errors < IQ_PTX_MAX_ERRORS && !p.module->arena.failed) {
        if (p.token.kind == TK_DOT) {
            top_directive(&p);
        } else if (!iq_ptx_parser_accept(&p, ';')) {
            iq_ptx_parser_error(&p, &p.token, "Parsing error near '%.*s': syntax error",
                                (int)(p.token.length < 80 ? p.token.length : 80), p.token.text);
            iq_ptx_parser_next(&p);
        }
        if (p.failed)
            iq_ptx_parser_recover(&p);
    }
    if (p.result && p.version > 10 * IQ_PTX_VERSION_MAJOR + IQ_PTX_VERSION_MINOR)
        p.result = IQ_PTX_EVERSION;
    return p.module->arena.failed ? IQ_PTX_ENOMEM : p.result;
}

/* Keeps a copy of the text: linking parses again, and names point into nothing else. */
static int add_unit(struct iq_ptx_module *module, const char *text, size_t size,
                    const struct iq_ptx_parse_options *options, struct iq_ptx_diag *diag)
{
    struct iq_ptx_module_private *m = module->private;
    size = strnlen(text, size);
    char *copy = malloc(size + 1);
    if (!copy || !IQ_PTX_GROW(m->units, m->unit_count, m->unit_cap)) {
        free(copy);
        return IQ_PTX_ENOMEM;
    }
    memcpy(copy, text, size);
    copy[size] = 0;
    m->units[m->unit_count] = (struct iq_ptx_unit){ copy, size };
    int error = parse_unit(module, copy, size, options, diag);
    m->unit_count++;
    return error;
}

int iq_ptx_parse(const char *text, size_t size, const struct iq_ptx_parse_options *options,
                 struct iq_ptx_module **module, struct iq_ptx_diag *diag)
{
    *module = NULL;
    struct iq_ptx_module *m = iq_ptx_module_create();
    if (!m)
        return IQ_PTX_ENOMEM;
    const struct iq_ptx_parse_options any = { 0 };
    int error = add_unit(m, text, size, options ? options : &any, diag);
    if (!error)
        error = iq_ptx_module_finish(m, diag);
    if (error) {
        iq_ptx_module_destroy(m);
        return error;
    }
    *module = m;
    return 0;
}

int iq_ptx_link(const struct iq_ptx_module *const *modules, size_t count,
                struct iq_ptx_module **linked, struct iq_ptx_diag *diag)
{
    const struct iq_ptx_parse_options as_parsed = { .newer = true };
    int error = 0;
    *linked = NULL;
    struct iq_ptx_module *m = iq_ptx_module_create();
    if (!m)
        return IQ_PTX_ENOMEM;
    for (size_t i = 0; i < count && !error; i++)
        for (uint32_t u = 0; u < modules[i]->private->unit_count && !error; u++)
            error = add_unit(m, modules[i]->private->units[u].text,
                             modules[i]->private->units[u].size, &as_parsed, diag);
    if (!error)
        error = iq_ptx_module_finish(m, diag);
    if (!error && m->private->unresolved) {
        iq_ptx_diag_add(diag, 0, 0, false, "Unresolved extern symbol '%s'", m->private->unresolved);
        error = IQ_PTX_EUNRESOLVED;
    }
    if (error) {
        iq_ptx_module_destroy(m);
        return error;
    }
    *linked = m;
    return 0;
}
