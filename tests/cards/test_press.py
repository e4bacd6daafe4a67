from __future__ import annotations

import pytest

from boardwright.cards.press import Job, PressError, printed, template


def test_a_job_is_printed_with_the_fonts_of_the_wheel_alone() -> None:
    done = printed(Job("#set page(width: 5cm, height: 5cm)\nWords", {}), tell="")
    assert done.pages[0].startswith(b"%PDF") and b"Libertinus" in done.pages[0]


def test_what_a_template_tells_comes_back() -> None:
    done = printed(Job("#metadata((a: 1))<fit> #json(bytes(sys.inputs.data)).word", {"word": "ok"}))
    assert done.told == [{"a": 1}]


@pytest.mark.parametrize(
    "source",
    [
        '#read("/etc/passwd")',
        '#read("../../../etc/passwd")',
        '#image("/etc/hostname")',
        '#import "/../x.typ"',
        '#include "../main.typ"',
    ],
)
def test_nothing_outside_of_its_folder_is_read(source: str) -> None:
    with pytest.raises(PressError) as refused:
        printed(Job(source, {}))
    assert "/tmp/" not in str(refused.value)


def test_templates_are_part_of_the_package() -> None:
    assert "front-of-card" in template("common.typ", "sheet.typ")
    assert "outline" in template("rulebook.typ")
