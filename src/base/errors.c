#include "base/errors.h"

#include <errno.h>

const char *iq_strerror(int error)
{
    switch (error) {
    case IQ_OK:
        return "success";
/* clang-format off */
#define IQ_ERROR(name, number, text) \
    case IQ_E##name: return text;
#include "base/errors.def"
        /* clang-format on */
    default: return "unknown error";
    }
}

int iq_error_from_errno(int value)
{
    switch (value) {
    case 0: return IQ_OK;
    case ENOMEM: return IQ_ENOMEM;
    case ENOENT:
    case ENOTDIR: return IQ_ENOENT;
    case EACCES:
    case EPERM: return IQ_EACCESS;
    case EINVAL: return IQ_EINVAL;
    case ENOSPC: return IQ_EFULL;
    case EFBIG: return IQ_ETOOBIG;
    case EEXIST: return IQ_EEXIST;
    case EISDIR: return IQ_EFOLDER;
    default: return IQ_EIO;
    }
}
