/* Names of functions in loaded objects: those that the dynamic linker knows, and those of the
 * symbol table of the object's file, where a program's static functions are.
 * Threads: any; takes the dynamic linker's lock and IQ_LOCK_MODULES.  Fork: nothing to do. */
#ifndef IQ_WRAP_FUNCTIONS_H
#define IQ_WRAP_FUNCTIONS_H

#include "call/tracer.h"

/* See iq_tracer_place.  The file is read once for each address that the dynamic linker cannot
 * name. */
iq_tracer_place iq_functions_place;

#endif
