/* Look-ups: an address that comes from no argument is searched for in the table of all memory.  The
 * row that was found last stays in registers, and so does where in the table it was: arrays of
 * pointers often follow the table row by row, which is guessed before it is searched. */
#include <stdio.h>

#include "instrument/rewriter.h"

/* A row that is further away than STEP is a jump, from which the steps go on as before it. */
enum { LOOKUPS = 32, STEP = 64 };

void iq_lookups_begin(struct rewriter *r)
{
    r->caches.count = r->guesses.count = 0;
    r->lookups = r->indexes = r->guessed = r->guessed_rows = 0;
}

/* The guess of [s]; NULL: it is not looked up so far. */
static const struct guess *guess_of(const struct rewriter *r, const struct iq_statement *s)
{
    uint32_t statement = (uint32_t)(s - r->body->statements.data);
    for (uint32_t i = 0; i < r->guesses.count; i++)
        if (r->guesses.data[i].statement == statement)
            return &r->guesses.data[i];
    return NULL;
}

/* Labels of ours cannot be in a scope of its own; the heap of kernels is in no table. */
bool iq_lookups_is_possible(const struct rewriter *r, const struct iq_statement *s,
                            const struct iq_memory_access *access)
{
    const struct iq_register *address = iq_body_register(r->body, access->address);
    return access->space == IQ_SPACE_GLOBAL && r->may_search && r->may_search_here &&
           s->depth == 1 && (r->guesses.count < LOOKUPS || guess_of(r, s)) && address &&
           (address->unknown || !address->root_count || r->role == IQ_ROLE_FUNCTION) &&
           access->bytes;
}

uint32_t iq_lookups_cache(struct rewriter *r, struct iq_name address_name, uint32_t bytes)
{
    const struct iq_register *address = iq_body_register(r->body, address_name);
    bool known = !address->unknown && address->root_count == 1;
    struct cache cache = { known ? iq_root_name(r->body, address->roots[0]) : address_name, bytes,
                           (uint32_t)r->caches.count };
    if (r->ends_threads)
        cache.origin = (struct iq_name){ "", 0 }; /* one for all: they cost registers */
    for (uint32_t i = (uint32_t)r->caches.count; i-- > 0;) {
        if (!iq_name_equals(r->caches.data[i].origin, cache.origin))
            continue;
        if (r->caches.data[i].bytes == cache.bytes)
            return i;
        cache.stride = r->caches.data[i].stride;
    }
    r->failed |= iq_vec_push(&r->caches, cache) != 0;
    return (uint32_t)r->caches.count - 1;
}

uint32_t iq_lookups_add(struct rewriter *r, uint32_t statement, struct iq_name origin,
                        uint32_t index)
{
    struct guess guess = { statement, index == UINT32_MAX ? r->indexes++ : index, origin };
    r->failed |= iq_vec_push(&r->guesses, guess) != 0;
    return guess.index;
}

void iq_lookups_put_record(struct rewriter *r, uint32_t index,
                           const struct iq_memory_access *access, const uint32_t *root,
                           const char *label)
{
    if (r->has_active_mask)
        COLD("\tactivemask.b32 %%iqr1;\n");
    iq_notes_put(r, &r->cold, index, access, root, label);
    COLD("%s:\n", label);
    if (r->has_active_mask)
        COLD("\tbar.warp.sync %%iqr1;\n");
}

/* The row that will be guessed next time: it would take longer to read than all the rest. */
static void put_prefetch(struct rewriter *r, uint32_t index, uint32_t stride)
{
    COLD("\tadd.s32 %%iqr2, %%iqi%u, %%iqd%u; cvt.u32.u64 %%iqr0, %%iqw%u;\n"
         "\tsetp.lt.u32 %%iqq, %%iqr2, %%iqr0; mad.wide.u32 %%iqu, %%iqr2, 16, %%iqw%u;\n"
         "\t@%%iqq prefetch.global.L1 [%%iqu];\n",
         index, stride, iq_rewriter_word(r, IQ_WORD_COUNT, 0, 0, 0),
         iq_rewriter_word(r, IQ_WORD_TABLE, 0, 0, 0));
}

