/* Fences, semaphores, events, barriers. */
API(1000, PASS FX(vk_barrier) LOOK(vk_barriers) STATE) void vkCmdPipelineBarrier(VkCommandBuffer commandBuffer,
    FLAGS(VkPipelineStageFlagBits) VkPipelineStageFlags srcStageMask, FLAGS(VkPipelineStageFlagBits) VkPipelineStageFlags dstStageMask,
    FLAGS(VkDependencyFlagBits) VkDependencyFlags dependencyFlags, COUNT uint32_t memoryBarrierCount,
    const VkMemoryBarrier *pMemoryBarriers, COUNT uint32_t bufferMemoryBarrierCount, const VkBufferMemoryBarrier *pBufferMemoryBarriers,
    COUNT uint32_t imageMemoryBarrierCount, const VkImageMemoryBarrier *pImageMemoryBarriers);
API(1030, PASS FX(vk_barrier2) LOOK(vk_dependency) STATE) void vkCmdPipelineBarrier2(VkCommandBuffer commandBuffer,
    const VkDependencyInfo *pDependencyInfo);
API(1000, PASS FX(vk_barrier2) LOOK(vk_dependency) STATE) void vkCmdPipelineBarrier2KHR(VkCommandBuffer commandBuffer,
    const VkDependencyInfo *pDependencyInfo);
API(1000, PASS FX(vk_record) OP(reset_event) STATE) void vkCmdResetEvent(VkCommandBuffer commandBuffer, VkEvent event,
    FLAGS(VkPipelineStageFlagBits) VkPipelineStageFlags stageMask);
API(1030, PASS FX(vk_record) OP(reset_event) STATE) void vkCmdResetEvent2(VkCommandBuffer commandBuffer, VkEvent event,
    FLAGS(VkPipelineStageFlagBits2) VkPipelineStageFlags2 stageMask);
API(1000, PASS FX(vk_record) OP(reset_event) STATE) void vkCmdResetEvent2KHR(VkCommandBuffer commandBuffer, VkEvent event,
    FLAGS(VkPipelineStageFlagBits2) VkPipelineStageFlags2 stageMask);
API(1000, PASS FX(vk_set_event) STATE) void vkCmdSetEvent(VkCommandBuffer commandBuffer, VkEvent event,
    FLAGS(VkPipelineStageFlagBits) VkPipelineStageFlags stageMask);
API(1030, PASS FX(vk_set_event) STATE) void vkCmdSetEvent2(VkCommandBuffer commandBuffer, VkEvent event, const VkDependencyInfo *pDependencyInfo);
API(1000, PASS FX(vk_set_event) STATE) void vkCmdSetEvent2KHR(VkCommandBuffer commandBuffer, VkEvent event, const VkDependencyInfo *pDependencyInfo);
API(1000, PASS FX(vk_wait_events) LOOK(vk_barriers) STATE) void vkCmdWaitEvents(VkCommandBuffer commandBuffer, COUNT uint32_t eventCount,
    LIST(vk_event, eventCount) const VkEvent *pEvents, FLAGS(VkPipelineStageFlagBits) VkPipelineStageFlags srcStageMask,
    FLAGS(VkPipelineStageFlagBits) VkPipelineStageFlags dstStageMask, COUNT uint32_t memoryBarrierCount,
    const VkMemoryBarrier *pMemoryBarriers, COUNT uint32_t bufferMemoryBarrierCount, const VkBufferMemoryBarrier *pBufferMemoryBarriers,
    COUNT uint32_t imageMemoryBarrierCount, const VkImageMemoryBarrier *pImageMemoryBarriers);
API(1030, PASS FX(vk_wait_events) STATE) void vkCmdWaitEvents2(VkCommandBuffer commandBuffer, COUNT uint32_t eventCount,
    LIST(vk_event, eventCount) const VkEvent *pEvents, const VkDependencyInfo *pDependencyInfos);
API(1000, PASS FX(vk_wait_events) STATE) void vkCmdWaitEvents2KHR(VkCommandBuffer commandBuffer, COUNT uint32_t eventCount,
    LIST(vk_event, eventCount) const VkEvent *pEvents, const VkDependencyInfo *pDependencyInfos);
