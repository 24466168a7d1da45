/* Strings and line numbers of a CPython interpreter.  Internal to python*.c.  Stateless; threads:
 * any. */
#ifndef IQ_PROCESS_PYTHON_TEXT_H
#define IQ_PROCESS_PYTHON_TEXT_H

#include <stddef.h>

#include "base/contract.h"
#include "process/python_layout.h"

/* The str object at [object] as UTF-8 with a NUL, cut to [size].  False if it is no such object. */
bool iq_python_text(const struct iq_python_layout *layout, uintptr_t object, char *out, size_t size,
                    bool quiet);

/* Line of the instruction at byte [at] of code whose line table is the [size] bytes at [table] and
 * which starts at line [first]; 0 if it has none. */
IQ_NONNULL uint32_t iq_python_line(enum iq_python_lines format, const uint8_t *table, size_t size,
                                   uint32_t first, int64_t at);

#endif
