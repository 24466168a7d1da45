/* What the calls of Vulkan's misuse matrix are about: one object of each kind that is alive and one
 * that is gone.  Instance and device are made once in a process, the others for each case.  Codes
 * are returned without their sign, which says that a call died. */
#ifndef IQ_MISUSE_VULKAN_WORLD_H
#define IQ_MISUSE_VULKAN_WORLD_H

#include "child.h"
#define VK_WORLD_13
#include "vk_draw.h"

enum { BYTES = 4096, ROOM = 1 << 16, ABSENT = 801 };
#define HUGE_SIZE ((uint64_t)1 << 46)
#define NOWHERE ((uint64_t)-1)

enum kind {
    VK_INSTANCE_, VK_PHYSICAL, VK_DEVICE_, VK_QUEUE_, VK_COMMAND_POOL, VK_COMMAND_BUFFER, VK_READY, VK_DRAWING, VK_MEMORY, VK_BARE_MEMORY, VK_BUFFER, VK_BARE_BUFFER, VK_BUFFER_VIEW,
    VK_IMAGE, VK_BARE_IMAGE, VK_IMAGE_VIEW, VK_SAMPLER, VK_FENCE, VK_SEMAPHORE, VK_TIMELINE, VK_EVENT, VK_QUERY_POOL, VK_SHADER_MODULE, VK_PIPELINE_CACHE, VK_PIPELINE_LAYOUT,
    VK_RENDER_PASS, VK_FRAMEBUFFER, VK_PIPELINE, VK_DESCRIPTOR_SET_LAYOUT, VK_DESCRIPTOR_POOL, VK_DESCRIPTOR_SET, VK_PRIVATE_DATA_SLOT, NO_KIND, KINDS
};
static unsigned long long live[KINDS], gone[KINDS];
static unsigned char host[ROOM], out[ROOM], zero[ROOM];
static bool spoiled; /* the case has destroyed what is made only once */

#define ONE(kind, at) ((kind[1]){ (kind)at })
static float priority = 1;
static VkDeviceQueueCreateInfo queue_info;
static VkApplicationInfo app_info = { VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_3 };
static VkInstanceCreateInfo instance_info;
static VkDeviceCreateInfo device_info;
static VkMemoryAllocateInfo memory_info;
static VkBufferCreateInfo buffer_info;
static VkBufferViewCreateInfo buffer_view_info;
static VkImageCreateInfo image_info;
static VkImageViewCreateInfo image_view_info;
static VkSamplerCreateInfo sampler_info;
static VkCommandPoolCreateInfo command_pool_info;
static VkCommandBufferAllocateInfo commands_info;
static VkCommandBufferBeginInfo begin_info;
static VkDescriptorSetLayoutBinding binding;
static VkDescriptorSetLayoutCreateInfo set_layout_info;
static VkDescriptorPoolSize pool_size;
static VkDescriptorPoolCreateInfo pool_info;
static VkDescriptorSetAllocateInfo set_info;
static VkDescriptorBufferInfo descriptor;
static VkWriteDescriptorSet write_info;
static VkShaderModuleCreateInfo module_info;
static VkPipelineLayoutCreateInfo layout_info;
static VkComputePipelineCreateInfo compute_info;
static VkQueryPoolCreateInfo query_info;
static VkFramebufferCreateInfo framebuffer_info;
static VkRenderPassBeginInfo pass_begin;
static VkSubmitInfo submit_info;
static VkCommandBufferSubmitInfo submitted;
static VkSubmitInfo2 submit2_info;
static VkMappedMemoryRange mapped_range;
static VkBindBufferMemoryInfo bind_buffer;
static VkBindImageMemoryInfo bind_image;
static VkBufferCopy buffer_copy;
static VkBufferImageCopy pixels_copy;
static VkImageCopy image_copy;
static VkImageBlit blit;
static VkImageResolve resolve;
static VkImageSubresourceRange range;
static VkSemaphoreWaitInfo wait_info;
static VkSemaphoreSignalInfo signal_info;
static VkRect2D rect;
static VkViewport viewport;
static VkMemoryBarrier memory_barrier;
static VkBufferMemoryBarrier buffer_barrier;
static VkImageMemoryBarrier image_barrier;
static VkBufferCopy2 copy2;
static VkCopyBufferInfo2 copy_buffer2;
static struct vk_draw drawn;

