"""A game whose names, texts and files try to run in a page, to break its layout, and to lead out of their folder."""

from __future__ import annotations

import json
from pathlib import Path

TAKEN = "taken"
"""What the window of a page has once any of it has run."""

MARKUP = (
    f"""<img src=x onerror="window.{TAKEN}=1">"""
    f"""<script>window.{TAKEN}=1</script>"""
    f"""<svg onload="window.{TAKEN}=1"><a href="javascript:window.{TAKEN}=1">"""
    """</title></style></textarea>--><b>bold</b>"""
    f"""[x](javascript:window.{TAKEN}=1) {{{{7*7}}}} ${{7*7}} &lt;i&gt; 'quoted' "twice" \\"""
)
FILE = f"<img src=x onerror=window.{TAKEN}=1>"
"""What a file may be called on a disk."""
LONG = "W" * 10_000
MANY = "many words " * 900

PICTURE = f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" onload="window.{TAKEN}=1">
<script>window.{TAKEN}=1; fetch("https://example.com/")</script>
<image href="https://example.com/x.png" width="9" height="9"/>
<foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="window.{TAKEN}=1"/></foreignObject>
<rect width="10" height="10" fill="url(https://example.com/x)"/></svg>"""


def named(text: str) -> str:
    """A text as YAML."""
    return json.dumps(text, ensure_ascii=False)


def game(name: str = MARKUP, other: str = LONG) -> str:
    """A game in which every name and text is one of these."""
    one, two, text = named(name), named(other), named(MANY)
    return f"""\
game: hostile
language: 2
name: {one}
text: {text}
players: 2
kinds:
  villager: {{name: {one}, home: inn, owner: household, effects: {{work: {{offered_in: [day], limit: once a turn}}}}}}
stocks:
  house: {{name: {two}, total: 8, each: player, home: yard}}
  penny: {{name: {one}, total: 60, home: till, kept: purse}}
spaces:
  hamlet: {{name: {two}, holds: [house]}}
board:
  hamlet: {{brook: {{name: {one}}}, ford: {{name: {two}}}, mill: {{name: {text}}}, heath: {{name: x}}}}
places:
  inn: {{name: {one}, holds: [villager]}}
  household: {{name: {two}, per: player, holds: [villager]}}
  yard: {{name: {one}, per: player, holds: [house]}}
  till: {{name: {one}, holds: [penny]}}
  purse: {{name: {two}, per: player, holds: [penny]}}
pieces:
  villager:
    first: {{name: {one}, text: {one}, work: take 1 penny}}
    second: {{name: {two}, text: {two}, work: take 2 pennies}}
    third: {{name: x, text: {text}, work: take 3 pennies}}
offers:
  day:
    until: {{sleep: {{name: {one}}}}}
    entries:
      hire:
        name: {one}
        limit: once a turn
        effect: |
          choose villager from villagers in inn
          move villager to household of me
      build:
        name: {two}
        limit: once a turn
        effect: |
          choose hamlet from hamlets
          place up to 1 of my houses in hamlet
course:
  - phase: days
    name: {one}
    rounds: 4
    turn: [open day]
outcome:
  score: pennies in purse of me
texts:
  hamlet: {one}
  villager: {two}
look: {{picture: map.svg}}
"""


def planted(folder: Path) -> Path:
    """A folder with the game, a picture that is a program, one that is none, and links that lead out."""
    root = folder / "collection"
    (root / "hostile").mkdir(parents=True)
    (root / "hostile" / "game.yaml").write_text(game(), "utf-8")
    (root / "hostile" / "map.svg").write_text(PICTURE, "utf-8")
    (root / "text.png").write_text(MARKUP, "utf-8")
    (root / f"{FILE}.md").write_text(MARKUP, "utf-8")
    # They are relative, and lead to the folder that a copy is in.
    (root / "out.yaml").symlink_to("../secret.yaml")
    (root / "out.png").symlink_to("../secret.yaml")
    (root / "up").symlink_to("..")
    return root
