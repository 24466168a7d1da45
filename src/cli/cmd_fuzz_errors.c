/* `inquest fuzz-errors`: the program runs once to see which calls it makes from where, and then
 * once for each of them, made to fail.  Each run is a launcher of its own, in a process group of
 * its own; what it leaves lies in a folder, by names that are made of what is to fail: NAME.json
 * NAME.out NAME.err   report and output NAME.end                      status and whether it took
 * too long; written last */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/errors.h"
#include "base/fd.h"
#include "base/now.h"
#include "base/processors.h"
#include "cli/command.h"
#include "cli/fuzz_site.h"
#include "cli/sweep.h"
#include "report/report.h"

enum {
    FILE_LIMIT = 1 << 28,
    LOOK_MS = 10,
    MERCY_S = 3, /* from SIGTERM to SIGKILL */
    LEAST_S = 10,
    TIMES = 10, /* ... and so often the plain run's time is waited for */
    JOBS = 64
};

static const uint64_t second_ns = 1000000000;

struct job {
    pid_t pid; /* 0: none */
    struct iq_fuzz_site *site;
    char name[128];
    uint64_t deadline_ns;
    bool timed_out;
};

struct fuzz {
    const struct iq_options *options;
    char **argv;
    char folder[4000];
    bool own_folder;
    uint64_t limit_ns; /* for one run */
    struct iq_fuzz_run plain;
    struct iq_fuzz_site *sites;
    size_t count, done, bad;
    struct job jobs[JOBS];
    int job_count;
};

static void path_of(const struct fuzz *fuzz, const char *name, const char *suffix, char path[4400])
{
    snprintf(path, 4400, "%s/%s.%s", fuzz->folder, name, suffix);
}

/* ---- one run ---- */

static int open_file(const struct fuzz *fuzz, const char *name, const char *suffix)
{
    char path[4400];
    path_of(fuzz, name, suffix, path);
    return open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
}

/* The words of a launcher's command line. */
struct line {
    struct iq_arena arena;
    IQ_VEC(char *) words; /* of .arena, or of the user's command line */
    int failed;
};

