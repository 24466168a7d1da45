/* Turns a call's arguments into effects on objects and into events for the rules.
 * Threads: the calling thread; no lock is held when rules run. */
#ifndef IQ_CALL_WALK_H
#define IQ_CALL_WALK_H

#include "call/plan.h"
#include "call/rule.h"
#include "call/thread.h"

/* Outermost call, not yet forwarded: looks the arguments up and lets the BEFORE checks see what is
 * odd. */
void iq_walk_check_before(struct iq_thread *thread, struct iq_call *call);

/* Of these only the handles in arrays and structs. */
void iq_walk_check_hidden(struct iq_call *call);

/* Where a call's handles are remembered: programs use a few events and streams in turns. */
static inline uint32_t iq_walk_seen_at(const struct iq_call *call, uint64_t first, uint64_t last)
{
    uint32_t hash = (uint32_t)(first + last) * 0x9e3779b9u >> 26;
    return (hash + call->entry->id) % IQ_THREAD_SEEN;
}

/* Does [call] name handles that a call of its entry on this thread named lately, all good, and has
 * none died since?  Then its .found is filled in.  Only where the plan remembers them. */
bool iq_walk_knows_handles(const struct iq_thread *thread, struct iq_call *call);

/* The same where its first two arguments are its handles. */
static inline bool iq_walk_knows_two_handles(const struct iq_thread *thread, struct iq_call *call)
{
    const struct iq_handles_seen *seen =
        &thread->seen[iq_walk_seen_at(call, call->args[0], call->args[1])];
    if (seen->entry != call->entry || seen->value[0] != call->args[0] ||
        seen->value[1] != call->args[1] ||
        seen->deaths != __atomic_load_n(&iq_handle_deaths, __ATOMIC_ACQUIRE))
        return false;
    call->found[0] = seen->found[0];
    call->found[1] = seen->found[1];
    return true;
}

/* Any call, about to be forwarded: what it destroys is recorded now, so that a recycled value
 * cannot overtake it. */
void iq_walk_forward(struct iq_thread *thread, struct iq_call *call);

/* Shows [visit] every handle that arrays and structs of the call hold. */
void iq_walk_members(struct iq_call *call, iq_member_fn visit, void *user);

/* How the program would write [member] of [call]: `pSubmits[0].pCommandBuffers[1]`; interned. */
const char *iq_walk_member_path(const struct iq_call *call, const struct iq_member *member);

/* Any call that succeeded: what it created, recorded, adopted. */
void iq_walk_done(struct iq_thread *thread, struct iq_call *call);
/* The call answered with an object that belongs to somebody else, and so is no leak; [value] may
 * have been a destroyed object's.  NULL: it is 0, or there is no memory. */
struct iq_handle *iq_walk_got(struct iq_thread *thread, struct iq_call *call, enum iq_kind kind,
                              uint64_t value);

/* Any call that failed: what was recorded in advance is undone. */
void iq_walk_undo(struct iq_thread *thread, struct iq_call *call);

/* Outermost call that succeeded: lets the DONE checks see what may be wrong silently; that failed:
 * the FAILED checks all arguments. */
void iq_walk_check_done(struct iq_call *call);
void iq_walk_check_failed(struct iq_thread *thread, struct iq_call *call);

/* A launch that succeeded, on a stream of another context than the current one. */
void iq_walk_check_far_launch(struct iq_call *call);

/* Space of memory argument [arg], after looking at the copy kind; NONE if that is not one of the
 * five. */
enum iq_space iq_walk_space(const struct iq_call *call, int arg);

/* Index of the first argument of [entry] with [role], -1 if there is none. */
int iq_entry_arg(const struct iq_entry *entry, enum iq_role role);

/* Index of the argument of [entry] with this name, -1 if there is none. */
int iq_entry_arg_named(const struct iq_entry *entry, const char *name);

/* Does the call only find something out? */
bool iq_entry_only_asks(const struct iq_entry *entry);

/* Index of the stream argument, -1 if there is none. */
int iq_entry_stream_arg(const struct iq_entry *entry);

/* What CUlaunchConfig and cudaLaunchConfig_t begin with.  The runtime's shared size has 64 bits;
 * .shared_high of the driver's is not set. */
struct iq_launch_config {
    uint32_t grid[3], block[3], shared, shared_high;
    uint64_t stream;
};

/* The launch configuration that [call] points to; NULL: its row has none. */
const struct iq_launch_config *iq_walk_config_of(const struct iq_call *call);
static inline const struct iq_launch_config *iq_walk_launch_config(const struct iq_call *call)
{
    return __builtin_expect(call->plan->config < 0, 1) ? NULL : iq_walk_config_of(call);
}

/* The stream that [call] works on, as a value; 0 if its row has none. */
static inline uint64_t iq_walk_stream(const struct iq_call *call)
{
    const struct iq_launch_config *config = iq_walk_launch_config(call);
    int arg = call->plan->stream;
    return config ? config->stream : arg < 0 ? 0 : call->args[arg];
}

/* Has list argument [arg] (-1: there is none) any elements? */
static inline bool iq_walk_has_list(const struct iq_call *call, int arg)
{
    return arg >= 0 && call->args[arg] && call->entry->args[arg].size_arg >= 0 &&
           (uint32_t)call->args[call->entry->args[arg].size_arg];
}

/* The number of elements that list argument [arg] has by the argument beside it; 0: there is none.
 */
uint64_t iq_walk_list_count(const struct iq_call *call, int arg);

/* Copies the handles of list argument [arg] from index [first] on; returns their number, at most
 * [room]; 0 at the end, or where they cannot be read. Of a list whose memory ends before its last
 * element it copies none. */
uint32_t iq_walk_list(const struct iq_call *call, int arg, uint32_t first, uint64_t *values,
                      uint32_t room);

/* Bytes that memory argument [arg] covers; 0 if unknown. */
uint64_t iq_walk_size(const struct iq_call *call, int arg);

#endif
