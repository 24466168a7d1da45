/* Run with the guest preloaded over the fake driver: every wrapper is called with arguments that a driver takes and a tool may not
 * trust.  No output is read that is not there or was not written, and the driver gets exactly the calls that the program makes. */
#include <dlfcn.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "model/entry.h"
#include "fake.h"
#include "forward.h"
#include "iq_entries.h"

static int failures;
static struct iq_fake *fake;
static const char *current;
static _Alignas(64) char room[65536];

static enum { ZERO, NOWHERE, EMPTY, ODD, MODES } mode;
static const struct { const char *what; int answer; } modes[MODES] = {
    [ZERO] = { "every argument 0, the driver succeeds", 0 },
    [NOWHERE] = { "every argument in the null page, the driver refuses", 1 },
    [EMPTY] = { "every pointer to zeros, the driver succeeds", 0 },
    [ODD] = { "every argument 0, the driver refuses", 1 },
};

void forward_fill(void *value, size_t size, int index, const char *base)
{
    (void)index;
    bool pointer = strchr(base, '*') != NULL;
    void *address = mode == EMPTY && pointer ? (void *)room : mode == NOWHERE ? (void *)0x40 : NULL;
    memset(value, 0, size);
    if (size == sizeof address)
        memcpy(value, &address, sizeof address);
}

void forward_check_status(const char *symbol, int64_t got, int64_t expected)
{
    (void)symbol, (void)got, (void)expected;
}

void forward_check_bytes(const char *symbol, const void *value, size_t size) { (void)symbol, (void)value, (void)size; }

void forward_check_arg(const char *symbol, int index, const void *value, size_t size, int is_struct)
{
    (void)symbol, (void)index, (void)value, (void)size, (void)is_struct;
}

static void on_crash(int number)
{
    const char *parts[] = { current, ": crashes with ", modes[mode].what, "\n" };
    for (int i = 0; i < 4; i++)
        if (write(2, parts[i], strlen(parts[i])) < 0)
            break;
    _exit(128 + number);
}

/* cuInit looks at the devices once, and nothing else may call what the program did not. */
static void run_case(const struct forward_case *test, void *wrapper)
{
    uint32_t before = fake->calls;
    current = test->symbol;
    memset(room, 0, sizeof room);
    test->call(wrapper);
    if (fake->calls - before > 1 && failures++ < 20)
        fprintf(stderr, "%s: %u calls of the driver with %s\n", test->symbol, fake->calls - before, modes[mode].what);
}

int main(int argc, char **argv)
{
    void *library = dlopen("libcuda.so.1", RTLD_NOW), *driver = argc == 2 ? dlopen(argv[1], RTLD_NOW) : NULL;
    fake = driver ? dlsym(driver, "iq_fake") : NULL;
    if (!library || !fake) {
        fprintf(stderr, "usage: LD_PRELOAD=guest careful_test libfake_cuda.so\n");
        return 2;
    }
    fake->answers = 1;
    int (*init)(unsigned);
    void *found = dlsym(library, "cuInit");
    memcpy(&init, &found, sizeof init);
    init(0);
    signal(SIGSEGV, on_crash);
    uint32_t count = 0;
    for (mode = 0; mode < MODES; mode++) {
        fake->answer = modes[mode].answer;
        for (const struct forward_case *test = forward_cases_cuda; test->symbol; test++, count++)
            run_case(test, dlsym(library, test->symbol));
    }
    printf("%u calls\n", count);
    return failures != 0;
}
