/* Words of OpenCL C, for the files that read sources.  Stateless; any thread; any bytes. */
#ifndef IQ_API_OPENCL_SOURCE_TEXT_H
#define IQ_API_OPENCL_SOURCE_TEXT_H

#include <stdbool.h>
#include <string.h>

struct text {
    const char *at, *end;
};

static inline bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}
static inline bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\\';
}

/* After blanks and comments; lines of the preprocessor count as blank. */
static inline const char *skip(const char *at, const char *end)
{
    while (at < end) {
        if (is_space(*at))
            at++;
        else if (end - at > 1 && at[0] == '/' && at[1] == '/')
            while (at < end && *at != '\n')
                at++;
        else if (end - at > 1 && at[0] == '/' && at[1] == '*') {
            for (at += 2; at < end && !(at[0] == '*' && end - at > 1 && at[1] == '/');)
                at++;
            at = end - at > 1 ? at + 2 : end;
        } else
            break;
    }
    return at;
}

/* The next word or single character; false at the end. */
static inline bool next(struct text *text, struct text *token)
{
    const char *at = skip(text->at, text->end);
    if (at >= text->end)
        return false;
    token->at = at;
    if (is_word(*at))
        while (at < text->end && is_word(*at))
            at++;
    else
        at++;
    token->end = text->at = at;
    return true;
}

static inline bool is(const struct text *token, const char *word)
{
    size_t length = strlen(word);
    return (size_t)(token->end - token->at) == length && !memcmp(token->at, word, length);
}

/* From after an opening bracket to its closing one. */
static inline bool inside(struct text *text, char open, char close, struct text *inner)
{
    struct text token;
    int depth = 1;
    inner->at = text->at;
    while (next(text, &token)) {
        depth += (*token.at == open) - (*token.at == close);
        if (!depth) {
            inner->end = token.at;
            return true;
        }
    }
    return false;
}

#endif
