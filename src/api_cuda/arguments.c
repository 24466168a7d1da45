#include "api_cuda/arguments.h"

#include <string.h>

#include "api_cuda/kernels.h"
#include "base/counters.h"
#include "base/hash.h"
#include "base/hot.h"
#include "base/plain_name.h"
#include "base/str.h"
#include "call/core.h"
#include "call/plan.h"
#include "call/walk.h"
#include "model/names.h"
#include "order/managed.h"
#include "process/peek.h"

enum { EXTRA_END, EXTRA_BUFFER, EXTRA_SIZE, EXTRA_WORDS = 9, LARGE_BITS = 21 };

/* Addresses of a process lie below this; the first pages are never anybody's. */

IQ_FAST static bool read_word(uint64_t *to, uint64_t from)
{
    if (__builtin_expect(iq_peek_is_fast(), 1))
        return iq_peek_word(to, from);
    if (from < IQ_LOWEST_ADDRESS)
        return false;
    memcpy(to, (const void *)(uintptr_t)from, sizeof *to); /* as the driver is about to */
    return true;
}

static bool read_four(uint32_t *to, uint64_t from)
{
    if (__builtin_expect(iq_peek_is_fast(), 1))
        return iq_peek(to, from, sizeof *to, false);
    if (from < IQ_LOWEST_ADDRESS)
        return false;
    memcpy(to, (const void *)(uintptr_t)from, sizeof *to);
    return true;
}

/* Each address has two places, so that two of one launch, which may come again and again, seldom
 * drive each other out.  Addresses that are close to each other are aligned alike. */
enum { PLACES = sizeof *((struct iq_thread *)0)->settled / sizeof(struct iq_settled) };

static struct iq_settled *settled_of(struct iq_thread *thread, uint64_t address)
{
    return thread->settled[(address * 0x9e3779b97f4a7c15u) >> 56];
}
_Static_assert(IQ_THREAD_SETTLED == 1 << (64 - 56), "the upper bits choose");

static struct iq_settled *settled_block_of(struct iq_thread *thread, uint64_t address)
{
    return thread->settled_blocks[((address >> LARGE_BITS) * 0x9e3779b97f4a7c15u) >> 58];
}
_Static_assert(IQ_THREAD_SETTLED_BLOCKS == 1 << (64 - 58), "the upper bits choose");

static inline bool is_settled(const struct iq_settled *settled, const struct iq_thread *thread,
                              uint64_t address, uint64_t version)
{
    return address - settled->base < settled->size && settled->version == version &&
           settled->context == thread->current;
}

static void settle(struct iq_thread *thread, uint64_t address, const struct iq_resolved *place,
                   uint64_t version, uint8_t memory)
{
    bool large = place->live && place->range.size >> LARGE_BITS;
    struct iq_settled *places =
        large ? settled_block_of(thread, address) : settled_of(thread, address);
    places[1] = places[0];
    places[0] =
        (struct iq_settled){ large ? place->range.base : address, large ? place->range.size : 1,
                             version, thread->current, memory };
}

IQ_FAST static uint8_t memory_of(const struct iq_resolved *place)
{
    if (!place->live)
        return IQ_ARGUMENT_OTHER;
    switch (place->range.kind) {
    case IQ_KIND_DEVICE_MEMORY:
        return place->range.created.entry && place->range.created.entry->flags & IQ_ENTRY_ASYNC
                   ? IQ_ARGUMENT_POOL
                   : IQ_ARGUMENT_DEVICE;
    case IQ_KIND_SYMBOL: return IQ_ARGUMENT_DEVICE;
    case IQ_KIND_PINNED_MEMORY:
    case IQ_KIND_REGISTERED_MEMORY: return IQ_ARGUMENT_PINNED;
    case IQ_KIND_MANAGED_MEMORY: return IQ_ARGUMENT_MANAGED;
    default: return IQ_ARGUMENT_OTHER;
    }
}

static void send(struct iq_call *call, int arg, const struct iq_parameter *parameter,
                 uint64_t value, const struct iq_resolved *place)
{
    struct iq_event event = { .verb = IQ_VERB_PASS,
                              .phase = IQ_PHASE_BEFORE,
                              .call = call,
                              .arg = arg,
                              .kind = IQ_KIND_KERNEL,
                              .value = value,
                              .role = arg < 0 ? NULL : &call->entry->args[arg],
                              .place = place,
                              .pass.parameter = parameter };
    iq_rule_dispatch(&event);
}

