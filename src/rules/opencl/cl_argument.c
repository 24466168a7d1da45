/* bad-size, bad-flags, null-pointer: plain arguments of OpenCL calls that make, ask or set
 * something.  See cl_argument.def. */
#include <string.h>

#include "abi/opencl_abi.h"
#include "api_opencl/driver.h"
#include "api_opencl/objects.h"
#include "call/plan.h"
#include "call/walk.h"
#include "process/peek.h"
#include "rules/rules.h"

enum { MANY = 256 };
enum argument_demand {
    NONE,
    ABSENT,
    SOME,
    THERE,
    LIST,
    ROOM,
    CALLED,
    FILLED,
    BITS,
    KNOWN,
    POWER,
    WITHIN,
    REFUSED,
    ENDED
};

static const struct demand_row {
    enum iq_operation operation;
    enum argument_demand demand;
    const char *argument, *other;
    enum iq_rule_id rule;
    uint64_t low, high;
    const char *why, *fix;
} rows[] = {
#define DEMAND(operation, demand, argument, other, rule, low, high, ...) \
    { IQ_OP_##operation, demand, #argument, #other, rule, low, high, __VA_ARGS__ },
#include "rules/tables/cl_argument.def"
};

/* What the words of a row say of an argument. */
static const struct demand_row by_word[] = {
    [SOME] = { .demand = SOME,
               .rule = IQ_RULE_BAD_SIZE,
               .why = "it must be at least 1",
               .fix =
                   "pass the intended number, or skip the call; check how the number is computed" },
    [THERE] = { .demand = THERE,
                .rule = IQ_RULE_NULL_POINTER,
                .why = "the call needs this argument",
                .fix =
                    "pass a valid address; check whether an allocation or reading a file failed" },
    [LIST] = { .demand = LIST,
               .rule = IQ_RULE_NULL_POINTER,
               .why = "pass both the list and its number, or neither",
               .fix = "pass the list and its number, or NULL and 0" },
    [ROOM] = { .demand = ROOM,
               .rule = IQ_RULE_BAD_SIZE,
               .why = "an array was passed, but with room for 0 elements",
               .fix = "pass the number of elements of the array" },
    [CALLED] = { .demand = CALLED,
                 .rule = IQ_RULE_NULL_POINTER,
                 .why = "the data are for the callback, but there is no callback",
                 .fix = "pass the callback, or NULL for the data" },
};

struct explain_demand {
    const struct demand_row *row; /* that is not met */
    const char *other;            /* name of the argument that it is about, too, NULL: none */
    uint64_t value;               /* of the guilty argument */
    uint64_t number;              /* index of the guilty element, or .other's value */
};
static void explain_demand(const struct iq_suspicion *suspicion, struct iq_call *call,
                           struct iq_words *words)
{
    const struct explain_demand *evidence = IQ_EVIDENCE(explain_demand, suspicion);
    const struct demand_row *row = evidence->row;
    const char *name = iq_arg_name(call, suspicion->arg), *other = evidence->other;
    unsigned long long value = evidence->value, number = evidence->number;
    switch (row->demand) {
    case NONE: break;
    case ABSENT:
        iq_str_printf(&words->message, "%s of %s is not NULL", name, call->entry->name);
        break;
    case SOME: iq_str_printf(&words->message, "%s of %s is 0", name, call->entry->name); break;
    case ROOM:
        iq_str_printf(&words->message, "%s of %s is 0, but %s is not NULL", name, call->entry->name,
                      other);
        break;
    case THERE: iq_str_printf(&words->message, "%s of %s is NULL", name, call->entry->name); break;
    case CALLED:
        iq_str_printf(&words->message, "%s of %s is NULL, but %s is not NULL", name,
                      call->entry->name, other);
        break;
    case FILLED:
        iq_str_printf(&words->message, "%s[%llu] of %s is NULL", name, number, call->entry->name);
        break;
    case LIST:
        if (value)
            iq_str_printf(&words->message, "%s of %s is not NULL, but %s is 0", name,
                          call->entry->name, other);
        else
            iq_str_printf(&words->message, "%s of %s is NULL, but %s is %llu", name,
                          call->entry->name, other, number);
        break;
    case POWER:
        iq_str_printf(&words->message, "%s of %s is %llu, which is not a power of two", name,
                      call->entry->name, value);
        break;
    case BITS:
    case KNOWN:
        iq_str_printf(&words->message, "%s of %s has unknown bits: 0x%llx", name, call->entry->name,
                      value & ~(unsigned long long)row->high);
        break;
    case WITHIN:
    case REFUSED:
        iq_str_printf(&words->message, "%s of %s is 0x%llx, which is not a valid value", name,
                      call->entry->name, value);
        break;
    case ENDED:
        iq_str_printf(&words->message, "%s of %s is %lld, which is not a final status", name,
                      call->entry->name, (long long)(int32_t)value);
        break;
    }
    iq_str_puts(&words->cause, row->why);
    iq_str_puts(&words->fix, row->fix);
}

/* The first element of the array that is NULL; -1: none is, or it cannot be read. */
static int64_t first_null(uint64_t address, uint64_t count)
{
    uint64_t value;
    for (uint64_t i = 0;
         i < count && i < MANY &&
         iq_peek(&value, (uintptr_t)address + i * sizeof value, sizeof value, false);
         i++)
        if (!value)
            return (int64_t)i;
    return -1;
}

static bool is_met(const struct demand_row *row, uint64_t value, uint64_t other, uint64_t *number)
{
    int64_t null;
    *number = other;
    switch (row->demand) {
    case NONE: return true;
    case ABSENT: return !value;
    case SOME:
    case THERE: return value;
    case LIST: return !value == !other;
    case ROOM:
    case CALLED: return value || !other;
    case FILLED:
        null = value ? first_null(value, other) : -1;
        *number = (uint64_t)null;
        return null < 0;
    case BITS:
    case KNOWN: return !(value & ~row->high);
    case POWER: return !(value & (value - 1));
    case WITHIN:
    case REFUSED: return value >= row->low && value <= row->high;
    case ENDED: return (int32_t)value <= 0;
    }
    return true;
}

static uint64_t value_of(const struct iq_call *call, int arg)
{
    return call->entry->args[arg].bytes == 4 ? (uint32_t)call->args[arg] : call->args[arg];
}

/* The first row of [entry]; those of a call stand together. */
static size_t first_row(const struct iq_entry *entry)
{
    /* small: room that dlopen needs */
    static __thread struct {
        uint16_t after_id, row;
    } last __attribute__((tls_model("initial-exec")));
    if (last.after_id == entry->id + 1)
        return last.row;
    size_t i = 0;
    while (i < IQ_COUNT_OF(rows) && rows[i].operation != entry->operation)
        i++;
    last.after_id = (uint16_t)(entry->id + 1);
    last.row = (uint16_t)i;
    return i;
}

/* False: [row] is not met. */
static bool check_demand(const struct iq_event *event, const struct demand_row *row, int arg,
                         int other)
{
    const struct iq_call *call = event->call;
    uint64_t number;
    if (is_met(row, value_of(call, arg), other < 0 ? 0 : value_of(call, other), &number))
        return true;
    bool flags = row->demand == SOME && call->entry->args[arg].role == IQ_ROLE_FLAGS;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, flags ? IQ_RULE_BAD_FLAGS : row->rule, IQ_RANK_NULL, arg);
    enum iq_operation operation = call->entry->operation;
    bool no_status = operation == IQ_OP_ALLOCATE_SHARED || operation == IQ_OP_FREE_SHARED;
    bool refused = row->demand == KNOWN || row->demand == REFUSED;
    suspicion.done = refused ? IQ_SILENT : no_status ? IQ_ERROR : IQ_WARNING;
    IQ_EXPLAIN(&suspicion, explain_demand, .row = row,
               .other = other < 0 ? NULL : iq_arg_name(call, other), .value = value_of(call, arg),
               .number = number);
    iq_suspect(&suspicion);
    return false;
}

