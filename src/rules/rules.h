/* What the rule files share: objects and sentences.  Threads: the calling thread; nothing here takes a lock for long. */
#ifndef IQ_RULES_RULES_H
#define IQ_RULES_RULES_H

#include "model/names.h"
#include "call/rule.h"
#include "call/status.h"

#define IQ_COUNT_OF(array) (sizeof (array) / sizeof *(array))
#define IQ_BIT(kind) (1u << IQ_EVENT_##kind)

/* Some rules are about what the specification of OpenCL alone demands. */
static inline bool iq_is_opencl(const struct iq_entry *entry) { return entry->api == IQ_API_OPENCL; }

/* Of calls that cannot work since cuInit has not succeeded. */
enum { IQ_CAUSE_NOT_INITIALIZED = 0x10 };

/* The object of a finding, from what is known of an address or a handle, or of ordinary host memory. */
struct iq_object iq_object_of_range(const struct iq_range *range);
struct iq_object iq_object_of_handle(const struct iq_handle *handle);
struct iq_object iq_object_of_host(uint64_t address, uint64_t size);
struct iq_object iq_object_unknown(enum iq_kind kind, uint64_t value);

/* A stream in a sentence, and as an argument of a call of [api] ("cu", "cuda"); they return [text]. */
struct iq_conflict_stream;
enum { IQ_STREAM_TEXT = 64 };
const char *iq_stream_text(char text[IQ_STREAM_TEXT], const struct iq_conflict_stream *stream);
const char *iq_stream_code(char text[IQ_STREAM_TEXT], const char *api, const struct iq_conflict_stream *stream);

/* "copy.cu:12": where a kernel was seen to use bytes. */
struct iq_conflict_seen;
void iq_put_seen_line(struct iq_str *text, const struct iq_conflict_seen *seen);

/* The sentences about a race; .later.mark is that of the call. */
struct iq_conflict;
void iq_race_words(const struct iq_conflict *conflict, struct iq_words *words);

const char *iq_plain_kind(const char *kind);

/* Name of argument [i]. */
const char *iq_arg_name(const struct iq_call *call, int i);

/* Name of the guilty argument, or of its guilty member. */
const char *iq_guilty_name(const struct iq_suspicion *suspicion, const struct iq_call *call);

/* "allocated by cudaMalloc 3 calls ago and freed by cudaFree 1 call ago" */
void iq_put_history(struct iq_str *text, const struct iq_object *object, const struct iq_call *call);

/* "40 bytes of device memory at 0x7f.." */
void iq_put_object(struct iq_str *text, const struct iq_object *object);

/* "byte 4 of a heap block of 400 bytes", "the start of ...". */
void iq_put_offset(struct iq_str *text, uint64_t offset, const char *thing, uint64_t size);
/* "buffer 0x5.. \"name\"": what is called [kind] in reports.  [handle] may be NULL. */
void iq_put_handle(struct iq_str *text, const struct iq_handle *handle, const char *kind);

/* "fence 0x5.. was made by vkCreateFence 3 calls ago": [object], or [handle], whose object it is, and its history. */
void iq_put_object_past(struct iq_str *text, const struct iq_object *object, const struct iq_call *call);
void iq_put_handle_past(struct iq_str *text, const struct iq_handle *handle, const struct iq_object *object, const struct iq_call *call);

/* The barrier that [text], a message of synchronisation validation, asks for. */
void iq_put_barrier(struct iq_str *out, const char *text, const char *earlier, const char *later);

/* Joins a message of the validation layer with the places where its commands were recorded. */
void iq_sync_join(struct iq_suspicion *suspicion, const struct iq_call *call, const struct iq_objection *message);

/* [handle], argument [arg], is of the context [own], and argument [other] is of [home]; [cause] as in suspicions. */
void iq_suspect_home(const struct iq_event *event, int arg, const struct iq_handle *handle, const struct iq_handle *own, int other, const struct iq_handle *home, uint64_t cause);

/* What an address is that no table holds: "the stack of this thread", "unmapped memory", ... */
void iq_put_what(struct iq_str *text, uint64_t address);

