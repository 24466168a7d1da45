/* What the Vulkan loader and a layer say to each other: the loader-layer interface, version 2. */
#ifndef IQ_ABI_VULKAN_LAYER_H
#define IQ_ABI_VULKAN_LAYER_H

#include "abi/vulkan_abi.h"

typedef PFN_vkVoidFunction (*iq_vk_instance_proc)(VkInstance instance, const char *name);
typedef PFN_vkVoidFunction (*iq_vk_device_proc)(VkDevice device, const char *name);

enum { IQ_VK_NEGOTIATE_STRUCT = 1, IQ_VK_LAYER_LINK_INFO = 0, IQ_VK_LAYER_VERSION = 2 };

struct iq_vk_negotiate {
    uint32_t sType;             /* IQ_VK_NEGOTIATE_STRUCT */
    void *pNext;
    uint32_t loaderLayerInterfaceVersion;
    iq_vk_instance_proc pfnGetInstanceProcAddr;
    iq_vk_device_proc pfnGetDeviceProcAddr;
    iq_vk_instance_proc pfnGetPhysicalDeviceProcAddr;
};

struct iq_vk_instance_link {
    struct iq_vk_instance_link *pNext;
    iq_vk_instance_proc pfnNextGetInstanceProcAddr;
    iq_vk_instance_proc pfnNextGetPhysicalDeviceProcAddr;
};

struct iq_vk_device_link {
    struct iq_vk_device_link *pNext;
    iq_vk_instance_proc pfnNextGetInstanceProcAddr;
    iq_vk_device_proc pfnNextGetDeviceProcAddr;
};

/* In the pNext chains of VkInstanceCreateInfo and VkDeviceCreateInfo: the rest of the chain of layers. */
struct iq_vk_layer_info {
    VkStructureType sType;
    const void *pNext;
    int function;               /* IQ_VK_LAYER_LINK_INFO */
    union { struct iq_vk_instance_link *instance; struct iq_vk_device_link *device; } link;
};

#endif
