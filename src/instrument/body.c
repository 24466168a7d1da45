/* The statements of a function's body. */
#include <string.h>

#include "instrument/inner.h"

bool iq_name_is(struct iq_name name, const char *text)
{
    return strlen(text) == name.length && !memcmp(name.text, text, name.length);
}

bool iq_name_equals(struct iq_name a, struct iq_name b)
{
    return a.length == b.length && !memcmp(a.text, b.text, a.length);
}

uint32_t iq_type_bytes(const struct iq_ptx_token *token)
{
    static const struct {
        const char *name;
        uint32_t bytes;
    } types[] = {
        { "b8", 1 },    { "u8", 1 },    { "s8", 1 },     { "b16", 2 }, { "u16", 2 }, { "s16", 2 },
        { "f16", 2 },   { "bf16", 2 },  { "b32", 4 },    { "u32", 4 }, { "s32", 4 }, { "f32", 4 },
        { "f16x2", 4 }, { "tf32", 4 },  { "bf16x2", 4 }, { "b64", 8 }, { "u64", 8 }, { "s64", 8 },
        { "f64", 8 },   { "b128", 16 }, { "f32x2", 8 },
    };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (iq_ptx_token_is(token, types[i].name))
            return types[i].bytes;
    return 0;
}

bool iq_has_modifier(const struct iq_body *body, const struct iq_statement *statement,
                     const char *text)
{
    for (uint32_t i = statement->opcode + 1; i < statement->operands; i++)
        if (iq_ptx_token_is(&body->tokens.data[i], text))
            return true;
    return false;
}

static const char *end_of(const struct iq_ptx_token *token)
{
    return token->text + token->length + (token->kind == TK_STRING);
}

static const char *start_of(const struct iq_ptx_token *token)
{
    return token->text - (token->kind == TK_DOT || token->kind == TK_STRING);
}

/* .loc and .file end with their line. */
static bool ends_with_line(const struct iq_ptx_token *directive)
{
    return iq_ptx_token_is(directive, "loc") || iq_ptx_token_is(directive, "file");
}

/* The guard and the opcode of an instruction whose tokens are all there. */
static int read_head(struct iq_body *body, struct iq_statement *statement)
{
    const struct iq_ptx_token *tokens = body->tokens.data;
    uint32_t at = statement->first;
    if (iq_token_is(&tokens[at], '@')) {
        at++;
        statement->guarded = true;
        if (at < statement->end && iq_token_is(&tokens[at], '!')) {
            statement->guard_not = true;
            at++;
        }
        if (at >= statement->end || tokens[at].kind != TK_IDENT)
            return IQ_EFORMAT;
        statement->guard = iq_token_name(&tokens[at++]);
    }
    if (at >= statement->end || tokens[at].kind != TK_IDENT)
        return IQ_EFORMAT;
    statement->opcode = at++;
    while (at < statement->end && tokens[at].kind == TK_DOT)
        at++;
    statement->operands = at;
    return 0;
}

static int add_statement(struct iq_body *body, enum iq_statement_kind kind, uint32_t first,
                         uint32_t depth, const char *behind)
{
    struct iq_statement statement = { .kind = kind,
                                      .first = first,
                                      .end = (uint32_t)body->tokens.count,
                                      .depth = depth,
                                      .at = start_of(&body->tokens.data[first]),
                                      .behind = behind };
    int error = kind == IQ_STATEMENT_INSTRUCTION ? read_head(body, &statement) : 0;
    return error ? error : iq_vec_push(&body->statements, statement);
}

