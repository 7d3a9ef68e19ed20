"""nki.language: types are strings, operators are names that nki.isa takes."""
from nki import _documented
from nki._documented import NDARRAY, Refused, check_call
from nki._machine import Tensor


class _Operator:
    def __init__(self, name):
        self.name = name

    def __call__(self, *args, **kwargs):
        raise Refused(f"nl.{self.name}(): emitted kernels call nki.isa alone")


class _Region(str):
    """A memory."""


for _name in _documented.DTYPES:
    globals()[_name] = _name
for _name in _documented.REGIONS:
    globals()[_name] = _Region(_name)
for _name in (_documented.ARITHMETIC + _documented.BITVEC + _documented.FUNCTIONS):
    globals()[_name] = _Operator(_name)
del _name


def ndarray(*args, **kwargs):
    check_call("nl.ndarray", NDARRAY, args, kwargs, positional=1)
    shape = args[0] if args else kwargs["shape"]
    region = kwargs.get("buffer", globals()["sbuf"])
    if not isinstance(region, _Region):
        raise Refused(f"nl.ndarray: buffer = {region!r} is no memory")
    return Tensor(shape, kwargs["dtype"], str(region), kwargs.get("address"))


def __getattr__(name):
    _documented.refuse_name("nki.language", name)
