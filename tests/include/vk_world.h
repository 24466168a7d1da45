/* Programs over Vulkan: instance, device, queue, pool, buffers, images, compute pipelines in a line
 * each. The device is a CPU device (lavapipe); only with TEST_DEVICE=real in the environment, and
 * only in programs whose file is not called bad_*, it is a GPU: an invalid command can take a real
 * GPU out of service for everybody.  Without such a device the program ends with status 77.  With
 * VK_WORLD_13 defined it is one of Vulkan 1.3 with synchronization2, else of 1.2.  Nothing behind
 * vk_world is checked: the programs show what happens when nobody looks. */
#ifndef VK_WORLD_H
#define VK_WORLD_H
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <vulkan/vulkan.h>

#include "vk_shaders.h"

#ifdef VK_WORLD_13
#define VK_WORLD_VERSION VK_API_VERSION_1_3
#else
#define VK_WORLD_VERSION VK_API_VERSION_1_2
#endif

static VkInstance vk_instance;
static VkPhysicalDevice vk_physical;
static VkDevice vk_device;
static uint32_t vk_family; /* of vk_queue: it draws, computes and copies */
static VkQueue vk_queue;
static VkCommandPool vk_pool;
static VkPhysicalDeviceMemoryProperties vk_memories;

static inline void vk_missing(const char *what)
{
    fprintf(stderr, "no %s\n", what);
    exit(77);
}

static inline void vk_choose_family(void)
{
    VkQueueFamilyProperties families[16];
    uint32_t count = 16, wanted = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT;
    vkGetPhysicalDeviceQueueFamilyProperties(vk_physical, &count, families);
    for (vk_family = 0; vk_family < count; vk_family++)
        if ((families[vk_family].queueFlags & wanted) == wanted)
            return;
    vk_missing("queue that draws and computes");
}

/* Picks the physical device; see above. */
static inline void vk_choose(void)
{
    const char *kind = getenv("TEST_DEVICE"), *file = strrchr(__BASE_FILE__, '/');
    int bad = !strncmp(file ? file + 1 : __BASE_FILE__, "bad_", 4),
        real = kind && !strcmp(kind, "real") && !bad;
    VkPhysicalDevice devices[16];
    uint32_t count = 16;
    if (vkEnumeratePhysicalDevices(vk_instance, &count, devices) < 0)
        vk_missing("Vulkan device");
    for (uint32_t i = 0; i < count; i++) {
        VkPhysicalDeviceProperties properties;
        vkGetPhysicalDeviceProperties(devices[i], &properties);
        if ((properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU) == !real) {
            vk_physical = devices[i];
            vkGetPhysicalDeviceMemoryProperties(vk_physical, &vk_memories);
            vk_choose_family();
            return;
        }
    }
    vk_missing("Vulkan device of the kind wanted");
}

static inline VkDevice vk_new_device(void)
{
    float priority = 1;
    VkDevice device = VK_NULL_HANDLE;
    VkPhysicalDeviceVulkan13Features thirteen = {
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES, .synchronization2 = VK_TRUE
    };
    VkPhysicalDeviceVulkan12Features twelve = {
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
        .pNext = VK_WORLD_VERSION > VK_API_VERSION_1_2 ? &thirteen : NULL,
        .timelineSemaphore = VK_TRUE
    };
    VkDeviceQueueCreateInfo queue = { VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                      .queueFamilyIndex = vk_family, .queueCount = 1,
                                      .pQueuePriorities = &priority };
    VkDeviceCreateInfo info = { VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .pNext = &twelve,
                                .queueCreateInfoCount = 1, .pQueueCreateInfos = &queue };
    vkCreateDevice(vk_physical, &info, NULL, &device);
    return device;
}

static inline VkCommandPool vk_new_pool(VkCommandPoolCreateFlags flags)
{
    VkCommandPool pool = VK_NULL_HANDLE;
    VkCommandPoolCreateInfo info = { VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, .flags = flags,
                                     .queueFamilyIndex = vk_family };
    vkCreateCommandPool(vk_device, &info, NULL, &pool);
    return pool;
}

