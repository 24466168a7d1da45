#include "rules/opencl/slack.h"

#include <string.h>

#include "api_opencl/fence.h"
#include "api_opencl/kernels.h"
#include "api_opencl/launches.h"
#include "api_opencl/memobj.h"
#include "call/cause.h"
#include "call/core.h"
#include "call/findings.h"
#include "call/rule.h"
#include "rules/rules.h"
#include "rules/words.h"

enum { TEXT_BYTES = 600, SHOWN = 4 };

static bool busy;        /* atomic */
static uint64_t checked; /* launches up to this number were over when their buffers were good */

/* A buffer that a launch got, and the bytes after its end. */
struct slack {
    const struct iq_cl_launch *launch;
    uint32_t arg;
    const struct iq_handle *object;
    uint64_t base, size; /* of the buffer */
    uint64_t lo, hi;
};

/* The host may have written there, too, if it was given the memory since the launch. */
static bool is_hosts(const struct iq_memobj *memory, uint64_t launch)
{
    return memory->map_count || memory->map_overflow || memory->unmapped.ref.number > launch;
}

static bool find_slack(struct slack *slack)
{
    const struct iq_cl_arg *arg = iq_cl_launch_arg(slack->launch, slack->arg);
    const struct iq_handle *object = iq_cl_launch_object(slack->launch, slack->arg);
    const struct iq_memobj *memory = iq_memobj_of(object);
    if (!memory || arg->access == IQ_CL_ACCESS_READ)
        return false;
    if (memory->is_part)
        memory = iq_memobj_of(object = object->owner);
    uint64_t all = memory ? iq_cl_fence_rounded(memory->size) : 0;
    if (!memory || memory->dimensions || memory->host_ptr || all == memory->size ||
        is_hosts(memory, slack->launch->number))
        return false;
    slack->object = object;
    slack->size = memory->size;
    const struct iq_cl_fence_block *block = iq_cl_fence_of(object->value, all);
    if (!block)
        return false;
    slack->base = block->base;
    slack->lo =
        block->filled < block->base + memory->size ? block->base + memory->size : block->filled;
    slack->hi = block->end;
    return true;
}

/* The first byte that is not as it was left; .hi: all are. */
static uint64_t first_changed(const struct slack *slack)
{
    uint64_t at = slack->lo;
    while (at < slack->hi && *(const uint8_t *)(uintptr_t)at == IQ_CL_FENCE_PATTERN)
        at++;
    return at;
}

/* Other launches since the buffer was good that may have written there. */
static uint32_t relate_others(struct iq_finding *finding, const struct slack *slack)
{
    const struct iq_cl_launch *launch;
    uint32_t count = 0;
    for (uint32_t n = 0; (launch = iq_cl_launch_get(n)) && launch->number > checked; n++)
        for (uint32_t i = 0; i < launch->count && launch != slack->launch; i++) {
            struct slack other = { .launch = launch, .arg = i };
            if (!find_slack(&other) || other.base != slack->base)
                continue;
            if (count++ < SHOWN)
                finding->related[finding->related_count++] =
                    (struct iq_related){ "another launch with this buffer, which may have done it",
                                         launch->ref.stack };
            break;
        }
    return count;
}

static void report(const struct slack *slack, uint64_t first)
{
    char message[TEXT_BYTES], cause[TEXT_BYTES];
    struct iq_str text;
    const struct iq_cl_launch *launch = slack->launch;
    const struct iq_cl_arg *arg = iq_cl_launch_arg(launch, slack->arg);
    struct iq_finding finding = {
        .rule = IQ_RULE_KERNEL_OUT_OF_BOUNDS,
        .severity = IQ_ERROR,
        .arg_index = (int)slack->arg,
        .arg_of_kernel = true,
        .arg_name = arg->name ? arg->name : "?",
        .message = message,
        .cause = cause,
        .api = launch->ref.entry->name,
        .entry = launch->ref.entry->symbol,
        .stack_call = launch->ref.stack,
        .object_device = -1,
        .count = 1,
        .fix = "compare the index with the number of elements in the kernel; run with --deep to "
               "see the work-item and the line"
    };
    iq_finding_set_handle(&finding, slack->object, slack->size);
    finding.access_address = slack->object->value + (first - slack->base); /* as of commands */
    finding.access_size = 1;
    iq_str_init_buffer(&text, message, sizeof message);
    iq_str_printf(&text, "kernel %s writes past the end of a buffer",
                  launch->name ? launch->name : "of this launch");
    iq_str_init_buffer(&text, cause, sizeof cause);
    iq_str_printf(&text, "byte %llu of a buffer of %llu bytes has been written",
                  (unsigned long long)(first - slack->base), (unsigned long long)slack->size);
    uint32_t others = relate_others(&finding, slack);
    if (others)
        iq_str_printf(&text, " by this launch or one of %u other%s since the program last waited",
                      others, others == 1 ? "" : "s");
    iq_findings_add(&finding, iq_cause(IQ_CAUSE_BLOCK_DAMAGED, slack->base), 0, true);
}

static void check(const struct iq_cl_launch *launch)
{
    for (uint32_t i = 0; i < launch->count; i++) {
        struct slack slack = { .launch = launch, .arg = i };
        if (!find_slack(&slack))
            continue;
        uint64_t first = first_changed(&slack);
        if (first == slack.hi)
            continue;
        report(&slack, first);
        memset((void *)(uintptr_t)slack.lo, IQ_CL_FENCE_PATTERN, slack.hi - slack.lo);
    }
}

void iq_cl_slack_look(void)
{
    const struct iq_cl_launch *launch;
    uint64_t good = UINT64_MAX;
    if (!iq_cl_fence_wanted || !iq_rule_is_enabled(IQ_RULE_KERNEL_OUT_OF_BOUNDS) ||
        __atomic_test_and_set(&busy, __ATOMIC_ACQUIRE))
        return;
    for (uint32_t n = 0; (launch = iq_cl_launch_get(n)) && launch->number > checked; n++) {
        if (good == UINT64_MAX)
            good = launch->number;
        if (iq_cl_launch_is_pending(launch))
            good = launch->number - 1;
        check(launch);
    }
    if (good != UINT64_MAX)
        checked = good;
    __atomic_clear(&busy, __ATOMIC_RELEASE);
}
