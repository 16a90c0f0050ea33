"""The picture of an ending as a phone shares it: a PNG that is drawn on the phone, with names in
any script."""

from __future__ import annotations

import struct
from base64 import b64decode
from collections.abc import Callable

import pytest
from hands import open_table, record, tap, until
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

NAMES = ["Ann & <Bo>", "王小明王小明", "Αλέξανδρος", "נועה", "İpek"]

SHARES = """
window.shared = []
navigator.canShare = ({ files }) => files.every((file) => file instanceof File)
navigator.share = async ({ files }) => {
  for (const file of files) {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const text = [...bytes].map((one) => String.fromCharCode(one)).join('')
    window.shared.push([file.name, file.type, btoa(text)])
  }
}
"""
"""A phone that shares files, and what was shared."""

COLOURS = """async (bytes) => {
  const file = new Blob([Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0))])
  const bitmap = await createImageBitmap(file), { width, height } = bitmap
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const pen = canvas.getContext('2d')
  pen.drawImage(bitmap, 0, 0)
  const found = new Map(), { data } = pen.getImageData(0, 0, width, height)
  for (let i = 0; i < data.length; i += 4) {
    const colour = data.slice(i, i + 3).join()
    found.set(colour, (found.get(colour) ?? 0) + 1)
  }
  return [...found.values()].sort((a, b) => b - a).slice(0, 4).map((n) => n / (data.length / 4))
}"""
"""What shares of a picture its commonest colours have."""


def test_the_picture_goes_out_as_a_png(phone: Callable[..., Page]) -> None:
    """With the name of the game, the size of the drawing, and more on it than the felt."""
    page = phone()
    page.add_init_script(SHARES)
    options = {"options.half_decks": 3, "options.target": 40}
    code = open_table(page, *NAMES, game="zar", **options)
    for _ in range(2):
        points = {f"points.p{n}": 19 + n for n in range(2, len(NAMES) + 1)}
        record(page, code, "end_hand", winner="p1", **points)
    page.goto(f"/t/{code}/export")
    expect(page.locator("img.picture")).to_be_visible()
    tap(page, "Share the picture")
    until(lambda: page.evaluate("window.shared.length"))
    ((name, kind, bytes_),) = page.evaluate("window.shared")
    content = b64decode(bytes_)
    assert (name, kind) == ("ZAR.png", "image/png")
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    size = struct.unpack(">II", content[16:24])
    assert size == tuple(
        page.locator("img.picture").evaluate("e => [e.naturalWidth, e.naturalHeight]")
    )
    shares = page.evaluate(COLOURS, bytes_)
    assert len(shares) == 4
    assert shares[0] < 0.9, "not blank"
    assert shares[1] > 0.02, "something large stands on the felt"
