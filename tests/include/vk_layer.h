/* A Vulkan layer: what comes behind it is reached through next_instance and next_device.  The file
 * that includes this defines `own`, what the layer answers itself, with create_instance and
 * create_device among it.  Build: -shared -fPIC. */
#ifndef VK_LAYER_H
#define VK_LAYER_H
#include <stddef.h>
#include <string.h>

#include "abi/vulkan_layer.h"

#define EXPORT __attribute__((visibility("default")))
EXPORT VkResult vkNegotiateLoaderLayerInterfaceVersion(struct iq_vk_negotiate *negotiate);

typedef VkResult (*create_fn)(const VkInstanceCreateInfo *, const VkAllocationCallbacks *,
                              VkInstance *);
typedef VkResult (*create_device_fn)(VkPhysicalDevice, const VkDeviceCreateInfo *,
                                     const VkAllocationCallbacks *, VkDevice *);

static iq_vk_instance_proc next_instance;
static iq_vk_device_proc next_device;
/* ends with a NULL */
static const struct layer_function {
    const char *name;
    PFN_vkVoidFunction function;
} own[8];

static struct iq_vk_layer_info *link_of(const void *chain, VkStructureType type)
{
    struct iq_vk_layer_info *info = (struct iq_vk_layer_info *)(uintptr_t)chain;
    while (info && !(info->sType == type && info->function == IQ_VK_LAYER_LINK_INFO))
        info = (struct iq_vk_layer_info *)(uintptr_t)info->pNext;
    return info;
}

static VkResult create_instance(const VkInstanceCreateInfo *info,
                                const VkAllocationCallbacks *allocator, VkInstance *instance)
{
    struct iq_vk_layer_info *link =
        link_of(info->pNext, VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO);
    next_instance = link->link.instance->pfnNextGetInstanceProcAddr;
    link->link.instance = link->link.instance->pNext;
    return ((create_fn)next_instance(NULL, "vkCreateInstance"))(info, allocator, instance);
}

/* Asks for vkCreateDevice without an instance, as some layers do. */
static VkResult create_device(VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                              const VkAllocationCallbacks *allocator, VkDevice *device)
{
    struct iq_vk_layer_info *link =
        link_of(info->pNext, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO);
    next_device = link->link.device->pfnNextGetDeviceProcAddr;
    link->link.device = link->link.device->pNext;
    return ((create_device_fn)next_instance(NULL, "vkCreateDevice"))(physical, info, allocator,
                                                                     device);
}

static PFN_vkVoidFunction own_function(const char *name)
{
    for (size_t i = 0; own[i].name; i++)
        if (!strcmp(name, own[i].name))
            return own[i].function;
    return NULL;
}

static PFN_vkVoidFunction device_proc(VkDevice device, const char *name)
{
    PFN_vkVoidFunction function = own_function(name);
    return function ? function : next_device(device, name);
}

static PFN_vkVoidFunction instance_proc(VkInstance instance, const char *name)
{
    PFN_vkVoidFunction function = own_function(name);
    return function || !next_instance ? function : next_instance(instance, name);
}

VkResult vkNegotiateLoaderLayerInterfaceVersion(struct iq_vk_negotiate *negotiate)
{
    negotiate->loaderLayerInterfaceVersion = IQ_VK_LAYER_VERSION;
    negotiate->pfnGetInstanceProcAddr = instance_proc;
    negotiate->pfnGetDeviceProcAddr = device_proc;
    negotiate->pfnGetPhysicalDeviceProcAddr = NULL;
    return VK_SUCCESS;
}
#endif
