#include "cli/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/errors.h"
#include "base/fd.h"
#include "base/now.h"

static const int forwarded[] = { SIGINT,  SIGTERM,  SIGHUP,  SIGQUIT, SIGUSR1,
                                 SIGUSR2, SIGWINCH, SIGCONT, SIGTSTP, SIGALRM };

#define SECOND_NS 1000000000LL

/* Signal state of the launcher as it was, for the child. */
struct saved {
    sigset_t mask;
    struct sigaction child, pipe;
};

static void take_signals(struct saved *saved, sigset_t *waited)
{
    struct sigaction plain = { .sa_handler = SIG_DFL }, ignore = { .sa_handler = SIG_IGN };
    sigemptyset(waited);
    sigaddset(waited, SIGCHLD);
    sigaddset(waited, SIGIO);
    for (size_t i = 0; i < sizeof forwarded / sizeof forwarded[0]; i++)
        sigaddset(waited, forwarded[i]);
    /* if ignored, there would be nothing to wait for */
    sigaction(SIGCHLD, &plain, &saved->child);
    sigaction(SIGPIPE, &ignore, &saved->pipe);
    sigprocmask(SIG_BLOCK, waited, &saved->mask);
}

static void restore_signals(const struct saved *saved)
{
    sigaction(SIGCHLD, &saved->child, NULL);
    sigaction(SIGPIPE, &saved->pipe, NULL);
    sigprocmask(SIG_SETMASK, &saved->mask, NULL);
}

/* The child's half; [report] takes an errno value if the program cannot be started. */
__attribute__((noreturn)) static void become(const struct iq_spawn *spawn,
                                             const struct saved *saved, int report)
{
    int failure[2] = { 0, 0 }; /* setup, exec */
    restore_signals(saved);
    if (spawn->setup)
        failure[0] = spawn->setup(spawn->user);
    if (!failure[0]) {
        execve(spawn->path, spawn->argv, spawn->environment);
        failure[1] = errno;
    }
    IQ_DROP(iq_fd_write_all(report, failure, sizeof failure)); /* nobody is left to be told */
    _exit(127);
}

/* The child stopped: so do we, and when the shell continues us, the child goes on.  Without a
 * terminal there is no shell that waits for stops, and whoever stopped the child will continue it,
 * not us. */
static void stop_with_child(pid_t pid)
{
    int terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
    if (terminal < 0)
        return;
    close(terminal);
    raise(SIGSTOP);
    kill(pid, SIGCONT);
}

/* Takes the child's end or stop.  True when it ended. */
static bool reap(struct iq_spawn *spawn)
{
    int status;
    pid_t got;
    while ((got = wait4(spawn->pid, &status, WNOHANG | WUNTRACED, &spawn->used)) == spawn->pid) {
        if (WIFSTOPPED(status)) {
            stop_with_child(spawn->pid);
            continue;
        }
        spawn->exit_signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
        spawn->exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        return true;
    }
    return got < 0 && errno == ECHILD;
}

/* SIGIO, which is blocked, tells of what is readable there. */
static void set_watch(int fd, bool on)
{
    int flags = fd < 0 ? -1 : fcntl(fd, F_GETFL);
    if (flags < 0)
        return;
    fcntl(fd, F_SETOWN, getpid());
    fcntl(fd, F_SETFL, on ? flags | O_ASYNC : flags & ~O_ASYNC);
}

static void wait_for_end(struct iq_spawn *spawn, const sigset_t *waited)
{
    int64_t next = spawn->look ? 0 : INT64_MAX;
    while (!reap(spawn)) {
        siginfo_t info;
        int64_t left = next == INT64_MAX ? 0 : next - (int64_t)iq_now_ns();
        struct timespec time = { 0 };
        if (left > 0)
            time = (struct timespec){ left / SECOND_NS, left % SECOND_NS };
        int number =
            next == INT64_MAX ? sigwaitinfo(waited, &info) : sigtimedwait(waited, &info, &time);
        if (spawn->look && (number == SIGIO || (int64_t)iq_now_ns() >= next))
            next = (int64_t)iq_now_ns() + spawn->look(spawn->user);
        if (number <= 0 || number == SIGCHLD || number == SIGIO)
            continue;
        spawn->told_to_end |= number == SIGTERM;
        /* what the terminal sends goes to the whole group: the child has it already */
        if (info.si_code != SI_KERNEL)
            kill(spawn->pid, number);
    }
}

/* A program that made itself the terminal's foreground group leaves it without one when it ends. */
static void take_terminal_back(void)
{
    int terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
    if (terminal < 0)
        return;
    pid_t foreground = tcgetpgrp(terminal);
    if (foreground > 0 && foreground != getpgrp() && kill(-foreground, 0) && errno == ESRCH) {
        void (*before)(int) = signal(SIGTTOU, SIG_IGN);
        tcsetpgrp(terminal, getpgrp());
        signal(SIGTTOU, before);
    }
    close(terminal);
}

int iq_spawn_run(struct iq_spawn *spawn)
{
    struct saved saved;
    sigset_t waited;
    int report[2];
    spawn->exec_errno = spawn->setup_failed = spawn->exit_signal = 0;
    spawn->exit_code = -1;
    spawn->told_to_end = false;
    if (pipe2(report, O_CLOEXEC))
        return IQ_EIO;
    fflush(NULL);
    take_signals(&saved, &waited);
    spawn->pid = fork();
    if (!spawn->pid)
        become(spawn, &saved, report[1]);
    close(report[1]);
    if (spawn->pid < 0) {
        close(report[0]);
        restore_signals(&saved);
        return IQ_ENOMEM;
    }
    int failure[2];
    ssize_t got;
    do
        got = read(report[0], failure, sizeof failure);
    while (got < 0 && errno == EINTR);
    close(report[0]);
    if (got == (ssize_t)sizeof failure) {
        spawn->setup_failed = failure[0];
        spawn->exec_errno = failure[1];
    }
    set_watch(spawn->watch, true);
    wait_for_end(spawn, &waited);
    set_watch(spawn->watch, false);
    take_terminal_back();
    /* what came too late was meant for the program; from here on an interrupt ends the launcher */
    const struct timespec now = { 0 };
    int late;
    while ((late = sigtimedwait(&waited, NULL, &now)) > 0)
        spawn->told_to_end |= late == SIGTERM;
    sigprocmask(SIG_SETMASK, &saved.mask, NULL);
    return 0;
}
