/* invalid-kind, bad-device, bad-symbol, bad-flags, bad-format, pitch-too-small, null-pointer
 * (outputs): plain arguments. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "abi/cudart_abi.h"
#include "call/core.h"
#include "call/walk.h"
#include "process/peek.h"
#include "rules/rules.h"

typedef void (*iq_explain_fn)(const struct iq_suspicion *, struct iq_call *, struct iq_words *);

static void suspect_argument(const struct iq_event *event, enum iq_rule_id rule, int rank, int arg,
                             iq_explain_fn explain)
{
    struct iq_suspicion suspicion = iq_suspicion_at(event, rule, rank, arg);
    suspicion.explain = explain;
    iq_suspect(&suspicion);
}

static const char *const kind_names[] = { "cudaMemcpyHostToHost", "cudaMemcpyHostToDevice",
                                          "cudaMemcpyDeviceToHost", "cudaMemcpyDeviceToDevice",
                                          "cudaMemcpyDefault" };

static void explain_kind(const struct iq_suspicion *suspicion, struct iq_call *call,
                         struct iq_words *words)
{
    uint64_t kind = call->args[suspicion->arg];
    if (kind <= 4) { /* symbols and arrays are on the device, whatever the kind says */
        bool from = iq_entry_arg(call->entry, IQ_ROLE_WRITE) >= 0,
             symbol = iq_entry_arg(call->entry, IQ_ROLE_SYMBOL) >= 0;
        iq_str_printf(&words->message, "%s of %s is %s, but the %s is on the device",
                      iq_arg_name(call, suspicion->arg), call->entry->name, kind_names[kind],
                      symbol ? "symbol" : "array");
        iq_str_printf(&words->cause,
                      "a copy %s %s must be %s, cudaMemcpyDeviceToDevice or cudaMemcpyDefault",
                      from ? "from" : "to", symbol ? "a symbol" : "an array",
                      from ? kind_names[2] : kind_names[1]);
        iq_str_puts(&words->fix, symbol ? "omit the kind argument: its default is correct"
                                 : from ? "pass cudaMemcpyDeviceToHost, or cudaMemcpyDefault"
                                        : "pass cudaMemcpyHostToDevice, or cudaMemcpyDefault");
        return;
    }
    iq_str_printf(&words->message, "%s of %s is not a copy kind: %d",
                  iq_arg_name(call, suspicion->arg), call->entry->name, (int)kind);
    iq_str_puts(
        &words->cause,
        "cudaMemcpyKind has the values 0 (host to host), 1 (host to device), 2 (device to host), 3 (device to device) "
        "and 4 (default)");
    iq_str_puts(
        &words->fix,
        "pass one of the five constants; with cudaMemcpyDefault the driver infers the direction");
}

/* Another argument that names the device of argument [arg], which exists; -1: there is none. */
static int same_device(const struct iq_call *call, int arg)
{
    if (arg < 0 || !iq_core_has_device((int)call->args[arg]))
        return -1;
    for (int i = 0; i < call->entry->arg_count; i++)
        if (i != arg && call->entry->args[i].role == IQ_ROLE_DEVICE &&
            call->args[i] == call->args[arg])
            return i;
    return -1;
}

static void explain_device(const struct iq_suspicion *suspicion, struct iq_call *call,
                           struct iq_words *words)
{
    int value = suspicion->arg < 0 ? 0 : (int)call->args[suspicion->arg];
    if (call->result == CUDA_ERROR_PEER_ACCESS_UNSUPPORTED) {
        iq_str_printf(&words->message, "%s: the two devices cannot be peers", call->entry->name);
        iq_str_puts(
            &words->cause,
            "a device cannot be its own peer, and peer access needs a link between the devices");
        iq_str_puts(&words->fix, "call cudaDeviceCanAccessPeer first");
        return;
    }
    int other = same_device(call, suspicion->arg);
    if (other >= 0) {
        iq_str_printf(&words->message, "%s and %s of %s are the same device, %d",
                      iq_arg_name(call, other), iq_arg_name(call, suspicion->arg),
                      call->entry->name, value);
        iq_str_puts(&words->cause, "the call is about the link between two devices");
        iq_str_puts(&words->fix,
                    "pass two different devices, and omit the call where they are the same");
        return;
    }
    if (suspicion->arg < 0)
        iq_str_printf(&words->message, "%s names a device that does not exist", call->entry->name);
    else
        iq_str_printf(&words->message, "%s of %s: there is no device %d",
                      iq_arg_name(call, suspicion->arg), call->entry->name, value);
    const char *visible = getenv("CUDA_VISIBLE_DEVICES");
    iq_str_puts(&words->cause,
                value < 0 ? "device numbers start at 0"
                          : "valid device numbers are 0 to the number of visible devices minus 1");
    if (value >= 0 && visible)
        iq_str_printf(
            &words->cause,
            "; CUDA_VISIBLE_DEVICES is \"%.80s\": the devices it lists are numbered from 0, all others are hidden",
            visible);
    iq_str_puts(&words->fix,
                "pass a number below what cudaGetDeviceCount (cuDeviceGetCount) returns");
}

