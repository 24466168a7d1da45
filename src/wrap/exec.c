/* Leaving the process image: exec, posix_spawn, system and popen keep the guest in the children
 * even when the program passes a cleaned environment, and _exit writes what is known.
 * Threads: any.  Works in the child of fork and of vfork: nothing is allocated but on the stack,
 * and in a vfork child, which shares the parent's memory, no state is touched. */
#include <alloca.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/loader.h"
#include "call/guest.h"
#include "wrap/guest.h"
#include "wrap/hooks.h"
#include "wrap/nvcc.h"
#include "wrap/onstack.h"
#include "wrap/sys.h"

#define IQ_EXPORT __attribute__((visibility("default")))

enum { MAX_SAVED = 64 };

/* Variables of the launcher, as "NAME=value"; the first three are lists that ours must be a part
 * of. */
static struct {
    const char *entries[MAX_SAVED];
    unsigned count;
} saved;

/* Lists that a child without them gets as they are: names of layers and their switches. */
static bool is_whole(const char *entry)
{
    return iq_sys_starts(entry, "VK_INSTANCE_LAYERS=") || iq_sys_starts(entry, "VK_LAYER_ENABLES=");
}

static bool is_list(const char *entry)
{
    return iq_sys_starts(entry, "LD_PRELOAD=") || iq_sys_starts(entry, "LD_LIBRARY_PATH=") ||
           iq_sys_starts(entry, "LD_AUDIT=") || iq_sys_starts(entry, "OPENCL_LAYERS=") ||
           iq_sys_starts(entry, "VK_ADD_LAYER_PATH=") || iq_sys_starts(entry, "VK_LAYER_PATH=") ||
           is_whole(entry);
}

static bool is_nvtx(const char *entry) { return iq_sys_starts(entry, "NVTX_INJECTION64_PATH="); }

void iq_exec_save(void)
{
    for (char *const *entry = iq_guest_environment(); *entry && saved.count < MAX_SAVED; entry++)
        if (is_list(*entry) || is_nvtx(*entry) || iq_sys_starts(*entry, "INQUEST_"))
            saved.entries[saved.count++] = *entry;
}

static size_t name_length(const char *entry)
{
    size_t length = 0;
    while (entry[length] && entry[length] != '=')
        length++;
    return length;
}

static const char *find_entry(char *const *environment, const char *entry)
{
    size_t length = name_length(entry);
    for (; environment && *environment; environment++)
        if (!strncmp(*environment, entry, length) && (*environment)[length] == '=')
            return *environment;
    return NULL;
}

static bool is_separator(char c) { return c == 0 || c == ':' || c == ' '; }

/* Is the element of a list that begins at [at] in our folder, or this itself? */
static bool is_in_our_folder(const char *at)
{
    const char *folder = iq_guest_folder();
    size_t length = strlen(folder);
    return length && !strncmp(at, folder, length) &&
           (is_separator(at[length]) || at[length] == '/');
}

/* Length of the part of a list that is ours: up to the element in our folder (a sanitizer's runtime
 * may have to stand before it); the first element if none is. */
static size_t own_length(const char *list)
{
    size_t end = 0, first = 0;
    for (const char *at = list; *at && !end; at++)
        if ((at == list || is_separator(at[-1])) && is_in_our_folder(at))
            for (end = (size_t)(at - list); !is_separator(list[end]);)
                end++;
    while (!is_separator(list[first]))
        first++;
    return end ? end : first;
}

/* Is the last element of [part] also in [list]? */
static bool contains(const char *list, const char *part, size_t length)
{
    size_t begin = length;
    while (begin && !is_separator(part[begin - 1]))
        begin--;
    length -= begin;
    for (const char *at = list; *at; at++)
        if ((at == list || is_separator(at[-1])) && !strncmp(at, part + begin, length) &&
            is_separator(at[length]))
            return true;
    return false;
}

/* What has to be done about variable [entry] in [environment]. */
enum need { NOTHING, ADD, MERGE };

