/* Fences and queries that are asked for again and again, although nothing that was submitted gives
 * what is asked for.
 * Owner: the details of the object's handle.  Threads: as its calls. */
#ifndef IQ_API_VULKAN_POLLED_H
#define IQ_API_VULKAN_POLLED_H

#include <stdbool.h>
#include <stdint.h>

struct iq_call;
struct iq_handle;

/* Calls in a row that asked in vain: since when, the number of the last one; told: that is
 * reported. */
struct iq_vk_polled {
    uint64_t since_ns, number;
    uint32_t count;
    bool told;
};

/* [call] is about to ask for what nothing that was submitted gives. */
void iq_vk_polled_query(struct iq_call *call, struct iq_vk_polled *polled);

/* [call], which asked, is back in vain: sends an event about [handle], argument [arg], if it
 * [waited] for long, or was one of many that were made with nothing in between. */
void iq_vk_polled_answer(struct iq_call *call, int arg, const struct iq_handle *handle,
                         struct iq_vk_polled *polled, bool waited);

/* Work that gives what was asked for is submitted after all. */
void iq_vk_polled_forget(const struct iq_handle *handle, struct iq_vk_polled *polled);

#endif