/* cuCtxEnablePeerAccess gives the current context access to the named one; with the named one
 * current it is asked for itself. */
static void explain_own_peer(const struct iq_suspicion *suspicion, struct iq_call *call,
                             struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is the current context itself",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_str_puts(
        &words->cause,
        "the call gives the current context access to another context's memory; a context cannot be its own peer");
    iq_put_current(&words->cause, suspicion->thread, call);
    iq_str_puts(
        &words->fix,
        "first make the context that needs access current (cuCtxSetCurrent), then pass the context that owns the memory");
}

static bool suspect_own_peer(const struct iq_event *event)
{
    const struct iq_thread *thread = iq_thread_block;
    const struct iq_call *call = event->call;
    if (call->entry->operation != IQ_OP_CHANGE_PEER_ACCESS || !thread->current ||
        thread->current->value != call->args[0])
        return false;
    const struct iq_handle *handle = iq_handle_find(IQ_KIND_CONTEXT, call->args[0]);
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_WRONG_CONTEXT, IQ_RANK_CODE + 6, 0);
    if (handle && handle->kind == IQ_KIND_CONTEXT)
        suspicion.object = iq_object_of_handle(handle);
    suspicion.explain = explain_own_peer;
    iq_suspect(&suspicion);
    return true;
}

/* Of several device arguments the one that cannot be right: a negative or the greatest number. */
static int guilty_device(const struct iq_call *call)
{
    int guilty = -1;
    for (int i = 0; i < call->entry->arg_count; i++)
        if (call->entry->args[i].role == IQ_ROLE_DEVICE &&
            (guilty < 0 || (uint32_t)call->args[i] > (uint32_t)call->args[guilty]))
            guilty = i;
    return guilty;
}

/* Copies the C identifier that is the text at [address]; false: there is none. */
static bool read_identifier(uint64_t address, char *name, size_t room)
{
    for (size_t i = 0; i < room; i++) {
        if (!iq_peek(&name[i], (uintptr_t)address + i, 1, false))
            return false;
        if (!name[i])
            return i > 0;
        if (!isalpha((unsigned char)name[i]) && name[i] != '_' &&
            !(i && isdigit((unsigned char)name[i])))
            return false;
    }
    return false;
}

static void explain_symbol(const struct iq_suspicion *suspicion, struct iq_call *call,
                           struct iq_words *words)
{
    char name[64];
    iq_str_printf(&words->message, "%s of %s is not a __device__ variable",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    if (read_identifier(call->args[suspicion->arg], name, sizeof name)) {
        iq_str_printf(
            &words->cause,
            "it is the text \"%s\": the runtime takes no names of variables since CUDA 5.0", name);
        iq_str_printf(&words->fix, "pass the variable itself, without quotes: %s", name);
        return;
    }
    iq_str_printf(&words->cause, "0x%llx is not registered as a device variable; ",
                  (unsigned long long)call->args[suspicion->arg]);
    iq_str_puts(&words->cause,
                "it is an ordinary host object, or no code with this variable fits this device");
    iq_str_puts(
        &words->fix,
        "pass the name of a __device__ or __constant__ variable; for ordinary pointers use cudaMemcpy");
}

static void check_symbol(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    struct iq_variable variable;
    if (event->role->role != IQ_ROLE_SYMBOL)
        return;
    if (event->result == cudaErrorInvalidSymbol) {
        suspect_argument(event, IQ_RULE_BAD_SYMBOL, IQ_RANK_CODE + 5, event->arg, explain_symbol);
        return;
    }
    if (!iq_is_argument_error(event) || !iq_name_of_variable(event->value, &variable) ||
        !variable.size)
        return;
    int offset = iq_entry_arg(call->entry, IQ_ROLE_OFFSET);
    uint64_t at = offset < 0 ? 0 : call->args[offset];
    if (at <= variable.size && event->pass.size <= variable.size - at)
        return;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_RANGE_OVERFLOW, IQ_RANK_RANGE, event->role->size_arg);
    suspicion.object = iq_object_unknown(IQ_KIND_SYMBOL, variable.host);
    suspicion.object.state = "live";
    suspicion.object.size = variable.size;
    suspicion.access_address = variable.host + at;
    suspicion.access_size = event->pass.size;
    IQ_EXPLAIN(&suspicion, iq_explain_end,
               .thing = { variable.name ? variable.name : "the device variable", NULL });
    iq_suspect(&suspicion);
}

