/* Every wrapper forwards its arguments and the result unchanged, reports both to core (only a failure if a call around it says
 * the rest), keeps to core's answer when core answers the call itself, and says "not found" when the driver lacks the symbol.  The driver is libfake_cuda.so. */
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "call/call.h"
#include "call/query.h"
#include "fake.h"
#include "forward.h"
#include "iq_cuda_protos.h"
#include "wrap/wrap.h"

enum { ANSWER = 4711 };

static int failures;
static struct iq_fake *fake;
static bool answer_calls, cover_calls, expect_answer, expect_missing;
static const struct iq_entry *expected_entry;
static uint32_t entered, left, covered, covered_failures;
static int64_t left_with;

bool iq_wrap_started;
__thread void *iq_wrap_original __attribute__((tls_model("initial-exec")));

static void fail(const char *symbol, const char *what)
{
    if (failures++ < 20)
        fprintf(stderr, "%s: %s\n", symbol, what);
}

void iq_wrap_start(void)
{
    iq_wrap_started = true;
}

void iq_call_enter(struct iq_call *call, const struct iq_entry *entry, const uint64_t *args, struct iq_site site)
{
    entered++;
    if (entry != expected_entry)
        fail(expected_entry->symbol, "core was told another entry");
    if (!site.pc || !site.sp || !args)
        fail(entry->symbol, "no site or arguments");
    call->entry = entry;
    call->answered = answer_calls;
    call->result = ANSWER;
}

static struct iq_call around;
__thread struct iq_call_here iq_call_here = { .top = &around };
struct iq_query_thunks iq_query_thunks;

bool iq_call_covers(const struct iq_entry *entry, uintptr_t sp)
{
    if (!sp)
        fail(entry->symbol, "no stack pointer");
    covered += cover_calls;
    return cover_calls;
}

void iq_call_covered_failed(const struct iq_entry *entry, int64_t result)
{
    if (entry != expected_entry)
        fail(expected_entry->symbol, "core was told another entry");
    covered_failures++;
    left_with = result;
}

void iq_call_covered_launch_failed(const struct iq_entry *entry, int64_t result, uint64_t kernel)
{
    (void)kernel;
    iq_call_covered_failed(entry, result);
}

void iq_call_push_config(struct iq_site site)
{
    if (!site.pc)
        fail(expected_entry->symbol, "no site");
}

void iq_call_leave(struct iq_call *call, int64_t result)
{
    (void)call;
    left++;
    left_with = result;
}

/* The hand-written wrappers are the guest's. */
CUresult cuGetProcAddress(const char *symbol, void **pfn, int cudaVersion, cuuint64_t flags)
{
    (void)symbol, (void)pfn, (void)cudaVersion, (void)flags;
    return CUDA_SUCCESS;
}

CUresult cuGetProcAddress_v2(const char *symbol, void **pfn, int cudaVersion, cuuint64_t flags, CUdriverProcAddressQueryResult *status)
{
    (void)symbol, (void)pfn, (void)cudaVersion, (void)flags, (void)status;
    return CUDA_SUCCESS;
}

void forward_fill(void *value, size_t size, int index, const char *base)
{
    (void)base;
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)value)[i] = (uint8_t)(0x31 + 7 * index + 3 * i);
}

void forward_check_status(const char *symbol, int64_t got, int64_t expected)
{
    if (expect_missing) {
        if (got != IQ_WRAP_NOT_FOUND)
            fail(symbol, "a missing symbol is not answered with 500");
        return;
    }
    if (got != (expect_answer ? ANSWER : expected))
        fail(symbol, "wrong result");
    if (left_with != got && !(expected_entry->flags & IQ_ENTRY_PLAIN))
        fail(symbol, "core was told another result");
}

void forward_check_bytes(const char *symbol, const void *value, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (((const uint8_t *)value)[i] != 0x5a) {
            fail(symbol, "wrong value returned");
            return;
        }
}

void forward_check_arg(const char *symbol, int index, const void *value, size_t size, int is_struct)
{
    if (expect_answer || expect_missing)
        return;
    const void *seen = is_struct ? (const void *)fake->bytes[index] : (const void *)&fake->args[index];
    if (!fake->symbol || strcmp(fake->symbol, symbol) != 0)
        fail(symbol, "another function was called");
    else if (memcmp(seen, value, size) != 0)
        fail(symbol, "an argument arrived changed");
}

/* How often the fake must have been called by a call that went as planned. */
static void run_case(const struct forward_case *test, const struct iq_wrap_row *row)
{
    uint32_t calls = fake->calls, flags = row->entry->flags;
    bool answerable = !(flags & IQ_ENTRY_NO_STATUS) || flags & IQ_ENTRY_VOID, quiet = flags & (IQ_ENTRY_PLAIN | IQ_ENTRY_PUSH_CONFIG);
    fake->symbol = NULL;
    entered = left = covered = covered_failures = 0;
    expected_entry = row->entry;
    expect_answer = answer_calls && answerable && !quiet;
    test->call(row->wrapper);
    uint32_t expected = expect_answer || expect_missing ? 0 : 1;
    if (fake->calls - calls != expected)
        fail(test->symbol, "forwarded the wrong number of times");
    if (entered != left || entered != (expect_missing || quiet || covered ? 0 : 1) || covered_failures != covered)
        fail(test->symbol, "not entered and left once");
    if (covered && (row->entry->effects || quiet))
        fail(test->symbol, "an effect of its own is lost when it is nested");
}

static const struct iq_wrap_row *find_row(const struct iq_wrap_row *rows, uint32_t count, uint32_t id)
{
    for (uint32_t i = 0; i < count; i++)
        if (rows[i].entry == &iq_entries[id])
            return &rows[i];
    return NULL;
}

static void check_order(const struct iq_wrap_row *rows, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        int order = strcmp(rows[i - 1].symbol, rows[i].symbol);
        if (order > 0 || (order == 0 && rows[i - 1].until == 0))
            fail(rows[i].symbol, "rows are not sorted by symbol and version");
    }
}

static void run_api(const char *library, const struct forward_case *cases, const struct iq_wrap_row *rows, uint32_t count)
{
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        fprintf(stderr, "%s\n", dlerror());
        exit(1);
    }
    fake = dlsym(handle, "iq_fake");
    check_order(rows, count);
    uint32_t done = 0;
    for (const struct forward_case *test = cases; test->symbol; test++, done++) {
        const struct iq_wrap_row *row = find_row(rows, count, test->id);
        void *function = dlsym(handle, test->symbol);
        if (!row || !function) {
            fail(test->symbol, "no row, or not exported by the fake");
            continue;
        }
        iq_wrap_original = function;
        if (row->real)
            *row->real = function;
        run_case(test, row);
        answer_calls = true;
        run_case(test, row);
        answer_calls = false;
        cover_calls = true;
        run_case(test, row);
        cover_calls = false;
        if (row->real) {
            *row->real = NULL;
            expect_missing = true;
            run_case(test, row);
            expect_missing = false;
        }
    }
    printf("%s: %u wrappers\n", library, done);
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: forward_test libfake_cuda.so libfake_cudart.so\n");
        return 2;
    }
    run_api(argv[1], forward_cases_cuda, iq_wrap_cuda, iq_wrap_cuda_count);
    run_api(argv[2], forward_cases_cudart, iq_wrap_cudart, iq_wrap_cudart_count);
    return failures != 0;
}