static VkPipelineStageFlags all_stages = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;

static void fill_descriptions(void)
{
    queue_info = (VkDeviceQueueCreateInfo){ VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueFamilyIndex = vk_family, .queueCount = 1, .pQueuePriorities = &priority };
    instance_info = (VkInstanceCreateInfo){ VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &app_info };
    device_info = (VkDeviceCreateInfo){ VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .queueCreateInfoCount = 1, .pQueueCreateInfos = &queue_info };
    memory_info = (VkMemoryAllocateInfo){ VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = BYTES };
    buffer_info = (VkBufferCreateInfo){ VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = BYTES,
                                        .usage = VK_STORE | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT | VK_BUFFER_USAGE_VERTEX_BUFFER_BIT | VK_BUFFER_USAGE_INDEX_BUFFER_BIT |
                                                 VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT };
    image_info = vk_image_info(VK_FORMAT_R8G8B8A8_UNORM, 16, 16, VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_SAMPLED_BIT);
    sampler_info = (VkSamplerCreateInfo){ VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO };
    command_pool_info = (VkCommandPoolCreateInfo){ VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT, .queueFamilyIndex = vk_family };
    begin_info = (VkCommandBufferBeginInfo){ VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO };
    binding = (VkDescriptorSetLayoutBinding){ 0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT };
    set_layout_info = (VkDescriptorSetLayoutCreateInfo){ VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = 1, .pBindings = &binding };
    pool_size = (VkDescriptorPoolSize){ VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 8 };
    pool_info = (VkDescriptorPoolCreateInfo){ VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, .flags = VK_DESCRIPTOR_POOL_CREATE_FREE_DESCRIPTOR_SET_BIT, .maxSets = 8, .poolSizeCount = 1,
                                              .pPoolSizes = &pool_size };
    module_info = (VkShaderModuleCreateInfo){ VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = sizeof vk_double_code, .pCode = vk_double_code };
    query_info = (VkQueryPoolCreateInfo){ VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO, .queryType = VK_QUERY_TYPE_TIMESTAMP, .queryCount = 2 };
    range = (VkImageSubresourceRange){ VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1 };
    rect = (VkRect2D){ { 0, 0 }, { 16, 16 } };
    viewport = (VkViewport){ 0, 0, 16, 16, 0, 1 };
    memory_barrier = (VkMemoryBarrier){ VK_STRUCTURE_TYPE_MEMORY_BARRIER };
}

