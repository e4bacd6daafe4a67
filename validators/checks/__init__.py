"""The semantic checks, one per file, and the table that lists them.

Nothing is found by scanning. Unused things come first, then what cannot work, then what is probably not meant or is
missing. Findings are sorted by their places, whatever the order here.
"""

from __future__ import annotations

import importlib
from functools import cache
from typing import cast

from boardwright.validators.subject.subject import Check

NAMES = (
    # not used
    "unused.unread_attribute",
    "unused.unused_parameter",
    "unused.unused_name",
    "unused.unasked_value",
    "unused.uncalled_rule",
    "unused.idle_change",
    "unused.unopened_offer",
    "unused.unoffered_effect",
    "unused.unread_option",
    "unused.unused_member",
    "unused.unused_place",
    "unused.unread_note",
    "unused.unused_memory",
    "unused.unread_table",
    "unused.unshown_text",
    "unused.unused_link",
    "unused.idle_key",
    "unused.unused_component",
    "unused.unplaced_piece",
    # cannot work
    "impossible.never_holds",
    "impossible.nothing_to_choose",
    "impossible.lost_with_a_choice",
    "impossible.endless_loop",
    "impossible.phase_without_end",
    "impossible.ends_inside",
    "impossible.ring_of_hooks",
    "impossible.always_too_deep",
    "impossible.never_reached",
    "impossible.swallowed_clause",
    "impossible.score_alike",
    "impossible.always_fails",
    "impossible.more_than_there_is",
    "impossible.space_apart",
    "impossible.way_back_missing",
    "impossible.becomes_of_two",
    "impossible.unclosed_offer",
    # not as meant
    "unmeant.same_name",
    "unmeant.leaky_option",
    "unmeant.unseen_find",
    "unmeant.tracked_missing",
    "unmeant.idle_order",
    "unmeant.unordered_move",
    "unmeant.only_for_its_owner",
    "unmeant.me_for_all",
    "unmeant.cut_text",
    "unmeant.quoted_text",
    # not complete
    "unmeant.older_language",
    "incomplete.missing_translation",
    "incomplete.unexplained_assumption",
    "incomplete.untried_rule",
    "incomplete.reference_form",
    "incomplete.left_out_attribute",
    "incomplete.does_nothing",
)


@cache
def all_checks() -> tuple[Check, ...]:
    """Imports the checks, in their order, when they are first needed."""
    return tuple(
        cast("Check", importlib.import_module(f"boardwright.validators.checks.{name}"))
        for name in NAMES
    )