/* Out of line: the row that comes next, if %iqt lies in it. */
static void put_guess(struct rewriter *r, uint32_t number, uint32_t cache, uint32_t index)
{
    uint32_t rows = iq_rewriter_word(r, IQ_WORD_COUNT, 0, 0, 0),
             table = iq_rewriter_word(r, IQ_WORD_TABLE, 0, 0, 0),
             stride = r->caches.data[cache].stride;
    COLD("\tcvt.u32.u64 %%iqr1, %%iqw%u; add.s32 %%iqr2, %%iqi%u, %%iqd%u;\n"
         "\tsetp.ge.u32 %%iqq, %%iqr2, %%iqr1;\n\t@%%iqq bra $iq_o%u;\n"
         "\tmad.wide.u32 %%iqu, %%iqr2, 16, %%iqw%u;\n"
         "\tld.global.v2.u64 {%%iqb%u, %%iqz%u}, [%%iqu];\n"
         "\tsub.s64 %%iqv, %%iqt, %%iqb%u; setp.lt.u64 %%iqq, %%iqv, %%iqz%u;\n"
         "\t@%%iqq bra $iq_w%u;\n$iq_o%u:\n",
         rows, index, stride, number, table, cache, cache, cache, cache, number, number);
}

/* Out of line: %iqt lies in the row %iqr2, which becomes the cache's if all of the access does. */
static void put_found(struct rewriter *r, const struct iq_memory_access *access, uint32_t number,
                      uint32_t cache, uint32_t index)
{
    COLD("$iq_w%u:\n\tsub.s64 %%iqv, %%iqz%u, %%iqv; setp.lt.u64 %%iqq, %%iqv, %u;\n"
         "\t@%%iqq bra $iq_x%u;\n\tsub.s64 %%iqz%u, %%iqz%u, %u;\n",
         number, cache, access->bytes, number, cache, cache, access->bytes - 1);
    if (!r->ends_threads) {
        COLD("\tmov.u32 %%iqi%u, %%iqr2;\n", index);
        put_prefetch(r, index, r->caches.data[cache].stride);
    }
    COLD("\tbra $iq_k%u;\n", number);
}

/* Out of line: the row of the table that %iqt lies in becomes the cache's; without one a record. */
static void put_search(struct rewriter *r, const struct iq_statement *s,
                       const struct iq_memory_access *access, uint32_t number, uint32_t cache,
                       uint32_t index)
{
    uint32_t rows = iq_rewriter_word(r, IQ_WORD_COUNT, 0, 0, 0),
             table = iq_rewriter_word(r, IQ_WORD_TABLE, 0, 0, 0);
    COLD("$iq_l%u:\n", number);
    if (!iq_has_modifier(r->body, s, "global"))
        COLD("\tisspacep.global %%iqq, %%iqt;\n\t@!%%iqq bra $iq_k%u;\n", number);
    if (!r->ends_threads)
        put_guess(r, number, cache, index);
    COLD("\tcvt.u32.u64 %%iqr1, %%iqw%u; setp.eq.u32 %%iqq, %%iqr1, 0;\n\t@%%iqq bra $iq_k%u;\n"
         "\tmov.u32 %%iqr0, 0;\n",
         rows, number);
    COLD("$iq_m%u:\n\tsetp.ge.u32 %%iqq, %%iqr0, %%iqr1;\n\t@%%iqq bra $iq_x%u;\n"
         "\tadd.u32 %%iqr2, %%iqr0, %%iqr1; shr.u32 %%iqr2, %%iqr2, 1;\n"
         "\tmad.wide.u32 %%iqu, %%iqr2, 16, %%iqw%u;\n"
         "\tld.global.v2.u64 {%%iqb%u, %%iqz%u}, [%%iqu];\n",
         number, number, table, cache, cache);
    COLD("\tsetp.lt.u64 %%iqq, %%iqt, %%iqb%u;\n\t@%%iqq mov.u32 %%iqr1, %%iqr2;\n"
         "\t@%%iqq bra $iq_m%u;\n"
         "\tsub.s64 %%iqv, %%iqt, %%iqb%u; setp.lt.u64 %%iqq, %%iqv, %%iqz%u;\n"
         "\t@!%%iqq add.u32 %%iqr0, %%iqr2, 1;\n\t@!%%iqq bra $iq_m%u;\n",
         cache, number, cache, cache, number);
    if (!r->ends_threads)
        COLD("\tsub.s32 %%iqr0, %%iqr2, %%iqi%u; abs.s32 %%iqr1, %%iqr0;\n"
             "\tsetp.le.u32 %%iqq, %%iqr1, %u; @%%iqq mov.b32 %%iqd%u, %%iqr0;\n",
             index, STEP, r->caches.data[cache].stride);
    put_found(r, access, number, cache, index);
    COLD("$iq_x%u:\n\tmov.u64 %%iqz%u, 0;\n", number, cache);
    char label[24];
    snprintf(label, sizeof label, "$iq_j%u", number);
    iq_lookups_put_record(r, (uint32_t)r->sites.count - 1, access, NULL, label);
    COLD("\tbra $iq_k%u;\n", number);
}

