/* `inquest run` and `inquest trace`: the whole life of one traced program. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "arch/arch.h"
#include "base/errors.h"
#include "base/job.h"
#include "base/now.h"
#include "base/running.h"
#include "cli/command.h"
#include "cli/death.h"
#include "cli/device.h"
#include "cli/environment.h"
#include "cli/folder.h"
#include "cli/further.h"
#include "cli/kernel_line.h"
#include "cli/life.h"
#include "cli/live.h"
#include "cli/newer.h"
#include "cli/output.h"
#include "cli/place.h"
#include "cli/program.h"
#include "cli/rerun.h"
#include "cli/second_run.h"
#include "cli/session.h"
#include "cli/spawn.h"
#include "cli/statistics.h"
#include "cli/survivors.h"
#include "cli/vulkan.h"
#include "cli/wanted.h"
#include "report/collectives.h"
#include "report/rules.h"
#include "report/symbols.h"

enum {
    TRACE_FD_MIN = 100, /* out of the way of programs that count on low numbers */
    OTHER_RANKS_NS = 400000000,
};

struct program_run {
    const struct iq_options *options;
    char **argv;
    bool tracing;
    struct iq_executable program;
    struct iq_place place;
    struct iq_device_choice device;
    struct iq_session session;
    struct iq_environment environment;
    struct iq_targets targets;
    struct iq_str folder; /* of reports (-o DIR/); empty: none */
    struct iq_wanted wanted;
    struct iq_further_reader further;
    struct iq_spawn spawn;
    struct iq_live live;
    struct iq_life life;
    struct iq_kernel_line kernel_line;
    struct iq_document *documents;
    size_t document_count;
    IQ_VEC(uint32_t) reported; /* processes whose reports are written */
    /* `trace`: open here already, or -1: opened by the child, whose id is in the name */
    int trace_fd;
};

static const char *option(const struct program_run *run, enum iq_option_id id)
{
    return run->options->value[id];
}

/* Calls are to be recorded for a format that shows time, without what they were made with. */
static bool wants_timeline(const struct iq_options *options)
{
    bool wanted = false;
    for (int i = 0; i < options->format_count; i++)
        wanted |= !strcmp(options->formats[i], "perfetto") || !strcmp(options->formats[i], "html");
    return wanted && !options->value[IQ_OPTION_RECORD];
}

static int pass_recording(struct program_run *run)
{
    const char *calls = option(run, IQ_OPTION_RECORD);
    bool timeline = wants_timeline(run->options);
    int failed = 0;
    if (timeline || (calls && !strcmp(calls, "1"))) /* how many is left to us */
        failed |= iq_environment_set(&run->environment, "INQUEST_RECORD", "65536");
    if (timeline)
        failed |= iq_environment_set(&run->environment, "INQUEST_RECORD_ARGUMENTS", "no");
    return failed;
}

/* Options that were given, as INQUEST_<NAME>, for the library inside the program. */
static int pass_options(struct program_run *run)
{
    char name[64];
    int failed = 0;
    for (int id = 0; id < IQ_OPTION_COUNT; id++) {
        const struct iq_option *row = &iq_option_table[id];
        if (!(row->scopes & (IQ_SCOPE_RUN | IQ_SCOPE_TRACE)) || !run->options->given[id] ||
            !option(run, id))
            continue;
        struct iq_str list;
        iq_str_init_heap(&list);
        if (id == IQ_OPTION_RULES || id == IQ_OPTION_NO_RULES)
            iq_rules_list_expand(option(run, id), &list); /* families are the launcher's */
        else
            iq_str_puts(&list, option(run, id));
        failed |= iq_environment_set(&run->environment, iq_option_variable(row, name, sizeof name),
                                     iq_str_text(&list));
        iq_str_finish(&list);
    }
    struct iq_str line;
    iq_str_init_heap(&line);
    iq_rerun_line(run->options->first, &line);
    failed |= iq_environment_set(&run->environment, "INQUEST_COMMAND_LINE", iq_str_text(&line));
    iq_str_finish(&line);
    failed |= iq_environment_set(&run->environment, "INQUEST_SESSION", run->session.path);
    failed |=
        iq_environment_set(&run->environment, "INQUEST_DEVICE", run->device.soft ? "soft" : "real");
    failed |= iq_environment_set(&run->environment, "INQUEST_DRIVER",
                                 run->device.driver[0] ? run->device.driver : NULL);
    failed |= pass_recording(run);
    if (!run->kernel_line.wanted)
        failed |= iq_environment_set(&run->environment, IQ_RUNNING_VARIABLE, NULL);
    else if (!getenv(IQ_RUNNING_VARIABLE))
        failed |= iq_environment_set(&run->environment, IQ_RUNNING_VARIABLE, "5");
    if (run->tracing) {
        char number[16];
        snprintf(number, sizeof number, "%d", run->trace_fd >= 0 ? run->trace_fd : TRACE_FD_MIN);
        failed |= iq_environment_set(&run->environment, "INQUEST_TRACE", number);
        failed |= iq_environment_set(&run->environment, "INQUEST_NO_CHECKS", "1");
    } else
        failed |= iq_environment_set(&run->environment, "INQUEST_TRACE", NULL);
    return failed ? IQ_ENOMEM : 0;
}

