// light: too
#include "vk_world.h"

/* The view of the shader is larger than the buffer. */
int main(void)
{
    vk_world();
    struct vk_buffer buffer = vk_make_buffer(1024, VK_STORE); // site: created
    struct vk_compute compute = VK_COMPUTE(double, 1);
    VkDescriptorBufferInfo what = {buffer.buffer, 0, 4096};
    VkWriteDescriptorSet write = {VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstSet = compute.set, .descriptorCount = 1,
                                  .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, .pBufferInfo = &what};
    vkUpdateDescriptorSets(vk_device, 1, &write, 0, NULL); // expect: range-overflow object=buffer
    vk_drop_compute(&compute);
    vk_drop_buffer(buffer);
    vk_end();
    return 0;
}