/* The descriptions that name objects of [at]. */
static void fill_references(const unsigned long long *at)
{
    VkImageSubresourceLayers layers = { VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1 };
    VkBuffer buffer = (VkBuffer)at[VK_BUFFER];
    VkImage image = (VkImage)at[VK_IMAGE];
    buffer_view_info = (VkBufferViewCreateInfo){ VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO, .buffer = buffer, .format = VK_FORMAT_R8G8B8A8_UNORM, .range = VK_WHOLE_SIZE };
    image_view_info = vk_view_info(image, VK_IMAGE_VIEW_TYPE_2D, VK_FORMAT_R8G8B8A8_UNORM);
    commands_info = (VkCommandBufferAllocateInfo){ VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = (VkCommandPool)at[VK_COMMAND_POOL], .commandBufferCount = 1 };
    set_info = (VkDescriptorSetAllocateInfo){ VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO, .descriptorPool = (VkDescriptorPool)at[VK_DESCRIPTOR_POOL], .descriptorSetCount = 1,
                                              .pSetLayouts = (VkDescriptorSetLayout *)&at[VK_DESCRIPTOR_SET_LAYOUT] };
    descriptor = (VkDescriptorBufferInfo){ buffer, 0, VK_WHOLE_SIZE };
    write_info = (VkWriteDescriptorSet){ VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstSet = (VkDescriptorSet)at[VK_DESCRIPTOR_SET], .descriptorCount = 1,
                                         .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, .pBufferInfo = &descriptor };
    layout_info = (VkPipelineLayoutCreateInfo){ VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 1, .pSetLayouts = (VkDescriptorSetLayout *)&at[VK_DESCRIPTOR_SET_LAYOUT] };
    compute_info = (VkComputePipelineCreateInfo){ VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO, .layout = (VkPipelineLayout)at[VK_PIPELINE_LAYOUT],
                                                  .stage = { VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                                             .module = (VkShaderModule)at[VK_SHADER_MODULE], .pName = "main" } };
    submit_info = (VkSubmitInfo){ VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = (VkCommandBuffer *)&at[VK_READY] };
    submitted = (VkCommandBufferSubmitInfo){ VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO, .commandBuffer = (VkCommandBuffer)at[VK_READY] };
    submit2_info = (VkSubmitInfo2){ VK_STRUCTURE_TYPE_SUBMIT_INFO_2, .commandBufferInfoCount = 1, .pCommandBufferInfos = &submitted };
    mapped_range = (VkMappedMemoryRange){ VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE, .memory = (VkDeviceMemory)at[VK_MEMORY], .size = VK_WHOLE_SIZE };
    bind_buffer = (VkBindBufferMemoryInfo){ VK_STRUCTURE_TYPE_BIND_BUFFER_MEMORY_INFO, .buffer = (VkBuffer)at[VK_BARE_BUFFER], .memory = (VkDeviceMemory)at[VK_BARE_MEMORY] };
    bind_image = (VkBindImageMemoryInfo){ VK_STRUCTURE_TYPE_BIND_IMAGE_MEMORY_INFO, .image = (VkImage)at[VK_BARE_IMAGE], .memory = (VkDeviceMemory)at[VK_BARE_MEMORY] };
    buffer_copy = (VkBufferCopy){ 0, 2048, 64 };
    pixels_copy = vk_whole(16, 16);
    image_copy = (VkImageCopy){ layers, { 0 }, layers, { 8, 8, 0 }, { 8, 8, 1 } };
    blit = (VkImageBlit){ layers, { { 0 }, { 8, 8, 1 } }, layers, { { 8, 8, 0 }, { 16, 16, 1 } } };
    resolve = (VkImageResolve){ layers, { 0 }, layers, { 8, 8, 0 }, { 8, 8, 1 } };
    wait_info = (VkSemaphoreWaitInfo){ VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO, .semaphoreCount = 1, .pSemaphores = (VkSemaphore *)&at[VK_TIMELINE], .pValues = (uint64_t *)zero };
    signal_info = (VkSemaphoreSignalInfo){ VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO, .semaphore = (VkSemaphore)at[VK_TIMELINE], .value = 5 };
    buffer_barrier = vk_buffer_barrier(buffer, 0, 0);
    image_barrier = vk_image_barrier(image, VK_IMAGE_LAYOUT_GENERAL, VK_IMAGE_LAYOUT_GENERAL);
    copy2 = (VkBufferCopy2){ VK_STRUCTURE_TYPE_BUFFER_COPY_2, .dstOffset = 2048, .size = 64 };
    copy_buffer2 = (VkCopyBufferInfo2){ VK_STRUCTURE_TYPE_COPY_BUFFER_INFO_2, .srcBuffer = buffer, .dstBuffer = buffer, .regionCount = 1, .pRegions = &copy2 };
}

static void make_commands(unsigned long long *at)
{
    VkCommandBuffer commands[3];
    VkCommandBufferAllocateInfo info = { VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = (VkCommandPool)at[VK_COMMAND_POOL], .commandBufferCount = 3 };
    vkAllocateCommandBuffers(vk_device, &info, commands);
    at[VK_COMMAND_BUFFER] = (uint64_t)commands[0];
    at[VK_READY] = (uint64_t)commands[1];
    at[VK_DRAWING] = (uint64_t)commands[2];
    vk_record(commands[0]);
    vk_record(commands[1]);
    vk_transition(commands[1], (VkImage)at[VK_IMAGE], VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL);
    vkCmdResetQueryPool(commands[1], (VkQueryPool)at[VK_QUERY_POOL], 0, 2);
    vkEndCommandBuffer(commands[1]);
    vk_submit(commands[1], VK_NULL_HANDLE);
    vkQueueWaitIdle(vk_queue);
    vk_record(commands[2]);
}

