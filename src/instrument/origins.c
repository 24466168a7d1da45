/* Where the values of registers come from: for each, the words of the kernel's parameters that it
 * was computed from as a pointer.  The order of definitions is ignored; what may have come out of
 * memory or a call is unknown, unless it was multiplied or shifted, which makes an index of it. */
#include <string.h>

#include "base/hash.h"
#include "instrument/inner.h"

enum { SOURCES = 4, PASSES = 64 };

/* What a definition takes over from its sources. */
enum origin_pass { PASS_NOTHING, PASS_ALL, PASS_FIRST, PASS_LAST, PASS_UNKNOWN };

/* A definition of register [to]: by the registers [from]; or by root [root] - 1. */
struct definition {
    uint32_t to, from[SOURCES], count, root;
    bool mapped;
    bool unknown, loaded, moves; /* moves: .loaded of the sources is taken over, too */
    bool shifts;                 /* .to is the one source and .shift bytes */
    int64_t shift;
};

struct origins {
    struct iq_body *body;
    IQ_VEC(struct definition) definitions;
};

static enum origin_pass pass_of(struct iq_name opcode)
{
    static const char *const all[] = { "add", "sub", "and",  "or",  "xor",  "mov", "selp",
                                       "min", "max", "cvta", "cvt", "slct", "prmt" };
    static const char *const last[] = { "mad", "mad24" };
    static const char *const nothing[] = { "mul", "mul24", "shl",  "shr", "neg", "not", "abs",
                                           "div", "rem",   "popc", "clz", "bfe", "brev" };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (iq_name_is(opcode, all[i]))
            return PASS_ALL;
    if (iq_name_is(opcode, "mapa"))
        return PASS_FIRST;
    for (size_t i = 0; i < sizeof last / sizeof *last; i++)
        if (iq_name_is(opcode, last[i]))
            return PASS_LAST;
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++)
        if (iq_name_is(opcode, nothing[i]))
            return PASS_NOTHING;
    return PASS_UNKNOWN;
}

static uint64_t hash_of(struct iq_name name)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (uint32_t i = 0; i < name.length; i++)
        hash = (hash ^ (unsigned char)name.text[i]) * 0x100000001b3u;
    return iq_hash_u64(hash);
}

static uint32_t slot_of(const struct iq_body *body, struct iq_name name)
{
    uint32_t slot = (uint32_t)hash_of(name) & (body->slot_count - 1);
    while (body->slots[slot]) {
        struct iq_name other = body->registers.data[body->slots[slot] - 1].name;
        if (iq_name_equals(other, name))
            break;
        slot = (slot + 1) & (body->slot_count - 1);
    }
    return slot;
}

const struct iq_register *iq_body_register(const struct iq_body *body, struct iq_name name)
{
    uint32_t index = body->slots ? body->slots[slot_of(body, name)] : 0;
    return index ? &body->registers.data[index - 1] : NULL;
}

struct iq_name iq_root_name(const struct iq_body *body, uint32_t index)
{
    const struct iq_instrument_root *root = &body->roots.data[index];
    return root->variable ? body->variables->all.data[root->variable - 1].name
                          : body->parameters.data[root->argument].name;
}

static int grow_slots(struct iq_body *body)
{
    uint32_t count = body->slot_count ? body->slot_count * 2 : 256;
    uint32_t *slots = calloc(count, sizeof *slots);
    if (!slots)
        return IQ_ENOMEM;
    free(body->slots);
    body->slots = slots;
    body->slot_count = count;
    for (uint32_t i = 0; i < body->registers.count; i++)
        slots[slot_of(body, body->registers.data[i].name)] = i + 1;
    return 0;
}

/* Index of the register [name], which is made; UINT32_MAX without memory. */
static uint32_t register_of(struct iq_body *body, struct iq_name name)
{
    if (body->registers.count * 2 >= body->slot_count && grow_slots(body))
        return UINT32_MAX;
    uint32_t slot = slot_of(body, name);
    if (!body->slots[slot]) {
        struct iq_register made = { .name = name };
        if (iq_vec_push(&body->registers, made))
            return UINT32_MAX;
        body->slots[slot] = (uint32_t)body->registers.count;
    }
    return body->slots[slot] - 1;
}

