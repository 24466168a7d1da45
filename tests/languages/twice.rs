// Calls of the driver from threads of Rust, whose runtime has a handler and an alternate stack for each of them.
use std::os::raw::{c_int, c_void};
#[link(name = "cuda")]
extern "C" {
    fn cuInit(flags: u32) -> c_int;
    fn cuDeviceGet(device: *mut c_int, ordinal: c_int) -> c_int;
    fn cuCtxCreate_v2(context: *mut *mut c_void, flags: u32, device: c_int) -> c_int;
    fn cuCtxSetCurrent(context: *mut c_void) -> c_int;
    fn cuMemAlloc_v2(memory: *mut u64, bytes: usize) -> c_int;
    fn cuMemsetD32_v2(memory: u64, value: u32, count: usize) -> c_int;
    fn cuMemcpyDtoH_v2(host: *mut c_void, memory: u64, bytes: usize) -> c_int;
    fn cuMemFree_v2(memory: u64) -> c_int;
}

#[inline(never)]
fn read_freed(host: &mut [u32], memory: u64) -> c_int {
    unsafe { cuMemcpyDtoH_v2(host.as_mut_ptr() as *mut c_void, memory, 1024) }
}

fn main() {
    let (mut device, mut context, mut memory) = (0, std::ptr::null_mut(), 0);
    let mut bad = unsafe { cuInit(0) | cuDeviceGet(&mut device, 0) | cuCtxCreate_v2(&mut context, 0, device) };
    bad |= unsafe { cuMemAlloc_v2(&mut memory, 1024) | cuMemsetD32_v2(memory, 42, 256) };
    let shared = context as usize;
    let threads: Vec<_> = (0..8).map(|_| std::thread::spawn(move || {
        let mut host = vec![0u32; 256];
        let bad = unsafe { cuCtxSetCurrent(shared as *mut c_void) | cuMemcpyDtoH_v2(host.as_mut_ptr() as *mut c_void, memory, 1024) };
        (bad, host.iter().sum::<u32>())
    })).collect();
    let mut sum = 0;
    for thread in threads {
        let (result, part) = thread.join().unwrap();
        bad |= result;
        sum += part;
    }
    println!("bad {} sum {}", bad, sum);
    println!("panic {}", std::panic::catch_unwind(|| std::panic::resume_unwind(Box::new(7))).is_err());
    unsafe { cuMemFree_v2(memory) };
    println!("freed {}", read_freed(&mut vec![0u32; 256], memory));
}
