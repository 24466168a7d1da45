#include "base/soft_profile.h"

#include <stddef.h>
#include <string.h>

static const struct iq_soft_profile profiles[] = {
    { "h200", 90, false },
    { "orin", 87, true },
};

const struct iq_soft_profile *iq_soft_profile(const char *name)
{
    for (size_t i = 0; name && i < sizeof profiles / sizeof *profiles; i++)
        if (!strcmp(profiles[i].name, name))
            return &profiles[i];
    return profiles;
}