static enum need need_of(char *const *environment, const char *entry)
{
    const char *theirs = find_entry(environment, entry), *ours = entry + name_length(entry) + 1;
    if (is_nvtx(entry) && !is_in_our_folder(ours)) /* the user's own tool */
        return NOTHING;
    if (!theirs)
        return ADD;
    if (!is_list(entry) || contains(theirs + name_length(entry) + 1, ours, own_length(ours)))
        return NOTHING;
    return MERGE;
}

/* Entries there are, entries to add, bytes for merged ones.  [foreign]: the program would fail over
 * our library, so it gets none. */
struct plan {
    size_t count, extra, bytes;
    bool foreign;
};

static bool is_loaders(const char *entry)
{
    return iq_sys_starts(entry, "LD_PRELOAD=") || iq_sys_starts(entry, "LD_LIBRARY_PATH=") ||
           is_nvtx(entry);
}

static struct plan make_plan(char *const *environment, bool foreign)
{
    struct plan plan = { .foreign = foreign };
    for (; environment && environment[plan.count]; plan.count++)
        if (foreign && is_loaders(environment[plan.count]))
            plan.bytes += strlen(environment[plan.count]) + 1;
    if (foreign)
        return plan;
    for (unsigned i = 0; i < saved.count; i++) {
        enum need need = need_of(environment, saved.entries[i]);
        plan.extra += need != NOTHING;
        if (need == MERGE || (need == ADD && is_list(saved.entries[i])))
            plan.bytes += strlen(saved.entries[i]) + 2;
        if (need == MERGE)
            plan.bytes += strlen(find_entry(environment, saved.entries[i]));
    }
    return plan;
}

/* Copies a list without what is in our folder; returns the end of the copy, [to] if nothing is
 * left. */
static char *copy_without_ours(const char *entry, char *to)
{
    size_t name = name_length(entry) + 1, length;
    char *end = to + name;
    memcpy(to, entry, name);
    for (const char *at = entry + name; *at; at += length + (at[length] != 0)) {
        for (length = 0; !is_separator(at[length]);)
            length++;
        if (!length || is_in_our_folder(at))
            continue;
        if (end > to + name)
            *end++ = ':';
        memcpy(end, at, length);
        end += length;
    }
    *end = 0;
    return end > to + name ? end + 1 : to;
}

/* Fills [to] with [environment] less ours. */
static void apply_foreign(char *const *environment, const struct plan *plan, char **to, char *text)
{
    size_t count = 0;
    for (size_t i = 0; i < plan->count; i++) {
        char *end = is_loaders(environment[i]) ? copy_without_ours(environment[i], text) : NULL;
        if (!end)
            to[count++] = environment[i];
        else if (end > text)
            to[count++] = text;
        text = end ? end : text;
    }
    to[count] = NULL;
}

/* Fills [to] with [environment] and ours.  [text] has room for the merged entries. */
static void apply_plan(char *const *environment, const struct plan *plan, char **to, char *text)
{
    size_t count = 0;
    if (plan->foreign) {
        apply_foreign(environment, plan, to, text);
        return;
    }
    for (size_t i = 0; i < plan->count; i++)
        to[count++] = environment[i];
    for (unsigned i = 0; i < saved.count; i++) {
        const char *ours = saved.entries[i];
        enum need need = need_of(environment, ours);
        if (need == NOTHING)
            continue;
        if (need == ADD && (!is_list(ours) || is_whole(ours))) {
            to[count++] = (char *)(uintptr_t)ours;
            continue;
        }
        size_t name = name_length(ours) + 1, own = own_length(ours + name), rest = 0;
        const char *theirs = need == MERGE ? find_entry(environment, ours) : NULL;
        memcpy(text, ours, name + own);
        if (theirs) {
            rest = strlen(theirs + name) + 1;
            text[name + own] = ':';
            memcpy(text + name + own + 1, theirs + name, rest - 1);
        }
        text[name + own + rest] = 0;
        size_t place = 0;
        while (theirs && place < plan->count && to[place] != theirs)
            place++;
        to[theirs ? place : count++] = text;
        text += name + own + rest + 1;
    }
    to[count] = NULL;
}

