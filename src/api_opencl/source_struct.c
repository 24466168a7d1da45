/* Sizes of structs in OpenCL C: members of built-in types, arrays with plain numbers, and such
 * structs inside.  All else is not known. */
#include "api_opencl/source.h"
#include "api_opencl/source_text.h"

enum { DEPTH = 4, LOOKS = 64 };

struct layout {
    uint64_t bytes, align;
}; /* bytes 0: not known */
struct struct_search {
    struct text source;
    int left;
}; /* times that it may be gone through */

static struct layout layout_of(struct struct_search *search, struct text name, int depth);

static bool equal(struct text a, struct text b)
{
    return a.end - a.at == b.end - b.at && !memcmp(a.at, b.at, (size_t)(a.end - a.at));
}

static bool mentions(struct text text, const char *word)
{
    struct text token;
    while (next(&text, &token))
        if (is(&token, word))
            return true;
    return false;
}

/* The type that a member begins with; *text goes on after it. */
static struct layout type_of(struct text *text, struct struct_search *search, int depth)
{
    struct text token, type = { NULL, NULL };
    bool plain = false; /* unsigned or signed, which may stand alone */
    struct text before = *text;
    while (next(text, &token)) {
        if (is(&token, "const") || is(&token, "volatile") || is(&token, "struct"))
            ;
        else if (!plain && (is(&token, "unsigned") || is(&token, "signed")))
            plain = true;
        else {
            type = token;
            break;
        }
        before = *text;
    }
    uint32_t bytes = type.at ? iq_cl_type_bytes(type.at, (size_t)(type.end - type.at)) : 0;
    if (plain && !bytes) {
        *text = before; /* "unsigned n" */
        return (struct layout){ 4, 4 };
    }
    if (bytes || !type.at)
        return (struct layout){ bytes, bytes };
    return layout_of(search, type, depth + 1);
}

/* What one declaration, without its semicolon, adds to [all]; false: not known. */
static bool add_member(struct layout *all, struct text text, struct struct_search *search,
                       int depth)
{
    struct layout type = type_of(&text, search, depth);
    struct text token, size;
    if (!type.bytes || type.align > 128)
        return false;
    uint64_t count = 0;
    bool more = true;
    while (more) {
        if (!next(&text, &token) || !is_word(*token.at))
            return false;
        for (count = 1, more = false; next(&text, &token);) {
            if (is(&token, ",")) {
                more = true;
                break;
            }
            if (!is(&token, "[") || !inside(&text, '[', ']', &size))
                return false;
            uint64_t number = 0;
            struct text digits, rest = size;
            if (!next(&rest, &digits) || next(&rest, &token))
                return false;
            for (const char *c = digits.at; c < digits.end; c++) {
                if (*c < '0' || *c > '9' || number > 1 << 20)
                    return false;
                number = number * 10 + (uint64_t)(*c - '0');
            }
            if (!number || (digits.end - digits.at > 1 && *digits.at == '0') ||
                __builtin_mul_overflow(count, number, &count) || count > 1 << 24)
                return false;
        }
        all->bytes = (all->bytes + type.align - 1) / type.align * type.align + count * type.bytes;
        all->align = type.align > all->align ? type.align : all->align;
    }
    return true;
}

static struct layout measure(struct text body, struct struct_search *search, int depth)
{
    struct layout all = { 0, 1 };
    struct text token, member = { body.at, body.at };
    const struct layout unknown = { 0, 0 };
    if (memchr(body.at, '#', (size_t)(body.end - body.at)) || mentions(body, "__attribute__"))
        return unknown;
    while (next(&body, &token)) {
        if (!is(&token, ";"))
            continue;
        member.end = token.at;
        if (!add_member(&all, member, search, depth))
            return unknown;
        member.at = token.end;
    }
    all.bytes = (all.bytes + all.align - 1) / all.align * all.align;
    return all;
}

/* Two definitions of one name, under conditions, are none. */
static struct layout layout_of(struct struct_search *search, struct text name, int depth)
{
    struct layout found = { 0, 0 };
    struct text text = search->source, token, body, after;
    int count = 0;
    bool may = depth < DEPTH && search->left-- > 0;
    while (may && next(&text, &token)) {
        if (!is(&token, "struct") || !next(&text, &token))
            continue;
        bool wanted = equal(token, name);
        if (is_word(*token.at) && !is(&token, "__attribute__") && !next(&text, &token))
            break;
        if (!is(&token, "{") || !inside(&text, '{', '}', &body))
            continue;
        struct text tail = text;
        if (next(&tail, &after) && is_word(*after.at)) {
            wanted |= equal(after, name);
            wanted = wanted && !is(&after, "__attribute__") && next(&tail, &after) &&
                     (is(&after, ";") || is(&after, ","));
        }
        if (wanted && ++count == 1)
            found = measure(body, search, depth);
    }
    return count == 1 ? found : (struct layout){ 0, 0 };
}

uint32_t iq_cl_struct_bytes(const char *source, size_t size, const char *name)
{
    if (!strncmp(name, "struct ", 7))
        name += 7;
    struct text text = { source, source + size }, wanted = { name, name + strlen(name) };
    if (!size || mentions(text, "pack")) /* a pragma */
        return 0;
    struct struct_search search = { text, LOOKS };
    struct layout layout = layout_of(&search, wanted, 0);
    return layout.bytes < 1 << 16 ? (uint32_t)layout.bytes : 0;
}
