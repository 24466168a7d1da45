/* When and where something happened in the program: number, entry and stack of an outermost
 * call. */
#ifndef IQ_MODEL_CALL_REF_H
#define IQ_MODEL_CALL_REF_H

#include <stdint.h>

struct iq_entry;

struct iq_call_ref {
    uint64_t number;              /* of the outermost call; 0: never */
    const struct iq_entry *entry; /* of the outermost call */
    uint32_t stack;               /* interned stack id, 0: unknown */
    uint32_t thread;              /* running number of the thread */
};

#endif
