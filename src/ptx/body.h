/* Between the parser of function bodies and the lowering functions: one parsed statement and the
 * function being built. Lives on the parser's stack during one parse; one thread. */
#ifndef IQ_PTX_BODY_H
#define IQ_PTX_BODY_H

#include "ptx/isa.h"
#include "ptx/lexer.h"

enum iq_ptx_operand_kind {
    OP_NONE,
    OP_REG,
    OP_INT,
    OP_F32,
    OP_F64,
    OP_SREG,
    OP_SYMBOL,
    OP_SINK,
    OP_VECTOR,
    OP_ADDRESS,
    OP_PAIR,
    OP_PARENS
};
enum iq_ptx_entity_kind {
    ENT_REG,
    ENT_REG_RANGE,
    ENT_LOCAL,
    ENT_PARAM,
    ENT_KPARAM,
    ENT_LABEL,
    ENT_PROTOTYPE,
    ENT_TARGETS,
    ENT_GLOBAL_NAME
};

/* What a name means inside a function. */
struct iq_ptx_entity {
    struct iq_ptx_entity *next;     /* same hash bucket */
    struct iq_ptx_entity *previous; /* declared before it, for leaving scopes */
    const char *name;
    uint32_t name_length, hash, scope;
    enum iq_ptx_entity_kind kind;
    enum iq_ptx_type type;
    /* register, local offset, kparam offset, instruction index, switch index */
    uint32_t first, count;
    uint32_t size, align; /* bytes of a variable */
    uint32_t vector;      /* registers of one element; 0 = no vector */
};

struct iq_ptx_operand {
    enum iq_ptx_operand_kind kind;
    bool negated, element, minus; /* !p; element of a vector register; -r of vmad */
    uint32_t reg, count;          /* register; elements of a vector */
    uint8_t size;                 /* of the register: 1 = predicate */
    uint64_t value;               /* literal; special register; offset of an address */
    struct iq_ptx_token token;
    /* .b0, .h1 ... after a register (video); not NUL-terminated */
    const char *selector;
    uint32_t selector_length;
    const struct iq_ptx_entity *entity; /* OP_SYMBOL: NULL if it is a name of the module */
    struct iq_ptx_operand *items;       /* vector, parens, address ([base, coordinates]), pair */
};

enum { IQ_PTX_MAX_OPERANDS = 10, IQ_PTX_MAX_ITEMS = 160 };
struct iq_ptx_statement {
    const struct iq_ptx_row *row;
    struct iq_ptx_token token;
    enum iq_ptx_type type[4];
    uint32_t type_count, operand_count, item_count;
    uint8_t set[G_COUNT]; /* 0 = absent, else 1 + value */
    iq_ptx_groups groups;
    bool guarded, guard_negated, in_cluster; /* in_cluster: .shared::cluster was written */
    uint32_t guard;
    struct iq_ptx_operand operand[IQ_PTX_MAX_OPERANDS];
    struct iq_ptx_operand item[IQ_PTX_MAX_ITEMS];
};

/* table: entry of switches[] */
struct iq_ptx_fixup {
    uint32_t insn, scope;
    int32_t table;
    struct iq_ptx_token token;
};
enum { IQ_PTX_ENTITY_BUCKETS = 1024 };
struct iq_ptx_parser;
struct iq_ptx_body {
    struct iq_ptx_parser *parser;
    struct iq_ptx_module_private *module;
    struct iq_ptx_function *function;
    struct iq_ptx_entity *buckets[IQ_PTX_ENTITY_BUCKETS], *newest;
    uint32_t scope, unit, line, loc;
    struct iq_ptx_fixup *fixups;
    uint32_t fixup_count, fixup_cap;
    /* parts of addresses already computed in this basic block; checked: nothing redefines what they
     * were computed from before this instruction */
    struct iq_ptx_known {
        uint64_t code; /* of whoever computes it: KNOWN_* */
        uint32_t from[2], result, at, checked;
    } known[16];
    uint32_t known_next, block_start;
    bool guarded; /* the statement runs under a predicate */
};

/* parse_body.c: services for lowering */
void iq_ptx_body_error(struct iq_ptx_body *body, const struct iq_ptx_token *token,
                       const char *format, ...) __attribute__((format(printf, 3, 4)));
