/* How much of what a program launches is checked inside; see kernel_checks.h. */
#include "rules/faults/kernel_coverage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api_cuda/soft_site.h"
#include "base/str.h"
#include "call/core.h"
#include "call/guest.h"
#include "rules/faults/kernel.h"
#include "trace/writer.h"
#include "wrap/kernel_checks.h"
#include "wrap/kernel_shadow.h"

enum { TEXT_BYTES = 600 };

/* Launches of functions that came out of no module that was seen loading. */
static struct iq_checked_module unseen = { .name = "an unknown module",
                                           .why_not = "inquest did not see it being loaded" };

static const struct iq_soft_site *first_unchecked; /* launch; atomic */

void iq_kernel_coverage_count(const struct iq_checked_kernel *kernel, bool checked)
{
    struct iq_checked_module *module = kernel->module ? kernel->module : &unseen;
    __atomic_fetch_add(&module->launches, 1, __ATOMIC_RELAXED);
    if (checked)
        __atomic_fetch_add(&module->checked, 1, __ATOMIC_RELAXED);
    else if (!__atomic_load_n(&first_unchecked, __ATOMIC_RELAXED))
        __atomic_store_n(&first_unchecked, iq_soft_site_here(), __ATOMIC_RELAXED);
    if (!checked && kernel->name)
        __atomic_store_n(&module->example, kernel->name, __ATOMIC_RELAXED);
}

static const char *why_not(const struct iq_checked_module *module)
{
    return module->why_not ? module->why_not
           : module->launches != module->checked
               ? "these kernels access nothing that can be checked"
               : NULL;
}

/* Sums over modules. */
struct totals {
    uint64_t launches, checked, accesses, checked_accesses;
};

static void add(struct totals *totals, const struct iq_checked_module *module)
{
    totals->launches += module->launches;
    totals->checked += module->checked;
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
    if (!module->launches && !module->handle)
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

/* "9 launches of kernels of libfft.so (such as fft_1) were not checked: it has no PTX ..." */
static bool put_module(struct iq_str *text, const struct iq_checked_module *module)
{
    uint64_t left = module->launches - module->checked;
    if (!left)
        return false;
    iq_str_printf(text, "%llu launch%s of kernels of %s", (unsigned long long)left,
                  left == 1 ? "" : "es", module->name);
    if (module->example)
        iq_str_printf(text, " (such as %s)", module->example);
    iq_str_printf(text, " %s not checked: %s", left == 1 ? "was" : "were", why_not(module));
    return true;
}

static void say_module(const struct iq_checked_module *module)
{
    char line[TEXT_BYTES];
    struct iq_str text;
    iq_str_init_buffer(&text, line, sizeof line);
    iq_str_puts(&text, "--kernel-checks: ");
    if (put_module(&text, module))
        iq_core_message(IQ_MESSAGE_INFO, line);
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
        "--kernel-checks: races were looked for in %u of %u kernels; the others write no words, or "
        "order their threads by fences and the like",
        watched, all);
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
    bool any = false;
    if (iq_guest_is_soft() || !iq_kernel_real.cuLaunchKernel) {
        iq_str_puts(text, "checks inside kernels are disabled");
        return;
    }
    for (struct iq_checked_module *m = iq_checked_modules(); m; m = m->next) {
        iq_str_puts(text, any && m->launches != m->checked ? "; " : "");
        any |= put_module(text, m);
    }
    iq_str_puts(text, any && unseen.launches ? "; " : "");
    put_module(text, &unseen);
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
