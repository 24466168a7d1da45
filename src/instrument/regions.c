/* Regions: accesses in a row, with no branch among them, that one test in front of the first stands
 * for.  The statements themselves stay as they are; where the test fails, a copy of them out of
 * line tests each access, and leaves out what is wrong. */
#include <stdio.h>
#include <string.h>

#include "instrument/rewriter.h"

enum { STATEMENTS = 512, GROUPS = 24, CHAIN = 12, COPIES = 64, SPAN = 1 << 20 };

/* Accesses of bytes [.low, .high) from one address on. */
struct group {
    struct tested tested; /* of the first */
    uint32_t definition;  /* 1 + the statement that its address is copied from, 0: none */
    int64_t low, high;
};

struct region {
    struct rewriter *r;
    uint32_t first, last;
    struct group groups[GROUPS];
    uint32_t group_count, accesses;
    /* statements to be copied in front, in ascending order */
    uint32_t copies[COPIES];
    uint32_t copy_count;
};

static bool is_one_of(struct iq_name name, const char *const *names)
{
    while (*names && !iq_name_is(name, *names))
        names++;
    return *names;
}

static const struct iq_statement *statement(const struct region *g, uint32_t index)
{
    return &g->r->body->statements.data[index];
}

static struct iq_name opcode_of(const struct region *g, const struct iq_statement *s)
{
    return iq_token_name(&g->r->body->tokens.data[s->opcode]);
}

/* May [s] stand in a region?  Nothing that depends on which lanes execute it together may. */
static bool may_stand(const struct region *g, const struct iq_statement *s)
{
    static const char *const names[] = {
        "abs",  "add",  "addc",  "and",  "atom",  "bfe",   "bfi",      "bfind",    "brev", "clz",
        "cnot", "cos",  "cvt",   "cvta", "div",   "dp2a",  "dp4a",     "ex2",      "fma",  "fns",
        "ld",   "ldu",  "lg2",   "lop3", "mad",   "madc",  "max",      "min",      "mov",  "mul",
        "neg",  "not",  "or",    "prmt", "rcp",   "red",   "rem",      "rsqrt",    "sad",  "selp",
        "set",  "setp", "shf",   "shl",  "shr",   "sin",   "slct",     "sqrt",     "st",   "sub",
        "subc", "tanh", "testp", "xor",  "mul24", "mad24", "copysign", "isspacep", NULL
    };
    return s->kind == IQ_STATEMENT_INSTRUCTION && is_one_of(opcode_of(g, s), names) &&
           !iq_has_modifier(g->r->body, s, "async");
}

/* Does [s] write the register [name]? */
static bool defines(const struct region *g, const struct iq_statement *s, struct iq_name name)
{
    const struct iq_ptx_token *t = g->r->body->tokens.data;
    if (s->kind != IQ_STATEMENT_INSTRUCTION || !iq_opcode_defines(opcode_of(g, s)))
        return false;
    for (uint32_t i = s->operands, depth = 0; i < s->end; i++) {
        if (iq_token_is(&t[i], '{'))
            depth++;
        else if (iq_token_is(&t[i], '}'))
            depth--;
        else if (!depth && iq_token_is(&t[i], ','))
            return false;
        else if (t[i].kind == TK_IDENT && iq_name_equals(iq_token_name(&t[i]), name))
            return true;
    }
    return false;
}

/* 1 + the last statement of the region in front of [before] that writes [name]; 0: none does. */
static uint32_t definition_of(const struct region *g, uint32_t before, struct iq_name name)
{
    for (uint32_t i = before; i-- > g->first;)
        if (defines(g, statement(g, i), name))
            return i + 1;
    return 0;
}

/* Bytes of the one register that [s] computes from others, and from nothing else; 0: it does
 * something else. */
static uint32_t bytes_of_copy(const struct region *g, const struct iq_statement *s)
{
    static const char *const names[] = { "add", "sub", "mul", "mad",  "shl", "shr",
                                         "and", "or",  "xor", "not",  "mov", "cvt",
                                         "min", "max", "neg", "cvta", NULL };
    static const char *const others[] = { "f16",    "f32",   "f64", "bf16", "cc",  "pred", "f16x2",
                                          "bf16x2", "f32x2", "b16", "u16",  "s16", NULL };
    const struct iq_ptx_token *t = g->r->body->tokens.data;
    if (s->kind != IQ_STATEMENT_INSTRUCTION || s->depth != 1 || s->guarded ||
        !is_one_of(opcode_of(g, s), names))
        return 0;
    for (uint32_t i = s->opcode + 1; i < s->operands; i++)
        if (is_one_of(iq_token_name(&t[i]), others))
            return 0;
    if (s->operands + 1 >= s->end || t[s->operands].kind != TK_IDENT ||
        !iq_token_is(&t[s->operands + 1], ','))
        return 0;
    for (uint32_t i = s->operands; i < s->end; i++)
        if (t[i].kind != TK_IDENT && t[i].kind != TK_INT && !iq_token_is(&t[i], ',') &&
            !iq_token_is(&t[i], '-'))
            return 0;
    uint32_t bytes = iq_body_register_bytes(g->r->body, iq_token_name(&t[s->operands]));
    return bytes == 4 || bytes == 8 ? bytes : 0;
}

