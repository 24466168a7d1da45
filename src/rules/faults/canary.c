/* The pattern after a block of device memory is damaged: which block, which launches can have done
 * it. */
#include "api_cuda/launch.h"
#include "call/cause.h"
#include "call/core.h"
#include "call/findings.h"
#include "call/rule.h"
#include "model/names.h"
#include "model/range.h"
#include "rules/rules.h"
#include "rules/words.h"

enum { TEXT_BYTES = 600, SUSPECTS = 4 };

static const char *kernel_of(const struct iq_launch_record *launch)
{
    return launch->graph ? "a graph" : launch->kernel ? launch->kernel : "a kernel";
}

static void put_suspects(struct iq_str *text, const struct iq_launch_record *launches,
                         uint32_t count)
{
    if (!count) {
        iq_str_puts(
            text,
            "; no kernel was launched since the bytes were last intact, so a copy or a fill wrote them");
        return;
    }
    iq_str_printf(text, "; kernels launched since the bytes were last intact: %s",
                  kernel_of(&launches[0]));
    for (uint32_t i = 1; i < count && i < SUSPECTS; i++)
        iq_str_printf(text, ", %s", kernel_of(&launches[i]));
    if (count > SUSPECTS)
        iq_str_printf(text, " and %u more", count - SUSPECTS);
}

/* With one suspect the finding is at its launch, else at the call that found out. */
static void fill_call(struct iq_finding *finding, const struct iq_launch_record *launches,
                      uint32_t count)
{
    struct iq_call *top = iq_call_current();
    struct iq_call_ref ref = count == 1 ? launches[0].ref
                             : top      ? iq_call_ref_of(top)
                                        : (struct iq_call_ref){ 0 };
    if (ref.entry) {
        finding->api = ref.entry->name;
        finding->entry = ref.entry->symbol;
        finding->stack_call = ref.stack;
    }
    for (uint32_t i = 0; count > 1 && i < count && i < SUSPECTS; i++)
        finding->related[finding->related_count++] =
            (struct iq_related){ "kernel launch that may have written there",
                                 launches[i].ref.stack };
    if (count == 1 && top)
        finding->related[finding->related_count++] =
            (struct iq_related){ "detected here", iq_call_stack(top) };
}

void iq_core_canary_damaged(uint64_t base, uint64_t size, uint64_t first, uint64_t bytes,
                            uint64_t launches)
{
    char message[TEXT_BYTES], cause[TEXT_BYTES], fix[TEXT_BYTES];
    struct iq_launch_record suspects[SUSPECTS];
    struct iq_range range;
    struct iq_str text;
    bool known = iq_range_find(base, &range) || iq_range_find_freed(base, &range);
    uint32_t count = iq_launch_since(launches, known ? range.context : NULL, suspects, SUSPECTS);
    struct iq_finding finding = { .rule = IQ_RULE_KERNEL_OUT_OF_BOUNDS,
                                  .severity = IQ_ERROR,
                                  .arg_index = -1,
                                  .object_device = -1,
                                  .count = 1,
                                  .message = message,
                                  .cause = cause,
                                  .object_kind = "device-memory",
                                  .object_state = "live",
                                  .object_address = base,
                                  .object_size = size,
                                  .access_address = base + size + first,
                                  .access_size = bytes,
                                  .fix = fix };
    if (!iq_rule_is_enabled(finding.rule))
        return;
    iq_str_init_buffer(&text, fix, sizeof fix);
    iq_str_puts(&text, "check the kernel's index against the number of elements, or allocate more");
    if (!iq_core.sees_kernels) {
        iq_str_puts(&text, "; ");
        iq_put_rerun(&text, "--kernel-checks=bounds");
        iq_str_puts(&text, ", which shows the statement");
    }
    iq_str_init_buffer(&text, message, sizeof message);
    iq_str_printf(&text, "%s wrote %llu bytes ",
                  count == 1 ? kernel_of(&suspects[0]) : "the device", (unsigned long long)bytes);
    if (first)
        iq_str_printf(&text, "%llu bytes after the end of ", (unsigned long long)first);
    else
        iq_str_puts(&text, "directly after the end of ");
    iq_put_bytes(&text, size);
    iq_str_puts(&text, " of device memory");
    iq_str_init_buffer(&text, cause, sizeof cause);
    iq_str_printf(&text,
                  "the pattern that was written after the block at 0x%llx has been overwritten",
                  (unsigned long long)base);
    put_suspects(&text, suspects, count);
    if (known) {
        finding.object_device = range.device;
        finding.stack_created = range.created.stack;
    }
    fill_call(&finding, suspects, count);
    iq_findings_add(&finding, iq_cause(IQ_CAUSE_BLOCK_DAMAGED, base), 0, true);
}
