/* What a kernel in PTX does with its parameters.  Its instructions are read once into short records; then every register gets
 * the value that thread 0 of block 0 sees, as far as it can be told: a sum of parameter words, a constant, and "something else".  The order of
 * definitions is ignored: a register that is defined twice has both values.  What is read or written through a value
 * that is one parameter word plus a constant is touched whatever the other arguments are. */
#include <stdlib.h>

#include "base/hash.h"
#include "image/inner.h"
#include "image/kernel.h"
#include "image/ptx_value.h"

enum { TOKENS = 96, ROUNDS = 64, SLOTS_MAX = 1 << 18, RECORDS_MAX = 1 << 20 };

struct token { const char *at; size_t length; };

enum { MOVE, ADD, SUB, COMBINE /* bits; of what have none in common a sum */, MULTIPLY, MULTIPLY_ADD, SHIFT, AND, PART /* 0 of 0, else anything */, UNKNOWN };
struct record { uint8_t what, count, widens /* enum iq_ptx_sign */; uint32_t to, from[3]; };
struct access { uint32_t address; int32_t offset; uint8_t size, use; bool left_out, unsure; };
struct condition { uint32_t predicate, accesses; };     /* how many accesses stand before it */

/* Where thread 0 may leave out accesses: all up to a label, all that follow, the next one.  Without a predicate it certainly goes away, but
 * may come back by a label. */
enum { UP_TO_LABEL, TO_END, NEXT_ONE };
struct detour { uint32_t predicate, accesses, label; uint8_t what; bool negated, always; };
struct label { uint32_t name, accesses; };

/* A predicate: a comparison (of the second kind: and another predicate), or a combination of two. */
enum { IS_TRUE = 1, IS_FALSE = 2 /* bits: what thread 0 may see */ };
enum { COMPARE, PRED_AND, PRED_OR, PRED_XOR, PRED_NOT, PRED_OTHER };
enum { EQ, NE, LT, LE, GT, GE };
struct predicate { uint32_t to, from[3]; uint8_t what, compare, count; };

struct scan {
    struct iq_image_words text;
    struct token params[IQ_IMAGE_PARAMS];
    struct token tokens[TOKENS];
    int count;
    uint64_t *keys;             /* of slots: hash of the name */
    struct iq_ptx_value *values;
    uint32_t slot_count;        /* a power of two */
    uint32_t used;
    struct record *records;
    uint32_t record_count, record_room;
    struct access *accesses;
    uint32_t access_count, access_room;
    struct condition *conditions;
    uint32_t condition_count, condition_room;
    struct detour *detours;
    uint32_t detour_count, detour_room;
    struct label *labels;
    uint32_t label_count, label_room;
    struct predicate *predicates;
    uint32_t predicate_count, predicate_room;
    uint32_t *escapes;
    uint32_t escape_count, escape_room;
    uint64_t by_address;        /* parameters whose own address is taken */
    bool failed;
    struct iq_image_kernel *kernel;
};

static bool is(const struct token *t, const char *text) { return t->length == strlen(text) && !memcmp(t->at, text, t->length); }

static bool starts(const struct token *t, const char *text)
{
    size_t length = strlen(text);
    return t->length >= length && !memcmp(t->at, text, length);
}

static bool same(const struct token *a, const struct token *b) { return a->length == b->length && !memcmp(a->at, b->at, a->length); }

/* Does the opcode have the modifier [word], which begins with a dot? */
static bool has(const struct token *opcode, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = opcode->at, *end = at + opcode->length; (at = memmem(at, (size_t)(end - at), word, length)); at++)
        if (at + length == end || at[length] == '.' || at[length] == ':')
            return true;
    return false;
}

static bool grow(void **items, uint32_t *room, uint32_t count, size_t bytes)
{
    uint32_t more = *room ? *room * 2 : 256;
    if (count < *room)
        return true;
    void *larger = more > RECORDS_MAX ? NULL : realloc(*items, more * bytes);
    if (larger) {
        *items = larger;
        *room = more;
    }
    return larger;
}

/* Names. */

static bool make_slots(struct scan *s, uint32_t count)
{
    uint64_t *keys = calloc(count, sizeof *keys);
    struct iq_ptx_value *values = calloc(count, sizeof *values);
    if (!keys || !values) {
        free(keys);
        free(values);
        return false;
    }
    s->keys = keys;
    s->values = values;
    s->slot_count = count;
    return true;
}

static uint32_t find_slot(const struct scan *s, uint64_t key)
{
    uint32_t at = (uint32_t)key & (s->slot_count - 1);
    while (s->keys[at] && s->keys[at] != key)
        at = (at + 1) & (s->slot_count - 1);
    return at;
}

/* Slots do not move: records name them by number, so the table is made large enough for the text. */
static uint32_t slot_of(struct scan *s, uint64_t key)
{
    uint32_t at = find_slot(s, key | 1);
    if (s->keys[at])
        return at;
    if (++s->used > s->slot_count / 4 * 3) {
        s->failed = true;
        return 0;
    }
    s->keys[at] = key | 1;
    return at;
}

static int param_of(const struct scan *s, const struct token *t)
{
    for (int i = 0; i < s->kernel->param_count; i++)
        if (same(&s->params[i], t))
            return i;
    return -1;
}

static bool number_of(const struct token *t, int64_t *number)
{
    char text[32], *end;
    if (!t->length || t->length >= sizeof text || t->at[0] < '0' || t->at[0] > '9')
        return false;
    memcpy(text, t->at, t->length);
    text[t->length] = 0;
    *number = (int64_t)strtoull(text, &end, 0);
    return !*end || !strcmp(end, "U") || !strcmp(end, "u");
}

