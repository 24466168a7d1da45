#include "vk_world.h"

/* Questions that a Vulkan implementation may answer with no: the program is ready for the very
 * code. */

static int has_format(VkFormat format, VkImageUsageFlags usage)
{
    VkImageFormatProperties properties;
    VkResult result = vkGetPhysicalDeviceImageFormatProperties(
        vk_physical, format, VK_IMAGE_TYPE_3D, VK_IMAGE_TILING_OPTIMAL, usage, 0, &properties);
    return result != VK_ERROR_FORMAT_NOT_SUPPORTED;
}

/* An instance with a layer or an extension, without it if need be. */
static void make_instance(const char *layer, const char *extension)
{
    VkInstance instance;
    VkInstanceCreateInfo info = { .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                  .enabledLayerCount = layer != NULL,
                                  .ppEnabledLayerNames = &layer,
                                  .enabledExtensionCount = extension != NULL,
                                  .ppEnabledExtensionNames = &extension };
    VkResult result = vkCreateInstance(&info, NULL, &instance);
    if (result == VK_ERROR_LAYER_NOT_PRESENT || result == VK_ERROR_EXTENSION_NOT_PRESENT) {
        info.enabledLayerCount = info.enabledExtensionCount = 0;
        vkCreateInstance(&info, NULL, &instance);
    }
    vkDestroyInstance(instance, NULL);
}

static int has_extension(const char *extension)
{
    VkDevice device;
    float priority = 1;
    VkDeviceQueueCreateInfo queue = { .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                      .queueCount = 1,
                                      .pQueuePriorities = &priority };
    VkDeviceCreateInfo info = { .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                .queueCreateInfoCount = 1,
                                .pQueueCreateInfos = &queue,
                                .enabledExtensionCount = 1,
                                .ppEnabledExtensionNames = &extension };
    if (vkCreateDevice(vk_physical, &info, NULL, &device) == VK_ERROR_EXTENSION_NOT_PRESENT)
        return 0;
    vkDestroyDevice(device, NULL);
    return 1;
}

static int has_more_extensions(void)
{
    uint32_t count = 1;
    VkExtensionProperties first;
    return vkEnumerateDeviceExtensionProperties(vk_physical, NULL, &count, &first) == VK_INCOMPLETE;
}

/* The fence that nothing signals is asked, and waited for a moment. */
static int is_late(void)
{
    VkFence fence;
    VkFenceCreateInfo info = { .sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO };
    vkCreateFence(vk_device, &info, NULL, &fence);
    int late = vkGetFenceStatus(vk_device, fence) == VK_NOT_READY &&
               vkWaitForFences(vk_device, 1, &fence, VK_TRUE, 1000) == VK_TIMEOUT;
    vkDestroyFence(vk_device, fence, NULL);
    return late;
}

/* The biggest piece of memory, from the top down. */
static void take_most(void)
{
    VkDeviceMemory memory;
    VkMemoryAllocateInfo info = { .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                  .allocationSize = (VkDeviceSize)1 << 46 };
    while (vkAllocateMemory(vk_device, &info, NULL, &memory) == VK_ERROR_OUT_OF_DEVICE_MEMORY)
        info.allocationSize >>= 16;
    vkFreeMemory(vk_device, memory, NULL);
}

int main(void)
{
    vk_world();
    printf("%d ", has_format(VK_FORMAT_R64G64B64A64_SFLOAT, VK_IMAGE_USAGE_STORAGE_BIT));
    make_instance("VK_LAYER_none_such", NULL);
    make_instance(NULL, "VK_KHR_none_such");
    printf("%d %d %d\n", has_extension("VK_KHR_none_such"), has_more_extensions(), is_late());
    take_most();
    vk_end();
    return 0;
}
