/* Files by key in a folder of the user's, so that a later run need not make them again:
 * $INQUEST_KERNEL_CACHE (a folder, or "no": none), else inquest/kernels in $XDG_CACHE_HOME or
 * ~/.cache.  The folder and its files are the owner's alone; one that others may write is not used.
 * An entry proves itself by a hash over key and contents: what was changed or cut off is not
 * there, and is made again.  What has not been used for longest goes when the folder is full.
 * Owner: no state.  Threads and processes: any; an entry appears at once and whole.  Whatever fails
 * (a full or read-only disk) is as if there were no cache. */
#ifndef IQ_BASE_DISK_CACHE_H
#define IQ_BASE_DISK_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/blake2b.h"

enum { IQ_DISK_CACHE_BYTES = 256 << 20 }; /* of all entries */

/* Writes the folder's path to [path].  False: there is to be none. */
bool iq_disk_cache_folder(char *path, size_t size);

/* NULL: the folder is good; else why it is not used (static). */
const char *iq_disk_cache_problem(const char *path);

/* Entries in the folder at [path], and their bytes. */
void iq_disk_cache_count(const char *path, size_t *count, uint64_t *bytes);

/* What was stored under [key]: malloc'ed.  False: nothing that is whole. */
bool iq_disk_cache_get(const uint8_t key[IQ_DIGEST_BYTES], char **data, size_t *size);

/* Stores [data] under [key], in place of what was there. */
void iq_disk_cache_put(const uint8_t key[IQ_DIGEST_BYTES], const void *data, size_t size);

#endif