/* Marks the statements that have to be copied so that [name], as it is in front of statement
 * [before], is there ahead of the region; false: it cannot be. */
static bool mark(struct region *g, uint32_t before, struct iq_name name, uint32_t depth)
{
    uint32_t definition = definition_of(g, before, name), at = 0;
    if (!definition)
        return true;
    uint32_t index = definition - 1;
    const struct iq_statement *s = statement(g, index);
    const struct iq_ptx_token *t = g->r->body->tokens.data;
    if (!bytes_of_copy(g, s) || depth == CHAIN)
        return false;
    while (at < g->copy_count && g->copies[at] < index)
        at++;
    if (at < g->copy_count && g->copies[at] == index)
        return true;
    for (uint32_t i = s->operands + 1; i < s->end; i++)
        if (t[i].kind == TK_IDENT && !mark(g, index, iq_token_name(&t[i]), depth + 1))
            return false;
    for (at = 0; at < g->copy_count && g->copies[at] < index;)
        at++;
    if (g->copy_count == COPIES)
        return false;
    memmove(&g->copies[at + 1], &g->copies[at], (g->copy_count - at) * sizeof *g->copies);
    g->copies[at] = index;
    g->copy_count++;
    return true;
}

/* "add.s64 %rd2, %rd1, 16;": the address [tested] is the one before and a displacement. */
static uint32_t skip_displacement(const struct region *g, struct tested *tested, uint32_t before)
{
    const struct iq_ptx_token *t = g->r->body->tokens.data;
    uint32_t definition;
    while (definition = definition_of(g, before, tested->access.address), definition) {
        const struct iq_statement *s = statement(g, definition - 1);
        uint32_t at = s->operands;
        if (!bytes_of_copy(g, s) || !iq_name_is(opcode_of(g, s), "add") || at + 5 > s->end ||
            t[at + 2].kind != TK_IDENT ||
            iq_body_register_bytes(g->r->body, iq_token_name(&t[at + 2])) !=
                (tested->narrow ? 4 : 8))
            break;
        bool minus = iq_token_is(&t[at + 4], '-');
        const struct iq_ptx_token *number = &t[at + 4 + minus];
        if (at + 5 + minus != s->end || number->kind != TK_INT || number->value > 1 << 20)
            break;
        tested->access.displacement += minus ? -(int64_t)number->value : (int64_t)number->value;
        tested->access.address = iq_token_name(&t[at + 2]);
        before = definition - 1;
    }
    return definition;
}

static bool same_roots(const struct roots *a, const struct roots *b)
{
    return a->count == b->count && !memcmp(a->of, b->of, a->count * sizeof *a->of);
}

/* Does one question, the larger of theirs, say whether both accesses are aligned? */
static bool agrees(const struct tested *a, const struct tested *b)
{
    uint32_t smaller = a->asked < b->asked ? a->asked : b->asked;
    return !smaller || (a->asked_at - b->asked_at) % smaller == 0;
}

/* Adds the access [s], statement [index]; false: it cannot be tested ahead. */
static bool add_access(struct region *g, uint32_t index, const struct iq_memory_access *access)
{
    const struct iq_statement *s = statement(g, index);
    struct tested tested;
    if (!iq_checks_describe(g->r, s, access, &tested) ||
        (s->guarded && definition_of(g, index, s->guard)))
        return false;
    uint32_t definition = tested.direct ? 0 : skip_displacement(g, &tested, index), i = 0;
    int64_t low = tested.access.displacement, high = low + access->bytes;
    tested.asked_at = low;
    for (; i < g->group_count; i++) {
        struct group *known = &g->groups[i];
        const struct tested *t = &known->tested;
        if (known->definition == definition &&
            iq_name_equals(t->access.address, tested.access.address) &&
            t->access.space == access->space && same_roots(&t->roots, &tested.roots) &&
            t->guarded == s->guarded && t->guard_not == s->guard_not &&
            (!s->guarded || iq_name_equals(t->guard, s->guard)) && high - known->low <= SPAN &&
            known->high - low <= SPAN && agrees(t, &tested))
            break;
    }
    if (i == GROUPS)
        return false;
    struct group *known = &g->groups[i];
    if (i == g->group_count) {
        uint32_t copies[COPIES], count = g->copy_count;
        memcpy(copies, g->copies, sizeof copies);
        if (definition && !mark(g, definition, tested.access.address, 0)) {
            memcpy(g->copies, copies, sizeof copies);
            g->copy_count = count;
            return false;
        }
        *known = (struct group){ tested, definition, low, high };
        g->group_count++;
    }
    if (tested.passed > known->tested.passed)
        known->tested.passed = tested.passed;
    if (tested.asked > known->tested.asked) {
        known->tested.asked = tested.asked;
        known->tested.asked_at = tested.asked_at;
    }
    known->low = low < known->low ? low : known->low;
    known->high = high > known->high ? high : known->high;
    g->accesses++;
    return true;
}

