#include "base/blake2b.h"

#include <string.h>

enum { BLOCK_BYTES = 128, ROUNDS = 12 };

static const uint64_t start[8] = { 0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b,
                                   0xa54ff53a5f1d36f1, 0x510e527fade682d1, 0x9b05688c2b3e6c1f,
                                   0x1f83d9abfb41bd6b, 0x5be0cd19137e2179 };

static const uint8_t order[10][16] = { { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 },
                                       { 14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3 },
                                       { 11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4 },
                                       { 7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8 },
                                       { 9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13 },
                                       { 2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9 },
                                       { 12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11 },
                                       { 13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10 },
                                       { 6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5 },
                                       { 10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0 } };

static uint64_t rotate(uint64_t x, unsigned bits) { return x >> bits | x << (64 - bits); }

static inline void mix(uint64_t *a, uint64_t *b, uint64_t *c, uint64_t *d, uint64_t x, uint64_t y)
{
    *a += *b + x;
    *d = rotate(*d ^ *a, 32);
    *c += *d;
    *b = rotate(*b ^ *c, 24);
    *a += *b + y;
    *d = rotate(*d ^ *a, 16);
    *c += *d;
    *b = rotate(*b ^ *c, 63);
}

/* A processor of the kind that this is for has the bytes in the standard's order. */
static void compress(struct iq_blake2b *hash, const uint8_t *block, size_t size, uint64_t last)
{
    uint64_t v[16], m[16];
    memcpy(m, block, sizeof m);
    memcpy(v, hash->state, sizeof hash->state);
    memcpy(v + 8, start, sizeof start);
    hash->bytes += size;
    v[12] ^= hash->bytes;
    v[14] ^= last;
    for (int i = 0; i < ROUNDS; i++) {
        const uint8_t *s = order[i % 10];
        mix(&v[0], &v[4], &v[8], &v[12], m[s[0]], m[s[1]]);
        mix(&v[1], &v[5], &v[9], &v[13], m[s[2]], m[s[3]]);
        mix(&v[2], &v[6], &v[10], &v[14], m[s[4]], m[s[5]]);
        mix(&v[3], &v[7], &v[11], &v[15], m[s[6]], m[s[7]]);
        mix(&v[0], &v[5], &v[10], &v[15], m[s[8]], m[s[9]]);
        mix(&v[1], &v[6], &v[11], &v[12], m[s[10]], m[s[11]]);
        mix(&v[2], &v[7], &v[8], &v[13], m[s[12]], m[s[13]]);
        mix(&v[3], &v[4], &v[9], &v[14], m[s[14]], m[s[15]]);
    }
    for (int i = 0; i < 8; i++)
        hash->state[i] ^= v[i] ^ v[i + 8];
}

void iq_blake2b_begin(struct iq_blake2b *hash)
{
    memset(hash, 0, sizeof *hash);
    memcpy(hash->state, start, sizeof start);
    hash->state[0] ^= 0x01010000 | IQ_DIGEST_BYTES;
}

/* The last block, which is different, stays in .block. */
void iq_blake2b_add(struct iq_blake2b *hash, const void *data, size_t size)
{
    const uint8_t *from = data;
    if (hash->held && hash->held + size > BLOCK_BYTES) {
        size_t part = BLOCK_BYTES - hash->held;
        memcpy(hash->block + hash->held, from, part);
        compress(hash, hash->block, BLOCK_BYTES, 0);
        hash->held = 0;
        from += part;
        size -= part;
    }
    for (; size > BLOCK_BYTES; from += BLOCK_BYTES, size -= BLOCK_BYTES)
        compress(hash, from, BLOCK_BYTES, 0);
    if (size)
        memcpy(hash->block + hash->held, from, size);
    hash->held += size;
}

void iq_blake2b_end(struct iq_blake2b *hash, uint8_t digest[IQ_DIGEST_BYTES])
{
    memset(hash->block + hash->held, 0, BLOCK_BYTES - hash->held);
    compress(hash, hash->block, hash->held, UINT64_MAX);
    memcpy(digest, hash->state, IQ_DIGEST_BYTES);
}
