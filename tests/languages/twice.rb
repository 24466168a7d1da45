# Doubles numbers on the device, by Fiddle; and a child by fork.
require 'fiddle'
require 'fiddle/import'
module Cuda
  extend Fiddle::Importer
  dlload 'libcuda.so.1'
  extern 'int cuInit(unsigned int)'
  extern 'int cuDeviceGet(void*, int)'
  extern 'int cuCtxCreate_v2(void*, unsigned int, int)'
  extern 'int cuModuleLoadData(void*, void*)'
  extern 'int cuModuleGetFunction(void*, void*, void*)'
  extern 'int cuMemAlloc_v2(void*, size_t)'
  extern 'int cuMemcpyDtoH_v2(void*, uintptr_t, size_t)'
  extern 'int cuMemFree_v2(uintptr_t)'
  extern 'int cuLaunchKernel(void*,unsigned int,unsigned int,unsigned int,unsigned int,unsigned int,unsigned int,unsigned int,void*,void*,void*)'
end
dev, ctx, mod, fn, mem, arg = 6.times.map { Fiddle::Pointer.malloc(8, Fiddle::RUBY_FREE) }
host = Fiddle::Pointer.malloc(1024, Fiddle::RUBY_FREE)
bad = Cuda.cuInit(0) | Cuda.cuDeviceGet(dev, 0) | Cuda.cuCtxCreate_v2(ctx, 0, dev[0, 4].unpack1('l'))
bad |= Cuda.cuModuleLoadData(mod, File.read(ARGV[0]) + "\0") | Cuda.cuModuleGetFunction(fn, mod.ptr, 'twice') | Cuda.cuMemAlloc_v2(mem, 1024)
p0 = mem[0, 8].unpack1('Q')
arg[0, 8] = [mem.to_i].pack('Q')
bad |= Cuda.cuLaunchKernel(fn.ptr, 1, 1, 1, 256, 1, 1, 0, nil, arg, nil)
bad |= Cuda.cuMemcpyDtoH_v2(host, p0, 1024)
GC.start
puts "bad #{bad} sum #{host[0, 1024].unpack('l*').sum}"
Cuda.cuMemFree_v2(p0)
puts "freed #{Cuda.cuMemcpyDtoH_v2(host, p0, 1024)}"
pid = fork { exit 3 }
Process.wait pid
puts "child #{$?.exitstatus}"
