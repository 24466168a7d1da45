/* Names of parameters as the source declares them, where debug information has none: nvcc's host
 * functions number theirs, and kernels of Numba are functions of Python.
 * Threads: one.  Owner: the caller's buffers. */
#ifndef IQ_REPORT_DECLARED_H
#define IQ_REPORT_DECLARED_H

#include <stdbool.h>
#include <stddef.h>

/* Finds parameter [index] of [function] in [text], source that begins on the line of its
 * declaration.  Copies its name; false: it has none, or the text is something else. */
bool iq_declared_parameter(const char *text, const char *function, int index, char *name,
                           size_t size);

/* The same for the Python function [function], wherever it stands in [text].  False also if there
 * are several of that name with different parameters. */
bool iq_declared_python(const char *text, const char *function, int index, char *name, size_t size);

#endif
