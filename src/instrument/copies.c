/* Asynchronous copies that have several addresses, or as many bytes as a register says: in bulk
 * (cp.async.bulk, cp.reduce.async.bulk), with a source size (cp.async), to another block of the
 * cluster (st.async, red.async); what else is done with their mbarriers; and whole tiles
 * (wmma.load, wmma.store).  Each address is
 * tested in front of the statement, which is left out if one is wrong.  Whoever waits at an
 * mbarrier for the bytes of a copy that was left out is told that they came. */
#include <stdio.h>
#include <string.h>

#include "instrument/rewriter.h"

enum { SIDES = 3, CHUNK = 16 /* of a bulk copy */, BARRIER_BYTES = 8 };

/* An address of a copy. */
struct side {
    struct iq_memory_access access; /* .bytes: of what a report tells of */
    bool sized;                     /* the copy's size says how many there are */
    bool is_barrier;                /* that is told of the copy */
};

struct copy {
    struct side sides[SIDES];
    uint32_t count;
    const struct iq_ptx_token *size; /* of the sized sides, a number or a register; NULL: .bytes */
    uint32_t bytes;                  /* ... or what a predicate in .size does not make nothing */
    bool by_predicate;
    /* Copied one after the other, as the software device does it: the first wrong chunk is told;
     * 0: all at once. */
    uint32_t chunk;
    uint32_t barrier, barrier_end;     /* tokens of the mbarrier's operand; 0: there is none */
    const struct iq_ptx_token *blocks; /* a mask of blocks of the cluster, each with one; NULL */
    const struct iq_ptx_token *answer; /* a register that is written; NULL: none */
    bool is_access;                    /* the statement is put, or left out, by its source */
    /* A tile: so many lines of .line_bits; they begin .size elements apart, or .pitch bits. .loaded
     * is the token of its destinations.  All lanes leave it out.  0: it is none. */
    uint32_t lines, line_bits, element_bits, pitch, loaded;
};

/* The first token of operand [index]; .end of [s]: there are fewer. */
static uint32_t operand_at(const struct iq_body *body, const struct iq_statement *s, uint32_t index)
{
    const struct iq_ptx_token *t = body->tokens.data;
    uint32_t at = s->operands, depth = 0;
    for (; at < s->end && (index || depth); at++) {
        depth += iq_token_is(&t[at], '[') || iq_token_is(&t[at], '{');
        depth -= depth && (iq_token_is(&t[at], ']') || iq_token_is(&t[at], '}'));
        index -= !depth && iq_token_is(&t[at], ',');
    }
    return at;
}

/* The single token of operand [index]; NULL: it has several, or there is none. */
static const struct iq_ptx_token *value_at(const struct iq_body *body, const struct iq_statement *s,
                                           uint32_t index)
{
    const struct iq_ptx_token *t = &body->tokens.data[operand_at(body, s, index)],
                              *end = &body->tokens.data[s->end];
    bool alone = t < end && (t + 1 == end || iq_token_is(t + 1, ','));
    return alone && (t->kind == TK_INT || t->kind == TK_IDENT) ? t : NULL;
}

/* Of the state spaces that the modifiers name, number [index] is that of [access]; false: there are
 * fewer. */
static bool read_space(const struct iq_body *body, const struct iq_statement *s, uint32_t index,
                       struct iq_memory_access *access)
{
    for (uint32_t i = s->opcode + 1; i < s->operands; i++) {
        struct iq_name name = iq_token_name(&body->tokens.data[i]);
        bool global = iq_name_is(name, "global"), of_cluster = iq_name_is(name, "shared::cluster");
        if (!global && !of_cluster && !iq_name_is(name, "shared") &&
            !iq_name_is(name, "shared::cta"))
            continue;
        access->space = global ? IQ_SPACE_GLOBAL : IQ_SPACE_SHARED;
        access->of_cluster = of_cluster;
        if (!index--)
            return true;
    }
    return false;
}

/* Adds the address in operand [index]; what is no register with a displacement is not tested. */
static void add_side(const struct iq_body *body, const struct iq_statement *s, struct copy *copy,
                     uint32_t index, const struct side *side)
{
    copy->sides[copy->count] = *side;
    copy->count +=
        iq_address_read(body, operand_at(body, s, index), s->end, &copy->sides[copy->count].access);
}

