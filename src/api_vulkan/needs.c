#include "api_vulkan/needs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api_vulkan/message.h"
#include "base/hot.h"
#include "base/str.h"
#include "call/ledger.h"
#include "call/plan.h"
#include "call/rule.h"
#include "model/names.h"
#include "process/hostmem.h"
#include "process/peek.h"

enum what { HANDLE, HANDLES, POINTER, STRUCTS };
/* NEED: bits of required.  LIST: elements of a list that are looked at; DEPTH: of structs in
 * structs.  LARGE: bytes of a list that may go on beyond its memory.  FEW: bytes of an element that
 * is no struct.  SHOWN: what is listed. */
enum {
    NEED_ITSELF = 1,
    NEED_ELEMENTS = 2,
    LIST = 256,
    DEPTH = 5,
    LARGE = 1 << 16,
    FEW = 16,
    SHOWN = 8
};

struct type {
    const char *name;
    int32_t type;
    uint16_t bytes, first, count;
};
struct need {
    uint16_t at;
    uint8_t what, required;
    const char *type;
    uint16_t bytes; /* STRUCTS: the number of the struct */
    int16_t counter, counter_bytes, counter_member;
    const char *name;
};
struct command {
    const char *name;
    uint16_t first, count;
};

static const struct type types[] = {
#define VK_TYPE(number, name, type, bytes, first, count) { #name, type, bytes, first, count },
#include "vulkan/needs.def"
};
static const struct need needs[] = {
#define VK_NEED(at, what, required, type, bytes, counter, counter_bytes, counter_member, name) \
    { at, what, required, #type, bytes, counter, counter_bytes, counter_member, #name },
#include "vulkan/needs.def"
};
static const struct command commands[] = {
#define VK_CALL(command, first, count) { #command, first, count },
#include "vulkan/needs.def"
};

/* Where a walk is: what leads to the struct that it looks at. */
struct step {
    const struct step *outer;
    const struct need *need;
    uint32_t index;
};
struct walk {
    struct iq_call *call;
    int arg;
    bool members; /* within structs, too */
    bool orphans; /* there only what a failed creation may have left NULL */
    bool whole;
};

static int by_name(const void *name, const void *command)
{
    return strcmp(name, ((const struct command *)command)->name);
}

uint16_t iq_vk_needs_of(const char *name)
{
    const struct command *found =
        bsearch(name, commands, sizeof commands / sizeof *commands, sizeof *commands, by_name);
    return found ? (uint16_t)(found - commands + 1) : 0;
}

static void put_path(struct iq_str *out, const struct step *step)
{
    if (!step)
        return;
    put_path(out, step->outer);
    iq_str_puts(out, step->need->name);
    if (step->need->counter >= 0)
        iq_str_printf(out, "[%u].", step->index);
    else
        iq_str_puts(out, "->");
}

/* The name of [need], or of its element [index], -1: itself. */
static const char *name_of(const struct step *step, const struct need *need, int index)
{
    char name[160];
    struct iq_str out;
    iq_str_init_buffer(&out, name, sizeof name);
    put_path(&out, step);
    iq_str_puts(&out, need->name);
    if (index >= 0)
        iq_str_printf(&out, "[%d]", index);
    return iq_name_intern(name);
}

/* The name of the member of [step]'s struct, or of the argument, that counts. */
static const char *counter_of(const struct walk *walk, const struct step *step,
                              const struct need *need)
{
    if (need->counter < 0)
        return NULL;
    return step ? "its count" : walk->call->entry->args[need->counter].name;
}

void iq_vk_send_flaw(struct iq_call *call, int arg, const struct iq_vk_flaw *flaw,
                     const struct iq_handle *object)
{
    struct iq_event event = { .verb = IQ_VERB_PASS,
                              .phase = IQ_PHASE_BEFORE,
                              .call = call,
                              .arg = arg,
                              .role = &call->entry->args[arg],
                              .member = flaw->is_member ? flaw->name : NULL,
                              .value = flaw->value,
                              .handle = object,
                              .pass.flaw = flaw };
    iq_rule_dispatch(&event);
}

IQ_COLD static void send(struct walk *walk, struct iq_vk_flaw flaw)
{
    bool orphan = flaw.how == IQ_VK_NO_HANDLE;
    flaw.may_be = orphan && (flaw.may_be || (walk->orphans && flaw.is_member));
    if (walk->orphans && flaw.is_member && !orphan)
        return;
    iq_vk_send_flaw(walk->call, walk->arg, &flaw, NULL);
}

IQ_COLD static void send_absent(struct walk *walk, const struct step *step, const struct need *need,
                                enum iq_vk_lack how, int index, uint64_t count)
{
    walk->whole = walk->whole && how == IQ_VK_NO_HANDLE;
    send(walk, (struct iq_vk_flaw){ .how = how,
                                    .may_be = !need->required,
                                    .is_member = step || index >= 0,
                                    .name = name_of(step, need, index),
                                    .type = need->type,
                                    .counter = counter_of(walk, step, need),
                                    .value = count });
}

static uint64_t number_at(const uint8_t *object, int offset, int bytes)
{
    uint64_t value = 0;
    memcpy(&value, object + offset, (size_t)bytes);
    return value;
}

/* Elements that [need] has, of a struct or (NULL) of the call's arguments. */
static uint64_t count_of(const struct walk *walk, const uint8_t *object, const struct need *need)
{
    if (need->counter < 0)
        return 1;
    if (object)
        return number_at(object, need->counter, need->counter_bytes);
    uint64_t value = walk->call->args[need->counter];
    if (need->counter_member >= 0)
        return value ? number_at((const uint8_t *)(uintptr_t)value, need->counter_member, 4) : 0;
    return need->counter_bytes == 4 ? (uint32_t)value : value;
}

/* False: it goes on where nothing is. */
static bool is_there(struct walk *walk, const struct step *step, const struct need *need,
                     uint64_t address, uint64_t count)
{
    uint64_t each = need->what == STRUCTS ? types[need->bytes].bytes : need->bytes, bad = 0;
    bool huge = count > UINT64_MAX / each;
    if (!huge && count * each <= LARGE)
        return true;
    if (!huge && iq_hostmem_check(address, count * each, false, &bad) == IQ_HOSTMEM_OK)
        return true;
    walk->whole = false;
    send(walk, (struct iq_vk_flaw){ .how = IQ_VK_TOO_LONG,
                                    .is_member = step,
                                    .name = name_of(step, need, -1),
                                    .type = need->type,
                                    .counter = counter_of(walk, step, need),
                                    .value = count,
                                    .wanted = bad > address ? bad - address : 0 });
    return false;
}

static void look_at(struct walk *walk, const struct step *outer, const struct need *need,
                    const uint8_t *object, int depth);

static void look_into(struct walk *walk, const struct step *step, const struct type *type,
                      const uint8_t *object, int depth)
{
    uint32_t own = 0;
    if (type->type >= 0) {
        memcpy(&own, object, sizeof own);
        if (own != (uint32_t)type->type) {
            char name[160];
            struct iq_str out;
            iq_str_init_buffer(&out, name, sizeof name);
            put_path(&out, step);
            iq_str_puts(&out, "sType");
            send(walk, (struct iq_vk_flaw){ .how = IQ_VK_WRONG_TYPE,
                                            .is_member = true,
                                            .name = iq_name_intern(name),
                                            .type = type->name,
                                            .value = own,
                                            .wanted = (uint64_t)type->type });
        }
    }
    for (uint16_t i = 0; i < type->count; i++)
        look_at(walk, step, &needs[type->first + i], object, depth);
}

static void look_at_list(struct walk *walk, const struct step *outer, const struct need *need,
                         uint64_t address, uint64_t count, int depth)
{
    const uint8_t *list = (const uint8_t *)(uintptr_t)address;
    const struct type *type = need->what == STRUCTS ? &types[need->bytes] : NULL;
    uint32_t each = type ? type->bytes : need->bytes;
    for (uint32_t i = 0; i < count && i < LIST; i++) {
        struct step step = { outer, need, i };
        if (type)
            look_into(walk, &step, type, list + (size_t)i * each, depth - 1);
        else if (!number_at(list, (int)(i * each), 8))
            send_absent(walk, outer, need, IQ_VK_NO_HANDLE, (int)i, 0);
    }
}

/* A shader stage without a module, whose chain (.pNext, two words before it) has none either. */
static bool lacks_module(const struct need *need, const uint8_t *object)
{
    return !strcmp(need->type, "VkShaderModule") && !number_at(object, need->at - 16, 8);
}

/* [object] NULL: of the call's arguments. */
static void look_at(struct walk *walk, const struct step *outer, const struct need *need,
                    const uint8_t *object, int depth)
{
    uint64_t value = object ? number_at(object, need->at, 8) : walk->call->args[need->at];
    if (need->what == HANDLE) {
        if (!value && (need->required || (object && lacks_module(need, object))))
            send_absent(walk, outer, need, IQ_VK_NO_HANDLE, -1, 0);
        return;
    }
    /* what may be missing may also be ignored, and lead anywhere */
    if (!(need->required & NEED_ITSELF))
        return;
    uint64_t count = count_of(walk, object, need);
    if (!count)
        return;
    if (!value) {
        send_absent(walk, outer, need, IQ_VK_NO_POINTER, -1, count);
        return;
    }
    /* whatever leads nowhere crashes in the driver, which says where */
    if (value < 4096 || !depth || !is_there(walk, outer, need, value, count))
        return;
    if (walk->members && (need->what == STRUCTS || need->required & NEED_ELEMENTS))
        look_at_list(walk, outer, need, value, count, depth);
}

/* Most of what calls need are a handle, or a few numbers behind a pointer: is there nothing more to
 * see?  As look_at. */
static inline bool is_plainly_there(const uint64_t *args, const struct need *need)
{
    if (need->what == HANDLE)
        return args[need->at] || !need->required;
    if (!(need->required & NEED_ITSELF))
        return true;
    if (need->counter_member >= 0)
        return false;
    uint64_t count = need->counter < 0 ? 1 : args[need->counter];
    count = need->counter_bytes == 4 ? (uint32_t)count : count;
    return !count || (need->what == POINTER && !(need->required & NEED_ELEMENTS) &&
                      need->bytes <= FEW && count <= LARGE / FEW && args[need->at] >= 4096);
}

static inline bool look_closely(struct iq_call *call, const struct need *need)
{
    bool listening = iq_vk_is_listening(), failed = iq_ledger_has_failure();
    struct walk walk = { .call = call,
                         .arg = need->at,
                         .members = !listening || failed,
                         .orphans = listening,
                         .whole = true };
    look_at(&walk, NULL, need, NULL, DEPTH);
    return walk.whole;
}

IQ_FAST bool iq_vk_check_needs(struct iq_call *call)
{
    uint16_t index = call->plan->shape;
    bool whole = true;
    if (!index)
        return true;
    const struct need *need = &needs[commands[index - 1].first],
                      *end = need + commands[index - 1].count;
    for (; need < end; need++)
        if (__builtin_expect(!is_plainly_there(call->args, need), 0))
            whole &= look_closely(call, need);
    return whole;
}

/* --- after a crash
 * ------------------------------------------------------------------------------------------
 */

/* What is NULL in the struct at [address]; its bytes are copied, as nobody knows what is left. */
static int put_absent_of(const struct need *outer, uint64_t address, struct iq_str *out, int shown)
{
    uint8_t object[512];
    const struct type *type = &types[outer->bytes];
    const struct step step = { NULL, outer, 0 };
    if (type->bytes > sizeof object || !iq_peek(object, (uintptr_t)address, type->bytes, true))
        return shown;
    for (uint16_t i = 0; i < type->count && shown < SHOWN; i++) {
        const struct need *need = &needs[type->first + i];
        if (number_at(object, need->at, 8) ||
            (need->counter >= 0 && !number_at(object, need->counter, need->counter_bytes)))
            continue;
        iq_str_puts(out, shown++ ? ", " : "");
        put_path(out, &step);
        iq_str_puts(out, need->name);
    }
    return shown;
}

int iq_vk_put_absent(const struct iq_call *call, struct iq_str *out, int *arg)
{
    uint16_t index = call->plan->shape;
    const struct command *command = index ? &commands[index - 1] : NULL;
    int shown = 0;
    for (uint16_t i = 0; command && i < command->count && shown < SHOWN; i++) {
        const struct need *need = &needs[command->first + i];
        uint64_t value = call->args[need->at];
        int before = shown;
        if (need->what == STRUCTS && value)
            shown = put_absent_of(need, value, out, shown);
        else if (!value) {
            iq_str_puts(out, shown++ ? ", " : "");
            iq_str_puts(out, need->name);
        }
        if (!before && shown)
            *arg = need->at;
    }
    return shown;
}