/* Those that are 0 in thread 0 of block 0. */
static bool is_zero(const struct token *t)
{
    static const char *const names[] = { "%tid", "%ctaid", "%laneid", "%warpid", "%clusterid", "%cluster_ctaid", "%cluster_ctarank" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t length = strlen(names[i]);
        if (starts(t, names[i]) && (t->length == length || t->at[length] == '.'))
            return true;
    }
    return false;
}

static uint32_t value_of(struct scan *s, const struct token *t, bool negative)
{
    int64_t number;
    int param = param_of(s, t);
    if (number_of(t, &number)) {
        uint32_t at = slot_of(s, iq_hash_u64((uint64_t)(negative ? -number : number) ^ 0x6e756d));
        s->values[at] = (struct iq_ptx_value){ .constant = negative ? -number : number, .state = IQ_PTX_CONSTANT };
        return at;
    }
    uint32_t at = slot_of(s, iq_hash_bytes(t->at, t->length));
    if (param >= 0) {
        s->by_address |= 1ull << param;
        s->values[at] = (struct iq_ptx_value){ .state = IQ_PTX_VARIES, .other = true };
    } else if (is_zero(t))
        s->values[at] = (struct iq_ptx_value){ .state = IQ_PTX_CONSTANT, .uneven = true };
    else if (starts(t, "%ntid") || starts(t, "%nctaid") || starts(t, "WARP_SZ"))
        s->values[at] = (struct iq_ptx_value){ .state = IQ_PTX_VARIES };
    return at;
}

/* What is loaded from eight bytes of a parameter. */
static uint32_t word_value(struct scan *s, int param, int64_t offset)
{
    struct iq_image_kernel *kernel = s->kernel;
    int word = 0;
    while (word < kernel->word_count && (kernel->words[word].param != param || kernel->words[word].offset != offset))
        word++;
    bool fits = offset >= 0 && offset <= UINT16_MAX && (uint64_t)offset + 8 <= kernel->params[param].size;
    uint32_t at = slot_of(s, iq_hash_u64((uint64_t)param << 32 ^ (uint64_t)offset ^ 0x776f7264ull << 32));
    if (word == kernel->word_count && fits && word < IQ_IMAGE_WORDS)
        kernel->words[kernel->word_count++] = (struct iq_image_word){ .param = (uint16_t)param, .offset = (uint16_t)offset };
    if (word < kernel->word_count)
        s->values[at] = (struct iq_ptx_value){ .words = 1ull << word, .state = IQ_PTX_CONSTANT };
    else
        s->values[at] = (struct iq_ptx_value){ .state = IQ_PTX_VARIES, .other = true };
    return at;
}

/* What is loaded from four bytes of a parameter. */
static uint32_t number_value(struct scan *s, int param, int64_t offset)
{
    uint32_t at = slot_of(s, iq_hash_u64((uint64_t)param << 32 ^ (uint64_t)offset ^ 0x6e756d6265ull << 24));
    bool fits = offset >= 0 && offset < UINT16_MAX && (uint64_t)offset + 4 <= s->kernel->params[param].size;
    s->values[at] = (struct iq_ptx_value){ .state = fits ? IQ_PTX_CONSTANT : IQ_PTX_VARIES, .other = true, .explained = fits, .term_count = fits,
                                           .terms = { { (uint16_t)param, (uint16_t)offset, 4, IQ_PTX_SIGN_UNKNOWN, 1 } } };
    return at;
}

/* The value of a parameter that is no address. */
static uint32_t other_value(struct scan *s)
{
    uint32_t at = slot_of(s, iq_hash_u64(0x6f74686572));
    s->values[at] = (struct iq_ptx_value){ .state = IQ_PTX_VARIES, .other = true };
    return at;
}

/* Records. */

/* Room for one more of [items]; NULL: the scan has failed. */
static void *more(struct scan *s, void **items, uint32_t *room, uint32_t *count, size_t bytes)
{
    if (!grow(items, room, *count, bytes)) {
        s->failed = true;
        return NULL;
    }
    return (char *)*items + (*count)++ * bytes;
}

static void add_record(struct scan *s, int what, uint32_t to, const uint32_t *from, int count)
{
    struct record *record = more(s, (void **)&s->records, &s->record_room, &s->record_count, sizeof *record);
    if (!record)
        return;
    *record = (struct record){ .what = (uint8_t)what, .count = (uint8_t)(count > 3 ? 3 : count), .to = to };
    for (int i = 0; i < record->count; i++)
        record->from[i] = from[i];
}

static void add_access(struct scan *s, uint32_t address, int64_t offset, unsigned size, unsigned use)
{
    struct access *access = more(s, (void **)&s->accesses, &s->access_room, &s->access_count, sizeof *access);
    int32_t bounded = offset > INT32_MAX || offset < INT32_MIN ? INT32_MIN : (int32_t)offset;
    if (access)
        *access = (struct access){ address, bounded, (uint8_t)size, (uint8_t)use, false, false };
}

static void add_condition(struct scan *s, uint32_t predicate)
{
    struct condition *condition = more(s, (void **)&s->conditions, &s->condition_room, &s->condition_count, sizeof *condition);
    if (condition)
        *condition = (struct condition){ predicate, s->access_count };
}

static void add_escape(struct scan *s, uint32_t value)
{
    uint32_t *escape = more(s, (void **)&s->escapes, &s->escape_room, &s->escape_count, sizeof *escape);
    if (escape)
        *escape = value;
}

/* Operands. */

struct operand {
    bool memory;                /* in brackets */
    int first, last;            /* tokens: of the name; of the elements of a vector */
    int64_t offset;             /* behind the name in brackets */
    bool negative;              /* a number with a minus */
};

static bool is_punctuation(const struct token *t, char c) { return t->length == 1 && *t->at == c; }

