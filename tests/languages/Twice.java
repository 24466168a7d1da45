// Doubles numbers on the device, beside the garbage collector and null pointers that the virtual machine finds by SIGSEGV.
import com.sun.jna.*;
import com.sun.jna.ptr.*;
import java.nio.file.*;

public class Twice {
    interface Cuda extends Library {
        int cuInit(int flags);
        int cuDeviceGet(IntByReference device, int ordinal);
        int cuCtxCreate_v2(PointerByReference context, int flags, int device);
        int cuModuleLoadData(PointerByReference module, Pointer image);
        int cuModuleGetFunction(PointerByReference function, Pointer module, String name);
        int cuMemAlloc_v2(LongByReference pointer, long bytes);
        int cuMemHostAlloc(PointerByReference pointer, long bytes, int flags);
        int cuLaunchKernel(Pointer f, int gx, int gy, int gz, int bx, int by, int bz, int shared, Pointer stream, Pointer params, Pointer extra);
        int cuMemcpyDtoH_v2(Pointer to, long from, long bytes);
        int cuMemcpyDtoHAsync_v2(Pointer to, long from, long bytes, Pointer stream);
        int cuMemFree_v2(long pointer);
        int cuCtxSynchronize();
    }

    static boolean isTrap(Object o) {
        try {
            return o.hashCode() < 0 && false;
        } catch (NullPointerException e) {
            return true;
        }
    }

    static int deep(int n) {
        return deep(n + 1) + 1;
    }

    /* The virtual machine finds the end of a stack by SIGSEGV, too. */
    static int overflow() {
        int caught = 0;
        for (int i = 0; i < 10; i++)
            try {
                deep(0);
            } catch (StackOverflowError e) {
                caught++;
            }
        return caught;
    }

    static int readFreed(Cuda cuda, Memory host, long device) {
        return cuda.cuMemcpyDtoH_v2(host, device, 1024);
    }

    public static void main(String[] words) throws Exception {
        Cuda cuda = Native.load("libcuda.so.1", Cuda.class);
        IntByReference device = new IntByReference();
        PointerByReference context = new PointerByReference(), module = new PointerByReference(), function = new PointerByReference(),
                           pinned = new PointerByReference();
        LongByReference memory = new LongByReference(), big = new LongByReference();
        int bad = cuda.cuInit(0) | cuda.cuDeviceGet(device, 0) | cuda.cuCtxCreate_v2(context, 0, device.getValue());
        byte[] text = Files.readAllBytes(Path.of(words[0]));
        Memory image = new Memory(text.length + 1), cell = new Memory(8), arguments = new Memory(8), host = new Memory(1024);
        image.write(0, text, 0, text.length);
        image.setByte(text.length, (byte)0);
        bad |= cuda.cuModuleLoadData(module, image) | cuda.cuModuleGetFunction(function, module.getValue(), "twice") | cuda.cuMemAlloc_v2(memory, 1024);
        cell.setLong(0, memory.getValue());
        arguments.setPointer(0, cell);
        bad |= cuda.cuLaunchKernel(function.getValue(), 1, 1, 1, 256, 1, 1, 0, null, arguments, null) | cuda.cuMemcpyDtoH_v2(host, memory.getValue(), 1024);
        int sum = 0, traps = 0;
        for (int i = 0; i < 256; i++)
            sum += host.getInt(4 * i);
        System.out.println("bad " + bad + " sum " + sum);
        for (int i = 0; i < 30000; i++)
            traps += isTrap(i % 3 == 0 ? null : "x") ? 1 : 0;
        System.out.println("traps " + traps + " overflows " + overflow());
        bad |= cuda.cuMemHostAlloc(pinned, 1 << 20, 0) | cuda.cuMemAlloc_v2(big, 1 << 20);
        for (int i = 0; i < 10; i++) {
            bad |= cuda.cuMemcpyDtoHAsync_v2(pinned.getValue(), big.getValue(), 1 << 20, null) | cuda.cuCtxSynchronize();
            sum += pinned.getValue().getInt(4096 * i);
            System.gc();
        }
        System.out.println("pinned " + bad);
        cuda.cuMemFree_v2(memory.getValue());
        System.out.println("freed " + readFreed(cuda, host, memory.getValue()));
    }
}
