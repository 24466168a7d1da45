/* bad-flags, bad-size, bad-device, unknown-handle...: what CUDA drivers refuse without saying what
 * is wrong, and no object tells.  See refused.def. */
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "abi/cudart_abi.h"
#include "call/core.h"
#include "call/walk.h"
#include "process/hostmem.h"
#include "rules/faults/crash_handle.h"
#include "rules/rules.h"

enum test {
    ANY,
    OUTSIDE,
    INSIDE,
    POINTED,
    BITS,
    PARTS,
    POWER,
    FRACTION,
    DESCRIPTOR,
    FOLDER,
    UNMAPPED,
    MISSING
};

struct refused_row {
    uint16_t operation;     /* enum iq_operation */
    uint16_t result;        /* or CRASHES */
    int8_t when;            /* argument that must be .is; -1: none */
    uint8_t is, test, arg;  /* enum test */
    const char *member;     /* of what .arg points to; "": .arg itself */
    uint16_t offset, bytes; /* of .member */
    uint64_t low, high;
    enum iq_rule_id rule;
    const char *what, *cause, *fix;
};

/* No status: the driver crashes, so the call is answered instead. */
enum { CRASHES = UINT16_MAX };

/* clang-format off */
#define BYTES(type, member) sizeof(((type *)NULL)->member)
/* The offset of [member], which is the same in both types: else the size of an array is negative. */
#define AT(type, twin, member) \
    (offsetof(type, member) + 0 * sizeof(char[1 - 2 * (offsetof(type, member) != offsetof(twin, member) || BYTES(type, member) != BYTES(twin, member))]))