static const struct side any_barrier = { .access = { .bytes = BARRIER_BYTES,
                                                     .alignment = BARRIER_BYTES,
                                                     .is_write = true,
                                                     .is_atomic = true,
                                                     .space = IQ_SPACE_SHARED } };

/* mbarrier.try_wait.shared.b64 answer, [barrier], ...; cp.async.mbarrier.arrive.shared.b64 [..] */
static bool read_arrival(const struct iq_body *body, const struct iq_statement *s,
                         struct copy *copy)
{
    const struct iq_ptx_token *t = body->tokens.data;
    bool answers = s->operands < s->end && !iq_token_is(&t[s->operands], '[');
    struct side barrier = any_barrier;
    copy->answer = answers ? value_at(body, s, 0) : NULL;
    if (!read_space(body, s, 0, &barrier.access) || barrier.access.space != IQ_SPACE_SHARED)
        return false;
    add_side(body, s, copy, answers, &barrier);
    return copy->count;
}

/* The mbarrier in operand [index], of the block that the copy goes to. */
static bool read_barrier(const struct iq_body *body, const struct iq_statement *s,
                         struct copy *copy, uint32_t index, bool of_cluster)
{
    struct side barrier = any_barrier;
    barrier.access.of_cluster = of_cluster;
    barrier.is_barrier = true;
    uint32_t end = operand_at(body, s, index), count = copy->count;
    add_side(body, s, copy, index, &barrier);
    copy->barrier = end;
    while (end < s->end && !iq_token_is(&body->tokens.data[end], ']'))
        end++;
    copy->barrier_end = end;
    return copy->count > count;
}

/* st.async.shared::cluster.mbarrier::complete_tx::bytes.TYPE [to], value, [mbarrier] */
static bool read_store(const struct iq_body *body, const struct iq_statement *s, struct copy *copy)
{
    uint32_t element = iq_access_element_bytes(body, s), count = iq_has_modifier(body, s, "v4") ? 4
                                                                 : iq_has_modifier(body, s, "v2")
                                                                     ? 2
                                                                     : 1;
    bool reduces = iq_name_is(iq_token_name(&body->tokens.data[s->opcode]), "red");
    struct side to = { .access = { .bytes = element,
                                   .alignment = element,
                                   .is_write = true,
                                   .is_atomic = reduces },
                       .sized = true };
    copy->bytes = element * count;
    copy->chunk = element;
    if (!element || !iq_has_modifier(body, s, "mbarrier::complete_tx::bytes") ||
        !read_space(body, s, 0, &to.access) || to.access.space != IQ_SPACE_SHARED)
        return false;
    add_side(body, s, copy, 0, &to);
    return read_barrier(body, s, copy, 2, to.access.of_cluster);
}

/* cp.async.bulk.DESTINATION.SOURCE.mbarrier::... [to], [from], size, [mbarrier], blocks */
static bool read_bulk(const struct iq_body *body, const struct iq_statement *s, struct copy *copy)
{
    bool reduces = iq_has_modifier(body, s, "reduce");
    struct side to = { .access = { .bytes = CHUNK,
                                   .alignment = CHUNK,
                                   .is_write = true,
                                   .is_atomic = reduces },
                       .sized = true },
                from = { .access = { .bytes = CHUNK, .alignment = CHUNK }, .sized = true };
    bool to_many = iq_has_modifier(body, s, "multicast::cluster");
    copy->chunk = CHUNK;
    copy->size = value_at(body, s, 2);
    copy->blocks = to_many ? value_at(body, s, 4) : NULL;
    if (!copy->size || (to_many && !copy->blocks) || !read_space(body, s, 0, &to.access) ||
        !read_space(body, s, 1, &from.access))
        return false;
    add_side(body, s, copy, 1, &from);
    add_side(body, s, copy, 0, &to);
    return !iq_has_modifier(body, s, "mbarrier::complete_tx::bytes") ||
           read_barrier(body, s, copy, 3, to.access.of_cluster);
}

/* cp.async.ca.shared.global [to], [from], 16, size or predicate, policy; with three operands only
 * its destination: the source is an access as others are. */
