/* The pages of docs/rules, generated into the build by tools/embed-rules. */
#ifndef IQ_REPORT_RULE_DOCS_H
#define IQ_REPORT_RULE_DOCS_H

struct iq_rule_doc {
    const char *id, *text;
};

extern const struct iq_rule_doc iq_rule_docs[]; /* id NULL at the end */

#endif
