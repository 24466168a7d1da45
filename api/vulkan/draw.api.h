/* Draws, dispatches, bindings. */
API(1000, PASS FX(vk_bind_indices) STATE) void vkCmdBindIndexBuffer(VkCommandBuffer commandBuffer, OPT VkBuffer buffer, OFFSET VkDeviceSize offset,
    VkIndexType indexType);
API(1000, PASS FX(vk_record) STATE) void vkCmdBindVertexBuffers(VkCommandBuffer commandBuffer, uint32_t firstBinding, COUNT uint32_t bindingCount,
    LIST(vk_buffer, bindingCount) const VkBuffer *pBuffers, const VkDeviceSize *pOffsets);
API(1030, PASS FX(vk_record) STATE) void vkCmdBindVertexBuffers2(VkCommandBuffer commandBuffer, uint32_t firstBinding,
    COUNT uint32_t bindingCount, LIST(vk_buffer, bindingCount) const VkBuffer *pBuffers, const VkDeviceSize *pOffsets,
    OPT const VkDeviceSize *pSizes, OPT const VkDeviceSize *pStrides);
API(1000, PASS FX(vk_record) STATE) void vkCmdBindVertexBuffers2EXT(VkCommandBuffer commandBuffer, uint32_t firstBinding,
    COUNT uint32_t bindingCount, LIST(vk_buffer, bindingCount) const VkBuffer *pBuffers, const VkDeviceSize *pOffsets,
    OPT const VkDeviceSize *pSizes, OPT const VkDeviceSize *pStrides);
API(1000, PASS FX(vk_dispatch) OP(run_shaders)) void vkCmdDispatch(VkCommandBuffer commandBuffer, uint32_t groupCountX, uint32_t groupCountY,
    uint32_t groupCountZ);
API(1010, PASS FX(vk_dispatched) OP(run_shaders)) void vkCmdDispatchBase(VkCommandBuffer commandBuffer, uint32_t baseGroupX, uint32_t baseGroupY,
    uint32_t baseGroupZ, uint32_t groupCountX, uint32_t groupCountY, uint32_t groupCountZ);
API(1000, PASS FX(vk_dispatched) OP(run_shaders)) void vkCmdDispatchBaseKHR(VkCommandBuffer commandBuffer, uint32_t baseGroupX, uint32_t baseGroupY,
    uint32_t baseGroupZ, uint32_t groupCountX, uint32_t groupCountY, uint32_t groupCountZ);
API(1000, PASS FX(vk_dispatched) OP(run_shaders)) void vkCmdDispatchIndirect(VkCommandBuffer commandBuffer, VkBuffer buffer, OFFSET VkDeviceSize offset);
API(1000, PASS FX(vk_draw) OP(run_shaders)) void vkCmdDraw(VkCommandBuffer commandBuffer, COUNT uint32_t vertexCount, COUNT uint32_t instanceCount,
    uint32_t firstVertex, uint32_t firstInstance);
API(1000, PASS FX(vk_draw_indexed) OP(run_shaders)) void vkCmdDrawIndexed(VkCommandBuffer commandBuffer, COUNT uint32_t indexCount, COUNT uint32_t instanceCount,
    uint32_t firstIndex, int32_t vertexOffset, uint32_t firstInstance);
API(1000, PASS FX(vk_draw_elements) OP(run_shaders)) void vkCmdDrawIndexedIndirect(VkCommandBuffer commandBuffer, VkBuffer buffer, OFFSET VkDeviceSize offset,
    COUNT uint32_t drawCount, uint32_t stride);
API(1020, PASS FX(vk_draw_elements) OP(run_shaders)) void vkCmdDrawIndexedIndirectCount(VkCommandBuffer commandBuffer, VkBuffer buffer, OFFSET VkDeviceSize offset,
    VkBuffer countBuffer, OFFSET VkDeviceSize countBufferOffset, COUNT uint32_t maxDrawCount, uint32_t stride);
API(1000, PASS FX(vk_draw_elements) OP(run_shaders)) void vkCmdDrawIndexedIndirectCountKHR(VkCommandBuffer commandBuffer, VkBuffer buffer,
    OFFSET VkDeviceSize offset, VkBuffer countBuffer, OFFSET VkDeviceSize countBufferOffset, COUNT uint32_t maxDrawCount, uint32_t stride);
