/* Names of the functions of one object by address: a sorted copy of its symbol table, because libdw
 * walks the whole table for each address, 20 ms where it has 700,000 symbols.
 * Owner: the caller; all zero at first, iq_functions_finish at the end.  Threads: one. */
#ifndef IQ_REPORT_FUNCTIONS_H
#define IQ_REPORT_FUNCTIONS_H

#include <elfutils/libdwfl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct iq_function;

struct iq_functions {
    struct iq_function *list; /* by their start; NULL: not read yet, or there are none */
    size_t count;
    bool read;
};

/* The function at [address], as libdw counts addresses of [object], mangled; NULL: none.  Of
 * several that begin there, a global one.  Borrowed from [object]. */
const char *iq_functions_name(struct iq_functions *functions, Dwfl_Module *object,
                              uint64_t address);

void iq_functions_finish(struct iq_functions *functions);

#endif
