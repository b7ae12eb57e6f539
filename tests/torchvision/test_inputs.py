"""What comes in decides what comes out: Pillow images, tensors, bytes, Batches; nested."""

from __future__ import annotations

import importlib
import io
from collections import namedtuple

import numpy as np
import pytest
from PIL import Image

import headrace.dynamic as ndd
from headrace.torchvision import tv_tensors, v2

from .conftest import photo

SMALL = v2.Compose([v2.Resize((20, 30)), v2.RandomHorizontalFlip(1.0)])


def encoded(array: np.ndarray, format: str = "PNG") -> bytes:
    file = io.BytesIO()
    Image.fromarray(array).save(file, format)
    return file.getvalue()


def wanted() -> np.ndarray:
    x = ndd.batch([photo()], layout="HWC")
    return np.asarray(ndd.flip(ndd.resize(x, size=[20, 30], edges="cut")).select(0))


def test_pillow(picture):
    made = SMALL(picture)
    assert isinstance(made, Image.Image) and made.mode == "RGB"
    np.testing.assert_array_equal(np.asarray(made), wanted())
    gray = SMALL(picture.convert("L"))
    assert gray.mode == "L" and gray.size == (30, 20)
    assert SMALL(picture.convert("RGBA")).mode == "RGBA"
    with pytest.raises(NotImplementedError, match="mode P are not supported.*convert"):
        SMALL(picture.convert("P"))


def test_torch(tensor):
    torch = pytest.importorskip("torch")
    made = SMALL(tensor)
    assert type(made) is torch.Tensor and made.dtype == torch.uint8
    np.testing.assert_array_equal(made.permute(1, 2, 0).numpy(), wanted())
    last = tensor[None].contiguous(memory_format=torch.channels_last)[0]
    assert torch.equal(SMALL(last), made)
    strided = torch.cat([tensor, tensor], 2)[:, :, :100]
    assert torch.equal(SMALL(strided), made)
    stack = SMALL(torch.stack([tensor] * 2))
    assert stack.shape == (2, 3, 20, 30) and torch.equal(stack[1], made)
    assert SMALL(torch.stack([torch.stack([tensor] * 2)] * 4)).shape == (4, 2, 3, 20, 30)
    assert torch.equal(SMALL(tensor[0]), made[0])
    floats = SMALL(tensor.to(torch.float32))
    assert floats.dtype == torch.float32 and (floats - made).abs().max() <= 0.5001
    made[:] = 0  # a result belongs to its caller


def test_bytes():
    torch = pytest.importorskip("torch")
    data = encoded(photo())
    made = SMALL(data)
    assert type(made) is torch.Tensor and made.shape == (3, 20, 30)
    np.testing.assert_array_equal(made.permute(1, 2, 0).numpy(), wanted())
    flat = torch.frombuffer(bytearray(data), dtype=torch.uint8)
    assert torch.equal(SMALL(flat), made)


def test_batches():
    batch = ndd.batch([photo(), photo(50, 60, seed=1)], layout="HWC")
    made = SMALL(batch)
    assert isinstance(made, ndd.Batch) and made.layout == "HWC"
    np.testing.assert_array_equal(np.asarray(made.select(0)), wanted())
    planar = SMALL(ndd.batch([photo().transpose(2, 0, 1)], layout="CHW"))
    assert planar.layout == "CHW" and planar.shape == [(3, 20, 30)]
    one = SMALL(ndd.tensor(photo(), layout="HWC"))
    assert isinstance(one, ndd.Tensor) and one.shape == (20, 30, 3)
    files = ndd.batch([encoded(photo()), encoded(photo(50, 60))])
    decoded = SMALL(files)
    assert decoded.layout == "CHW" and decoded.shape == [(3, 20, 30)] * 2
    np.testing.assert_array_equal(np.asarray(decoded.select(0)).transpose(1, 2, 0), wanted())
    assert v2.Compose([SMALL, v2.ToImage()])(batch).layout == "CHW"
    with pytest.raises(ValueError, match='say what the axes are with layout="HWC"'):
        SMALL(ndd.batch([photo()]))


