/* bad-flags, bad-format, bad-size, bad-device, and handles in structs: arguments and members that have only few legal values.  See legal.def. */
#include <stdio.h>
#include <string.h>

#include "call/core.h"
#include "process/hostmem.h"
#include "call/walk.h"
#include "rules/rules.h"

enum { WORD = 64, READ_BYTES = 8, SHOWN = 16 };
enum { POOL_RESERVED = 5, POOL_RESERVED_HIGH, POOL_USED, POOL_USED_HIGH };      /* attributes */
enum { UNSUPPORTED_LIMIT = 215 };
enum what { LEGAL_VALUE, DEVICE_NUMBER, HANDLE_VALUE, NOT_ZERO, OPTION_LIST, GOOD_ONCE, STRUCT };
enum { INNER = 16 /* where structs lie in others */ };

struct member {
    const char *type, *rule, *name;
    uint8_t what;                   /* enum what */
    uint8_t bytes;
    uint16_t offset;
    int16_t when;                   /* offset of what decides whether it is one at all; -1: nothing does */
    uint32_t value;                 /* that .when must have; HANDLE_VALUE: kind */
    uint64_t first, mask;           /* OPTION_LIST: .mask is the last legal number */
    const char *values;             /* OPTION_LIST: the argument with their number; STRUCT: its type */
};

static const struct member members[] = {
#define LEGAL(type, rule, name, offset, bytes, first, mask, values) { type, rule, name, LEGAL_VALUE, bytes, offset, -1, 0, first, mask, values },
#define DEVICE(type, name, offset, when, value) { type, "bad-device", name, DEVICE_NUMBER, 4, offset, when, value, 0, 0, NULL },
#define HANDLE(type, name, offset, kind) { type, NULL, name, HANDLE_VALUE, 8, offset, -1, IQ_KIND_##kind, 0, 0, NULL },
#define LEGAL_IF(type, rule, name, offset, bytes, when, value, first, mask, values) { type, rule, name, LEGAL_VALUE, bytes, offset, when, value, first, mask, values },
#define SPENT(type, rule, name, offset, bytes, what) { type, rule, name, GOOD_ONCE, bytes, offset, -1, 0, 0, 0, what },
#define WITHIN(type, name, value, inner) { type, NULL, name, STRUCT, 4, 0, 0, value, 0, 0, inner },
#define THERE(type, rule, name, offset, bytes, what) { type, rule, name, NOT_ZERO, bytes, offset, -1, 0, 0, 0, what },
#define OPTIONS(type, count, last) { type, "bad-flags", "", OPTION_LIST, 4, 0, -1, 0, 0, last, count },
#include "rules/tables/legal.def"
};

static void explain_legal(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    const char *values = suspicion->pointer[0];
    const struct iq_set *set = suspicion->pointer[1];
    const char *name = iq_guilty_name(suspicion, call);
    iq_str_printf(&words->message, "%s of %s is %lld, which is none of its values", name, call->entry->name, (long long)suspicion->number[0]);
    iq_str_puts(&words->cause, "it must be ");
    if (values)
        iq_str_puts(&words->cause, values);
    for (uint32_t i = 0; set && i < set->count && i < SHOWN; i++)
        iq_str_printf(&words->cause, "%s%s (%lld)", i ? ", " : "", set->members[i].name, (long long)set->members[i].value);
    if (set && set->count > SHOWN)
        iq_str_printf(&words->cause, " or one of %u others", set->count - SHOWN);
    iq_str_puts(&words->fix, suspicion->member ? "set this member; start from a struct that is zeroed, and fill in what is needed" :
                "pass one of these constants; a number from elsewhere may be one of a newer version, or two arguments may be swapped");
}