static inline void vk_world(void)
{
    VkApplicationInfo app = { VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_WORLD_VERSION };
    VkInstanceCreateInfo info = { VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                  .pApplicationInfo = &app };
    VkResult made = vkCreateInstance(&info, NULL, &vk_instance);
    if (made != VK_SUCCESS)
        vk_missing(made == VK_ERROR_INCOMPATIBLE_DRIVER ? "Vulkan driver that the loader can open"
                                                        : "Vulkan instance");
    vk_choose();
    vk_device = vk_new_device();
    if (!vk_device)
        vk_missing("Vulkan device of the version wanted");
    vkGetDeviceQueue(vk_device, vk_family, 0, &vk_queue);
    vk_pool = vk_new_pool(VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT);
}

/* Ends what vk_world began; the pool takes its command buffers along. */
static inline void vk_end(void)
{
    vkDeviceWaitIdle(vk_device);
    vkDestroyCommandPool(vk_device, vk_pool, NULL);
    vkDestroyDevice(vk_device, NULL);
    vkDestroyInstance(vk_instance, NULL);
}

/* The first memory type among [bits] that has [wanted]; -1 if there is none. */
static inline int vk_memory_type(uint32_t bits, VkMemoryPropertyFlags wanted)
{
    for (uint32_t i = 0; i < vk_memories.memoryTypeCount; i++)
        if (bits >> i & 1 && (vk_memories.memoryTypes[i].propertyFlags & wanted) == wanted)
            return (int)i;
    return -1;
}

static inline VkDeviceMemory vk_allocate(VkMemoryRequirements need, VkMemoryPropertyFlags wanted)
{
    VkDeviceMemory memory = VK_NULL_HANDLE;
    int type = vk_memory_type(need.memoryTypeBits, wanted);
    VkMemoryAllocateInfo info = { VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                  .allocationSize = need.size, .memoryTypeIndex = (uint32_t)type };
    if (type < 0)
        vk_missing("memory of the kind wanted");
    vkAllocateMemory(vk_device, &info, NULL, &memory);
    return memory;
}

#define VK_HOST_MEMORY (VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT)
#define VK_COPY (VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT)
#define VK_STORE (VK_COPY | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT)

struct vk_buffer {
    VkBuffer buffer;
    VkDeviceMemory memory;
};

struct vk_image {
    VkImage image;
    VkDeviceMemory memory;
};

static inline VkBuffer vk_bare_buffer(VkDeviceSize size, VkBufferUsageFlags usage)
{
    VkBuffer buffer = VK_NULL_HANDLE;
    VkBufferCreateInfo info = { VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = size,
                                .usage = usage };
    vkCreateBuffer(vk_device, &info, NULL, &buffer);
    return buffer;
}

/* A buffer in host-visible, coherent memory of its own. */
static inline struct vk_buffer vk_make_buffer(VkDeviceSize size, VkBufferUsageFlags usage)
{
    struct vk_buffer made = { vk_bare_buffer(size, usage), VK_NULL_HANDLE };
    VkMemoryRequirements need;
    vkGetBufferMemoryRequirements(vk_device, made.buffer, &need);
    made.memory = vk_allocate(need, VK_HOST_MEMORY);
    vkBindBufferMemory(vk_device, made.buffer, made.memory, 0);
    return made;
}

static inline void *vk_map(struct vk_buffer buffer)
{
    void *p = NULL;
    vkMapMemory(vk_device, buffer.memory, 0, VK_WHOLE_SIZE, 0, &p);
    return p;
}

static inline void vk_drop_buffer(struct vk_buffer buffer)
{
    vkDestroyBuffer(vk_device, buffer.buffer, NULL);
    vkFreeMemory(vk_device, buffer.memory, NULL);
}

