/* Processes that run rows of cases one after another; a new one goes on with the next case when a call
 * crashes, hangs or spoils what it needs.  The file that includes this has make_world and is_sticky. */
#ifndef IQ_MISUSE_CHILD_H
#define IQ_MISUSE_CHILD_H

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SPOILED = 77, UNMADE = 78 };
static bool make_world(void); /* anew for each case; false: it cannot be made any more */
static unsigned long long needed; /* kinds of objects that the row's cases are about, as bits */
static time_t deadline;           /* no case begins after it */
static bool is_sticky(int code);

struct row {
    int (*run)(int at);
    int from, end; /* cases */
    unsigned long long needed;
    bool alone; /* what it does to a process other rows would notice */
};
static const struct row *rows;
static int row_count;

/* What all workers share: the file that is the result. */
struct board {
    int next; /* the first row that nobody has taken */
    struct outcome {
        int begun, code, ended;
    } outcomes[];
};
static struct board *board;

/* Where a worker is; shared with its child. */
static struct place {
    int row, at, steps;
} *here;

/* A process ends itself by an alarm; one that does not, because the kernel or a library holds it, is
 * killed, and left behind if that does not help either. */
enum { MAKING = 30, CALLING = 10, LEFT_BEHIND = 120 };

static void take_row(void)
{
    here->row = __atomic_fetch_add(&board->next, 1, __ATOMIC_RELAXED);
    here->at = here->row < row_count ? rows[here->row].from : 0;
}

/* To the next case; true: of another row. */
static bool step(void)
{
    here->steps++;
    if (++here->at < rows[here->row].end)
        return false;
    take_row();
    return true;
}

static bool is_left(void) { return here->row < row_count && time(NULL) < deadline; }

static void run_cases(void)
{
    for (bool first = true; is_left(); first = false) {
        const struct row *row = &rows[here->row];
        struct outcome *outcome = &board->outcomes[here->at];
        needed = row->needed;
        alarm(MAKING);
        if (!make_world())
            _exit(first ? UNMADE : SPOILED);
        alarm(CALLING);
        outcome->begun = 1;
        outcome->code = row->run(here->at);
        outcome->ended = 1;
        bool changes = step();
        if (is_sticky(outcome->code) || (changes && row->alone))
            _exit(SPOILED);
    }
    _exit(0);
}

static int status_of(pid_t child)
{
    int status = 0, steps = here->steps;
    for (time_t news = time(NULL); !waitpid(child, &status, WNOHANG); usleep(1000)) {
        if (here->steps != steps)
            steps = here->steps, news = time(NULL);
        if (time(NULL) > news + MAKING + CALLING)
            kill(child, SIGKILL);
        if (time(NULL) > news + LEFT_BEHIND)
            return SIGKILL;
    }
    return status;
}

/* Goes on in a process of its own, until it is spoiled; what kills it is the outcome of its case. */
static void go_on(void)
{
    pid_t child = fork();
    if (!child)
        run_cases();
    int status = status_of(child);
    if (here->row >= row_count)
        return;
    struct outcome *outcome = &board->outcomes[here->at];
    if (!outcome->begun && WIFEXITED(status) && WEXITSTATUS(status) != UNMADE)
        return;
    outcome->code = WIFSIGNALED(status) ? -WTERMSIG(status) : -1000 - WEXITSTATUS(status);
    outcome->ended = 1;
    step();
}

/* A worker: takes rows until none is left, or no time.  arguments: the board's file, seconds. */
static int work(const struct row *all, int count, int cases, char **argv)
{
    int file = open(argv[1], O_RDWR | O_CREAT, 0600);
    size_t bytes = sizeof *board + cases * sizeof *board->outcomes;
    if (file < 0 || ftruncate(file, bytes))
        return 1;
    board = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    here = mmap(NULL, sizeof *here, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (board == MAP_FAILED || here == MAP_FAILED)
        return 1;
    deadline = time(NULL) + atoi(argv[2]);
    rows = all, row_count = count;
    for (take_row(); is_left();)
        go_on();
    return 0;
}

#endif
