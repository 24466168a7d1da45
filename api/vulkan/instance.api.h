/* Instances and physical devices. */
API(1000, HAND) VkResult vkCreateInstance(const VkInstanceCreateInfo *pCreateInfo, OPT const VkAllocationCallbacks *pAllocator,
    NEW(vk_instance) VkInstance *pInstance);
API(1000, PASS HAND) void vkDestroyInstance(OPT DEL(vk_instance) VkInstance instance, OPT const VkAllocationCallbacks *pAllocator);
API(1000, HAND) VkResult vkEnumerateInstanceExtensionProperties(const char *pLayerName, uint32_t *pPropertyCount,
    OPT VkExtensionProperties *pProperties);
API(1000, HAND) VkResult vkEnumerateInstanceLayerProperties(uint32_t *pPropertyCount, OPT VkLayerProperties *pProperties);
API(1010) VkResult vkEnumerateInstanceVersion(uint32_t *pApiVersion);
API(1010) VkResult vkEnumeratePhysicalDeviceGroups(VkInstance instance, uint32_t *pPhysicalDeviceGroupCount,
    OPT VkPhysicalDeviceGroupProperties *pPhysicalDeviceGroupProperties);
API(1000) VkResult vkEnumeratePhysicalDeviceGroupsKHR(VkInstance instance, uint32_t *pPhysicalDeviceGroupCount,
    OPT VkPhysicalDeviceGroupProperties *pPhysicalDeviceGroupProperties);
API(1000) VkResult vkEnumeratePhysicalDeviceQueueFamilyPerformanceQueryCountersKHR(VkPhysicalDevice physicalDevice,
    uint32_t queueFamilyIndex, uint32_t *pCounterCount, OPT VkPerformanceCounterKHR *pCounters,
    OPT VkPerformanceCounterDescriptionKHR *pCounterDescriptions);
API(1000) VkResult vkEnumeratePhysicalDevices(VkInstance instance, uint32_t *pPhysicalDeviceCount,
    GET(vk_physical_device) VkPhysicalDevice *pPhysicalDevices);
API(1000, PASS HAND) PFN_vkVoidFunction vkGetInstanceProcAddr(OPT VkInstance instance, const char *pName);
API(1000) VkResult vkGetPhysicalDeviceCalibrateableTimeDomainsEXT(VkPhysicalDevice physicalDevice, uint32_t *pTimeDomainCount,
    OPT VkTimeDomainEXT *pTimeDomains);
API(1000) VkResult vkGetPhysicalDeviceDisplayPlaneProperties2KHR(VkPhysicalDevice physicalDevice, uint32_t *pPropertyCount,
    OPT VkDisplayPlaneProperties2KHR *pProperties);
API(1000) VkResult vkGetPhysicalDeviceDisplayPlanePropertiesKHR(VkPhysicalDevice physicalDevice, uint32_t *pPropertyCount,
    OPT VkDisplayPlanePropertiesKHR *pProperties);
API(1000) VkResult vkGetPhysicalDeviceDisplayProperties2KHR(VkPhysicalDevice physicalDevice, uint32_t *pPropertyCount,
    OPT VkDisplayProperties2KHR *pProperties);
API(1000) VkResult vkGetPhysicalDeviceDisplayPropertiesKHR(VkPhysicalDevice physicalDevice, uint32_t *pPropertyCount,
    OPT VkDisplayPropertiesKHR *pProperties);
API(1010, PASS) void vkGetPhysicalDeviceExternalBufferProperties(VkPhysicalDevice physicalDevice,
    const VkPhysicalDeviceExternalBufferInfo *pExternalBufferInfo, VkExternalBufferProperties *pExternalBufferProperties);
API(1000, PASS) void vkGetPhysicalDeviceExternalBufferPropertiesKHR(VkPhysicalDevice physicalDevice,
    const VkPhysicalDeviceExternalBufferInfo *pExternalBufferInfo, VkExternalBufferProperties *pExternalBufferProperties);
API(1010, PASS) void vkGetPhysicalDeviceExternalFenceProperties(VkPhysicalDevice physicalDevice,
    const VkPhysicalDeviceExternalFenceInfo *pExternalFenceInfo, VkExternalFenceProperties *pExternalFenceProperties);
API(1000, PASS) void vkGetPhysicalDeviceExternalFencePropertiesKHR(VkPhysicalDevice physicalDevice,
    const VkPhysicalDeviceExternalFenceInfo *pExternalFenceInfo, VkExternalFenceProperties *pExternalFenceProperties);
API(1010, PASS) void vkGetPhysicalDeviceExternalSemaphoreProperties(VkPhysicalDevice physicalDevice,
    const VkPhysicalDeviceExternalSemaphoreInfo *pExternalSemaphoreInfo, VkExternalSemaphoreProperties *pExternalSemaphoreProperties);
