/* What the structs and lists that a call is given must have, by the registry of Vulkan: handles
 * and pointers that must not be NULL, the type of each struct, lists that lie in memory.  Drivers
 * look at none of it.  Where a validation layer is below us, it says what is wrong within structs.
 * Threads: the calling thread. */
#ifndef IQ_API_VULKAN_NEEDS_H
#define IQ_API_VULKAN_NEEDS_H

#include "call/call.h"
#include "model/handle.h"

enum iq_vk_lack {
    IQ_VK_NO_POINTER,
    IQ_VK_NO_HANDLE,
    IQ_VK_NO_OBJECT,  /* a handle that no call returned */
    IQ_VK_WRONG_TYPE, /* of a struct */
    IQ_VK_TOO_LONG,   /* a list that goes on where no memory is */
    IQ_VK_NO_QUERY,   /* queries beyond the end of their pool */
    IQ_VK_ABSURD,     /* a number that no table of state has */
    IQ_VK_NO_BINDING, /* of vertex input: not in the other list */
    IQ_VK_NO_SPIRV    /* a shader's code whose first word is not that of SPIR-V */
};

/* Something that is wrong with what a call is given; .name is interned or static, as the types
 * are. */
struct iq_vk_flaw {
    enum iq_vk_lack how;
    bool is_member;      /* of a struct or list, not the argument itself */
    const char *name;    /* "pInfo->buffer" */
    const char *type;    /* of what it is, or leads to: "VkBuffer" */
    const char *counter; /* the argument or member that says how many; NULL: it is no list */
    uint64_t value;      /* what it is; of a list: its elements; the last query */
    uint64_t wanted;     /* the type that it should be; bytes of a list, queries of a pool */
    bool may_be;         /* nothing is wrong with it unless a failed creation has left it NULL */
};

/* The index for iq_vk_check_needs of the entry called [name]; 0: it needs nothing. */
uint16_t iq_vk_needs_of(const char *name);

/* Sends an event for the first flaw that [call] has.  False: what its arguments lead to cannot be
 * looked at. */
bool iq_vk_check_needs(struct iq_call *call);

/* Sends an event for [flaw] in argument [arg], which is about [object], if that is not NULL. */
void iq_vk_send_flaw(struct iq_call *call, int arg, const struct iq_vk_flaw *flaw,
                     const struct iq_handle *object);

/* What may be NULL and is, in the order of the structs: "a, b and c"; for drivers that crash on it.
 * Returns how many, *arg becomes the argument that leads to the first. */
struct iq_str;
int iq_vk_put_absent(const struct iq_call *call, struct iq_str *out, int *arg);

#endif
