/* Queries. */
API(1000, PASS FX(vk_begin_query) STATE) void vkCmdBeginQuery(VkCommandBuffer commandBuffer, VkQueryPool queryPool, uint32_t query,
    FLAGS(VkQueryControlFlagBits) VkQueryControlFlags flags);
API(1000, PASS FX(vk_begin_query) STATE) void vkCmdBeginQueryIndexedEXT(VkCommandBuffer commandBuffer, VkQueryPool queryPool, uint32_t query,
    FLAGS(VkQueryControlFlagBits) VkQueryControlFlags flags, uint32_t index);
API(1000, PASS FX(vk_end_query) STATE) void vkCmdEndQuery(VkCommandBuffer commandBuffer, VkQueryPool queryPool, uint32_t query);
API(1000, PASS FX(vk_end_query) STATE) void vkCmdEndQueryIndexedEXT(VkCommandBuffer commandBuffer, VkQueryPool queryPool, uint32_t query,
    uint32_t index);
API(1000, PASS FX(vk_queries) OP(reset_queries) STATE) void vkCmdResetQueryPool(VkCommandBuffer commandBuffer, VkQueryPool queryPool, uint32_t firstQuery,
    COUNT uint32_t queryCount);
API(1000, FX(vk_query_pool)) VkResult vkCreateQueryPool(VkDevice device, const VkQueryPoolCreateInfo *pCreateInfo, OPT const VkAllocationCallbacks *pAllocator,
    NEW(vk_query_pool) VkQueryPool *pQueryPool);
API(1000, PASS) void vkDestroyQueryPool(VkDevice device, OPT DEL(vk_query_pool) VkQueryPool queryPool,
    OPT const VkAllocationCallbacks *pAllocator);
API(1000, QUERY SYNC(event) FX(vk_query_results)) VkResult vkGetQueryPoolResults(VkDevice device, VkQueryPool queryPool, uint32_t firstQuery,
    COUNT uint32_t queryCount, size_t dataSize, PTR void *pData, VkDeviceSize stride,
    FLAGS(VkQueryResultFlagBits) VkQueryResultFlags flags);
API(1020, PASS FX(vk_queries)) void vkResetQueryPool(VkDevice device, VkQueryPool queryPool, uint32_t firstQuery, COUNT uint32_t queryCount);
API(1000, PASS FX(vk_queries)) void vkResetQueryPoolEXT(VkDevice device, VkQueryPool queryPool, uint32_t firstQuery, COUNT uint32_t queryCount);
