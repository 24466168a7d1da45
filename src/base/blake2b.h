/* BLAKE2b (RFC 7693) with 32 bytes of digest: names and proofs of what is stored.  Stateless; any
 * thread, async-signal-safe. */
#ifndef IQ_BASE_BLAKE2B_H
#define IQ_BASE_BLAKE2B_H

#include <stddef.h>
#include <stdint.h>

#include "base/contract.h"

enum { IQ_DIGEST_BYTES = 32 };

struct iq_blake2b {
    uint64_t state[8];
    uint64_t bytes; /* that were compressed */
    size_t held;
    uint8_t block[128];
};

IQ_NONNULL void iq_blake2b_begin(struct iq_blake2b *hash);
IQ_NONNULL_ARG(1) void iq_blake2b_add(struct iq_blake2b *hash, const void *data, size_t size);
IQ_NONNULL void iq_blake2b_end(struct iq_blake2b *hash, uint8_t digest[IQ_DIGEST_BYTES]);

#endif
