/* The tests of a body.  An access is tested where it stands and left out by its own predicate, so
 * that no branch parts the accesses of a basic block; whether any was wrong is asked once, at the
 * end of the block (of a "segment"), and told out of line. */
#include <stdio.h>
#include <string.h>

#include "instrument/rewriter.h"
#include "ptx/place.h"

enum { OWN_TESTS = 128 /* of shared and local memory, in a function */ };

void iq_rewriter_copy(struct rewriter *r, const char *at)
{
    iq_str_put(&r->text, r->copied, (size_t)(at - r->copied));
    r->copied = at;
}

static uint32_t find_word(struct rewriter *r, const struct iq_instrument_word *word)
{
    for (uint32_t i = 0; i < r->words.count; i++) {
        const struct iq_instrument_word *w = &r->words.data[i];
        if (w->kind == word->kind && w->root == word->root && w->bytes == word->bytes &&
            w->alignment == word->alignment && w->needs == word->needs &&
            w->displacement == word->displacement)
            return i;
    }
    r->failed |= iq_vec_push(&r->words, *word) != 0;
    return (uint32_t)r->words.count - 1;
}

uint32_t iq_rewriter_word(struct rewriter *r, enum iq_instrument_word_kind kind, uint32_t root,
                          uint32_t bytes, int64_t displacement)
{
    struct iq_instrument_word word = {
        .kind = kind, .root = root, .bytes = bytes, .displacement = displacement
    };
    return find_word(r, &word);
}

const char *iq_rewriter_guard(char text[96], bool guarded, bool not_, struct iq_name guard)
{
    snprintf(text, 96, ", %s%.*s", not_ ? "!" : "", NAME(guard));
    return guarded ? text : "";
}

/* What a test compares: two operands of type [type]. */
struct comparison {
    const char *type, *distance;
    char limit[32];
};

const struct iq_inst_variable *iq_rewriter_variable(const struct rewriter *r, uint32_t root)
{
    uint32_t variable = r->body->roots.data[root].variable;
    return variable ? &r->variables.all.data[variable - 1] : NULL;
}

/* Index of the register that holds how far accesses of [bytes] may begin in dynamic shared memory.
 */
static uint32_t limit_of(struct rewriter *r, uint32_t bytes)
{
    for (uint32_t i = 0; i < r->limits.count; i++)
        if (r->limits.data[i] == bytes)
            return i;
    r->failed |= iq_vec_push(&r->limits, bytes) != 0;
    return (uint32_t)r->limits.count - 1;
}

/* Is the address of [access] a register of four bytes? */
static bool is_narrow(const struct rewriter *r, const struct iq_memory_access *access)
{
    return iq_body_register_bytes(r->body, access->address) == 4;
}

/* How far the address of [access] lies after the start of the variable of [root]. */
static void put_variable_distance(struct rewriter *r, struct iq_str *to, const struct tested *t,
                                  uint32_t root, struct comparison *compared)
{
    const struct iq_inst_variable *v = iq_rewriter_variable(r, root);
    const struct iq_memory_access *access = &t->access;
    uint64_t room = v->bytes < access->bytes ? 0 : v->bytes - access->bytes + 1;
    bool narrow = t->narrow, direct = t->direct, mapped = access->of_cluster && !direct;
    *compared = (struct comparison){ narrow ? "u32" : "u64", narrow ? "%iqr0" : "%iqt", "" };
    if (direct)
        iq_str_printf(to, "\tmov.b64 %%iqt, %lld;\n", (long long)access->displacement);
    else if (mapped) /* the variable of the block that the address leads to */
        iq_str_printf(to,
                      "\tgetctarank.shared::cluster.u32 %%iqr0, %.*s;\n"
                      "\tmapa.shared::cluster.u32 %%iqr0, %%iqg%u, %%iqr0;\n"
                      "\tsub.s32 %%iqr0, %.*s, %%iqr0;\n",
                      NAME(access->address), root, NAME(access->address));
    else
        iq_str_printf(to, "\tsub.s%u %s, %.*s, %%iq%s%u;\n", narrow ? 32 : 64, compared->distance,
                      NAME(access->address),
                      narrow               ? "g"
                      : access->is_generic ? "mg"
                                           : "m",
                      root);
    if (!direct && access->displacement)
        iq_str_printf(to, "\tadd.s%u %s, %s, %lld;\n", narrow ? 32 : 64, compared->distance,
                      compared->distance, (long long)access->displacement);
    if (!v->bytes)
        snprintf(compared->limit, sizeof compared->limit, "%%iq%c%u", narrow ? 'k' : 'l',
                 limit_of(r, access->bytes));
    else
        snprintf(compared->limit, sizeof compared->limit, "%llu",
                 (unsigned long long)(narrow && room > UINT32_MAX ? UINT32_MAX : room));
}

