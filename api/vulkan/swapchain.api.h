/* Swapchains and presentation. */
API(1000, QUERY FX(vk_acquire2)) VkResult vkAcquireNextImage2KHR(VkDevice device, const VkAcquireNextImageInfoKHR *pAcquireInfo,
    uint32_t *pImageIndex);
API(1000, QUERY FX(vk_acquire)) VkResult vkAcquireNextImageKHR(VkDevice device, VkSwapchainKHR swapchain, uint64_t timeout,
    OPT VkSemaphore semaphore, OPT VkFence fence, uint32_t *pImageIndex);
API(1000) VkResult vkCreateSharedSwapchainsKHR(VkDevice device, COUNT uint32_t swapchainCount, const VkSwapchainCreateInfoKHR *pCreateInfos,
    OPT const VkAllocationCallbacks *pAllocator, NEW(vk_swapchain, swapchainCount) VkSwapchainKHR *pSwapchains);
API(1000, FX(vk_swapchain)) VkResult vkCreateSwapchainKHR(VkDevice device, const VkSwapchainCreateInfoKHR *pCreateInfo,
    OPT const VkAllocationCallbacks *pAllocator, NEW(vk_swapchain) VkSwapchainKHR *pSwapchain);
API(1000, PASS) void vkDestroySwapchainKHR(VkDevice device, OPT DEL(vk_swapchain) VkSwapchainKHR swapchain,
    OPT const VkAllocationCallbacks *pAllocator);
API(1000) VkResult vkGetDeviceGroupPresentCapabilitiesKHR(VkDevice device,
    VkDeviceGroupPresentCapabilitiesKHR *pDeviceGroupPresentCapabilities);
API(1000) VkResult vkGetPastPresentationTimingGOOGLE(VkDevice device, VkSwapchainKHR swapchain, uint32_t *pPresentationTimingCount,
    OPT VkPastPresentationTimingGOOGLE *pPresentationTimings);
API(1000) VkResult vkGetSwapchainCounterEXT(VkDevice device, VkSwapchainKHR swapchain, VkSurfaceCounterFlagBitsEXT counter,
    uint64_t *pCounterValue);
API(1000, FX(vk_swapchain_images)) VkResult vkGetSwapchainImagesKHR(VkDevice device, VkSwapchainKHR swapchain,
    uint32_t *pSwapchainImageCount, GET(vk_image) VkImage *pSwapchainImages);
API(1000) VkResult vkGetSwapchainStatusKHR(VkDevice device, VkSwapchainKHR swapchain);
API(1000, ASYNC FX(vk_present) LOOK(vk_present) OP(present)) VkResult vkQueuePresentKHR(VkQueue queue, const VkPresentInfoKHR *pPresentInfo);
API(1000, PASS) void vkSetHdrMetadataEXT(VkDevice device, COUNT uint32_t swapchainCount,
    LIST(vk_swapchain, swapchainCount) const VkSwapchainKHR *pSwapchains, const VkHdrMetadataEXT *pMetadata);
API(1000) VkResult vkWaitForPresentKHR(VkDevice device, VkSwapchainKHR swapchain, uint64_t presentId, uint64_t timeout);
