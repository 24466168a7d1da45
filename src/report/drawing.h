/* The small drawing of an object and an access that leaves it.  Stateless. */
#ifndef IQ_REPORT_DRAWING_H
#define IQ_REPORT_DRAWING_H

#include "trace/finding.h"

struct iq_drawing {
    /* two rows of equal scale, "|=====|" and "      |~~~~|" */
    char object[80], access[80];
    char object_text[160], access_text[160];
};

/* False if there is nothing to draw: no access, no object, or the access stays inside. */
bool iq_drawing_make(const struct iq_finding *finding, struct iq_drawing *drawing);

#endif
