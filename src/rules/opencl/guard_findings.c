/* host-read-in-flight, host-write-in-flight, not-mapped: what the program did with host memory of
 * commands that is guarded (api_opencl/guarded.h). */
#include "api_opencl/guarded.h"
#include "api_opencl/objects.h"
#include "call/findings.h"
#include "call/rule.h"
#include "rules/guard.h"

enum { TEXT_BYTES = 700 };

/* What the program did with the memory, why it may not, and what to do. */
static void put_sentences(struct iq_finding *finding, const struct iq_guard *guard,
                          uint64_t address, struct iq_str *message, struct iq_str *cause)
{
    const char *command = guard->access.ref.entry->name, *place = "the command was enqueued here";
    unsigned long long lo = guard->access.lo, hi = guard->access.hi,
                       at = address - guard->memory.base;
    if (iq_guard_is_ended(guard) && guard->access.allocation) {
        iq_str_printf(message, " byte %llu of shared memory that is not mapped", at);
        iq_str_printf(
            cause,
            "%s made [0x%llx, 0x%llx) without CL_MEM_SVM_FINE_GRAIN_BUFFER: the host may access it only between clEnqueueSVMMap and clEnqueueSVMUnmap",
            command, lo, hi);
        finding->fix =
            "map it with clEnqueueSVMMap for the access, or allocate it with CL_MEM_SVM_FINE_GRAIN_BUFFER where the device supports it";
        place = "it was allocated here";
    } else if (iq_guard_is_ended(guard)) {
        iq_str_printf(message, " byte %llu of memory that %s has unmapped", at, command);
        iq_str_printf(
            cause,
            "[0x%llx, 0x%llx) was mapped, and %s has unmapped it: reads return stale data, writes are lost on a device with memory "
            "of its own, and the address may no longer be valid",
            lo, hi, command);
        finding->fix =
            "use the pointer only between the map (clEnqueueMapBuffer, clEnqueueMapImage, clEnqueueSVMMap) and the unmap; map again for later accesses";
        place = "it was unmapped here";
    } else if (guard->access.allocation) {
        iq_str_printf(message, " byte %llu of memory that %s may not have mapped yet", at, command);
        iq_str_printf(
            cause,
            "%s did not block: it returned the address of [0x%llx, 0x%llx) at once, the data arrive when queue %u executes the command, and no call since then has "
            "confirmed that it did",
            command, lo, hi, guard->work.from.serial);
        finding->fix =
            "map with blocking_map CL_TRUE, or wait for the event of the map before the access";
        place = "it was mapped here";
    } else {
        iq_str_printf(message, " byte %llu of memory that %s may still be %s", at, command,
                      guard->access.write ? "writing" : "reading");
        iq_str_printf(
            cause,
            "%s returned when the command was enqueued; it %s [0x%llx, 0x%llx), and no call since then has confirmed that queue %u is done "
            "with it",
            command, guard->access.write ? "writes" : "reads", lo, hi, guard->work.from.serial);
        finding->fix =
            guard->memory.object
                ? "wait for the command, then map the buffer (clEnqueueMapBuffer) for the access"
                : "wait before the access (clWaitForEvents on the event of the command, or clFinish), or make the command blocking";
    }
    finding->related[finding->related_count++] =
        (struct iq_related){ place, guard->access.ref.stack };
}

static void report_guarded(const struct iq_guard *guard, const struct iq_guard_access *access)
{
    char message[TEXT_BYTES], cause[TEXT_BYTES];
    struct iq_str text, why;
    const struct iq_handle *object = guard->memory.object;
    const struct iq_memobj *memory = iq_memobj_of(object);
    struct iq_finding finding = iq_guard_finding(guard, access, message, cause);
    if (!iq_rule_is_enabled(finding.rule))
        return;
    if (object) {
        /* its address is none of memory: no access to it is drawn */
        iq_finding_set_handle(&finding, object, memory ? memory->size : 0);
    } else {
        iq_finding_set_host(&finding, guard->access.lo, guard->access.hi - guard->access.lo);
        finding.access_address = access->at;
        finding.access_size = access->size;
    }
    iq_str_init_buffer(&text, message, sizeof message);
    iq_str_init_buffer(&why, cause, sizeof cause);
    iq_put_host_access(&text, access);
    put_sentences(&finding, guard, access->at, &text, &why);
    iq_findings_add(&finding, 0, 0, true);
}

const struct iq_guard_owner iq_guard_opencl = { .report = report_guarded };
