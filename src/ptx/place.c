#include "ptx/place.h"

#include <string.h>

bool iq_ptx_is_header(const char *file)
{
    const char *folder = file ? strstr(file, "/include/") : NULL;
    if (!folder)
        return file && strstr(file, "/cccl/");
    const char *parent = folder;
    while (parent > file && parent[-1] != '/')
        parent--;
    bool toolkit =
        !strncmp(parent, "cuda", 4) &&
        (strchr("/_", parent[4]) || (parent[4] == '-' && parent[5] >= '0' && parent[5] <= '9'));
    return toolkit || strstr(file, "/targets/") || !strncmp(file, "/usr/", 5);
}