/* LD_PRELOAD cannot name a path with a blank or a colon in it: such a tree is reached through a
 * link in the session. */
static const char *loadable_folder(struct program_run *run, char *buffer, size_t size)
{
    if (!strpbrk(run->place.libraries, " :;$"))
        return run->place.libraries;
    snprintf(buffer, size, "%s/lib", run->session.path);
    return symlink(run->place.libraries, buffer) ? run->place.libraries : buffer;
}

/* A sanitizer's runtime insists on being the first library, and ASan on telling that a page is not
 * for us. */
static int make_room_for_sanitizer(struct program_run *run)
{
    int failed = 0;
    const char *sanitizer = run->program.sanitizer,
               *asan = iq_environment_value(&run->environment, "ASAN_OPTIONS");
    if (!sanitizer[0] && !run->program.has_asan)
        return 0;
    if (sanitizer[0])
        failed = iq_environment_prepend(&run->environment, "LD_PRELOAD", sanitizer);
    if (run->program.has_asan && (!asan || !strstr(asan, "protect_shadow_gap")))
        failed |= iq_environment_prepend(&run->environment, "ASAN_OPTIONS", "protect_shadow_gap=0");
    if (!iq_options_has(run->options, IQ_OPTION_QUIET))
        fprintf(
            stderr,
            "inquest: %s is built with a sanitizer: %s%sits runtime is loaded first and checks host memory instead of inquest\n",
            run->program.path, run->program.has_asan ? "protect_shadow_gap=0 is set, " : "",
            sanitizer[0] ? "" : "in the program itself, ");
    return failed;
}

/* With an audit module glibc lays out thread-local storage before it knows what is preloaded:
 * libraries that are there from the start then share the little that is meant for dlopen.
 * ThreadSanitizer's runtime alone needs 786 KiB of it. */
static int make_room_for_tls(struct program_run *run)
{
    const char *tunables = iq_environment_value(&run->environment, "GLIBC_TUNABLES");
    if (tunables && strstr(tunables, "optional_static_tls"))
        return 0;
    bool tsan = strstr(run->program.sanitizer, "tsan") != NULL;
    return iq_environment_prepend(&run->environment, "GLIBC_TUNABLES",
                                  tsan ? "glibc.rtld.optional_static_tls=1048576"
                                       : "glibc.rtld.optional_static_tls=4096");
}

/* The guest is an OpenCL layer too: the last of the list, which is nearest to the program.  The
 * copy is for loaders that cut the list. */
static int add_opencl_layer(struct program_run *run, const char *guest)
{
    return iq_environment_append(&run->environment, "OPENCL_LAYERS", guest) |
           iq_environment_set(&run->environment, "INQUEST_OPENCL_LAYERS",
                              iq_environment_value(&run->environment, "OPENCL_LAYERS"));
}

/* pyopencl keeps binaries of programs, in which the types and names of kernel arguments are
 * lost. */
static int refuse_binaries(struct program_run *run)
{
    return run->tracing || iq_environment_value(&run->environment, "PYOPENCL_NO_CACHE")
               ? 0
               : iq_environment_set(&run->environment, "PYOPENCL_NO_CACHE", "1");
}

/* A driver that is newer than we are: it follows our library, so that what we do not have is found
 * there. */
static int make_room_for_newer(struct program_run *run)
{
    struct iq_str names;
    int failed = 0;
    iq_str_init_heap(&names);
    unsigned count =
        run->device.soft || !run->device.driver[0]
            ? 0
            : iq_newer_functions(run->program.path, run->place.guest, run->device.driver, &names);
    if (count) {
        failed = iq_environment_prepend(&run->environment, "LD_PRELOAD", run->device.driver);
        fprintf(
            stderr,
            "inquest: warning: %s is linked to %u %s of a newer driver than this inquest knows (%s): %s not checked\n",
            run->program.path, count, count > 1 ? "functions" : "function", iq_str_text(&names),
            count > 1 ? "their calls are" : "its calls are");
    }
    iq_str_finish(&names);
    return failed;
}

