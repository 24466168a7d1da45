/* Shared by the files of src/instrument only: a function's body as statements, and where the
 * addresses in it come from.
 * Owner: struct iq_body is its user's; names point into the text. */
#ifndef IQ_INSTRUMENT_INNER_H
#define IQ_INSTRUMENT_INNER_H

#include "base/vec.h"
#include "instrument/instrument.h"
#include "ptx/lexer.h"

struct iq_name {
    const char *text;
    uint32_t length;
};

enum iq_statement_kind {
    IQ_STATEMENT_OPEN,  /* { */
    IQ_STATEMENT_CLOSE, /* } */
    IQ_STATEMENT_LABEL,
    IQ_STATEMENT_DIRECTIVE,
    IQ_STATEMENT_INSTRUCTION
};

/* Tokens [first, end) of the body, without the semicolon. */
struct iq_statement {
    enum iq_statement_kind kind;
    bool guarded, guard_not; /* @p, @!p; .guard names p */
    struct iq_name guard;
    uint32_t first, end;
    uint32_t opcode;    /* token of the mnemonic; its modifiers follow */
    uint32_t operands;  /* first token after the modifiers */
    uint32_t depth;     /* of braces; 1: the function's own */
    const char *at;     /* where its text begins */
    const char *behind; /* ... and ends, the semicolon included */
};

/* Where a register's value comes from, whatever the order of its definitions. */
struct iq_register {
    struct iq_name name;
    uint32_t bytes; /* of its type; 0: a predicate, or not declared */
    bool unknown;   /* something else may be in it, too */
    uint8_t root_count;
    uint16_t roots[IQ_INSTRUMENT_ROOTS];
};

struct iq_inst_parameter {
    struct iq_name name;
    uint32_t offset, bytes;
};

/* A variable of the module in global memory. */
struct iq_inst_variable {
    struct iq_name name;
    uint64_t bytes;
};

struct iq_body {
    const struct iq_inst_variable *variables; /* of the module; not owned */
    uint32_t variable_count;
    IQ_VEC(struct iq_ptx_token) tokens;
    IQ_VEC(struct iq_statement) statements;
    IQ_VEC(struct iq_register) registers;
    IQ_VEC(struct iq_register) families; /* ".reg .b64 rd<9>": rd */
    IQ_VEC(struct iq_inst_parameter) parameters;
    IQ_VEC(struct iq_instrument_root) roots;
    uint32_t *slots; /* registers by name */
    uint32_t slot_count;
};

/* A memory access: see iq_access_read. */
struct iq_memory_access {
    struct iq_name address; /* register */
    int64_t displacement;
    uint32_t bytes;
    bool is_write, is_atomic;
    bool is_load;        /* its destinations get a value */
    uint32_t first, end; /* tokens of the destinations */
};

bool iq_name_is(struct iq_name name, const char *text);
static inline bool iq_token_is(const struct iq_ptx_token *token, char punct)
{
    return token->kind == TK_PUNCT && token->punct == punct;
}
static inline struct iq_name iq_token_name(const struct iq_ptx_token *token)
{
    return (struct iq_name){ token->text, token->length };
}

/* Bytes of a type without its dot ("u64", "bf16x2"); 0: no type, or a predicate. */
uint32_t iq_type_bytes(const struct iq_ptx_token *token);

/* Has [statement] the modifier [text] (without the dot)? */
bool iq_has_modifier(const struct iq_body *body, const struct iq_statement *statement,
                     const char *text);

/* Reads the body after its opening brace from [lexer], up to and with its closing one.  Returns 0,
 * IQ_ENOMEM, IQ_EFORMAT. */
int iq_body_read(struct iq_body *body, struct iq_ptx_lexer *lexer);
void iq_body_finish(struct iq_body *body);

/* The register [name]; NULL: nothing of that name is declared or defined. */
const struct iq_register *iq_body_register(const struct iq_body *body, struct iq_name name);

/* Bytes of the type that the register [name] was declared with; 0: a predicate, or not declared. */
uint32_t iq_body_register_bytes(const struct iq_body *body, struct iq_name name);

/* Do instructions of [opcode] write their first operand, a register? */
bool iq_opcode_defines(struct iq_name opcode);

/* Finds the origins of all registers.  Returns 0, IQ_ENOMEM. */
int iq_origins_find(struct iq_body *body);

/* Is [statement] an access to global memory (or by a generic address), and which? */
bool iq_access_read(const struct iq_body *body, const struct iq_statement *statement,
                    struct iq_memory_access *access);

#endif