/* A 2D image with one level and one layer. */
static inline VkImageCreateInfo vk_image_info(VkFormat format, uint32_t width, uint32_t height,
                                              VkImageUsageFlags usage)
{
    return (VkImageCreateInfo){ VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                                .imageType = VK_IMAGE_TYPE_2D,
                                .format = format,
                                .extent = { width, height, 1 },
                                .mipLevels = 1,
                                .arrayLayers = 1,
                                .samples = VK_SAMPLE_COUNT_1_BIT,
                                .usage = usage };
}

static inline VkImage vk_bare_image(VkFormat format, uint32_t width, uint32_t height,
                                    VkImageUsageFlags usage)
{
    VkImage image = VK_NULL_HANDLE;
    VkImageCreateInfo info = vk_image_info(format, width, height, usage);
    vkCreateImage(vk_device, &info, NULL, &image);
    return image;
}

/* An image in memory of its own. */
static inline struct vk_image vk_image_of(const VkImageCreateInfo *info)
{
    struct vk_image made = { VK_NULL_HANDLE, VK_NULL_HANDLE };
    VkMemoryRequirements need;
    vkCreateImage(vk_device, info, NULL, &made.image);
    vkGetImageMemoryRequirements(vk_device, made.image, &need);
    made.memory = vk_allocate(need, 0);
    vkBindImageMemory(vk_device, made.image, made.memory, 0);
    return made;
}

static inline struct vk_image vk_make_image(VkFormat format, uint32_t width, uint32_t height,
                                            VkImageUsageFlags usage)
{
    VkImageCreateInfo info = vk_image_info(format, width, height, usage);
    return vk_image_of(&info);
}

static inline void vk_drop_image(struct vk_image image)
{
    vkDestroyImage(vk_device, image.image, NULL);
    vkFreeMemory(vk_device, image.memory, NULL);
}

/* A view of the first level and the first layer. */
static inline VkImageViewCreateInfo vk_view_info(VkImage image, VkImageViewType type,
                                                 VkFormat format)
{
    return (VkImageViewCreateInfo){ VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO, .image = image,
                                    .viewType = type, .format = format,
                                    .subresourceRange = { VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1 } };
}

static inline VkImageView vk_view(VkImage image, VkFormat format)
{
    VkImageView view = VK_NULL_HANDLE;
    VkImageViewCreateInfo info = vk_view_info(image, VK_IMAGE_VIEW_TYPE_2D, format);
    vkCreateImageView(vk_device, &info, NULL, &view);
    return view;
}

static inline VkCommandBuffer vk_commands_of(VkCommandPool pool)
{
    VkCommandBuffer cmd = VK_NULL_HANDLE;
    VkCommandBufferAllocateInfo info = { VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                         .commandPool = pool, .commandBufferCount = 1 };
    vkAllocateCommandBuffers(vk_device, &info, &cmd);
    return cmd;
}

static inline VkCommandBuffer vk_new_commands(void) { return vk_commands_of(vk_pool); }

static inline void vk_record(VkCommandBuffer cmd)
{
    VkCommandBufferBeginInfo info = { VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO };
    vkBeginCommandBuffer(cmd, &info);
}

static inline VkCommandBuffer vk_begin(void)
{
    VkCommandBuffer cmd = vk_new_commands();
    vk_record(cmd);
    return cmd;
}

static inline VkResult vk_submit(VkCommandBuffer cmd, VkFence fence)
{
    VkSubmitInfo info = { VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1,
                          .pCommandBuffers = &cmd };
    return vkQueueSubmit(vk_queue, 1, &info, fence);
}

static inline VkFence vk_new_fence(VkFenceCreateFlags flags)
{
    VkFence fence = VK_NULL_HANDLE;
    VkFenceCreateInfo info = { VK_STRUCTURE_TYPE_FENCE_CREATE_INFO, .flags = flags };
    vkCreateFence(vk_device, &info, NULL, &fence);
    return fence;
}

/* Ends [cmd], submits it and waits for the queue. */
static inline void vk_run(VkCommandBuffer cmd)
{
    vkEndCommandBuffer(cmd);
    vk_submit(cmd, VK_NULL_HANDLE);
    vkQueueWaitIdle(vk_queue);
}

