/* Command pools and buffers. */
API(1000, FX(vk_command_buffers) LOOK(vk_pool)) VkResult vkAllocateCommandBuffers(VkDevice device,
    const VkCommandBufferAllocateInfo *pAllocateInfo, PTR VkCommandBuffer *pCommandBuffers);
API(1000, FX(vk_begin) STATE) VkResult vkBeginCommandBuffer(VkCommandBuffer commandBuffer, const VkCommandBufferBeginInfo *pBeginInfo);
API(1000, PASS FX(vk_execute) STATE) void vkCmdExecuteCommands(VkCommandBuffer commandBuffer, COUNT uint32_t commandBufferCount,
    LIST(vk_command_buffer, commandBufferCount) const VkCommandBuffer *pCommandBuffers);
API(1000, PASS FX(vk_query)) void vkCmdWriteTimestamp(VkCommandBuffer commandBuffer, VkPipelineStageFlagBits pipelineStage,
    VkQueryPool queryPool, uint32_t query);
API(1000) VkResult vkCreateCommandPool(VkDevice device, const VkCommandPoolCreateInfo *pCreateInfo,
    OPT const VkAllocationCallbacks *pAllocator, NEW(vk_command_pool) VkCommandPool *pCommandPool);
API(1000, PASS FX(vk_command_pool_end)) void vkDestroyCommandPool(VkDevice device, OPT DEL(vk_command_pool) VkCommandPool commandPool,
    OPT const VkAllocationCallbacks *pAllocator);
API(1000, FX(vk_end)) VkResult vkEndCommandBuffer(VkCommandBuffer commandBuffer);
API(1000, PASS FX(vk_free_command_buffers)) void vkFreeCommandBuffers(VkDevice device, VkCommandPool commandPool, COUNT uint32_t commandBufferCount,
    DEL(vk_command_buffer, commandBufferCount) const VkCommandBuffer *pCommandBuffers);
API(1000, FX(vk_reset)) VkResult vkResetCommandBuffer(VkCommandBuffer commandBuffer,
    FLAGS(VkCommandBufferResetFlagBits) VkCommandBufferResetFlags flags);
API(1000, FX(vk_reset_pool)) VkResult vkResetCommandPool(VkDevice device, VkCommandPool commandPool,
    FLAGS(VkCommandPoolResetFlagBits) VkCommandPoolResetFlags flags);
API(1010, PASS) void vkTrimCommandPool(VkDevice device, VkCommandPool commandPool, FLAGS(none) VkCommandPoolTrimFlags flags);
API(1000, PASS) void vkTrimCommandPoolKHR(VkDevice device, VkCommandPool commandPool, FLAGS(none) VkCommandPoolTrimFlags flags);
