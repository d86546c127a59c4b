"""Arrays on GPUs, without a GPU: CuPy's stand-in over a driver in software, XLA's frame forged.

The stand-in has what the front asks of CuPy, over NumPy's arrays whose memory the software GPU
takes for its own; the kernels are the PTX that a real one would run.
"""

from __future__ import annotations

import ctypes
import sys
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest
from tests.oracles.software_gpu import SoftwareGpu
from tests.tensors.robots import PLANAR, planar, states

import torsor
from torsor.errors import ArrayError
from torsor.program.gpu import driver
from torsor.program.tensors.dispatch import front_of
from torsor.program.tensors.xla import ffi as xla_ffi


class Device(SimpleNamespace):
    def __enter__(self):
        return self

    def __exit__(self, *_):
        return None


def make_cupy(gpu, stream=55):
    """A module ``cupy`` over NumPy."""
    cupy = ModuleType("cupy")

    class ndarray:  # noqa: N801
        __module__ = "cupy"

        def __init__(self, value, number=0):
            self.value, self.device = value, Device(id=number)
            self.shape, self.dtype = value.shape, value.dtype

        @property
        def __cuda_array_interface__(self):
            described = dict(self.value.__array_interface__)
            described["data"] = (gpu.take(self.value), False)
            return described

    def over(function):
        def made(*given, **named):
            bare = [[b.value for b in a] if isinstance(a, list) else getattr(a, "value", a)
                    for a in given]  # fmt: skip
            result = function(*bare, **named)
            many = isinstance(result, (list, tuple))
            return [ndarray(r) for r in result] if many else ndarray(result)

        return made

    for name in ("asarray", "ascontiguousarray", "broadcast_to", "broadcast_arrays", "empty"):
        setattr(cupy, name, over(getattr(np, name)))
    cupy.stack = lambda arrays, axis: ndarray(np.stack([a.value for a in arrays], axis))
    cupy.ndarray = ndarray
    cupy.cuda = SimpleNamespace(get_current_stream=lambda: SimpleNamespace(ptr=stream))
    return cupy


@pytest.fixture
def gpu():
    made = SoftwareGpu(devices=2)
    driver.use(made)
    yield made
    driver.use(None)


@pytest.fixture
def cupy(gpu, monkeypatch):
    made = make_cupy(gpu)
    monkeypatch.setitem(sys.modules, "cupy", made)
    return made


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_the_same_bits_as_on_the_cpu_on_the_current_stream(cupy, gpu, dtype):
    q, dq, ddq = (a.astype(dtype) for a in states(3, 40, 2))
    found = planar().inverse_dynamics(*(cupy.ndarray(a, 1) for a in (q, dq, ddq)))
    assert isinstance(found, cupy.ndarray)
    np.testing.assert_array_equal(found.value, planar().inverse_dynamics(q, dq, ddq))
    assert {stream for _, stream, _ in gpu.launches} == {55}


def test_arrays_broadcast_and_mix_with_numpys(cupy):
    q, dq, ddq = states(3, 2, 5, 2)
    found = planar().inverse_dynamics(cupy.ndarray(q), cupy.ndarray(dq[0, 0]), ddq[0])
    np.testing.assert_array_equal(found.value, planar().inverse_dynamics(q, dq[0, 0], ddq[0]))
    single = planar().gravity(cupy.ndarray(q.astype("float32")))
    assert single.dtype == np.float32
    assert planar().gravity(cupy.ndarray(q[:0])).shape == (0, 5, 2)


def test_parameters_may_be_given_by_name(cupy):
    arm = torsor.compile("planar2r", PLANAR, vary=["m2", "l1"])
    (q,) = states(1, 4, 2)
    mass = np.linspace(1, 2, 4)
    found = arm.gravity(cupy.ndarray(q), parameters={"m2": cupy.ndarray(mass)})
    known = arm.gravity(q, parameters=np.stack([mass, np.ones(4)], -1))
    np.testing.assert_allclose(found.value, known, rtol=1e-14)