API(1030, PASS FX(vk_query)) void vkCmdWriteTimestamp2(VkCommandBuffer commandBuffer,
    FLAGS(VkPipelineStageFlagBits2) VkPipelineStageFlags2 stage, VkQueryPool queryPool, uint32_t query);
API(1000, PASS FX(vk_query)) void vkCmdWriteTimestamp2KHR(VkCommandBuffer commandBuffer,
    FLAGS(VkPipelineStageFlagBits2) VkPipelineStageFlags2 stage, VkQueryPool queryPool, uint32_t query);
API(1000) VkResult vkCreateDeferredOperationKHR(VkDevice device, OPT const VkAllocationCallbacks *pAllocator,
    NEW(vk_deferred_operation) VkDeferredOperationKHR *pDeferredOperation);
API(1000) VkResult vkCreateEvent(VkDevice device, const VkEventCreateInfo *pCreateInfo, OPT const VkAllocationCallbacks *pAllocator,
    NEW(vk_event) VkEvent *pEvent);
API(1000, FX(vk_fence) OP(create_fence)) VkResult vkCreateFence(VkDevice device, const VkFenceCreateInfo *pCreateInfo,
    OPT const VkAllocationCallbacks *pAllocator, NEW(vk_fence) VkFence *pFence);
API(1030) VkResult vkCreatePrivateDataSlot(VkDevice device, const VkPrivateDataSlotCreateInfo *pCreateInfo,
    OPT const VkAllocationCallbacks *pAllocator, NEW(vk_private_data_slot) VkPrivateDataSlot *pPrivateDataSlot);
API(1000) VkResult vkCreatePrivateDataSlotEXT(VkDevice device, const VkPrivateDataSlotCreateInfo *pCreateInfo,
    OPT const VkAllocationCallbacks *pAllocator, NEW(vk_private_data_slot) VkPrivateDataSlot *pPrivateDataSlot);
API(1000, FX(vk_semaphore)) VkResult vkCreateSemaphore(VkDevice device, const VkSemaphoreCreateInfo *pCreateInfo,
    OPT const VkAllocationCallbacks *pAllocator, NEW(vk_semaphore) VkSemaphore *pSemaphore);
API(1000) VkResult vkDeferredOperationJoinKHR(VkDevice device, VkDeferredOperationKHR operation);
API(1000, PASS) void vkDestroyDeferredOperationKHR(VkDevice device, OPT DEL(vk_deferred_operation) VkDeferredOperationKHR operation,
    OPT const VkAllocationCallbacks *pAllocator);
API(1000, PASS) void vkDestroyEvent(VkDevice device, OPT DEL(vk_event) VkEvent event, OPT const VkAllocationCallbacks *pAllocator);
API(1000, PASS) void vkDestroyFence(VkDevice device, OPT DEL(vk_fence) VkFence fence, OPT const VkAllocationCallbacks *pAllocator);
API(1030, PASS) void vkDestroyPrivateDataSlot(VkDevice device, OPT DEL(vk_private_data_slot) VkPrivateDataSlot privateDataSlot,
    OPT const VkAllocationCallbacks *pAllocator);
API(1000, PASS) void vkDestroyPrivateDataSlotEXT(VkDevice device, OPT DEL(vk_private_data_slot) VkPrivateDataSlot privateDataSlot,
    OPT const VkAllocationCallbacks *pAllocator);
API(1000, PASS) void vkDestroySemaphore(VkDevice device, OPT DEL(vk_semaphore) VkSemaphore semaphore,
    OPT const VkAllocationCallbacks *pAllocator);