/* *root: 1 + index of the root [within] bytes from the start of parameter [argument]. */
static int root_of(struct iq_body *body, uint32_t argument, uint32_t within, uint32_t *root)
{
    uint32_t offset = body->parameters.data[argument].offset + within;
    for (uint32_t i = 0; i < body->roots.count; i++)
        if (!body->roots.data[i].variable && body->roots.data[i].offset == offset) {
            *root = i + 1;
            return 0;
        }
    struct iq_instrument_root made = { .offset = offset, .argument = argument, .within = within };
    if (body->roots.count >= UINT16_MAX || iq_vec_push(&body->roots, made))
        return IQ_ENOMEM;
    *root = (uint32_t)body->roots.count;
    return 0;
}

static bool is_variable(const struct iq_body *body, uint32_t index, struct iq_name name)
{
    struct iq_name other = body->variables->all.data[index].name;
    return iq_name_equals(other, name);
}

uint32_t iq_body_variable(const struct iq_body *body, struct iq_name name)
{
    const struct iq_inst_variables *variables = body->variables;
    for (uint32_t i = body->own_variables; variables && i < variables->all.count; i++)
        if (is_variable(body, i, name))
            return variables->all.data[i].is_hidden ? 0 : i + 1;
    for (uint32_t i = 0; variables && i < variables->module_count; i++)
        if (is_variable(body, i, name))
            return i + 1;
    return 0;
}

int iq_body_variable_root(struct iq_body *body, struct iq_name name, uint32_t *root)
{
    uint32_t variable = iq_body_variable(body, name);
    *root = 0;
    if (!variable)
        return 0;
    for (uint32_t i = 0; i < body->roots.count && !*root; i++)
        if (body->roots.data[i].variable == variable)
            *root = i + 1;
    struct iq_instrument_root made = { .variable = variable };
    if (!*root && (body->roots.count >= UINT16_MAX || iq_vec_push(&body->roots, made)))
        return IQ_ENOMEM;
    *root = *root ? *root : (uint32_t)body->roots.count;
    return 0;
}

void iq_variable_read(struct iq_variable_reader *reader, const struct iq_ptx_token *token)
{
    struct iq_inst_variable *variable = &reader->variable;
    bool index = reader->index, aligns = reader->aligns;
    reader->index = iq_token_is(token, '[');
    reader->aligns = token->kind == TK_DOT && iq_ptx_token_is(token, "align");
    if (reader->done)
        return;
    if (token->kind == TK_DOT && iq_ptx_token_is(token, "shared"))
        variable->space = IQ_SPACE_SHARED;
    else if (token->kind == TK_DOT && iq_ptx_token_is(token, "local"))
        variable->space = IQ_SPACE_LOCAL;
    else if (token->kind == TK_DOT && iq_ptx_token_is(token, "const"))
        variable->space = IQ_SPACE_CONST;
    else if (token->kind == TK_DOT && iq_type_bytes(token)) {
        variable->bytes = iq_type_bytes(token);
        variable->alignment = variable->alignment ? variable->alignment : iq_type_bytes(token);
    } else if (token->kind == TK_INT && aligns)
        variable->alignment = (uint32_t)token->value;
    else if (token->kind == TK_IDENT && variable->bytes && !variable->name.length)
        variable->name = iq_token_name(token);
    else if (token->kind == TK_INT && index)
        variable->bytes *= token->value;
    else if (iq_token_is(token, ']') && index && reader->external)
        variable->bytes = 0; /* as much as the launch gives */
    else if ((iq_token_is(token, ']') && index) || iq_token_is(token, ','))
        reader->failed = true; /* as many elements as the initialiser has; others after it */
    else if (iq_token_is(token, '='))
        reader->done = true;
}

