#include "softdev/running.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "base/now.h"
#include "base/running.h"
#include "softdev/module.h"
#include "softdev/nest.h"
#include "softdev/observer.h"

#define SECOND_NS 1000000000u
#define NEVER UINT64_MAX
enum { LOOKS = 100, PAUSE_NS = 2000000 };

static char folder[PATH_MAX];                          /* empty: nobody asks */
static uint64_t line_ns = NEVER, first_ns = SECOND_NS; /* after the start: line, file */
static _Atomic uint32_t asked;

__attribute__((visibility("default"))) void inquest_soft_look(void);
void inquest_soft_look(void) { atomic_fetch_add(&asked, 1); } /* abi/soft_observer.h */

void iq_running_init(void)
{
    const char *seconds = getenv(IQ_RUNNING_VARIABLE), *session = getenv("INQUEST_SESSION");
    double wanted = seconds ? atof(seconds) : 0;
    if (!session || strlen(session) >= sizeof folder)
        return;
    if (wanted > 0 && wanted < 1e9)
        line_ns = (uint64_t)(wanted * SECOND_NS);
    if (line_ns < first_ns)
        first_ns = line_ns;
    memcpy(folder, session, strlen(session) + 1);
}

void iq_running_begin(struct iq_running_kernel *kernel, const struct iq_launch_work *work,
                      const struct iq_ptx_launch *launch)
{
    kernel->work = work;
    kernel->launch = launch;
    kernel->started_ns = iq_now_ns();
    atomic_store(&kernel->answered, atomic_load(&asked));
    atomic_store(&kernel->next_ns, folder[0] ? kernel->started_ns + first_ns : NEVER);
}

static bool path_of(const struct iq_running_kernel *kernel, char path[PATH_MAX])
{
    int length = snprintf(path, PATH_MAX, "%s/" IQ_RUNNING_FILE "%ld.%llu", folder, (long)getpid(),
                          (unsigned long long)kernel->work->number);
    return length > 0 && length < PATH_MAX;
}

static void put_place(struct iq_running *running, struct iq_ptx_block *block)
{
    struct iq_ptx_fault at;
    iq_ptx_block_place(block, &at);
    running->line = at.source_line;
    running->ptx_line = at.ptx_line;
    memcpy(running->block, at.block, sizeof running->block);
    memcpy(running->thread, at.thread, sizeof running->thread);
    snprintf(running->file, sizeof running->file, "%s", at.source_file ? at.source_file : "");
}

static void show(const struct iq_running_kernel *kernel, struct iq_ptx_block *block)
{
    const struct iq_launch_work *work = kernel->work;
    struct iq_running running = { .started_ns = kernel->started_ns,
                                  .line_ns =
                                      line_ns == NEVER ? NEVER : kernel->started_ns + line_ns,
                                  .blocks = 1 };
    struct iq_ptx_stats stats;
    char path[PATH_MAX];
    iq_ptx_launch_stats(kernel->launch, &stats);
    running.done = stats.blocks;
    for (int i = 0; i < 3; i++)
        running.blocks *= work->grid[i];
    snprintf(running.kernel, sizeof running.kernel, "%s", work->function->kernel->name);
    if (block)
        put_place(&running, block);
    int fd = path_of(kernel, path)
                 ? open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600)
                 : -1;
    if (fd < 0)
        return;
    ssize_t written = pwrite(fd, &running, sizeof running, 0); /* a part of it is not shown */
    (void)written;
    close(fd);
}

void iq_running_step(struct iq_running_kernel *kernel, struct iq_ptx_block *block)
{
    uint64_t due = atomic_load_explicit(&kernel->next_ns, memory_order_relaxed), now;
    if (due == NEVER || (now = iq_now_ns()) < due ||
        !atomic_compare_exchange_strong(&kernel->next_ns, &due, now + SECOND_NS))
        return;
    show(kernel, block);
}

bool iq_running_is_asked(struct iq_running_kernel *kernel)
{
    uint32_t now = atomic_load_explicit(&asked, memory_order_relaxed);
    uint32_t last = atomic_load_explicit(&kernel->answered, memory_order_relaxed);
    return now != last && atomic_compare_exchange_strong(&kernel->answered, &last, now);
}

void iq_running_answer(const struct iq_running_kernel *kernel, struct iq_ptx_block *block)
{
    struct iq_ptx_fault at;
    iq_ptx_block_place(block, &at);
    struct iq_soft_place place = { .kernel = kernel->work->function->kernel->name,
                                   .file = at.source_file,
                                   .line = at.source_line,
                                   .ptx_line = at.ptx_line,
                                   .launched = iq_nest_place(kernel->work) };
    memcpy(place.block, at.block, sizeof place.block);
    memcpy(place.thread, at.thread, sizeof place.thread);
    iq_observer_place(kernel->work->call, &place);
}

void iq_running_end(struct iq_running_kernel *kernel)
{
    const struct timespec pause = { 0, PAUSE_NS };
    uint64_t next = atomic_load(&kernel->next_ns);
    char path[PATH_MAX];
    if (next == NEVER || next == kernel->started_ns + first_ns || !path_of(kernel, path))
        return; /* it was never shown */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    unlink(path);
    for (int i = 0; fd >= 0 && i < LOOKS && flock(fd, LOCK_EX | LOCK_NB); i++)
        nanosleep(&pause, NULL);
    if (fd >= 0)
        close(fd);
}
