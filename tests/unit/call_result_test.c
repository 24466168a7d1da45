// link: checker -lzstd -llz4
/* The result of a call where a function comes next that was redirected. */
#include "arch/passes.h"
#include "call/query.h"
#include "call/result.h"
#include "test.h"

static int answer(void) { return 2; }
static const struct iq_entry without = { .arg_count = 0 }, with = { .arg_count = 1 };
__attribute__((visibility("hidden"))) struct iq_target to_nothing, to_one, to_unknown;
IQ_ARCH_PASSES(takes_nothing, to_nothing);
IQ_ARCH_PASSES(takes_one, to_one);
IQ_ARCH_PASSES(takes_who_knows, to_unknown);
int takes_nothing(void), takes_one(int), takes_who_knows(void);

static struct iq_call call;
static volatile int kept;

__attribute__((noipa)) static int failing(void)
{
    call.site.pc = (uintptr_t)__builtin_return_address(0);
    return 7;
}
__attribute__((noipa)) static int keeps(void) { return (kept = failing()) ? 1 : 2; }
__attribute__((noipa)) static int loses(void) { return failing(), 1; }
__attribute__((noipa)) static int calls_nothing(void) { return failing(), takes_nothing() + 1; }
__attribute__((noipa)) static int calls_one(void) { return takes_one(failing()) + 1; }
__attribute__((noipa)) static int calls_unknown(void) { return failing(), takes_who_knows() + 1; }

__attribute__((constructor)) static void lead(void)
{
    void *enter = (void *)(uintptr_t)answer;
    to_nothing = (struct iq_target){ .enter = enter, .entry = &without };
    to_one = (struct iq_target){ .enter = enter, .entry = &with };
    to_unknown = (struct iq_target){ .enter = enter };
}

static enum iq_result_use use_in(int (*function)(void), int wanted)
{
    struct iq_stack stack = { .count = 1 };
    CHECK_INT(function(), wanted);
    stack.pc[0] = call.site.pc;
    return iq_call_result_use(&call, &stack);
}

TEST(the_code_behind_the_call)
{
    CHECK_INT(use_in(keeps, 1), IQ_RESULT_READ);
    CHECK_INT(use_in(loses, 1), IQ_RESULT_UNUSED);
}

TEST(a_redirected_function_behind_it)
{
    CHECK_INT(use_in(calls_nothing, 3), IQ_RESULT_UNUSED);
    CHECK_INT(use_in(calls_one, 3), IQ_RESULT_READ);
    CHECK(use_in(calls_unknown, 3) != IQ_RESULT_READ);
}

TEST(stacks_that_do_not_begin_with_the_call)
{
    struct iq_stack stack = { .count = 1, .pc = { 1 } };
    CHECK_INT(loses(), 1);
    CHECK_INT(iq_call_result_use(&call, NULL), IQ_RESULT_UNKNOWN);
    CHECK_INT(iq_call_result_use(&call, &stack), IQ_RESULT_UNKNOWN);
    stack.count = 0;
    CHECK_INT(iq_call_result_use(&call, &stack), IQ_RESULT_UNKNOWN);
}
