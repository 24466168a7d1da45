// Host functions of streams in managed code: the driver's thread that calls them belongs to the collector from then on.
// Then a task that goes on in another thread reads memory that was freed.
using System;
using System.Runtime.InteropServices;
using System.Threading;
using System.Threading.Tasks;

delegate void HostFunction(IntPtr data);

static class Driver
{
    const string Cuda = "libcuda.so.1";
    [DllImport(Cuda)] public static extern int cuInit(uint flags);
    [DllImport(Cuda)] public static extern int cuDeviceGet(out int device, int ordinal);
    [DllImport(Cuda)] public static extern int cuCtxCreate_v2(out IntPtr context, uint flags, int device);
    [DllImport(Cuda)] public static extern int cuCtxSetCurrent(IntPtr context);
    [DllImport(Cuda)] public static extern int cuStreamCreate(out IntPtr stream, uint flags);
    [DllImport(Cuda)] public static extern int cuStreamSynchronize(IntPtr stream);
    [DllImport(Cuda)] public static extern int cuLaunchHostFunc(IntPtr stream, HostFunction function, IntPtr data);
    [DllImport(Cuda)] public static extern int cuMemAlloc_v2(out ulong address, UIntPtr size);
    [DllImport(Cuda)] public static extern int cuMemFree_v2(ulong address);
    [DllImport(Cuda)] public static extern int cuMemcpyDtoH_v2(float[] to, ulong from, UIntPtr size);
    [DllImport("libc")] public static extern void _exit(int status);
}

class HostWork
{
    static int called;

    static void Count(IntPtr data)
    {
        Interlocked.Increment(ref called);
    }

    static async Task<int> ReadLater(IntPtr context, ulong address)
    {
        var values = new float[64];
        await Task.Delay(10);
        Driver.cuCtxSetCurrent(context);
        return Driver.cuMemcpyDtoH_v2(values, address, (UIntPtr)256);
    }

    static void Main()
    {
        int device;
        IntPtr context, stream;
        ulong address;
        HostFunction count = Count;
        Driver.cuInit(0);
        Driver.cuDeviceGet(out device, 0);
        Driver.cuCtxCreate_v2(out context, 0, device);
        Driver.cuStreamCreate(out stream, 0);
        for (int i = 0; i < 20; i++)
        {
            Driver.cuLaunchHostFunc(stream, count, IntPtr.Zero);
            Driver.cuStreamSynchronize(stream);
            GC.Collect();
        }
        GC.KeepAlive(count);
        Console.WriteLine("called " + called);
        Driver.cuMemAlloc_v2(out address, (UIntPtr)256);
        Driver.cuMemFree_v2(address);
        Console.WriteLine("freed " + ReadLater(context, address).Result);
        Driver._exit(0);        // Mono would wait for every thread that has called its code; a driver's ends with the process
    }
}
