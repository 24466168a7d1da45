/* Copies, fills, clears. */
API(1000, PASS FX(vk_images) OP(blit_image)) void vkCmdBlitImage(VkCommandBuffer commandBuffer, VkImage srcImage, VkImageLayout srcImageLayout,
    VkImage dstImage, VkImageLayout dstImageLayout, COUNT uint32_t regionCount, const VkImageBlit *pRegions, VkFilter filter);
API(1030, PASS FX(vk_images2) LOOK(vk_copy2) OP(blit_image)) void vkCmdBlitImage2(VkCommandBuffer commandBuffer, const VkBlitImageInfo2 *pBlitImageInfo);
API(1000, PASS FX(vk_images2) LOOK(vk_copy2) OP(blit_image)) void vkCmdBlitImage2KHR(VkCommandBuffer commandBuffer, const VkBlitImageInfo2 *pBlitImageInfo);
API(1000, PASS FX(vk_record)) void vkCmdClearAttachments(VkCommandBuffer commandBuffer, COUNT uint32_t attachmentCount,
    const VkClearAttachment *pAttachments, COUNT uint32_t rectCount, const VkClearRect *pRects);
API(1000, PASS FX(vk_record)) void vkCmdClearColorImage(VkCommandBuffer commandBuffer, VkImage image, VkImageLayout imageLayout,
    const VkClearColorValue *pColor, COUNT uint32_t rangeCount, const VkImageSubresourceRange *pRanges);
API(1000, PASS FX(vk_record)) void vkCmdClearDepthStencilImage(VkCommandBuffer commandBuffer, VkImage image, VkImageLayout imageLayout,
    const VkClearDepthStencilValue *pDepthStencil, COUNT uint32_t rangeCount, const VkImageSubresourceRange *pRanges);
API(1000, PASS FX(vk_copy_buffer)) void vkCmdCopyBuffer(VkCommandBuffer commandBuffer, VkBuffer srcBuffer, VkBuffer dstBuffer,
    COUNT uint32_t regionCount, const VkBufferCopy *pRegions);
API(1030, PASS FX(vk_copy_buffer2) LOOK(vk_copy2)) void vkCmdCopyBuffer2(VkCommandBuffer commandBuffer, const VkCopyBufferInfo2 *pCopyBufferInfo);
API(1000, PASS FX(vk_copy_buffer2) LOOK(vk_copy2)) void vkCmdCopyBuffer2KHR(VkCommandBuffer commandBuffer,
    const VkCopyBufferInfo2 *pCopyBufferInfo);
API(1000, PASS FX(vk_copy_to_image)) void vkCmdCopyBufferToImage(VkCommandBuffer commandBuffer, VkBuffer srcBuffer, VkImage dstImage,
    VkImageLayout dstImageLayout, COUNT uint32_t regionCount, const VkBufferImageCopy *pRegions);
API(1030, PASS FX(vk_copy_to_image2) LOOK(vk_copy2)) void vkCmdCopyBufferToImage2(VkCommandBuffer commandBuffer,
    const VkCopyBufferToImageInfo2 *pCopyBufferToImageInfo);
API(1000, PASS FX(vk_copy_to_image2) LOOK(vk_copy2)) void vkCmdCopyBufferToImage2KHR(VkCommandBuffer commandBuffer,
    const VkCopyBufferToImageInfo2 *pCopyBufferToImageInfo);
API(1000, PASS FX(vk_images)) void vkCmdCopyImage(VkCommandBuffer commandBuffer, VkImage srcImage, VkImageLayout srcImageLayout,
    VkImage dstImage, VkImageLayout dstImageLayout, COUNT uint32_t regionCount, const VkImageCopy *pRegions);
API(1030, PASS FX(vk_images2) LOOK(vk_copy2)) void vkCmdCopyImage2(VkCommandBuffer commandBuffer, const VkCopyImageInfo2 *pCopyImageInfo);
API(1000, PASS FX(vk_images2) LOOK(vk_copy2)) void vkCmdCopyImage2KHR(VkCommandBuffer commandBuffer, const VkCopyImageInfo2 *pCopyImageInfo);
API(1000, PASS FX(vk_copy_from_image)) void vkCmdCopyImageToBuffer(VkCommandBuffer commandBuffer, VkImage srcImage, VkImageLayout srcImageLayout,
    VkBuffer dstBuffer, COUNT uint32_t regionCount, const VkBufferImageCopy *pRegions);
API(1030, PASS FX(vk_copy_from_image2) LOOK(vk_copy2)) void vkCmdCopyImageToBuffer2(VkCommandBuffer commandBuffer,
    const VkCopyImageToBufferInfo2 *pCopyImageToBufferInfo);
API(1000, PASS FX(vk_copy_from_image2) LOOK(vk_copy2)) void vkCmdCopyImageToBuffer2KHR(VkCommandBuffer commandBuffer,
    const VkCopyImageToBufferInfo2 *pCopyImageToBufferInfo);
API(1000, PASS FX(vk_queries)) void vkCmdCopyQueryPoolResults(VkCommandBuffer commandBuffer, VkQueryPool queryPool, uint32_t firstQuery,
    COUNT uint32_t queryCount, VkBuffer dstBuffer, OFFSET VkDeviceSize dstOffset, VkDeviceSize stride,
    FLAGS(VkQueryResultFlagBits) VkQueryResultFlags flags);
API(1000, PASS FX(vk_fill)) void vkCmdFillBuffer(VkCommandBuffer commandBuffer, VkBuffer dstBuffer, OFFSET VkDeviceSize dstOffset,
    VkDeviceSize size, uint32_t data);
API(1000, PASS FX(vk_images)) void vkCmdResolveImage(VkCommandBuffer commandBuffer, VkImage srcImage, VkImageLayout srcImageLayout,
    VkImage dstImage, VkImageLayout dstImageLayout, COUNT uint32_t regionCount, const VkImageResolve *pRegions);
API(1030, PASS FX(vk_images2) LOOK(vk_copy2)) void vkCmdResolveImage2(VkCommandBuffer commandBuffer,
    const VkResolveImageInfo2 *pResolveImageInfo);
API(1000, PASS FX(vk_images2) LOOK(vk_copy2)) void vkCmdResolveImage2KHR(VkCommandBuffer commandBuffer,
    const VkResolveImageInfo2 *pResolveImageInfo);
API(1000, PASS FX(vk_fill)) void vkCmdUpdateBuffer(VkCommandBuffer commandBuffer, VkBuffer dstBuffer, OFFSET VkDeviceSize dstOffset,
    VkDeviceSize dataSize, PTR const void *pData);
