/* Between the walker and the rules: what an event is, what a rule says about it.
 *
 * The walker turns the roles of a call's arguments into events.  A rule's check looks at an event and, where something is
 * wrong, adds a suspicion.  When the call is over the suspicion of highest rank that fits the result becomes the finding; only then
 * are its sentences written (explain).  So checks are cheap, and one cause gives one finding.
 * Threads: checks run on the calling thread without any lock. */
#ifndef IQ_CALL_RULE_H
#define IQ_CALL_RULE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "call/event.h"
#include "trace/finding.h"
#include "model/mark.h"

/* The object of a finding. */
struct iq_object {
    const char *kind, *state;           /* words of the contract; kind NULL: none */
    uint64_t address, size;
    int device;                         /* -1 unknown */
    struct iq_mark created, destroyed;
};

/* Sentences of a finding, each bounded. */
struct iq_words { struct iq_str message, cause, fix; };

/* Order of precedence; the greatest wins.  Steps of ten leave room. */
enum iq_rank {
    IQ_RANK_FALLBACK = 0, IQ_RANK_CODE = 10, IQ_RANK_NULL = 30, IQ_RANK_UNKNOWN = 40, IQ_RANK_RANGE = 50, IQ_RANK_FOREIGN = 60,
    IQ_RANK_DEAD = 70, IQ_RANK_SIZE = 80, IQ_RANK_CONTEXT = 90, IQ_RANK_STICKY = 100
};

enum { IQ_SILENT = -1 };
#define IQ_NO_VALUE UINT64_MAX      /* a member's value that is not known */

enum { IQ_SUSPICION_RELATED = 4 };

struct iq_suspicion {
    const char *rule;
    int rank;
    int arg;                    /* guilty argument, -1: none */
    int failed, done;           /* severity if the call fails or succeeds; IQ_SILENT: say nothing */
    int64_t contain;            /* not 0: answer the call instead of forwarding it: enum iq_answer, or a status of CUDA's */
    bool as_driver;             /* contain: the driver would give the same answer, if an option of ours did not keep it from seeing the mistake */
    struct iq_object object;
    uint64_t access_address, access_size;
    uint64_t cause;             /* findings of one cause are one finding; 0: by rule, call and site */
    uint64_t takes_over;        /* id of an earlier finding that this one replaces */
    uint64_t displaces;         /* cause of an earlier finding that this one replaces, 0: none */
    uint64_t also;              /* one more cause of this finding, for what comes later, 0: none */
    enum iq_kind instead;       /* a later success that makes one of these shows that the program expected the failure; NONE: none does */
    uint64_t folds_into;        /* id of an earlier finding that explains this failure: no new one, a related line there */
    void (*explain)(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words);
    uint64_t number[6];         /* for explain */
    const void *pointer[4];
    struct iq_mark guilty;      /* the call that is wrong, if that is an earlier one; .number 0: this one */
    const char *member;         /* guilty member of a struct argument, "p->extent.depth"; static; NULL: the argument itself */
    uint64_t member_value;
    int parameter;              /* 1 + index of the guilty kernel argument, which .member names; 0: none */
    bool foresees;              /* a fault of the kernel that is launched, or of what is pending, has this cause */
    bool once;                  /* foresees: further such launches of the kernel are not judged */
    struct { const char *what; struct iq_mark mark; } related[IQ_SUSPICION_RELATED];
};

/* Adds a copy of [suspicion] to the call in progress on this thread. */
void iq_suspect(const struct iq_suspicion *suspicion);

/* True if something of at least [rank] was already said of this call. */
bool iq_suspected(int rank);

struct iq_subscription {
    uint32_t events;            /* bits 1 << enum iq_event_kind */
    enum iq_phase phase;
    void (*check)(const struct iq_event *event);
    bool (*concerns)(const struct iq_entry *entry);     /* calls that it has anything to say about, by the row and its plan; NULL: any */
};

/* One file of rules: its checks. */
struct iq_rule_family { const char *name; const struct iq_subscription *subscriptions; uint32_t count; };
enum { IQ_RULE_MAX_CHECKS = 31 };       /* of one kind of event in one phase: bits of plans */

extern const struct iq_rule_family *const iq_rule_families[];      /* src/rules/table.c; NULL at the end */

/* Sends [event] to the checks that subscribed. */
void iq_rule_dispatch(const struct iq_event *event);

void iq_rule_prepare(void);     /* builds the dispatch table; called once */

/* Which checks concern calls of [entry], for each kind of event of which some do not: a part of its plan, the rest of which is made. */
void iq_rule_choose(const struct iq_entry *entry, uint32_t chosen[IQ_PHASES][IQ_EVENT_KINDS]);

/* Is rule [id] wanted? */
bool iq_rule_is_enabled(const char *id);

#endif
