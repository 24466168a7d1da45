/* Time to record and to submit copies on a Vulkan device; bench/vulkan_cost.py runs it plain, under inquest, and under the validation layer.
 * Prints "record NS submit NS" per command, the median over rounds.  Usage: vulkan_record [ROUNDS] */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <vulkan/vulkan.h>

enum { COMMANDS = 100, MAX_ROUNDS = 4000 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void check(VkResult result, const char *what)
{
    if (result >= 0)
        return;
    fprintf(stderr, "%s: %d\n", what, result);
    exit(77);
}

static VkDevice device;
static VkPhysicalDevice physical;
static VkQueue queue;
static VkCommandBuffer commands;
static VkFence fence;
static VkBuffer buffer;
static VkImage image;

static void make_device(void)
{
    float one = 1;
    uint32_t count = 1;
    VkInstance instance;
    VkCommandPool pool;
    VkApplicationInfo app = { .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_1 };
    VkInstanceCreateInfo info = { .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &app };
    check(vkCreateInstance(&info, NULL, &instance), "vkCreateInstance");
    check(vkEnumeratePhysicalDevices(instance, &count, &physical), "vkEnumeratePhysicalDevices");
    VkDeviceQueueCreateInfo queues = { .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &one };
    VkDeviceCreateInfo make = { .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .queueCreateInfoCount = 1, .pQueueCreateInfos = &queues };
    check(vkCreateDevice(physical, &make, NULL, &device), "vkCreateDevice");
    vkGetDeviceQueue(device, 0, 0, &queue);
    VkCommandPoolCreateInfo pools = { .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT };
    check(vkCreateCommandPool(device, &pools, NULL, &pool), "vkCreateCommandPool");
    VkCommandBufferAllocateInfo buffers = { .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = pool, .commandBufferCount = 1 };
    check(vkAllocateCommandBuffers(device, &buffers, &commands), "vkAllocateCommandBuffers");
    VkFenceCreateInfo fences = { .sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO };
    check(vkCreateFence(device, &fences, NULL, &fence), "vkCreateFence");
}

static VkDeviceMemory allocate(VkMemoryRequirements need)
{
    uint32_t type = 0;
    VkDeviceMemory memory;
    while (!(need.memoryTypeBits >> type & 1))
        type++;
    VkMemoryAllocateInfo info = { .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = need.size, .memoryTypeIndex = type };
    check(vkAllocateMemory(device, &info, NULL, &memory), "vkAllocateMemory");
    return memory;
}

static void make_objects(void)
{
    VkMemoryRequirements need;
    VkBufferCreateInfo b = { .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = 64, .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT };
    VkImageCreateInfo i = { .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO, .imageType = VK_IMAGE_TYPE_2D, .format = VK_FORMAT_R8G8B8A8_UNORM,
                            .extent = { 40, 40, 1 }, .mipLevels = 1, .arrayLayers = 1, .samples = 1, .usage = VK_IMAGE_USAGE_TRANSFER_DST_BIT };
    check(vkCreateBuffer(device, &b, NULL, &buffer), "vkCreateBuffer");
    vkGetBufferMemoryRequirements(device, buffer, &need);
    check(vkBindBufferMemory(device, buffer, allocate(need), 0), "vkBindBufferMemory");
    check(vkCreateImage(device, &i, NULL, &image), "vkCreateImage");
    vkGetImageMemoryRequirements(device, image, &need);
    check(vkBindImageMemory(device, image, allocate(need), 0), "vkBindImageMemory");
}

/* Each copy goes to a place of its own, so that there is nothing to object to. */
static void record(void)
{
    VkCommandBufferBeginInfo begin = { .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO };
    VkImageMemoryBarrier barrier = { .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER, .dstAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                                     .newLayout = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                     .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED, .image = image,
                                     .subresourceRange = { VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1 } };
    vkBeginCommandBuffer(commands, &begin);
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 0, NULL, 0, NULL, 1, &barrier);
    for (int k = 0; k < COMMANDS; k++) {
        VkBufferImageCopy copy = { .imageSubresource = { VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1 }, .imageOffset = { k % 10 * 4, k / 10 * 4, 0 },
                                   .imageExtent = { 4, 4, 1 } };
        vkCmdCopyBufferToImage(commands, buffer, image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &copy);
    }
    vkEndCommandBuffer(commands);
}

int main(int argc, char **argv)
{
    static double recorded[MAX_ROUNDS], all[MAX_ROUNDS];
    int rounds = argc > 1 ? atoi(argv[1]) : 1000;
    rounds = rounds > MAX_ROUNDS ? MAX_ROUNDS : rounds < 1 ? 1 : rounds;
    make_device();
    make_objects();
    for (int i = 0; i < rounds; i++) {
        VkSubmitInfo submit = { .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands };
        double start = now();
        record();
        recorded[i] = (now() - start) / COMMANDS;
        check(vkQueueSubmit(queue, 1, &submit, fence), "vkQueueSubmit");
        check(vkWaitForFences(device, 1, &fence, VK_TRUE, UINT64_MAX), "vkWaitForFences");
        vkResetFences(device, 1, &fence);
        all[i] = (now() - start) / COMMANDS;
    }
    qsort(recorded, (size_t)rounds, sizeof *recorded, compare);
    qsort(all, (size_t)rounds, sizeof *all, compare);
    printf("record %.0f all %.0f\n", recorded[rounds / 2], all[rounds / 2]);
    return 0;
}
