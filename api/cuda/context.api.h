/* Driver API: contexts, primary contexts and what is current.  Form of a row: api/roles.h. */
API(2000) CUresult cuCtxAttach(GET(context) CUcontext *pctx, FLAGS(none) unsigned int flags);
API(2000, NOCTX FX(ctx_create)) CUresult cuCtxCreate(NEW(context) CUcontext *pctx, FLAGS(CUctx_flags) unsigned int flags, CUdevice dev);
API(3020, NOCTX FX(ctx_create)) CUresult cuCtxCreate_v2(NEW(context) CUcontext *pctx, FLAGS(CUctx_flags) unsigned int flags, CUdevice dev);
API(11040, NOCTX FX(ctx_create) OP(create_affine_context)) CUresult cuCtxCreate_v3(NEW(context) CUcontext *pctx, PARAMS CUexecAffinityParam *paramsArray, COUNT int numParams,
    FLAGS(CUctx_flags) unsigned int flags, CUdevice dev);
API(12050, NOCTX FX(ctx_create)) CUresult cuCtxCreate_v4(NEW(context) CUcontext *pctx, PARAMS OPT CUctxCreateParams *ctxCreateParams,
    FLAGS(CUctx_flags) unsigned int flags, CUdevice dev);
API(2000, NOCTX SYNC(context) FX(ctx_destroy) OP(destroy_context)) CUresult cuCtxDestroy(DEL(context) CUcontext ctx);
API(4000, NOCTX SYNC(context) FX(ctx_destroy) OP(destroy_context)) CUresult cuCtxDestroy_v2(DEL(context) CUcontext ctx);
API(2000, NOCTX SYNC(context)) CUresult cuCtxDetach(USE(context) CUcontext ctx);
API(4000, FX(peer_off) OP(change_peer_access)) CUresult cuCtxDisablePeerAccess(CUcontext peerContext);
API(4000, FX(peer_on) OP(change_peer_access)) CUresult cuCtxEnablePeerAccess(CUcontext peerContext, FLAGS(none) unsigned int Flags);
API(12040) CUresult cuCtxFromGreenCtx(GET(context) CUcontext *pContext, CUgreenCtx hCtx);
API(3020) CUresult cuCtxGetApiVersion(USE(context) OPT CUcontext ctx, unsigned int *version);
API(3020) CUresult cuCtxGetCacheConfig(CUfunc_cache *pconfig);
API(4000, NOCTX QUERY) CUresult cuCtxGetCurrent(GET(context) CUcontext *pctx);
API(12040, OP(get_device_resource)) CUresult cuCtxGetDevResource(CUcontext hCtx, CUdevResource *resource, CUdevResourceType type);
API(2000, QUERY BARE) CUresult cuCtxGetDevice(OUT CUdevice *device);
API(13000, QUERY BARE) CUresult cuCtxGetDevice_v2(OUT CUdevice *device, USE(context) OPT CUcontext ctx);
API(11040, OP(get_affinity)) CUresult cuCtxGetExecAffinity(CUexecAffinityParam *pExecAffinity, CUexecAffinityType type);
API(7000) CUresult cuCtxGetFlags(unsigned int *flags);
API(12000) CUresult cuCtxGetId(USE(context) OPT CUcontext ctx, unsigned long long *ctxId);
API(3010) CUresult cuCtxGetLimit(size_t *pvalue, CUlimit limit);
API(4020) CUresult cuCtxGetSharedMemConfig(CUsharedconfig *pConfig);
API(5050) CUresult cuCtxGetStreamPriorityRange(int *leastPriority, int *greatestPriority);
API(2000, FX(ctx_pop)) CUresult cuCtxPopCurrent(GET(context) OPT CUcontext *pctx);
API(4000, FX(ctx_pop)) CUresult cuCtxPopCurrent_v2(GET(context) OPT CUcontext *pctx);
API(2000, NOCTX FX(ctx_push)) CUresult cuCtxPushCurrent(CURRENT(context) CUcontext ctx);
API(4000, NOCTX FX(ctx_push)) CUresult cuCtxPushCurrent_v2(CURRENT(context) CUcontext ctx);
API(12050, ASYNC) CUresult cuCtxRecordEvent(CUcontext hCtx, SIGNAL(event) CUevent hEvent);
API(11000) CUresult cuCtxResetPersistingL2Cache(void);
API(3020) CUresult cuCtxSetCacheConfig(CUfunc_cache config);
API(4000, NOCTX FX(ctx_set) OP(set_context)) CUresult cuCtxSetCurrent(CURRENT(context) OPT CUcontext ctx);
API(12010) CUresult cuCtxSetFlags(FLAGS(CUctx_flags) unsigned int flags);
API(3010, OP(set_limit)) CUresult cuCtxSetLimit(CUlimit limit, size_t value);
API(4020) CUresult cuCtxSetSharedMemConfig(CUsharedconfig config);
API(2000, SYNC(context)) CUresult cuCtxSynchronize(void);
API(13000, SYNC(context)) CUresult cuCtxSynchronize_v2(USE(context) OPT CUcontext ctx);
API(12050, ASYNC) CUresult cuCtxWaitEvent(CUcontext hCtx, WAIT(event) CUevent hEvent);
API(12040, NOCTX OP(make_resource_descriptor)) CUresult cuDevResourceGenerateDesc(CUdevResourceDesc *phDesc, PARAMS CUdevResource *resources, unsigned int nbResources);
API(12040, NOCTX OP(split_multiprocessors)) CUresult cuDevSmResourceSplitByCount(OUT OPT CUdevResource *result, INOUT unsigned int *nbGroups,
    PARAMS const CUdevResource *input, OUT OPT CUdevResource *remaining, unsigned int useFlags, unsigned int minCount);
