/* Queues and submission. */
API(1000, SYNC(context) FX(vk_idle)) VkResult vkDeviceWaitIdle(VkDevice device);
API(1000, PASS FX(vk_queue)) void vkGetDeviceQueue(VkDevice device, uint32_t queueFamilyIndex, uint32_t queueIndex,
    GET(vk_queue) VkQueue *pQueue);
API(1010, PASS FX(vk_queue)) void vkGetDeviceQueue2(VkDevice device, const VkDeviceQueueInfo2 *pQueueInfo, GET(vk_queue) VkQueue *pQueue);
API(1000, ASYNC FX(vk_bind_sparse)) VkResult vkQueueBindSparse(VkQueue queue, COUNT uint32_t bindInfoCount,
    const VkBindSparseInfo *pBindInfo, OPT VkFence fence);
API(1000, ASYNC FX(vk_submit) LOOK(vk_submit) OP(submit)) VkResult vkQueueSubmit(VkQueue queue, COUNT uint32_t submitCount,
    const VkSubmitInfo *pSubmits, OPT VkFence fence);
API(1030, ASYNC FX(vk_submit) LOOK(vk_submit2) OP(submit2)) VkResult vkQueueSubmit2(VkQueue queue, COUNT uint32_t submitCount,
    const VkSubmitInfo2 *pSubmits, OPT VkFence fence);
API(1000, ASYNC FX(vk_submit) LOOK(vk_submit2) OP(submit2)) VkResult vkQueueSubmit2KHR(VkQueue queue, COUNT uint32_t submitCount,
    const VkSubmitInfo2 *pSubmits, OPT VkFence fence);
API(1000, SYNC(stream) FX(vk_idle)) VkResult vkQueueWaitIdle(VkQueue queue);