static bool is_foreign(const char *path)
{
    char loader[256];
    return path && iq_loader_of(path, loader, sizeof loader) == IQ_LOADER_FOREIGN;
}

/* Does [file], looked for in PATH as libc does it, need a foreign loader? */
static bool is_foreign_in_path(const char *file)
{
    char path[4096];
    const char *list = getenv("PATH");
    if (!file || strchr(file, '/'))
        return is_foreign(file);
    for (const char *at = list ? list : "/bin:/usr/bin"; at;
         at = strchr(at, ':') ? strchr(at, ':') + 1 : NULL) {
        size_t length = strcspn(at, ":"), size = strlen(file) + 1;
        if (length + size + 1 > sizeof path)
            continue;
        memcpy(path, at, length);
        path[length] = '/';
        memcpy(path + length + (length > 0), file, size);
        if (!access(path, X_OK))
            return is_foreign(path);
    }
    return false;
}

/* A new environment on the caller's stack when one is needed. */
#define WITH_GUEST(environment, without_, out)                                    \
    char *const *out = (environment);                                             \
    struct plan plan_ = make_plan(out, without_);                                 \
    if (plan_.extra || plan_.foreign) {                                           \
        char **array_ = alloca((plan_.count + plan_.extra + 1) * sizeof *array_); \
        char *text_ = alloca(plan_.bytes + 1);                                    \
        apply_plan(out, &plan_, array_, text_);                                   \
        out = array_;                                                             \
    }

/* The arguments as nvcc gets them. */
#define WITH_PTX(program, argv, out)                             \
    char *const *out = (argv);                                   \
    size_t bytes_, room_ = iq_nvcc_room(program, argv, &bytes_); \
    if (room_) {                                                 \
        char **list_ = alloca(room_ * sizeof *list_);            \
        iq_nvcc_change(argv, list_, alloca(bytes_ + 1));         \
        out = list_;                                             \
    }

/* In a vfork child the memory is the parent's: it must not learn that "it" was replaced. */
static bool is_own_process(void) { return iq_guest_is_started() && iq_sys_pid() == iq_guest_pid(); }

static void note_exec(void *path) { iq_core_before_exec(path); }

static void before_exec(const char *path)
{
    if (is_own_process())
        iq_onstack_call(note_exec, (void *)(uintptr_t)path, NULL);
}

static int after_exec(int result)
{
    if (is_own_process()) {
        int error = errno;
        iq_core_exec_failed();
        errno = error;
    }
    return result;
}