/* How far [t]'s address lies after the start of the memory of [root]. */
static void put_distance(struct rewriter *r, struct iq_str *to, const struct tested *t,
                         uint32_t root, struct comparison *compared)
{
    if (iq_rewriter_variable(r, root)) {
        put_variable_distance(r, to, t, root, compared);
        return;
    }
    *compared = (struct comparison){ "u64", "%iqt", "" };
    iq_str_printf(to, "\tsub.s64 %%iqt, %.*s, %%iqw%u;\n", NAME(t->access.address),
                  iq_rewriter_word(r, IQ_WORD_BASE, root, 0, t->access.displacement));
    struct iq_instrument_word limit = { .kind = t->roots.count == 1 ? IQ_WORD_LIMIT
                                                                    : IQ_WORD_COMMON_LIMIT,
                                        .root = root,
                                        .bytes = t->access.bytes,
                                        .alignment = t->passed,
                                        .needs = t->needs };
    snprintf(compared->limit, sizeof compared->limit, "%%iqw%u", find_word(r, &limit));
}

void iq_checks_put_room(struct rewriter *r, struct iq_str *to, const struct tested *t,
                        uint8_t index)
{
    struct tested one = *t;
    struct comparison compared;
    one.access.bytes = 1; /* so many places are there to begin at */
    put_distance(r, to, &one, t->roots.of[index], &compared);
    bool narrow = !strcmp(compared.type, "u32"), number = compared.limit[0] != '%';
    if (narrow)
        iq_str_printf(to, "\tcvt.u64.u32 %%iqt, %s;\n", compared.distance);
    iq_str_printf(to, "\t%s %%iqv, %s;\n", narrow && !number ? "cvt.u64.u32" : "mov.b64",
                  compared.limit);
}

void iq_checks_put_alignment(struct iq_str *to, const struct tested *t, const char *predicate)
{
    struct iq_name address = t->access.address;
    if (t->direct)
        iq_str_printf(to, "\tmov.u64 %%iqt, %.*s; cvt.u32.u64 %%iqr0, %%iqt;\n", NAME(address));
    else
        iq_str_printf(to, "\t%s %%iqr0, %.*s;\n", t->narrow ? "mov.b32" : "cvt.u32.u64",
                      NAME(address));
    if (t->asked_at % t->asked)
        iq_str_printf(to, "\tadd.s32 %%iqr0, %%iqr0, %d;\n", (int)(t->asked_at % t->asked));
    iq_str_printf(to, "\tand.b32 %%iqr0, %%iqr0, %u;\n", t->asked - 1);
    if (t->guarded)
        iq_str_printf(to,
                      "\tsetp.ne.and.u32 %%iqx, %%iqr0, 0, %s%.*s;\n"
                      "\tor.pred %s, %s, %%iqx;\n",
                      t->guard_not ? "!" : "", NAME(t->guard), predicate, predicate);
    else
        iq_str_printf(to, "\tsetp.ne.or.u32 %s, %%iqr0, 0, %s;\n", predicate, predicate);
}

void iq_checks_put_test(struct rewriter *r, struct iq_str *to, const struct tested *t,
                        const char *predicate)
{
    struct comparison compared;
    char guard[96];
    for (uint8_t i = 0; i < t->roots.count; i++) {
        put_distance(r, to, t, t->roots.of[i], &compared);
        if (i)
            iq_str_printf(to, "\tsetp.ge.and.%s %s, %s, %s, %s;\n", compared.type, predicate,
                          compared.distance, compared.limit, predicate);
        else
            iq_str_printf(to, "\tsetp.ge%s.%s %s, %s, %s%s;\n", t->guarded ? ".and" : "",
                          compared.type, predicate, compared.distance, compared.limit,
                          iq_rewriter_guard(guard, t->guarded, t->guard_not, t->guard));
    }
    if (t->asked)
        iq_checks_put_alignment(to, t, predicate);
}

void iq_rewriter_put_address(struct rewriter *r, struct iq_str *to,
                             const struct iq_memory_access *access, const char *to_register)
{
    if (!iq_body_register(r->body, access->address))
        iq_str_printf(to, "\tmov.u64 %s, %.*s;\n", to_register, NAME(access->address));
    else if (is_narrow(r, access))
        iq_str_printf(to, "\tcvt.u64.u32 %s, %.*s;\n", to_register, NAME(access->address));
    else
        iq_str_printf(to, "\tmov.b64 %s, %.*s;\n", to_register, NAME(access->address));
    if (access->displacement)
        iq_str_printf(to, "\tadd.s64 %s, %s, %lld;\n", to_register, to_register,
                      (long long)access->displacement);
}

void iq_checks_put_memory(struct rewriter *r, uint32_t root, uint32_t needs, const char *guard)
{
    struct iq_instrument_word size = {
        .kind = IQ_WORD_LIMIT, .root = root, .bytes = 1, .needs = needs
    };
    const struct iq_inst_variable *v = iq_rewriter_variable(r, root);
    if (v)
        COLD("\t%smov.u64 %%iqh, %.*s;\n", guard, NAME(iq_root_name(r->body, root)));
    else
        COLD("\t%smov.b64 %%iqh, %%iqw%u;\n", guard, iq_rewriter_word(r, IQ_WORD_BASE, root, 0, 0));
    if (v && v->bytes)
        COLD("\t%smov.u64 %%iqv, %llu;\n", guard, (unsigned long long)v->bytes);
    else if (v)
        COLD("\t%smov.b64 %%iqv, %%iql%u;\n", guard, limit_of(r, 1));
    else
        COLD("\t%smov.b64 %%iqv, %%iqw%u;\n", guard, find_word(r, &size));
}

