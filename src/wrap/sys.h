/* Raw system calls and string helpers for code that runs inside the dynamic linker, before libc's
 * constructors and without going through functions that a sanitizer may interpose.  Stateless, any
 * thread, async-signal-safe. */
#ifndef IQ_WRAP_SYS_H
#define IQ_WRAP_SYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "arch/arch.h"
#include "base/page.h"

/* Result of the kernel: negative errno on failure.  errno is left alone. */
static inline long iq_sys_call(long number, long a, long b, long c, long d, long e, long f)
{
    return iq_arch_call(number, a, b, c, d, e, f);
}

static inline void *iq_sys_mmap(void *hint, size_t size, int prot, int flags, int fd)
{
    long result = iq_sys_call(SYS_mmap, (long)hint, (long)size, prot, flags, fd, 0);
    return result < 0 && result > -4096 ? NULL : (void *)result;
}

static inline void *iq_sys_pages(size_t size)
{
    return iq_sys_mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1);
}
static inline void iq_sys_munmap(void *at, size_t size)
{
    iq_sys_call(SYS_munmap, (long)at, (long)size, 0, 0, 0, 0);
}
static inline int iq_sys_mprotect(uintptr_t at, size_t size, int prot)
{
    return (int)iq_sys_call(SYS_mprotect, (long)at, (long)size, prot, 0, 0, 0);
}
static inline int iq_sys_pid(void) { return (int)iq_sys_call(SYS_getpid, 0, 0, 0, 0, 0, 0); }

/* Is there a page at [at]? */
static inline bool iq_sys_is_mapped(uintptr_t at)
{
    unsigned char resident;
    return iq_sys_call(SYS_mincore, (long)iq_page_down(at), 1, (long)&resident, 0, 0, 0) == 0;
}

static inline size_t iq_sys_length(const char *text)
{
    size_t length = 0;
    while (text[length]) {
        length++;
        IQ_ARCH_OPAQUE(); /* else the compiler makes this a call of strlen */
    }
    return length;
}

static inline int iq_sys_compare(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return (unsigned char)*a - (unsigned char)*b;
}

static inline bool iq_sys_equal(const char *a, const char *b) { return iq_sys_compare(a, b) == 0; }

static inline bool iq_sys_equal_bytes(const void *a, const void *b, size_t size)
{
    const unsigned char *x = a, *y = b;
    while (size && *x == *y)
        x++, y++, size--;
    return !size;
}

static inline bool iq_sys_starts(const char *text, const char *prefix)
{
    while (*prefix)
        if (*text++ != *prefix++)
            return false;
    return true;
}

/* Part of [path] after the last slash. */
static inline const char *iq_sys_base_name(const char *path)
{
    const char *name = path;
    for (; *path; path++)
        if (*path == '/')
            name = path + 1;
    return name;
}

static inline void iq_sys_copy(void *to, const void *from, size_t size)
{
    iq_arch_copy(to, from, size);
}

#endif
