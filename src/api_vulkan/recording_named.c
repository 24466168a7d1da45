/* Commands of a recording as synchronisation validation names and numbers them. */
#include <string.h>

#include "api_vulkan/recording.h"

/* Does synchronisation validation give the command a number? */
static bool is_numbered(const char *name)
{
    static const char *const without[] = { "vkCmdBind",
                                           "vkCmdPush",
                                           "vkCmdBeginQuery",
                                           "vkCmdEndQuery",
                                           "vkCmdResetQuery",
                                           "vkCmdWriteTimestamp",
                                           "vkCmdBeginDebug",
                                           "vkCmdEndDebug",
                                           "vkCmdInsertDebug",
                                           "vkCmdDebugMarker",
                                           "vkCmdBeginRendering",
                                           "vkCmdEndRendering",
                                           NULL };
    if (!strncmp(name, "vkCmdSet", 8))
        return !strncmp(name, "vkCmdSetEvent", 13);
    for (int i = 0; without[i]; i++)
        if (!strncmp(name, without[i], strlen(without[i])))
            return false;
    return true;
}

const struct iq_vk_command *iq_vk_recording_find(const struct iq_vk_recording *recording,
                                                 uint64_t number, const char *name, size_t length)
{
    const struct iq_vk_command *best = NULL;
    uint64_t at = 0, best_off = UINT64_MAX;
    for (uint32_t i = 0; i < recording->count; i++) {
        const char *own = recording->commands[i].ref.entry->name;
        at += is_numbered(own);
        uint64_t off = at > number ? at - number : number - at;
        if (!strncmp(own, name, length) && off < best_off) {
            best = &recording->commands[i];
            best_off = off;
        }
    }
    return best;
}
