#include "vk_draw.h"

/* A texture that no command has put into the layout that its descriptor names. */
int main(void)
{
    vk_world();
    struct vk_draw draw = vk_make_draw(0);
    struct vk_image image = vk_make_image(VK_DRAW_FORMAT, 16, 16, VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    VkSamplerCreateInfo sampling = {VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
    VkDescriptorImageInfo what = {VK_NULL_HANDLE, vk_view(image.image, VK_DRAW_FORMAT), VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
    struct vk_compute sets = {0};       /* only its layout, pool and set */
    vk_make_set(&sets, VK_SHADER_STAGE_FRAGMENT_BIT, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1);
    vkCreateSampler(vk_device, &sampling, NULL, &what.sampler);
    vk_write(&sets, 0, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, &what, NULL);
    vkDestroyPipeline(vk_device, draw.pipeline, NULL);
    vkDestroyPipelineLayout(vk_device, draw.layout, NULL);
    vkDestroyShaderModule(vk_device, draw.fragment, NULL);
    draw.fragment = vk_module(vk_texture_code, sizeof vk_texture_code);
    draw.layout = vk_make_layout(1, &sets.set_layout, 0);
    draw.pipeline = vk_make_pipeline(&draw, 0);
    VkCommandBuffer cmd = vk_begin();
    vk_begin_pass(cmd, &draw);
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_GRAPHICS, draw.pipeline);
    vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_GRAPHICS, draw.layout, 0, 1, &sets.set, 0, NULL);
    vkCmdDraw(cmd, 3, 1, 0, 0); // expect: layout object=image
    vkCmdEndRenderPass(cmd);
    vk_run(cmd);
    vkDestroySampler(vk_device, what.sampler, NULL);
    vkDestroyImageView(vk_device, what.imageView, NULL);
    vkDestroyDescriptorPool(vk_device, sets.pool, NULL);
    vkDestroyDescriptorSetLayout(vk_device, sets.set_layout, NULL);
    vk_drop_image(image);
    vk_drop_draw(&draw);
    vk_end();
    return 0;
}
