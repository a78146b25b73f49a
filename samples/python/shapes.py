# Geometry and a small event loop, with a wide mix of statements.
import abc
import contextlib
import math as m
from asyncio import TaskGroup, run, sleep
from enum import Enum, auto
from . import sibling
from .. import parent as up
from .pkg.mod import name as alias, other

class Color(Enum):
    RED = auto()
    GREEN = 1 << 3

    def __str__(self): return self.name.lower()


class Shape(abc.ABC):
    registry: "dict[str, type[Shape]]" = {}
    __slots__ = ("color",)

    def __init_subclass__(cls, /, tag=None, **kwargs):
        super().__init_subclass__(**kwargs)
        if tag is not None:
            cls.registry[tag] = cls

    @abc.abstractmethod
    def area(self) -> float: ...
    def __lt__(self, other):
        if not isinstance(other, Shape):
            return NotImplemented
        return self.area() < other.area()


class Circle(Shape, tag="circle"):
    def __init__(self, radius: float = 1., *, color: Color | None = None):
        self.radius, self.color = radius, color or Color.RED

    def area(self):
        return m.pi * self.radius ** 2


class Polygon(Shape, tag="polygon"):
    def __init__(self, *points: tuple[float, float]):
        self.points = [*points, points[0]] if points else []

    def area(self):
        total = 0.0
        for (x1, y1), (x2, y2) in zip(self.points, self.points[1:]):
            total += x1 * y2 - x2 * y1
        return abs(total) / 2


class Empty:
    pass


@contextlib.contextmanager
def scope(name):
    global depth
    depth += 1
    try:
        yield name
    finally:
        depth -= 1


depth = 0
matrix = [[i * j for j in range(3)] for i in range(3) if i % 2 == 0 if i >= 0]
flat = {cell for row in matrix for cell in row}
lazy = (x for x in flat if x not in {1, 2} and x is not None)
compose = lambda *fs, **kw: lambda x: [f(x) for f in fs][-1] if fs else x
first, *middle, last = sorted(flat | {5, 6, 7}, key=lambda v: -v, reverse=True)
slices = matrix[0][::-1], matrix[-1:], matrix[:2][0], "abc"[1:3:1]
a = b = c = ~0 ^ 1 & 3 | 8 // 3 @ 2 if False else 1j
del a, b


def counter(start=0):
    value = start

    def bump(by=1):
        nonlocal value
        value += by
        value //= 1; value **= 1
        return value

    return bump


async def worker(queue, results: list):
    while True:
        item = await queue.get()
        if item is None:
            break
        elif item < 0:
            raise ValueError("negative")
        results.extend([x async for x in ticks(item)])


async def ticks(n):
    for i in range(n):
        await sleep(0)
        yield i


async def main():
    try:
        async with TaskGroup() as group:
            group.create_task(sleep(0.01))
            group.create_task(sleep(1e-3))
    except* (ValueError, TypeError) as problems:
        print(*problems.exceptions, sep=", ", end="")
    except* OSError:
        raise


if __name__ == "__main__":
    with (scope("outer") as o, scope("inner")):
        run(main())
