/* Dynamic state. */
API(1000, PASS FX(vk_record)) void vkCmdSetAlphaToCoverageEnableEXT(VkCommandBuffer commandBuffer, VkBool32 alphaToCoverageEnable);
API(1000, PASS FX(vk_record)) void vkCmdSetAlphaToOneEnableEXT(VkCommandBuffer commandBuffer, VkBool32 alphaToOneEnable);
API(1000, PASS FX(vk_record)) void vkCmdSetBlendConstants(VkCommandBuffer commandBuffer, const float *blendConstants);
API(1000, PASS FX(vk_record)) void vkCmdSetColorBlendAdvancedEXT(VkCommandBuffer commandBuffer, uint32_t firstAttachment,
    COUNT uint32_t attachmentCount, const VkColorBlendAdvancedEXT *pColorBlendAdvanced);
API(1000, PASS FX(vk_record)) void vkCmdSetColorBlendEnableEXT(VkCommandBuffer commandBuffer, uint32_t firstAttachment,
    COUNT uint32_t attachmentCount, const VkBool32 *pColorBlendEnables);
API(1000, PASS FX(vk_record)) void vkCmdSetColorBlendEquationEXT(VkCommandBuffer commandBuffer, uint32_t firstAttachment,
    COUNT uint32_t attachmentCount, const VkColorBlendEquationEXT *pColorBlendEquations);
API(1000, PASS FX(vk_record)) void vkCmdSetColorWriteEnableEXT(VkCommandBuffer commandBuffer, COUNT uint32_t attachmentCount,
    const VkBool32 *pColorWriteEnables);
API(1000, PASS FX(vk_record)) void vkCmdSetColorWriteMaskEXT(VkCommandBuffer commandBuffer, uint32_t firstAttachment,
    COUNT uint32_t attachmentCount, const VkColorComponentFlags *pColorWriteMasks);
API(1000, PASS FX(vk_record)) void vkCmdSetConservativeRasterizationModeEXT(VkCommandBuffer commandBuffer,
    VkConservativeRasterizationModeEXT conservativeRasterizationMode);
API(1030, PASS FX(vk_record)) void vkCmdSetCullMode(VkCommandBuffer commandBuffer, FLAGS(VkCullModeFlagBits) VkCullModeFlags cullMode);
API(1000, PASS FX(vk_record)) void vkCmdSetCullModeEXT(VkCommandBuffer commandBuffer, FLAGS(VkCullModeFlagBits) VkCullModeFlags cullMode);
API(1000, PASS FX(vk_record)) void vkCmdSetDepthBias(VkCommandBuffer commandBuffer, float depthBiasConstantFactor, float depthBiasClamp,
    float depthBiasSlopeFactor);
API(1030, PASS FX(vk_record)) void vkCmdSetDepthBiasEnable(VkCommandBuffer commandBuffer, VkBool32 depthBiasEnable);
API(1000, PASS FX(vk_record)) void vkCmdSetDepthBiasEnableEXT(VkCommandBuffer commandBuffer, VkBool32 depthBiasEnable);
API(1000, PASS FX(vk_record)) void vkCmdSetDepthBounds(VkCommandBuffer commandBuffer, float minDepthBounds, float maxDepthBounds);
API(1030, PASS FX(vk_record)) void vkCmdSetDepthBoundsTestEnable(VkCommandBuffer commandBuffer, VkBool32 depthBoundsTestEnable);
API(1000, PASS FX(vk_record)) void vkCmdSetDepthBoundsTestEnableEXT(VkCommandBuffer commandBuffer, VkBool32 depthBoundsTestEnable);
API(1000, PASS FX(vk_record)) void vkCmdSetDepthClampEnableEXT(VkCommandBuffer commandBuffer, VkBool32 depthClampEnable);
API(1000, PASS FX(vk_record)) void vkCmdSetDepthClipEnableEXT(VkCommandBuffer commandBuffer, VkBool32 depthClipEnable);
API(1000, PASS FX(vk_record)) void vkCmdSetDepthClipNegativeOneToOneEXT(VkCommandBuffer commandBuffer, VkBool32 negativeOneToOne);
API(1030, PASS FX(vk_record)) void vkCmdSetDepthCompareOp(VkCommandBuffer commandBuffer, VkCompareOp depthCompareOp);
API(1000, PASS FX(vk_record)) void vkCmdSetDepthCompareOpEXT(VkCommandBuffer commandBuffer, VkCompareOp depthCompareOp);
API(1030, PASS FX(vk_record)) void vkCmdSetDepthTestEnable(VkCommandBuffer commandBuffer, VkBool32 depthTestEnable);
API(1000, PASS FX(vk_record)) void vkCmdSetDepthTestEnableEXT(VkCommandBuffer commandBuffer, VkBool32 depthTestEnable);
API(1030, PASS FX(vk_record)) void vkCmdSetDepthWriteEnable(VkCommandBuffer commandBuffer, VkBool32 depthWriteEnable);
API(1000, PASS FX(vk_record)) void vkCmdSetDepthWriteEnableEXT(VkCommandBuffer commandBuffer, VkBool32 depthWriteEnable);
API(1010, PASS FX(vk_record)) void vkCmdSetDeviceMask(VkCommandBuffer commandBuffer, uint32_t deviceMask);
API(1000, PASS FX(vk_record)) void vkCmdSetDeviceMaskKHR(VkCommandBuffer commandBuffer, uint32_t deviceMask);
API(1000, PASS FX(vk_record)) void vkCmdSetDiscardRectangleEXT(VkCommandBuffer commandBuffer, uint32_t firstDiscardRectangle,
    COUNT uint32_t discardRectangleCount, const VkRect2D *pDiscardRectangles);