def test_nesting(tensor, picture):
    Pair = namedtuple("Pair", "image label")
    given = {"a": [picture, "name"], "b": Pair(picture, 3), "c": None}
    made = SMALL(given)
    assert made["a"][0].size == (30, 20) and made["a"][1] == "name" and made["c"] is None
    assert isinstance(made["b"], Pair) and made["b"].label == 3
    both = SMALL(picture, 7)
    assert isinstance(both, tuple) and both[1] == 7


def test_only_the_first_tensor_is_an_image(tensor, picture):
    torch = pytest.importorskip("torch")
    label = torch.tensor([1, 2])
    image, same = SMALL(tensor, label)
    assert image.shape == (3, 20, 30) and same is label
    image, same = SMALL(picture, tensor)
    assert image.size == (30, 20) and same is tensor


def test_nothing_to_do(tensor):
    torch = pytest.importorskip("torch")
    chain = v2.Compose([v2.RandomResizedCrop(20), v2.ColorJitter(0.5)])
    assert chain({"a": 3, "b": None}) == {"a": 3, "b": None}
    assert chain(torch.zeros(0, 3, 40, 50, dtype=torch.uint8)).shape == (0, 3, 20, 20)
    with pytest.raises(ValueError, match="without samples"):
        chain(ndd.batch([], dtype="uint8", layout="HWC"))


