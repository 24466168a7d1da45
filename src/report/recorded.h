/* The calls that --record kept, for formats that show time.  Everything is borrowed from the
 * document, which must not change meanwhile.  Owner: the caller of iq_recorded_open.
 * Threads: one. */
#ifndef IQ_REPORT_RECORDED_H
#define IQ_REPORT_RECORDED_H

#include "base/str.h"
#include "trace/document.h"

/* What a recorded call means in time. */
struct iq_recorded_moment {
    /* what it enqueued on its stream may be under way until then: until the next work there, or
     * the wait that proved it complete; 0: it enqueued nothing */
    uint64_t until_ns;
    uint64_t bytes_in_use; /* by memory of the API, after it */
    uint32_t lane;         /* of its stream: 1.., in the order of first use; 0: it has none */
    bool allocates, frees; /* it has changed .bytes_in_use */
};

struct iq_recorded {
    const struct iq_document *document;
    struct iq_recorded_moment *moments; /* of each recorded call */
    IQ_VEC(uint64_t) lanes;             /* their streams */
    uint32_t *by_stack, *by_object;     /* positions of calls: by stack, by stack and object */
    size_t count;
};

/* Returns 0, IQ_ENOMEM; iq_recorded_close in any case. */
int iq_recorded_open(struct iq_recorded *recorded, const struct iq_document *document);
void iq_recorded_close(struct iq_recorded *recorded);

/* The last call with [stack] (0: none) that began at [before] or earlier; among them rather one
 * that is about [object] (0: any).  NULL: it was not kept. */
const struct iq_recorded_call *iq_recorded_find(const struct iq_recorded *recorded, uint32_t stack,
                                                uint64_t object, uint64_t before);

/* The call that [finding] is about. */
const struct iq_recorded_call *iq_recorded_of(const struct iq_recorded *recorded,
                                              const struct iq_finding *finding);

/* The calls that [finding] names besides, and as what: "created", "destroyed", "related". */
enum { IQ_RECORDED_MAX_PARTS = 2 + IQ_FINDING_MAX_RELATED };
struct iq_recorded_part {
    const struct iq_recorded_call *call;
    const char *word;
    const char *what; /* of a related one: the finding's words for it; NULL: none */
};
/* Fills [parts] with those that were kept and are not [own] (NULL: not kept); returns their
 * number. */
int iq_recorded_parts(const struct iq_recorded *recorded, const struct iq_finding *finding,
                      const struct iq_recorded_call *own,
                      struct iq_recorded_part parts[IQ_RECORDED_MAX_PARTS]);

/* Is it one that a programmer wrote, and that has a time? */
bool iq_recorded_is_shown(const struct iq_recorded_call *call);

/* The mark (or else the range) that the program was in when it made [call]; NULL: none. */
const char *iq_recorded_section(const struct iq_document *document,
                                const struct iq_recorded_call *call, bool mark);

/* Its kernel, if it launches one, or its name. */
const char *iq_recorded_name(const struct iq_recorded_call *call);

/* "stream 0x7f00", "default stream". */
void iq_recorded_put_stream(struct iq_str *out, uint64_t stream);

/* Appends "train.cu:42", the line that the user wrote; nothing if it is not known. */
void iq_recorded_put_place(struct iq_str *out, const struct iq_document *document,
                           const struct iq_recorded_call *call);

#endif