void iq_checks_put_distance(struct rewriter *r, const struct tested *t)
{
    struct comparison compared;
    put_distance(r, &r->text, t, t->roots.of[0], &compared);
    if (strcmp(compared.distance, "%iqt") != 0)
        PUT("\tcvt.s64.s32 %%iqt, %s;\n", compared.distance);
}

/* Out of line, at the end of a segment: was it this access? */
static void put_confirmation(struct rewriter *r, const struct pending_text *p)
{
    char label[24];
    snprintf(label, sizeof label, "$iq_s%u", p->number);
    if (!p->kept)
        iq_checks_put_test(r, &r->cold, &p->tested, "%iqq");
    if (p->kept)
        COLD("\t@!%%iqp%u bra %s;\n\tmov.u64 %%iqt, %%iqa%u;\n", p->number, label, p->number);
    else
        COLD("\t@!%%iqq bra %s;\n", label);
    if (p->before)
        COLD("\t@%%iqp%u bra %s;\n", p->before - 1, label);
    if (!p->kept)
        iq_rewriter_put_address(r, &r->cold, &p->tested.access, "%iqt");
    iq_notes_put(r, &r->cold, p->site, &p->tested.access, &p->tested.roots.of[0], label);
    COLD("%s:\n", label);
}

void iq_checks_flush(struct rewriter *r)
{
    if (!r->pending_count || r->pending[0].region) {
        r->pending_count = 0;
        return;
    }
    uint32_t segment = r->segments++;
    if (r->pending_count == 1)
        PUT("\t@%%iqp%u bra $iq_c%u;\n$iq_n%u:\n", r->pending[0].number, segment, segment);
    else
        PUT("\t@%%iqy bra $iq_c%u;\n$iq_n%u:\n", segment, segment);
    COLD("$iq_c%u:\n", segment);
    for (uint32_t i = 0; i < r->pending_count; i++)
        put_confirmation(r, &r->pending[i]);
    COLD("\tbra $iq_n%u;\n", segment);
    r->pending_count = 0;
}

/* Does [s] write a register that the end of the segment has to know? */
static bool changes_pending(const struct rewriter *r, const struct iq_statement *s)
{
    const struct iq_ptx_token *t = r->body->tokens.data;
    if (!iq_statement_defines(r->body, s))
        return false;
    for (uint32_t i = s->operands, depth = 0; i < s->end; i++) {
        if (iq_token_is(&t[i], '{') || iq_token_is(&t[i], '('))
            depth++;
        else if (iq_token_is(&t[i], '}') || iq_token_is(&t[i], ')'))
            depth--;
        else if (!depth && iq_token_is(&t[i], ','))
            return false;
        for (uint32_t k = 0; t[i].kind == TK_IDENT && k < r->pending_count; k++) {
            const struct pending_text *p = &r->pending[k];
            struct iq_name name = iq_token_name(&t[i]);
            if (!p->kept && (iq_name_equals(name, p->tested.access.address) ||
                             (p->tested.guarded && iq_name_equals(name, p->tested.guard))))
                return true;
        }
    }
    return false;
}

bool iq_checks_is_flow(const struct rewriter *r, const struct iq_statement *s)
{
    static const char *const names[] = { "bra", "brx", "call", "ret", "exit", "trap", "brkpt" };
    if (s->kind == IQ_STATEMENT_LABEL)
        return true;
    if (s->kind != IQ_STATEMENT_INSTRUCTION)
        return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (iq_name_is(iq_token_name(&r->body->tokens.data[s->opcode]), names[i]))
            return true;
    return false;
}

/* Does the scope that [index] opens branch?  Its accesses are not tested then. */
static bool has_flow(const struct rewriter *r, uint32_t index)
{
    uint32_t depth = r->body->statements.data[index].depth;
    for (uint32_t i = index + 1; i < r->body->statements.count; i++) {
        const struct iq_statement *s = &r->body->statements.data[i];
        if (s->kind == IQ_STATEMENT_CLOSE && s->depth == depth + 1)
            return false;
        if (iq_checks_is_flow(r, s))
            return true;
    }
    return true;
}

/* Has [t] asked whether the memory may be used as [access] does it?  Variables may in any way. */
static bool is_permitted(const struct rewriter *r, const struct tested *t,
                         const struct iq_memory_access *access)
{
    uint32_t needs = iq_instrument_needs(access->is_write, access->is_atomic);
    for (uint8_t i = 0; i < t->roots.count; i++)
        if (!iq_rewriter_variable(r, t->roots.of[i]) && (t->needs & needs) != needs)
            return false;
    return true;
}

/* A test of the segment that says the same.  NULL: there is none; *before: 1 + the number of one in
 * [region] that says the same of the bounds, 0: none. */
static const struct pending_text *same_test(const struct rewriter *r, const struct iq_statement *s,
                                            const struct iq_memory_access *access, uint32_t region,
                                            uint32_t *before)
{
    *before = 0;
    for (uint32_t i = 0; i < r->pending_count; i++) {
        const struct pending_text *p = &r->pending[i];
        const struct tested *t = &p->tested;
        if (p->kept || s->depth != 1 || !iq_name_equals(t->access.address, access->address) ||
            t->access.displacement != access->displacement || t->access.bytes < access->bytes ||
            t->guarded != s->guarded || t->guard_not != s->guard_not ||
            (s->guarded && !iq_name_equals(t->guard, s->guard)))
            continue;
        if (is_permitted(r, t, access)) {
            *before = 0;
            return p;
        }
        if (p->region == region)
            *before = p->number + 1;
    }
    return NULL;
}

