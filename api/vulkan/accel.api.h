/* Acceleration structures and ray tracing. */
API(1000) VkResult vkBuildAccelerationStructuresKHR(VkDevice device, OPT VkDeferredOperationKHR deferredOperation, COUNT uint32_t infoCount,
    const VkAccelerationStructureBuildGeometryInfoKHR *pInfos, const VkAccelerationStructureBuildRangeInfoKHR *const *ppBuildRangeInfos);
API(1000, PASS FX(vk_record)) void vkCmdBuildAccelerationStructuresIndirectKHR(VkCommandBuffer commandBuffer, COUNT uint32_t infoCount,
    const VkAccelerationStructureBuildGeometryInfoKHR *pInfos, const VkDeviceAddress *pIndirectDeviceAddresses,
    const uint32_t *pIndirectStrides, const uint32_t *const *ppMaxPrimitiveCounts);
API(1000, PASS FX(vk_record)) void vkCmdBuildAccelerationStructuresKHR(VkCommandBuffer commandBuffer, COUNT uint32_t infoCount,
    const VkAccelerationStructureBuildGeometryInfoKHR *pInfos, const VkAccelerationStructureBuildRangeInfoKHR *const *ppBuildRangeInfos);
API(1000, PASS FX(vk_record)) void vkCmdCopyAccelerationStructureKHR(VkCommandBuffer commandBuffer,
    const VkCopyAccelerationStructureInfoKHR *pInfo);
API(1000, PASS FX(vk_record)) void vkCmdCopyAccelerationStructureToMemoryKHR(VkCommandBuffer commandBuffer,
    const VkCopyAccelerationStructureToMemoryInfoKHR *pInfo);
API(1000, PASS FX(vk_record)) void vkCmdCopyMemoryToAccelerationStructureKHR(VkCommandBuffer commandBuffer,
    const VkCopyMemoryToAccelerationStructureInfoKHR *pInfo);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetRayTracingPipelineStackSizeKHR(VkCommandBuffer commandBuffer, uint32_t pipelineStackSize);
API(1000, PASS FX(vk_record) OP(run_shaders)) void vkCmdTraceRaysIndirect2KHR(VkCommandBuffer commandBuffer, VkDeviceAddress indirectDeviceAddress);
API(1000, PASS FX(vk_record) OP(run_shaders)) void vkCmdTraceRaysIndirectKHR(VkCommandBuffer commandBuffer,
    const VkStridedDeviceAddressRegionKHR *pRaygenShaderBindingTable, const VkStridedDeviceAddressRegionKHR *pMissShaderBindingTable,
    const VkStridedDeviceAddressRegionKHR *pHitShaderBindingTable, const VkStridedDeviceAddressRegionKHR *pCallableShaderBindingTable,
    VkDeviceAddress indirectDeviceAddress);
API(1000, PASS FX(vk_record) OP(run_shaders)) void vkCmdTraceRaysKHR(VkCommandBuffer commandBuffer,
    const VkStridedDeviceAddressRegionKHR *pRaygenShaderBindingTable, const VkStridedDeviceAddressRegionKHR *pMissShaderBindingTable,
    const VkStridedDeviceAddressRegionKHR *pHitShaderBindingTable, const VkStridedDeviceAddressRegionKHR *pCallableShaderBindingTable,
    uint32_t width, uint32_t height, uint32_t depth);
API(1000, PASS FX(vk_query)) void vkCmdWriteAccelerationStructuresPropertiesKHR(VkCommandBuffer commandBuffer,
    COUNT uint32_t accelerationStructureCount,
    LIST(vk_acceleration_structure, accelerationStructureCount) const VkAccelerationStructureKHR *pAccelerationStructures,
    VkQueryType queryType, VkQueryPool queryPool, uint32_t firstQuery);
API(1000) VkResult vkCopyAccelerationStructureKHR(VkDevice device, OPT VkDeferredOperationKHR deferredOperation,
    const VkCopyAccelerationStructureInfoKHR *pInfo);
API(1000) VkResult vkCopyAccelerationStructureToMemoryKHR(VkDevice device, OPT VkDeferredOperationKHR deferredOperation,
    const VkCopyAccelerationStructureToMemoryInfoKHR *pInfo);
API(1000) VkResult vkCopyMemoryToAccelerationStructureKHR(VkDevice device, OPT VkDeferredOperationKHR deferredOperation,
    const VkCopyMemoryToAccelerationStructureInfoKHR *pInfo);
API(1000) VkResult vkCreateAccelerationStructureKHR(VkDevice device, const VkAccelerationStructureCreateInfoKHR *pCreateInfo,
    OPT const VkAllocationCallbacks *pAllocator, NEW(vk_acceleration_structure) VkAccelerationStructureKHR *pAccelerationStructure);
API(1000) VkResult vkCreateRayTracingPipelinesKHR(VkDevice device, OPT VkDeferredOperationKHR deferredOperation,
    OPT VkPipelineCache pipelineCache, COUNT uint32_t createInfoCount, const VkRayTracingPipelineCreateInfoKHR *pCreateInfos,
    OPT const VkAllocationCallbacks *pAllocator, NEW(vk_pipeline, createInfoCount) VkPipeline *pPipelines);
API(1000, PASS) void vkDestroyAccelerationStructureKHR(VkDevice device,
    OPT DEL(vk_acceleration_structure) VkAccelerationStructureKHR accelerationStructure, OPT const VkAllocationCallbacks *pAllocator);
API(1000, PASS) void vkGetAccelerationStructureBuildSizesKHR(VkDevice device, VkAccelerationStructureBuildTypeKHR buildType,
    const VkAccelerationStructureBuildGeometryInfoKHR *pBuildInfo, OPT const uint32_t *pMaxPrimitiveCounts,
    VkAccelerationStructureBuildSizesInfoKHR *pSizeInfo);
API(1000, PASS) VkDeviceAddress vkGetAccelerationStructureDeviceAddressKHR(VkDevice device,
    const VkAccelerationStructureDeviceAddressInfoKHR *pInfo);
API(1000, PASS) void vkGetDeviceAccelerationStructureCompatibilityKHR(VkDevice device,
    const VkAccelerationStructureVersionInfoKHR *pVersionInfo, VkAccelerationStructureCompatibilityKHR *pCompatibility);
API(1000) VkResult vkGetRayTracingCaptureReplayShaderGroupHandlesKHR(VkDevice device, VkPipeline pipeline, uint32_t firstGroup,
    COUNT uint32_t groupCount, size_t dataSize, PTR void *pData);
API(1000) VkResult vkGetRayTracingShaderGroupHandlesKHR(VkDevice device, VkPipeline pipeline, uint32_t firstGroup,
    COUNT uint32_t groupCount, size_t dataSize, PTR void *pData);
API(1000, PASS) VkDeviceSize vkGetRayTracingShaderGroupStackSizeKHR(VkDevice device, VkPipeline pipeline, uint32_t group,
    VkShaderGroupShaderKHR groupShader);
API(1000) VkResult vkWriteAccelerationStructuresPropertiesKHR(VkDevice device, COUNT uint32_t accelerationStructureCount,
    LIST(vk_acceleration_structure, accelerationStructureCount) const VkAccelerationStructureKHR *pAccelerationStructures,
    VkQueryType queryType, size_t dataSize, PTR void *pData, size_t stride);
