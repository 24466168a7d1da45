#define _GNU_SOURCE 1
/* Reaches the driver in the way that argv[1] names and makes a few calls; prints what the program itself can see.
 * run_guest.py checks that, and that the calls were seen from outside. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef int (*init_fn)(unsigned);
typedef int (*alloc_fn)(unsigned long long *, size_t);
typedef int (*copy_fn)(unsigned long long, const void *, size_t);
typedef int (*create_fn)(void **, unsigned);
typedef int (*destroy_fn)(void *);
typedef int (*future_fn)(int, int);
typedef int (*old_address_fn)(const char *, void **, int, uint64_t);
typedef int (*address_fn)(const char *, void **, int, uint64_t, int *);

extern int cuInit(unsigned) __attribute__((weak));

static void *library;

static void *get(const char *name)
{
    void *found = dlsym(library, name);
    if (!found) {
        printf("no %s: %s\n", name, dlerror());
        exit(1);
    }
    return found;
}

static int call_init(void *function)
{
    int result = ((init_fn)function)(0);
    printf("init %d\n", result);
    return result;
}

static void open_library(const char *name)
{
    library = dlopen(name, RTLD_NOW);
    if (!library) {
        printf("no library: %s\n", dlerror());
        exit(1);
    }
}

static int by_library(const char *name)
{
    open_library(name);
    return call_init(get("cuInit"));
}

static int by_version(void)
{
    open_library("libcuda.so.1");
    void *sym = dlvsym(RTLD_DEFAULT, "dlsym", "GLIBC_2.2.5");
    printf("old dlsym %s\n", sym ? "there" : "missing");
    void *init = ((void *(*)(void *, const char *))sym)(library, "cuInit");
    return call_init(init);
}

/* A name that nobody has: dlerror must tell, as without us. */
static int failing(void)
{
    open_library("libcuda.so.1");
    dlerror();
    void *none = dlsym(library, "cuNoSuchCall");
    const char *text = dlerror();
    printf("none %d error %d\n", none == NULL, text && strstr(text, "cuNoSuchCall") != NULL);
    void *other = dlsym(RTLD_DEFAULT, "printf");
    printf("printf %d\n", other != NULL);
    printf("next %d\n", dlsym(RTLD_NEXT, "no_such_function") == NULL && dlerror() != NULL);
    return 0;
}

static int by_address(int newer)
{
    void *found = NULL, *again = NULL;
    int status = -1, result;
    open_library("libcuda.so.1");
    if (newer) {
        address_fn ask = (address_fn)get("cuGetProcAddress_v2");
        result = ask("cuGetProcAddress", &again, 12000, 0, &status);
        printf("self %d %d %d\n", result, status, again == (void *)ask);
        ask = (address_fn)again;
        result = ask("cuInit", &found, 2000, 0, &status);
    } else {
        old_address_fn ask = (old_address_fn)get("cuGetProcAddress");
        result = ask("cuInit", &found, 2000, 0);
    }
    printf("address %d %d\n", result, found == get("cuInit"));
    return call_init(found);
}

static int by_flags(void)
{
    void *plain = NULL, *thread = NULL, *future = NULL, *none = &none;
    unsigned long long memory = 0;
    int status, value = 3;
    open_library("libcuda.so.1");
    call_init(get("cuInit"));
    ((alloc_fn)get("cuMemAlloc_v2"))(&memory, 64);
    address_fn ask = (address_fn)get("cuGetProcAddress_v2");
    ask("cuMemcpyHtoD", &plain, 7000, 0, &status);
    ask("cuMemcpyHtoD", &thread, 7000, 2, &status);
    ask("cuFutureCall", &future, 13000, 0, &status);
    printf("twins %d %d\n", plain == get("cuMemcpyHtoD_v2"), thread == get("cuMemcpyHtoD_v2_ptds"));
    printf("copies %d %d\n", ((copy_fn)plain)(memory, &value, 4), ((copy_fn)thread)(memory, &value, 4));
    printf("future %d\n", ((future_fn)future)(1, 2));
    printf("missing %d\n", ask("cuNoSuchCall", &none, 13000, 0, &status));
    return 0;
}

static int unknown(void)
{
    open_library("libcuda.so.1");
    printf("future %d\n", ((future_fn)get("cuFutureCall"))(1, 2));
    return 0;
}

static int weak(void)
{
    printf("weak %d\n", cuInit != NULL);
    return cuInit ? call_init((void *)cuInit) : 0;
}

static int by_default(int open)
{
    if (open)
        open_library("libcuda.so.1");
    void *found = dlsym(RTLD_DEFAULT, "cuInit");
    printf("default %d\n", found != NULL);
    return found ? call_init(found) : 0;
}

static int handles(void)
{
    void *first = NULL, *second = NULL, *event = NULL;
    open_library("libcuda.so.1");
    call_init(get("cuInit"));
    create_fn create = (create_fn)get("cuStreamCreate");
    destroy_fn destroy = (destroy_fn)get("cuStreamDestroy_v2");
    int same = 0;
    create(&first, 0);
    for (int i = 0; i < 100; i++) {
        destroy(first);
        create(&second, 0);
        same += first == second;
        first = second;
    }
    printf("recycled %d\n", same);
    ((create_fn)get("cuEventCreate"))(&event, 0);
    return 0;
}

typedef int (*context_fn)(void **, unsigned, int);
typedef int (*version_fn)(void *, unsigned *);