/* Out of headers to the statement of the program, by way of the calls that were inlined. */
static struct insertion own_place(const struct rewriter *r)
{
    struct insertion none = { 0, 0, 0, 0 };
    uint32_t number = r->place;
    struct insertion at = number ? r->places.data[number - 1] : none;
    while (at.outer_line && at.file && iq_ptx_is_header(r->files.data[at.file - 1])) {
        const struct insertion outer = { at.outer_file, at.outer_line, 0, 0 };
        while (--number && (r->places.data[number - 1].file != outer.file ||
                            r->places.data[number - 1].line != outer.line)) {
        } /* the call is the last one at its line before this place */
        at = number ? r->places.data[number - 1] : outer;
    }
    return at;
}

/* Finds what the address of [access] comes from; false: it is not known, or may be an address of
 * other memory.  The parameters of functions have no bounds. */
static bool roots_of(struct rewriter *r, const struct iq_memory_access *access, struct roots *roots)
{
    const struct iq_register *address = iq_body_register(r->body, access->address);
    uint32_t direct = 0;
    *roots = (struct roots){ .count = 0 };
    if (address && (access->of_cluster ? !is_narrow(r, access) : address->mapped))
        return false;
    for (uint8_t i = 0; address && !address->unknown && i < address->root_count; i++)
        roots->of[roots->count++] = address->roots[i];
    if (!address) {
        r->failed |= iq_body_variable_root(r->body, access->address, &direct) != 0;
        roots->count = direct != 0;
        roots->of[0] = direct - 1;
    }
    for (uint8_t i = 0; i < roots->count; i++) {
        const struct iq_inst_variable *variable = iq_rewriter_variable(r, roots->of[i]);
        if (variable ? variable->space != access->space
                     : r->role == IQ_ROLE_FUNCTION || access->space != IQ_SPACE_GLOBAL)
            roots->count = 0;
    }
    return roots->count;
}

bool iq_rewriter_add_site(struct rewriter *r, const struct iq_statement *s,
                          const struct iq_memory_access *access, bool looked_up,
                          enum iq_instrument_check check)
{
    struct roots roots = { .count = 0 };
    struct insertion place = own_place(r);
    struct iq_instrument_site site = {
        .check = check,
        .kernel = r->role == IQ_ROLE_KERNEL ? (uint32_t)r->kernels.count : IQ_INSTRUMENT_NO_KERNEL,
        .ptx_line = r->body->tokens.data[s->first].line,
        .file = place.file,
        .line = place.line,
        .bytes = access->bytes,
        .alignment = access->alignment,
        .is_write = access->is_write,
        .is_atomic = access->is_atomic,
        .space = access->space,
        .barriers = r->races.barriers,
        .syncs = r->races.syncs,
    };
    if (!looked_up)
        roots_of(r, access, &roots);
    site.root_count = roots.count;
    for (uint8_t i = 0; i < roots.count; i++)
        site.roots[i] = roots.of[i];
    site.variable = roots.count ? r->body->roots.data[roots.of[0]].variable : 0;
    r->failed |= iq_vec_push(&r->sites, site) != 0;
    return !r->failed;
}

/* Does the access [s] read the register [name]? */
static bool is_source(const struct rewriter *r, const struct iq_statement *s,
                      const struct iq_memory_access *access, struct iq_name name)
{
    const struct iq_ptx_token *t = r->body->tokens.data;
    for (uint32_t i = access->end; i < s->end; i++)
        if (t[i].kind == TK_IDENT && iq_name_equals(iq_token_name(&t[i]), name))
            return true;
    return false;
}

static bool is_contained(const struct rewriter *r)
{
    return !(r->checks & IQ_INSTRUMENT_UNCONTAINED);
}

/* Zeroes the destinations where the access is left out; wherever it may, before the access in any
 * case: under a predicate the driver's compiler would keep what was in them before. */
static void put_zeroes(struct rewriter *r, const struct iq_statement *s,
                       const struct iq_memory_access *access, uint32_t number)
{
    const struct iq_ptx_token *t = r->body->tokens.data;
    for (uint32_t i = access->first; is_contained(r) && access->is_load && i < access->end; i++) {
        uint32_t bytes = t[i].kind == TK_IDENT && !iq_ptx_token_is(&t[i], "_")
                             ? iq_body_register_bytes(r->body, iq_token_name(&t[i]))
                             : 0;
        if (bytes < 2 || bytes > 8)
            continue;
        if (s->guarded || is_source(r, s, access, iq_token_name(&t[i])))
            PUT("\t@%%iqp%u", number);
        bool part = t[i + 1].kind == TK_DOT; /* "v.x" */
        PUT("\tmov.b%u %.*s%s%.*s, 0;\n", bytes * 8, NAME(iq_token_name(&t[i])), part ? "." : "",
            part ? (int)t[i + 1].length : 0, t[i + 1].text);
    }
}

