/* Driver API: peer access.  Form of a row: api/roles.h. */
API(4000, NOCTX) CUresult cuDeviceCanAccessPeer(int *canAccessPeer, CUdevice dev, CUdevice peerDev);
API(13000, NOCTX OP(get_host_atomics)) CUresult cuDeviceGetP2PAtomicCapabilities(unsigned int *capabilities, const CUatomicOperation *operations, unsigned int count,
    CUdevice srcDevice, CUdevice dstDevice);
API(8000, NOCTX) CUresult cuDeviceGetP2PAttribute(int *value, CUdevice_P2PAttribute attrib, CUdevice srcDevice, CUdevice dstDevice);