/* Cuts the tokens from [at] on at commas outside of brackets.  Returns the number of operands. */
static int read_operands(const struct scan *s, int at, struct operand *operands, int room)
{
    int count = 0, depth = 0;
    for (; at < s->count && count < room; at++) {
        struct operand *o = &operands[count];
        int begin = at;
        for (; at < s->count && (depth || !is_punctuation(&s->tokens[at], ',')); at++) {
            char c = s->tokens[at].length == 1 ? *s->tokens[at].at : 0;
            depth += c == '[' || c == '{' || c == '(';
            depth -= c == ']' || c == '}' || c == ')';
        }
        *o = (struct operand){ .first = begin, .last = at };
        if (begin < at && (is_punctuation(&s->tokens[begin], '[') || is_punctuation(&s->tokens[begin], '{') || is_punctuation(&s->tokens[begin], '('))) {
            o->memory = is_punctuation(&s->tokens[begin], '[');
            o->first++;
            o->last -= at > begin + 1;
        }
        o->negative = o->first < o->last && is_punctuation(&s->tokens[o->first], '-');
        o->first += o->negative;
        for (int i = o->first + 1; o->memory && i + 1 < o->last; i++) {
            int64_t number;
            bool minus = is_punctuation(&s->tokens[i + 1], '-');
            if (is_punctuation(&s->tokens[i], '+') && i + 1 + minus < o->last && number_of(&s->tokens[i + 1 + minus], &number)) {
                o->offset = minus ? -number : number;
                o->last = i;
            } else if (is_punctuation(&s->tokens[i], '-') && number_of(&s->tokens[i + 1], &number)) {
                o->offset = -number;
                o->last = i;
            }
        }
        count++;
    }
    return count;
}

/* Runs [body] for each name of operand [o] (a vector has several). */
#define FOR_NAMES(s, o, name) \
    for (int i_ = (o)->first; i_ < (o)->last; i_++) \
        for (const struct token *name = &(s)->tokens[i_]; name && iq_image_is_ptx_word(*name->at); name = NULL)

static uint32_t operand_value(struct scan *s, const struct operand *o)
{
    return o->first < o->last ? value_of(s, &s->tokens[o->first], o->negative) : other_value(s);
}

static unsigned type_bytes(const struct token *opcode)
{
    static const struct { const char *type; unsigned bytes; } types[] = {
        { ".b8", 1 }, { ".u8", 1 }, { ".s8", 1 }, { ".b16", 2 }, { ".u16", 2 }, { ".s16", 2 }, { ".f16", 2 }, { ".bf16", 2 }, { ".f64", 8 },
        { ".b64", 8 }, { ".u64", 8 }, { ".s64", 8 }, { ".b128", 16 } };
    unsigned bytes = 4;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (has(opcode, types[i].type))
            bytes = types[i].bytes;
    return bytes * (has(opcode, ".v8") ? 8 : has(opcode, ".v4") ? 4 : has(opcode, ".v2") ? 2 : 1);
}

/* Instructions. */

/* An address in one of the spaces that a pointer of the host cannot lie in. */
static bool is_elsewhere(const struct token *opcode)
{
    return has(opcode, ".shared") || has(opcode, ".local") || has(opcode, ".const") || has(opcode, ".param");
}

static void load_param(struct scan *s, const struct token *opcode, const struct operand *o, int count)
{
    int param = count > 1 && o[1].last == o[1].first + 1 ? param_of(s, &s->tokens[o[1].first]) : -1;
    bool wide = has(opcode, ".u64") || has(opcode, ".b64") || has(opcode, ".s64"), four = has(opcode, ".u32") || has(opcode, ".b32") || has(opcode, ".s32");
    int64_t offset = o[1].offset;
    FOR_NAMES (s, &o[0], name) {
        uint32_t from = param >= 0 && wide ? word_value(s, param, offset) : param >= 0 && four ? number_value(s, param, offset) : other_value(s);
        add_record(s, MOVE, value_of(s, name, false), &from, 1);
        offset += wide ? 8 : 4;
    }
}

static void scan_load(struct scan *s, const struct token *opcode, const struct operand *o, int count)
{
    uint32_t other = other_value(s);
    if (count < 2)
        return;
    if (has(opcode, ".param")) {
        load_param(s, opcode, o, count);
        return;
    }
    FOR_NAMES (s, &o[0], name)
        add_record(s, MOVE, value_of(s, name, false), &other, 1);
    bool ordered = has(opcode, ".volatile") || has(opcode, ".relaxed") || has(opcode, ".acquire") || has(opcode, ".mmio");
    s->kernel->may_wait |= ordered && !is_elsewhere(opcode);
    if (!is_elsewhere(opcode))
        add_access(s, operand_value(s, &o[1]), o[1].offset, type_bytes(opcode), ordered ? IQ_USE_ATOMIC : IQ_USE_READ);
}

static void scan_store(struct scan *s, const struct token *opcode, const struct operand *o, int count)
{
    if (count < 2)
        return;
    if (!has(opcode, ".global"))    /* what stays in global memory this kernel does not use; what is stored elsewhere it may load again */
        FOR_NAMES (s, &o[1], name)
            add_escape(s, value_of(s, name, false));
    bool ordered = has(opcode, ".volatile") || has(opcode, ".relaxed") || has(opcode, ".release") || has(opcode, ".mmio");
    s->kernel->may_wait |= ordered && !is_elsewhere(opcode);        /* whoever polls for it knows what came before */
    if (!is_elsewhere(opcode))
        add_access(s, operand_value(s, &o[0]), o[0].offset, type_bytes(opcode), ordered ? IQ_USE_ATOMIC : IQ_USE_WRITE);
}

