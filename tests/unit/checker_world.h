/* Drives core as generated wrappers do, with a driver that answers what the test says.  Findings
 * are read back from the trace file.  One process, one trace; tests look at what came since the
 * last look. */
#ifndef IQ_TEST_CHECKER_WORLD_H
#define IQ_TEST_CHECKER_WORLD_H

#include <stdarg.h>
#include <unistd.h>

#include "call/call.h"
#include "call/core.h"
#include "iq_entries.h"
#include "test.h"
#include "trace/document.h"
#include "trace/reader.h"

enum { WORLD_ARGS = 16 };

static char world_folder[] = "/tmp/inquest-unit-test-XXXXXX";
static char world_trace[128];
static size_t world_seen; /* findings looked at so far */
static struct iq_document world;
static __thread bool world_answered; /* the last call was contained */

__attribute__((unused)) static void world_begin(void)
{
    static struct iq_config config;
    if (iq_core.ready)
        return;
    iq_config_parse(&config, NULL);
    config.session = mkdtemp(world_folder);
    iq_core_init(&config);
    snprintf(world_trace, sizeof world_trace, "%s/trace.%ld.0", world_folder, (long)getpid());
}

__attribute__((unused, destructor)) static void world_end(void)
{
    unlink(world_trace);
    rmdir(world_folder);
}

/* One call of [symbol] with [count] arguments, that the driver answers with [result].  Returns what
 * the program gets. */
__attribute__((noinline, unused)) static int64_t world_call(enum iq_api_id api, const char *symbol,
                                                            int64_t result, int count, ...)
{
    world_begin();
    uint64_t args[WORLD_ARGS] = { 0 };
    struct iq_call call;
    const struct iq_entry *entry = iq_entry_find(api, symbol);
    va_list list;
    if (!entry || count != entry->arg_count) {
        fprintf(stderr, "no entry %s with %d arguments\n", symbol, count);
        exit(1);
    }
    va_start(list, count);
    for (int i = 0; i < count; i++)
        args[i] = va_arg(list, uint64_t);
    va_end(list);
    iq_call_enter(&call, entry, args, IQ_SITE);
    world_answered = call.answered;
    if (call.answered)
        result = call.result;
    iq_call_leave(&call, result);
    return result;
}

#define WORLD_COUNT_(a, b, c, d, e, f, g, h, i, j, k, l, n, ...) n
#define WORLD_COUNT(...) WORLD_COUNT_(__VA_ARGS__, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define U(x) ((uint64_t)(uintptr_t)(x))
#define RT(symbol, result, ...) \
    world_call(IQ_API_CUDART, symbol, result, WORLD_COUNT(__VA_ARGS__), __VA_ARGS__)
#define CU(symbol, result, ...) \
    world_call(IQ_API_CUDA, symbol, result, WORLD_COUNT(__VA_ARGS__), __VA_ARGS__)

/* Device memory of [size] bytes at [address]. */
__attribute__((unused)) static uint64_t world_malloc(uint64_t address, uint64_t size)
{
    uint64_t pointer = address;
    RT("cudaMalloc", 0, U(&pointer), size);
    return address;
}

/* Reads the trace; returns how many findings are new. */
__attribute__((unused)) static size_t world_look(void)
{
    iq_document_finish(&world);
    iq_document_init(&world);
    int error = iq_trace_read(&world, world_trace);
    CHECK_INT(error, 0);
    if (error)
        return 0;
    /* what the launcher has to prove is not one yet */
    for (size_t i = 0; i < world.findings.count;)
        if (world.findings.data[i].proof)
            memmove(&world.findings.data[i], &world.findings.data[i + 1],
                    (--world.findings.count - i) * sizeof world.findings.data[0]);
        else
            i++;
    size_t fresh = world.findings.count - world_seen;
    world_seen = world.findings.count;
    return fresh;
}

__attribute__((unused)) static const struct iq_finding *world_last(void)
{
    return &world.findings.data[world.findings.count - 1];
}

/* Exactly one new finding, of [rule], with [argument] guilty (NULL: none). */
#define EXPECT(rule_, argument_)                                                                  \
    do {                                                                                          \
        size_t fresh_ = world_look();                                                             \
        CHECK_INT(fresh_, 1);                                                                     \
        if (fresh_ == 1) {                                                                        \
            CHECK_STR(world_last()->rule_text, rule_);                                            \
            const char *want_ = argument_;                                                        \
            if (want_)                                                                            \
                CHECK_STR(world_last()->arg_name, want_);                                         \
            else                                                                                  \
                CHECK(world_last()->arg_index < 0);                                               \
            CHECK(world_last()                                                                    \
                      ->message &&*world_last()                                                   \
                      ->message &&world_last()                                                    \
                      ->cause &&*world_last()                                                     \
                      ->cause &&world_last()                                                      \
                      ->fix &&*world_last()                                                       \
                      ->fix);                                                                     \
            if (getenv("IQ_SHOW"))                                                                \
                fprintf(stderr, "[%s] %s\n    cause: %s\n    fix: %s\n", world_last()->rule_text, \
                        world_last()->message, world_last()->cause, world_last()->fix);           \
        }                                                                                         \
    } while (0)
#define EXPECT_NOTHING() CHECK_INT(world_look(), 0)

#endif
