/* libc's functions that hand a buffer to the kernel: the kernel refuses a guarded page
 * (src/order/guard.h) instead of trapping, so the guards are lifted first, and an access that comes
 * too early is reported here.  Without guards a call costs a jump.
 * Threads: any.  errno is libc's.  The process's own system calls are not seen. */
#include <stdarg.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#include "call/guest.h"
#include "order/guard.h"
#include "process/hostmap.h"
#include "wrap/guest.h"
#include "wrap/sys.h"

#define IQ_EXPORT __attribute__((visibility("default")))
#define CALLER ((uintptr_t)__builtin_return_address(0))

static inline bool has_guards(void)
{
    return __builtin_expect(__atomic_load_n(&iq_guard_count, __ATOMIC_RELAXED) != 0, 0);
}

#define CHECK(name, at, size, write)                                 \
    do {                                                             \
        if (has_guards())                                            \
            iq_guard_io(name, (uintptr_t)(at), size, write, CALLER); \
    } while (0)

static void check_vector(const char *name, const struct iovec *vector, int count, bool write,
                         uintptr_t pc)
{
    for (int i = 0; i < count; i++)
        iq_guard_io(name, (uintptr_t)vector[i].iov_base, vector[i].iov_len, write, pc);
}

#define CHECK_VECTOR(name, vector, count, write)                     \
    do {                                                             \
        if (has_guards())                                            \
            check_vector(name, vector, (int)(count), write, CALLER); \
    } while (0)

static struct iq_hostmap_caller caller(uintptr_t pc)
{
    return (struct iq_hostmap_caller){ pc, iq_core_call_count() };
}

/* What a driver maps inside of a call is its own: there, only what was known of the place is
 * forgotten. */
static void *note_map(void *map, size_t size, bool placed, uintptr_t pc)
{
    if (map == MAP_FAILED)
        return map;
    if (iq_core_inside_call())
        iq_hostmap_remove((uintptr_t)map, size, NULL, caller(pc));
    else
        iq_hostmap_add((uintptr_t)map, size, placed, caller(pc));
    return map;
}

/* The pages that were there are given up, and the new ones keep the protection that they are made
 * with. */
static inline void replace(void *at, size_t size, int flags, uintptr_t pc)
{
    if (flags & MAP_FIXED && has_guards())
        iq_guard_freed("mmap", at, size, pc);
}

IQ_EXPORT void *mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset)
{
    replace(at, size, flags, CALLER);
    void *map = IQ_GUEST_NEXT("mmap", void *(*)(void *, size_t, int, int, int, off_t))(
        at, size, protection, flags, fd, offset);
    return note_map(map, size, at && map == at, CALLER);
}

IQ_EXPORT void *mmap64(void *at, size_t size, int protection, int flags, int fd, off64_t offset)
{
    replace(at, size, flags, CALLER);
    void *map = IQ_GUEST_NEXT("mmap64", void *(*)(void *, size_t, int, int, int, off64_t))(
        at, size, protection, flags, fd, offset);
    return note_map(map, size, at && map == at, CALLER);
}

/* Pages that go away or become others must not be changed when their guard is lifted; and they may
 * be another thread's as soon as they are gone. */
IQ_EXPORT int munmap(void *at, size_t size)
{
    if (has_guards())
        iq_guard_freed("munmap", at, size, CALLER);
    iq_hostmap_remove((uintptr_t)at, size, "munmap", caller(CALLER));
    return IQ_GUEST_NEXT("munmap", int (*)(void *, size_t))(at, size);
}

/* What the program wants of its pages is not to be undone when a guard on them is lifted. */
IQ_EXPORT int mprotect(void *at, size_t size, int protection)
{
    if (has_guards())
        iq_guard_drop((uintptr_t)at, (uintptr_t)at + size);
    return IQ_GUEST_NEXT("mprotect", int (*)(void *, size_t, int))(at, size, protection);
}

IQ_EXPORT void *mremap(void *at, size_t size, size_t new_size, int flags, ...)
{
    va_list list;
    va_start(list, flags);
    void *place = flags & MREMAP_FIXED ? va_arg(list, void *) : NULL;
    va_end(list);
    if (has_guards())
        iq_guard_freed("mremap", at, size, CALLER);
    void *map = IQ_GUEST_NEXT("mremap", void *(*)(void *, size_t, size_t, int, ...))(
        at, size, new_size, flags, place);
    if (map != MAP_FAILED) {
        iq_hostmap_remove((uintptr_t)at, size, "mremap", caller(CALLER));
        note_map(map, new_size, flags & MREMAP_FIXED, CALLER);
    }
    return map;
}

/* Functions that write to the buffer. */
IQ_EXPORT ssize_t read(int fd, void *at, size_t size)
{
    CHECK("read", at, size, true);
    return IQ_GUEST_NEXT("read", ssize_t(*)(int, void *, size_t))(fd, at, size);
}