/* How a thread waits for the device: one way of three. */
static bool has_two_schedules(const struct iq_set *set, uint64_t bits)
{
    enum { WAYS = 7 };
    bool schedules = set->count > 1 && (strstr(set->members[1].name, "SCHED") ||
                                        strstr(set->members[1].name, "Schedule"));
    return schedules && bits & WAYS & ((bits & WAYS) - 1);
}

static void explain_schedules(const struct iq_suspicion *suspicion, struct iq_call *call,
                              struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s combines several ways to wait for the device",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_str_puts(
        &words->cause,
        "Spin (1), Yield (2) and BlockingSync (4) are mutually exclusive; 0 lets the driver choose");
    iq_str_puts(&words->fix,
                "pass at most one of these three; other flags may be combined with it");
}

/* Flags that lack the one that the call is for. */
struct explain_needed {
    uint64_t flags;
};
static void explain_needed(const struct iq_suspicion *suspicion, struct iq_call *call,
                           struct iq_words *words)
{
    const struct iq_arg *role = &call->entry->args[suspicion->arg];
    const char *name = "a flag";
    const struct iq_set *set = iq_arg_set(role);
    for (uint32_t i = 0; i < set->count; i++)
        if (set->members[i].value == role->needed)
            name = set->members[i].name;
    iq_str_printf(&words->message, "%s of %s lacks %s", role->name, call->entry->name, name);
    iq_str_printf(&words->cause,
                  "it is 0x%llx; the call supports no other mode and requires this flag",
                  (unsigned long long)IQ_EVIDENCE(explain_needed, suspicion)->flags);
    iq_str_printf(&words->fix, "pass %s", name);
}

struct explain_flags {
    uint64_t unknown; /* bits that no flag of the set has */
};
static void explain_flags(const struct iq_suspicion *suspicion, struct iq_call *call,
                          struct iq_words *words)
{
    const struct iq_set *set = iq_arg_set(&call->entry->args[suspicion->arg]);
    iq_str_printf(&words->message, "%s of %s has unknown bits: 0x%llx",
                  iq_arg_name(call, suspicion->arg), call->entry->name,
                  (unsigned long long)IQ_EVIDENCE(explain_flags, suspicion)->unknown);
    if (set->count)
        iq_str_printf(&words->cause, "the flags %s are", set->name);
    else
        iq_str_puts(&words->cause, "this call has no flags: it must be 0");
    for (uint32_t i = 0; i < set->count && i < 12; i++)
        iq_str_printf(&words->cause, "%s %s (0x%llx)", i ? "," : "", set->members[i].name,
                      (unsigned long long)set->members[i].value);
    iq_str_puts(&words->fix, set->count ? "pass a combination of these flags, or 0" : "pass 0");
}

/* Events for other processes: the two flags go together, and only such events have a handle to
 * send. */
static void explain_interprocess(const struct iq_suspicion *suspicion, struct iq_call *call,
                                 struct iq_words *words)
{
    if (suspicion->object.kind) {
        iq_str_printf(&words->message, "%s of %s was not created for use by other processes",
                      iq_arg_name(call, suspicion->arg), call->entry->name);
        iq_str_puts(&words->cause, "the event was ");
        iq_put_history(&words->cause, &suspicion->object, call);
        iq_str_puts(&words->cause, " without the flag that lets other processes open it");
    } else {
        iq_str_printf(&words->message, "%s of %s asks for an interprocess event that records times",
                      iq_arg_name(call, suspicion->arg), call->entry->name);
        iq_str_puts(
            &words->cause,
            "an interprocess event cannot record times: the flag Interprocess requires DisableTiming");
    }
    iq_str_puts(&words->fix,
                call->entry->api == IQ_API_CUDART
                    ? "create the event with cudaEventInterprocess | cudaEventDisableTiming"
                    : "create the event with CU_EVENT_INTERPROCESS | CU_EVENT_DISABLE_TIMING");
}