static void check_demands(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    size_t first = first_row(call->entry);
    for (size_t i = first; i < IQ_COUNT_OF(rows) && rows[i].operation == rows[first].operation;
         i++) {
        int arg = iq_cl_arg_named(call, rows[i].argument),
            other = *rows[i].other ? iq_cl_arg_named(call, rows[i].other) : -1;
        if (arg >= 0 && !check_demand(event, &rows[i], arg, other))
            return;
    }
}

/* What argument [i] must be by its row; *arg is the guilty one then, *other what it is seen
 * against. */
static enum argument_demand demand_of(const struct iq_entry *entry, int i, int *arg, int *other)
{
    const struct iq_arg *role = &entry->args[i];
    *arg = i;
    *other = role->size_arg;
    switch (role->role) {
    case IQ_ROLE_LIST: return role->optional ? LIST : THERE;
    case IQ_ROLE_OUTLIST:
        *arg = role->size_arg;
        *other = i;
        return ROOM;
    case IQ_ROLE_CALLBACK:
        *other = i + 1;
        if (role->optional)
            return entry->flags & IQ_ENTRY_ASYNC || i + 1 == entry->arg_count ||
                           entry->args[i + 1].role != IQ_ROLE_USER
                       ? NONE
                       : CALLED;
        return THERE;
    /* of boxes and ranges of work-items the rules know more */
    case IQ_ROLE_PARAMS:
    case IQ_ROLE_STR:
        return role->optional || role->form == IQ_FORM_TRIPLE || role->form == IQ_FORM_SIZES ||
                       !strchr(role->type, '*')
                   ? NONE
                   : THERE;
    default: return role->multiple == 1 && !role->optional ? SOME : NONE;
    }
}

