// link: checker -lzstd -llz4
/* Any text as the id and the words of a validation layer's message, during calls of several shapes. */
#include <stdint.h>
#include <string.h>

#include "call/call.h"
#include "call/core.h"
#include "api_vulkan/message.h"
#include "iq_entries.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const int rows[] = { IQ_ID_vkCmdCopyBuffer, IQ_ID_vkCmdCopyBufferToImage, IQ_ID_vkDestroyBuffer, IQ_ID_vkCreateImage, IQ_ID_vkCmdDispatch };
    static char text[4096], id[128];
    uint64_t args[16] = { 1, 2, 3, 4 };
    struct iq_call call;
    if (size < 2 || size >= sizeof text)
        return 0;
    size_t cut = data[1] % sizeof id;
    cut = cut < size - 2 ? cut : size - 2;
    memcpy(id, data + 2, cut);
    id[cut] = 0;
    memcpy(text, data + 2 + cut, size - 2 - cut);
    text[size - 2 - cut] = 0;
    VkDebugUtilsMessengerCallbackDataEXT message = { .pMessageIdName = id, .pMessage = text };
    iq_core.config.max = 1;
    memset(args + 2, 0, sizeof args - 2 * sizeof *args);
    iq_call_enter(&call, &iq_entries[rows[data[0] % 5]], args, IQ_SITE);
    iq_vk_message(data[0] & 128, &message);
    iq_call_leave(&call, 0);
    return 0;
}
