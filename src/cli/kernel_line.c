#include "cli/kernel_line.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fd.h"
#include "base/now.h"
#include "base/running.h"
#include "report/demangle.h"

#define SECOND_NS 1000000000
enum { NAME_MOST = 40 };

/* Of the terminal: keep the place of the cursor, do not go on in the next line; erase to the end of
 * the line; undo the first two. */
#define BEGIN "\0337\033[?7l"
#define ERASE "\033[K"
#define END "\033[?7h\0338"

void iq_kernel_line_init(struct iq_kernel_line *line, bool wanted)
{
    const char *terminal = getenv("TERM");
    *line = (struct iq_kernel_line){ .shown = -1 };
    line->wanted =
        wanted && terminal && *terminal && strcmp(terminal, "dumb") != 0 && isatty(STDERR_FILENO);
}

/* The device has removed the file. */
static bool is_over(int fd)
{
    struct stat info;
    return fstat(fd, &info) || !info.st_nlink;
}

/* The process that made the file called [name] was killed. */
static bool is_left_over(const char *name)
{
    long pid = atol(name + strlen(IQ_RUNNING_FILE));
    return pid <= 0 || (kill((pid_t)pid, 0) && errno == ESRCH);
}

static bool read_running(int fd, struct iq_running *running)
{
    if (pread(fd, running, sizeof *running, 0) != sizeof *running)
        return false;
    running->kernel[sizeof running->kernel - 1] = '\0';
    running->file[sizeof running->file - 1] = '\0';
    return running->kernel[0] && running->blocks;
}

/* Opens the kernel that has been running longest, and whose line may appear [now], and locks it.
 * -1: there is none. */
static int find(const char *folder, int64_t now, struct iq_running *found)
{
    DIR *files = opendir(folder);
    struct dirent *file;
    int best = -1;
    while (files && (file = readdir(files))) {
        struct iq_running running;
        if (strncmp(file->d_name, IQ_RUNNING_FILE, strlen(IQ_RUNNING_FILE)) != 0)
            continue;
        int fd = openat(dirfd(files), file->d_name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
        if (fd < 0)
            continue;
        if (!flock(fd, LOCK_SH | LOCK_NB) && !is_over(fd) && !is_left_over(file->d_name) &&
            read_running(fd, &running) && running.line_ns <= (uint64_t)now &&
            (best < 0 || running.started_ns < found->started_ns)) {
            int other = best;
            best = fd;
            fd = other;
            *found = running;
        }
        if (fd >= 0)
            close(fd);
    }
    if (files)
        closedir(files);
    return best;
}

static void write_line(const struct iq_running *running, int64_t now)
{
    struct iq_str name;
    char text[256];
    int64_t seconds = (now - (int64_t)running->started_ns) / SECOND_NS;
    iq_str_init_heap(&name);
    iq_demangle(running->kernel, &name);
    int length = snprintf(text, sizeof text,
                          BEGIN "inquest: kernel %.*s: %" PRIu64 " of %" PRIu64
                                " block%s after %" PRId64 " s" ERASE END,
                          NAME_MOST, iq_str_text(&name), running->done, running->blocks,
                          running->blocks == 1 ? "" : "s", seconds);
    iq_str_finish(&name);
    if (length > 0 && length < (int)sizeof text)
        IQ_DROP(iq_fd_write_all(STDERR_FILENO, text, (size_t)length));
}

/* The name comes from the program. */
static void make_printable(char *name)
{
    for (; *name; name++)
        *name = isprint((unsigned char)*name) ? *name : '?';
}

void iq_kernel_line_erase(struct iq_kernel_line *line)
{
    line->next_ns = 0;
    if (line->shown < 0)
        return;
    IQ_DROP(iq_fd_write_all(STDERR_FILENO, ERASE, strlen(ERASE)));
    close(line->shown);
    line->shown = -1;
}

void iq_kernel_line_look(struct iq_kernel_line *line, const char *folder)
{
    struct iq_running running;
    int64_t now = (int64_t)iq_now_ns();
    if (!line->wanted)
        return;
    if (line->shown >= 0 && is_over(line->shown))
        iq_kernel_line_erase(line);
    if (now < line->next_ns)
        return;
    int fd = find(folder, now, &running);
    if (fd < 0) {
        iq_kernel_line_erase(line);
    } else {
        make_printable(running.kernel);
        write_line(&running, now);
        if (line->shown >= 0)
            close(line->shown);
        line->shown = fd;
    }
    line->next_ns = now + SECOND_NS;
}

bool iq_kernel_line_last(const char *folder, uint32_t pid, struct iq_running *found)
{
    DIR *files = opendir(folder);
    struct dirent *file;
    bool any = false;
    while (files && (file = readdir(files))) {
        struct iq_running running;
        if (strncmp(file->d_name, IQ_RUNNING_FILE, strlen(IQ_RUNNING_FILE)) != 0 ||
            strtoul(file->d_name + strlen(IQ_RUNNING_FILE), NULL, 10) != pid)
            continue;
        int fd = openat(dirfd(files), file->d_name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
        if (fd < 0)
            continue;
        if (read_running(fd, &running) && (!any || running.started_ns < found->started_ns)) {
            *found = running;
            any = true;
        }
        close(fd);
    }
    if (files)
        closedir(files);
    return any;
}
