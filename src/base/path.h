/* Paths of files.  Stateless; any thread. */
#ifndef IQ_BASE_PATH_H
#define IQ_BASE_PATH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* What is after the last slash, borrowed from [path]; NULL for NULL. */
static inline const char *iq_base_name(const char *path)
{
    const char *slash = path ? strrchr(path, '/') : NULL;
    return slash ? slash + 1 : path;
}

/* The folders for temporary files: TMPDIR's if it is set (.NET), /tmp (Java, Node.js).  [n] from 0;
 * NULL: no more.  Borrowed from the environment. */
static inline const char *iq_temporary_folder(int n)
{
    const char *own = getenv("TMPDIR");
    bool is_set = own && *own;
    return is_set && n == 0 ? own : n == is_set ? "/tmp" : NULL;
}

#endif