/* Is [range] memory of another device than the one that is current? */
static bool is_far(const struct iq_thread *thread, const struct iq_range *range)
{
    return range->device >= 0 && thread->current && thread->current->device >= 0 &&
           range->device != thread->current->device && range->kind == IQ_KIND_DEVICE_MEMORY;
}

/* Libraries tell a kernel by a flag whether an argument is an address, and launch it by the
 * thousand: what such a parameter gets is looked at a few times only. */
static struct iq_stray_parameter *stray_of(struct iq_thread *thread, int param)
{
    struct iq_stray_parameter *stray =
        &thread->strays[iq_hash_u64(thread->launching + (uint64_t)param) % IQ_THREAD_STRAYS];
    if (stray->function != thread->launching || stray->param != param)
        *stray = (struct iq_stray_parameter){ .function = thread->launching, .param = param };
    return stray;
}

enum { TRIES = 8 };

static bool is_known_stray(struct iq_thread *thread, struct iq_call *call, int param)
{
    struct iq_stray_parameter *stray = stray_of(thread, param);
    if (stray->finding && !call->foreseen) {
        call->foreseen = stray->finding;
        call->foreseen_parameter = param + 1;
    }
    return stray->finding || stray->tries++ >= TRIES;
}

bool iq_arguments_is_stray(struct iq_thread *thread, int param, uint64_t word, uint64_t *finding)
{
    struct iq_range range;
    const struct iq_stray_parameter *stray = stray_of(thread, param);
    *finding = stray->finding;
    return (stray->finding || stray->tries > TRIES) && !iq_range_find(word, &range) &&
           !iq_range_find_freed(word, &range);
}

void iq_arguments_foreseen(struct iq_thread *thread, int param, uint64_t finding)
{
    stray_of(thread, param)->finding = finding;
}

/* Most addresses are settled. */
IQ_FAST __attribute__((noinline)) static uint8_t check_address(struct iq_thread *thread,
                                                               struct iq_call *call, int arg,
                                                               const struct iq_parameter *parameter,
                                                               uint64_t address, uint64_t version)
{
    struct iq_resolved place = { .live = false };
    uint32_t before = thread->suspicion_count;
    place.live = iq_range_find(address, &place.range);
    if (!place.live)
        place.freed = iq_range_find_freed(address, &place.range);
    if (!place.live && !place.freed && is_known_stray(thread, call, parameter->index))
        return memory_of(&place);
    if (!place.live || is_far(thread, &place.range))
        send(call, arg, parameter, address, &place);
    uint8_t memory = memory_of(&place);
    /* on a GPU a host that polls with plain reads could not be told for certain */
    if (iq_core.soft && place.live && place.range.kind == IQ_KIND_PINNED_MEMORY)
        iq_managed_reach(place.range.base, place.range.size);
    if (thread->suspicion_count == before && (place.live || place.freed))
        settle(thread, address, &place, version, memory);
    else
        thread->words_known = IQ_WORDS_UNKNOWN; /* they are told again, or looked at again */
    return memory;
}

/* The addresses of the arguments; false: they cannot be read.  *least gets the lowest. */
static bool read_addresses(const struct iq_arguments *arguments, const struct iq_kernel *kernel,
                           uint64_t *addresses, uint64_t *least)
{
    *least = UINT64_MAX;
    for (int i = 0; i < kernel->param_count; i++) {
        if (!read_word(&addresses[i], arguments->params + (uint64_t)i * 8))
            return false;
        *least = addresses[i] < *least ? addresses[i] : *least;
    }
    return true;
}

/* Argument [i] is not where the launch says. */
IQ_COLD static void send_missing(struct iq_call *call, int arg, const struct iq_kernel *kernel,
                                 int i, uint64_t value, uint64_t room)
{
    struct iq_parameter parameter = { kernel, NULL, i, room };
    send(call, arg, &parameter, value, NULL);
}

uint64_t iq_arguments_buffer(uint64_t extra, uint64_t *room)
{
    uint64_t words[2] = { 0 }, buffer = 0;
    *room = UINT64_MAX;
    for (int i = 0;
         i < EXTRA_WORDS && read_word(&words[0], extra + (uint64_t)i * 8) && words[0] != EXTRA_END;
         i += 2) {
        if (!read_word(&words[1], extra + (uint64_t)i * 8 + 8))
            continue;
        if (words[0] == EXTRA_BUFFER)
            buffer = words[1];
        else if (words[0] == EXTRA_SIZE && !read_word(room, words[1]))
            *room = UINT64_MAX;
    }
    return buffer;
}

