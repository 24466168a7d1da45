/* How much of what a program launches is checked inside; see kernel_checks.h. */
#include "rules/faults/kernel_coverage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api_cuda/soft_site.h"
#include "base/plain_name.h"
#include "base/str.h"
#include "call/core.h"
#include "call/guest.h"
#include "rules/faults/kernel.h"
#include "trace/writer.h"
#include "wrap/kernel_checks.h"
#include "wrap/kernel_races.h"
#include "wrap/kernel_shadow.h"

enum { TEXT_BYTES = 600, NAMED_MAX = 2 };

/* Launches of functions that came out of no module that was seen loading. */
static struct iq_checked_module unseen = { .name = "an unknown module",
                                           .why_not = "inquest did not see it being loaded" };

static const struct iq_soft_site *first_unchecked; /* launch; atomic */

static struct iq_checked_kernel unseen_kernel = { .module = &unseen, .name = "unknown ones" };

const char *iq_kernel_why_not(const struct iq_checked_kernel *kernel)
{
    return !kernel                   ? unseen.why_not
           : kernel->kernel          ? NULL
           : kernel->module->why_not ? kernel->module->why_not
           : kernel->module->leaves_waiting
               ? "these kernels access nothing that can be checked, or wait for their grid in a module with variables"
               : "these kernels access nothing that can be checked";
}

/* Where launches of [kernel] are counted. */
static struct iq_checked_module *counted(const struct iq_checked_kernel *kernel)
{
    struct iq_checked_module *module = kernel->module->head ? kernel->module->head : kernel->module;
    return module->again ? module->again : module;
}

void iq_kernel_coverage_revoke(struct iq_checked_kernel *kernel, const char *why)
{
    __atomic_fetch_sub(&counted(kernel)->checked, 1, __ATOMIC_RELAXED);
    __atomic_fetch_sub(&kernel->checked, 1, __ATOMIC_RELAXED);
    __atomic_store_n(&kernel->why_not, why, __ATOMIC_RELAXED);
}