API(1000, PASS) void vkGetPhysicalDeviceExternalSemaphorePropertiesKHR(VkPhysicalDevice physicalDevice,
    const VkPhysicalDeviceExternalSemaphoreInfo *pExternalSemaphoreInfo, VkExternalSemaphoreProperties *pExternalSemaphoreProperties);
API(1000, PASS) void vkGetPhysicalDeviceFeatures(VkPhysicalDevice physicalDevice, VkPhysicalDeviceFeatures *pFeatures);
API(1010, PASS) void vkGetPhysicalDeviceFeatures2(VkPhysicalDevice physicalDevice, VkPhysicalDeviceFeatures2 *pFeatures);
API(1000, PASS) void vkGetPhysicalDeviceFeatures2KHR(VkPhysicalDevice physicalDevice, VkPhysicalDeviceFeatures2 *pFeatures);
API(1000, PASS) void vkGetPhysicalDeviceFormatProperties(VkPhysicalDevice physicalDevice, VkFormat format,
    VkFormatProperties *pFormatProperties);
API(1010, PASS) void vkGetPhysicalDeviceFormatProperties2(VkPhysicalDevice physicalDevice, VkFormat format,
    VkFormatProperties2 *pFormatProperties);
API(1000, PASS) void vkGetPhysicalDeviceFormatProperties2KHR(VkPhysicalDevice physicalDevice, VkFormat format,
    VkFormatProperties2 *pFormatProperties);
API(1000) VkResult vkGetPhysicalDeviceFragmentShadingRatesKHR(VkPhysicalDevice physicalDevice, uint32_t *pFragmentShadingRateCount,
    OPT VkPhysicalDeviceFragmentShadingRateKHR *pFragmentShadingRates);
API(1000, QUERY) VkResult vkGetPhysicalDeviceImageFormatProperties(VkPhysicalDevice physicalDevice, VkFormat format, VkImageType type,
    VkImageTiling tiling, FLAGS(VkImageUsageFlagBits) VkImageUsageFlags usage, FLAGS(VkImageCreateFlagBits) VkImageCreateFlags flags,
    VkImageFormatProperties *pImageFormatProperties);
API(1010, QUERY) VkResult vkGetPhysicalDeviceImageFormatProperties2(VkPhysicalDevice physicalDevice,
    const VkPhysicalDeviceImageFormatInfo2 *pImageFormatInfo, VkImageFormatProperties2 *pImageFormatProperties);
API(1000, QUERY) VkResult vkGetPhysicalDeviceImageFormatProperties2KHR(VkPhysicalDevice physicalDevice,
    const VkPhysicalDeviceImageFormatInfo2 *pImageFormatInfo, VkImageFormatProperties2 *pImageFormatProperties);
API(1000, PASS) void vkGetPhysicalDeviceMemoryProperties(VkPhysicalDevice physicalDevice,
    VkPhysicalDeviceMemoryProperties *pMemoryProperties);
API(1010, PASS) void vkGetPhysicalDeviceMemoryProperties2(VkPhysicalDevice physicalDevice,
    VkPhysicalDeviceMemoryProperties2 *pMemoryProperties);
API(1000, PASS) void vkGetPhysicalDeviceMemoryProperties2KHR(VkPhysicalDevice physicalDevice,
    VkPhysicalDeviceMemoryProperties2 *pMemoryProperties);
API(1000, PASS) void vkGetPhysicalDeviceMultisamplePropertiesEXT(VkPhysicalDevice physicalDevice, VkSampleCountFlagBits samples,
    VkMultisamplePropertiesEXT *pMultisampleProperties);
API(1000) VkResult vkGetPhysicalDevicePresentRectanglesKHR(VkPhysicalDevice physicalDevice, VkSurfaceKHR surface, uint32_t *pRectCount,
    OPT VkRect2D *pRects);
API(1000, PASS) void vkGetPhysicalDeviceProperties(VkPhysicalDevice physicalDevice, VkPhysicalDeviceProperties *pProperties);
API(1010, PASS) void vkGetPhysicalDeviceProperties2(VkPhysicalDevice physicalDevice, VkPhysicalDeviceProperties2 *pProperties);
API(1000, PASS) void vkGetPhysicalDeviceProperties2KHR(VkPhysicalDevice physicalDevice, VkPhysicalDeviceProperties2 *pProperties);
API(1000, PASS) void vkGetPhysicalDeviceQueueFamilyPerformanceQueryPassesKHR(VkPhysicalDevice physicalDevice,
    const VkQueryPoolPerformanceCreateInfoKHR *pPerformanceQueryCreateInfo, uint32_t *pNumPasses);
API(1000, PASS) void vkGetPhysicalDeviceQueueFamilyProperties(VkPhysicalDevice physicalDevice, uint32_t *pQueueFamilyPropertyCount,
    OPT VkQueueFamilyProperties *pQueueFamilyProperties);
