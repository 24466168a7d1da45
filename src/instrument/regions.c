/* Regions: accesses in a row, with no branch among them, that one test in front of the first stands
 * for.  The statements themselves stay as they are; where the test fails, a copy of them out of
 * line tests each access, and leaves out what is wrong. */
#include <stdio.h>
#include <string.h>

#include "instrument/rewriter.h"

enum { STATEMENTS = 512, GROUPS = 24, CHAIN = 12, COPIES = 64, LOOKUPS = 8, SPAN = 1 << 20 };

/* Accesses of bytes [.low, .high) from one address on. */
struct group {
    struct tested tested; /* of the first */
    uint32_t definition;  /* 1 + the statement that its address is copied from, 0: none */
    int64_t low, high;
    bool looked_up;
    uint32_t index; /* of the look-up's guess */
    /* whose cache a look-up uses: pointers that were loaded side by side share one */
    struct iq_name origin;
    uint32_t source; /* 1 + the group that its address was loaded in, 0: in none of the region */
};

/* A statement that is copied in front: arithmetic of addresses, or a load that an address depends
 * on.  The first is copied in front of the tests of its stage, the other behind them. */
struct copy {
    uint32_t statement, stage;
    uint32_t source; /* 1 + the group of a load that its value comes from, 0: of none */
    bool is_load;
};

