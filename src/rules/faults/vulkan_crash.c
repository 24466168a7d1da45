#include "rules/faults/vulkan_crash.h"

#include <dlfcn.h>
#include <string.h>

#include "api_vulkan/message.h"
#include "api_vulkan/objects.h"
#include "api_vulkan/submission.h"
#include "arch/arch.h"
#include "arch/code.h"
#include "call/core.h"
#include "call/findings.h"
#include "call/plan.h"
#include "call/thread.h"
#include "iq_entries.h"
#include "model/names.h"
#include "process/modules.h"
#include "process/peek.h"
#include "process/stack.h"
#include "rules/faults/missing_symbol.h"

enum { NEAR_WORDS = 512, TEXT_BYTES = 600, SUBMISSIONS = 3 };

static struct {
    uintptr_t begin, end;
} loader; /* its code; 0: it is not there */

void iq_vk_set_loader(uintptr_t begin, uintptr_t end)
{
    loader.begin = begin;
    loader.end = end;
}

bool iq_vk_is_loader(uintptr_t code) { return code >= loader.begin && code < loader.end; }

/* The call of the loader that this thread is in. */
static __thread struct {
    const struct iq_entry *entry;
    struct iq_site site;
} in_loader __attribute__((tls_model("initial-exec")));

void iq_vk_call_loader(const struct iq_entry *entry, struct iq_site site)
{
    in_loader.site = site;
    in_loader.entry = entry;
}

/* The function of the loader that the return address [pc] lies in, by its row; NULL. */
static const struct iq_entry *loader_entry(uintptr_t pc)
{
    Dl_info info = { 0 };
    uintptr_t start = 0;
    if (!iq_vk_is_loader(pc))
        return NULL;
    const struct iq_entry *answered = iq_missing_symbol_at(pc, &start);
    bool named = dladdr((void *)pc, &info) && info.dli_sname;
    if (answered && (!named || start >= (uintptr_t)info.dli_saddr))
        return answered; /* extensions' functions have no names there */
    return named ? iq_entry_find(IQ_API_VULKAN, info.dli_sname) : NULL;
}

/* The words of the stack from where the program was hit. */
struct crash_words {
    uint32_t count;
    uint64_t word[NEAR_WORDS];
};

static void read_words(struct crash_words *words, uintptr_t sp)
{
    words->count = 0;
    while (words->count < NEAR_WORDS &&
           iq_peek(&words->word[words->count], sp + words->count * sizeof *words->word,
                   16 * sizeof *words->word, true))
        words->count += 16;
}

/* A dead object of [kind] whose value lies there: perhaps the loader and its caller have it in
 * their variables, or the call was given another value, and this one lies there from before.  Of
 * several the one that died last. */
static const struct iq_handle *dead_nearby(enum iq_kind kind, const struct crash_words *words)
{
    const struct iq_handle *last = NULL;
    for (uint32_t i = 0; i < words->count; i++) {
        const struct iq_handle *handle = iq_vk_known(kind, (const void *)(uintptr_t)words->word[i]);
        if (handle && iq_handle_is_dead(handle) &&
            (!last || handle->destroyed.number > last->destroyed.number))
            last = handle;
    }
    return last;
}

/* The function of the loader that the call before [back] names: compilers move the end of those
 * that check nothing to where no symbol is. */
static const struct iq_entry *entry_called(uintptr_t back)
{
    Dl_info info = { 0 };
    uintptr_t target = iq_arch_called_directly(back, iq_peek_quietly);
    bool named = target && iq_vk_is_loader(target) && dladdr((void *)target, &info);
    return named && info.dli_sname ? iq_entry_find(IQ_API_VULKAN, info.dli_sname) : NULL;
}

/* The first frame of [stack] outside of libc: the program's, where the loader was hit and its
 * frames are left out. */
static uint32_t first_outside_libc(const struct iq_stack *stack)
{
    uint32_t at = 0;
    while (at < stack->count && iq_modules_is_libc(stack->pc[at]))
        at++;
    return at;
}

/* The frame that calls the loader by name, at most [most]: a word that led there may be from an
 * earlier call. */
static uint32_t caller_of_loader(const struct iq_stack *stack, uint32_t most)
{
    for (uint32_t i = first_outside_libc(stack); i < most; i++)
        if (iq_vk_is_loader(iq_arch_called_directly(stack->pc[i], iq_peek_quietly)))
            return i;
    return most;
}

/* The function of the loader that the program called, and the number of frames of [stack] before
 * the program's own; NULL.  Frames of the loader are left out of stacks, so the program's is the
 * first of those, libc's apart, whose return address lies after one into the loader. */
