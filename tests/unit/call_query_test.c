// link: checker -lzstd -llz4
/* Queries that the thunk has let pass (thunk.S of src/arch) become calls when they turn out to be
 * more. */
#include "base/armed.h"
#include "base/locks.h"
#include "call/api.h"
#include "call/core.h"
#include "call/covered.h"
#include "call/query.h"
#include "checker_world.h"
#include "iq_entries.h"

static const struct iq_entry *find(const char *symbol)
{
    return iq_entry_find(IQ_API_CUDART, symbol);
}

static void make_call(const struct iq_entry *entry, const uint64_t *args)
{
    struct iq_call call;
    iq_call_enter(&call, entry, args, IQ_SITE);
    iq_call_leave(&call, 0);
}

static void make(const char *symbol, const uint64_t *args) { make_call(find(symbol), args); }

static void make_driver(const char *symbol, const uint64_t *args)
{
    make_call(iq_entry_find(IQ_API_CUDA, symbol), args);
}

TEST(which_are_queries)
{
    CHECK(!iq_query_is(find("cudaGetDevice"))); /* rules are not known yet */
    world_begin();
    CHECK(iq_query_is(find("cudaGetDevice")) && iq_query_is(find("cudaGetLastError")));
    CHECK(iq_query_is(find("cudaDeviceGetAttribute")) && iq_query_is(find("cudaGetDeviceCount")));
    CHECK(!iq_query_is(find("cudaMalloc")) && !iq_query_is(find("cudaStreamQuery")));
    CHECK(!iq_query_is(find("cudaSetDevice")) && !iq_query_is(find("cudaGetErrorString")));
    CHECK(!iq_query_is(find("cudaDeviceSynchronize")));
    CHECK(iq_query_is(iq_entry_find(IQ_API_CUDA, "cuPointerGetAttributes")));
}

/* As the thunk pushes it, with the return address on top, and that of the real function below. */
static char thunks[8];
static struct iq_target target;
static struct {
    const void *below;
    struct {
        const struct iq_target *target;
        uint64_t args[3], align, back;
    } query;
} stack;
#define FRAME ((const struct iq_query_frame *)&stack.query)

static void pass(const char *symbol)
{
    iq_query_set_thunks((uintptr_t)thunks, (uintptr_t)thunks + sizeof thunks);
    target = (struct iq_target){ .enter = thunks, .entry = find(symbol) };
    stack.below = thunks + 4;
    stack.query.target = &target;
    iq_call_here.query = (uintptr_t)&stack.query;
    iq_call_here.passed++;
}

/* From code with a stack pointer well below the frame. */
static void call_below(struct iq_call *call, enum iq_api_id api, const char *symbol,
                       const uint64_t *args)
{
    iq_call_enter(call, iq_entry_find(api, symbol), args,
                  (struct iq_site){ 1, (uintptr_t)&stack - 64 });
}

TEST(the_first_call_is_looked_at_in_full)
{
    struct iq_call call;
    int device = 0;
    const uint64_t args[] = { (uintptr_t)&device };
    CHECK(iq_call_here.query == IQ_CALL_CLOSED);
    iq_call_enter(&call, find("cudaGetDevice"), args, IQ_SITE);
    iq_call_leave(&call, 0);
    CHECK(iq_call_here.query == 0 && !iq_armed);
}

TEST(counts_what_passed)
{
    uint64_t before = iq_core_call_count(), calls = iq_core_calls();
    iq_call_here.passed += 200;
    CHECK(iq_core_calls() == calls + 200);
    CHECK(iq_core_call_count() == before + 200 && iq_core_calls() == calls + 200);
}

TEST(nested_call_begins_it)
{
    struct iq_call call;
    uint64_t memory = 0, calls = iq_core_calls();
    const uint64_t args[] = { (uintptr_t)&memory, 64 };
    stack.query.args[1] = 0xabcdef0000000007; /* an int: the rest of the register is garbage */
    stack.query.args[2] = 0xabcdef00ffffffff;
    stack.query.back = 0x1234;
    pass("cudaDeviceGetAttribute");
    call_below(&call, IQ_API_CUDA, "cuMemAlloc_v2", args);
    CHECK(call.outer == &iq_thread_block->query && iq_call_here.query == IQ_CALL_CLOSED);
    CHECK(call.outer->entry == target.entry && call.outer->args[1] == 7);
    CHECK(call.outer->args[2] == UINT64_MAX && call.outer->site.pc == 0x1234);
    CHECK(call.outer->site.sp == (uintptr_t)(&stack.query.back + 1));
    iq_call_leave(&call, 0);
    CHECK(iq_call_here.top == &iq_thread_block->query);
    iq_query_back(FRAME, 0);
    CHECK(!iq_call_here.top && !iq_call_here.query && iq_core_calls() == calls + 1);
}