static void check_interprocess(const struct iq_event *event)
{
    if ((event->result != CUDA_ERROR_INVALID_HANDLE && event->result != CUDA_ERROR_INVALID_VALUE) ||
        event->call->entry->operation != IQ_OP_EXPORT_EVENT || !event->handle ||
        event->handle->kind != IQ_KIND_EVENT || iq_handle_is_dead(event->handle))
        return;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_BAD_FLAGS, IQ_RANK_CODE + 5, event->arg);
    suspicion.object = iq_object_of_handle(event->handle);
    suspicion.explain = explain_interprocess;
    iq_suspect(&suspicion);
}

static void check_flags(const struct iq_event *event)
{
    const struct iq_set *set = iq_arg_set(event->role);
    uint64_t known = 0;
    if (event->role->role != IQ_ROLE_FLAGS || !set || event->result != CUDA_ERROR_INVALID_VALUE)
        return;
    for (uint32_t i = 0; i < set->count; i++)
        known |= set->members[i].value;
    uint64_t bits = event->role->bytes == 4 ? (uint32_t)event->value : event->value;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_BAD_FLAGS, IQ_RANK_CODE + 9, event->arg);
    if (bits & ~known) {
        IQ_EXPLAIN(&suspicion, explain_flags, .unknown = bits & ~known);
        iq_suspect(&suspicion);
    } else if ((bits & event->role->needed) != event->role->needed) {
        /* whatever else is wrong would not be looked at */
        suspicion.rank = IQ_RANK_UNKNOWN + 2;
        IQ_EXPLAIN(&suspicion, explain_needed, .flags = bits);
        iq_suspect(&suspicion);
    } else if (has_two_schedules(set, bits)) {
        suspicion.explain = explain_schedules;
        iq_suspect(&suspicion);
    } else if (iq_entry_makes(event->call->entry, IQ_KIND_EVENT) && (bits & 6) == 4) {
        suspicion.explain = explain_interprocess;
        iq_suspect(&suspicion);
    }
}

static void explain_output(const struct iq_suspicion *suspicion, struct iq_call *call,
                           struct iq_words *words)
{
    const struct iq_arg *role = &call->entry->args[suspicion->arg];
    if (role->role == IQ_ROLE_CALLBACK || role->role == IQ_ROLE_LIST) {
        iq_str_printf(&words->message, "%s of %s is NULL", role->name, call->entry->name);
        if (role->role == IQ_ROLE_LIST)
            iq_str_printf(&words->cause, "%s says that the list has %u handles",
                          iq_arg_name(call, role->size_arg), (unsigned)call->args[role->size_arg]);
        else
            iq_str_puts(&words->cause, "it is a function that the driver is to call");
        iq_str_puts(&words->fix,
                    role->role == IQ_ROLE_LIST
                        ? "pass the list, or 0 as the number of handles"
                        : "pass a function of the callback type that the call declares");
        return;
    }
    bool reads = role->role == IQ_ROLE_PARAMS || role->role == IQ_ROLE_CONFIG ||
                 role->role == IQ_ROLE_STR || role->role == IQ_ROLE_PATH ||
                 role->role == IQ_ROLE_IMAGE;
    iq_str_printf(&words->message, "%s of %s is NULL", role->name, call->entry->name);
    iq_str_printf(&words->cause,
                  reads ? "the call reads its input (%s) from this address"
                        : "the call stores its result (%s) at this address",
                  role->type);
    iq_str_puts(&words->fix, reads ? "pass the address of the input"
                                   : "pass the address of a variable for the result");
}

