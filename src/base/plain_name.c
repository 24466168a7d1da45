#include "base/plain_name.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/numba.h"

/* Reads a mangled name, which may end in the arguments of a template; [bad]: it has something that
 * is not understood. */
struct reader {
    const char *at, *end;
    struct iq_str *out;
    bool bad;
};

static const struct {
    char letter;
    const char *name;
} builtins[] = {
    { 'v', "void" },
    { 'b', "bool" },
    { 'c', "char" },
    { 'a', "signed char" },
    { 'h', "unsigned char" },
    { 's', "short" },
    { 't', "unsigned short" },
    { 'i', "int" },
    { 'j', "unsigned" },
    { 'l', "long" },
    { 'm', "unsigned long" },
    { 'x', "long long" },
    { 'y', "unsigned long long" },
    { 'f', "float" },
    { 'd', "double" },
};

static bool take(struct reader *reader, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(reader->at, word, length) != 0)
        return false;
    reader->at += length;
    return true;
}

/* <length><name>, and ABI tags after it. */
static bool put_source_name(struct reader *reader)
{
    char *end;
    if (!isdigit((unsigned char)*reader->at))
        return false;
    unsigned long length = strtoul(reader->at, &end, 10);
    if (!length || length > strnlen(end, length)) {
        reader->bad = true;
        return false;
    }
    if (!strncmp(end, "_GLOBAL__N_", 11))
        iq_str_puts(reader->out, "(anonymous namespace)");
    else
        iq_str_put(reader->out, end, length);
    reader->at = end + length;
    while (*reader->at == 'B' && isdigit((unsigned char)reader->at[1])) {
        length = strtoul(reader->at + 1, &end, 10);
        reader->bad |= length > strnlen(end, length);
        reader->at = reader->bad ? reader->at + strlen(reader->at) : end + length;
    }
    return true;
}

static bool put_builtin(struct reader *reader)
{
    for (size_t i = 0; i < sizeof builtins / sizeof *builtins; i++)
        if (*reader->at == builtins[i].letter) {
            iq_str_puts(reader->out, builtins[i].name);
            reader->at++;
            return true;
        }
    return false;
}

/* Li4E, Lb1E */
static bool put_literal(struct reader *reader)
{
    if (*reader->at != 'L' || !reader->at[1])
        return false;
    const char *digits = reader->at + 2, *end = digits + (*digits == 'n');
    size_t length = strspn(end, "0123456789");
    if (!length || end[length] != 'E')
        return false;
    if (reader->at[1] == 'b')
        iq_str_puts(reader->out, *end == '0' ? "false" : "true");
    else
        iq_str_printf(reader->out, "%s%.*s", end > digits ? "-" : "", (int)length, end);
    reader->at = end + length + 1;
    return true;
}

/* A substitution or a parameter of the template: S_, S1_, St, T0_. */
static void skip_reference(struct reader *reader)
{
    size_t digits = strspn(reader->at + 1, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    bool numbered = reader->at[1 + digits] == '_';
    reader->at += numbered ? digits + 2 : 1 + (reader->at[1] != '\0');
}

/* To the end of the list of arguments, whatever is in it: lists and names end with E, so do the
 * functions that a type is local to (Z) and the parameters of a lambda (Ul), and names have their
 * length. */
static void skip_arguments(struct reader *reader)
{
    int depth = 1;
    while (*reader->at && depth) {
        char *end;
        if (isdigit((unsigned char)*reader->at)) {
            unsigned long length = strtoul(reader->at, &end, 10);
            reader->at = end + strnlen(end, length);
        } else if (*reader->at == 'S' || *reader->at == 'T')
            skip_reference(reader);
        else if (*reader->at == 'A')
            reader->at += 1 + strspn(reader->at + 1, "0123456789_");
        else if (*reader->at == 'L')
            reader->at += strcspn(reader->at, "E") + 1;
        else if (take(reader, "Ul"))
            depth++;
        else {
            depth += strchr("INJXFZ", *reader->at) != NULL;
            depth -= *reader->at == 'E';
            reader->at++;
        }
        if (reader->at > reader->end) /* no E after L */
            reader->at = reader->end;
    }
}

/* I<argument>...E: types and numbers as they are, lists of more than that as "<...>". */
static void put_arguments(struct reader *reader)
{
    size_t before = reader->out->length;
    const char *start = ++reader->at, *separator = "<";
    while (*reader->at != 'E') {
        iq_str_puts(reader->out, separator);
        separator = ", ";
        if (!put_literal(reader) && !put_builtin(reader) && !put_source_name(reader))
            break;
    }
    if (*reader->at == 'E' && !reader->bad) {
        iq_str_puts(reader->out, ">");
        reader->at++;
        return;
    }
    reader->out->length = before;
    iq_str_puts(reader->out, "<...>");
    reader->at = start;
    reader->bad = false;
    skip_arguments(reader);
}

static void put_part(struct reader *reader)
{
    if (take(reader, "St"))
        iq_str_puts(reader->out, "std::");
    reader->bad |= !put_source_name(reader);
    if (!reader->bad && *reader->at == 'I')
        put_arguments(reader);
}

static void put_mangled(struct reader *reader)
{
    take(reader, "L"); /* of this file only */
    if (*reader->at != 'N') {
        put_part(reader);
        return;
    }
    reader->at++;
    reader->at += strspn(reader->at, "rVK");
    for (bool first = true; !reader->bad && *reader->at && *reader->at != 'E'; first = false) {
        if (!first)
            iq_str_puts(reader->out, "::");
        take(reader, "L");
        put_part(reader);
    }
}

const char *iq_plain_name_of_cython(const char *name, size_t *length)
{
    static const char *const prefixes[] = { "__pyx_pw_", "__pyx_pf_", "__pyx_f_", "__pyx_fuse_" };
    size_t i = 0, count = sizeof prefixes / sizeof *prefixes;
    while (i < count && strncmp(name, prefixes[i], strlen(prefixes[i])) != 0)
        i++;
    if (i == count)
        return NULL;
    const char *at = name + strlen(prefixes[i]);
    if (i == 3) { /* the function for the n-th type, 0__pyx_pw_... */
        const char *inner = strstr(at, "__pyx_");
        return inner ? iq_plain_name_of_cython(inner, length) : NULL;
    }
    /* <length><module>_<length><class>_<number><function>, or without a number: what another part
     * follows is a length */
    for (;;) {
        char *end;
        unsigned long part = strtoul(at, &end, 10);
        bool is_part = end > at && part && part < strlen(end) && end[part] == '_';
        at = is_part ? end + part + 1 : end;
        if (!is_part)
            break;
    }
    *length = strlen(at);
    return *length ? at : NULL;
}

/* False, and nothing is appended: it is not mangled, or not understood. */
static bool put_name(struct iq_str *out, const char *name)
{
    size_t before = out->length;
    struct reader reader = { .at = name, .end = name + strlen(name), .out = out };
    if (!take(&reader, "_Z"))
        return false;
    put_mangled(&reader);
    if (!reader.bad && out->length > before)
        return true;
    out->length = before;
    return false;
}

void iq_plain_name_put(struct iq_str *out, const char *name)
{
    size_t length;
    const char *plain = iq_numba_made(name) ? iq_numba_function(name, &length)
                                            : iq_plain_name_of_cython(name, &length);
    if (plain)
        iq_str_put(out, plain, length);
    else if (!put_name(out, name))
        iq_str_puts(out, name);
}
