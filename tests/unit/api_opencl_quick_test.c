// link: checker -lzstd -llz4
/* Arguments of OpenCL kernels that are set again: when that is known to be right, and what becomes
 * of it if the implementation thinks otherwise. */
#include "api_opencl/quick.h"
#include "checker_world.h"

enum { NUMBER, MEMORY, COUNT };
static const uint64_t object = 0x5000040;
static struct iq_cl_arg args[COUNT];
static struct iq_cl_kernel details = { .args = args, .arg_count = COUNT, .known = true };
static cl_kernel const kernel = (cl_kernel)(uintptr_t)0x5000000;
static struct iq_quick_setting setting;

/* This thread has set both before. */
static void begin(void)
{
    world_call(IQ_API_CUDART, "cudaDeviceSynchronize", 0, 0);
    uint32_t deaths = iq_handle_deaths, thread = iq_thread_block->number;
    args[NUMBER] = (struct iq_cl_arg){
        .kind = IQ_CL_ARG_VALUE, .bytes = 4, .set = true, .quick = thread, .size = 4, .value = 7
    };
    args[MEMORY] = (struct iq_cl_arg){ .kind = IQ_CL_ARG_MEMORY,
                                       .set = true,
                                       .good_at = deaths,
                                       .quick = thread,
                                       .size = 8,
                                       .value = object };
    iq_quick_kernel = (struct iq_quick_kernel){ (uintptr_t)kernel, &details, deaths };
}

static bool set(cl_uint index, size_t size, uint64_t value)
{
    enum iq_quick_news news = iq_quick_cl_set_arg_again(kernel, index, size, &value, &setting);
    if (news == IQ_QUICK_OTHER)
        news = iq_quick_cl_set_arg_other(index, &value, &setting);
    return news == IQ_QUICK_KNOWN;
}

TEST(what_was_set_before_is_set_again)
{
    begin();
    uint32_t settings = details.settings;
    uint64_t calls = iq_thread_block->calls;
    CHECK(set(NUMBER, 4, 7));
    CHECK_INT(details.settings, settings);
    CHECK(set(NUMBER, 4, 9));
    CHECK_INT(details.settings, settings + 1);
    CHECK_INT(args[NUMBER].value, 9);
    CHECK_INT(args[NUMBER].ref.number, iq_thread_block->call_number);
    CHECK(set(MEMORY, 8, object));
    CHECK_INT(iq_thread_block->calls, calls + 3);
}

TEST(anything_else_needs_a_look)
{
    begin();
    CHECK(!set(COUNT, 4, 7));
    CHECK(!set(NUMBER, 8, 7));
    CHECK(!set(MEMORY, 8, object + 64));
    CHECK_INT(iq_quick_cl_set_arg_again(kernel, NUMBER, 4, NULL, &setting), IQ_QUICK_UNKNOWN);
    CHECK_INT(
        iq_quick_cl_set_arg_again((cl_kernel)(uintptr_t)0x5000080, NUMBER, 4, &object, &setting),
        IQ_QUICK_UNKNOWN);
    args[NUMBER].quick++; /* by another thread */
    CHECK(!set(NUMBER, 4, 7));
    args[NUMBER].quick--;
    args[MEMORY].good_at--;
    CHECK(!set(MEMORY, 8, object));
    iq_quick_kernel.deaths--;
    CHECK(!set(NUMBER, 4, 7));
    iq_quick_kernel.deaths++;
    iq_call_here.passed = 1; /* queries that are not counted yet */
    CHECK(!set(NUMBER, 4, 7));
    iq_call_here.passed = 0;
    CHECK(set(NUMBER, 4, 7));
}

TEST(another_object_that_was_found_good)
{
    begin();
    const uint64_t other = object + 64;
    uint32_t changes = details.changes, deaths = iq_handle_deaths;
    struct iq_quick_object *known = iq_quick_object_of(other);
    const struct iq_quick_object good = { other, details.context, deaths, IQ_CL_ARG_MEMORY };
    *known = good;
    known->deaths--; /* something has died since */
    CHECK(!set(MEMORY, 8, other));
    *known = good;
    known->kind = IQ_CL_ARG_IMAGE;
    CHECK(!set(MEMORY, 8, other));
    *known = good;
    known->context = (const struct iq_handle *)&details; /* another one */
    CHECK(!set(MEMORY, 8, other));
    *known = good;
    CHECK(!set(MEMORY, 8, other + 64));
    CHECK_INT(details.changes, changes);
    CHECK(set(MEMORY, 8, other));
    CHECK_INT(args[MEMORY].value, other);
    CHECK_INT(args[MEMORY].good_at, deaths);
    CHECK_INT(details.changes, changes + 1); /* commands with the kernel are looked at again */
}

TEST(a_failure_leaves_the_argument_as_it_was)
{
    begin();
    args[NUMBER].ref.number = 3;
    uint64_t number = iq_thread_block->call_number, calls = iq_thread_block->calls;
    CHECK(set(NUMBER, 4, 9));
    CHECK_INT(iq_quick_cl_set_arg_failed(&setting, IQ_SITE, -50), -50);
    CHECK_INT(args[NUMBER].value, 7);
    CHECK_INT(args[NUMBER].ref.number, 3);
    CHECK_INT(iq_thread_block->call_number, number);
    CHECK_INT(iq_thread_block->calls, calls);
}