static bool find_in_buffer(struct iq_call *call, const struct iq_arguments *arguments,
                           const struct iq_kernel *kernel, uint64_t *addresses)
{
    uint64_t room, buffer = arguments->extra ? iq_arguments_buffer(arguments->extra, &room) : 0;
    for (int i = 0; buffer && i < kernel->param_count; i++) {
        const struct iq_image_param *param = &kernel->params[i];
        if (param->offset + (uint64_t)param->size > room) {
            /* of a struct the head may be all that is used, as NCCL does */
            if (param->offset >= room || param->size <= sizeof(uint64_t))
                send_missing(call, arguments->arg, kernel, i, buffer, room);
            return false;
        }
        addresses[i] = buffer + param->offset;
    }
    return buffer;
}

/* The word that the first byte lies in is as readable as that byte. */
static bool is_readable(uint64_t address)
{
    uint64_t word;
    return read_word(&word, address & ~(uint64_t)7);
}

static bool find_addresses(struct iq_call *call, const struct iq_arguments *arguments,
                           const struct iq_kernel *kernel, uint64_t *addresses)
{
    uint64_t least;
    int i = 0;
    if (!arguments->params)
        return find_in_buffer(call, arguments, kernel, addresses);
    if (!read_addresses(arguments, kernel, addresses, &least))
        return false;
    if (__builtin_expect(least < IQ_LOWEST_ADDRESS, 0))
        while (addresses[i] >= IQ_LOWEST_ADDRESS)
            i++;
    else
        while (i < kernel->param_count && is_readable(addresses[i]))
            i++;
    if (__builtin_expect(i == kernel->param_count, 1))
        return true;
    send_missing(call, arguments->arg, kernel, i, addresses[i], 0);
    return false;
}

/* The number that [term] stands for, times its scale; false: it is so large that sums of four bytes
 * may have overflowed.  [raw]: the argument, of four bytes in its lower half. */
static inline bool scale_term(const struct iq_image_term *term, uint64_t raw, int64_t *value)
{
    const int64_t limit = (int64_t)1 << (term->bytes == 4 ? 30 : 55);
    *value = (int64_t)raw;
    if (term->bytes == 4)
        *value = term->is_signed ? (int32_t)(uint32_t)raw : (int64_t)(uint32_t)raw;
    if (*value > limit || *value < -limit ||
        (term->bytes == 4 && !term->is_signed && (*value < 0 || term->scale < 0)))
        return false;
    return !__builtin_mul_overflow(*value, (int64_t)term->scale, value) &&
           *value<limit && * value> - limit;
}

/* False: [base] leads to no memory. */
static bool find_base(uint64_t base, struct iq_argument_base *known)
{
    struct iq_resolved place;
    if (__builtin_expect(known->version == __atomic_load_n(&iq_range_version, __ATOMIC_ACQUIRE) &&
                             base - known->lo < known->size,
                         1))
        return true;
    place.live = iq_range_find_anew(base, &place.range, &known->version);
    if (!place.live) {
        known->version = IQ_ARGUMENT_BASE_NEW;
        return false;
    }
    known->lo = place.range.base;
    known->size = place.range.size;
    known->memory = memory_of(&place);
    return true;
}

IQ_FAST uint64_t iq_arguments_offset(struct iq_thread *thread, const struct iq_image_word *word,
                                     uint64_t base, const uint64_t raw[2],
                                     struct iq_argument_base *known, uint8_t *memory)
{
    uint64_t address = base + (uint64_t)(int64_t)word->shift;
    int64_t value;
    *memory = IQ_ARGUMENT_OTHER;
    for (int i = 0; i < IQ_IMAGE_TERMS && word->terms[i].bytes; i++) {
        if (!scale_term(&word->terms[i], raw[i], &value))
            return 0;
        address += (uint64_t)value;
    }
    if (!find_base(base, known))
        return 0;
    if (address - known->lo < known->size) {
        *memory = known->memory;
        return address;
    }
    if (word->sure_read | word->sure_written)
        thread->outside = address;
    return 0;
}

