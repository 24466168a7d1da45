/* What the rest of the guest (wrap, audit, generated wrappers) asks of core, besides the two
 * functions of call.h.
 * Threads: any, unless said otherwise.  Nothing here calls the driver, exits, or prints to stdout.
 * Fork: call iq_core_after_fork_child in the child before anything else. */
#ifndef IQ_CALL_GUEST_H
#define IQ_CALL_GUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "call/call.h"
#include "model/entry.h"
#include "trace/finding.h"

/* Options, as the launcher passes them in the environment (INQUEST_<NAME>).  Strings are borrowed
 * for ever. */
struct iq_config {
    /* INQUEST_TRACE: file descriptor for one line per call; -1: no such lines */
    int trace_fd;
    uint32_t max;     /* INQUEST_MAX: findings kept in full */
    bool contain;     /* INQUEST_CONTAIN=yes|no */
    bool stop;        /* INQUEST_STOP=1 */
    bool verbose;     /* INQUEST_VERBOSE=1 */
    bool quiet;       /* INQUEST_QUIET=1 */
    bool traced_only; /* INQUEST_NO_CHECKS=1: `inquest trace`: no rules */
    /* INQUEST_WATCHDOG, there in seconds: a wait without progress for so long is reported; 0:
     * never; 60 s by default */
    uint64_t watchdog_ns;
    uint64_t record;       /* INQUEST_RECORD: how many of the last calls are kept; 0: none */
    bool record_arguments; /* INQUEST_RECORD_ARGUMENTS=yes|no: with what they were made with */
    /* INQUEST_SESSION: folder for trace files; NULL: no trace is written */
    const char *session;
    const char *rules;    /* INQUEST_RULES: comma-separated ids that are checked; NULL: all */
    const char *no_rules; /* INQUEST_NO_RULES */
    /* INQUEST_TRACE_FILTER: comma-separated call names, globs, prefix ! excludes; NULL: all */
    const char *trace_filter;
    /* INQUEST_TRACE_TIMES, _THREADS, _STACKS, _SUMMARY=1: what else is written of each call, or
     * one table instead of all lines */
    bool trace_times, trace_threads, trace_stacks, trace_summary;
    /* INQUEST_DEEP_LOG: where Oclgrind writes; NULL: it is not below us */
    const char *deep_log;
    /* INQUEST_FAIL: calls that are made to fail, see base/fail_spec.h; NULL: none */
    const char *fail;
    uint64_t fail_seed; /* INQUEST_FAIL_SEED */
    bool fail_sites;    /* INQUEST_FAIL_SITES=1: only note where calls could fail */
    int64_t rank;       /* in a parallel job; -1: in none */
    /* INQUEST_COMMAND_LINE: what stood after `inquest`, for a second run; NULL: not known */
    const char *rerun;
};

/* Fills [config] from an environment array ("NAME=value" strings, NULL at the end).  Unknown words
 * keep the default. */
void iq_config_parse(struct iq_config *config, char *const *environment);

/* Value of [name] in [environment], NULL if absent.  Works before libc is ready. */
const char *iq_config_value(char *const *environment, const char *name);

/* Keeps a copy of [config]; call once, from the guest's constructor or the first wrapper.  Cheap:
 * maps nothing big, opens no file (that happens at the first GPU call).  Returns 0, IQ_ENOMEM. */
int iq_core_init(const struct iq_config *config);

/* In the child of fork: own trace file, no foreign threads, contexts of the parent marked as not
 * inherited. */
void iq_core_after_fork_child(void);

/* The process is about to end in an orderly way: leaks, coverage, EXIT record.  Also before _exit
 * and exec. */
void iq_core_at_exit(int code);

/* The process image is about to be replaced by [path]; iq_core_exec_failed when that did not
 * happen. */
void iq_core_before_exec(const char *path);
void iq_core_exec_failed(void);

/* main has returned or exit was called; later GPU calls come from destructors and atexit
 * handlers. */
