#!/usr/bin/env python3
"""Times the Python libraries that people use for STFT and FNet mixing, one thread each.

usage: bench/peers/torch_scipy_librosa.py [results.jsonl] [--json] [--quick]

  results.jsonl  rows of `trnfft bench --suite full --save results.jsonl`: adds their times and
                 ratios. They are not taken in turns with these, so trust only large differences
  --json         one object a row instead of a table
  --quick        without the hour

torch, scipy, librosa and ducc0 are used where they are installed; what is not is named. Results are
compared with numpy's in double precision where a library frames as torch does.
"""
import argparse
import importlib
import json
import os
import statistics
import sys
import time

os.environ.update({name: "1" for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS",
                                          "OPENBLAS_NUM_THREADS")})
import numpy as np  # noqa: E402  the number of threads is read when it is loaded

FRAMED = [(16000, 256, 128), (16000, 400, 160), (57600000, 400, 160)]
MIXED = [(1, 128, 768), (1, 512, 768), (4, 128, 768), (4, 512, 768)]
BLOCK_S, BLOCKS, MOST_S = 5e-3, 13, 20.0


def load(name):
    """The module, or None after saying so."""
    try:
        return importlib.import_module(name)
    except ImportError:
        print(f"{name} is not installed: skipped", file=sys.stderr)
        return None


def measure(call):
    """Median nanoseconds of a call over blocks."""
    call()
    start = time.perf_counter()
    call()
    once = max(time.perf_counter() - start, 1e-9)
    count = max(1, round(BLOCK_S / once))
    blocks = max(3, min(BLOCKS, round(MOST_S / (once * count))))
    seconds = []
    for _ in range(blocks):
        start = time.perf_counter()
        for _ in range(count):
            call()
        seconds.append((time.perf_counter() - start) / count)
    return statistics.median(seconds) * 1e9


def hann(n):
    return (0.5 - 0.5 * np.cos(2.0 * np.pi * np.arange(n) / n)).astype(np.float32)


def true_frames(x, n_fft, hop, which):
    """STFT of chosen frames in double precision: centred, reflected, (bins, frames)."""
    window = hann(n_fft).astype(float)
    index = which[:, None] * hop + np.arange(n_fft)[None, :] - n_fft // 2
    index = np.abs(index)
    index = np.where(index >= len(x), 2 * (len(x) - 1) - index, index)
    return np.fft.rfft(x.astype(float)[index] * window, axis=1).T


def error(got, want):
    return float(np.sqrt(np.sum(np.abs(got - want) ** 2) / np.sum(np.abs(want) ** 2)))


class Torch:
    name = "torch"

    def __init__(self, torch):
        self.torch = torch
        torch.set_num_threads(1)

    def stft(self, x, n_fft, hop):
        x, window = self.torch.from_numpy(x), self.torch.from_numpy(hann(n_fft))
        return lambda: self.torch.stft(x, n_fft, hop, window=window, return_complex=True)

    def istft(self, spectrum, n_fft, hop):
        spectrum = self.torch.from_numpy(spectrum)
        window = self.torch.from_numpy(hann(n_fft))
        return lambda: self.torch.istft(spectrum, n_fft, hop, window=window)

    def fnet(self, x):
        x = self.torch.from_numpy(x)
        return lambda: self.torch.fft.fft2(x).real

    def array(self, result):
        return result.numpy()


class Librosa:
    name = "librosa"

    def __init__(self, librosa):
        self.librosa = librosa

    def stft(self, x, n_fft, hop):
        return lambda: self.librosa.stft(x, n_fft=n_fft, hop_length=hop, window="hann",
                                         pad_mode="reflect")

    def istft(self, spectrum, n_fft, hop):
        return lambda: self.librosa.istft(spectrum, n_fft=n_fft, hop_length=hop, window="hann")

    def array(self, result):
        return result


class Scipy:
    """Its frames begin elsewhere, so its STFT is not compared with the truth."""

    name = "scipy"
    frames_differ = True

    def __init__(self, scipy):
        self.fft = importlib.import_module("scipy.fft")
        self.signal = importlib.import_module("scipy.signal")

    def stft(self, x, n_fft, hop):
        job = self.signal.ShortTimeFFT(hann(n_fft), hop, fs=1.0, mfft=n_fft)
        return lambda: job.stft(x)

    def istft(self, spectrum, n_fft, hop):
        job = self.signal.ShortTimeFFT(hann(n_fft), hop, fs=1.0, mfft=n_fft)
        return lambda: job.istft(spectrum)

    def fnet(self, x):
        return lambda: self.fft.fft2(x, workers=1).real

    def line(self, x):
        return lambda: self.fft.fft(x, workers=1)

    def array(self, result):
        return result


