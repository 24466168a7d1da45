/* The recursive-descent parser of PTX text, shared by parse.c (module level) and parse_body.c
 * (function bodies). One parser per call, on the stack; one thread. */
#ifndef IQ_PTX_PARSER_H
#define IQ_PTX_PARSER_H

#include "ptx/body.h"

enum { IQ_PTX_MAX_ERRORS = 20 };
struct iq_ptx_parser {
    struct iq_ptx_lexer lexer;
    struct iq_ptx_token token, ahead; /* current one and the one after it */
    struct iq_ptx_module *pub;
    struct iq_ptx_module_private *module;
    struct iq_ptx_diag *diag;
    /* first_file: of the module's files, number 0 of this text */
    uint32_t unit, device_sm, errors, depth, first_file;
    uint32_t version, target_sm; /* of this text: 84, 90 */
    bool takes_newer, newer;     /* may the text be newer than what is known; is it? */
    bool failed;                 /* in this statement: skip to its end */
    int result;                  /* first IQ_PTX_E* */
};

void iq_ptx_parser_next(struct iq_ptx_parser *p);
bool iq_ptx_parser_is(const struct iq_ptx_parser *p, char punct);
bool iq_ptx_parser_accept(struct iq_ptx_parser *p, char punct);
/* Reports if it is not there. */
bool iq_ptx_parser_expect(struct iq_ptx_parser *p, char punct);
bool iq_ptx_parser_is_dot(const struct iq_ptx_parser *p, const char *name);
void iq_ptx_parser_error(struct iq_ptx_parser *p, const struct iq_ptx_token *at, const char *format,
                         ...) __attribute__((format(printf, 3, 4)));
/* Skips to the end of the statement after an error and clears `failed`. */
void iq_ptx_parser_recover(struct iq_ptx_parser *p);
/* Constant integer expression. */
int64_t iq_ptx_parser_integer(struct iq_ptx_parser *p);
char *iq_ptx_parser_name(struct iq_ptx_parser *p);
/* .align N, type, name, [sizes]: what a variable and a parameter share.  Zeroed before the first;
 * after a comma it may be a name alone, of the same type. */
struct iq_ptx_declarator {
    enum iq_ptx_type type;
    uint32_t align, vector;
    uint64_t elements;
    bool array, open, pointer, managed;
    struct iq_ptx_token name;
};
bool iq_ptx_parser_declarator(struct iq_ptx_parser *p, struct iq_ptx_declarator *d);
/* One variable behind its state space; scope_name (may be NULL) is put in front of its name in the
 * module.  Returns its index in globals, or -1. */
int32_t iq_ptx_parser_variable(struct iq_ptx_parser *p, enum iq_ptx_space space,
                               enum iq_ptx_linkage linkage, const char *scope_name,
                               struct iq_ptx_declarator *d);
uint32_t iq_ptx_parser_use(struct iq_ptx_parser *p, const char *name, uint32_t length,
                           uint32_t line);
void iq_ptx_parser_loc(struct iq_ptx_parser *p, uint32_t *loc);
/* Refuses what only a compiler would; check.c. */
void iq_ptx_check(struct iq_ptx_body *body, const struct iq_ptx_statement *statement);
void iq_ptx_parser_body(struct iq_ptx_parser *p, struct iq_ptx_function *function);
uint64_t iq_ptx_declarator_bytes(const struct iq_ptx_declarator *d);
/* Refuses an array of no elements, or of as many as somebody else has. */
void iq_ptx_parser_need_size(struct iq_ptx_parser *p, const struct iq_ptx_declarator *d);

#endif
