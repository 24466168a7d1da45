/* The words of --fail: which calls are to fail, when, and with which code.
 * Stateless; any thread; needs no libc that is ready.  Texts are borrowed from what was parsed. */
#ifndef IQ_BASE_FAIL_SPEC_H
#define IQ_BASE_FAIL_SPEC_H

#include <stdbool.h>
#include <stdint.h>

#include "base/contract.h"
#include "base/str.h"

enum { IQ_FAIL_WORD = 96 };

/* CALL[:N][:p=P][:after=BYTES][:rank=R]=CODE */
struct iq_fail_spec {
    char call[IQ_FAIL_WORD]; /* name of a call, or a glob */
    char code[IQ_FAIL_WORD]; /* name of a status code, or its number */
    uint64_t nth;            /* only this one of the matching calls, 1..; 0: each */
    double probability;      /* of each matching call; 1: not given */
    bool has_after;          /* only allocations ... */
    uint64_t after_bytes;    /* ... that would make more bytes live than this */
    int64_t rank;            /* only in the process of this rank; -1: in any */
};

/* Reads the first of the specifications in *text, which commas separate, and moves *text behind it.
 * Returns 1; 0 at the end; IQ_EINVAL with a line in [error] (NULL: nobody asks). */
IQ_NODISCARD IQ_NONNULL_ARG(1) int iq_fail_next(const char **text, struct iq_fail_spec *spec,
                                                struct iq_str *error);

/* Is [code] a number?  Then it is stored in *number. */
IQ_NODISCARD IQ_NONNULL bool iq_fail_number(const char *code, int64_t *number);

#endif