class Ducc:
    name = "ducc0"

    def __init__(self, ducc0):
        self.fft = importlib.import_module("ducc0.fft")

    def fnet(self, x):
        axes = (x.ndim - 2, x.ndim - 1)
        return lambda: self.fft.c2c(x.astype(np.complex64), axes=axes, nthreads=1).real

    def line(self, x):
        return lambda: self.fft.c2c(x, nthreads=1)

    def array(self, result):
        return result


def framed_rows(libraries, random, cases):
    for samples, n_fft, hop in cases:
        x = random.uniform(-1.0, 1.0, samples).astype(np.float32)
        frames = 1 + samples // hop
        some = np.unique(np.linspace(0, frames - 1, min(frames, 101)).astype(int))
        want = true_frames(x, n_fft, hop, some)
        spectrum = None
        for lib in (lib for lib in libraries if hasattr(lib, "stft")):
            call = lib.stft(x, n_fft, hop)
            result = lib.array(call())
            wrong = None
            if not getattr(lib, "frames_differ", False):
                wrong = error(result[:, some], want)
                spectrum = result
            yield f"stft {samples}/{n_fft}/{hop}", lib.name, measure(call), wrong
        if spectrum is None:
            bins = n_fft // 2 + 1
            spectrum = random.uniform(-1.0, 1.0, (bins, frames)).astype(np.complex64)
        for lib in (lib for lib in libraries if hasattr(lib, "istft")):
            call = lib.istft(spectrum, n_fft, hop)
            wrong = None
            if not getattr(lib, "frames_differ", False):
                result = lib.array(call())
                wrong = error(result, x[:len(result)])
            yield f"istft {samples}/{n_fft}/{hop}", lib.name, measure(call), wrong


def mixed_rows(libraries, random):
    for batch, rows, columns in MIXED:
        shape = (rows, columns) if batch == 1 else (batch, rows, columns)
        x = random.uniform(-1.0, 1.0, shape).astype(np.float32)
        want = np.fft.fft2(x.astype(float)).real
        name = "fnet " + "x".join(str(n) for n in shape)
        for lib in (lib for lib in libraries if hasattr(lib, "fnet")):
            call = lib.fnet(x)
            yield name, lib.name, measure(call), error(lib.array(call()), want)


def line_rows(libraries, random, lengths):
    """Lines long enough that Python's own time, about a microsecond, does not matter."""
    for n in lengths:
        parts = random.uniform(-1.0, 1.0, (2, n)).astype(np.float32)
        x = (parts[0] + 1j * parts[1]).astype(np.complex64)
        want = np.fft.fft(x.astype(np.complex128))
        for lib in (lib for lib in libraries if hasattr(lib, "line")):
            call = lib.line(x)
            yield f"fft {n}", lib.name, measure(call), error(lib.array(call()), want)


def read_ours(path):
    """{case: the faster layout's ns} of f32 rows by one thread."""
    ours = {}
    if path is not None:
        with open(path, encoding="utf-8") as file:
            for row in map(json.loads, file):
                if row.get("dtype") == "f32" and row.get("family") != "threads":
                    ours[row["case"]] = min(row["ns"], ours.get(row["case"], float("inf")))
    return ours


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", nargs="?")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    makers = (("torch", Torch), ("librosa", Librosa), ("scipy", Scipy), ("ducc0", Ducc))
    modules = [(load(name), maker) for name, maker in makers]
    libraries = [maker(module) for module, maker in modules if module is not None]
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    random = np.random.default_rng(1)
    ours = read_ours(options.results)
    lengths = sorted({int(case[4:]) for case in ours if case.startswith("fft ")
                      and case[4:].isdigit() and 4096 <= int(case[4:]) <= 1 << 22})
    framed = FRAMED[:2] if options.quick else FRAMED
    if not options.json:
        print(f"{'case':<24} {'library':<10} {'us':>12} {'trnfft us':>12} {'ratio':>7}  error")
    for rows in (framed_rows(libraries, random, framed), mixed_rows(libraries, random),
                 line_rows(libraries, random, lengths)):
        for case, name, ns, wrong in rows:
            mine = ours.get(case)
            if options.json:
                print(json.dumps({"case": case, "library": name, "ns": ns, "trnfft_ns": mine,
                                  "error": wrong}), flush=True)
                continue
            against = f"{'-':>12} {'-':>7}" if mine is None else f"{mine / 1e3:12.2f} {ns / mine:7.2f}"
            shown = "not compared" if wrong is None else f"{wrong:.1e}"
            print(f"{case:<24} {name:<10} {ns / 1e3:12.2f} {against}  {shown}", flush=True)


if __name__ == "__main__":
    main()