def test_bad_arrays_are_told_of_in_a_sentence(cupy):
    q, dq, ddq = states(3, 4, 2)

    def expect(sentence, *arrays, **named):
        with pytest.raises(ArrayError, match=sentence) as caught:
            planar().inverse_dynamics(*arrays, **named)
        assert "\n" not in str(caught.value)

    there = cupy.ndarray(q)
    expect("q is of float16", cupy.ndarray(q.astype("float16")), dq, ddq)
    expect("kind complex128", cupy.ndarray(q + 1j), dq, ddq)
    expect("on the GPUs 0 and 1", there, cupy.ndarray(dq, 1), ddq)
    expect("q has shape", cupy.ndarray(q[:, :1]), dq, ddq)
    expect("out is ndarray; expected CuPy's", there, dq, ddq, out=np.empty((4, 2)))
    expect("out is float32", there, dq, ddq, out=cupy.ndarray(np.empty((4, 2), "float32")))


class Elsewhere:
    """An array of a library that nobody has heard of."""

    def __init__(self, value):
        self.value = value

    def __dlpack__(self, **named):
        return self.value.__dlpack__(**named)

    def __dlpack_device__(self):
        return self.value.__dlpack_device__()


def test_an_unknown_library_is_read_by_dlpack():
    q, dq, ddq = states(3, 4, 2)
    found = planar().inverse_dynamics(Elsewhere(q), dq, Elsewhere(ddq))
    np.testing.assert_array_equal(found, planar().inverse_dynamics(q, dq, ddq))
    assert type(found) is np.ndarray


def test_an_unknown_library_on_a_gpu_needs_one_that_is_known(monkeypatch):
    monkeypatch.delitem(sys.modules, "cupy", raising=False)
    monkeypatch.delitem(sys.modules, "torch", raising=False)
    array = Elsewhere(states(1, 4, 2)[0])
    monkeypatch.setattr(Elsewhere, "__dlpack_device__", lambda _: (2, 0))
    with pytest.raises(ArrayError, match="import one of them first"):
        planar().gravity(array)


def test_libraries_are_told_by_the_module_of_a_type_and_not_mixed():
    import jax.numpy as jnp
    import torch

    assert front_of([np.zeros(2), [0.0], 1.0, None]) is None
    names = [front_of([a]).__name__.rpartition(".")[2] for a in (torch.zeros(2), jnp.zeros(2))]
    assert names == ["pytorch", "jax_arrays"]
    with pytest.raises(ArrayError, match="arrays of JAX and PyTorch are mixed"):
        planar().inverse_dynamics(torch.zeros(2), jnp.zeros(2), [0, 0])


def forge_frame(array, out, context=99):
    """A call frame as XLA makes it for a GPU, with the two questions it answers."""
    held = []

    def buffer(a):
        extents = (ctypes.c_int64 * a.ndim)(*a.shape)
        made = xla_ffi._Buffer(48, None, 12, a.ctypes.data, a.ndim, extents)
        held.extend((extents, made))
        return made

    def buffers(a):
        places = (ctypes.POINTER(xla_ffi._Buffer) * 1)(ctypes.pointer(buffer(a)))
        held.append(places)
        return xla_ffi._Buffers(40, None, 1, None, places)

    def answer(value, kind):
        def ask(address):
            asked = xla_ffi._Asked.from_address(address)
            assert asked.context == context
            kind.from_address(address + xla_ffi._Asked.answer.offset).value = value

        made = xla_ffi.Handler(ask)
        held.append(made)
        return ctypes.cast(made, ctypes.c_void_p).value

    api = xla_ffi._Api()
    api.size = ctypes.sizeof(xla_ffi._Api)
    api.functions[xla_ffi.GET_STREAM] = answer(77, ctypes.c_void_p)
    api.functions[xla_ffi.GET_DEVICE] = answer(1, ctypes.c_int32)
    frame = xla_ffi._Frame(0, None, ctypes.pointer(api), context, xla_ffi.EXECUTE,
                           buffers(array), buffers(out))  # fmt: skip
    return frame, held


def test_xla_is_asked_for_its_device_and_stream():
    array, out = np.ones((3, 2)), np.zeros((3, 4))
    frame, held = forge_frame(array, out)
    seen = []
    handler = xla_ffi.make_handler(seen.append, on_gpu=True)
    assert handler(ctypes.addressof(frame)) is None
    (call,) = seen
    assert (call.device, call.stream) == (1, 77)
    assert call.arguments == [(array.ctypes.data, "float64", (3, 2))]
    assert call.result == (out.ctypes.data, "float64", (3, 4))
    assert held