static void explain_device(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s: there is no device %d", suspicion->member, call->entry->name, (int)suspicion->number[0]);
    iq_str_puts(&words->cause, "devices are numbered from 0 to the number of visible devices less one; CUDA_VISIBLE_DEVICES hides devices and renumbers the rest");
    iq_str_puts(&words->fix, "ask cudaGetDeviceCount (or cuDeviceGetCount) and stay below it");
}

static void explain_there(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is %s", suspicion->member, call->entry->name, !strcmp(suspicion->rule, "null-pointer") ? "NULL" : "0");
    iq_str_printf(&words->cause, "it is %s", (const char *)suspicion->pointer[0]);
    iq_str_puts(&words->fix, "set this member before the call; a struct that is only zeroed lacks it");
}

static void explain_spent(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is refused: it was never made, is another object's, or is used already", suspicion->member, call->entry->name);
    iq_str_puts(&words->cause, suspicion->pointer[0]);
    iq_str_puts(&words->fix, "pass a new one");
}

static void explain_option(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is %llu, which is no option", suspicion->member, call->entry->name, (unsigned long long)suspicion->number[0]);
    iq_str_printf(&words->cause, "options are numbers from 0 to %llu; the whole call fails because of one that is unknown", (unsigned long long)suspicion->number[1]);
    iq_str_puts(&words->fix, "look at how the two lists of options and values are filled: element i of one belongs to element i of the other, and both are as long as their number says");
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
struct whole { uint64_t at; const char *prefix; };

static const char *path_of(const struct iq_arg *role, const struct whole *whole, const struct member *member)
{
    char path[96];
    snprintf(path, sizeof path, "%s%s%s%s", role->name, strchr(role->type, '*') ? "->" : ".", whole->prefix, member->name);
    return iq_name_intern(path);
}

static void send_handle(const struct iq_event *event, int arg, const struct whole *whole, const struct member *member, uint64_t value)
{
    enum iq_kind kind = (enum iq_kind)member->value;
    struct iq_event use = *event;
    if (!value || (kind == IQ_KIND_STREAM && value <= 2))
        return;
    use.kind = IQ_EVENT_USE;
    use.arg = arg;
    use.role = &event->call->entry->args[arg];
    use.value = value;
    use.wanted = kind;
    use.member = path_of(use.role, whole, member);
    use.handle = iq_handle_find(kind, value);
    if (use.handle && (!iq_kind_fits(kind, (enum iq_kind)use.handle->kind) || iq_handle_is_dead(use.handle)))
        use.phase = IQ_PHASE_BEFORE;        /* what is said of such handles is said before a call is forwarded */
    iq_rule_dispatch(&use);
}

/* The first option of the list that has no such number. */
static void check_options(const struct iq_event *event, int arg, const struct member *list)
{
    enum { MOST = 64 };
    const struct iq_call *call = event->call;
    int count = iq_entry_arg_named(call->entry, list->values);
    char path[96];
    bool readable = true;
    for (uint32_t i = 0; count >= 0 && i < (uint32_t)call->args[count] && i < MOST && readable; i++) {
        uint64_t value = number_at(call->args[arg] + i * list->bytes, list->bytes, &readable);
        if (!readable || value <= list->mask)
            continue;
        struct iq_suspicion suspicion = iq_suspicion_at(event, list->rule, IQ_RANK_CODE + 7, arg);
        snprintf(path, sizeof path, "%s[%u]", call->entry->args[arg].name, i);
        suspicion.member = iq_name_intern(path);
        suspicion.member_value = suspicion.number[0] = value;
        suspicion.number[1] = list->mask;
        suspicion.explain = explain_option;
        iq_suspect(&suspicion);
        return;
    }
}

static void check_members(const struct iq_event *event, int arg, const char *type, size_t length, const struct whole *whole);

static void check_member(const struct iq_event *event, int arg, const struct whole *whole, const struct member *member)
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
        check_members(event, arg, member->values, strlen(member->values), &(struct whole){ whole->at + INNER, member->name });
        return;
    }
    if (member->what == HANDLE_VALUE) {
        send_handle(event, arg, whole, member, value);
        return;
    }
    uint64_t index = value - member->first;
    bool once = member->what == GOOD_ONCE;
    bool legal = once ? !value : member->what == NOT_ZERO ? value : member->what == LEGAL_VALUE ? index < WORD && member->mask >> index & 1 : iq_core_has_device((int32_t)value);
    bool other_format = !strcmp(member->name, "Format") && index >= WORD && value < 0x400;      /* planes of video, blocks: there are many, and more to come */
    if (legal || other_format || (member->what == DEVICE_NUMBER && event->result != 101 && event->result != 1))
        return;
    struct iq_suspicion suspicion = iq_suspicion_at(event, member->rule, once ? IQ_RANK_CODE + 5 : IQ_RANK_CODE + 8, arg);
    suspicion.member = path_of(&event->call->entry->args[arg], whole, member);
    suspicion.member_value = suspicion.number[0] = value;
    suspicion.pointer[0] = member->values;
    suspicion.explain = once ? explain_spent : member->what == NOT_ZERO ? explain_there : member->what == LEGAL_VALUE ? explain_legal : explain_device;
    iq_suspect(&suspicion);
}

