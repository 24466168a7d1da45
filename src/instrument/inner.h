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
    bool mapped;    /* an address of shared memory in any block of the cluster (mapa) */
    bool loaded; /* four bytes that may be an address, as of shared memory, as well as an index */
    uint32_t mentions; /* in instructions */
    uint32_t definitions;
    uint8_t zeros; /* its lowest bits, where those of all roots are */
    bool fixed;    /* it is .offset bytes after the start of the variable roots[0] */
    int64_t offset;
    uint8_t root_count;
    uint16_t roots[IQ_INSTRUMENT_ROOTS];
};

struct iq_inst_parameter {
    struct iq_name name;
    uint32_t offset, bytes;
};

/* A variable; see struct iq_instrument_variable. */
struct iq_inst_variable {
    struct iq_name name;
    uint64_t bytes;
    uint32_t alignment;
    enum iq_instrument_space space;
    bool is_hidden; /* one of several of that name in a function, or of unknown size */
};

/* Those of the module, then those of its functions. */
struct iq_inst_variables {
    IQ_VEC(struct iq_inst_variable) all;
    uint32_t module_count;
};

struct iq_body {
    struct iq_inst_variables *variables; /* not owned */
    uint32_t own_variables;              /* index of the first one of the function */
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
    struct iq_name address;
    int64_t displacement;
    uint32_t bytes, alignment;
    enum iq_instrument_space space; /* global: or by a generic address */
    bool is_write, is_atomic;
    bool of_cluster;     /* of shared memory, in any block of the cluster */
    bool is_generic;     /* of shared or local memory, by a generic address of its variable */
    bool is_load;        /* its destinations get a value */
    uint32_t first, end; /* tokens of the destinations */
};

bool iq_name_is(struct iq_name name, const char *text);
bool iq_name_equals(struct iq_name a, struct iq_name b);
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

/* Bytes of an element of what [statement] loads or stores. */
uint32_t iq_access_element_bytes(const struct iq_body *body, const struct iq_statement *statement);

/* Has [statement] the modifier [text] (without the dot)? */
bool iq_has_modifier(const struct iq_body *body, const struct iq_statement *statement,
                     const char *text);

/* Reads the body after its opening brace from [lexer], up to and with its closing one.  Returns 0,
 * IQ_ENOMEM, IQ_EFORMAT. */
int iq_body_read(struct iq_body *body, struct iq_ptx_lexer *lexer);
void iq_body_finish(struct iq_body *body);

/* The first statement that is no directive: before it stand the declarations that tests may use. */
const struct iq_statement *iq_body_start(const struct iq_body *body);

/* The register [name]; NULL: nothing of that name is declared or defined. */
const struct iq_register *iq_body_register(const struct iq_body *body, struct iq_name name);

/* 1 + index of the variable [name] that the body may use; 0: there is none. */
uint32_t iq_body_variable(const struct iq_body *body, struct iq_name name);

/* *root: 1 + index of the root for the variable [name]; 0: there is none of that name.  Returns 0,
 * IQ_ENOMEM. */
int iq_body_variable_root(struct iq_body *body, struct iq_name name, uint32_t *root);

/* The parameter or the variable that root [index] is in. */
struct iq_name iq_root_name(const struct iq_body *body, uint32_t index);

/* Bytes of the type that the register [name] was declared with; 0: a predicate, or not declared. */
uint32_t iq_body_register_bytes(const struct iq_body *body, struct iq_name name);

/* Does [statement] write its first operand, a register or several? */
bool iq_statement_defines(const struct iq_body *body, const struct iq_statement *statement);

/* Behind the destinations of [s]: tokens from its first operand to a comma outside braces. */
uint32_t iq_destinations_end(const struct iq_body *body, const struct iq_statement *s);

/* Finds .zeros of all registers, whose .definitions are known. */
void iq_alignment_find(struct iq_body *body);

/* Finds the origins of all registers.  Returns 0, IQ_ENOMEM. */
int iq_origins_find(struct iq_body *body);

/* A variable whose declaration is being read, token by token, from its state space on. */
struct iq_variable_reader {
    struct iq_inst_variable variable;
    bool index, external, aligns, done;
    bool failed; /* more than one, or of unknown size */
};
void iq_variable_read(struct iq_variable_reader *reader, const struct iq_ptx_token *token);

/* Adds the variable that was read, if it is one that accesses can be checked against.  Returns 0,
 * IQ_ENOMEM. */
int iq_variable_keep(struct iq_inst_variables *variables, const struct iq_variable_reader *reader);

/* Is [statement] an access to global (or by a generic address), shared or local memory, and which?
 * Its address may be a register or a variable. */
bool iq_access_read(const struct iq_body *body, const struct iq_statement *statement,
                    struct iq_memory_access *access);

/* Reads "[%rd1+-8]" at token [at] in front of [end]: a register and a displacement. */
bool iq_address_read(const struct iq_body *body, uint32_t at, uint32_t end,
                     struct iq_memory_access *access);

/* Accesses of [statement] to memory other than parameters and constants, one for each operand that
 * is an address, whether they can be checked or not. */
uint32_t iq_access_count(const struct iq_body *body, const struct iq_statement *statement);

#endif