#define NEXT(name)          \
    static uintptr_t next_; \
    if (!next_)             \
    next_ = (uintptr_t)iq_guest_next(#name)

extern char **environ;

IQ_EXPORT int execve(const char *path, char *const argv[], char *const envp[])
{
    NEXT(execve);
    WITH_GUEST(envp, is_foreign(path), all);
    WITH_PTX(path, argv, list);
    before_exec(path);
    return after_exec(
        ((int (*)(const char *, char *const *, char *const *))next_)(path, list, all));
}

IQ_EXPORT int execvpe(const char *file, char *const argv[], char *const envp[])
{
    NEXT(execvpe);
    WITH_GUEST(envp, is_foreign_in_path(file), all);
    WITH_PTX(file, argv, list);
    before_exec(file);
    return after_exec(
        ((int (*)(const char *, char *const *, char *const *))next_)(file, list, all));
}

IQ_EXPORT int execv(const char *path, char *const argv[]) { return execve(path, argv, environ); }
IQ_EXPORT int execvp(const char *file, char *const argv[]) { return execvpe(file, argv, environ); }

IQ_EXPORT int fexecve(int fd, char *const argv[], char *const envp[])
{
    NEXT(fexecve);
    WITH_GUEST(envp, false, all);
    before_exec("(file descriptor)");
    return after_exec(((int (*)(int, char *const *, char *const *))next_)(fd, argv, all));
}

IQ_EXPORT int execveat(int fd, const char *path, char *const argv[], char *const envp[], int flags)
{
    NEXT(execveat);
    WITH_GUEST(envp, fd == AT_FDCWD && is_foreign(path), all);
    before_exec(path);
    if (!next_) {
        errno = ENOSYS;
        return after_exec(-1);
    }
    return after_exec(((int (*)(int, const char *, char *const *, char *const *, int))next_)(
        fd, path, argv, all, flags));
}

static size_t count_arguments(va_list list)
{
    size_t count = 1;
    while (va_arg(list, char *))
        count++;
    return count;
}

/* The list functions collect their arguments in an array on the stack, as libc does. */
#define COLLECT(first, argv, list)                     \
    va_list list;                                      \
    va_start(list, first);                             \
    size_t count_ = count_arguments(list);             \
    va_end(list);                                      \
    char **argv = alloca((count_ + 1) * sizeof *argv); \
    argv[0] = (char *)(uintptr_t)first;                \
    va_start(list, first);                             \
    for (size_t i_ = 1; i_ <= count_; i_++)            \
    argv[i_] = va_arg(list, char *)

IQ_EXPORT int execl(const char *path, const char *arg, ...)
{
    COLLECT(arg, argv, list);
    va_end(list);
    return execve(path, argv, environ);
}

IQ_EXPORT int execlp(const char *file, const char *arg, ...)
{
    COLLECT(arg, argv, list);
    va_end(list);
    return execvpe(file, argv, environ);
}

IQ_EXPORT int execle(const char *path, const char *arg, ...)
{
    COLLECT(arg, argv, list);
    char *const *envp = va_arg(list, char *const *);
    va_end(list);
    return execve(path, argv, envp);
}

typedef int (*spawn_fn)(pid_t *, const char *, const posix_spawn_file_actions_t *,
                        const posix_spawnattr_t *, char *const *, char *const *);

IQ_EXPORT int posix_spawn(pid_t *pid, const char *path, const posix_spawn_file_actions_t *actions,
                          const posix_spawnattr_t *attributes, char *const argv[],
                          char *const envp[])
{
    NEXT(posix_spawn);
    WITH_GUEST(envp, is_foreign(path), all);
    WITH_PTX(path, argv, list);
    return ((spawn_fn)next_)(pid, path, actions, attributes, list, all);
}

IQ_EXPORT int posix_spawnp(pid_t *pid, const char *file, const posix_spawn_file_actions_t *actions,
                           const posix_spawnattr_t *attributes, char *const argv[],
                           char *const envp[])
{
    NEXT(posix_spawnp);
    WITH_GUEST(envp, is_foreign_in_path(file), all);
    WITH_PTX(file, argv, list);
    return ((spawn_fn)next_)(pid, file, actions, attributes, list, all);
}

/* system and popen start a shell by functions inside of libc, with environ as it is. */
#define WITH_ENVIRON(call)             \
    char **before_ = environ;          \
    WITH_GUEST(environ, false, all)    \
    environ = (char **)(uintptr_t)all; \
    __typeof__(call) result_ = (call); \
    if (environ == all)                \
        environ = before_;             \
    return result_

IQ_EXPORT int system(const char *command)
{
    NEXT(system);
    WITH_ENVIRON(((int (*)(const char *))next_)(command));
}

IQ_EXPORT FILE *popen(const char *command, const char *mode)
{
    NEXT(popen);
    WITH_ENVIRON(((FILE * (*)(const char *, const char *)) next_)(command, mode));
}

static _Noreturn void leave(int code)
{
    if (is_own_process())
        iq_guest_finish(code);
    for (;;)
        iq_sys_call(SYS_exit_group, code, 0, 0, 0, 0, 0);
}

IQ_EXPORT void _exit(int code) { leave(code); }
IQ_EXPORT void _Exit(int code) { leave(code); }
