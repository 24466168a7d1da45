/* Driver API: objects of other APIs.  There is no other driver that could have exported
 * any, so that only mistakes are distinguished. */
#include <sys/stat.h>

#include "iq_cuda_protos.h"
#include "softdev/memory.h"

enum { DEDICATED = 1 };

/* What is made for sharing is a file of its own: neither a device nor a pipe. */
static bool may_be_exported(int fd)
{
    struct stat found;
    return !fstat(fd, &found) && S_ISREG(found.st_mode);
}

static CUresult judge(bool known_type, bool well_formed, int fd)
{
    CUresult r = iq_enter_plain();
    if (!r)
        r = !known_type            ? CUDA_ERROR_NOT_SUPPORTED
            : !well_formed         ? CUDA_ERROR_INVALID_VALUE
            : !may_be_exported(fd) ? CUDA_ERROR_UNKNOWN
                                   : CUDA_ERROR_NOT_SUPPORTED;
    return iq_leave(r);
}

DRIVER(cuImportExternalMemory,
       (CUexternalMemory * made, const CUDA_EXTERNAL_MEMORY_HANDLE_DESC *from))
{
    if (!made || !from)
        return CUDA_ERROR_INVALID_VALUE;
    return judge(from->type == CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD,
                 from->size && !(from->flags & ~(unsigned)DEDICATED), from->handle.fd);
}

DRIVER(cuImportExternalSemaphore,
       (CUexternalSemaphore * made, const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC *from))
{
    if (!made || !from)
        return CUDA_ERROR_INVALID_VALUE;
    bool file = from->type == CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD ||
                from->type == CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD;
    return judge(file, !from->flags, from->handle.fd);
}