static void add(struct line *line, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(struct line *line, const char *format, ...)
{
    struct iq_str text;
    va_list args;
    va_start(args, format);
    iq_str_init_heap(&text);
    iq_str_vprintf(&text, format, args);
    va_end(args);
    char *word = iq_arena_copy(&line->arena, iq_str_text(&text), text.length);
    line->failed |= word ? iq_vec_push(&line->words, word) : IQ_ENOMEM;
    iq_str_finish(&text);
}

/* An option that is the user's and the single run's, too. */
static bool is_passed_on(const struct fuzz *fuzz, int id)
{
    unsigned scopes = iq_option_table[id].scopes;
    return fuzz->options->given[id] && scopes & IQ_SCOPE_RUN && scopes & IQ_SCOPE_FUZZ &&
           id != IQ_OPTION_FORMAT && id != IQ_OPTION_OUTPUT && id != IQ_OPTION_QUIET;
}

/* The user's options, our own, the program.  Returns 0, IQ_ENOMEM. */
static int fill_line(struct line *line, const struct fuzz *fuzz, const char *name, const char *spec)
{
    char path[4400];
    path_of(fuzz, name, "json", path);
    add(line, "inquest");
    add(line, "run");
    for (int id = 0; id < IQ_OPTION_COUNT; id++)
        if (is_passed_on(fuzz, id))
            add(line, "--%s=%s", iq_option_table[id].name, fuzz->options->value[id]);
    add(line, "--quiet");
    add(line, "--format=json");
    add(line, "--output=%s", path);
    if (spec)
        add(line, "--fail=%s", spec);
    add(line, "--");
    for (char **word = fuzz->argv; *word; word++)
        line->failed |= iq_vec_push(&line->words, *word);
    return line->failed | iq_vec_push(&line->words, NULL) ? IQ_ENOMEM : 0;
}

/* In the child. */
static void become_launcher(const struct fuzz *fuzz, const char *name, char **line, bool plain)
{
    int in = open("/dev/null", O_RDONLY), out = open_file(fuzz, name, "out"),
        err = open_file(fuzz, name, "err");
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (plain)
        setenv("INQUEST_FAIL_SITES", "1", 1);
    if (in >= 0 && out >= 0 && err >= 0 && dup2(in, 0) >= 0 && dup2(out, 1) >= 0 &&
        dup2(err, 2) >= 0)
        execv("/proc/self/exe", line);
    _exit(IQ_EXIT_TROUBLE);
}

static pid_t start(const struct fuzz *fuzz, const char *name, const char *spec)
{
    struct line line = { .failed = 0 };
    fflush(NULL);
    pid_t pid = fill_line(&line, fuzz, name, spec) ? -1 : fork();
    if (!pid)
        become_launcher(fuzz, name, line.words.data, !spec);
    if (pid > 0)
        setpgid(pid, pid);
    iq_vec_finish(&line.words);
    iq_arena_finish(&line.arena);
    return pid;
}

static int status_of(int wait_status)
{
    return WIFSIGNALED(wait_status) ? 128 + WTERMSIG(wait_status) : WEXITSTATUS(wait_status);
}

/* Says for good that the run called [name] is over. */
static void note_end(const struct fuzz *fuzz, const char *name, int status, bool timed_out)
{
    char part[4400], path[4400], line[40];
    int length = snprintf(line, sizeof line, "%d %d\n", status, timed_out),
        fd = open_file(fuzz, name, "part");
    path_of(fuzz, name, "part", part);
    path_of(fuzz, name, "end", path);
    if (fd >= 0 && !iq_fd_write_all(fd, line, (size_t)length))
        IQ_DROP(rename(part, path));
    if (fd >= 0)
        close(fd);
}

static char *read_text(const struct fuzz *fuzz, const char *name, const char *suffix)
{
    char path[4400], *text = NULL;
    size_t size;
    path_of(fuzz, name, suffix, path);
    return iq_fd_read_file(path, FILE_LIMIT, &text, &size) ? NULL : text;
}

/* What the run called [name] has left; false: it is not over. */
static bool read_run(const struct fuzz *fuzz, const char *name, struct iq_fuzz_run *run)
{
    int timed_out = 0;
    struct iq_str error;
    char *end = read_text(fuzz, name, "end"), *report = read_text(fuzz, name, "json");
    bool over = end && sscanf(end, "%d %d", &run->status, &timed_out) == 2;
    iq_str_init_heap(&error);
    run->timed_out = timed_out;
    run->out = read_text(fuzz, name, "out");
    run->err = read_text(fuzz, name, "err");
    if (report)
        IQ_DROP(iq_report_read_json(report, strlen(report), NULL, &run->documents,
                                    &run->document_count, &error));
    iq_str_finish(&error);
    free(end);
    free(report);
    return over;
}

/* ---- the plain run ---- */

/* One site per fault that the plain run's documents list. */
static int take_sites(struct fuzz *fuzz)
{
    for (size_t d = 0; d < fuzz->plain.document_count; d++) {
        const struct iq_document *document = &fuzz->plain.documents[d];
        fuzz->sites = reallocarray(fuzz->sites, fuzz->count + document->faults.count + 1,
                                   sizeof *fuzz->sites);
        for (size_t i = 0; fuzz->sites && i < document->faults.count; i++) {
            const struct iq_fault *fault = &document->faults.data[i];
            const struct iq_trace_stack *stack = iq_document_stack(document, fault->stack);
            struct iq_fuzz_site *site = &fuzz->sites[fuzz->count];
            *site = (struct iq_fuzz_site){ .order = fuzz->count++,
                                           .api = fault->api,
                                           .code = fault->result_name,
                                           .outcome = IQ_OUTCOME_UNTRIED };
            if (stack && stack->frames.count)
                site->frame = stack->frames.data[0];
            if (asprintf(&site->spec, "%s:%llu=%s", fault->api, (unsigned long long)fault->nth,
                         fault->result_name) < 0)
                return IQ_ENOMEM;
        }
        if (!fuzz->sites)
            return IQ_ENOMEM;
    }
    return 0;
}

/* Runs the program as it is, unless a run before has done so.  Returns 0 or the exit status. */
static int run_plain(struct fuzz *fuzz)
{
    static const char name[] = "plain";
    uint64_t began = iq_now_ns(), took = 0;
    char *known = read_text(fuzz, name, "took");
    int wait_status = 0;
    if (known)
        took = strtoull(known, NULL, 10);
    else {
        pid_t pid = start(fuzz, name, NULL);
        if (pid < 0)
            return iq_command_fail("cannot create a process: %s", strerror(errno));
        while (waitpid(pid, &wait_status, 0) < 0 && errno == EINTR)
            ;
        took = iq_now_ns() - began;
        note_end(fuzz, name, status_of(wait_status), false);
        int fd = open_file(fuzz, name, "took");
        if (fd >= 0) {
            dprintf(fd, "%llu\n", (unsigned long long)took);
            close(fd);
        }
    }
    free(known);
    fuzz->limit_ns = LEAST_S * second_ns + TIMES * took;
    if (!read_run(fuzz, name, &fuzz->plain))
        return iq_command_fail("cannot write to %s", fuzz->folder);
    if (!fuzz->plain.document_count) {
        fputs(fuzz->plain.err ? fuzz->plain.err : "", stderr);
        return fuzz->plain.status ? fuzz->plain.status : iq_command_fail("there is no report");
    }
    if (iq_fuzz_errors(&fuzz->plain))
        fprintf(
            stderr,
            "inquest: warning: %s makes mistakes without any call made to fail (errors: %zu): run it "
            "with `inquest run' and fix these first\n",
            fuzz->argv[0], iq_fuzz_errors(&fuzz->plain));
    return take_sites(fuzz) ? iq_command_fail("out of memory") : 0;
}

/* ---- the others ---- */

static void show_progress(const struct fuzz *fuzz)
{
    if (isatty(STDERR_FILENO) && !iq_options_has(fuzz->options, IQ_OPTION_QUIET))
        fprintf(stderr, "\rinquest: %zu of %zu runs, %zu bad ", fuzz->done, fuzz->count, fuzz->bad);
}

/* The call that fails, with characters that any file may have in its name. */
static void name_of(const struct iq_fuzz_site *site, char name[128])
{
    snprintf(name, 128, "%s", site->spec);
    for (char *c = name; *c; c++)
        if (*c == ':' || *c == '=')
            *c = '.';
}

static void settle(struct fuzz *fuzz, struct iq_fuzz_site *site, const struct iq_fuzz_run *run)
{
    iq_fuzz_judge(site, &fuzz->plain, run);
    fuzz->done++;
    fuzz->bad += iq_outcome_is_bad(site->outcome);
    show_progress(fuzz);
}

/* Its result is there from a run before. */
static bool is_known(struct fuzz *fuzz, struct iq_fuzz_site *site)
{
    struct iq_fuzz_run run = { 0 };
    char name[128];
    name_of(site, name);
    bool known = read_run(fuzz, name, &run);
    if (known)
        settle(fuzz, site, &run);
    iq_fuzz_run_finish(&run);
    return known;
}

static void end_job(struct fuzz *fuzz, struct job *job, int wait_status)
{
    struct iq_fuzz_run run = { 0 };
    kill(-job->pid, SIGKILL); /* children that it left behind */
    note_end(fuzz, job->name, status_of(wait_status), job->timed_out);
    if (read_run(fuzz, job->name, &run))
        settle(fuzz, job->site, &run);
    iq_fuzz_run_finish(&run);
    job->pid = 0;
}

/* Asks a run that takes too long to end, and insists. */
static void look_at_time(struct job *job)
{
    if (iq_now_ns() < job->deadline_ns)
        return;
    kill(-job->pid, job->timed_out ? SIGKILL : SIGTERM);
    job->timed_out = true;
    job->deadline_ns = iq_now_ns() + MERCY_S * second_ns;
}

/* Waits until a job ends; returns one that is free. */
static struct job *wait_for_job(struct fuzz *fuzz)
{
    for (;;) {
        for (int i = 0; i < fuzz->job_count; i++) {
            struct job *job = &fuzz->jobs[i];
            int wait_status;
            if (job->pid && waitpid(job->pid, &wait_status, WNOHANG) == job->pid)
                end_job(fuzz, job, wait_status);
            else if (job->pid)
                look_at_time(job);
            if (!job->pid)
                return job;
        }
        poll(NULL, 0, LOOK_MS);
    }
}

static bool is_busy(const struct fuzz *fuzz)
{
    for (int i = 0; i < fuzz->job_count; i++)
        if (fuzz->jobs[i].pid)
            return true;
    return false;
}

static int run_others(struct fuzz *fuzz)
{
    size_t most = (size_t)atoll(fuzz->options->value[IQ_OPTION_MAX_RUNS]);
    for (size_t i = 0; i < fuzz->count && (!most || i < most); i++) {
        struct iq_fuzz_site *site = &fuzz->sites[i];
        if (is_known(fuzz, site))
            continue;
        struct job *job = wait_for_job(fuzz);
        *job = (struct job){ .site = site, .deadline_ns = iq_now_ns() + fuzz->limit_ns };
        name_of(site, job->name);
        job->pid = start(fuzz, job->name, site->spec);
        if (job->pid < 0)
            return iq_command_fail("cannot create a process: %s", strerror(errno));
    }
    while (is_busy(fuzz)) {
        struct job *free_one = wait_for_job(fuzz);
        *free_one = fuzz->jobs[--fuzz->job_count];
    }
    if (isatty(STDERR_FILENO) && !iq_options_has(fuzz->options, IQ_OPTION_QUIET))
        fputs("\r\033[K", stderr);
    return 0;
}

/* ---- all of it ---- */

/* Results in a folder are those of one command. */
static int check_command(struct fuzz *fuzz)
{
    struct iq_str line;
    int status = 0;
    iq_str_init_heap(&line);
    for (char **word = fuzz->argv; *word; word++)
        iq_str_printf(&line, "%s\n", *word);
    char *before = read_text(fuzz, "program", "command");
    if (before && strcmp(before, iq_str_text(&line)) != 0)
        status = iq_command_fail("--resume: %s holds the results of another command", fuzz->folder);
    int fd = before ? -1 : open_file(fuzz, "program", "command");
    if (!before && (fd < 0 || iq_fd_write_all(fd, iq_str_text(&line), line.length)))
        status = iq_command_fail("cannot write to %s: %s", fuzz->folder, strerror(errno));
    if (fd >= 0)
        close(fd);
    free(before);
    iq_str_finish(&line);
    return status;
}

static int make_folder(struct fuzz *fuzz)
{
    const char *wanted = fuzz->options->value[IQ_OPTION_RESUME], *place = getenv("TMPDIR");
    if (wanted) {
        snprintf(fuzz->folder, sizeof fuzz->folder, "%s", wanted);
        if (mkdir(wanted, 0777) && errno != EEXIST)
            return iq_command_fail("--resume: cannot make %s: %s", wanted, strerror(errno));
        return check_command(fuzz);
    }
    snprintf(fuzz->folder, sizeof fuzz->folder, "%s/inquest-fuzz.XXXXXX",
             place && *place ? place : "/tmp");
    if (!mkdtemp(fuzz->folder))
        return iq_command_fail("cannot make a folder in %s: %s", place ? place : "/tmp",
                               strerror(errno));
    fuzz->own_folder = true;
    iq_sweep_keep(fuzz->folder);
    return 0;
}

static int write_table(struct fuzz *fuzz)
{
    const struct iq_options *options = fuzz->options;
    bool json = options->format_count && !strcmp(options->formats[0], "json");
    const char *file = options->output_count ? options->outputs[0] : "-";
    struct iq_str out;
    iq_str_init_heap(&out);
    (json ? iq_fuzz_put_json : iq_fuzz_put_text)(&out, fuzz->sites, fuzz->count, fuzz->argv);
    int fd = strcmp(file, "-") != 0
                 ? open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0666)
                 : STDOUT_FILENO;
    int failed = fd < 0 ? IQ_EIO : iq_fd_write_all(fd, iq_str_text(&out), out.length);
    if (fd > STDERR_FILENO)
        close(fd);
    iq_str_finish(&out);
    return failed ? iq_command_fail("cannot write %s: %s", file, strerror(errno)) : fuzz->bad != 0;
}

