/* See instrument.h.  An access is tested where it stands and left out by its own predicate, so that
 * no branch parts the accesses of a basic block; whether any was wrong is asked once, at the end of
 * the block (of a "segment"), and told out of line. */
#include "instrument/instrument.h"

#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "instrument/inner.h"
#include "ptx/place.h"

enum { LOOKUPS = 32, PARAMETER_BYTES = 4096, TEXT_BYTES_MAX = 256 << 20, PENDING = 64 };

/* A tested access of the segment. */
struct pending_text {
    struct iq_memory_access access;
    struct iq_name guard;
    bool guarded, guard_not;
    uint32_t site, number; /* number: of its predicates */
    /* the address is kept in a register of ours: its own is gone at the end of the segment */
    bool kept;
};

/* A .loc: where the statement is, and where the function it is of was inlined (line 0: it was not).
 * Files are 1 + index in .files, 0: unknown. */
struct insertion {
    uint32_t file, line, outer_file, outer_line;
};

/* What look-ups for a register and a size share: the row that was found last. */
struct cache {
    struct iq_name address;
    uint32_t bytes;
};

struct rewriter {
    struct iq_instrumented *out;
    const struct iq_instrument_cap *caps;
    uint32_t cap_count;
    struct iq_str text, cold;
    const char *copied; /* up to here the original is in .text */
    struct iq_body *body;
    struct iq_instrument_kernel *kernel; /* of the body */
    IQ_VEC(struct iq_instrument_kernel) kernels;
    IQ_VEC(struct iq_instrument_site) sites;
    IQ_VEC(char *) files;
    IQ_VEC(struct iq_instrument_word) words; /* of .body's kernel */
    IQ_VEC(struct iq_inst_variable) variables;
    IQ_VEC(struct cache) caches; /* of .body's kernel */
    uint32_t lookups;
    bool may_search, kernel_may_search;
    IQ_VEC(uint32_t) file_numbers; /* of .files */
    struct pending_text pending[PENDING];
    uint32_t pending_count, tests, segments;
    uint32_t place;                  /* 1 + index in .places of the last .loc, 0: none */
    IQ_VEC(struct insertion) places; /* of .body's kernel */
    bool failed;
};

static void copy_up_to(struct rewriter *r, const char *at)
{
    iq_str_put(&r->text, r->copied, (size_t)(at - r->copied));
    r->copied = at;
}

#define PUT(...) iq_str_printf(&r->text, __VA_ARGS__)
#define COLD(...) iq_str_printf(&r->cold, __VA_ARGS__)
#define NAME(name) (int)(name).length, (name).text

/* Index of the word of the hidden parameter; adds it where it is new. */
static uint32_t word_of(struct rewriter *r, enum iq_instrument_word_kind kind, uint32_t root,
                        uint32_t bytes, int64_t displacement)
{
    for (uint32_t i = 0; i < r->words.count; i++) {
        const struct iq_instrument_word *w = &r->words.data[i];
        if (w->kind == kind && w->root == root && w->bytes == bytes &&
            w->displacement == displacement)
            return i;
    }
    struct iq_instrument_word word = {
        .kind = kind, .root = root, .bytes = bytes, .displacement = displacement
    };
    r->failed |= iq_vec_push(&r->words, word) != 0;
    return (uint32_t)r->words.count - 1;
}

static const char *guard_of(char text[96], const struct pending_text *p)
{
    snprintf(text, 96, ", %s%.*s", p->guard_not ? "!" : "", NAME(p->guard));
    return p->guarded ? text : "";
}

/* %iqt: how far [p]'s address lies after the start of the memory of [root]; returns the limit of
 * that in [limit]. */
static void put_distance(struct rewriter *r, struct iq_str *to, const struct pending_text *p,
                         uint32_t root, char limit[32])
{
    uint64_t variable = r->body->roots.data[root].variable_bytes;
    if (variable) {
        uint64_t room = variable < p->access.bytes ? 0 : variable - p->access.bytes + 1;
        iq_str_printf(to, "\tsub.s64 %%iqt, %.*s, %%iqm%u;\n", NAME(p->access.address), root);
        if (p->access.displacement)
            iq_str_printf(to, "\tadd.s64 %%iqt, %%iqt, %lld;\n", (long long)p->access.displacement);
        snprintf(limit, 32, "%llu", (unsigned long long)room);
        return;
    }
    iq_str_printf(to, "\tsub.s64 %%iqt, %.*s, %%iqw%u;\n", NAME(p->access.address),
                  word_of(r, IQ_WORD_BASE, root, 0, p->access.displacement));
    bool alone = r->sites.data[p->site].root_count == 1;
    snprintf(limit, 32, "%%iqw%u",
             word_of(r, alone ? IQ_WORD_LIMIT : IQ_WORD_COMMON_LIMIT, root, p->access.bytes, 0));
}