static void make_objects(unsigned long long *at)
{
    VkSemaphoreTypeCreateInfo counts = { VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO, .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE };
    VkSemaphoreCreateInfo binary = { VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO }, timeline = { VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &counts };
    VkEventCreateInfo event = { VK_STRUCTURE_TYPE_EVENT_CREATE_INFO };
    VkPipelineCacheCreateInfo cache = { VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO };
    VkPrivateDataSlotCreateInfo slot = { VK_STRUCTURE_TYPE_PRIVATE_DATA_SLOT_CREATE_INFO };
    VkMemoryRequirements room = { 65536, 0, ~0u };
    at[VK_INSTANCE_] = (uint64_t)vk_instance, at[VK_PHYSICAL] = (uint64_t)vk_physical, at[VK_DEVICE_] = (uint64_t)vk_device, at[VK_QUEUE_] = (uint64_t)vk_queue;
    at[VK_COMMAND_POOL] = (uint64_t)vk_new_pool(VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT);
    struct vk_buffer buffer = vk_make_buffer(BYTES, buffer_info.usage);
    at[VK_BUFFER] = (uint64_t)buffer.buffer, at[VK_MEMORY] = (uint64_t)buffer.memory;
    at[VK_BARE_BUFFER] = (uint64_t)vk_bare_buffer(BYTES, VK_STORE);
    at[VK_IMAGE] = (uint64_t)vk_image_of(&image_info).image;
    vkCreateImage(vk_device, &image_info, NULL, (VkImage *)&at[VK_BARE_IMAGE]);
    at[VK_BARE_MEMORY] = (uint64_t)vk_allocate(room, VK_HOST_MEMORY);
    vkCreateQueryPool(vk_device, &query_info, NULL, (VkQueryPool *)&at[VK_QUERY_POOL]);
    vkCreateSampler(vk_device, &sampler_info, NULL, (VkSampler *)&at[VK_SAMPLER]);
    at[VK_FENCE] = (uint64_t)vk_new_fence(0);
    vkCreateSemaphore(vk_device, &binary, NULL, (VkSemaphore *)&at[VK_SEMAPHORE]);
    vkCreateSemaphore(vk_device, &timeline, NULL, (VkSemaphore *)&at[VK_TIMELINE]);
    vkCreateEvent(vk_device, &event, NULL, (VkEvent *)&at[VK_EVENT]);
    vkCreatePipelineCache(vk_device, &cache, NULL, (VkPipelineCache *)&at[VK_PIPELINE_CACHE]);
    vkCreatePrivateDataSlot(vk_device, &slot, NULL, (VkPrivateDataSlot *)&at[VK_PRIVATE_DATA_SLOT]);
    vkCreateShaderModule(vk_device, &module_info, NULL, (VkShaderModule *)&at[VK_SHADER_MODULE]);
    vkCreateDescriptorSetLayout(vk_device, &set_layout_info, NULL, (VkDescriptorSetLayout *)&at[VK_DESCRIPTOR_SET_LAYOUT]);
    vkCreateDescriptorPool(vk_device, &pool_info, NULL, (VkDescriptorPool *)&at[VK_DESCRIPTOR_POOL]);
    fill_references(at);
    vkAllocateDescriptorSets(vk_device, &set_info, (VkDescriptorSet *)&at[VK_DESCRIPTOR_SET]);
    at[VK_PIPELINE_LAYOUT] = (uint64_t)vk_make_layout(1, (VkDescriptorSetLayout *)&at[VK_DESCRIPTOR_SET_LAYOUT], 16);
    fill_references(at);
    vkUpdateDescriptorSets(vk_device, 1, &write_info, 0, NULL);
    vkCreateBufferView(vk_device, &buffer_view_info, NULL, (VkBufferView *)&at[VK_BUFFER_VIEW]);
    vkCreateImageView(vk_device, &image_view_info, NULL, (VkImageView *)&at[VK_IMAGE_VIEW]);
    vkCreateComputePipelines(vk_device, VK_NULL_HANDLE, 1, &compute_info, NULL, (VkPipeline *)&at[VK_PIPELINE]);
    drawn = vk_make_draw(0);
    at[VK_RENDER_PASS] = (uint64_t)drawn.pass, at[VK_FRAMEBUFFER] = (uint64_t)drawn.framebuffer;
    make_commands(at);
}

