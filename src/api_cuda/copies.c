/* The layouts of copies.h are those of the API's structs, member by member. */
#include "api_cuda/copies.h"

#include "abi/cudart_abi.h"
#include "base/layout.h"

IQ_SAME_MEMBER(struct iq_driver_2d, src.at[0], CUDA_MEMCPY2D, srcXInBytes);
IQ_SAME_MEMBER(struct iq_driver_2d, src.at[1], CUDA_MEMCPY2D, srcY);
IQ_SAME_MEMBER(struct iq_driver_2d, src.type, CUDA_MEMCPY2D, srcMemoryType);
IQ_SAME_MEMBER(struct iq_driver_2d, src.host, CUDA_MEMCPY2D, srcHost);
IQ_SAME_MEMBER(struct iq_driver_2d, src.device, CUDA_MEMCPY2D, srcDevice);
IQ_SAME_MEMBER(struct iq_driver_2d, src.array, CUDA_MEMCPY2D, srcArray);
IQ_SAME_MEMBER(struct iq_driver_2d, src.pitch, CUDA_MEMCPY2D, srcPitch);
IQ_SAME_MEMBER(struct iq_driver_2d, dst.at[0], CUDA_MEMCPY2D, dstXInBytes);
IQ_SAME_MEMBER(struct iq_driver_2d, dst.at[1], CUDA_MEMCPY2D, dstY);
IQ_SAME_MEMBER(struct iq_driver_2d, dst.type, CUDA_MEMCPY2D, dstMemoryType);
IQ_SAME_MEMBER(struct iq_driver_2d, dst.host, CUDA_MEMCPY2D, dstHost);
IQ_SAME_MEMBER(struct iq_driver_2d, dst.device, CUDA_MEMCPY2D, dstDevice);
IQ_SAME_MEMBER(struct iq_driver_2d, dst.array, CUDA_MEMCPY2D, dstArray);
IQ_SAME_MEMBER(struct iq_driver_2d, dst.pitch, CUDA_MEMCPY2D, dstPitch);
IQ_SAME_MEMBER(struct iq_driver_2d, size[0], CUDA_MEMCPY2D, WidthInBytes);
IQ_SAME_MEMBER(struct iq_driver_2d, size[1], CUDA_MEMCPY2D, Height);
IQ_SAME_SIZE(struct iq_driver_2d, CUDA_MEMCPY2D);

IQ_SAME_MEMBER(struct iq_driver_3d, src.at[0], CUDA_MEMCPY3D, srcXInBytes);
IQ_SAME_MEMBER(struct iq_driver_3d, src.at[1], CUDA_MEMCPY3D, srcY);
IQ_SAME_MEMBER(struct iq_driver_3d, src.at[2], CUDA_MEMCPY3D, srcZ);
IQ_SAME_MEMBER(struct iq_driver_3d, src.lod, CUDA_MEMCPY3D, srcLOD);
IQ_SAME_MEMBER(struct iq_driver_3d, src.type, CUDA_MEMCPY3D, srcMemoryType);
IQ_SAME_MEMBER(struct iq_driver_3d, src.host, CUDA_MEMCPY3D, srcHost);
IQ_SAME_MEMBER(struct iq_driver_3d, src.device, CUDA_MEMCPY3D, srcDevice);
IQ_SAME_MEMBER(struct iq_driver_3d, src.array, CUDA_MEMCPY3D, srcArray);
IQ_SAME_MEMBER(struct iq_driver_3d, src.pitch, CUDA_MEMCPY3D, srcPitch);
IQ_SAME_MEMBER(struct iq_driver_3d, src.height, CUDA_MEMCPY3D, srcHeight);
IQ_SAME_MEMBER(struct iq_driver_3d, dst.at[0], CUDA_MEMCPY3D, dstXInBytes);
IQ_SAME_MEMBER(struct iq_driver_3d, dst.at[1], CUDA_MEMCPY3D, dstY);
IQ_SAME_MEMBER(struct iq_driver_3d, dst.at[2], CUDA_MEMCPY3D, dstZ);
IQ_SAME_MEMBER(struct iq_driver_3d, dst.lod, CUDA_MEMCPY3D, dstLOD);
IQ_SAME_MEMBER(struct iq_driver_3d, dst.type, CUDA_MEMCPY3D, dstMemoryType);
IQ_SAME_MEMBER(struct iq_driver_3d, dst.host, CUDA_MEMCPY3D, dstHost);
IQ_SAME_MEMBER(struct iq_driver_3d, dst.device, CUDA_MEMCPY3D, dstDevice);
IQ_SAME_MEMBER(struct iq_driver_3d, dst.array, CUDA_MEMCPY3D, dstArray);
IQ_SAME_MEMBER(struct iq_driver_3d, dst.pitch, CUDA_MEMCPY3D, dstPitch);
IQ_SAME_MEMBER(struct iq_driver_3d, dst.height, CUDA_MEMCPY3D, dstHeight);
IQ_SAME_MEMBER(struct iq_driver_3d, size[0], CUDA_MEMCPY3D, WidthInBytes);
IQ_SAME_MEMBER(struct iq_driver_3d, size[1], CUDA_MEMCPY3D, Height);
IQ_SAME_MEMBER(struct iq_driver_3d, size[2], CUDA_MEMCPY3D, Depth);
IQ_SAME_SIZE(struct iq_driver_3d, CUDA_MEMCPY3D);

