/* Runtime API: peer access.  Form of a row: api/roles.h. */
API(4000) cudaError_t cudaDeviceCanAccessPeer(int *canAccessPeer, DEVICE int device, DEVICE int peerDevice);
API(4000, FX(peer_off)) cudaError_t cudaDeviceDisablePeerAccess(DEVICE int peerDevice);
API(4000, FX(peer_on)) cudaError_t cudaDeviceEnablePeerAccess(DEVICE int peerDevice, FLAGS(none) unsigned int flags);
API(13000, OP(get_host_atomics)) cudaError_t cudaDeviceGetP2PAtomicCapabilities(unsigned int *capabilities, const enum cudaAtomicOperation *operations, unsigned int count,
    DEVICE int srcDevice, DEVICE int dstDevice);
API(8000) cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attr, DEVICE int srcDevice, DEVICE int dstDevice);