/* The test of [p]: its predicate is true where the access is out of bounds of all its roots. */
static void put_test(struct rewriter *r, struct iq_str *to, const struct pending_text *p,
                     const char *predicate)
{
    const struct iq_instrument_site *site = &r->sites.data[p->site];
    char guard[96], limit[32];
    for (uint8_t i = 0; i < site->root_count; i++) {
        put_distance(r, to, p, site->roots[i], limit);
        if (i)
            iq_str_printf(to, "\tsetp.ge.and.u64 %s, %%iqt, %s, %s;\n", predicate, limit,
                          predicate);
        else
            iq_str_printf(to, "\tsetp.ge%s.u64 %s, %%iqt, %s%s;\n", p->guarded ? ".and" : "",
                          predicate, limit, guard_of(guard, p));
    }
}

/* Out of line: a record of the access to %iqt, as the first of its launch and unless there is one
 * that the host has not read yet; then on to [label].  [root] NULL: none. */
static void put_record(struct rewriter *r, uint32_t index, const struct iq_memory_access *access,
                       const uint32_t *root, const char *label)
{
    uint32_t records = word_of(r, IQ_WORD_RECORDS, 0, 0, 0),
             launch = word_of(r, IQ_WORD_LAUNCH, 0, 0, 0);
    COLD("\tmov.u64 %%iqu, " IQ_INSTRUMENT_COUNTERS ";\n"
         "\tatom.global.exch.b64 %%iqv, [%%iqu+%u], %%iqw%u;\n"
         "\tsetp.eq.u64 %%iqq, %%iqv, %%iqw%u;\n"
         "\t@%%iqq bra %s;\n",
         index * 8, launch, launch, label);
    COLD("\tadd.s64 %%iqu, %%iqw%u, %llu;\n"
         "\tld.volatile.global.u64 %%iqv, [%%iqu];\n"
         "\tsetp.ne.u64 %%iqq, %%iqv, 0;\n"
         "\t@%%iqq bra %s;\n",
         records, (unsigned long long)(index * sizeof(struct iq_instrument_record)), label);
    if (!root)
        COLD("\tmov.u64 %%iqv, 0;\n");
    else if (r->body->roots.data[*root].variable_bytes)
        COLD("\tmov.u64 %%iqv, %%iqm%u;\n", *root);
    else
        COLD("\tadd.s64 %%iqv, %%iqw%u, %lld;\n",
             word_of(r, IQ_WORD_BASE, *root, 0, access->displacement),
             (long long)access->displacement);
    COLD("\tst.global.u64 [%%iqu+8], %%iqt; st.global.u64 [%%iqu+16], %%iqw%u;\n"
         "\tst.global.u64 [%%iqu+24], %%iqv;\n",
         launch);
    COLD("\tmov.u32 %%iqr0, %%tid.x; mov.u32 %%iqr1, %%tid.y; mov.u32 %%iqr2, %%tid.z;\n"
         "\tst.global.u32 [%%iqu+32], %%iqr0; st.global.u32 [%%iqu+36], %%iqr1;\n"
         "\tst.global.u32 [%%iqu+40], %%iqr2;\n"
         "\tmov.u32 %%iqr0, %%ctaid.x; mov.u32 %%iqr1, %%ctaid.y; mov.u32 %%iqr2, %%ctaid.z;\n"
         "\tst.global.u32 [%%iqu+44], %%iqr0; st.global.u32 [%%iqu+48], %%iqr1;\n"
         "\tst.global.u32 [%%iqu+52], %%iqr2;\n");
    COLD("\txor.b64 %%iqt, %%iqt, %%iqw%u; xor.b64 %%iqt, %%iqt, %%iqv;\n"
         "\txor.b64 %%iqt, %%iqt, %llu;\n"
         "\tmembar.sys;\n"
         "\tst.volatile.global.u64 [%%iqu], %%iqt;\n"
         "\tst.volatile.global.u64 [%%iqw%u+-%u], 1;\n",
         launch, (unsigned long long)IQ_INSTRUMENT_SEAL, records,
         (uint32_t)sizeof(struct iq_instrument_record));
}

/* Out of line, at the end of a segment: was it this access? */
static void put_confirmation(struct rewriter *r, const struct pending_text *p)
{
    char label[24];
    snprintf(label, sizeof label, "$iq_s%u", p->number);
    if (!p->kept)
        put_test(r, &r->cold, p, "%iqq");
    if (p->kept)
        COLD("\t@!%%iqp%u bra %s;\n\tmov.u64 %%iqt, %%iqa%u;\n", p->number, label, p->number);
    else
        COLD("\t@!%%iqq bra %s;\n\tadd.s64 %%iqt, %.*s, %lld;\n", label, NAME(p->access.address),
             (long long)p->access.displacement);
    put_record(r, p->site, &p->access, &r->sites.data[p->site].roots[0], label);
    COLD("%s:\n", label);
}

