"""Devices: every spelling, the thread's stack, and what is said where there is no GPU."""

from __future__ import annotations

import copy
import pickle
import threading
from collections.abc import Iterator

import numpy as np
import pytest

from headrace.core import device as dev
from headrace.core.device import Device, device
from headrace.core.errors import Error


@pytest.fixture(autouse=True)
def no_gpu(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Each test starts with no GPU, no GPU found earlier, and whatever it registers is undone."""
    monkeypatch.setattr(dev, "_probe", dev._Probe())
    monkeypatch.setattr(dev, "_known", {"cpu": Device.CPU})
    yield
    assert Device.default_device_id("cpu") is None
    assert not dev._entered.devices


@pytest.fixture
def two_gpus() -> None:
    dev.register_gpu(lambda: 2, current=lambda: 1)


def test_cpu() -> None:
    assert device("cpu") is Device("cpu") is device(Device.CPU) is Device.CPU
    assert (Device.CPU.device_type, Device.CPU.device_id) == ("cpu", None)
    assert (str(Device.CPU), repr(Device.CPU)) == ("cpu", 'Device("cpu")')
    assert device(None) is None
    assert Device.current() is Device.CPU


@pytest.mark.usefixtures("two_gpus")
@pytest.mark.parametrize(
    ("name", "number"),
    [("gpu", 1), ("cuda", 1), ("gpu:0", 0), ("cuda:0", 0), ("gpu:1", 1)],
)
def test_gpu(name: str, number: int) -> None:
    found = device(name)
    assert (found.device_type, found.device_id, str(found)) == ("gpu", number, f"gpu:{number}")
    assert Device(name) is device("gpu", number) is device("cuda", id=number) is found
    assert pickle.loads(pickle.dumps(found)) is copy.deepcopy(found) is found


@pytest.mark.usefixtures("two_gpus")
def test_equality() -> None:
    gpu = Device("gpu:1")
    assert Device.CPU == "cpu"
    assert Device.CPU != "gpu"
    assert gpu != Device.CPU
    assert all(gpu == name for name in ("gpu", "cuda", "gpu:1", "cuda:1"))
    assert all(gpu != name for name in ("cpu", "gpu:0", "GPU", "gpu:x", "", "tpu"))
    assert gpu != 3
    assert gpu is not None
    assert "gpu:1" == gpu  # noqa: SIM300
    assert len({Device.CPU, Device("cpu"), gpu, Device("cuda", 1)}) == 2


@pytest.mark.parametrize(
    ("name", "error", "message"),
    [
        ("cpu:0", ValueError, 'no device 0 of type "cpu": the CPU has no number'),
        ("gpu:-1", ValueError, "numbered from 0"),
        ("gpu:x", ValueError, '"x" in device "gpu:x" is not a number'),
        ("gpu:", ValueError, "not a number"),
        ("GPU", ValueError, 'no device "GPU". Did you mean "gpu"[?] Valid: cpu, gpu, gpu:N'),
        ("tpu", ValueError, "Valid: cpu"),
        ("", ValueError, "Valid: cpu"),
        ("mixed", ValueError, 'word of pipeline mode .* dynamic mode says device="gpu"'),
        (3, TypeError, r"cannot read 3 \(int\) as a device"),
        (b"cpu", TypeError, "cannot read"),
    ],
)
def test_bad_names(name: object, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message) as caught:
        device(name)
    assert isinstance(caught.value, Error)
    with pytest.raises(error):
        Device(name)  # type: ignore[arg-type]


def test_number_given_twice() -> None:
    for obj in (Device.CPU, "gpu:1", "cpu"):
        with pytest.raises(ValueError, match="number"):
            device(obj, 1)
    with pytest.raises(ValueError, match="number"):
        Device("cpu", 0)


@pytest.mark.parametrize("name", ["gpu", "cuda", "gpu:0", "cuda:3"])
@pytest.mark.parametrize("error", [RuntimeError, ValueError])
def test_without_gpu(name: str, error: type[Exception]) -> None:
    # DALI raises RuntimeError for "gpu" and ValueError for "gpu:0": ours is both.
    with pytest.raises(error, match=r"no GPU can be used here: .*headrace\[cuda13\].*cpu"):
        device(name)
    with pytest.raises(RuntimeError):
        Device.default_device_id("gpu")
    assert dev.gpu_count() == 0


def test_the_lane_may_explain() -> None:
    dev.register_gpu(lambda: 0, why_none=lambda: "the driver is too old (470)")
    with pytest.raises(RuntimeError, match=r"here: the driver is too old \(470\)"):
        device("gpu")


@pytest.mark.usefixtures("two_gpus")
def test_number_out_of_range() -> None:
    with pytest.raises(ValueError, match="no gpu:2: this machine has gpu:0 to gpu:1"):
        device("gpu:2")


def test_gpus_are_counted_only_when_asked_for() -> None:
    asked = []
    dev.register_gpu(lambda: asked.append(1) or 1)  # type: ignore[func-returns-value]
    assert device("cpu") == "cpu"
    assert not asked
    assert device("gpu") == "gpu:0"
    assert asked


@pytest.mark.usefixtures("two_gpus")
def test_context_manager() -> None:
    assert Device.current() == "gpu:1"
    with Device("gpu:0") as outer:
        assert Device.current() is outer
        assert device("gpu") is outer
        with Device("cpu") as inner:
            assert Device.current() is inner is Device.CPU
            assert device("gpu") is outer  # the CPU says nothing about which GPU
            with outer:
                assert Device.current() is outer
            assert Device.current() is inner
        assert Device.current() is outer
    assert device("gpu") == "gpu:1"


def test_the_stack_survives_exceptions() -> None:
    with pytest.raises(KeyError), Device.CPU:
        raise KeyError
    with pytest.raises(RuntimeError, match="left in another order"):
        Device.CPU.__exit__(None, None, None)


@pytest.mark.usefixtures("two_gpus")
def test_the_stack_belongs_to_the_thread() -> None:
    seen = []
    with Device("gpu:0"):
        thread = threading.Thread(target=lambda: seen.append(Device.current()))
        thread.start()
        thread.join()
    assert seen == ["gpu:1"]


@pytest.mark.usefixtures("two_gpus")
def test_dlpack() -> None:
    assert Device.from_dlpack(np.zeros(2)) is Device.CPU
    assert Device.from_dlpack((1, 0)) is Device.from_dlpack((3, 0)) is Device.CPU
    assert Device.from_dlpack((2, 0)) == "gpu:0"
    assert Device.from_dlpack((13, 1)) == "gpu:1"
    assert (Device.type_from_dlpack(1), Device.type_from_dlpack(2)) == ("cpu", "gpu")
    with pytest.raises(ValueError, match="type 9 is neither"):
        Device.type_from_dlpack(9)
    with pytest.raises(TypeError, match="__dlpack_device__"):
        Device.from_dlpack("cpu")


@pytest.mark.usefixtures("two_gpus")
def test_torch() -> None:
    torch = pytest.importorskip("torch")
    assert device(torch.device("cpu")) is Device.CPU
    assert device(torch.device("cuda")) == "gpu:1"
    assert device(torch.device("cuda:0")) == "gpu:0"
    assert device(torch.device("cuda"), 0) == "gpu:0"
    with pytest.raises(ValueError, match="meta"):
        device(torch.device("meta"))


def test_default_device_id() -> None:
    assert Device.default_device_id("cpu") is None
    with pytest.raises(ValueError, match="tpu"):
        Device.default_device_id("tpu")


def test_unpickling_does_not_need_the_gpu() -> None:
    dev.register_gpu(lambda: 8)
    data = pickle.dumps(device("gpu:7"))
    dev.register_gpu(lambda: 0)
    assert str(pickle.loads(data)) == "gpu:7"


def test_constants() -> None:
    with pytest.raises(AttributeError, match="constants"):
        Device.CPU.device_id = 3
