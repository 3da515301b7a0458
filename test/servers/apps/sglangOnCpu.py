# Lets SGLang 0.5.23 run without a GPU: Python imports this file on its own from SGLang's environment, as sitecustomize.py.
# What SGLang imports at its start beside that only works with a GPU, or with what this Python's torch has none of, is stood in for;
# on a CPU it computes without it. Its adapters ask for pinned memory, which no CPU has (sgl-project/sglang 31894).
import sys
import types
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from unittest.mock import MagicMock

absent = {"sgl_kernel", "torchvision"}


class StandIn(types.ModuleType):
    __path__ = []

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return MagicMock()


class StandIns(MetaPathFinder, Loader):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in absent and who_imports() == "sglang":
            return ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        return StandIn(spec.name)

    def exec_module(self, module):
        pass


def who_imports():
    """Transformers does without them if it finds none."""
    frame = sys._getframe(1)
    while frame:
        package = frame.f_globals.get("__name__", "").partition(".")[0]
        if package in {"sglang", "transformers"}:
            return package
        frame = frame.f_back


class Unpinned(MetaPathFinder):
    """Changes torch before SGLang's first import of it."""

    def find_spec(self, name, path=None, target=None):
        if name != "sglang.srt":
            return
        sys.meta_path.remove(self)
        import torch

        for make in ["arange", "empty", "full", "ones", "tensor", "zeros"]:
            setattr(torch, make, without_pin(getattr(torch, make)))
        torch.Tensor.pin_memory = lambda tensor, *_, **__: tensor


def without_pin(make):
    def made(*args, pin_memory=False, **more):
        return make(*args, **more)

    return made


sys.meta_path[:0] = [Unpinned()]
sys.meta_path.append(StandIns())