int iq_variable_keep(struct iq_inst_variables *variables, const struct iq_variable_reader *reader)
{
    const struct iq_inst_variable *v = &reader->variable;
    bool dynamic = reader->external && v->space == IQ_SPACE_SHARED && !v->bytes,
         known = !reader->external && v->bytes && v->bytes < (uint64_t)1 << 40;
    if (reader->failed || !v->name.length || (!known && !dynamic))
        return 0;
    return iq_vec_push(&variables->all, *v);
}

const struct iq_statement *iq_body_start(const struct iq_body *body)
{
    const struct iq_statement *s = body->statements.data;
    while (s->kind == IQ_STATEMENT_DIRECTIVE)
        s++; /* the closing brace is none */
    return s;
}

/* [name] is a variable of the function that accesses cannot be checked against: it hides others. */
static int hide_variable(struct iq_body *body, struct iq_name name)
{
    struct iq_inst_variable hidden = { .name = name, .is_hidden = true };
    for (uint32_t i = body->own_variables; i < body->variables->all.count; i++)
        if (is_variable(body, i, name)) {
            body->variables->all.data[i].is_hidden = true;
            return 0;
        }
    return iq_vec_push(&body->variables->all, hidden);
}

/* A variable of the function.  Of two with one name, in scopes of their own, neither is known. */
static int declare_variable(struct iq_body *body, const struct iq_statement *s)
{
    const struct iq_ptx_token *t = body->tokens.data;
    struct iq_variable_reader reader = { .index = false };
    uint32_t count = (uint32_t)body->variables->all.count;
    int error = 0;
    for (uint32_t i = s->first; i < s->end; i++)
        iq_variable_read(&reader, &t[i]);
    bool twice = false;
    for (uint32_t i = body->own_variables; i < count; i++)
        twice |= is_variable(body, i, reader.variable.name);
    if (!twice && !reader.failed && s->at < iq_body_start(body)->at)
        return iq_variable_keep(body->variables, &reader);
    for (uint32_t i = s->first; i < s->end && !error; i++)
        if (t[i].kind == TK_IDENT)
            error = hide_variable(body, iq_token_name(&t[i]));
    return error;
}

/* Reads "[name+offset]" of an ld.param of [bytes] each; *root is 0 if it is no parameter of the
 * kernel. */
static int read_parameter(struct iq_body *body, const struct iq_statement *s, uint32_t index,
                          uint32_t bytes, uint32_t *root)
{
    const struct iq_ptx_token *t = body->tokens.data;
    uint32_t at = s->operands;
    *root = 0;
    while (at < s->end && !iq_token_is(&t[at], '['))
        at++;
    if (at + 2 >= s->end || t[at + 1].kind != TK_IDENT)
        return 0;
    struct iq_name name = iq_token_name(&t[at + 1]);
    uint64_t offset = iq_token_is(&t[at + 2], '+') && at + 3 < s->end ? t[at + 3].value : 0;
    for (uint32_t i = 0; i < body->parameters.count; i++) {
        const struct iq_inst_parameter *p = &body->parameters.data[i];
        if (iq_name_equals(p->name, name) && offset + (index + 1) * bytes <= p->bytes)
            return root_of(body, i, (uint32_t)offset + index * bytes, root);
    }
    return 0;
}

/* Declarations: ".reg .b64 %rd<12>;", ".reg .pred p, q;" */
static int declare(struct iq_body *body, const struct iq_statement *s)
{
    const struct iq_ptx_token *t = &body->tokens.data[s->first];
    uint32_t count = s->end - s->first, bytes = 0;
    if (body->variables && (iq_ptx_token_is(t, "shared") || iq_ptx_token_is(t, "local")))
        return declare_variable(body, s);
    if (!iq_ptx_token_is(t, "reg"))
        return 0;
    for (uint32_t i = 1; i < count; i++) {
        if (t[i].kind == TK_DOT) {
            bytes = iq_type_bytes(&t[i]);
        } else if (t[i].kind == TK_IDENT && i + 2 < count && iq_token_is(&t[i + 1], '<')) {
            struct iq_register family = { .name = iq_token_name(&t[i]), .bytes = bytes };
            if (iq_vec_push(&body->families, family))
                return IQ_ENOMEM;
            i += 3;
        } else if (t[i].kind == TK_IDENT) {
            uint32_t index = register_of(body, iq_token_name(&t[i]));
            if (index == UINT32_MAX)
                return IQ_ENOMEM;
            body->registers.data[index].bytes = bytes;
        }
    }
    return 0;
}