static const struct refused_row refusals[] = {
#define REFUSED(operation, result, when, is, test, arg, low, high, rule, what, cause, fix) \
    { IQ_OP_##operation, result, when, is, test, arg, "", 0, 0, low, high, rule, what, cause, fix },
#define REFUSED_MEMBER(operation, result, when, is, test, arg, type, twin, member, low, high, rule, what, cause, fix) \
    { IQ_OP_##operation, result, when, is, test, arg, #member, AT(type, twin, member), BYTES(type, member), low, high, rule, what, cause, fix },
#include "rules/tables/refused.def"
#undef AT
#undef BYTES
};
/* clang-format on */

/* What the process has under [number]: "is not open", "is /dev/null". */
static void put_file(struct iq_str *text, int number)
{
    char link[40], path[120];
    snprintf(link, sizeof link, "/proc/self/fd/%d", number);
    ssize_t length = readlink(link, path, sizeof path - 1);
    iq_str_printf(text, "descriptor %d is ", number);
    if (length <= 0) {
        iq_str_puts(text, "not open in this process; ");
        return;
    }
    path[length] = 0;
    iq_str_printf(text, "%s; ", path);
}

struct explain_refusal {
    const struct refused_row *row; /* that fits */
    uint64_t value;                /* of the argument or member; 0: not said */
};
static void explain_refusal(const struct iq_suspicion *suspicion, struct iq_call *call,
                            struct iq_words *words)
{
    const struct explain_refusal *evidence = IQ_EVIDENCE(explain_refusal, suspicion);
    const struct refused_row *row = evidence->row;
    uint64_t value = evidence->value;
    iq_str_printf(&words->message, "%s of %s %s", iq_guilty_name(suspicion, call),
                  call->entry->name, row->what);
    if (row->test == FRACTION) {
        uint32_t bits = (uint32_t)value;
        float ratio;
        memcpy(&ratio, &bits, sizeof ratio);
        iq_str_printf(&words->message, ": %g", (double)ratio);
    } else if (!*row->member && !strcmp(call->entry->args[row->arg].type, "int") && value >> 31)
        iq_str_printf(&words->message, ": %d", (int)(uint32_t)value);
    else if (value && row->test != ANY && row->test != DESCRIPTOR && row->test != FOLDER)
        iq_str_printf(&words->message, value >> 63 || row->test == BITS ? ": 0x%llx" : ": %llu",
                      (unsigned long long)value);
    if (row->test == DESCRIPTOR)
        put_file(&words->cause, (int)value);
    iq_str_puts(&words->cause, row->cause);
    iq_str_puts(&words->fix, row->fix);
}

/* False where it cannot be read. */
static bool read_value(const struct iq_call *call, const struct refused_row *row, uint64_t *value)
{
    uint64_t address = call->args[row->arg];
    size_t bytes = row->test == POINTED ? sizeof *value : row->bytes;
    *value = 0;
    if (!bytes) {
        *value = call->entry->args[row->arg].bytes == 4 ? (uint32_t)address : address;
        return true;
    }
    return row->test == ANY || iq_hostmem_copy(address + row->offset, value, bytes);
}

/* Can no file be made at [path]? */
static bool is_out_of_reach(uint64_t path)
{
    char folder[512];
    size_t length = iq_hostmem_copy_text((const char *)(uintptr_t)path, folder, sizeof folder - 1);
    while (length && folder[length - 1] != '/')
        length--;
    if (!path || length >= sizeof folder - 1)
        return false;
    strcpy(length ? folder + length : folder, ".");
    return access(folder, W_OK);
}

static bool is_unmapped(uint64_t address)
{
    struct iq_hostmem_region region;
    return !iq_hostmem_look(address, &region) || !region.readable;
}

static bool is_guilty(const struct refused_row *row, uint64_t value)
{
    switch (row->test) {
    case OUTSIDE:
    case POINTED: return value < row->low || value > row->high;
    case INSIDE: return value >= row->low && value <= row->high;
    case BITS: return value & ~row->low;
    case PARTS: return value % row->low;
    case POWER: return value & (value - 1);
    /* 1.0; floats above 0 are in the order of their bits, and those below have the highest one */
    case FRACTION: return value > 0x3f800000u;
    case FOLDER: return is_out_of_reach(value);
    case UNMAPPED: return is_unmapped(value);
    default: return true;
    }
}

static bool has_value(const struct iq_call *call, uint64_t arg)
{
    return call->entry->args[arg].bytes == 4 ? (uint32_t)call->args[arg] : call->args[arg];
}

static bool is_about(const struct refused_row *row, const struct iq_entry *entry)
{
    return entry->operation == row->operation && row->arg < entry->arg_count;
}

static bool is_listed(const struct iq_entry *entry)
{
    for (size_t i = 0; i < IQ_COUNT_OF(refusals); i++)
        if (is_about(&refusals[i], entry))
            return true;
    return false;
}

static bool is_listed_to_crash(const struct iq_entry *entry)
{
    for (size_t i = 0; i < IQ_COUNT_OF(refusals); i++)
        if (refusals[i].result == CRASHES && is_about(&refusals[i], entry))
            return true;
    return false;
}

static void suspect_row(const struct iq_event *event, const struct refused_row *row, uint64_t value)
{
    const struct iq_arg *role = &event->call->entry->args[row->arg];
    struct iq_suspicion suspicion = iq_suspicion_at(event, row->rule, IQ_RANK_CODE + 6, row->arg);
    char path[96];
    if (*row->member) {
        snprintf(path, sizeof path, "%s%s%s", role->name, strchr(role->type, '*') ? "->" : ".",
                 row->member);
        suspicion.member = iq_name_intern(path);
        suspicion.member_value = row->test == ANY || row->test == FRACTION ? IQ_NO_VALUE : value;
    }
    const struct iq_handle *linker = iq_handle_find(IQ_KIND_LINK_STATE, event->call->args[0]);
    /* once it has refused an input it refuses the rest */
    suspicion.cause = linker && linker->kind == IQ_KIND_LINK_STATE
                          ? iq_cause(IQ_CAUSE_LINKER, linker->created.number)
                          : 0;
    suspicion.contain = row->result == CRASHES ? IQ_ANSWER_ARGUMENT : 0;
    IQ_EXPLAIN(&suspicion, explain_refusal, .row = row, .value = value);
    iq_suspect(&suspicion);
}

static void check_refused(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    int64_t result = event->phase == IQ_PHASE_BEFORE ? CRASHES : event->result;
    for (size_t i = 0; i < IQ_COUNT_OF(refusals); i++) {
        const struct refused_row *row = &refusals[i];
        uint64_t value;
        if (row->result != result || !is_about(row, call->entry) ||
            (row->when >= 0 && (uint32_t)call->args[row->when] != row->is) ||
            !read_value(call, row, &value) ||
            (row->test == MISSING ? value || !has_value(call, row->low) : !is_guilty(row, value)))
            continue;
        suspect_row(event, row, value);
        return;
    }
}

/* The row that says what the call's only opaque handle must be. */
static const struct refused_row *handle_row(const struct iq_entry *entry)
{
    for (size_t i = 0; i < IQ_COUNT_OF(refusals); i++)
        if (refusals[i].test == ANY && refusals[i].rule == IQ_RULE_UNKNOWN_HANDLE &&
            refusals[i].result == CUDA_ERROR_INVALID_VALUE && is_about(&refusals[i], entry))
            return &refusals[i];
    return NULL;
}

bool iq_crash_is_by_refusal(const struct iq_call *call, struct iq_finding *finding,
                            struct iq_str *message, struct iq_str *cause)
{
    const struct refused_row *row =
        call->entry->api <= IQ_API_CUDART ? handle_row(call->entry) : NULL;
    if (!row)
        return false;
    finding->rule = row->rule;
    finding->arg_index = row->arg;
    finding->fix = row->fix;
    iq_str_printf(message, "%s crashed: %s %s", call->entry->name, iq_arg_name(call, row->arg),
                  row->what);
    iq_str_puts(cause, row->cause);
    return true;
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(BEGIN), IQ_PHASE_BEFORE, check_refused, .apis = IQ_CUDA,
      .concerns = is_listed_to_crash },
    { IQ_ON(END), IQ_PHASE_FAILED, check_refused, .apis = IQ_CUDA, .concerns = is_listed },
};
const struct iq_rule_family iq_rules_refused = { "refused", subscriptions,
                                                 IQ_COUNT_OF(subscriptions) };