static inline void vk_barrier(VkCommandBuffer cmd, VkPipelineStageFlags from, VkAccessFlags written,
                              VkPipelineStageFlags to, VkAccessFlags used)
{
    VkMemoryBarrier barrier = { VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = written,
                                .dstAccessMask = used };
    vkCmdPipelineBarrier(cmd, from, to, 0, 1, &barrier, 0, NULL, 0, NULL);
}

/* Orders transfers in front of transfers, and of the host. */
static inline void vk_transfer_barrier(VkCommandBuffer cmd)
{
    vk_barrier(cmd, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
               VK_PIPELINE_STAGE_TRANSFER_BIT,
               VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT);
}

static inline void vk_host_barrier(VkCommandBuffer cmd, VkPipelineStageFlags from,
                                   VkAccessFlags written)
{
    vk_barrier(cmd, from, written, VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT);
}

/* All of [buffer]. */
static inline VkBufferMemoryBarrier vk_buffer_barrier(VkBuffer buffer, VkAccessFlags written,
                                                      VkAccessFlags used)
{
    return (VkBufferMemoryBarrier){ VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER,
                                    .srcAccessMask = written,
                                    .dstAccessMask = used,
                                    .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                    .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                    .buffer = buffer,
                                    .size = VK_WHOLE_SIZE };
}

static inline VkImageMemoryBarrier vk_image_barrier(VkImage image, VkImageLayout from,
                                                    VkImageLayout to)
{
    return (VkImageMemoryBarrier){ VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                   .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                                   .dstAccessMask =
                                       VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
                                   .oldLayout = from,
                                   .newLayout = to,
                                   .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                   .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                   .image = image,
                                   .subresourceRange = { VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1 } };
}

/* Takes [image] from a layout to another, behind and in front of everything. */
static inline void vk_transition(VkCommandBuffer cmd, VkImage image, VkImageLayout from,
                                 VkImageLayout to)
{
    VkImageMemoryBarrier barrier = vk_image_barrier(image, from, to);
    vkCmdPipelineBarrier(cmd, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                         VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL, 0, NULL, 1, &barrier);
}

static inline VkBufferImageCopy vk_whole(uint32_t width, uint32_t height)
{
    return (VkBufferImageCopy){ .imageSubresource = { VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1 },
                                .imageExtent = { width, height, 1 } };
}

/* A pool of two queries. */
static inline VkQueryPool vk_two_queries(VkQueryType type)
{
    VkQueryPool pool = VK_NULL_HANDLE;
    VkQueryPoolCreateInfo info = { VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO, .queryType = type,
                                   .queryCount = 2 };
    vkCreateQueryPool(vk_device, &info, NULL, &pool);
    return pool;
}

static inline VkShaderModule vk_module(const uint32_t *code, size_t size)
{
    VkShaderModule module = VK_NULL_HANDLE;
    VkShaderModuleCreateInfo info = { VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = size,
                                      .pCode = code };
    vkCreateShaderModule(vk_device, &info, NULL, &module);
    return module;
}

/* A layout of [count] sets, and of [push] bytes of push constants for compute shaders. */
static inline VkPipelineLayout vk_make_layout(uint32_t count, const VkDescriptorSetLayout *sets,
                                              uint32_t push)
{
    VkPipelineLayout layout = VK_NULL_HANDLE;
    VkPushConstantRange range = { VK_SHADER_STAGE_COMPUTE_BIT, 0, push };
    VkPipelineLayoutCreateInfo info = { VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                        .setLayoutCount = count, .pSetLayouts = sets,
                                        .pushConstantRangeCount = push > 0,
                                        .pPushConstantRanges = &range };
    vkCreatePipelineLayout(vk_device, &info, NULL, &layout);
    return layout;
}

/* A compute pipeline over [count] descriptors of one set; that of binding 0 is of [first], the
 * others are storage buffers. */
struct vk_compute {
    VkShaderModule module;
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    VkPipeline pipeline;
    VkDescriptorPool pool;
    VkDescriptorSet set;
};