/* Of the struct [type], which is [length] characters long. */
static void check_members(const struct iq_event *event, int arg, const char *type, size_t length, const struct whole *whole)
{
    for (size_t i = 0; i < IQ_COUNT_OF(members); i++)
        if (!strncmp(members[i].type, type, length) && !members[i].type[length])
            check_member(event, arg, whole, &members[i]);
}

static bool may_be_argument(int64_t result) { return result == 1 || result == 101 || result == 201 || result == 400 || result == 801; }

static void check_structs(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    if (call->entry->api > IQ_API_CUDART || !may_be_argument(event->result))
        return;
    for (int arg = 0; arg < call->entry->arg_count; arg++) {
        const char *type;
        size_t length = iq_plain_type(call->entry->args[arg].type, &type);
        if (call->args[arg])
            check_members(event, arg, type, length, &(struct whole){ call->args[arg], "" });
    }
}

static void explain_read_only(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    bool high = suspicion->number[0] == POOL_RESERVED_HIGH || suspicion->number[0] == POOL_USED_HIGH;
    iq_str_printf(&words->message, "%s of %s names an attribute that %s", iq_guilty_name(suspicion, call), call->entry->name, high ? "can only be set to 0" : "can only be asked for");
    iq_str_puts(&words->cause, "the pool counts its memory itself; what can be set is how memory is used again (1 to 3), how much is kept (4), and the two high marks, to 0");
    iq_str_puts(&words->fix, high ? "pass the address of a 64-bit 0" : "ask with the Get call, or set the release threshold (4) to keep memory in the pool");
}

static void check_pool(const struct iq_event *event)
{
    if (event->result != 1 || event->role->role != IQ_ROLE_ENUM || !strstr(event->call->entry->name, "MemPoolSetAttribute") || event->value < POOL_RESERVED ||
        event->value > POOL_USED_HIGH || !event->call->args[event->arg + 1])
        return;
    struct iq_suspicion suspicion = iq_suspicion_at(event, "bad-flags", IQ_RANK_CODE + 6, event->arg);
    suspicion.number[0] = event->value;
    suspicion.explain = explain_read_only;
    iq_suspect(&suspicion);
}

static void explain_multiple(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    const struct iq_arg *role = &call->entry->args[suspicion->arg];
    bool count = role->multiple == 1;
    iq_str_printf(&words->message, count ? "%s of %s is %llu" : "%s of %s is %llu, which is no multiple of %u", role->name, call->entry->name,
                  (unsigned long long)call->args[suspicion->arg], role->multiple);
    if (count)
        iq_str_puts(&words->cause, "the call does nothing for 0, and refuses it");
    else
        iq_str_puts(&words->cause, "addresses and physical memory are given out in whole pages of the device, usually of 2 MiB");
    iq_str_puts(&words->fix, count ? "pass 1 or more, or leave the call out" : "ask cuMemGetAllocationGranularity, and round up to a multiple of it");
}

