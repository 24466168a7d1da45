/* Hash functions for tables (not for security).  Stateless, any thread, async-signal-safe. */
#ifndef IQ_BASE_HASH_H
#define IQ_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* Mixes all bits of [value] (finaliser of splitmix64). */
static inline uint64_t iq_hash_u64(uint64_t value)
{
    value ^= value >> 30;
    value *= 0xbf58476d1ce4e5b9u;
    value ^= value >> 27;
    value *= 0x94d049bb133111ebu;
    return value ^ (value >> 31);
}

/* FNV-1a over [size] bytes, mixed once more. */
static inline uint64_t iq_hash_bytes(const void *data, size_t size)
{
    const unsigned char *byte = data;
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ byte[i]) * 0x100000001b3u;
    return iq_hash_u64(hash);
}

#endif
