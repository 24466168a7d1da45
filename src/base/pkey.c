#include "base/pkey.h"

#include <errno.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "arch/rights.h"
#include "base/armed.h"

static int keys[2] = { -1, -1 }; /* against writes, against any access; -1: there are none */
bool iq_pkey_used;
__thread bool iq_pkey_inside __attribute__((tls_model("initial-exec")));
static __thread bool driver __attribute__((tls_model("initial-exec")));

static int allocate(uint32_t rights)
{
    int error = errno;
    int key = IQ_ARCH_KEYS ? (int)syscall(SYS_pkey_alloc, 0, rights) : -1;
    errno = error;
    return key;
}

static void allocate_both(void)
{
    int write = allocate(IQ_RIGHTS_READ), any = write < 0 ? -1 : allocate(IQ_RIGHTS_NONE);
    keys[0] = any < 0 ? -1 : write;
    keys[1] = any;
}

/* A driver starts its threads together: each waits until there is an answer, else it would go
 * without rights. */
bool iq_pkey_exists(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, allocate_both);
    return keys[1] >= 0;
}

static void set_rights(uint32_t for_write_key, uint32_t for_any_key)
{
    if (!iq_pkey_exists())
        return;
    iq_arch_set_rights(keys, (const uint32_t[]){ for_write_key, for_any_key });
}

static int protect(uint64_t begin, uint64_t end, int key)
{
    return (int)syscall(SYS_pkey_mprotect, begin, end - begin, PROT_READ | PROT_WRITE, key);
}

int iq_pkey_protect(uint64_t begin, uint64_t end, bool reads)
{
    if (!iq_pkey_exists())
        return -1;
    if (!driver && !iq_pkey_inside)
        set_rights(IQ_RIGHTS_READ, IQ_RIGHTS_NONE);
    __atomic_store_n(&iq_pkey_used, true, __ATOMIC_RELAXED);
    iq_arm(IQ_ARMED_KEYS, true);
    return protect(begin, end, keys[reads]);
}

int iq_pkey_lift(uint64_t begin, uint64_t end) { return protect(begin, end, 0); }

void iq_pkey_enter(void)
{
    if (driver)
        return;
    iq_pkey_inside = true;
    set_rights(IQ_RIGHTS_ALL, IQ_RIGHTS_ALL);
}

void iq_pkey_leave(void)
{
    iq_pkey_inside = false;
    if (!driver)
        set_rights(IQ_RIGHTS_READ, IQ_RIGHTS_NONE);
}

void iq_pkey_is_driver(void)
{
    driver = true;
    set_rights(IQ_RIGHTS_ALL, IQ_RIGHTS_ALL);
}

bool iq_pkey_suspend(void)
{
    bool before = iq_pkey_inside || driver;
    if (before && __atomic_load_n(&iq_pkey_used, __ATOMIC_RELAXED))
        set_rights(IQ_RIGHTS_READ, IQ_RIGHTS_NONE);
    return before;
}

void iq_pkey_resume(bool before)
{
    if (before && __atomic_load_n(&iq_pkey_used, __ATOMIC_RELAXED))
        set_rights(IQ_RIGHTS_ALL, IQ_RIGHTS_ALL);
}
