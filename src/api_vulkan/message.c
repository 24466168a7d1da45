#include "api_vulkan/message.h"

#include <stdlib.h>
#include <string.h>

#include "api_vulkan/objects.h"
#include "call/core.h"
#include "call/rule.h"

static const struct {
    const char *name;
    VkObjectType type;
    int kind;
} types[] = {
    { "VkInstance", VK_OBJECT_TYPE_INSTANCE, IQ_KIND_VK_INSTANCE },
    { "VkPhysicalDevice", VK_OBJECT_TYPE_PHYSICAL_DEVICE, IQ_KIND_VK_PHYSICAL_DEVICE },
    { "VkDevice", VK_OBJECT_TYPE_DEVICE, IQ_KIND_VK_DEVICE },
    { "VkQueue", VK_OBJECT_TYPE_QUEUE, IQ_KIND_VK_QUEUE },
    { "VkSemaphore", VK_OBJECT_TYPE_SEMAPHORE, IQ_KIND_VK_SEMAPHORE },
    { "VkCommandBuffer", VK_OBJECT_TYPE_COMMAND_BUFFER, IQ_KIND_VK_COMMAND_BUFFER },
    { "VkFence", VK_OBJECT_TYPE_FENCE, IQ_KIND_VK_FENCE },
    { "VkDeviceMemory", VK_OBJECT_TYPE_DEVICE_MEMORY, IQ_KIND_VK_MEMORY },
    { "VkBuffer", VK_OBJECT_TYPE_BUFFER, IQ_KIND_VK_BUFFER },
    { "VkImage", VK_OBJECT_TYPE_IMAGE, IQ_KIND_VK_IMAGE },
    { "VkEvent", VK_OBJECT_TYPE_EVENT, IQ_KIND_VK_EVENT },
    { "VkQueryPool", VK_OBJECT_TYPE_QUERY_POOL, IQ_KIND_VK_QUERY_POOL },
    { "VkBufferView", VK_OBJECT_TYPE_BUFFER_VIEW, IQ_KIND_VK_BUFFER_VIEW },
    { "VkImageView", VK_OBJECT_TYPE_IMAGE_VIEW, IQ_KIND_VK_IMAGE_VIEW },
    { "VkShaderModule", VK_OBJECT_TYPE_SHADER_MODULE, IQ_KIND_VK_SHADER_MODULE },
    { "VkPipelineCache", VK_OBJECT_TYPE_PIPELINE_CACHE, IQ_KIND_VK_PIPELINE_CACHE },
    { "VkPipelineLayout", VK_OBJECT_TYPE_PIPELINE_LAYOUT, IQ_KIND_VK_PIPELINE_LAYOUT },
    { "VkRenderPass", VK_OBJECT_TYPE_RENDER_PASS, IQ_KIND_VK_RENDER_PASS },
    { "VkPipeline", VK_OBJECT_TYPE_PIPELINE, IQ_KIND_VK_PIPELINE },
    { "VkDescriptorSetLayout", VK_OBJECT_TYPE_DESCRIPTOR_SET_LAYOUT,
      IQ_KIND_VK_DESCRIPTOR_SET_LAYOUT },
    { "VkSampler", VK_OBJECT_TYPE_SAMPLER, IQ_KIND_VK_SAMPLER },
    { "VkDescriptorPool", VK_OBJECT_TYPE_DESCRIPTOR_POOL, IQ_KIND_VK_DESCRIPTOR_POOL },
    { "VkDescriptorSet", VK_OBJECT_TYPE_DESCRIPTOR_SET, IQ_KIND_VK_DESCRIPTOR_SET },
    { "VkFramebuffer", VK_OBJECT_TYPE_FRAMEBUFFER, IQ_KIND_VK_FRAMEBUFFER },
    { "VkCommandPool", VK_OBJECT_TYPE_COMMAND_POOL, IQ_KIND_VK_COMMAND_POOL },
    { "VkSwapchainKHR", VK_OBJECT_TYPE_SWAPCHAIN_KHR, IQ_KIND_VK_SWAPCHAIN },
    { "VkSurfaceKHR", VK_OBJECT_TYPE_SURFACE_KHR, IQ_KIND_VK_SURFACE },
};
enum { TYPES = sizeof types / sizeof *types };

enum { LAYERS = 8 };
static struct {
    uintptr_t begin, end;
    const char *name;
} layers[LAYERS];
static uint32_t layer_count; /* atomic */
static bool listens;

void iq_vk_add_layer(uintptr_t begin, uintptr_t end, const char *name)
{
    uint32_t count = __atomic_load_n(&layer_count, __ATOMIC_ACQUIRE);
    if (iq_vk_layer_at(begin) || count >= LAYERS)
        return;
    layers[count].begin = begin;
    layers[count].end = end;
    layers[count].name = name;
    __atomic_store_n(&layer_count, count + 1, __ATOMIC_RELEASE);
}