/* As above, of arguments at [addresses]; 0 also if they cannot be read. */
static uint64_t read_offset(struct iq_thread *thread, const struct iq_image_word *word,
                            const uint64_t *addresses, uint8_t *memory)
{
    uint64_t base = 0, raw[IQ_IMAGE_TERMS] = { 0 };
    struct iq_argument_base known = { .version = IQ_ARGUMENT_BASE_NEW };
    *memory = IQ_ARGUMENT_OTHER;
    if (!read_word(&base, addresses[word->param] + word->offset))
        return 0;
    for (int i = 0; i < IQ_IMAGE_TERMS && word->terms[i].bytes; i++) {
        const struct iq_image_term *term = &word->terms[i];
        uint64_t at = addresses[term->param] + term->offset;
        uint32_t four = 0;
        if (term->bytes == 4 ? !read_four(&four, at) : !read_word(&raw[i], at))
            return 0;
        raw[i] |= four;
    }
    return iq_arguments_offset(thread, word, base, raw, &known, memory);
}

/* NULL: nothing is known of it. */
static inline const struct iq_settled *find_settled(struct iq_thread *thread, uint64_t address,
                                                    uint64_t version)
{
    const struct iq_settled *block = settled_block_of(thread, address),
                            *one = settled_of(thread, address);
    for (int i = 0; i < PLACES; i++)
        if (is_settled(&block[i], thread, address, version))
            return &block[i];
    for (int i = 0; i < PLACES; i++)
        if (is_settled(&one[i], thread, address, version))
            return &one[i];
    return NULL;
}

static inline bool is_no_address(uint64_t word)
{
    return word < IQ_LOWEST_ADDRESS || word >= IQ_HIGHEST_ADDRESS;
}

IQ_FAST bool iq_arguments_is_settled(struct iq_thread *thread, uint64_t word, uint64_t version,
                                     uint8_t *memory)
{
    const struct iq_settled *settled =
        is_no_address(word) ? NULL : find_settled(thread, word, version);
    *memory = settled ? settled->memory : IQ_ARGUMENT_OTHER;
    return settled || is_no_address(word);
}

/* What the launch of [kernel], which has parameters, gets. */
IQ_FAST __attribute__((noinline)) static void check_words(struct iq_thread *thread,
                                                          struct iq_call *call,
                                                          const struct iq_arguments *arguments,
                                                          const struct iq_kernel *kernel)
{
    uint64_t addresses[IQ_IMAGE_PARAMS];
    if (!find_addresses(call, arguments, kernel, addresses))
        return;
    uint64_t version = __atomic_load_n(&iq_range_version, __ATOMIC_ACQUIRE);
    thread->words_known = version;
    for (int i = 0; i < kernel->word_count; i++) {
        const struct iq_image_word *word = &kernel->words[i];
        uint64_t *value = &thread->words[i];
        *value = 0;
        thread->word_memory[i] = IQ_ARGUMENT_OTHER;
        if (__builtin_expect(iq_image_word_is_offset(word), 0)) {
            *value = read_offset(thread, word, addresses, &thread->word_memory[i]);
            continue;
        }
        if (!read_word(value, addresses[word->param] + word->offset) || is_no_address(*value))
            continue;
        const struct iq_settled *settled = find_settled(thread, *value, version);
        if (settled) {
            thread->word_memory[i] = settled->memory;
            continue;
        }
        struct iq_parameter parameter = { kernel, word, word->param, 0 };
        iq_count(IQ_COUNTER_ARGUMENTS);
        thread->word_memory[i] =
            check_address(thread, call, arguments->arg, &parameter, *value, version);
    }
    thread->kernel = kernel;
}

/* What the launch of [kernel] (NULL: nothing is known of it) gets. */
static inline void check_kernel(struct iq_thread *thread, struct iq_call *call,
                                const struct iq_arguments *arguments,
                                const struct iq_kernel *kernel)
{
    thread->kernel = NULL;
    thread->outside = 0;
    thread->launching = arguments->function;
    if (kernel && kernel->param_count)
        check_words(thread, call, arguments, kernel);
}

void iq_arguments_check(struct iq_thread *thread, struct iq_call *call,
                        const struct iq_arguments *arguments)
{
    check_kernel(thread, call, arguments, iq_kernel_of(arguments->function, arguments->handle));
}

/* The runtime takes kernels of libraries, too, where it takes host functions.  One that is gone is
 * a matter of the rules. */
