/* NCCL: collectives, and messages from rank to rank.  Form of a row: api/roles.h. */
API(2000, ASYNC FX(nccl_collective)) ncclResult_t ncclAllReduce(RD(DEV, count, datatype) const void *sendbuff, WR(DEV, count, datatype) void *recvbuff,
    COUNT size_t count, ncclDataType_t datatype, VAL ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream);
API(2000, ASYNC FX(nccl_collective)) ncclResult_t ncclBroadcast(RD(DEV, count, datatype) OPT const void *sendbuff, WR(DEV, count, datatype) void *recvbuff,
    COUNT size_t count, ncclDataType_t datatype, VAL int root, ncclComm_t comm, cudaStream_t stream);
API(2000, ASYNC FX(nccl_collective)) ncclResult_t ncclBcast(WR(DEV, count, datatype) void *buff, COUNT size_t count, ncclDataType_t datatype,
    VAL int root, ncclComm_t comm, cudaStream_t stream);
API(2000, ASYNC FX(nccl_collective)) ncclResult_t ncclReduce(RD(DEV, count, datatype) const void *sendbuff, WR(DEV, count, datatype) OPT void *recvbuff,
    COUNT size_t count, ncclDataType_t datatype, VAL ncclRedOp_t op, VAL int root, ncclComm_t comm, cudaStream_t stream);
API(2000, ASYNC FX(nccl_collective)) ncclResult_t ncclAllGather(RD(DEV, sendcount, datatype) const void *sendbuff, WR(DEV, sendcount, datatype) EACH void *recvbuff,
    COUNT size_t sendcount, ncclDataType_t datatype, ncclComm_t comm, cudaStream_t stream);
API(2000, ASYNC FX(nccl_collective)) ncclResult_t ncclReduceScatter(RD(DEV, recvcount, datatype) EACH const void *sendbuff,
    WR(DEV, recvcount, datatype) void *recvbuff, COUNT size_t recvcount, ncclDataType_t datatype, VAL ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream);
API(2280, ASYNC FX(nccl_collective)) ncclResult_t ncclAlltoAll(RD(DEV, count, datatype) EACH const void *sendbuff, WR(DEV, count, datatype) EACH void *recvbuff,
    COUNT size_t count, ncclDataType_t datatype, ncclComm_t comm, cudaStream_t stream);
API(2280, ASYNC FX(nccl_collective)) ncclResult_t ncclGather(RD(DEV, count, datatype) const void *sendbuff, WR(DEV, count, datatype) OPT EACH void *recvbuff,
    COUNT size_t count, ncclDataType_t datatype, VAL int root, ncclComm_t comm, cudaStream_t stream);
API(2280, ASYNC FX(nccl_collective)) ncclResult_t ncclScatter(RD(DEV, count, datatype) OPT EACH const void *sendbuff, WR(DEV, count, datatype) void *recvbuff,
    COUNT size_t count, ncclDataType_t datatype, VAL int root, ncclComm_t comm, cudaStream_t stream);
API(2070, ASYNC) ncclResult_t ncclSend(RD(DEV, count, datatype) const void *sendbuff, COUNT size_t count, ncclDataType_t datatype, VAL int peer,
    ncclComm_t comm, cudaStream_t stream);
API(2070, ASYNC) ncclResult_t ncclRecv(WR(DEV, count, datatype) void *recvbuff, COUNT size_t count, ncclDataType_t datatype, VAL int peer,
    ncclComm_t comm, cudaStream_t stream);