/* Oclgrind's library stands in for the loader: first behind the guest, which sees its calls by
 * patching it. False: it is not installed. */
static bool add_oclgrind(struct program_run *run, int *failed)
{
    static const char *const usual[] = {
        "/usr/lib/oclgrind/liboclgrind-rt.so",
        ("/usr/lib/" IQ_ARCH_TRIPLET "/oclgrind/liboclgrind-rt.so"),
        "/usr/lib64/oclgrind/liboclgrind-rt.so", "/usr/local/lib/oclgrind/liboclgrind-rt.so", NULL
    };
    char log[4400];
    int i = 0;
    while (usual[i] && access(usual[i], R_OK))
        i++;
    if (!usual[i])
        return false;
    snprintf(log, sizeof log, "%s/oclgrind.log", run->session.path);
    *failed |= iq_environment_prepend(&run->environment, "LD_PRELOAD", usual[i]);
    *failed |= iq_environment_set(&run->environment, "OCLGRIND_LOG", log);
    if (!iq_environment_value(&run->environment, "OCLGRIND_DATA_RACES"))
        *failed |= iq_environment_set(&run->environment, "OCLGRIND_DATA_RACES", "1");
    if (!iq_environment_value(&run->environment, "OCLGRIND_UNINITIALIZED"))
        *failed |= iq_environment_set(&run->environment, "OCLGRIND_UNINITIALIZED", "1");
    /* one mistake is said once per work-item: 1000 are soon spent */
    if (!iq_environment_value(&run->environment, "OCLGRIND_MAX_ERRORS"))
        *failed |= iq_environment_set(&run->environment, "OCLGRIND_MAX_ERRORS", "50000");
    *failed |= iq_environment_set(&run->environment, "INQUEST_DEEP_LOG", log);
    return true;
}

static int prepare_environment(struct program_run *run)
{
    char buffer[4200], path[4400];
    int failed = iq_environment_init(&run->environment) | pass_options(run);
    if (run->device.guest && !run->program.foreign_loader[0] && !failed) {
        const char *folder = loadable_folder(run, buffer, sizeof buffer);
        snprintf(path, sizeof path, "%s/libcuda.so.1", folder);
        failed |= make_room_for_newer(run);
        if (!run->tracing && iq_options_has(run->options, IQ_OPTION_DEEP) &&
            !add_oclgrind(run, &failed))
            return IQ_ENOENT;
        failed |= iq_environment_prepend(&run->environment, "LD_PRELOAD", path);
        if (!run->program.is_static) /* would open it, but can not use it */
            failed |= iq_environment_prepend(&run->environment, "LD_LIBRARY_PATH", folder);
        /* the user's own tool stays */
        if (!run->tracing && !iq_environment_value(&run->environment, "NVTX_INJECTION64_PATH"))
            failed |= iq_environment_set(&run->environment, "NVTX_INJECTION64_PATH", path);
        failed |= add_opencl_layer(run, path) | refuse_binaries(run);
        snprintf(path, sizeof path, "%s/libinquest-audit.so", folder);
        if (run->place.audit[0])
            failed |= iq_environment_prepend(&run->environment, "LD_AUDIT", path) |
                      make_room_for_tls(run);
        failed |= make_room_for_sanitizer(run);
        bool validation = !run->tracing && strcmp(option(run, IQ_OPTION_VALIDATION), "no") &&
                          iq_vulkan_find_validation(&run->environment, path, sizeof path);
        failed |= iq_vulkan_prepare(&run->environment, folder, validation);
    }
    return failed ? IQ_ENOMEM : 0;
}

/* In the child: opens the trace's file, whose name may hold the process id. */
static int open_trace(void *user)
{
    const struct program_run *run = user;
    struct iq_str path;
    if (!run->tracing || run->trace_fd >= 0)
        return 0;
    iq_str_init_heap(&path);
    iq_output_expand(run->options->outputs[0], (long)getpid(), NULL, iq_job_rank(environ), &path);
    int fd = open(iq_str_text(&path), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_NOCTTY, 0666);
    int error = fd < 0 || dup2(fd, TRACE_FD_MIN) < 0 ? errno : 0;
    if (fd >= 0 && fd != TRACE_FD_MIN)
        close(fd);
    iq_str_finish(&path);
    return error;
}

