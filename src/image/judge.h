/* What a driver answers to a module image, and why.  Judges by heads and tables only: nothing is
 * unpacked or compiled.
 * Threads: any, no shared state.  Allocates nothing. */
#ifndef IQ_IMAGE_JUDGE_H
#define IQ_IMAGE_JUDGE_H

#include "image/image.h"

struct iq_image_target {
    int major, minor;         /* compute capability of the device */
    int ptx_major, ptx_minor; /* newest PTX ISA that the driver knows; 0: no limit */
    /* the software device: it runs PTX and no machine code; without a limit it takes PTX for any
     * newer architecture, too */
    bool interprets;
};

/* What every report of something that only the software device cannot do ends its cause with. */
#define IQ_IMAGE_LIMIT "a limit of the software device, not a mistake of the program"

/* Why an image does not load. */
enum iq_image_defect {
    IQ_DEFECT_NONE,
    IQ_DEFECT_ABSENT, /* there is no image: a NULL pointer */
    IQ_DEFECT_UNRECOGNIZED,
    IQ_DEFECT_TRUNCATED,
    IQ_DEFECT_CORRUPT,
    IQ_DEFECT_PTX_TARGET,
    IQ_DEFECT_PTX_SYNTAX,
    IQ_DEFECT_PTX_VERSION,
    IQ_DEFECT_WRONG_ARCH
};

struct iq_image_verdict {
    int code; /* CUresult: 0 1 200 209 218 222 */
    enum iq_image_defect defect;
    /* a real driver is known to crash on it; code is the documented answer */
    bool crashes;
    bool has_chosen;
    struct iq_image_entry chosen; /* what would be loaded */
    bool limit;                   /* such a device would load it, the software device cannot */
    bool jit;                     /* chosen is PTX, compiled at load time */
    uint64_t offset;              /* of the problem */
    char message[160];            /* what is wrong, one sentence */
    char cause[320];              /* why, with the numbers */
    char fix[240];                /* what to change; names the missing -gencode */
};

/* Judges without unpacking: PTX syntax is not looked at.  Never fails. */
void iq_image_judge(const struct iq_image *image, const struct iq_image_target *target,
                    struct iq_image_verdict *verdict);

/* Whether code for [arch][variant] runs on a device [major].[minor]; ptx: as PTX, else as SASS. */
bool iq_image_arch_fits(int arch, char variant, bool ptx, int major, int minor);

/* Newest PTX ISA of a driver that reports [driver_version] (13000), as major * 10 + minor. */
int iq_image_ptx_of_driver(int driver_version);

/* "sm_75 SASS, compute_75 PTX (ISA 9.0)": list of what is inside, cut with "..." if long. */
void iq_image_contents(const struct iq_image *image, char *text, size_t size);

#endif
