/* Shared by the files of src/instrument only: heads of kernels and functions, and which functions
 * can be given parameters of ours.
 * Owner: struct iq_functions is its user's; names point into the text. */
#ifndef IQ_INSTRUMENT_FUNCTIONS_H
#define IQ_INSTRUMENT_FUNCTIONS_H

#include "instrument/inner.h"

/* Where the pieces of a head are. */
struct iq_head {
    struct iq_name name;
    const char *parameters_end; /* the closing parenthesis; NULL: it has no list */
    const char *body;           /* after the opening brace; NULL: a declaration */
    uint32_t parameter_bytes;   /* packed */
    bool is_bounded;            /* it says itself how many threads a block may have */
    bool is_irregular;          /* registers as parameters, or any number of them */
};

/* Reads from after ".entry" or ".func" to the brace or the semicolon; the parameters go to [body].
 * Returns 0, IQ_ENOMEM, IQ_EFORMAT. */
int iq_head_read(struct iq_ptx_lexer *lexer, struct iq_body *body, struct iq_head *head);

struct iq_function {
    struct iq_name name;
    bool is_defined;
    bool is_fixed;   /* code that is not seen calls it as it is: its address is taken */
    bool is_checked; /* it gets parameters of ours */
};

struct iq_functions {
    IQ_VEC(struct iq_function) all; /* in order of name */
    bool is_linked;                 /* code of other modules may call the visible ones */
};

/* Finds the functions of the module [text] and which of them are checked.  Returns 0, IQ_ENOMEM,
 * IQ_EFORMAT. */
int iq_functions_find(struct iq_functions *functions, const char *text, size_t size);
void iq_functions_finish(struct iq_functions *functions);

/* Is [name] a function that is checked? */
bool iq_function_is_checked(const struct iq_functions *functions, struct iq_name name);

/* The token of the function that [statement] calls by name; 0: it is no such call. */
uint32_t iq_call_target(const struct iq_body *body, const struct iq_statement *statement);

#endif