static int prepare_output(struct program_run *run, struct iq_str *error)
{
    run->trace_fd = -1;
    if (run->tracing) {
        const char *file = run->options->output_count ? run->options->outputs[0] : NULL;
        if (!file || !strcmp(file, "-"))
            run->trace_fd = fcntl(file ? STDOUT_FILENO : STDERR_FILENO, F_DUPFD, TRACE_FD_MIN);
        struct iq_target target = { .format = iq_report_format_named("text"), .pattern = file };
        if (file && iq_vec_push(&run->targets.list, target))
            return IQ_ENOMEM;
        return iq_targets_probe(&run->targets, error);
    }
    iq_folder_of(run->options, &run->folder);
    if (run->folder.length)
        return iq_folder_open(iq_str_text(&run->folder), error);
    int failed = iq_targets_init(&run->targets, run->options);
    run->live.but_notes = !iq_targets_show_notes(&run->targets, run->options);
    return failed ? failed : iq_targets_probe(&run->targets, error);
}

/* The document of the named program if it left no trace: it made no GPU call. */
static int add_main_document(struct program_run *run)
{
    for (size_t i = 0; i < run->document_count; i++)
        if (run->documents[i].pid == (uint32_t)run->spawn.pid)
            return 0;
    struct iq_document *grown = realloc(run->documents, (run->document_count + 1) * sizeof *grown);
    if (!grown)
        return IQ_ENOMEM;
    run->documents = grown;
    struct iq_document *document = &grown[run->document_count++];
    iq_document_init(document);
    document->pid = (uint32_t)run->spawn.pid;
    for (char **word = run->argv; *word; word++)
        if (iq_vec_push(&document->argv, iq_document_copy(document, *word, strlen(*word))))
            return IQ_ENOMEM;
    if (run->program.runtime != IQ_RUNTIME_NONE && run->device.guest && run->document_count == 1)
        return iq_vec_push(&document->messages,
                           (struct iq_message){
                               .level = 1,
                               .text =
                                   "the program contains the CUDA runtime, but inquest saw none of "
                                   "its calls: if there were any, they were not checked" });
    if (!run->device.guest && !run->tracing)
        return iq_vec_push(
            &document->messages,
            (struct iq_message){
                .level = 2,
                .text =
                    "inquest could not load its library into the program: no CUDA call was checked" });
    return 0;
}

/* Fills in what only the launcher knows. */
static void complete_documents(struct program_run *run)
{
    char host[256] = "localhost";
    struct iq_document *last = NULL;
    gethostname(host, sizeof host - 1);
    for (size_t i = 0; i < run->document_count; i++) {
        struct iq_document *document = &run->documents[i];
        document->main_program = document->pid == (uint32_t)run->spawn.pid;
        if (!document->host)
            document->host = iq_document_copy(document, host, strlen(host));
        if (!document->rank && iq_job_rank(environ)) {
            document->rank =
                iq_document_copy(document, iq_job_rank(environ), strlen(iq_job_rank(environ)));
            document->ranks = iq_job_size(environ);
            document->job = iq_job_name(environ);
        }
        if (!document->device_kind)
            document->device_kind = run->device.soft ? "soft" : "real";
        if (!document->driver && run->device.driver[0] && document->calls)
            document->driver =
                iq_document_copy(document, run->device.driver, strlen(run->device.driver));
        if (document->main_program)
            /* of an image that was replaced by one without GPU calls the process' end is all there
             * is */
            last = document;
    }
    if (last) {
        last->exit_known = true;
        last->exit_code = run->spawn.exit_code;
        last->exit_signal = run->spawn.exit_signal;
    }
}

static void drop_documents(struct program_run *run)
{
    for (size_t i = 0; i < run->document_count; i++)
        iq_document_finish(&run->documents[i]);
    free(run->documents);
    run->documents = NULL;
    run->document_count = 0;
}

static bool used_gpu(const struct iq_document *document)
{
    return document->calls || document->findings.count;
}

/* CUDA on the software device without having been asked for is said once, and to those only who use
 * CUDA. */
static void tell_device(const struct program_run *run)
{
    bool cuda = false;
    for (size_t i = 0; i < run->document_count; i++)
        cuda |= run->documents[i].calls && iq_document_uses(&run->documents[i], "cuda");
    if (cuda && run->device.fallback && !iq_options_has(run->options, IQ_OPTION_QUIET))
        fprintf(stderr, "inquest: %s: CUDA ran on the software device (see --device)\n",
                run->device.fallback);
}

