/* Fences and queries that are asked for again and again, although nothing that was submitted gives
 * what is asked for.
 * Owner: the details of the object's handle.  Threads: as its calls. */
#ifndef IQ_API_VULKAN_POLLED_H
#define IQ_API_VULKAN_POLLED_H

#include <stdbool.h>
#include <stdint.h>

struct iq_call;
struct iq_handle;

/* Calls in a row that asked in vain. */
struct iq_vk_polled {
    uint64_t since_ns;  /* time of the first one */
    uint64_t number;    /* of the last one */
    uint64_t waited_ns; /* sum of the timeouts that they gave */
    uint32_t count;
    bool reported;
};

/* [call] is about to ask for what nothing that was submitted gives. */
void iq_vk_polled_query(struct iq_call *call, struct iq_vk_polled *polled);

/* [call], which asked, is back in vain: sends an event about [handle], argument [arg], if it and
 * the calls before it waited for long, or if it was one of many with nothing in between.
 * [timeout_ns]: the time that the call was given to wait, 0 if it only asked.  How long it really
 * took says how busy the machine is, not what the program meant. */
void iq_vk_polled_answer(struct iq_call *call, int arg, const struct iq_handle *handle,
                         struct iq_vk_polled *polled, uint64_t timeout_ns);

/* Work that gives what was asked for is submitted after all. */
void iq_vk_polled_forget(const struct iq_handle *handle, struct iq_vk_polled *polled);

#endif
