/* Instruction table of the parser, built from isa.def and modifiers.def.  Constant data: any
 * thread. */
#ifndef IQ_PTX_ISA_H
#define IQ_PTX_ISA_H

#include "ptx/ir.h"
#include "ptx/modifier.h"

struct iq_ptx_body;
struct iq_ptx_statement;
struct iq_ptx_row {
    const char *mnemonic, *form;
    uint64_t types; /* bit set of enum iq_ptx_type */
    iq_ptx_groups groups;
    uint32_t since;
    void (*lower)(struct iq_ptx_body *body, const struct iq_ptx_statement *statement);
    uint32_t exec;
    const char *meaning;
};
extern const struct iq_ptx_row iq_ptx_rows[];
extern const uint32_t iq_ptx_row_count;

struct iq_ptx_modifier {
    uint8_t group, value;
    const char *text;
};

/* First row of a mnemonic (rows of one mnemonic need not be neighbours: go on with ..._next), or
 * NULL. */
const struct iq_ptx_row *iq_ptx_row_find(const char *mnemonic, size_t length);
const struct iq_ptx_row *iq_ptx_row_next(const struct iq_ptx_row *row);
/* The modifier `text` of one of the groups, groups already in `taken` excluded; NULL if there is
 * none. */
const struct iq_ptx_modifier *iq_ptx_modifier_find(const char *text, size_t length,
                                                   iq_ptx_groups groups);

#endif
