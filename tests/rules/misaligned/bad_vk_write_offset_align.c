#include "vk_world.h"

int main(void)
{
    vk_world();
    struct vk_buffer a = vk_make_buffer(4096, VK_STORE), b = vk_make_buffer(1024, VK_STORE);
    struct vk_compute k = VK_COMPUTE(double, 1);
    VkDescriptorBufferInfo w = {a.buffer, 3, 64};
    VkWriteDescriptorSet s = {VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstSet = k.set, .descriptorCount = 1, .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, .pBufferInfo = &w};
    vkUpdateDescriptorSets(vk_device, 1, &s, 0, NULL); // expect: misaligned arg=pDescriptorWrites[0].pBufferInfo[0].offset
    vk_drop_compute(&k);
    vk_drop_buffer(a);
    vk_drop_buffer(b);
    vk_end();
    return 0;
}
