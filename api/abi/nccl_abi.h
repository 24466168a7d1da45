/* Types and constants of NCCL, by its public documentation: names and values, no prototypes (those are rows in api/nccl/). */
#ifndef IQ_ABI_NCCL_ABI_H
#define IQ_ABI_NCCL_ABI_H

#include "cudart_abi.h"

typedef struct ncclComm *ncclComm_t;
/* made by one rank, known to all: what the ranks of a communicator find each other by */
typedef struct ncclUniqueId {
    char internal[128];
} ncclUniqueId;
/* begins with its own size */
typedef struct ncclConfig_st ncclConfig_t;

typedef enum ncclResult {
    ncclSuccess = 0, ncclUnhandledCudaError = 1, ncclSystemError = 2, ncclInternalError = 3, ncclInvalidArgument = 4,
    ncclInvalidUsage = 5, ncclRemoteError = 6, ncclInProgress = 7
} ncclResult_t;
typedef enum ncclDataType {
    ncclInt8 = 0, ncclUint8 = 1, ncclInt32 = 2, ncclUint32 = 3, ncclInt64 = 4, ncclUint64 = 5, ncclFloat16 = 6, ncclFloat32 = 7,
    ncclFloat64 = 8, ncclBfloat16 = 9, ncclFloat8e4m3 = 10, ncclFloat8e5m2 = 11
} ncclDataType_t;
/* values from 5 on: operators that ncclRedOpCreatePreMulSum has made */
typedef enum ncclRedOp {
    ncclSum = 0, ncclProd = 1, ncclMax = 2, ncclMin = 3, ncclAvg = 4
} ncclRedOp_t;
typedef enum ncclScalarResidence {
    ncclScalarDevice = 0, ncclScalarHostImmediate = 1
} ncclScalarResidence_t;

#endif
