/* What Vulkan objects are like: details of their handles.
 * Owner: the handle table.  Threads: an object is changed by calls on it, which the API demands to
 * be ordered. */
#ifndef IQ_API_VULKAN_OBJECTS_H
#define IQ_API_VULKAN_OBJECTS_H

#include <stdbool.h>
#include <stdint.h>

#include "abi/vulkan_abi.h"
#include "api_vulkan/polled.h"
#include "api_vulkan/queue.h"
#include "api_vulkan/recording.h"
#include "call/call.h"
#include "model/handle.h"
#include "order/point.h"

struct iq_pieces;

enum { IQ_VK_USES = 2, IQ_VK_SIGNALS = 8, IQ_VK_WRITTEN = 8, IQ_VK_IMAGES = 8, IQ_VK_CHUNKS = 24 };

/* The signal of a semaphore, a timeline with [value], by the work up to [point]. */
struct iq_vk_signal {
    uint64_t value;
    struct iq_vk_point point;
};

/* The key of element [element] of a binding in a descriptor set. */
#define IQ_VK_SLOT(binding, element) ((binding) << 12 | (element))

struct iq_vk_object {
    void *next_free;
    struct iq_vk_point uses[IQ_VK_USES]; /* last submissions that use it, one per queue */
    uint64_t referred;                   /* serial of the recording that refers to it last */
    /* memory was bound; mapped, for memory; waited for by a presentation, for semaphores */
    struct iq_call_ref bound;
    struct iq_call_ref unmapped;
    struct iq_handle *memory; /* buffer, image: what is bound; view: what it shows */
    uint64_t size, offset;    /* buffer, memory: bytes; offset in .memory */
    uint64_t usage;
    /* buffer, image: the program binds memory to it once, before it is used */
    bool is_plain;
    union {
        /* memory; size 0: not mapped; unflushed: chunks that it was unmapped with, changed, and the
         * device may not see; floats: what it was then (pixels.h) */
        struct {
            uint64_t address, offset, size;
            uint32_t type, properties;
            uint32_t unflushed;
            bool device_writes, floats;
            float lo, hi;
            uint64_t sums[IQ_VK_CHUNKS];
        } map;
        struct {
            uint32_t extent[3], levels, layers, format, texel, side;
            bool is_presented;
            uint8_t looked;
        } image;
        struct {
            struct iq_handle *written[IQ_VK_WRITTEN];
            uint32_t key[IQ_VK_WRITTEN];
            uint64_t lo[IQ_VK_WRITTEN], hi[IQ_VK_WRITTEN];
            uint64_t changed;
            struct iq_call_ref change;
            bool loose;
        } set;
        /* what a descriptor set leads to, by IQ_VK_SLOT, and
         * which bytes of it (hi 0: not known); when it was
         * written last; views of a framebuffer */
        uint32_t max_sets;  /* descriptor pool */
        uint32_t subpasses; /* render pass; 0: not known */
        /* command pool: serial of the last reset (recording.h) */
        uint64_t reset;
        struct iq_vk_shader *shader;         /* shader module */
        const struct iq_vk_program *program; /* pipeline */
        /* layout of a descriptor set: what a set leads to may change after it was bound; sets have
         * .loose then */
        bool is_loose;
        /* foreign: somebody else may signal it */
        struct {
            struct iq_vk_point point;
            bool signalled, foreign;
            struct iq_vk_polled polled;
        } fence;
        /* see semaphore.h; dropped: the last signal that there was no room for, dropped_from: the
         * value of the first; reached: as the host knows; signalled: by what is submitted, and not
         * waited for yet */
        struct {
            struct iq_vk_signal signals[IQ_VK_SIGNALS], dropped;
            uint64_t dropped_from, highest, reached;
            bool timeline, signalled;
        } semaphore;
        struct iq_vk_recording *recording; /* command buffer */
        /* pool: a command that writes one of them was recorded */
        struct {
            bool written;
            uint32_t count; /* 0: not known */
            struct iq_vk_polled polled;
        } queries;
        struct {
            bool set;
        } event; /* by the host, or by a command that was recorded */
        struct iq_vk_queue *queue;
        /* work that the last presentation of an image waited for; images that the program has, if
         * that counts */
        struct {
            struct iq_vk_point presented[IQ_VK_IMAGES];
            uint64_t acquired;
            bool counts;
        } swapchain;
        /* property flags of its memory types */
        struct {
            uint32_t types[32];
            uint32_t type_count;
            uint64_t atom;
            bool lost;
        } device;
    };
};

/* The struct of [type] in the chain [pNext]; NULL. */
static inline const void *iq_vk_chained(const void *chain, VkStructureType type)
{
    const struct {
        VkStructureType sType;
        const void *pNext;
    } *at = chain;
    while (at && at->sType != type)
        at = at->pNext;
    return at;
}

/* What argument [arg] of [call] points to. */
static inline const void *iq_vk_pointee(const struct iq_call *call, int arg)
{
    return (const void *)(uintptr_t)call->args[arg];
}

/* The object of [kind] with the handle [value]; NULL if there is none. */
struct iq_handle *iq_vk_known(enum iq_kind kind, const void *value);

/* Element [index] of the array of handles that argument [arg] of [call] leads to; NULL if it is
 * none. */
struct iq_handle *iq_vk_element(const struct iq_call *call, int arg, uint32_t index);

/* Details of [handle], made if there are none; NULL for other kinds and when out of memory. */
struct iq_vk_object *iq_vk_object_of(struct iq_handle *handle);

/* [handle] itself, or the memory or the image behind it, if that is gone and must not be; NULL: all
 * is there. */
const struct iq_handle *iq_vk_gone(const struct iq_handle *handle);
/* the host may map it, and it is not coherent */
bool iq_vk_is_incoherent(const struct iq_vk_object *memory);
bool iq_vk_is_mapped(const struct iq_handle *buffer); /* its memory is, at the moment */

/* What is mapped of [memory] is looked at in chunks (samples of large ones).  Notes those that
 * bytes [lo, hi) of the memory lie in; the set of those that have changed since, without device or
 * flush. */
void iq_vk_note_chunks(struct iq_vk_object *memory, uint64_t lo, uint64_t hi);
uint32_t iq_vk_changed_chunks(const struct iq_vk_object *memory, uint64_t lo, uint64_t hi);

/* Bytes per texel, or per block of [side] x [side] texels; 0: not known. */
uint32_t iq_vk_texel_bytes(uint32_t format, uint32_t *side);

/* Makes [handle] and all that it leads to busy up to [point]. */
void iq_vk_use(struct iq_handle *handle, struct iq_vk_point point);

/* [call], a submission, was answered by us: its device counts as lost, so that nobody waits for
 * what will not come. */
void iq_vk_submission_was_answered(struct iq_call *call);

/* Was a timeline semaphore made?  Atomic. */
extern bool iq_vk_has_timelines;

/* An event that nobody has set; false for NULL. */
bool iq_vk_is_unset(const struct iq_handle *event);

/* As struct iq_api.payload says. */
bool iq_vk_payload(const struct iq_call *call, int arg, bool failed, struct iq_pieces *pieces);

#endif
