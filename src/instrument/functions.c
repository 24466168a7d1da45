/* See functions.h.  A function gets parameters of ours if every call of it is seen. */
#include "instrument/functions.h"

#include <string.h>

#include "instrument/copies.h"
#include "instrument/rows.h"

static uint32_t round_up(uint32_t value, uint32_t unit) { return (value + unit - 1) / unit * unit; }

/* A parameter whose tokens are being read. */
struct parameter {
    struct iq_name name;
    uint32_t bytes, align, elements;
    bool is_pointer;
};

static int add_parameter(struct iq_body *body, struct iq_head *head, const struct parameter *p)
{
    uint32_t align = p->align ? p->align : p->bytes;
    head->parameter_bytes = round_up(head->parameter_bytes, align ? align : 1);
    struct iq_inst_parameter made = { p->name, head->parameter_bytes, p->bytes * p->elements };
    head->parameter_bytes += made.bytes;
    return iq_vec_push(&body->parameters, made);
}

/* Reads ".param .align 8 .b8 name[24]" and the like up to the closing parenthesis. */
static int read_parameters(struct iq_ptx_lexer *lexer, struct iq_body *body, struct iq_head *head)
{
    static const struct parameter none = { .elements = 1 };
    struct parameter p = none;
    struct iq_ptx_token token, before = { .kind = TK_END };
    for (;; before = token) {
        iq_ptx_lexer_next(lexer, &token);
        bool end = iq_token_is(&token, ')');
        if (token.kind == TK_END || token.kind == TK_BAD)
            return IQ_EFORMAT;
        if ((end || iq_token_is(&token, ',')) && p.name.length) {
            if (add_parameter(body, head, &p))
                return IQ_ENOMEM;
            p = none;
        }
        if (end) {
            head->parameters_end = token.text;
            return 0;
        }
        bool aligns = before.kind == TK_DOT && iq_ptx_token_is(&before, "align");
        head->is_irregular |= (token.kind == TK_DOT && iq_ptx_token_is(&token, "reg")) ||
                              (iq_token_is(&token, ']') && iq_token_is(&before, '['));
        if (token.kind == TK_DOT && iq_ptx_token_is(&token, "ptr"))
            p.is_pointer = true;
        else if (token.kind == TK_DOT && iq_type_bytes(&token))
            p.bytes = iq_type_bytes(&token);
        else if (token.kind == TK_INT && aligns && !p.is_pointer)
            p.align = (uint32_t)token.value;
        else if (token.kind == TK_INT && p.name.length)
            p.elements = (uint32_t)token.value;
        else if (token.kind == TK_IDENT)
            p.name = iq_token_name(&token);
    }
}

/* "(.param .b32 func_retval0)", which stands in front of the name. */
static int skip_returned(struct iq_ptx_lexer *lexer, struct iq_ptx_token *token,
                         struct iq_head *head)
{
    while (!iq_token_is(token, ')')) {
        iq_ptx_lexer_next(lexer, token);
        head->is_irregular |= token->kind == TK_DOT && iq_ptx_token_is(token, "reg");
        if (token->kind == TK_END || token->kind == TK_BAD)
            return IQ_EFORMAT;
    }
    iq_ptx_lexer_next(lexer, token);
    return 0;
}

int iq_head_read(struct iq_ptx_lexer *lexer, struct iq_body *body, struct iq_head *head)
{
    struct iq_ptx_token token;
    *head = (struct iq_head){ .body = NULL };
    iq_ptx_lexer_next(lexer, &token);
    int error = iq_token_is(&token, '(') ? skip_returned(lexer, &token, head) : 0;
    if (error || token.kind != TK_IDENT)
        return IQ_EFORMAT;
    head->name = iq_token_name(&token);
    while (iq_ptx_lexer_next(lexer, &token), token.kind != TK_END && token.kind != TK_BAD) {
        if (iq_token_is(&token, '(') && (error = read_parameters(lexer, body, head)))
            return error;
        if (iq_token_is(&token, '{'))
            head->body = lexer->at;
        if (iq_token_is(&token, '{') || iq_token_is(&token, ';'))
            return 0;
        if (token.kind == TK_DOT)
            head->is_bounded |= iq_ptx_token_is(&token, "maxntid") ||
                                iq_ptx_token_is(&token, "reqntid") ||
                                iq_ptx_token_is(&token, "maxnreg");
    }
    return IQ_EFORMAT;
}

