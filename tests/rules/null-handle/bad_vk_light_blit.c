// options: --validation no
#define VK_WORLD_13
#include "vk_world.h"

/* The driver would crash when it executes the command, on a thread of its own. */
int main(void)
{
    vk_world();
    struct vk_image image = vk_make_image(VK_FORMAT_R8G8B8A8_UNORM, 16, 16, VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    VkImageSubresourceLayers layers = { VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1 };
    VkImageBlit2 region = { VK_STRUCTURE_TYPE_IMAGE_BLIT_2, NULL, layers, { { 0 }, { 16, 16, 1 } }, layers, { { 0 }, { 16, 16, 1 } } };
    VkBlitImageInfo2 blit = { VK_STRUCTURE_TYPE_BLIT_IMAGE_INFO_2, .srcImageLayout = VK_IMAGE_LAYOUT_GENERAL,
                              .dstImage = image.image, .dstImageLayout = VK_IMAGE_LAYOUT_GENERAL,
                              .regionCount = 1, .pRegions = &region };
    VkCommandBuffer commands = vk_begin();
    vk_transition(commands, image.image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL);
    vkCmdBlitImage2(commands, &blit); // expect: null-handle arg=pBlitImageInfo->srcImage contained=1
    vk_run(commands);
    vk_end();
    return 0;
}
