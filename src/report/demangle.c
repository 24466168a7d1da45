#include "report/demangle.h"

#include <ctype.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "base/numba.h"
#include "base/plain_name.h"

typedef char *(*demangle_function)(const char *, char *, size_t *, int *);

static demangle_function find_demangler(void)
{
    static demangle_function found;
    static bool tried;
    if (!tried) {
        tried = true;
        void *library = dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_LOCAL);
        void *symbol = library ? dlsym(library, "__cxa_demangle") : NULL;
        memcpy(&found, &symbol, sizeof found);
    }
    return found;
}

/* Where the parameter list of a demangled name starts: the last "(" outside of <> whose ")" ends
 * the name, apart from qualifiers.  Length of the text if there is none. */
static size_t parameters_at(const char *text)
{
    size_t length = strlen(text), at = length;
    int depth = 0;
    const char *close = strrchr(text, ')');
    if (!close || !strncmp(close + 1, "::", 2)) /* what is local to a function has none */
        return length;
    for (const char *c = close; c >= text; c--) {
        depth += *c == ')';
        depth -= *c == '(';
        if (!depth) {
            at = (size_t)(c - text);
            break;
        }
    }
    return at ? at : length;
}

/* Where the name starts after a return type: after the last blank outside of all brackets, unless
 * "operator" is there. */
static size_t name_at(const char *text, size_t end)
{
    size_t start = 0;
    int depth = 0;
    const char *operators = strstr(text, "operator");
    for (size_t i = 0; i < end; i++) {
        if (operators && text + i == operators)
            break;
        depth += text[i] == '<' || text[i] == '(' || text[i] == '{';
        depth -= text[i] == '>' || text[i] == ')' || text[i] == '}';
        if (text[i] == ' ' && !depth && strncmp(text + i + 1, "namespace)", 10))
            start = i + 1;
    }
    return start;
}

/* Names of Rust end with a sum over their types, "::h" and sixteen digits. */
static size_t without_hash(const char *name, size_t length)
{
    enum { HASH = 19 };
    const char *end = name + length - HASH;
    return length > HASH && !strncmp(end, "::h", 3) &&
                   strspn(end + 3, "0123456789abcdef") >= HASH - 3
               ? length - HASH
               : length;
}

enum { WORD_BYTES = 4096 }; /* names of templates of templates are long */

/* Names of one translation unit, in programs of several (nvcc -rdc=true): __nv_static_ LENGTH _
 * UNIT _ NAME. */
static const char STATIC[] = "__nv_static_";

static const char *without_unit(const char *name)
{
    if (strncmp(name, STATIC, sizeof STATIC - 1) != 0 ||
        !isdigit((unsigned char)name[sizeof STATIC - 1]))
        return name;
    char *unit;
    unsigned long length = strtoul(name + sizeof STATIC - 1, &unit, 10);
    return *unit == '_' && length < strlen(unit + 1) && unit[1 + length] == '_' && unit[2 + length]
               ? unit + 2 + length
               : name;
}

/* The namespace that holds the unit's static variables then. */
static const char INTERNAL[] = "_INTERNAL_";

static bool is_of_unit(const char *name) { return !strncmp(name, INTERNAL, sizeof INTERNAL - 1); }

static size_t unit_bytes(const char *name)
{
    const char *end = is_of_unit(name) ? strstr(name, "::") : NULL;
    return end ? (size_t)(end + 2 - name) : 0;
}

/* Numba's name of the kernel of a script is "cudapy::__main__::scale$241[abi:v1][abi:...]", later
 * "__main__::scale[abi:v1][abi:...]"; of a function in another one "__main__::f::_3clocals_3e::g".
 */
static void put_numba(struct iq_str *out, const char *text, size_t length)
{
    static const char first[] = "cudapy::", script[] = "__main__::", locals[] = "_3clocals_3e";
    size_t end = strcspn(text, "[$");
    end = end < length ? end : length;
    size_t at = !strncmp(text, first, sizeof first - 1) ? sizeof first - 1 : 0;
    at += !strncmp(text + at, script, sizeof script - 1) ? sizeof script - 1 : 0;
    for (; at < end; at++) {
        bool is_local = !strncmp(text + at, locals, sizeof locals - 1);
        if (is_local)
            iq_str_puts(out, "<locals>");
        else
            iq_str_put(out, text + at, 1);
        at += is_local ? sizeof locals - 2 : 0;
    }
}

void iq_demangle(const char *name, struct iq_str *out)
{
    name = without_unit(name);
    if (strncmp(name, "_Z", 2) != 0) {
        size_t length = strlen(name);
        const char *cython = iq_plain_name_of_cython(name, &length);
        iq_str_put(out, cython ? cython : name, length);
        return;
    }
    demangle_function demangle = find_demangler();
    int status = -1;
    char *text = demangle ? demangle(name, NULL, NULL, &status) : NULL;
    if (text && !status) {
        size_t end = parameters_at(text), start = name_at(text, end);
        start += unit_bytes(text + start);
        if (iq_numba_made(name))
            put_numba(out, text + start, end - start);
        else
            iq_str_put(out, text + start, without_hash(text + start, end - start));
    } else
        iq_plain_name_put(out, name);
    free(text);
}

void iq_demangle_words(const char *text, struct iq_str *out,
                       void (*put)(struct iq_str *out, const char *name))
{
    char word[WORD_BYTES];
    for (const char *c = text; *c;) {
        size_t length = 0;
        while (isalnum((unsigned char)c[length]) || c[length] == '_')
            length++;
        bool is_quoted = c > text && c[-1] == '\'';
        if (length > 2 && length < sizeof word && !is_quoted &&
            (!strncmp(c, "_Z", 2) || !strncmp(c, STATIC, sizeof STATIC - 1))) {
            memcpy(word, c, length);
            word[length] = '\0';
            struct iq_str name;
            iq_str_init_heap(&name);
            iq_demangle(word, &name);
            put(out, iq_str_text(&name));
            iq_str_finish(&name);
        } else
            iq_str_put(out, c, length ? length : 1);
        c += length ? length : 1;
    }
}