/* atom has a result, red has none. */
static void scan_atomic(struct scan *s, const struct token *opcode, const struct operand *o, int count)
{
    uint32_t other = other_value(s);
    s->kernel->may_wait |= !has(opcode, ".shared") && (has(opcode, ".cas") || has(opcode, ".exch"));
    for (int i = 0; i < count; i++)
        if (o[i].memory && !has(opcode, ".shared"))
            add_access(s, operand_value(s, &o[i]), o[i].offset, type_bytes(opcode), IQ_USE_ATOMIC);
        else if (!o[i].memory)
            FOR_NAMES (s, &o[i], name) {
                if (!has(opcode, ".global"))
                    add_escape(s, value_of(s, name, false));
                if (!i)
                    add_record(s, MOVE, value_of(s, name, false), &other, 1);
            }
}

/* cp.async and its kin: which side is global memory stands in the opcode. */
static void scan_copy(struct scan *s, const struct token *opcode, const struct operand *o, int count)
{
    bool to_global = has(opcode, ".global") && memmem(opcode->at, opcode->length, ".global.shared", 14);
    for (int i = 0, place = 0; i < count; i++)
        if (o[i].memory && place++ == !to_global)
            add_access(s, operand_value(s, &o[i]), 0, 0, memmem(opcode->at, opcode->length, "reduce", 6) ? IQ_USE_ATOMIC : to_global ? IQ_USE_WRITE : IQ_USE_READ);
        else if (!o[i].memory)
            FOR_NAMES (s, &o[i], name)
                add_escape(s, value_of(s, name, false));
}

/* Memory is used in a way that is not followed: matrix fragments, multicast, tensor maps. */
static void scan_other_access(struct scan *s, const struct operand *o, int count)
{
    for (int i = 0; i < count; i++)
        FOR_NAMES (s, &o[i], name)
            add_escape(s, value_of(s, name, false));
}

static int meaning(const struct token *opcode)
{
    static const struct { const char *begin; int what; } table[] = {
        { "mov.", MOVE }, { "cvta.", MOVE }, { "selp.", MOVE }, { "slct.", MOVE }, { "min.", MOVE }, { "max.", MOVE }, { "cvt.u64.", MOVE }, { "cvt.s64.", MOVE },
        { "cvt.u32.u", MOVE }, { "cvt.s32.s", MOVE }, { "cvt.u32.s32", MOVE }, { "cvt.s32.u32", MOVE }, { "shfl.", MOVE },
        { "add.", ADD }, { "or.b", COMBINE }, { "sub.", SUB }, { "mul.", MULTIPLY }, { "mul24.", MULTIPLY }, { "mad.", MULTIPLY_ADD }, { "shl.", SHIFT },
        { "shr.", PART }, { "div.", PART }, { "rem.", PART }, { "bfe.", PART }, { "and.b", AND }, { "xor.b", COMBINE } };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (starts(opcode, table[i].begin))
            return has(opcode, ".f32") || has(opcode, ".f64") || has(opcode, ".f16") || has(opcode, ".hi") ? UNKNOWN : table[i].what;
    return UNKNOWN;
}

/* Does the instruction make eight bytes of four? */
static int widens(const struct token *opcode)
{
    if (!has(opcode, ".wide") && !starts(opcode, "cvt.u64.") && !starts(opcode, "cvt.s64."))
        return IQ_PTX_SIGN_UNKNOWN;
    return has(opcode, ".s32") ? IQ_PTX_SIGNED : has(opcode, ".u32") ? IQ_PTX_UNSIGNED : IQ_PTX_SIGN_UNKNOWN;
}

static void scan_computation(struct scan *s, const struct token *opcode, const struct operand *o, int count)
{
    uint32_t from[8];
    int sources = 0, what = meaning(opcode);
    for (int i = 1; i < count; i++) {
        bool vector = o[i].last > o[i].first + 1;
        FOR_NAMES (s, &o[i], name)
            if (sources < 8)
                from[sources++] = value_of(s, name, o[i].negative && !vector);
    }
    if (starts(opcode, "sel") || starts(opcode, "slct") || starts(opcode, "shfl"))
        sources = sources > 2 ? 2 : sources;        /* the predicate is no source */
    if (starts(opcode, "shfl"))
        sources = sources > 1 ? 1 : sources;
    FOR_NAMES (s, &o[0], name) {
        uint32_t to = value_of(s, name, false), before = s->record_count;
        for (int i = 0; what == MOVE && i < sources; i++)
            add_record(s, what, to, &from[i], 1);
        if (what != MOVE)
            for (int i = 0; i < (sources ? sources : 1); i += 3)
                add_record(s, sources > 3 ? UNKNOWN : what, to, from + i, sources - i);
        if (s->record_count > before)
            s->records[s->record_count - 1].widens = (uint8_t)widens(opcode);
    }
}

/* setp, and.pred and their kin. */
static void scan_predicate(struct scan *s, const struct token *opcode, const struct operand *o, int count)
{
    static const struct { const char *name; int compare; } comparisons[] = {
        { ".eq", EQ }, { ".ne", NE }, { ".lt", LT }, { ".lo", LT }, { ".le", LE }, { ".ls", LE }, { ".gt", GT }, { ".hi", GT }, { ".ge", GE }, { ".hs", GE } };
    struct predicate p = { .what = PRED_OTHER };
    bool setp = starts(opcode, "setp."), combined = setp && (has(opcode, ".and") || has(opcode, ".or") || has(opcode, ".xor"));
    bool floating = has(opcode, ".f32") || has(opcode, ".f64") || has(opcode, ".f16") || has(opcode, ".bf16");
    for (size_t i = 0; setp && !combined && !floating && i < sizeof comparisons / sizeof *comparisons; i++)
        if (has(opcode, comparisons[i].name)) {
            p.what = COMPARE;
            p.compare = (uint8_t)comparisons[i].compare;
        }
    if (!setp)
        p.what = starts(opcode, "and.") ? PRED_AND : starts(opcode, "or.") ? PRED_OR : starts(opcode, "xor.") ? PRED_XOR : starts(opcode, "not.") ? PRED_NOT
                 : PRED_OTHER;
    for (int i = 1; i < count && p.count < 3; i++)
        p.from[p.count++] = operand_value(s, &o[i]);
    bool negated = false;       /* an operand with `!` is not followed */
    for (int i = 1; i < count; i++)
        negated |= o[i].first < o[i].last && is_punctuation(&s->tokens[o[i].first], '!');
    if (p.count < (p.what == PRED_NOT ? 1 : 2) || negated)
        p.what = PRED_OTHER;
    FOR_NAMES (s, &o[0], name) {
        struct predicate *place = more(s, (void **)&s->predicates, &s->predicate_room, &s->predicate_count, sizeof p);
        p.to = value_of(s, name, false);
        if (place)
            *place = p;
        p.what = PRED_OTHER;    /* of p|q the second one */
    }
}