static struct iq_handle *handle_of_runtime(struct iq_call *call, int arg)
{
    struct iq_handle *handle = iq_handle_find(IQ_KIND_KERNEL, call->args[arg]);
    if (!handle || handle->kind != IQ_KIND_KERNEL)
        return NULL;
    if (!iq_handle_is_dead(handle))
        return handle;
    struct iq_event event = { .verb = IQ_VERB_USE,
                              .phase = IQ_PHASE_BEFORE,
                              .call = call,
                              .arg = arg,
                              .kind = IQ_KIND_KERNEL,
                              .role = &call->entry->args[arg],
                              .value = call->args[arg],
                              .handle = handle };
    iq_rule_dispatch(&event);
    return NULL;
}

IQ_FAST void iq_arguments_check_launch(struct iq_thread *thread, struct iq_call *call)
{
    const struct iq_plan *plan = call->plan;
    thread->kernel = NULL;
    if (plan->func < 0 || plan->args < 0)
        return;
    struct iq_arguments arguments = { .function = call->args[plan->func],
                                      .params = call->args[plan->args],
                                      .arg = plan->args,
                                      .extra = plan->extra < 0 ? 0 : call->args[plan->extra] };
    if (plan->func_is_handle) {
        arguments.handle = plan->func < 8 ? call->found[(int)plan->func] : NULL;
        if (!arguments.handle || arguments.handle->kind != IQ_KIND_KERNEL ||
            iq_handle_is_dead(arguments.handle))
            return;
    }
    const struct iq_kernel *kernel = iq_kernel_of(arguments.function, arguments.handle);
    if (__builtin_expect(!kernel && !plan->func_is_handle, 0) &&
        (arguments.handle = handle_of_runtime(call, plan->func)))
        kernel = iq_kernel_of(arguments.function, arguments.handle);
    check_kernel(thread, call, &arguments, kernel);
}

static void print_value(struct iq_str *text, uint64_t address, uint32_t size, bool is_float)
{
    uint64_t value = 0;
    uint32_t four = 0;
    double number = 0;
    float single = 0;
    if (is_float && size == sizeof single && read_four(&four, address)) {
        memcpy(&single, &four, sizeof single);
        iq_str_printf(text, "%g", (double)single);
    } else if (is_float && size == sizeof number && read_word(&value, address)) {
        memcpy(&number, &value, sizeof number);
        iq_str_printf(text, "%g", number);
    } else if (size == sizeof four && read_four(&four, address))
        iq_str_printf(text, "%d", (int)four);
    else if (size == sizeof value && read_word(&value, address))
        iq_str_printf(text, "0x%llx", (unsigned long long)value);
    else if (size < sizeof value && iq_peek(&value, address, size, false))
        iq_str_printf(text, "%llu", (unsigned long long)value);
    else
        iq_str_printf(text, "{%u bytes}", size);
}

size_t iq_arguments_print(const struct iq_call *call, char *out, size_t size)
{
    const struct iq_plan *plan = call->plan;
    struct iq_str text;
    uint64_t room = UINT64_MAX, address;
    if (plan->func < 0)
        return 0;
    uint64_t function = call->args[plan->func], extra = 0;
    struct iq_handle *handle = iq_handle_find(IQ_KIND_KERNEL, function);
    const struct iq_kernel *kernel = iq_kernel_of(function, handle);
    const char *name = handle && handle->name ? handle->name : iq_name_of_function(function);
    uint64_t params = plan->args < 0 ? 0 : call->args[plan->args];
    if (!params && plan->extra >= 0 && call->args[plan->extra])
        extra = iq_arguments_buffer(call->args[plan->extra], &room);
    if (!name)
        return 0;
    iq_str_init_buffer(&text, out, size);
    iq_plain_name_put(&text, name);
    iq_str_puts(&text, "(");
    for (int i = 0; kernel && i < kernel->param_count && (params || extra); i++) {
        const struct iq_image_param *param = &kernel->params[i];
        iq_str_puts(&text, i ? ", " : "");
        if (iq_kernel_parameter(kernel, i))
            iq_str_printf(&text, "%s=", iq_kernel_parameter(kernel, i));
        address = extra + param->offset;
        if (extra ? param->offset + (uint64_t)param->size > room
                  : !read_word(&address, params + (uint64_t)i * 8))
            iq_str_puts(&text, "?");
        else
            print_value(&text, address, param->size, param->is_float);
    }
    iq_str_puts(&text, ")");
    return text.length;
}