static bool read_single(const struct iq_body *body, const struct iq_statement *s, struct copy *copy)
{
    const struct iq_ptx_token *most = value_at(body, s, 2);
    uint32_t sized = iq_has_modifier(body, s, "L2::cache_hint") ? 4 : 3;
    if (!most || most->kind != TK_INT || most->value > CHUNK)
        return false;
    copy->bytes = (uint32_t)most->value;
    copy->is_access = operand_at(body, s, 3) == s->end;
    copy->size = !copy->is_access && (operand_at(body, s, sized) < s->end || sized == 3)
                     ? value_at(body, s, 3)
                     : most;
    if (!copy->size)
        return false;
    copy->by_predicate =
        copy->size->kind == TK_IDENT && !iq_body_register_bytes(body, iq_token_name(copy->size));
    struct side from = { .access = { .bytes = copy->bytes, .alignment = copy->bytes },
                         .sized = true },
                to = { .access = { .bytes = copy->bytes,
                                   .alignment = copy->bytes,
                                   .is_write = true,
                                   .space = IQ_SPACE_SHARED } };
    if (!copy->is_access)
        add_side(body, s, copy, 1, &from);
    add_side(body, s, copy, 0, &to);
    return true;
}

/* Bits of an element of a fragment of [s]; 0: its type is not known. */
static uint32_t fragment_bits(const struct iq_body *body, const struct iq_statement *s)
{
    static const struct {
        const char *type;
        uint32_t bits;
    } rows[] = { { "f16", 16 }, { "bf16", 16 }, { "tf32", 32 }, { "f32", 32 },
                 { "s32", 32 }, { "f64", 64 },  { "s8", 8 },    { "u8", 8 },
                 { "s4", 4 },   { "u4", 4 },    { "b1", 1 } };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (iq_has_modifier(body, s, rows[i].type))
            return rows[i].bits;
    return 0;
}

/* Height and width of the fragment of [s], from its letter and its shape ("m16n16k8"). */
static bool read_fragment(const struct iq_body *body, const struct iq_statement *s,
                          uint32_t *height, uint32_t *width)
{
    uint32_t m = 0, n = 0, k = 0;
    for (uint32_t i = s->opcode + 1; i < s->operands; i++) {
        char shape[16];
        struct iq_name name = iq_token_name(&body->tokens.data[i]);
        snprintf(shape, sizeof shape, "%.*s", NAME(name));
        if (sscanf(shape, "m%un%uk%u", &m, &n, &k) == 3)
            break;
    }
    *height = iq_has_modifier(body, s, "b") ? k : m;
    *width = iq_has_modifier(body, s, "a") ? k : n;
    return m && n && k;
}

/* The number that operand [t] always is, itself or as a register with one definition; NULL: it is
 * none of these. */
static const struct iq_ptx_token *number_of(const struct iq_body *body,
                                            const struct iq_ptx_token *t)
{
    const struct iq_register *value =
        t->kind == TK_IDENT ? iq_body_register(body, iq_token_name(t)) : NULL;
    if (t->kind == TK_INT)
        return t;
    for (uint32_t i = 0; value && value->definitions == 1 && i < body->statements.count; i++) {
        const struct iq_statement *s = &body->statements.data[i];
        const struct iq_ptx_token *to = &body->tokens.data[s->operands];
        if (s->kind == IQ_STATEMENT_INSTRUCTION && !s->guarded && s->end - s->operands == 3 &&
            iq_name_is(iq_token_name(&body->tokens.data[s->opcode]), "mov") &&
            iq_name_equals(iq_token_name(to), iq_token_name(t)))
            return to[2].kind == TK_INT ? &to[2] : NULL;
    }
    return NULL;
}

/* wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {...}, [tile], stride; the lanes name the same
 * tile, so that all of them leave it out. */