static const struct iq_entry *called(const struct crash_words *words, uintptr_t pc,
                                     const struct iq_stack *stack, uint32_t *below)
{
    const struct iq_entry *entry = loader_entry(pc), *here;
    uint32_t frame = 0;
    if (!IQ_ARCH_CALL_PUSHES && entry && first_outside_libc(stack) < stack->count) {
        *below = first_outside_libc(stack); /* its return address may be in a register only */
        return entry;
    }
    for (uint32_t i = 0; i < words->count && frame < stack->count; i++) {
        uint32_t at = frame;
        while (at < stack->count && stack->pc[at] != words->word[i])
            at++;
        bool programs = at < stack->count && !iq_modules_is_libc(stack->pc[at]);
        if (programs && !entry && !frame && iq_vk_is_loader(pc))
            entry = entry_called((uintptr_t)words->word[i]);
        if (programs && entry) {
            *below = caller_of_loader(stack, at);
            return entry;
        }
        frame = at < stack->count ? at + 1 : frame;
        here = at < stack->count ? NULL : loader_entry(words->word[i] - 1);
        entry = here ? here : entry;
    }
    return NULL;
}

/* [gone]: the dead object that the call was given, NULL: it is not known to be one; [certain]: that
 * is so, or else may be. */
static void report_crash(const struct iq_entry *entry, const struct iq_handle *gone, bool certain,
                         uint32_t stack)
{
    char message[TEXT_BYTES], cause[TEXT_BYTES];
    struct iq_str text;
    const struct iq_arg *role = &entry->args[0];
    bool ends = role->role == IQ_ROLE_DEL;
    struct iq_finding finding = {
        .rule = !gone  ? IQ_RULE_NULL_HANDLE
                : ends ? IQ_RULE_DOUBLE_DESTROY
                       : IQ_RULE_DESTROYED_HANDLE,
        .severity = IQ_ERROR,
        .api = entry->name,
        .entry = entry->symbol,
        .arg_index = 0,
        .arg_name = role->name,
        .message = message,
        .cause = cause,
        .stack_call = stack,
        .count = 1,
        .object_device = -1,
        .fix =
            gone
                ? "do not use it after that: destroy it later, or create a new one"
                : "create the object first, check that its create call succeeded, and set variables of objects that may be missing to VK_NULL_HANDLE and test them"
    };
    const char *kind = iq_kind_name((enum iq_kind)role->kind);
    iq_str_init_buffer(&text, message, sizeof message);
    if (gone && !certain)
        iq_str_printf(&text,
                      "%s of %s is not a live %s; it may be 0x%llx, which has been destroyed",
                      role->name, entry->name, kind, (unsigned long long)gone->value);
    else if (gone)
        iq_str_printf(&text, "%s %s %s 0x%llx, which has already been destroyed", entry->name,
                      ends ? "destroys" : "is given", kind, (unsigned long long)gone->value);
    else
        iq_str_printf(&text, "%s of %s is VK_NULL_HANDLE, or was not created by Vulkan", role->name,
                      entry->name);
    iq_str_init_buffer(&text, cause, sizeof cause);
    if (gone) {
        struct iq_call_ref end = iq_handle_end(gone);
        iq_str_printf(&text, "%s 0x%llx was created by %s", kind, (unsigned long long)gone->value,
                      gone->created.entry ? gone->created.entry->name
                                          : "a call that inquest did not see");
        if (end.entry)
            iq_str_printf(&text, " and destroyed by %s", end.entry->name);
        if (!certain)
            iq_str_puts(
                &text,
                "; this value lies on the stack near the call, which may as well have been given VK_NULL_HANDLE or a value that no call returned");
        iq_str_puts(&text, "; ");
        finding.object_kind = kind;
        finding.object_state = "destroyed";
        finding.object_address = gone->value;
        finding.stack_created = gone->created.stack;
        finding.stack_destroyed = end.stack;
    }
    iq_str_puts(
        &text,
        "the loader reads its own table through such a handle before any layer or driver sees the call, and crashed");
    if (iq_rule_is_enabled(finding.rule))
        iq_findings_add(&finding, 0, 0, true);
}

bool iq_vk_crashed_in_layer(uintptr_t pc)
{
    Dl_info info;
    return iq_vk_is_listening() && iq_findings_errors() && dladdr((void *)pc, &info) &&
           info.dli_fname && strstr(info.dli_fname, "libVkLayer_khronos");
}

