/* Debug messages, names, diagnostics. */
API(1000, PASS FX(vk_record) STATE) void vkCmdBeginDebugUtilsLabelEXT(VkCommandBuffer commandBuffer, const VkDebugUtilsLabelEXT *pLabelInfo);
API(1000, PASS FX(vk_record)) void vkCmdDebugMarkerBeginEXT(VkCommandBuffer commandBuffer, const VkDebugMarkerMarkerInfoEXT *pMarkerInfo);
API(1000, PASS FX(vk_record)) void vkCmdDebugMarkerEndEXT(VkCommandBuffer commandBuffer);
API(1000, PASS FX(vk_record)) void vkCmdDebugMarkerInsertEXT(VkCommandBuffer commandBuffer, const VkDebugMarkerMarkerInfoEXT *pMarkerInfo);
API(1000, PASS FX(vk_record) STATE) void vkCmdEndDebugUtilsLabelEXT(VkCommandBuffer commandBuffer);
API(1000, PASS FX(vk_record)) void vkCmdInsertDebugUtilsLabelEXT(VkCommandBuffer commandBuffer, const VkDebugUtilsLabelEXT *pLabelInfo);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetCheckpointNV(VkCommandBuffer commandBuffer, PTR const void *pCheckpointMarker);
API(1000) VkResult vkCreateDebugReportCallbackEXT(VkInstance instance, const VkDebugReportCallbackCreateInfoEXT *pCreateInfo,
    OPT const VkAllocationCallbacks *pAllocator, NEW(vk_debug_report_callback) VkDebugReportCallbackEXT *pCallback);
API(1000) VkResult vkCreateDebugUtilsMessengerEXT(VkInstance instance, const VkDebugUtilsMessengerCreateInfoEXT *pCreateInfo,
    OPT const VkAllocationCallbacks *pAllocator, NEW(vk_debug_utils_messenger) VkDebugUtilsMessengerEXT *pMessenger);
API(1000) VkResult vkCreateValidationCacheEXT(VkDevice device, const VkValidationCacheCreateInfoEXT *pCreateInfo,
    OPT const VkAllocationCallbacks *pAllocator, NEW(vk_validation_cache) VkValidationCacheEXT *pValidationCache);
API(1000) VkResult vkDebugMarkerSetObjectNameEXT(VkDevice device, const VkDebugMarkerObjectNameInfoEXT *pNameInfo);
API(1000) VkResult vkDebugMarkerSetObjectTagEXT(VkDevice device, const VkDebugMarkerObjectTagInfoEXT *pTagInfo);
API(1000, PASS) void vkDebugReportMessageEXT(VkInstance instance, FLAGS(VkDebugReportFlagBitsEXT) VkDebugReportFlagsEXT flags,
    VkDebugReportObjectTypeEXT objectType, uint64_t object, size_t location, int32_t messageCode, const char *pLayerPrefix,
    const char *pMessage);
API(1000, PASS) void vkDestroyDebugReportCallbackEXT(VkInstance instance,
    OPT DEL(vk_debug_report_callback) VkDebugReportCallbackEXT callback, OPT const VkAllocationCallbacks *pAllocator);
API(1000, PASS) void vkDestroyDebugUtilsMessengerEXT(VkInstance instance,
    OPT DEL(vk_debug_utils_messenger) VkDebugUtilsMessengerEXT messenger, OPT const VkAllocationCallbacks *pAllocator);
API(1000, PASS) void vkDestroyValidationCacheEXT(VkDevice device, OPT DEL(vk_validation_cache) VkValidationCacheEXT validationCache,
    OPT const VkAllocationCallbacks *pAllocator);
API(1000) VkResult vkGetCalibratedTimestampsEXT(VkDevice device, COUNT uint32_t timestampCount,
    const VkCalibratedTimestampInfoEXT *pTimestampInfos, uint64_t *pTimestamps, uint64_t *pMaxDeviation);
API(1000) VkResult vkGetDeviceFaultInfoEXT(VkDevice device, VkDeviceFaultCountsEXT *pFaultCounts, OPT VkDeviceFaultInfoEXT *pFaultInfo);
API(1000) VkResult vkGetPipelineExecutableInternalRepresentationsKHR(VkDevice device, const VkPipelineExecutableInfoKHR *pExecutableInfo,
    uint32_t *pInternalRepresentationCount, OPT VkPipelineExecutableInternalRepresentationKHR *pInternalRepresentations);
API(1000) VkResult vkGetPipelineExecutablePropertiesKHR(VkDevice device, const VkPipelineInfoKHR *pPipelineInfo, uint32_t *pExecutableCount,
    OPT VkPipelineExecutablePropertiesKHR *pProperties);
API(1000) VkResult vkGetPipelineExecutableStatisticsKHR(VkDevice device, const VkPipelineExecutableInfoKHR *pExecutableInfo,
    uint32_t *pStatisticCount, OPT VkPipelineExecutableStatisticKHR *pStatistics);
API(1000, PASS) void vkGetQueueCheckpointDataNV(VkQueue queue, uint32_t *pCheckpointDataCount, OPT VkCheckpointDataNV *pCheckpointData);
API(1000) VkResult vkGetRefreshCycleDurationGOOGLE(VkDevice device, VkSwapchainKHR swapchain,
    VkRefreshCycleDurationGOOGLE *pDisplayTimingProperties);
API(1000) VkResult vkGetValidationCacheDataEXT(VkDevice device, VkValidationCacheEXT validationCache, size_t *pDataSize, PTR void *pData);
API(1000) VkResult vkMergeValidationCachesEXT(VkDevice device, VkValidationCacheEXT dstCache, COUNT uint32_t srcCacheCount,
    LIST(vk_validation_cache, srcCacheCount) const VkValidationCacheEXT *pSrcCaches);
API(1000, PASS) void vkQueueBeginDebugUtilsLabelEXT(VkQueue queue, const VkDebugUtilsLabelEXT *pLabelInfo);
API(1000, PASS) void vkQueueEndDebugUtilsLabelEXT(VkQueue queue);
API(1000, PASS) void vkQueueInsertDebugUtilsLabelEXT(VkQueue queue, const VkDebugUtilsLabelEXT *pLabelInfo);
API(1000, FX(vk_name)) VkResult vkSetDebugUtilsObjectNameEXT(VkDevice device, const VkDebugUtilsObjectNameInfoEXT *pNameInfo);
API(1000) VkResult vkSetDebugUtilsObjectTagEXT(VkDevice device, const VkDebugUtilsObjectTagInfoEXT *pTagInfo);
API(1000, PASS) void vkSubmitDebugUtilsMessageEXT(VkInstance instance, VkDebugUtilsMessageSeverityFlagBitsEXT messageSeverity,
    FLAGS(VkDebugUtilsMessageTypeFlagBitsEXT) VkDebugUtilsMessageTypeFlagsEXT messageTypes,
    const VkDebugUtilsMessengerCallbackDataEXT *pCallbackData);
