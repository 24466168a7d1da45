// link: checker -lzstd -llz4
/* Findings: one for a cause, numbered, and what becomes of them later. */
#include "call/findings.h"
#include "checker_world.h"

static uint64_t report(const char *message, uint64_t cause, uint64_t takes_over)
{
    struct iq_finding finding = { .rule = IQ_RULE_OVERLAP,
                                  .severity = IQ_ERROR,
                                  .arg_index = -1,
                                  .message = message,
                                  .cause = "cause",
                                  .fix = "fix",
                                  .count = 1 };
    world_begin();
    return iq_findings_add(&finding, cause, takes_over, false);
}

TEST(one_cause_is_one_finding)
{
    CU("cuInit", 0, 0ul);
    uint64_t first = report("first", 0x1001, 0);
    CHECK(first != 0);
    report("second", 0x1001, 0);
    uint64_t other = report("other", 0x1003, 0);
    CHECK(other && other != first);
    CHECK_INT(world_look(), 2);
    CHECK_INT(iq_findings_of_cause(0x1001), first);
    CHECK_INT(iq_findings_of_cause(0x1005), 0);
    iq_findings_add_cause(first, 0x1007);
    CHECK_INT(iq_findings_of_cause(0x1007), first);
    CHECK_STR(iq_findings_message(first), "first");
    CHECK_INT(iq_findings_rule(first), IQ_RULE_OVERLAP);
    CHECK(!iq_findings_message(UINT64_MAX >> 8));
}

TEST(severities_change)
{
    uint64_t id = report("severe", 0x2001, 0);
    CHECK(iq_findings_is_error(id) && iq_findings_errors());
    iq_findings_demote(id, IQ_NOTE);
    CHECK(!iq_findings_is_error(id));
    world_look();
    CHECK_INT(world_last()->severity, IQ_NOTE);
    iq_findings_raise(id, IQ_ERROR);
    CHECK(iq_findings_is_error(id));
}

TEST(a_finding_takes_another_one_over)
{
    world_look();
    uint64_t old = report("old", 0x3001, 0), new = report("new", 0x3003, old);
    CHECK_INT(new, old); /* its number stays */
    world_look();
    size_t seen = 0;
    for (size_t i = 0; i < world.findings.count; i++)
        seen += !strcmp(world.findings.data[i].message, "old");
    CHECK_INT(seen, 0);
}

TEST(words_are_added_once)
{
    uint64_t id = report("unread", 0x4001, 0);
    iq_findings_add_unchecked(id, "nobody looks");
    iq_findings_add_unchecked(id, "nobody looks");
    world_look();
    const char *at = strstr(world_last()->cause, "nobody looks");
    CHECK(at && !strstr(at + 1, "nobody looks"));
    iq_findings_relate(id, "the other place", iq_stack_of_caller(0x1234));
    world_look();
    CHECK(world_last()->related_count == 1);
    CHECK_STR(world_last()->related[0].what, "the other place");
}

enum { MANY = 120000 };
static uint8_t times_seen[MANY + 1000];
static uint64_t changed[3]; /* ids: demoted, counted twice, taken over */

/* The findings of the trace, or of one of its further files. */
static void look_at(const struct iq_document *part)
{
    for (size_t i = 0; i < part->findings.count; i++) {
        const struct iq_finding *finding = &part->findings.data[i];
        CHECK(finding->id < sizeof times_seen);
        times_seen[finding->id]++;
        if (finding->id == changed[0])
            CHECK_INT(finding->severity, IQ_NOTE);
        if (finding->id == changed[1])
            CHECK_INT(finding->count, 2);
        if (finding->id == changed[2])
            CHECK_STR(finding->message, "instead");
    }
}

TEST(very_many_are_in_further_files_and_still_change)
{
    char text[500];
    uint64_t before = report("before", 0x600001, 0), first = 0, last = 0;
    iq_core.config.max = 0;
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    for (uint64_t i = 0; i < MANY; i++) {
        last = report(text, 0x700001 + 2 * i, 0);
        first = first ? first : last;
    }
    CHECK_INT(last - first, MANY - 1);
    CHECK(!iq_findings_message(first)); /* the guest has forgotten its words */
    CHECK_STR(iq_findings_message(last), text);
    changed[0] = first;
    changed[1] = first + MANY * 2 / 3;
    changed[2] = first + MANY / 2;
    iq_findings_demote(changed[0], IQ_NOTE);
    CHECK_INT(report(text, 0x700001 + 2 * (MANY * 2 / 3), 0), changed[1]);
    CHECK_INT(report("instead", 0x600003, changed[2]), changed[2]);

    struct iq_document document, part;
    iq_document_init(&document);
    CHECK_INT(iq_trace_read(&document, world_trace), 0);
    CHECK(document.further.files.count >= 2 && !document.dropped);
    look_at(&document);
    for (size_t n = 0; n < document.further.files.count; n++) {
        char path[300];
        snprintf(path, sizeof path, "%s/%s", world_folder, document.further.files.data[n]);
        iq_document_init(&part);
        CHECK_INT(iq_trace_read_part(&part, world_trace, path), 0);
        CHECK(part.findings.count && part.findings.count < 64000);
        look_at(&part);
        iq_document_finish(&part);
        unlink(path);
    }
    iq_document_finish(&document);
    CHECK_INT(times_seen[before], 1);
    for (uint64_t id = first; id <= last; id++)
        if (times_seen[id] != 1)
            CHECK_INT(id, 0);
    iq_core.config.max = 1000;
}

TEST(rules_that_are_off_say_nothing)
{
    iq_core.config.no_rules = "overlap";
    CHECK_INT(report("off", 0x5001, 0), 0);
    iq_core.config.no_rules = NULL;
}
