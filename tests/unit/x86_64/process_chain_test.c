// link: checker -lzstd -llz4
/* Stacks through code that has no unwind tables, as just-in-time compilers make it. */
#include <sys/mman.h>

#include "call/call.h"
#include "process/chain.h"
#include "process/stack.h"
#include "test.h"

enum { PLAIN = 0, OUTER = 64, LOST = 128, BEGIN = 512 };

/* Calls %rdi with %rsi and %rdx, by a frame pointer. */
static const uint8_t plain[] = { 0x55, 0x48, 0x89, 0xe5, 0x48, 0x89, 0xf8, 0x48, 0x89,
                                 0xf7, 0x48, 0x89, 0xd6, 0xff, 0xd0, 0x5d, 0xc3 };
/* The same with the frame pointer used for something else: %rdx, which the callee gets too. */
static const uint8_t lost[] = { 0x55, 0x48, 0x89, 0xd5, 0x48, 0x89, 0xf8, 0x48, 0x89,
                                0xf7, 0x48, 0x89, 0xd6, 0xff, 0xd0, 0x5d, 0xc3 };

static uint8_t *code(void)
{
    static uint8_t *page;
    if (page)
        return page;
    page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memset(page, 0xcc, 4096);
    memcpy(page + PLAIN, plain, sizeof plain);
    memcpy(page + OUTER, plain, sizeof plain);
    memcpy(page + LOST, lost, sizeof lost);
    mprotect(page, 4096, PROT_READ | PROT_EXEC);
    return page;
}

static uint32_t seen;

__attribute__((noinline)) static void site(void *unused, void *more)
{
    (void)unused, (void)more;
    struct iq_site here = IQ_SITE;
    seen = iq_stack_at(here);
    __asm__ volatile("");
}

typedef void (*next_fn)(void *, void *);
typedef void (*jit_fn)(next_fn, void *, void *);

__attribute__((noinline)) static void through(void *at, void *more)
{
    ((jit_fn)(uintptr_t)at)(site, NULL, more);
    __asm__ volatile("");
}

static bool is_in(uintptr_t pc, int at)
{
    return pc > (uintptr_t)code() + (uintptr_t)at &&
           pc <= (uintptr_t)code() + (uintptr_t)at + sizeof plain;
}

static int place_of(const struct iq_stack *stack, int at)
{
    for (uint32_t i = 0; stack && i < stack->count; i++)
        if (is_in(stack->pc[i], at))
            return (int)i;
    return -1;
}

/* C, compiled, C, compiled, C: the inner compiled frame leads to C code, whose own frame pointer is
 * not to be relied on. */
TEST(frames_without_tables_are_followed_to_the_next_with_tables)
{
    ((jit_fn)(uintptr_t)(code() + OUTER))(through, code() + PLAIN, NULL);
    struct iq_stack room;
    const struct iq_stack *stack = iq_stack_get(seen, &room);
    CHECK_INT(place_of(stack, PLAIN), 0);
    CHECK(stack && stack->count == 2);
    CHECK(stack && iq_chain_has_table(stack->pc[1]) && !iq_chain_has_table(stack->pc[0]));
}

TEST(compiled_frames_that_call_each_other_are_all_there)
{
    ((void (*)(jit_fn, next_fn, void *))(uintptr_t)(code() + OUTER))(
        (jit_fn)(uintptr_t)(code() + PLAIN), site, NULL);
    struct iq_stack room;
    const struct iq_stack *stack = iq_stack_get(seen, &room);
    CHECK_INT(place_of(stack, PLAIN), 0);
    CHECK_INT(place_of(stack, OUTER), 1);
    CHECK(stack && stack->count == 3 && iq_chain_has_table(stack->pc[2]));
}

/* Where the register holds something else nothing is made up, even if it looks like a frame: a
 * pointer and a function. */
TEST(what_is_no_frame_pointer_is_not_followed)
{
    static uintptr_t object[2] = { 0, (uintptr_t)through };
    void *wrong[] = { object,
                      NULL,
                      (void *)8,
                      (void *)(uintptr_t)0xdeadbeef000,
                      code(),
                      (char *)object + 1,
                      (void *)(uintptr_t)0x8000000000000000 };
    object[0] = (uintptr_t)object;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ((jit_fn)(uintptr_t)(code() + LOST))(site, NULL, wrong[i]);
        struct iq_stack room;
        const struct iq_stack *stack = iq_stack_get(seen, &room);
        CHECK_INT(place_of(stack, LOST), 0);
        CHECK(stack && stack->count == 1);
    }
}

/* A frame on another stack counts only with a second one behind it. */
TEST(another_stack_needs_two_links)
{
    static uintptr_t other[64];
    uintptr_t return_address = (uintptr_t)code() + PLAIN + 15; /* behind its call */
    other[8] = (uintptr_t)&other[16], other[9] = return_address;
    other[16] = (uintptr_t)&other[32], other[17] = return_address;
    struct iq_chain chain = { .sp = (uintptr_t)&chain, .fp = (uintptr_t)&other[8] };
    CHECK(iq_chain_next(&chain) == &other[9]);
    CHECK(iq_chain_next(&chain) == &other[17]);
    CHECK(!iq_chain_next(&chain));
    other[17] = return_address - 1;
    chain = (struct iq_chain){ .sp = (uintptr_t)&chain, .fp = (uintptr_t)&other[8] };
    CHECK(!iq_chain_next(&chain));
}

/* Every form of a call in front of a return address is known; what is none is not. */
TEST(calls_are_known_by_their_bytes)
{
    static const struct {
        uint8_t bytes[7];
        bool is;
    } cases[] = {
        { { 0x90, 0x90, 0xe8, 1, 2, 3, 4 }, true },
        { { 0x90, 0x90, 0x90, 0x90, 0x90, 0xff, 0xd0 }, true },
        { { 0x90, 0x90, 0x90, 0x90, 0x41, 0xff, 0xd3 }, true },
        { { 0x90, 0x90, 0x90, 0x90, 0xff, 0x50, 8 }, true },
        { { 0x90, 0xff, 0x15, 1, 2, 3, 4 }, true },
        { { 0x90, 0xff, 0x90, 1, 2, 3, 4 }, true },
        { { 0xff, 0x94, 0x24, 1, 2, 3, 4 }, true },
        { { 0x90, 0x90, 0x90, 0xff, 0x54, 0x24, 8 }, true },
        { { 0xff, 0x14, 0xc5, 1, 2, 3, 4 }, true },
        { { 0x90, 0x90, 0x90, 0x90, 0xff, 0x14, 0xc7 }, true },
        { { 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0xc3 }, false },
        { { 0x90, 0x90, 0x90, 0x90, 0x90, 0xff, 0xe0 }, false },
        { { 0x90, 0x90, 0xe9, 1, 2, 3, 4 }, false },
        { { 0x90, 0x90, 0x90, 0x90, 0xff, 0xd0, 0x90 }, false },
        { { 0x90, 0xff, 0x25, 1, 2, 3, 4 }, false },
        { { 0, 0, 0, 0, 0, 0, 0 }, false },
    };
    static uintptr_t frame[8];
    static uint8_t text[16];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        memcpy(text, cases[i].bytes, 7);
        frame[0] = (uintptr_t)&frame[4], frame[1] = (uintptr_t)text + 7;
        struct iq_chain chain = { .sp = (uintptr_t)frame, .fp = (uintptr_t)frame };
        bool is = iq_chain_next(&chain) != NULL;
        if (is != cases[i].is)
            fprintf(stderr, "case %zu\n", i);
        CHECK(is == cases[i].is);
    }
}
