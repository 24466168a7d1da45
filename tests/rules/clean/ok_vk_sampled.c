#include "vk_world.h"

/* An image is filled, sampled by a shader, and its colours come back. */
int main(void)
{
    VkSampler sampler;
    VkSamplerCreateInfo sampling = {VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
    VkClearColorValue colour = {{0.5f, 0.25f, 1, 1}};
    VkImageSubresourceRange all = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    vk_world();
    struct vk_image image = vk_make_image(VK_FORMAT_R8G8B8A8_UNORM, 64, 1, VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    struct vk_buffer out = vk_make_buffer(64 * 16, VK_STORE);
    struct vk_compute compute = vk_make_compute(vk_look_code, sizeof vk_look_code, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 2);
    VkImageView view = vk_view(image.image, VK_FORMAT_R8G8B8A8_UNORM);
    vkCreateSampler(vk_device, &sampling, NULL, &sampler);
    VkDescriptorImageInfo what = {sampler, view, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
    vk_write(&compute, 0, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, &what, NULL);
    vk_point(&compute, 1, out.buffer);
    VkCommandBuffer cmd = vk_begin();
    vk_transition(cmd, image.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    vkCmdClearColorImage(cmd, image.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, &colour, 1, &all);
    vk_transition(cmd, image.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
    vk_bind(cmd, &compute);
    vkCmdDispatch(cmd, 1, 1, 1);
    vk_host_barrier(cmd, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT);
    vk_run(cmd);
    float *result = vk_map(out);
    int bad = result[63 * 4 + 2] != 1;
    vkDestroySampler(vk_device, sampler, NULL);
    vkDestroyImageView(vk_device, view, NULL);
    vk_drop_compute(&compute);
    vk_drop_image(image);
    vk_drop_buffer(out);
    vk_end();
    return bad;
}
