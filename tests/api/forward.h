/* Between the generated callers (forward_cuda.c, forward_cudart.c) and forward_test.c.  One thread. */
#ifndef IQ_TESTS_API_FORWARD_H
#define IQ_TESTS_API_FORWARD_H

#include <stddef.h>
#include <stdint.h>

struct forward_case {
    const char *symbol;             /* name of the form: cudaMemAdvise_abi12 */
    uint32_t id;                    /* of its row in iq_entries */
    void (*call)(void *wrapper);    /* calls [wrapper] with the pattern and checks what arrived */
};
extern const struct forward_case forward_cases_cuda[], forward_cases_cudart[];

/* Fills argument [index] with the pattern. */
void forward_fill(void *value, size_t size, int index, const char *base);
void forward_check_status(const char *symbol, int64_t got, int64_t expected);
void forward_check_bytes(const char *symbol, const void *value, size_t size);
/* The fake must have seen the same argument. */
void forward_check_arg(const char *symbol, int index, const void *value, size_t size, int is_struct);

#endif