IQ_SAME_MEMBER(struct iq_driver_3d, src.at[0], CUDA_MEMCPY3D_PEER, srcXInBytes);
IQ_SAME_MEMBER(struct iq_driver_3d, src.at[1], CUDA_MEMCPY3D_PEER, srcY);
IQ_SAME_MEMBER(struct iq_driver_3d, src.at[2], CUDA_MEMCPY3D_PEER, srcZ);
IQ_SAME_MEMBER(struct iq_driver_3d, src.lod, CUDA_MEMCPY3D_PEER, srcLOD);
IQ_SAME_MEMBER(struct iq_driver_3d, src.type, CUDA_MEMCPY3D_PEER, srcMemoryType);
IQ_SAME_MEMBER(struct iq_driver_3d, src.host, CUDA_MEMCPY3D_PEER, srcHost);
IQ_SAME_MEMBER(struct iq_driver_3d, src.device, CUDA_MEMCPY3D_PEER, srcDevice);
IQ_SAME_MEMBER(struct iq_driver_3d, src.array, CUDA_MEMCPY3D_PEER, srcArray);
IQ_SAME_MEMBER(struct iq_driver_3d, src.pitch, CUDA_MEMCPY3D_PEER, srcPitch);
IQ_SAME_MEMBER(struct iq_driver_3d, src.context, CUDA_MEMCPY3D_PEER, srcContext);
IQ_SAME_MEMBER(struct iq_driver_3d, src.height, CUDA_MEMCPY3D_PEER, srcHeight);
IQ_SAME_MEMBER(struct iq_driver_3d, dst.at[0], CUDA_MEMCPY3D_PEER, dstXInBytes);
IQ_SAME_MEMBER(struct iq_driver_3d, dst.at[1], CUDA_MEMCPY3D_PEER, dstY);
IQ_SAME_MEMBER(struct iq_driver_3d, dst.at[2], CUDA_MEMCPY3D_PEER, dstZ);
IQ_SAME_MEMBER(struct iq_driver_3d, dst.lod, CUDA_MEMCPY3D_PEER, dstLOD);
IQ_SAME_MEMBER(struct iq_driver_3d, dst.type, CUDA_MEMCPY3D_PEER, dstMemoryType);
IQ_SAME_MEMBER(struct iq_driver_3d, dst.host, CUDA_MEMCPY3D_PEER, dstHost);
IQ_SAME_MEMBER(struct iq_driver_3d, dst.device, CUDA_MEMCPY3D_PEER, dstDevice);
IQ_SAME_MEMBER(struct iq_driver_3d, dst.array, CUDA_MEMCPY3D_PEER, dstArray);
IQ_SAME_MEMBER(struct iq_driver_3d, dst.pitch, CUDA_MEMCPY3D_PEER, dstPitch);
IQ_SAME_MEMBER(struct iq_driver_3d, dst.context, CUDA_MEMCPY3D_PEER, dstContext);
IQ_SAME_MEMBER(struct iq_driver_3d, dst.height, CUDA_MEMCPY3D_PEER, dstHeight);
IQ_SAME_MEMBER(struct iq_driver_3d, size[0], CUDA_MEMCPY3D_PEER, WidthInBytes);
IQ_SAME_MEMBER(struct iq_driver_3d, size[1], CUDA_MEMCPY3D_PEER, Height);
IQ_SAME_MEMBER(struct iq_driver_3d, size[2], CUDA_MEMCPY3D_PEER, Depth);
IQ_SAME_SIZE(struct iq_driver_3d, CUDA_MEMCPY3D_PEER);

