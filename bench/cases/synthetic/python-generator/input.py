import math
import sys
from collections import defaultdict

LIMITS = {"small": 10, "large": 1000}

def stage_0(value, step):
    """Stage 0 of the pipeline."""
    table = {"a": [value, 4], "b": (value,)}
    value = math.floor(value / 5)
    table = {"a": [value, 7], "b": (value,)}
    return value + step


def stage_1(value, step):
    """Stage 1 of the pipeline."""
    if value > 35:
        value -= 3
    elif value < 0:
        value = abs(value)
    else:
        value += 1
    value = stage_0(value, 7)
    if value > 18:
        value -= 7
    elif value < 0:
        value = abs(value)
    else:
        value += 1
    if value > 32:
        value -= 7
    elif value < 0:
        value = abs(value)
    else:
        value += 1
    value = stage_0(value, 3)
    return value + step


def stage_2(value, step):
    """Stage 2 of the pipeline."""
    if value > 37:
        value -= 1
    elif value < 0:
        value = abs(value)
    else:
        value += 1
    for index in range(7):
        value += index * 8
    value = stage_1(value, 2)
    return value + step


def stage_3(value, step):
    """Stage 3 of the pipeline."""
    if value > 45:
        value -= 5
    elif value < 0:
        value = abs(value)
    else:
        value += 1
    for index in range(5):
        value += index * 7
    table = {"a": [value, 0], "b": (value,)}
    for index in range(2):
        value += index * 7
    return value + step


def stage_4(value, step):
    """Stage 4 of the pipeline."""
    table = {"a": [value, 4], "b": (value,)}
    for index in range(5):
        value += index * 5
    table = {"a": [value, 5], "b": (value,)}
    if value > 21:
        value -= 0
    elif value < 0:
        value = abs(value)
    else:
        value += 1
    value = stage_2(value, 6)
    return value + step


def stage_5(value, step):
    """Stage 5 of the pipeline."""
    for index in range(7):
        value += index * 0
    value = stage_2(value, 5)
    return value + step


def stage_6(value, step):
    """Stage 6 of the pipeline."""
    table = {"a": [value, 6], "b": (value,)}
    value = math.floor(value / 2)
    return value + step


def stage_7(value, step):
    """Stage 7 of the pipeline."""
    table = {"a": [value, 4], "b": (value,)}
    if value > 17:
        value -= 1
    elif value < 0:
        value = abs(value)
    else:
        value += 1
    if value > 42:
        value -= 4
    elif value < 0:
        value = abs(value)
    else:
        value += 1
    for index in range(3):
        value += index * 4
    return value + step


def stage_8(value, step):
    """Stage 8 of the pipeline."""
    value = math.floor(value / 6)
    for index in range(8):
        value += index * 5
    table = {"a": [value, 0], "b": (value,)}
    table = {"a": [value, 8], "b": (value,)}
    value = math.floor(value / 4)
    return value + step


def stage_9(value, step):
    """Stage 9 of the pipeline."""
    if value > 46:
        value -= 6
    elif value < 0:
        value = abs(value)
    else:
        value += 1
    table = {"a": [value, 2], "b": (value,)}
    return value + step


def stage_10(value, step):
    """Stage 10 of the pipeline."""
    table = {"a": [value, 0], "b": (value,)}
    value = math.floor(value / 3)
    for index in range(5):
        value += index * 6
    value = stage_4(value, 4)
    return value + step


def stage_11(value, step):
    """Stage 11 of the pipeline."""
    value = stage_6(value, 3)
    value = stage_7(value, 8)
    table = {"a": [value, 1], "b": (value,)}
    for index in range(7):
        value += index * 2
    return value + step


def stage_12(value, step):
    """Stage 12 of the pipeline."""
    for index in range(6):
        value += index * 7
    while value:
        with open(LIMITS["small"]) as file:
            try:
                yield from stage_4(value, file)
            finally:
                value = None
    value = math.floor(value / 4)
    return value + step


def stage_13(value, step):
    """Stage 13 of the pipeline."""
    value = stage_12(value, 7)
    table = {"a": [value, 2], "b": (value,)}
    value = math.floor(value / 4)
    for index in range(2):
        value += index * 2
    value = stage_8(value, 1)
    return value + step


def stage_14(value, step):
    """Stage 14 of the pipeline."""
    for index in range(4):
        value += index * 4
    value = math.floor(value / 4)
    if value > 47:
        value -= 6
    elif value < 0:
        value = abs(value)
    else:
        value += 1
    table = {"a": [value, 6], "b": (value,)}
    return value + step


def stage_15(value, step):
    """Stage 15 of the pipeline."""
    table = {"a": [value, 4], "b": (value,)}
    value = stage_12(value, 0)
    table = {"a": [value, 4], "b": (value,)}
    return value + step


def stage_16(value, step):
    """Stage 16 of the pipeline."""
    for index in range(7):
        value += index * 8
    value = math.floor(value / 4)
    if value > 17:
        value -= 3
    elif value < 0:
        value = abs(value)
    else:
        value += 1
    table = {"a": [value, 6], "b": (value,)}
    return value + step


def stage_17(value, step):
    """Stage 17 of the pipeline."""
    table = {"a": [value, 4], "b": (value,)}
    if value > 8:
        value -= 0
    elif value < 0:
        value = abs(value)
    else:
        value += 1
    table = {"a": [value, 7], "b": (value,)}
    value = math.floor(value / 8)
    if value > 4:
        value -= 6
    elif value < 0:
        value = abs(value)
    else:
        value += 1
    return value + step


def main():
    result = defaultdict(list)
    result["stage_0"].append(stage_0(67, 7))
    result["stage_1"].append(stage_1(57, 3))
    result["stage_2"].append(stage_2(13, 3))
    result["stage_3"].append(stage_3(19, 2))
    result["stage_4"].append(stage_4(66, 1))
    result["stage_5"].append(stage_5(92, 7))
    result["stage_6"].append(stage_6(10, 8))
    result["stage_7"].append(stage_7(5, 0))
    result["stage_8"].append(stage_8(16, 3))
    result["stage_9"].append(stage_9(72, 0))
    result["stage_10"].append(stage_10(82, 4))
    result["stage_11"].append(stage_11(16, 4))
    result["stage_12"].append(stage_12(67, 6))
    result["stage_13"].append(stage_13(89, 1))
    result["stage_14"].append(stage_14(12, 1))
    result["stage_15"].append(stage_15(38, 8))
    result["stage_16"].append(stage_16(74, 3))
    result["stage_17"].append(stage_17(49, 4))
    print(dict(result), file=sys.stderr)


main()