static bool read_tile(const struct iq_body *body, const struct iq_statement *s, struct copy *copy)
{
    bool stores = iq_has_modifier(body, s, "store");
    uint32_t bits = fragment_bits(body, s), height, width;
    if ((!stores && !iq_has_modifier(body, s, "load")) || !bits ||
        !read_fragment(body, s, &height, &width))
        return false;
    bool by_rows = iq_has_modifier(body, s, "row");
    uint32_t told = bits > 32 ? bits / 8 : 4, length = by_rows ? width : height;
    struct side tile = { .access = { .bytes = told, .alignment = told, .is_write = stores },
                         .sized = true };
    if (!read_space(body, s, 0, &tile.access))
        tile.access.space = IQ_SPACE_GLOBAL; /* or generic */
    copy->lines = by_rows ? height : width;
    copy->line_bits = length * bits;
    copy->element_bits = bits;
    copy->loaded = stores ? s->end : operand_at(body, s, 0);
    const struct iq_ptx_token *stride = value_at(body, s, 2),
                              *number = stride ? number_of(body, stride) : NULL;
    copy->size = number ? NULL : stride;
    copy->pitch = number ? (uint32_t)number->value * bits : copy->line_bits;
    copy->bytes = ((copy->lines - 1) * copy->pitch + copy->line_bits) / 8;
    add_side(body, s, copy, !stores, &tile);
    return copy->count;
}

/* False: [s] is no such copy, or one of which it is not known what it copies. */
static bool read_copy(const struct iq_body *body, const struct iq_statement *s, struct copy *copy)
{
    static const char *const others[] = { "tensor", "prefetch", "cp_mask", "ignore_oob" };
    *copy = (struct copy){ .count = 0 };
    struct iq_name opcode = iq_token_name(&body->tokens.data[s->opcode]);
    if (s->kind != IQ_STATEMENT_INSTRUCTION)
        return false;
    if (iq_name_is(opcode, "mbarrier"))
        return read_arrival(body, s, copy);
    if (iq_name_is(opcode, "wmma"))
        return read_tile(body, s, copy);
    if (!iq_has_modifier(body, s, "async"))
        return false;
    if (iq_name_is(opcode, "st") || iq_name_is(opcode, "red"))
        return read_store(body, s, copy);
    if (!iq_name_is(opcode, "cp"))
        return false;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (iq_has_modifier(body, s, others[i]))
            return false;
    return iq_has_modifier(body, s, "bulk")       ? read_bulk(body, s, copy)
           : iq_has_modifier(body, s, "mbarrier") ? read_arrival(body, s, copy)
                                                  : read_single(body, s, copy);
}

bool iq_copies_is_one(const struct iq_body *body, const struct iq_statement *s)
{
    struct copy copy;
    return read_copy(body, s, &copy);
}

/* The bytes of [side], if the text says; 0: it does not, or there are none. */
static uint32_t fixed_bytes(const struct copy *copy, const struct side *side)
{
    const struct iq_ptx_token *size = copy->size;
    return !side->sized ? side->access.bytes
           : !size      ? copy->bytes
                        : (size->kind == TK_INT ? (uint32_t)size->value : 0);
}

/* %iqcn: the bytes of the sized sides. */
static void put_size(struct rewriter *r, const struct copy *copy)
{
    const struct iq_ptx_token *size = copy->size;
    if (size->kind == TK_INT)
        PUT("\tmov.u64 %%iqcn, %llu;\n", (unsigned long long)size->value);
    else if (copy->by_predicate)
        PUT("\tselp.b64 %%iqcn, 0, %u, %.*s;\n", copy->bytes, NAME(iq_token_name(size)));
    else if (iq_body_register_bytes(r->body, iq_token_name(size)) == 8)
        PUT("\tmov.b64 %%iqcn, %.*s;\n", NAME(iq_token_name(size)));
    else
        PUT("\tcvt.u64.u32 %%iqcn, %.*s;\n", NAME(iq_token_name(size)));
    if (copy->lines)
        PUT("\tmad.lo.u64 %%iqcn, %%iqcn, %u, %u; shr.u64 %%iqcn, %%iqcn, 3;\n",
            (copy->lines - 1) * copy->element_bits, copy->line_bits);
}

/* %iqq: [t] is wrong, %iqcn bytes from its address on.  [may_be_none]: of no bytes the address does
 * not matter. */
static void put_sized_test(struct rewriter *r, const struct tested *t, bool may_be_none)
{
    for (uint8_t i = 0; i < t->roots.count; i++) {
        const char *wrong = i ? "%iqx" : "%iqq";
        iq_checks_put_room(r, &r->text, t, i);
        PUT("\tsetp.ge.u64 %s, %%iqt, %%iqv; sub.s64 %%iqt, %%iqv, %%iqt;\n"
            "\tsetp.lt.or.u64 %s, %%iqt, %%iqcn, %s;\n",
            wrong, wrong, wrong);
        if (i)
            PUT("\tand.pred %%iqq, %%iqq, %%iqx;\n");
    }
    if (t->asked)
        iq_checks_put_alignment(&r->text, t, "%iqq");
    if (may_be_none)
        PUT("\tsetp.ne.and.u64 %%iqq, %%iqcn, 0, %%iqq;\n");
    if (t->guarded)
        PUT("\t%s.pred %%iqx, %.*s; and.pred %%iqq, %%iqq, %%iqx;\n", t->guard_not ? "not" : "mov",
            NAME(t->guard));
}