void iq_core_exit_begins(void);

/* Site of __cudaPushCallConfiguration: the next launch on this thread is a <<<>>> there. */
void iq_core_set_push_site(struct iq_site site);

/* Was [value] a handle of [kind] that has been destroyed, and not created again since? (For parking
 * recycled values.) */
bool iq_core_was_destroyed(enum iq_kind kind, uint64_t value);

/* A value handed out by the driver was parked: created but never shown to the program. */
void iq_core_parked(enum iq_kind kind, uint64_t value);

/* Runtime kernels and variables: host shadow address -> device name.  [name] is copied. */
void iq_core_register_function(const void *host, const char *name);
void iq_core_register_variable(const void *host, const char *name, size_t size);

/* Device name of a host shadow function, or of a CUfunction/CUkernel that we know; NULL if
 * unknown. */
const char *iq_core_function_name(uint64_t function);

/* The device, or whoever has waited for it, stores [value] in [word] when the launch that is being
 * made is over, and greater values for later ones of the same stream.  [word] lives as long as the
 * process. */
void iq_core_launch_marker(const uint32_t *word, uint32_t value);

/* Streams that the program has made or used so far, default ones included; as far as order is
 * followed. */
uint32_t iq_core_streams(void);

/* More launches are to be remembered than a driver has in flight, and what their arguments point
 * to. */
void iq_core_keep_launches(void);

/* A call for an inter-process handle is refused because of an option. */
void iq_core_refuse_ipc(void);

/* Blocks of device memory are longer than the program asked for: the driver lets pass what runs a
 * little past their end. */
void iq_core_expect_roomy_blocks(void);

/* Has any stream begun a capture?  Is one under way? */
bool iq_core_has_captured(void);
bool iq_core_is_capturing(void);

/* A moment, to tell later launches from earlier ones. */
uint64_t iq_core_launches(void);

/* After the device memory of [size] bytes at [base] a pattern of ours was found damaged: [bytes]
 * bytes from the [first] after the end on.  It was intact after [launches]. */
void iq_core_canary_damaged(uint64_t base, uint64_t size, uint64_t first, uint64_t bytes,
                            uint64_t launches);

enum iq_message_level { IQ_MESSAGE_INFO, IQ_MESSAGE_WARNING, IQ_MESSAGE_ERROR };

/* Something that the user must hear; goes to the trace once per text. */
void iq_core_message(enum iq_message_level level, const char *text);

/* A call that is forwarded without being understood: counted by name. */
void iq_core_coverage_untracked(const char *name);

/* "patched", "hidden" (a runtime was found whose entry points could not be) or "none". */
void iq_core_set_runtime(const char *state);

/* Which device the calls go to: real or soft, path of the driver, its version (cuDriverGetVersion),
 * names of devices. */
void iq_core_set_device(bool soft, const char *driver_path, int driver_version,
                        const char *const *names, int name_count);

/* A device of another API that the program looks at.  [api] is the word of reports, "opencl"; texts
 * are copied. */
void iq_core_add_device(const char *api, bool on_cpu, const char *driver, const char *name);

/* Launch limits of a device; before that those common to every device since compute capability 3.0
 * are used. */
struct iq_device_limits {
    int major, minor;
    uint32_t threads_per_block, block[3], grid[3];
    uint32_t shared_per_block, shared_per_block_optin;
    uint64_t memory_bytes;
    bool pageable; /* kernels may use ordinary host memory */
};
void iq_core_set_limits(int ordinal, const struct iq_device_limits *limits);

/* Address ranges whose frames are left out of call stacks (guest, driver, cudart text, soft
 * libraries). */
void iq_core_hide_range(uintptr_t begin, uintptr_t end);

/* Number of the last outermost call that began on this thread; for "N calls ago". */
uint64_t iq_core_call_count(void);

/* Is the calling thread inside a tracked call (so that a driver call made now is nested)? */
bool iq_core_inside_call(void);

#endif