API(1000, PASS FX(vk_draw) OP(run_shaders)) void vkCmdDrawIndirect(VkCommandBuffer commandBuffer, VkBuffer buffer, OFFSET VkDeviceSize offset,
    COUNT uint32_t drawCount, uint32_t stride);
API(1000, PASS FX(vk_draw) OP(run_shaders)) void vkCmdDrawIndirectByteCountEXT(VkCommandBuffer commandBuffer, COUNT uint32_t instanceCount,
    uint32_t firstInstance, VkBuffer counterBuffer, OFFSET VkDeviceSize counterBufferOffset, uint32_t counterOffset, uint32_t vertexStride);
API(1020, PASS FX(vk_draw) OP(run_shaders)) void vkCmdDrawIndirectCount(VkCommandBuffer commandBuffer, VkBuffer buffer, OFFSET VkDeviceSize offset,
    VkBuffer countBuffer, OFFSET VkDeviceSize countBufferOffset, COUNT uint32_t maxDrawCount, uint32_t stride);
API(1000, PASS FX(vk_draw) OP(run_shaders)) void vkCmdDrawIndirectCountKHR(VkCommandBuffer commandBuffer, VkBuffer buffer, OFFSET VkDeviceSize offset,
    VkBuffer countBuffer, OFFSET VkDeviceSize countBufferOffset, COUNT uint32_t maxDrawCount, uint32_t stride);
API(1000, PASS FX(vk_draw) OP(run_shaders)) void vkCmdDrawMeshTasksEXT(VkCommandBuffer commandBuffer, uint32_t groupCountX, uint32_t groupCountY,
    uint32_t groupCountZ);
API(1000, PASS FX(vk_draw) OP(run_shaders)) void vkCmdDrawMeshTasksIndirectCountEXT(VkCommandBuffer commandBuffer, VkBuffer buffer,
    OFFSET VkDeviceSize offset, VkBuffer countBuffer, OFFSET VkDeviceSize countBufferOffset, COUNT uint32_t maxDrawCount, uint32_t stride);
API(1000, PASS FX(vk_draw) OP(run_shaders)) void vkCmdDrawMeshTasksIndirectCountNV(VkCommandBuffer commandBuffer, VkBuffer buffer,
    OFFSET VkDeviceSize offset, VkBuffer countBuffer, OFFSET VkDeviceSize countBufferOffset, COUNT uint32_t maxDrawCount, uint32_t stride);
API(1000, PASS FX(vk_draw) OP(run_shaders)) void vkCmdDrawMeshTasksIndirectEXT(VkCommandBuffer commandBuffer, VkBuffer buffer, OFFSET VkDeviceSize offset,
    COUNT uint32_t drawCount, uint32_t stride);
API(1000, PASS FX(vk_draw) OP(run_shaders)) void vkCmdDrawMeshTasksIndirectNV(VkCommandBuffer commandBuffer, VkBuffer buffer, OFFSET VkDeviceSize offset,
    COUNT uint32_t drawCount, uint32_t stride);
API(1000, PASS FX(vk_draw) OP(run_shaders)) void vkCmdDrawMeshTasksNV(VkCommandBuffer commandBuffer, COUNT uint32_t taskCount, uint32_t firstTask);
API(1000, PASS FX(vk_draw) OP(run_shaders)) void vkCmdDrawMultiEXT(VkCommandBuffer commandBuffer, COUNT uint32_t drawCount,
    const VkMultiDrawInfoEXT *pVertexInfo, COUNT uint32_t instanceCount, uint32_t firstInstance, uint32_t stride);
API(1000, PASS FX(vk_draw_elements) OP(run_shaders)) void vkCmdDrawMultiIndexedEXT(VkCommandBuffer commandBuffer, COUNT uint32_t drawCount,
    const VkMultiDrawIndexedInfoEXT *pIndexInfo, COUNT uint32_t instanceCount, uint32_t firstInstance, uint32_t stride,
    OPT const int32_t *pVertexOffset);
