/* A Vulkan layer for tests: memory types lose their HOST_COHERENT bit, as on devices whose memory is not coherent, and the last descriptor pool that was made
 * has room for its maxSets and no more. */
#include <stddef.h>
#include <string.h>

#include "abi/vulkan_layer.h"

#define EXPORT __attribute__((visibility("default")))
EXPORT VkResult vkNegotiateLoaderLayerInterfaceVersion(struct iq_vk_negotiate *negotiate);

typedef VkResult (*create_fn)(const VkInstanceCreateInfo *, const VkAllocationCallbacks *, VkInstance *);
typedef VkResult (*create_device_fn)(VkPhysicalDevice, const VkDeviceCreateInfo *, const VkAllocationCallbacks *, VkDevice *);
typedef void (*memory_fn)(VkPhysicalDevice, VkPhysicalDeviceMemoryProperties *);

static iq_vk_instance_proc next_instance;
static iq_vk_device_proc next_device;
static VkInstance the_instance;
static memory_fn next_memory;

static struct iq_vk_layer_info *link_of(const void *chain, VkStructureType type)
{
    struct iq_vk_layer_info *info = (struct iq_vk_layer_info *)(uintptr_t)chain;
    while (info && !(info->sType == type && info->function == IQ_VK_LAYER_LINK_INFO))
        info = (struct iq_vk_layer_info *)(uintptr_t)info->pNext;
    return info;
}

static VkResult create_instance(const VkInstanceCreateInfo *info, const VkAllocationCallbacks *allocator, VkInstance *instance)
{
    struct iq_vk_layer_info *link = link_of(info->pNext, VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO);
    next_instance = link->link.instance->pfnNextGetInstanceProcAddr;
    link->link.instance = link->link.instance->pNext;
    VkResult result = ((create_fn)next_instance(NULL, "vkCreateInstance"))(info, allocator, instance);
    the_instance = *instance;
    next_memory = (memory_fn)next_instance(*instance, "vkGetPhysicalDeviceMemoryProperties");
    return result;
}

static VkResult create_device(VkPhysicalDevice physical, const VkDeviceCreateInfo *info, const VkAllocationCallbacks *allocator, VkDevice *device)
{
    struct iq_vk_layer_info *link = link_of(info->pNext, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO);
    next_device = link->link.device->pfnNextGetDeviceProcAddr;
    link->link.device = link->link.device->pNext;
    return ((create_device_fn)next_instance(NULL, "vkCreateDevice"))(physical, info, allocator, device);
}

static void memory_properties(VkPhysicalDevice physical, VkPhysicalDeviceMemoryProperties *properties)
{
    next_memory(physical, properties);
    /* one type as it is, and the same again without coherence */
    properties->memoryTypes[properties->memoryTypeCount] = properties->memoryTypes[0];
    properties->memoryTypes[properties->memoryTypeCount++].propertyFlags &= ~(VkFlags)VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
}

typedef VkResult (*allocate_fn)(VkDevice, const VkMemoryAllocateInfo *, const VkAllocationCallbacks *, VkDeviceMemory *);

static VkResult allocate(VkDevice device, const VkMemoryAllocateInfo *info, const VkAllocationCallbacks *allocator, VkDeviceMemory *memory)
{
    VkMemoryAllocateInfo changed = *info;
    changed.memoryTypeIndex = 0;
    return ((allocate_fn)next_device(device, "vkAllocateMemory"))(device, &changed, allocator, memory);
}

typedef VkResult (*pool_fn)(VkDevice, const VkDescriptorPoolCreateInfo *, const VkAllocationCallbacks *, VkDescriptorPool *);
typedef VkResult (*sets_fn)(VkDevice, const VkDescriptorSetAllocateInfo *, VkDescriptorSet *);
static uint32_t room;

static VkResult create_pool(VkDevice device, const VkDescriptorPoolCreateInfo *info, const VkAllocationCallbacks *allocator, VkDescriptorPool *pool)
{
    room = info->maxSets;
    return ((pool_fn)next_device(device, "vkCreateDescriptorPool"))(device, info, allocator, pool);
}

static VkResult allocate_sets(VkDevice device, const VkDescriptorSetAllocateInfo *info, VkDescriptorSet *sets)
{
    if (info->descriptorSetCount > room)
        return VK_ERROR_OUT_OF_POOL_MEMORY;
    room -= info->descriptorSetCount;
    return ((sets_fn)next_device(device, "vkAllocateDescriptorSets"))(device, info, sets);
}

static const struct { const char *name; PFN_vkVoidFunction function; } own[] = {
    { "vkCreateInstance", (PFN_vkVoidFunction)create_instance },
    { "vkCreateDevice", (PFN_vkVoidFunction)create_device },
    { "vkGetPhysicalDeviceMemoryProperties", (PFN_vkVoidFunction)memory_properties },
    { "vkAllocateMemory", (PFN_vkVoidFunction)allocate },
    { "vkCreateDescriptorPool", (PFN_vkVoidFunction)create_pool },
    { "vkAllocateDescriptorSets", (PFN_vkVoidFunction)allocate_sets },
};

static PFN_vkVoidFunction own_function(const char *name)
{
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
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
