/* Timeline semaphores for programs over vk_world.h. */
#ifndef VK_TIMELINE_H
#define VK_TIMELINE_H
#include "vk_world.h"

static inline VkSemaphore vk_timeline(uint64_t value)
{
    VkSemaphore semaphore = VK_NULL_HANDLE;
    VkSemaphoreTypeCreateInfo type = { VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
                                       .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE,
                                       .initialValue = value };
    VkSemaphoreCreateInfo info = { VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &type };
    vkCreateSemaphore(vk_device, &info, NULL, &semaphore);
    return semaphore;
}

static inline VkResult vk_await(VkSemaphore semaphore, uint64_t value)
{
    VkSemaphoreWaitInfo info = { VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO, .semaphoreCount = 1,
                                 .pSemaphores = &semaphore, .pValues = &value };
    return vkWaitSemaphores(vk_device, &info, 5000000000u);
}

static VkPipelineStageFlags vk_all_stages = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;

/* A batch that waits for the value [wait] of [waited] and gives [signal] to [signalled];
 * VK_NULL_HANDLE, of [cmd] too: it has none.  Values and handles live as long as the arguments do:
 * to be written out where it is submitted. */
#define VK_TIMED(cmd, waited, wait, signalled, signal)                                             \
    &(VkSubmitInfo)                                                                                \
    {                                                                                              \
        VK_STRUCTURE_TYPE_SUBMIT_INFO,                                                             \
            .pNext = &(                                                                            \
                VkTimelineSemaphoreSubmitInfo){ VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,  \
                                                .waitSemaphoreValueCount = 1,                      \
                                                .pWaitSemaphoreValues = &(uint64_t){ wait },       \
                                                .signalSemaphoreValueCount = 1,                    \
                                                .pSignalSemaphoreValues = &(uint64_t){ signal } }, \
            .waitSemaphoreCount = (waited) != VK_NULL_HANDLE,                                      \
            .pWaitSemaphores = &(VkSemaphore){ waited }, .pWaitDstStageMask = &vk_all_stages,      \
            .commandBufferCount = (cmd) != NULL, .pCommandBuffers = &(VkCommandBuffer){ cmd },     \
            .signalSemaphoreCount = (signalled) != VK_NULL_HANDLE,                                 \
            .pSignalSemaphores = &(VkSemaphore)                                                    \
        {                                                                                          \
            signalled                                                                              \
        }                                                                                          \
    }

/* The host signals. */
#define VK_SIGNAL(with, to)                                                     \
    &(VkSemaphoreSignalInfo)                                                    \
    {                                                                           \
        VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO, .semaphore = with, .value = to \
    }

/* A command buffer that fills [buffer], for the host to read. */
static inline VkCommandBuffer vk_fill(struct vk_buffer buffer)
{
    VkCommandBuffer cmd = vk_begin();
    vkCmdFillBuffer(cmd, buffer.buffer, 0, VK_WHOLE_SIZE, 7);
    vk_host_barrier(cmd, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT);
    vkEndCommandBuffer(cmd);
    return cmd;
}
#endif
