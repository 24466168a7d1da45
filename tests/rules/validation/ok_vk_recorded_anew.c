#include "vk_world.h"

/* Sets and secondary command buffers change before they are recorded, not behind it; a set of which bindings may change later. */
int main(void)
{
    vk_world();
    struct vk_buffer data = vk_make_buffer(4096, VK_STORE), other = vk_make_buffer(4096, VK_STORE);
    struct vk_compute compute = VK_COMPUTE(double, 1);
    VkCommandBuffer inner = VK_NULL_HANDLE;
    VkCommandBufferAllocateInfo allocate = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = vk_pool,
                                            .level = VK_COMMAND_BUFFER_LEVEL_SECONDARY, .commandBufferCount = 1};
    VkCommandBufferInheritanceInfo inherits = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO};
    VkCommandBufferBeginInfo begin = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO, .pInheritanceInfo = &inherits};
    vkAllocateCommandBuffers(vk_device, &allocate, &inner);
    VkCommandBuffer outer = vk_new_commands();
    for (int i = 0; i < 3; i++) {
        vk_point(&compute, 0, i % 2 ? data.buffer : other.buffer);
        vkBeginCommandBuffer(inner, &begin);
        vk_bind(inner, &compute);
        vkCmdDispatch(inner, 16, 1, 1);
        vkEndCommandBuffer(inner);
        vk_record(outer);
        vkCmdExecuteCommands(outer, 1, &inner);
        vk_run(outer);
        vk_submit(outer, VK_NULL_HANDLE);
        vkQueueWaitIdle(vk_queue);
    }
    vk_drop_compute(&compute);
    vk_drop_buffer(data);
    vk_drop_buffer(other);
    vk_end();
    return 0;
}