/* The instruction at [at] may take thread 0 past accesses, or be one that it leaves out. */
static void add_detour(struct scan *s, int at)
{
    const struct token *opcode = &s->tokens[at];
    bool branch = starts(opcode, "bra");
    if (!at && !branch && !starts(opcode, "brx") && !starts(opcode, "ret") && !starts(opcode, "exit"))
        return;
    struct detour *d = more(s, (void **)&s->detours, &s->detour_room, &s->detour_count, sizeof *d);
    if (!d)
        return;
    *d = (struct detour){ .accesses = s->access_count, .always = !at, .what = branch ? UP_TO_LABEL :
                          starts(opcode, "ret") || starts(opcode, "exit") || starts(opcode, "brx") ? TO_END : NEXT_ONE };
    if (at) {
        d->predicate = value_of(s, &s->tokens[at - 1], false);
        d->negated = is_punctuation(&s->tokens[at - 2], '!');
    }
    if (branch && at + 1 < s->count)
        d->label = slot_of(s, iq_hash_bytes(s->tokens[s->count - 1].at, s->tokens[s->count - 1].length));
}

/* What a false predicate keeps from happening, and what it says of an access. */
static bool is_kept_away(const struct token *opcode)
{
    static const char *const begins[] = { "bra", "ret", "exit", "call", "ld.", "st.", "atom.", "red." };
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (starts(opcode, begins[i]))
            return true;
    return false;
}

static void scan_instruction(struct scan *s)
{
    struct operand operands[16];
    int at = 0;
    if (at < s->count && is_punctuation(&s->tokens[at], '@'))
        at += at + 1 < s->count && is_punctuation(&s->tokens[at + 1], '!') ? 3 : 2;
    if (at >= s->count || *s->tokens[at].at == '.')
        return;
    const struct token *opcode = &s->tokens[at];
    s->kernel->may_wait |= (starts(opcode, "membar") || starts(opcode, "fence")) && has(opcode, ".sys");     /* for the host to see */
    if (at && is_kept_away(opcode))
        add_condition(s, value_of(s, &s->tokens[at - 1], false));
    if (!at || is_kept_away(opcode) || starts(opcode, "brx"))
        add_detour(s, at);
    int count = read_operands(s, at + 1, operands, 16);
    if (starts(opcode, "ld.") || starts(opcode, "ldu."))
        scan_load(s, opcode, operands, count);
    else if (starts(opcode, "st."))
        scan_store(s, opcode, operands, count);
    else if (starts(opcode, "atom.") || starts(opcode, "red."))
        scan_atomic(s, opcode, operands, count);
    else if (starts(opcode, "cp.async") || starts(opcode, "cp.reduce"))
        scan_copy(s, opcode, operands, count);
    else if (starts(opcode, "call") || starts(opcode, "wmma") || starts(opcode, "multimem") || starts(opcode, "tensormap") || starts(opcode, "ldmatrix") ||
             starts(opcode, "wgmma") || starts(opcode, "tcgen"))
        scan_other_access(s, operands, count);
    else if (starts(opcode, "bra") || starts(opcode, "ret") || starts(opcode, "bar") || starts(opcode, "prefetch") || starts(opcode, "sust") ||
             starts(opcode, "sured") || starts(opcode, "discard") || starts(opcode, "applypriority"))
        return;
    else if (count)
        scan_computation(s, opcode, operands, count);
    if (count && (starts(opcode, "setp.") || has(opcode, ".pred")))
        scan_predicate(s, opcode, operands, count);
}

/* Values. */

static struct iq_ptx_value computed(const struct scan *s, const struct record *r)
{
    const struct iq_ptx_value *v[3];
    struct iq_ptx_value result = { .state = IQ_PTX_VARIES }, factors;
    for (int i = 0; i < 3; i++)
        v[i] = &s->values[r->from[i < r->count ? i : 0]];
    switch (r->count ? r->what : UNKNOWN) {
    case MOVE: return *v[0];
    case COMBINE:
        result = r->count == 2 ? iq_ptx_value_sum(v[0], v[1], false) : *v[0];
        result.explained = false;
        return result;
    case ADD: case SUB: return r->count == 2 ? iq_ptx_value_sum(v[0], v[1], r->what == SUB) : *v[0];
    case MULTIPLY: return iq_ptx_value_product(v[0], v[1], false);
    case SHIFT: return iq_ptx_value_product(v[0], v[1], true);
    case AND: return iq_ptx_value_is_nothing(v[0]) ? *v[0] : iq_ptx_value_is_nothing(v[1]) ? *v[1] :
                          (struct iq_ptx_value){ .words = v[0]->words | v[1]->words, .state = IQ_PTX_VARIES, .other = v[0]->other || v[1]->other };
    case MULTIPLY_ADD:
        factors = iq_ptx_value_product(v[0], v[1], false);
        return iq_ptx_value_sum(&factors, v[2], false);
    default:
        if (r->count && r->what == PART && iq_ptx_value_is_nothing(v[0]))
            return *v[0];
        for (int i = 0; i < r->count; i++)
            result.other |= v[i]->words || v[i]->other || !v[i]->state;
        return result;
    }
}