IQ_SAME_MEMBER(struct iq_runtime_3d, src.array, struct cudaMemcpy3DParms, srcArray);
IQ_SAME_MEMBER(struct iq_runtime_3d, src.at[0], struct cudaMemcpy3DParms, srcPos.x);
IQ_SAME_MEMBER(struct iq_runtime_3d, src.at[1], struct cudaMemcpy3DParms, srcPos.y);
IQ_SAME_MEMBER(struct iq_runtime_3d, src.at[2], struct cudaMemcpy3DParms, srcPos.z);
IQ_SAME_MEMBER(struct iq_runtime_3d, src.address, struct cudaMemcpy3DParms, srcPtr.ptr);
IQ_SAME_MEMBER(struct iq_runtime_3d, src.pitch, struct cudaMemcpy3DParms, srcPtr.pitch);
IQ_SAME_MEMBER(struct iq_runtime_3d, src.xsize, struct cudaMemcpy3DParms, srcPtr.xsize);
IQ_SAME_MEMBER(struct iq_runtime_3d, src.ysize, struct cudaMemcpy3DParms, srcPtr.ysize);
IQ_SAME_MEMBER(struct iq_runtime_3d, dst.array, struct cudaMemcpy3DParms, dstArray);
IQ_SAME_MEMBER(struct iq_runtime_3d, dst.at[0], struct cudaMemcpy3DParms, dstPos.x);
IQ_SAME_MEMBER(struct iq_runtime_3d, dst.at[1], struct cudaMemcpy3DParms, dstPos.y);
IQ_SAME_MEMBER(struct iq_runtime_3d, dst.at[2], struct cudaMemcpy3DParms, dstPos.z);
IQ_SAME_MEMBER(struct iq_runtime_3d, dst.address, struct cudaMemcpy3DParms, dstPtr.ptr);
IQ_SAME_MEMBER(struct iq_runtime_3d, dst.pitch, struct cudaMemcpy3DParms, dstPtr.pitch);
IQ_SAME_MEMBER(struct iq_runtime_3d, dst.xsize, struct cudaMemcpy3DParms, dstPtr.xsize);
IQ_SAME_MEMBER(struct iq_runtime_3d, dst.ysize, struct cudaMemcpy3DParms, dstPtr.ysize);
IQ_SAME_MEMBER(struct iq_runtime_3d, size[0], struct cudaMemcpy3DParms, extent.width);
IQ_SAME_MEMBER(struct iq_runtime_3d, size[1], struct cudaMemcpy3DParms, extent.height);
IQ_SAME_MEMBER(struct iq_runtime_3d, size[2], struct cudaMemcpy3DParms, extent.depth);
IQ_SAME_MEMBER(struct iq_runtime_3d, kind, struct cudaMemcpy3DParms, kind);
IQ_SAME_SIZE(struct iq_runtime_3d, struct cudaMemcpy3DParms);

IQ_SAME_MEMBER(struct iq_runtime_3d_peer, src.side.array, struct cudaMemcpy3DPeerParms, srcArray);
IQ_SAME_MEMBER(struct iq_runtime_3d_peer, src.side.at[0], struct cudaMemcpy3DPeerParms, srcPos.x);
IQ_SAME_MEMBER(struct iq_runtime_3d_peer, src.side.at[1], struct cudaMemcpy3DPeerParms, srcPos.y);
IQ_SAME_MEMBER(struct iq_runtime_3d_peer, src.side.at[2], struct cudaMemcpy3DPeerParms, srcPos.z);
IQ_SAME_MEMBER(struct iq_runtime_3d_peer, src.side.address, struct cudaMemcpy3DPeerParms,
               srcPtr.ptr);
IQ_SAME_MEMBER(struct iq_runtime_3d_peer, src.side.pitch, struct cudaMemcpy3DPeerParms,
               srcPtr.pitch);
IQ_SAME_MEMBER(struct iq_runtime_3d_peer, src.side.xsize, struct cudaMemcpy3DPeerParms,
               srcPtr.xsize);
IQ_SAME_MEMBER(struct iq_runtime_3d_peer, src.side.ysize, struct cudaMemcpy3DPeerParms,
               srcPtr.ysize);
