/* Dynamic state. */
API(1000, PASS FX(vk_record) STATE) void vkCmdSetAlphaToCoverageEnableEXT(VkCommandBuffer commandBuffer, VkBool32 alphaToCoverageEnable);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetAlphaToOneEnableEXT(VkCommandBuffer commandBuffer, VkBool32 alphaToOneEnable);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetBlendConstants(VkCommandBuffer commandBuffer, const float *blendConstants);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetColorBlendAdvancedEXT(VkCommandBuffer commandBuffer, uint32_t firstAttachment,
    COUNT uint32_t attachmentCount, const VkColorBlendAdvancedEXT *pColorBlendAdvanced);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetColorBlendEnableEXT(VkCommandBuffer commandBuffer, uint32_t firstAttachment,
    COUNT uint32_t attachmentCount, const VkBool32 *pColorBlendEnables);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetColorBlendEquationEXT(VkCommandBuffer commandBuffer, uint32_t firstAttachment,
    COUNT uint32_t attachmentCount, const VkColorBlendEquationEXT *pColorBlendEquations);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetColorWriteEnableEXT(VkCommandBuffer commandBuffer, COUNT uint32_t attachmentCount,
    const VkBool32 *pColorWriteEnables);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetColorWriteMaskEXT(VkCommandBuffer commandBuffer, uint32_t firstAttachment,
    COUNT uint32_t attachmentCount, const VkColorComponentFlags *pColorWriteMasks);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetConservativeRasterizationModeEXT(VkCommandBuffer commandBuffer,
    VkConservativeRasterizationModeEXT conservativeRasterizationMode);
API(1030, PASS FX(vk_record) STATE) void vkCmdSetCullMode(VkCommandBuffer commandBuffer, FLAGS(VkCullModeFlagBits) VkCullModeFlags cullMode);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetCullModeEXT(VkCommandBuffer commandBuffer, FLAGS(VkCullModeFlagBits) VkCullModeFlags cullMode);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetDepthBias(VkCommandBuffer commandBuffer, float depthBiasConstantFactor, float depthBiasClamp,
    float depthBiasSlopeFactor);
API(1030, PASS FX(vk_record) STATE) void vkCmdSetDepthBiasEnable(VkCommandBuffer commandBuffer, VkBool32 depthBiasEnable);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetDepthBiasEnableEXT(VkCommandBuffer commandBuffer, VkBool32 depthBiasEnable);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetDepthBounds(VkCommandBuffer commandBuffer, float minDepthBounds, float maxDepthBounds);
API(1030, PASS FX(vk_record) STATE) void vkCmdSetDepthBoundsTestEnable(VkCommandBuffer commandBuffer, VkBool32 depthBoundsTestEnable);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetDepthBoundsTestEnableEXT(VkCommandBuffer commandBuffer, VkBool32 depthBoundsTestEnable);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetDepthClampEnableEXT(VkCommandBuffer commandBuffer, VkBool32 depthClampEnable);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetDepthClipEnableEXT(VkCommandBuffer commandBuffer, VkBool32 depthClipEnable);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetDepthClipNegativeOneToOneEXT(VkCommandBuffer commandBuffer, VkBool32 negativeOneToOne);
API(1030, PASS FX(vk_record) STATE) void vkCmdSetDepthCompareOp(VkCommandBuffer commandBuffer, VkCompareOp depthCompareOp);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetDepthCompareOpEXT(VkCommandBuffer commandBuffer, VkCompareOp depthCompareOp);
API(1030, PASS FX(vk_record) STATE) void vkCmdSetDepthTestEnable(VkCommandBuffer commandBuffer, VkBool32 depthTestEnable);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetDepthTestEnableEXT(VkCommandBuffer commandBuffer, VkBool32 depthTestEnable);
API(1030, PASS FX(vk_record) STATE) void vkCmdSetDepthWriteEnable(VkCommandBuffer commandBuffer, VkBool32 depthWriteEnable);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetDepthWriteEnableEXT(VkCommandBuffer commandBuffer, VkBool32 depthWriteEnable);
API(1010, PASS FX(vk_record) STATE) void vkCmdSetDeviceMask(VkCommandBuffer commandBuffer, uint32_t deviceMask);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetDeviceMaskKHR(VkCommandBuffer commandBuffer, uint32_t deviceMask);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetDiscardRectangleEXT(VkCommandBuffer commandBuffer, uint32_t firstDiscardRectangle,
    COUNT uint32_t discardRectangleCount, const VkRect2D *pDiscardRectangles);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetExtraPrimitiveOverestimationSizeEXT(VkCommandBuffer commandBuffer,
    float extraPrimitiveOverestimationSize);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetFragmentShadingRateKHR(VkCommandBuffer commandBuffer, const VkExtent2D *pFragmentSize,
    const VkFragmentShadingRateCombinerOpKHR *combinerOps);
API(1030, PASS FX(vk_record) STATE) void vkCmdSetFrontFace(VkCommandBuffer commandBuffer, VkFrontFace frontFace);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetFrontFaceEXT(VkCommandBuffer commandBuffer, VkFrontFace frontFace);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetLineRasterizationModeEXT(VkCommandBuffer commandBuffer,
    VkLineRasterizationModeEXT lineRasterizationMode);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetLineStippleEXT(VkCommandBuffer commandBuffer, uint32_t lineStippleFactor,
    uint16_t lineStipplePattern);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetLineStippleEnableEXT(VkCommandBuffer commandBuffer, VkBool32 stippledLineEnable);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetLineWidth(VkCommandBuffer commandBuffer, float lineWidth);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetLogicOpEXT(VkCommandBuffer commandBuffer, VkLogicOp logicOp);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetLogicOpEnableEXT(VkCommandBuffer commandBuffer, VkBool32 logicOpEnable);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetPatchControlPointsEXT(VkCommandBuffer commandBuffer, uint32_t patchControlPoints);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetPolygonModeEXT(VkCommandBuffer commandBuffer, VkPolygonMode polygonMode);