uint32_t iq_destinations_end(const struct iq_body *body, const struct iq_statement *s)
{
    const struct iq_ptx_token *t = body->tokens.data;
    uint32_t at = s->operands, depth = 0;
    for (; at < s->end; at++) {
        if (iq_token_is(&t[at], '{') || iq_token_is(&t[at], '('))
            depth++;
        else if (iq_token_is(&t[at], '}') || iq_token_is(&t[at], ')'))
            depth--;
        else if (!depth && iq_token_is(&t[at], ','))
            break;
    }
    return at;
}

bool iq_statement_defines(const struct iq_body *body, const struct iq_statement *s)
{
    static const char *const names[] = { "bar",   "barrier", "bra", "ret",   "exit",     "membar",
                                         "fence", "trap",    "brx", "brkpt", "nanosleep" };
    const struct iq_ptx_token *t = body->tokens.data;
    if (s->kind != IQ_STATEMENT_INSTRUCTION || s->operands >= s->end ||
        iq_token_is(&t[s->operands], '[')) /* memory */
        return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (iq_name_is(iq_token_name(&t[s->opcode]), names[i]))
            return false;
    return true;
}

/* The declared family that [name] is of, "%rd" of "%rd12"; NULL: none. */
static const struct iq_register *family_of(const struct iq_body *body, struct iq_name name)
{
    uint32_t length = name.length;
    while (length && name.text[length - 1] >= '0' && name.text[length - 1] <= '9')
        length--;
    for (size_t i = body->families.count; i-- > 0;) {
        const struct iq_register *family = &body->families.data[i];
        if (family->name.length >= length && family->name.length < name.length &&
            !memcmp(family->name.text, name.text, family->name.length))
            return family;
    }
    return NULL;
}

static bool is_register(const struct iq_body *body, struct iq_name name)
{
    return name.text[0] == '%' || iq_body_register(body, name) || family_of(body, name);
}

uint32_t iq_body_register_bytes(const struct iq_body *body, struct iq_name name)
{
    const struct iq_register *one = iq_body_register(body, name), *family = family_of(body, name);
    return one && one->bytes ? one->bytes : family ? family->bytes : 0;
}

/* The registers after the destinations, those that [pass] takes over. */
static int read_sources(struct origins *o, const struct iq_statement *s, uint32_t from,
                        enum origin_pass pass, struct definition *d)
{
    const struct iq_ptx_token *t = o->body->tokens.data;
    if (pass == PASS_LAST) {
        uint32_t last = s->end;
        while (last > from && !iq_token_is(&t[last - 1], ','))
            last--;
        from = last;
    }
    for (uint32_t i = from; i < s->end; i++) {
        if (pass == PASS_FIRST && iq_token_is(&t[i], ','))
            return 0;
        if (t[i].kind != TK_IDENT)
            continue;
        if (!is_register(o->body, iq_token_name(&t[i]))) {
            uint32_t root = 0;
            if (iq_body_variable_root(o->body, iq_token_name(&t[i]), &root))
                return IQ_ENOMEM;
            d->unknown |= !root || d->root;
            d->root = root;
            continue;
        }
        if (d->count >= SOURCES) {
            d->unknown = true;
            return 0;
        }
        d->from[d->count] = register_of(o->body, iq_token_name(&t[i]));
        if (d->from[d->count++] == UINT32_MAX)
            return IQ_ENOMEM;
    }
    return 0;
}

/* Is what [s] gives of no more than four bytes, so that it is no pointer? */
static bool is_small(const struct iq_body *body, const struct iq_statement *s)
{
    for (uint32_t i = s->opcode + 1; i < s->operands; i++)
        if (iq_type_bytes(&body->tokens.data[i]) >= 8)
            return false;
    return true;
}

