/* Runtime API: start, versions, errors and entry point look-up.  Form of a row: api/roles.h. */
API(3020, QUERY) cudaError_t cudaDriverGetVersion(OUT int *driverVersion);
API(11030, QUERY PTSZ) cudaError_t cudaGetDriverEntryPoint(STR const char *symbol, OUT void **funcPtr, unsigned long long flags,
    OUT OPT enum cudaDriverEntryPointQueryResult *driverStatus);
API(11000, QUERY PTSZ UNTIL(11999)) cudaError_t cudaGetDriverEntryPoint_abi11(STR const char *symbol, OUT void **funcPtr, unsigned long long flags);
API(12050, QUERY PTSZ) cudaError_t cudaGetDriverEntryPointByVersion(STR const char *symbol, OUT void **funcPtr, unsigned int cudaVersion,
    unsigned long long flags, OUT OPT enum cudaDriverEntryPointQueryResult *driverStatus);
API(6050, QUERY PASS) const char *cudaGetErrorName(cudaError_t error);
API(3020, QUERY PASS) const char *cudaGetErrorString(cudaError_t error);
API(13000, QUERY) cudaError_t cudaGetExportTable(OUT const void **ppExportTable, const cudaUUID_t *pExportTableId);
API(3020, QUERY LASTERROR) cudaError_t cudaGetLastError(void);
API(12000, FX(init_device)) cudaError_t cudaInitDevice(DEVICE int device, FLAGS(cudaDeviceFlags) unsigned int deviceFlags, FLAGS(cudaInitDeviceFlags) unsigned int flags);
API(3020, QUERY PEEKERROR) cudaError_t cudaPeekAtLastError(void);
API(3020, QUERY) cudaError_t cudaRuntimeGetVersion(OUT int *runtimeVersion);