/* A destroyed context is freed memory to the driver; a new one may have its address and is good. */
static int contexts(void)
{
    void *context = NULL;
    unsigned version;
    open_library("libcuda.so.1");
    call_init(get("cuInit"));
    context_fn create = (context_fn)get("cuCtxCreate_v2");
    destroy_fn destroy = (destroy_fn)get("cuCtxDestroy_v2"), set = (destroy_fn)get("cuCtxSetCurrent"), push = (destroy_fn)get("cuCtxPushCurrent_v2");
    version_fn ask = (version_fn)get("cuCtxGetApiVersion");
    create(&context, 0, 0);
    int results[4] = { set(context), push(context), ask(context, &version) };
    printf("live %d %d %d\n", results[0], results[1], results[2]);
    printf("destroy %d\n", destroy(context));
    for (int i = 0; i < 4; i++)
        results[i] = i == 0 ? set(context) : i == 1 ? push(context) : i == 2 ? ask(context, &version) : destroy(context);
    printf("dead %d %d %d %d\n", results[0], results[1], results[2], results[3]);
    printf("none %d\n", set(NULL));
    create(&context, 0, 0);
    printf("new %d\n", set(context));
    printf("destroy %d\n", destroy(context));
    return 0;
}

static sigjmp_buf back;
static volatile sig_atomic_t seen, on_stack;
static char other_stack[65536];

static void handler(int number, siginfo_t *info, void *context)
{
    char here;
    (void)context;
    seen = number == SIGSEGV && info->si_addr == (void *)16;
    on_stack = &here >= other_stack && &here < other_stack + sizeof other_stack;
    siglongjmp(back, 1);
}

/* The program's handler, set before or after the first GPU call, must be called as if it were alone. */
static int signals(int before)
{
    struct sigaction mine = { .sa_sigaction = handler, .sa_flags = SA_SIGINFO | SA_ONSTACK }, old;
    stack_t stack = { .ss_sp = other_stack, .ss_size = sizeof other_stack };
    sigaltstack(&stack, NULL);
    if (before)
        sigaction(SIGSEGV, &mine, NULL);
    by_library("libcuda.so.1");
    if (!before)
        sigaction(SIGSEGV, &mine, NULL);
    sigaction(SIGSEGV, NULL, &old);
    printf("mine %d\n", old.sa_sigaction == handler && old.sa_flags & SA_ONSTACK);
    for (int i = 0; i < 3; i++) {
        seen = 0;
        if (!sigsetjmp(back, 1))
            *(volatile int *)16 = 1;
        printf("seen %d stack %d\n", seen, on_stack);
    }
    signal(SIGSEGV, SIG_DFL);
    printf("default %d\n", signal(SIGSEGV, SIG_DFL) == SIG_DFL);
    return 0;
}

static int crash(void)
{
    unsigned long long memory = 0;
    by_library("libcuda.so.1");
    ((alloc_fn)get("cuMemAlloc_v2"))(&memory, 64);
    fflush(stdout);
    return ((copy_fn)get("cuMemcpyHtoD_v2"))(memory, (void *)16, 4);
}

static int abort_it(void)
{
    by_library("libcuda.so.1");
    fflush(stdout);
    abort();
}

/* A child with a cleaned environment; [how]: 0 fork and execve, 1 vfork and execve, 2 posix_spawn, 3 execle, 4 fork only. */
static int child(const char *self, int how)
{
    char *const none[] = {NULL}, *const args[] = {(char *)(uintptr_t)self, "library", NULL};
    by_library("libcuda.so.1");
    fflush(stdout);
    pid_t pid;
    int status = 0;
    if (how == 2) {
        if (posix_spawn(&pid, self, NULL, NULL, args, none))
            return 1;
    } else {
        pid = how == 1 ? vfork() : fork();
        if (!pid) {
            if (how == 3)
                execle(self, self, "library", (char *)NULL, none);
            else if (how != 4)
                execve(self, args, none);
            else
                call_init(get("cuInit")), fflush(stdout);
            _exit(how == 4 ? 0 : 127);
        }
    }
    waitpid(pid, &status, 0);
    printf("child %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status));
    return 0;
}

static int run(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "library";
    if (!strcmp(mode, "library")) return by_library("libcuda.so.1");
    if (!strcmp(mode, "plain")) return by_library("libcuda.so");
    if (!strcmp(mode, "path")) return by_library(argv[2]);
    if (!strcmp(mode, "dlvsym")) return by_version();
    if (!strcmp(mode, "failing")) return failing();
    if (!strcmp(mode, "address-old")) return by_address(0);
    if (!strcmp(mode, "address")) return by_address(1);
    if (!strcmp(mode, "flags")) return by_flags();
    if (!strcmp(mode, "unknown")) return unknown();
    if (!strcmp(mode, "weak")) return weak();
    if (!strcmp(mode, "default")) return by_default(0);
    if (!strcmp(mode, "handles")) return handles();
    if (!strcmp(mode, "contexts")) return contexts();
    if (!strcmp(mode, "signal-before")) return signals(1);
    if (!strcmp(mode, "signal-after")) return signals(0);
    if (!strcmp(mode, "crash")) return crash();
    if (!strcmp(mode, "abort")) return abort_it();
    if (!strcmp(mode, "foreign")) {
        open_library(argv[2]);
        if (argc > 3) open(argv[3], O_RDONLY);       /* as a driver that has begun its work has it */
        return call_init((void *)((init_fn(*)(void))get("mini_driver_init"))());
    }
    if (!strcmp(mode, "exec")) {
        by_library("libcuda.so.1");
        fflush(stdout);
        return execlp(argv[0], argv[0], "library", (char *)NULL);
    }
    if (!strcmp(mode, "nothing")) return 0;
    if (!strncmp(mode, "child-", 6)) return child(argv[0], mode[6] - '0');
    if (!strcmp(mode, "_exit")) { by_library("libcuda.so.1"); fflush(stdout); _exit(7); }
    fprintf(stderr, "unknown mode %s\n", mode);
    return 2;
}

int main(int argc, char **argv) { return run(argc, argv); }
