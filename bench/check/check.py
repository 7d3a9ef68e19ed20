#!/usr/bin/env python3
"""Compares counted instructions with the committed baseline: speed that no clock can blur.

usage: bench/check/check.py [--build FOLDER] [--update] [--verbose]

  callgrind  what the library executes for fixed problems and plans on the AVX2 path, under
             valgrind, and the bytes that those plans ask for; not what the C library does
             for it (malloc, memset), which is another count on another machine
  avx512     instructions of every AVX-512 kernel in a listing of the built objects
  neon       the same for NEON, cross-compiled here; no kernel may compute number by number

A count may differ from bench/check/baseline/ by 3 %; what differs more, is new or is gone fails.
Fewer is welcome: --update writes the new baseline. What a machine cannot count is skipped, with
the reason. Exit status 1: something differs.
"""
import argparse
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import listing

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
TOLERANCE = 0.03
FEW = 4  # instructions that may come and go in the smallest of functions
NEON_LEAST_SHARE = 0.4  # a vector loop and the tail that does the same one by one have a half
# Whole short rows of one lane, for a row that is alone: there is nothing beside it.
NEON_ONE_LANE = re.compile(r"tfk_(row|forward|backward|single_\w+)_\d+_one(32|64)$")
# Short real rows: the compiler puts those of one lane into the kernel, which calls this function
# for the vectors' worth of rows before them. It is judged in the kernel's place and must be there.
NEON_CALLS = (re.compile(r"tfk_real_(forward|backward)_rows_(\d+)_(f32|f64)$"), r"tfk_\1_\2_\3")
COUNTED = ("libtrnfft.so", "bench_check_cases")  # how the names of the objects begin
NEON_FEW = 4  # operations below which a share says nothing
NEON_FLAGS = ["-std=gnu11", "-O3", "-DNDEBUG", "-fPIC", "-fvisibility=hidden",
              "-ffp-contract=off"]


class Skipped(Exception):
    """A part that this machine cannot count; the text says why."""


def output(command, **options):
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE, **options).stdout


def program(name):
    path = shutil.which(name)
    if path is None:
        raise Skipped(f"{name} is not installed")
    return path


def about(build):
    """The compiler and the kernels of the built library."""
    text = output([f"{build}/bin/bench_check_cases", "--about"],
                  env={**os.environ, "TRNFFT_CPU": "avx2"})
    return dict(re.findall(r"^(\w+):? +(.+)$", text, re.M))


def start_neon(folder):
    """Compiles the NEON kernels in the background: [(source, process)]. None: no compiler."""
    compiler = shutil.which("aarch64-linux-gnu-gcc")
    if compiler is None or shutil.which("aarch64-linux-gnu-objdump") is None:
        return None
    if shutil.which("ccache"):
        compiler = f"ccache {compiler}"
    jobs = []
    for source in sorted(glob.glob(f"{ROOT}/src/backend/cpu/isa/kernels_neon*.c")):
        target = os.path.join(folder, os.path.basename(source) + ".o")
        command = [*compiler.split(), *NEON_FLAGS, f"-I{ROOT}/src", f"-I{ROOT}/include",
                   "-DTRNFFT_BUILDING=1", "-c", source, "-o", target]
        jobs.append((target, subprocess.Popen(command)))
    return jobs


def count_callgrind(build, folder):
    valgrind = program("valgrind")
    built = about(build)
    if built["kernels"].split()[-1] != "avx2":
        raise Skipped("this machine or this build has no AVX2")
    profile = os.path.join(folder, "profile")
    log = subprocess.run(
        [valgrind, "--tool=callgrind", "--toggle-collect=counted_execution",
         "--dump-after=counted_execution", "--compress-strings=no",
         f"--callgrind-out-file={profile}",
         f"{build}/bin/bench_check_cases"],
        text=True, capture_output=True, check=False,
        env={**os.environ, "TRNFFT_CPU": "avx2", "LD_BIND_NOW": "1"})
    if log.returncode != 0:
        sys.exit(f"bench-check: the cases failed under valgrind:\n{log.stderr[-2000:]}")
    counted, profiles = {}, 0
    for line in log.stdout.splitlines():
        name, *number = line.split(" = ")
        if number:
            counted[name] = int(number[0])
            continue
        profiles += 1
        with open(f"{profile}.{profiles}", encoding="utf-8") as file:
            counted[name] = own_instructions(file)
    return built["compiler"], counted


