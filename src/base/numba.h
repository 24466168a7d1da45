/* Names that Numba gives to kernels: the function, a tag with the number of its version ("v1"), and
 * the types of its arguments, mangled as C++ names.  Their parameters are words: an array of n
 * dimensions takes 5 + 2 n, of which one is the address of its data.
 * Pure functions; any thread, async-signal-safe; text is the caller's. */
#ifndef IQ_BASE_NUMBA_H
#define IQ_BASE_NUMBA_H

#include <stdbool.h>
#include <stddef.h>

/* Is [name], mangled, that of a kernel of Numba? */
bool iq_numba_made(const char *name);

/* What a parameter of a kernel is to its author. */
struct iq_numba_word {
    int argument;        /* of the Python function, from 0 */
    bool is_data;        /* the address of an array's elements; false: some other word */
    bool is_contiguous;  /* the array's elements follow each other */
    unsigned dimensions; /* of the array; 0: a scalar */
    const char *type;    /* "float32": of the scalar or of the elements; static */
    unsigned element_bytes;
};

/* Finds parameter [index], from 0, of kernel [name].  False: that is no kernel of Numba, it has
 * fewer parameters, or there is an argument of another kind (a tuple, a record) in front. */
bool iq_numba_parameter(const char *name, unsigned index, struct iq_numba_word *out);

/* The name of the Python function, without its modules, in [name]; *length is its length.  NULL:
 * not of Numba. */
const char *iq_numba_function(const char *name, size_t *length);

#endif
