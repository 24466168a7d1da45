/* nvcc as a child of a program on the software device, which cannot run machine code: where it is
 * asked for a cubin it writes the PTX of the same program to the same file.  Programs that compile
 * their kernels this way (PyCUDA, for one) load it like any image; so does a real driver.
 * Threads: any.  Called between fork and exec: touches no memory but the caller's. */
#ifndef IQ_WRAP_NVCC_H
#define IQ_WRAP_NVCC_H

#include <stddef.h>

/* Entries that the arguments of [program] need once they are changed, the NULL at the end
 * included, and bytes of text in *bytes; 0: they stay as they are. */
size_t iq_nvcc_room(const char *program, char *const argv[], size_t *bytes);

/* Writes them to [changed], what is new to [text]. */
void iq_nvcc_change(char *const argv[], char **changed, char *text);

#endif
