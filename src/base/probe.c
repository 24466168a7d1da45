#include "base/probe.h"

#include <errno.h>
#include <linux/futex.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "base/page.h"

enum { AT_ONCE = 1 << 30, PAGES = 128 };

typedef ssize_t transfer_fn(pid_t process, const struct iovec *local, unsigned long local_count,
                            const struct iovec *remote, unsigned long remote_count,
                            unsigned long flags);

bool iq_probe_refused;

static bool is_refused(void) { return __atomic_load_n(&iq_probe_refused, __ATOMIC_RELAXED); }

/* After a failure.  ESRCH: the child of a namespace of its own. */
static bool refuses(void)
{
    bool refused = errno == ENOSYS || errno == EPERM || errno == ESRCH;
    if (refused)
        __atomic_store_n(&iq_probe_refused, true, __ATOMIC_RELAXED);
    return refused;
}

/* The kernel reads a word, and waits for no time at all. */
static bool page_is_readable(uint64_t address)
{
    static const struct timespec none = { 0, 0 };
    return !syscall(SYS_futex, address & ~(uint64_t)3, FUTEX_WAIT_PRIVATE, 0, &none, NULL, 0) ||
           errno != EFAULT;
}

/* The kernel adds nothing to a word, and wakes nobody. */
static bool page_is_writable(uint64_t address)
{
    static uint32_t own;
    return syscall(SYS_futex, &own, FUTEX_WAKE_OP_PRIVATE, 0, NULL, address & ~(uint64_t)3,
                   FUTEX_OP(FUTEX_OP_ADD, 0, FUTEX_OP_CMP_EQ, 0)) >= 0;
}

bool iq_probe_is_constant(uint64_t address)
{
    int error = errno;
    bool constant = !page_is_writable(address) && errno == EFAULT;
    errno = error;
    return constant;
}

static bool are_pages(bool (*is)(uint64_t), uint64_t address, size_t size)
{
    uint64_t end = address + size;
    if (end < address)
        return false;
    for (uint64_t at = address; at < end; at = iq_page_down(at) + iq_page_bytes)
        if (!is(at))
            return false;
    return true;
}

/* 1: done, 0: not all of it is there, -1: the system does not do it. */
static int transfer(transfer_fn *call, char *own, uint64_t other, size_t size)
{
    while (size) {
        size_t part = size < AT_ONCE ? size : AT_ONCE;
        struct iovec local = { own, part }, remote = { (void *)(uintptr_t)other, part };
        ssize_t done = call(getpid(), &local, 1, &remote, 1, 0);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return done < 0 && refuses() ? -1 : 0;
        own += done;
        other += (uint64_t)done;
        size -= (size_t)done;
    }
    return 1;
}

bool iq_probe_read(void *to, uint64_t from, size_t size)
{
    int error = errno, done = is_refused() ? -1 : transfer(process_vm_readv, to, from, size);
    if (done < 0 && (done = are_pages(page_is_readable, from, size)))
        memcpy(to, (const void *)(uintptr_t)from, size);
    errno = error;
    return done;
}

bool iq_probe_write(uint64_t to, const void *from, size_t size)
{
    char *own = (char *)(uintptr_t)from;
    int error = errno, done = is_refused() ? -1 : transfer(process_vm_writev, own, to, size);
    if (done < 0 && (done = are_pages(page_is_writable, to, size)))
        memcpy((void *)(uintptr_t)to, from, size);
    errno = error;
    return done;
}

/* One byte of each page, many pages with one system call: the kernel stops at the first that it
 * cannot read.  Returns how many; -1: the system does not do it. */
static ssize_t read_each(uint64_t address, uint64_t end, size_t *asked)
{
    char bytes[PAGES];
    struct iovec pages[PAGES], here = { bytes, sizeof bytes };
    size_t count = 0;
    for (uint64_t at = address; count < PAGES && at < end; at = iq_page_down(at) + iq_page_bytes)
        pages[count++] = (struct iovec){ (void *)(uintptr_t)at, 1 };
    *asked = count;
    ssize_t got = process_vm_readv(getpid(), &here, 1, pages, count, 0);
    return got < 0 && !refuses() ? 0 : got;
}

size_t iq_probe_readable(uint64_t address, size_t wanted)
{
    const uint64_t kernel = (uint64_t)1 << 63; /* above it nothing is ours */
    uint64_t at = address, end = wanted > kernel - address ? kernel : address + wanted;
    int error = errno;
    if (address >= kernel)
        return 0;
    while (at < end) {
        size_t asked = 1;
        ssize_t got = is_refused() ? -1 : read_each(at, end, &asked);
        if (got < 0)
            got = page_is_readable(at) ? (ssize_t)(asked = 1) : 0;
        for (ssize_t i = 0; i < got; i++)
            at = iq_page_down(at) + iq_page_bytes;
        if (got < (ssize_t)asked)
            break;
    }
    errno = error;
    return at < end ? at - address : wanted;
}
