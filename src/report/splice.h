/* A JSON document whose one long list is written element by element, so that the whole need not be
 * in memory. Owner: the caller's struct.  Threads: none of its own. */
#ifndef IQ_REPORT_SPLICE_H
#define IQ_REPORT_SPLICE_H

#include <jansson.h>

#include "base/str.h"

struct iq_splice {
    struct iq_str *out;
    char *text;       /* the document around the list */
    const char *rest; /* what comes after the list */
    int indent;       /* of the list's elements */
    int outer;        /* of the document */
    bool any;
    bool lines; /* an element is one line */
};

/* Appends [root], which is taken over, up to its first empty list called [list]; all lines but the
 * first are indented by [indent].  Returns 0, IQ_ENOMEM; iq_splice_end in any case. */
int iq_splice_begin(struct iq_splice *splice, struct iq_str *out, json_t *root, const char *list,
                    int indent);

/* Appends one element, which is taken over.  Returns 0, IQ_ENOMEM. */
int iq_splice_put(struct iq_splice *splice, json_t *element);

/* Appends the rest. */
void iq_splice_end(struct iq_splice *splice);

#endif
