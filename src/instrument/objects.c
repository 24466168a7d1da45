/* Textures and surfaces: whatever the coordinates, nothing leaves their memory; but the object that
 * an argument names may have been destroyed, its array or memory freed, or the size of its memory
 * given in texels.  The host knows that when it launches the kernel, and tells it by words; a
 * statement that is carried out all the same leaves a record. */
#include <stdio.h>

#include "instrument/rewriter.h"

/* What [s] does to which kind of object; false: to none. */
static bool read_opcode(const struct rewriter *r, const struct iq_statement *s, bool *surface,
                        bool *writes)
{
    static const struct {
        const char *opcode;
        bool surface, writes;
    } rows[] = { { "tex", false, false },
                 { "tld4", false, false },
                 { "suld", true, false },
                 { "sust", true, true },
                 { "sured", true, true } };
    for (size_t i = 0; s->kind == IQ_STATEMENT_INSTRUCTION && i < sizeof rows / sizeof *rows; i++)
        if (iq_name_is(iq_token_name(&r->body->tokens.data[s->opcode]), rows[i].opcode)) {
            *surface = rows[i].surface;
            *writes = rows[i].writes;
            return true;
        }
    return false;
}

/* The register with the object: the first one in brackets.  NULL: it is no argument. */
static const struct iq_register *object_of(const struct rewriter *r, const struct iq_statement *s)
{
    const struct iq_ptx_token *t = r->body->tokens.data;
    uint32_t at = s->operands;
    while (at + 1 < s->end && !iq_token_is(&t[at], '['))
        at++;
    const struct iq_register *object = at + 1 < s->end && t[at + 1].kind == TK_IDENT
                                           ? iq_body_register(r->body, iq_token_name(&t[at + 1]))
                                           : NULL;
    bool argument = object && object->bytes != 4 && !object->unknown && object->root_count == 1 &&
                    object->definitions == 1 && !r->body->roots.data[object->roots[0]].variable;
    return argument ? object : NULL;
}

/* The register with the index of the texel that [s] fetches, where that is a whole number
 * ("tex.1d.v4.f32.s32 {...}, [%rd1, {%r1}]"); NULL: no such fetch. */
static const struct iq_ptx_token *texel_of(const struct rewriter *r, const struct iq_statement *s)
{
    const struct iq_ptx_token *t = r->body->tokens.data;
    uint32_t at = s->operands;
    if (!iq_has_modifier(r->body, s, "1d") || !iq_ptx_token_is(&t[s->operands - 1], "s32"))
        return NULL;
    while (at + 4 < s->end && !iq_token_is(&t[at], '['))
        at++;
    bool found = at + 4 < s->end && iq_token_is(&t[at + 2], ',') && iq_token_is(&t[at + 3], '{') &&
                 t[at + 4].kind == TK_IDENT &&
                 iq_body_register_bytes(r->body, iq_token_name(&t[at + 4])) == 4;
    return found ? &t[at + 4] : NULL;
}

/* %iqq: what [s] does with the object of [root] is wrong. */
static void put_test(struct rewriter *r, const struct iq_statement *s, uint32_t root, uint32_t gone,
                     const struct iq_ptx_token *texel)
{
    PUT("\tsetp.ne.u64 %%iqq, %%iqw%u, 0;\n", gone);
    if (texel)
        PUT("\tmov.b64 {%%iqr1, %%iqr2}, %%iqw%u; sub.s32 %%iqr0, %.*s, %%iqr1;\n"
            "\tsetp.lt.or.u32 %%iqq, %%iqr0, %%iqr2, %%iqq;\n",
            iq_rewriter_word(r, IQ_WORD_TEXELS, root, 0, 0), NAME(iq_token_name(texel)));
    if (s->guarded)
        PUT("\t%s.pred %%iqx, %.*s; and.pred %%iqq, %%iqq, %%iqx;\n", s->guard_not ? "not" : "mov",
            NAME(s->guard));
}

bool iq_objects_put(struct rewriter *r, const struct iq_statement *s)
{
    struct iq_memory_access access = { .bytes = 0 };
    bool surface;
    if (r->role != IQ_ROLE_KERNEL || s->depth != 1 ||
        !read_opcode(r, s, &surface, &access.is_write))
        return false;
    const struct iq_register *object = object_of(r, s);
    if (!object || !iq_rewriter_add_site(r, s, &access, true, IQ_CHECK_OBJECT))
        return false;
    uint32_t site = (uint32_t)r->sites.count - 1, test = r->objects++,
             word = iq_rewriter_word(r, surface ? IQ_WORD_SURFACE : IQ_WORD_TEXTURE,
                                     object->roots[0], 0, 0);
    const struct iq_ptx_token *texel = surface ? NULL : texel_of(r, s);
    char label[24];
    r->sites.data[site].is_surface = surface;
    r->sites.data[site].is_done = true;
    r->sites.data[site].root_count = 1;
    r->sites.data[site].roots[0] = object->roots[0];
    iq_rewriter_copy(r, s->at);
    snprintf(label, sizeof label, "$iq_ih%u", test);
    put_test(r, s, object->roots[0], word, texel);
    PUT("\t@%%iqq bra $iq_h%u;\n$iq_i%u:\n", test, test);
    COLD("$iq_h%u:\n\tmov.b64 %%iqt, %.*s; mov.b64 %%iqh, %%iqw%u;\n", test, NAME(object->name),
         word);
    if (texel)
        COLD(
            "\tsetp.eq.u64 %%iqq, %%iqh, 0; @%%iqq mov.u64 %%iqh, %llu; cvt.u64.u32 %%iqtc, %.*s;\n",
            (unsigned long long)IQ_INSTRUMENT_SHORT, NAME(iq_token_name(texel)));
    else
        COLD("\tmov.u64 %%iqtc, %u;\n", IQ_INSTRUMENT_NO_TEXEL);
    iq_lookups_put_record(r, site, &access, NULL, label);
    COLD("\tbra $iq_i%u;\n", test);
    return true;
}
