// link: checker -lzstd -llz4
/* Any text as a kernel's log. */
#include <stdlib.h>
#include <string.h>

#include "process/xid.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct iq_xid xid;
    char *log = malloc(size + 1);
    if (!log)
        return 0;
    if (size)
        memcpy(log, data, size);
    if (iq_xid_parse(log, size, 671, 0, &xid) && xid.address % IQ_XID_PAGE)
        abort();
    free(log);
    return 0;
}
