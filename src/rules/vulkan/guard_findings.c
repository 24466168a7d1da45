/* host-read-in-flight, host-write-in-flight, host-coherence, not-mapped: what the program did with
 * mapped memory that is guarded (api_vulkan/mapped.h). */
#include "api_vulkan/mapped.h"
#include "api_vulkan/objects.h"
#include "call/findings.h"
#include "call/rule.h"
#include "rules/guard.h"

enum { TEXT_BYTES = 400 };

static void put_unmapped(struct iq_finding *finding, const struct iq_guard *guard,
                         const struct iq_guard_access *access, struct iq_str *message,
                         struct iq_str *cause)
{
    iq_str_printf(message, "the host %s through a pointer whose mapping has ended",
                  access->write ? "writes" : "reads");
    iq_str_printf(
        cause,
        "0x%llx is in the range that vkMapMemory returned, and %s has ended that mapping; on other drivers the address is unmapped or reused "
        "by other code",
        (unsigned long long)access->at,
        guard->access.ref.entry ? guard->access.ref.entry->name : "a call");
    finding->fix =
        "use the pointer only before vkUnmapMemory, or keep the memory mapped: memory may stay mapped until it is freed";
    finding->related[finding->related_count++] =
        (struct iq_related){ "the memory was unmapped here", guard->access.ref.stack };
}

static void put_stale(struct iq_finding *finding, const struct iq_guard *guard,
                      const struct iq_guard_access *access, struct iq_str *message,
                      struct iq_str *cause)
{
    const char *command =
        guard->access.ref.entry ? guard->access.ref.entry->name : "submitted work";
    iq_str_printf(message,
                  "the host reads what %s wrote to non-coherent memory without invalidating it",
                  command);
    iq_str_printf(
        cause,
        "%s wrote [0x%llx, 0x%llx) and is complete; the memory type has no HOST_COHERENT bit, and no vkInvalidateMappedMemoryRanges since then covers "
        "0x%llx: the host may see the old contents; mapping the memory does not invalidate it",
        command, (unsigned long long)guard->access.lo, (unsigned long long)guard->access.hi,
        (unsigned long long)access->at);
    finding->severity = IQ_WARNING;
    finding->fix =
        "call vkInvalidateMappedMemoryRanges for that range, after the wait and before the access; or use a memory type that is HOST_COHERENT";
}

static void put_in_flight(struct iq_finding *finding, const struct iq_guard *guard,
                          const struct iq_guard_access *access, struct iq_str *message,
                          struct iq_str *cause)
{
    const char *command =
                   guard->access.ref.entry ? guard->access.ref.entry->name : "submitted work",
               *does = guard->access.write ? "writ" : "read";
    iq_str_printf(message, "the host %s mapped memory that %s may still be %sing",
                  access->write ? "writes" : "reads", command, does);
    iq_str_printf(
        cause,
        "%s %ss [0x%llx, 0x%llx); the access of %llu byte%s at 0x%llx%s%s comes before any call has confirmed that the work submitted "
        "with it is complete",
        command, guard->access.write ? "write" : does, (unsigned long long)guard->access.lo,
        (unsigned long long)guard->access.hi, (unsigned long long)access->size,
        access->size == 1 ? "" : "s", (unsigned long long)access->at,
        access->through ? " through " : "", access->through ? access->through : "");
    finding->fix =
        "wait for the fence of that submission (vkWaitForFences) or for the queue before the access; or use separate staging memory for each frame in flight";
}

/* What the device wrote, and nobody has invalidated. */
static bool is_stale(const struct iq_guard *guard)
{
    return iq_guard_is_ended(guard) && guard->work.submitted.number;
}

static void relate_work(struct iq_finding *finding, const struct iq_guard *guard)
{
    finding->related[finding->related_count++] =
        (struct iq_related){ "the work was submitted here", guard->work.submitted.stack };
    if (guard->access.ref.stack != guard->work.submitted.stack)
        finding->related[finding->related_count++] =
            (struct iq_related){ "the command was recorded here", guard->access.ref.stack };
}

static void report_mapped(const struct iq_guard *guard, const struct iq_guard_access *access)
{
    char message[TEXT_BYTES], cause[TEXT_BYTES];
    struct iq_str text, why;
    bool stale = is_stale(guard), unmapped = iq_guard_is_ended(guard) && !stale;
    const struct iq_vk_object *object = guard->memory.object->details;
    struct iq_finding finding = iq_guard_finding(guard, access, message, cause);
    if (stale)
        finding.rule = IQ_RULE_HOST_COHERENCE;
    /* it may write all of it anew */
    if (!iq_rule_is_enabled(finding.rule) || (stale && access->write))
        return;
    iq_finding_set_handle(&finding, guard->memory.object, object ? object->size : 0);
    iq_str_init_buffer(&text, message, sizeof message);
    iq_str_init_buffer(&why, cause, sizeof cause);
    (stale      ? put_stale
     : unmapped ? put_unmapped
                : put_in_flight)(&finding, guard, access, &text, &why);
    if (!unmapped)
        relate_work(&finding, guard);
    iq_findings_add(&finding, 0, 0, true);
}

const struct iq_guard_owner iq_guard_vulkan = { .report = report_mapped, .holds_driver = true };
