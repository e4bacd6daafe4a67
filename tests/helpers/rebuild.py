"""Positions worked out from the events of a game alone: a program that knows no game.

It begins with the position before anything happened, as `beginning` gives it, and takes one event after the other.
"""

from __future__ import annotations

import copy
import json
from typing import Any

Json = dict[str, Any]


class Rebuilt:
    """A position that follows from events."""

    def __init__(self, beginning: Json) -> None:
        self.begun = beginning
        self.now: Json = copy.deepcopy(beginning["position"])
        self.order: dict[str, list[str]] = self.now["order"]
        self.pools = {
            place: {kind: set(names) for kind, names in of.items()}
            for place, of in beginning["unfollowed"].items()
        }
        self.names: dict[tuple[str, str], str | None] = {
            (kind, id): None if kind in self.pools.get(facts["place"], {}) else id
            for kind, pieces in self.now["pieces"].items()
            for id, facts in pieces.items()
        }
        self.believed: dict[tuple[str, str, str], str] = {}
        self.away: dict[str, set[str]] = {"game": set(), "round": set()}

    def take(self, event: Json) -> None:
        """One event more."""
        by_kind = getattr(self, f"_{event['event']}", None)
        if by_kind is not None:
            by_kind(event)

    # ---- pieces

    def _moved(self, event: Json) -> None:
        kind, pieces = event["kind"], self.now["pieces"][event["kind"]]
        start, goal = str(event.get("from")), str(event.get("to"))
        for id in event["pieces"]:
            pieces[id]["place"] = goal
            if start in self.order and id in self.order[start]:
                self.order[start].remove(id)
            if "at" in event:
                there = self.order.setdefault(goal, [])
                there.insert(len(there) if event["at"] == "top" else 0, id)
        if "order" in event:
            self.order[goal] = list(event["order"])
        for id, name in event.get("names", {}).items():
            before, self.names[kind, id] = self.names[kind, id], name
            if id not in event["pieces"]:
                continue
            if name is None:
                self.pools[goal][kind].add(before)
            elif before is None:
                self.pools[start][kind].discard(name)
        self._unfollow(event)

    def _swapped(self, event: Json) -> None:
        pieces = self.now["pieces"][event["kind"]]
        one, other = event["pieces"]
        places = pieces[one]["place"], pieces[other]["place"]
        pieces[one]["place"], pieces[other]["place"] = places[1], places[0]
        swap = {one: other, other: one}
        for place in {*places} & self.order.keys():
            self.order[place] = [swap.get(id, id) for id in self.order[place]]
        self._rename(event)

    def _shuffled(self, event: Json) -> None:
        if "order" in event:
            self.order[event["place"]] = list(event["order"])
        self._rename(event)

    def _rename(self, event: Json) -> None:
        for id, name in event.get("names", {}).items():
            self.names[event["kind"], id] = name
        self._unfollow(event)

    def _unfollow(self, event: Json) -> None:
        for place, changed in event.get("unfollowed", {}).items():
            pool = self.pools[place][event["kind"]]
            pool |= set(changed.get("more", ()))
            pool -= set(changed.get("less", ()))

    def _known(self, event: Json) -> None:
        kind, seats = event["kind"], self.begun["seats"]
        if "name" in event:
            (seat,) = event["to"]
            self.believed.pop((kind, event["name"], seat), None)
            if event["believed"] is not None:
                self.believed[kind, event["name"], seat] = event["believed"]
        elif "place" in event:
            known = self.now.setdefault("at_least", {}).setdefault(event["place"], {})
            of_seats = known.setdefault(kind, {})
            (seat,) = event["to"]
            of_seats[seat] = event["faces"]
            known[kind] = {seat: of_seats[seat] for seat in seats if of_seats.get(seat)}
            if not known[kind]:
                del self.now["at_least"][event["place"]]
        else:
            for id in event["pieces"]:
                self.now["pieces"][kind][id]["known_to"] = event["to"]

    def _rolled(self, event: Json) -> None:
        for id, side in event["sides"].items():
            self.now["pieces"][event["kind"]][id]["side"] = side

    # ---- what is counted

    def _amount(self, event: Json) -> None:
        rows = self.now["stocks"][event["stock"]]
        for place, n in ((event["from"], -event["n"]), (event["to"], event["n"])):
            if "sort" in event:
                if place in rows:
                    rows[place][event["sort"]] += n
            elif place in rows:
                rows[place] += n

    def _noted(self, event: Json) -> None:
        if "forgotten" in event:
            for note, *key in event["forgotten"]:
                start = self.begun["position"]["notes"][note]
                for id in key or [""]:
                    start = start[id]
                self._note(note, key or [""], start)
        else:
            of = event.get("of", "")
            self._note(event["note"], of if isinstance(of, list) else [of], event["now"])

    def _note(self, note: str, key: list[str], value: Any) -> None:
        values = self.now["notes"][note]
        for id in key[:-1]:
            values = values[id]
        values[key[-1]] = value

    def _used(self, event: Json) -> None:
        if "anew" in event:
            for entry, key in event["anew"]:
                self.now["used"][entry][key] = 0
        else:
            self.now["used"][event["entry"]][event["of"]] = event["now"]

    def _remembered(self, event: Json) -> None:
        held = self.now["memories"][event["memory"]]
        rows = held if isinstance(held, list) else held["oldest_first"]
        if event["now"] is None:
            rows.clear()
        else:
            rows.append(event["now"])
        if "forgot" in event:
            del rows[0]
        if held is rows:
            rows.sort(key=lambda row: json.dumps(row, separators=(",", ":")))

    # ---- the course

    def _course(self, event: Json) -> None:
        self.now.update(event["now"])

    def _out(self, event: Json) -> None:
        gone = self.away.setdefault(event["of"], set())
        if event.get("back"):
            gone.discard(event["player"])
        else:
            gone.add(event["player"])

    def _asked(self, event: Json) -> None:
        asked = {"player": event["player"], "decision": event["decision"]}
        if event.get("picked"):
            asked["picked"] = event["picked"]
        self.now["asked"] = asked

    def _chosen(self, event: Json) -> None:
        if "forced" not in event:
            self.now.pop("asked", None)

    # ---- the position

    def position(self) -> Json:
        """The position, as `State.position(zeros=True)` gives it, without the words of chance."""
        found = {key: value for key, value in self.now.items() if value or key != "at_least"}
        found["order"] = {place: ids for place, ids in self.order.items() if ids}
        found["pieces"] = {
            kind: {id: self._facts(kind, id, facts) for id, facts in pieces.items()}
            for kind, pieces in self.now["pieces"].items()
        }
        names = self._names_of_places()
        if names:
            found["names"] = names
        for of, seats in self.away.items():
            who = [seat for seat in self.begun["seats"] if seat in seats]
            if who and of in ("game", "round"):
                found[f"out_of_{of}"] = who
            elif who:
                found.setdefault("out_of_phase", {})[of] = who
        return found

    def _facts(self, kind: str, id: str, facts: Json) -> Json:
        found = {key: value for key, value in facts.items() if value or key != "known_to"}
        name = self.names[kind, id]
        believed = {
            seat: self.believed[kind, name, seat]
            for seat in facts.get("known_to", ())
            if name is not None and (kind, name, seat) in self.believed
        }
        if believed:
            found["believed"] = believed
        if name is not None and name != id and "face" in facts:
            found["name"] = name
        return found

    def _names_of_places(self) -> Json:
        found: Json = {}
        for place, kinds in self.pools.items():
            for kind, names in kinds.items():
                here = {
                    id for id, facts in self.now["pieces"][kind].items() if facts["place"] == place
                }
                others = names - here
                if others:
                    every = list(self.now["pieces"][kind])
                    found.setdefault(place, {})[kind] = [id for id in every if id in others]
        return found