void iq_lookups_put(struct rewriter *r, const struct iq_statement *s,
                    const struct iq_memory_access *access)
{
    char guard[96];
    if (!guess_of(r, s))
        iq_lookups_add(r, (uint32_t)(s - r->body->statements.data), access->address, UINT32_MAX);
    const struct guess *guess = guess_of(r, s);
    if (!guess)
        return;
    uint32_t number = r->lookups++, cache = iq_lookups_cache(r, guess->origin, access->bytes);
    if (!iq_rewriter_add_site(r, s, access, true, IQ_CHECK_BOUNDS))
        return;
    PUT("\tadd.s64 %%iqt, %.*s, %lld;\n\tsub.s64 %%iqu, %%iqt, %%iqb%u;\n"
        "\tsetp.ge%s.u64 %%iqq, %%iqu, %%iqz%u%s;\n\t@%%iqq bra $iq_l%u;\n$iq_k%u:\n",
        NAME(access->address), (long long)access->displacement, cache, s->guarded ? ".and" : "",
        cache, iq_rewriter_guard(guard, s->guarded, s->guard_not, s->guard), number, number);
    put_search(r, s, access, number, cache, guess->index);
}

static void put_distance(struct iq_str *to, const struct lookup *l, const char *base,
                         uint32_t number)
{
    iq_str_printf(to, "\tadd.s64 %%iqt, %.*s, %lld; sub.s64 %%iqt, %%iqt, %s%u;\n",
                  NAME(l->tested->access.address), (long long)l->tested->access.displacement, base,
                  number);
}

/* %iqy: an address is not in the row that its cache holds. */
static void put_known(struct rewriter *r, const struct lookup *lookups, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const struct tested *t = lookups[i].tested;
        uint32_t cache = lookups[i].cache;
        char guard[96];
        put_distance(&r->text, &lookups[i], "%iqb", cache);
        PUT("\tsetp.ge%s.u64 %s, %%iqt, %%iqz%u%s;\n", t->guarded ? ".and" : "",
            i ? "%iqq" : "%iqy", cache,
            iq_rewriter_guard(guard, t->guarded, t->guard_not, t->guard));
        if (i)
            PUT("\tor.pred %%iqy, %%iqy, %%iqq;\n");
    }
}

