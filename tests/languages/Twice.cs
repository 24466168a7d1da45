// Doubles numbers on the device, beside the garbage collector and null pointers that the virtual machine finds by SIGSEGV.
using System;
using System.IO;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;

unsafe class Twice
{
    const string Cuda = "libcuda.so.1";
    [DllImport(Cuda)] static extern int cuInit(uint flags);
    [DllImport(Cuda)] static extern int cuDeviceGet(out int device, int ordinal);
    [DllImport(Cuda)] static extern int cuCtxCreate_v2(out IntPtr context, uint flags, int device);
    [DllImport(Cuda)] static extern int cuModuleLoadData(out IntPtr module, byte[] image);
    [DllImport(Cuda)] static extern int cuModuleGetFunction(out IntPtr function, IntPtr module, string name);
    [DllImport(Cuda)] static extern int cuMemAlloc_v2(out ulong pointer, UIntPtr bytes);
    [DllImport(Cuda)] static extern int cuMemHostAlloc(out IntPtr pointer, UIntPtr bytes, uint flags);
    [DllImport(Cuda)] static extern int cuLaunchKernel(IntPtr f, uint gx, uint gy, uint gz, uint bx, uint by, uint bz, uint shared, IntPtr stream, void** arguments, void** extra);
    [DllImport(Cuda)] static extern int cuMemcpyDtoH_v2(int[] to, ulong from, UIntPtr bytes);
    [DllImport(Cuda)] static extern int cuMemcpyDtoHAsync_v2(IntPtr to, ulong from, UIntPtr bytes, IntPtr stream);
    [DllImport(Cuda)] static extern int cuMemFree_v2(ulong pointer);
    [DllImport(Cuda)] static extern int cuCtxSynchronize();

    static bool IsTrap(string text)
    {
        try { return text.Length < 0; } catch (NullReferenceException) { return true; }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static int ReadFreed(int[] host, ulong device) { return cuMemcpyDtoH_v2(host, device, (UIntPtr)1024); }

    static void Main(string[] words)
    {
        int bad = cuInit(0), device, sum = 0, traps = 0;
        IntPtr context, module, function, pinned;
        ulong memory, big;
        bad |= cuDeviceGet(out device, 0) | cuCtxCreate_v2(out context, 0, device);
        bad |= cuModuleLoadData(out module, Encoding.ASCII.GetBytes(File.ReadAllText(words[0]) + "\0")) | cuModuleGetFunction(out function, module, "twice");
        bad |= cuMemAlloc_v2(out memory, (UIntPtr)1024);
        void* argument = &memory;
        bad |= cuLaunchKernel(function, 1, 1, 1, 256, 1, 1, 0, IntPtr.Zero, &argument, null);
        int[] host = new int[256];
        bad |= cuMemcpyDtoH_v2(host, memory, (UIntPtr)1024);
        foreach (int value in host) sum += value;
        Console.WriteLine("bad " + bad + " sum " + sum);
        for (int i = 0; i < 3000; i++) traps += IsTrap(i % 3 == 0 ? null : "x") ? 1 : 0;
        Console.WriteLine("traps " + traps);
        bad |= cuMemHostAlloc(out pinned, (UIntPtr)(1 << 20), 0) | cuMemAlloc_v2(out big, (UIntPtr)(1 << 20));
        for (int i = 0; i < 20; i++) {
            bad |= cuMemcpyDtoHAsync_v2(pinned, big, (UIntPtr)(1 << 20), IntPtr.Zero) | cuCtxSynchronize();
            sum += ((int*)pinned)[1024 * i];
            GC.Collect();
        }
        Console.WriteLine("pinned " + bad);
        cuMemFree_v2(memory);
        Console.WriteLine("freed " + ReadFreed(host, memory));
    }
}