/* Generic addresses of other memory than global. */
static bool is_window(const struct iq_body *body, const struct iq_statement *s)
{
    return iq_name_is(iq_token_name(&body->tokens.data[s->opcode]), "cvta") &&
           !iq_has_modifier(body, s, "global");
}

/* A word is moved to where the upper half of a pointer is. */
static bool is_upper_half(const struct iq_body *body, const struct iq_statement *s)
{
    const struct iq_ptx_token *last = &body->tokens.data[s->end - 1];
    return iq_name_is(iq_token_name(&body->tokens.data[s->opcode]), "shl") &&
           (last->kind != TK_INT || last->value >= 32);
}

/* Gives one of its sources as it is. */
static bool is_move(struct iq_name opcode)
{
    return iq_name_is(opcode, "mov") || iq_name_is(opcode, "selp") || iq_name_is(opcode, "slct") ||
           iq_name_is(opcode, "cvt") || iq_name_is(opcode, "min") || iq_name_is(opcode, "max");
}

/* "mov.u64 d, s", "add.u64 d, s, 8": the source at token [from] and *shift. */
static bool is_shift(const struct iq_body *body, const struct iq_statement *s, uint32_t from,
                     int64_t *shift)
{
    const struct iq_ptx_token *t = body->tokens.data;
    struct iq_name opcode = iq_token_name(&t[s->opcode]);
    bool minus = iq_name_is(opcode, "sub");
    *shift = 0;
    if (from < s->end && t[from].kind != TK_IDENT)
        return false;
    if (from + 1 == s->end)
        return iq_name_is(opcode, "mov");
    if ((!minus && !iq_name_is(opcode, "add")) || from + 2 >= s->end ||
        !iq_token_is(&t[from + 1], ','))
        return false;
    bool negative = iq_token_is(&t[from + 2], '-');
    const struct iq_ptx_token *number = &t[from + 2 + negative];
    if (from + 3 + negative != s->end || number->kind != TK_INT || number->value > INT32_MAX)
        return false;
    *shift = minus == negative ? (int64_t)number->value : -(int64_t)number->value;
    return true;
}

static int define(struct origins *o, const struct iq_statement *s)
{
    struct iq_body *body = o->body;
    const struct iq_ptx_token *t = body->tokens.data;
    struct iq_name opcode = iq_token_name(&t[s->opcode]);
    if (!iq_statement_defines(body, s))
        return 0;
    uint32_t end = iq_destinations_end(body, s), index = 0;
    bool call = iq_name_is(opcode, "call"), load = iq_name_is(opcode, "ld"),
         of_param = load &&
                    (iq_has_modifier(body, s, "param") || iq_has_modifier(body, s, "param::entry"));
    enum origin_pass pass = call || load || is_window(body, s) || is_upper_half(body, s)
                                ? PASS_UNKNOWN
                                : pass_of(opcode);
    for (uint32_t i = s->operands; i < end; i++) {
        if (t[i].kind != TK_IDENT || iq_ptx_token_is(&t[i], "_"))
            continue;
        struct definition d = { .to = register_of(body, iq_token_name(&t[i])) };
        int error = d.to == UINT32_MAX ? IQ_ENOMEM : 0;
        if (!error && of_param && !is_small(body, s))
            error = read_parameter(body, s, index, 8, &d.root);
        if (!error && (pass == PASS_ALL || pass == PASS_FIRST || pass == PASS_LAST))
            error = read_sources(o, s, end + 1, pass, &d);
        d.unknown |= pass == PASS_UNKNOWN && !d.root && (call || !is_small(body, s));
        d.loaded = pass == PASS_UNKNOWN && !d.root &&
                   iq_body_register_bytes(body, iq_token_name(&t[i])) >= 4;
        d.moves = is_move(opcode);
        d.mapped = pass == PASS_FIRST;
        d.shifts = is_shift(body, s, end + 1, &d.shift);
        if (error || iq_vec_push(&o->definitions, d))
            return IQ_ENOMEM;
        index++;
    }
    return 0;
}

