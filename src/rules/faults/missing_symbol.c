#include "rules/faults/missing_symbol.h"

#include <dlfcn.h>
#include <string.h>

#include "api_vulkan/extensions.h"
#include "arch/code.h"
#include "call/core.h"
#include "call/findings.h"
#include "call/thread.h"
#include "iq_entries.h"
#include "model/call_ref.h"
#include "model/handle.h"
#include "process/hostmem.h"
#include "process/peek.h"
#include "process/stack.h"
#include "rules/faults/vulkan_crash.h"

enum { KEPT = 1024, NAME_BYTES = 80, TEXT_BYTES = 600, OTHERS = 3, PAGE = 4096 };

struct missed {
    const struct iq_entry *entry;
    uintptr_t found;
    uint32_t stack;
    char name[NAME_BYTES];
};
static struct missed kept[KEPT];
/* atomic; the newest is [missed_count - 1] of the ring */
static uint32_t missed_count;

static void keep_missed(const struct iq_entry *entry, const char *name, uintptr_t found,
                        uint32_t stack)
{
    struct missed *missed = &kept[__atomic_fetch_add(&missed_count, 1, __ATOMIC_RELAXED) % KEPT];
    missed->entry = entry;
    missed->found = found;
    missed->stack = stack;
    missed->name[iq_hostmem_copy_text(name, missed->name, NAME_BYTES - 1)] = 0;
}

/* Code of the loader that was handed out for functions of instances: every driver has them, but
 * what crashes there has no other name. */
enum { INSTANCE_CODE = 256 };
static struct {
    uintptr_t found; /* atomic; 0: not there yet */
    const struct iq_entry *row;
} instance_code[INSTANCE_CODE];
static uint32_t instance_code_count;

static void keep_instance_code(const struct iq_entry *row, uintptr_t found)
{
    uint32_t count = __atomic_load_n(&instance_code_count, __ATOMIC_RELAXED);
    for (uint32_t i = 0; i < count && i < INSTANCE_CODE; i++)
        if (__atomic_load_n(&instance_code[i].found, __ATOMIC_ACQUIRE) == found)
            return;
    uint32_t at = __atomic_fetch_add(&instance_code_count, 1, __ATOMIC_RELAXED);
    if (at >= INSTANCE_CODE)
        return;
    instance_code[at].row = row;
    __atomic_store_n(&instance_code[at].found, found, __ATOMIC_RELEASE);
}

void iq_missing_symbol_note(struct iq_call *call, const char *name)
{
    const struct iq_call *outer = iq_call_outermost(call);
    if (!name ||
        (outer != call && (!outer->entry->arg_count || outer->entry->args[0].role != IQ_ROLE_STR ||
                           strcmp((const char *)(uintptr_t)outer->args[0], name))))
        return;
    keep_missed(outer->entry, name, 0, iq_call_stack(call));
}

void iq_missing_symbol_answered(const struct iq_entry *entry, const char *name, uintptr_t found,
                                struct iq_site site)
{
    const struct iq_entry *row = found && name ? iq_entry_find(IQ_API_VULKAN, name) : NULL;
    bool of_instance = row && (!row->arg_count || row->args[0].kind == IQ_KIND_VK_INSTANCE ||
                               row->args[0].kind == IQ_KIND_VK_PHYSICAL_DEVICE);
    if (of_instance)
        keep_instance_code(row, found);
    else if (name)
        keep_missed(entry, name, found, iq_stack_at(site));
}

const struct iq_entry *iq_missing_symbol_at(uintptr_t pc, uintptr_t *start)
{
    enum { LENGTH = 1024 }; /* more than the loader's functions that only pass a call on have */
    const struct missed *best = NULL;
    const struct iq_entry *row = NULL;
    uint32_t count = __atomic_load_n(&missed_count, __ATOMIC_RELAXED);
    for (uint32_t i = 0; i < count && i < KEPT; i++)
        if (kept[i].found && kept[i].found <= pc && pc - kept[i].found < LENGTH &&
            (!best || kept[i].found > best->found))
            best = &kept[i];
    *start = best ? best->found : 0;
    for (uint32_t i = 0; i < INSTANCE_CODE; i++) {
        uintptr_t found = __atomic_load_n(&instance_code[i].found, __ATOMIC_ACQUIRE);
        if (found && found <= pc && pc - found < LENGTH && found > *start) {
            *start = found;
            row = instance_code[i].row;
        }
    }
    return row ? row : best ? iq_entry_find(best->entry->api, best->name) : NULL;
}

static void put_version(struct iq_str *out, uint32_t since)
{
    iq_str_printf(out, "%u.%u", since / 1000, since % 1000 / 10);
}

