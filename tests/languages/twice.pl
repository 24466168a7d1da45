# Sets numbers on the device and reads them, by libffi; and a signal handler of its own.
use strict;
use FFI::Platypus 2.00;
use FFI::Platypus::Buffer;
my $ffi = FFI::Platypus->new(api => 2, lib => 'libcuda.so.1');
$ffi->attach(@$_) for (
    ['cuInit', ['uint32'], 'int'], ['cuDeviceGet', ['int*', 'int'], 'int'], ['cuCtxCreate_v2', ['opaque*', 'uint32', 'int'], 'int'],
    ['cuMemAlloc_v2', ['uint64*', 'size_t'], 'int'], ['cuMemsetD32_v2', ['uint64', 'uint32', 'size_t'], 'int'],
    ['cuMemcpyDtoH_v2', ['opaque', 'uint64', 'size_t'], 'int'], ['cuMemFree_v2', ['uint64'], 'int']);
my ($device, $context, $memory) = (0, undef, 0);
my $bad = cuInit(0) | cuDeviceGet(\$device, 0) | cuCtxCreate_v2(\$context, 0, $device) | cuMemAlloc_v2(\$memory, 1024) | cuMemsetD32_v2($memory, 42, 256);
my $buffer = "\0" x 1024;
my ($host) = scalar_to_buffer($buffer);
$bad |= cuMemcpyDtoH_v2($host, $memory, 1024);
print "bad $bad value ", unpack('l', $buffer), "\n";
$SIG{SEGV} = sub { print "handled\n" };
kill SEGV => $$;
cuMemFree_v2($memory);
print "freed ", cuMemcpyDtoH_v2($host, $memory, 1024), "\n";
