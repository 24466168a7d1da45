#include "vk_world.h"

/* A storage image is used in VK_IMAGE_LAYOUT_GENERAL; the write is passed on, since drivers do not look at it. */
int main(void)
{
    vk_world();
    struct vk_image image = vk_make_image(VK_FORMAT_R8G8B8A8_UNORM, 64, 1, VK_IMAGE_USAGE_STORAGE_BIT); // site: created
    struct vk_compute compute = {0};
    vk_make_set(&compute, VK_SHADER_STAGE_COMPUTE_BIT, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, 1);
    VkImageView view = vk_view(image.image, VK_FORMAT_R8G8B8A8_UNORM);
    VkDescriptorImageInfo what = {VK_NULL_HANDLE, view, VK_IMAGE_LAYOUT_UNDEFINED};
    VkWriteDescriptorSet write = {VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstSet = compute.set, .descriptorCount = 1, .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, .pImageInfo = &what};
    vkUpdateDescriptorSets(vk_device, 1, &write, 0, NULL); // expect: layout contained=0
    vkDestroyImageView(vk_device, view, NULL);
    vk_drop_compute(&compute);
    vk_drop_image(image);
    vk_end();
    return 0;
}
