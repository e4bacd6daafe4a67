from __future__ import annotations

import re
from pathlib import Path

import pytest

import boardwright
import font_ranges
from boardwright.cards.deck import Wanted, faces_of
from boardwright.cards.press import PressError
from boardwright.cards.printing import Paper, Prints, print_faces
from look_folders import card, expansion, pages_of, png

LANGUAGES = [("rattus", each) for each in ("en", "it", "nl")]
LANGUAGES += [("mercatus", each) for each in ("en", "it", "nl")]
LANGUAGES += [("notre_dame", each) for each in ("en", "it")]


def prints(
    root: Path, language: str = "en", paper: Paper | None = None, **wanted: object
) -> Prints:
    rules = boardwright.read("rattus", [root])
    faces = faces_of(rules, Wanted(language, ("looks",), **wanted))  # type: ignore[arg-type]
    return print_faces(rules, faces, language, paper or Paper())


@pytest.mark.parametrize("size", [(63, 88), (44, 67)], ids=["poker", "mini"])
@pytest.mark.parametrize(("ruleset", "language"), LANGUAGES)
def test_no_text_of_the_shipped_games_overflows(
    ruleset: str, language: str, size: tuple[int, int]
) -> None:
    base = ["mercatus"] if ruleset == "mercatus" else []
    rules = boardwright.read("rattus" if base else ruleset, base)
    faces = faces_of(rules, Wanted(language, (ruleset,), (), size))
    done = print_faces(rules, faces, language, Paper(copies=False))
    assert done.findings == () and done.pages[0].startswith(b"%PDF")
    assert pages_of(done.pages[0]) == done.sheets


def test_a_text_takes_room_from_the_picture_then_shrinks_then_is_told(tmp_path: Path) -> None:
    root = expansion(tmp_path)
    for count, told in ((40, 0), (140, 0), (400, 1)):
        card(root, "wordy", text="word " * count)
        found = prints(root).findings
        assert len(found) == told
    (finding,) = found
    assert finding.code == "E710" and "mm too long for its card" in finding.message
    assert finding.label is not None and finding.label.span.row == 4
    assert "6.2 pt" in finding.notes[0]
    assert prints(root, size=(150, 200)).findings == ()


@pytest.mark.parametrize(("part", "row"), [("name", 3), ("text", 4)])
def test_a_word_that_is_too_wide_is_told_with_its_place(
    tmp_path: Path, part: str, row: int
) -> None:
    root, word = expansion(tmp_path), "Rindfleisch" * 8
    card(root, "wide", **{part: f"Das {word} geht"})
    (finding,) = prints(root).findings
    assert finding.code == "E710" and word in finding.message and finding.label is not None
    assert (finding.label.span.row, finding.label.span.text) == (row, word)
    card(root, "wide", **{part: "-".join(["Rindfleisch"] * 4)})
    assert prints(root).findings == ()


def test_a_missing_character_is_told_once_with_its_place(tmp_path: Path) -> None:
    root = expansion(tmp_path)
    card(root, "signs", text="Take 梯 and 梯, then 🐀.")
    found = prints(root).findings
    assert [each.code for each in found] == ["E711", "E711"]
    assert found[0].label is not None and found[0].label.span.text == "梯"
    assert "U+1F400" in found[1].message


def test_texts_are_never_markup(tmp_path: Path) -> None:
    root = expansion(tmp_path)
    text = '\'#read("/etc/passwd") $x$ *b* #import "@preview/a:0.1.0" </script> \\u{41} `x` <fit> @ref\''
    card(root, "evil", name="'#panic(1)'", text=text)
    done = prints(root, paper=Paper(form="svg", backs=False))
    assert done.findings == () and len(done.pages) == 1


def test_pictures_are_printed_and_bad_ones_are_told(tmp_path: Path) -> None:
    root = expansion(tmp_path)
    (root / "p.png").write_bytes(png(30, 20))
    (root / "s.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9V9Z"/></svg>'
    )
    card(root, "seen", more="look: {picture: p.png, symbol: s.svg}\n")
    card(root, "lost", more="look: {picture: q.png}\n")
    done = prints(root, paper=Paper(form="svg", backs=False))
    assert [(each.code, each.label and each.label.span.text) for each in done.findings] == [
        ("E128", "q.png")
    ]
    assert done.names == ("class_card-lost", "class_card-seen")
    assert b"data:image/png;base64" in done.pages[1] and b"data:image/png" not in done.pages[0]