/* What makes Vulkan have the function [name]. */
static void put_vulkan(const char *name, struct iq_str *cause, struct iq_str *fix)
{
    bool of_instance;
    const char *extension = iq_vk_extension_of(name, &of_instance);
    const struct iq_entry *row = iq_entry_find(IQ_API_VULKAN, name);
    if (extension) {
        iq_str_printf(cause, "; %s belongs to %s, which must be supported and enabled", name,
                      extension);
        iq_str_printf(
            fix,
            "add %s to ppEnabledExtensionNames of vkCreate%s if vkEnumerate%sExtensionProperties lists it",
            extension, of_instance ? "Instance" : "Device", of_instance ? "Instance" : "Device");
    } else if (row && row->since > 1000) {
        iq_str_printf(cause, "; %s is part of Vulkan ", name);
        put_version(cause, row->since);
        iq_str_puts(fix, "request Vulkan ");
        put_version(fix, row->since);
        iq_str_puts(
            fix,
            " in VkApplicationInfo.apiVersion, and check that the device's VkPhysicalDeviceProperties.apiVersion is at least that; otherwise enable the extension that it came from "
            "and call the extension's function");
    } else if (row)
        iq_str_puts(
            fix,
            "query the function from the instance or device that it belongs to (a NULL instance has only a few global functions), and test the pointer before calling it");
    else
        iq_str_puts(
            fix,
            "check the name and its suffix (KHR, EXT) against the extension's specification, enable the extension, and test the pointer before calling it");
}

static void put_advice(const struct missed *missed, struct iq_str *cause, struct iq_str *fix)
{
    if (missed->entry->api == IQ_API_VULKAN)
        put_vulkan(missed->name, cause, fix);
    else if (missed->entry->api == IQ_API_OPENCL)
        iq_str_puts(
            fix,
            "check the function's name and that CL_DEVICE_EXTENSIONS lists its extension, test the pointer before calling it, and provide a fallback for drivers without it");
    else
        iq_str_puts(
            fix,
            "check the name and the requested CUDA version against what the driver has, test the pointer before calling it, and provide a fallback for older drivers");
}

/* Can the function called [name] have been called with the first argument [first]?  -1: no, 0: not
 * known, 1: yes. */
static int fits_missed(const struct missed *missed, uint64_t first)
{
    const struct iq_entry *row = iq_entry_find(
        missed->entry->api == IQ_API_CUDART ? IQ_API_CUDA : (enum iq_api_id)missed->entry->api,
        missed->name);
    if (!row || !row->arg_count || !row->args[0].kind ||
        (row->args[0].role != IQ_ROLE_USE && row->args[0].role != IQ_ROLE_DEL &&
         row->args[0].role != IQ_ROLE_STREAM))
        return 0;
    const struct iq_handle *handle =
        first >= PAGE ? iq_handle_find((enum iq_kind)row->args[0].kind, first) : NULL;
    return handle ? (handle->kind == row->args[0].kind ? 1 : -1) : first && first < PAGE ? -1 : 0;
}

struct choice {
    const struct missed *missed, *others[OTHERS];
    uint32_t other_count;
    int fit;
};

/* One more that fits as well as what was chosen. */
static void add_other(struct choice *choice, const struct missed *missed)
{
    bool known = !strcmp(missed->name, choice->missed->name);
    for (uint32_t i = 0; i < choice->other_count && i < OTHERS; i++)
        known |= !strcmp(missed->name, choice->others[i]->name);
    if (!known && choice->other_count < OTHERS)
        choice->others[choice->other_count] = missed;
    choice->other_count += !known;
}

/* The look-up whose answer was called: the last one of those that fit best.  [target] is what was
 * called, if that is [known]. */
static struct choice choose_symbol(uint64_t first, uintptr_t target, bool known)
{
    struct choice best = { .fit = -1 };
    uint32_t total = __atomic_load_n(&missed_count, __ATOMIC_RELAXED);
    for (uint32_t i = 0; i < total && i < KEPT; i++) {
        const struct missed *missed = &kept[(total - 1 - i) % KEPT];
        bool answered = missed->found;
        int fit =
            !missed->entry || (known && answered != !!target) ? -1 : fits_missed(missed, first);
        if (fit > 0 && answered)
            fit += target == missed->found;
        if (fit > best.fit)
            best = (struct choice){ .missed = missed, .fit = fit };
        else if (fit == best.fit && fit >= 0)
            add_other(&best, missed);
    }
    return best;
}