API(1000, PASS) uint32_t vkGetDeferredOperationMaxConcurrencyKHR(VkDevice device, VkDeferredOperationKHR operation);
API(1000) VkResult vkGetDeferredOperationResultKHR(VkDevice device, VkDeferredOperationKHR operation);
API(1000, QUERY FX(vk_progress)) VkResult vkGetEventStatus(VkDevice device, VkEvent event);
API(1000, FX(vk_descriptor)) VkResult vkGetFenceFdKHR(VkDevice device, const VkFenceGetFdInfoKHR *pGetFdInfo, int *pFd);
API(1000, QUERY FX(vk_fence_status)) VkResult vkGetFenceStatus(VkDevice device, VkFence fence);
API(1030, PASS FX(vk_typed) LOOK(vk_typed)) void vkGetPrivateData(VkDevice device, VkObjectType objectType, uint64_t objectHandle, VkPrivateDataSlot privateDataSlot,
    uint64_t *pData);
API(1000, PASS FX(vk_typed) LOOK(vk_typed)) void vkGetPrivateDataEXT(VkDevice device, VkObjectType objectType, uint64_t objectHandle, VkPrivateDataSlot privateDataSlot,
    uint64_t *pData);
API(1020, FX(vk_counter)) VkResult vkGetSemaphoreCounterValue(VkDevice device, VkSemaphore semaphore, uint64_t *pValue);
API(1000, FX(vk_counter)) VkResult vkGetSemaphoreCounterValueKHR(VkDevice device, VkSemaphore semaphore, uint64_t *pValue);
API(1000, FX(vk_descriptor)) VkResult vkGetSemaphoreFdKHR(VkDevice device, const VkSemaphoreGetFdInfoKHR *pGetFdInfo, int *pFd);
API(1000, FX(vk_descriptor)) VkResult vkImportFenceFdKHR(VkDevice device, const VkImportFenceFdInfoKHR *pImportFenceFdInfo);
API(1000, FX(vk_descriptor)) VkResult vkImportSemaphoreFdKHR(VkDevice device, const VkImportSemaphoreFdInfoKHR *pImportSemaphoreFdInfo);
API(1000) VkResult vkRegisterDeviceEventEXT(VkDevice device, const VkDeviceEventInfoEXT *pDeviceEventInfo,
    OPT const VkAllocationCallbacks *pAllocator, NEW(vk_fence) VkFence *pFence);
API(1000, FX(vk_host_reset)) VkResult vkResetEvent(VkDevice device, VkEvent event);
API(1000, FX(vk_reset_fences)) VkResult vkResetFences(VkDevice device, COUNT uint32_t fenceCount,
    LIST(vk_fence, fenceCount) const VkFence *pFences);
API(1000, FX(vk_host_set)) VkResult vkSetEvent(VkDevice device, VkEvent event);
API(1030, FX(vk_typed) LOOK(vk_typed)) VkResult vkSetPrivateData(VkDevice device, VkObjectType objectType, uint64_t objectHandle, VkPrivateDataSlot privateDataSlot,
    uint64_t data);
API(1000, FX(vk_typed) LOOK(vk_typed)) VkResult vkSetPrivateDataEXT(VkDevice device, VkObjectType objectType, uint64_t objectHandle, VkPrivateDataSlot privateDataSlot,
    uint64_t data);
API(1020, TELLS FX(vk_signal)) VkResult vkSignalSemaphore(VkDevice device, const VkSemaphoreSignalInfo *pSignalInfo);
API(1000, TELLS FX(vk_signal)) VkResult vkSignalSemaphoreKHR(VkDevice device, const VkSemaphoreSignalInfo *pSignalInfo);
API(1000, QUERY SYNC(event) FX(vk_wait_fences)) VkResult vkWaitForFences(VkDevice device, COUNT uint32_t fenceCount,
    LIST(vk_fence, fenceCount) const VkFence *pFences, VkBool32 waitAll, uint64_t timeout);
API(1020, QUERY SYNC(event) FX(vk_wait_semaphores)) VkResult vkWaitSemaphores(VkDevice device, const VkSemaphoreWaitInfo *pWaitInfo, uint64_t timeout);
API(1000, QUERY SYNC(event) FX(vk_wait_semaphores)) VkResult vkWaitSemaphoresKHR(VkDevice device, const VkSemaphoreWaitInfo *pWaitInfo,
    uint64_t timeout);
