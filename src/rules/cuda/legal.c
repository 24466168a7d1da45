/* bad-flags, bad-format, bad-size, bad-device, and handles in structs: arguments and members that
 * have only few legal values.  See legal.def. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "abi/cudart_abi.h"
#include "call/core.h"
#include "call/walk.h"
#include "process/hostmem.h"
#include "rules/rules.h"

enum { WORD = 64, READ_BYTES = 8, SHOWN = 16 };
enum what {
    LEGAL_VALUE,
    LEGAL_BITS,
    DEVICE_NUMBER,
    HANDLE_VALUE,
    NOT_ZERO,
    OPTION_LIST,
    GOOD_ONCE,
    STRUCT
};

struct member {
    const char *type;
    enum iq_rule_id rule;
    const char *name;
    uint8_t what; /* enum what */
    uint8_t bytes;
    uint16_t offset;
    /* offset of what decides whether it is one at all; -1: nothing does */
    int16_t when;
    uint32_t value;       /* that .when must have; HANDLE_VALUE: kind */
    uint64_t first, mask; /* OPTION_LIST: .mask is the last legal number */
    /* OPTION_LIST: the argument with their number; STRUCT: its type */
    const char *values;
};

/* clang-format off */
#define AT(type, member) offsetof(type, member)
#define BYTES(type, member) sizeof((type *)NULL)->member
static const struct member members[] = {
#define LEGAL(type, rule, member, first, mask, values) \
    { #type, rule, #member, LEGAL_VALUE, BYTES(type, member), AT(type, member), -1, 0, first, mask, values },
#define LEGAL_IF(type, rule, member, when, value, first, mask, values) \
    { #type, rule, #member, LEGAL_VALUE, BYTES(type, member), AT(type, member), AT(type, when), value, first, mask, values },
#define FLAGS(type, member, mask, values) \
    { #type, IQ_RULE_BAD_FLAGS, #member, LEGAL_BITS, BYTES(type, member), AT(type, member), -1, 0, 0, mask, values },
#define THERE(type, rule, member, what) \
    { #type, rule, #member, NOT_ZERO, BYTES(type, member), AT(type, member), -1, 0, 0, 0, what },
#define THERE_IF(type, rule, member, when, value, what) \
    { #type, rule, #member, NOT_ZERO, BYTES(type, member), AT(type, member), AT(type, when), value, 0, 0, what },
#define SPENT(type, rule, member, what) \
    { #type, rule, #member, GOOD_ONCE, BYTES(type, member), AT(type, member), -1, 0, 0, 0, what },
#define DEVICE(type, member) \
    { #type, IQ_RULE_BAD_DEVICE, #member, DEVICE_NUMBER, BYTES(type, member), AT(type, member), -1, 0, 0, 0, NULL },
#define DEVICE_IF(type, member, when, value) \
    { #type, IQ_RULE_BAD_DEVICE, #member, DEVICE_NUMBER, BYTES(type, member), AT(type, member), AT(type, when), value, 0, 0, NULL },
#define HANDLE(type, member, kind) \
    { #type, IQ_RULE_NONE, #member, HANDLE_VALUE, BYTES(type, member), AT(type, member), -1, IQ_KIND_##kind, 0, 0, NULL },
#define WITHIN(outer, member, value, inner) \
    { #outer, IQ_RULE_NONE, #member ".", STRUCT, 4, AT(outer, member), AT(outer, type), value, 0, 0, #inner },
#define OPTIONS(type, count, last) \
    { #type, IQ_RULE_BAD_FLAGS, "", OPTION_LIST, 4, 0, -1, 0, 0, last, count },
#include "rules/tables/legal.def"
#undef AT
#undef BYTES
};
/* clang-format on */

struct explain_legal {
    int64_t value;
    const char *values;       /* that are legal: a clause, NULL: those of .set */
    const struct iq_set *set; /* NULL: those of .values */
};
static void explain_legal(const struct iq_suspicion *suspicion, struct iq_call *call,
                          struct iq_words *words)
{
    const struct explain_legal *evidence = IQ_EVIDENCE(explain_legal, suspicion);
    const struct iq_set *set = evidence->set;
    const char *name = iq_guilty_name(suspicion, call);
    iq_str_printf(&words->message, "%s of %s is %lld, which is not a valid value", name,
                  call->entry->name, (long long)evidence->value);
    iq_str_puts(&words->cause, "it must be ");
    if (evidence->values)
        iq_str_puts(&words->cause, evidence->values);
    for (uint32_t i = 0; set && i < set->count && i < SHOWN; i++)
        iq_str_printf(&words->cause, "%s%s (%lld)", i ? ", " : "", set->members[i].name,
                      (long long)set->members[i].value);
    if (set && set->count > SHOWN)
        iq_str_printf(&words->cause, " or one of %u others", set->count - SHOWN);
    iq_str_puts(
        &words->fix,
        suspicion->member
            ? "set this member: zero the struct first, then fill in what the call needs"
            : "pass one of these constants; the value may come from a newer version of the API, or two arguments may be swapped");
}

static void explain_device(const struct iq_suspicion *suspicion, struct iq_call *call,
                           struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s: there is no device %d", suspicion->member,
                  call->entry->name, (int)suspicion->member_value);
    iq_str_puts(
        &words->cause,
        "valid device numbers are 0 to the number of visible devices minus 1; CUDA_VISIBLE_DEVICES hides devices and renumbers the rest");
    iq_str_puts(&words->fix,
                "pass a number below what cudaGetDeviceCount (cuDeviceGetCount) returns");
}

struct explain_bits {
    const char *values; /* that are legal: a clause */
    uint64_t unknown;   /* bits that are none of them */
};
static void explain_bits(const struct iq_suspicion *suspicion, struct iq_call *call,
                         struct iq_words *words)
{
    const struct explain_bits *evidence = IQ_EVIDENCE(explain_bits, suspicion);
    iq_str_printf(&words->message, "%s of %s is 0x%llx and has unknown bits: 0x%llx",
                  suspicion->member, call->entry->name, (unsigned long long)suspicion->member_value,
                  (unsigned long long)evidence->unknown);
    iq_str_printf(&words->cause, "the flags are %s", evidence->values);
    iq_str_puts(&words->fix, "pass a combination of these; zero the struct first");
}

struct explain_there {
    const char *meaning; /* of the member: a phrase */
};
static void explain_there(const struct iq_suspicion *suspicion, struct iq_call *call,
                          struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is %s", suspicion->member, call->entry->name,
                  suspicion->rule == IQ_RULE_NULL_POINTER ? "NULL" : "0");
    iq_str_printf(&words->cause, "it is %s", IQ_EVIDENCE(explain_there, suspicion)->meaning);
    iq_str_puts(&words->fix, "set this member before the call; zeroing the struct is not enough");
}

struct explain_spent {
    const char *reason; /* a sentence */
};
static void explain_spent(const struct iq_suspicion *suspicion, struct iq_call *call,
                          struct iq_words *words)
{
    iq_str_printf(
        &words->message,
        "%s of %s is refused: it was never created, belongs to another object, or is already in use",
        suspicion->member, call->entry->name);
    iq_str_puts(&words->cause, IQ_EVIDENCE(explain_spent, suspicion)->reason);
    iq_str_puts(&words->fix, "create a new handle for this node and pass it");
}

struct explain_option {
    uint64_t last; /* option that there is */
};
static void explain_option(const struct iq_suspicion *suspicion, struct iq_call *call,
                           struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is %llu, which is not an option", suspicion->member,
                  call->entry->name, (unsigned long long)suspicion->member_value);
    iq_str_printf(
        &words->cause,
        "options are numbers from 0 to %llu; one unknown option makes the whole call fail",
        (unsigned long long)IQ_EVIDENCE(explain_option, suspicion)->last);
    iq_str_puts(
        &words->fix,
        "check how the lists of options and values are filled: element i of one belongs to element i of the other, and both have as many elements as the count says");
}

static void explain_option_count(const struct iq_suspicion *suspicion, struct iq_call *call,
                                 struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is %u, more than there are options",
                  iq_arg_name(call, suspicion->arg), call->entry->name,
                  (unsigned)call->args[suspicion->arg]);
    iq_str_puts(&words->cause, "it is the length of the lists of options and values");
    iq_str_puts(&words->fix, "pass the number of elements of both lists");
}

static void explain_zeroed(const struct iq_suspicion *suspicion, struct iq_call *call,
                           struct iq_words *words)
{
    bool registers = suspicion->rule == IQ_RULE_BAD_SIZE;
    iq_str_printf(
        &words->message,
        registers
            ? "%s of %s is CU_JIT_MAX_REGISTERS (0), with the value 0"
            : "%s of %s is CU_LIBRARY_HOST_UNIVERSAL_FUNCTION_AND_DATA_TABLE (0), with the value NULL",
        suspicion->member, call->entry->name);
    iq_str_puts(
        &words->cause,
        registers
            ? "a thread needs registers; lists that were only zeroed say this"
            : "the driver reads a table of host functions there, and may crash; lists that were only zeroed say this");
    iq_str_puts(
        &words->fix,
        registers
            ? "fill in both lists, or pass 0 as their length; for no limit leave the option out"
            : "fill in both lists, or pass 0 as their length; without a table leave the option out");
}

static uint64_t number_at(uint64_t address, uint32_t bytes, bool *readable)
{
    uint8_t raw[READ_BYTES] = { 0 };
    uint64_t value = 0;
    *readable = iq_hostmem_copy(address, raw, bytes);
    memcpy(&value, raw, sizeof value);
    return value;
}

/* A struct: where it lies, and what is written in front of its members' names. */
struct whole {
    uint64_t at;
    const char *prefix;
};

static const char *path_of(const struct iq_arg *role, const struct whole *whole,
                           const struct member *member)
{
    char path[96];
    snprintf(path, sizeof path, "%s%s%s%s", role->name, strchr(role->type, '*') ? "->" : ".",
             whole->prefix, member->name);
    return iq_name_intern(path);
}

static void send_handle(const struct iq_event *event, int arg, const struct whole *whole,
                        const struct member *member, uint64_t value)
{
    enum iq_kind kind = (enum iq_kind)member->value;
    struct iq_event use = *event;
    if (!value || (kind == IQ_KIND_STREAM && value <= 2))
        return;
    use.verb = IQ_VERB_USE;
    use.arg = arg;
    use.role = &event->call->entry->args[arg];
    use.value = value;
    use.kind = kind;
    use.member = path_of(use.role, whole, member);
    use.handle = iq_handle_find(kind, value);
    if (use.handle &&
        (!iq_kind_fits(kind, (enum iq_kind)use.handle->kind) || iq_handle_is_dead(use.handle)))
        /* what is said of such handles is said before a call is forwarded */
        use.phase = IQ_PHASE_BEFORE;
    iq_rule_dispatch(&use);
}

/* The first option of the list that has no such number, or is option 0 without a value.  A driver
 * crashes on the latter if it is an option of libraries: that is looked at before the call. */
static void check_options(const struct iq_event *event, int arg, const struct member *list)
{
    enum { MOST = 64 };
    const struct iq_call *call = event->call;
    int count = iq_entry_arg_named(call->entry, list->values);
    char path[96];
    bool readable = true, has_value, jit = strcmp(list->values, "numLibraryOptions"),
         before = event->phase == IQ_PHASE_BEFORE;
    if (before && jit)
        return;
    if (count >= 0 && (uint32_t)call->args[count] > MOST) {
        if (before)
            return;
        struct iq_suspicion suspicion =
            iq_suspicion_at(event, IQ_RULE_BAD_SIZE, IQ_RANK_CODE + 8, count);
        suspicion.explain = explain_option_count;
        iq_suspect(&suspicion);
        return;
    }
    for (uint32_t i = 0; count >= 0 && i < (uint32_t)call->args[count] && i < MOST && readable;
         i++) {
        uint64_t value = number_at(call->args[arg] + i * list->bytes, list->bytes, &readable);
        bool zeroed =
            !value &&
            !number_at(call->args[arg + 1] + i * sizeof(void *), jit ? 4 : 8, &has_value) &&
            (has_value || (!jit && !call->args[arg + 1]));
        if (!readable || (!zeroed && (before || value <= list->mask)))
            continue;
        enum iq_rule_id rule = !zeroed ? list->rule : jit ? IQ_RULE_BAD_SIZE : IQ_RULE_NULL_POINTER;
        struct iq_suspicion suspicion = iq_suspicion_at(event, rule, IQ_RANK_CODE + 7, arg);
        snprintf(path, sizeof path, "%s[%u]", call->entry->args[arg].name, i);
        suspicion.member = iq_name_intern(path);
        suspicion.member_value = value;
        IQ_EXPLAIN(&suspicion, explain_option, .last = list->mask);
        if (zeroed)
            suspicion.explain = explain_zeroed;
        if (before)
            suspicion.contain = IQ_ANSWER_ARGUMENT;
        iq_suspect(&suspicion);
        return;
    }
}

/* The name of a type without the word struct. */
static const char *bare(const char *type) { return type + (strncmp(type, "struct ", 7) ? 0 : 7); }

static void check_members(const struct iq_event *event, int arg, const char *type, size_t length,
                          const struct whole *whole);

static void check_member(const struct iq_event *event, int arg, const struct whole *whole,
                         const struct member *member)
{
    bool readable, decided = true;
    if (member->what == OPTION_LIST) {
        check_options(event, arg, member);
        return;
    }
    uint64_t value = number_at(whole->at + member->offset, member->bytes, &readable);
    if (readable && member->when >= 0)
        decided = number_at(whole->at + (uint64_t)member->when, 4, &readable) == member->value;
    if (!readable || !decided)
        return;
    if (member->what == STRUCT) {
        const char *inner = bare(member->values);
        check_members(event, arg, inner, strlen(inner),
                      &(struct whole){ whole->at + member->offset, member->name });
        return;
    }
    if (member->what == HANDLE_VALUE) {
        send_handle(event, arg, whole, member, value);
        return;
    }
    uint64_t index = value - member->first;
    bool once = member->what == GOOD_ONCE;
    bool legal = once                          ? !value
                 : member->what == NOT_ZERO    ? value
                 : member->what == LEGAL_BITS  ? !(value & ~member->mask)
                 : member->what == LEGAL_VALUE ? index < WORD && member->mask >> index & 1
                                               : iq_core_has_device((int32_t)value);
    /* planes of video, blocks: there are many, and more to come */
    bool other_format = !strcmp(member->name, "Format") && index >= WORD && value < 0x400;
    if (legal || other_format ||
        (member->what == DEVICE_NUMBER && event->result != CUDA_ERROR_INVALID_DEVICE &&
         event->result != CUDA_ERROR_INVALID_VALUE))
        return;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, member->rule, once ? IQ_RANK_CODE + 5 : IQ_RANK_CODE + 8, arg);
    suspicion.member = path_of(&event->call->entry->args[arg], whole, member);
    suspicion.member_value = value;
    suspicion.explain = explain_device;
    if (once)
        IQ_EXPLAIN(&suspicion, explain_spent, .reason = member->values);
    else if (member->what == NOT_ZERO)
        IQ_EXPLAIN(&suspicion, explain_there, .meaning = member->values);
    else if (member->what == LEGAL_BITS)
        IQ_EXPLAIN(&suspicion, explain_bits, .values = member->values,
                   .unknown = value & ~member->mask);
    else if (member->what == LEGAL_VALUE)
        IQ_EXPLAIN(&suspicion, explain_legal, .value = (int64_t)value, .values = member->values);
    iq_suspect(&suspicion);
}

/* Of the struct [type], which is [length] characters long. */
static void check_members(const struct iq_event *event, int arg, const char *type, size_t length,
                          const struct whole *whole)
{
    for (size_t i = 0; i < IQ_COUNT_OF(members); i++)
        if (!strncmp(bare(members[i].type), type, length) && !bare(members[i].type)[length])
            check_member(event, arg, whole, &members[i]);
}

static bool may_be_argument(int64_t result)
{
    return result == CUDA_ERROR_INVALID_VALUE || result == CUDA_ERROR_INVALID_DEVICE ||
           result == CUDA_ERROR_INVALID_CONTEXT || result == CUDA_ERROR_INVALID_HANDLE ||
           result == CUDA_ERROR_NOT_SUPPORTED;
}

static void check_structs(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    if (!may_be_argument(event->result))
        return;
    for (int arg = 0; arg < call->entry->arg_count; arg++) {
        const char *type;
        size_t length = iq_plain_type(call->entry->args[arg].type, &type);
        if (call->args[arg])
            check_members(event, arg, type, length, &(struct whole){ call->args[arg], "" });
    }
}

/* The options of a library, of which drivers read the values before they look at anything else.
 * Option 1 needs none: cuBLAS passes no list for it. */
static void check_library_options(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    int arg = iq_entry_arg_named(call->entry, "libraryOptions");
    const char *type;
    size_t length = arg < 0 ? 0 : iq_plain_type(call->entry->args[arg].type, &type);
    if (length && call->args[arg])
        check_members(event, arg, type, length, &(struct whole){ call->args[arg], "" });
}

static bool loads_library(const struct iq_entry *entry)
{
    return entry->operation == IQ_OP_LOAD_LIBRARY;
}

struct explain_pool_attribute {
    uint64_t attribute;
};
static void explain_pool_attribute(const struct iq_suspicion *suspicion, struct iq_call *call,
                                   struct iq_words *words)
{
    uint64_t attribute = IQ_EVIDENCE(explain_pool_attribute, suspicion)->attribute;
    bool high = attribute == CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH ||
                attribute == CU_MEMPOOL_ATTR_USED_MEM_HIGH;
    iq_str_printf(&words->message, "%s of %s is an attribute that %s",
                  iq_guilty_name(suspicion, call), call->entry->name,
                  high ? "can only be set to 0" : "is read-only");
    iq_str_puts(
        &words->cause,
        "the pool maintains its counters itself; a program can set how memory is reused (1 to 3) and how much is kept (4), and reset the two high-water marks to 0");
    iq_str_puts(
        &words->fix,
        high
            ? "pass the address of a 64-bit 0"
            : "read it with the Get call, or set the release threshold (4) to keep memory in the pool");
}

static void check_pool(const struct iq_event *event)
{
    if (event->result != CUDA_ERROR_INVALID_VALUE || event->role->role != IQ_ROLE_ENUM ||
        event->call->entry->operation != IQ_OP_SET_POOL_ATTRIBUTE ||
        event->value < CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT ||
        event->value > CU_MEMPOOL_ATTR_USED_MEM_HIGH || !event->call->args[event->arg + 1])
        return;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_BAD_FLAGS, IQ_RANK_CODE + 6, event->arg);
    IQ_EXPLAIN(&suspicion, explain_pool_attribute, .attribute = event->value);
    iq_suspect(&suspicion);
}

static void explain_multiple(const struct iq_suspicion *suspicion, struct iq_call *call,
                             struct iq_words *words)
{
    const struct iq_arg *role = &call->entry->args[suspicion->arg];
    bool count = role->multiple == 1;
    iq_str_printf(&words->message,
                  count ? "%s of %s is %llu" : "%s of %s is %llu, which is not a multiple of %u",
                  role->name, call->entry->name, (unsigned long long)call->args[suspicion->arg],
                  role->multiple);
    if (count)
        iq_str_puts(&words->cause, "the call does not accept 0");
    else
        iq_str_puts(
            &words->cause,
            "addresses and physical memory are allocated in whole device pages, usually of 2 MiB");
    iq_str_puts(&words->fix,
                count ? "pass 1 or more, or skip the call"
                      : "round up to a multiple of what cuMemGetAllocationGranularity returns");
}

static void check_multiple(const struct iq_event *event)
{
    uint64_t value = event->role->bytes == 4 ? (uint32_t)event->value : event->value;
    if (!event->role->multiple || event->result != CUDA_ERROR_INVALID_VALUE ||
        (value ? value % event->role->multiple == 0 : event->role->optional))
        return;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_BAD_SIZE, IQ_RANK_CODE + 7, event->arg);
    suspicion.explain = explain_multiple;
    iq_suspect(&suspicion);
}

static void explain_limit(const struct iq_suspicion *suspicion, struct iq_call *call,
                          struct iq_words *words)
{
    bool unknown = call->result == CUDA_ERROR_UNSUPPORTED_LIMIT;
    if (unknown)
        iq_str_printf(&words->message, "%s of %s is a limit that this device does not have",
                      iq_arg_name(call, suspicion->arg), call->entry->name);
    else {
        iq_str_printf(&words->message, "%s of %s is more than the device can set aside: ",
                      iq_arg_name(call, suspicion->arg), call->entry->name);
        iq_put_bytes(&words->message, call->args[suspicion->arg]);
    }
    iq_str_puts(
        &words->cause,
        unknown
            ? "which limits exist depends on device and toolkit; those of nested launches ended with CUDA 12"
            : "the device reserves a stack for every thread that it can run at once, and heaps and buffers once; all of them must fit into its memory");
    iq_str_puts(&words->fix,
                unknown ? "remove the call, or ignore its result"
                        : "pass a smaller limit; cudaDeviceGetLimit returns the present one");
}

/* (limit, value) */
static void check_limit(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    int limit = iq_entry_arg_named(call->entry, "limit");
    bool unknown = event->result == CUDA_ERROR_UNSUPPORTED_LIMIT;
    if (limit < 0 || call->entry->args[limit].role != IQ_ROLE_ENUM ||
        (!unknown && event->result != CUDA_ERROR_INVALID_VALUE) ||
        event->arg != (unknown ? limit : limit + 1) || !event->value)
        return;
    struct iq_suspicion suspicion = iq_suspicion_at(
        event, unknown ? IQ_RULE_BAD_FLAGS : IQ_RULE_BAD_SIZE, IQ_RANK_CODE + 5, event->arg);
    suspicion.explain = explain_limit;
    iq_suspect(&suspicion);
}

/* An enumeration's value that has no name.  Of attributes there may be newer ones than we know;
 * then the driver does not object. */
static void check_enum(const struct iq_event *event)
{
    const struct iq_set *set = iq_arg_set(event->role);
    if (event->role->role != IQ_ROLE_ENUM || !set ||
        (event->result != CUDA_ERROR_INVALID_VALUE &&
         event->result != CUDA_ERROR_UNSUPPORTED_LIMIT &&
         event->result != CUDA_ERROR_NOT_SUPPORTED))
        return;
    uint64_t value = event->role->bytes == 4 ? (uint32_t)event->value : event->value;
    for (uint32_t i = 0; i < set->count; i++)
        if (set->members[i].value == value)
            return;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_BAD_FLAGS, IQ_RANK_CODE + 8, event->arg);
    IQ_EXPLAIN(&suspicion, explain_legal, .value = (int32_t)value, .set = set);
    iq_suspect(&suspicion);
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(BEGIN), IQ_PHASE_BEFORE, check_library_options, .apis = IQ_CUDA,
      .concerns = loads_library },
    { IQ_ON(BEGIN), IQ_PHASE_FAILED, check_structs, .apis = IQ_CUDA },
    { IQ_ON(PASS), IQ_PHASE_FAILED, check_enum, .kinds = IQ_OF(NONE), .apis = IQ_CUDA },
    { IQ_ON(PASS), IQ_PHASE_FAILED, check_pool, .kinds = IQ_OF(NONE), .apis = IQ_CUDA },
    { IQ_ON(PASS), IQ_PHASE_FAILED, check_multiple, .kinds = IQ_OF(NONE), .apis = IQ_CUDA },
    { IQ_ON(PASS), IQ_PHASE_FAILED, check_limit, .kinds = IQ_OF(NONE), .apis = IQ_CUDA },
};
const struct iq_rule_family iq_rules_legal = { "legal", subscriptions, IQ_COUNT_OF(subscriptions) };
