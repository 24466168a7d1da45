/* Rows of matrices that a warp loads from shared memory or stores there (ldmatrix, stmatrix): eight
 * lanes have the addresses of the rows of one matrix.  All lanes of the warp take part, so that the
 * statement is carried out whatever its rows are; the lanes agree on whether one of them leaves a
 * record.  Statements that follow each other are tested together, in front of the first one, as far
 * as their addresses are known there: a branch for each would keep the driver's compiler from
 * overlapping them with the products. */
#include <stdio.h>

#include "instrument/rewriter.h"

enum { ROW = 16, AHEAD = 256 /* statements that are looked at */ };

struct rows {
    const struct iq_statement *s;
    struct iq_memory_access access;
    uint32_t lanes; /* of so many the address counts */
    uint32_t site;
    struct tested tested;
};

static bool read_rows(const struct iq_body *body, const struct iq_statement *s, struct rows *rows)
{
    uint32_t at = s->operands;
    if (s->kind != IQ_STATEMENT_INSTRUCTION)
        return false;
    struct iq_name opcode = iq_token_name(&body->tokens.data[s->opcode]);
    bool stores = iq_name_is(opcode, "stmatrix");
    *rows = (struct rows){
        .s = s,
        .access = { .bytes = ROW, .alignment = ROW, .is_write = stores, .space = IQ_SPACE_SHARED },
        .lanes = iq_has_modifier(body, s, "x4")   ? 32
                 : iq_has_modifier(body, s, "x2") ? 16
                                                  : 8
    };
    while (at < s->end && !iq_token_is(&body->tokens.data[at], '['))
        at++;
    return (stores || iq_name_is(opcode, "ldmatrix")) && iq_has_modifier(body, s, "m8n8") &&
           (iq_has_modifier(body, s, "shared") || iq_has_modifier(body, s, "shared::cta")) &&
           iq_address_read(body, at, s->end, &rows->access);
}

bool iq_rows_is_one(const struct iq_body *body, const struct iq_statement *s)
{
    struct rows rows;
    return read_rows(body, s, &rows);
}

/* The last of the statements [first, end) that writes the register [name]; NULL: none. */
static const struct iq_statement *writer_of(const struct iq_body *body,
                                            const struct iq_statement *first,
                                            const struct iq_statement *end, struct iq_name name)
{
    for (const struct iq_statement *s = end; s-- > first;) {
        if (s->kind != IQ_STATEMENT_INSTRUCTION || !iq_statement_defines(body, s))
            continue;
        for (uint32_t i = s->operands; i < iq_destinations_end(body, s); i++)
            if (iq_name_equals(iq_token_name(&body->tokens.data[i]), name))
                return s;
    }
    return NULL;
}

/* "add.s32 %r2, %r1, 32": [access], at %r2, becomes one at %r1; false: [s] is no such sum. */
static bool step_back(const struct iq_body *body, const struct iq_statement *s,
                      struct iq_memory_access *access)
{
    const struct iq_ptx_token *t = &body->tokens.data[s->operands];
    uint32_t count = s->end - s->operands;
    bool minus = count == 6 && iq_token_is(&t[4], '-');
    if (s->guarded || (count != 5 && !minus) || t[2].kind != TK_IDENT ||
        t[4 + minus].kind != TK_INT || t[4 + minus].value > INT32_MAX ||
        !iq_name_is(iq_token_name(&body->tokens.data[s->opcode]), "add") ||
        iq_body_register_bytes(body, iq_token_name(&t[2])) != 4)
        return false;
    access->address = iq_token_name(&t[2]);
    access->displacement += minus ? -(int64_t)t[4 + minus].value : (int64_t)t[4 + minus].value;
    return true;
}

/* [access], of [s], becomes the same one by what is known in front of [first]; false: its address
 * is not. */
static bool find_ahead(const struct iq_body *body, const struct iq_statement *first,
                       const struct iq_statement *s, struct iq_memory_access *access)
{
    const struct iq_statement *writer;
    while ((writer = writer_of(body, first, s, access->address))) {
        if (!step_back(body, writer, access))
            return false;
        s = writer;
    }
    return access->displacement >= INT32_MIN && access->displacement <= INT32_MAX;
}

/* Is [s] in a group already?  Those are among the last ones: groups are in the order of their
 * first statements, and end before AHEAD more. */
static bool is_member(const struct rewriter *r, const struct iq_statement *s)
{
    const struct iq_statement *const *members = r->rows.members.data;
    for (uint32_t i = (uint32_t)r->rows.members.count; i-- > 0 && s - members[i] < AHEAD;)
        if (members[i] == s)
            return true;
    return false;
}

