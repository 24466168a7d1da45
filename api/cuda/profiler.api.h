/* Driver API: profiler control.  Form of a row: api/roles.h. */
API(4000) CUresult cuProfilerInitialize(const char *configFile, const char *outputFile, CUoutput_mode outputMode);
API(4000) CUresult cuProfilerStart(void);
API(4000) CUresult cuProfilerStop(void);