static void check_words(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    int arg, other;
    for (int i = 0; i < call->entry->arg_count; i++) {
        enum argument_demand demand = demand_of(call->entry, i, &arg, &other);
        bool list = call->entry->args[i].role == IQ_ROLE_LIST && demand == THERE;
        if (demand != NONE && ((list && !check_demand(event, &by_word[SOME], other, -1)) ||
                               !check_demand(event, &by_word[demand], arg, other)))
            return;
    }
}

/* --- answers that do not fit
 * -------------------------------------------------------------------------------------- */

struct explain_room {
    uint64_t room, needed; /* bytes, or kernels */
    bool of_kernels;
};
static void explain_room(const struct iq_suspicion *suspicion, struct iq_call *call,
                         struct iq_words *words)
{
    const struct explain_room *evidence = IQ_EVIDENCE(explain_room, suspicion);
    unsigned long long room = evidence->room, needed = evidence->needed;
    bool kernels = evidence->of_kernels;
    iq_str_printf(&words->message, "%s of %s has room for %llu %s, but the result needs %llu",
                  iq_arg_name(call, suspicion->arg), call->entry->name, room,
                  kernels     ? "kernels"
                  : room == 1 ? "byte"
                              : "bytes",
                  needed);
    iq_str_puts(
        &words->cause,
        "nothing is written when the result does not fit: the variable keeps its old value");
    iq_str_puts(
        &words->fix,
        kernels
            ? "query the number first (kernels NULL, num_kernels_ret not NULL)"
            : "use a variable of the type that the query's table names (size_t, cl_uint and cl_ulong differ), or query the size first (param_value NULL)");
}

static void suspect_room(const struct iq_event *event, int arg, uint64_t room, uint64_t needed,
                         bool kernels, int severity)
{
    struct iq_suspicion suspicion = iq_suspicion_at(event, IQ_RULE_BAD_SIZE, IQ_RANK_NULL, arg);
    suspicion.failed = severity;
    IQ_EXPLAIN(&suspicion, explain_room, .room = room, .needed = needed, .of_kernels = kernels);
    iq_suspect(&suspicion);
}

/* How large the answer is that the call asked for, by asking once more; 0 unknown. */
static size_t answer_bytes(const struct iq_call *call, int size_arg)
{
    size_t needed = 0;
    void *const *place = iq_cl_driver_place(call->entry->symbol);
    if (!place || !*place)
        return 0;
    const uint64_t *args = call->args;
    cl_int result = CL_INVALID_VALUE;
    if (size_arg == 2)
        result = (*(cl_int(**)(uint64_t, uint64_t, size_t, void *, size_t *))place)(
            args[0], args[1], 0, NULL, &needed);
    else if (size_arg == 3)
        result = (*(cl_int(**)(uint64_t, uint64_t, uint64_t, size_t, void *, size_t *))place)(
            args[0], args[1], args[2], 0, NULL, &needed);
    return result ? 0 : needed;
}

static void check_answer(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    int size = iq_cl_arg_named(call, "param_value_size"),
        value = iq_cl_arg_named(call, "param_value");
    if (event->result != CL_INVALID_VALUE || size < 0 || value < 0 || !call->args[value] ||
        iq_suspected(IQ_RANK_NULL))
        return;
    size_t needed = answer_bytes(call, size);
    /* A number for a variable of another type, which will never get it.  Devices are asked for
     * everything by those who do not know the answers' types. */
    bool number = needed == sizeof(uint64_t) && call->args[size] == sizeof(uint32_t) &&
                  call->entry->args[0].kind != IQ_KIND_CL_DEVICE;
    if (needed > call->args[size])
        /* programs ask what they do without, too */
        suspect_room(event, size, call->args[size], needed, false, number ? IQ_ERROR : IQ_NOTE);
}

