/* See numba.h. */
#include "base/numba.h"

#include <ctype.h>
#include <string.h>

/* A length and as many characters, "5scale": moves *at past it.  NULL: something else. */
static const char *take_word(const char **at, size_t *length)
{
    size_t number = 0, digits = 0;
    for (; isdigit((unsigned char)(*at)[digits]) && digits < 4; digits++)
        number = number * 10 + (size_t)((*at)[digits] - '0');
    const char *word = *at + digits;
    if (!digits || !number || strnlen(word, number) < number)
        return NULL;
    *at = word + number;
    *length = number;
    return word;
}

/* "v1" */
static bool is_version(const char *tag, size_t length)
{
    return length > 1 && tag[0] == 'v' && strspn(tag + 1, "0123456789") >= length - 1;
}

static bool is_word(const char *word, size_t length, const char *wanted)
{
    return length == strlen(wanted) && !memcmp(word, wanted, length);
}

/* "scale$241", as older versions count. */
static bool has_number(const char *word, size_t length)
{
    const char *dollar = memchr(word, '$', length);
    return dollar && dollar > word && dollar + 1 < word + length &&
           strspn(dollar + 1, "0123456789") >= (size_t)(word + length - dollar - 1);
}

/* What follows the function's name and its tags: the types.  NULL: not of Numba. */
static const char *read_function(const char *name, const char **function, size_t *length)
{
    const char *at = name + 3, *word;
    bool made = false;
    size_t size;
    *function = NULL;
    if (strncmp(name, "_ZN", 3) != 0)
        return NULL;
    for (bool first = true; (word = take_word(&at, &size)); first = false) {
        made |= first && is_word(word, size, "cudapy");
        *function = word;
        *length = size;
    }
    while (*function && *at == 'B') {
        at++;
        if (!(word = take_word(&at, &size)))
            return NULL;
        made |= is_version(word, size);
    }
    if (*function && has_number(*function, *length))
        *length = (size_t)((const char *)memchr(*function, '$', *length) - *function);
    return made && *function && *at == 'E' ? at + 1 : NULL;
}

static const struct {
    char code;
    unsigned bytes;
    const char *name;
} scalars[] = {
    { 'b', 1, "bool" },   { 'a', 1, "int8" },    { 'h', 1, "uint8" },   { 's', 2, "int16" },
    { 't', 2, "uint16" }, { 'i', 4, "int32" },   { 'j', 4, "uint32" },  { 'x', 8, "int64" },
    { 'y', 8, "uint64" }, { 'f', 4, "float32" }, { 'd', 8, "float64" },
};

static bool read_scalar(const char **at, struct iq_numba_word *out)
{
    for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++)
        if (**at == scalars[i].code) {
            (*at)++;
            out->type = scalars[i].name;
            out->element_bytes = scalars[i].bytes;
            return true;
        }
    return false;
}

/* "IfLi2E1C7mutable7alignedE": the type of the elements, the number of dimensions, the layout. */
static bool read_array(const char **at, struct iq_numba_word *out)
{
    size_t length;
    if (*(*at)++ != 'I' || !read_scalar(at, out) || strncmp(*at, "Li", 2) != 0 ||
        !isdigit((unsigned char)(*at)[2]) || (*at)[3] != 'E')
        return false;
    out->dimensions = (unsigned)((*at)[2] - '0');
    *at += 4;
    const char *layout = take_word(at, &length);
    out->is_contiguous = layout && is_word(layout, length, "C");
    while (layout && **at != 'E')
        layout = take_word(at, &length);
    return layout && *(*at)++ == 'E' && out->dimensions;
}

/* Parameters of one argument; 0: of a kind that is not known. */
static unsigned read_argument(const char **at, struct iq_numba_word *out)
{
    size_t length;
    *out = (struct iq_numba_word){ .argument = out->argument };
    if (read_scalar(at, out))
        return 1;
    const char *word = take_word(at, &length);
    return word && is_word(word, length, "Array") && read_array(at, out) ? 5 + 2 * out->dimensions
                                                                         : 0;
}

bool iq_numba_made(const char *name)
{
    size_t length;
    const char *function;
    return read_function(name, &function, &length) != NULL;
}

const char *iq_numba_function(const char *name, size_t *length)
{
    const char *function;
    return read_function(name, &function, length) ? function : NULL;
}

bool iq_numba_parameter(const char *name, unsigned index, struct iq_numba_word *out)
{
    enum { DATA = 4 }; /* after the object's address, the owner's, the length and the size */
    size_t length;
    const char *function, *at = read_function(name, &function, &length);
    *out = (struct iq_numba_word){ .argument = 0 };
    for (; at && *at; out->argument++) {
        unsigned count = read_argument(&at, out);
        if (!count)
            return false;
        if (index < count) {
            out->is_data = out->dimensions && index == DATA;
            return true;
        }
        index -= count;
    }
    return false;
}
