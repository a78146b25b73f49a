#!/usr/bin/env python3
"""Makes docs/screen.svg: the live screen of lop at work on the example, as a terminal shows it.

    docs/screen.py target/release/lop [COLUMNS ROWS [FILE]]

lop runs in tmux, is paused once most of the example is gone, and what the terminal shows with its colours becomes text in an SVG.
"""

import html
import os
import re
import subprocess
import sys
import tempfile
import time

PALETTE = {
    30: "#484f58", 31: "#ff7b72", 32: "#3fb950", 33: "#d29922", 34: "#58a6ff", 35: "#bc8cff", 36: "#39c5cf", 37: "#b1bac4",
    90: "#6e7681", 91: "#ffa198", 92: "#56d364", 93: "#e3b341", 94: "#79c0ff", 95: "#d2a8ff", 96: "#56d4dd", 97: "#f0f6fc",
}
INK, PAPER, DIM = "#c9d1d9", "#0d1117", "#8b949e"
PLAIN = {"ink": INK, "paper": None, "bold": False}
WIDE, HIGH, MARGIN = 8.4, 18, 12
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def capture(lop, columns, rows):
    """What the terminal shows, with escape sequences."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("calculator.c", "underflow.sh"):
            subprocess.run(["cp", f"{ROOT}/examples/{name}", folder], check=True)

        def tmux(*words):
            command = ["tmux", "-f", "/dev/null", "-S", f"{folder}/socket", *words]
            return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout

        command = f"'{os.path.abspath(lop)}' -j 2 --no-config ./underflow.sh calculator.c"
        tmux("new-session", "-d", "-x", str(columns), "-y", str(rows), command)
        try:
            for _ in range(3000):
                shown = tmux("capture-pane", "-p")
                left = re.search(r"tokens +(\d[\d,]*)", shown)
                if left and int(left[1].replace(",", "")) < 120:
                    break
                time.sleep(0.1)
            tmux("send-keys", "p")
            time.sleep(1.5)
            return tmux("capture-pane", "-p", "-e").rstrip("\n").split("\n")
        finally:
            tmux("kill-server")


def cells(line, style):
    """The characters of a line with their styles. A style goes on in the next line."""
    for code, letter in re.findall(r"\x1b\[([\d;]*)m|([^\x1b])", line):
        if letter:
            yield letter, dict(style)
            continue
        numbers = [int(number or 0) for number in code.split(";")]
        while numbers:
            number = numbers.pop(0)
            if number == 0:
                style.update(PLAIN)
            elif number == 1:
                style["bold"] = True
            elif number == 2:
                style["ink"] = DIM
            elif number == 7:
                style["ink"], style["paper"] = style["paper"] or PAPER, style["ink"]
            elif number in (38, 48) and numbers[:1] == [5]:
                colour = numbers[1]
                numbers = numbers[2:]
                name = PALETTE.get(30 + colour if colour < 8 else 82 + colour, INK)
                style["ink" if number == 38 else "paper"] = name
            elif number in (38, 48) and numbers[:1] == [2]:
                style["ink" if number == 38 else "paper"] = "#%02x%02x%02x" % tuple(numbers[1:4])
                numbers = numbers[4:]
            elif number == 39:
                style["ink"] = INK
            elif number == 49:
                style["paper"] = None
            elif number in PALETTE:
                style["ink"] = PALETTE[number]
            elif number - 10 in PALETTE:
                style["paper"] = PALETTE[number - 10]


def runs(line, style):
    """Neighbours of one style together, with their column."""
    row = []
    for column, (letter, style) in enumerate(cells(line, style)):
        if row and row[-1][2] == style:
            row[-1][1] += letter
        else:
            row.append([column, letter, style])
    return row


def svg(lines, columns):
    """A picture of a terminal."""
    width, height = columns * WIDE + 2 * MARGIN, len(lines) * HIGH + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height}" viewBox="0 0 {width:.0f} {height}" '
        f'font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,DejaVu Sans Mono,monospace" font-size="14">',
        f'<rect width="100%" height="100%" rx="8" fill="{PAPER}"/>',
    ]
    last = dict(PLAIN)
    for number, line in enumerate(lines):
        top = MARGIN + number * HIGH
        for column, text, style in runs(line, last):
            left = MARGIN + column * WIDE
            if style["paper"]:
                parts.append(
                    f'<rect x="{left:.1f}" y="{top}" width="{len(text) * WIDE:.1f}" height="{HIGH}" fill="{style["paper"]}"/>'
                )
            if text.strip():
                bold = ' font-weight="bold"' if style["bold"] else ""
                parts.append(
                    f'<text x="{left:.1f}" y="{top + 14}" fill="{style["ink"]}"{bold} xml:space="preserve" '
                    f'textLength="{len(text) * WIDE:.1f}">{html.escape(text)}</text>'
                )
    return "\n".join([*parts, "</svg>", ""])


def main():
    lop, *size = sys.argv[1:]
    columns, rows = (int(number) for number in (size[:2] or (100, 28)))
    place = size[2] if len(size) > 2 else f"{ROOT}/docs/screen.svg"
    with open(place, "w", encoding="utf-8") as file:
        file.write(svg(capture(lop, columns, rows), columns))


main()
