# Front door.  The build itself is CMake and Ninja; see CMakeLists.txt.
#   make            release build in build/
#   make demo       installs what the build needs where that is possible, builds, shows inquest at work
#   make test       builds and runs every test; the last line is "N passed, N failed, N skipped"
#   make install    PREFIX=/usr/local, DESTDIR= as usual
#   make asan tsan  the tests under sanitizers; make bench: measurements; make clean
PREFIX ?= /usr/local
BUILD ?= build
JOBS ?= $(shell nproc)
CMAKE ?= cmake
PACKAGES = cmake ninja-build gcc g++ libc6-dev python3 pkg-config libzstd-dev liblz4-dev libdw-dev libelf-dev libjansson-dev \
           zlib1g-dev liblzma-dev libbz2-dev
# Devices without a GPU for OpenCL and Vulkan, and what their test programs are built with; tests that miss them are skipped.
DEVICES = pocl-opencl-icd ocl-icd-opencl-dev opencl-headers oclgrind mesa-vulkan-drivers libvulkan-dev vulkan-validationlayers

.PHONY: all demo test install asan tsan bench clean packages devices
all: $(BUILD)/build.ninja
	@$(CMAKE) --build $(BUILD) -j $(JOBS)

$(BUILD)/build.ninja:
	@$(CMAKE) -G Ninja -S . -B $(BUILD) -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=$(PREFIX)

packages:
	@tools/install-packages $(PACKAGES)

devices: packages
	@tools/install-packages $(DEVICES) || echo "tests of OpenCL and Vulkan that need them are skipped" >&2

demo: devices
	@$(MAKE) --no-print-directory all
	@examples/demo.sh $(abspath $(BUILD))

test: devices
	@$(MAKE) --no-print-directory all
	@tools/run-tests $(BUILD) $(JOBS)

install: all
	@$(CMAKE) --install $(BUILD) --prefix $(PREFIX)

asan:
	@$(CMAKE) -G Ninja -S . -B $(BUILD)-asan -DCMAKE_BUILD_TYPE=Debug -DIQ_SANITIZE=address,undefined
	@$(CMAKE) --build $(BUILD)-asan -j $(JOBS)
	@tools/run-tests $(BUILD)-asan $(JOBS) -L 'unit|report|cli'

tsan:
	@$(CMAKE) -G Ninja -S . -B $(BUILD)-tsan -DCMAKE_BUILD_TYPE=Debug -DIQ_SANITIZE=thread
	@$(CMAKE) --build $(BUILD)-tsan -j $(JOBS)
	@tools/run-tests $(BUILD)-tsan $(JOBS) -L unit

bench: all
	@for script in bench/*.py; do [ -e "$$script" ] || continue; echo "== $$script"; python3 "$$script" $(abspath $(BUILD)) || exit 1; done

clean:
	@rm -rf $(BUILD) $(BUILD)-asan $(BUILD)-tsan $(BUILD)-fuzz