API(1000, PASS FX(vk_record)) void vkCmdSetExtraPrimitiveOverestimationSizeEXT(VkCommandBuffer commandBuffer,
    float extraPrimitiveOverestimationSize);
API(1000, PASS FX(vk_record)) void vkCmdSetFragmentShadingRateKHR(VkCommandBuffer commandBuffer, const VkExtent2D *pFragmentSize,
    const VkFragmentShadingRateCombinerOpKHR *combinerOps);
API(1030, PASS FX(vk_record)) void vkCmdSetFrontFace(VkCommandBuffer commandBuffer, VkFrontFace frontFace);
API(1000, PASS FX(vk_record)) void vkCmdSetFrontFaceEXT(VkCommandBuffer commandBuffer, VkFrontFace frontFace);
API(1000, PASS FX(vk_record)) void vkCmdSetLineRasterizationModeEXT(VkCommandBuffer commandBuffer,
    VkLineRasterizationModeEXT lineRasterizationMode);
API(1000, PASS FX(vk_record)) void vkCmdSetLineStippleEXT(VkCommandBuffer commandBuffer, uint32_t lineStippleFactor,
    uint16_t lineStipplePattern);
API(1000, PASS FX(vk_record)) void vkCmdSetLineStippleEnableEXT(VkCommandBuffer commandBuffer, VkBool32 stippledLineEnable);
API(1000, PASS FX(vk_record)) void vkCmdSetLineWidth(VkCommandBuffer commandBuffer, float lineWidth);
API(1000, PASS FX(vk_record)) void vkCmdSetLogicOpEXT(VkCommandBuffer commandBuffer, VkLogicOp logicOp);
API(1000, PASS FX(vk_record)) void vkCmdSetLogicOpEnableEXT(VkCommandBuffer commandBuffer, VkBool32 logicOpEnable);
API(1000, PASS FX(vk_record)) void vkCmdSetPatchControlPointsEXT(VkCommandBuffer commandBuffer, uint32_t patchControlPoints);
API(1000, PASS FX(vk_record)) void vkCmdSetPolygonModeEXT(VkCommandBuffer commandBuffer, VkPolygonMode polygonMode);
API(1030, PASS FX(vk_record)) void vkCmdSetPrimitiveRestartEnable(VkCommandBuffer commandBuffer, VkBool32 primitiveRestartEnable);
API(1000, PASS FX(vk_record)) void vkCmdSetPrimitiveRestartEnableEXT(VkCommandBuffer commandBuffer, VkBool32 primitiveRestartEnable);
API(1030, PASS FX(vk_record)) void vkCmdSetPrimitiveTopology(VkCommandBuffer commandBuffer, VkPrimitiveTopology primitiveTopology);
API(1000, PASS FX(vk_record)) void vkCmdSetPrimitiveTopologyEXT(VkCommandBuffer commandBuffer, VkPrimitiveTopology primitiveTopology);
API(1000, PASS FX(vk_record)) void vkCmdSetProvokingVertexModeEXT(VkCommandBuffer commandBuffer,
    VkProvokingVertexModeEXT provokingVertexMode);
API(1000, PASS FX(vk_record)) void vkCmdSetRasterizationSamplesEXT(VkCommandBuffer commandBuffer,
    VkSampleCountFlagBits rasterizationSamples);
