/* Paths of files.  Stateless; any thread. */
#ifndef IQ_BASE_PATH_H
#define IQ_BASE_PATH_H

#include <stddef.h>
#include <string.h>

/* What is after the last slash, borrowed from [path]; NULL for NULL. */
static inline const char *iq_base_name(const char *path)
{
    const char *slash = path ? strrchr(path, '/') : NULL;
    return slash ? slash + 1 : path;
}

#endif
