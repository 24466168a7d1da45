/* Pointers that the type of a struct, its flags or a number of 0 make meaningless. */
#include "vk_draw.h"

static void *const nowhere = (void *)16;

static VkDevice imageless_device(void)
{
    float priority = 1;
    VkDevice device = VK_NULL_HANDLE;
    VkPhysicalDeviceVulkan12Features features = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, .imagelessFramebuffer = VK_TRUE};
    VkDeviceQueueCreateInfo queue = {VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueFamilyIndex = vk_family, .queueCount = 1, .pQueuePriorities = &priority};
    VkDeviceCreateInfo info = {VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .pNext = &features, .queueCreateInfoCount = 1, .pQueueCreateInfos = &queue};
    vkCreateDevice(vk_physical, &info, NULL, &device);
    return device;
}

static void framebuffer(void)
{
    VkFormat format = VK_DRAW_FORMAT;
    VkFramebuffer made = VK_NULL_HANDLE;
    VkDevice world = vk_device;
    vk_device = imageless_device();
    VkRenderPass pass = vk_make_pass(format);
    VkFramebufferAttachmentImageInfo image = {VK_STRUCTURE_TYPE_FRAMEBUFFER_ATTACHMENT_IMAGE_INFO, .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT, .width = 64,
                                              .height = 64, .layerCount = 1, .viewFormatCount = 1, .pViewFormats = &format};
    VkFramebufferAttachmentsCreateInfo images = {VK_STRUCTURE_TYPE_FRAMEBUFFER_ATTACHMENTS_CREATE_INFO, .attachmentImageInfoCount = 1, .pAttachmentImageInfos = &image};
    VkFramebufferCreateInfo info = vk_framebuffer_info(pass, nowhere, 64, 64);
    info.pNext = &images;
    info.flags = VK_FRAMEBUFFER_CREATE_IMAGELESS_BIT;
    vkCreateFramebuffer(vk_device, &info, NULL, &made);
    vkDestroyFramebuffer(vk_device, made, NULL);
    vkDestroyRenderPass(vk_device, pass, NULL);
    vkDestroyDevice(vk_device, NULL);
    vk_device = world;
}

int main(void)
{
    vk_world();
    struct vk_buffer data = vk_make_buffer(4096, VK_STORE);
    struct vk_compute compute = VK_COMPUTE(double, 1);
    VkDescriptorBufferInfo whole = {data.buffer, 0, VK_WHOLE_SIZE};
    VkWriteDescriptorSet write = {VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstSet = compute.set, .descriptorCount = 1,
        .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, .pImageInfo = nowhere, .pBufferInfo = &whole, .pTexelBufferView = nowhere};
    vkUpdateDescriptorSets(vk_device, 1, &write, 0, nowhere);
    vkUpdateDescriptorSets(vk_device, 0, nowhere, 0, nowhere);
    VkCommandBuffer cmd = vk_begin();
    vk_bind(cmd, &compute);
    vkCmdPipelineBarrier(cmd, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, nowhere, 0, nowhere, 0, nowhere);
    vkCmdDispatch(cmd, 16, 1, 1);
    vk_run(cmd);
    VkSubmitInfo nothing = {VK_STRUCTURE_TYPE_SUBMIT_INFO, .pWaitSemaphores = nowhere, .pWaitDstStageMask = nowhere, .pCommandBuffers = nowhere,
                            .pSignalSemaphores = nowhere};
    vkQueueSubmit(vk_queue, 1, &nothing, VK_NULL_HANDLE);
    vkQueueSubmit(vk_queue, 0, nowhere, VK_NULL_HANDLE);
    vkQueueWaitIdle(vk_queue);
    framebuffer();
    vk_drop_compute(&compute);
    vk_drop_buffer(data);
    vk_end();
    return 0;
}
