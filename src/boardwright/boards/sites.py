"""The spaces and places of a table, as a picture has them: outlines, names that fit inside, and room for what lies there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from boardwright.boards import colours
from boardwright.boards.geometry import FULL, Box, Straight, around, bounds, share, turned
from boardwright.boards.lettering import Label, fits, fitted
from boardwright.boards.placing import Layout, Spot
from boardwright.boards.things import Things
from boardwright.dsl.declare.looks import OwnLook, PlaceLook, SpaceLook
from boardwright.dsl.language.types import MemberType
from boardwright.interpreter.table.table import Place

PLAIN = "#d9d5cd"
"""The colour of spaces of which nobody says one."""

CELLS = ("#efe6d2", "#d9c49b")
"""The colours of the cells of a grid, by turns."""

OWNED = "#f7f1e3"
"""The colour of spaces that belong to a seat, whose colour is that of their rim."""

_LARGEST, _LARGEST_PART, _SMALLEST = 23, 16, 11  # letters of names
_PLACE_WIDE, _PLACE_HIGH = 150, 116  # a place on the board that says no size
_TABLE = 720, 460  # a table without a board is at least as large
_COMPASS = ("north", "east", "south", "west")
_TITLE = 24  # above what lies in a place


class Sites:
    """Makes the spaces and places of a picture."""

    def __init__(self, things: Things, layout: Layout, off: frozenset[str]) -> None:
        self.things, self.layout, self.off = things, layout, off
        self.game, self.table, self.bound = things.game, things.table, things.bound
        declared = self.game.rules.declared
        self.kind_looks = {each.id: each.look or SpaceLook() for each in declared.spaces}
        self.place_looks = {each.id: each.look or PlaceLook() for each in declared.places}
        self.own = {
            (each.kind.id, each.id): each.look for each in declared.definitions if each.look
        }
        self.definitions = {(each.kind.id, each.id): each for each in declared.definitions}
        self.origins = {each.id: each.origin for each in declared.spaces}
        self.zones = [n for n, place in enumerate(self.table.places) if not place.is_space]
        self.labels = self.lettering()
        self.boxes = dict(self.zone_boxes())

    # ---- spaces

    def spaces(self) -> list[dict[str, Any]]:
        """The spaces on the board, those that others are part of first."""
        spots = self.layout.spots
        return [self.space(spots[n]) for n in sorted(spots, key=lambda n: (self.depth(n), n))]

    def depth(self, n: int) -> int:
        """In how many other spaces one is."""
        parent = self.table.spaces[n].parent
        return 0 if parent < 0 else 1 + self.depth(parent)

    def space(self, spot: Spot) -> dict[str, Any]:
        n = spot.space
        space, place = self.table.spaces[n], self.table.places[n]
        kind = self.bound.spaces[space.kind]
        colour = self.colour(n)
        owner = None if place.owner < 0 else self.table.seats[place.owner]
        rim = self.things.seat_colours[place.owner] if owner else darker(colour)
        label, area = self.labels[n]
        found: dict[str, Any] = {
            "id": place.id,
            "kind": space.kind,
            "name": self.things.words.space(self.table, n),
            "shape": spot.shape,
            "x": spot.centre[0],
            "y": spot.centre[1],
            "d": spot.path,
            "colour": colour,
            "ink": colours.ink_on(colour),
            "rim": rim,
            "rim_width": 2 if spot.in_grid or spot.radius else 3,
            "label": None if label is None else label.data(),
            "area": area.data(),
            "holds": list(place.holds),
            "room": [{"kind": id, "count": count} for id, count in kind.room.items()],
            "neighbours": [self.table.places[other].id for other in self.table.neighbours(None)[n]],
        }
        if owner:
            found["owner"] = owner
        if space.parent >= 0:
            found["parent"] = self.table.places[space.parent].id
        if spot.at is not None:
            found["at"] = list(spot.at)
        symbol = self.symbol(n)
        if symbol is not None:
            found["symbol"] = symbol
        if space.definition >= 0:
            definition = kind.definitions[space.definition]
            declared = self.definitions.get((space.kind, definition.id))
            found["attributes"] = self.things.attributes(kind, definition)
            if declared is not None:
                text = self.things.looks.pick(declared.rules_text, "")
                found |= {"text": text} if text else {}
                found["path"], found["line"] = declared.span.source.name, declared.span.row
        return found

    def look(self, n: int) -> OwnLook:
        space = self.table.spaces[n]
        return self.own.get((space.kind, space.definition_id)) or OwnLook()

    def colour(self, n: int) -> str:
        """What its own look says, then that of its kind; else that of a grid, or a plain one."""
        space, look = self.table.spaces[n], self.kind_looks[self.table.spaces[n].kind]
        said = colours.hex_of(self.look(n).colour) or colours.hex_of(look.colour)
        if said is None and look.colour is not None and look.colour.by:
            member = self.member(n, look.colour.text)
            said = None if member is None else self.things.looks.colour_of(*member)
        if said is not None:
            return said
        spot = self.layout.spots.get(n)
        if spot is not None and spot.is_parent and spot.shape == "arc":
            owner = self.table.places[n].owner
            return self.things.seat_colours[owner] if owner >= 0 else darker(PLAIN, 80)
        if self.table.places[n].owner >= 0 or space.parent >= 0:
            return OWNED
        column, row = space.attributes.get("column"), space.attributes.get("row")
        if spot is not None and isinstance(column, int) and isinstance(row, int):
            if spot.shape == "rect":
                return CELLS[(column + row) % 2 == 0]
            if spot.shape in ("hex", "polygon"):
                return CELLS[0]
        return PLAIN

    def member(self, n: int, attribute: str) -> tuple[str, str] | None:
        """The variety and member that an attribute of a space is."""
        space = self.table.spaces[n]
        declared = self.bound.spaces[space.kind].attributes.get(attribute)
        value = space.attributes.get(attribute)
        if declared is None or not isinstance(declared.type, MemberType):
            return None
        variety = declared.type.variety
        if not isinstance(value, int) or variety not in self.things.looks.members:
            return None
        return variety, self.things.looks.members[variety][value].id

    def symbol(self, n: int) -> str | None:
        space, look = self.table.spaces[n], self.kind_looks[self.table.spaces[n].kind]
        origin = self.origins[space.kind]
        own = self.look(n)
        sign = self.things.looks.sign(own.symbol or own.picture, origin)
        sign = sign or self.things.looks.sign(look.symbol or look.picture, origin)
        if sign is None and look.symbol is not None and look.symbol.by:
            member = self.member(n, look.symbol.text)
            members = () if member is None else self.things.looks.members[member[0]]
            found = next((each for each in members if member and each.id == member[1]), None)
            if member is not None and found is not None:
                sign = self.things.looks.member_sign(member[0], found)
        return self.things.sign(sign)

    # ---- names

    def lettering(self) -> dict[int, tuple[Label | None, Box]]:
        """For each space its name, and the room for what lies there. Names of spaces of one kind are about equally large."""
        found = {n: self.lettered(spot) for n, spot in self.layout.spots.items()}
        for kind in self.bound.spaces:
            of_kind = [n for n in found if self.table.spaces[n].kind == kind]
            sizes = sorted(label.size for n in of_kind if (label := found[n][0]) is not None)
            if sizes:
                most = sizes[len(sizes) // 4]
                found |= {n: self.lettered(self.layout.spots[n], most) for n in of_kind}
        return found

    def lettered(self, spot: Spot, most: int = _LARGEST) -> tuple[Label | None, Box]:
        """The name of a space where it fits inside, and the room that is left for what lies there."""
        space = self.table.spaces[spot.space]
        kind = self.bound.spaces[space.kind]
        texts: Mapping[str, str] = {}
        if space.definition >= 0:
            texts = kind.definitions[space.definition].texts
        is_cell = "column" in space.attributes and "row" in space.attributes
        box = spot.box
        most = min(most, _LARGEST_PART) if space.parent >= 0 else most
        if spot.is_parent and spot.shape == "arc":
            return None, Box(*spot.centre, 0, 0)
        name = self.things.looks.pick(
            texts,
            self.things.looks.spoken(space.definition_id)
            if space.definition >= 0
            else self.things.words.space(self.table, spot.space),
        )
        nameless = not texts and (is_cell or _is_code(space.definition_id))
        if nameless:
            return None, box
        if spot.radius and space.parent < 0 and not spot.in_grid:
            inside = self.in_circle(name, spot, most)
            if inside[0] is not None and fits(name, inside[0]):
                return inside
            return self.below_circle(name, spot), box
        if box.h < 2 * _SMALLEST or box.w < 3 * _SMALLEST:
            return None, box
        if not self.holds(spot.space):
            return self.written(name, box, box.h // 2, most), box
        top, rest = box, box
        if spot.is_parent:
            high, wide = box.h // 4, box.w * 6 // 10
            rest = Box(box.x + wide, box.y, box.w - wide, high)
            return self.written(name, Box(box.x, box.y, wide, high), high * 7 // 10, most), rest
        if spot.radius:
            return self.in_circle(name, spot, most)
        high = max(_SMALLEST * 2, box.h * 42 // 100)
        top = Box(box.x, box.y, box.w, high)
        rest = Box(box.x, box.y + high, box.w, box.h - high)
        label = self.written(name, top, top.h * 6 // 10, most)
        return label, box if label is None else rest

    def in_circle(self, name: str, spot: Spot, most: int) -> tuple[Label | None, Box]:
        """A name in the upper part of a circle, and the room below; in the middle of one that never holds anything."""
        radius, (x, y) = spot.radius, spot.centre
        if not self.holds(spot.space):
            return self.written(name, spot.box, spot.box.h // 2, most), spot.box
        top = around((x, y - radius * 60 // 100), radius * 132 // 100, radius * 48 // 100)
        label = self.written(name, top, top.h * 6 // 10, most)
        rest = around((x, y + radius * 15 // 100), radius * 148 // 100, radius * 98 // 100)
        return label, spot.box if label is None else rest

    @staticmethod
    def below_circle(name: str, spot: Spot) -> Label:
        """A name below a circle that is too small for it."""
        radius, (x, y) = spot.radius, spot.centre
        wide = max(4 * radius, 10 * _SMALLEST)
        box = Box(x - wide // 2, y + radius + 2, wide, 3 * _SMALLEST)
        label = fitted(name, box, _SMALLEST + 2, _SMALLEST)
        return replace(label, y=y + radius + label.size)

    @staticmethod
    def written(name: str, box: Box, largest: int, most: int) -> Label | None:
        """A name in a box; none if there is hardly room for any of it."""
        label = fitted(name, box, max(_SMALLEST, min(largest, most)), _SMALLEST)
        return label if fits(name, label) or box.w >= 6 * _SMALLEST else None

    def holds(self, n: int) -> bool:
        """Whether anything can lie on a space, or in a place that is in it."""
        return bool(self.table.places[n].holds) or n in self.zones_of()

    def zones_of(self) -> dict[int, list[int]]:
        """For each space on the board the places that are in it."""
        found: dict[int, list[int]] = {}
        for number in self.zones:
            place = self.table.places[number]
            zone, declared = self.table.zones[place.declared], self.bound.places[place.declared]
            look = self.place_looks.get(place.declared, PlaceLook())
            if look.on not in (None, "board") or zone.per not in ("space", "pair"):
                continue
            keys = self.table.split_key(declared.per, place.key)
            there = [n for per, n in keys if per in self.bound.spaces]
            if len(there) == 1 and there[0] in self.layout.spots:
                found.setdefault(there[0], []).append(number)
        return found

    # ---- places

    def zone_boxes(self) -> Iterator[tuple[int, Box]]:
        """Where places on the board are: as they say, inside their space, or below the board."""
        inside = self.zones_of()
        for n, numbers in inside.items():
            _, area = self.labels[n]
            yield from zip(numbers, _divided(area, len(numbers)), strict=True)
        done = {each for numbers in inside.values() for each in numbers}
        frame = Straight(self.layout.frame)
        waiting: list[int] = []
        around_the_middle: list[int] = []
        for number in self.zones:
            place = self.table.places[number]
            look = self.place_looks.get(place.declared, PlaceLook())
            if number in done or self.on(place) != "board":
                continue
            if look.at is not None:
                centre = frame.point(*look.at)
                box = self.sized(look, frame, centre)
                many = self.table.zones[place.declared].count
                first = self.table.zones[place.declared].first
                aside = (2 * (number - first) - many + 1) * (box.w + 12) // 2
                yield number, Box(box.x + aside, box.y, box.w, box.h)
            elif place.owner >= 0 and not self.layout.spots:
                around_the_middle.append(number)
            else:
                waiting.append(number)
        yield from self.at_the_sides(around_the_middle)
        if not self.layout.spots and (around_the_middle or len(done) < len(self.zones)):
            yield from zip(waiting, _in_the_middle(self.layout.frame, len(waiting)), strict=True)
            return
        extent = self.layout.extent
        below = Box(extent.x, extent.y + extent.h + 24, max(extent.w, 500), 0)
        yield from zip(waiting, _rows(below, len(waiting)), strict=True)

    def at_the_sides(self, numbers: Sequence[int]) -> Iterator[tuple[int, Box]]:
        """Places of players around the middle of a table without a board: the first seat below, then clockwise; seats that are
        named like directions lie there.
        """
        seats = self.table.seats
        first = 0 if set(seats) <= set(_COMPASS) else FULL // 2
        each: dict[int, list[int]] = {}
        for number in numbers:
            each.setdefault(self.table.places[number].owner, []).append(number)
        x, y = self.layout.frame.centre
        for seat, own in each.items():
            at = _COMPASS.index(seats[seat]) if not first else seat
            angle = first + FULL * at // (len(_COMPASS) if not first else len(seats))
            u, v = turned((0, 0), 1000, angle)
            for index, number in enumerate(own):
                aside = (2 * index - len(own) + 1) * (_PLACE_WIDE + 12) // 2
                centre = x + share(u, 270, 1000) + aside, y + share(v, 190, 1000)
                yield number, around(centre, _PLACE_WIDE, _PLACE_HIGH)

    def sized(self, look: PlaceLook, frame: Straight, centre: tuple[int, int]) -> Box:
        if look.size is None:
            return around(centre, _PLACE_WIDE, _PLACE_HIGH)
        wide, high = look.size
        if not wide:
            side = frame.length(high)
            return around(centre, side, side)
        return around(centre, share(frame.box.w, wide, 100), share(frame.box.h, high, 100))

    def on(self, place: Place) -> str:
        """Where a place is shown: as its look says, else at a seat, on the board or aside."""
        look = self.place_looks.get(place.declared, PlaceLook())
        if look.on is not None:
            return look.on
        if look.at is not None:
            return "board"
        per = self.bound.places[place.declared].per
        each = per if isinstance(per, tuple) else (per,)
        if "player" in each:
            return "seat"
        if any(one in self.bound.spaces for one in each):
            return "board"
        return "board" if not self.layout.spots and per is None else "aside"

    def places(self) -> Iterator[dict[str, Any]]:
        """All places, and the spaces that are not on the board."""
        for number, place in enumerate(self.table.places):
            if place.is_space and number in self.layout.spots:
                continue
            found: dict[str, Any] = {
                "id": place.id,
                "base": place.declared,
                "name": self.things.words.place(
                    self.game.program, number, place.owner if place.owner >= 0 else -2
                )
                if not place.is_space
                else self.space_name(number),
                "on": "seat" if place.is_space else self.on(place),
                "ordered": place.ordered,
                "hidden": place.visible_to != "everyone",
                "holds": list(place.holds),
            }
            if place.is_space:
                found["space"] = True
            if place.owner >= 0:
                found["owner"] = self.table.seats[place.owner]
            if number in self.boxes:
                box = self.boxes[number]
                found |= box.data()
                found |= self.place_label(place, found["name"], box)
            look = self.place_looks.get(place.declared, PlaceLook())
            colour = colours.hex_of(look.colour)
            if place.owner >= 0:
                found["rim"] = self.things.seat_colours[place.owner]
            if colour is not None:
                found |= {"colour": colour, "ink": colours.ink_on(colour)}
            symbol = self.things.sign(
                self.things.looks.sign(look.symbol, self.bound.places[place.declared].origin)
                if not place.is_space
                else None
            )
            if symbol is not None:
                found["symbol"] = symbol
            yield found

    def place_label(self, place: Place, name: str, box: Box) -> dict[str, Any]:
        """The name of a place on the board, with its owner, and the room below it. Places in a space leave out which one."""
        inside = self.table.zones[place.declared].per in ("space", "pair")
        pad = min(8, box.w // 8, box.h // 8)
        area = Box(box.x + pad, box.y + pad, box.w - 2 * pad, box.h - 2 * pad)
        if box.h < 3 * _SMALLEST:
            return {"label": None, "area": area.data()}
        high = min(_TITLE, area.h * 4 // 10)
        top = Box(area.x, area.y, area.w, high)
        if inside and "(" in name:
            # `stall (bari, pepper)` in Bari: what tells it from the others there
            keys = self.table.split_key(self.bound.places[place.declared].per, place.key)
            said = [
                self.things.words.index(self.table, per, n)
                for per, n in keys
                if per not in self.bound.spaces and per != "player"
            ]
            name = ", ".join(said)
        elif place.owner >= 0:
            name = self.things.words.place(self.game.program, self.table.places.index(place))
        label = self.written(name, top, high * 7 // 10, _LARGEST) if name else None
        rest = Box(area.x, area.y + high, area.w, area.h - high)
        return {
            "label": None if label is None else label.data(),
            "area": (area if label is None else rest).data(),
        }

    def space_name(self, number: int) -> str:
        """The name of a space without its owner."""
        space = self.table.spaces[number]
        declared = self.bound.spaces[space.kind]
        if space.definition < 0:
            return self.things.called(declared)
        return self.things.called(declared.definitions[space.definition])

    def extent(self) -> Box | None:
        """What all of the board covers; None if there is nothing on it."""
        boxes = [spot.extent for spot in self.layout.spots.values()]
        boxes += [around(rim.at, 2 * rim.size, rim.size) for rim in self.layout.rims]
        boxes += self.boxes.values()
        boxes += [label.extent for label, _ in self.labels.values() if label is not None]
        if boxes and not self.layout.spots:
            boxes.append(around(self.layout.frame.centre, *_TABLE))
        return bounds(boxes) if boxes else None


def _is_code(id: str) -> bool:
    """Whether an id is no name for people: that of a cell, such as `a7`."""
    letters = id.rstrip("0123456789")
    return letters != id and len(letters) <= 2 and letters.isalpha()


def _divided(area: Box, many: int) -> list[Box]:
    """Boxes side by side in an area, in two lines if that suits it better."""
    lines = 2 if many > 3 and area.h * 2 > area.w else 1
    per_line = -(-many // lines)
    wide, high = area.w // max(1, per_line), area.h // lines
    return [
        Box(area.x + n % per_line * wide + 2, area.y + n // per_line * high + 2, wide - 4, high - 4)
        for n in range(many)
    ]


def _in_the_middle(frame: Box, many: int) -> list[Box]:
    """Boxes for places in the middle of a table without a board."""
    per_line = min(many, 4) or 1
    lines = -(-many // per_line)
    high = lines * (_PLACE_HIGH + 20)
    top = Box(frame.x + 100, frame.centre[1] - high // 2 + 10, frame.w - 200, 0)
    return _rows(top, many)


def _rows(below: Box, many: int) -> list[Box]:
    """Boxes for places below the board."""
    per_line = max(1, min(many, below.w // (_PLACE_WIDE + 20)))
    left = below.x + (below.w - per_line * (_PLACE_WIDE + 20) + 20) // 2
    return [
        Box(
            left + n % per_line * (_PLACE_WIDE + 20),
            below.y + n // per_line * (_PLACE_HIGH + 20),
            _PLACE_WIDE,
            _PLACE_HIGH,
        )
        for n in range(many)
    ]


def darker(colour: str, parts: int = 68) -> str:
    """A colour with so many hundredths of its light."""
    red, green, blue = (int(colour[at : at + 2], 16) * parts // 100 for at in (1, 3, 5))
    return f"#{red:02x}{green:02x}{blue:02x}"
