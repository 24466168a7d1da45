// link: checker -lzstd -llz4
/* Reads of memory that may not be there: by the kernel, and by loads that a handler steps over. */
#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "process/peek.h"
#include "test.h"

static void on_fault(int number, siginfo_t *info, void *context)
{
    (void)info;
    if (!iq_peek_recover(context))
        signal(number, SIG_DFL);
}

static void check_peeks(bool quiet)
{
    char *page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
         out[64];
    CHECK(!munmap(page + 4096, 4096));
    memcpy(page + 4096 - 11, "hello world", 11);
    CHECK(iq_peek(out, (uintptr_t)page + 4096 - 11, 11, quiet) && !memcmp(out, "hello world", 11));
    CHECK(iq_peek(out, (uintptr_t)page + 4096 - 1, 1, quiet) && out[0] == 'd');
    CHECK(!iq_peek(out, (uintptr_t)page + 4096 - 11, 12, quiet));
    CHECK(!iq_peek(out, (uintptr_t)page + 4096, 8, quiet));
    CHECK(!iq_peek(out, 0, 8, quiet));
    CHECK(!iq_peek(out, 8, 3, quiet));
    CHECK(!iq_peek(out, 0x8000000000000000u, 8, quiet)); /* no address at all */
    CHECK(!iq_peek(out, UINTPTR_MAX - 7, 8, quiet));
    munmap(page, 4096);
}

TEST(reads_of_what_is_not_there_fail)
{
    check_peeks(false);
    check_peeks(true);
    struct sigaction action = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO }, old[2];
    sigaction(SIGSEGV, &action, &old[0]);
    sigaction(SIGBUS, &action, &old[1]);
    iq_peek_trust_handler(true);
    check_peeks(false);
    iq_peek_trust_handler(false);
    sigaction(SIGSEGV, &old[0], NULL);
    sigaction(SIGBUS, &old[1], NULL);
}

TEST(a_sum_depends_on_each_word_and_its_place)
{
    static uint64_t a = 5, b = 7;
    uintptr_t words[] = { (uintptr_t)&a, (uintptr_t)&b },
              turned[] = { (uintptr_t)&b, (uintptr_t)&a }, gone[] = { (uintptr_t)&a, 4096 };
    uint64_t sum, other;
    CHECK(!iq_peek_sum(&sum, words, 2)); /* loads without the kernel are not possible */
    struct sigaction action = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO }, old[2];
    sigaction(SIGSEGV, &action, &old[0]);
    sigaction(SIGBUS, &action, &old[1]);
    iq_peek_trust_handler(true);
    CHECK(iq_peek_is_fast());
    CHECK(iq_peek_sum(&sum, words, 2) && iq_peek_sum(&other, words, 2) && sum == other);
    CHECK(iq_peek_sum(&other, turned, 2) && sum != other);
    b++;
    CHECK(iq_peek_sum(&other, words, 2) && sum != other);
    CHECK(!iq_peek_sum(&other, gone, 2));
    CHECK(iq_peek_word(&other, (uintptr_t)&a) && other == 5);
    CHECK(!iq_peek_word(&other, 8) && !iq_peek_word(&other, 12));
    iq_peek_trust_handler(false);
    CHECK(!iq_peek_is_fast());
    CHECK(iq_peek_word(&other, (uintptr_t)&a) && other == 5); /* through the kernel */
    sigaction(SIGSEGV, &old[0], NULL);
    sigaction(SIGBUS, &old[1], NULL);
}

TEST(words_are_read_through_a_row_of_pointers)
{
    static uint64_t a[2] = { 5, 7 }, b = 11;
    const struct iq_load_step steps[] = { { sizeof(uintptr_t), 0 }, { 0, sizeof(uint64_t) } };
    uintptr_t row[2] = { (uintptr_t)a, (uintptr_t)&b };
    uint64_t to[2] = { 0 };
    CHECK(!iq_peek_steps(to, steps, 2, (uintptr_t)row, 2)); /* not without the handler */
    struct sigaction action = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO }, old[2];
    sigaction(SIGSEGV, &action, &old[0]);
    sigaction(SIGBUS, &action, &old[1]);
    iq_peek_trust_handler(true);
    CHECK(iq_peek_steps(to, steps, 2, (uintptr_t)row, 2) && to[0] == 11 && to[1] == 7);
    CHECK(iq_peek_steps(to, steps, 0, (uintptr_t)row, 2) && iq_peek_steps(to, steps, 0, 65536, 0));
    CHECK(!iq_peek_steps(to, steps, 0, 0, 0) && !iq_peek_steps(to, steps, 2, 8, 2));
    row[0] = IQ_LOAD_LOWEST - 1; /* also if no word is behind it */
    CHECK(!iq_peek_steps(to, steps, 1, (uintptr_t)row, 2));
    row[0] = (uintptr_t)1 << 63;
    CHECK(!iq_peek_steps(to, steps, 2, (uintptr_t)row, 2));
    iq_peek_trust_handler(false);
    sigaction(SIGSEGV, &old[0], NULL);
    sigaction(SIGBUS, &old[1], NULL);
}

/* A fault of the program is none of ours. */
TEST(other_faults_are_not_recovered)
{
    ucontext_t context = { 0 };
    CHECK(!iq_peek_recover(&context));
}