/* Reads one statement, whose first token is [token]. */
static int read_statement(struct iq_body *body, struct iq_ptx_lexer *lexer,
                          struct iq_ptx_token token, uint32_t depth)
{
    uint32_t first = (uint32_t)body->tokens.count, line = token.line;
    bool directive = token.kind == TK_DOT, of_line = directive && ends_with_line(&token);
    struct iq_ptx_lexer before = *lexer;
    for (; token.kind != TK_END && token.kind != TK_BAD && !iq_token_is(&token, ';');
         before = *lexer, iq_ptx_lexer_next(lexer, &token)) {
        if (of_line && token.line != line) {
            *lexer = before;
            return add_statement(body, IQ_STATEMENT_DIRECTIVE, first, depth,
                                 end_of(&body->tokens.data[body->tokens.count - 1]));
        }
        if (iq_vec_push(&body->tokens, token))
            return IQ_ENOMEM;
        if (body->tokens.count == first + 2 && iq_token_is(&token, ':'))
            return add_statement(body, IQ_STATEMENT_LABEL, first, depth, lexer->at);
    }
    if (token.kind == TK_END || token.kind == TK_BAD || first == body->tokens.count)
        return IQ_EFORMAT;
    return add_statement(body, directive ? IQ_STATEMENT_DIRECTIVE : IQ_STATEMENT_INSTRUCTION, first,
                         depth, lexer->at);
}

int iq_body_read(struct iq_body *body, struct iq_ptx_lexer *lexer)
{
    uint32_t depth = 1;
    struct iq_ptx_token token;
    while (depth) {
        iq_ptx_lexer_next(lexer, &token);
        if (token.kind == TK_END || token.kind == TK_BAD)
            return IQ_EFORMAT;
        bool open = iq_token_is(&token, '{'), close = iq_token_is(&token, '}');
        int error = 0;
        if (iq_token_is(&token, ';'))
            continue;
        if (open || close) {
            uint32_t first = (uint32_t)body->tokens.count;
            error = iq_vec_push(&body->tokens, token);
            if (!error)
                error = add_statement(body, open ? IQ_STATEMENT_OPEN : IQ_STATEMENT_CLOSE, first,
                                      depth, lexer->at);
            depth = open ? depth + 1 : depth - 1;
        } else {
            error = read_statement(body, lexer, token, depth);
        }
        if (error)
            return error;
    }
    return 0;
}

void iq_body_finish(struct iq_body *body)
{
    iq_vec_finish(&body->tokens);
    iq_vec_finish(&body->statements);
    iq_vec_finish(&body->registers);
    iq_vec_finish(&body->families);
    iq_vec_finish(&body->parameters);
    iq_vec_finish(&body->roots);
    free(body->slots);
    body->slots = NULL;
}

static bool is_number(const struct iq_ptx_token *token) { return token->kind == TK_INT; }

bool iq_address_read(const struct iq_body *body, uint32_t at, uint32_t end,
                     struct iq_memory_access *access)
{
    const struct iq_ptx_token *t = body->tokens.data;
    if (at + 2 >= end || !iq_token_is(&t[at], '[') || t[at + 1].kind != TK_IDENT)
        return false;
    access->address = iq_token_name(&t[at + 1]);
    access->displacement = 0;
    at += 2;
    if (iq_token_is(&t[at], ']'))
        return true;
    bool minus = iq_token_is(&t[at], '-');
    if (!minus && !iq_token_is(&t[at], '+'))
        return false;
    at++;
    if (at < end && iq_token_is(&t[at], '-')) {
        minus = !minus;
        at++;
    }
    if (at + 1 >= end || !is_number(&t[at]) || !iq_token_is(&t[at + 1], ']') ||
        t[at].value > INT32_MAX)
        return false;
    access->displacement = minus ? -(int64_t)t[at].value : (int64_t)t[at].value;
    return true;
}

static uint32_t find_bracket(const struct iq_body *body, uint32_t at, uint32_t end)
{
    while (at < end && !iq_token_is(&body->tokens.data[at], '['))
        at++;
    return at;
}

/* The last type of the modifiers. */
uint32_t iq_access_element_bytes(const struct iq_body *body, const struct iq_statement *s)
{
    uint32_t bytes = 0;
    for (uint32_t i = s->opcode + 1; i < s->operands; i++) {
        uint32_t type = iq_type_bytes(&body->tokens.data[i]);
        bytes = type ? type : bytes;
    }
    return bytes;
}

/* Bytes of ld, st, atom and red: of an element, times the elements of a vector. */
static uint32_t bytes_of(const struct iq_body *body, const struct iq_statement *s)
{
    uint32_t bytes = iq_access_element_bytes(body, s);
    uint32_t elements = iq_has_modifier(body, s, "v8")   ? 8
                        : iq_has_modifier(body, s, "v4") ? 4
                        : iq_has_modifier(body, s, "v2") ? 2
                                                         : 1;
    return bytes * elements;
}

