/* bad-size: descriptions of OpenCL images whose members do not go together. */
#include "api_opencl/objects.h"
#include "call/walk.h"
#include "rules/rules.h"

static struct iq_suspicion about_image(const struct iq_event *event, enum iq_rule_id rule, int rank,
                                       const char *member, uint64_t value)
{
    int desc = event->create.making->desc_arg;
    struct iq_suspicion suspicion =
        iq_suspicion_at(event, rule, rank, desc < 0 ? iq_cl_arg_named(event->call, member) : desc);
    /* a driver that takes it has left the member out of account */
    suspicion.done = IQ_WARNING;
    if (desc >= 0) {
        suspicion.member = member;
        suspicion.member_value = value;
    }
    return suspicion;
}

/* --- members that must be 0
 * --------------------------------------------------------------------------------------- */

struct explain_not_zero {
    uint64_t value;
    const char *reason, *advice; /* sentences: why it must be 0, and what to do */
};
static void explain_not_zero(const struct iq_suspicion *suspicion, struct iq_call *call,
                             struct iq_words *words)
{
    const struct explain_not_zero *evidence = IQ_EVIDENCE(explain_not_zero, suspicion);
    iq_str_printf(&words->message, "%s of %s is %llu, but must be 0",
                  iq_guilty_name(suspicion, call), call->entry->name,
                  (unsigned long long)evidence->value);
    iq_str_puts(&words->cause, evidence->reason);
    iq_str_puts(&words->fix, evidence->advice);
}

static void check_zero(const struct iq_event *event, const struct iq_making *making)
{
    static const char pitch[] =
        "a pitch is the distance between the rows of host_ptr, but host_ptr is NULL",
                      zeroed[] = "zero the description first, then set its members";
    static const char other[] =
        "core OpenCL supports only images with one mip level and one sample";
    bool old = making->desc_arg < 0; /* clCreateImage2D and 3D */
    const struct {
        const char *member;
        uint64_t value;
        const char *reason, *advice;
    } members[] = {
        { old ? "image_row_pitch" : "image_desc->image_row_pitch",
          making->host_ptr || making->from ? 0 : making->row_given, pitch,
          "pass 0; the implementation chooses its own pitch" },
        { old ? "image_slice_pitch" : "image_desc->image_slice_pitch",
          making->host_ptr || making->from ? 0 : making->slice_given, pitch,
          "pass 0; the implementation chooses its own pitch" },
        { "image_desc->num_mip_levels", making->image.levels, other, zeroed },
        { "image_desc->num_samples", making->samples, other, zeroed },
    };
    for (size_t i = 0; i < IQ_COUNT_OF(members); i++) {
        if (!members[i].value)
            continue;
        struct iq_suspicion suspicion = about_image(event, IQ_RULE_BAD_SIZE, IQ_RANK_CODE + 7,
                                                    members[i].member, members[i].value);
        if (i >= 2)
            suspicion.done = IQ_SILENT; /* an extension */
        IQ_EXPLAIN(&suspicion, explain_not_zero, .value = members[i].value,
                   .reason = members[i].reason, .advice = members[i].advice);
        iq_suspect(&suspicion);
        return;
    }
}

static void check_cl_image(const struct iq_event *event)
{
    const struct iq_making *making = event->create.making;
    if (making->has_image && !making->extended)
        check_zero(event, making);
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(CREATE), IQ_PHASE_BEFORE, check_cl_image, .kinds = IQ_OF(CL_MEM),
      .apis = IQ_IN(OPENCL) },
};
const struct iq_rule_family iq_rules_cl_image = { "OpenCL images", subscriptions,
                                                  IQ_COUNT_OF(subscriptions) };