struct region {
    struct rewriter *r;
    uint32_t first, last;
    struct group groups[GROUPS];
    uint32_t group_count, accesses, lookups;
    bool ends;                    /* a thread ends where it is wrong; see endings.c */
    uint32_t all_accesses;        /* with those that need no test */
    uint32_t writes;              /* 1 + the first statement that writes memory, 0: none */
    uint8_t group_of[STATEMENTS]; /* 1 + group of statement .first + index, 0: none */
    struct copy copies[COPIES];   /* in ascending order */
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
    if (!iq_statement_defines(g->r->body, s))
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

/* ... that it loads, in front of all writes of the region, so that it may be loaded ahead. */
static uint32_t bytes_of_load(const struct region *g, uint32_t index)
{
    static const char *const ordered[] = { "volatile", "relaxed", "acquire", "mmio", NULL };
    const struct iq_statement *s = statement(g, index);
    const struct iq_ptx_token *t = g->r->body->tokens.data;
    if (s->depth != 1 || s->guarded || !iq_name_is(opcode_of(g, s), "ld") ||
        (g->writes && g->writes <= index) || s->operands + 1 >= s->end ||
        t[s->operands].kind != TK_IDENT || !iq_token_is(&t[s->operands + 1], ','))
        return 0;
    for (uint32_t i = s->opcode + 1; i < s->operands; i++)
        if (is_one_of(iq_token_name(&t[i]), ordered))
            return 0;
    uint32_t bytes = iq_body_register_bytes(g->r->body, iq_token_name(&t[s->operands]));
    return bytes == 4 || bytes == 8 ? bytes : 0;
}

/* The copy of [statement], or where it belongs. */
static uint32_t place_of(const struct region *g, uint32_t statement)
{
    uint32_t at = 0;
    while (at < g->copy_count && g->copies[at].statement < statement)
        at++;
    return at;
}

static bool is_copied(const struct region *g, uint32_t statement)
{
    uint32_t at = place_of(g, statement);
    return at < g->copy_count && g->copies[at].statement == statement;
}

/* The stage in whose tests what statement [definition] - 1 writes can be used; 0: any. */
static uint32_t stage_of(const struct region *g, uint32_t definition)
{
    if (!definition)
        return 0;
    const struct copy *copy = &g->copies[place_of(g, definition - 1)];
    return copy->stage + copy->is_load;
}

static uint32_t source_of(const struct region *g, uint32_t definition)
{
    return definition ? g->copies[place_of(g, definition - 1)].source : 0;
}

/* Marks the statements that have to be copied so that [name], as it is in front of statement
 * [before], is there ahead of the region; false: it cannot be. */
static bool mark(struct region *g, uint32_t before, struct iq_name name, uint32_t depth)
{
    uint32_t definition = definition_of(g, before, name), index = definition - 1;
    if (!definition || is_copied(g, index))
        return true;
    const struct iq_statement *s = statement(g, index);
    const struct iq_ptx_token *t = g->r->body->tokens.data;
    struct copy copy = { index, 0, 0, bytes_of_load(g, index) != 0 };
    if ((!copy.is_load && !bytes_of_copy(g, s)) || depth == CHAIN)
        return false;
    for (uint32_t i = s->operands + 1; i < s->end; i++) {
        if (t[i].kind != TK_IDENT)
            continue;
        if (!mark(g, index, iq_token_name(&t[i]), depth + 1))
            return false;
        uint32_t operand = definition_of(g, index, iq_token_name(&t[i])),
                 stage = stage_of(g, operand);
        copy.stage = stage > copy.stage ? stage : copy.stage;
        copy.source = copy.source ? copy.source : source_of(g, operand);
    }
    if (copy.is_load)
        copy.source = g->group_of[index - g->first];
    if (g->copy_count == COPIES)
        return false;
    uint32_t at = place_of(g, index);
    memmove(&g->copies[at + 1], &g->copies[at], (g->copy_count - at) * sizeof *g->copies);
    g->copies[at] = copy;
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

/* Decides whose cache the look-up of [group] uses. */
static void find_origin(struct region *g, struct group *group)
{
    group->origin = group->tested.access.address;
    group->source = source_of(g, group->definition);
    for (const struct group *other = g->groups; group->source && other < group; other++)
        if (other->looked_up && other->source == group->source) {
            group->origin = other->origin;
            return;
        }
}

/* Adds the access [s], statement [index]; false: it cannot be tested ahead. */
static bool add_access(struct region *g, uint32_t index, const struct iq_memory_access *access)
{
    const struct iq_statement *s = statement(g, index);
    struct tested tested;
    bool looked_up = !iq_checks_describe(g->r, s, access, &tested);
    if (s->guarded && definition_of(g, index, s->guard))
        return false;
    uint32_t definition = tested.direct ? 0 : skip_displacement(g, &tested, index), i = 0;
    int64_t low = tested.access.displacement, high = low + access->bytes;
    tested.asked_at = low;
    for (; i < g->group_count; i++) {
        struct group *known = &g->groups[i];
        const struct tested *t = &known->tested;
        if (known->definition == definition && known->looked_up == looked_up &&
            iq_name_equals(t->access.address, tested.access.address) &&
            t->access.space == access->space && same_roots(&t->roots, &tested.roots) &&
            t->guarded == s->guarded && t->guard_not == s->guard_not &&
            (!s->guarded || iq_name_equals(t->guard, s->guard)) && high - known->low <= SPAN &&
            known->high - low <= SPAN && agrees(t, &tested))
            break;
    }
    if (i == GROUPS || (i == g->group_count && looked_up && g->lookups == LOOKUPS))
        return false;
    struct group *known = &g->groups[i];
    if (i == g->group_count) {
        struct copy copies[COPIES];
        uint32_t count = g->copy_count;
        memcpy(copies, g->copies, sizeof copies);
        if (definition && !mark(g, definition, tested.access.address, 0)) {
            memcpy(g->copies, copies, sizeof copies);
            g->copy_count = count;
            return false;
        }
        *known = (struct group){ .tested = tested,
                                 .definition = definition,
                                 .low = low,
                                 .high = high,
                                 .looked_up = looked_up,
                                 .index = UINT32_MAX };
        g->group_count++;
        g->lookups += looked_up;
        if (looked_up)
            find_origin(g, known);
    }
    g->group_of[index - g->first] = (uint8_t)(i + 1);
    if (looked_up)
        known->index = iq_lookups_add(g->r, index, known->origin, known->index);
    known->tested.needs |= tested.needs;
    if (tested.passed > known->tested.passed)
        known->tested.passed = tested.passed;
    if (tested.asked > known->tested.asked) {
        known->tested.asked = tested.asked;
        known->tested.asked_at = tested.asked_at;
    }
    known->low = low < known->low ? low : known->low;
    known->high = high > known->high ? high : known->high;
    g->accesses++;
    g->all_accesses++;
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
    if (iq_checks_is_inside(g->r, &access)) {
        g->all_accesses += s->depth == 1;
        return s->depth > 1;
    }
    if (s->depth > 1 ||
        (!iq_checks_is_testable(g->r, &access) && !iq_lookups_is_possible(g->r, s, &access)) ||
        !add_access(g, index, &access))
        return true;
    if (access.is_write && !g->writes)
        g->writes = index + 1;
    g->last = index;
    return false;
}

/* The register of ours for what statement [definition] - 1 writes. */
static void say_copy(const struct region *g, uint32_t definition, char text[32])
{
    const struct iq_statement *s = statement(g, definition - 1);
    struct iq_name name = iq_token_name(&g->r->body->tokens.data[s->operands]);
    snprintf(text, 32, "%%iqe%c%u", iq_body_register_bytes(g->r->body, name) == 8 ? 'd' : 'w',
             place_of(g, definition - 1));
}

/* [copy], with registers of ours for what it writes and for what other copies write. */
static void put_copy(const struct region *g, const struct copy *copy)
{
    struct rewriter *r = g->r;
    const struct iq_ptx_token *t = r->body->tokens.data;
    const struct iq_statement *s = statement(g, copy->statement);
    char name[32];
    PUT("\t");
    r->copied = t[s->opcode].text;
    for (uint32_t k = s->operands; k < s->end; k++) {
        uint32_t definition = k == s->operands ? copy->statement + 1
                              : t[k].kind == TK_IDENT
                                  ? definition_of(g, copy->statement, iq_token_name(&t[k]))
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

static void put_copies(const struct region *g, uint32_t stage, bool loads)
{
    for (uint32_t i = 0; i < g->copy_count; i++)
        if (g->copies[i].stage == stage && g->copies[i].is_load == loads)
            put_copy(g, &g->copies[i]);
}

/* What is tested for a group: all its bytes, in registers that are there in front. */
static struct tested ahead(const struct region *g, const struct group *group, char name[32])
{
    struct tested t = group->tested;
    t.access.displacement = group->low;
    t.access.bytes = (uint32_t)(group->high - group->low);
    if (group->definition) {
        say_copy(g, group->definition, name);
        t.access.address = (struct iq_name){ name, (uint32_t)strlen(name) };
    }
    return t;
}

/* The tests of all groups of [stage]: where one fails, on to [wrong], where a look-up knows nothing
 * of an address, to [unknown]. */
static void put_tests(const struct region *g, uint32_t stage, const char *wrong,
                      const char *unknown)
{
    struct rewriter *r = g->r;
    struct tested tested[LOOKUPS];
    struct lookup lookups[LOOKUPS];
    char names[LOOKUPS][32], name[32];
    uint32_t count = 0, lookup_count = 0;
    for (uint32_t i = 0; i < g->group_count; i++) {
        const struct group *group = &g->groups[i];
        if (stage_of(g, group->definition) != stage)
            continue;
        if (group->looked_up) {
            struct tested *t = &tested[lookup_count];
            *t = ahead(g, group, names[lookup_count]);
            lookups[lookup_count] =
                (struct lookup){ t, iq_lookups_cache(r, group->origin, t->access.bytes),
                                 group->index };
            lookup_count++;
            continue;
        }
        struct tested t = ahead(g, group, name);
        iq_checks_put_test(r, &r->text, &t, count ? "%iqq" : "%iqy");
        if (count++)
            PUT("\tor.pred %%iqy, %%iqy, %%iqq;\n");
    }
    if (count)
        PUT("\t@%%iqy bra %s;\n", wrong);
    if (lookup_count)
        iq_lookups_put_ahead(r, lookups, lookup_count, unknown);
}

static uint32_t last_stage(const struct region *g)
{
    uint32_t last = 0;
    for (uint32_t i = 0; i < g->group_count; i++) {
        uint32_t stage = stage_of(g, g->groups[i].definition);
        last = stage > last ? stage : last;
    }
    return last;
}

static bool looks_up(const struct region *g, uint32_t stage)
{
    for (uint32_t i = 0; i < g->group_count; i++)
        if (g->groups[i].looked_up && stage_of(g, g->groups[i].definition) == stage)
            return true;
    return false;
}

/* May threads end in the region?  One test says for sure that a group is wrong, if its addresses
 * come from one memory. */
static bool may_end(const struct region *g)
{
    for (uint32_t i = 0; i < g->group_count; i++)
        if (!g->groups[i].looked_up && g->groups[i].tested.roots.count > 1)
            return false;
    return true;
}

/* Tests all groups, loading on the way what addresses depend on. */
static void put_front(const struct region *g, uint32_t number)
{
    struct rewriter *r = g->r;
    uint32_t last = last_stage(g);
    char wrong[32], unknown[32];
    for (uint32_t stage = 0; stage <= last; stage++) {
        snprintf(wrong, sizeof wrong, "$iq_a%u_%u", number, g->ends ? stage : 0);
        snprintf(unknown, sizeof unknown, "$iq_u%u_%u", number, stage);
        put_copies(g, stage, false);
        put_tests(g, stage, wrong, g->ends ? unknown : wrong);
        if (g->ends && looks_up(g, stage))
            PUT("$iq_b%u_%u:\n", number, stage);
        put_copies(g, stage, true);
    }
    r->slices = g->copy_count > r->slices ? g->copy_count : r->slices;
}

/* The region as it is, but for what was loaded already. */
static void put_region(const struct region *g, const char *behind)
{
    struct rewriter *r = g->r;
    const struct iq_ptx_token *t = r->body->tokens.data;
    PUT("\t");
    r->copied = statement(g, g->first)->at;
    for (uint32_t i = 0; i < g->copy_count; i++) {
        const struct iq_statement *s = statement(g, g->copies[i].statement);
        char name[32];
        if (!g->copies[i].is_load)
            continue;
        iq_rewriter_copy(r, t[s->opcode].text);
        say_copy(g, g->copies[i].statement + 1, name);
        PUT("mov.b%u %.*s, %s;", bytes_of_load(g, g->copies[i].statement) * 8,
            NAME(iq_token_name(&t[s->operands])), name);
        r->copied = s->behind;
    }
    iq_rewriter_copy(r, behind);
}

/* The places of the statements of the region: its .locs are between them. */
static void note_places(const struct region *g, uint32_t places[STATEMENTS])
{
    for (uint32_t i = g->first; i <= g->last; i++) {
        if (statement(g, i)->kind == IQ_STATEMENT_DIRECTIVE)
            iq_checks_note_place(g->r, statement(g, i));
        places[i - g->first] = g->r->place;
    }
}

static struct iq_memory_access access_of(const struct region *g, uint32_t index)
{
    struct iq_memory_access access;
    iq_access_read(g->r->body, statement(g, index), &access);
    iq_checks_trim(g->r, &access);
    return access;
}

/* What is tested for the access of statement [index], in registers that are there in front. */
static struct tested access_ahead(const struct region *g, uint32_t index, char name[32])
{
    const struct group *group = &g->groups[g->group_of[index - g->first] - 1];
    struct iq_memory_access access = access_of(g, index);
    struct tested t;
    iq_checks_describe(g->r, statement(g, index), &access, &t);
    if (!t.direct)
        skip_displacement(g, &t, index);
    if (group->definition) {
        say_copy(g, group->definition, name);
        t.access.address = (struct iq_name){ name, (uint32_t)strlen(name) };
    }
    return t;
}

/* [group] is wrong if [guard] ("@%p ") is true: its members, and on to the end. */
static void put_ending(const struct region *g, const struct group *group, const uint32_t *places,
                       const char *guard)
{
    struct rewriter *r = g->r;
    char name[32];
    uint32_t first = (uint32_t)r->members.count;
    for (uint32_t i = g->first; i <= g->last; i++) {
        if (!g->group_of[i - g->first] || group != &g->groups[g->group_of[i - g->first] - 1])
            continue;
        struct iq_memory_access access = access_of(g, i);
        struct tested t = access_ahead(g, i, name);
        r->place = places[i - g->first];
        if (!iq_rewriter_add_site(r, statement(g, i), &access, false, IQ_CHECK_BOUNDS))
            return;
        iq_endings_add_member(r, &t, (uint32_t)(t.access.displacement - group->low));
    }
    struct tested t = ahead(g, group, name);
    iq_endings_put(r, &t, first, guard);
}

/* Out of line: which group of [stage] is wrong?  One is. */
static void put_wrong(const struct region *g, uint32_t stage, const uint32_t *places)
{
    struct rewriter *r = g->r;
    const struct group *last = NULL;
    char name[32];
    for (uint32_t i = 0; i < g->group_count; i++) {
        const struct group *group = &g->groups[i];
        if (group->looked_up || stage_of(g, group->definition) != stage)
            continue;
        if (last) {
            struct tested t = ahead(g, last, name);
            iq_checks_put_test(r, &r->text, &t, "%iqq");
            put_ending(g, last, places, "@%iqq ");
        }
        last = group;
    }
    if (last)
        put_ending(g, last, places, "");
}

/* Out of line: the rows of the addresses that are looked up in [stage]. */
static void put_unknown(const struct region *g, uint32_t stage, const uint32_t *places)
{
    struct rewriter *r = g->r;
    char name[32];
    for (uint32_t i = g->first; i <= g->last; i++) {
        uint32_t group = g->group_of[i - g->first];
        if (!group || !g->groups[group - 1].looked_up ||
            stage_of(g, g->groups[group - 1].definition) != stage)
            continue;
        struct tested t = access_ahead(g, i, name);
        r->place = places[i - g->first];
        r->kernel->writes_unseen |= t.access.is_write;
        iq_lookups_put(r, statement(g, i), &t.access);
    }
}

/* Out of line, of a kernel whose threads end where they are wrong. */
static void put_endings(const struct region *g, uint32_t number)
{
    struct rewriter *r = g->r;
    uint32_t places[STATEMENTS], last = last_stage(g);
    note_places(g, places);
    for (uint32_t stage = 0; stage <= last; stage++) {
        PUT("$iq_a%u_%u:\n", number, stage);
        put_wrong(g, stage, places);
        if (!looks_up(g, stage))
            continue;
        PUT("$iq_u%u_%u:\n", number, stage);
        put_unknown(g, stage, places);
        PUT("\tbra $iq_b%u_%u;\n", number, stage);
    }
    r->place = places[g->last - g->first];
    r->kernel->accesses += g->all_accesses;
    r->kernel->checked += g->all_accesses;
}

/* Out of line: the region with a test for each access. */
static void put_copy_exactly(const struct region *g, uint32_t number)
{
    struct rewriter *r = g->r;
    PUT("$iq_a%u_0:\n", number);
    iq_checks_put_exactly(r, g->first, g->last);
    PUT("\tbra $iq_b%u_0;\n", number);
}

bool iq_regions_are_used(const struct rewriter *r)
{
    return !(r->checks & (IQ_INSTRUMENT_UNINITIALIZED | IQ_INSTRUMENT_RACES | IQ_INSTRUMENT_MASKS));
}

uint32_t iq_regions_put(struct rewriter *r, uint32_t first)
{
    struct region g = { .r = r, .first = first, .last = first };
    const struct iq_statement *s = &r->body->statements.data[first];
    struct iq_memory_access access;
    if (!iq_regions_are_used(r) || r->role == IQ_ROLE_OTHER || s->depth != 1 ||
        !iq_access_read(r->body, s, &access))
        return first;
    for (uint32_t i = first; i < r->body->statements.count && i < first + STATEMENTS; i++)
        if (ends_region(&g, i))
            break;
    if (!g.accesses)
        return first;
    g.ends = r->ends_threads && may_end(&g);
    uint32_t number = ++r->regions;
    const char *behind = statement(&g, g.last)->behind;
    iq_rewriter_copy(r, s->at);
    if (r->pending_count && !r->pending[0].region)
        iq_checks_flush(r);
    put_front(&g, number);
    put_region(&g, behind);
    PUT(g.ends ? "\n" : "\n$iq_b%u_0:\n", number);
    struct iq_str text = r->text;
    iq_str_init_heap(&r->text);
    if (g.ends)
        put_endings(&g, number);
    else
        put_copy_exactly(&g, number);
    iq_str_put(&r->cold, r->text.data, r->text.length);
    r->failed |= r->text.truncated;
    iq_str_finish(&r->text);
    r->text = text;
    r->copied = behind;
    return g.last + 1;
}
