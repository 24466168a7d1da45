/* Vulkan: the staging buffer is destroyed as soon as its copy is submitted, and not when the copy is over. */
#include <stdio.h>
#include <vulkan/vulkan.h>

enum { SIZE = 1 << 20 };

static VkDevice device;
static VkQueue queue;

static VkBuffer make_buffer(VkDeviceMemory *memory)
{
    VkBuffer buffer;
    VkMemoryRequirements need;
    uint32_t type = 0;
    VkBufferCreateInfo info = { .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = SIZE,
                                .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT };
    vkCreateBuffer(device, &info, NULL, &buffer);
    vkGetBufferMemoryRequirements(device, buffer, &need);
    while (!(need.memoryTypeBits >> type & 1))
        type++;
    VkMemoryAllocateInfo allocate = { .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = need.size, .memoryTypeIndex = type };
    vkAllocateMemory(device, &allocate, NULL, memory);
    vkBindBufferMemory(device, buffer, *memory, 0);
    return buffer;
}

static void upload(VkCommandBuffer commands, VkBuffer target)
{
    VkDeviceMemory memory;
    VkBuffer staging = make_buffer(&memory);
    VkBufferCopy all = { 0, 0, SIZE };
    VkCommandBufferBeginInfo begin = { .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO };
    VkSubmitInfo submit = { .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands };
    vkBeginCommandBuffer(commands, &begin);
    vkCmdCopyBuffer(commands, staging, target, 1, &all);
    vkEndCommandBuffer(commands);
    vkQueueSubmit(queue, 1, &submit, VK_NULL_HANDLE);
    vkDestroyBuffer(device, staging, NULL);     /* the copy may not even have begun */
    vkFreeMemory(device, memory, NULL);
}

int main(void)
{
    float one = 1;
    uint32_t count = 1;
    VkInstance instance;
    VkPhysicalDevice physical;
    VkCommandPool pool;
    VkCommandBuffer commands;
    VkDeviceMemory memory;
    VkInstanceCreateInfo info = { .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO };
    VkDeviceQueueCreateInfo queues = { .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &one };
    VkDeviceCreateInfo make = { .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .queueCreateInfoCount = 1, .pQueueCreateInfos = &queues };
    VkCommandPoolCreateInfo pools = { .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO };
    if (vkCreateInstance(&info, NULL, &instance) || vkEnumeratePhysicalDevices(instance, &count, &physical) < 0 || !count)
        return 77;
    if (vkCreateDevice(physical, &make, NULL, &device))
        return 77;
    vkGetDeviceQueue(device, 0, 0, &queue);
    vkCreateCommandPool(device, &pools, NULL, &pool);
    VkCommandBufferAllocateInfo allocate = { .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = pool, .commandBufferCount = 1 };
    vkAllocateCommandBuffers(device, &allocate, &commands);
    VkBuffer target = make_buffer(&memory);
    upload(commands, target);
    vkDeviceWaitIdle(device);
    puts("uploaded, perhaps");
    vkDestroyBuffer(device, target, NULL);
    vkFreeMemory(device, memory, NULL);
    vkDestroyCommandPool(device, pool, NULL);
    vkDestroyDevice(device, NULL);
    vkDestroyInstance(instance, NULL);
    return 0;
}
