/* Findings while the program runs: when to look at its traces, what is told already, and what has
 * become of that at the end.
 * A finding is told when it has not changed for a while: what a program handles (a probe, a
 * question that a device may refuse) becomes a note a moment later. Owner: the launcher.  Threads:
 * one. */
#ifndef IQ_CLI_LIVE_H
#define IQ_CLI_LIVE_H

#include "cli/session.h"

struct iq_live_trace {
    uint64_t walked, mark, settled; /* offsets of records in the file */
    int64_t due_ns;                 /* when what lies before [mark] has settled; 0: nothing new */
};

struct iq_live_reported {
    uint32_t trace;
    uint64_t id;
    struct iq_finding_reported reported;
};

struct iq_live {
    uint64_t max;   /* findings that are told at most; 0: no limit */
    bool but_notes; /* nobody is shown notes */
    IQ_VEC(struct iq_live_trace) traces;
    IQ_VEC(struct iq_live_reported) reported;
    struct iq_map reported_at; /* trace and id -> position in reported + 1 */
    struct iq_map sites;       /* where something was told, by whichever process */
    int64_t pause_ns, rest_until_ns;
    struct iq_arena arena;
};

/* Looks at the traces of [session].  Returns whether something is to be told now; *next_ns gets the
 * time after which to look again. */
bool iq_live_look(struct iq_live *live, const struct iq_session *session, int64_t *next_ns);

/* Is [finding] to be reported now?  For iq_symbols_resolve_some. */
bool iq_live_wants(void *live, const struct iq_document *document,
                   const struct iq_finding *finding);

/* Takes note that the findings of [document], whose stacks are resolved, are told, and sets their
 * .reported. */
void iq_live_take(struct iq_live *live, struct iq_document *document);

/* What was told took [spent_ns]: the next time has to wait longer than that. */
void iq_live_rest(struct iq_live *live, int64_t spent_ns);

/* Sets .reported of the findings of [document]. */
void iq_live_mark(const struct iq_live *live, struct iq_document *document);

void iq_live_finish(struct iq_live *live);

#endif
