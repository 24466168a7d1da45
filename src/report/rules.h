/* Rule ids and families as users write them in lists.  Stateless, any thread.  Launcher only. */
#ifndef IQ_REPORT_RULES_H
#define IQ_REPORT_RULES_H

#include <stdbool.h>

#include "base/str.h"

/* Is every word of the comma-separated [list] a rule id, a family, a glob that matches a rule, or
 * "all"? Returns 0, or IQ_EINVAL with what is wrong and the nearest id in [error], which may be
 * NULL. */
int iq_rules_list_error(const char *list, struct iq_str *error);

/* Does [list] name [rule], by id, family or glob? */
bool iq_rules_list_has(const char *list, const char *rule);

/* Appends the ids that [list] names, separated by commas; "all" stays as it is. */
void iq_rules_list_expand(const char *list, struct iq_str *out);

/* Is [rule] the id of one? */
bool iq_rules_is_known(const char *rule);

/* The n-th rule id with its family and one sentence about it; NULL at the end. */
const char *iq_rules_get(unsigned n, const char **family, const char **sentence);

/* Title of a family: "memory that runs out". */
const char *iq_rules_family_title(const char *family);

#endif