static void report_missed(const struct choice *choice, uint32_t stack)
{
    char message[TEXT_BYTES], cause[TEXT_BYTES], fix[TEXT_BYTES];
    struct iq_str text, more;
    const struct missed *missed = choice->missed;
    const struct iq_entry *entry = missed->entry;
    int arg = entry->api >= IQ_API_OPENCL && entry->arg_count > 1;
    struct iq_finding finding = { .rule = IQ_RULE_SYMBOL_NOT_FOUND,
                                  .severity = IQ_ERROR,
                                  .api = entry->name,
                                  .entry = entry->symbol,
                                  .arg_index = arg,
                                  .arg_name = entry->args[arg].name,
                                  .arg_value = missed->name,
                                  .message = message,
                                  .cause = cause,
                                  .fix = fix,
                                  .stack_call = missed->stack,
                                  .count = 1,
                                  .object_device = -1 };
    iq_str_init_buffer(&text, message, sizeof message);
    if (missed->found)
        iq_str_printf(&text, "%s was called, but this device does not have it", missed->name);
    else
        iq_str_printf(&text, "%s found no %s, and %s called", entry->name, missed->name,
                      choice->fit ? "the NULL that it returned was"
                                  : "later a NULL function pointer was");
    iq_str_init_buffer(&text, cause, sizeof cause);
    iq_str_init_buffer(&more, fix, sizeof fix);
    if (missed->found)
        iq_str_printf(
            &text,
            "%s returns loader code even for functions that the device lacks, and that code jumped to address 0 (vkGetDeviceProcAddr would have returned NULL)",
            entry->name);
    else
        iq_str_puts(&text, "the program jumped to address 0 and crashed");
    for (uint32_t i = 0; i < choice->other_count && i < OTHERS && choice->fit < 2; i++)
        iq_str_printf(&text, "%s%s", i ? ", " : "; it may also have been ",
                      choice->others[i]->name);
    if (choice->other_count > OTHERS && choice->fit < 2)
        iq_str_printf(&text, " or one of %u other missing functions", choice->other_count - OTHERS);
    put_advice(missed, &text, &more);
    finding.related[finding.related_count++] =
        (struct iq_related){ missed->found ? "the call" : "the call through NULL", stack };
    iq_findings_add(&finding, 0, 0, true);
}

/* Vulkan's loader has all functions, and jumps to where the device's should be. */
static bool report_loader(const char *name, uint32_t stack)
{
    char message[TEXT_BYTES], cause[TEXT_BYTES], fix[TEXT_BYTES];
    struct iq_str text, more;
    const struct iq_entry *entry = iq_entry_find(IQ_API_VULKAN, name);
    struct iq_finding finding = { .rule = IQ_RULE_SYMBOL_NOT_FOUND,
                                  .severity = IQ_ERROR,
                                  .api = entry ? entry->name : name,
                                  .entry = entry ? entry->symbol : name,
                                  .arg_index = -1,
                                  .message = message,
                                  .cause = cause,
                                  .fix = fix,
                                  .stack_call = stack,
                                  .count = 1,
                                  .object_device = -1 };
    iq_str_init_buffer(&text, message, sizeof message);
    iq_str_printf(&text, "%s was called, but this device does not have it", name);
    iq_str_init_buffer(&text, cause, sizeof cause);
    iq_str_init_buffer(&more, fix, sizeof fix);
    iq_str_puts(
        &text,
        "the loader exports it for all devices, but neither the driver nor a layer provides it for this one, so the loader jumped to address 0");
    put_vulkan(name, &text, &more);
    iq_findings_add(&finding, 0, 0, true);
    return true;
}

bool iq_missing_symbol_crashed(const uint64_t *registers)
{
    /* handlers of others may return, and it happens again */
    static bool told;
    uintptr_t back, target = 0;
    Dl_info info;
    if (!iq_rule_is_enabled(IQ_RULE_SYMBOL_NOT_FOUND) ||
        !iq_arch_return_of_jump(registers, iq_peek_quietly, &back))
        return false;
    if (__atomic_exchange_n(&told, true, __ATOMIC_RELAXED))
        return true;
    uintptr_t direct = iq_arch_called_directly(back, iq_peek_quietly);
    uint32_t stack = iq_stack_of_return(back);
    if (direct && iq_vk_is_loader(direct) && dladdr((void *)direct, &info) && info.dli_sname)
        return report_loader(info.dli_sname, stack);
    bool known = !direct && iq_arch_called_through(back, registers, iq_peek_quietly, &target);
    struct choice choice =
        direct ? (struct choice){ 0 } : choose_symbol(registers[IQ_ARCH_ARGUMENT], target, known);
    if (choice.missed)
        report_missed(&choice, stack);
    return choice.missed;
}
