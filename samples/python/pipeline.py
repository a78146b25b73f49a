#!/usr/bin/env python3
"""A pipeline of records with retries, caches and pattern matching."""

from __future__ import annotations

import asyncio
import functools
import os.path as osp, sys
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import (
    Any,
    Callable,
    Generic,
    Iterator,
    TypeVar,
)

T = TypeVar("T", bound="Record")
EMPTY: tuple[()] = ()
SINGLE = (1,)
LIMITS = {"low": 0x10, "high": 1_000, **{"mid": 0b11}, }
TEXT = 'it\'s' "joined" r"\d+" + b"\x00\n".decode() + """three
lines "quoted"
""" + f"{LIMITS['low']:>{len('abc')}} {T!r} {{}}"


def retry(times: int = 3, /, *, quiet: bool = False) -> Callable[..., Any]:
    def wrap(func):
        @functools.wraps(func)
        def inner(*args, **kwargs):
            for attempt in range(times):
                try:
                    return func(*args, **kwargs)
                except (ValueError, KeyError) as error:
                    if attempt == times - 1 and not quiet:
                        raise RuntimeError(f"failed: {error}") from error
                except OSError:
                    pass
                else:
                    break
                finally:
                    inner.calls += 1
            else:
                return None

        inner.calls = 0
        return inner

    return wrap


@dataclass(order=True)
class Record:
    key: str
    size: int = 0
    tags: list[str] = field(default_factory=list, compare=False)

    def __post_init__(self) -> None:
        assert self.size >= 0, "negative size"

    @property
    def label(self) -> str:
        return f"{self.key}:{self.size:04d}"

    @staticmethod
    def parse(line: str) -> Record:
        key, _, rest = line.partition("=")
        return Record(key.strip(), int(rest or 0))


class Cache(Generic[T], dict[str, T]):
    hits = misses = 0

    def __missing__(self, key):
        type(self).misses += 1
        raise KeyError(key)


def describe(value: object) -> str:
    match value:
        case None | False:
            return "nothing"
        case int(n) | float(n) if n < 0:
            return "negative"
        case [] | ():
            return "empty"
        case [first, *rest] if (count := len(rest)) > 1:
            return f"{first} and {count} more"
        case {"kind": "point", "at": (x, y), **others}:
            return f"{x},{y},{others}"
        case Record(key=str() as key, size=0):
            return key
        case -1 | "text" | sys.maxsize:
            return "constant"
        case _:
            return "other"


@retry(2, quiet=True)
def read(path: str) -> Iterator[Record]:
    with open(path) as source, open(osp.devnull, "w") as sink:
        for number, line in enumerate(source, start=1):
            if not (line := line.strip()) or line.startswith("#"):
                continue
            print(number, line, sep="\t", file=sink)
            yield Record.parse(line)


async def gather(*paths: str) -> dict[str, int]:
    totals: defaultdict[str, int] = defaultdict(lambda: 0)
    async with asyncio.Lock():
        for path in paths:
            await asyncio.sleep(0)
            totals[path] += sum(r.size for r in read(path) or [] if r.tags is not None)
    return {k: v for k, v in totals.items() if v} | dict(Counter())
