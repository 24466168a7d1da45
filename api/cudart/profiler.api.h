/* Runtime API: profiler control.  Form of a row: api/roles.h. */
API(4000, UNTIL(11999)) cudaError_t cudaProfilerInitialize(const char *configFile, const char *outputFile, cudaOutputMode_t outputMode);
API(4000) cudaError_t cudaProfilerStart(void);
API(4000) cudaError_t cudaProfilerStop(void);
