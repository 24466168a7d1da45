#include "cli/live.h"

#include <string.h>

#include "base/hash.h"
#include "base/now.h"
#include "report/view.h"
#include "trace/reader.h"

#define MILLISECOND_NS 1000000LL
static const int64_t settle_ns = 200 * MILLISECOND_NS, first_pause_ns = 20 * MILLISECOND_NS,
                     longest_pause_ns = 250 * MILLISECOND_NS;
enum { REST = 10 }; /* telling takes a tenth of the time at most */

static uint64_t key_of(uint32_t trace, uint64_t id)
{
    return iq_hash_u64((uint64_t)trace << 40 ^ id);
}

static const struct iq_live_reported *reported_of(const struct iq_live *live,
                                                  const struct iq_document *document,
                                                  const struct iq_finding *finding)
{
    uintptr_t position =
        (uintptr_t)iq_map_get(&live->reported_at, key_of(document->trace, finding->id));
    const struct iq_live_reported *reported = position ? &live->reported.data[position - 1] : NULL;
    return reported && reported->trace == document->trace && reported->id == finding->id ? reported
                                                                                         : NULL;
}

/* One trace: has something settled that is to be told? */
static bool look_at(struct iq_live_trace *trace, int fd, int64_t now, bool *news)
{
    if (iq_trace_has_news(fd, &trace->walked)) {
        *news = true;
        if (!trace->due_ns) {
            trace->due_ns = now + settle_ns;
            trace->mark = trace->walked;
        }
    }
    if (!trace->due_ns || now < trace->due_ns)
        return false;
    trace->settled = trace->mark;
    trace->due_ns = trace->walked > trace->mark ? now + settle_ns : 0;
    trace->mark = trace->walked;
    return true;
}

bool iq_live_look(struct iq_live *live, const struct iq_session *session, int64_t *next_ns)
{
    int64_t now = (int64_t)iq_now_ns(), due = INT64_MAX;
    bool tell = false, news = false;
    while (live->traces.count < session->traces.count)
        if (iq_vec_push(&live->traces, (struct iq_live_trace){ 0 }))
            break;
    for (size_t i = 0; i < live->traces.count && now >= live->rest_until_ns; i++) {
        struct iq_live_trace *trace = &live->traces.data[i];
        if (session->traces.data[i].fd >= 0)
            tell |= look_at(trace, session->traces.data[i].fd, now, &news);
        due = trace->due_ns && trace->due_ns < due ? trace->due_ns : due;
    }
    live->pause_ns = news || !live->pause_ns                 ? first_pause_ns
                     : live->pause_ns * 2 < longest_pause_ns ? live->pause_ns * 2
                                                             : longest_pause_ns;
    *next_ns = due < now + live->pause_ns ? due - now : live->pause_ns;
    return tell;
}

bool iq_live_wants(void *user, const struct iq_document *document, const struct iq_finding *finding)
{
    const struct iq_live *live = user;
    const struct iq_live_reported *reported = reported_of(live, document, finding);
    if ((live->but_notes && finding->severity == IQ_NOTE) ||
        document->trace >= live->traces.count ||
        finding->written_at >= live->traces.data[document->trace].settled ||
        (live->max && live->reported.count >= live->max))
        return false;
    return !reported || strcmp(reported->reported.rule, finding->rule_text) != 0 ||
           reported->reported.severity < finding->severity;
}

void iq_live_take(struct iq_live *live, struct iq_document *document)
{
    for (size_t i = 0; i < document->findings.count; i++) {
        struct iq_finding *finding = &document->findings.data[i];
        uint64_t site = iq_view_site(document, finding), key = key_of(document->trace, finding->id);
        const char *rule =
            iq_arena_copy(&live->arena, finding->rule_text, strlen(finding->rule_text));
        finding->reported.repeated = iq_map_get(&live->sites, site) != NULL;
        struct iq_live_reported reported = { document->trace,
                                             finding->id,
                                             { rule ? rule : "", finding->severity, finding->count,
                                               finding->reported.repeated } };
        if (iq_vec_push(&live->reported, reported) ||
            iq_map_set(&live->reported_at, key, (void *)(uintptr_t)live->reported.count) ||
            iq_map_set(&live->sites, site, live))
            break;
    }
}

void iq_live_rest(struct iq_live *live, int64_t spent_ns)
{
    live->rest_until_ns = (int64_t)iq_now_ns() + REST * spent_ns;
}

void iq_live_mark(const struct iq_live *live, struct iq_document *document)
{
    for (size_t i = 0; i < document->findings.count; i++) {
        struct iq_finding *finding = &document->findings.data[i];
        const struct iq_live_reported *reported = reported_of(live, document, finding);
        if (reported)
            finding->reported = reported->reported;
    }
}

void iq_live_finish(struct iq_live *live)
{
    iq_vec_finish(&live->traces);
    iq_vec_finish(&live->reported);
    iq_map_finish(&live->reported_at);
    iq_map_finish(&live->sites);
    iq_arena_finish(&live->arena);
}