/* %iqq: [side] is wrong. */
static void put_test(struct rewriter *r, const struct copy *copy, const struct side *side,
                     const struct tested *tested)
{
    struct tested t = *tested;
    t.access.bytes = fixed_bytes(copy, side);
    if (!t.access.bytes) {
        put_size(r, copy);
        put_sized_test(r, tested, !copy->lines);
        return;
    }
    iq_checks_put_test(r, &r->text, &t, "%iqq");
}

/* Out of line: %iqt becomes the address of [t], in another block that of the same place in this
 * one. */
static void put_own_address(struct rewriter *r, const struct tested *t)
{
    iq_rewriter_put_address(r, &r->cold, &t->access, "%iqt");
    if (!t->access.of_cluster || t->direct)
        return;
    iq_checks_put_room(r, &r->cold, t, 0);
    COLD("\tcvt.s64.s32 %%iqt, %%iqr0; mov.u64 %%iqu, %.*s; add.s64 %%iqt, %%iqt, %%iqu;\n",
         NAME(iq_root_name(r->body, t->roots.of[0])));
}

/* Out of line: %iqt, the address of [t], becomes that of the first [chunk] that does not lie in the
 * memory as a whole. */
static void put_chunk(struct rewriter *r, const struct tested *t, uint32_t chunk)
{
    iq_checks_put_room(r, &r->cold, t, 0);
    COLD("\tsetp.lt.u64 %%iqq, %%iqt, %%iqv; sub.s64 %%iqv, %%iqv, %%iqt;\n"
         "\tand.b64 %%iqh, %%iqv, -%u;\n",
         chunk);
    put_own_address(r, t);
    COLD("\tand.b64 %%iqu, %%iqt, %u; setp.eq.and.u64 %%iqq, %%iqu, 0, %%iqq;\n"
         "\t@%%iqq add.s64 %%iqt, %%iqt, %%iqh;\n",
         chunk - 1);
}

/* Out of line: the same of a tile, whose lines may have gaps between them. */
static void put_element(struct rewriter *r, const struct copy *copy, const struct tested *t)
{
    iq_checks_put_room(r, &r->cold, t, 0);
    COLD("\tsetp.lt.u64 %%iqq, %%iqt, %%iqv; sub.s64 %%iqh, %%iqv, %%iqt;\n");
    if (copy->size)
        COLD("\tcvt.u64.u32 %%iqu, %.*s; mul.lo.u64 %%iqu, %%iqu, %u; shr.u64 %%iqu, %%iqu, 3;\n",
             NAME(iq_token_name(copy->size)), copy->element_bits);
    else
        COLD("\tmov.u64 %%iqu, %u;\n", copy->pitch / 8);
    COLD("\tmax.u64 %%iqu, %%iqu, 1; rem.u64 %%iqv, %%iqh, %%iqu; setp.ge.u64 %%iqx, %%iqv, %u;\n"
         "\t@%%iqx sub.s64 %%iqu, %%iqu, %%iqv; @%%iqx add.s64 %%iqh, %%iqh, %%iqu;\n"
         "\tand.b64 %%iqh, %%iqh, -%u;\n",
         copy->line_bits / 8, copy->sides[0].access.bytes);
    put_own_address(r, t);
    COLD("\t@%%iqq add.s64 %%iqt, %%iqt, %%iqh;\n");
}

/* Out of line: all lanes go on behind the tile, which is zero where it was to be loaded. */
static void put_left_tile(struct rewriter *r, const struct iq_statement *s, const struct copy *copy,
                          uint32_t number)
{
    const struct iq_ptx_token *t = r->body->tokens.data;
    for (uint32_t i = copy->loaded; i < s->end && !iq_token_is(&t[i], '}'); i++)
        if (t[i].kind == TK_IDENT)
            COLD("\tmov.b%u %.*s, 0;\n", 8 * iq_body_register_bytes(r->body, iq_token_name(&t[i])),
                 NAME(iq_token_name(&t[i])));
    COLD("\tbra $iq_r%u;\n", number);
    iq_rewriter_copy(r, s->behind);
    PUT("\n$iq_r%u:\n", number);
}

