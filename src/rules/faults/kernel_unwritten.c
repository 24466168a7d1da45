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
#include "process/hostheap.h"
#include "process/modules.h"
#include "rules/words.h"

enum { TEXT_BYTES = 600 };

static void put_dimensions(struct iq_str *text, const uint32_t dims[3])
{
    iq_str_printf(text, "%u", dims[0]);
    for (int i = 1; i < 3 && (dims[1] > 1 || dims[2] > 1) && (i < 2 || dims[2] > 1); i++)
        iq_str_printf(text, " x %u", dims[i]);
}

bool iq_soft_source_holds(struct iq_finding *finding, const struct iq_soft_site *writer,
                          uint64_t source, uint64_t size)
{
    struct iq_hostheap_block block;
    struct iq_range range;
    if (writer->source == source && writer->block_size) /* it may be freed by now */
        return writer->block_size == size;
    if (iq_hostheap_find(source, &block) == IQ_HOSTHEAP_LIVE)
        return block.base == source && block.size == size;
    if (iq_range_find(source, &range))
        return range.base == source && range.size == size;
    if (!writer->frame.cfa && !iq_modules_path(source))
        return false;
    finding->proof = IQ_PROOF_SOURCE;
    finding->proof_address = source;
    finding->frame_pc = writer->frame.pc;
    finding->frame_cfa = writer->frame.cfa;
    return true;
}

static void put_short(struct iq_str *text, const struct iq_soft_site *writer, uint64_t written,
                      uint64_t wanted, bool rows)
{
    const char *name = writer->ref.entry ? writer->ref.entry->name : "a call";
    unsigned long long bytes = written;
    iq_str_printf(text, "%s wrote only the first %llu bytes%s", name, bytes,
                  rows ? " of each row" : "");
    if (wanted)
        iq_str_printf(
            text,
            ", but %llu elements have %llu bytes: it was given a number of elements as a %s in bytes; ",
            bytes, (unsigned long long)wanted, rows ? "width" : "size");
    else
        iq_str_printf(text, "%s; ", iq_words_of_sizeof(written));
}

void iq_soft_put_short_write(struct iq_str *text, const struct iq_soft_fault *fault)
{
    put_short(text, (const struct iq_soft_site *)(uintptr_t)fault->writer_site, fault->written,
              fault->wanted, fault->written_rows);
}

void iq_soft_put_zeros(struct iq_str *text)
{
    iq_str_puts(
        text,
        "the rest has the zeros that it was loaded with, although the host has other values for it");
}

static void put_message(struct iq_str *text, const struct iq_soft_unwritten *u, const char *api)
{
    iq_str_printf(
        text,
        "%s copies %llu of %llu bytes to the host that nothing has written, the first at byte %llu of the memory",
        api, (unsigned long long)u->size, (unsigned long long)u->copied,
        (unsigned long long)(u->address - u->object_base));
}

static void put_cause(struct iq_str *text, const struct iq_soft_unwritten *u,
                      const struct iq_soft_site *writer)
{
    if (writer) {
        put_short(text, writer, u->written, u->wanted, false);
        iq_soft_put_zeros(text);
        return;
    }
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
    if (!u->kernel)
        return 0;
    struct {
        uint64_t kernel, stack;
    } parts = { iq_hash_bytes(u->kernel, strlen(u->kernel)), launch ? launch->ref.stack : 0 };
    return iq_cause(IQ_CAUSE_KERNEL_UNWRITTEN, iq_hash_bytes(&parts, sizeof parts));
}

void iq_soft_unwritten(const struct iq_soft_unwritten *u)
{
    char message[TEXT_BYTES], cause[TEXT_BYTES];
    const struct iq_soft_site *site = (const struct iq_soft_site *)(uintptr_t)u->site,
                              *launch = (const struct iq_soft_site *)(uintptr_t)u->launch_site,
                              *writer = (const struct iq_soft_site *)(uintptr_t)u->writer_site;
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
            writer
                ? IQ_SOFT_BYTES_FIX
                : "round the number of blocks up, (n + threads - 1) / threads, and let the kernel check the index; or copy only what was written"
    };
    if (arg >= 0)
        finding.arg_name = site->ref.entry->args[arg].name;
    iq_str_init_buffer(&text, message, sizeof message);
    put_message(&text, u, site->ref.entry->name);
    iq_str_init_buffer(&text, cause, sizeof cause);
    put_cause(&text, u, writer);
    if (iq_range_find(u->object_base, &range))
        iq_finding_set_object(&finding, &range);
    finding.access_address = u->address;
    finding.access_size = u->size;
    if (writer && !iq_soft_source_holds(&finding, writer, u->writer_source, u->wanted))
        return;
    if (writer)
        finding.related[finding.related_count++] =
            (struct iq_related){ "the call that wrote too few bytes", writer->ref.stack };
    if (launch)
        finding.related[finding.related_count++] =
            (struct iq_related){ "the kernel that wrote the rest was launched here",
                                 launch->ref.stack };
    iq_findings_add(&finding, cause_of(u, launch), 0, true);
}