bool iq_vk_crashed(uintptr_t pc, uintptr_t sp, uint64_t first)
{
    struct crash_words words;
    uint32_t below = 0;
    /* runtimes whose faults are part of their work come here often */
    if (!loader.begin)
        return false;
    if (!iq_stack_is_hidden(pc) && !iq_vk_is_loader(pc) && !iq_modules_is_libc(pc))
        /* the program's own mistake: what lies on its stack is from earlier calls */
        return false;
    struct iq_stack stack;
    if (!iq_stack_get(in_loader.entry ? iq_stack_at(in_loader.site) : iq_stack_of_signal(pc),
                      &stack))
        return false;
    read_words(&words, sp);
    const struct iq_entry *entry =
        in_loader.entry ? in_loader.entry : called(&words, pc, &stack, &below);
    if (!entry || !entry->arg_count || !iq_handle_is_of_vulkan((enum iq_kind)entry->args[0].kind))
        return false;
    enum iq_kind kind = (enum iq_kind)entry->args[0].kind;
    const struct iq_handle *given = iq_vk_known(kind, (const void *)(uintptr_t)first);
    bool is_dead = given && iq_handle_is_dead(given), certain = iq_vk_is_loader(pc) && is_dead;
    report_crash(entry, certain ? given : dead_nearby(kind, &words), certain,
                 iq_stack_without(stack.id, below));
    return true;
}

/* The Vulkan call that another thread is in, with as much of its stack as is known; .entry NULL:
 * none is. */
static struct iq_call_ref call_under_way(void)
{
    for (struct iq_thread *thread = iq_thread_first(); thread; thread = thread->next) {
        const struct iq_call_here *here = __atomic_load_n(&thread->here, __ATOMIC_ACQUIRE);
        struct iq_call *call = here && thread != iq_thread_block ? here->top : NULL;
        if (!call || call->seal != iq_call_seal(call))
            continue;
        call = iq_call_outermost(call);
        if (call->entry->api == IQ_API_VULKAN)
            return (struct iq_call_ref){ .number = call->number,
                                         .entry = call->entry,
                                         .stack = call->stack ? call->stack
                                                              : iq_stack_of_return(call->site.pc) };
    }
    return (struct iq_call_ref){ 0 };
}

void iq_vk_relate_submissions(struct iq_finding *finding)
{
    const struct iq_vk_submission *last[SUBMISSIONS];
    int count = iq_vk_last_submissions(NULL, last, SUBMISSIONS);
    for (int i = 0; i < count && finding->related_count < IQ_FINDING_MAX_RELATED; i++)
        finding->related[finding->related_count++] =
            (struct iq_related){ i ? "and this one before" : "submitted last", last[i]->ref.stack };
}

static void put_address(struct iq_str *text, uint64_t address)
{
    if (address)
        iq_str_printf(text, "it touched 0x%llx; ", (unsigned long long)address);
}

static struct iq_finding crash_of(struct iq_call_ref ref, const char *message, const char *cause,
                                  const char *fix)
{
    return (struct iq_finding){ .rule = IQ_RULE_DRIVER_CRASH,
                                .severity = IQ_ERROR,
                                .api = ref.entry ? ref.entry->name : NULL,
                                .entry = ref.entry ? ref.entry->symbol : NULL,
                                .arg_index = -1,
                                .message = message,
                                .cause = cause,
                                .fix = fix,
                                .stack_call = ref.stack,
                                .count = 1,
                                .object_device = -1 };
}

/* At work on what was submitted: [ref] is the last of [count] submissions that are pending, or
 * [in_call], one that is with the driver. */
static void report_at_work(const char *signal, uint64_t address, struct iq_call_ref ref,
                           bool in_call, const struct iq_vk_submission **last, int count)
{
    char message[TEXT_BYTES], cause[TEXT_BYTES];
    struct iq_str text;
    struct iq_finding finding = crash_of(
        ref, message, cause,
        iq_vk_is_listening()
            ? "the validation layer had no objection: check what the shaders index and read, which it does not check"
            : "run with the validation layer (without --validation no), which finds most causes: descriptors that were not written or whose object was destroyed, "
              "indices and offsets out of bounds, state that is not set");
    iq_str_init_buffer(&text, message, sizeof message);
    iq_str_printf(
        &text,
        "the driver crashed with %s on a thread of its own, while executing what %s had submitted",
        signal, ref.entry->name);
    iq_str_init_buffer(&text, cause, sizeof cause);
    put_address(&text, address);
    if (in_call)
        iq_str_puts(&text, "that call had not returned yet");
    else
        iq_str_printf(&text, "the last submission that may be unfinished has %u recorded command%s",
                      last[0]->commands, last[0]->commands == 1 ? "" : "s");
    for (int i = in_call ? 0 : 1; i < count; i++)
        finding.related[finding.related_count++] =
            (struct iq_related){ "submitted before that", last[i]->ref.stack };
    iq_findings_add(&finding, 0, 0, true);
}

