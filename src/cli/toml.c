#include "cli/toml.h"

#include <stdbool.h>
#include <string.h>

#include "base/errors.h"

struct toml_reader {
    const char *at;
    unsigned line;
    struct iq_arena *arena;
    iq_toml_visit *visit;
    void *user;
    struct iq_str *error;
};

static const char word_characters[] =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";

static int fail(struct toml_reader *reader, const char *what)
{
    iq_str_printf(reader->error, "%u: %s", reader->line, what);
    return IQ_EFORMAT;
}

/* Skips blanks and comments; with [lines] also the ends of lines. */
static void skip(struct toml_reader *reader, bool lines)
{
    for (;;) {
        reader->at += strspn(reader->at, " \t\r");
        if (*reader->at == '#')
            reader->at += strcspn(reader->at, "\n");
        if (*reader->at != '\n' || !lines)
            return;
        reader->line++;
        reader->at++;
    }
}

static int keep(struct toml_reader *reader, const struct iq_str *text, const char **kept)
{
    *kept = iq_arena_copy(reader->arena, iq_str_text(text), text->length);
    return *kept ? 0 : IQ_ENOMEM;
}

/* The character after a backslash; 0: none that we know. */
static char unescaped(char character)
{
    static const char from[] = "\"\\nt", to[] = "\"\\\n\t";
    const char *found = character ? strchr(from, character) : NULL;
    return found ? to[found - from] : 0;
}

/* The next character of a string in [quote]s into [text]. */
static int read_character(struct toml_reader *reader, char quote, struct iq_str *text)
{
    char character = *reader->at;
    if (!character || character == '\n')
        return fail(reader, "unterminated string");
    if (character == '\\' && quote == '"') {
        character = unescaped(*++reader->at);
        if (!character)
            return fail(
                reader,
                "invalid escape: \\\", \\\\, \\n and \\t are supported; strings in '...' have no escapes");
    }
    reader->at++;
    iq_str_put(text, &character, 1);
    return 0;
}

/* "basic" or 'literal', at its quote. */
static int read_string(struct toml_reader *reader, const char **kept)
{
    char quote = *reader->at++;
    struct iq_str text;
    iq_str_init_heap(&text);
    int failed = 0;
    while (*reader->at != quote && !failed)
        failed = read_character(reader, quote, &text);
    reader->at += !failed;
    failed = failed ? failed : keep(reader, &text, kept);
    iq_str_finish(&text);
    return failed;
}

static int read_word(struct toml_reader *reader, struct iq_toml_value *value)
{
    size_t length = strspn(reader->at, "abcdefghijklmnopqrstuvwxyz0123456789+-._");
    bool boolean = (length == 4 && !memcmp(reader->at, "true", 4)) ||
                   (length == 5 && !memcmp(reader->at, "false", 5));
    bool number = length && strspn(reader->at, "0123456789+-._") == length;
    if (!boolean && !number)
        return fail(reader, "expected a number, true, false, or a string in quotes");
    value->type = boolean ? IQ_TOML_BOOLEAN : IQ_TOML_NUMBER;
    value->text = iq_arena_copy(reader->arena, reader->at, length);
    reader->at += length;
    return value->text ? 0 : IQ_ENOMEM;
}

static int read_value(struct toml_reader *reader, const char *key, unsigned index)
{
    struct iq_toml_value value = {
        .key = key, .type = IQ_TOML_STRING, .line = reader->line, .index = index
    };
    bool quoted = *reader->at == '"' || *reader->at == '\'';
    int failed = quoted ? read_string(reader, &value.text) : read_word(reader, &value);
    return failed ? failed : reader->visit(reader->user, &value, reader->error);
}

static int read_array(struct toml_reader *reader, const char *key)
{
    reader->at++;
    for (unsigned index = 0;; index++) {
        skip(reader, true);
        if (*reader->at == ']')
            break;
        int failed = read_value(reader, key, index);
        if (failed)
            return failed;
        skip(reader, true);
        if (*reader->at == ',')
            reader->at++;
        else if (*reader->at != ']')
            return fail(reader, "expected ',' or ']' in the array");
    }
    reader->at++;
    return 0;
}

static int read_key(struct toml_reader *reader, const char **key)
{
    if (*reader->at == '"' || *reader->at == '\'')
        return read_string(reader, key);
    size_t length = strspn(reader->at, word_characters);
    if (*reader->at == '[')
        return fail(reader, "tables are not supported: set options at the top level");
    if (!length)
        return fail(reader, "expected the name of an option");
    *key = iq_arena_copy(reader->arena, reader->at, length);
    reader->at += length;
    return *key ? 0 : IQ_ENOMEM;
}

static int read_line(struct toml_reader *reader)
{
    const char *key = NULL;
    int failed = read_key(reader, &key);
    if (failed)
        return failed;
    skip(reader, false);
    if (*reader->at != '=')
        return fail(reader, "expected '=' after the name");
    reader->at++;
    skip(reader, false);
    failed = *reader->at == '[' ? read_array(reader, key) : read_value(reader, key, 0);
    if (failed)
        return failed;
    skip(reader, false);
    return !*reader->at || *reader->at == '\n' ? 0
                                               : fail(reader, "unexpected text after the value");
}

int iq_toml_read(const char *text, struct iq_arena *arena, iq_toml_visit *visit, void *user,
                 struct iq_str *error)
{
    struct toml_reader reader = { text, 1, arena, visit, user, error };
    int failed = 0;
    skip(&reader, true);
    while (*reader.at && !failed) {
        failed = read_line(&reader);
        if (!failed)
            skip(&reader, true);
    }
    return failed;
}
