/* A Vulkan layer for tests: memory types lose their HOST_COHERENT bit, as on devices whose memory is not coherent, and the last descriptor pool that was made
 * has room for its maxSets and no more. */
#include "vk_layer.h"

typedef void (*memory_fn)(VkPhysicalDevice, VkPhysicalDeviceMemoryProperties *);
static memory_fn next_memory;

/* Behind this the loader would answer with the layer's own function. */
static VkResult create_instance_here(const VkInstanceCreateInfo *info, const VkAllocationCallbacks *allocator, VkInstance *instance)
{
    VkResult result = create_instance(info, allocator, instance);
    next_memory = (memory_fn)next_instance(*instance, "vkGetPhysicalDeviceMemoryProperties");
    return result;
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

static const struct layer_function own[8] = {
    {"vkCreateInstance", (PFN_vkVoidFunction)create_instance_here},
    {"vkCreateDevice", (PFN_vkVoidFunction)create_device},
    {"vkGetPhysicalDeviceMemoryProperties", (PFN_vkVoidFunction)memory_properties},
    {"vkAllocateMemory", (PFN_vkVoidFunction)allocate},
    {"vkCreateDescriptorPool", (PFN_vkVoidFunction)create_pool},
    {"vkAllocateDescriptorSets", (PFN_vkVoidFunction)allocate_sets},
};
