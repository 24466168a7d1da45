/* A program with a messenger of its own: it must hear what it heard without inquest.  Also starts itself again with an empty environment
 * if told so.  Prints what it heard. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vulkan/vulkan.h>

static int heard;

static VkBool32 VKAPI_CALL hear(VkDebugUtilsMessageSeverityFlagBitsEXT severity, VkDebugUtilsMessageTypeFlagsEXT types,
                                const VkDebugUtilsMessengerCallbackDataEXT *data, void *user)
{
    (void)severity, (void)types, (void)user, (void)data;
    heard++;
    return VK_FALSE;
}

int main(int argc, char **argv)
{
    const char *extension = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
    VkApplicationInfo app = {VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_1};
    VkDebugUtilsMessengerCreateInfoEXT messenger = {VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
                                                    .messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
                                                    .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT, .pfnUserCallback = hear};
    VkInstanceCreateInfo info = {VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &app, .enabledExtensionCount = 1,
                                 .ppEnabledExtensionNames = &extension};
    VkInstance instance;
    VkDebugUtilsMessengerEXT made;
    VkPhysicalDevice physical;
    VkDevice device;
    VkBuffer buffer;
    uint32_t count = 1;
    float one = 1;
    if (argc > 1 && !strcmp(argv[1], "child")) {
        char driver[300], *environment[] = {driver, NULL}, *words[] = {argv[0], NULL};
        snprintf(driver, sizeof driver, "VK_DRIVER_FILES=%s", getenv("VK_DRIVER_FILES") ? getenv("VK_DRIVER_FILES") : "");
        execve(argv[0], words, environment);
        return 1;
    }
    if (vkCreateInstance(&info, NULL, &instance) != VK_SUCCESS || vkEnumeratePhysicalDevices(instance, &count, &physical) < 0 || !count)
        return 77;
    ((PFN_vkCreateDebugUtilsMessengerEXT)vkGetInstanceProcAddr(instance, "vkCreateDebugUtilsMessengerEXT"))(instance, &messenger, NULL, &made);
    VkDeviceQueueCreateInfo queue = {VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &one};
    VkDeviceCreateInfo make = {VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .queueCreateInfoCount = 1, .pQueueCreateInfos = &queue};
    if (vkCreateDevice(physical, &make, NULL, &device) != VK_SUCCESS)
        return 77;
    VkBufferCreateInfo nothing = {VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = 0, .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT};
    if (vkCreateBuffer(device, &nothing, NULL, &buffer) == VK_SUCCESS)
        vkDestroyBuffer(device, buffer, NULL);
    VkDebugUtilsObjectNameInfoEXT name = {VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT, .objectType = VK_OBJECT_TYPE_DEVICE,
                                          .objectHandle = (uint64_t)(uintptr_t)device, .pObjectName = "mine"};
    ((PFN_vkSetDebugUtilsObjectNameEXT)vkGetInstanceProcAddr(instance, "vkSetDebugUtilsObjectNameEXT"))(device, &name);
    vkDestroyDevice(device, NULL);
    ((PFN_vkDestroyDebugUtilsMessengerEXT)vkGetInstanceProcAddr(instance, "vkDestroyDebugUtilsMessengerEXT"))(instance, made, NULL);
    vkDestroyInstance(instance, NULL);
    printf("heard %d\n", heard);
    return 0;
}
