/* The boxes of CUDA's calls: from structs and arguments to events for the rules.  Threads: the
 * calling thread. */
#ifndef IQ_API_CUDA_BOXES_H
#define IQ_API_CUDA_BOXES_H

#include "call/call.h"

/* CU_DEVICE_ATTRIBUTE_MAX_PITCH of every device. */
enum { IQ_CUDA_LONGEST_PITCH = 0x7fffffff };

/* [call] failed: sends what it copies to and from. */
void iq_cuda_boxes_send(struct iq_call *call);

/* Pitched memory that a texture is made of, which argument [arg] of [call] describes: before the
 * call. */
struct iq_pitched {
    uint64_t address, width, height, pitch, texel_bytes;
};
void iq_cuda_boxes_send_pitched(struct iq_call *call, int arg, const struct iq_pitched *pitched);

/* Bytes of one channel of a CUarray_format; 0: not a plain one. */
uint32_t iq_channel_bytes(uint32_t format);

#endif
