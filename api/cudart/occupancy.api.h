/* Runtime API: occupancy.  Form of a row: api/roles.h. */
API(10200, OP(get_dynamic_shared)) cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize, FUNC const void *func, VAL UNIT(1) int numBlocks, int blockSize);
API(6000) cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, FUNC const void *func, int blockSize, VAL size_t dynamicSMemSize);
API(7000) cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks, FUNC const void *func, int blockSize,
    VAL size_t dynamicSMemSize, FLAGS(cudaOccupancyFlags) unsigned int flags);
API(11070) cudaError_t cudaOccupancyMaxActiveClusters(int *numClusters, FUNC const void *func, CONFIG const cudaLaunchConfig_t *launchConfig);
API(11070) cudaError_t cudaOccupancyMaxPotentialClusterSize(int *clusterSize, FUNC const void *func, CONFIG const cudaLaunchConfig_t *launchConfig);