static struct iq_ptx_value result_of(const struct scan *s, const struct record *r)
{
    struct iq_ptx_value result = computed(s, r);
    if (r->widens)
        iq_ptx_value_widen(&result, (enum iq_ptx_sign)r->widens);
    return result;
}

/* Registers that only the hardware or a function defines. */
static void define_rest(struct scan *s)
{
    for (uint32_t i = 0; i < s->record_count; i++)
        s->values[s->records[i].to].defined = true;
    for (uint32_t i = 0; i < s->slot_count; i++)
        if (s->keys[i] && !s->values[i].state && !s->values[i].defined)
            s->values[i] = (struct iq_ptx_value){ .state = IQ_PTX_VARIES, .other = true };
}

static bool settle(struct scan *s)
{
    bool changed = true;
    define_rest(s);
    for (int round = 0; changed && round < ROUNDS; round++) {
        changed = false;
        for (uint32_t i = 0; i < s->record_count; i++) {
            struct iq_ptx_value v = result_of(s, &s->records[i]);
            for (int k = 0; k < s->records[i].count; k++)
                v.uneven |= s->values[s->records[i].from[k]].uneven;
            changed |= iq_ptx_value_join(&s->values[s->records[i].to], &v);
        }
    }
    return !changed;
}

/* Bytes [at, at + size) of the 64 that are kept. */
static uint64_t byte_mask(int64_t at, unsigned size)
{
    if (at < 0 || at >= 64 || !size)
        return 0;
    uint64_t bits = size >= 64 ? UINT64_MAX : (1ull << size) - 1;
    return bits << at;
}

/* The first access that depends on arguments or on what memory holds: a kernel that is told by a flag to leave a pointer alone.
 * Conditions on the thread's number, which bound almost every access, hold for some thread. */
static uint32_t first_optional(const struct scan *s)
{
    for (uint32_t i = 0; i < s->condition_count; i++)
        if (!s->values[s->conditions[i].predicate].uneven)
            return s->conditions[i].accesses;
    return s->access_count;
}

/* What thread 0 sees in a comparison.  It is the first one of all: where its own number is compared with an argument, that is taken for a size or
 * an offset greater than 0. */
static int compare(const struct iq_ptx_value *a, const struct iq_ptx_value *b, int how)
{
    if (iq_ptx_value_is_nothing(b) && b->uneven && !(iq_ptx_value_is_nothing(a) && a->uneven)) {
        static const uint8_t turned[] = { EQ, NE, GT, GE, LT, LE };
        return compare(b, a, turned[how]);
    }
    if (!iq_ptx_value_is_nothing(a) || !a->uneven || !b->state)
        return IS_TRUE | IS_FALSE;
    int order = iq_ptx_value_is_plain(b) ? (b->constant > 0) - (b->constant < 0) : 1;      /* of b to 0 */
    bool holds = how == EQ ? !order : how == NE ? order != 0 : how == LT ? order > 0 : how == LE ? order >= 0 : how == GT ? order < 0 : order <= 0;
    return holds ? IS_TRUE : IS_FALSE;
}

static int truth_of(const struct scan *s, uint32_t predicate, int depth);

static int truth_of_one(const struct scan *s, const struct predicate *p, int depth)
{
    if (p->what == COMPARE)
        return compare(&s->values[p->from[0]], &s->values[p->from[1]], p->compare);
    if (p->what == PRED_OTHER || depth == 8)
        return IS_TRUE | IS_FALSE;
    int a = truth_of(s, p->from[0], depth + 1), b = p->what == PRED_NOT ? a : truth_of(s, p->from[1], depth + 1);
    bool known = a != (IS_TRUE | IS_FALSE) && b != (IS_TRUE | IS_FALSE);
    switch (p->what) {
    case PRED_NOT: return known ? a ^ (IS_TRUE | IS_FALSE) : a;
    case PRED_AND: return a == IS_FALSE || b == IS_FALSE ? IS_FALSE : known ? IS_TRUE : IS_TRUE | IS_FALSE;
    case PRED_OR: return a == IS_TRUE || b == IS_TRUE ? IS_TRUE : known ? IS_FALSE : IS_TRUE | IS_FALSE;
    default: return !known ? IS_TRUE | IS_FALSE : a == b ? IS_FALSE : IS_TRUE;
    }
}

/* What thread 0 sees in [predicate]: the only value, or both. */
static int truth_of(const struct scan *s, uint32_t predicate, int depth)
{
    int truth = 0;
    for (uint32_t i = 0; i < s->predicate_count && truth != (IS_TRUE | IS_FALSE); i++)
        if (s->predicates[i].to == predicate)
            truth |= truth_of_one(s, &s->predicates[i], depth);
    return truth ? truth : IS_TRUE | IS_FALSE;
}

/* Thread 0 does not make the accesses that it goes around: some other thread does, and nobody knows where.  Where it is not known whether it goes
 * around, it is not sure that it makes them. */
static void leave_out(struct scan *s)
{
    enum { MOST = 4096 };
    bool all = s->detour_count <= MOST;
    for (uint32_t i = 0; i < s->access_count && !all; i++)
        s->accesses[i].unsure = true;
    for (uint32_t i = 0; i < s->detour_count && i < MOST; i++) {
        const struct detour *d = &s->detours[i];
        int truth = d->always ? IS_TRUE | IS_FALSE : truth_of(s, d->predicate, 0), goes = d->negated == (d->what != NEXT_ONE) ? IS_FALSE : IS_TRUE;
        uint32_t end = d->what == TO_END ? s->access_count : d->what == NEXT_ONE ? d->accesses + 1 : d->accesses;
        if (!(truth & goes))
            continue;
        for (uint32_t k = 0; d->what == UP_TO_LABEL && k < s->label_count; k++)
            if (s->labels[k].name == d->label)
                end = s->labels[k].accesses;
        for (uint32_t k = d->accesses; k < end && k < s->access_count; k++) {
            s->accesses[k].left_out |= truth == goes;
            s->accesses[k].unsure = true;
        }
    }
}

