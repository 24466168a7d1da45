#include "ptx/lexer.h"

#include <ctype.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

void iq_ptx_lexer_init(struct iq_ptx_lexer *lexer, const char *text, size_t size)
{
    const char *nul = memchr(text, 0, size);
    *lexer = (struct iq_ptx_lexer){ text, nul ? nul : text + size, text, 1 };
}

static bool is_start(char c)
{
    return isalpha((unsigned char)c) || c == '_' || c == '$' || c == '%';
}
static bool is_part(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$'; }

static void skip_space(struct iq_ptx_lexer *l)
{
    while (l->at < l->end) {
        if (*l->at == '\n') {
            l->line++;
            l->line_start = ++l->at;
        } else if (isspace((unsigned char)*l->at)) {
            l->at++;
        } else if (*l->at == '/' && l->at + 1 < l->end && l->at[1] == '/') {
            while (l->at < l->end && *l->at != '\n')
                l->at++;
        } else if (*l->at == '/' && l->at + 1 < l->end && l->at[1] == '*') {
            for (l->at += 2;
                 l->at < l->end && !(*l->at == '*' && l->at + 1 < l->end && l->at[1] == '/');
                 l->at++)
                if (*l->at == '\n') {
                    l->line++;
                    l->line_start = l->at + 1;
                }
            l->at = l->at + 2 <= l->end ? l->at + 2 : l->end;
        } else {
            return;
        }
    }
}

/* 0f and 0d literals: exactly 8 or 16 hexadecimal digits. */
static bool hex_float(struct iq_ptx_lexer *l, struct iq_ptx_token *t)
{
    char c = l->at + 1 < l->end ? l->at[1] : 0;
    int digits = c == 'f' || c == 'F' ? 8 : c == 'd' || c == 'D' ? 16 : 0;
    if (!digits || *l->at != '0' || l->end - l->at < digits + 2)
        return false;
    uint64_t value = 0;
    for (int i = 0; i < digits; i++) {
        char h = l->at[2 + i];
        if (!isxdigit((unsigned char)h))
            return false;
        value = value << 4 | (uint64_t)(isdigit((unsigned char)h) ? h - '0' : (h | 32) - 'a' + 10);
    }
    t->kind = digits == 8 ? TK_F32 : TK_F64;
    t->value = value;
    l->at += digits + 2;
    return true;
}

static bool decimal_float(struct iq_ptx_lexer *l, struct iq_ptx_token *t)
{
    char text[64];
    size_t n = 0;
    bool is_float = false;
    while (l->at + n < l->end && n < sizeof text - 1) {
        char c = l->at[n];
        bool sign = (c == '+' || c == '-') && n && (l->at[n - 1] | 32) == 'e';
        if (!isdigit((unsigned char)c) && c != '.' && (c | 32) != 'e' && !sign)
            break;
        is_float |= c == '.' || (c | 32) == 'e';
        text[n++] = c;
    }
    text[n] = 0;
    char *rest;
    if (!is_float)
        return false;
    /* the program may have set one with another point */
    locale_t plain = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
    if (!plain)
        return false;
    double value = strtod_l(text, &rest, plain);
    freelocale(plain);
    if (rest == text)
        return false;
    memcpy(&t->value, &value, 8);
    t->kind = TK_F64;
    l->at += rest - text;
    return true;
}

static void number(struct iq_ptx_lexer *l, struct iq_ptx_token *t)
{
    bool hex = l->end - l->at > 2 && *l->at == '0' && (l->at[1] | 32) == 'x';
    bool binary = l->end - l->at > 2 && *l->at == '0' && (l->at[1] | 32) == 'b';
    if (hex_float(l, t) || (!hex && !binary && decimal_float(l, t)))
        return;
    unsigned base = hex ? 16 : binary ? 2 : *l->at == '0' ? 8 : 10;
    const char *digits = l->at += base == 16 || base == 2 ? 2 : 0;
    t->kind = TK_INT;
    for (; l->at < l->end && isxdigit((unsigned char)*l->at); l->at++) {
        unsigned d = isdigit((unsigned char)*l->at) ? (unsigned)(*l->at - '0')
                                                    : (unsigned)((*l->at | 32) - 'a' + 10);
        if (d >= base)
            break;
        t->value = t->value * base + d;
    }
    if (l->at == digits)
        t->kind = TK_BAD;
    if (l->at < l->end && (*l->at | 32) == 'u') {
        t->has_unsigned_suffix = true;
        l->at++;
    }
    if (l->at < l->end && is_part(*l->at))
        t->kind = TK_BAD;
}

static void word(struct iq_ptx_lexer *l)
{
    for (l->at++; l->at < l->end && is_part(*l->at); l->at++)
        ;
}

/* .name, .L1::evict_last, .2d */
static void dotted(struct iq_ptx_lexer *l)
{
    while (l->at < l->end) {
        bool colons = *l->at == ':' && l->at + 2 < l->end && l->at[1] == ':' && is_part(l->at[2]);
        if (!is_part(*l->at) && !colons)
            break;
        l->at += colons ? 2 : 1;
    }
}

void iq_ptx_lexer_next(struct iq_ptx_lexer *l, struct iq_ptx_token *t)
{
    skip_space(l);
    *t = (struct iq_ptx_token){ .line = l->line,
                                .column = (uint32_t)(l->at - l->line_start) + 1,
                                .text = l->at };
    if (l->at >= l->end)
        return;
    char c = *l->at;
    bool begins = l->at == l->line_start || !is_part(l->at[-1]); /* tex.1d goes on */
    if (isdigit((unsigned char)c) ||
        (begins && c == '.' && l->at + 1 < l->end && isdigit((unsigned char)l->at[1]))) {
        number(l, t);
    } else if (is_start(c)) {
        t->kind = TK_IDENT;
        word(l);
    } else if (c == '.' && l->at + 1 < l->end && is_part(l->at[1])) {
        t->kind = TK_DOT;
        t->text = ++l->at;
        dotted(l);
    } else if (c == '"') {
        t->kind = TK_STRING;
        t->text = ++l->at;
        while (l->at < l->end && *l->at != '"' && *l->at != '\n')
            l->at++;
        t->length = (uint32_t)(l->at - t->text);
        if (l->at < l->end && *l->at == '"')
            l->at++;
        else
            t->kind = TK_BAD;
        return;
    } else {
        t->kind = strchr("{}()[]<>,;:@!|&^~+-*/%=?.", c) ? TK_PUNCT : TK_BAD;
        t->punct = c;
        l->at++;
    }
    t->length = (uint32_t)(l->at - t->text);
}

bool iq_ptx_token_is(const struct iq_ptx_token *token, const char *text)
{
    return strlen(text) == token->length && !memcmp(text, token->text, token->length);
}