bool iq_ptx_body_failed(const struct iq_ptx_body *body);
struct iq_ptx_entity *iq_ptx_body_find(struct iq_ptx_body *body, const char *name, uint32_t length);
uint32_t iq_ptx_body_use(struct iq_ptx_body *body, const struct iq_ptx_token *token);
void iq_ptx_body_fix(struct iq_ptx_body *body, uint32_t insn, int32_t table,
                     const struct iq_ptx_token *label);

/* lower.c: building blocks; operands are BASE_FRAME | register or BASE_UNIFORM | constant until
 * optimised */
uint32_t iq_ptx_lower_reg(struct iq_ptx_body *body, uint32_t size);
uint32_t iq_ptx_lower_const(struct iq_ptx_body *body, enum iq_ptx_const_kind kind, uint32_t size,
                            uint32_t ref, uint64_t value);
uint32_t iq_ptx_lower_value(struct iq_ptx_body *body, uint32_t size, uint64_t value);
/* The operand as a source (destination) of `type`; errors are reported and give a harmless
 * operand. */
uint32_t iq_ptx_lower_source(struct iq_ptx_body *body, const struct iq_ptx_operand *operand,
                             enum iq_ptx_type type);
uint32_t iq_ptx_lower_dest(struct iq_ptx_body *body, const struct iq_ptx_operand *operand,
                           enum iq_ptx_type type);
/* As above, but a register may be wider than the type (ld, st, cvt); *size is the register's. */
uint32_t iq_ptx_lower_wide(struct iq_ptx_body *body, const struct iq_ptx_operand *operand,
                           enum iq_ptx_type type, uint32_t *size);
struct iq_ptx_insn *iq_ptx_lower_emit(struct iq_ptx_body *body, uint32_t exec, uint32_t nd,
                                      uint32_t ns);
/* Emits with operands given as nd + ns words. */
struct iq_ptx_insn *iq_ptx_lower_emit_words(struct iq_ptx_body *body, uint32_t exec, uint32_t nd,
                                            uint32_t ns, ...);
/* More operands than o[] holds: they go into `more` instructions in front of it, sources first.  At
 * most as many as its handler has room for. */
struct iq_ptx_insn *iq_ptx_lower_emit_long(struct iq_ptx_body *body, uint32_t exec, uint32_t nd,
                                           const uint32_t *d, uint32_t ns, const uint32_t *s);
/* Reports if the number of operands is not within least .. most. */
bool iq_ptx_lower_operands(struct iq_ptx_body *body, const struct iq_ptx_statement *statement,
                           uint32_t least, uint32_t most);
/* What has been computed from [x] and [y] in this basic block under a code, UINT32_MAX: nothing;
 * both say what an address is made of.  The other keeps a [result] and returns it. */
enum { KNOWN_WIDE = 1, KNOWN_LANE, KNOWN_START, KNOWN_ROW, KNOWN_BITS = 8 };
uint32_t iq_ptx_lower_known(struct iq_ptx_body *body, uint64_t code, uint32_t x, uint32_t y);
uint32_t iq_ptx_lower_remember(struct iq_ptx_body *body, uint64_t code, uint32_t x, uint32_t y,
                               uint32_t result);
/* A memory operand as a 64-bit address operand plus offset. */
uint32_t iq_ptx_lower_address(struct iq_ptx_body *body, const struct iq_ptx_operand *operand,
                              int64_t *offset);
/* A weak load or store of one register of 1 to 8 bytes. */
void iq_ptx_lower_access(struct iq_ptx_body *body, uint32_t space, bool store, uint32_t reg,
                         uint32_t size, uint32_t addr, int64_t offset);
/* Elements of a vector operand, or the operand itself. */
uint32_t iq_ptx_lower_items(const struct iq_ptx_operand *operand,
                            const struct iq_ptx_operand **items);
/* Emits what converts a register of `from` bytes to one of `to` bytes, sign-extended if asked. */
void iq_ptx_lower_resize(struct iq_ptx_body *body, uint32_t d, uint32_t to, uint32_t s,
                         uint32_t from, bool sign);
void iq_ptx_lower_statement(struct iq_ptx_body *body, const struct iq_ptx_statement *statement);
/* Width index of the 16/32/64 families. */
uint32_t iq_ptx_width(uint32_t size);
uint32_t iq_ptx_aux(struct iq_ptx_body *body, uint32_t word);

#endif
