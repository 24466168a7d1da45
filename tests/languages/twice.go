// Doubles numbers on the device from many threads' calls, beside the garbage collector and recovered nil pointers.
package main

/*
#include <stddef.h>
#include <stdint.h>
int cuInit(unsigned); int cuDeviceGet(int *, int); int cuCtxCreate_v2(void **, unsigned, int); int cuModuleLoadData(void **, const void *);
int cuModuleGetFunction(void **, void *, const char *); int cuMemAlloc_v2(uint64_t *, size_t); int cuMemcpyDtoH_v2(void *, uint64_t, size_t);
int cuMemFree_v2(uint64_t); int cuMemHostAlloc(void **, size_t, unsigned); int cuMemcpyDtoHAsync_v2(void *, uint64_t, size_t, void *);
int cuCtxSynchronize(void); int cuCtxSetCurrent(void *);
int cuLaunchKernel(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **);
static int launch(void *f, uint64_t p) { void *a[] = { &p }; return cuLaunchKernel(f, 1, 1, 1, 256, 1, 1, 0, 0, a, 0); }
*/
import "C"
import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"sync"
	"unsafe"
)

//go:noinline
func isTrap(p *int) (trapped bool) {
	defer func() { trapped = recover() != nil }()
	return *p < 0
}

//go:noinline
func readFreed(host unsafe.Pointer, device C.uint64_t) C.int {
	return C.cuMemcpyDtoH_v2(host, device, 1024)
}

func readOften(group *sync.WaitGroup, context unsafe.Pointer, memory C.uint64_t) {
	runtime.LockOSThread()
	defer group.Done()
	bad := C.cuCtxSetCurrent(context)
	for i := 0; i < 100; i++ {
		host := make([]int32, 256+i)
		bad |= C.cuMemcpyDtoH_v2(unsafe.Pointer(&host[0]), memory, 1024)
		if i%20 == 0 {
			isTrap(nil)
		}
	}
	if bad != 0 {
		fmt.Println("thread", bad)
	}
}

func main() {
	runtime.LockOSThread()
	debug.SetGCPercent(10)
	var device C.int
	var context, module, function, pinned unsafe.Pointer
	var memory, big C.uint64_t
	bad := C.cuInit(0) | C.cuDeviceGet(&device, 0) | C.cuCtxCreate_v2(&context, 0, device)
	text, _ := os.ReadFile(os.Args[1])
	bad |= C.cuModuleLoadData(&module, unsafe.Pointer(C.CString(string(text)))) | C.cuModuleGetFunction(&function, module, C.CString("twice"))
	bad |= C.cuMemAlloc_v2(&memory, 1024) | C.launch(function, memory)
	host := make([]int32, 256)
	bad |= C.cuMemcpyDtoH_v2(unsafe.Pointer(&host[0]), memory, 1024)
	sum, traps, one := 0, 0, 1
	for _, v := range host {
		sum += int(v)
	}
	fmt.Println("bad", bad, "sum", sum)
	for i := 0; i < 3000; i++ {
		p := &one
		if i%3 == 0 {
			p = nil
		}
		if isTrap(p) {
			traps++
		}
	}
	fmt.Println("traps", traps)
	bad |= C.cuMemHostAlloc(&pinned, 1<<20, 0) | C.cuMemAlloc_v2(&big, 1<<20)
	var group sync.WaitGroup
	for t := 0; t < 8; t++ {
		group.Add(1)
		go readOften(&group, context, memory)
	}
	for i := 0; i < 20; i++ {
		bad |= C.cuMemcpyDtoHAsync_v2(pinned, big, 1<<20, nil) | C.cuCtxSynchronize()
		sum += int(*(*int32)(unsafe.Pointer(uintptr(pinned) + uintptr(4096*i))))
		runtime.GC()
	}
	group.Wait()
	fmt.Println("pinned", bad)
	C.cuMemFree_v2(memory)
	fmt.Println("freed", readFreed(unsafe.Pointer(&host[0]), memory))
}