static bool may_be_tested(struct rewriter *r, const struct rows *rows)
{
    return rows->s->depth == 1 && !iq_checks_is_inside(r, &rows->access) &&
           iq_checks_is_testable(r, &rows->access);
}

/* Adds the site of [rows]; false: there is no memory for it. */
static bool add_site(struct rewriter *r, struct rows *rows)
{
    if (!iq_rewriter_add_site(r, rows->s, &rows->access, false, IQ_CHECK_BOUNDS) ||
        !iq_checks_describe(r, rows->s, &rows->access, &rows->tested))
        return false;
    rows->site = (uint32_t)r->sites.count - 1;
    r->sites.data[rows->site].is_done = true;
    r->own_tests++;
    return true;
}

/* [rows]: the first of a group; the others up to the next branch, label or scope join it.  Returns
 * how many there are. */
static uint32_t collect(struct rewriter *r, struct rows rows[IQ_ROWS])
{
    const struct iq_statement *first = rows[0].s, *all = r->body->statements.data,
                              *end = all + r->body->statements.count;
    uint32_t count = add_site(r, &rows[0]), place = r->place;
    for (const struct iq_statement *s = first + 1;
         count && count < IQ_ROWS && s < end && s < first + AHEAD && !first->guarded; s++) {
        if (s->kind == IQ_STATEMENT_OPEN || s->kind == IQ_STATEMENT_CLOSE ||
            iq_checks_is_flow(r, s))
            break;
        if (s->kind == IQ_STATEMENT_DIRECTIVE)
            iq_checks_note_place(r, s);
        if (read_rows(r->body, s, &rows[count]) && !s->guarded && !is_member(r, s) &&
            find_ahead(r->body, first, s, &rows[count].access) && may_be_tested(r, &rows[count]))
            count += add_site(r, &rows[count]);
    }
    r->place = place;
    return count;
}

/* %iqrp<k> becomes true in lanes whose row of [rows], the group's number [k], is wrong. */
static void put_test(struct rewriter *r, const struct rows *rows, uint32_t k)
{
    char wrong[16];
    snprintf(wrong, sizeof wrong, "%%iqrp%u", k);
    iq_checks_put_test(r, &r->text, &rows->tested, wrong);
    if (rows->lanes < 32)
        PUT("\tmov.u32 %%iqr0, %%laneid; setp.lt.and.u32 %s, %%iqr0, %u, %s;\n", wrong, rows->lanes,
            wrong);
    PUT(k ? "\tor.pred %%iqrg, %%iqrg, %s;\n" : "\tmov.pred %%iqrg, %s;\n", wrong);
}

/* Out of line: a record of [rows]. */
static void put_record(struct rewriter *r, const struct rows *rows, uint32_t group, uint32_t k)
{
    char label[32];
    snprintf(label, sizeof label, "$iq_rown%u_%u", group, k);
    COLD("\t@!%%iqrp%u bra $iq_row%u_%u;\n", k, group, k);
    iq_rewriter_put_address(r, &r->cold, &rows->access, "%iqt");
    iq_lookups_put_record(r, rows->site, &rows->access, &rows->tested.roots.of[0], label);
    COLD("$iq_row%u_%u:\n", group, k);
}

uint32_t iq_rows_put(struct rewriter *r, const struct iq_statement *s, bool may_test)
{
    struct rows rows[IQ_ROWS];
    struct row_groups *groups = &r->rows;
    if (!read_rows(r->body, s, &rows[0]))
        return 0;
    if (is_member(r, s) || iq_checks_is_inside(r, &rows[0].access))
        return 1;
    if (!may_test || !may_be_tested(r, &rows[0]))
        return 0;
    uint32_t group = groups->count++, count = collect(r, rows);
    iq_rewriter_copy(r, s->at);
    for (uint32_t k = 0; k < count; k++) {
        r->failed |= iq_vec_push(&groups->members, rows[k].s) != 0;
        put_test(r, &rows[k], k);
    }
    PUT("\tvote.sync.any.pred %%iqq, %%iqrg, -1;\n\t@%%iqq bra $iq_rows%u;\n$iq_rowsb%u:\n", group,
        group);
    COLD("$iq_rows%u:\n", group); /* all of them come, and wait for those that leave a record */
    for (uint32_t k = 0; k < count; k++)
        put_record(r, &rows[k], group, k);
    COLD("\tbar.warp.sync -1;\n\tbra $iq_rowsb%u;\n", group);
    return 1;
}

void iq_rows_put_declarations(struct rewriter *r)
{
    if (r->rows.count)
        PUT("\t.reg .pred %%iqrp<%u>, %%iqrg;\n", IQ_ROWS);
}