/* %iqy: an address is not in the row that was guessed for it.  All rows are read at once. */
static void put_guesses(struct rewriter *r, const struct lookup *lookups, uint32_t count,
                        const char *label)
{
    uint32_t rows = iq_rewriter_word(r, IQ_WORD_COUNT, 0, 0, 0),
             table = iq_rewriter_word(r, IQ_WORD_TABLE, 0, 0, 0);
    COLD("\tcvt.u32.u64 %%iqr1, %%iqw%u; setp.eq.u32 %%iqq, %%iqr1, 0; @%%iqq bra %s;\n"
         "\tsub.s32 %%iqr1, %%iqr1, 1;\n",
         rows, label);
    for (uint32_t i = 0; i < count; i++)
        COLD("\tadd.s32 %%iqr2, %%iqi%u, %%iqd%u; min.u32 %%iqr2, %%iqr2, %%iqr1;\n"
             "\tmad.wide.u32 %%iqu, %%iqr2, 16, %%iqw%u;\n"
             "\tld.global.v2.u64 {%%iqlb%u, %%iqlz%u}, [%%iqu];\n",
             lookups[i].index, r->caches.data[lookups[i].cache].stride, table, i, i);
    for (uint32_t i = 0; i < count; i++) {
        const struct tested *t = lookups[i].tested;
        put_distance(&r->cold, &lookups[i], "%iqlb", i);
        COLD("\tsetp.ge.u64 %%iqq, %%iqt, %%iqlz%u; sub.s64 %%iqt, %%iqlz%u, %%iqt;\n"
             "\tsetp.lt.or.u64 %%iqq, %%iqt, %u, %%iqq;\n",
             i, i, t->access.bytes);
        if (t->guarded)
            COLD("\t@%s%.*s xor.pred %%iqq, %%iqq, %%iqq;\n", t->guard_not ? "" : "!",
                 NAME(t->guard));
        COLD(i ? "\tor.pred %%iqy, %%iqy, %%iqq;\n" : "\tmov.pred %%iqy, %%iqq;\n");
    }
}

/* The rows that were guessed rightly are those that were found last. */
static void put_taken(struct rewriter *r, const struct lookup *lookups, uint32_t count)
{
    uint32_t rows = iq_rewriter_word(r, IQ_WORD_COUNT, 0, 0, 0);
    COLD("\tcvt.u32.u64 %%iqr1, %%iqw%u; sub.s32 %%iqr1, %%iqr1, 1;\n", rows);
    for (uint32_t i = 0; i < count; i++) {
        const struct lookup *l = &lookups[i];
        COLD("\tadd.s32 %%iqi%u, %%iqi%u, %%iqd%u; min.u32 %%iqi%u, %%iqi%u, %%iqr1;\n", l->index,
             l->index, r->caches.data[l->cache].stride, l->index, l->index);
        COLD("\tmov.b64 %%iqb%u, %%iqlb%u; sub.s64 %%iqz%u, %%iqlz%u, %u;\n", l->cache, i, l->cache,
             i, l->tested->access.bytes - 1);
    }
    /* what lies between the first and the last is often in the same lines of the cache */
    put_prefetch(r, lookups[0].index, r->caches.data[lookups[0].cache].stride);
    if (count > 1)
        put_prefetch(r, lookups[count - 1].index, r->caches.data[lookups[count - 1].cache].stride);
}

void iq_lookups_put_ahead(struct rewriter *r, const struct lookup *lookups, uint32_t count,
                          const char *label)
{
    uint32_t number = r->guessed++;
    put_known(r, lookups, count);
    if (r->ends_threads) {
        PUT("\t@%%iqy bra %s;\n", label);
        return;
    }
    PUT("\t@%%iqy bra $iq_f%u;\n$iq_g%u:\n", number, number);
    COLD("$iq_f%u:\n", number);
    put_guesses(r, lookups, count, label);
    COLD("\t@%%iqy bra %s;\n", label);
    put_taken(r, lookups, count);
    COLD("\tbra $iq_g%u;\n", number);
    r->guessed_rows = count > r->guessed_rows ? count : r->guessed_rows;
}

void iq_lookups_put_declarations(struct rewriter *r)
{
    uint32_t caches = (uint32_t)r->caches.count;
    PUT("\t.reg .b64 %%iqb<%u>, %%iqz<%u>, %%iqlb<%u>, %%iqlz<%u>;\n"
        "\t.reg .b32 %%iqd<%u>, %%iqi<%u>;\n",
        caches + 1, caches + 1, r->guessed_rows + 1, r->guessed_rows + 1, caches + 1,
        r->indexes + 1);
    for (uint32_t i = 0; i < caches; i++)
        PUT("\tmov.u64 %%iqb%u, 0; mov.u64 %%iqz%u, 0; mov.u32 %%iqd%u, 1;\n", i, i, i);
    for (uint32_t i = 0; i < r->indexes; i++)
        PUT("\tmov.u32 %%iqi%u, 0;\n", i);
}
