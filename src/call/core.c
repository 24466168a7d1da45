#include "call/core.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/armed.h"
#include "base/errors.h"
#include "base/fd.h"
#include "base/locks.h"
#include "base/memory.h"
#include "call/fault.h"
#include "call/findings.h"
#include "call/plan.h"
#include "call/port.h"
#include "call/recorder.h"
#include "call/tracer.h"
#include "model/names.h"
#include "order/footprint.h"
#include "order/guard.h"
#include "process/compiled.h"
#include "process/modules.h"
#include "process/perfmap.h"
#include "process/stack.h"
#include "trace/writer.h"

enum { UNTRACKED = 512, MESSAGES = 64, DEVICES = 64, NAMES = 16 };

struct iq_core iq_core
    __attribute__((aligned(64))) = { .config = { .trace_fd = -1, .max = 1000, .contain = true },
                                     .next_number = 0 };

static struct {
    const char *name;
    uint64_t count;
} untracked[UNTRACKED];
static uint32_t untracked_count;
static const char *runtime = "none";
static uint64_t messages[MESSAGES];
static uint32_t message_count;
/* said before there was a trace */
static struct {
    enum iq_message_level level;
    const char *text;
} early[MESSAGES];
static uint32_t early_count;
static struct iq_device_limits limits[DEVICES];
static bool limits_known[DEVICES];
static const char *driver_path, *device_names[NAMES];
static int device_name_count;
static const char *apis[4]; /* besides CUDA */
static int api_count;
static bool any_gpu;

static const struct iq_device_limits common_limits = { .major = 0,
                                                       .minor = 0,
                                                       .threads_per_block = 1024,
                                                       .block = { 1024, 1024, 64 },
                                                       .grid = { 2147483647, 65535, 65535 },
                                                       .shared_per_block = 49152,
                                                       .shared_per_block_optin = 0,
                                                       .memory_bytes = 0 };

int iq_core_init(const struct iq_config *config)
{
    iq_core.config = *config;
    iq_arm(IQ_ARMED_OPTION, config->trace_fd >= 0 || config->stop);
    IQ_FOR_EACH_API(api)
        if (api->start)
            api->start(config);
    iq_tracer_start();
    iq_core.each_call = iq_fault_start() || iq_core.config.trace_fd >= 0 || iq_core.config.record;
    if (!iq_core.ready)
        iq_rule_prepare();
    iq_watchdog_enable(config->traced_only || !iq_call_port.watches_waits() ? 0
                                                                            : config->watchdog_ns);
    iq_core.ready = true;
    return 0;
}

static void write_message(enum iq_message_level level, const char *text)
{
    if (!iq_trace_begin(IQ_REC_MESSAGE))
        return;
    iq_trace_u64(IQ_TAG_LEVEL, level);
    iq_trace_text(IQ_TAG_TEXT, text);
    iq_trace_end();
}

static void write_device(void)
{
    if ((!iq_core.device_known && !api_count) || !iq_trace_begin(IQ_REC_DEVICE))
        return;
    bool soft = iq_core.device_known ? iq_core.soft : !any_gpu;
    iq_trace_text(IQ_TAG_DEVICE_KIND, soft ? "soft" : "real");
    if (iq_core.device_known)
        iq_trace_text(IQ_TAG_API, "cuda");
    for (int i = 0; i < api_count; i++)
        iq_trace_text(IQ_TAG_API, apis[i]);
    iq_trace_text(IQ_TAG_DRIVER, driver_path);
    for (int i = 0; i < device_name_count; i++)
        iq_trace_text(IQ_TAG_NAME, device_names[i]);
    iq_trace_end();
}

/* The launcher cannot say it, since nothing of this process reaches it: the user, the root or what
 * is mounted was changed before. */
static void tell_unrecorded(int error)
{
    char line[512];
    int size = snprintf(
        line, sizeof line,
        "inquest: warning: process %ld cannot write its trace in %s (%s): it will be missing from the report\n",
        (long)getpid(), iq_core.config.session, iq_strerror(error));
    iq_fd_write_without_signal(STDERR_FILENO, line,
                               (size_t)size < sizeof line ? (size_t)size : sizeof line - 1);
}

void iq_core_start(void)
{
    iq_lock(IQ_LOCK_FINDINGS);
    if (!iq_core.started) {
        if (!iq_core.ready)
            iq_core_init(&iq_core.config);
        int error = iq_trace_open(iq_core.config.session);
        if (error && iq_core.config.session)
            tell_unrecorded(error);
        iq_recorder_start();
        iq_plan_write_names();
        iq_modules_write();
        iq_compiled_look();
        write_device();
        for (uint32_t i = 0; i < early_count; i++)
            write_message(early[i].level, early[i].text);
        early_count = 0;
        __atomic_store_n(&iq_core.started, true, __ATOMIC_RELEASE);
        iq_arm(IQ_ARMED_START, false);
    }
    iq_unlock(IQ_LOCK_FINDINGS);
}