TEST(what_it_asks_the_driver_is_covered)
{
    const struct iq_entry *entry = iq_entry_find(IQ_API_CUDA, "cuCtxGetDevice_v2");
    pass("cudaGetDevice");
    CHECK(iq_call_is_plainly_covered(entry, (uintptr_t)&stack - 64, false));
    CHECK(iq_call_here.query == (uintptr_t)FRAME);                             /* it still passes */
    CHECK(!iq_call_is_plainly_covered(entry, (uintptr_t)(&stack + 1), false)); /* it was left */
    stack.below = NULL;
    CHECK(!iq_call_is_plainly_covered(entry, (uintptr_t)&stack - 64, false));
    pass("cudaGetDevice");
    iq_query_back(FRAME, 0);
    CHECK(!iq_call_is_plainly_covered(entry, (uintptr_t)&stack - 64, false));
}

TEST(one_that_was_left)
{
    struct iq_call call;
    const uint64_t args[] = { 0 };
    pass("cudaDeviceGetAttribute");
    CHECK(iq_query_covers((uintptr_t)&stack - 64));
    iq_call_enter(&call, find("cudaGetDevice"), args,
                  (struct iq_site){ 1, (uintptr_t)(&stack + 1) }); /* by longjmp */
    CHECK(!call.outer);
    iq_call_leave(&call, 0);
    pass("cudaDeviceGetAttribute");
    stack.below = NULL; /* overwritten since */
    CHECK(!iq_query_covers((uintptr_t)&stack - 64) && !iq_call_is_inside());
    const void *const garbage[] = { NULL, (void *)8, stack.query.args, (void *)~7ul };
    for (size_t i = 0; i < sizeof garbage / sizeof *garbage; i++) {
        pass("cudaDeviceGetAttribute");
        stack.query.target = garbage[i]; /* but for the word below it */
        call_below(&call, IQ_API_CUDART, "cudaGetDevice", args);
        CHECK(!call.outer && iq_call_here.top == &call);
        iq_call_leave(&call, 0);
        CHECK(!iq_call_here.query);
    }
}

/* A signal's handler that makes calls of its own: while the query is under way they are nested in
 * it; in the moment before it calls the real function they are not.  A failure is met either way.
 */
TEST(a_signal_comes_in_between)
{
    struct iq_call call;
    int device = 0;
    const uint64_t args[] = { (uintptr_t)&device };
    for (int early = 0; early < 2; early++)
        for (int32_t result = 0; result <= 101; result += 101) {
            uint64_t calls = iq_core_calls(), errors = iq_thread_block->last_error.ref.number;
            pass("cudaDeviceGetAttribute");
            if (early)
                stack.below = NULL;
            call_below(&call, IQ_API_CUDART, "cudaGetDevice", args);
            CHECK((call.outer == NULL) == early && iq_call_here.top == &call);
            iq_call_leave(&call, 0);
            iq_query_back(FRAME, result);
            CHECK(!iq_call_here.top && iq_call_here.query <= IQ_CALL_CLOSED);
            CHECK_INT(iq_core_calls(), calls + 1 + (uint64_t)early + (early && result));
            CHECK((iq_thread_block->last_error.ref.number != errors) == (result != 0));
            make("cudaGetLastError", (uint64_t[]){ 0 });
        }
}

/* Only the lower half of the register is the result. */
TEST(what_only_looks_like_a_failure)
{
    uint64_t calls = iq_core_calls();
    pass("cudaDeviceGetAttribute");
    iq_query_back(FRAME, 0);
    CHECK(!iq_call_here.query && iq_core_calls() == calls + 1);
}

/* Inside of a call nothing passes, until it is over. */
TEST(closed_while_a_call_is_open)
{
    struct iq_call call, inner;
    uint64_t memory = 0;
    const uint64_t args[] = { (uintptr_t)&memory, 64 };
    for (int failed = 0; failed < 2; failed++) {
        iq_call_enter(&call, find("cudaMalloc"), args, IQ_SITE);
        CHECK(iq_call_here.query == IQ_CALL_CLOSED);
        iq_call_enter(&inner, iq_entry_find(IQ_API_CUDA, "cuMemAlloc_v2"), args,
                      (struct iq_site){ 1, (uintptr_t)&call - 64 });
        CHECK(inner.outer == &call);
        iq_call_leave(&inner, failed ? 2 : 0);
        CHECK(iq_call_here.query == IQ_CALL_CLOSED);
        memory = failed ? 0 : 0x770000;
        iq_call_leave(&call, failed ? 2 : 0);
        CHECK((iq_call_here.query == IQ_CALL_CLOSED) == failed); /* an error is to be read */
    }
    make("cudaGetDevice", args);
    CHECK(iq_call_here.query == IQ_CALL_CLOSED);
    make("cudaGetLastError", args);
    CHECK(!iq_call_here.query);
}

