# The commands of the README, thin over CMake presets. `make help` lists them.
.DEFAULT_GOAL := build
.PHONY: build
BUILD := build/release

build:
	cmake --preset release
	cmake --build --preset release
