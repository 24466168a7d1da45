/* What a checker below us (a validation layer) says of a call in progress, from whoever hears it to
 * the rules.
 * Owner: the hearer, until the event was seen.  Threads: the calling thread. */
#ifndef IQ_CALL_OBJECTION_H
#define IQ_CALL_OBJECTION_H

#include <stdbool.h>
#include <stdint.h>

enum { IQ_OBJECTION_OBJECTS = 8 };

struct iq_objection {
    const char *id, *text; /* "VUID-..."; never NULL */
    bool error;            /* else a warning */
    uint32_t object_count;
    struct {
        uint64_t value;
        uint8_t kind;
    } objects[IQ_OBJECTION_OBJECTS]; /* that it names */
    bool contain;                    /* set by a check: the call must not reach the driver */
};

#endif