uint32_t iq_call_target(const struct iq_body *body, const struct iq_statement *s)
{
    const struct iq_ptx_token *t = body->tokens.data;
    uint32_t at = s->operands;
    if (s->kind != IQ_STATEMENT_INSTRUCTION || !iq_name_is(iq_token_name(&t[s->opcode]), "call") ||
        at >= s->end)
        return 0;
    if (iq_token_is(&t[at], '(')) {
        while (at < s->end && !iq_token_is(&t[at], ')'))
            at++;
        at += 2; /* and the comma */
    }
    bool target = at < s->end && t[at].kind == TK_IDENT && t[at].text[0] != '%';
    bool alone =
        at + 1 == s->end || (at + 3 < s->end && iq_token_is(&t[at + 1], ',') &&
                             iq_token_is(&t[at + 2], '(') && iq_token_is(&t[s->end - 1], ')'));
    return target && alone ? at : 0;
}

/* A function calls another one; [from]: index, UINT32_MAX: a kernel does. */
struct edge {
    uint32_t from, to;
};

struct survey {
    struct iq_functions *functions;
    IQ_VEC(struct edge) edges;
    uint32_t from;
};

static int compare(const void *left, const void *right)
{
    const struct iq_name *a = left, *b = right; /* names come first in struct iq_function */
    int order = memcmp(a->text, b->text, a->length < b->length ? a->length : b->length);
    return order ? order : a->length < b->length ? -1 : a->length > b->length;
}

static struct iq_function *find(const struct iq_functions *functions, struct iq_name name)
{
    return functions->all.count ? bsearch(&name, functions->all.data, functions->all.count,
                                          sizeof *functions->all.data, compare)
                                : NULL;
}

bool iq_function_is_checked(const struct iq_functions *functions, struct iq_name name)
{
    const struct iq_function *function = find(functions, name);
    return function && function->is_checked;
}

static void fix_used(const struct survey *survey, const struct iq_ptx_token *token)
{
    struct iq_function *function =
        token->kind == TK_IDENT ? find(survey->functions, iq_token_name(token)) : NULL;
    if (function)
        function->is_fixed = true;
}

static int note_body(struct survey *survey, const struct iq_body *body)
{
    struct iq_memory_access access;
    for (uint32_t i = 0; i < body->statements.count; i++) {
        const struct iq_statement *s = &body->statements.data[i];
        uint32_t target = iq_call_target(body, s);
        struct iq_function *called =
            target ? find(survey->functions, iq_token_name(&body->tokens.data[target])) : NULL;
        struct edge edge = { survey->from,
                             called ? (uint32_t)(called - survey->functions->all.data) : 0 };
        if (called && iq_vec_push(&survey->edges, edge))
            return IQ_ENOMEM;
        for (uint32_t k = s->first; k < s->end; k++)
            if (k != target)
                fix_used(survey, &body->tokens.data[k]);
        if (survey->from != UINT32_MAX && (iq_access_read(body, s, &access) ||
                                           iq_copies_is_one(body, s) || iq_rows_is_one(body, s)))
            survey->functions->all.data[survey->from].is_checked = true;
    }
    return 0;
}

/* After ".func" or ".entry": collects the name, or looks at what is used.  [fixed]: it is called
 * from elsewhere. */
