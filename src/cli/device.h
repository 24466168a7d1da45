/* Chooses between the real and the software device.  Threads: start-up only. */
#ifndef IQ_CLI_DEVICE_H
#define IQ_CLI_DEVICE_H

#include "cli/options.h"
#include "cli/place.h"
#include "cli/program.h"

struct iq_device_choice {
    bool soft;
    /* preload the library that sees calls; false: a real device was asked for but has no driver */
    bool guest;
    /* why the software device was taken without being asked for; NULL: it was not */
    const char *fallback;
    char driver[4200]; /* the libcuda that does the work; "" none */
};

/* Decides by --device and --driver and by what the machine has; warns on stderr. Returns 0, or with
 * a line in [error]: IQ_ENOENT when the wanted device cannot be had, IQ_EFORMAT when --driver is
 * none. */
int iq_device_choose(struct iq_device_choice *device, const struct iq_options *options,
                     const struct iq_place *place, struct iq_str *error);

/* On the software device: says what about [program] will not work there.  Returns 0, or
 * IQ_EUNSUPPORTED with a line in [error] when nothing would. */
int iq_device_judge(const struct iq_device_choice *device, const struct iq_executable *program,
                    const struct iq_options *options, struct iq_str *error);

#endif
