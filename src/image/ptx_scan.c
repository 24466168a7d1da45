/* Instructions of a kernel in PTX as records: what is computed from what, which accesses are made,
 * and under which conditions. */
#include "image/ptx_scan.h"

#include <stdlib.h>

#include "base/hash.h"

enum { RECORDS_MAX = 1 << 20 };

static bool starts(const struct ptx_scan_token *t, const char *text)
{
    size_t length = strlen(text);
    return t->length >= length && !memcmp(t->at, text, length);
}

static bool same(const struct ptx_scan_token *a, const struct ptx_scan_token *b)
{
    return a->length == b->length && !memcmp(a->at, b->at, a->length);
}

/* Does the opcode have the modifier [word], which begins with a dot? */
static bool has(const struct ptx_scan_token *opcode, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = opcode->at, *end = at + opcode->length;
         (at = memmem(at, (size_t)(end - at), word, length)); at++)
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

static uint32_t find_slot(const struct ptx_scan *s, uint64_t key)
{
    uint32_t at = (uint32_t)key & (s->slot_count - 1);
    while (s->keys[at] && s->keys[at] != key)
        at = (at + 1) & (s->slot_count - 1);
    return at;
}

/* Slots do not move: records name them by number, so the table is made large enough for the
 * text. */
static uint32_t slot_of(struct ptx_scan *s, uint64_t key)
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

static int param_of(const struct ptx_scan *s, const struct ptx_scan_token *t)
{
    for (int i = 0; i < s->kernel->param_count; i++)
        if (same(&s->params[i], t))
            return i;
    return -1;
}

bool ptx_token_number(const struct ptx_scan_token *t, int64_t *number)
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
static bool is_zero(const struct ptx_scan_token *t)
{
    static const char *const names[] = {
        "%tid", "%ctaid", "%laneid", "%warpid", "%clusterid", "%cluster_ctaid", "%cluster_ctarank"
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t length = strlen(names[i]);
        if (starts(t, names[i]) && (t->length == length || t->at[length] == '.'))
            return true;
    }
    return false;
}

