/* What is recorded in command buffers.
 * Owner: the details of the command buffer's handle; arrays are used again.  Threads: a recording
 * is changed by calls on its command buffer, which the API demands to be ordered. */
#ifndef IQ_API_VULKAN_RECORDING_H
#define IQ_API_VULKAN_RECORDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "call/call.h"
#include "model/call_ref.h"
#include "model/handle.h"

/* One recorded command, and the first objects that it names. */
struct iq_vk_command {
    struct iq_call_ref ref;
    struct iq_handle *uses[2];
};

/* Bytes of a buffer that a transfer or a dispatch reads or writes for certain; by the [command]th,
 * from 1 on. */
struct iq_vk_access {
    struct iq_handle *buffer;
    uint64_t lo, hi;
    bool write;
    uint32_t command;
};

/* An object that commands of a recording name, and when the first of them did; see iq_vk_now. */
struct iq_vk_ref {
    struct iq_handle *handle;
    uint64_t at;
};

/* An argument of a command that a driver may crash on when it executes it: a handle that is not
 * known or NULL, a number beyond all that exists. */
struct iq_vk_suspect {
    struct iq_call_ref ref; /* .number 0: there is none */
    int arg;
    int element; /* of a list; -1: the argument itself */
    uint64_t value;
};

/* What commands begin and others end. */
enum iq_vk_scope {
    IQ_VK_PASS,
    IQ_VK_RENDERING,
    IQ_VK_FEEDBACK,
    IQ_VK_CONDITION,
};
/* What commands bind and others work with. */
enum iq_vk_bound { IQ_VK_GRAPHICS, IQ_VK_COMPUTE, IQ_VK_INDICES };
enum { IQ_VK_OPEN_QUERIES = 16 };

/* What vkBegin.. to vkEnd.. put into a command buffer. */
struct iq_vk_recording {
    struct iq_vk_recording *next; /* of the free ones */
    /* when it was begun or reset, and its name among all; 0: never */
    uint64_t serial;
    struct iq_call_ref begun, ended, submitted;
    struct iq_vk_command *commands; /* in order */
    struct iq_vk_ref *refs;         /* objects that they use, each once */
    struct iq_vk_access *accesses;  /* of transfers and dispatches */
    uint32_t count, room, ref_count, ref_room, access_count, touch_room;
    /* the first event that a command waits for and nobody has set yet; NULL: none */
    struct iq_handle *awaits;
    struct iq_vk_compute *compute; /* NULL: nothing was bound for dispatches yet */
    /* bound; bytes of each; draws that were looked at.  .buffer NULL: none, or not known */
    struct {
        struct iq_handle *buffer;
        uint64_t offset;
        uint32_t bytes, draws;
    } indices;
    struct iq_vk_suspect suspect; /* the first */
    /* bits of enum iq_vk_scope and iq_vk_bound */
    uint8_t scopes, bound;
    /* of the render pass that was begun last: how many there are, 0: not known, and the current
     * one */
    uint32_t subpasses, subpass;
    /* queries that were begun and not ended; more than there is room for: not known */
    struct {
        const struct iq_handle *pool;
        uint32_t query;
    } queries[IQ_VK_OPEN_QUERIES];
    uint32_t query_count;
    bool open;     /* begun and not ended */
    bool inherits; /* it goes on in a render pass that another one began */
    /* broken: a command that others build upon was left out */
    bool simultaneous, one_time, broken;
};

/* The recording of a command buffer; NULL if out of memory. */
struct iq_vk_recording *iq_vk_recording_of(struct iq_handle *command_buffer);
void iq_vk_recording_start(struct iq_vk_recording *recording, struct iq_call_ref ref);
void iq_vk_recording_release(struct iq_handle *command_buffer);

/* Recordings and changes of what they use, in the order of time across threads: a change at
 * iq_vk_change() is later than what was at iq_vk_now() before. */
uint64_t iq_vk_now(void);
uint64_t iq_vk_change(void);

/* Is [ref] another one now than the commands took it for: a set written again, a secondary command
 * buffer recorded again?  Then [at] is where,
 * as far as that is known. */
bool iq_vk_has_changed(const struct iq_vk_ref *ref, struct iq_call_ref *at);

/* The [number]th command (1..) of those that synchronisation validation counts, if it is called
 * [name]; else the nearest of that name. NULL if there is none. */
const struct iq_vk_command *iq_vk_recording_find(const struct iq_vk_recording *recording,
                                                 uint64_t number, const char *name, size_t length);

/* The first command that names [handle], or draws or dispatches with a descriptor set that leads to
 * it; NULL if there is none. */
const struct iq_vk_command *iq_vk_recording_first(const struct iq_vk_recording *recording,
                                                  const struct iq_handle *handle);

/* Does a command draw or dispatch with [set], for certain?  Only the first set of each
 * vkCmdBindDescriptorSets is followed, up to the next one. */
bool iq_vk_recording_works_with(const struct iq_vk_recording *recording,
                                const struct iq_handle *set);

/* In phase IQ_EFFECTS_BEFORE: adds what [call] records, the command and the objects that it names.
 * The recording; NULL in other phases. */
struct iq_vk_recording *iq_vk_record_call(struct iq_call *call, int phase);

/* Adds bytes [lo, hi) of [buffer] that the last command touches for certain; cut at the buffer's
 * end. */
void iq_vk_access(struct iq_vk_recording *recording, struct iq_handle *buffer, uint64_t lo,
                  uint64_t hi, bool write);

#endif
