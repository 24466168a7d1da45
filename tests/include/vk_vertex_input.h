/* A device with VK_EXT_vertex_input_dynamic_state in the place of vk_world's. */
#ifndef VK_VERTEX_INPUT_H
#define VK_VERTEX_INPUT_H
#include "vk_world.h"

static PFN_vkCmdSetVertexInputEXT set_vertex_input;

static inline VkCommandBuffer vk_vertex_input_begin(void)
{
    const char *extension = VK_EXT_VERTEX_INPUT_DYNAMIC_STATE_EXTENSION_NAME;
    float priority = 1;
    VkPhysicalDeviceVertexInputDynamicStateFeaturesEXT feature = {
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VERTEX_INPUT_DYNAMIC_STATE_FEATURES_EXT,
        .vertexInputDynamicState = VK_TRUE
    };
    VkDeviceQueueCreateInfo queue = { VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1,
                                      .pQueuePriorities = &priority };
    VkDeviceCreateInfo info = { VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                .pNext = &feature,
                                .queueCreateInfoCount = 1,
                                .pQueueCreateInfos = &queue,
                                .enabledExtensionCount = 1,
                                .ppEnabledExtensionNames = &extension };
    vk_world();
    queue.queueFamilyIndex = vk_family;
    vkDestroyCommandPool(vk_device, vk_pool, NULL);
    vkDestroyDevice(vk_device, NULL);
    if (vkCreateDevice(vk_physical, &info, NULL, &vk_device))
        vk_missing("device with dynamic vertex input");
    vkGetDeviceQueue(vk_device, vk_family, 0, &vk_queue);
    vk_pool = vk_new_pool(VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT);
    set_vertex_input =
        (PFN_vkCmdSetVertexInputEXT)vkGetDeviceProcAddr(vk_device, "vkCmdSetVertexInputEXT");
    return vk_begin();
}

/* [run]: what is recorded is executed. */
static inline void vk_vertex_input_end(VkCommandBuffer commands, int run)
{
    if (run)
        vk_run(commands);
    vk_end();
}

#endif
