/* Runs guest_lib_run of a library linked at build time (no argument) or opened by path; a second argument opens it deep-bound. */
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <stdio.h>

#ifdef LINKED
int guest_lib_run(void);
#endif

int main(int argc, char **argv)
{
#ifdef LINKED
    (void)argc, (void)argv;
    return guest_lib_run();
#else
    void *library = argc > 1 ? dlopen(argv[1], RTLD_NOW | (argc > 2 ? RTLD_DEEPBIND : 0)) : NULL;
    int (*run)(void) = library ? (int (*)(void))dlsym(library, "guest_lib_run") : NULL;
    if (!run) {
        printf("no library: %s\n", dlerror());
        return 1;
    }
    return run();
#endif
}
