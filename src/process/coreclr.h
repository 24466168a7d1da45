/* Methods that .NET (CoreCLR) compiled.  The guest is loaded as a profiler that watches nothing
 * (wrap/managed.c sets the variables): so it gets the interface that says which method an address
 * belongs to, and which offset in the method's own code.  The lines are in a file beside the
 * assembly, which the launcher reads (report/pdb.h).
 * Owner: texts are core's; nothing is freed.  Threads: any; a thread of ours asks what threads of
 * the runtime's may not.  Fork: survives, but a child asks no more. */
#ifndef IQ_PROCESS_CORECLR_H
#define IQ_PROCESS_CORECLR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/contract.h"
#include "process/compiled.h"

/* What variables name the profiler by. */
#define IQ_CORECLR_CLASS "{8F0B5C1E-6D43-4B7A-9A52-1D7C3E90A4F6}"

/* DllGetClassObject of the profiler [wanted] (a GUID), and of no other class. */
int iq_coreclr_class(const void *wanted, const void *interface, void **object);

/* In the child of a fork, which has none of the runtime's threads: it is not asked any more. */
void iq_coreclr_after_fork(void);

/* Fills the zeroed [place] of each of the [count] return addresses that .NET compiled.  False: it
 * is not there, or did not answer.  No lock may be held. */
IQ_NODISCARD IQ_NONNULL bool iq_coreclr_ask(const uintptr_t *pc, struct iq_compiled_place *place,
                                            uint32_t count);

#endif