static void destroy_objects(unsigned long long *at)
{
    vkDestroyCommandPool(vk_device, (VkCommandPool)at[VK_COMMAND_POOL], NULL);
    vkDestroyPipeline(vk_device, (VkPipeline)at[VK_PIPELINE], NULL);
    vkDestroyImageView(vk_device, (VkImageView)at[VK_IMAGE_VIEW], NULL);
    vkDestroyBufferView(vk_device, (VkBufferView)at[VK_BUFFER_VIEW], NULL);
    vkDestroyPipelineLayout(vk_device, (VkPipelineLayout)at[VK_PIPELINE_LAYOUT], NULL);
    vkDestroyDescriptorPool(vk_device, (VkDescriptorPool)at[VK_DESCRIPTOR_POOL], NULL);
    vkDestroyDescriptorSetLayout(vk_device, (VkDescriptorSetLayout)at[VK_DESCRIPTOR_SET_LAYOUT], NULL);
    vkDestroyShaderModule(vk_device, (VkShaderModule)at[VK_SHADER_MODULE], NULL);
    vkDestroyPrivateDataSlot(vk_device, (VkPrivateDataSlot)at[VK_PRIVATE_DATA_SLOT], NULL);
    vkDestroyPipelineCache(vk_device, (VkPipelineCache)at[VK_PIPELINE_CACHE], NULL);
    vkDestroyEvent(vk_device, (VkEvent)at[VK_EVENT], NULL);
    vkDestroySemaphore(vk_device, (VkSemaphore)at[VK_TIMELINE], NULL);
    vkDestroySemaphore(vk_device, (VkSemaphore)at[VK_SEMAPHORE], NULL);
    vkDestroyFence(vk_device, (VkFence)at[VK_FENCE], NULL);
    vkDestroySampler(vk_device, (VkSampler)at[VK_SAMPLER], NULL);
    vkDestroyQueryPool(vk_device, (VkQueryPool)at[VK_QUERY_POOL], NULL);
    vkDestroyImage(vk_device, (VkImage)at[VK_IMAGE], NULL);
    vkDestroyImage(vk_device, (VkImage)at[VK_BARE_IMAGE], NULL);
    vkDestroyBuffer(vk_device, (VkBuffer)at[VK_BUFFER], NULL);
    vkDestroyBuffer(vk_device, (VkBuffer)at[VK_BARE_BUFFER], NULL);
    vkFreeMemory(vk_device, (VkDeviceMemory)at[VK_MEMORY], NULL);
    vkFreeMemory(vk_device, (VkDeviceMemory)at[VK_BARE_MEMORY], NULL);
    vk_drop_draw(&drawn);
}

