/* CUDA runtimes in the process: finding them, patching their public entry points, and what stands
 * after those.
 * Owner: records are never freed; a runtime that was unloaded is forgotten by its object.
 * Threads: iq_cudart_scan under the dynamic linker's lock or before there are threads; the rest
 * any.
 * Fork: survives.  iq_cudart_scan needs no libc, so that it may run inside the dynamic linker. */
#ifndef IQ_WRAP_CUDART_H
#define IQ_WRAP_CUDART_H

#include <stdbool.h>
#include <stdint.h>

#include "wrap/elf.h"

/* Looks at every loaded object that has not been looked at and patches the runtimes among them.
 * [live]: other threads may be running their code already. */
void iq_cudart_scan(bool live);

/* The process uses a GPU: tells core about the runtimes found so far, and from now on at once. */
void iq_cudart_start(void);

/* The driver was asked for a private table by the code at [from]; [in_vain]: it is the software
 * driver, which has none. */
void iq_cudart_asks_driver(uintptr_t from, bool in_vain);

#endif