static inline void vk_make_set(struct vk_compute *made, VkShaderStageFlags stages,
                               VkDescriptorType first, uint32_t count)
{
    VkDescriptorSetLayoutBinding bindings[4] = { { 0, first, 1, stages, NULL } };
    VkDescriptorPoolSize sizes[2] = { { first, 1 }, { VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 4 } };
    VkDescriptorSetLayoutCreateInfo layout = { VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                               .bindingCount = count, .pBindings = bindings };
    VkDescriptorPoolCreateInfo pool = { VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                        .flags = VK_DESCRIPTOR_POOL_CREATE_FREE_DESCRIPTOR_SET_BIT,
                                        .maxSets = 1, .poolSizeCount = 2, .pPoolSizes = sizes };
    VkDescriptorSetAllocateInfo set = { VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                        .descriptorSetCount = 1, .pSetLayouts = &made->set_layout };
    for (uint32_t i = 1; i < count; i++)
        bindings[i] =
            (VkDescriptorSetLayoutBinding){ i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, stages, NULL };
    vkCreateDescriptorSetLayout(vk_device, &layout, NULL, &made->set_layout);
    vkCreateDescriptorPool(vk_device, &pool, NULL, &made->pool);
    set.descriptorPool = made->pool;
    vkAllocateDescriptorSets(vk_device, &set, &made->set);
}

/* What its pipeline is made of, when it has its module and its layout. */
static inline VkComputePipelineCreateInfo vk_compute_info(const struct vk_compute *made)
{
    return (VkComputePipelineCreateInfo){
        VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO, .layout = made->layout,
        .stage = { VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                   .stage = VK_SHADER_STAGE_COMPUTE_BIT, .module = made->module, .pName = "main" }
    };
}

static inline struct vk_compute vk_make_compute(const uint32_t *code, size_t size,
                                                VkDescriptorType first, uint32_t count)
{
    struct vk_compute made = { 0 };
    vk_make_set(&made, VK_SHADER_STAGE_COMPUTE_BIT, first, count);
    made.layout = vk_make_layout(1, &made.set_layout, 4);
    made.module = vk_module(code, size);
    VkComputePipelineCreateInfo info = vk_compute_info(&made);
    vkCreateComputePipelines(vk_device, VK_NULL_HANDLE, 1, &info, NULL, &made.pipeline);
    return made;
}

#define VK_COMPUTE(name, count)                                                                   \
    vk_make_compute(vk_##name##_code, sizeof vk_##name##_code, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, \
                    count)

/* Binding [binding] of the set, which is of [type], leads to one of the two. */
static inline void vk_write(struct vk_compute *compute, uint32_t binding, VkDescriptorType type,
                            const VkDescriptorImageInfo *image,
                            const VkDescriptorBufferInfo *buffer)
{
    VkWriteDescriptorSet write = { VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                   .dstSet = compute->set,
                                   .dstBinding = binding,
                                   .descriptorCount = 1,
                                   .descriptorType = type,
                                   .pImageInfo = image,
                                   .pBufferInfo = buffer };
    vkUpdateDescriptorSets(vk_device, 1, &write, 0, NULL);
}

/* Binding [binding] of the set is the whole of [buffer]. */
static inline void vk_point(struct vk_compute *compute, uint32_t binding, VkBuffer buffer)
{
    VkDescriptorBufferInfo what = { buffer, 0, VK_WHOLE_SIZE };
    vk_write(compute, binding, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, NULL, &what);
}

static inline void vk_bind(VkCommandBuffer cmd, struct vk_compute *compute)
{
    vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, compute->pipeline);
    vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, compute->layout, 0, 1,
                            &compute->set, 0, NULL);
}

static inline void vk_drop_compute(struct vk_compute *compute)
{
    vkDestroyPipeline(vk_device, compute->pipeline, NULL);
    vkDestroyShaderModule(vk_device, compute->module, NULL);
    vkDestroyPipelineLayout(vk_device, compute->layout, NULL);
    vkDestroyDescriptorPool(vk_device, compute->pool, NULL);
    vkDestroyDescriptorSetLayout(vk_device, compute->set_layout, NULL);
}
#endif
