/* Reads the part of TOML that a list of options needs: "key = value" with strings, numbers, true
 * and false, and arrays of these; comments.  No tables, dates, dotted keys or multi-line strings.
 * Stateless, any thread. */
#ifndef IQ_CLI_TOML_H
#define IQ_CLI_TOML_H

#include "base/arena.h"
#include "base/str.h"

/* A value as text: a string without quotes and escapes, else as it is written. */
enum iq_toml_type { IQ_TOML_STRING, IQ_TOML_NUMBER, IQ_TOML_BOOLEAN };

struct iq_toml_value {
    const char *key, *text; /* in the arena */
    enum iq_toml_type type;
    unsigned line;  /* from 1 */
    unsigned index; /* in an array; 0: its first, or the only value */
};

/* Returns 0 to go on; another value ends the reading and is returned. */
typedef int iq_toml_visit(void *user, const struct iq_toml_value *value, struct iq_str *error);

/* Calls [visit] for each value of [text], in order; for each element of an array.  Returns 0, what
 * [visit] returned, IQ_ENOMEM, or IQ_EFORMAT with "LINE: what is wrong" in [error]. */
int iq_toml_read(const char *text, struct iq_arena *arena, iq_toml_visit *visit, void *user,
                 struct iq_str *error);

#endif