static void check_multiple(const struct iq_event *event)
{
    uint64_t value = event->role->bytes == 4 ? (uint32_t)event->value : event->value;
    if (!event->role->multiple || event->result != 1 || (value ? value % event->role->multiple == 0 : event->role->optional))
        return;
    struct iq_suspicion suspicion = iq_suspicion_at(event, "bad-size", IQ_RANK_CODE + 7, event->arg);
    suspicion.explain = explain_multiple;
    iq_suspect(&suspicion);
}

static void explain_limit(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words)
{
    bool unknown = call->result == UNSUPPORTED_LIMIT;
    if (unknown)
        iq_str_printf(&words->message, "%s of %s is a limit that this device does not have", iq_arg_name(call, suspicion->arg), call->entry->name);
    else {
        iq_str_printf(&words->message, "%s of %s is more than the device can set aside: ", iq_arg_name(call, suspicion->arg), call->entry->name);
        iq_name_bytes(&words->message, call->args[suspicion->arg]);
    }
    iq_str_puts(&words->cause, unknown ? "limits come and go with devices and toolkits: those of nested launches ended with CUDA 12" :
                "stacks are there for each thread that the device can run at once, heaps and buffers once; all of it must fit into its memory");
    iq_str_puts(&words->fix, unknown ? "leave the call out, or ignore this answer" : "ask for less; cudaDeviceGetLimit tells what is set now");
}

/* (limit, value) */
static void check_limit(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    int limit = call->entry->api > IQ_API_CUDART ? -1 : iq_entry_arg_named(call->entry, "limit");
    bool unknown = event->result == UNSUPPORTED_LIMIT;
    if (limit < 0 || call->entry->args[limit].role != IQ_ROLE_ENUM || (!unknown && event->result != 1) || event->arg != (unknown ? limit : limit + 1) || !event->value)
        return;
    struct iq_suspicion suspicion = iq_suspicion_at(event, unknown ? "bad-flags" : "bad-size", IQ_RANK_CODE + 5, event->arg);
    suspicion.explain = explain_limit;
    iq_suspect(&suspicion);
}

/* An enumeration's value that has no name.  Of attributes there may be newer ones than we know; then the driver does not object. */
static void check_enum(const struct iq_event *event)
{
    const struct iq_set *set = event->role->set;
    if (event->role->role != IQ_ROLE_ENUM || !set || (event->result != 1 && event->result != 215 && event->result != 801) || event->call->entry->api > IQ_API_CUDART)
        return;
    uint64_t value = event->role->bytes == 4 ? (uint32_t)event->value : event->value;
    for (uint32_t i = 0; i < set->count; i++)
        if (set->members[i].value == value)
            return;
    struct iq_suspicion suspicion = iq_suspicion_at(event, "bad-flags", IQ_RANK_CODE + 8, event->arg);
    suspicion.number[0] = (uint64_t)(int32_t)value;
    suspicion.pointer[1] = set;
    suspicion.explain = explain_legal;
    iq_suspect(&suspicion);
}

static const struct iq_subscription subscriptions[] = {
    { IQ_BIT(CALL), IQ_PHASE_FAILED, check_structs, NULL },
    { IQ_BIT(VALUE), IQ_PHASE_FAILED, check_enum, NULL },
    { IQ_BIT(VALUE), IQ_PHASE_FAILED, check_pool, NULL },
    { IQ_BIT(VALUE), IQ_PHASE_FAILED, check_multiple, NULL },
    { IQ_BIT(VALUE), IQ_PHASE_FAILED, check_limit, NULL },
};
const struct iq_rule_family iq_rules_legal = { "legal", subscriptions, IQ_COUNT_OF(subscriptions) };
