/* The rules by number: one enumerator for each row of src/rules/rules.def.  Files and users see the
 * id's text.
 * Stateless, any thread. */
#ifndef IQ_TRACE_RULE_ID_H
#define IQ_TRACE_RULE_ID_H

enum iq_rule_id {
    IQ_RULE_NONE,
#define RULE(NAME, id, family, severity, sentence) IQ_RULE_##NAME,
#include "rules/rules.def"
#undef RULE
    IQ_RULE_COUNT
};

/* The id as files and users see it; NULL for IQ_RULE_NONE. */
const char *iq_rule_text(enum iq_rule_id rule);

#endif