static int check_usage(const struct iq_options *options, int count)
{
    if (!count)
        return iq_command_fail("no program given; usage: inquest fuzz-errors [OPTIONS] PROGRAM "
                               "[ARGUMENTS] (see `inquest fuzz-errors --help')");
    for (int i = 0; i < options->format_count; i++)
        if (strcmp(options->formats[i], "text") != 0 && strcmp(options->formats[i], "json") != 0)
            return iq_command_fail("--format: fuzz-errors writes text or json, not %s",
                                   options->formats[i]);
    return 0;
}

static void finish(struct fuzz *fuzz)
{
    for (size_t i = 0; i < fuzz->count; i++) {
        free(fuzz->sites[i].spec);
        free(fuzz->sites[i].why);
    }
    free(fuzz->sites);
    iq_fuzz_run_finish(&fuzz->plain);
    if (fuzz->own_folder) {
        iq_sweep_keep(NULL);
        iq_sweep_remove(fuzz->folder);
    }
    free(fuzz);
}

int iq_command_fuzz_errors(const struct iq_options *options, int count, char **words)
{
    int status = check_usage(options, count);
    struct fuzz *fuzz = status ? NULL : calloc(1, sizeof *fuzz);
    if (!fuzz)
        return status ? status : iq_command_fail("out of memory");
    const char *jobs = options->value[IQ_OPTION_JOBS];
    long number = jobs && atol(jobs) ? atol(jobs) : iq_processor_count();
    fuzz->options = options;
    fuzz->argv = words;
    fuzz->job_count = (int)(number < 1 ? 1 : number > JOBS ? JOBS : number);
    status = make_folder(fuzz);
    if (!status)
        status = run_plain(fuzz);
    if (!status)
        status = run_others(fuzz);
    if (!status)
        status = write_table(fuzz);
    finish(fuzz);
    return status;
}
