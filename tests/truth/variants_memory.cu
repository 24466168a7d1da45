// Variants of the memory cases of probe.cu: the same kinds of misuse through other calls, sizes and orders.
#include "cases.h"
static cudaStream_t mkstream(){cudaStream_t s=0;cudaStreamCreate(&s);return s;}
static CUdeviceptr cm(size_t b){cudaFree(0);CUdeviceptr p=0;cuMemAlloc(&p,b);return p;}
static cudaArray_t marr(size_t w,size_t h){cudaArray_t a=0;cudaChannelFormatDesc c=cudaCreateChannelDesc<float>();cudaMallocArray(&a,&c,w,h);return a;}
static CUDA_ARRAY3D_DESCRIPTOR ad(size_t w,size_t h,size_t d,CUarray_format f,unsigned n){CUDA_ARRAY3D_DESCRIPTOR a;memset(&a,0,sizeof a);a.Width=w;a.Height=h;a.Depth=d;a.Format=f;a.NumChannels=n;return a;}
static CUDA_MEMCPY2D h2a(CUarray a,size_t pitch,size_t width,size_t height){CUDA_MEMCPY2D m;memset(&m,0,sizeof m);m.srcMemoryType=CU_MEMORYTYPE_HOST;m.srcHost=hbuf;m.srcPitch=pitch;m.dstMemoryType=CU_MEMORYTYPE_ARRAY;m.dstArray=a;m.WidthInBytes=width;m.Height=height;return m;}
static cudaResourceDesc rarr(cudaArray_t a){cudaResourceDesc r;memset(&r,0,sizeof r);r.resType=cudaResourceTypeArray;r.res.array.array=a;return r;}
static cudaTextureDesc tdesc(){cudaTextureDesc t;memset(&t,0,sizeof t);return t;}
__device__ double d_vals[6];
__constant__ int c_tab[16];
// ---- memcpy arguments
CASE(v_cp_dst_null){cudaStream_t s=mkstream();R(cudaMemcpyAsync(0,hbuf,128,cudaMemcpyHostToDevice,s));D(cuMemcpyHtoDAsync(0,hbuf,128,s));R(cudaStreamSynchronize(s));}
CASE(v_cp_src_null){CUdeviceptr d=cm(256);D(cuMemcpyHtoD(d,0,100));D(cuMemcpyDtoH(hbuf,0,100));R(cudaMemcpy2D((void*)d,64,0,64,64,2,cudaMemcpyHostToDevice));}
CASE(v_cp_null_zero){cudaStream_t s=mkstream();R(cudaMemcpyAsync(0,0,0,cudaMemcpyDeviceToHost,s));D(cuMemcpyHtoD(0,0,0));R(cudaMemcpy2D(0,0,0,0,0,0,cudaMemcpyDeviceToDevice));}
CASE(v_cp_h2d_both_host){char a[96]={1},b[96]={2};cudaStream_t s=mkstream();R(cudaMemcpyAsync(a,b,96,cudaMemcpyHostToDevice,s));R(cudaStreamSynchronize(s));NOTE("a=%d",a[0]);}
CASE(v_cp_d2h_both_host){char a[64]={1},b[64]={2};R(cudaMemcpy2D(a,16,b,16,16,4,cudaMemcpyDeviceToHost));D(cuMemcpyDtoH(a,(CUdeviceptr)b,64));NOTE("a=%d",a[0]);}
CASE(v_cp_d2d_both_host){cudaFree(0);short a[8]={1},b[8]={2};D(cuMemcpyDtoD((CUdeviceptr)a,(CUdeviceptr)b,16));NOTE("a=%d",a[0]);}
CASE(v_cp_h2d_both_dev){CUdeviceptr a=cm(8192),b=cm(8192);cudaStream_t s=mkstream();R(cudaMemcpyAsync((void*)a,(void*)b,8192,cudaMemcpyHostToDevice,s));D(cuMemcpyHtoD(a,(void*)b,16));R(cudaStreamSynchronize(s));}
CASE(v_cp_d2h_both_dev){CUdeviceptr a=cm(1000),b=cm(1000);D(cuMemcpyDtoH((void*)a,b,1000));R(cudaMemcpy2D((void*)a,100,(void*)b,100,50,10,cudaMemcpyDeviceToHost));}
CASE(v_cp_h2h_both_dev){char*a=(char*)dm(4096);cudaStream_t s=mkstream();R(cudaMemcpyAsync(a,a+2048,100,cudaMemcpyHostToHost,s));R(cudaMemcpy2D(a,64,a+2048,64,64,4,cudaMemcpyHostToHost));R(cudaStreamSynchronize(s));}
CASE(v_cp_h2h_dst_dev){char*a=(char*)dm(1<<16);R(cudaMemcpy2D(a,256,hbuf,256,200,20,cudaMemcpyHostToHost));R(cudaMemcpyAsync(hbuf,a,200,cudaMemcpyHostToHost,0));}
CASE(v_cp_swapped_h2d){char*a=(char*)dm(1<<16);cudaStream_t s=mkstream();R(cudaMemcpyAsync(hbuf,a,1<<16,cudaMemcpyHostToDevice,s));D(cuMemcpyHtoD((CUdeviceptr)hbuf,a,256));}
CASE(v_cp_swapped_d2h){char*a=(char*)dm(1<<16);R(cudaMemcpy2DAsync(a,512,hbuf,512,500,3,cudaMemcpyDeviceToHost,0));D(cuMemcpyDtoH(a,(CUdeviceptr)hbuf,12));R(cudaDeviceSynchronize());}
CASE(v_cp_default_both_host){char a[32]={5},b[32]={6};cudaStream_t s=mkstream();R(cudaMemcpyAsync(a,b,32,cudaMemcpyDefault,s));R(cudaStreamSynchronize(s));NOTE("a=%d",a[0]);R(cudaMemcpy2D(b,8,a,8,8,4,cudaMemcpyDefault));}
CASE(v_cp_kind_99){char*a=(char*)dm(2048);cudaStream_t s=mkstream();R(cudaMemcpyAsync(a,hbuf,2048,(cudaMemcpyKind)5,s));R(cudaMemcpy2D(a,64,hbuf,64,64,8,(cudaMemcpyKind)1000));}
CASE(v_cp_kind_neg){char*a=(char*)dm(2048);R(cudaMemcpyAsync(hbuf,a,64,(cudaMemcpyKind)-7,0));R(cudaMemcpyToSymbol(d_sym,hbuf,4,0,(cudaMemcpyKind)-1));}
CASE(v_cp_count_400_into_40){CUdeviceptr d=cm(100);D(cuMemcpyHtoD(d,hbuf,480));R(cudaMemset((void*)d,1,500));}
CASE(v_cp_count_41_into_40){CUdeviceptr d=cm(60);cudaStream_t s=mkstream();D(cuMemcpyHtoDAsync(d,hbuf,61,s));D(cuStreamSynchronize(s));}
CASE(v_cp_count_513_into_512){CUdeviceptr d=cm(1024);D(cuMemcpyHtoD(d,hbuf,1025));D(cuMemcpyDtoH(hbuf,d,1028));}
CASE(v_cp_count_spans_next){CUdeviceptr d=cm(1024),e=cm(1024);D(cuMemsetD8(e,7,1024));D(cuMemcpyHtoD(d,hbuf,1500));}
CASE(v_cp_count_2MB_into_40){CUdeviceptr d=cm(1000);static char big[8<<20];D(cuMemcpyHtoD(d,big,8<<20));D(cuMemcpyDtoH(big,d,8<<20));}
CASE(v_cp_d2d_count_over){CUdeviceptr d=cm(100),e=cm(1<<20);D(cuMemcpyDtoD(e,d,450));D(cuMemcpyDtoD(d,e,1<<20));R(cudaMemcpy2D((void*)e,128,(void*)d,128,128,3,cudaMemcpyDeviceToDevice));}
CASE(v_cp_d2h_count_over){CUdeviceptr d=cm(200);D(cuMemcpyDtoH(hbuf,d,300));static char big[4<<20];R(cudaMemcpy(big,(void*)d,4<<20,cudaMemcpyDeviceToHost));}
CASE(v_cp_async_count_over){char*d=(char*)dm(300);cudaStream_t s=0;cudaStreamCreateWithFlags(&s,cudaStreamNonBlocking);R(cudaMemcpyAsync(hbuf,d,400,cudaMemcpyDeviceToHost,s));R(cudaMemsetAsync(d,0,480,s));R(cudaStreamSynchronize(s));}
CASE(v_cp_offset_past_end){CUdeviceptr d=cm(256);D(cuMemcpyDtoH(hbuf,d+8192,64));D(cuMemcpyDtoH(hbuf,d+(128ull<<20),64));D(cuMemsetD8(d+(128ull<<20),0,64));}
CASE(v_cp_dst_freed){char*d=(char*)dm(8<<20);cudaFree(d);R(cudaMemcpyAsync(d,hbuf,4096,cudaMemcpyHostToDevice,0));R(cudaMemset(d,0,4096));R(cudaDeviceSynchronize());}
CASE(v_cp_src_freed){CUdeviceptr d=cm(2000);cuMemFree(d);D(cuMemcpyDtoH(hbuf,d,2000));D(cuMemcpyDtoHAsync(hbuf,d,8,0));}
CASE(v_cp_src_freed_big){char*d=0;size_t p=0;cudaMallocPitch((void**)&d,&p,8192,8192);cudaFree(d);R(cudaMemcpy2D(hbuf,100,d,p,100,100,cudaMemcpyDeviceToHost));D(cuMemcpyDtoH(hbuf,(CUdeviceptr)d+4096,16));}
CASE(v_cp_dst_garbage){cudaFree(0);D(cuMemcpyHtoD(0x1000,hbuf,16));D(cuMemcpyHtoD(0x123456789abcull,hbuf,16));R(cudaMemcpyAsync((void*)~0ull,hbuf,1,cudaMemcpyHostToDevice,0));}
CASE(v_cp_src_garbage){int*d=dm(4096);R(cudaMemcpy(hbuf,(void*)0xdeadbee0,16,cudaMemcpyDeviceToHost));R(cudaMemcpy(d,(void*)0xdeadbee0,16,cudaMemcpyDeviceToDevice));}
CASE(v_cp_count_minus1){char*d=(char*)dm(4096);R(cudaMemcpy(hbuf,d,(size_t)-4,cudaMemcpyDeviceToHost));R(cudaMemset(d,0,(size_t)-1));D(cuMemcpyDtoD((CUdeviceptr)d,(CUdeviceptr)d,(size_t)-1));}
CASE(v_cp_count_1T){char*d=(char*)dm(4096);R(cudaMemset(d,0,(size_t)1<<41));D(cuMemcpyDtoH(hbuf,(CUdeviceptr)d,(size_t)1<<41));}
CASE(v_cp_stack_scalar){CUdeviceptr d=cm(64);double x=2.5,y=0;D(cuMemcpyHtoD(d,&x,8));R(cudaMemcpy2D(&y,8,(void*)d,8,8,1,cudaMemcpyDeviceToHost));NOTE("y=%g",y);}
CASE(v_cp_host_src_short){CUdeviceptr d=cm(1<<20);static char pair[2][64];D(cuMemcpyHtoD(d,pair[0],128));R(cudaMemcpy2D((void*)d,96,pair[0],96,96,1,cudaMemcpyHostToDevice));}
CASE(v_cp_host_dst_short){CUdeviceptr d=cm(4096);static char pair[2][64];D(cuMemsetD8(d,0x5a,4096));D(cuMemcpyDtoH(pair[0],d,100));NOTE("second %x %x",pair[1][0],pair[1][60]);}
CASE(v_cp_host_unmapped){CUdeviceptr d=cm(1<<20);char*h=(char*)mmap(0,1<<18,3,MAP_PRIVATE|MAP_ANONYMOUS,-1,0);mprotect(h,1<<18,PROT_NONE);R(cudaMemcpyAsync((void*)d,h,1<<18,cudaMemcpyHostToDevice,0));R(cudaDeviceSynchronize());}
CASE(v_cp_host_readonly_dst){CUdeviceptr d=cm(1<<16);char*h=(char*)mmap(0,1<<16,3,MAP_PRIVATE|MAP_ANONYMOUS,-1,0);memset(h,1,1<<16);mprotect(h,1<<16,PROT_READ);D(cuMemcpyDtoH(h,d,1<<16));}
CASE(v_cp_host_freed){CUdeviceptr d=cm(4096);char*h=new char[1000];memset(h,1,1000);delete[] h;D(cuMemcpyHtoD(d,h,1000));}
CASE(v_cp_host_deref){char*d=0;size_t p=0;R(cudaMallocPitch((void**)&d,&p,100,4));NOTE("host write next");*(volatile char*)d=1;NOTE("written");}
CASE(v_cp_odd_address){CUdeviceptr d=cm(4096);D(cuMemcpyHtoD(d+3,hbuf+5,1021));D(cuMemsetD16(d+1,1,4));D(cuMemsetD32(d+2,1,4));}
CASE(v_cp_overlap_d2d){CUdeviceptr d=cm(1<<16);D(cuMemcpyDtoD(d,d+8,1024));D(cuMemcpyDtoDAsync(d+4,d,1024,0));R(cudaMemcpy2D((void*)(d+32),128,(void*)d,128,100,8,cudaMemcpyDeviceToDevice));}
CASE(v_cp_span_adjacent){CUdeviceptr d=cm(4<<20);D(cuMemcpyDtoH(hbuf,d+(4<<20)-512,512));D(cuMemsetD8(d+(4<<20)-512,0,512));}
CASE(v_cp_managed_any){char*m=0;R(cudaMallocManaged((void**)&m,4096));cudaStream_t s=mkstream();R(cudaMemcpyAsync(m,hbuf,100,cudaMemcpyDeviceToHost,s));R(cudaMemcpyAsync(hbuf,m,100,cudaMemcpyHostToDevice,s));R(cudaStreamSynchronize(s));}
CASE(v_cp_pinned_wrong_kind){char*p=0;R(cudaHostAlloc((void**)&p,4096,cudaHostAllocMapped));char*d=(char*)dm(4096);R(cudaMemcpyAsync(d,p,100,cudaMemcpyDeviceToHost,0));R(cudaMemcpyAsync(p,hbuf,100,cudaMemcpyDeviceToHost,0));R(cudaDeviceSynchronize());}
CASE(v_cp_after_reset){CUdeviceptr d=cm(4096);R(cudaDeviceReset());R(cudaMemset((void*)d,0,4096));R(cudaMemcpy(hbuf,(void*)d,64,cudaMemcpyDeviceToHost));}
CASE(v_cp_memset_over){CUdeviceptr d=cm(1000);D(cuMemsetD32(d,0,1024));D(cuMemsetD8(d,0,16<<20));D(cuMemsetD16(0,0,8));R(cudaMemset2D((void*)d,4<<20,0,100,4));}
CASE(v_cp_peer_bad_dev){int*d=dm(4096);cudaStream_t s=mkstream();R(cudaMemcpyPeerAsync(d,9,d,0,64,s));R(cudaMemcpyPeer(d,-1,d,0,64));}
// ---- sticky and deferred errors
CASE(v_sticky_illegal){cudaStream_t s=mkstream();char*d=(char*)dm(1<<16);k_fill<<<1,32,0,s>>>((int*)0x40,32,1);R(cudaStreamSynchronize(s));R(cudaMemset(d,0,16));D(cuMemcpyHtoD((CUdeviceptr)d,hbuf,16));}
CASE(v_sticky_misaligned){char*d=(char*)dm(4096);cudaStream_t s=mkstream();k_misaligned<<<2,32,0,s>>>(d+512);R(cudaStreamSynchronize(s));R(cudaStreamQuery(s));void*p=0;R(cudaMallocHost(&p,64));}
CASE(v_sticky_assert){cudaStream_t s=mkstream();k_assert<<<2,4,0,s>>>();R(cudaStreamSynchronize(s));R(cudaPeekAtLastError());R(cudaGetLastError());}
CASE(v_sticky_trap){int*d=dm(64);k_trap<<<4,64>>>();R(cudaMemcpy(hbuf,d,64,cudaMemcpyDeviceToHost));R(cudaFree(d));R(cudaGetLastError());}
CASE(v_sticky_in_other_stream){cudaStream_t s=mkstream(),t=mkstream();char*d=(char*)dm(64);k_poke<<<1,1,0,s>>>((char*)0x20);R(cudaStreamSynchronize(s));R(cudaMemsetAsync(d,0,64,t));R(cudaStreamSynchronize(t));}
CASE(v_pending_launch_error){int*d=dm(64);k_fill<<<1,dim3(1,1,65)>>>(d,1,1);R(cudaMemset(d,0,64));R(cudaPeekAtLastError());R(cudaGetLastError());R(cudaPeekAtLastError());}
CASE(v_host_ptr_to_kernel){static int h[16];int*d=dm(64);k_read<<<1,1>>>(h,d);R(cudaGetLastError());R(cudaDeviceSynchronize());}
CASE(v_freed_ptr_to_kernel){int*d=dm(4<<20);cudaFree(d);int*o=dm(64);k_read<<<1,1>>>(d+(1<<19),o);R(cudaGetLastError());}
CASE(v_freed_ptr_to_kernel_big){CUdeviceptr d=cm(256<<20);D(cuMemFree(d));k_poke<<<1,1>>>((char*)d+(100<<20));R(cudaDeviceSynchronize());}
CASE(v_kernel_oob_small){int*d=dm(400);k_fill<<<4,32>>>(d,120,9);R(cudaStreamSynchronize(0));R(cudaMemcpy(hbuf,d,400,cudaMemcpyDeviceToHost));}
CASE(v_kernel_oob_neighbour){char*d=(char*)dm(4096);R(cudaMemset(d,0,4096));k_fill<<<1,64>>>((int*)d,64,5);R(cudaMemcpy(hbuf,d+128,4,cudaMemcpyDeviceToHost));NOTE("second half %d",hbuf[0]);}
CASE(v_kernel_oob_4MB){int*d=dm(1000),*o=dm(64);k_read<<<1,1>>>(d+(64<<20),o);R(cudaDeviceSynchronize());R(cudaGetLastError());}
CASE(v_kernel_smem_oob){int*d=dm(64);k_smem_oob<<<1,1>>>(d,1<<22);R(cudaDeviceSynchronize());R(cudaMemset(d,0,4));}
// ---- allocation
CASE(v_al_zero){void*p=(void*)1;size_t pitch=7;cudaFree(0);R(cudaMallocPitch(&p,&pitch,0,16));R(cudaMallocManaged(&p,0));CUdeviceptr q=0;D(cuMemAllocPitch(&q,&pitch,16,0,4));}
CASE(v_al_huge){void*p=0;size_t pitch=0;R(cudaMallocPitch(&p,&pitch,(size_t)1<<24,(size_t)1<<24));CUdeviceptr q=0;D(cuMemAlloc(&q,(size_t)1<<46));D(cuMemAlloc(&q,(size_t)-512));}
CASE(v_al_more_than_free){size_t f=0,t=0;cudaMemGetInfo(&f,&t);CUdeviceptr p=0;D(cuMemAlloc(&p,t+4096));void*q=0;R(cudaMallocAsync(&q,t*2,0));R(cudaPeekAtLastError());}
CASE(v_al_ptr_null){size_t p=0;cudaFree(0);R(cudaMallocPitch(0,&p,64,4));R(cudaMallocHost((void**)0,64));D(cuMemAlloc(0,64));}
CASE(v_al_double_free){CUdeviceptr d=cm(4096);R(cudaFree((void*)d));D(cuMemFree(d));R(cudaFreeAsync((void*)d,0));}
CASE(v_al_free_interior){CUdeviceptr d=cm(8<<20);D(cuMemFree(d+(1<<20)));R(cudaFree((char*)d+1));D(cuMemFree(d));}
CASE(v_al_free_host){cudaFree(0);D(cuMemFree((CUdeviceptr)hbuf));R(cudaFreeAsync(hbuf,0));}
CASE(v_al_free_stack){cudaFree(0);double x[4];D(cuMemFree((CUdeviceptr)x));R(cudaFreeHost(x));}
CASE(v_al_free_null){cudaFree(0);D(cuMemFree(0));D(cuMemFreeHost(0));R(cudaFreeArray(0));}
CASE(v_al_freehost_malloc){cudaFree(0);char*p=(char*)calloc(100,10);R(cudaFreeHost(p+8));D(cuMemFreeHost(hbuf));}
CASE(v_al_freehost_device){CUdeviceptr d=cm(1<<20);D(cuMemFreeHost((void*)d));char*m=0;cudaMallocManaged((void**)&m,64);R(cudaFreeHost(m));R(cudaFree(m));}
CASE(v_al_free_pinned){char*p=0;R(cudaHostAlloc((void**)&p,1<<16,cudaHostAllocPortable));D(cuMemFree((CUdeviceptr)p));R(cudaFreeHost(p+64));R(cudaFreeHost(p));}
CASE(v_al_register_twice){char*p=(char*)mmap(0,1<<16,3,MAP_PRIVATE|MAP_ANONYMOUS,-1,0);cudaFree(0);D(cuMemHostRegister(p,1<<16,0));R(cudaHostRegister(p+4096,4096,0));D(cuMemHostUnregister(p));}
CASE(v_al_unregister_not){cudaFree(0);D(cuMemHostUnregister(hbuf+128));R(cudaHostUnregister(0));CUdeviceptr q=0;D(cuMemHostGetDevicePointer(&q,hbuf,0));}
CASE(v_al_free_while_registered){char*p=(char*)mmap(0,1<<16,3,MAP_PRIVATE|MAP_ANONYMOUS,-1,0);R(cudaHostRegister(p,1<<16,cudaHostRegisterMapped));munmap(p,1<<16);R(cudaHostUnregister(p));R(cudaHostUnregister(p));}
CASE(v_al_freeasync_twice){cudaStream_t s=mkstream();void*p=0;R(cudaMallocAsync(&p,1<<20,s));R(cudaFree(p));R(cudaFreeAsync(p,s));}
CASE(v_al_free_array_twice){cudaFree(0);CUDA_ARRAY3D_DESCRIPTOR x=ad(32,8,4,CU_AD_FORMAT_FLOAT,1);CUarray a=0;D(cuArray3DCreate(&a,&x));D(cuArrayDestroy(a));D(cuArrayDestroy(a));}
// ---- 2D, 3D, arrays, textures
CASE(v_a_2d_width_gt_pitch){CUdeviceptr d=0;size_t p=0;cudaFree(0);D(cuMemAllocPitch(&d,&p,200,8,4));NOTE("pitch %zu",p);R(cudaMemset2D((void*)d,100,0,200,8));R(cudaMemcpy2D(hbuf,100,(void*)d,p,200,8,cudaMemcpyDeviceToHost));}
CASE(v_a_2d_height_over){char*d=0;size_t p=0;R(cudaMallocPitch((void**)&d,&p,500,64));R(cudaMemset2D(d,p,0,500,200000));R(cudaMemcpy2DAsync(hbuf,1,d,p,1,200000,cudaMemcpyDeviceToHost,0));}
CASE(v_a_2d_elements_not_bytes){cudaFree(0);CUDA_ARRAY3D_DESCRIPTOR x=ad(32,16,0,CU_AD_FORMAT_FLOAT,4);CUarray a=0;D(cuArray3DCreate(&a,&x));CUDA_MEMCPY2D m=h2a(a,32,32,16),n=h2a(a,544,528,16);D(cuMemcpy2D(&m));D(cuMemcpy2D(&n));}
CASE(v_a_toarray_over){cudaArray_t a=marr(16,16);R(cudaMemcpyToArray(a,0,0,hbuf,16*16*4+4,cudaMemcpyHostToDevice));R(cudaMemcpy2DToArray(a,0,1,hbuf,64,64,16,cudaMemcpyHostToDevice));R(cudaMemcpy2DFromArray(hbuf,64,a,4,0,64,16,cudaMemcpyDeviceToHost));}
CASE(v_a_array_freed){cudaArray_t a=marr(32,32);R(cudaFreeArray(a));R(cudaMemcpy2DFromArray(hbuf,128,a,0,0,128,32,cudaMemcpyDeviceToHost));}
CASE(v_a_array_garbage){cudaFree(0);CUDA_MEMCPY2D m=h2a((CUarray)0x5678,64,64,8);D(cuMemcpy2D(&m));}
CASE(v_a_array_null){cudaFree(0);CUDA_MEMCPY2D m=h2a(0,64,64,8);D(cuMemcpy2D(&m));R(cudaMemcpy2DFromArray(hbuf,64,0,0,0,64,8,cudaMemcpyDeviceToHost));R(cudaMemcpyToArray(0,0,0,hbuf,64,cudaMemcpyHostToDevice));}
CASE(v_a_array_as_ptr){cudaArray_t a=marr(32,32);R(cudaMemcpy(hbuf,a,64,cudaMemcpyDeviceToHost));R(cudaMemset(a,0,64));R(cudaFree(a));}
CASE(v_a_channels3){cudaArray_t a=0;cudaChannelFormatDesc c=cudaCreateChannelDesc(32,32,32,0,cudaChannelFormatKindFloat),e=cudaCreateChannelDesc(8,16,0,0,cudaChannelFormatKindSigned);R(cudaMallocArray(&a,&c,8,8));R(cudaMallocArray(&a,&e,8,8));CUDA_ARRAY3D_DESCRIPTOR x=ad(8,8,0,CU_AD_FORMAT_UNSIGNED_INT8,3);CUarray b=0;D(cuArray3DCreate(&b,&x));}
CASE(v_a_array_huge){cudaFree(0);CUDA_ARRAY3D_DESCRIPTOR x=ad(1<<18,1<<18,0,CU_AD_FORMAT_FLOAT,1),y=ad(1<<15,1<<15,1<<15,CU_AD_FORMAT_FLOAT,1),z=ad(0,8,0,CU_AD_FORMAT_FLOAT,1);CUarray a=0;D(cuArray3DCreate(&a,&x));D(cuArray3DCreate(&a,&y));D(cuArray3DCreate(&a,&z));}
CASE(v_a_3d_zero_extent){char*d=(char*)dm(4096);cudaMemcpy3DParms p;memset(&p,0,sizeof p);p.srcPtr=make_cudaPitchedPtr(hbuf,16,16,4);p.dstPtr=make_cudaPitchedPtr(d,16,16,4);p.kind=cudaMemcpyHostToDevice;p.extent=make_cudaExtent(16,4,0);R(cudaMemcpy3D(&p));CUDA_MEMCPY3D q;memset(&q,0,sizeof q);D(cuMemcpy3D(&q));}
CASE(v_a_3d_over){cudaFree(0);CUDA_ARRAY3D_DESCRIPTOR x=ad(8,8,8,CU_AD_FORMAT_FLOAT,1);CUarray a=0;D(cuArray3DCreate(&a,&x));CUDA_MEMCPY3D q;memset(&q,0,sizeof q);q.srcMemoryType=CU_MEMORYTYPE_HOST;q.srcHost=hbuf;q.srcPitch=32;q.srcHeight=8;q.dstMemoryType=CU_MEMORYTYPE_ARRAY;q.dstArray=a;q.WidthInBytes=32;q.Height=8;q.Depth=9;D(cuMemcpy3D(&q));q.Depth=8;q.dstZ=1;D(cuMemcpy3D(&q));}
CASE(v_a_tex_freed_array){cudaArray_t a=marr(16,16);cudaFreeArray(a);cudaResourceDesc rd=rarr(a);cudaTextureDesc td=tdesc();cudaTextureObject_t t=0;R(cudaCreateTextureObject(&t,&rd,&td,0));}
CASE(v_a_tex_destroyed){cudaArray_t a=marr(16,16);cudaResourceDesc rd=rarr(a);cudaTextureDesc td=tdesc();cudaTextureObject_t t=0;R(cudaCreateTextureObject(&t,&rd,&td,0));R(cudaDestroyTextureObject(t));R(cudaGetTextureObjectResourceDesc(&rd,t));}
CASE(v_a_tex_bad_mode){cudaArray_t a=0;cudaChannelFormatDesc c=cudaCreateChannelDesc<int2>();cudaMallocArray(&a,&c,32,32);cudaResourceDesc rd=rarr(a);cudaTextureDesc td=tdesc();td.filterMode=cudaFilterModeLinear;cudaTextureObject_t t=0;R(cudaCreateTextureObject(&t,&rd,&td,0));td=tdesc();td.addressMode[0]=cudaAddressModeWrap;R(cudaCreateTextureObject(&t,&rd,&td,0));}
CASE(v_a_tex_pitch_misaligned){char*d=(char*)dm(1<<18);cudaResourceDesc rd;memset(&rd,0,sizeof rd);rd.resType=cudaResourceTypeLinear;rd.res.linear.devPtr=d+16;rd.res.linear.desc=cudaCreateChannelDesc<float>();rd.res.linear.sizeInBytes=4096;cudaTextureDesc td=tdesc();cudaTextureObject_t t=0;R(cudaCreateTextureObject(&t,&rd,&td,0));rd.res.linear.devPtr=0;R(cudaCreateTextureObject(&t,&rd,&td,0));}
CASE(v_a_surf_no_flag){cudaFree(0);CUDA_ARRAY3D_DESCRIPTOR x=ad(16,16,0,CU_AD_FORMAT_FLOAT,2);CUarray a=0;D(cuArray3DCreate(&a,&x));CUDA_RESOURCE_DESC r;memset(&r,0,sizeof r);r.resType=CU_RESOURCE_TYPE_ARRAY;r.res.array.hArray=a;CUsurfObject s=0;D(cuSurfObjectCreate(&s,&r));}
CASE(v_sym_too_big){R(cudaMemcpyFromSymbol(hbuf,d_vals,56));R(cudaMemcpyFromSymbol(hbuf,d_vals,8,44));R(cudaMemcpyToSymbolAsync(c_tab,hbuf,128,0,cudaMemcpyHostToDevice,0));}
CASE(v_sym_not_symbol){R(cudaMemcpyFromSymbol(hbuf,(const void*)hbuf,8));void*p=0;R(cudaGetSymbolAddress(&p,(const void*)dm(64)));size_t n=0;R(cudaGetSymbolSize(&n,(const void*)0));}
CASE(v_sym_as_ptr){cudaFree(0);R(cudaMemcpy(hbuf,c_tab,16,cudaMemcpyDeviceToHost));R(cudaMemset(d_vals,0,16));D(cuMemcpyDtoH(hbuf,(CUdeviceptr)&d_vals,16));}
