# The commands of the README, thin over CMake presets. `make help` lists them.
SHELL := /bin/bash
.DEFAULT_GOAL := build
.DELETE_ON_ERROR:

JOBS ?= $(shell nproc 2>/dev/null || echo 2)
PREFIX ?= /usr/local
AUDIO ?=
OUT ?= demo-out
BENCH_OPTIONS ?=
RELEASE := build/release
deps := tools/dev/install-deps.sh
# Errors and warnings go to stderr; stdout would list the preset's variables.
configure := cmake --preset release --log-level=WARNING >/dev/null
export CTEST_PARALLEL_LEVEL ?= $(JOBS)
export CMAKE_BUILD_PARALLEL_LEVEL ?= $(JOBS)

.PHONY: help deps build test demo install bench neuron-report bench-check bench-check-update codegen asan tsan \
        coverage fuzz lint lint-quick format docs test-cross test-fresh mingw clean

help: ## This list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 14

deps: ## Installs what building needs and is missing, saying what and why
	@$(deps) build

build: deps ## The library and the program, optimised, in build/release
	@$(configure)
	@cmake --build --preset release

test: build ## Builds and runs the whole test suite
	@$(deps) test || true
	ctest --preset release

demo: ## Spectrograms, STFT and resynthesis of a recording (AUDIO=my.wav, OUT=folder)
	@$(deps) build demo
	@$(configure)
	@cmake --build --preset release --target trnfft_program
	@AUDIO="$(AUDIO)" OUT="$(OUT)" TRNFFT="$(RELEASE)/bin/trnfft" tools/dev/demo.sh

install: build ## Installs under PREFIX (default /usr/local), which may contain spaces
	cmake --install $(RELEASE) --prefix "$(PREFIX)"

bench: build ## Everything against every peer, into bench/results; hours the first time, BENCH_OPTIONS
	@$(deps) bench || true
	@sh bench/peers/build.sh || true
	bench/run.sh $(BENCH_OPTIONS)

neuron-report: build ## Predictions for Trainium: published times, scaling; into bench/results
	@for kind in md html svg; do \
	    file=bench/results/$$(date +%F)-neuron-seeds.$$kind; \
	    $(RELEASE)/bin/trnfft neuron report --check --sensitivity -o $$file && echo $$file; \
	done
	@tools/dev/neuron_scaling.sh $(RELEASE)/bin/trnfft

bench-check: ## Counts instructions, compares with the committed baseline; seconds, no clock
	@$(deps) build
	@$(deps) check || true
	@$(configure)
	@cmake --build --preset release --target bench_check_cases
	@bench/check/check.py

bench-check-update: ## Writes that baseline anew
	@$(configure)
	@cmake --build --preset release --target bench_check_cases
	@bench/check/check.py --update

codegen: ## Rewrites the generated codelets of the kernels and the table of codegen/README.md
	python3 -m codegen

asan: deps ## All tests under the address and undefined-behaviour sanitizers
	cmake --preset asan-ubsan && cmake --build --preset asan-ubsan
	ctest --preset asan-ubsan

tsan: deps ## All tests under the thread sanitizer
	cmake --preset tsan && cmake --build --preset tsan
	ctest --preset tsan

coverage: ## Line coverage of src/ by all tests; fails under 90 %
	@$(deps) build coverage
	cmake --preset coverage && cmake --build --preset coverage
	find build/coverage -name '*.gcda' -delete
	ctest --preset coverage
	gcovr --root . --filter src/ --object-directory build/coverage -j $(JOBS) \
	    --exclude-throw-branches --fail-under-line 90 build/coverage

fuzz: ## Runs each libFuzzer target for FUZZ_SECONDS (default 60) from its committed corpus
	@$(deps) build fuzz
	cmake --preset fuzz && cmake --build --preset fuzz
	FUZZ_SECONDS="$(FUZZ_SECONDS)" tools/dev/run_fuzzers.sh build/fuzz

lint: ## Every check of the code's form, and both compilers with warnings as errors
	@$(deps) build lint
	tools/dev/lint.sh

lint-quick: ## The checks that take seconds
	tools/dev/lint.sh --quick

format: ## Rewrites the code in the layout of .clang-format
	tools/dev/format.sh

docs: ## The reference of the public headers in build/docs/html, without a warning
	@$(deps) docs
	mkdir -p build/docs
	doxygen Doxyfile

test-cross: ## Tests under qemu: 64-bit ARM, big-endian, 32-bit
	@$(deps) build cross
	tools/dev/test_cross.sh aarch64 s390x armhf

mingw: ## The library and a test program for Windows, compiled only
	@$(deps) build mingw
	cmake --preset mingw && cmake --build --preset mingw

test-fresh: ## make demo and make test in a bare Debian made with debootstrap (root, slow)
	@$(deps) fresh
	tools/dev/test_fresh.sh

clean: ## Removes build/
	rm -rf build
