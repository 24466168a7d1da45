/* Where the values of registers come from: for each, the words of the kernel's parameters that it
 * was computed from as a pointer.  The order of definitions is ignored; what may have come out of
 * memory or a call is unknown, unless it was multiplied or shifted, which makes an index of it. */
#include <string.h>

#include "base/hash.h"
#include "instrument/inner.h"

enum { SOURCES = 4, PASSES = 64 };

/* What a definition takes over from its sources. */
enum origin_pass { PASS_NOTHING, PASS_ALL, PASS_LAST, PASS_UNKNOWN };

/* A definition of register [to]: by the registers [from]; or by root [root] - 1. */
struct definition {
    uint32_t to, from[SOURCES], count, root;
    bool unknown;
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
        if (other.length == name.length && !memcmp(other.text, name.text, name.length))
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
        if (!body->roots.data[i].variable_bytes && body->roots.data[i].offset == offset) {
            *root = i + 1;
            return 0;
        }
    struct iq_instrument_root made = { .offset = offset, .argument = argument, .within = within };
    if (body->roots.count >= UINT16_MAX || iq_vec_push(&body->roots, made))
        return IQ_ENOMEM;
    *root = (uint32_t)body->roots.count;
    return 0;
}

/* *root: 1 + index of the root for the variable [name]; 0: there is none of that name. */
static int variable_root(struct iq_body *body, struct iq_name name, uint32_t *root)
{
    *root = 0;
    for (uint32_t i = 0; i < body->variable_count; i++) {
        const struct iq_inst_variable *v = &body->variables[i];
        if (v->name.length != name.length || memcmp(v->name.text, name.text, name.length))
            continue;
        struct iq_instrument_root made = { .variable_bytes = v->bytes, .argument = i };
        for (uint32_t k = 0; k < body->roots.count && !*root; k++)
            if (body->roots.data[k].variable_bytes && body->roots.data[k].argument == i)
                *root = k + 1;
        if (!*root && (body->roots.count >= UINT16_MAX || iq_vec_push(&body->roots, made)))
            return IQ_ENOMEM;
        *root = *root ? *root : (uint32_t)body->roots.count;
        return 0;
    }
    return 0;
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
        if (p->name.length == name.length && !memcmp(p->name.text, name.text, name.length) &&
            offset + (index + 1) * bytes <= p->bytes)
            return root_of(body, i, (uint32_t)offset + index * bytes, root);
    }
    return 0;
}

/* Declarations: ".reg .b64 %rd<12>;", ".reg .pred p, q;" */
static int declare(struct iq_body *body, const struct iq_statement *s)
{
    const struct iq_ptx_token *t = &body->tokens.data[s->first];
    uint32_t count = s->end - s->first, bytes = 0;
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

/* The destination registers of [s]: tokens from its first operand to a comma outside braces. */
static uint32_t destinations_end(const struct iq_body *body, const struct iq_statement *s)
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

bool iq_opcode_defines(struct iq_name opcode)
{
    static const char *const names[] = { "st",    "red",      "bar",    "barrier",   "bra",
                                         "ret",   "exit",     "membar", "fence",     "trap",
                                         "cp",    "prefetch", "brx",    "prefetchu", "discard",
                                         "brkpt", "nanosleep" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (iq_name_is(opcode, names[i]))
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
        if (t[i].kind != TK_IDENT)
            continue;
        if (!is_register(o->body, iq_token_name(&t[i]))) {
            uint32_t root = 0;
            if (variable_root(o->body, iq_token_name(&t[i]), &root))
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

static int define(struct origins *o, const struct iq_statement *s)
{
    struct iq_body *body = o->body;
    const struct iq_ptx_token *t = body->tokens.data;
    struct iq_name opcode = iq_token_name(&t[s->opcode]);
    if (!iq_opcode_defines(opcode))
        return 0;
    uint32_t end = destinations_end(body, s), index = 0;
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
        if (!error && (pass == PASS_ALL || pass == PASS_LAST))
            error = read_sources(o, s, end + 1, pass, &d);
        d.unknown |= pass == PASS_UNKNOWN && !d.root && (call || !is_small(body, s));
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
    bool news = d->unknown && !to->unknown;
    to->unknown |= d->unknown;
    if (d->root)
        news |= add_root(to, (uint16_t)(d->root - 1));
    for (uint32_t i = 0; i < d->count; i++) {
        const struct iq_register *from = &body->registers.data[d->from[i]];
        news |= from->unknown && !to->unknown;
        to->unknown |= from->unknown;
        for (uint8_t k = 0; k < from->root_count; k++)
            news |= add_root(to, from->roots[k]);
    }
    return news;
}

int iq_origins_find(struct iq_body *body)
{
    struct origins o = { .body = body };
    int error = 0, pass = 0;
    for (uint32_t i = 0; i < body->statements.count && !error; i++) {
        const struct iq_statement *s = &body->statements.data[i];
        error = s->kind == IQ_STATEMENT_DIRECTIVE     ? declare(body, s)
                : s->kind == IQ_STATEMENT_INSTRUCTION ? define(&o, s)
                                                      : 0;
    }
    for (bool news = !error; news && pass < PASSES; pass++) {
        news = false;
        for (uint32_t i = 0; i < o.definitions.count; i++)
            news |= apply(body, &o.definitions.data[i]);
    }
    for (uint32_t i = 0; pass == PASSES && i < body->registers.count; i++)
        body->registers.data[i].unknown = true;
    iq_vec_finish(&o.definitions);
    return error;
}