/* The terms of [v] in numbers of the program; false: some cannot be told. */
static bool put_terms(const struct scan *s, const struct iq_ptx_value *v, struct iq_image_word *word)
{
    for (int i = 0; i < v->term_count; i++) {
        const struct iq_ptx_term *from = &v->terms[i];
        const struct iq_image_word *number = from->param == IQ_PTX_A_WORD ? &s->kernel->words[from->offset] : NULL;
        if (from->bytes == 4 && from->sign == IQ_PTX_SIGN_UNKNOWN)
            return false;
        word->terms[i] = (struct iq_image_term){ number ? number->param : from->param, number ? number->offset : from->offset, from->bytes,
                                                 from->sign == IQ_PTX_SIGNED, from->scale };
    }
    return v->term_count;
}

/* The word of accesses at the one in [v], an offset in other arguments and [constant] bytes, about; NULL: none. */
static struct iq_image_word *word_with_offset(struct scan *s, const struct iq_ptx_value *v, int64_t constant)
{
    struct iq_image_kernel *kernel = s->kernel;
    const struct iq_image_word *base = &kernel->words[__builtin_ctzll(v->words)];
    struct iq_image_word wanted = { .param = base->param, .offset = base->offset, .shift = (int32_t)(constant & ~31ll) };
    if (constant > INT32_MAX / 2 || constant < INT32_MIN / 2 || !put_terms(s, v, &wanted))
        return NULL;
    for (int w = 0; w < kernel->word_count; w++)
        if (kernel->words[w].param == wanted.param && kernel->words[w].offset == wanted.offset && kernel->words[w].shift == wanted.shift &&
            !memcmp(kernel->words[w].terms, wanted.terms, sizeof wanted.terms))
            return &kernel->words[w];
    if (kernel->word_count == IQ_IMAGE_WORDS)
        return NULL;
    kernel->words[kernel->word_count] = wanted;
    return &kernel->words[kernel->word_count++];
}

/* [access] uses [bytes] of those that are kept of [word]. */
static void put_bytes(struct iq_image_word *word, const struct access *access, uint64_t bytes)
{
    if (!access->left_out)
        *(access->use == IQ_USE_READ ? &word->read : access->use == IQ_USE_WRITE ? &word->written : &word->ordered) |= bytes;
    if (!access->unsure)
        *(access->use == IQ_USE_READ ? &word->sure_read : &word->sure_written) |= bytes;
}

/* Accesses at an address of which an offset in other arguments is a part. */
static void conclude_offsets(struct scan *s)
{
    for (uint32_t i = 0; i < s->access_count; i++) {
        const struct access *access = &s->accesses[i];
        const struct iq_ptx_value *v = &s->values[access->address];
        bool one = iq_ptx_value_has_one_word(v) && v->other && v->explained && v->state == IQ_PTX_CONSTANT;
        if (!one || access->left_out || access->offset == INT32_MIN || !access->size)
            continue;
        int64_t constant = v->constant + access->offset;
        struct iq_image_word *word = word_with_offset(s, v, constant);
        uint64_t bytes = byte_mask(constant & 31, access->size);
        if (!word)
            continue;
        word->use |= access->use;
        put_bytes(word, access, bytes);
    }
}

static void conclude(struct scan *s)
{
    struct iq_image_kernel *kernel = s->kernel;
    uint32_t optional = first_optional(s);
    uint64_t certain = 0;
    leave_out(s);
    for (uint32_t i = 0; i < s->access_count; i++) {
        const struct access *access = &s->accesses[i];
        const struct iq_ptx_value *v = &s->values[access->address];
        bool one = iq_ptx_value_has_one_word(v) && !v->other && access->offset != INT32_MIN && access->size;
        uint64_t bytes = byte_mask((v->state == IQ_PTX_CONSTANT ? v->constant : 0) + access->offset, access->size);
        for (int w = 0; w < kernel->word_count; w++) {
            struct iq_image_word *word = &kernel->words[w];
            if (!(v->words & 1ull << w))
                continue;
            word->use |= access->use | (one ? 0 : IQ_USE_SHIFTED);
            certain |= i < optional ? 1ull << w : 0;
            if (one)
                put_bytes(word, access, bytes);
        }
    }
    for (uint32_t i = 0; i < s->escape_count; i++)
        for (int w = 0; w < kernel->word_count; w++)
            if (s->values[s->escapes[i]].words & 1ull << w)
                kernel->words[w].use |= IQ_USE_UNKNOWN;
    for (int w = 0; w < kernel->word_count; w++) {
        if (s->by_address & 1ull << kernel->words[w].param)
            kernel->words[w].use |= IQ_USE_UNKNOWN;
        if (kernel->words[w].use && !(kernel->words[w].use & IQ_USE_UNKNOWN) && !(certain & 1ull << w))
            kernel->words[w].use |= IQ_USE_OPTIONAL;
    }
    conclude_offsets(s);
}

/* The text. */

static bool next(struct scan *s, struct token *t)
{
    t->length = iq_image_next_word(&s->text, &t->at);
    return t->length;
}

