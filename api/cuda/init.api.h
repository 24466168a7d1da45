/* Driver API: start, versions, errors and entry point look-up.  Form of a row: api/roles.h. */
API(2020, INIT NOCTX QUERY) CUresult cuDriverGetVersion(OUT int *driverVersion);
API(6000, INIT NOCTX QUERY) CUresult cuGetErrorName(CUresult error, OUT const char **pStr);
API(6000, INIT NOCTX QUERY) CUresult cuGetErrorString(CUresult error, OUT const char **pStr);
API(3000, INIT NOCTX QUERY) CUresult cuGetExportTable(OUT const void **ppExportTable, const CUuuid *pExportTableId);
API(11030, INIT NOCTX QUERY HAND) CUresult cuGetProcAddress(STR const char *symbol, OUT void **pfn, int cudaVersion, cuuint64_t flags);
API(12000, INIT NOCTX QUERY HAND) CUresult cuGetProcAddress_v2(STR const char *symbol, OUT void **pfn, int cudaVersion, cuuint64_t flags,
    CUdriverProcAddressQueryResult *symbolStatus);
API(2000, INIT NOCTX FX(init) OP(init)) CUresult cuInit(FLAGS(none) unsigned int Flags);
