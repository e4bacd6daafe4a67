from __future__ import annotations

from pathlib import Path

import pytest

from boardwright.dsl.declare.looks import LookValue
from boardwright.dsl.source.diagnostics import Diagnostic
from boardwright.dsl.source.places import Source
from boardwright.files.look_files import LookFile, read_look_file
from look_folders import png

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{}</svg>'


def read(folder: Path, name: str, data: bytes | None = None) -> LookFile | Diagnostic:
    if data is not None:
        (folder / name).write_bytes(data)
    return read_look_file(LookValue(text=name, span=Source("x.yaml", name).span(0)), folder)


def refused(folder: Path, name: str, data: bytes | None = None) -> str:
    found = read(folder, name, data)
    assert isinstance(found, Diagnostic) and found.code == "E128"
    return found.message


def test_pictures_are_told_by_their_content_not_by_their_name(tmp_path: Path) -> None:
    found = read(tmp_path, "a.jpg", png(3, 4))
    assert isinstance(found, LookFile) and found.ending == ".png"
    assert "not a picture" in refused(tmp_path, "b.png", b"GIF89a....")
    assert "not a picture" in refused(tmp_path, "c.svg", b"<html><svg/></html>")
    assert "not a font" in refused(tmp_path, "d.ttf", png(1, 1))
    assert "not a picture" in refused(tmp_path, "e.png", b"")


def test_sizes_are_limited(tmp_path: Path) -> None:
    assert "4,001 by 1 pixels" in refused(tmp_path, "wide.png", png(4001, 1))
    assert "larger than 8 MiB" in refused(
        tmp_path, "large.png", b"\x89PNG\r\n\x1a\n" + bytes(9 << 20)
    )
    assert "larger than 1 MiB" in refused(tmp_path, "l.svg", SVG.format(" " * (2 << 20)).encode())
    jpeg = b"\xff\xd8\xff\xe0\0\4ab\xff\xc0\0\x11\x08" + b"\x20\0\x20\0" + bytes(20)
    assert "8,192 by 8,192" in refused(tmp_path, "j.jpg", jpeg)
    assert "damaged" in refused(tmp_path, "k.jpg", b"\xff\xd8\xff\xe0\0\4ab")
    small = read(tmp_path, "s.jpg", jpeg.replace(b"\x20\0\x20\0", b"\0\x20\0\x20"))
    assert isinstance(small, LookFile) and small.ending == ".jpg"


@pytest.mark.parametrize(
    ("inner", "why"),
    [
        ("<script>1</script>", "script"),
        ('<svg:script xmlns:svg="x"/>', "script"),
        ('<image href="/etc/passwd"/>', "another file"),
        ('<image xlink:href="http://example.org/a.png"/>', "another file"),
        ("<image href='other.svg'/>", "another file"),
        ('<use href="a.svg#b"/>', "another file"),
        ('<image href="data:image/svg+xml;base64,AAAA"/>', "another file"),
        ('<rect style="fill: url(http://x/y#z)"/>', "another file"),
        ('<style>@import "x.css";</style>', "style sheet"),
        ("<foreignObject><p/></foreignObject>", "foreign object"),
    ],
)
def test_a_drawing_from_a_stranger_loads_and_runs_nothing(
    tmp_path: Path, inner: str, why: str
) -> None:
    assert why in refused(tmp_path, "x.svg", SVG.format(inner).encode())


def test_a_drawing_that_grows_without_end_is_refused(tmp_path: Path) -> None:
    bomb = '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>' + SVG.format("&b;")
    assert "not a picture" in refused(tmp_path, "x.svg", bomb.encode())
    assert "document type" in refused(tmp_path, "y.svg", SVG.format("<!ENTITY a 'b'>").encode())


def test_a_plain_drawing_may_refer_to_itself(tmp_path: Path) -> None:
    inner = '<g id="a"/><use href="#a"/><rect fill="url(#a)"/><image href="data:image/png;base64,AAAA"/>'
    for head in ("", '<?xml version="1.0"?>\n<!-- by hand -->\n'):
        found = read(tmp_path, "x.svg", (head + SVG.format(inner)).encode())
        assert isinstance(found, LookFile) and found.ending == ".svg"


def test_links_do_not_lead_out(tmp_path: Path) -> None:
    root = tmp_path / "rules"
    root.mkdir()
    (tmp_path / "secret.png").write_bytes(png(1, 1))
    (root / "link.png").symlink_to("../secret.png")
    (root / "folder").symlink_to("..")
    assert "leads out" in refused(root, "link.png")
    assert "leads out" in refused(root, "folder/secret.png")
    (root / "own.png").write_bytes(png(1, 1))
    (root / "inside.png").symlink_to("own.png")
    assert isinstance(read(root, "inside.png"), LookFile)


def test_what_is_missing_is_told_with_what_is_near(tmp_path: Path) -> None:
    (tmp_path / "king.png").write_bytes(png(1, 1))
    found = read(tmp_path, "kng.png")
    assert isinstance(found, Diagnostic) and found.help == ("did you mean `king.png`?",)
    (tmp_path / "folder.png").mkdir()
    assert "cannot be read" in refused(tmp_path, "folder.png")
