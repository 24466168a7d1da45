/* Minimal unit-test harness: one executable per file, TEST() cases run in order of definition. A
 * failed check prints both values and goes on; SKIP() ends the one test.  The exit status is 1 if
 * anything failed, 77 if all tests were skipped. */
#ifndef IQ_TEST_H
#define IQ_TEST_H

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct iq_test {
    const char *name;
    void (*run)(void);
    struct iq_test *next;
};

/* Repetitions: [n], or a quarter where a sanitizer makes each of them ten times as long. */
#ifdef IQ_SANITIZED
#define REPEATS(n) ((n) / 4)
#else
#define REPEATS(n) (n)
#endif

static struct iq_test *iq_test_first, **iq_test_last = &iq_test_first;
static int iq_test_failures;
static jmp_buf iq_test_end; /* of the test that runs */

#define TEST(name_)                                                       \
    static void test_##name_(void);                                       \
    static struct iq_test entry_##name_ = { #name_, test_##name_, NULL }; \
    __attribute__((constructor)) static void register_##name_(void)       \
    {                                                                     \
        *iq_test_last = &entry_##name_;                                   \
        iq_test_last = &entry_##name_.next;                               \
    }                                                                     \
    static void test_##name_(void)

#define CHECK(cond)                                                                  \
    do {                                                                             \
        if (!(cond)) {                                                               \
            iq_test_failures++;                                                      \
            fprintf(stderr, "%s:%d: check failed: %s\n", __FILE__, __LINE__, #cond); \
        }                                                                            \
    } while (0)
#define CHECK_INT(a, b)                                                                           \
    do {                                                                                          \
        long long a_ = (long long)(a), b_ = (long long)(b);                                       \
        if (a_ != b_) {                                                                           \
            iq_test_failures++;                                                                   \
            fprintf(stderr, "%s:%d: %s = %lld (0x%llx), expected %s = %lld (0x%llx)\n", __FILE__, \
                    __LINE__, #a, a_, a_, #b, b_, b_);                                            \
        }                                                                                         \
    } while (0)
#define CHECK_STR(a, b)                                                                      \
    do {                                                                                     \
        const char *a_ = (a), *b_ = (b);                                                     \
        if (!a_ || !b_ || strcmp(a_, b_)) {                                                  \
            iq_test_failures++;                                                              \
            fprintf(stderr, "%s:%d: %s = \"%s\", expected \"%s\"\n", __FILE__, __LINE__, #a, \
                    a_ ? a_ : "(null)", b_ ? b_ : "(null)");                                 \
        }                                                                                    \
    } while (0)
/* On the thread that runs the test, also in a function that it calls. */
#define SKIP(why)                              \
    do {                                       \
        fprintf(stderr, "skipped: %s\n", why); \
        longjmp(iq_test_end, 1);               \
    } while (0)

/* True: the test was skipped, before anything failed. */
static int iq_test_run(const struct iq_test *test)
{
    int before = iq_test_failures;
    if (!setjmp(iq_test_end)) {
        test->run();
        return 0;
    }
    return iq_test_failures == before;
}

int main(int argc, char **argv)
{
    int passed = 0, failed = 0, skipped = 0;
    for (struct iq_test *t = iq_test_first; t; t = t->next) {
        if (argc > 1 && strcmp(argv[1], t->name))
            continue;
        int before = iq_test_failures, skip = iq_test_run(t), fail = iq_test_failures != before;
        skipped += skip;
        failed += fail;
        passed += !skip && !fail;
        printf("%s %s\n", skip ? "skip" : fail ? "FAIL" : "ok  ", t->name);
        fflush(stdout);
    }
    printf("tests: %d passed, %d failed, %d skipped\n", passed, failed, skipped);
    return failed ? 1 : skipped && !passed ? 77 : 0;
}
#endif
