/* Devices. */
API(1000) VkResult vkAcquireProfilingLockKHR(VkDevice device, const VkAcquireProfilingLockInfoKHR *pInfo);
API(1000, HAND) VkResult vkCreateDevice(VkPhysicalDevice physicalDevice, const VkDeviceCreateInfo *pCreateInfo,
    OPT const VkAllocationCallbacks *pAllocator, NEW(vk_device) VkDevice *pDevice);
API(1000, PASS FX(vk_device_end) HAND) void vkDestroyDevice(OPT DEL(vk_device) VkDevice device, OPT const VkAllocationCallbacks *pAllocator);
API(1000, HAND) VkResult vkEnumerateDeviceExtensionProperties(VkPhysicalDevice physicalDevice, const char *pLayerName,
    uint32_t *pPropertyCount, OPT VkExtensionProperties *pProperties);
API(1000, HAND) VkResult vkEnumerateDeviceLayerProperties(VkPhysicalDevice physicalDevice, uint32_t *pPropertyCount,
    OPT VkLayerProperties *pProperties);
API(1000, PASS HAND) PFN_vkVoidFunction vkGetDeviceProcAddr(VkDevice device, const char *pName);
API(1000, PASS) void vkReleaseProfilingLockKHR(VkDevice device);
