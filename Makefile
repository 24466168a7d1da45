# Front door.  The build itself is CMake and Ninja; see CMakeLists.txt.
#   make            release build in build/
#   make demo       installs what the build needs where that is possible, builds, shows inquest at work
#   make test       builds and runs every test; the last line is "N passed, N failed, N skipped"
#   make install    PREFIX=/usr/local, DESTDIR= as usual
#   make wheel deb  a file for pip install, a file for apt install
#   make soak      a correct program under threads, forks, signals, full disks: half an hour, or SECONDS=90
#   make misuse    every CUDA and OpenCL entry with each argument wrong in turn, some minutes; misuse-vulkan: of Vulkan, half an hour
#   make cross cross-test cross-wheel cross-deb ARCH=aarch64   builds for another architecture; tests what an emulator carries of it (docs/aarch64.md)
#   make ci        what a change must pass: every test, the sanitizers' suites, clang-tidy
#   make asan tsan  suites under sanitizers; make tidy: clang-tidy; make bench: measurements; make clean
PREFIX ?= /usr/local
BUILD ?= build
JOBS ?= $(shell nproc)
CMAKE ?= cmake
PACKAGES = cmake ninja-build gcc g++ libc6-dev python3 pkg-config libzstd-dev liblz4-dev libdw-dev libelf-dev libjansson-dev \
           zlib1g-dev liblzma-dev libbz2-dev
# Devices without a GPU for OpenCL and Vulkan, and what their test programs are built with; tests that miss them are skipped.
DEVICES = pocl-opencl-icd ocl-icd-opencl-dev opencl-headers oclgrind mesa-vulkan-drivers libvulkan-dev vulkan-validationlayers openmpi-bin libopenmpi-dev

.PHONY: all demo test ci install wheel deb asan tsan tidy bench soak misuse cross cross-test cross-wheel cross-deb clean packages devices misuse-vulkan
all: $(BUILD)/build.ninja
	@$(CMAKE) --build $(BUILD) -j $(JOBS)

$(BUILD)/build.ninja:
	@$(CMAKE) -G Ninja -S . -B $(BUILD) -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=$(PREFIX)

packages:
	@tools/install-packages $(PACKAGES)

devices: packages
	@tools/install-packages $(DEVICES) || echo "tests of OpenCL, Vulkan and MPI that need them are skipped" >&2

demo: devices
	@$(MAKE) --no-print-directory all
	@examples/demo.sh $(abspath $(BUILD))

test: devices
	@$(MAKE) --no-print-directory all
	@tools/run-tests $(BUILD) $(JOBS)

# What a change must pass (.ci/run): no warning, nothing from clang-tidy, every test, the suites of asan and tsan, and a few tests of
# another architecture where its compiler and emulator are installed.
ci: devices
	@! command -v run-clang-tidy >/dev/null || $(MAKE) --no-print-directory tidy
	@$(CMAKE) -G Ninja -S . -B $(BUILD) -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=$(PREFIX) -DIQ_WERROR=ON
	@$(CMAKE) --build $(BUILD) -j $(JOBS)
	@tools/run-tests --sanitized --cross $(BUILD) $(JOBS)

install: all
	@$(CMAKE) --install $(BUILD) --prefix $(PREFIX)

# A file for pip: dist/inquest-VERSION-py3-none-manylinux_2_34_x86_64.whl.
wheel: all
	@rm -rf $(BUILD)/wheel && $(CMAKE) --install $(BUILD) --prefix $(abspath $(BUILD))/wheel >/dev/null
	@tools/make-wheel $(BUILD)/wheel dist