/* Would the thunk let a question about [handle] pass? */
static bool passes_as(const struct iq_entry *entry, uint64_t handle)
{
    for (int i = 0; i < IQ_ASKED; i++) {
        const struct iq_asked *asked = &iq_call_here.asked[i];
        if (asked->entry == entry && asked->handle == handle &&
            asked->changes == iq_query_changes() && *asked->known)
            return true;
    }
    return false;
}

static bool passes(const char *symbol, uint64_t handle) { return passes_as(find(symbol), handle); }

/* Which argument is asked about. */
static int asked(const char *symbol) { return iq_query_asks(find(symbol)); }
static int driver_asked(const char *symbol)
{
    return iq_query_asks(iq_entry_find(IQ_API_CUDA, symbol));
}

TEST(which_ask_about_a_handle)
{
    CHECK(asked("cudaEventQuery") == 0 && asked("cudaStreamQuery") == 0);
    CHECK(asked("cudaStreamIsCapturing") == 0 && driver_asked("cuEventQuery") == 0);
    CHECK(driver_asked("cuOccupancyMaxActiveBlocksPerMultiprocessor") == 1);
    CHECK(driver_asked("cuFuncGetAttribute") == 2 && driver_asked("cuKernelGetAttribute") == 2);
    CHECK(asked("cudaEventSynchronize") < 0 && asked("cudaGetDevice") < 0);
    CHECK(asked("cudaEventRecord") < 0 && asked("cudaEventDestroy") < 0);
    CHECK(asked("cudaEventElapsedTime") < 0 && asked("cudaStreamEndCapture") < 0);
    CHECK(driver_asked("cuFuncSetAttribute") < 0 && driver_asked("cuFuncGetModule") < 0);
    CHECK(driver_asked("cuKernelGetFunction") < 0); /* makes an object */
    CHECK(asked("cudaFuncGetAttributes") < 0);      /* a query, whatever it is about */
}

TEST(what_was_complete_is_not_asked_again)
{
    uint64_t event = 0x5000, stream = 0x6000, *handle[] = { &event, &stream };
    make("cudaEventCreate", (uint64_t[]){ (uintptr_t)handle[0] });
    make("cudaStreamCreate", (uint64_t[]){ (uintptr_t)handle[1] });
    for (int round = 0; round < 2; round++) {
        make("cudaEventRecord", (uint64_t[]){ event, stream });
        CHECK(!passes("cudaEventQuery", event));
        for (int i = 0; i < 3; i++)
            make("cudaEventQuery", (uint64_t[]){ event });
        CHECK(passes("cudaEventQuery", event) && !passes("cudaStreamQuery", event));
    }
    iq_lock(IQ_LOCK_ORDER);
    iq_clock_note_change();
    iq_unlock(IQ_LOCK_ORDER);
    CHECK(!passes("cudaEventQuery", event));
    make("cudaStreamIsCapturing", (uint64_t[]){ stream, (uintptr_t)&event });
    CHECK(passes("cudaStreamIsCapturing", stream));
    make("cudaStreamDestroy", (uint64_t[]){ stream });
    CHECK(!passes("cudaStreamIsCapturing", stream));
    make("cudaEventDestroy", (uint64_t[]){ event });
    CHECK(!passes("cudaEventQuery", event));
}

static bool driver_passes(const char *symbol, uint64_t handle)
{
    return passes_as(iq_entry_find(IQ_API_CUDA, symbol), handle);
}

TEST(questions_about_a_function_pass_until_it_may_have_ended)
{
    static const char ptx[] =
        ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry k()\n{\n ret;\n}\n";
    enum { MODULE = 0x700000, FUNCTION = 0x700040, OTHER = 0x700080 };
    const uint64_t module = MODULE, function = FUNCTION;
    int value;
    const uint64_t load[] = { (uintptr_t)&module, (uintptr_t)ptx },
                   get[] = { (uintptr_t)&function, MODULE, (uintptr_t) "k" },
                   attribute[] = { (uintptr_t)&value, 1, FUNCTION },
                   occupancy[] = { (uintptr_t)&value, FUNCTION, 32, 0 },
                   stray[] = { (uintptr_t)&value, 1, OTHER }, unload[] = { MODULE };
    make_driver("cuModuleLoadData", load);
    make_driver("cuModuleGetFunction", get);
    make_driver("cuFuncGetAttribute", attribute);
    make_driver("cuOccupancyMaxActiveBlocksPerMultiprocessor", occupancy);
    CHECK(driver_passes("cuFuncGetAttribute", FUNCTION)); /* neither has driven out the other */
    CHECK(driver_passes("cuOccupancyMaxActiveBlocksPerMultiprocessor", FUNCTION));
    make_driver("cuFuncGetAttribute", stray);
    CHECK(!driver_passes("cuFuncGetAttribute", OTHER));
    make_driver("cuModuleUnload", unload);
    CHECK(!driver_passes("cuFuncGetAttribute", FUNCTION));
    make_driver("cuFuncGetAttribute", attribute); /* it is gone */
    CHECK(!driver_passes("cuFuncGetAttribute", FUNCTION));
}