def own_instructions(profile):
    """The instructions of a callgrind profile that lie in COUNTED objects.

    "ob=FILE" names the object of the cost lines that follow, "POSITION COUNT"; the line after
    "calls=" is what a callee has counted already. Needs --compress-strings=no.
    """
    total, ours, of_callee = 0, False, False
    for line in profile:
        if line.startswith("ob="):
            ours = os.path.basename(line[3:]).startswith(COUNTED)
        elif line.startswith("calls="):
            of_callee = True
        elif re.match(r"[+*\d-]", line):
            total += int(line.split()[1]) if ours and not of_callee else 0
            of_callee = False
    return total


def count_avx512(build):
    objdump = program("objdump")
    folder = "src/backend/cpu/isa"
    objects = [path for source in sorted(glob.glob(f"{ROOT}/{folder}/kernels_avx512*.c"))
               for path in glob.glob(f"{build}/CMakeFiles/*/{folder}/{os.path.basename(source)}.o")]
    if not objects:
        raise Skipped("this build has no AVX-512 kernels")
    return about(build)["compiler"], listing.counts(objdump, objects)


def count_neon(jobs):
    if jobs is None:
        raise Skipped("aarch64-linux-gnu-gcc is not installed")
    for target, job in jobs:
        if job.wait() != 0:
            sys.exit(f"bench-check: {target} does not compile")
    objects = [target for target, _ in jobs]
    version = output(["aarch64-linux-gnu-gcc", "-dumpfullversion"]).strip()
    counted = listing.counts("aarch64-linux-gnu-objdump", objects)
    share = listing.neon_share("aarch64-linux-gnu-objdump", objects)
    return f"gcc {version}", counted, list(number_by_number(share))


def number_by_number(share):
    """Yields what to say of each kernel that computes without vectors."""
    for name, (vector, one) in sorted(share.items()):
        called = NEON_CALLS[0].sub(NEON_CALLS[1], name)
        if NEON_ONE_LANE.match(name) or (called != name and called in share):
            continue
        if vector + one >= NEON_FEW and vector < NEON_LEAST_SHARE * (vector + one):
            yield f"{name}: {one} single operations beside {vector} vectors"


def differences(old, new):
    for name in sorted(old.keys() | new.keys()):
        if name not in new:
            yield f"{name}: gone, the baseline has {old[name]}"
        elif name not in old:
            yield f"{name}: {new[name]}, not in the baseline"
        elif abs(new[name] - old[name]) > max(TOLERANCE * old[name], FEW):
            change = 100.0 * (new[name] - old[name]) / old[name]
            yield f"{name}: {old[name]} -> {new[name]} ({change:+.1f} %)"


def judge(part, compiler, counted, options):
    """Compares with, or writes, baseline/PART.json. The number of differences."""
    path = os.path.join(HERE, "baseline", part + ".json")
    if options.update:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"compiler": compiler, "instructions": counted}, file, indent=1,
                      sort_keys=part != "callgrind")
            file.write("\n")
        print(f"bench-check: {part}: {len(counted)} counts written")
        return 0
    with open(path, encoding="utf-8") as file:
        baseline = json.load(file)
    if options.verbose:
        for name, count in counted.items():
            print(f"  {name}: {count}")
    if baseline["compiler"] != compiler:
        print(f"bench-check: {part}: skipped: the baseline is of {baseline['compiler']}, "
              f"this is {compiler}")
        return 0
    found = list(differences(baseline["instructions"], counted))
    print(f"bench-check: {part}: {len(counted)} counts, {len(found)} differ by more than "
          f"{TOLERANCE:.0%}")
    for line in found:
        print(f"  {line}")
    return len(found)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=f"{ROOT}/build/release", help="folder of the build")
    parser.add_argument("--update", action="store_true", help="write the baseline")
    parser.add_argument("--verbose", action="store_true", help="print every count")
    options = parser.parse_args()
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        neon_jobs = start_neon(folder)
        parts = (("callgrind", lambda: count_callgrind(options.build, folder)),
                 ("avx512", lambda: count_avx512(options.build)),
                 ("neon", lambda: count_neon(neon_jobs)))
        for part, count in parts:
            try:
                compiler, counted, *single = count()
            except Skipped as why:
                print(f"bench-check: {part}: skipped: {why}")
                continue
            bad += judge(part, compiler, counted, options)
            for line in single[0] if single else []:
                print(f"  neon, number by number: {line}")
                bad += 1
    if bad:
        print("bench-check: where the change is meant: make bench-check-update, commit the "
              "baseline with it")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