/* Is [t]'s access at a multiple of [alignment] wherever its root is at one? */
static bool is_multiple(const struct rewriter *r, const struct tested *t, uint32_t alignment)
{
    const struct iq_register *address = iq_body_register(r->body, t->access.address);
    return t->roots.count == 1 && t->access.displacement % alignment == 0 &&
           (!address || (uint64_t)1 << address->zeros >= alignment);
}

/* What has to be asked so that the address is aligned. */
static void ask_alignment(const struct rewriter *r, struct tested *t)
{
    uint32_t alignment = t->access.alignment;
    if (alignment < 2 || alignment & (alignment - 1))
        return;
    bool multiple = is_multiple(r, t, alignment);
    const struct iq_inst_variable *v = multiple ? iq_rewriter_variable(r, t->roots.of[0]) : NULL;
    if (multiple && !v) {
        t->passed = alignment;
    } else if (!multiple || v->alignment % alignment) {
        t->asked = alignment;
        t->asked_at = t->access.displacement;
    }
}

bool iq_checks_describe(struct rewriter *r, const struct iq_statement *s,
                        const struct iq_memory_access *access, struct tested *tested)
{
    *tested = (struct tested){ .access = *access,
                               .needs = iq_instrument_needs(access->is_write, access->is_atomic),
                               .narrow = is_narrow(r, access),
                               .direct = !iq_body_register(r->body, access->address),
                               .guard = s->guard,
                               .guarded = s->guarded,
                               .guard_not = s->guard_not };
    if (!roots_of(r, access, &tested->roots))
        return false;
    r->tests_generic |= access->is_generic;
    ask_alignment(r, tested);
    return true;
}

/* Tests the access [s] of site [site], in region [region] (0: in none). */
static struct pending_text *put_new_test(struct rewriter *r, const struct iq_statement *s,
                                         const struct iq_memory_access *access, uint32_t site,
                                         uint32_t region, uint32_t before)
{
    struct pending_text *p = &r->pending[r->pending_count++];
    *p = (struct pending_text){
        .site = site,
        .number = r->tests++,
        .before = before,
        .kept = s->depth > 1,
        .region = region,
    };
    iq_checks_describe(r, s, access, &p->tested);
    char predicate[64];
    snprintf(predicate, sizeof predicate, "%%iqp%u", p->number);
    bool single = p->tested.roots.count == 1 && !p->tested.asked;
    if (single && s->guarded)
        snprintf(predicate, sizeof predicate, "%%iqp%u|%%iqo%u", p->number, p->number);
    iq_checks_put_test(r, &r->text, &p->tested, predicate);
    if (!single && s->guarded)
        PUT("\t%s.pred %%iqo%u, %.*s;\n\tnot.pred %%iqq, %%iqp%u;\n"
            "\tand.pred %%iqo%u, %%iqo%u, %%iqq;\n",
            s->guard_not ? "not" : "mov", p->number, NAME(s->guard), p->number, p->number,
            p->number);
    return p;
}

/* The segment knows of [p], which was tested. */
static void join_segment(struct rewriter *r, const struct pending_text *p)
{
    char address[24];
    if (p->kept) {
        snprintf(address, sizeof address, "%%iqa%u", p->number);
        iq_rewriter_put_address(r, &r->text, &p->tested.access, address);
    }
    if (r->pending_count == 2)
        PUT("\tor.pred %%iqy, %%iqp%u, %%iqp%u;\n", r->pending[0].number, p->number);
    else if (r->pending_count > 2)
        PUT("\tor.pred %%iqy, %%iqy, %%iqp%u;\n", p->number);
}

/* The access [s], where its test [number] allows it. */
static void put_allowed(struct rewriter *r, const struct iq_statement *s, uint32_t number)
{
    if (is_contained(r)) {
        PUT(s->guarded ? "\t@%%iqo%u " : "\t@!%%iqp%u ", number);
        r->copied = r->body->tokens.data[s->opcode].text;
    }
    iq_rewriter_copy(r, s->behind);
}

/* Puts the access [s] after its test, under a predicate of ours. */
static void put_access(struct rewriter *r, const struct iq_statement *s,
                       const struct iq_memory_access *access)
{
    uint32_t before;
    const struct pending_text *same = same_test(r, s, access, 0, &before);
    char runs[24];
    if (same && same->region)
        same = NULL;
    if (r->pending_count && r->pending[0].region)
        r->pending_count = 0;
    if (!same && !iq_rewriter_add_site(r, s, access, false, IQ_CHECK_BOUNDS))
        return;
    uint32_t site = same ? same->site : (uint32_t)r->sites.count - 1;
    if (!same) {
        join_segment(r, same = put_new_test(r, s, access, site, 0, before));
        r->own_tests += access->space != IQ_SPACE_GLOBAL;
        if (!is_contained(r) && s->depth == 1)
            iq_checks_flush(r); /* the kernel may not survive the access */
    }
    put_zeroes(r, s, access, same->number);
    snprintf(runs, sizeof runs, s->guarded ? "%%iqo%u" : "!%%iqp%u", same->number);
    iq_races_put_shared(r, s, access, runs);
    iq_races_put_global(r, s, access, site, runs);
    iq_shadow_put(r, s, access, site, runs);
    put_allowed(r, s, same->number);
}

/* The access [s] of region [region], in its code out of line: a record is written where it is
 * wrong. */
