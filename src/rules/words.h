/* Words that sentences of all rules are made of.  Threads: any, no shared state. */
#ifndef IQ_RULES_WORDS_H
#define IQ_RULES_WORDS_H

#include <stdint.h>

#include "base/str.h"

/* Bytes as people read them: "400 bytes", "1.5 MiB (1572864 bytes)". */
void iq_put_bytes(struct iq_str *text, uint64_t bytes);

/* ", the size of a pointer" and the like, for what sizeof gives for an object that leads to its
 * elements; "": for others. */
const char *iq_words_of_sizeof(uint64_t bytes);

/* "3 calls ago" from the numbers of two calls. */
/* What to do about a pitch of CUDA. */
#define IQ_PITCH_ADVICE \
    "pass the pitch that the allocation returned (cudaMallocPitch, cudaMalloc3D, cuMemAllocPitch); for host memory, pass the width of a row in bytes"

void iq_put_ago(struct iq_str *text, uint64_t then, uint64_t now);

/* When the objects of one place were made: how many in each quarter of the calls so far.  What is
 * said of it ("; 10, 9, 11 and 10 of them were made in the four quarters of the calls so far: their
 * number grows all the time") begins with "; "; nothing of few. */
struct iq_growth {
    uint64_t quarters[4];
};
void iq_growth_add(struct iq_growth *growth, uint64_t made, uint64_t now);
void iq_put_growth(struct iq_str *text, const struct iq_growth *growth);

/* What lies at [address] of the host: "the stack of this thread", "the heap", "data of libx.so",
 * ...; good until the thread asks again. */
const char *iq_host_words(uint64_t address);

/* What to do instead of giving a kernel the address that a __device__ variable has on the host. */
#define IQ_SHADOW_FIX \
    "use the variable in the kernel directly, or get its address with cudaGetSymbolAddress"

#endif