/* "; thread 1 has device 0 current since cudaSetDevice 3 calls ago": what the calling thread works on, and since when. */
void iq_put_current(struct iq_str *text, const struct iq_call *call);
struct iq_mark iq_mark_of_current(void);

/* The handle [value], if it lives and is of just this kind; else NULL. */
const struct iq_handle *iq_living(enum iq_kind kind, uint64_t value);

/* The array with this handle, if it lives and its .extent is known; else NULL. */
const struct iq_handle *iq_array_of(uint64_t value);

/* .access_size bytes at .access_address do not fit into .object.  .pointer[0]: what the program calls it, NULL: its kind and .pointer[1], its handle.
 * .number: [0] bytes of a row, [1] from row to row, 0: one row; [2]: a row's length in elements was given as bytes; [3] bytes of an element. */
void iq_explain_end(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words);
void iq_put_thing(struct iq_str *text, const struct iq_suspicion *suspicion);

/* .number[0] is no multiple of .number[1]; .pointer[0] says why it must be one, .pointer[1] what else can be done (NULL: nothing). */
void iq_explain_multiple(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words);

/* A pitch, .number[0], is less than .number[1], in .pointer[3] ("bytes"), which .number[3] elements of .number[2] bytes take; .number[4]: of slices, not rows.
 * .pointer[2]: how to come by the right one, NULL: 0 stands for no gaps. */
void iq_explain_pitch(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words);

/* A size, .number[0], that is below 0 as a signed number. */
void iq_explain_negative(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words);

/* A command that was not recorded, because of what is wrong with it. */
void iq_put_left_out(struct iq_words *words, const struct iq_call *call);

/* The two sides of a copy meet: .number[2] bytes go from .number[1] to .number[0], addresses, or with .number[3] offsets in .object; 0 bytes: in a
 * way that is not linear. */
void iq_explain_overlap(const struct iq_suspicion *suspicion, struct iq_call *call, struct iq_words *words);

/* Does the status say that some argument is bad (and not that the context is lost, memory is short, ...)? */
bool iq_is_argument_error(const struct iq_event *event);

/* A suspicion about argument [arg] of [event]'s call, an error if the call fails and silent otherwise. */
struct iq_suspicion iq_suspicion_at(const struct iq_event *event, const char *rule, int rank, int arg);

/* A freed range or a dead handle is a matter of the context if it died with it: sets rule and cause accordingly. */
void iq_blame_context(struct iq_suspicion *suspicion, const struct iq_context *context);

/* Cause of all that is done too early because nobody waited for [submission], and others from the same place. */
struct iq_vk_submission;
uint64_t iq_submission_cause(const struct iq_vk_submission *submission);

/* Cause of every failure that comes from the end of [context]. */
uint64_t iq_context_cause(const struct iq_context *context);

/* Parameter [index] of the kernel, which is given [value], is the guilty argument: its [name], NULL: its number. */
void iq_blame_parameter(struct iq_suspicion *suspicion, const char *name, int index, uint64_t value);

extern const struct iq_rule_family iq_rules_pointer, iq_rules_range, iq_rules_free, iq_rules_host, iq_rules_handle, iq_rules_event,
    iq_rules_context, iq_rules_module, iq_rules_launch, iq_rules_deferred, iq_rules_capacity, iq_rules_argument, iq_rules_order,
    iq_rules_unchecked, iq_rules_ipc, iq_rules_region, iq_rules_race, iq_rules_parameter, iq_rules_validation,
    iq_rules_cl_memory, iq_rules_cl_image, iq_rules_cl_kernel, iq_rules_cl_program, iq_rules_pending, iq_rules_vk_codes, iq_rules_vk_order, iq_rules_vk_misuse, iq_rules_pixels,
    iq_rules_cl_event, iq_rules_cl_map, iq_rules_cl_plain, iq_rules_cl_recording, iq_rules_cl_argument, iq_rules_cl_fault, iq_rules_machine, iq_rules_legal, iq_rules_box, iq_rules_graph, iq_rules_graph_memory, iq_rules_batch, iq_rules_refused, iq_rules_pool;

#endif
