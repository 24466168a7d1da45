// link: checker -lzstd -llz4
/* Words that were read are the same, or one of them is not, or is no longer there. */
#include <signal.h>
#include <sys/mman.h>

#include "process/unchanged.h"
#include "test.h"

enum { WORDS = 64 };

static void on_fault(int number, siginfo_t *info, void *context)
{
    (void)info;
    if (!iq_peek_recover(context))
        signal(number, SIG_DFL);
}

static void trust(bool on)
{
    static struct sigaction old[2];
    struct sigaction action = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO };
    sigaction(SIGSEGV, on ? &action : &old[0], on ? &old[0] : NULL);
    sigaction(SIGBUS, on ? &action : &old[1], on ? &old[1] : NULL);
    iq_peek_trust_handler(on);
}

/* Each word that was read matters, in each of its bits, and no other one does. */
static void check(const uint32_t *index, uint32_t count)
{
    static struct iq_unchanged *kept;
    static uint64_t word[WORDS];
    uintptr_t address[IQ_UNCHANGED_WORDS];
    bool read[WORDS] = { false };
    for (uint32_t i = 0; i < count; i++) {
        address[i] = (uintptr_t)&word[index[i]];
        read[index[i]] = true;
    }
    CHECK(iq_unchanged_keep(&kept, address, count) && iq_unchanged_is(kept));
    for (uint32_t i = 0; i < WORDS; i++)
        for (uint32_t bit = 0; bit < 64; bit += 9) {
            word[i] ^= (uint64_t)1 << bit;
            CHECK(iq_unchanged_is(kept) == !read[i]);
            word[i] ^= (uint64_t)1 << bit;
        }
    CHECK(iq_unchanged_is(kept));
}

TEST(all_words_that_were_read_and_no_others_count)
{
    static const uint32_t one[] = { 7 }, two[] = { 7, 8 }, back[] = { 8, 7 }, apart[] = { 7, 9 },
                          again[] = { 3, 3, 4, 4, 3 }, row[] = { 10, 11, 12, 13, 14, 15, 16, 17 },
                          middle[] = { 20, 22, 21 }, five[] = { 0, 10, 20, 30, 40 },
                          frames[] = { 6, 4, 8, 8, 7, 16, 14, 18, 18, 17, 26, 24, 28, 28, 27 };
    trust(true);
    check(one, 1);
    check(two, 2);
    check(back, 2);
    check(apart, 2);
    check(again, 5);
    check(row, 8);
    check(middle, 3);
    check(five, 5);
    check(frames, 15);
    uint32_t seed = 1, mixed[WORDS];
    for (uint32_t count = 1; count < WORDS; count++) {
        for (uint32_t i = 0; i < count; i++)
            mixed[i] = (seed = seed * 1664525 + 1013904223) >> 16 & (WORDS - 1);
        check(mixed, count);
    }
    trust(false);
}

TEST(what_is_gone_or_too_much_is_not_unchanged)
{
    struct iq_unchanged *kept = NULL;
    static uint64_t word[IQ_UNCHANGED_WORDS];
    uintptr_t address[IQ_UNCHANGED_WORDS + 1];
    uint64_t *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (uint32_t i = 0; i <= IQ_UNCHANGED_WORDS; i++)
        address[i] = (uintptr_t)&word[i % IQ_UNCHANGED_WORDS];
    CHECK(!iq_unchanged_keep(&kept, address, 3)); /* loads without the kernel are not possible */
    trust(true);
    CHECK(iq_unchanged_keep(&kept, address, IQ_UNCHANGED_WORDS) && iq_unchanged_is(kept));
    word[IQ_UNCHANGED_WORDS - 1]++;
    CHECK(!iq_unchanged_is(kept));
    CHECK(!iq_unchanged_keep(&kept, address, IQ_UNCHANGED_WORDS + 1) && !iq_unchanged_is(kept));
    CHECK(!iq_unchanged_keep(&kept, address, 0) && !iq_unchanged_is(kept));
    for (uint32_t pair = 0; pair < 2; pair++) {
        uintptr_t mapped[] = { (uintptr_t)page, (uintptr_t)(page + 1 + !pair) };
        CHECK(iq_unchanged_keep(&kept, mapped, 2) && iq_unchanged_is(kept));
        mprotect(page, 4096, PROT_NONE);
        CHECK(!iq_unchanged_is(kept) && !iq_unchanged_keep(&kept, mapped, 2));
        CHECK(!iq_unchanged_is(kept));
        mprotect(page, 4096, PROT_READ | PROT_WRITE);
    }
    CHECK(iq_unchanged_keep(&kept, address, 3));
    iq_peek_trust_handler(false);
    CHECK(!iq_unchanged_is(kept));
    trust(false);
    munmap(page, 4096);
}
