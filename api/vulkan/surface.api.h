/* Surfaces and displays. */
API(1000) VkResult vkAcquireDrmDisplayEXT(VkPhysicalDevice physicalDevice, int32_t drmFd, VkDisplayKHR display);
API(1000) VkResult vkAcquireXlibDisplayEXT(VkPhysicalDevice physicalDevice, Display *dpy, VkDisplayKHR display);
API(1000) VkResult vkCreateDisplayModeKHR(VkPhysicalDevice physicalDevice, VkDisplayKHR display,
    const VkDisplayModeCreateInfoKHR *pCreateInfo, OPT const VkAllocationCallbacks *pAllocator,
    NEW(vk_display_mode) VkDisplayModeKHR *pMode);
API(1000) VkResult vkCreateDisplayPlaneSurfaceKHR(VkInstance instance, const VkDisplaySurfaceCreateInfoKHR *pCreateInfo,
    OPT const VkAllocationCallbacks *pAllocator, NEW(vk_surface) VkSurfaceKHR *pSurface);
API(1000) VkResult vkCreateHeadlessSurfaceEXT(VkInstance instance, const VkHeadlessSurfaceCreateInfoEXT *pCreateInfo,
    OPT const VkAllocationCallbacks *pAllocator, NEW(vk_surface) VkSurfaceKHR *pSurface);
API(1000) VkResult vkCreateWaylandSurfaceKHR(VkInstance instance, const VkWaylandSurfaceCreateInfoKHR *pCreateInfo,
    OPT const VkAllocationCallbacks *pAllocator, NEW(vk_surface) VkSurfaceKHR *pSurface);
API(1000) VkResult vkCreateXcbSurfaceKHR(VkInstance instance, const VkXcbSurfaceCreateInfoKHR *pCreateInfo,
    OPT const VkAllocationCallbacks *pAllocator, NEW(vk_surface) VkSurfaceKHR *pSurface);
API(1000) VkResult vkCreateXlibSurfaceKHR(VkInstance instance, const VkXlibSurfaceCreateInfoKHR *pCreateInfo,
    OPT const VkAllocationCallbacks *pAllocator, NEW(vk_surface) VkSurfaceKHR *pSurface);
API(1000, PASS) void vkDestroySurfaceKHR(VkInstance instance, OPT DEL(vk_surface) VkSurfaceKHR surface,
    OPT const VkAllocationCallbacks *pAllocator);
API(1000) VkResult vkDisplayPowerControlEXT(VkDevice device, VkDisplayKHR display, const VkDisplayPowerInfoEXT *pDisplayPowerInfo);
API(1000) VkResult vkGetDeviceGroupSurfacePresentModesKHR(VkDevice device, VkSurfaceKHR surface, VkDeviceGroupPresentModeFlagsKHR *pModes);
API(1000) VkResult vkGetDisplayModeProperties2KHR(VkPhysicalDevice physicalDevice, VkDisplayKHR display, uint32_t *pPropertyCount,
    OPT VkDisplayModeProperties2KHR *pProperties);
API(1000) VkResult vkGetDisplayModePropertiesKHR(VkPhysicalDevice physicalDevice, VkDisplayKHR display, uint32_t *pPropertyCount,
    OPT VkDisplayModePropertiesKHR *pProperties);
API(1000) VkResult vkGetDisplayPlaneCapabilities2KHR(VkPhysicalDevice physicalDevice, const VkDisplayPlaneInfo2KHR *pDisplayPlaneInfo,
    VkDisplayPlaneCapabilities2KHR *pCapabilities);
API(1000) VkResult vkGetDisplayPlaneCapabilitiesKHR(VkPhysicalDevice physicalDevice, VkDisplayModeKHR mode, uint32_t planeIndex,
    VkDisplayPlaneCapabilitiesKHR *pCapabilities);
API(1000) VkResult vkGetDisplayPlaneSupportedDisplaysKHR(VkPhysicalDevice physicalDevice, uint32_t planeIndex, uint32_t *pDisplayCount,
    GET(vk_display) VkDisplayKHR *pDisplays);
API(1000) VkResult vkGetDrmDisplayEXT(VkPhysicalDevice physicalDevice, int32_t drmFd, uint32_t connectorId,
    GET(vk_display) VkDisplayKHR *display);
API(1000) VkResult vkGetRandROutputDisplayEXT(VkPhysicalDevice physicalDevice, Display *dpy, RROutput rrOutput,
    GET(vk_display) VkDisplayKHR *pDisplay);
API(1000) VkResult vkRegisterDisplayEventEXT(VkDevice device, VkDisplayKHR display, const VkDisplayEventInfoEXT *pDisplayEventInfo,
    OPT const VkAllocationCallbacks *pAllocator, NEW(vk_fence) VkFence *pFence);
API(1000) VkResult vkReleaseDisplayEXT(VkPhysicalDevice physicalDevice, VkDisplayKHR display);
