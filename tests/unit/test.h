/* Minimal unit-test harness: one executable per file, TEST() cases run in order of definition.
 * A failed check prints both values and goes on; the exit status is 1 if anything failed, 77 if SKIP() was used. */
#ifndef IQ_TEST_H
#define IQ_TEST_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct iq_test { const char *name; void (*run)(void); struct iq_test *next; };
static struct iq_test *iq_test_first, **iq_test_last = &iq_test_first;
static int iq_test_failures;

#define TEST(name_) \
    static void test_##name_(void); \
    static struct iq_test entry_##name_ = { #name_, test_##name_, NULL }; \
    __attribute__((constructor)) static void register_##name_(void) \
    { *iq_test_last = &entry_##name_; iq_test_last = &entry_##name_.next; } \
    static void test_##name_(void)

#define CHECK(cond) do { if (!(cond)) { iq_test_failures++; \
    fprintf(stderr, "%s:%d: check failed: %s\n", __FILE__, __LINE__, #cond); } } while (0)
#define CHECK_INT(a, b) do { long long a_ = (long long)(a), b_ = (long long)(b); if (a_ != b_) { iq_test_failures++; \
    fprintf(stderr, "%s:%d: %s = %lld (0x%llx), expected %s = %lld (0x%llx)\n", __FILE__, __LINE__, #a, a_, a_, #b, b_, b_); } } while (0)
#define CHECK_STR(a, b) do { const char *a_ = (a), *b_ = (b); if (!a_ || !b_ || strcmp(a_, b_)) { iq_test_failures++; \
    fprintf(stderr, "%s:%d: %s = \"%s\", expected \"%s\"\n", __FILE__, __LINE__, #a, a_ ? a_ : "(null)", b_ ? b_ : "(null)"); } } while (0)
#define SKIP(why) do { fprintf(stderr, "skipped: %s\n", why); exit(iq_test_failures ? 1 : 77); } while (0)

int main(int argc, char **argv)
{
    for (struct iq_test *t = iq_test_first; t; t = t->next) {
        if (argc > 1 && strcmp(argv[1], t->name))
            continue;
        int before = iq_test_failures;
        t->run();
        printf("%s %s\n", iq_test_failures == before ? "ok  " : "FAIL", t->name);
        fflush(stdout);
    }
    return iq_test_failures ? 1 : 0;
}
#endif