/* Tests side [index] of copy [number]: %iqcp<number> becomes true where it is wrong.  Of several
 * wrong ones the first counts, as on the software device. */
static void put_side(struct rewriter *r, const struct iq_statement *s, const struct copy *copy,
                     uint32_t index, uint32_t number, bool first)
{
    const struct side *side = &copy->sides[index];
    struct tested tested;
    char label[32];
    if (!iq_rewriter_add_site(r, s, &side->access, false, IQ_CHECK_BOUNDS) ||
        !iq_checks_describe(r, s, &side->access, &tested))
        return;
    uint32_t site = (uint32_t)r->sites.count - 1;
    r->sites.data[site].is_sized = side->sized && !copy->chunk && !copy->lines;
    r->sites.data[site].is_done = copy->is_access;
    put_test(r, copy, side, &tested);
    if (side->is_barrier)
        PUT("\tmov.pred %%iqcb%u, %%iqq;\n", number);
    if (!first)
        PUT("\tnot.pred %%iqx, %%iqcp%u; and.pred %%iqq, %%iqq, %%iqx;\n", number);
    PUT(first ? "\tmov.pred %%iqcp%u, %%iqq;\n" : "\tor.pred %%iqcp%u, %%iqcp%u, %%iqq;\n", number,
        number);
    bool done = r->sites.data[site].is_done;
    snprintf(label, sizeof label, "$iq_%c%u_%u",
             done          ? 'q'
             : copy->lines ? 't'
                           : 'z',
             number, index);
    if (copy->lines)
        PUT("\tvote.sync.any.pred %%iqq, %%iqq, -1;\n");
    PUT("\t@%%iqq bra $iq_y%u_%u;\n$iq_z%u_%u:\n", number, index, number, index);
    COLD("$iq_y%u_%u:\n", number, index);
    if (copy->lines) /* all of them come, and wait for those that leave a record */
        COLD("\t@!%%iqcp%u bra $iq_t%u_%u;\n", number, number, index);
    if (copy->lines)
        put_element(r, copy, &tested);
    else if (copy->chunk && side->sized)
        put_chunk(r, &tested, copy->chunk);
    else
        put_own_address(r, &tested);
    if (r->sites.data[site].is_sized && fixed_bytes(copy, side))
        COLD("\tmov.u64 %%iqh, %u;\n", fixed_bytes(copy, side));
    else if (r->sites.data[site].is_sized)
        COLD("\tmov.b64 %%iqh, %%iqcn;\n");
    if (done)
        iq_lookups_put_record(r, site, &side->access, &tested.roots.of[0], label);
    else
        iq_notes_put(r, &r->cold, site, &side->access, &tested.roots.of[0], label);
    if (copy->lines)
        COLD("$iq_t%u_%u:\n\tbar.warp.sync -1;\n", number, index);
    if (copy->lines && !(r->checks & IQ_INSTRUMENT_UNCONTAINED))
        put_left_tile(r, s, copy, number);
    else
        COLD("\tbra $iq_z%u_%u;\n", number, index);
}

