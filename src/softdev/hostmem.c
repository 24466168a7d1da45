/* Access to host memory that the program named and that may not be there: the kernel does the
 * copying and says so. Where process_vm_readv is forbidden, plain copies are made, as the hardware
 * driver would. */
#include <errno.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "softdev/memory.h"

static atomic_bool forbidden;
/* A child of vfork or clone keeps the parent's number here at worst; then the calls fail and plain
 * copies are made. */
static pid_t own_pid(void)
{
    static _Atomic pid_t pid;
    pid_t now = atomic_load(&pid);
    if (!now)
        atomic_store(&pid, now = getpid());
    return now;
}

typedef ssize_t (*transfer_fn)(pid_t, const struct iovec *, unsigned long, const struct iovec *,
                               unsigned long, unsigned long);

static CUresult transfer(transfer_fn call, void *own, void *foreign, size_t size)
{
    char *ours = own, *theirs = foreign;
    while (size) {
        struct iovec local = { ours, size < ((size_t)1 << 30) ? size : (size_t)1 << 30 };
        struct iovec remote = { theirs, local.iov_len };
        ssize_t done = call(own_pid(), &local, 1, &remote, 1, 0);
        if (done <= 0 && (errno == EPERM || errno == ENOSYS || errno == ESRCH)) {
            atomic_store(&forbidden, true);
            return CUDA_ERROR_NOT_SUPPORTED;
        }
        if (done <= 0 && errno != EINTR)
            return CUDA_ERROR_INVALID_VALUE;
        if (done > 0) {
            ours += done;
            theirs += done;
            size -= (size_t)done;
        }
    }
    return CUDA_SUCCESS;
}

CUresult iq_host_read(void *to, const void *from, size_t size)
{
    CUresult r = CUDA_ERROR_NOT_SUPPORTED;
    if (!atomic_load(&forbidden))
        r = transfer(process_vm_readv, to, (void *)(uintptr_t)from, size);
    if (r == CUDA_ERROR_NOT_SUPPORTED) {
        memcpy(to, from, size);
        r = CUDA_SUCCESS;
    }
    return r;
}

CUresult iq_host_write(void *to, const void *from, size_t size)
{
    CUresult r = CUDA_ERROR_NOT_SUPPORTED;
    if (!atomic_load(&forbidden))
        r = transfer(process_vm_writev, (void *)(uintptr_t)from, to, size);
    if (r == CUDA_ERROR_NOT_SUPPORTED) {
        memcpy(to, from, size);
        r = CUDA_SUCCESS;
    }
    return r;
}

bool iq_host_is_mapped(const void *at, size_t size)
{
    const char *from = at;
    char byte;
    for (size_t i = 0; i < size; i += 4096)
        if (iq_host_read(&byte, from + i, 1))
            return false;
    return !size || !iq_host_read(&byte, from + size - 1, 1);
}
