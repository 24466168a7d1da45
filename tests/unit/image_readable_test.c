// link: image -lzstd -llz4
/* How much of memory can be read, also where the system call that tells is forbidden. */
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "image/image.h"
#include "test.h"

enum { PAGE = 65536 };

static void check_probes(void)
{
    char *pages = mmap(NULL, 3 * PAGE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(pages != MAP_FAILED && !munmap(pages + 2 * PAGE, PAGE));
    CHECK_INT(iq_image_probe_readable(NULL, pages, 2 * PAGE), 2 * PAGE);
    CHECK_INT(iq_image_probe_readable(NULL, pages + 5, 3 * PAGE), 2 * PAGE - 5);
    CHECK_INT(iq_image_probe_readable(NULL, pages + 2 * PAGE, 8), 0);
    CHECK_INT(iq_image_probe_readable(NULL, NULL, 8), 0);
    munmap(pages, 2 * PAGE);
}

TEST(readable_memory_ends_where_pages_do) { check_probes(); }

/* As containers do it. */
TEST(a_forbidden_call_makes_no_memory_unreadable)
{
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_readv, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = { sizeof filter / sizeof *filter, filter };
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
        SKIP("no filters of system calls here");
    check_probes();
}