/* Does [s] end the region in front of it? */
static bool ends_region(struct region *g, uint32_t index)
{
    const struct iq_statement *s = statement(g, index);
    struct iq_memory_access access;
    if (s->kind == IQ_STATEMENT_DIRECTIVE || s->kind == IQ_STATEMENT_OPEN ||
        s->kind == IQ_STATEMENT_CLOSE)
        return s->kind == IQ_STATEMENT_CLOSE && s->depth == 1;
    if (!may_stand(g, s))
        return true;
    if (!iq_access_read(g->r->body, s, &access))
        return false;
    iq_checks_trim(g->r, &access);
    if (iq_checks_is_inside(g->r, &access))
        return s->depth > 1;
    if (s->depth > 1 || !iq_checks_is_testable(g->r, &access) || !add_access(g, index, &access))
        return true;
    g->last = index;
    return false;
}

/* The register of ours for what statement [definition] - 1 writes. */
static void say_copy(const struct region *g, uint32_t definition, char text[32])
{
    uint32_t at = 0;
    while (g->copies[at] != definition - 1)
        at++;
    snprintf(text, 32, "%%iqe%c%u", bytes_of_copy(g, statement(g, definition - 1)) == 8 ? 'd' : 'w',
             at);
}

/* Computes ahead what the addresses are. */
static void put_copies(const struct region *g)
{
    struct rewriter *r = g->r;
    const struct iq_ptx_token *t = r->body->tokens.data;
    for (uint32_t i = 0; i < g->copy_count; i++) {
        const struct iq_statement *s = statement(g, g->copies[i]);
        char name[32];
        PUT("\t");
        r->copied = t[s->opcode].text;
        for (uint32_t k = s->operands; k < s->end; k++) {
            uint32_t definition = k == s->operands ? g->copies[i] + 1
                                  : t[k].kind == TK_IDENT
                                      ? definition_of(g, g->copies[i], iq_token_name(&t[k]))
                                      : 0;
            if (!definition)
                continue;
            iq_rewriter_copy(r, t[k].text);
            say_copy(g, definition, name);
            PUT("%s", name);
            r->copied = t[k].text + t[k].length;
        }
        iq_rewriter_copy(r, s->behind);
        PUT("\n");
    }
    r->slices = g->copy_count > r->slices ? g->copy_count : r->slices;
}

/* The tests of all groups; %iqy: one of them failed. */
static void put_tests(const struct region *g)
{
    struct rewriter *r = g->r;
    for (uint32_t i = 0; i < g->group_count; i++) {
        struct tested t = g->groups[i].tested;
        char name[32];
        t.access.displacement = g->groups[i].low;
        t.access.bytes = (uint32_t)(g->groups[i].high - g->groups[i].low);
        if (g->groups[i].definition) {
            say_copy(g, g->groups[i].definition, name);
            t.access.address = (struct iq_name){ name, (uint32_t)strlen(name) };
        }
        iq_checks_put_test(r, &r->text, &t, i ? "%iqq" : "%iqy");
        if (i)
            PUT("\tor.pred %%iqy, %%iqy, %%iqq;\n");
    }
}

uint32_t iq_regions_put(struct rewriter *r, uint32_t first)
{
    struct region g = { .r = r, .first = first, .last = first };
    const struct iq_statement *s = &r->body->statements.data[first];
    struct iq_memory_access access;
    if (r->checks & (IQ_INSTRUMENT_UNINITIALIZED | IQ_INSTRUMENT_RACES | IQ_INSTRUMENT_MASKS) ||
        r->role == IQ_ROLE_OTHER || s->depth != 1 || !iq_access_read(r->body, s, &access))
        return first;
    for (uint32_t i = first; i < r->body->statements.count && i < first + STATEMENTS; i++)
        if (ends_region(&g, i))
            break;
    if (!g.accesses)
        return first;
    uint32_t number = ++r->regions;
    const char *behind = statement(&g, g.last)->behind;
    iq_rewriter_copy(r, s->at);
    if (r->pending_count && !r->pending[0].region)
        iq_checks_flush(r);
    put_copies(&g);
    put_tests(&g);
    PUT("\t@%%iqy bra $iq_a%u;\n\t", number);
    r->copied = s->at;
    iq_rewriter_copy(r, behind);
    PUT("\n$iq_b%u:\n", number);
    struct iq_str text = r->text;
    iq_str_init_heap(&r->text);
    PUT("$iq_a%u:\n", number);
    iq_checks_put_exactly(r, first, g.last);
    PUT("\tbra $iq_b%u;\n", number);
    iq_str_put(&r->cold, r->text.data, r->text.length);
    r->failed |= r->text.truncated;
    iq_str_finish(&r->text);
    r->text = text;
    r->copied = behind;
    return g.last + 1;
}