/* Parameters: memory that no kernel can write, and that is always there. */
static bool is_parameter(const struct iq_body *body, const struct iq_statement *s)
{
    static const char *const spaces[] = { "param", "param::entry", "param::func" };
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
        if (iq_has_modifier(body, s, spaces[i]))
            return true;
    return false;
}

/* What has an operand in brackets and accesses no memory: hints, fences and questions. */
static bool is_no_access(const struct iq_body *body, const struct iq_statement *s)
{
    static const char *const opcodes[] = { "prefetch",     "prefetchu", "applypriority", "discard",
                                           "createpolicy", "fence",     "membar",        "txq",
                                           "suq",          "mov",       "call" };
    for (size_t i = 0; i < sizeof opcodes / sizeof *opcodes; i++)
        if (iq_name_is(iq_token_name(&body->tokens.data[s->opcode]), opcodes[i]))
            return true;
    return iq_has_modifier(body, s, "prefetch");
}

uint32_t iq_access_count(const struct iq_body *body, const struct iq_statement *s)
{
    uint32_t count = 0;
    if (s->kind != IQ_STATEMENT_INSTRUCTION)
        return 0;
    for (uint32_t i = s->operands; i < s->end; i++)
        count += iq_token_is(&body->tokens.data[i], '[');
    if (!count) /* the matrices of a warp group are in shared memory, by their descriptors */
        return iq_has_modifier(body, s, "mma_async");
    return is_parameter(body, s) || is_no_access(body, s) ? 0 : count;
}

/* cp.async.ca.shared.global [dst], [src], 16; with more operands it may read less. */
static bool access_of_copy(const struct iq_body *body, const struct iq_statement *s,
                           struct iq_memory_access *access)
{
    const struct iq_ptx_token *t = body->tokens.data;
    uint32_t source = find_bracket(body, find_bracket(body, s->operands, s->end) + 1, s->end),
             at = source;
    if (!iq_has_modifier(body, s, "async") || iq_has_modifier(body, s, "bulk") ||
        !iq_address_read(body, source, s->end, access))
        return false;
    while (at < s->end && !iq_token_is(&t[at], ']'))
        at++;
    if (at + 3 != s->end || !is_number(&t[at + 2]))
        return false;
    access->bytes = access->alignment = (uint32_t)t[at + 2].value;
    return true;
}

bool iq_access_read(const struct iq_body *body, const struct iq_statement *s,
                    struct iq_memory_access *access)
{
    struct iq_name opcode = iq_token_name(&body->tokens.data[s->opcode]);
    *access = (struct iq_memory_access){ .is_write = false };
    if (s->kind != IQ_STATEMENT_INSTRUCTION)
        return false;
    if (iq_name_is(opcode, "cp"))
        return access_of_copy(body, s, access);
    bool load = iq_name_is(opcode, "ld") || iq_name_is(opcode, "ldu"),
         atomic = iq_name_is(opcode, "atom"), reduction = iq_name_is(opcode, "red");
    if ((!load && !atomic && !reduction && !iq_name_is(opcode, "st")) || is_parameter(body, s) ||
        iq_has_modifier(body, s, "shared::cluster") || iq_has_modifier(body, s, "async"))
        return false;
    uint32_t bracket = find_bracket(body, s->operands, s->end);
    access->bytes = access->alignment = bytes_of(body, s);
    access->space = iq_has_modifier(body, s, "shared") || iq_has_modifier(body, s, "shared::cta")
                        ? IQ_SPACE_SHARED
                    : iq_has_modifier(body, s, "local") ? IQ_SPACE_LOCAL
                    : iq_has_modifier(body, s, "const") ? IQ_SPACE_CONST
                                                        : IQ_SPACE_GLOBAL;
    access->is_write = !load;
    access->is_atomic = atomic || reduction;
    access->is_load = load || atomic;
    access->first = s->operands;
    access->end = access->is_load && bracket > s->operands ? bracket - 1 : s->operands;
    return iq_address_read(body, bracket, s->end, access);
}
