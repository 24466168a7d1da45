/* Runs a command and counts what all threads of one of its processes execute between two marks, by
 * single steps. Usage: process_steps FILE COMMAND...  The process to look at sends itself SIGUSR1
 * for the first mark and again for the second, which kills everything: a thread cannot be left in
 * the middle of a step.  FILE gets, a line each, "map START END OFFSET PATH" for what is
 * executable, "thread COUNT NAME", and "at ADDRESS COUNT COUNT" for each instruction, of all
 * threads and of the one that set the mark, with " kernel" where it enters the kernel.
 * Exact, also where the processor's counters are not available; takes some microseconds a step.
 * x86-64. */
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PLACES = 1 << 22, THREADS = 4096 };

static struct place {
    uint64_t address, all, marking; /* address: of an instruction */
} place[PLACES];
static size_t places;
static struct thread {
    pid_t id;
    long count;
} thread[THREADS]; /* of the process that set the mark, [0] the one that did */
static int threads;
static pid_t marked; /* that process; 0: there was no mark yet */

static void die(const char *what)
{
    perror(what);
    exit(1);
}

static void count(uint64_t address, bool marking)
{
    size_t at = address * 0x9e3779b97f4a7c15u >> 42;
    while (place[at].all && place[at].address != address)
        at = (at + 1) % PLACES;
    if (!place[at].all && ++places > PLACES / 2) {
        fputs("too many places\n", stderr);
        exit(1);
    }
    place[at].address = address;
    place[at].all++;
    place[at].marking += marking;
}

/* NULL: of another process, or there was no mark yet. */
static struct thread *find(pid_t id)
{
    for (int i = 0; i < threads; i++)
        if (thread[i].id == id)
            return &thread[i];
    return NULL;
}

static void add(pid_t id)
{
    if (!find(id) && threads < THREADS)
        thread[threads++].id = id;
}

static pid_t process_of(pid_t id)
{
    char path[64], line[256];
    int process = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)id);
    FILE *status = fopen(path, "r");
    while (status && fgets(line, sizeof line, status) && sscanf(line, "Tgid: %d", &process) != 1)
        ;
    if (status)
        fclose(status);
    return process;
}

/* The first mark, by [id]: all threads of its process are stepped from now on. */
static void begin(pid_t id)
{
    char path[64];
    marked = process_of(id);
    add(id);
    snprintf(path, sizeof path, "/proc/%d/task", (int)marked);
    DIR *tasks = opendir(path);
    if (!tasks)
        die(path);
    for (struct dirent *entry; (entry = readdir(tasks));) {
        pid_t other = atoi(entry->d_name); /* 0: "." and ".." */
        if (!other || other == id)
            continue;
        add(other);
        ptrace(PTRACE_INTERRUPT, other, 0, 0);
    }
    closedir(tasks);
}

static void follow(void)
{
    for (;;) {
        int status;
        pid_t id = waitpid(-1, &status, __WALL);
        if (id < 0 && errno == ECHILD) {
            fputs("no second mark\n", stderr);
            exit(1);
        }
        if (id < 0 || !WIFSTOPPED(status))
            continue;
        int signal = WSTOPSIG(status), event = status >> 16;
        bool mark = signal == SIGUSR1 && !event;
        if (mark && marked)
            return;
        if (mark)
            begin(id);
        if (marked && !find(id) && process_of(id) == marked)
            add(id);
        struct thread *own = marked ? find(id) : NULL;
        bool step = own && signal == SIGTRAP && !event;
        struct user_regs_struct registers;
        if (step && !ptrace(PTRACE_GETREGS, id, 0, &registers)) {
            count(registers.rip, own == &thread[0]);
            own->count++;
        }
        ptrace(own ? PTRACE_SINGLESTEP : PTRACE_CONT, id, 0, mark || step || event ? 0 : signal);
    }
}

static bool enters_kernel(uint64_t address)
{
    uint8_t code[2] = { 0 };
    struct iovec to = { code, 2 }, from = { (void *)(uintptr_t)address, 2 };
    return process_vm_readv(marked, &to, 1, &from, 1, 0) == 2 && code[0] == 0x0f && code[1] == 0x05;
}

static void write_maps(FILE *out)
{
    char path[64], line[4096], name[4096];
    snprintf(path, sizeof path, "/proc/%d/maps", (int)marked);
    FILE *maps = fopen(path, "r");
    while (maps && fgets(line, sizeof line, maps)) {
        uint64_t start, end, offset;
        char rights[8];
        name[0] = '\0';
        if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %7s %" SCNx64 " %*s %*s %4095[^\n]", &start, &end,
                   rights, &offset, name) >= 4 &&
            rights[2] == 'x')
            fprintf(out, "map %" PRIx64 " %" PRIx64 " %" PRIx64 " %s\n", start, end, offset, name);
    }
    if (maps)
        fclose(maps);
}

static void write_threads(FILE *out)
{
    for (int i = 0; i < threads; i++) {
        char path[64], name[64] = "?\n";
        snprintf(path, sizeof path, "/proc/%d/task/%d/comm", (int)marked, (int)thread[i].id);
        FILE *comm = fopen(path, "r");
        if (comm && !fgets(name, sizeof name, comm))
            strcpy(name, "?\n");
        if (comm)
            fclose(comm);
        if (thread[i].count)
            fprintf(out, "thread %ld %s", thread[i].count, name);
    }
}

static void write_places(FILE *out)
{
    for (size_t i = 0; i < PLACES; i++)
        if (place[i].all)
            fprintf(out, "at %" PRIx64 " %" PRIu64 " %" PRIu64 "%s\n", place[i].address,
                    place[i].all, place[i].marking,
                    enters_kernel(place[i].address) ? " kernel" : "");
}

int main(int argc, char **argv)
{
    FILE *out = argc > 2 ? fopen(argv[1], "w") : NULL;
    if (!out) {
        fputs("usage: process_steps FILE COMMAND...\n", stderr);
        return 2;
    }
    int go[2];
    if (pipe(go))
        die("pipe");
    pid_t child = fork();
    if (!child) {
        char byte;
        close(go[1]);
        if (read(go[0], &byte, 1) == 1) /* it is followed now */
            execvp(argv[2], argv + 2);
        die(argv[2]);
    }
    long options = PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK |
                   PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;
    if (child < 0 || ptrace(PTRACE_SEIZE, child, 0, options) || write(go[1], "", 1) != 1)
        die("ptrace");
    close(go[0]);
    close(go[1]);
    follow();
    write_maps(out);
    write_threads(out);
    write_places(out);
    return fclose(out) != 0;
}