IQ_SAME_MEMBER(struct iq_runtime_3d_peer, src.device, struct cudaMemcpy3DPeerParms, srcDevice);
IQ_SAME_MEMBER(struct iq_runtime_3d_peer, dst.side.array, struct cudaMemcpy3DPeerParms, dstArray);
IQ_SAME_MEMBER(struct iq_runtime_3d_peer, dst.side.at[0], struct cudaMemcpy3DPeerParms, dstPos.x);
IQ_SAME_MEMBER(struct iq_runtime_3d_peer, dst.side.at[1], struct cudaMemcpy3DPeerParms, dstPos.y);
IQ_SAME_MEMBER(struct iq_runtime_3d_peer, dst.side.at[2], struct cudaMemcpy3DPeerParms, dstPos.z);
IQ_SAME_MEMBER(struct iq_runtime_3d_peer, dst.side.address, struct cudaMemcpy3DPeerParms,
               dstPtr.ptr);
IQ_SAME_MEMBER(struct iq_runtime_3d_peer, dst.side.pitch, struct cudaMemcpy3DPeerParms,
               dstPtr.pitch);
IQ_SAME_MEMBER(struct iq_runtime_3d_peer, dst.side.xsize, struct cudaMemcpy3DPeerParms,
               dstPtr.xsize);
IQ_SAME_MEMBER(struct iq_runtime_3d_peer, dst.side.ysize, struct cudaMemcpy3DPeerParms,
               dstPtr.ysize);
IQ_SAME_MEMBER(struct iq_runtime_3d_peer, dst.device, struct cudaMemcpy3DPeerParms, dstDevice);
IQ_SAME_MEMBER(struct iq_runtime_3d_peer, size[0], struct cudaMemcpy3DPeerParms, extent.width);
IQ_SAME_MEMBER(struct iq_runtime_3d_peer, size[1], struct cudaMemcpy3DPeerParms, extent.height);
IQ_SAME_MEMBER(struct iq_runtime_3d_peer, size[2], struct cudaMemcpy3DPeerParms, extent.depth);
IQ_SAME_SIZE(struct iq_runtime_3d_peer, struct cudaMemcpy3DPeerParms);

IQ_SAME_MEMBER(struct iq_batch_box, src.type, CUDA_MEMCPY3D_BATCH_OP, src.type);
IQ_SAME_MEMBER(struct iq_batch_box, src.pointer_or_array, CUDA_MEMCPY3D_BATCH_OP, src.op.ptr.ptr);
IQ_SAME_MEMBER(struct iq_batch_box, src.pointer_or_array, CUDA_MEMCPY3D_BATCH_OP,
               src.op.array.array);
IQ_SAME_MEMBER(struct iq_batch_box, src.rest[0], CUDA_MEMCPY3D_BATCH_OP, src.op.ptr.rowLength);
IQ_SAME_MEMBER(struct iq_batch_box, src.rest[1], CUDA_MEMCPY3D_BATCH_OP, src.op.ptr.layerHeight);
IQ_SAME_MEMBER(struct iq_batch_box, dst.type, CUDA_MEMCPY3D_BATCH_OP, dst.type);
IQ_SAME_MEMBER(struct iq_batch_box, dst.pointer_or_array, CUDA_MEMCPY3D_BATCH_OP, dst.op.ptr.ptr);
IQ_SAME_MEMBER(struct iq_batch_box, dst.pointer_or_array, CUDA_MEMCPY3D_BATCH_OP,
               dst.op.array.array);
IQ_SAME_MEMBER(struct iq_batch_box, dst.rest[0], CUDA_MEMCPY3D_BATCH_OP, dst.op.ptr.rowLength);
IQ_SAME_MEMBER(struct iq_batch_box, dst.rest[1], CUDA_MEMCPY3D_BATCH_OP, dst.op.ptr.layerHeight);
IQ_SAME_MEMBER(struct iq_batch_box, size[0], CUDA_MEMCPY3D_BATCH_OP, extent.width);
IQ_SAME_MEMBER(struct iq_batch_box, size[1], CUDA_MEMCPY3D_BATCH_OP, extent.height);
IQ_SAME_MEMBER(struct iq_batch_box, size[2], CUDA_MEMCPY3D_BATCH_OP, extent.depth);
IQ_SAME_MEMBER(struct iq_batch_box, order, CUDA_MEMCPY3D_BATCH_OP, srcAccessOrder);
IQ_SAME_MEMBER(struct iq_batch_box, flags, CUDA_MEMCPY3D_BATCH_OP, flags);
IQ_SAME_SIZE(struct iq_batch_box, CUDA_MEMCPY3D_BATCH_OP);

