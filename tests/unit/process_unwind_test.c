// link: checker -lzstd -llz4
/* Walks up the stack, and the places by which one is known again. */
#include "arch/arch.h"
#include "process/unwind.h"
#include "test.h"

/* Words that are not where the walk found them; to be counted while the frames still stand. */
static int misplaced;

__attribute__((noinline)) static void walk_here(struct iq_unwind *walk, uintptr_t *sp)
{
    struct iq_site site = IQ_SITE;
    walk->first = site.pc;
    *sp = site.sp;
    iq_unwind(walk);
    /* where a call puts the return address into a register, that of the site may be in no word */
    uint32_t without = IQ_ARCH_CALL_PUSHES ? 0 : walk->count - walk->words;
    misplaced += without > 1;
    for (uint32_t i = 0; i < walk->words; i++)
        misplaced += iq_arch_plain_return(*walk->slot[i]) != walk->pc[i + without];
    __asm__ volatile("");
}

__attribute__((noinline)) static void walk_deeper(int depth, struct iq_unwind *walk, uintptr_t *sp)
{
    if (depth)
        walk_deeper(depth - 1, walk, sp);
    else
        walk_here(walk, sp);
    __asm__ volatile("");
}

TEST(frames_from_the_site_on)
{
    struct iq_unwind few = { .limit = IQ_STACK_DEPTH }, more = { .limit = IQ_STACK_DEPTH };
    uintptr_t sp;
    walk_deeper(0, &few, &sp);
    walk_deeper(5, &more, &sp);
    CHECK(few.started && few.count > 2 && few.pc[0] == few.first);
    CHECK_INT(more.count, few.count + 5);
    CHECK(more.pc[1] == more.pc[4] && more.pc[0] != more.pc[1]);
    CHECK_INT(misplaced, 0);
}

TEST(no_more_than_wanted)
{
    struct iq_unwind walk = { .limit = 4 };
    uintptr_t sp;
    walk_deeper(20, &walk, &sp);
    CHECK_INT(walk.count, 4);
}

TEST(a_return_address_that_is_nowhere)
{
    struct iq_unwind walk = { .first = 1, .limit = IQ_STACK_DEPTH };
    iq_unwind(&walk);
    CHECK(!walk.started && !walk.count && !walk.words);
}

TEST(places_of_the_words)
{
    struct iq_unwind walk = { .limit = IQ_STACK_DEPTH };
    uint16_t place[IQ_STACK_DEPTH];
    uintptr_t sp;
    walk_deeper(3, &walk, &sp);
    CHECK(iq_unwind_places(&walk, sp, place, IQ_STACK_DEPTH));
    CHECK(!IQ_ARCH_CALL_PUSHES || !place[0]);
    for (uint32_t i = 0; i < walk.words; i++)
        CHECK((const uintptr_t *)sp - 1 + place[i] == walk.slot[i]);
    CHECK(!iq_unwind_places(&walk, sp, place, walk.words - 1));      /* no room */
    CHECK(!iq_unwind_places(&walk, sp + 64, place, IQ_STACK_DEPTH)); /* not of this site */
    walk.uncertain = true;
    CHECK(!iq_unwind_places(&walk, sp, place, IQ_STACK_DEPTH));
}

static uintptr_t wanted;
static bool is_wanted(uintptr_t pc) { return pc == wanted; }

__attribute__((noipa)) static bool find(struct iq_unwind_frame *frame)
{
    wanted = (uintptr_t)__builtin_return_address(0);
    bool found = iq_unwind_find(is_wanted, frame);
    __asm__ volatile("");
    return found;
}

TEST(a_frame_that_is_wanted)
{
    volatile char local = 0;
    struct iq_unwind_frame frame = { .count = 0 };
    CHECK(find(&frame));
    CHECK(frame.sp <= (uintptr_t)&local && (uintptr_t)&local - frame.sp < 4096);
    CHECK(frame.count);
    wanted = 1;
    CHECK(!iq_unwind_find(is_wanted, &frame));
}
