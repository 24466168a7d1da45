#include "vk_world.h"

/* A secondary command buffer that is not told what it inherits; that it cannot be ended follows from it. */
int main(void)
{
    vk_world();
    VkCommandBuffer inner = VK_NULL_HANDLE;
    VkCommandBufferAllocateInfo allocate = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = vk_pool,
                                            .level = VK_COMMAND_BUFFER_LEVEL_SECONDARY, .commandBufferCount = 1};
    VkCommandBufferBeginInfo begin = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    vkAllocateCommandBuffers(vk_device, &allocate, &inner);
    vkBeginCommandBuffer(inner, &begin); // expect: null-pointer object=command-buffer
    vkEndCommandBuffer(inner);
    vk_end();
    return 0;
}