/* The argument that a recorded command has and that no driver can work with. */
static void report_suspect(const char *signal, uint64_t address, struct iq_call_ref submitted,
                           const struct iq_vk_suspect *suspect)
{
    char message[TEXT_BYTES], cause[TEXT_BYTES], value[32];
    struct iq_str text;
    const struct iq_arg *role = &suspect->ref.entry->args[suspect->arg];
    enum iq_kind kind = iq_plan_handle_kind(suspect->ref.entry, suspect->arg);
    bool is_number = kind == IQ_KIND_NONE;
    struct iq_finding finding = crash_of(
        suspect->ref, message, cause,
        is_number
            ? "pass a number within the device's limits and the object's size; look for a number that was never set, or is below 0"
            : "look for a variable that is not set or was overwritten, or a create call whose result was not checked");
    finding.rule = is_number        ? IQ_RULE_BAD_SIZE
                   : suspect->value ? IQ_RULE_UNKNOWN_HANDLE
                                    : IQ_RULE_NULL_HANDLE;
    finding.arg_index = suspect->arg;
    finding.arg_name = role->name;
    iq_str_init_buffer(&text, message, sizeof message);
    iq_str_puts(&text, role->name);
    if (suspect->element >= 0)
        iq_str_printf(&text, "[%d]", suspect->element);
    iq_str_printf(&text, " of %s is ", suspect->ref.entry->name);
    if (is_number)
        iq_str_printf(&text, "%llu", (unsigned long long)suspect->value);
    else
        iq_str_puts(&text,
                    suspect->value ? "not a handle that any call returned" : "VK_NULL_HANDLE");
    iq_str_printf(&text, "; the driver crashed with %s while executing the command", signal);
    iq_str_init_buffer(&text, cause, sizeof cause);
    put_address(&text, address);
    iq_str_puts(
        &text,
        is_number
            ? "nothing of this command is that large or that many, and drivers do not check it"
            : "drivers dereference handles and do not check them");
    iq_str_init_buffer(&text, value, sizeof value);
    iq_str_printf(&text, is_number ? "%llu" : "0x%llx", (unsigned long long)suspect->value);
    finding.arg_value = value;
    finding.related[finding.related_count++] =
        (struct iq_related){ "the command buffer was submitted here", submitted.stack };
    if (iq_rule_is_enabled(finding.rule))
        iq_findings_add(&finding, 0, 0, true);
}

/* Does one of the submissions execute such a command? */
static bool explain_by_suspect(const char *signal, uint64_t address, struct iq_call_ref in_call,
                               const struct iq_vk_submission **pending, int count)
{
    struct iq_vk_suspect suspect;
    for (int i = -1; i < count; i++) {
        struct iq_call_ref submitted = i < 0 ? in_call : pending[i]->ref;
        if (submitted.number && iq_vk_suspect_in(submitted.number, &suspect)) {
            report_suspect(signal, address, submitted, &suspect);
            return true;
        }
    }
    return false;
}

/* With nothing pending: in the call [ref], or in none. */
static void report_at_rest(const char *signal, uint64_t address, struct iq_call_ref ref)
{
    char message[TEXT_BYTES], cause[TEXT_BYTES];
    struct iq_str text;
    struct iq_finding finding = crash_of(
        ref, message, cause,
        "look for handles and pointers that other threads use at the same time, and for freed host memory that the driver still uses; if there are none, it is a bug "
        "in the driver: try another version");
    iq_str_init_buffer(&text, message, sizeof message);
    iq_str_printf(
        &text,
        ref.entry
            ? "the driver crashed with %s on a thread of its own, during %s"
            : "a driver crashed with %s on a thread of its own, while no call was in progress",
        signal, ref.entry ? ref.entry->name : "");
    iq_str_init_buffer(&text, cause, sizeof cause);
    put_address(&text, address);
    iq_str_puts(&text, "as far as the host can tell, all submitted work is complete");
    iq_vk_relate_submissions(&finding);
    iq_findings_add(&finding, 0, 0, true);
}

bool iq_vk_crashed_on_driver_thread(const char *signal, uint64_t address)
{
    const struct iq_vk_submission *last[SUBMISSIONS];
    /* not among those that are pending yet */
    struct iq_call_ref ref = iq_vk_submission_in_call();
    int count = iq_vk_pending_submissions(last, SUBMISSIONS);
    bool in_call = ref.number, at_work = in_call || count;
    if (explain_by_suspect(signal, address, ref, last, count))
        return true;
    if (!at_work) {
        ref = call_under_way();
        count = iq_vk_last_submissions(NULL, last, SUBMISSIONS);
    } else if (!in_call)
        ref = last[0]->ref;
    if (!ref.entry && !count)
        return false;
    if (iq_findings_errors() || !iq_rule_is_enabled(IQ_RULE_DRIVER_CRASH))
        return true;
    if (at_work)
        report_at_work(signal, address, ref, in_call, last, count);
    else
        report_at_rest(signal, address, ref);
    return true;
}