API(1000, PASS FX(vk_record)) void vkCmdSetRasterizationStreamEXT(VkCommandBuffer commandBuffer, uint32_t rasterizationStream);
API(1030, PASS FX(vk_record)) void vkCmdSetRasterizerDiscardEnable(VkCommandBuffer commandBuffer, VkBool32 rasterizerDiscardEnable);
API(1000, PASS FX(vk_record)) void vkCmdSetRasterizerDiscardEnableEXT(VkCommandBuffer commandBuffer, VkBool32 rasterizerDiscardEnable);
API(1000, PASS FX(vk_record)) void vkCmdSetSampleLocationsEXT(VkCommandBuffer commandBuffer,
    const VkSampleLocationsInfoEXT *pSampleLocationsInfo);
API(1000, PASS FX(vk_record)) void vkCmdSetSampleLocationsEnableEXT(VkCommandBuffer commandBuffer, VkBool32 sampleLocationsEnable);
API(1000, PASS FX(vk_record)) void vkCmdSetSampleMaskEXT(VkCommandBuffer commandBuffer, VkSampleCountFlagBits samples,
    const VkSampleMask *pSampleMask);
API(1000, PASS FX(vk_record)) void vkCmdSetScissor(VkCommandBuffer commandBuffer, uint32_t firstScissor, COUNT uint32_t scissorCount,
    const VkRect2D *pScissors);
API(1030, PASS FX(vk_record)) void vkCmdSetScissorWithCount(VkCommandBuffer commandBuffer, COUNT uint32_t scissorCount,
    const VkRect2D *pScissors);
API(1000, PASS FX(vk_record)) void vkCmdSetScissorWithCountEXT(VkCommandBuffer commandBuffer, COUNT uint32_t scissorCount,
    const VkRect2D *pScissors);
API(1000, PASS FX(vk_record)) void vkCmdSetStencilCompareMask(VkCommandBuffer commandBuffer,
    FLAGS(VkStencilFaceFlagBits) VkStencilFaceFlags faceMask, uint32_t compareMask);
API(1030, PASS FX(vk_record)) void vkCmdSetStencilOp(VkCommandBuffer commandBuffer,
    FLAGS(VkStencilFaceFlagBits) VkStencilFaceFlags faceMask, VkStencilOp failOp, VkStencilOp passOp, VkStencilOp depthFailOp,
    VkCompareOp compareOp);
API(1000, PASS FX(vk_record)) void vkCmdSetStencilOpEXT(VkCommandBuffer commandBuffer,
    FLAGS(VkStencilFaceFlagBits) VkStencilFaceFlags faceMask, VkStencilOp failOp, VkStencilOp passOp, VkStencilOp depthFailOp,
    VkCompareOp compareOp);
API(1000, PASS FX(vk_record)) void vkCmdSetStencilReference(VkCommandBuffer commandBuffer,
    FLAGS(VkStencilFaceFlagBits) VkStencilFaceFlags faceMask, uint32_t reference);
API(1030, PASS FX(vk_record)) void vkCmdSetStencilTestEnable(VkCommandBuffer commandBuffer, VkBool32 stencilTestEnable);
API(1000, PASS FX(vk_record)) void vkCmdSetStencilTestEnableEXT(VkCommandBuffer commandBuffer, VkBool32 stencilTestEnable);
API(1000, PASS FX(vk_record)) void vkCmdSetStencilWriteMask(VkCommandBuffer commandBuffer,
    FLAGS(VkStencilFaceFlagBits) VkStencilFaceFlags faceMask, uint32_t writeMask);
API(1000, PASS FX(vk_record)) void vkCmdSetTessellationDomainOriginEXT(VkCommandBuffer commandBuffer,
    VkTessellationDomainOrigin domainOrigin);
API(1000, PASS FX(vk_record)) void vkCmdSetVertexInputEXT(VkCommandBuffer commandBuffer, COUNT uint32_t vertexBindingDescriptionCount,
    const VkVertexInputBindingDescription2EXT *pVertexBindingDescriptions, COUNT uint32_t vertexAttributeDescriptionCount,
    const VkVertexInputAttributeDescription2EXT *pVertexAttributeDescriptions);
API(1000, PASS FX(vk_record)) void vkCmdSetViewport(VkCommandBuffer commandBuffer, uint32_t firstViewport, COUNT uint32_t viewportCount,
    const VkViewport *pViewports);
API(1030, PASS FX(vk_record)) void vkCmdSetViewportWithCount(VkCommandBuffer commandBuffer, COUNT uint32_t viewportCount,
    const VkViewport *pViewports);
API(1000, PASS FX(vk_record)) void vkCmdSetViewportWithCountEXT(VkCommandBuffer commandBuffer, COUNT uint32_t viewportCount,
    const VkViewport *pViewports);
