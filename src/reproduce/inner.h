/* What the parts of the generator share. */
#ifndef IQ_REPRODUCE_INNER_H
#define IQ_REPRODUCE_INNER_H

#include "base/str.h"
#include "reproduce/slice.h"

/* Host memory that calls name: [size] bytes from [address]. */
struct iq_host_region {
    uint64_t address, size;
};

struct iq_generator {
    struct iq_str *out;
    const struct iq_document *document;
    struct iq_slicer slicer;
    iq_slice slice;
    IQ_VEC(struct iq_host_region) host; /* by address, apart from each other */
};

/* Fills generator->host from the calls of the slice.  Returns 0, IQ_ENOMEM. */
int iq_generator_find_host(struct iq_generator *generator);

/* Writes what stands for [value] in call [at]; own: rather a copy of memory that the call itself
 * has. */
void iq_generator_put_value(struct iq_generator *generator, uint32_t at, uint64_t value, bool own);

#endif