static bool add_root(struct iq_register *to, uint16_t root)
{
    for (uint8_t i = 0; i < to->root_count; i++)
        if (to->roots[i] == root)
            return false;
    if (to->root_count == IQ_INSTRUMENT_ROOTS) {
        bool news = !to->unknown;
        to->unknown = true;
        return news;
    }
    to->roots[to->root_count++] = root;
    return true;
}

/* Carries one definition out; true if that says something new. */
static bool apply(struct iq_body *body, const struct definition *d)
{
    struct iq_register *to = &body->registers.data[d->to];
    bool news =
        (d->unknown && !to->unknown) || (d->loaded && !to->loaded) || (d->mapped && !to->mapped);
    to->unknown |= d->unknown;
    to->mapped |= d->mapped;
    to->loaded |= d->loaded;
    if (d->root)
        news |= add_root(to, (uint16_t)(d->root - 1));
    for (uint32_t i = 0; i < d->count; i++) {
        const struct iq_register *from = &body->registers.data[d->from[i]];
        news |= from->unknown && !to->unknown;
        to->unknown |= from->unknown;
        news |= from->mapped && !to->mapped;
        to->mapped |= from->mapped;
        news |= d->moves && from->loaded && !to->loaded;
        to->loaded |= d->moves && from->loaded;
        for (uint8_t k = 0; k < from->root_count; k++)
            news |= add_root(to, from->roots[k]);
    }
    if (to->loaded && to->root_count && !to->unknown)
        to->unknown = news = true; /* either that, or an address from elsewhere */
    return news;
}

/* Registers whose distance from a variable is known. */
static void find_fixed(struct origins *o)
{
    struct iq_register *all = o->body->registers.data;
    for (uint32_t i = 0; i < o->definitions.count; i++)
        all[o->definitions.data[i].to].definitions++;
    for (bool news = true; news;) {
        news = false;
        for (uint32_t i = 0; i < o->definitions.count; i++) {
            const struct definition *d = &o->definitions.data[i];
            struct iq_register *to = &all[d->to];
            bool of_variable = d->root && o->body->roots.data[d->root - 1].variable;
            const struct iq_register *from =
                !d->root && d->count == 1 && all[d->from[0]].fixed ? &all[d->from[0]] : NULL;
            if (to->fixed || to->definitions != 1 || !d->shifts || (!from && !of_variable))
                continue;
            to->offset = d->shift + (from ? from->offset : 0);
            to->fixed = news = true;
        }
    }
}

static void count_mentions(struct iq_body *body)
{
    for (uint32_t i = 0; i < body->tokens.count; i++) {
        const struct iq_ptx_token *t = &body->tokens.data[i];
        uint32_t index =
            t->kind == TK_IDENT && body->slots ? body->slots[slot_of(body, iq_token_name(t))] : 0;
        if (index)
            body->registers.data[index - 1].mentions++;
    }
}

int iq_origins_find(struct iq_body *body)
{
    struct origins o = { .body = body };
    int error = 0, pass = 0;
    for (uint32_t i = 0; i < body->statements.count && !error; i++)
        if (body->statements.data[i].kind == IQ_STATEMENT_DIRECTIVE)
            error = declare(body, &body->statements.data[i]);
    for (uint32_t i = 0; i < body->statements.count && !error; i++)
        if (body->statements.data[i].kind == IQ_STATEMENT_INSTRUCTION)
            error = define(&o, &body->statements.data[i]);
    for (bool news = !error; news && pass < PASSES; pass++) {
        news = false;
        for (uint32_t i = 0; i < o.definitions.count; i++)
            news |= apply(body, &o.definitions.data[i]);
    }
    for (uint32_t i = 0; pass == PASSES && i < body->registers.count; i++)
        body->registers.data[i].unknown = true;
    count_mentions(body);
    find_fixed(&o);
    iq_alignment_find(body);
    iq_vec_finish(&o.definitions);
    return error;
}
