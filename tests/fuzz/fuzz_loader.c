// link: base
/* Which loader starts a program, from an arbitrary file. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/loader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { ROOM = 24 };
    static int fd = -1;
    char path[64], name[ROOM];
    if (fd < 0)
        fd = memfd_create("program", 0);
    if (fd < 0 || ftruncate(fd, 0) || pwrite(fd, data, size, 0) != (ssize_t)size)
        return 0;
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    memset(name, 'x', sizeof name);
    enum iq_loader loader = iq_loader_of(path, name, sizeof name);
    if (!memchr(name, 0, sizeof name) || (loader == IQ_LOADER_NONE && name[0]))
        abort();
    return 0;
}