def test_a_damaged_picture_is_told_and_the_others_are_printed(tmp_path: Path) -> None:
    root = expansion(tmp_path, more="look: {fonts: f.ttf, symbol: whole.png}\n")
    (root / "cut.png").write_bytes(png(30, 20)[:-30])
    (root / "whole.png").write_bytes(png(3, 2))
    (root / "f.ttf").write_bytes(b"\0\1\0\0 and so on")
    card(root, "cut", more="look: {picture: cut.png}\n")
    done = prints(root, paper=Paper(form="svg", backs=False))
    told = [
        (each.code, each.message, each.label and each.label.span.text) for each in done.findings
    ]
    assert told == [
        ("E128", "this picture is damaged", "cut.png"),
        ("E128", "this font is damaged", "f.ttf"),
    ]
    assert b"data:image/png" in done.pages[0]


def test_a_font_of_the_ruleset_is_used(tmp_path: Path) -> None:
    import typst

    (library,) = Path(typst.__file__).parent.glob("_typst*")
    fonts = font_ranges.fonts_in(library.read_bytes())
    mono = next(each for each in fonts if font_ranges.name_of(each) == "DejaVu Sans Mono")
    root = expansion(tmp_path, more="look: {fonts: mono.ttf}\n")
    (root / "mono.ttf").write_bytes(mono)
    card(root, "setting")
    done = prints(root)
    assert done.findings == () and b"DejaVuSansMono" in done.pages[0]
    assert b"DejaVuSansMono" not in prints(expansion(tmp_path)).pages[0]


def test_the_same_rules_give_the_same_bytes() -> None:
    rules = boardwright.read("rattus")
    faces = faces_of(rules, Wanted("en", ("rattus",), ("class_card",)))
    first, second = (print_faces(rules, faces, "en", Paper()).pages for _ in range(2))
    assert first == second


def test_png_has_the_pixels_that_are_asked_for() -> None:
    rules = boardwright.read("rattus")
    faces = faces_of(rules, Wanted("en", ("rattus",), ("king",)))
    done = print_faces(rules, faces, "en", Paper(form="png", ppi=100))
    assert done.names == ("class_card-king", "class_card-king-back")
    for page in done.pages:
        assert page.startswith(b"\x89PNG") and int.from_bytes(page[16:20], "big") in (248, 249)


def test_a_template_of_ones_own_gets_the_same_data() -> None:
    rules = boardwright.read("rattus")
    faces = faces_of(rules, Wanted("en", ("rattus",), ("king",)))
    source = "#let data = json(bytes(sys.inputs.data))\n#for c in data.cards { page(width: 9cm, height: 9cm, c.name) }"
    done = print_faces(rules, faces, "en", Paper(), source)
    assert done.findings == () and done.pages[0].startswith(b"%PDF")
    with pytest.raises(PressError, match="unknown variable"):
        print_faces(rules, faces, "en", Paper(), "#nothing")


@pytest.mark.parametrize("numbers", [1, 5, 30])
def test_numbers_of_rules_stay_on_their_line(tmp_path: Path, numbers: int) -> None:
    root = expansion(tmp_path)
    card(root, "cited", more=f"ref: [{', '.join(f'TEST-{n}' for n in range(numbers))}]\n")
    done = prints(root, paper=Paper(form="svg", backs=False), size=(44, 67))
    assert done.findings == ()
    # The name and what is below it, the text, the expansion if there is room, and the numbers.
    lines = re.findall("<g [^>]*><use", done.pages[0].decode())
    assert len(lines) == (4 if numbers == 30 else 5)


def test_the_name_of_a_kind_that_is_too_long_is_told(tmp_path: Path) -> None:
    kind = "kinds:\n  deed: {name: NAME, look: {shape: card}, home: deeds}\n"
    rest = "places:\n  deeds: {holds: [deed]}\npieces:\n  deed:\n    first: {name: First, text: Words.}\n"
    expansion(tmp_path, more=kind.replace("NAME", "Urkunde der Handelsgesellschaft") + rest)
    assert prints(tmp_path / "looks").findings == ()
    expansion(tmp_path, more=kind.replace("NAME", "Urkunde der Handelsgesellschaft " * 3) + rest)
    (finding,) = prints(tmp_path / "looks").findings
    assert finding.code == "E710" and "below the name of `first`" in finding.message