API(7000, NOCTX QUERY BARE) CUresult cuDevicePrimaryCtxGetState(CUdevice dev, OUT unsigned int *flags, OUT int *active);
API(7000, NOCTX FX(primary_release) OP(release_primary_context)) CUresult cuDevicePrimaryCtxRelease(CUdevice dev);
API(11000, NOCTX FX(primary_release) OP(release_primary_context)) CUresult cuDevicePrimaryCtxRelease_v2(CUdevice dev);
API(7000, NOCTX RESET SYNC(context) FX(primary_reset)) CUresult cuDevicePrimaryCtxReset(CUdevice dev);
API(11000, NOCTX RESET SYNC(context) FX(primary_reset)) CUresult cuDevicePrimaryCtxReset_v2(CUdevice dev);
API(7000, NOCTX FX(primary_retain)) CUresult cuDevicePrimaryCtxRetain(GET(context) CUcontext *pctx, CUdevice dev);
API(7000, NOCTX OP(set_primary_flags)) CUresult cuDevicePrimaryCtxSetFlags(CUdevice dev, FLAGS(CUctx_flags) unsigned int flags);
API(11000, NOCTX OP(set_primary_flags)) CUresult cuDevicePrimaryCtxSetFlags_v2(CUdevice dev, FLAGS(CUctx_flags) unsigned int flags);
API(12040, NOCTX) CUresult cuGreenCtxCreate(NEW(green_context) CUgreenCtx *phCtx, CUdevResourceDesc desc, CUdevice dev,
    FLAGS(CUgreenCtxCreate_flags, CU_GREEN_CTX_DEFAULT_STREAM) unsigned int flags);
API(12040, NOCTX) CUresult cuGreenCtxDestroy(DEL(green_context) CUgreenCtx hCtx);
API(12040, OP(get_device_resource)) CUresult cuGreenCtxGetDevResource(CUgreenCtx hCtx, CUdevResource *resource, CUdevResourceType type);
API(12090) CUresult cuGreenCtxGetId(CUgreenCtx greenCtx, unsigned long long *greenCtxId);
API(12040, ASYNC) CUresult cuGreenCtxRecordEvent(CUgreenCtx hCtx, SIGNAL(event) CUevent hEvent);
API(12050, NOCTX) CUresult cuGreenCtxStreamCreate(NEW(stream) CUstream *phStream, CUgreenCtx greenCtx, FLAGS(CUstream_flags, CU_STREAM_NON_BLOCKING) unsigned int flags,
    int priority);
API(12040, ASYNC) CUresult cuGreenCtxWaitEvent(CUgreenCtx hCtx, WAIT(event) CUevent hEvent);