static void put_exactly(struct rewriter *r, const struct iq_statement *s,
                        const struct iq_memory_access *access, uint32_t region)
{
    uint32_t before;
    const struct pending_text *same = same_test(r, s, access, region, &before);
    if (!same && !iq_rewriter_add_site(r, s, access, false, IQ_CHECK_BOUNDS))
        return;
    uint32_t site = same ? same->site : (uint32_t)r->sites.count - 1;
    if (!same || same->region != region) {
        char label[24];
        r->own_tests += !same && access->space != IQ_SPACE_GLOBAL;
        r->pending_count %= IQ_PENDING;
        same = put_new_test(r, s, access, site, region, before);
        snprintf(label, sizeof label, "$iq_s%u", same->number);
        PUT("\t@!%%iqp%u bra %s;\n", same->number, label);
        if (before)
            PUT("\t@%%iqp%u bra %s;\n", before - 1, label);
        iq_rewriter_put_address(r, &r->text, access, "%iqt");
        iq_notes_put(r, &r->text, site, access, &same->tested.roots.of[0], label);
        PUT("%s:\n", label);
    }
    put_zeroes(r, s, access, same->number);
    put_allowed(r, s, same->number);
}

/* Of shared and local memory so many accesses are tested that the driver's compiler takes no
 * minutes. */
bool iq_checks_is_testable(struct rewriter *r, const struct iq_memory_access *access)
{
    struct roots roots;
    return access->bytes && !(access->is_generic && r->ends_threads) &&
           (access->space == IQ_SPACE_GLOBAL || r->own_tests < OWN_TESTS) &&
           roots_of(r, access, &roots) &&
           (access->space != IQ_SPACE_LOCAL || !is_narrow(r, access));
}

bool iq_checks_is_inside(struct rewriter *r, const struct iq_memory_access *access)
{
    const struct iq_register *address = iq_body_register(r->body, access->address);
    int64_t at = access->displacement + (address ? address->offset : 0);
    struct roots roots;
    if ((address && !address->fixed) || !access->bytes || !roots_of(r, access, &roots) ||
        roots.count != 1)
        return false;
    const struct iq_inst_variable *v = iq_rewriter_variable(r, roots.of[0]);
    return v && at >= 0 && (uint64_t)at + access->bytes <= v->bytes &&
           v->alignment % access->alignment == 0 && at % access->alignment == 0;
}

static uint32_t file_of(const struct rewriter *r, const struct iq_ptx_token *number)
{
    for (uint32_t i = 0; i < r->file_numbers.count; i++)
        if (r->file_numbers.data[i] == number->value)
            return i + 1;
    return 0;
}

/* ".loc 1 12 5, function_name $L__info_string0, inlined_at 2 7 3" */
void iq_checks_note_place(struct rewriter *r, const struct iq_statement *s)
{
    const struct iq_ptx_token *t = &r->body->tokens.data[s->first];
    uint32_t count = s->end - s->first;
    if (!iq_ptx_token_is(t, "loc") || count < 3 || t[1].kind != TK_INT || !t[2].value)
        return;
    struct insertion place = { file_of(r, &t[1]), (uint32_t)t[2].value, 0, 0 };
    for (uint32_t i = 3; i + 2 < count; i++)
        if (iq_ptx_token_is(&t[i], "inlined_at") && t[i + 1].kind == TK_INT) {
            place.outer_file = file_of(r, &t[i + 1]);
            place.outer_line = (uint32_t)t[i + 2].value;
        }
    r->failed |= iq_vec_push(&r->places, place) != 0;
    r->place = (uint32_t)r->places.count;
}

/* What a function is given, each in a parameter of its own. */
static const enum iq_instrument_word_kind state[IQ_STATE_WORDS] = { IQ_WORD_RECORDS, IQ_WORD_LAUNCH,
                                                                    IQ_WORD_TABLE, IQ_WORD_COUNT };

void iq_checks_begin(struct rewriter *r, enum iq_role role, bool ends)
{
    r->role = role;
    r->tests = r->segments = r->pending_count = r->place = r->calls = 0;
    r->copies = r->objects = r->own_tests = r->shadow_tests = r->mask_tests = r->barrier_tests =
        r->regions = r->slices = 0;
    r->kernel->writes_unseen = !(r->checks & IQ_INSTRUMENT_UNINITIALIZED);
    r->places.count = r->words.count = r->limits.count = 0;
    iq_lookups_begin(r);
    r->kernel->accesses = r->kernel->checked = 0;
    iq_races_begin(r);
    r->ends_threads = ends;
    r->tests_generic = false;
    r->rows.count = r->rows.members.count = 0;
    r->end_roots.count = 0;
    for (uint32_t i = 0; role == IQ_ROLE_FUNCTION && i < IQ_STATE_WORDS; i++)
        iq_rewriter_word(r, state[i], 0, 0, 0);
}