static void scan_body(struct scan *s)
{
    struct token t;
    int depth = 1;
    s->count = 0;
    while (depth && !s->failed && next(s, &t)) {
        if (!s->count && (is_punctuation(&t, '{') || is_punctuation(&t, '}')))
            depth += *t.at == '{' ? 1 : -1;
        else if (is_punctuation(&t, ':') && s->count == 1) {
            struct label *label = more(s, (void **)&s->labels, &s->label_room, &s->label_count, sizeof *label);
            if (label)
                *label = (struct label){ slot_of(s, iq_hash_bytes(s->tokens[0].at, s->tokens[0].length)), s->access_count };
            s->count = 0;
        } else if (is(&t, ".loc") || is(&t, ".file")) {
            const char *end = memchr(s->text.at, '\n', (size_t)(s->text.end - s->text.at));
            s->text.at = end ? end : s->text.end;
        } else if (is_punctuation(&t, ';')) {
            scan_instruction(s);
            s->count = 0;
        } else if (s->count < TOKENS)
            s->tokens[s->count++] = t;
    }
}

static unsigned element_bytes(const struct token *type)
{
    struct token copy = *type;
    return copy.length > 1 ? type_bytes(&copy) : 4;
}

/* One `.param [.align N] .type [.ptr ...] name [[N]]`, up to the comma or the parenthesis, which is in [t] then. */
static int read_param(struct scan *s, struct token *t, uint32_t *at)
{
    struct iq_image_kernel *kernel = s->kernel;
    struct token name = { 0 };
    uint32_t align = 0, bytes = 4;
    int64_t count = 1, number;
    bool pointer = false;
    while (next(s, t) && !is_punctuation(t, ',') && !is_punctuation(t, ')')) {
        if (is(t, ".align")) {
            if (next(s, t) && number_of(t, &number) && !pointer && number > 0 && number <= 4096)
                align = (uint32_t)number;
        } else if (is(t, ".ptr"))
            pointer = true;
        else if (is_punctuation(t, '['))
            count = next(s, t) && number_of(t, &number) && number >= 0 && number <= 32768 ? number : 0;
        else if (*t->at == '.' && !pointer && !is(t, ".param"))
            bytes = element_bytes(t);
        else if (*t->at != '.' && iq_image_is_ptx_word(*t->at))
            name = *t;
    }
    if (kernel->param_count == IQ_IMAGE_PARAMS)
        return IQ_ETOOBIG;
    if (!name.length)
        return IQ_ENOENT;
    align = align ? align : bytes;
    *at = (*at + align - 1) / align * align;
    s->params[kernel->param_count] = name;
    struct iq_image_param *param = &kernel->params[kernel->param_count++];
    *param = (struct iq_image_param){ .offset = *at, .size = (uint32_t)count * bytes };
    if (!memmem(name.at, name.length, "_param_", 7)) {       /* a compiler's names only count */
        param->name = name.at;
        param->name_length = name.length;
    }
    *at += (uint32_t)count * bytes;
    return 0;
}

/* From behind the kernel's name to the opening brace of its body.  IQ_ENOENT: only a declaration. */
static int read_head(struct scan *s)
{
    struct token t;
    int error = 0;
    uint32_t bytes = 0;
    if (!next(s, &t))
        return IQ_ENOENT;
    if (is_punctuation(&t, '(')) {
        struct iq_image_words ahead = s->text;
        const char *word = "";
        if (iq_image_next_word(&ahead, &word) == 1 && *word == ')')
            s->text = ahead;
        else
            do {
                error = read_param(s, &t, &bytes);
            } while (!error && is_punctuation(&t, ','));
        if (error || !next(s, &t))
            return error ? error : IQ_ENOENT;
    }
    while (!is_punctuation(&t, '{') && !is_punctuation(&t, ';'))
        if (!next(s, &t))
            return IQ_ENOENT;
    s->kernel->bytes = bytes;
    return is_punctuation(&t, '{') ? 0 : IQ_ENOENT;
}

/* Behind `.entry NAME`, NULL if there is no such kernel in [text]. */
static const char *find_entry(const char *text, size_t size, const char *name)
{
    size_t length = strlen(name);
    const char *end = text + size;
    for (const char *at = text; length && (at = memmem(at, (size_t)(end - at), name, length)); at++) {
        const char *before = at;
        if (at + length < end && iq_image_is_ptx_word(at[length]))
            continue;
        while (before > text && (before[-1] == ' ' || before[-1] == '\t' || before[-1] == '\n' || before[-1] == '\r'))
            before--;
        if (before != at && before - text >= 6 && !memcmp(before - 6, ".entry", 6))
            return at + length;
    }
    return NULL;
}

int iq_image_ptx_kernel(const char *text, size_t size, const char *name, struct iq_image_kernel *kernel)
{
    size = strnlen(text, size);
    const char *at = find_entry(text, size, name);
    struct scan s = { .kernel = kernel, .text = { at, text + size, 1 } };
    memset(kernel, 0, sizeof *kernel);
    int error = at ? read_head(&s) : IQ_ENOENT;
    if (error)
        return error;
    const char *close = memmem(s.text.at, (size_t)(s.text.end - s.text.at), "\n}", 2);
    size_t body = close ? (size_t)(close - s.text.at) : (size_t)(s.text.end - s.text.at);
    uint32_t slots = 256;
    while (slots < body / 12 && slots < SLOTS_MAX)
        slots *= 2;
    kernel->has_code = make_slots(&s, slots);
    if (kernel->has_code) {
        scan_body(&s);
        kernel->has_code = !s.failed && settle(&s);
    }
    if (kernel->has_code)
        conclude(&s);
    else
        kernel->word_count = 0;
    for (int i = 0; !kernel->has_code && i < kernel->param_count && kernel->word_count < IQ_IMAGE_WORDS; i++)
        if (kernel->params[i].size == 8)
            kernel->words[kernel->word_count++] = (struct iq_image_word){ .param = (uint16_t)i, .use = IQ_USE_UNKNOWN };
    free(s.keys);
    free(s.values);
    free(s.records);
    free(s.accesses);
    free(s.conditions);
    free(s.escapes);
    free(s.detours);
    free(s.labels);
    free(s.predicates);
    return 0;
}
