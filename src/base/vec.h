/* Growable array over realloc.  Owner: whoever declares it; a zeroed struct is an empty vector.
 * Threads: none of its own.  Not async-signal-safe.
 *
 *     IQ_VEC(int) numbers = {0};
 *     if (iq_vec_push(&numbers, 3)) return IQ_ENOMEM;
 *     for (size_t i = 0; i < numbers.count; i++) use(numbers.data[i]);
 *     iq_vec_finish(&numbers); */
#ifndef IQ_BASE_VEC_H
#define IQ_BASE_VEC_H

#include <stddef.h>
#include <stdlib.h>

#include "base/contract.h"
#include "base/errors.h"

#define IQ_VEC(type)            \
    struct {                    \
        type *data;             \
        size_t count, capacity; \
    }

/* Makes room for [need] elements of [size] bytes.  Returns 0, IQ_ENOMEM; on failure nothing
 * changes. */
IQ_NODISCARD IQ_NONNULL int iq_vec_grow(void **data, size_t *capacity, size_t need, size_t size);

/* Makes room for [extra] more elements.  Returns 0, IQ_ENOMEM. */
#define iq_vec_reserve(vec, extra)                                                      \
    ((vec)->count + (extra) <= (vec)->capacity                                          \
         ? 0                                                                            \
         : iq_vec_grow((void **)&(vec)->data, &(vec)->capacity, (vec)->count + (extra), \
                       sizeof *(vec)->data))

/* Appends one element.  Returns 0, IQ_ENOMEM (the vector is unchanged). */
#define iq_vec_push(vec, ...)             \
    (iq_vec_reserve((vec), 1) ? IQ_ENOMEM \
                              : ((void)((vec)->data[(vec)->count++] = (__VA_ARGS__)), 0))

/* Frees the elements' memory; the vector is empty and usable again. */
#define iq_vec_finish(vec) \
    ((void)(free((vec)->data), (vec)->data = NULL, (vec)->count = 0, (vec)->capacity = 0))

#endif