/* Gives the function that [s] calls, which is token [target], what its checks need. */
static void put_call(struct rewriter *r, const struct iq_statement *s, uint32_t target)
{
    const struct iq_ptx_token *t = r->body->tokens.data;
    bool list = target + 1 < s->end, empty = list && iq_token_is(&t[s->end - 2], '(');
    uint32_t call = r->calls++;
    iq_rewriter_copy(r, s->at);
    for (uint32_t i = 0; i < IQ_STATE_WORDS; i++) {
        bool told = r->role != IQ_ROLE_OTHER && (state[i] != IQ_WORD_COUNT || r->may_search_here);
        PUT(".param .b64 $iq_p%u_%u; st.param.b64 [$iq_p%u_%u], ", call, i, call, i);
        if (told)
            PUT("%%iqw%u;\n", iq_rewriter_word(r, state[i], 0, 0, 0));
        else
            PUT("0;\n");
    }
    iq_rewriter_copy(r, list ? t[s->end - 1].text : t[target].text + t[target].length);
    if (!list)
        PUT(", (");
    for (uint32_t i = 0; i < IQ_STATE_WORDS; i++)
        PUT("%s$iq_p%u_%u", i || (list && !empty) ? ", " : "", call, i);
    if (!list)
        PUT(")");
}

/* Compilers load four where three are wanted. */
void iq_checks_trim(const struct rewriter *r, struct iq_memory_access *access)
{
    const struct iq_ptx_token *t = r->body->tokens.data;
    uint32_t elements = 0, unused = 0;
    if (!access->is_load || access->is_atomic || access->space != IQ_SPACE_SHARED)
        return;
    for (uint32_t i = access->first; i < access->end; i++) {
        if (t[i].kind != TK_IDENT)
            continue;
        const struct iq_register *to = iq_body_register(r->body, iq_token_name(&t[i]));
        bool used = to && !iq_ptx_token_is(&t[i], "_") && to->mentions > 1;
        elements++;
        unused = used ? 0 : unused + 1;
    }
    if (elements > 1 && unused < elements)
        access->bytes -= access->bytes / elements * unused;
}

/* Has the segment to end in front of statement [index]? */
static bool ends_segment(const struct rewriter *r, uint32_t index)
{
    const struct iq_statement *s = &r->body->statements.data[index];
    return s->depth == 1 && (s->kind == IQ_STATEMENT_OPEN ||
                             index + 1 == r->body->statements.count || iq_checks_is_flow(r, s) ||
                             (s->kind == IQ_STATEMENT_INSTRUCTION && changes_pending(r, s)));
}

/* In front of an access whose bounds are not tested. */
static void put_race(struct rewriter *r, const struct iq_statement *s,
                     const struct iq_memory_access *access)
{
    char runs[96];
    iq_rewriter_copy(r, s->at);
    snprintf(runs, sizeof runs, "%s%.*s", s->guard_not ? "!" : "", NAME(s->guard));
    iq_races_put_shared(r, s, access, s->guarded ? runs : NULL);
}

void iq_checks_put_exactly(struct rewriter *r, uint32_t first, uint32_t last)
{
    uint32_t region = r->regions;
    for (uint32_t i = first; i <= last; i++) {
        const struct iq_statement *s = &r->body->statements.data[i];
        struct iq_memory_access access;
        if (s->kind == IQ_STATEMENT_DIRECTIVE)
            iq_checks_note_place(r, s);
        if (s->depth == 1 && s->kind == IQ_STATEMENT_DIRECTIVE)
            continue;
        r->copied = s->at;
        r->kernel->accesses += iq_access_count(r->body, s);
        if (iq_access_read(r->body, s, &access)) {
            iq_checks_trim(r, &access);
            bool inside = iq_checks_is_inside(r, &access),
                 tests = !inside && iq_checks_is_testable(r, &access);
            bool looks_up = !inside && !tests && iq_lookups_is_possible(r, s, &access);
            r->kernel->checked += inside || tests || looks_up;
            r->kernel->writes_unseen |= looks_up && access.is_write;
            if (tests)
                put_exactly(r, s, &access, region);
            else if (looks_up)
                iq_lookups_put(r, s, &access);
        }
        if (s->kind == IQ_STATEMENT_INSTRUCTION && changes_pending(r, s))
            r->pending_count = 0;
        if (s->behind > r->copied)
            iq_rewriter_copy(r, s->behind);
        PUT("\n");
    }
}

/* In front of what threads do together. */
static void put_meeting(struct rewriter *r, const struct iq_statement *s)
{
    iq_masks_put(r, s);
    iq_barriers_put(r, s);
}

