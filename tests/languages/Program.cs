// In the manner of CUDA.NET: a class wraps the driver, and what it was given for a module image is a web page.
using System;
using System.Runtime.InteropServices;
using System.Text;

static class Driver
{
    const string Cuda = "libcuda.so.1";
    [DllImport(Cuda)] public static extern int cuInit(uint flags);
    [DllImport(Cuda)] public static extern int cuDeviceGet(out int device, int ordinal);
    [DllImport(Cuda)] public static extern int cuCtxCreate_v2(out IntPtr context, uint flags, int device);
    [DllImport(Cuda)] public static extern int cuModuleLoadData(out IntPtr module, byte[] image);
}

class CUDA
{
    public int LastError;

    public CUDA(int ordinal)
    {
        int device;
        IntPtr context;
        LastError = Driver.cuInit(0);
        Driver.cuDeviceGet(out device, ordinal);
        Driver.cuCtxCreate_v2(out context, 0, device);
    }

    public IntPtr LoadModule(byte[] image)
    {
        IntPtr module;
        LastError = Driver.cuModuleLoadData(out module, image);
        return module;
    }
}

class Program
{
    static void LoadKernels(CUDA cuda)
    {
        byte[] image = Encoding.ASCII.GetBytes("<!DOCTYPE html><html><body>404</body></html>\0");
        cuda.LoadModule(image);
        Console.WriteLine("LoadModule: " + cuda.LastError);
    }

    static void Main()
    {
        LoadKernels(new CUDA(0));
    }
}