/* Does anything but their number depend on where notes are?  Notes of several processes are one if
 * their stacks are the same; what was told may be a note by now. */
static bool needs_notes(const struct program_run *run)
{
    size_t with_findings = 0;
    for (size_t i = 0; i < run->document_count; i++)
        with_findings += run->documents[i].findings.count > 0;
    return with_findings > 1 || run->live.reported.count || run->folder.length ||
           option(run, IQ_OPTION_SUPPRESSIONS) || option(run, IQ_OPTION_BASELINE) ||
           iq_targets_show_notes(&run->targets, run->options);
}

/* Filters, finds names and lines, and picks the documents that are shown: those that used a GPU,
 * and the program itself (after them, if it did not).  Returns whether there is a finding of
 * severity error. */
static bool digest(struct program_run *run, const struct iq_document **shown, size_t *count)
{
    bool bad = false, notes = needs_notes(run);
    run->further = (struct iq_further_reader){ &run->wanted, !notes };
    *count = 0;
    for (size_t i = 0; i < run->document_count; i++) {
        (void)(notes ? iq_symbols_resolve(&run->documents[i])
                     : iq_symbols_resolve_but_notes(&run->documents[i]));
        (void)iq_death_describe(&run->documents[i], run->session.path);
    }
    IQ_DROP(iq_collectives_compare(run->documents, run->document_count));
    for (size_t i = 0; i < run->document_count; i++) {
        struct iq_document *document = &run->documents[i];
        iq_wanted_apply(&run->wanted, document);
        iq_further_prepare(&run->further, document);
        iq_live_mark(&run->live, document);
        bad |= iq_output_is_bad(run->options, document);
        if (used_gpu(document))
            shown[(*count)++] = document;
    }
    for (size_t i = 0; i < run->document_count; i++)
        if (run->documents[i].main_program && !used_gpu(&run->documents[i]))
            shown[(*count)++] = &run->documents[i];
    if (!iq_options_has(run->options, IQ_OPTION_QUIET))
        iq_wanted_say(&run->wanted);
    return bad;
}

/* Tells what was found since the last time, while the program runs. */
static void tell(struct program_run *run)
{
    struct iq_report_options options = iq_output_options(run->options, STDERR_FILENO);
    const struct iq_document **shown = NULL;
    size_t count = 0;
    int64_t start = (int64_t)iq_now_ns();
    iq_kernel_line_erase(&run->kernel_line);
    if (!iq_session_read(&run->session, &run->documents, &run->document_count))
        shown = calloc(run->document_count + 1, sizeof *shown);
    complete_documents(run);
    for (size_t i = 0; shown && i < run->document_count; i++) {
        struct iq_document *document = &run->documents[i];
        if (used_gpu(document))
            shown[count++] = document;
        (void)iq_symbols_resolve_some(document, iq_live_wants, &run->live);
        iq_wanted_apply_live(&run->wanted, document);
        iq_live_take(&run->live, document);
    }
    iq_targets_tell(&run->targets, shown, count, &options);
    free(shown);
    drop_documents(run);
    iq_live_rest(&run->live, (int64_t)iq_now_ns() - start);
}

/* While the program runs: keeps hold of its traces, and tells what is in them. */
static int64_t look(void *user)
{
    struct program_run *run = user;
    int64_t next_ns;
    iq_session_look(&run->session);
    bool due = iq_live_look(&run->live, &run->session, &next_ns);
    if (due && !run->tracing && !strcmp(option(run, IQ_OPTION_LIVE), "yes") &&
        iq_targets_are_live(&run->targets))
        tell(run);
    if (iq_life_is_due(&run->life)) {
        iq_kernel_line_erase(&run->kernel_line);
        if (!iq_session_read(&run->session, &run->documents, &run->document_count))
            iq_life_tell(&run->life, run->documents, run->document_count, run->spawn.pid);
        drop_documents(run);
    }
    iq_kernel_line_look(&run->kernel_line, run->session.path);
    return next_ns;
}

static int write_documents(struct program_run *run, const struct iq_document *const *shown,
                           size_t count, const struct iq_report_options *options)
{
    if (!run->folder.length)
        return iq_targets_write(&run->targets, shown, count, false, options);
    run->targets.written += count;
    return iq_folder_write(iq_str_text(&run->folder), run->options, shown, count, options);
}

