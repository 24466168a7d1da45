#include "report/splice.h"

#include <stdlib.h>
#include <string.h>

#include "base/errors.h"
#include "report/json_value.h"

enum { INDENT = 2 };

/* Line feeds are between values only: in strings they are escaped. */
static void put_indented(struct iq_str *out, const char *text, const char *end, int indent)
{
    while (text < end) {
        const char *line = memchr(text, '\n', (size_t)(end - text));
        size_t length = (size_t)((line ? line + 1 : end) - text);
        iq_str_put(out, text, length);
        if (line)
            iq_str_printf(out, "%*s", indent, "");
        text += length;
    }
}

int iq_splice_begin(struct iq_splice *splice, struct iq_str *out, json_t *root, const char *list,
                    int indent)
{
    char mark[64];
    *splice = (struct iq_splice){ .out = out, .outer = indent };
    splice->text = iq_json_dumps(root, JSON_INDENT(INDENT));
    json_decref(root);
    if (!splice->text)
        return IQ_ENOMEM;
    snprintf(mark, sizeof mark, "\"%s\": []", list);
    char *at = strstr(splice->text, mark);
    if (!at)
        return IQ_EINVAL;
    const char *line = at;
    while (line > splice->text && line[-1] != '\n')
        line--;
    at += strlen(mark) - 1; /* the bracket that closes */
    splice->indent = indent + (int)strspn(line, " ") + INDENT;
    splice->rest = at;
    put_indented(out, splice->text, at, indent);
    return 0;
}

int iq_splice_put(struct iq_splice *splice, json_t *element)
{
    char *text = iq_json_dumps(element, splice->lines ? JSON_COMPACT : JSON_INDENT(INDENT));
    json_decref(element);
    if (!text)
        return IQ_ENOMEM;
    iq_str_printf(splice->out, "%s\n%*s", splice->any ? "," : "", splice->indent, "");
    put_indented(splice->out, text, text + strlen(text), splice->indent);
    splice->any = true;
    free(text);
    return 0;
}

void iq_splice_end(struct iq_splice *splice)
{
    if (splice->any)
        iq_str_printf(splice->out, "\n%*s", splice->indent - INDENT, "");
    if (splice->rest)
        put_indented(splice->out, splice->rest, splice->rest + strlen(splice->rest), splice->outer);
    free(splice->text);
    splice->text = NULL;
}