IQ_EXPORT ssize_t pread(int fd, void *at, size_t size, off_t offset)
{
    CHECK("pread", at, size, true);
    return IQ_GUEST_NEXT("pread", ssize_t(*)(int, void *, size_t, off_t))(fd, at, size, offset);
}

IQ_EXPORT ssize_t pread64(int fd, void *at, size_t size, off_t offset)
{
    CHECK("pread64", at, size, true);
    return IQ_GUEST_NEXT("pread64", ssize_t(*)(int, void *, size_t, off_t))(fd, at, size, offset);
}

IQ_EXPORT ssize_t readv(int fd, const struct iovec *vector, int count)
{
    CHECK_VECTOR("readv", vector, count, true);
    return IQ_GUEST_NEXT("readv", ssize_t(*)(int, const struct iovec *, int))(fd, vector, count);
}

IQ_EXPORT ssize_t recv(int fd, void *at, size_t size, int flags)
{
    CHECK("recv", at, size, true);
    return IQ_GUEST_NEXT("recv", ssize_t(*)(int, void *, size_t, int))(fd, at, size, flags);
}

/* The header's own types for addresses are unions; the name is all that counts. */
IQ_EXPORT ssize_t iq_io_recvfrom(int fd, void *at, size_t size, int flags, struct sockaddr *from,
                                 socklen_t *length) __asm__("recvfrom");
IQ_EXPORT ssize_t iq_io_sendto(int fd, const void *at, size_t size, int flags,
                               const struct sockaddr *to, socklen_t length) __asm__("sendto");

ssize_t iq_io_recvfrom(int fd, void *at, size_t size, int flags, struct sockaddr *from,
                       socklen_t *length)
{
    CHECK("recvfrom", at, size, true);
    return IQ_GUEST_NEXT("recvfrom", ssize_t(*)(int, void *, size_t, int, struct sockaddr *,
                                                socklen_t *))(fd, at, size, flags, from, length);
}

IQ_EXPORT ssize_t recvmsg(int fd, struct msghdr *message, int flags)
{
    CHECK_VECTOR("recvmsg", message->msg_iov, message->msg_iovlen, true);
    return IQ_GUEST_NEXT("recvmsg", ssize_t(*)(int, struct msghdr *, int))(fd, message, flags);
}

IQ_EXPORT size_t fread(void *at, size_t size, size_t count, FILE *file)
{
    CHECK("fread", at, size * count, true);
    return IQ_GUEST_NEXT("fread", size_t(*)(void *, size_t, size_t, FILE *))(at, size, count, file);
}

/* Functions that read from it. */
IQ_EXPORT ssize_t write(int fd, const void *at, size_t size)
{
    CHECK("write", at, size, false);
    return IQ_GUEST_NEXT("write", ssize_t(*)(int, const void *, size_t))(fd, at, size);
}

IQ_EXPORT ssize_t pwrite(int fd, const void *at, size_t size, off_t offset)
{
    CHECK("pwrite", at, size, false);
    return IQ_GUEST_NEXT("pwrite", ssize_t(*)(int, const void *, size_t, off_t))(fd, at, size,
                                                                                 offset);
}

IQ_EXPORT ssize_t pwrite64(int fd, const void *at, size_t size, off_t offset)
{
    CHECK("pwrite64", at, size, false);
    return IQ_GUEST_NEXT("pwrite64", ssize_t(*)(int, const void *, size_t, off_t))(fd, at, size,
                                                                                   offset);
}

IQ_EXPORT ssize_t writev(int fd, const struct iovec *vector, int count)
{
    CHECK_VECTOR("writev", vector, count, false);
    return IQ_GUEST_NEXT("writev", ssize_t(*)(int, const struct iovec *, int))(fd, vector, count);
}

IQ_EXPORT ssize_t send(int fd, const void *at, size_t size, int flags)
{
    CHECK("send", at, size, false);
    return IQ_GUEST_NEXT("send", ssize_t(*)(int, const void *, size_t, int))(fd, at, size, flags);
}

ssize_t iq_io_sendto(int fd, const void *at, size_t size, int flags, const struct sockaddr *to,
                     socklen_t length)
{
    CHECK("sendto", at, size, false);
    return IQ_GUEST_NEXT("sendto",
                         ssize_t(*)(int, const void *, size_t, int, const struct sockaddr *,
                                    socklen_t))(fd, at, size, flags, to, length);
}

IQ_EXPORT ssize_t sendmsg(int fd, const struct msghdr *message, int flags)
{
    CHECK_VECTOR("sendmsg", message->msg_iov, message->msg_iovlen, false);
    return IQ_GUEST_NEXT("sendmsg", ssize_t(*)(int, const struct msghdr *, int))(fd, message,
                                                                                 flags);
}

IQ_EXPORT size_t fwrite(const void *at, size_t size, size_t count, FILE *file)
{
    CHECK("fwrite", at, size * count, false);
    return IQ_GUEST_NEXT("fwrite", size_t(*)(const void *, size_t, size_t, FILE *))(at, size, count,
                                                                                    file);
}