static void check_output(const struct iq_event *event)
{
    int role = event->role->role;
    bool out = role == IQ_ROLE_OUT || role == IQ_ROLE_INOUT || role == IQ_ROLE_NEW ||
               role == IQ_ROLE_NEWMEM;
    bool in = role == IQ_ROLE_PARAMS || role == IQ_ROLE_STR || role == IQ_ROLE_PATH ||
              role == IQ_ROLE_IMAGE || role == IQ_ROLE_POINTER || role == IQ_ROLE_LIST ||
              role == IQ_ROLE_CONFIG ||
              (role == IQ_ROLE_CALLBACK && event->call->entry->api <= IQ_API_CUDART);
    bool list = role == IQ_ROLE_LIST && event->call->entry->api <= IQ_API_CUDART &&
                event->role->size_arg >= 0 && (uint32_t)event->call->args[event->role->size_arg];
    if (event->value || (event->role->optional && !list) ||
        (!iq_is_argument_error(event) && event->result != CUDA_ERROR_NOT_SUPPORTED) ||
        (!out && !in))
        return;
    suspect_argument(event, IQ_RULE_NULL_POINTER, IQ_RANK_NO_OUTPUT, event->arg, explain_output);
}

static void put_pitch(struct iq_str *text, const struct iq_suspicion *suspicion,
                      const struct iq_call *call)
{
    int width = iq_entry_arg_named(call->entry, "width");
    if (suspicion->arg >= 0 && width >= 0 && call->args[suspicion->arg] < call->args[width])
        iq_str_printf(text, "%s of %s is %llu bytes, less than the %llu bytes of a row",
                      iq_arg_name(call, suspicion->arg), call->entry->name,
                      (unsigned long long)call->args[suspicion->arg],
                      (unsigned long long)call->args[width]);
    else
        iq_str_printf(
            text, "the pitch given to %s is smaller than a row, or larger than the device allows",
            call->entry->name);
}

static void explain_format(const struct iq_suspicion *suspicion, struct iq_call *call,
                           struct iq_words *words)
{
    switch (call->result) {
    case cudaErrorInvalidChannelDescriptor:
        iq_str_printf(&words->message,
                      "the channel format given to %s is not supported by the device",
                      call->entry->name);
        iq_str_puts(
            &words->cause,
            "an array or texture has 1, 2 or 4 channels of 8, 16 or 32 bits each, all of the same size; 3 channels are not supported");
        iq_str_puts(&words->fix, "use 4 channels and leave one unused, or use linear memory");
        return;
    case cudaErrorInvalidFilterSetting:
    case cudaErrorInvalidNormSetting:
        iq_str_printf(&words->message,
                      "%s: the texture's read or filter mode does not match its format",
                      call->entry->name);
        iq_str_puts(
            &words->cause,
            call->result == cudaErrorInvalidFilterSetting
                ? "linear filtering needs floating-point values; integer texels support point filtering only"
                : "normalised reads need 8- or 16-bit integer texels; 32-bit and float texels support element reads only");
        iq_str_puts(&words->fix,
                    call->result == cudaErrorInvalidFilterSetting
                        ? "use cudaFilterModePoint, or a float or normalised 8/16-bit format"
                        : "use cudaReadModeElementType, or an 8- or 16-bit integer format");
        return;
    default:
        put_pitch(&words->message, suspicion, call);
        iq_str_puts(&words->cause, "the pitch must be at least the width of a row in bytes");
        iq_str_puts(
            &words->fix,
            "pass the pitch that cudaMallocPitch returned, and the width in bytes, not in elements");
    }
}

/* First argument whose name contains [word]. */
static int arg_with_word(const struct iq_call *call, const char *word)
{
    for (int i = 0; i < call->entry->arg_count; i++)
        if (strstr(call->entry->args[i].name, word))
            return i;
    return -1;
}

/* In a copy with a width and pitches: the first pitch below the width. */
static int guilty_pitch(const struct iq_call *call)
{
    int width = arg_with_word(call, "width"), pitch = arg_with_word(call, "dpitch"),
        source = arg_with_word(call, "spitch");
    if (width < 0)
        return arg_with_word(call, "itch");
    if (pitch >= 0 && call->args[pitch] < call->args[width])
        return pitch;
    return source >= 0 && call->args[source] < call->args[width] ? source
                                                                 : arg_with_word(call, "itch");
}

/* A kind that exists, and is not the direction of the copy. */
static bool is_copy_kind(const struct iq_call *call)
{
    int arg = iq_entry_arg(call->entry, IQ_ROLE_MEMKIND);
    return arg >= 0 && call->args[arg] < IQ_COUNT_OF(kind_names);
}

/* Some calls say no more of a device that is not there than of anything else. */
static void suspect_no_device(const struct iq_event *event)
{
    int arg = guilty_device(event->call);
    if (event->call->entry->api <= IQ_API_CUDART && arg >= 0 &&
        !iq_core_has_device((int)event->call->args[arg]) && iq_core_has_device(0))
        suspect_argument(event, IQ_RULE_BAD_DEVICE, IQ_RANK_CODE + 5, arg, explain_device);
}

