/* Buffers, images, views, samplers. */
API(1000, FX(vk_buffer)) VkResult vkCreateBuffer(VkDevice device, const VkBufferCreateInfo *pCreateInfo,
    OPT const VkAllocationCallbacks *pAllocator, NEW(vk_buffer) VkBuffer *pBuffer);
API(1000, FX(vk_buffer_view) LOOK(vk_view)) VkResult vkCreateBufferView(VkDevice device, const VkBufferViewCreateInfo *pCreateInfo,
    OPT const VkAllocationCallbacks *pAllocator, NEW(vk_buffer_view) VkBufferView *pView);
API(1000, FX(vk_image)) VkResult vkCreateImage(VkDevice device, const VkImageCreateInfo *pCreateInfo,
    OPT const VkAllocationCallbacks *pAllocator, NEW(vk_image) VkImage *pImage);
API(1000, FX(vk_view) LOOK(vk_view)) VkResult vkCreateImageView(VkDevice device, const VkImageViewCreateInfo *pCreateInfo,
    OPT const VkAllocationCallbacks *pAllocator, NEW(vk_image_view) VkImageView *pView);
API(1000) VkResult vkCreateSampler(VkDevice device, const VkSamplerCreateInfo *pCreateInfo, OPT const VkAllocationCallbacks *pAllocator,
    NEW(vk_sampler) VkSampler *pSampler);
API(1010) VkResult vkCreateSamplerYcbcrConversion(VkDevice device, const VkSamplerYcbcrConversionCreateInfo *pCreateInfo,
    OPT const VkAllocationCallbacks *pAllocator, NEW(vk_sampler_ycbcr_conversion) VkSamplerYcbcrConversion *pYcbcrConversion);
API(1000) VkResult vkCreateSamplerYcbcrConversionKHR(VkDevice device, const VkSamplerYcbcrConversionCreateInfo *pCreateInfo,
    OPT const VkAllocationCallbacks *pAllocator, NEW(vk_sampler_ycbcr_conversion) VkSamplerYcbcrConversion *pYcbcrConversion);
API(1000, PASS) void vkDestroyBuffer(VkDevice device, OPT DEL(vk_buffer) VkBuffer buffer, OPT const VkAllocationCallbacks *pAllocator);
API(1000, PASS) void vkDestroyBufferView(VkDevice device, OPT DEL(vk_buffer_view) VkBufferView bufferView,
    OPT const VkAllocationCallbacks *pAllocator);
API(1000, PASS) void vkDestroyImage(VkDevice device, OPT DEL(vk_image) VkImage image, OPT const VkAllocationCallbacks *pAllocator);
API(1000, PASS) void vkDestroyImageView(VkDevice device, OPT DEL(vk_image_view) VkImageView imageView,
    OPT const VkAllocationCallbacks *pAllocator);
API(1000, PASS) void vkDestroySampler(VkDevice device, OPT DEL(vk_sampler) VkSampler sampler, OPT const VkAllocationCallbacks *pAllocator);
API(1010, PASS) void vkDestroySamplerYcbcrConversion(VkDevice device,
    OPT DEL(vk_sampler_ycbcr_conversion) VkSamplerYcbcrConversion ycbcrConversion, OPT const VkAllocationCallbacks *pAllocator);
API(1000, PASS) void vkDestroySamplerYcbcrConversionKHR(VkDevice device,
    OPT DEL(vk_sampler_ycbcr_conversion) VkSamplerYcbcrConversion ycbcrConversion, OPT const VkAllocationCallbacks *pAllocator);
API(1020, PASS) VkDeviceAddress vkGetBufferDeviceAddress(VkDevice device, const VkBufferDeviceAddressInfo *pInfo);
API(1000, PASS) VkDeviceAddress vkGetBufferDeviceAddressEXT(VkDevice device, const VkBufferDeviceAddressInfo *pInfo);
API(1000, PASS) VkDeviceAddress vkGetBufferDeviceAddressKHR(VkDevice device, const VkBufferDeviceAddressInfo *pInfo);
API(1020, PASS) uint64_t vkGetBufferOpaqueCaptureAddress(VkDevice device, const VkBufferDeviceAddressInfo *pInfo);
API(1000, PASS) uint64_t vkGetBufferOpaqueCaptureAddressKHR(VkDevice device, const VkBufferDeviceAddressInfo *pInfo);
API(1000, PASS) void vkGetImageSubresourceLayout(VkDevice device, VkImage image, const VkImageSubresource *pSubresource,
    VkSubresourceLayout *pLayout);