/* The statements of a kernel, all the tests among them. */
void iq_checks_put_body(struct rewriter *r)
{
    uint32_t untested = 0; /* depth of the scope that branches; 0: none */
    for (uint32_t i = 0; i < r->body->statements.count && !r->failed; i++) {
        const struct iq_statement *s = &r->body->statements.data[i];
        struct iq_memory_access access;
        if (s->kind == IQ_STATEMENT_LABEL && s->at < r->copied)
            continue; /* among the declarations */
        uint32_t behind = untested ? i : iq_regions_put(r, i);
        if (behind > i) {
            i = behind - 1;
            continue;
        }
        if (s->kind == IQ_STATEMENT_DIRECTIVE)
            iq_checks_note_place(r, s);
        if (ends_segment(r, i) || r->pending_count == IQ_PENDING) {
            iq_rewriter_copy(r, s->at);
            iq_checks_flush(r);
        }
        if (s->kind == IQ_STATEMENT_OPEN && !untested && has_flow(r, i))
            untested = s->depth + 1;
        if (s->kind == IQ_STATEMENT_CLOSE && s->depth == untested)
            untested = 0;
        if (i + 1 == r->body->statements.count)
            iq_endings_put_code(r);
        if (i + 1 == r->body->statements.count && r->role != IQ_ROLE_OTHER)
            PUT("\tret;\n%s", iq_str_text(&r->cold));
        bool is_access = iq_access_read(r->body, s, &access);
        uint32_t target = iq_call_target(r->body, s);
        if (is_access)
            iq_checks_trim(r, &access);
        r->kernel->accesses += iq_access_count(r->body, s);
        r->kernel->writes_unseen |= !is_access && iq_shadow_is_passed(r, s);
        if (r->role == IQ_ROLE_OTHER)
            is_access = false;
        if (target &&
            iq_function_is_checked(&r->functions, iq_token_name(&r->body->tokens.data[target])))
            put_call(r, s, target);
        if (s->kind == IQ_STATEMENT_INSTRUCTION && !untested)
            put_meeting(r, s);
        if (r->role != IQ_ROLE_OTHER)
            r->kernel->checked += iq_copies_put(r, s, !untested) + iq_rows_put(r, s, !untested);
        if (is_access && iq_checks_is_inside(r, &access)) {
            r->kernel->checked++;
            put_race(r, s, &access);
        } else if (is_access && !untested && r->pending_count < IQ_PENDING &&
                   iq_checks_is_testable(r, &access)) {
            iq_rewriter_copy(r, s->at);
            put_access(r, s, &access);
            r->kernel->checked++;
        } else if (is_access && !untested && iq_lookups_is_possible(r, s, &access)) {
            iq_rewriter_copy(r, s->at);
            iq_lookups_put(r, s, &access);
            r->kernel->checked++;
            r->kernel->writes_unseen |= access.is_write;
        } else if (is_access) {
            r->kernel->writes_unseen |= access.is_write && access.space == IQ_SPACE_GLOBAL;
            put_race(r, s, &access);
        } else if (!untested) {
            r->kernel->checked += iq_objects_put(r, s);
        }
        if (s->behind > r->copied)
            iq_rewriter_copy(r, s->behind);
        if (s->kind == IQ_STATEMENT_INSTRUCTION)
            iq_races_put_order(r, s);
    }
    iq_races_find_loops(r);
}

/* Everything that the tests need, in front of the first statement. */
void iq_checks_put_declarations(struct rewriter *r)
{
    uint32_t root_count = (uint32_t)r->body->roots.count;
    PUT("\n\t.reg .b64 %%iqt, %%iqu, %%iqv;\n\t.reg .b64 %%iqh; .reg .b32 %%iqr<3>, %%iqen<4>; .reg .b64 %%iqef;\n\t.reg .pred %%iqq, %%iqx, %%iqy;\n"
        "\t.reg .pred %%iqp<%u>, %%iqo<%u>;\n\t.reg .b64 %%iqa<%u>, %%iqw<%u>;\n",
        r->tests + 1, r->tests + 1, r->tests + 1, (uint32_t)r->words.count + 1);
    PUT("\t.reg .b64 %%iqed<%u>; .reg .b32 %%iqew<%u>;\n", r->slices + 1, r->slices + 1);
    PUT("\t.reg .b64 %%iqm<%u>, %%iqmg<%u>; .reg .b32 %%iqg<%u>;\n", root_count + 1, root_count + 1,
        root_count + 1);
    for (uint32_t i = 0; i < root_count; i++) {
        const struct iq_inst_variable *v = iq_rewriter_variable(r, i);
        if (v)
            PUT("\tmov.u64 %%iqm%u, %.*s;\n", i, NAME(v->name));
        if (v && v->space == IQ_SPACE_SHARED)
            PUT("\tmov.u32 %%iqg%u, %.*s;\n", i, NAME(v->name));
        if (v && r->tests_generic && (v->space == IQ_SPACE_SHARED || v->space == IQ_SPACE_LOCAL))
            PUT("\tcvta.%s.u64 %%iqmg%u, %%iqm%u;\n",
                v->space == IQ_SPACE_SHARED ? "shared" : "local", i, i);
    }
    PUT("\t.reg .b32 %%iqk<%u>; .reg .b64 %%iql<%u>;\n", (uint32_t)r->limits.count + 1,
        (uint32_t)r->limits.count + 1);
    for (uint32_t i = 0; i < r->limits.count; i++)
        PUT("\tmov.u32 %%iqk%u, %%dynamic_smem_size; sub.s32 %%iqk%u, %%iqk%u, %u;\n"
            "\tmax.s32 %%iqk%u, %%iqk%u, 0; cvt.u64.u32 %%iql%u, %%iqk%u;\n",
            i, i, i, r->limits.data[i] - 1, i, i, i, i);
    iq_lookups_put_declarations(r);
    iq_copies_put_declarations(r);
    iq_rows_put_declarations(r);
    if (r->objects)
        PUT("\t.reg .b64 %%iqtc;\n");
    for (uint32_t i = 0; i < r->words.count; i++)
        if (r->role == IQ_ROLE_FUNCTION)
            PUT("\tld.param.u64 %%iqw%u, [" IQ_INSTRUMENT_HIDDEN "_%u];\n", i, i);
        else
            PUT("\tld.param.u64 %%iqw%u, [" IQ_INSTRUMENT_HIDDEN "+%u];\n", i, i * 8);
    iq_races_put_entry(r);
}