static void check_kernels(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    size_t count = 0;
    int kernels = iq_cl_arg_named(call, "kernels"), room = iq_cl_arg_named(call, "num_kernels");
    if (event->result != CL_INVALID_VALUE || !call->args[kernels] || iq_suspected(IQ_RANK_NULL) ||
        !iq_cl_driver.clGetProgramInfo ||
        iq_cl_driver.clGetProgramInfo((cl_program)(uintptr_t)call->args[0], CL_PROGRAM_NUM_KERNELS,
                                      sizeof count, &count, NULL))
        return;
    if (count > (uint32_t)call->args[room])
        suspect_room(event, room, (uint32_t)call->args[room], count, true, IQ_ERROR);
}

/* --- commands over nothing
 * ---------------------------------------------------------------------------------------- */

static void explain_nothing(const struct iq_suspicion *suspicion, struct iq_call *call,
                            struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is 0", iq_arg_name(call, suspicion->arg),
                  call->entry->name);
    iq_str_puts(&words->cause,
                "this driver does not accept commands on 0 bytes, as in OpenCL 1.0 to 2.0");
    iq_str_puts(&words->fix, "skip the command when there is nothing to move");
}

static void check_nothing(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    uint32_t moved = call->plan->objects | call->plan->access;
    for (uint32_t left = event->result == CL_INVALID_VALUE ? moved : 0; left; left &= left - 1) {
        const struct iq_arg *role = &call->entry->args[__builtin_ctz(left)];
        if (role->region || role->size_arg < 0 || call->args[role->size_arg])
            continue;
        struct iq_suspicion suspicion =
            iq_suspicion_at(event, IQ_RULE_BAD_SIZE, IQ_RANK_CODE + 5, role->size_arg);
        suspicion.explain = explain_nothing;
        iq_suspect(&suspicion);
        return;
    }
}

/* --- copies within a buffer
 * ---------------------------------------------------------------------------------------- */

struct explain_two_pitches {
    int other; /* argument with the other pitch */
};
static void explain_two_pitches(const struct iq_suspicion *suspicion, struct iq_call *call,
                                struct iq_words *words)
{
    int other = IQ_EVIDENCE(explain_two_pitches, suspicion)->other;
    iq_str_printf(&words->message,
                  "%s and %s of %s differ, but source and destination are the same buffer",
                  iq_arg_name(call, suspicion->arg), iq_arg_name(call, other), call->entry->name);
    iq_str_printf(&words->cause,
                  "%s is %llu, %s is %llu; a buffer that is copied to itself has one layout",
                  iq_arg_name(call, suspicion->arg), (unsigned long long)call->args[suspicion->arg],
                  iq_arg_name(call, other), (unsigned long long)call->args[other]);
    iq_str_puts(&words->fix,
                "pass the same pitches for both sides, or copy through another buffer");
}

static void check_one_layout(const struct iq_event *event)
{
    static const char *const pitches[][2] = { { "src_slice_pitch", "dst_slice_pitch" },
                                              { "src_row_pitch", "dst_row_pitch" } };
    const struct iq_call *call = event->call;
    if (event->result != CL_INVALID_VALUE ||
        iq_cl_value(call, "src_buffer") != iq_cl_value(call, "dst_buffer"))
        return;
    for (size_t i = 0; i < IQ_COUNT_OF(pitches); i++) {
        int from = iq_cl_arg_named(call, pitches[i][0]), to = iq_cl_arg_named(call, pitches[i][1]);
        if (call->args[from] == call->args[to])
            continue;
        struct iq_suspicion suspicion =
            iq_suspicion_at(event, IQ_RULE_BAD_SIZE, IQ_RANK_CODE + 5, from);
        IQ_EXPLAIN(&suspicion, explain_two_pitches, .other = to);
        iq_suspect(&suspicion);
        return;
    }
}

/* --- parts of devices
 * --------------------------------------------------------------------------------------------- */

enum {
    EQUALLY = 0x1086,
    BY_COUNTS = 0x1087,
    COMPUTE_UNITS = 0x1002,
    PARTITION_PROPERTIES = 0x1044,
    WAYS = 8
};

