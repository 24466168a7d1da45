/* A Vulkan layer for tests that crashes as a driver may: in vkDestroyDevice, or behind vkResetCommandPool.  CRASH says how: "call" on the thread of the call, "thread" on
 * one of its own that the call waits for, "later" on one of its own when the call is back. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "abi/vulkan_layer.h"

#define EXPORT __attribute__((visibility("default")))
EXPORT VkResult vkNegotiateLoaderLayerInterfaceVersion(struct iq_vk_negotiate *negotiate);

typedef VkResult (*create_fn)(const VkInstanceCreateInfo *, const VkAllocationCallbacks *, VkInstance *);
typedef VkResult (*create_device_fn)(VkPhysicalDevice, const VkDeviceCreateInfo *, const VkAllocationCallbacks *, VkDevice *);
typedef void (*destroy_device_fn)(VkDevice, const VkAllocationCallbacks *);
typedef VkResult (*reset_fn)(VkDevice, VkCommandPool, VkFlags);

static iq_vk_instance_proc next_instance;
static iq_vk_device_proc next_device;
static VkInstance the_instance;

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
    return result;
}

static VkResult create_device(VkPhysicalDevice physical, const VkDeviceCreateInfo *info, const VkAllocationCallbacks *allocator, VkDevice *device)
{
    struct iq_vk_layer_info *link = link_of(info->pNext, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO);
    next_device = link->link.device->pfnNextGetDeviceProcAddr;
    link->link.device = link->link.device->pNext;
    return ((create_device_fn)next_instance(the_instance, "vkCreateDevice"))(physical, info, allocator, device);
}

static void *crash(void *late)
{
    if (late)
        usleep(100000);
    *(volatile int *)0x10 = 1;
    return NULL;
}

static int is_wanted(const char *how) { return getenv("CRASH") && !strcmp(getenv("CRASH"), how); }

static void destroy_device(VkDevice device, const VkAllocationCallbacks *allocator)
{
    pthread_t thread;
    if (is_wanted("call"))
        crash(NULL);
    if (is_wanted("thread") && !pthread_create(&thread, NULL, crash, NULL))
        pthread_join(thread, NULL);
    ((destroy_device_fn)next_device(device, "vkDestroyDevice"))(device, allocator);
}

static VkResult reset_pool(VkDevice device, VkCommandPool pool, VkFlags flags)
{
    pthread_t thread;
    if (is_wanted("later"))
        pthread_create(&thread, NULL, crash, &thread);
    return ((reset_fn)next_device(device, "vkResetCommandPool"))(device, pool, flags);
}

static const struct { const char *name; PFN_vkVoidFunction function; } own[] = {
    { "vkCreateInstance", (PFN_vkVoidFunction)create_instance },
    { "vkCreateDevice", (PFN_vkVoidFunction)create_device },
    { "vkDestroyDevice", (PFN_vkVoidFunction)destroy_device },
    { "vkResetCommandPool", (PFN_vkVoidFunction)reset_pool },
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