void iq_kernel_coverage_count(struct iq_checked_kernel *kernel, const char *why)
{
    kernel = kernel ? kernel : &unseen_kernel;
    struct iq_checked_module *module = counted(kernel);
    __atomic_fetch_add(&module->launches, 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(&kernel->launches, 1, __ATOMIC_RELAXED);
    if (!why) {
        __atomic_fetch_add(&module->checked, 1, __ATOMIC_RELAXED);
        __atomic_fetch_add(&kernel->checked, 1, __ATOMIC_RELAXED);
        return;
    }
    __atomic_store_n(&kernel->why_not, why, __ATOMIC_RELAXED);
    if (!__atomic_load_n(&first_unchecked, __ATOMIC_RELAXED))
        __atomic_store_n(&first_unchecked, iq_soft_site_here(), __ATOMIC_RELAXED);
}

static const struct iq_checked_kernel *kernels_of(const struct iq_checked_module *module)
{
    return module == &unseen ? &unseen_kernel : module->kernels;
}

/* Launches of [kernel] that were not checked because of [why]. */
static uint64_t left_of(const struct iq_checked_kernel *kernel, const char *why)
{
    return kernel->why_not == why ? kernel->launches - kernel->checked : 0;
}

/* A library may have hundreds of modules, one for each source file: they are told together. */
static const struct iq_checked_module *next_of_file(const struct iq_checked_module *module)
{
    const char *name = module->name;
    while ((module = module->next) && strcmp(module->name, name))
        ;
    return module;
}

/* The kernel after [kernel] (NULL: the first one) of the file of *module, which moves on. */
static const struct iq_checked_kernel *next_kernel(const struct iq_checked_module **module,
                                                   const struct iq_checked_kernel *kernel)
{
    kernel = kernel ? kernel->next : kernels_of(*module);
    while (!kernel && (*module = next_of_file(*module)))
        kernel = kernels_of(*module);
    return kernel;
}

/* The kernel of the file of [module] with most launches that were not checked because of [why], but
 * for the [count] of [named]. */
static const struct iq_checked_kernel *find_most(const struct iq_checked_module *module,
                                                 const char *why,
                                                 const struct iq_checked_kernel *const *named,
                                                 size_t count)
{
    const struct iq_checked_kernel *most = NULL, *k = NULL;
    uint64_t launches = 0;
    while ((k = next_kernel(&module, k))) {
        bool known = false;
        for (size_t i = 0; i < count; i++)
            known |= named[i] == k;
        if (!known && left_of(k, why) > launches) {
            launches = left_of(k, why);
            most = k;
        }
    }
    return most;
}

/* The reason for which most launches of [module] were not checked. */
static const char *why_not(const struct iq_checked_module *module)
{
    const struct iq_checked_kernel *most = NULL;
    for (const struct iq_checked_kernel *k = kernels_of(module); k; k = k->next)
        if (left_of(k, k->why_not) > (most ? left_of(most, most->why_not) : 0))
            most = k;
    return module->why_not ? module->why_not : most ? most->why_not : NULL;
}

/* Sums over modules. */
struct totals {
    uint64_t launches, checked, accesses, checked_accesses;
};

static void add(struct totals *totals, const struct iq_checked_module *module)
{
    totals->launches += module->launches;
    totals->checked += module->checked;
    if ((module->head ? module->head : module)->again)
        return;
    totals->accesses += module->code.function_accesses;
    totals->checked_accesses += module->code.function_checked;
    for (uint32_t i = 0; i < module->code.kernel_count; i++) {
        totals->accesses += module->code.kernels[i].accesses;
        totals->checked_accesses += module->code.kernels[i].checked;
    }
}

/* The software device checks every launch, or none. */
static struct totals sum(void)
{
    struct totals totals = { .launches = 0 };
    if (iq_guest_is_soft()) {
        const char *option = iq_guest_option("INQUEST_KERNEL_CHECKS");
        totals.launches = iq_core_soft_launches();
        totals.checked = option && !strcmp(option, "none") ? 0 : totals.launches;
        return totals;
    }
    for (struct iq_checked_module *module = iq_checked_modules(); module; module = module->next)
        add(&totals, module);
    add(&totals, &unseen);
    return totals;
}

static void write_module(const struct iq_checked_module *module)
{
    if (module->head || module->again || (!module->launches && !module->handle))
        return;
    iq_trace_text(IQ_TAG_KERNELS_MODULE, module->name);
    iq_trace_u64(IQ_TAG_KERNELS_LAUNCHES, module->launches);
    iq_trace_u64(IQ_TAG_KERNELS_CHECKED, module->checked);
    if (why_not(module))
        iq_trace_text(IQ_TAG_KERNELS_WHY_NOT, why_not(module));
}

static void write(const struct totals *totals)
{
    if (iq_trace_begin(IQ_REC_KERNELS)) {
        iq_trace_u64(IQ_TAG_KERNELS_LAUNCHES, totals->launches);
        iq_trace_u64(IQ_TAG_KERNELS_CHECKED, totals->checked);
        for (struct iq_checked_module *m = iq_checked_modules(); m; m = m->next)
            write_module(m);
        write_module(&unseen);
        iq_trace_end();
    }
}

/* "6 of fft_1, 2 of fft_2, 1 of others": the [launches] of the file of [module] that were not
 * checked because of [why]. */
static void put_kernels(struct iq_str *text, const struct iq_checked_module *module,
                        const char *why, uint64_t launches)
{
    const struct iq_checked_kernel *named[NAMED_MAX];
    size_t count = 0;
    while (count < NAMED_MAX && (named[count] = find_most(module, why, named, count)))
        count++;
    if (count == 1) {
        iq_plain_name_put(text, named[0]->name);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        uint64_t own = left_of(named[i], why);
        iq_str_printf(text, "%s%llu of ", i ? ", " : "", (unsigned long long)own);
        iq_plain_name_put(text, named[i]->name);
        launches -= own;
    }
    if (launches)
        iq_str_printf(text, ", %llu of others", (unsigned long long)launches);
}

/* "9 launches of kernels of libfft.so (6 of fft_1, 3 of fft_2) were not checked: it has no PTX" */
static void put_reason(struct iq_str *text, const struct iq_checked_module *module, const char *why)
{
    const struct iq_checked_module *at = module;
    const struct iq_checked_kernel *k = NULL;
    uint64_t launches = 0;
    while ((k = next_kernel(&at, k)))
        launches += left_of(k, why);
    iq_str_printf(text, "%llu launch%s of kernels of %s (", (unsigned long long)launches,
                  launches == 1 ? "" : "es", module->name);
    put_kernels(text, module, why, launches);
    iq_str_printf(text, ") %s not checked: %s", launches == 1 ? "was" : "were", why);
}

/* Is [kernel], of [module], the first one of its file with its reason? */
static bool is_news(const struct iq_checked_module *module, const struct iq_checked_kernel *kernel)
{
    const struct iq_checked_module *first = module == &unseen ? module : iq_checked_modules();
    const struct iq_checked_kernel *k = NULL;
    if (!left_of(kernel, kernel->why_not))
        return false;
    while (strcmp(first->name, module->name))
        first = first->next;
    while ((k = next_kernel(&first, k)) && k != kernel)
        if (left_of(k, kernel->why_not))
            return false;
    return true;
}

/* Calls [put] for each reason for which launches of [module] were not checked, unless it did so for
 * another one of the same file. */
static void each_reason(const struct iq_checked_module *module, struct iq_str *text,
                        void (*put)(struct iq_str *text, const struct iq_checked_module *module,
                                    const char *why))
{
    for (const struct iq_checked_kernel *k = kernels_of(module); k; k = k->next)
        if (is_news(module, k))
            put(text, module, k->why_not);
}

static void say_reason(struct iq_str *text, const struct iq_checked_module *module, const char *why)
{
    char line[TEXT_BYTES];
    iq_str_init_buffer(text, line, sizeof line);
    iq_str_puts(text, "--kernel-checks: ");
    put_reason(text, module, why);
    iq_core_message(IQ_MESSAGE_INFO, line);
}

static void say_module(const struct iq_checked_module *module)
{
    struct iq_str text;
    each_reason(module, &text, say_reason);
}

static void add_reason(struct iq_str *text, const struct iq_checked_module *module, const char *why)
{
    iq_str_puts(text, text->length ? "; " : "");
    put_reason(text, module, why);
}

/* Memory whose bits found no place. */
static void say_left_out(void)
{
    char text[TEXT_BYTES];
    uint64_t bytes = iq_kernel_shadow_left_out();
    if (!bytes)
        return;
    snprintf(
        text, sizeof text,
        "--kernel-checks: there was no memory left to watch %llu bytes for uninitialised reads",
        (unsigned long long)bytes);
    iq_core_message(IQ_MESSAGE_INFO, text);
}

/* In how many kernels. */
static void say_races(void)
{
    char text[TEXT_BYTES];
    uint32_t all = 0, watched = 0;
    if (!(iq_kernel_checks_wanted() & IQ_INSTRUMENT_RACES))
        return;
    for (struct iq_checked_module *m = iq_checked_modules(); m; m = m->next)
        for (uint32_t i = 0; i < m->code.kernel_count; i++, all++)
            watched += m->code.kernels[i].watches_races;
    snprintf(
        text, sizeof text,
        "--kernel-checks: races were looked for in %u of %u kernels; the others write nothing that is watched, or "
        "order their threads by fences and the like",
        watched, all);
    iq_core_message(IQ_MESSAGE_INFO, text);
    struct iq_kernel_races races = iq_kernel_races_totals();
    if (races.cut) {
        snprintf(text, sizeof text,
                 "--kernel-checks: for %llu launch%s not all memory was watched for races: its "
                 "records need more room than there is for them",
                 (unsigned long long)races.cut, races.cut == 1 ? "" : "es");
        iq_core_message(IQ_MESSAGE_INFO, text);
    }
    if (races.watched == races.blocks)
        return;
    snprintf(text, sizeof text,
             "--kernel-checks: races in shared memory were looked for in a sample of the blocks, "
             "%llu of the %llu of the largest launch",
             (unsigned long long)races.watched, (unsigned long long)races.blocks);
    iq_core_message(IQ_MESSAGE_INFO, text);
}

static void say(const struct totals *totals)
{
    char text[TEXT_BYTES];
    snprintf(text, sizeof text,
             "--kernel-checks: %llu of %llu launches were checked inside; %llu of %llu memory "
             "accesses in their kernels are checked",
             (unsigned long long)totals->checked, (unsigned long long)totals->launches,
             (unsigned long long)totals->checked_accesses, (unsigned long long)totals->accesses);
    iq_core_message(IQ_MESSAGE_INFO, text);
    say_left_out();
    say_races();
    for (struct iq_checked_module *m = iq_checked_modules(); m; m = m->next)
        say_module(m);
    say_module(&unseen);
}

static void put_reasons(struct iq_str *text)
{
    if (iq_guest_is_soft() || !iq_kernel_real.cuLaunchKernel) {
        iq_str_puts(text, "checks inside kernels are disabled");
        return;
    }
    for (struct iq_checked_module *m = iq_checked_modules(); m; m = m->next)
        each_reason(m, text, add_reason);
    each_reason(&unseen, text, add_reason);
}

/* --require-coverage: too few launches were checked. */
static void demand(const struct totals *totals, unsigned percent)
{
    char reasons[TEXT_BYTES];
    struct iq_str text;
    bool counted = totals->launches || iq_kernel_real.cuLaunchKernel;
    if (counted ? totals->checked * 100 >= totals->launches * percent : !percent)
        return;
    iq_str_init_buffer(&text, reasons, sizeof reasons);
    put_reasons(&text);
    iq_core_coverage_short(&(struct iq_coverage){
        .launches = totals->launches,
        .checked = totals->checked,
        .percent = percent,
        .reasons = reasons,
        .is_off = !iq_kernel_real.cuLaunchKernel,
        .site = iq_guest_is_soft() ? iq_core_soft_first_launch() : first_unchecked });
}

void iq_kernel_coverage_tell(void)
{
    const char *required = iq_guest_option("INQUEST_REQUIRE_COVERAGE");
    struct totals totals = sum();
    bool checks = iq_kernel_real.cuLaunchKernel;
    if (totals.launches || checks)
        write(&totals);
    if (checks)
        say(&totals);
    if (required && (totals.launches || !iq_guest_is_soft()))
        demand(&totals, (unsigned)atoi(required));
}