struct explain_partition {
    uint64_t units, wanted; /* compute units: of the device, and of the parts */
};
static void explain_partition(const struct iq_suspicion *suspicion, struct iq_call *call,
                              struct iq_words *words)
{
    const struct explain_partition *evidence = IQ_EVIDENCE(explain_partition, suspicion);
    unsigned long long units = evidence->units, wanted = evidence->wanted;
    iq_str_printf(&words->message,
                  "%s of %s requests parts of %llu compute units, but the device has %llu",
                  iq_arg_name(call, suspicion->arg), call->entry->name, wanted, units);
    iq_str_puts(&words->cause, wanted ? "the parts of a device divide its compute units"
                                      : "each part has at least one compute unit");
    iq_str_printf(&words->fix, "request 1 to %llu compute units (CL_DEVICE_MAX_COMPUTE_UNITS)",
                  units);
}

struct explain_way {
    uint64_t way;  /* cl_device_partition_property */
    uint32_t ways; /* that the device has, bits 1 << way - EQUALLY */
};
static void explain_way(const struct iq_suspicion *suspicion, struct iq_call *call,
                        struct iq_words *words)
{
    static const char *const ways[] = { "CL_DEVICE_PARTITION_EQUALLY",
                                        "CL_DEVICE_PARTITION_BY_COUNTS",
                                        "CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN" };
    const struct explain_way *evidence = IQ_EVIDENCE(explain_way, suspicion);
    uint64_t way = evidence->way;
    iq_str_printf(&words->message,
                  "%s of %s requests a partition type that the device does not support: ",
                  iq_arg_name(call, suspicion->arg), call->entry->name);
    if (way >= EQUALLY && way - EQUALLY < IQ_COUNT_OF(ways))
        iq_str_puts(&words->message, ways[way - EQUALLY]);
    else
        iq_str_printf(&words->message, "0x%llx", (unsigned long long)way);
    iq_str_puts(&words->cause, "according to CL_DEVICE_PARTITION_PROPERTIES it supports ");
    bool any = false;
    for (size_t i = 0; i < IQ_COUNT_OF(ways); i++)
        if (evidence->ways >> i & 1) {
            iq_str_printf(&words->cause, "%s%s", any ? ", " : "", ways[i]);
            any = true;
        }
    iq_str_puts(&words->cause, any ? "" : "none of the standard ones");
    iq_str_puts(
        &words->fix,
        "query clGetDeviceInfo for CL_DEVICE_PARTITION_PROPERTIES first, and use the whole device where it cannot be partitioned");
}

/* Bits from EQUALLY on, of the ways to divide [device]; 0 is in none of its lists. */
static uint32_t ways_of(cl_device_id device)
{
    int64_t list[WAYS] = { 0 };
    uint32_t ways = 0;
    iq_cl_driver.clGetDeviceInfo(device, PARTITION_PROPERTIES, sizeof list, list, NULL);
    for (size_t i = 0; i < WAYS; i++)
        if (list[i] >= EQUALLY && list[i] < EQUALLY + 3)
            ways |= 1u << (list[i] - EQUALLY);
    return ways;
}

static void check_partition(const struct iq_event *event)
{
    const struct iq_call *call = event->call;
    cl_device_id device = (cl_device_id)(uintptr_t)call->args[0];
    int arg = iq_cl_arg_named(call, "properties");
    int64_t list[MANY];
    cl_uint units = 0;
    uint64_t wanted = 0;
    if (arg < 0 || !iq_peek(list, (uintptr_t)call->args[arg], 2 * sizeof *list, true) ||
        !iq_cl_driver.clGetDeviceInfo ||
        iq_cl_driver.clGetDeviceInfo(device, COMPUTE_UNITS, sizeof units, &units, NULL))
        return;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_BAD_FLAGS, IQ_RANK_CODE + 6, arg);
    uint32_t ways = ways_of(device);
    if (list[0] < EQUALLY || list[0] >= EQUALLY + 3 || !(ways >> (list[0] - EQUALLY) & 1)) {
        IQ_EXPLAIN(&suspicion, explain_way, .way = (uint64_t)list[0], .ways = ways);
        iq_suspect(&suspicion);
        return;
    }
    if (list[0] == EQUALLY)
        wanted = (uint64_t)list[1];
    else
        for (size_t i = 1;
             list[0] == BY_COUNTS && i < MANY &&
             iq_peek(&list[i], (uintptr_t)call->args[arg] + i * sizeof *list, sizeof *list, true) &&
             list[i];
             i++)
            wanted += (uint64_t)list[i];
    if ((list[0] != EQUALLY && list[0] != BY_COUNTS) || (wanted && wanted <= units))
        return;
    suspicion.rule = IQ_RULE_BAD_SIZE;
    IQ_EXPLAIN(&suspicion, explain_partition, .units = units, .wanted = wanted);
    iq_suspect(&suspicion);
}