/* Writes the reports.  Returns the exit status. */
static int report(struct program_run *run, int status)
{
    const struct iq_document **shown = calloc(run->document_count + 2, sizeof *shown);
    size_t count;
    if (!shown || (!run->targets.written && add_main_document(run))) {
        free(shown);
        return iq_command_fail("out of memory");
    }
    complete_documents(run);
    bool bad = digest(run, shown, &count);
    struct iq_report_options options = iq_output_options(run->options, STDERR_FILENO);
    int failed = write_documents(run, shown, count, &options);
    free(shown);
    if (failed)
        return IQ_EXIT_TROUBLE;
    const char *wanted = option(run, IQ_OPTION_ERROR_EXITCODE);
    return bad && wanted && atoi(wanted) ? atoi(wanted) : status;
}

/* Everything that can go wrong before the program starts.  Returns 0 or the exit status. */
static int prepare(struct program_run *run)
{
    struct iq_str error;
    iq_str_init_heap(&error);
    int status = iq_program_find(&run->program, run->argv[0], &error);
    if (!status &&
        (!iq_place_find(&run->place)
             ? (iq_str_puts(&error,
                            "cannot determine where inquest is installed: /proc is not mounted"),
                true)
             : prepare_output(run, &error) || iq_wanted_open(&run->wanted, run->options, &error) ||
                   iq_device_choose(&run->device, run->options, &run->place, &error) ||
                   iq_device_judge(&run->device, &run->program, run->options, &error) ||
                   iq_session_create(&run->session, &error)))
        status = IQ_EXIT_TROUBLE;
    int failed = status ? 0 : prepare_environment(run);
    if (failed) {
        iq_str_puts(
            &error,
            failed == IQ_ENOENT
                ? "--deep runs OpenCL under Oclgrind, which is not installed (the package is oclgrind)"
                : "out of memory");
        status = IQ_EXIT_TROUBLE;
    }
    if (status)
        iq_command_fail("%s", iq_str_text(&error));
    iq_str_finish(&error);
    return status;
}

static bool is_reported(const struct program_run *run, uint32_t pid)
{
    for (size_t i = 0; i < run->reported.count; i++)
        if (run->reported.data[i] == pid)
            return true;
    return false;
}

/* Leaves out the documents of processes that are reported already, or, if among [later] (NULL:
 * nobody is), will be when they end. */
static int choose_documents(struct program_run *run, const struct iq_survivors *later)
{
    size_t kept = 0, before = run->reported.count;
    int failed = 0;
    for (size_t i = 0; i < run->document_count; i++) {
        uint32_t pid = run->documents[i].pid;
        bool waits =
            later && pid != (uint32_t)run->spawn.pid && iq_survivors_has(later, (pid_t)pid);
        if (waits || (before && is_reported(run, pid))) {
            iq_document_finish(&run->documents[i]);
            continue;
        }
        failed |= before ? 0 : iq_vec_push(&run->reported, pid);
        run->documents[kept++] = run->documents[i];
    }
    run->document_count = kept;
    return failed;
}

/* Would a report that is written after the launcher has gone reach anybody? */
static bool can_report_later(const struct program_run *run, const struct iq_survivors *living)
{
    if (run->folder.length)
        return true;
    for (size_t i = 0; i < run->targets.list.count && !run->tracing; i++) {
        const char *pattern = run->targets.list.data[i].pattern;
        bool is_stdout = pattern && !strcmp(pattern, "-");
        if ((pattern && !is_stdout) ||
            iq_survivors_share(living, is_stdout ? STDOUT_FILENO : STDERR_FILENO))
            return true;
    }
    return false;
}

static void say_living(const struct program_run *run, const struct iq_survivors *living, bool later)
{
    if (run->tracing || iq_options_has(run->options, IQ_OPTION_QUIET))
        return;
    fprintf(stderr, "inquest: %zu process%s of %s still run%s (%ld%s): ", living->count,
            living->count == 1 ? "" : "es", run->argv[0], living->count == 1 ? "s" : "",
            (long)living->pids[0], living->count == 1 ? "" : ", ...");
    fputs(later ? "reported at the end\n"
                : "later findings there are not reported (-o FILE would report them)\n",
          stderr);
}

/* What the reader of a trace must know: lines are missing, or calls were not seen.  Returns the
 * exit status. */
static int judge_trace(const struct program_run *run, int status)
{
    for (size_t i = 0; i < run->document_count; i++) {
        const struct iq_document *document = &run->documents[i];
        for (size_t k = 0; k < document->messages.count; k++)
            if (document->messages.data[k].level == 2)
                fprintf(stderr, "inquest: error: %s\n", document->messages.data[k].text);
        if (document->lines_lost)
            status = iq_command_fail("lines of the trace are missing: %s", document->lines_lost);
    }
    return status;
}

