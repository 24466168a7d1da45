/* What the rule files share: objects and sentences.  Threads: the calling thread; nothing here
 * takes a lock for long. */
#ifndef IQ_RULES_RULES_H
#define IQ_RULES_RULES_H

#include <string.h>

#include "call/cause.h"
#include "call/rule.h"
#include "call/status.h"
#include "model/names.h"
#include "rules/explain.h"
#include "rules/families.h"
#include "rules/words.h"

#define IQ_COUNT_OF(array) (sizeof(array) / sizeof *(array))

/* Some rules are about what the specification of OpenCL alone demands. */
static inline bool iq_is_opencl(const struct iq_entry *entry)
{
    return entry->api == IQ_API_OPENCL;
}

/* Does the call build, compile or link a program? */
static inline bool iq_cl_builds(const struct iq_entry *entry)
{
    return entry->operation == IQ_OP_BUILD_PROGRAM || entry->operation == IQ_OP_COMPILE_PROGRAM ||
           entry->operation == IQ_OP_LINK_PROGRAM;
}

/* What the program asks for is right, and only the software device cannot do it: soft-limit. */
void iq_make_limit(struct iq_suspicion *suspicion);
/* How the message about something that only the software device cannot do ends. */
#define IQ_SOFT_LIMIT "a limit of the software device, not a mistake of the program"

/* Of calls that cannot work since cuInit has not succeeded. */

/* The evidence of an explanation is what it needs besides the suspicion: a struct that has its
 * name.
 *
 *     struct explain_level {
 *         uint64_t levels; // mip levels that the image has
 *     };
 *     static void explain_level(const struct iq_suspicion *suspicion, ...)
 *     {
 *         const struct explain_level *evidence = IQ_EVIDENCE(explain_level, suspicion);
 *
 * A check names the explanation and its evidence at once, so that they fit each other; an
 * explanation that needs none is just assigned to .explain.
 *
 *     IQ_EXPLAIN(&suspicion, explain_level, .levels = access->levels);
 */
#define IQ_EXPLAIN(suspicion, explanation, ...)                                               \
    do {                                                                                      \
        _Static_assert(sizeof(struct explanation) <= IQ_EVIDENCE_BYTES, "too much evidence"); \
        (suspicion)->explain = explanation;                                                   \
        memcpy((suspicion)->evidence, &(struct explanation){ __VA_ARGS__ },                   \
               sizeof(struct explanation));                                                   \
    } while (0)
#define IQ_EVIDENCE(explanation, suspicion) \
    ((const struct explanation *)(const void *)(suspicion)->evidence)

/* The object of a finding, from what is known of an address or a handle, or of ordinary host
 * memory. */
struct iq_object iq_object_of_range(const struct iq_range *range);
struct iq_object iq_object_of_handle(const struct iq_handle *handle);
struct iq_object iq_object_of_host(uint64_t address, uint64_t size);
struct iq_object iq_object_unknown(enum iq_kind kind, uint64_t value);

/* A stream in a sentence, and as an argument of a call of [api] ("cu", "cuda"); they return
 * [text]. */
struct iq_conflict_stream;
enum { IQ_STREAM_TEXT = 64 };
const char *iq_stream_text(char text[IQ_STREAM_TEXT], const struct iq_conflict_stream *stream);
const char *iq_stream_code(char text[IQ_STREAM_TEXT], const char *api,
                           const struct iq_conflict_stream *stream);

/* "copy.cu:12": where a kernel was seen to use bytes. */
struct iq_conflict_seen;
void iq_put_seen_line(struct iq_str *text, const struct iq_conflict_seen *seen);

/* The sentences about a race; .later.ref is that of the call. */
struct iq_conflict;
void iq_race_words(const struct iq_conflict *conflict, struct iq_words *words);

/* The memory of a race: [range] becomes the block of a pool that the later access is in, if there
 * is one.  Returns whether the earlier one was in another block, *former, that came back between
 * the two. */
bool iq_race_block(const struct iq_conflict *conflict, struct iq_range *range,
                   struct iq_range *former);
extern const char iq_former_created[], iq_former_freed[]; /* among related places */

const char *iq_plain_kind(const char *kind);

/* Name of argument [i]. */
const char *iq_arg_name(const struct iq_call *call, int i);

/* Name of the guilty argument, or of its guilty member. */
const char *iq_guilty_name(const struct iq_suspicion *suspicion, const struct iq_call *call);

