-- Doubles numbers on the device, by the foreign functions of LuaJIT.
local ffi = require("ffi")
ffi.cdef[[int cuInit(unsigned); int cuDeviceGet(int*,int); int cuCtxCreate_v2(void**,unsigned,int); int cuModuleLoadData(void**,const char*);
int cuModuleGetFunction(void**,void*,const char*); int cuMemAlloc_v2(uint64_t*,size_t); int cuMemcpyDtoH_v2(void*,uint64_t,size_t); int cuMemFree_v2(uint64_t);
int cuLaunchKernel(void*,unsigned,unsigned,unsigned,unsigned,unsigned,unsigned,unsigned,void*,void**,void**);]]
local C = ffi.load("libcuda.so.1")
local dev, ctx, mod, fn, mem = ffi.new("int[1]"), ffi.new("void*[1]"), ffi.new("void*[1]"), ffi.new("void*[1]"), ffi.new("uint64_t[1]")
local bad = C.cuInit(0) + C.cuDeviceGet(dev,0) + C.cuCtxCreate_v2(ctx,0,dev[0])
bad = bad + C.cuModuleLoadData(mod, io.open(arg[1]):read("*a")) + C.cuModuleGetFunction(fn, mod[0], "twice") + C.cuMemAlloc_v2(mem, 1024)
local args = ffi.new("void*[1]", ffi.cast("void*", mem))
bad = bad + C.cuLaunchKernel(fn[0],1,1,1,256,1,1,0,nil,args,nil)
local host, sum = ffi.new("int[256]"), 0
for _ = 1, 200 do bad = bad + C.cuMemcpyDtoH_v2(host, mem[0], 1024) end
for i = 0, 255 do sum = sum + host[i] end
print("bad " .. tonumber(bad) .. " sum " .. tonumber(sum))
C.cuMemFree_v2(mem[0])
print("freed " .. C.cuMemcpyDtoH_v2(host, mem[0], 1024))
