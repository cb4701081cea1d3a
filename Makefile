# `make run` and `make test` do everything on a fresh Debian 12, package installation included. `make help` lists the rest.
.DEFAULT_GOAL := help
.NOTPARALLEL:
JOBS ?= $(shell nproc)
export CMAKE_BUILD_PARALLEL_LEVEL := $(JOBS)

.PHONY: help run test build packages-build packages-test checks test-release test-asan tsan clang fuzz attack bench format fresh-check clean
SECONDS ?= 60
MINUTES ?= 5

help:
	@echo "make run          build and solve a first problem"
	@echo "make test         everything that must hold: checks, release tests, sanitizer tests, the installed library"
	@echo "make build        the program at build/release/playout"
	@echo "make bench        the bench signature and speeds"
	@echo "make format       lay out the sources"
	@echo "make tsan         the tests under the thread sanitizer"
	@echo "make clang        the tests as clang builds them"
	@echo "make fuzz         random texts to every reader and the protocol, SECONDS=60 each"
	@echo "make attack       attacks on the program, MINUTES=5 in all"
	@echo "make fresh-check  make run and make test in a new Debian folder (root only)"
	@echo "make clean        remove build/"

run: build
	build/release/playout solve samegame

build: packages-build
	cmake --preset release -DPLAYOUT_TESTS=OFF
	cmake --build --preset release --target playout_cli

test: packages-test checks test-release test-asan
	@echo "make test: all passed"

packages-build:
	tools/install-packages build

packages-test:
	tools/install-packages build test

checks:
	tools/check-format
	tools/check-layers
	tools/check-links
	tools/check-clang

test-release:
	cmake --preset release -DPLAYOUT_TESTS=ON
	cmake --build --preset release
	cmake --build --preset release --target all_verify_interface_header_sets
	ctest --preset release
	tools/check-install build/release
	tools/check-kernels build/release
	tools/check-hardening build/release/playout

test-asan:
	cmake --preset asan
	cmake --build --preset asan
	ctest --preset asan

tsan: packages-test
	cmake --preset tsan
	cmake --build --preset tsan
	ctest --preset tsan

clang: packages-test
	tools/install-packages clang
	cmake --preset clang
	cmake --build --preset clang
	ctest --preset clang

fuzz: packages-build
	tools/install-packages fuzz
	tools/fuzz $(SECONDS)

attack: build
	tests/attack/run --minutes $(MINUTES)

bench: build
	build/release/playout bench

format: packages-test
	tools/check-format --fix

fresh-check:
	tools/fresh-check

clean:
	rm -rf build