/* In a process of its own: waits for the living, reports them if [later]; the session is removed
 * behind them. */
static void outlive(struct program_run *run, bool later)
{
    setsid();
    iq_survivors_wait(run->session.path);
    drop_documents(run);
    if (!later || iq_session_read(&run->session, &run->documents, &run->document_count))
        return;
    choose_documents(run, NULL);
    if (run->document_count)
        report(run, 0);
}

/* Somebody has removed the session's folder: what the launcher holds open is still there.  Returns
 * the exit status if that is nothing. */
static int say_gone(const struct program_run *run)
{
    if (!run->session.traces.count)
        return iq_command_fail(
            "%s was removed while %s ran: its findings are lost (does something clean up temporary files?)",
            run->session.path, run->argv[0]);
    fprintf(
        stderr,
        "inquest: warning: %s was removed while %s ran (does something clean up temporary files?): "
        "processes that were started after that are not in the report\n",
        run->session.path, run->argv[0]);
    return 0;
}

/* Reports, and leaves a process behind for those that still run. */
static int conclude(struct program_run *run, int status)
{
    struct iq_survivors living;
    if (!iq_session_is_there(&run->session) && say_gone(run))
        return IQ_EXIT_TROUBLE;
    iq_survivors_find(&living, run->session.path, (uint64_t)run->life.start_ns);
    bool later = living.count && can_report_later(run, &living);
    if (iq_session_read(&run->session, &run->documents, &run->document_count) ||
        choose_documents(run, later ? &living : NULL))
        return iq_command_fail("out of memory");
    tell_device(run);
    if (living.count)
        say_living(run, &living, later);
    status = run->tracing ? judge_trace(run, status) : report(run, status);
    if (!run->tracing && iq_options_has(run->options, IQ_OPTION_STATS))
        iq_statistics_print(stderr, run->documents, run->document_count, &run->spawn.used);
    if (!living.count)
        return status;
    fflush(NULL);
    pid_t pid = fork();
    if (!pid)
        outlive(run, later);
    else if (pid > 0)
        iq_session_leave(&run->session); /* the other one removes it */
    return status;
}

/* For a rank of a job that is being ended.  mpirun and its like kill every rank that is left as
 * soon as the first has ended, launchers, too: so the report is made in a session of its own, which
 * they do not reach, and the launcher that is first leaves the others time to come so far. */
static int conclude_apart(struct program_run *run, int status)
{
    fflush(NULL);
    pid_t pid = fork();
    if (pid <= 0) {
        if (!pid)
            setsid();
        return conclude(run, status);
    }
    iq_session_leave(&run->session); /* the other one removes it */
    int ended;
    while (waitpid(pid, &ended, 0) < 0)
        if (errno != EINTR)
            return status;
    const struct timespec patience = { .tv_nsec = OTHER_RANKS_NS };
    nanosleep(&patience, NULL);
    return WIFEXITED(ended) ? WEXITSTATUS(ended) : status;
}

static void say_folder(const struct program_run *run)
{
    if (iq_options_has(run->options, IQ_OPTION_VERBOSE) && !run->tracing)
        fprintf(stderr, "inquest: recording in %s (if inquest is killed: inquest report %s)\n",
                run->session.path, run->session.path);
}

/* Starts the program, waits, reports.  Returns the exit status. */
static int execute(struct program_run *run)
{
    run->spawn = (struct iq_spawn){ .path = run->program.path,
                                    .argv = run->argv,
                                    .setup = open_trace,
                                    .look = look,
                                    .watch = iq_session_watch(&run->session),
                                    .user = run,
                                    .environment = iq_environment_get(&run->environment) };
    say_folder(run);
    int failed = !run->spawn.environment || iq_spawn_run(&run->spawn);
    iq_kernel_line_erase(&run->kernel_line);
    if (failed)
        return iq_command_fail("cannot create a process: %s", strerror(errno));
    if (run->spawn.setup_failed)
        return iq_command_fail("cannot write %s: %s", run->options->outputs[0],
                               strerror(run->spawn.setup_failed));
    if (run->spawn.exec_errno) {
        iq_command_fail("%s: %s", run->argv[0], strerror(run->spawn.exec_errno));
        return run->spawn.exec_errno == ENOENT ? 127 : 126;
    }
    int status = run->spawn.exit_signal ? 128 + run->spawn.exit_signal : run->spawn.exit_code;
    bool apart = run->spawn.told_to_end && iq_job_rank(environ);
    return apart ? conclude_apart(run, status) : conclude(run, status);
}

