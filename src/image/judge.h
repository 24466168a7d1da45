/* What a driver answers to a module image, and why.  Judges by heads and tables only: nothing is
 * unpacked or compiled.
 * What to say about it is the business of who asks.
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

/* Why an image does not load.  Behind each: which members of the verdict say more. */
enum iq_image_defect {
    IQ_DEFECT_NONE,
    IQ_DEFECT_ABSENT,             /* there is no image: a NULL pointer; kind */
    IQ_DEFECT_UNRECOGNIZED,       /* kind */
    IQ_DEFECT_TRUNCATED,          /* kind, problem, offset */
    IQ_DEFECT_CORRUPT,            /* kind, problem, offset */
    IQ_DEFECT_PTX_TARGET_UNKNOWN, /* no PTX ISA has the architecture; arch, variant */
    IQ_DEFECT_PTX_TARGET_MISFIT,  /* the device does not run PTX for it; arch, variant */
    IQ_DEFECT_PTX_TARGET_TOO_NEW, /* for the ISA in the first line; arch, variant, isa, known */
    IQ_DEFECT_PTX_ADDRESS_SIZE,   /* address_size */
    IQ_DEFECT_PTX_SYNTAX,         /* problem, line */
    IQ_DEFECT_PTX_VERSION,        /* isa, known */
    IQ_DEFECT_WRONG_ARCH,         /* iq_image_contents, arch, variant */
    IQ_DEFECT_MACHINE_CODE /* which [interprets] cannot run; iq_image_contents, arch, variant */
};

struct iq_ptx_isa {
    int major, minor;
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
    enum iq_image_kind kind;      /* of what is damaged or no image */
    enum iq_image_problem problem;
    uint64_t offset; /* of the problem */
    int line;        /* of the problem */
    /* 90 for sm_90: what the PTX is for; if there is no code for the device, the PTX to add */
    int arch;
    char variant;     /* 'a', 'f' or 0 */
    int address_size; /* of the PTX */
    /* of the PTX; the newest that the driver knows, or the first that has .arch */
    struct iq_ptx_isa isa, known;
};

/* Judges without unpacking: PTX syntax is not looked at.  Never fails. */
void iq_image_judge(const struct iq_image *image, const struct iq_image_target *target,
                    struct iq_image_verdict *verdict);

/* Whether code for [arch][variant] runs on a device [major].[minor]; ptx: as PTX, else as SASS. */
bool iq_image_arch_fits(int arch, char variant, bool ptx, int major, int minor);

/* Whether [target] runs the code of [entry]; its PTX version is not looked at. */
bool iq_image_fits(const struct iq_image_target *target, const struct iq_image_entry *entry);

/* Newest PTX ISA of a driver that reports [driver_version] (13000), as major * 10 + minor. */
int iq_image_ptx_of_driver(int driver_version);

#endif