IQ_SAME_MEMBER(struct iq_batch_box, src.type, struct cudaMemcpy3DBatchOp, src.type);
IQ_SAME_MEMBER(struct iq_batch_box, src.pointer_or_array, struct cudaMemcpy3DBatchOp,
               src.op.ptr.ptr);
IQ_SAME_MEMBER(struct iq_batch_box, src.pointer_or_array, struct cudaMemcpy3DBatchOp,
               src.op.array.array);
IQ_SAME_MEMBER(struct iq_batch_box, src.rest[0], struct cudaMemcpy3DBatchOp, src.op.ptr.rowLength);
IQ_SAME_MEMBER(struct iq_batch_box, src.rest[1], struct cudaMemcpy3DBatchOp,
               src.op.ptr.layerHeight);
IQ_SAME_MEMBER(struct iq_batch_box, dst.type, struct cudaMemcpy3DBatchOp, dst.type);
IQ_SAME_MEMBER(struct iq_batch_box, dst.pointer_or_array, struct cudaMemcpy3DBatchOp,
               dst.op.ptr.ptr);
IQ_SAME_MEMBER(struct iq_batch_box, dst.pointer_or_array, struct cudaMemcpy3DBatchOp,
               dst.op.array.array);
IQ_SAME_MEMBER(struct iq_batch_box, dst.rest[0], struct cudaMemcpy3DBatchOp, dst.op.ptr.rowLength);
IQ_SAME_MEMBER(struct iq_batch_box, dst.rest[1], struct cudaMemcpy3DBatchOp,
               dst.op.ptr.layerHeight);
IQ_SAME_MEMBER(struct iq_batch_box, size[0], struct cudaMemcpy3DBatchOp, extent.width);
IQ_SAME_MEMBER(struct iq_batch_box, size[1], struct cudaMemcpy3DBatchOp, extent.height);
IQ_SAME_MEMBER(struct iq_batch_box, size[2], struct cudaMemcpy3DBatchOp, extent.depth);
IQ_SAME_MEMBER(struct iq_batch_box, order, struct cudaMemcpy3DBatchOp, srcAccessOrder);
IQ_SAME_MEMBER(struct iq_batch_box, flags, struct cudaMemcpy3DBatchOp, flags);
IQ_SAME_SIZE(struct iq_batch_box, struct cudaMemcpy3DBatchOp);

IQ_SAME_NUMBER(IQ_COPY_HOST, CU_MEMORYTYPE_HOST);
IQ_SAME_NUMBER(IQ_COPY_DEVICE, CU_MEMORYTYPE_DEVICE);
IQ_SAME_NUMBER(IQ_COPY_ARRAY, CU_MEMORYTYPE_ARRAY);
IQ_SAME_NUMBER(IQ_COPY_UNIFIED, CU_MEMORYTYPE_UNIFIED);
IQ_SAME_NUMBER(IQ_NO_COPY_KIND, cudaMemcpyDefault);
IQ_SAME_NUMBER(IQ_OPERAND_POINTER, CU_MEMCPY_OPERAND_TYPE_POINTER);
IQ_SAME_NUMBER(IQ_OPERAND_ARRAY, CU_MEMCPY_OPERAND_TYPE_ARRAY);
IQ_SAME_NUMBER(IQ_NODE_IS_COPY, CU_GRAPH_NODE_TYPE_MEMCPY);
IQ_SAME_NUMBER(IQ_NODE_IS_FILL, CU_GRAPH_NODE_TYPE_MEMSET);
IQ_SAME_NUMBER(IQ_NODE_INSIDE, offsetof(CUgraphNodeParams, memset));
IQ_SAME_NUMBER(IQ_NODE_INSIDE, offsetof(struct cudaGraphNodeParams, memset));
IQ_SAME_NUMBER(IQ_NODE_COPY, offsetof(CUgraphNodeParams, memcpy.copyParams));
IQ_SAME_NUMBER(IQ_NODE_COPY, offsetof(struct cudaGraphNodeParams, memcpy.copyParams));
