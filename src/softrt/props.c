/* Device properties, in the layout that the caller was compiled with: 11, 12 or 13. */
#include "softrt/softrt.h"

static int attribute(int device, CUdevice_attribute which)
{
    int value = 0;

    (void)iq_drv.DeviceGetAttribute(&value, which, device);
    return value;
}

#define ATTRIBUTE(field, name) \
    out->field = (__typeof__(out->field))attribute(device, CU_DEVICE_ATTRIBUTE_##name);
#define NOTHING(field, name)

/* What every layout begins with. */
#define COMMON                                                               \
    memset(out, 0, sizeof *out);                                             \
    (void)iq_drv.DeviceGetName(out->name, (int)sizeof out->name, device);    \
    (void)iq_drv.DeviceGetUuid(&out->uuid, device);                          \
    (void)iq_drv.DeviceGetLuid(out->luid, &out->luidDeviceNodeMask, device); \
    (void)iq_drv.DeviceTotalMem(&out->totalGlobalMem, device);

static void fill_11(struct cudaDeviceProp_v11 *out, int device)
{
    COMMON
#define PROP ATTRIBUTE
#define PROP_OLD ATTRIBUTE
#define PROP_12 NOTHING
#define PROP_13 NOTHING
#include "props.def"
}

static void fill_12(struct cudaDeviceProp_v12 *out, int device)
{
    COMMON
#define PROP ATTRIBUTE
#define PROP_OLD ATTRIBUTE
#define PROP_12 ATTRIBUTE
#define PROP_13 NOTHING
#include "props.def"
}

static void fill_13(struct cudaDeviceProp *out, int device)
{
    COMMON
#define PROP ATTRIBUTE
#define PROP_OLD NOTHING
#define PROP_12 ATTRIBUTE
#define PROP_13 ATTRIBUTE
#include "props.def"
}

/* The plain name has the 11 layout in all runtimes before 13, the _v2 name is 12's own. */
static int properties(void *out, int device, int layout)
{
    if (!out)
        return cudaErrorInvalidValue;
    if (iq_rt_bad_device(device))
        return cudaErrorInvalidDevice;
    if (layout >= 13)
        fill_13(out, device);
    else if (layout == 12)
        fill_12(out, device);
    else
        fill_11(out, device);
    return 0;
}

/* How well a device suits: one point per property asked for and met. */
static int score(const struct cudaDeviceProp_v11 *have, const struct cudaDeviceProp_v11 *want)
{
    int points = 0;

    points += want->major > 0 && have->major >= want->major ? 4 : 0;
    points += want->totalGlobalMem > 0 && have->totalGlobalMem >= want->totalGlobalMem ? 2 : 0;
    points +=
        want->multiProcessorCount > 0 && have->multiProcessorCount >= want->multiProcessorCount ? 1
                                                                                                : 0;
    return points;
}

static int choose(int *out, const void *want)
{
    struct cudaDeviceProp_v11 have, wanted;
    int best = -1;

    if (!out || !want)
        return cudaErrorInvalidValue;
    memset(&wanted, 0, sizeof wanted);
    if (iq_rt_version() < 13000) {
        memcpy(&wanted, want, sizeof wanted);
    } else {
        wanted.major = ((const struct cudaDeviceProp *)want)->major;
        wanted.totalGlobalMem = ((const struct cudaDeviceProp *)want)->totalGlobalMem;
        wanted.multiProcessorCount = ((const struct cudaDeviceProp *)want)->multiProcessorCount;
    }
    for (int i = 0; i < iq_rt_device_count(); i++) {
        fill_11(&have, i);
        if (score(&have, &wanted) > best) {
            best = score(&have, &wanted);
            *out = i;
        }
    }
    return 0;
}

IQ_RT_DRV(cudaGetDeviceProperties, (void *out, int device),
          properties(out, device, iq_rt_version() >= 13000 ? 13 : 11))
IQ_RT_DRV(cudaGetDeviceProperties_v2, (void *out, int device), properties(out, device, 12))
IQ_RT_DRV(cudaChooseDevice, (int *out, const void *want), choose(out, want))
