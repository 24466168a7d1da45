#include "trace/rule_id.h"

#include <stddef.h>

static const char *const texts[IQ_RULE_COUNT] = {
#define RULE(NAME, id, family, severity, sentence) [IQ_RULE_##NAME] = id,
#include "rules/rules.def"
#undef RULE
};

const char *iq_rule_text(enum iq_rule_id rule) { return rule < IQ_RULE_COUNT ? texts[rule] : NULL; }