API(1030, PASS FX(vk_record) STATE) void vkCmdSetPrimitiveRestartEnable(VkCommandBuffer commandBuffer, VkBool32 primitiveRestartEnable);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetPrimitiveRestartEnableEXT(VkCommandBuffer commandBuffer, VkBool32 primitiveRestartEnable);
API(1030, PASS FX(vk_record) STATE) void vkCmdSetPrimitiveTopology(VkCommandBuffer commandBuffer, VkPrimitiveTopology primitiveTopology);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetPrimitiveTopologyEXT(VkCommandBuffer commandBuffer, VkPrimitiveTopology primitiveTopology);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetProvokingVertexModeEXT(VkCommandBuffer commandBuffer,
    VkProvokingVertexModeEXT provokingVertexMode);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetRasterizationSamplesEXT(VkCommandBuffer commandBuffer,
    VkSampleCountFlagBits rasterizationSamples);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetRasterizationStreamEXT(VkCommandBuffer commandBuffer, uint32_t rasterizationStream);
API(1030, PASS FX(vk_record) STATE) void vkCmdSetRasterizerDiscardEnable(VkCommandBuffer commandBuffer, VkBool32 rasterizerDiscardEnable);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetRasterizerDiscardEnableEXT(VkCommandBuffer commandBuffer, VkBool32 rasterizerDiscardEnable);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetSampleLocationsEXT(VkCommandBuffer commandBuffer,
    const VkSampleLocationsInfoEXT *pSampleLocationsInfo);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetSampleLocationsEnableEXT(VkCommandBuffer commandBuffer, VkBool32 sampleLocationsEnable);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetSampleMaskEXT(VkCommandBuffer commandBuffer, VkSampleCountFlagBits samples,
    const VkSampleMask *pSampleMask);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetScissor(VkCommandBuffer commandBuffer, uint32_t firstScissor, COUNT uint32_t scissorCount,
    const VkRect2D *pScissors);
API(1030, PASS FX(vk_record) STATE) void vkCmdSetScissorWithCount(VkCommandBuffer commandBuffer, COUNT uint32_t scissorCount,
    const VkRect2D *pScissors);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetScissorWithCountEXT(VkCommandBuffer commandBuffer, COUNT uint32_t scissorCount,
    const VkRect2D *pScissors);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetStencilCompareMask(VkCommandBuffer commandBuffer,
    FLAGS(VkStencilFaceFlagBits) VkStencilFaceFlags faceMask, uint32_t compareMask);
API(1030, PASS FX(vk_record) STATE) void vkCmdSetStencilOp(VkCommandBuffer commandBuffer,
    FLAGS(VkStencilFaceFlagBits) VkStencilFaceFlags faceMask, VkStencilOp failOp, VkStencilOp passOp, VkStencilOp depthFailOp,
    VkCompareOp compareOp);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetStencilOpEXT(VkCommandBuffer commandBuffer,
    FLAGS(VkStencilFaceFlagBits) VkStencilFaceFlags faceMask, VkStencilOp failOp, VkStencilOp passOp, VkStencilOp depthFailOp,
    VkCompareOp compareOp);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetStencilReference(VkCommandBuffer commandBuffer,
    FLAGS(VkStencilFaceFlagBits) VkStencilFaceFlags faceMask, uint32_t reference);
API(1030, PASS FX(vk_record) STATE) void vkCmdSetStencilTestEnable(VkCommandBuffer commandBuffer, VkBool32 stencilTestEnable);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetStencilTestEnableEXT(VkCommandBuffer commandBuffer, VkBool32 stencilTestEnable);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetStencilWriteMask(VkCommandBuffer commandBuffer,
    FLAGS(VkStencilFaceFlagBits) VkStencilFaceFlags faceMask, uint32_t writeMask);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetTessellationDomainOriginEXT(VkCommandBuffer commandBuffer,
    VkTessellationDomainOrigin domainOrigin);
API(1000, PASS FX(vk_vertex_input) STATE) void vkCmdSetVertexInputEXT(VkCommandBuffer commandBuffer, COUNT uint32_t vertexBindingDescriptionCount,
    const VkVertexInputBindingDescription2EXT *pVertexBindingDescriptions, COUNT uint32_t vertexAttributeDescriptionCount,
    const VkVertexInputAttributeDescription2EXT *pVertexAttributeDescriptions);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetViewport(VkCommandBuffer commandBuffer, uint32_t firstViewport, COUNT uint32_t viewportCount,
    const VkViewport *pViewports);
API(1030, PASS FX(vk_record) STATE) void vkCmdSetViewportWithCount(VkCommandBuffer commandBuffer, COUNT uint32_t viewportCount,
    const VkViewport *pViewports);
API(1000, PASS FX(vk_record) STATE) void vkCmdSetViewportWithCountEXT(VkCommandBuffer commandBuffer, COUNT uint32_t viewportCount,
    const VkViewport *pViewports);
