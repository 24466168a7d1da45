/* Members that are ignored, and lead nowhere. */
#include "vk_world.h"

int main(void)
{
    vk_world();
    const void *nowhere = (const void *)(uintptr_t)0x123456789000;
    struct vk_buffer buffer = vk_make_buffer(4096, VK_STORE);
    struct vk_compute compute = vk_make_compute(vk_zero_code, sizeof vk_zero_code,
                                                VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1);
    VkDescriptorBufferInfo info = { buffer.buffer, 0, VK_WHOLE_SIZE };
    VkWriteDescriptorSet write = { VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                   .dstSet = compute.set,
                                   .descriptorCount = 1,
                                   .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                   .pImageInfo = nowhere,
                                   .pBufferInfo = &info,
                                   .pTexelBufferView = nowhere };
    VkCommandBufferBeginInfo begin = { VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                       .pInheritanceInfo = nowhere };
    VkCommandBuffer commands = vk_new_commands();
    vkUpdateDescriptorSets(vk_device, 1, &write, 0, NULL);
    vkBeginCommandBuffer(commands, &begin);
    vkCmdFillBuffer(commands, buffer.buffer, 0, 4096, 1);
    vk_run(commands);
    vk_drop_compute(&compute);
    vk_drop_buffer(buffer);
    vk_end();
    return 0;
}
