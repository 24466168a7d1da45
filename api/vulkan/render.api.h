/* Render passes. */
API(1000, PASS FX(vk_begin_condition) STATE) void vkCmdBeginConditionalRenderingEXT(VkCommandBuffer commandBuffer,
    const VkConditionalRenderingBeginInfoEXT *pConditionalRenderingBegin);
API(1000, PASS FX(vk_begin_pass) LOOK(vk_render_pass) OP(begin_render_pass) STATE) void vkCmdBeginRenderPass(VkCommandBuffer commandBuffer,
    const VkRenderPassBeginInfo *pRenderPassBegin, VkSubpassContents contents);
API(1020, PASS FX(vk_begin_pass) LOOK(vk_render_pass) OP(begin_render_pass) STATE) void vkCmdBeginRenderPass2(VkCommandBuffer commandBuffer,
    const VkRenderPassBeginInfo *pRenderPassBegin, const VkSubpassBeginInfo *pSubpassBeginInfo);
API(1000, PASS FX(vk_begin_pass) LOOK(vk_render_pass) OP(begin_render_pass) STATE) void vkCmdBeginRenderPass2KHR(VkCommandBuffer commandBuffer,
    const VkRenderPassBeginInfo *pRenderPassBegin, const VkSubpassBeginInfo *pSubpassBeginInfo);
API(1030, PASS FX(vk_begin_rendering) LOOK(vk_rendering) STATE) void vkCmdBeginRendering(VkCommandBuffer commandBuffer,
    const VkRenderingInfo *pRenderingInfo);
API(1000, PASS FX(vk_begin_rendering) LOOK(vk_rendering) STATE) void vkCmdBeginRenderingKHR(VkCommandBuffer commandBuffer,
    const VkRenderingInfo *pRenderingInfo);
API(1000, PASS FX(vk_begin_feedback) STATE) void vkCmdBeginTransformFeedbackEXT(VkCommandBuffer commandBuffer, uint32_t firstCounterBuffer,
    COUNT uint32_t counterBufferCount, LIST(vk_buffer, counterBufferCount) const VkBuffer *pCounterBuffers,
    OPT const VkDeviceSize *pCounterBufferOffsets);
API(1000, PASS FX(vk_record) STATE) void vkCmdBindTransformFeedbackBuffersEXT(VkCommandBuffer commandBuffer, uint32_t firstBinding,
    COUNT uint32_t bindingCount, LIST(vk_buffer, bindingCount) const VkBuffer *pBuffers, const VkDeviceSize *pOffsets,
    OPT const VkDeviceSize *pSizes);
API(1000, PASS FX(vk_end_condition) STATE) void vkCmdEndConditionalRenderingEXT(VkCommandBuffer commandBuffer);
API(1000, PASS FX(vk_end_pass) STATE) void vkCmdEndRenderPass(VkCommandBuffer commandBuffer);
API(1020, PASS FX(vk_end_pass) STATE) void vkCmdEndRenderPass2(VkCommandBuffer commandBuffer, const VkSubpassEndInfo *pSubpassEndInfo);
API(1000, PASS FX(vk_end_pass) STATE) void vkCmdEndRenderPass2KHR(VkCommandBuffer commandBuffer, const VkSubpassEndInfo *pSubpassEndInfo);
API(1030, PASS FX(vk_end_rendering) STATE) void vkCmdEndRendering(VkCommandBuffer commandBuffer);
API(1000, PASS FX(vk_end_rendering) STATE) void vkCmdEndRenderingKHR(VkCommandBuffer commandBuffer);
API(1000, PASS FX(vk_end_feedback) STATE) void vkCmdEndTransformFeedbackEXT(VkCommandBuffer commandBuffer, uint32_t firstCounterBuffer,
    COUNT uint32_t counterBufferCount, LIST(vk_buffer, counterBufferCount) const VkBuffer *pCounterBuffers,
    OPT const VkDeviceSize *pCounterBufferOffsets);
API(1000, PASS FX(vk_next_pass) STATE) void vkCmdNextSubpass(VkCommandBuffer commandBuffer, VkSubpassContents contents);
API(1020, PASS FX(vk_next_pass) STATE) void vkCmdNextSubpass2(VkCommandBuffer commandBuffer, const VkSubpassBeginInfo *pSubpassBeginInfo,
    const VkSubpassEndInfo *pSubpassEndInfo);
API(1000, PASS FX(vk_next_pass) STATE) void vkCmdNextSubpass2KHR(VkCommandBuffer commandBuffer, const VkSubpassBeginInfo *pSubpassBeginInfo,
    const VkSubpassEndInfo *pSubpassEndInfo);
API(1000, FX(vk_framebuffer) LOOK(vk_framebuffer)) VkResult vkCreateFramebuffer(VkDevice device, const VkFramebufferCreateInfo *pCreateInfo,
    OPT const VkAllocationCallbacks *pAllocator, NEW(vk_framebuffer) VkFramebuffer *pFramebuffer);
API(1000, FX(vk_make_pass)) VkResult vkCreateRenderPass(VkDevice device, const VkRenderPassCreateInfo *pCreateInfo,
    OPT const VkAllocationCallbacks *pAllocator, NEW(vk_render_pass) VkRenderPass *pRenderPass);
API(1020, FX(vk_make_pass)) VkResult vkCreateRenderPass2(VkDevice device, const VkRenderPassCreateInfo2 *pCreateInfo,
    OPT const VkAllocationCallbacks *pAllocator, NEW(vk_render_pass) VkRenderPass *pRenderPass);
API(1000, FX(vk_make_pass)) VkResult vkCreateRenderPass2KHR(VkDevice device, const VkRenderPassCreateInfo2 *pCreateInfo,
    OPT const VkAllocationCallbacks *pAllocator, NEW(vk_render_pass) VkRenderPass *pRenderPass);
API(1000, PASS) void vkDestroyFramebuffer(VkDevice device, OPT DEL(vk_framebuffer) VkFramebuffer framebuffer,
    OPT const VkAllocationCallbacks *pAllocator);
API(1000, PASS) void vkDestroyRenderPass(VkDevice device, OPT DEL(vk_render_pass) VkRenderPass renderPass,
    OPT const VkAllocationCallbacks *pAllocator);
API(1000, PASS) void vkGetRenderAreaGranularity(VkDevice device, VkRenderPass renderPass, VkExtent2D *pGranularity);