# A Debian package: dist/inquest_VERSION_amd64.deb, built in a copy of the tree as Debian's tools do it.
deb:
	@tools/install-packages debhelper dpkg-dev
	@rm -rf $(BUILD)/deb && mkdir -p $(BUILD)/deb/inquest dist
	@tar -c --exclude=./build* --exclude=./dist --exclude=./.git . | tar -x -C $(BUILD)/deb/inquest
	@cd $(BUILD)/deb/inquest && dpkg-buildpackage -b -us -uc
	@mv $(BUILD)/deb/*.deb dist/ && ls dist/*.deb

asan tsan:
	@tools/run-tests --only $@ $(BUILD) $(JOBS)

# With clang's own flags: clang-tidy refuses those that only gcc knows.  Half a minute of one processor.
tidy:
	@$(CMAKE) -G Ninja -S . -B $(BUILD)-tidy -DCMAKE_C_COMPILER=clang -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >/dev/null
	@$(CMAKE) --build $(BUILD)-tidy --target iq_generated >/dev/null
	@run-clang-tidy -p $(BUILD)-tidy -quiet -j $(JOBS) '/src/.*\.c$$' >$(BUILD)-tidy/tidy.log 2>&1 || { grep -v '^clang-tidy' $(BUILD)-tidy/tidy.log; exit 1; }

bench: all
	@for script in bench/*.py; do [ -e "$$script" ] || continue; echo "== $$script"; python3 "$$script" $(abspath $(BUILD)) || exit 1; done

SECONDS ?= 1800
soak: all
	@python3 -B tests/soak/run_soak.py --build $(BUILD) --seconds $(SECONDS)

misuse: all
	@python3 -B tests/misuse/run_matrix.py --build $(BUILD) --jobs $(JOBS)
	@python3 -B tests/misuse/run_opencl.py --build $(BUILD) --jobs $(JOBS)
misuse-vulkan: all
	@python3 -B tests/misuse/run_vulkan.py --build $(BUILD) --jobs $(JOBS)
	@python3 -B tests/misuse/run_vulkan.py --build $(BUILD) --jobs $(JOBS) --light

# For another architecture, with Debian's cross compiler and an emulator.
ARCH ?= aarch64
CROSS = $(BUILD)-$(ARCH)
cross: packages
	@tools/install-packages gcc-$(ARCH)-linux-gnu g++-$(ARCH)-linux-gnu qemu-user-static
	@tools/cross-sysroot $(ARCH) $(CROSS)/sysroot
	@$(CMAKE) -G Ninja -S . -B $(CROSS) -DCMAKE_TOOLCHAIN_FILE=$(CURDIR)/cmake/$(ARCH)-linux-gnu.cmake -DIQ_SYSROOT=$(abspath $(CROSS))/sysroot \
		-DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=$(PREFIX)
	@$(CMAKE) --build $(CROSS) -j $(JOBS) --target cross_quick cli_tree unit_tests

cross-wheel: cross
	@rm -rf $(CROSS)/wheel && $(CMAKE) --install $(CROSS) --prefix $(abspath $(CROSS))/wheel >/dev/null
	@tools/make-wheel --cross $(ARCH)-linux-gnu $(CROSS)/wheel dist

# A Debian package of what is built already: dist/inquest_VERSION_arm64.deb.
cross-deb: cross
	@tools/install-packages debhelper dpkg-dev
	@rm -rf $(CROSS)/deb && mkdir -p $(CROSS)/deb/inquest dist
	@tar -c --exclude='./build*' --exclude=./dist --exclude=./.git . | tar -x -C $(CROSS)/deb/inquest
	@cd $(CROSS)/deb/inquest && IQ_BUILT=$(abspath $(CROSS)) dpkg-buildpackage -b -us -uc -d -a $(ARCH:aarch64=arm64)
	@mv $(CROSS)/deb/*.deb dist/ && ls dist/*.deb

# Some hours.  Where the kernel cannot be told to start such programs, what needs that is skipped, with the reason.
cross-test: cross
	@tools/cross-sysroot $(ARCH) $(CROSS)/sysroot --drivers
	@tools/emulate $(ARCH) && in="tools/emulate $(ARCH) $(CROSS)/sysroot/root"; QEMU_LD_PREFIX=/usr/$(ARCH)-linux-gnu $$in ctest --test-dir $(CROSS) --output-on-failure -j $(JOBS) -R '^(unit/.*|report/golden|rules|golden)$$' && \
		$$in --whole python3 -B tests/cli/run.py --tree $(CROSS)/tests/cli-tree tests/cli/config.test tests/cli/foreign.test tests/cli/options.test

clean:
	@rm -rf $(BUILD) $(BUILD)-aarch64 $(BUILD)-asan $(BUILD)-tsan $(BUILD)-tidy $(BUILD)-fuzz