/* Out of line: the mbarrier, or that of each block, gets the bytes that will not come. */
static void put_completion(struct rewriter *r, const struct copy *copy, bool tests_barrier,
                           uint32_t number)
{
    const struct iq_ptx_token *t = r->body->tokens.data;
    const char *from = t[copy->barrier].text,
               *end = t[copy->barrier_end].text + t[copy->barrier_end].length;
    char size[64];
    if (copy->size)
        snprintf(size, sizeof size, "%.*s", NAME(iq_token_name(copy->size)));
    else
        snprintf(size, sizeof size, "%u", copy->bytes);
    PUT("\t@%%iqcp%u bra $iq_q%u;\n$iq_r%u:\n", number, number, number);
    COLD("$iq_q%u:\n", number);
    if (tests_barrier)
        COLD("\t@%%iqcb%u bra $iq_r%u;\n", number, number);
    if (!copy->blocks) {
        COLD("\tmbarrier.complete_tx.relaxed.cluster.shared::cluster.b64 %.*s, %s;\n"
             "\tbra $iq_r%u;\n",
             (int)(end - from), from, size, number);
        return;
    }
    COLD("\tmov.u32 %%iqr0, 0;\n$iq_q%u_0:\n"
         "\t%s %%iqr1, %.*s; shr.u32 %%iqr1, %%iqr1, %%iqr0; and.b32 %%iqr1, %%iqr1, 1;\n"
         "\tsetp.eq.u32 %%iqq, %%iqr1, 0; @%%iqq bra $iq_q%u_1;\n",
         number, copy->blocks->kind == TK_INT ? "mov.u32" : "cvt.u32.u16",
         NAME(iq_token_name(copy->blocks)), number);
    iq_rewriter_put_address(r, &r->cold, &copy->sides[copy->count - 1].access, "%iqt");
    COLD("\tcvt.u32.u64 %%iqr1, %%iqt; mapa.shared::cluster.u32 %%iqr1, %%iqr1, %%iqr0;\n"
         "\tmbarrier.complete_tx.relaxed.cluster.shared::cluster.b64 [%%iqr1], %s;\n"
         "$iq_q%u_1:\n"
         "\tadd.u32 %%iqr0, %%iqr0, 1; setp.lt.u32 %%iqq, %%iqr0, 16; @%%iqq bra $iq_q%u_0;\n"
         "\tbra $iq_r%u;\n",
         size, number, number, number);
}

/* Where it is left out a wait is over, and a state is 0. */
static void put_answer(struct rewriter *r, const struct copy *copy, uint32_t number)
{
    struct iq_name answer = copy->answer ? iq_token_name(copy->answer) : (struct iq_name){ "_", 1 };
    if (iq_name_is(answer, "_"))
        return;
    if (iq_body_register_bytes(r->body, answer))
        PUT("\t@%%iqcp%u mov.b64 %.*s, 0;\n", number, NAME(answer));
    else
        PUT("\tmov.u32 %%iqr0, 0;\n\t@%%iqcp%u setp.eq.u32 %.*s, %%iqr0, 0;\n", number,
            NAME(answer));
}

/* The statement, unless copy [number] is wrong. */
static void put_statement(struct rewriter *r, const struct iq_statement *s, uint32_t number)
{
    if (s->guarded)
        PUT("\tnot.pred %%iqq, %%iqcp%u; %s.pred %%iqx, %.*s; and.pred %%iqq, %%iqq, %%iqx;\n"
            "\t@%%iqq ",
            number, s->guard_not ? "not" : "mov", NAME(s->guard));
    else
        PUT("\t@!%%iqcp%u ", number);
    r->copied = r->body->tokens.data[s->opcode].text;
}

uint32_t iq_copies_put(struct rewriter *r, const struct iq_statement *s, bool may_test)
{
    struct copy copy;
    uint32_t checked = 0, number = r->copies;
    bool tests = false, tests_barrier = false;
    if (!read_copy(r->body, s, &copy))
        return 0;
    iq_rewriter_copy(r, s->at);
    for (uint32_t i = 0; i < copy.count; i++) {
        const struct side *side = &copy.sides[i];
        struct iq_memory_access whole = side->access;
        whole.bytes = fixed_bytes(&copy, side);
        bool inside = iq_checks_is_inside(r, &whole);
        checked += inside;
        if (inside || !may_test || s->depth != 1 || !iq_checks_is_testable(r, &side->access))
            continue;
        put_side(r, s, &copy, i, number, !tests);
        r->own_tests += side->access.space != IQ_SPACE_GLOBAL;
        tests_barrier |= side->is_barrier;
        tests = true;
        checked++;
    }
    if (!tests)
        return checked;
    r->copies++;
    if (r->checks & IQ_INSTRUMENT_UNCONTAINED || copy.lines || copy.is_access)
        return checked;
    if (copy.barrier)
        put_completion(r, &copy, tests_barrier, number);
    put_answer(r, &copy, number);
    put_statement(r, s, number);
    return checked;
}

void iq_copies_put_declarations(struct rewriter *r)
{
    if (r->copies)
        PUT("\t.reg .b64 %%iqcn; .reg .pred %%iqcp<%u>, %%iqcb<%u>;\n", r->copies, r->copies);
}