/* "allocated by cudaMalloc 3 calls ago and freed by cudaFree 1 call ago" */
void iq_put_history(struct iq_str *text, const struct iq_object *object,
                    const struct iq_call *call);

/* "40 bytes of device memory at 0x7f.." */
void iq_put_object(struct iq_str *text, const struct iq_object *object);

/* "byte 4 of a heap block of 400 bytes", "the start of ...". */
void iq_put_offset(struct iq_str *text, uint64_t offset, const char *thing, uint64_t size);
/* "buffer 0x5.. \"name\"": what is called [kind] in reports.  [handle] may be NULL. */
void iq_put_handle(struct iq_str *text, const struct iq_handle *handle, const char *kind);

/* "fence 0x5.. was made by vkCreateFence 3 calls ago": [object], or [handle], whose object it is,
 * and its history. */
void iq_put_object_past(struct iq_str *text, const struct iq_object *object,
                        const struct iq_call *call);
void iq_put_handle_past(struct iq_str *text, const struct iq_handle *handle,
                        const struct iq_object *object, const struct iq_call *call);

/* The barrier that [text], a message of synchronisation validation, asks for. */
void iq_put_barrier(struct iq_str *out, const char *text, const char *earlier, const char *later);

/* What a message of the validation layer is about. */
struct iq_sync_objects {
    const struct iq_handle *object; /* NULL: not known */
    const struct iq_entry *earlier; /* command that the hazard is with, NULL: not known */
};

/* Joins a message of the validation layer with the places where its commands were recorded; it may
 * find more of [objects]. */
void iq_sync_join(struct iq_suspicion *suspicion, const struct iq_call *call,
                  const struct iq_objection *message, struct iq_sync_objects *objects);

/* [handle], argument [arg], is of the context [own], and argument [other] is of [home]; [cause] as
 * in suspicions. */
void iq_suspect_home(const struct iq_event *event, int arg, const struct iq_handle *handle,
                     const struct iq_handle *own, int other, const struct iq_handle *home,
                     uint64_t cause);

/* What an address is that no table holds: "the stack of this thread", "unmapped memory", ... */
void iq_put_what(struct iq_str *text, uint64_t address);

/* "; thread 1 has device 0 current since cudaSetDevice 3 calls ago": what the calling thread works
 * on, and since when. */
void iq_put_current(struct iq_str *text, const struct iq_thread *thread,
                    const struct iq_call *call);
struct iq_call_ref iq_call_ref_of_current(const struct iq_thread *thread);

/* The handle [value], if it lives and is of just this kind; else NULL. */
const struct iq_handle *iq_living(enum iq_kind kind, uint64_t value);

/* The array with this handle, if it lives and its .extent is known; else NULL. */
const struct iq_handle *iq_array_of(uint64_t value);

/* A command that was not recorded, because of what is wrong with it. */
void iq_put_left_out(struct iq_words *words, const struct iq_call *call);

/* What to type for a run with [option]. */
void iq_put_rerun(struct iq_str *text, const char *option);

/* Does the status say that some argument is bad (and not that the context is lost, memory is short,
 * ...)? */
bool iq_is_argument_error(const struct iq_event *event);

/* Will the driver crash on the value that stands for a handle, because nothing lies there? */
bool iq_handle_will_crash(const struct iq_event *event);

/* Suspects argument [arg] of the event's call, or its member, which is what [failed] has left
 * behind: unchecked-error. */
struct iq_failure;
void iq_blame_failure(const struct iq_event *event, int arg, const struct iq_failure *failed);

/* A suspicion about argument [arg] of [event]'s call, an error if the call fails and silent
 * otherwise. */
struct iq_suspicion iq_suspicion_at(const struct iq_event *event, enum iq_rule_id rule, int rank,
                                    int arg);

/* A freed range or a dead handle is a matter of the context if it died with it: sets rule and cause
 * accordingly. */
void iq_blame_context(struct iq_suspicion *suspicion, const struct iq_context *context);

/* Cause of all that is done too early because nobody waited for [submission], and others from the
 * same place. */
struct iq_vk_submission;
uint64_t iq_submission_cause(const struct iq_vk_submission *submission);

/* Cause of every failure that comes from the end of [context]. */
uint64_t iq_context_cause(const struct iq_context *context);

/* Parameter [index] of the kernel, which is given [value], is the guilty argument: its [name],
 * NULL: its number. */
void iq_blame_parameter(struct iq_suspicion *suspicion, const char *name, int index,
                        uint64_t value);

#endif