void iq_core_expect_roomy_blocks(void) { iq_core.roomy = true; }

void iq_core_message(enum iq_message_level level, const char *text)
{
    uint64_t key = 0;
    for (const char *at = text; *at; at++)
        key = key * 31 + (unsigned char)*at;
    iq_lock(IQ_LOCK_FINDINGS);
    for (uint32_t i = 0; i < message_count; i++)
        if (messages[i] == key)
            goto out;
    if (message_count == MESSAGES)
        goto out;
    messages[message_count++] = key;
    if (iq_trace_is_open())
        write_message(level, text);
    else if (early_count < MESSAGES) {
        early[early_count].level = level;
        early[early_count++].text = iq_core_copy(text);
    }
out:
    iq_unlock(IQ_LOCK_FINDINGS);
}

void iq_core_trace_is_short(const char *why)
{
    iq_lock(IQ_LOCK_FINDINGS);
    if (iq_trace_begin(IQ_REC_SHORT)) {
        iq_trace_text(IQ_TAG_TEXT, why);
        iq_trace_end();
    }
    iq_unlock(IQ_LOCK_FINDINGS);
}

void iq_core_coverage_untracked(const char *name)
{
    iq_lock(IQ_LOCK_FINDINGS);
    uint32_t i = 0;
    while (i < untracked_count && strcmp(untracked[i].name, name))
        i++;
    if (i < untracked_count)
        untracked[i].count++;
    else if (i < UNTRACKED && (untracked[i].name = iq_core_copy(name))) {
        untracked[i].count = 1;
        untracked_count++;
    }
    iq_unlock(IQ_LOCK_FINDINGS);
}

void iq_core_set_runtime(const char *state) { runtime = state; }

void iq_core_set_device(bool soft, const char *path, int driver_version, const char *const *names,
                        int name_count)
{
    iq_lock(IQ_LOCK_FINDINGS);
    iq_core.soft = soft;
    iq_core.sees_kernels |= soft;
    iq_core.driver_version = driver_version;
    driver_path = path ? iq_core_copy(path) : NULL;
    device_name_count = name_count < NAMES ? name_count : NAMES;
    for (int i = 0; i < device_name_count; i++)
        device_names[i] = iq_core_copy(names[i]);
    iq_core.device_known = true;
    write_device();
    iq_unlock(IQ_LOCK_FINDINGS);
}

void iq_core_add_device(const char *api, bool on_cpu, const char *driver, const char *name)
{
    int at = 0;
    iq_lock(IQ_LOCK_FINDINGS);
    while (at < api_count && strcmp(apis[at], api))
        at++;
    if (at == api_count && api_count < 4)
        apis[api_count++] = iq_core_copy(api);
    any_gpu |= !on_cpu;
    if (!driver_path)
        driver_path = iq_core_copy(driver);
    if (device_name_count < NAMES)
        device_names[device_name_count++] = iq_core_copy(name);
    write_device();
    iq_unlock(IQ_LOCK_FINDINGS);
}

void iq_core_set_limits(int ordinal, const struct iq_device_limits *given)
{
    if (ordinal < 0 || ordinal >= DEVICES)
        return;
    limits[ordinal] = *given;
    __atomic_store_n(&limits_known[ordinal], true, __ATOMIC_RELEASE);
}

const struct iq_device_limits *iq_core_limits(int ordinal)
{
    if (ordinal < 0 || ordinal >= DEVICES ||
        !__atomic_load_n(&limits_known[ordinal], __ATOMIC_ACQUIRE))
        return &common_limits;
    return &limits[ordinal];
}

bool iq_core_has_device(int ordinal)
{
    return ordinal >= 0 && ordinal < DEVICES &&
           __atomic_load_n(&limits_known[ordinal], __ATOMIC_ACQUIRE);
}

void iq_core_hide_range(uintptr_t begin, uintptr_t end) { iq_stack_hide(begin, end); }

void iq_core_register_function(const void *host, const char *name)
{
    iq_name_add_function((uint64_t)(uintptr_t)host, name, 0);
}

void iq_core_register_variable(const void *host, const char *name, size_t size)
{
    iq_name_add_variable((uint64_t)(uintptr_t)host, size, name, 0);
}

bool iq_core_was_destroyed(enum iq_kind kind, uint64_t value)
{
    const struct iq_handle *handle = iq_handle_find(kind, value);
    return handle && handle->kind == kind && iq_handle_is_dead(handle);
}

