"""Writes reference.txt: windows of scipy, mel filters, decibels and Griffin-Lim of librosa.

    pip install numpy scipy librosa
    python make_reference.py > reference.txt

The file holds arrays: a line "name count", then count numbers, one a line. Made with numpy 2.4.6,
scipy 1.17.1 and librosa 0.11.0.
"""
import librosa
import numpy as np
from scipy.signal import windows


def write(name, values):
    values = np.asarray(values, np.float64).ravel()
    print(name, len(values))
    for v in values:
        print(f"{v:.17g}")


PLAIN = "hann hamming blackman bartlett nuttall blackmanharris flattop boxcar cosine".split()
WITH = [("kaiser", 0.0), ("kaiser", 8.6), ("kaiser", 14.0), ("kaiser", 40.0), ("gaussian", 0.5),
        ("gaussian", 7.0), ("tukey", 0.0), ("tukey", 0.25), ("tukey", 0.9), ("tukey", 1.0),
        ("dpss", 0.4), ("dpss", 2.5), ("dpss", 4.0)]
for name in PLAIN:
    for n in (1, 2, 3, 8, 15, 64):
        for sym in (False, True):
            w = getattr(windows, name)(n, sym=sym)
            write(f"window/{name}/{n}/{'symmetric' if sym else 'periodic'}", w)
for name, p in WITH:
    for n in (1, 9, 16, 65):
        for sym in (False, True):
            w = getattr(windows, name)(n, p, sym=sym)
            write(f"window/{name}:{p:g}/{n}/{'symmetric' if sym else 'periodic'}", w)

hz = [0, 100, 440, 999, 1000, 1001, 4000, 8000]
for htk in (False, True):
    write(f"hz_to_mel/{'htk' if htk else 'slaney'}", [librosa.hz_to_mel(f, htk=htk) for f in hz])
    write(f"mel_to_hz/{'htk' if htk else 'slaney'}",
          [librosa.mel_to_hz(m, htk=htk) for m in (0, 3.5, 15, 20, 45)])
write("mel/22050/512/20/slaney/slaney", librosa.filters.mel(
    sr=22050, n_fft=512, n_mels=20, dtype=np.float64))
write("mel/16000/401/24/htk/none", librosa.filters.mel(
    sr=16000, n_fft=401, n_mels=24, fmin=50, fmax=7000, htk=True, norm=None, dtype=np.float64))

n = np.arange(400)
x = np.sin(0.002 * n * n) + 0.3 * np.cos(0.7 * n) * (n % 50 < 25)
for pad in ("constant", "reflect"):
    magnitude = np.abs(librosa.stft(x, n_fft=64, hop_length=16, pad_mode=pad))
    write(f"magnitude/{pad}", magnitude)
    for momentum in (0.0, 0.99):
        y = librosa.griffinlim(magnitude, n_iter=8, hop_length=16, n_fft=64, momentum=momentum,
                               init=None, pad_mode=pad, dtype=np.float64)
        write(f"griffinlim/{pad}/{momentum:g}", y)
power = magnitude ** 2
write("power", power[:, :8])
write("db", librosa.power_to_db(power[:, :8], ref=2.0, amin=1e-3, top_db=30.0))