static uint32_t value_of(struct ptx_scan *s, const struct ptx_scan_token *t, bool negative)
{
    int64_t number;
    int param = param_of(s, t);
    if (ptx_token_number(t, &number)) {
        uint32_t at = slot_of(s, iq_hash_u64((uint64_t)(negative ? -number : number) ^ 0x6e756d));
        s->values[at] = (struct iq_ptx_value){ .constant = negative ? -number : number,
                                               .state = IQ_PTX_CONSTANT };
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
static uint32_t word_value(struct ptx_scan *s, int param, int64_t offset)
{
    struct iq_image_kernel *kernel = s->kernel;
    int word = 0;
    while (word < kernel->word_count &&
           (kernel->words[word].param != param || kernel->words[word].offset != offset))
        word++;
    bool fits =
        offset >= 0 && offset <= UINT16_MAX && (uint64_t)offset + 8 <= kernel->params[param].size;
    uint32_t at =
        slot_of(s, iq_hash_u64((uint64_t)param << 32 ^ (uint64_t)offset ^ 0x776f7264ull << 32));
    if (word == kernel->word_count && fits && word < IQ_IMAGE_WORDS)
        kernel->words[kernel->word_count++] =
            (struct iq_image_word){ .param = (uint16_t)param, .offset = (uint16_t)offset };
    if (word < kernel->word_count)
        s->values[at] = (struct iq_ptx_value){ .words = 1ull << word, .state = IQ_PTX_CONSTANT };
    else
        s->values[at] = (struct iq_ptx_value){ .state = IQ_PTX_VARIES, .other = true };
    return at;
}

/* What is loaded from four bytes of a parameter. */
static uint32_t number_value(struct ptx_scan *s, int param, int64_t offset)
{
    uint32_t at =
        slot_of(s, iq_hash_u64((uint64_t)param << 32 ^ (uint64_t)offset ^ 0x6e756d6265ull << 24));
    bool fits =
        offset >= 0 && offset < UINT16_MAX && (uint64_t)offset + 4 <= s->kernel->params[param].size;
    s->values[at] = (struct iq_ptx_value){ .state = fits ? IQ_PTX_CONSTANT : IQ_PTX_VARIES,
                                           .other = true,
                                           .explained = fits,
                                           .term_count = fits,
                                           .terms = { { (uint16_t)param, (uint16_t)offset, 4,
                                                        IQ_PTX_SIGN_UNKNOWN, 1 } } };
    return at;
}

/* The value of a parameter that is no address. */
static uint32_t other_value(struct ptx_scan *s)
{
    uint32_t at = slot_of(s, iq_hash_u64(0x6f74686572));
    s->values[at] = (struct iq_ptx_value){ .state = IQ_PTX_VARIES, .other = true };
    return at;
}

/* Records. */

/* Room for one more of [items]; NULL: the scan has failed. */
static void *more(struct ptx_scan *s, void **items, uint32_t *room, uint32_t *count, size_t bytes)
{
    if (!grow(items, room, *count, bytes)) {
        s->failed = true;
        return NULL;
    }
    return (char *)*items + (*count)++ * bytes;
}

static void add_record(struct ptx_scan *s, int what, uint32_t to, const uint32_t *from, int count)
{
    struct ptx_scan_record *record =
        more(s, (void **)&s->records, &s->record_room, &s->record_count, sizeof *record);
    if (!record)
        return;
    *record = (struct ptx_scan_record){ .what = (uint8_t)what,
                                        .count = (uint8_t)(count > 3 ? 3 : count),
                                        .to = to };
    for (int i = 0; i < record->count; i++)
        record->from[i] = from[i];
}

static void add_access(struct ptx_scan *s, uint32_t address, int64_t offset, unsigned size,
                       unsigned use)
{
    struct ptx_scan_access *access =
        more(s, (void **)&s->accesses, &s->access_room, &s->access_count, sizeof *access);
    int32_t bounded = offset > INT32_MAX || offset < INT32_MIN ? INT32_MIN : (int32_t)offset;
    if (access)
        *access =
            (struct ptx_scan_access){ address, bounded, (uint8_t)size, (uint8_t)use, false, false };
}

static void add_condition(struct ptx_scan *s, uint32_t predicate)
{
    struct ptx_scan_condition *condition = more(s, (void **)&s->conditions, &s->condition_room,
                                                &s->condition_count, sizeof *condition);
    if (condition)
        *condition = (struct ptx_scan_condition){ predicate, s->access_count };
}

static void add_escape(struct ptx_scan *s, uint32_t value)
{
    uint32_t *escape =
        more(s, (void **)&s->escapes, &s->escape_room, &s->escape_count, sizeof *escape);
    if (escape)
        *escape = value;
}

/* Operands. */

struct ptx_operand {
    bool memory;     /* in brackets */
    int first, last; /* tokens: of the name; of the elements of a vector */
    int64_t offset;  /* after the name in brackets */
    bool negative;   /* a number with a minus */
};

/* Cuts the tokens from [at] on at commas outside of brackets.  Returns the number of operands. */
static int read_operands(const struct ptx_scan *s, int at, struct ptx_operand *operands, int room)
{
    int count = 0, depth = 0;
    for (; at < s->count && count < room; at++) {
        struct ptx_operand *o = &operands[count];
        int begin = at;
        for (; at < s->count && (depth || !ptx_token_is_char(&s->tokens[at], ',')); at++) {
            char c = s->tokens[at].length == 1 ? *s->tokens[at].at : 0;
            depth += c == '[' || c == '{' || c == '(';
            depth -= c == ']' || c == '}' || c == ')';
        }
        *o = (struct ptx_operand){ .first = begin, .last = at };
        if (begin < at && (ptx_token_is_char(&s->tokens[begin], '[') ||
                           ptx_token_is_char(&s->tokens[begin], '{') ||
                           ptx_token_is_char(&s->tokens[begin], '('))) {
            o->memory = ptx_token_is_char(&s->tokens[begin], '[');
            o->first++;
            o->last -= at > begin + 1;
        }
        o->negative = o->first < o->last && ptx_token_is_char(&s->tokens[o->first], '-');
        o->first += o->negative;
        for (int i = o->first + 1; o->memory && i + 1 < o->last; i++) {
            int64_t number;
            bool minus = ptx_token_is_char(&s->tokens[i + 1], '-');
            if (ptx_token_is_char(&s->tokens[i], '+') && i + 1 + minus < o->last &&
                ptx_token_number(&s->tokens[i + 1 + minus], &number)) {
                o->offset = minus ? -number : number;
                o->last = i;
            } else if (ptx_token_is_char(&s->tokens[i], '-') &&
                       ptx_token_number(&s->tokens[i + 1], &number)) {
                o->offset = -number;
                o->last = i;
            }
        }
        count++;
    }
    return count;
}

/* Runs [body] for each name of operand [o] (a vector has several). */
#define FOR_NAMES(s, o, name)                                      \
    for (int i_ = (o)->first; i_ < (o)->last; i_++)                \
        for (const struct ptx_scan_token *name = &(s)->tokens[i_]; \
             name && iq_image_is_ptx_word(*name->at); name = NULL)

static uint32_t operand_value(struct ptx_scan *s, const struct ptx_operand *o)
{
    return o->first < o->last ? value_of(s, &s->tokens[o->first], o->negative) : other_value(s);
}

unsigned ptx_token_type_bytes(const struct ptx_scan_token *opcode)
{
    static const struct {
        const char *type;
        unsigned bytes;
    } types[] = { { ".b8", 1 },  { ".u8", 1 },  { ".s8", 1 },   { ".b16", 2 }, { ".u16", 2 },
                  { ".s16", 2 }, { ".f16", 2 }, { ".bf16", 2 }, { ".f64", 8 }, { ".b64", 8 },
                  { ".u64", 8 }, { ".s64", 8 }, { ".b128", 16 } };
    unsigned bytes = 4;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (has(opcode, types[i].type))
            bytes = types[i].bytes;
    return bytes * (has(opcode, ".v8") ? 8 : has(opcode, ".v4") ? 4 : has(opcode, ".v2") ? 2 : 1);
}

/* Instructions. */

/* An address in one of the spaces that a pointer of the host cannot lie in. */
static bool is_elsewhere(const struct ptx_scan_token *opcode)
{
    return has(opcode, ".shared") || has(opcode, ".local") || has(opcode, ".const") ||
           has(opcode, ".param");
}

static void load_param(struct ptx_scan *s, const struct ptx_scan_token *opcode,
                       const struct ptx_operand *o, int count)
{
    int param = count > 1 && o[1].last == o[1].first + 1 ? param_of(s, &s->tokens[o[1].first]) : -1;
    bool wide = has(opcode, ".u64") || has(opcode, ".b64") || has(opcode, ".s64"),
         four = has(opcode, ".u32") || has(opcode, ".b32") || has(opcode, ".s32");
    int64_t offset = o[1].offset;
    FOR_NAMES(s, &o[0], name) {
        uint32_t from = param >= 0 && wide   ? word_value(s, param, offset)
                        : param >= 0 && four ? number_value(s, param, offset)
                                             : other_value(s);
        add_record(s, MOVE, value_of(s, name, false), &from, 1);
        offset += wide ? 8 : 4;
    }
}

static void scan_load(struct ptx_scan *s, const struct ptx_scan_token *opcode,
                      const struct ptx_operand *o, int count)
{
    uint32_t other = other_value(s);
    if (count < 2)
        return;
    if (has(opcode, ".param")) {
        load_param(s, opcode, o, count);
        return;
    }
    FOR_NAMES(s, &o[0], name)
        add_record(s, MOVE, value_of(s, name, false), &other, 1);
    bool ordered = has(opcode, ".volatile") || has(opcode, ".relaxed") || has(opcode, ".acquire") ||
                   has(opcode, ".mmio");
    s->kernel->may_wait |= ordered && !is_elsewhere(opcode);
    if (!is_elsewhere(opcode))
        add_access(s, operand_value(s, &o[1]), o[1].offset, ptx_token_type_bytes(opcode),
                   ordered ? IQ_USE_ATOMIC : IQ_USE_READ);
}

static void scan_store(struct ptx_scan *s, const struct ptx_scan_token *opcode,
                       const struct ptx_operand *o, int count)
{
    if (count < 2)
        return;
    /* what stays in global memory this kernel does not use; what is stored elsewhere it may load
     * again */
    if (!has(opcode, ".global"))
        FOR_NAMES(s, &o[1], name)
            add_escape(s, value_of(s, name, false));
    bool ordered = has(opcode, ".volatile") || has(opcode, ".relaxed") || has(opcode, ".release") ||
                   has(opcode, ".mmio");
    /* whoever polls for it knows what came before */
    s->kernel->may_wait |= ordered && !is_elsewhere(opcode);
    if (!is_elsewhere(opcode))
        add_access(s, operand_value(s, &o[0]), o[0].offset, ptx_token_type_bytes(opcode),
                   ordered ? IQ_USE_ATOMIC : IQ_USE_WRITE);
}

/* atom has a result, red has none. */
static void scan_atomic(struct ptx_scan *s, const struct ptx_scan_token *opcode,
                        const struct ptx_operand *o, int count)
{
    uint32_t other = other_value(s);
    s->kernel->may_wait |= !has(opcode, ".shared") && (has(opcode, ".cas") || has(opcode, ".exch"));
    for (int i = 0; i < count; i++)
        if (o[i].memory && !has(opcode, ".shared"))
            add_access(s, operand_value(s, &o[i]), o[i].offset, ptx_token_type_bytes(opcode),
                       IQ_USE_ATOMIC);
        else if (!o[i].memory)
            FOR_NAMES(s, &o[i], name) {
                if (!has(opcode, ".global"))
                    add_escape(s, value_of(s, name, false));
                if (!i)
                    add_record(s, MOVE, value_of(s, name, false), &other, 1);
            }
}

/* cp.async and its kin: which side is global memory stands in the opcode. */
static void scan_copy(struct ptx_scan *s, const struct ptx_scan_token *opcode,
                      const struct ptx_operand *o, int count)
{
    bool to_global =
        has(opcode, ".global") && memmem(opcode->at, opcode->length, ".global.shared", 14);
    s->has_tensor_copies |= has(opcode, ".tensor");
    for (int i = 0, place = 0; i < count; i++)
        if (o[i].memory && place++ == !to_global)
            add_access(s, operand_value(s, &o[i]), 0, 0,
                       memmem(opcode->at, opcode->length, "reduce", 6) ? IQ_USE_ATOMIC
                       : to_global                                     ? IQ_USE_WRITE
                                                                       : IQ_USE_READ);
        else if (!o[i].memory)
            FOR_NAMES(s, &o[i], name)
                add_escape(s, value_of(s, name, false));
}

/* Memory is used in a way that is not followed: matrix fragments, multicast, tensor maps. */
static void scan_other_access(struct ptx_scan *s, const struct ptx_operand *o, int count)
{
    for (int i = 0; i < count; i++)
        FOR_NAMES(s, &o[i], name)
            add_escape(s, value_of(s, name, false));
}

static int meaning(const struct ptx_scan_token *opcode)
{
    static const struct {
        const char *begin;
        int what;
    } table[] = { { "mov.", MOVE },         { "cvta.", MOVE },       { "selp.", MOVE },
                  { "slct.", MOVE },        { "min.", MOVE },        { "max.", MOVE },
                  { "cvt.u64.", MOVE },     { "cvt.s64.", MOVE },    { "cvt.u32.u", MOVE },
                  { "cvt.s32.s", MOVE },    { "cvt.u32.s32", MOVE }, { "cvt.s32.u32", MOVE },
                  { "shfl.", MOVE },        { "add.", ADD },         { "or.b", COMBINE },
                  { "sub.", SUB },          { "mul.", MULTIPLY },    { "mul24.", MULTIPLY },
                  { "mad.", MULTIPLY_ADD }, { "shl.", SHIFT },       { "shr.", PART },
                  { "div.", PART },         { "rem.", PART },        { "bfe.", PART },
                  { "and.b", AND },         { "xor.b", COMBINE } };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (starts(opcode, table[i].begin))
            return has(opcode, ".f32") || has(opcode, ".f64") || has(opcode, ".f16") ||
                           has(opcode, ".hi")
                       ? UNKNOWN
                       : table[i].what;
    return UNKNOWN;
}

/* Does the instruction make eight bytes of four? */
static int widens(const struct ptx_scan_token *opcode)
{
    if (!has(opcode, ".wide") && !starts(opcode, "cvt.u64.") && !starts(opcode, "cvt.s64."))
        return IQ_PTX_SIGN_UNKNOWN;
    return has(opcode, ".s32")   ? IQ_PTX_SIGNED
           : has(opcode, ".u32") ? IQ_PTX_UNSIGNED
                                 : IQ_PTX_SIGN_UNKNOWN;
}

static void scan_computation(struct ptx_scan *s, const struct ptx_scan_token *opcode,
                             const struct ptx_operand *o, int count)
{
    uint32_t from[8] = { 0 };
    int sources = 0, what = meaning(opcode);
    for (int i = 1; i < count; i++) {
        bool vector = o[i].last > o[i].first + 1;
        FOR_NAMES(s, &o[i], name)
            if (sources < 8)
                from[sources++] = value_of(s, name, o[i].negative && !vector);
    }
    if (starts(opcode, "sel") || starts(opcode, "slct") || starts(opcode, "shfl"))
        sources = sources > 2 ? 2 : sources; /* the predicate is no source */
    if (starts(opcode, "shfl"))
        sources = sources > 1 ? 1 : sources;
    FOR_NAMES(s, &o[0], name) {
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
static void scan_predicate(struct ptx_scan *s, const struct ptx_scan_token *opcode,
                           const struct ptx_operand *o, int count)
{
    static const struct {
        const char *name;
        int compare;
    } comparisons[] = { { ".eq", EQ }, { ".ne", NE }, { ".lt", LT }, { ".lo", LT }, { ".le", LE },
                        { ".ls", LE }, { ".gt", GT }, { ".hi", GT }, { ".ge", GE }, { ".hs", GE } };
    struct ptx_scan_predicate p = { .what = PRED_OTHER };
    bool setp = starts(opcode, "setp."),
         combined = setp && (has(opcode, ".and") || has(opcode, ".or") || has(opcode, ".xor"));
    bool floating =
        has(opcode, ".f32") || has(opcode, ".f64") || has(opcode, ".f16") || has(opcode, ".bf16");
    for (size_t i = 0;
         setp && !combined && !floating && i < sizeof comparisons / sizeof *comparisons; i++)
        if (has(opcode, comparisons[i].name)) {
            p.what = COMPARE;
            p.compare = (uint8_t)comparisons[i].compare;
        }
    if (!setp)
        p.what = starts(opcode, "and.")   ? PRED_AND
                 : starts(opcode, "or.")  ? PRED_OR
                 : starts(opcode, "xor.") ? PRED_XOR
                 : starts(opcode, "not.") ? PRED_NOT
                                          : PRED_OTHER;
    for (int i = 1; i < count && p.count < 3; i++)
        p.from[p.count++] = operand_value(s, &o[i]);
    bool negated = false; /* an operand with `!` is not followed */
    for (int i = 1; i < count; i++)
        negated |= o[i].first < o[i].last && ptx_token_is_char(&s->tokens[o[i].first], '!');
    if (p.count < (p.what == PRED_NOT ? 1 : 2) || negated)
        p.what = PRED_OTHER;
    FOR_NAMES(s, &o[0], name) {
        struct ptx_scan_predicate *place =
            more(s, (void **)&s->predicates, &s->predicate_room, &s->predicate_count, sizeof p);
        p.to = value_of(s, name, false);
        if (place)
            *place = p;
        p.what = PRED_OTHER; /* of p|q the second one */
    }
}

/* The instruction at [at] may take thread 0 past accesses, or be one that it leaves out. */
static void add_detour(struct ptx_scan *s, int at)
{
    const struct ptx_scan_token *opcode = &s->tokens[at];
    bool branch = starts(opcode, "bra");
    if (!at && !branch && !starts(opcode, "brx") && !starts(opcode, "ret") &&
        !starts(opcode, "exit"))
        return;
    struct ptx_scan_detour *d =
        more(s, (void **)&s->detours, &s->detour_room, &s->detour_count, sizeof *d);
    if (!d)
        return;
    *d = (struct ptx_scan_detour){ .accesses = s->access_count,
                                   .always = !at,
                                   .what = branch ? UP_TO_LABEL
                                           : starts(opcode, "ret") || starts(opcode, "exit") ||
                                                   starts(opcode, "brx")
                                               ? TO_END
                                               : NEXT_ONE };
    if (at) {
        d->predicate = value_of(s, &s->tokens[at - 1], false);
        d->negated = ptx_token_is_char(&s->tokens[at - 2], '!');
    }
    if (branch && at + 1 < s->count)
        d->label =
            slot_of(s, iq_hash_bytes(s->tokens[s->count - 1].at, s->tokens[s->count - 1].length));
}

/* What a false predicate keeps from happening, and what it says of an access. */
static bool is_kept_away(const struct ptx_scan_token *opcode)
{
    static const char *const begins[] = { "bra", "ret", "exit",  "call",
                                          "ld.", "st.", "atom.", "red." };
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (starts(opcode, begins[i]))
            return true;
    return false;
}

static void scan_instruction(struct ptx_scan *s)
{
    struct ptx_operand operands[16];
    int at = 0;
    if (at < s->count && ptx_token_is_char(&s->tokens[at], '@'))
        at += at + 1 < s->count && ptx_token_is_char(&s->tokens[at + 1], '!') ? 3 : 2;
    if (at >= s->count || *s->tokens[at].at == '.')
        return;
    const struct ptx_scan_token *opcode = &s->tokens[at];
    /* for the host to see */
    s->kernel->may_wait |=
        (starts(opcode, "membar") || starts(opcode, "fence")) && has(opcode, ".sys");
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
    else if (starts(opcode, "call") || starts(opcode, "wmma") || starts(opcode, "multimem") ||
             starts(opcode, "tensormap") || starts(opcode, "ldmatrix") || starts(opcode, "wgmma") ||
             starts(opcode, "tcgen"))
        scan_other_access(s, operands, count);
    else if (starts(opcode, "bra") || starts(opcode, "ret") || starts(opcode, "bar") ||
             starts(opcode, "prefetch") || starts(opcode, "sust") || starts(opcode, "sured") ||
             starts(opcode, "discard") || starts(opcode, "applypriority"))
        return;
    else if (count)
        scan_computation(s, opcode, operands, count);
    if (count && (starts(opcode, "setp.") || has(opcode, ".pred")))
        scan_predicate(s, opcode, operands, count);
}

void ptx_scan_body(struct ptx_scan *s)
{
    struct ptx_scan_token t;
    int depth = 1;
    s->count = 0;
    while (depth && !s->failed && ptx_scan_next(s, &t)) {
        if (!s->count && (ptx_token_is_char(&t, '{') || ptx_token_is_char(&t, '}')))
            depth += *t.at == '{' ? 1 : -1;
        else if (ptx_token_is_char(&t, ':') && s->count == 1) {
            struct ptx_scan_label *label =
                more(s, (void **)&s->labels, &s->label_room, &s->label_count, sizeof *label);
            if (label)
                *label = (struct ptx_scan_label){
                    slot_of(s, iq_hash_bytes(s->tokens[0].at, s->tokens[0].length)), s->access_count
                };
            s->count = 0;
        } else if (ptx_token_is(&t, ".loc") || ptx_token_is(&t, ".file")) {
            const char *end = memchr(s->text.at, '\n', (size_t)(s->text.end - s->text.at));
            s->text.at = end ? end : s->text.end;
        } else if (ptx_token_is_char(&t, ';')) {
            scan_instruction(s);
            s->count = 0;
        } else if (s->count < PTX_SCAN_TOKENS)
            s->tokens[s->count++] = t;
    }
}
