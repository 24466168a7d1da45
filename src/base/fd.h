/* Whole-file input and output over file descriptors; survives short transfers and EINTR.
 * Threads: any.  errno is not kept.  iq_fd_write_all is async-signal-safe. */
#ifndef IQ_BASE_FD_H
#define IQ_BASE_FD_H

#include <stddef.h>

#include "base/contract.h"

/* Reads the file at [path] of at most [limit] bytes.  *data gets malloc'ed memory with a NUL after
 * it (caller frees). A pipe without a writer is empty; one with a writer is read to its end.
 * Returns 0, IQ_ENOENT, IQ_EACCESS, IQ_EFOLDER, IQ_EIO, IQ_ETOOBIG,
 * IQ_ENOMEM. */
IQ_NODISCARD IQ_NONNULL int iq_fd_read_file(const char *path, size_t limit, char **data,
                                            size_t *size);

/* The same for a file that others may have put there: it never waits, and the answer is
 * IQ_ENOTREGULAR for a pipe, a device or a folder. */
IQ_NODISCARD IQ_NONNULL int iq_fd_read_regular(const char *path, size_t limit, char **data,
                                               size_t *size);

/* As iq_fd_write_all; where nobody reads any more the answer is IQ_EIO with errno EPIPE, not a
 * signal. */
int iq_fd_write_without_signal(int fd, const void *data, size_t size);

/* Writes all [size] bytes.  Returns 0, IQ_EFULL, IQ_EIO. */
IQ_NODISCARD int iq_fd_write_all(int fd, const void *data, size_t size);

#endif
