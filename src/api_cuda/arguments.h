/* The arguments of a kernel that is launched: their values are read once, those that no kernel can
 * use go to the rules.
 * Threads: the calling thread.  Costs a few look-ups in a table of the thread while memory neither
 * comes nor goes. */
#ifndef IQ_API_CUDA_ARGUMENTS_H
#define IQ_API_CUDA_ARGUMENTS_H

#include "call/call.h"
#include "model/handle.h"

struct iq_image_word;
struct iq_thread;

/* What a launch passes on: the two forms that the driver API has.  Addresses of the program, which
 * may be bad. */
struct iq_arguments {
    uint64_t function, params, extra;
    struct iq_handle *handle;
    int arg;
};

/* The outermost [call] launches a kernel and is about to be forwarded. */
void iq_arguments_check_launch(struct iq_thread *thread, struct iq_call *call);

/* Writes the kernel that [call] launches and its arguments to [out], as they are now:
 * "scale(p=0x7f.., 40)".  Returns the length, 0: the kernel is not known. */
size_t iq_arguments_print(const struct iq_call *call, char *out, size_t size);

/* Checks the arguments of a kernel that becomes part of a graph.  [arguments]->arg is the argument
 * of [call] that findings name. */
void iq_arguments_check(struct iq_thread *thread, struct iq_call *call,
                        const struct iq_arguments *arguments);

/* The buffer with all arguments that [extra], the launch's list of that name, points to; 0: there
 * is none. *room: its bytes, UINT64_MAX if they are not given. */
uint64_t iq_arguments_buffer(uint64_t extra, uint64_t *room);

/* Arguments do not lie below the first; neither host nor device has memory from the second on. */
#define IQ_LOWEST_ADDRESS ((uint64_t)1 << 16)
#define IQ_HIGHEST_ADDRESS ((uint64_t)1 << 56)

/* Is [word] of a kernel's arguments no address, or one that was looked at and found good when
 * iq_range_version was [version]?  *memory gets its enum iq_argument_memory. */
bool iq_arguments_is_settled(struct iq_thread *thread, uint64_t word, uint64_t version,
                             uint8_t *memory);

/* Does [word] lead to no memory, as what parameter [param] of thread->launching gets often does,
 * where only the kernel knows whether it is an address?  Nothing more is said about it; *finding
 * gets what was said, 0: nothing. */
bool iq_arguments_is_stray(struct iq_thread *thread, int param, uint64_t word, uint64_t *finding);

/* The memory that an address was found in: known as long as iq_range_version is .version. */
struct iq_argument_base {
    uint64_t lo, size, version;
    uint8_t memory; /* enum iq_argument_memory */
};
#define IQ_ARGUMENT_BASE_NEW UINT64_MAX /* .version: nothing is known */

/* The address that [word] of the launched kernel makes of [base] and the numbers [raw] of its
 * terms, if it lies in the memory that [base] points to, which *known remembers; *memory gets its
 * enum iq_argument_memory.  0: it does not, or cannot be told.  Where the kernel certainly goes
 * somewhere else thread->outside gets that. */
uint64_t iq_arguments_offset(struct iq_thread *thread, const struct iq_image_word *word,
                             uint64_t base, const uint64_t raw[2], struct iq_argument_base *known,
                             uint8_t *memory);

/* [finding] says what parameter [param] of the kernel that was checked last gets: the next such
 * launch is not judged again. */
void iq_arguments_foreseen(struct iq_thread *thread, int param, uint64_t finding);

#endif
