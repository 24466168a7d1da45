/* Driver API: occupancy.  Form of a row: api/roles.h. */
API(10020, OP(get_dynamic_shared)) CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize, CUfunction func, VAL UNIT(1) int numBlocks, VAL int blockSize);
API(6050) CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, CUfunction func, VAL int blockSize, VAL size_t dynamicSMemSize);
API(7000) CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks, CUfunction func, VAL int blockSize,
    VAL size_t dynamicSMemSize, FLAGS(CUoccupancy_flags) unsigned int flags);
API(11070) CUresult cuOccupancyMaxActiveClusters(int *numClusters, CUfunction func, CONFIG const CUlaunchConfig *config);
API(6050, OP(get_potential_block)) CUresult cuOccupancyMaxPotentialBlockSize(OUT int *minGridSize, OUT int *blockSize, CUfunction func,
    OPT CUoccupancyB2DSize blockSizeToDynamicSMemSize, VAL size_t dynamicSMemSize, int blockSizeLimit);
API(7000, OP(get_potential_block)) CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(OUT int *minGridSize, OUT int *blockSize, CUfunction func,
    OPT CUoccupancyB2DSize blockSizeToDynamicSMemSize, VAL size_t dynamicSMemSize, int blockSizeLimit, FLAGS(CUoccupancy_flags) unsigned int flags);
API(11070) CUresult cuOccupancyMaxPotentialClusterSize(int *clusterSize, CUfunction func, CONFIG const CUlaunchConfig *config);
