/* ELF objects mapped in the process, so that the launcher can turn program counters into functions
 * and lines. Each goes to the trace once, even if it is unloaded later.  Threads: any.  Fork: the
 * child says them all again. */
#ifndef IQ_PROCESS_MODULES_H
#define IQ_PROCESS_MODULES_H

#include <stdbool.h>
#include <stdint.h>

/* Looks at the loaded objects again if one of the [count] addresses lies in none that is known. */
void iq_modules_note(const uintptr_t *pc, uint32_t count);

/* Looks at the loaded objects for the last time: a call that comes now may break the heap, where
 * the loader keeps its list.  Any thread. */
void iq_modules_look_last(void);

/* Looks at the loaded objects and writes the new ones to the trace. */
void iq_modules_write(void);

/* Path of the object that holds [address], NULL if unknown; [writable] and [executable] say what
 * its segment is. */
const char *iq_modules_path(uintptr_t address);

/* Is [code] the program's own file's, the C library's, the dynamic linker's?  As cheap as
 * _dl_find_object (process/find_object.h), and as safe in a signal's handler. */
bool iq_modules_is_program(uintptr_t code);
bool iq_modules_is_libc(uintptr_t code);
bool iq_modules_is_loader(uintptr_t code);

void iq_modules_after_fork(void);

#endif