const char *iq_vk_layer_at(uintptr_t pc)
{
    for (uint32_t i = 0; i < __atomic_load_n(&layer_count, __ATOMIC_ACQUIRE); i++)
        if (layers[i].begin <= pc && pc < layers[i].end)
            return layers[i].name;
    return NULL;
}

void iq_vk_listen(bool listening) { listens |= listening; }
bool iq_vk_is_listening(void) { return listens; }

int iq_vk_kind_of_type(VkObjectType type)
{
    for (int i = 0; i < TYPES; i++)
        if (types[i].type == type)
            return types[i].kind;
    return IQ_KIND_NONE;
}

int iq_vk_kind_named(const char *name, size_t length)
{
    for (int i = 0; i < TYPES; i++)
        if (strlen(types[i].name) == length && !memcmp(types[i].name, name, length))
            return types[i].kind;
    return IQ_KIND_NONE;
}

static void add(struct iq_objection *message, int kind, uint64_t value)
{
    for (uint32_t i = 0; i < message->object_count; i++)
        if (message->objects[i].kind == kind && message->objects[i].value == value)
            return;
    if (kind != IQ_KIND_NONE && value && message->object_count < IQ_OBJECTION_OBJECTS) {
        message->objects[message->object_count].kind = (uint8_t)kind;
        message->objects[message->object_count++].value = value;
    }
}

/* "Object 0x30000000003 of type VkBuffer". */
static void add_typed_objects(struct iq_objection *message)
{
    for (const char *at = message->text; (at = strstr(at, "Object 0x")); at++) {
        char *end;
        uint64_t value = strtoull(at + strlen("Object "), &end, 16);
        if (!strncmp(end, " of type ", 9))
            add(message, iq_vk_kind_named(end + 9, strcspn(end + 9, " ,.;")), value);
    }
}

/* "VkImage 0x40000000004[name]": the text names objects that the list leaves out. */
static void add_named_objects(struct iq_objection *message)
{
    for (const char *at = message->text; (at = strstr(at, "Vk"));) {
        size_t length = 2;
        while ((at[length] >= 'a' && at[length] <= 'z') || (at[length] >= 'A' && at[length] <= 'Z'))
            length++;
        if (at[length] == ' ' && at[length + 1] == '0' && at[length + 2] == 'x')
            add(message, iq_vk_kind_named(at, length), strtoull(at + length + 1, NULL, 16));
        at += length;
    }
}

VkBool32 iq_vk_message(bool error, const VkDebugUtilsMessengerCallbackDataEXT *data)
{
    struct iq_thread *thread = iq_thread_block;
    struct iq_objection message = { .id = data->pMessageIdName ? data->pMessageIdName : "",
                                    .text = data->pMessage,
                                    .error = error };
    struct iq_call *call = thread ? iq_call_here.top : NULL;
    if (!call || iq_core.config.traced_only)
        return 0;
    for (uint32_t i = 0; i < data->objectCount; i++)
        add(&message, iq_vk_kind_of_type(data->pObjects[i].objectType),
            data->pObjects[i].objectHandle);
    add_named_objects(&message);
    add_typed_objects(&message);
    struct iq_event event = { .verb = IQ_VERB_MESSAGE,
                              .phase = IQ_PHASE_BEFORE,
                              .call = iq_call_outermost(call),
                              .arg = -1,
                              .message.objection = &message };
    iq_rule_dispatch(&event);
    if (!message.contain || !iq_core.config.contain)
        return 0;
    event.call->left_out = true;
    return 1;
}

void iq_vk_device_made(VkDevice device, const VkPhysicalDeviceMemoryProperties *memory,
                       const VkPhysicalDeviceProperties *properties)
{
    struct iq_handle *handle = iq_handle_find(IQ_KIND_VK_DEVICE, (uint64_t)(uintptr_t)device);
    struct iq_vk_object *object =
        handle && handle->kind == IQ_KIND_VK_DEVICE ? iq_vk_object_of(handle) : NULL;
    if (object) {
        object->device.type_count = memory->memoryTypeCount;
        for (uint32_t i = 0; i < memory->memoryTypeCount && i < 32; i++)
            object->device.types[i] = memory->memoryTypes[i].propertyFlags;
        object->device.atom = properties->limits.nonCoherentAtomSize;
    }
    iq_core_add_device("vulkan", properties->deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU,
                       "libvulkan.so.1", properties->deviceName);
    iq_core_flush(); /* a program that is ended from outside has been checked all the same */
}
