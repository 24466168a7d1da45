// link: checker -lzstd -llz4
/* Marks and ranges: which of them hold where, and that stacks carry them. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "process/section.h"
#include "process/stack.h"
#include "test.h"

static bool is_range(const char *name)
{
    const char *now = iq_section_name(iq_sections_now().range);
    return name ? now && !strcmp(now, name) : !now;
}

static void *ask(void *answer)
{
    *(struct iq_sections *)answer = iq_sections_now();
    return NULL;
}

static struct iq_sections on_a_thread(void)
{
    struct iq_sections in;
    pthread_t thread;
    pthread_create(&thread, NULL, ask, &in);
    pthread_join(thread, NULL);
    return in;
}

TEST(a_mark_holds_for_all_threads_until_the_next)
{
    char name[] = "one";
    iq_section_mark(name);
    uint32_t one = iq_sections_now().mark;
    name[0] = 'x'; /* it was copied */
    CHECK(one && !strcmp(iq_section_name(one), "one") && on_a_thread().mark == one);
    iq_section_mark("two");
    CHECK(iq_sections_now().mark && iq_sections_now().mark != one);
    iq_section_mark("one");
    CHECK_INT(iq_sections_now().mark, one);
    iq_section_mark("");
    CHECK(!iq_sections_now().mark);
    iq_section_mark(NULL);
    CHECK(!iq_sections_now().mark && !iq_section_name(0) && !iq_section_name(UINT32_MAX));
}

TEST(ranges_nest_on_their_thread)
{
    iq_section_push(NULL, iq_section_intern("outer"));
    iq_section_push(NULL, iq_section_intern("inner"));
    CHECK(is_range("inner") && !on_a_thread().range);
    iq_section_pop(NULL);
    CHECK(is_range("outer"));
    iq_section_push(NULL, 0); /* one without a name */
    CHECK(is_range("outer"));
    iq_section_pop(NULL);
    iq_section_pop(NULL);
    CHECK(is_range(NULL));
    iq_section_pop(NULL); /* one too many */
    CHECK(is_range(NULL));
}

TEST(each_domain_has_ranges_of_its_own)
{
    int one, two;
    iq_section_push(&one, iq_section_intern("of one"));
    iq_section_push(&two, iq_section_intern("of two"));
    iq_section_pop(&one);
    CHECK(is_range("of two"));
    iq_section_pop(&two);
    CHECK(is_range(NULL));
}

TEST(a_range_of_the_process_holds_where_none_was_pushed)
{
    uint64_t a = iq_section_start(iq_section_intern("a")),
             b = iq_section_start(iq_section_intern("b"));
    CHECK(a && b && a != b && is_range("b") && on_a_thread().range);
    iq_section_end(b);
    CHECK(is_range("a"));
    iq_section_push(NULL, iq_section_intern("pushed"));
    CHECK(is_range("pushed"));
    iq_section_end(a);
    iq_section_pop(NULL);
    iq_section_end(a); /* it has ended */
    CHECK(is_range(NULL));
}

TEST(more_ranges_than_are_told_apart)
{
    for (int i = 0; i < IQ_SECTION_OPEN + 10; i++)
        iq_section_push(NULL, iq_section_intern("deep"));
    for (int i = 0; i < IQ_SECTION_OPEN + 9; i++)
        iq_section_pop(NULL);
    CHECK(is_range("deep"));
    iq_section_pop(NULL);
    CHECK(is_range(NULL));
}

__attribute__((noinline)) static uint32_t here(void)
{
    uint32_t id = iq_stack_at(IQ_SITE);
    __asm__ volatile("");
    return id;
}

TEST(a_stack_carries_what_was_going_on)
{
    uint32_t ids[5];
    for (volatile int i = 0; i < 5; i++) {
        iq_section_mark(i == 1 || i == 2 ? "test" : NULL);
        if (i == 2)
            iq_section_push(NULL, iq_section_intern("range"));
        else if (i == 3)
            iq_section_pop(NULL);
        ids[i] = here();
    }
    CHECK(ids[0] == ids[3] && ids[0] == ids[4]);
    CHECK(ids[1] != ids[0] && ids[2] != ids[1]);
    CHECK(iq_stack_place(ids[2]) == ids[1] && iq_stack_place(ids[1]) == ids[1]);
    CHECK(iq_stack_place(ids[0]) == ids[0] && !iq_stack_place(0));
    struct iq_stack room[3];
    const struct iq_stack *plain = iq_stack_get(ids[0], &room[0]),
                          *both = iq_stack_get(ids[2], &room[1]);
    CHECK(both->count == plain->count && !memcmp(both->pc, plain->pc, plain->count * 8));
    CHECK(!strcmp(iq_section_name(both->in.mark), "test"));
    CHECK(!strcmp(iq_section_name(both->in.range), "range"));
    const struct iq_stack *outer = iq_stack_get(iq_stack_without(ids[2], 1), &room[2]);
    CHECK(outer && outer->in.mark == both->in.mark && outer->in.range == both->in.range);
}

TEST(changes_are_among_the_words)
{
    uintptr_t words[IQ_SECTION_WORDS];
    iq_section_push(NULL, iq_section_intern("first"));
    uint32_t count = iq_section_words(words);
    uint64_t before[IQ_SECTION_WORDS], changed = 0;
    for (uint32_t i = 0; i < count; i++)
        memcpy(&before[i], (const void *)words[i], 8);
    iq_section_push(NULL, iq_section_intern("second"));
    for (uint32_t i = 0; i < count; i++)
        changed += memcmp(&before[i], (const void *)words[i], 8) != 0;
    CHECK_INT(changed, 1);
    iq_section_mark("now");
    changed = 0;
    for (uint32_t i = 0; i < count; i++)
        changed += memcmp(&before[i], (const void *)words[i], 8) != 0;
    CHECK_INT(changed, 2);
    iq_section_pop(NULL);
    iq_section_pop(NULL);
    iq_section_mark(NULL);
}

/* Programs number their ranges: that must not cost memory without an end.  Last, for it uses the
 * names up. */
TEST(xx_names_of_ranges_are_bounded)
{
    char name[32];
    uint32_t known = iq_section_intern("forward"), refused = 0;
    for (int i = 0; i < 2 * IQ_SECTION_RANGE_NAMES; i++) {
        snprintf(name, sizeof name, "step %d", i);
        refused += !iq_section_intern(name);
    }
    CHECK(refused >= IQ_SECTION_RANGE_NAMES);
    CHECK_INT(iq_section_intern("forward"), known);
    iq_section_push(NULL, known);
    iq_section_push(NULL, iq_section_intern("step 8000"));
    CHECK(is_range("forward"));
    iq_section_pop(NULL);
    iq_section_pop(NULL);
    iq_section_mark("a mark has a name all the same");
    CHECK(iq_sections_now().mark);
    iq_section_mark(NULL);
}
