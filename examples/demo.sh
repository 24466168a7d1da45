#!/bin/sh
# Shows inquest at work: builds each example and runs it under inquest, on a real GPU if there is one, else on the
# software device.  Usage: examples/demo.sh [BUILD_FOLDER]
set -u
root=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
build=${1:-$root/build}
out=$build/examples
mkdir -p "$out"
failed=0
bold='' plain=''
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then
    bold=$(printf '\033[1m') plain=$(printf '\033[0m')
fi
for source in "$root"/examples/*.c; do
    name=$(basename "$source" .c)
    libraries="$build/lib/inquest/soft/libcuda.so.1"
    if grep -q vulkan/vulkan.h "$source"; then      # on the CPU: a wrong command can take a GPU out of service
        libraries=-lvulkan
        VK_DRIVER_FILES=$(ls /usr/share/vulkan/icd.d/lvp_icd.*.json 2>/dev/null | head -n 1)
        if [ ! -e /usr/include/vulkan/vulkan.h ] || [ -z "$VK_DRIVER_FILES" ]; then
            printf '\n%s: skipped, needs libvulkan-dev and mesa-vulkan-drivers\n' "$name"
            continue
        fi
        export VK_DRIVER_FILES
    fi
    if grep -q CL/cl.h "$source"; then
        libraries=-lOpenCL
        if [ ! -e /usr/include/CL/cl.h ] || ! ls /etc/OpenCL/vendors/*.icd > /dev/null 2>&1; then
            printf '\n%s: skipped, needs ocl-icd-opencl-dev and pocl-opencl-icd\n' "$name"
            continue
        fi
    fi
    grep -q cuda_runtime.h "$source" && libraries="-Wl,--whole-archive $build/lib/libtestcudart.a -Wl,--no-whole-archive $libraries"
    ${CC:-gcc} -g -O0 -std=gnu11 -I"$root/tests/include" -I"$root/api" -I"$build/gen" -I"$root/src" \
        -o "$out/$name" "$source" $libraries -lpthread -ldl -lm || exit 1
    printf '\n%s$ inquest ./%s%s\n' "$bold" "$name" "$plain"
    sed -n '1s|^/\* \(.*\) \*/$|  (\1)|p' "$source"
    "$build/bin/inquest" --error-exitcode 9 "$out/$name" 2>&1
    [ $? = 9 ] || { echo "demo: $name was not explained" >&2; failed=1; }
done
exit $failed
