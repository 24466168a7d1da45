/* A Vulkan layer for tests that crashes as a driver may: in vkDestroyDevice, or behind vkResetCommandPool.  CRASH says how: "call" on the thread of the call, "thread" on
 * one of its own that the call waits for, "later" on one of its own when the call is back. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "vk_layer.h"

typedef void (*destroy_device_fn)(VkDevice, const VkAllocationCallbacks *);
typedef VkResult (*reset_fn)(VkDevice, VkCommandPool, VkFlags);

static void *crash(void *late)
{
    if (late)
        usleep(500000);
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
        pthread_create(&thread, NULL, crash, (void *)device);
    return ((reset_fn)next_device(device, "vkResetCommandPool"))(device, pool, flags);
}

static const struct layer_function own[8] = {
    {"vkCreateInstance", (PFN_vkVoidFunction)create_instance},
    {"vkCreateDevice", (PFN_vkVoidFunction)create_device},
    {"vkDestroyDevice", (PFN_vkVoidFunction)destroy_device},
    {"vkResetCommandPool", (PFN_vkVoidFunction)reset_pool},
};
