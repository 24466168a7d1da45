#include "rules/faults/kernel_unwritten.h"

#include <string.h>

#include "api_cuda/soft_site.h"
#include "base/hash.h"
#include "base/str.h"
#include "call/cause.h"
#include "call/core.h"
#include "call/findings.h"
#include "call/walk.h"
#include "model/names.h"
#include "model/range.h"

enum { TEXT_BYTES = 600 };

static void put_dimensions(struct iq_str *text, const uint32_t dims[3])
{
    iq_str_printf(text, "%u", dims[0]);
    for (int i = 1; i < 3 && (dims[1] > 1 || dims[2] > 1) && (i < 2 || dims[2] > 1); i++)
        iq_str_printf(text, " x %u", dims[i]);
}

static void put_message(struct iq_str *text, const struct iq_soft_unwritten *u, const char *api)
{
    iq_str_printf(
        text,
        "%s copies %llu of %llu bytes to the host that nothing has written, the first at byte %llu of the memory",
        api, (unsigned long long)u->size, (unsigned long long)u->copied,
        (unsigned long long)(u->address - u->object_base));
}

static void put_cause(struct iq_str *text, const struct iq_soft_unwritten *u)
{
    iq_str_printf(
        text,
        "kernel %s wrote the other %llu bytes, %llu by each thread, but was launched with too few threads: ",
        u->kernel, (unsigned long long)(u->copied - u->size), (unsigned long long)u->each);
    put_dimensions(text, u->grid);
    iq_str_puts(text, u->grid[0] == 1 && u->grid[1] == 1 && u->grid[2] == 1 ? " block of "
                                                                            : " blocks of ");
    put_dimensions(text, u->block);
    iq_str_puts(text, "; the host copies whatever the rest of the memory held before");
}

/* The launch is wrong: all copies of what it left out are one finding. */
static uint64_t cause_of(const struct iq_soft_unwritten *u, const struct iq_soft_site *launch)
{
    struct {
        uint64_t kernel, stack;
    } parts = { iq_hash_bytes(u->kernel, strlen(u->kernel)), launch ? launch->ref.stack : 0 };
    return iq_cause(IQ_CAUSE_KERNEL_UNWRITTEN, iq_hash_bytes(&parts, sizeof parts));
}

void iq_soft_unwritten(const struct iq_soft_unwritten *u)
{
    char message[TEXT_BYTES], cause[TEXT_BYTES];
    const struct iq_soft_site *site = (const struct iq_soft_site *)(uintptr_t)u->site,
                              *launch = (const struct iq_soft_site *)(uintptr_t)u->launch_site;
    struct iq_str text;
    struct iq_range range;
    if (!site || !site->ref.entry)
        return;
    int arg = iq_entry_arg(site->ref.entry, IQ_ROLE_READ);
    struct iq_finding finding = {
        .rule = IQ_RULE_KERNEL_UNINITIALIZED,
        .severity = IQ_WARNING,
        .api = site->ref.entry->name,
        .entry = site->ref.entry->symbol,
        .arg_index = arg,
        .message = message,
        .cause = cause,
        .object_device = -1,
        .stack_call = site->ref.stack,
        .count = 1,
        .fix =
            "round the number of blocks up, (n + threads - 1) / threads, and let the kernel check the index; or copy only what was written"
    };
    if (arg >= 0)
        finding.arg_name = site->ref.entry->args[arg].name;
    iq_str_init_buffer(&text, message, sizeof message);
    put_message(&text, u, site->ref.entry->name);
    iq_str_init_buffer(&text, cause, sizeof cause);
    put_cause(&text, u);
    if (iq_range_find(u->object_base, &range))
        iq_finding_set_object(&finding, &range);
    finding.access_address = u->address;
    finding.access_size = u->size;
    if (launch)
        finding.related[finding.related_count++] =
            (struct iq_related){ "the kernel that wrote the rest was launched here",
                                 launch->ref.stack };
    iq_findings_add(&finding, cause_of(u, launch), 0, true);
}