/* A device with all that the driver has, but for windows. */
static VkDevice device_with_all(void)
{
    static VkExtensionProperties found[512];
    static const char *names[512];
    uint32_t count = 512, used = 0;
    vkEnumerateDeviceExtensionProperties(vk_physical, NULL, &count, found);
    for (uint32_t i = 0; i < count; i++)
        if (!strstr(found[i].extensionName, "swapchain") && !strstr(found[i].extensionName, "present") && !strstr(found[i].extensionName, "device_address"))
            names[used++] = found[i].extensionName;
    VkPhysicalDeviceVulkan11Features eleven = { VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES };
    VkPhysicalDeviceVulkan12Features twelve = { VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, &eleven };
    VkPhysicalDeviceVulkan13Features thirteen = { VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES, &twelve };
    VkPhysicalDeviceTransformFeedbackFeaturesEXT feedback = { VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TRANSFORM_FEEDBACK_FEATURES_EXT, &thirteen };
    VkPhysicalDeviceConditionalRenderingFeaturesEXT conditional = { VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_CONDITIONAL_RENDERING_FEATURES_EXT, &feedback };
    VkPhysicalDeviceMultiDrawFeaturesEXT multi_draw = { VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTI_DRAW_FEATURES_EXT, &conditional };
    VkPhysicalDeviceColorWriteEnableFeaturesEXT color_write = { VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_COLOR_WRITE_ENABLE_FEATURES_EXT, &multi_draw };
    VkPhysicalDeviceVertexInputDynamicStateFeaturesEXT vertices = { VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VERTEX_INPUT_DYNAMIC_STATE_FEATURES_EXT, &color_write };
    VkPhysicalDeviceLineRasterizationFeaturesEXT lines = { VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_LINE_RASTERIZATION_FEATURES_EXT, &vertices };
    VkPhysicalDeviceExtendedDynamicStateFeaturesEXT state = { VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTENDED_DYNAMIC_STATE_FEATURES_EXT, &lines };
    VkPhysicalDeviceExtendedDynamicState2FeaturesEXT state2 = { VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTENDED_DYNAMIC_STATE_2_FEATURES_EXT, &state };
    VkPhysicalDeviceExtendedDynamicState3FeaturesEXT state3 = { VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTENDED_DYNAMIC_STATE_3_FEATURES_EXT, &state2 };
    VkPhysicalDeviceFeatures2 all = { VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, &state3 };
    vkGetPhysicalDeviceFeatures2(vk_physical, &all);
    twelve.bufferDeviceAddress = VK_FALSE; /* would have each allocation in need of a flag */
    VkDevice device = VK_NULL_HANDLE;
    VkDeviceQueueCreateInfo queue = { VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueFamilyIndex = vk_family, .queueCount = 1, .pQueuePriorities = &priority };
    VkDeviceCreateInfo info = { VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .pNext = &all, .queueCreateInfoCount = 1, .pQueueCreateInfos = &queue,
                                .enabledExtensionCount = used, .ppEnabledExtensionNames = names };
    vkCreateDevice(vk_physical, &info, NULL, &device);
    return device;
}

static void make_once(void)
{
    vk_world();
    vk_end();
    gone[VK_INSTANCE_] = (uint64_t)vk_instance, gone[VK_DEVICE_] = (uint64_t)vk_device, gone[VK_QUEUE_] = (uint64_t)vk_queue, gone[VK_PHYSICAL] = (uint64_t)vk_physical;
    vk_world();
    vkDestroyCommandPool(vk_device, vk_pool, NULL);
    vkDestroyDevice(vk_device, NULL);
    vk_device = device_with_all();
    vkGetDeviceQueue(vk_device, vk_family, 0, &vk_queue);
    vk_pool = vk_new_pool(VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT);
    fill_descriptions();
}

static bool make_world(void)
{
    unsigned long long old[4];
    if (!vk_device)
        make_once();
    memcpy(old, gone, sizeof old);
    make_objects(gone);
    destroy_objects(gone);
    memcpy(gone, old, sizeof old);
    make_objects(live);
    fill_descriptions();
    fill_references(live);
    framebuffer_info = vk_framebuffer_info(drawn.pass, &drawn.view, 64, 64);
    pass_begin = vk_pass_info(&drawn);
    vk_begin_pass((VkCommandBuffer)live[VK_DRAWING], &drawn);
    vkCmdBindPipeline((VkCommandBuffer)live[VK_DRAWING], VK_PIPELINE_BIND_POINT_GRAPHICS, drawn.pipeline);
    memset(out, 0, sizeof out);
    memset(zero, 0, sizeof zero);
    return live[VK_READY] != 0;
}

/* The device is lost: so it is after a submission that the validation layer refuses, too. */
static bool is_sticky(int code) { return code == 4 || code == 1000011001 || spoiled; }

/* The extension's function, NULL: the device does not have it. */
static PFN_vkVoidFunction function(const char *name)
{
    PFN_vkVoidFunction found = vkGetDeviceProcAddr(vk_device, name);
    return found ? found : vkGetInstanceProcAddr(vk_instance, name);
}

static bool is_there(const char *name) { return vkGetDeviceProcAddr(vk_device, name); }

static int code_of(VkResult result) { return result < 0 ? -result : 0; }

/* What a command does wrong it does now, not in a later case. */
static int recorded(VkCommandBuffer commands)
{
    if ((uint64_t)commands == live[VK_DRAWING])
        vkCmdEndRenderPass(commands);
    if (vkEndCommandBuffer(commands) == VK_SUCCESS)
        vk_submit(commands, VK_NULL_HANDLE);
    vkQueueWaitIdle(vk_queue);
    return 0;
}

#endif