/* [again] (NULL: nobody asks): has a kernel failed on a GPU, whose statement checks would find? */
static int run_program(const struct iq_options *options, char **words, bool tracing, bool *again)
{
    if (!iq_options_has(options, IQ_OPTION_QUIET))
        iq_options_warn_of_variables();
    struct program_run run = { .options = options,
                               .argv = words,
                               .tracing = tracing,
                               .trace_fd = -1,
                               .session = { .lock = -1, .watch = -1 } };
    iq_str_init_heap(&run.folder);
    run.live.max = (uint64_t)atoll(option(&run, IQ_OPTION_MAX));
    iq_life_init(&run.life, !tracing && iq_options_has(options, IQ_OPTION_VERBOSE));
    iq_kernel_line_init(&run.kernel_line, !tracing && !iq_options_has(options, IQ_OPTION_QUIET));
    int status = prepare(&run);
    if (!status)
        status = execute(&run);
    for (size_t i = 0; again && i < run.document_count; i++)
        *again |= iq_second_run_would_help(&run.documents[i]);
    drop_documents(&run);
    iq_vec_finish(&run.reported);
    iq_wanted_finish(&run.wanted);
    iq_targets_finish(&run.targets);
    iq_str_finish(&run.folder);
    iq_live_finish(&run.live);
    iq_environment_finish(&run.environment);
    iq_session_destroy(&run.session);
    return status;
}

static int check_words(int count, const char *command, const char *usage)
{
    return count ? 0
                 : iq_command_fail("no program given; usage: inquest %s%s PROGRAM [ARGUMENTS] "
                                   "(see `inquest %s--help')",
                                   command, usage, command);
}

/* [words] under a debugger, which stops at the first finding. */
static int run_in_gdb(const struct iq_options *options, int count, char **words)
{
    static char *const before[] = { "-q", "-x", NULL, "-ex", "run", "--args" };
    enum { BEFORE = sizeof before / sizeof *before };
    const char *chosen = options->value[IQ_OPTION_GDB];
    struct iq_place place;
    struct iq_options stopping = *options;
    char **line = calloc((size_t)count + BEFORE + 2, sizeof *line);
    int status = IQ_EXIT_TROUBLE;
    stopping.value[IQ_OPTION_STOP] = "1";
    stopping.given[IQ_OPTION_STOP] = true;
    if (!stopping.given[IQ_OPTION_LIVE])
        stopping.value[IQ_OPTION_LIVE] = "no"; /* gdb prints it */
    if (!line)
        iq_command_fail("out of memory");
    else if (!iq_place_find(&place) || !place.gdb_script[0])
        iq_command_fail("share/inquest/gdb/inquest.py is missing beside lib/inquest");
    else {
        line[0] = strcmp(chosen, "1") != 0 ? strdup(chosen) : strdup("gdb");
        memcpy(line + 1, before, sizeof before);
        line[3] = place.gdb_script;
        memcpy(line + 1 + BEFORE, words, (size_t)count * sizeof *words);
        status = line[0] ? run_program(&stopping, line, false, NULL) : IQ_EXIT_TROUBLE;
        free(line[0]);
    }
    free(line);
    return status;
}

int iq_command_run(const struct iq_options *options, int count, char **words)
{
    int status = check_words(count, "", "[OPTIONS]");
    if (status)
        return status;
    if (iq_options_has(options, IQ_OPTION_GDB))
        return run_in_gdb(options, count, words);
    bool again = false, wanted = iq_options_has(options, IQ_OPTION_RERUN) &&
                                 !options->given[IQ_OPTION_KERNEL_CHECKS];
    status = run_program(options, words, false, wanted ? &again : NULL);
    if (!again)
        return status;
    struct iq_options checked = *options;
    if (iq_second_run_options(&checked))
        return iq_command_fail("out of memory");
    if (!iq_options_has(options, IQ_OPTION_QUIET))
        fprintf(stderr, "inquest: running %s again with --kernel-checks=bounds\n", words[0]);
    run_program(&checked, words, false, NULL);
    iq_second_run_finish(&checked);
    return status; /* of the run that failed */
}

int iq_command_trace(const struct iq_options *options, int count, char **words)
{
    int status = check_words(count, "trace ", "[-e FILTER]");
    return status ? status : run_program(options, words, true, NULL);
}
