/* Which bytes of what a load brings are wanted, as src/ptx finds it out for the software device.
 * Owner: struct iq_demands is its user's. */
#ifndef IQ_INSTRUMENT_DEMANDS_H
#define IQ_INSTRUMENT_DEMANDS_H

#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"

/* Of all loads that stand in a line of the PTX: bit k: byte k is used by each; bit 16 + k: each
 * only stores it elsewhere. */
struct iq_demand {
    uint32_t line, bytes;
};

struct iq_demands {
    IQ_VEC(struct iq_demand) all; /* in order of line */
};

/* Finds the demands of the module [text]; none of what is not understood.  Returns 0, IQ_ENOMEM. */
int iq_demands_find(struct iq_demands *demands, const char *text, size_t size);
void iq_demands_finish(struct iq_demands *demands);

/* That of the loads in [line]; 0: nobody wants what they bring, or there is none. */
uint32_t iq_demands_at(const struct iq_demands *demands, uint32_t line);

#endif