@pytest.mark.parametrize("name", ["float16", "bfloat16", "float64", "int16", "int64", "uint16"])
def test_element_types_stay(tensor, name):
    torch = pytest.importorskip("torch")
    dtype = getattr(torch, name)
    x = (tensor / 255 if dtype.is_floating_point else tensor // 3).to(dtype)
    for function in (
        lambda v: v2.functional.adjust_brightness(v, 0.5),
        v2.functional.invert,
        lambda v: v2.functional.resize(v, [20, 30]),
        lambda v: v2.functional.rotate(v, 20.0, "bilinear"),
        v2.functional.autocontrast,
    ):
        made = function(x)
        assert made.dtype == dtype
        assert torch.isfinite(made.to(torch.float64)).all()


class Photos:
    """A dataset of one photo, many times."""

    def __init__(self, transform):
        self.transform = transform

    def __len__(self):
        return 16

    def __getitem__(self, index):
        return self.transform(Image.fromarray(photo()))


@pytest.mark.filterwarnings("ignore:.*fork")  # beside threads
@pytest.mark.parametrize("start", ["fork", "spawn"])
def test_workers_of_a_loader(start):
    """Transforms run in processes of a DataLoader, and draw different numbers in each."""
    torch = pytest.importorskip("torch")
    chain = v2.Compose(
        [v2.RandomResizedCrop(16), v2.ToImage(), v2.ToDtype(torch.float32, scale=True)]
    )
    Photos(chain)[0]  # threads are running when the workers fork
    loader = torch.utils.data.DataLoader(
        Photos(chain), batch_size=4, num_workers=2, multiprocessing_context=start
    )
    made = torch.cat(list(loader))
    assert made.shape == (16, 3, 16, 16)
    assert len({x.numpy().tobytes() for x in made}) == 16


def test_kinds_change(picture, markers):
    torch = pytest.importorskip("torch")
    made = v2.Compose([v2.Resize(20), v2.ToImage()])(picture)
    assert isinstance(made, markers.Image) and made.shape == (3, 20, 26)
    plain = v2.Compose([v2.ToImage(), v2.ToPureTensor()])(picture)
    assert type(plain) is torch.Tensor
    assert type(v2.PILToTensor()(picture)) is torch.Tensor
    floats = v2.Compose([v2.ToImage(), v2.ToDtype(torch.float32, scale=True)])(picture)
    assert floats.dtype == torch.float32 and 0 <= floats.min() <= floats.max() <= 1
    assert v2.Compose([v2.PILToTensor(), v2.ToPILImage()])(picture).tobytes() == picture.tobytes()
    with pytest.warns(DeprecationWarning, match="ToImage.*ToDtype"):
        old = v2.ToTensor()
    assert torch.equal(old(picture), floats.as_subclass(torch.Tensor))
    assert v2.ToImage()(photo()).shape == (3, 75, 100)


def test_dtypes_by_class(markers, tensor):
    torch = pytest.importorskip("torch")
    mask = markers.Mask(torch.ones(1, 75, 100, dtype=torch.uint8))
    to = v2.ToDtype(
        {markers.Image: torch.float32, markers.Mask: torch.int64, "others": None}, scale=True
    )
    image, mask = to(markers.Image(tensor), mask)
    assert image.dtype == torch.float32 and mask.dtype == torch.int64 and mask.max() == 1
    assert isinstance(image, markers.Image) and isinstance(mask, markers.Mask)


def test_without_torch():
    """Batches need no torch: the package neither imports it nor misses it."""
    import subprocess
    import sys

    program = (
        "import numpy as np, sys, headrace.dynamic as ndd\n"
        "from headrace.torchvision import v2\n"
        "x = ndd.batch([np.zeros((40, 50, 3), np.uint8)] * 3, layout='HWC')\n"
        "t = v2.Compose([v2.RandomResizedCrop(16), v2.ColorJitter(0.5), v2.RandAugment()])\n"
        "assert t(x).shape == [(16, 16, 3)] * 3\n"
        "assert 'torch' not in sys.modules and 'torchvision' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=120)


def test_names_of_dali():
    alias = importlib.import_module("headrace.experimental.torchvision.v2")
    assert alias is v2
    assert (
        importlib.import_module("headrace.experimental.torchvision.v2.functional") is v2.functional
    )
    import headrace

    assert headrace.torchvision.v2 is v2


def test_every_name_of_torchvision(theirs):
    """Classes and functions exist, or are said to be missing; arguments have the same names."""
    import inspect

    missing = {"elastic", "elastic_transform", "get_num_frames", "uniform_temporal_subsample",
               "register_kernel"}  # fmt: skip
    for name in dir(theirs):
        if isinstance(getattr(theirs, name), type):
            if name in v2._MISSING:
                with pytest.raises(AttributeError, match="is not available here: use"):
                    getattr(v2, name)
                continue
            wanted = inspect.signature(getattr(theirs, name)).parameters
            made = inspect.signature(getattr(v2, name)).parameters
            if name not in ("InterpolationMode", "AutoAugmentPolicy"):
                assert list(made) == list(wanted), name
                for key, parameter in wanted.items():
                    if key not in ("dtype", "policy"):
                        assert made[key].default == parameter.default, (name, key)
    kinds = ("_image", "_mask", "_video", "_bounding_boxes", "_keypoints")
    for name in dir(theirs.functional):
        plain = inspect.isfunction(getattr(theirs.functional, name)) and not name.startswith("_")
        if plain and (not name.endswith(kinds) or name == "to_image") and name not in missing:
            assert callable(getattr(v2.functional, name)), name


def test_errors(tensor, picture):
    with pytest.raises(ValueError, match="interpolation='bilinaer'.*bilinear"):
        v2.Resize(20, "bilinaer")
    with pytest.raises(AttributeError, match="RandomCrop"):
        v2.RandomCorp  # noqa: B018
    with pytest.raises(TypeError, match="ToDtype.*in front of it"):
        v2.Normalize([0.5], [0.5])(tensor)
    with pytest.raises(TypeError, match="takes tensors, not Pillow images"):
        v2.Normalize([0.5], [0.5])(picture)
    with pytest.raises(ValueError, match="pad_if_needed"):
        v2.RandomCrop(200)(tensor)
    with pytest.raises(ValueError, match="p is a probability"):
        v2.RandomHorizontalFlip(1.5)
    with pytest.raises(TypeError, match="list of transforms"):
        v2.Compose(v2.Resize(3))
    with pytest.raises(TypeError, match="takes an image"):
        v2.functional.resize("photo.jpg", 20)
    with pytest.raises(ValueError, match="differ in height and width"):
        v2.Resize(9)(picture, tv_tensors.Mask(np.zeros((5, 5), np.uint8)))
    with pytest.raises(ValueError, match="2 fill values for 3 channels"):
        v2.Pad(3, fill=[1, 2])(tensor)
