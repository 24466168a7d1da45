/* Events of several processes: a page with two counters, in a memory file that each of them has
 * mapped. */
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "softdev/share.h"

enum { PAGE = 4096 };

struct event_page {
    /* number of the last record; of the last one that is over */
    _Atomic uint64_t recorded, complete;
    _Atomic uint32_t bell; /* changes with [complete]; waited on */
    _Atomic int32_t pid;   /* who recorded last */
};

struct iq_share_event {
    uint32_t refs;
    int fd;
    struct event_page *page;
};

static struct iq_share_event *wrap(int fd)
{
    struct iq_share_event *event = fd < 0 ? NULL : calloc(1, sizeof *event);
    void *page = event ? mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) : MAP_FAILED;
    if (page == MAP_FAILED) {
        if (fd >= 0)
            close(fd);
        free(event);
        return NULL;
    }
    *event = (struct iq_share_event){ 1, fd, page };
    return event;
}

struct iq_share_event *iq_share_event_new(void) { return wrap(iq_share_file(PAGE)); }
struct iq_share_event *iq_share_event_open(const struct iq_share_name *name)
{
    return wrap(iq_share_open(name));
}
void iq_share_event_ref(struct iq_share_event *event) { event->refs++; }

void iq_share_event_unref(struct iq_share_event *event)
{
    if (!event || --event->refs)
        return;
    munmap(event->page, PAGE);
    close(event->fd);
    free(event);
}

void iq_share_event_name(const struct iq_share_event *event, struct iq_share_name *name)
{
    *name = (struct iq_share_name){ .device = 0 };
    iq_share_seal(name, IQ_SHARE_EVENT, event->fd);
}

uint64_t iq_share_event_record(struct iq_share_event *event)
{
    atomic_store(&event->page->pid, getpid());
    return atomic_fetch_add(&event->page->recorded, 1) + 1;
}

uint64_t iq_share_event_last(const struct iq_share_event *event)
{
    return atomic_load(&event->page->recorded);
}

void iq_share_event_complete(struct iq_share_event *event, uint64_t number)
{
    struct event_page *page = event->page;
    uint64_t now = atomic_load(&page->complete);
    while (now < number && !atomic_compare_exchange_weak(&page->complete, &now, number))
        ;
    atomic_fetch_add(&page->bell, 1);
    syscall(SYS_futex, &page->bell, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

bool iq_share_event_is_complete(const struct iq_share_event *event, uint64_t number)
{
    return atomic_load(&event->page->complete) >= number;
}

/* Work of a process ends with it, also where nobody has waited for the process yet. */
static bool is_orphan(const struct event_page *page)
{
    pid_t pid = atomic_load(&page->pid);
    int fd = pid == getpid() ? -1 : (int)syscall(SYS_pidfd_open, pid, 0);
    if (fd < 0)
        return pid != getpid() && errno == ESRCH;
    struct pollfd wanted = { .fd = fd, .events = POLLIN };
    bool gone = poll(&wanted, 1, 0) > 0;
    close(fd);
    return gone;
}

bool iq_share_event_wait(struct iq_share_event *event, uint64_t number)
{
    const struct timespec time = { .tv_nsec = 50000000 };
    uint32_t bell = atomic_load(&event->page->bell);
    if (iq_share_event_is_complete(event, number))
        return true;
    if (!syscall(SYS_futex, &event->page->bell, FUTEX_WAIT, bell, &time, NULL, 0) ||
        errno != ETIMEDOUT)
        return iq_share_event_is_complete(event, number);
    if (is_orphan(event->page))
        iq_share_event_complete(event, number);
    return iq_share_event_is_complete(event, number);
}
