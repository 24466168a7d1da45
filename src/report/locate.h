/* Which variable of the program lies at an address?  From symbol tables (globals) and debug
 * information (what is in a frame).
 * Threads: one (the launcher's). */
#ifndef IQ_REPORT_LOCATE_H
#define IQ_REPORT_LOCATE_H

#include <stdbool.h>
#include <stdint.h>

#include "report/objects.h"

struct iq_debug_variable {
    char name[128], type[96]; /* type "" unknown */
    char class_name[96];      /* of what the type is another name for; "": no class */
    /* of a local one, as the linker knows it; NULL: global, or unknown */
    const char *function;
    /* where it is declared, where that was compiled; NULL: unknown.  Borrowed from the object's
     * file */
    const char *file, *directory;
    int line;
    uint64_t address, size;
};

/* The global that holds [address].  False: none, or two that contradict each other. */
bool iq_locate_global(struct iq_objects *objects, uint64_t address,
                      struct iq_debug_variable *variable);

/* The local variable or parameter that holds [address] in the frame that ends at [cfa] and whose
 * function goes on at [pc].  False: none that is alive there, or debug information does not say. */
bool iq_locate_local(struct iq_objects *objects, uint64_t pc, uint64_t cfa, uint64_t address,
                     struct iq_debug_variable *variable);

/* Has the block of that variable ended when the same frame goes on at [later_pc]?  False too if
 * nothing is known. */
bool iq_locate_has_ended(struct iq_objects *objects, uint64_t pc, uint64_t cfa, uint64_t address,
                         uint64_t later_pc);

/* Name of the function that goes on at [pc] if debug information knows it, else NULL.  Borrowed
 * from the object's file. */
const char *iq_locate_function(struct iq_objects *objects, uint64_t pc);

#endif
