#include "report/declared.h"

#include <ctype.h>
#include <string.h>

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* Copies [text] with blanks for its comments. */
static void strip(const char *text, char *out, size_t size)
{
    size_t at = 0;
    while (*text && at < size - 1) {
        const char *end = text;
        if (text[0] == '/' && text[1] == '/')
            end = text + strcspn(text, "\n");
        else if (text[0] == '/' && text[1] == '*')
            end = strstr(text + 2, "*/") ? strstr(text + 2, "*/") + 2 : text + strlen(text);
        out[at++] = end == text ? *text++ : ' ';
        text = out[at - 1] == ' ' && end > text ? end : text;
    }
    out[at] = 0;
}

/* After the parenthesis of [function]'s parameters. */
static const char *find_list(const char *text, const char *function)
{
    size_t length = strlen(function);
    for (const char *at = text; *at; at++) {
        if ((at > text && is_word(at[-1])) || strncmp(at, function, length) || is_word(at[length]))
            continue;
        const char *c = at + length;
        c += strspn(c, " \t\r\n");
        if (*c == '(')
            return c + 1;
    }
    return NULL;
}

/* The last word of [begin, end), if other words or a star stand before it and nothing but an
 * array's size after. */
static bool last_word(const char *begin, const char *end, char *name, size_t size)
{
    const char *stop = memchr(begin, '=', (size_t)(end - begin)), *bracket;
    end = stop ? stop : end;
    bracket = memchr(begin, '[', (size_t)(end - begin));
    end = bracket ? bracket : end;
    if (memchr(begin, '(', (size_t)(end - begin)))
        return false;
    while (end > begin && isspace((unsigned char)end[-1]))
        end--;
    const char *word = end;
    while (word > begin && is_word(word[-1]))
        word--;
    bool typed = false;
    for (const char *c = begin; c < word; c++)
        typed |= is_word(*c);
    size_t length = (size_t)(end - word);
    if (!typed || !length || length >= size || isdigit((unsigned char)*word) ||
        (word > begin && word[-1] == ':'))
        return false;
    memcpy(name, word, length);
    name[length] = 0;
    static const char *const types[] = { "int",    "char",  "short",  "long",  "unsigned",
                                         "signed", "float", "double", "const", "__restrict__" };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (!strcmp(name, types[i]))
            return false;
    return true;
}

bool iq_declared_parameter(const char *text, const char *function, int index, char *name,
                           size_t size)
{
    char plain[4096];
    strip(text, plain, sizeof plain);
    const char *begin = find_list(plain, function);
    int depth = 0;
    for (const char *c = begin; c && *c; c++) {
        if ((*c == ',' || *c == ')') && !depth) {
            if (!index--)
                return last_word(begin, c, name, size);
            if (*c == ')')
                return false;
            begin = c + 1;
        }
        depth += *c == '(' || *c == '[' || *c == '{' || *c == '<';
        depth -= *c == ')' || *c == ']' || *c == '}' || *c == '>';
        if (*c == ';')
            return false;
    }
    return false;
}

/* After the parenthesis of the next "def function(" in [text]; NULL: none. */
static const char *find_def(const char *text, const char *function)
{
    size_t length = strlen(function);
    for (const char *at = text; (at = strstr(at, "def ")); at++) {
        if (at > text && is_word(at[-1]))
            continue;
        const char *c = at + 4 + strspn(at + 4, " ");
        if (strncmp(c, function, length) != 0)
            continue;
        c += length;
        c += strspn(c, " ");
        if (*c == '(')
            return c + 1;
    }
    return NULL;
}

/* Item [index] of a list of Python that begins at [c]: a name, and what stands after : or = */
static bool python_item(const char *c, int index, char *name, size_t size)
{
    size_t length = 0;
    bool named = false;
    for (int depth = 0; *c; c++) {
        if (*c == '#')
            c += strcspn(c, "\n");
        if (!*c)
            return false;
        if ((*c == ',' || *c == ')') && !depth) {
            if (!index-- || *c == ')')
                break;
            named = false;
            continue;
        }
        depth += *c == '(' || *c == '[' || *c == '{';
        depth -= *c == ')' || *c == ']' || *c == '}';
        named |= *c == ':' || *c == '=';
        if (!index && !named && is_word(*c) && length < size - 1)
            name[length++] = *c;
    }
    name[length] = 0;
    return index < 0 && length && !isdigit((unsigned char)name[0]);
}

bool iq_declared_python(const char *text, const char *function, int index, char *name, size_t size)
{
    char other[256];
    const char *list = find_def(text, function);
    if (!list || !python_item(list, index, name, size))
        return false;
    while ((list = find_def(list, function)))
        if (!python_item(list, index, other, sizeof other) || strcmp(other, name) != 0)
            return false;
    return true;
}
