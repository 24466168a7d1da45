/* NCCL: communicators, groups, errors, memory.  Form of a row: api/roles.h. */
API(2000) ncclResult_t ncclGetVersion(OUT int *version);
API(2000) ncclResult_t ncclGetUniqueId(OUT ncclUniqueId *uniqueId);
API(2000, FX(nccl_init_rank)) ncclResult_t ncclCommInitRank(NEW(communicator) ncclComm_t *comm, COUNT int nranks, ncclUniqueId commId, VAL int rank);
API(2140, FX(nccl_init_rank)) ncclResult_t ncclCommInitRankConfig(NEW(communicator) ncclComm_t *comm, COUNT int nranks, ncclUniqueId commId, VAL int rank,
    PTR OPT ncclConfig_t *config);
API(2000, FX(nccl_init_all)) ncclResult_t ncclCommInitAll(NEW(communicator, ndev) ncclComm_t *comm, COUNT int ndev, PARAMS OPT const int *devlist);
API(2180, FX(nccl_split)) ncclResult_t ncclCommSplit(ncclComm_t comm, VAL int color, VAL int key, NEW(communicator) ncclComm_t *newcomm,
    PTR OPT ncclConfig_t *config);
API(2230, FX(nccl_init_scalable)) ncclResult_t ncclCommInitRankScalable(NEW(communicator) ncclComm_t *newcomm, COUNT int nranks, VAL int myrank, COUNT int nId,
    PTR ncclUniqueId *commIds, PTR OPT ncclConfig_t *config);
API(2270) ncclResult_t ncclCommShrink(ncclComm_t comm, PTR OPT int *excludeRanksList, COUNT int excludeRanksCount, NEW(communicator) ncclComm_t *newcomm,
    PTR OPT ncclConfig_t *config, VAL int shrinkFlags);
API(2140) ncclResult_t ncclCommFinalize(ncclComm_t comm);
API(2000) ncclResult_t ncclCommDestroy(DEL(communicator) OPT ncclComm_t comm);
API(2040) ncclResult_t ncclCommAbort(DEL(communicator) OPT ncclComm_t comm);
API(2040, QUERY) ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, OUT ncclResult_t *asyncError);
API(2000, QUERY) ncclResult_t ncclCommCount(ncclComm_t comm, OUT int *count);
API(2000, QUERY) ncclResult_t ncclCommCuDevice(ncclComm_t comm, OUT int *device);
API(2000, QUERY) ncclResult_t ncclCommUserRank(ncclComm_t comm, OUT int *rank);
API(2000) ncclResult_t ncclGroupStart(void);
API(2000) ncclResult_t ncclGroupEnd(void);
API(2000, PASS PLAIN) const char *ncclGetErrorString(ncclResult_t result);
API(2130, PASS PLAIN) const char *ncclGetLastError(OPT ncclComm_t comm);
API(2190) ncclResult_t ncclMemAlloc(NEWMEM(device_memory, size) void **ptr, size_t size);
API(2190) ncclResult_t ncclMemFree(DELMEM(device_memory) OPT void *ptr);
API(2110) ncclResult_t ncclRedOpCreatePreMulSum(OUT ncclRedOp_t *op, PTR void *scalar, ncclDataType_t datatype, ncclScalarResidence_t residence,
    ncclComm_t comm);
API(2110) ncclResult_t ncclRedOpDestroy(VAL ncclRedOp_t op, ncclComm_t comm);
