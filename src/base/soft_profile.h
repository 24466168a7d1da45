/* What --soft-profile names: the devices whose answers the software device gives.  Read by the
 * launcher, which judges images for the device, and by the software driver. */
#ifndef IQ_BASE_SOFT_PROFILE_H
#define IQ_BASE_SOFT_PROFILE_H

#include <stdbool.h>

struct iq_soft_profile {
    const char *name;
    int capability;  /* compute capability, 10 * major + minor, unless --soft-arch names another */
    bool integrated; /* the device's memory is the host's, as on Jetson */
};

/* [name] NULL or unknown: the first profile, an H200.  The result is constant. */
const struct iq_soft_profile *iq_soft_profile(const char *name);

#endif