static void check_code(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    if ((event->result == CUDA_ERROR_INVALID_DEVICE ||
         event->result == CUDA_ERROR_PEER_ACCESS_UNSUPPORTED) &&
        suspect_own_peer(event))
        return;
    switch (event->result) {
    case cudaErrorInvalidPitchValue:
        suspect_argument(event, IQ_RULE_PITCH_TOO_SMALL, IQ_RANK_CODE + 5, guilty_pitch(call),
                         explain_format);
        break;
    case cudaErrorInvalidChannelDescriptor:
        suspect_argument(event, IQ_RULE_BAD_FORMAT, IQ_RANK_CODE + 5, arg_with_word(call, "esc"),
                         explain_format);
        break;
    case cudaErrorInvalidFilterSetting:
    case cudaErrorInvalidNormSetting:
        suspect_argument(event, IQ_RULE_BAD_FORMAT, IQ_RANK_CODE + 5,
                         arg_with_word(call, "TexDesc"), explain_format);
        break;
    case cudaErrorInvalidMemcpyDirection:
        suspect_argument(event, is_copy_kind(call) ? IQ_RULE_WRONG_KIND : IQ_RULE_INVALID_KIND,
                         IQ_RANK_CODE + 5, iq_entry_arg(call->entry, IQ_ROLE_MEMKIND),
                         explain_kind);
        break;
    case CUDA_ERROR_INVALID_DEVICE:
    case CUDA_ERROR_PEER_ACCESS_UNSUPPORTED:
        suspect_argument(event, IQ_RULE_BAD_DEVICE, IQ_RANK_CODE + 5, guilty_device(call),
                         explain_device);
        break;
    case CUDA_ERROR_INVALID_VALUE: suspect_no_device(event); break;
    default: break;
    }
}

struct explain_list {
    int list; /* argument */
};
static void explain_list(const struct iq_suspicion *suspicion, struct iq_call *call,
                         struct iq_words *words)
{
    const char *list = iq_arg_name(call, IQ_EVIDENCE(explain_list, suspicion)->list);
    iq_str_printf(
        &words->message, "%s of %s is %llu, more than %s can have",
        iq_arg_name(call, suspicion->arg), call->entry->name,
        (unsigned long long)iq_walk_list_count(call, IQ_EVIDENCE(explain_list, suspicion)->list),
        list);
    iq_str_printf(&words->cause,
                  "%s is an array of handles, 8 bytes each, and the memory that it "
                  "lies in ends before the last one",
                  list);
    iq_str_puts(&words->fix, "pass the number of elements, not bytes; look for a number that was "
                             "never set, or is below 0");
}

/* Lists of handles that are longer than their memory: drivers read beyond it. */
static void check_lists(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    for (uint32_t left = call->plan->lists; left; left &= left - 1) {
        int list = __builtin_ctz(left), size = call->entry->args[list].size_arg;
        uint64_t count = iq_walk_list_count(call, list), last;
        if (!call->args[list] || !count ||
            (count <= UINT32_MAX && iq_peek_word(&last, call->args[list] + (count - 1) * 8)))
            continue;
        struct iq_suspicion suspicion =
            iq_suspicion_at(event, IQ_RULE_BAD_SIZE, IQ_RANK_SIZE, size);
        suspicion.contain = IQ_ANSWER_ARGUMENT;
        IQ_EXPLAIN(&suspicion, explain_list, .list = list);
        iq_suspect(&suspicion);
        return;
    }
}

static bool has_lists(const struct iq_entry *entry) { return entry->plan->lists; }

static void explain_no_room(const struct iq_suspicion *suspicion, struct iq_call *call,
                            struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s points to 0", iq_guilty_name(suspicion, call),
                  call->entry->name);
    iq_str_puts(&words->cause,
                "before the call it is the number of handles for which the array has room");
    iq_str_puts(&words->fix, "set it to the length of the array before the call; to query the "
                             "number of handles first, pass NULL as the array");
}

/* Arrays that the call would fill, with room for nothing: drivers refuse them, also when there is
 * nothing to put there. */
