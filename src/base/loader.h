/* Which dynamic loader starts a program: a library made for glibc cannot be preloaded where it is
 * another one. Reads the file only; nothing is allocated, so that it may be used between vfork and
 * exec.  Threads: any. */
#ifndef IQ_BASE_LOADER_H
#define IQ_BASE_LOADER_H

#include <stddef.h>

#include "base/contract.h"

enum iq_loader {
    IQ_LOADER_USUAL,  /* glibc's, or one that is not known, or the file cannot be read */
    IQ_LOADER_NONE,   /* linked statically */
    IQ_LOADER_FOREIGN /* of another C library, or of 32-bit programs */
};

/* What starts the program at [path]; of a script, its interpreter.  [name] (of [size] bytes) gets
 * the loader's path, "" if there is none. */
IQ_NONNULL enum iq_loader iq_loader_of(const char *path, char *name, size_t size);

#endif