static int note_head(struct survey *survey, struct iq_ptx_lexer *lexer, bool function, bool names,
                     bool fixed)
{
    struct iq_body body = { .slots = NULL };
    struct iq_head head;
    int error = iq_head_read(lexer, &body, &head);
    if (!error && names && function) {
        struct iq_function made = { .name = head.name,
                                    .is_defined = head.body,
                                    .is_fixed =
                                        fixed || head.is_irregular || !head.parameters_end };
        error = iq_vec_push(&survey->functions->all, made);
    }
    if (!error && head.body && !names)
        error = iq_body_read(&body, lexer);
    if (!error && !names) {
        struct iq_function *own = function ? find(survey->functions, head.name) : NULL;
        survey->from = own ? (uint32_t)(own - survey->functions->all.data) : UINT32_MAX;
        error = note_body(survey, &body);
    }
    iq_body_finish(&body);
    return error;
}

/* Over the module: collects names of functions, or sees where they are used. */
static int walk(struct survey *survey, const char *text, size_t size, bool names)
{
    struct iq_ptx_lexer lexer;
    struct iq_ptx_token token;
    int error = 0;
    bool shared = false; /* ".visible", which other texts may link to, was the last token */
    iq_ptx_lexer_init(&lexer, text, size);
    while (!error && (iq_ptx_lexer_next(&lexer, &token), token.kind != TK_END)) {
        bool function = token.kind == TK_DOT && iq_ptx_token_is(&token, "func");
        if (token.kind == TK_BAD)
            return IQ_EFORMAT;
        if (function || (!names && token.kind == TK_DOT && iq_ptx_token_is(&token, "entry")))
            error =
                note_head(survey, &lexer, function, names, shared && survey->functions->is_linked);
        else if (!names)
            fix_used(survey, &token);
        shared = token.kind == TK_DOT &&
                 (iq_ptx_token_is(&token, "visible") || iq_ptx_token_is(&token, "weak"));
    }
    return error;
}

/* Of each name one: declared, then defined. */
static void merge(struct iq_functions *functions)
{
    uint32_t count = 0;
    if (functions->all.count)
        qsort(functions->all.data, functions->all.count, sizeof *functions->all.data, compare);
    for (uint32_t i = 0; i < functions->all.count; i++) {
        const struct iq_function *f = &functions->all.data[i];
        struct iq_function *last = count ? &functions->all.data[count - 1] : NULL;
        if (last && !compare(&last->name, &f->name)) {
            last->is_defined |= f->is_defined;
            last->is_fixed |= f->is_fixed;
        } else {
            functions->all.data[count++] = *f;
        }
    }
    functions->all.count = count;
}

/* What calls a checked function is checked, too, if it can be. */
static void choose(struct survey *survey)
{
    struct iq_function *all = survey->functions->all.data;
    for (uint32_t i = 0; i < survey->functions->all.count; i++)
        all[i].is_checked &= all[i].is_defined && !all[i].is_fixed;
    for (bool news = true; news;) {
        news = false;
        for (uint32_t i = 0; i < survey->edges.count; i++) {
            const struct edge *e = &survey->edges.data[i];
            struct iq_function *from = e->from == UINT32_MAX ? NULL : &all[e->from];
            if (!from || from->is_checked || from->is_fixed || !all[e->to].is_checked)
                continue;
            from->is_checked = news = true;
        }
    }
}

int iq_functions_find(struct iq_functions *functions, const char *text, size_t size)
{
    struct survey survey = { .functions = functions };
    bool defines = false;
    int error = walk(&survey, text, size, true);
    merge(functions);
    for (uint32_t i = 0; i < functions->all.count; i++)
        defines |= functions->all.data[i].is_defined;
    if (!error && defines)
        error = walk(&survey, text, size, false);
    if (!error)
        choose(&survey);
    iq_vec_finish(&survey.edges);
    return error;
}

void iq_functions_finish(struct iq_functions *functions) { iq_vec_finish(&functions->all); }
