#include "cli/place.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void part(char *out, size_t size, const char *folder, const char *name)
{
    snprintf(out, size, "%s/%s", folder, name);
    if (access(out, R_OK))
        out[0] = '\0';
}

bool iq_place_find(struct iq_place *place)
{
    char self[3900];
    *place = (struct iq_place){ 0 };
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length <= 0)
        return false;
    self[length] = '\0';
    for (int i = 0; i < 2; i++) { /* cut "/bin/inquest" off */
        char *slash = strrchr(self, '/');
        if (!slash)
            return false;
        *slash = '\0';
    }
    snprintf(place->libraries, sizeof place->libraries, "%s/lib/inquest", self);
    part(place->gdb_script, sizeof place->gdb_script, self, "share/inquest/gdb/inquest.py");
    part(place->guest, sizeof place->guest, place->libraries, "libcuda.so.1");
    part(place->audit, sizeof place->audit, place->libraries, "libinquest-audit.so");
    part(place->soft_driver, sizeof place->soft_driver, place->libraries, "soft/libcuda.so.1");
    return true;
}