/* Ends the segment in front of what comes next. */
static void flush(struct rewriter *r)
{
    if (!r->pending_count)
        return;
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

static bool same_name(struct iq_name a, struct iq_name b)
{
    return a.length == b.length && !memcmp(a.text, b.text, a.length);
}

/* Does [s] write a register that the end of the segment has to know? */
static bool changes_pending(const struct rewriter *r, const struct iq_statement *s)
{
    const struct iq_ptx_token *t = r->body->tokens.data;
    if (!iq_opcode_defines(iq_token_name(&t[s->opcode])))
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
            if (!p->kept &&
                (same_name(name, p->access.address) || (p->guarded && same_name(name, p->guard))))
                return true;
        }
    }
    return false;
}

static bool is_flow(const struct rewriter *r, const struct iq_statement *s)
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
        if (is_flow(r, s))
            return true;
    }
    return true;
}

/* A test of the segment that says the same. */
static const struct pending_text *same_test(const struct rewriter *r, const struct iq_statement *s,
                                            const struct iq_memory_access *access)
{
    for (uint32_t i = 0; i < r->pending_count; i++) {
        const struct pending_text *p = &r->pending[i];
        if (!p->kept && s->depth == 1 && same_name(p->access.address, access->address) &&
            p->access.displacement == access->displacement && p->access.bytes >= access->bytes &&
            p->guarded == s->guarded && p->guard_not == s->guard_not &&
            (!s->guarded || same_name(p->guard, s->guard)))
            return p;
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

static bool add_site(struct rewriter *r, const struct iq_statement *s,
                     const struct iq_memory_access *access)
{
    const struct iq_register *address = iq_body_register(r->body, access->address);
    struct insertion place = own_place(r);
    struct iq_instrument_site site = {
        .kernel = (uint32_t)r->kernels.count,
        .ptx_line = r->body->tokens.data[s->first].line,
        .file = place.file,
        .line = place.line,
        .bytes = access->bytes,
        .is_write = access->is_write,
        .is_atomic = access->is_atomic,
        .root_count = address->unknown ? 0 : address->root_count,
    };
    for (uint8_t i = 0; i < site.root_count; i++)
        site.roots[i] = address->roots[i];
    r->failed |= iq_vec_push(&r->sites, site) != 0;
    return !r->failed;
}

/* Zeroes the destinations where the access is left out. */
static void put_zeroes(struct rewriter *r, const struct iq_memory_access *access, uint32_t number)
{
    const struct iq_ptx_token *t = r->body->tokens.data;
    for (uint32_t i = access->first; access->is_load && i < access->end; i++) {
        uint32_t bytes = t[i].kind == TK_IDENT && !iq_ptx_token_is(&t[i], "_")
                             ? iq_body_register_bytes(r->body, iq_token_name(&t[i]))
                             : 0;
        if (bytes >= 2 && bytes <= 8)
            PUT("\t@%%iqp%u mov.b%u %.*s, 0;\n", number, bytes * 8, (int)t[i].length, t[i].text);
    }
}

/* Tests the access [s]; returns the number of its predicates. */
static uint32_t put_new_test(struct rewriter *r, const struct iq_statement *s,
                             const struct iq_memory_access *access)
{
    struct pending_text *p = &r->pending[r->pending_count++];
    *p = (struct pending_text){ .access = *access,
                                .guard = s->guard,
                                .guarded = s->guarded,
                                .guard_not = s->guard_not,
                                .site = (uint32_t)r->sites.count - 1,
                                .number = r->tests++,
                                .kept = s->depth > 1 };
    char predicate[64];
    snprintf(predicate, sizeof predicate, "%%iqp%u", p->number);
    bool single = r->sites.data[p->site].root_count == 1;
    if (single && s->guarded)
        snprintf(predicate, sizeof predicate, "%%iqp%u|%%iqo%u", p->number, p->number);
    put_test(r, &r->text, p, predicate);
    if (!single && s->guarded)
        PUT("\t%s.pred %%iqo%u, %.*s, 0;\n\tnot.pred %%iqq, %%iqp%u;\n"
            "\tand.pred %%iqo%u, %%iqo%u, %%iqq;\n",
            s->guard_not ? "xor" : "or", p->number, NAME(s->guard), p->number, p->number,
            p->number);
    if (p->kept)
        PUT("\tadd.s64 %%iqa%u, %.*s, %lld;\n", p->number, NAME(access->address),
            (long long)access->displacement);
    if (r->pending_count == 2)
        PUT("\tor.pred %%iqy, %%iqp%u, %%iqp%u;\n", r->pending[0].number, p->number);
    else if (r->pending_count > 2)
        PUT("\tor.pred %%iqy, %%iqy, %%iqp%u;\n", p->number);
    return p->number;
}

/* Puts the access [s] after its test, under a predicate of ours. */
static void put_access(struct rewriter *r, const struct iq_statement *s,
                       const struct iq_memory_access *access)
{
    const struct pending_text *same = same_test(r, s, access);
    if (!same && !add_site(r, s, access))
        return;
    uint32_t number = same ? same->number : put_new_test(r, s, access);
    put_zeroes(r, access, number);
    PUT(s->guarded ? "\t@%%iqo%u " : "\t@!%%iqp%u ", number);
    r->copied = r->body->tokens.data[s->opcode].text;
    copy_up_to(r, s->behind);
}

/* The registers that keep what was found last for addresses of this register. */
static uint32_t cache_of(struct rewriter *r, const struct iq_memory_access *access)
{
    for (uint32_t i = 0; i < r->caches.count; i++)
        if (same_name(r->caches.data[i].address, access->address) &&
            r->caches.data[i].bytes == access->bytes)
            return i;
    struct cache cache = { access->address, access->bytes };
    r->failed |= iq_vec_push(&r->caches, cache) != 0;
    return (uint32_t)r->caches.count - 1;
}

/* Out of line: the row of the table that %iqt lies in becomes the cache's; without one a record. */
static void put_search(struct rewriter *r, const struct iq_statement *s,
                       const struct iq_memory_access *access, uint32_t number, uint32_t cache)
{
    char back[24];
    snprintf(back, sizeof back, "$iq_k%u", number);
    COLD("$iq_l%u:\n", number);
    if (!iq_has_modifier(r->body, s, "global"))
        COLD("\tisspacep.global %%iqq, %%iqt;\n\t@!%%iqq bra %s;\n", back);
    COLD("\tmov.u32 %%iqr0, 0; cvt.u32.u64 %%iqr1, %%iqw%u;\n"
         "\tsetp.eq.u32 %%iqq, %%iqr1, 0;\n\t@%%iqq bra %s;\n",
         word_of(r, IQ_WORD_COUNT, 0, 0, 0), back);
    /* first the row as far from the last one as that was from the one before */
    COLD("\tadd.s32 %%iqr2, %%iqi%u, %%iqd%u; setp.lt.u32 %%iqq, %%iqr2, %%iqr1;\n"
         "\t@%%iqq bra $iq_r%u;\n",
         cache, cache, number);
    COLD("$iq_m%u:\n\tsetp.ge.u32 %%iqq, %%iqr0, %%iqr1;\n\t@%%iqq bra $iq_x%u;\n"
         "\tadd.u32 %%iqr2, %%iqr0, %%iqr1; shr.u32 %%iqr2, %%iqr2, 1;\n$iq_r%u:\n"
         "\tmul.wide.u32 %%iqu, %%iqr2, 16; add.s64 %%iqu, %%iqu, %%iqw%u;\n"
         "\tld.global.v2.u64 {%%iqb%u, %%iqz%u}, [%%iqu];\n",
         number, number, number, word_of(r, IQ_WORD_TABLE, 0, 0, 0), cache, cache);
    COLD("\tsetp.lt.u64 %%iqq, %%iqt, %%iqb%u;\n\t@%%iqq mov.u32 %%iqr1, %%iqr2;\n"
         "\t@%%iqq bra $iq_m%u;\n"
         "\tsub.s64 %%iqv, %%iqt, %%iqb%u; setp.lt.u64 %%iqq, %%iqv, %%iqz%u;\n"
         "\t@%%iqq bra $iq_f%u;\n\tadd.u32 %%iqr0, %%iqr2, 1;\n\tbra $iq_m%u;\n",
         cache, number, cache, cache, number, number);
    COLD("$iq_f%u:\n\tsub.s32 %%iqd%u, %%iqr2, %%iqi%u; mov.u32 %%iqi%u, %%iqr2;\n"
         "\tsetp.lt.u64 %%iqq, %%iqz%u, %u;\n"
         "\tsub.s64 %%iqz%u, %%iqz%u, %u;\n\t@%%iqq mov.u64 %%iqz%u, 0;\n"
         "\tsetp.lt.u64 %%iqq, %%iqv, %%iqz%u;\n\t@%%iqq bra %s;\n",
         number, cache, cache, cache, cache, access->bytes, cache, cache, access->bytes - 1, cache,
         cache, back);
    COLD("$iq_x%u:\n\tmov.u64 %%iqz%u, 0;\n", number, cache);
    put_record(r, (uint32_t)r->sites.count - 1, access, NULL, back);
    COLD("\tbra %s;\n", back);
}

/* Puts a look-up in front of the access [s], whose address nobody knows the origin of. */
static void put_lookup(struct rewriter *r, const struct iq_statement *s,
                       const struct iq_memory_access *access)
{
    char guard[96];
    const struct pending_text as = { .guard = s->guard,
                                     .guarded = s->guarded,
                                     .guard_not = s->guard_not };
    uint32_t number = r->lookups++, cache = cache_of(r, access);
    if (!add_site(r, s, access))
        return;
    PUT("\tadd.s64 %%iqt, %.*s, %lld;\n\tsub.s64 %%iqu, %%iqt, %%iqb%u;\n"
        "\tsetp.ge%s.u64 %%iqq, %%iqu, %%iqz%u%s;\n\t@%%iqq bra $iq_l%u;\n$iq_k%u:\n",
        NAME(access->address), (long long)access->displacement, cache, s->guarded ? ".and" : "",
        cache, guard_of(guard, &as), number, number);
    put_search(r, s, access, number, cache);
}

/* Does the kernel use memory of the driver's, as barriers of the grid do?  It is in no table. */
static bool uses_driver(const struct iq_body *body)
{
    for (uint32_t i = 0; i < body->tokens.count; i++)
        if (body->tokens.data[i].length > 7 && !memcmp(body->tokens.data[i].text, "%envreg", 7))
            return true;
    return false;
}

/* May the address be looked up?  Labels of ours cannot be in a scope of its own; the heap of
 * kernels is in no table. */
static bool is_searchable(const struct rewriter *r, const struct iq_statement *s,
                          const struct iq_memory_access *access)
{
    const struct iq_register *address = iq_body_register(r->body, access->address);
    return r->may_search && r->kernel_may_search && s->depth == 1 && r->lookups < LOOKUPS &&
           address && address->unknown && access->bytes;
}

/* May the access be tested: are all the memory that its address comes from known? */
static bool is_testable(const struct rewriter *r, const struct iq_memory_access *access)
{
    const struct iq_register *address = iq_body_register(r->body, access->address);
    return address && !address->unknown && address->root_count && access->bytes;
}

static uint32_t file_of(const struct rewriter *r, const struct iq_ptx_token *number)
{
    for (uint32_t i = 0; i < r->file_numbers.count; i++)
        if (r->file_numbers.data[i] == number->value)
            return i + 1;
    return 0;
}

/* ".loc 1 12 5, function_name $L__info_string0, inlined_at 2 7 3" */
static void note_place(struct rewriter *r, const struct iq_statement *s)
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

/* Has the segment to end in front of statement [index]? */
static bool ends_segment(const struct rewriter *r, uint32_t index)
{
    const struct iq_statement *s = &r->body->statements.data[index];
    return s->depth == 1 &&
           (s->kind == IQ_STATEMENT_OPEN || index + 1 == r->body->statements.count ||
            is_flow(r, s) || (s->kind == IQ_STATEMENT_INSTRUCTION && changes_pending(r, s)));
}

/* The statements of a kernel, all the tests among them. */
static void put_body(struct rewriter *r)
{
    uint32_t untested = 0; /* depth of the scope that branches; 0: none */
    for (uint32_t i = 0; i < r->body->statements.count && !r->failed; i++) {
        const struct iq_statement *s = &r->body->statements.data[i];
        struct iq_memory_access access;
        if (s->kind == IQ_STATEMENT_DIRECTIVE)
            note_place(r, s);
        if (ends_segment(r, i) || r->pending_count == PENDING) {
            copy_up_to(r, s->at);
            flush(r);
        }
        if (s->kind == IQ_STATEMENT_OPEN && !untested && has_flow(r, i))
            untested = s->depth + 1;
        if (s->kind == IQ_STATEMENT_CLOSE && s->depth == untested)
            untested = 0;
        if (i + 1 == r->body->statements.count)
            PUT("\tret;\n%s", iq_str_text(&r->cold));
        bool is_access = iq_access_read(r->body, s, &access);
        r->kernel->accesses += is_access;
        if (is_access && !untested && r->pending_count < PENDING && is_testable(r, &access)) {
            copy_up_to(r, s->at);
            put_access(r, s, &access);
            r->kernel->checked++;
        } else if (is_access && !untested && is_searchable(r, s, &access)) {
            copy_up_to(r, s->at);
            put_lookup(r, s, &access);
            r->kernel->checked++;
        }
        copy_up_to(r, s->behind);
    }
}

/* Everything that the tests need, in front of the first statement. */
static void put_declarations(struct rewriter *r)
{
    PUT("\n\t.reg .b64 %%iqt, %%iqu, %%iqv;\n\t.reg .b32 %%iqr<3>;\n\t.reg .pred %%iqq, %%iqy;\n"
        "\t.reg .pred %%iqp<%u>, %%iqo<%u>;\n\t.reg .b64 %%iqa<%u>, %%iqw<%u>;\n",
        r->tests + 1, r->tests + 1, r->tests + 1, (uint32_t)r->words.count + 1);
    PUT("\t.reg .b64 %%iqm<%u>;\n", r->kernel->root_count + 1);
    for (uint32_t i = 0; i < r->kernel->root_count; i++)
        if (r->kernel->roots[i].variable_bytes)
            PUT("\tmov.u64 %%iqm%u, %s;\n", i, r->kernel->roots[i].name);
    PUT("\t.reg .b64 %%iqb<%u>, %%iqz<%u>;\n\t.reg .b32 %%iqi<%u>, %%iqd<%u>;\n",
        (uint32_t)r->caches.count + 1, (uint32_t)r->caches.count + 1, (uint32_t)r->caches.count + 1,
        (uint32_t)r->caches.count + 1);
    for (uint32_t i = 0; i < r->caches.count; i++)
        PUT("\tmov.u64 %%iqb%u, 0; mov.u64 %%iqz%u, 0; mov.u32 %%iqi%u, 0;\n"
            "\tmov.u32 %%iqd%u, 1;\n",
            i, i, i, i);
    for (uint32_t i = 0; i < r->words.count; i++)
        PUT("\tld.param.u64 %%iqw%u, [" IQ_INSTRUMENT_HIDDEN "+%u];\n", i, i * 8);
}

static uint32_t round_up(uint32_t value, uint32_t unit) { return (value + unit - 1) / unit * unit; }

/* Where the pieces of a kernel's head are. */
struct head {
    struct iq_name name;
    const char *parameters_end; /* the closing parenthesis */
    const char *body;           /* after the opening brace */
    uint32_t parameter_bytes;
};

/* Reads ".param .align 8 .b8 name[24]" and the like up to the closing parenthesis. */
static int read_parameters(struct rewriter *r, struct iq_ptx_lexer *lexer, struct head *head)
{
    struct iq_ptx_token token;
    uint32_t bytes = 0, align = 0, elements = 1;
    bool aligns = false, pointer = false;
    struct iq_name name = { NULL, 0 };
    for (;;) {
        iq_ptx_lexer_next(lexer, &token);
        bool end = iq_token_is(&token, ')');
        if (token.kind == TK_END || token.kind == TK_BAD)
            return IQ_EFORMAT;
        if ((end || iq_token_is(&token, ',')) && name.length) {
            align = align ? align : bytes;
            head->parameter_bytes = round_up(head->parameter_bytes, align ? align : 1);
            struct iq_inst_parameter p = { name, head->parameter_bytes, bytes * elements };
            if (iq_vec_push(&r->body->parameters, p))
                return IQ_ENOMEM;
            head->parameter_bytes += bytes * elements;
            bytes = align = 0, elements = 1, name.length = 0, pointer = false;
        }
        if (end) {
            head->parameters_end = token.text;
            return 0;
        }
        if (token.kind == TK_DOT && iq_ptx_token_is(&token, "ptr"))
            pointer = true;
        else if (token.kind == TK_DOT && iq_type_bytes(&token))
            bytes = iq_type_bytes(&token);
        else if (token.kind == TK_INT && aligns && !pointer)
            align = (uint32_t)token.value;
        else if (token.kind == TK_INT && name.length)
            elements = (uint32_t)token.value;
        else if (token.kind == TK_IDENT)
            name = iq_token_name(&token);
        aligns = token.kind == TK_DOT && iq_ptx_token_is(&token, "align");
    }
}

/* Reads from after ".entry" to the brace.  IQ_EUNSUPPORTED: a declaration, or no parameters. */
static int read_kernel_head(struct rewriter *r, struct iq_ptx_lexer *lexer, struct head *head)
{
    struct iq_ptx_token token;
    iq_ptx_lexer_next(lexer, &token);
    if (token.kind != TK_IDENT)
        return IQ_EFORMAT;
    head->name = iq_token_name(&token);
    while (iq_ptx_lexer_next(lexer, &token), token.kind != TK_END && token.kind != TK_BAD) {
        int error = iq_token_is(&token, '(') ? read_parameters(r, lexer, head) : 0;
        if (error || iq_token_is(&token, ';'))
            return error ? error : IQ_EUNSUPPORTED;
        if (iq_token_is(&token, '{')) {
            head->body = lexer->at;
            return 0;
        }
        if (token.kind == TK_DOT)
            r->kernel->is_bounded |= iq_ptx_token_is(&token, "maxntid") ||
                                     iq_ptx_token_is(&token, "reqntid") ||
                                     iq_ptx_token_is(&token, "maxnreg");
    }
    return IQ_EFORMAT;
}

static char *copy_name(struct iq_name name)
{
    char *copy = malloc(name.length + 1);
    if (copy) {
        memcpy(copy, name.text, name.length);
        copy[name.length] = 0;
    }
    return copy;
}

static struct iq_name name_of_root(const struct rewriter *r, const struct iq_instrument_root *root)
{
    return root->variable_bytes ? r->variables.data[root->argument].name
                                : r->body->parameters.data[root->argument].name;
}

/* The hidden parameter, after the kernel's own; the kernel's description. */
static int keep_kernel(struct rewriter *r, const struct head *head, const struct iq_str *body)
{
    struct iq_instrument_kernel *kernel = r->kernel;
    kernel->name = copy_name(head->name);
    kernel->parameter_count = (uint32_t)r->body->parameters.count;
    kernel->parameter_bytes = head->parameter_bytes;
    kernel->hidden_offset = round_up(head->parameter_bytes, 8);
    kernel->roots = r->body->roots.data;
    for (uint32_t i = 0; i < r->body->roots.count; i++)
        kernel->roots[i].name = copy_name(name_of_root(r, &kernel->roots[i]));
    kernel->root_count = (uint32_t)r->body->roots.count;
    kernel->words = r->words.data;
    kernel->word_count = (uint32_t)r->words.count;
    memset(&r->body->roots, 0, sizeof r->body->roots);
    copy_up_to(r, head->parameters_end);
    PUT("%s\n\t.param .align 8 .b8 " IQ_INSTRUMENT_HIDDEN "[%u]\n",
        kernel->parameter_count ? "," : "", kernel->word_count * 8);
    copy_up_to(r, head->parameters_end + 1);
    for (uint32_t i = 0; i < r->cap_count; i++)
        if (!strcmp(r->caps[i].kernel, kernel->name))
            PUT("\n.maxntid %u, 1, 1\n", r->caps[i].threads);
    copy_up_to(r, head->body);
    put_declarations(r);
    memset(&r->words, 0, sizeof r->words);
    iq_str_put(&r->text, body->data, body->length);
    return iq_vec_push(&r->kernels, *kernel);
}

/* Instruments the kernel after ".entry", or leaves it as it is. */
static int do_kernel(struct rewriter *r, struct iq_ptx_lexer *lexer)
{
    struct iq_body body = { .variables = r->variables.data,
                            .variable_count = (uint32_t)r->variables.count };
    struct iq_instrument_kernel kernel = { .name = NULL };
    struct head head = { .parameters_end = NULL };
    struct iq_str outer;
    const char *copied = r->copied;
    uint32_t sites = (uint32_t)r->sites.count;
    r->body = &body;
    r->kernel = &kernel;
    int error = read_kernel_head(r, lexer, &head);
    if (!error)
        error = iq_body_read(&body, lexer);
    if (!error)
        error = iq_origins_find(&body);
    if (error || !head.parameters_end) {
        iq_body_finish(&body);
        return error == IQ_EUNSUPPORTED ? 0 : error;
    }
    outer = r->text;
    iq_str_init_heap(&r->text);
    iq_str_init_heap(&r->cold);
    r->copied = head.body;
    r->tests = r->segments = r->pending_count = r->place = r->lookups = 0;
    r->caches.count = 0;
    r->kernel_may_search = !uses_driver(&body);
    r->places.count = 0;
    put_body(r);
    struct iq_str text = r->text;
    r->text = outer;
    if (kernel.checked && r->words.count * 8 + head.parameter_bytes + 8 <= PARAMETER_BYTES) {
        const char *behind = r->copied;
        r->copied = copied;
        error = keep_kernel(r, &head, &text);
        r->copied = behind;
    } else {
        r->copied = copied;
        r->sites.count = sites;
    }
    iq_str_finish(&text);
    iq_str_finish(&r->cold);
    iq_vec_finish(&r->words);
    iq_body_finish(&body);
    return r->failed || text.truncated ? IQ_ENOMEM : error;
}

/* A function that kernels call: how many accesses go untested. */
static int do_function(struct rewriter *r, struct iq_ptx_lexer *lexer)
{
    struct iq_body body = { .slots = NULL };
    struct iq_memory_access access;
    struct iq_ptx_token token;
    int error = 0;
    while (iq_ptx_lexer_next(lexer, &token), token.kind != TK_END && !iq_token_is(&token, ';'))
        if (iq_token_is(&token, '{')) {
            error = iq_body_read(&body, lexer);
            break;
        }
    for (uint32_t i = 0; i < body.statements.count && !error; i++)
        r->out->other_accesses += iq_access_read(&body, &body.statements.data[i], &access);
    iq_body_finish(&body);
    return error;
}

/* ".file 1 "name"": its number and its name. */
static int note_file(struct rewriter *r, struct iq_ptx_lexer *lexer)
{
    struct iq_ptx_token number, name;
    iq_ptx_lexer_next(lexer, &number);
    iq_ptx_lexer_next(lexer, &name);
    if (number.kind != TK_INT || name.kind != TK_STRING)
        return 0;
    char *copy = copy_name(iq_token_name(&name));
    if (!copy)
        return IQ_ENOMEM;
    if (iq_vec_push(&r->files, copy)) {
        free(copy);
        return IQ_ENOMEM;
    }
    return iq_vec_push(&r->file_numbers, (uint32_t)number.value);
}

/* ".global .align 4 .b8 table[400];": a variable of known size.  In front of "global" there may be
 * .visible or .weak; what is .extern has its size elsewhere. */
static int note_variable(struct rewriter *r, struct iq_ptx_lexer *lexer)
{
    struct iq_inst_variable variable = { .bytes = 0 };
    struct iq_ptx_token token;
    bool index = false;
    while (iq_ptx_lexer_next(lexer, &token), token.kind != TK_END && token.kind != TK_BAD &&
                                                 !iq_token_is(&token, ';') &&
                                                 !iq_token_is(&token, '=')) {
        if (token.kind == TK_DOT && iq_type_bytes(&token))
            variable.bytes = iq_type_bytes(&token);
        else if (token.kind == TK_IDENT && variable.bytes && !variable.name.length)
            variable.name = iq_token_name(&token);
        else if (token.kind == TK_INT && index)
            variable.bytes *= token.value;
        else if (iq_token_is(&token, ']') && index)
            return 0; /* of as many elements as the initialiser has */
        else if (iq_token_is(&token, ','))
            return 0;
        index = iq_token_is(&token, '[');
    }
    bool known = variable.name.length && variable.bytes && variable.bytes < (uint64_t)1 << 40;
    return known ? iq_vec_push(&r->variables, variable) : 0;
}

/* One pass over the module: over its files and variables, or over its functions. */
static int walk(struct rewriter *r, const char *text, size_t size, bool files)
{
    struct iq_ptx_lexer lexer;
    struct iq_ptx_token token;
    uint32_t depth = 0;
    bool external = false;
    int error = 0;
    iq_ptx_lexer_init(&lexer, text, size);
    while (!error && (iq_ptx_lexer_next(&lexer, &token), token.kind != TK_END)) {
        if (token.kind == TK_BAD)
            return IQ_EFORMAT;
        depth += iq_token_is(&token, '{');
        depth -= depth && iq_token_is(&token, '}');
        if (token.kind != TK_DOT)
            continue;
        if (files && iq_ptx_token_is(&token, "file"))
            error = note_file(r, &lexer);
        else if (files && !depth && iq_ptx_token_is(&token, "global") && !external)
            error = note_variable(r, &lexer);
        else if (!files && iq_ptx_token_is(&token, "entry"))
            error = do_kernel(r, &lexer);
        else if (!files && iq_ptx_token_is(&token, "func"))
            error = do_function(r, &lexer);
        external = iq_ptx_token_is(&token, "extern");
    }
    copy_up_to(r, files ? r->copied : lexer.at);
    return error;
}

/* After .address_size, where declarations may begin; NULL: not found. */
static const char *declarations_start(const char *text, size_t size)
{
    struct iq_ptx_lexer lexer;
    struct iq_ptx_token token;
    iq_ptx_lexer_init(&lexer, text, size);
    while (iq_ptx_lexer_next(&lexer, &token), token.kind != TK_END && token.kind != TK_BAD)
        if (token.kind == TK_DOT && iq_ptx_token_is(&token, "address_size")) {
            iq_ptx_lexer_next(&lexer, &token);
            return token.kind == TK_INT && token.value == 64 ? lexer.at : NULL;
        }
    return NULL;
}

static int instrument(struct rewriter *r, const char *text, size_t size, const char **why)
{
    const char *start = declarations_start(text, size);
    *why = "its PTX cannot be read";
    if (size > TEXT_BYTES_MAX || !start)
        return IQ_EUNSUPPORTED;
    *why = "its kernels launch kernels themselves";
    if (memmem(text, size, "cudaGetParameterBuffer", 22) ||
        memmem(text, size, "cudaLaunchDevice", 16))
        return IQ_EUNSUPPORTED;
    struct iq_str whole;
    r->may_search = !memmem(text, size, "malloc", 6);
    r->copied = start;
    int error = walk(r, text, size, true);
    if (!error)
        error = walk(r, text, size, false);
    *why =
        error == IQ_EFORMAT ? "its PTX cannot be read" : "no access of its kernels can be checked";
    if (error || !r->kernels.count)
        return error == IQ_ENOMEM ? error : IQ_EUNSUPPORTED;
    iq_str_init_heap(&whole);
    iq_str_put(&whole, text, (size_t)(start - text));
    iq_str_printf(&whole, "\n.global .align 8 .b8 " IQ_INSTRUMENT_COUNTERS "[%u];\n",
                  (uint32_t)r->sites.count * 8);
    iq_str_put(&whole, r->text.data, r->text.length);
    r->out->size = whole.length;
    r->out->text = whole.truncated ? (iq_str_finish(&whole), NULL) : iq_str_take(&whole);
    return r->out->text ? 0 : IQ_ENOMEM;
}

int iq_instrument(const char *text, size_t size, const struct iq_instrument_cap *caps,
                  uint32_t cap_count, struct iq_instrumented *out, const char **why)
{
    struct rewriter r = { .out = out, .caps = caps, .cap_count = cap_count };
    const char *ignored;
    size = strnlen(text, size);
    memset(out, 0, sizeof *out);
    iq_str_init_heap(&r.text);
    int error = instrument(&r, text, size, why ? why : &ignored);
    iq_str_finish(&r.text);
    iq_vec_finish(&r.file_numbers);
    iq_vec_finish(&r.places);
    iq_vec_finish(&r.variables);
    iq_vec_finish(&r.caches);
    out->kernels = r.kernels.data;
    out->kernel_count = (uint32_t)r.kernels.count;
    out->sites = r.sites.data;
    out->site_count = (uint32_t)r.sites.count;
    out->files = r.files.data;
    out->file_count = (uint32_t)r.files.count;
    if (error)
        iq_instrumented_finish(out);
    return error;
}

void iq_instrumented_finish(struct iq_instrumented *out)
{
    for (uint32_t i = 0; i < out->kernel_count; i++) {
        for (uint32_t k = 0; k < out->kernels[i].root_count; k++)
            free(out->kernels[i].roots[k].name);
        free(out->kernels[i].name);
        free(out->kernels[i].roots);
        free(out->kernels[i].words);
    }
    for (uint32_t i = 0; i < out->file_count; i++)
        free(out->files[i]);
    free(out->kernels);
    free(out->sites);
    free(out->files);
    free(out->text);
    memset(out, 0, sizeof *out);
}