static void check_room(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    if (event->result != CUDA_ERROR_INVALID_VALUE)
        return;
    for (uint32_t left = call->plan->gets; left; left &= left - 1) {
        int list = __builtin_ctz(left), size = call->entry->args[list].size_arg;
        uint64_t room;
        if (size < 0 || !call->args[list] || !iq_peek_word(&room, call->args[size]) || room)
            continue;
        struct iq_suspicion suspicion =
            iq_suspicion_at(event, IQ_RULE_BAD_SIZE, IQ_RANK_CODE + 6, size);
        suspicion.explain = explain_no_room;
        iq_suspect(&suspicion);
        return;
    }
}

static void explain_no_elements(const struct iq_suspicion *suspicion, struct iq_call *call,
                                struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is 0", iq_arg_name(call, suspicion->arg),
                  call->entry->name);
    iq_str_puts(&words->cause, "the call needs at least one element");
    iq_str_puts(&words->fix, "skip the call when there is nothing to do");
}

/* Lists that may not be empty, and copies in graphs, which may not either. */
static void check_elements(const struct iq_event *event)
{
    const struct iq_entry *entry = event->call->entry;
    if (event->result != CUDA_ERROR_INVALID_VALUE)
        return;
    for (int i = 0; i < entry->arg_count; i++) {
        const struct iq_arg *role = &entry->args[i];
        bool list = role->role == IQ_ROLE_LIST && !role->optional,
             copy = entry->nodes && (role->role == IQ_ROLE_READ || role->role == IQ_ROLE_WRITE);
        if (!(list || copy) || role->size_arg < 0 || event->call->args[role->size_arg])
            continue;
        struct iq_suspicion suspicion =
            iq_suspicion_at(event, IQ_RULE_BAD_SIZE, IQ_RANK_CODE + 2, role->size_arg);
        suspicion.explain = explain_no_elements;
        iq_suspect(&suspicion);
        return;
    }
}

static bool has_elements(const struct iq_entry *entry)
{
    return entry->plan->lists || entry->nodes;
}

static void explain_only_edges(const struct iq_suspicion *suspicion, struct iq_call *call,
                               struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is NULL, but edgeData is not",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    iq_str_puts(&words->cause, "the data of edges are written beside the nodes that they lead to");
    iq_str_puts(&words->fix, "pass both arrays; to query their length first, pass NULL for both");
}

static void check_edges(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    int edges = iq_entry_arg_named(call->entry, "edgeData");
    for (uint32_t left = call->plan->gets; left && call->args[edges]; left &= left - 1) {
        int list = __builtin_ctz(left);
        if (call->args[list] || event->result != CUDA_ERROR_INVALID_VALUE)
            continue;
        struct iq_suspicion suspicion =
            iq_suspicion_at(event, IQ_RULE_NULL_POINTER, IQ_RANK_CODE + 6, list);
        suspicion.explain = explain_only_edges;
        iq_suspect(&suspicion);
    }
}

static bool has_edges(const struct iq_entry *entry)
{
    return entry->plan->gets && iq_entry_arg_named(entry, "edgeData") >= 0;
}

static bool fills_lists(const struct iq_entry *entry) { return entry->plan->gets; }

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(BEGIN), IQ_PHASE_BEFORE, check_lists, .apis = IQ_CUDA | IQ_IN(OPENCL),
      .concerns = has_lists },
    { IQ_ON(BEGIN), IQ_PHASE_FAILED, check_code, .kinds = IQ_ANY },
    { IQ_ON(END), IQ_PHASE_FAILED, check_room, .apis = IQ_CUDA, .concerns = fills_lists },
    { IQ_ON(END), IQ_PHASE_FAILED, check_elements, .apis = IQ_CUDA, .concerns = has_elements },
    { IQ_ON(END), IQ_PHASE_FAILED, check_edges, .apis = IQ_CUDA, .concerns = has_edges },
    { IQ_ON(PASS), IQ_PHASE_FAILED, check_symbol, .kinds = IQ_OF(NONE) },
    { IQ_ON(PASS), IQ_PHASE_FAILED, check_flags, .kinds = IQ_OF(NONE) },
    { IQ_ON(USE), IQ_PHASE_FAILED, check_interprocess, .kinds = IQ_OF(EVENT) },
    { IQ_ON(PASS) | IQ_ON(CREATE), IQ_PHASE_FAILED, check_output, .kinds = IQ_ANY },
};
const struct iq_rule_family iq_rules_argument = { "argument", subscriptions,
                                                  IQ_COUNT_OF(subscriptions) };