/* --- types of images
 * ---------------------------------------------------------------------------------------------- */

static void explain_type(const struct iq_suspicion *suspicion, struct iq_call *call,
                         struct iq_words *words)
{
    iq_str_printf(&words->message, "%s of %s is 0x%llx, which is not an image type",
                  suspicion->member, call->entry->name,
                  (unsigned long long)suspicion->member_value);
    iq_str_puts(
        &words->cause,
        "it must be CL_MEM_OBJECT_IMAGE2D (0x10f1) to CL_MEM_OBJECT_IMAGE1D_BUFFER (0x10f6)");
    iq_str_puts(&words->fix, "zero the description first, then set image_type");
}

static void check_type(const struct iq_event *event)
{
    uint64_t type; /* the first member, and what fills it up */
    int arg = iq_cl_arg_named(event->call, "image_desc");
    if (!event->call->args[arg] ||
        !iq_peek(&type, (uintptr_t)event->call->args[arg], sizeof type, true))
        return;
    type = (uint32_t)type;
    if (type >= CL_MEM_OBJECT_IMAGE2D && type <= CL_MEM_OBJECT_IMAGE1D_BUFFER)
        return;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, IQ_RULE_BAD_FLAGS, IQ_RANK_CODE + 8, arg);
    suspicion.member = "image_desc->image_type";
    suspicion.member_value = type;
    suspicion.explain = explain_type;
    iq_suspect(&suspicion);
}

static bool has_words(const struct iq_entry *entry)
{
    int arg, other;
    for (int i = 0; i < entry->arg_count; i++)
        if (demand_of(entry, i, &arg, &other) != NONE)
            return true;
    return false;
}

static bool has_demands(const struct iq_entry *entry)
{
    return first_row(entry) < IQ_COUNT_OF(rows);
}
static bool makes_image(const struct iq_entry *entry)
{
    return iq_entry_arg_named(entry, "image_desc") >= 0;
}

static bool is_query(const struct iq_entry *entry) { return entry->flags & IQ_ENTRY_QUERY; }
static bool makes_kernels(const struct iq_entry *entry)
{
    return iq_entry_arg_named(entry, "num_kernels_ret") >= 0;
}
static bool divides(const struct iq_entry *entry)
{
    return iq_entry_arg_named(entry, "out_devices") >= 0;
}
static bool has_two_layouts(const struct iq_entry *entry)
{
    return iq_entry_arg_named(entry, "src_slice_pitch") >= 0;
}
static bool has_objects(const struct iq_entry *entry)
{
    return entry->plan->objects | entry->plan->access;
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(BEGIN), IQ_PHASE_BEFORE, check_words, .apis = IQ_IN(OPENCL), .concerns = has_words },
    { IQ_ON(BEGIN), IQ_PHASE_BEFORE, check_demands, .apis = IQ_IN(OPENCL),
      .concerns = has_demands },
    { IQ_ON(BEGIN), IQ_PHASE_FAILED, check_type, .apis = IQ_IN(OPENCL), .concerns = makes_image },
    { IQ_ON(BEGIN), IQ_PHASE_FAILED, check_answer, .apis = IQ_IN(OPENCL), .concerns = is_query },
    { IQ_ON(BEGIN), IQ_PHASE_FAILED, check_kernels, .apis = IQ_IN(OPENCL),
      .concerns = makes_kernels },
    { IQ_ON(BEGIN), IQ_PHASE_FAILED, check_partition, .apis = IQ_IN(OPENCL), .concerns = divides },
    { IQ_ON(BEGIN), IQ_PHASE_FAILED, check_one_layout, .apis = IQ_IN(OPENCL),
      .concerns = has_two_layouts },
    { IQ_ON(BEGIN), IQ_PHASE_FAILED, check_nothing, .apis = IQ_IN(OPENCL),
      .concerns = has_objects },
};
const struct iq_rule_family iq_rules_cl_argument = { "OpenCL arguments", subscriptions,
                                                     IQ_COUNT_OF(subscriptions) };