API(1010, PASS) void vkGetPhysicalDeviceQueueFamilyProperties2(VkPhysicalDevice physicalDevice, uint32_t *pQueueFamilyPropertyCount,
    OPT VkQueueFamilyProperties2 *pQueueFamilyProperties);
API(1000, PASS) void vkGetPhysicalDeviceQueueFamilyProperties2KHR(VkPhysicalDevice physicalDevice, uint32_t *pQueueFamilyPropertyCount,
    OPT VkQueueFamilyProperties2 *pQueueFamilyProperties);
API(1000, PASS) void vkGetPhysicalDeviceSparseImageFormatProperties(VkPhysicalDevice physicalDevice, VkFormat format, VkImageType type,
    VkSampleCountFlagBits samples, FLAGS(VkImageUsageFlagBits) VkImageUsageFlags usage, VkImageTiling tiling, uint32_t *pPropertyCount,
    OPT VkSparseImageFormatProperties *pProperties);
API(1010, PASS) void vkGetPhysicalDeviceSparseImageFormatProperties2(VkPhysicalDevice physicalDevice,
    const VkPhysicalDeviceSparseImageFormatInfo2 *pFormatInfo, uint32_t *pPropertyCount, OPT VkSparseImageFormatProperties2 *pProperties);
API(1000, PASS) void vkGetPhysicalDeviceSparseImageFormatProperties2KHR(VkPhysicalDevice physicalDevice,
    const VkPhysicalDeviceSparseImageFormatInfo2 *pFormatInfo, uint32_t *pPropertyCount, OPT VkSparseImageFormatProperties2 *pProperties);
API(1000) VkResult vkGetPhysicalDeviceSurfaceCapabilities2EXT(VkPhysicalDevice physicalDevice, VkSurfaceKHR surface,
    VkSurfaceCapabilities2EXT *pSurfaceCapabilities);
API(1000) VkResult vkGetPhysicalDeviceSurfaceCapabilities2KHR(VkPhysicalDevice physicalDevice,
    const VkPhysicalDeviceSurfaceInfo2KHR *pSurfaceInfo, VkSurfaceCapabilities2KHR *pSurfaceCapabilities);
API(1000) VkResult vkGetPhysicalDeviceSurfaceCapabilitiesKHR(VkPhysicalDevice physicalDevice, VkSurfaceKHR surface,
    VkSurfaceCapabilitiesKHR *pSurfaceCapabilities);
API(1000) VkResult vkGetPhysicalDeviceSurfaceFormats2KHR(VkPhysicalDevice physicalDevice,
    const VkPhysicalDeviceSurfaceInfo2KHR *pSurfaceInfo, uint32_t *pSurfaceFormatCount, OPT VkSurfaceFormat2KHR *pSurfaceFormats);
API(1000) VkResult vkGetPhysicalDeviceSurfaceFormatsKHR(VkPhysicalDevice physicalDevice, OPT VkSurfaceKHR surface,
    uint32_t *pSurfaceFormatCount, OPT VkSurfaceFormatKHR *pSurfaceFormats);
API(1000) VkResult vkGetPhysicalDeviceSurfacePresentModesKHR(VkPhysicalDevice physicalDevice, OPT VkSurfaceKHR surface,
    uint32_t *pPresentModeCount, OPT VkPresentModeKHR *pPresentModes);
API(1000) VkResult vkGetPhysicalDeviceSurfaceSupportKHR(VkPhysicalDevice physicalDevice, uint32_t queueFamilyIndex, VkSurfaceKHR surface,
    VkBool32 *pSupported);
API(1030) VkResult vkGetPhysicalDeviceToolProperties(VkPhysicalDevice physicalDevice, uint32_t *pToolCount,
    OPT VkPhysicalDeviceToolProperties *pToolProperties);
API(1000) VkResult vkGetPhysicalDeviceToolPropertiesEXT(VkPhysicalDevice physicalDevice, uint32_t *pToolCount,
    OPT VkPhysicalDeviceToolProperties *pToolProperties);
API(1000, PASS) VkBool32 vkGetPhysicalDeviceWaylandPresentationSupportKHR(VkPhysicalDevice physicalDevice, uint32_t queueFamilyIndex,
    struct wl_display *display);
API(1000, PASS) VkBool32 vkGetPhysicalDeviceXcbPresentationSupportKHR(VkPhysicalDevice physicalDevice, uint32_t queueFamilyIndex,
    xcb_connection_t *connection, xcb_visualid_t visual_id);
API(1000, PASS) VkBool32 vkGetPhysicalDeviceXlibPresentationSupportKHR(VkPhysicalDevice physicalDevice, uint32_t queueFamilyIndex,
    Display *dpy, VisualID visualID);