/* The driver gave out [value] again; it exists but nobody uses it.  The record stays that of the
 * destroyed handle. */
void iq_core_parked(enum iq_kind kind, uint64_t value)
{
    (void)kind;
    (void)value;
}

static void write_coverage(void)
{
    uint64_t calls = iq_core_calls();
    if (!iq_trace_begin(IQ_REC_COVERAGE))
        return;
    iq_trace_u64(IQ_TAG_CALLS, calls);
    iq_trace_text(IQ_TAG_RUNTIME, runtime);
    for (uint32_t i = 0; i < untracked_count; i++) {
        iq_trace_text(IQ_TAG_UNTRACKED_NAME, untracked[i].name);
        iq_trace_u64(IQ_TAG_UNTRACKED_COUNT, untracked[i].count);
    }
    iq_trace_end();
}

static void write_counters(void)
{
    struct iq_counters sum = { { 0 } };
    iq_counters_add(&sum, &iq_counters_shared);
    for (const struct iq_thread *thread = iq_thread_first(); thread; thread = thread->next)
        iq_counters_add(&sum, &thread->counters);
    if (!iq_trace_begin(IQ_REC_COUNTERS))
        return;
    for (int i = 0; i < IQ_COUNTERS; i++) {
        iq_trace_u64(IQ_TAG_COUNTER, (uint64_t)i);
        iq_trace_u64(IQ_TAG_COUNT, sum.value[i]);
    }
    iq_trace_end();
}

void iq_core_refuse_ipc(void) { __atomic_store_n(&iq_core.ipc_refused, true, __ATOMIC_RELAXED); }

void iq_core_exit_begins(void) { iq_core.exiting = true; }

/* What can be written however the process ends. */
static void finish(bool orderly)
{
    if (!iq_trace_is_open())
        return;
    IQ_FOR_EACH_API(api)
        if (api->collect)
            api->collect();
    if (!iq_core.config.traced_only)
        iq_call_port.process_ends(orderly);
    iq_footprint_review(true);
    iq_modules_write();
    write_coverage();
    write_counters();
    if (iq_stack_any_cut())
        write_message(
            IQ_MESSAGE_INFO,
            "the program has more than 65536 different call stacks: of later ones only the "
            "innermost frames were kept, and findings that differ in the others are one");
}

void iq_core_at_exit(int code)
{
    if (!iq_core.started || iq_core.finished)
        return;
    iq_tracer_finish();
    finish(true);
    iq_findings_stop();
    iq_perfmap_keep(iq_core.config.session);
    if (iq_trace_begin(IQ_REC_EXIT)) {
        iq_trace_u64(IQ_TAG_EXIT_CODE, (uint64_t)(int64_t)code);
        iq_trace_end();
    }
    iq_core.finished = true;
}

void iq_core_before_exec(const char *path)
{
    if (!iq_core.started)
        return;
    iq_tracer_finish();
    finish(false);
    iq_perfmap_keep(iq_core.config.session);
    if (iq_trace_begin(IQ_REC_EXEC)) {
        iq_trace_text(IQ_TAG_PATH, path);
        iq_trace_end();
    }
}

void iq_core_exec_failed(void)
{
    if (iq_core.started && iq_trace_begin(IQ_REC_EXEC))
        iq_trace_end();
}

bool iq_core_is_capturing(void)
{
    return __atomic_load_n(&iq_core.captures, __ATOMIC_RELAXED) != 0;
}
bool iq_core_has_captured(void)
{
    return __atomic_load_n(&iq_core.capture_stream, __ATOMIC_RELAXED) != 0;
}

void iq_core_flush(void) { finish(false); }

void iq_core_after_fork_child(void)
{
    iq_locks_reset();
    if (!iq_core.started)
        return;
    iq_trace_after_fork();
    iq_tracer_after_fork();
    iq_recorder_after_fork();
    iq_thread_after_fork();
    iq_modules_after_fork();
    iq_compiled_after_fork();
    iq_findings_after_fork();
    iq_watchdog_after_fork();
    iq_guard_drop(0, UINT64_MAX);
    IQ_FOR_EACH_API(api)
        if (api->after_fork)
            api->after_fork();
    iq_context_mark_inherited();
    iq_core.forked = true;
    /* a child may be the first to initialise the driver */
    iq_core.inherited = iq_core.initialised.number != 0;
    iq_core.finished = false;
    iq_core.exiting = false;
    early_count = message_count = 0;
    __atomic_store_n(&iq_core.started, false, __ATOMIC_RELEASE);
    __atomic_add_fetch(&iq_handle_deaths, 1, __ATOMIC_RELEASE); /* what is good is found out anew */
    iq_arm(IQ_ARMED_START, true);
}
