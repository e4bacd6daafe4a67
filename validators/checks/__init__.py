"""The semantic checks, one a file, and the one table of them.

Nothing is found by scanning. What is not used comes first, then what cannot work, then what is left unsaid; the order
of the findings is that of their places all the same.
"""

from __future__ import annotations

import importlib
from functools import cache
from typing import cast

from boardwright.validators.subject.subject import Check

NAMES = (
    # not used
    "unread_attribute",
    "unused_parameter",
    "unused_name",
    "unasked_value",
    "uncalled_rule",
    "idle_change",
    "unopened_offer",
    "unoffered_effect",
    "unread_option",
    "unused_member",
    "unused_place",
    "unread_note",
    "unread_table",
    "unshown_text",
    "unused_link",
    "unused_component",
    "unplaced_piece",
    # cannot work
    "never_holds",
    "nothing_to_choose",
    "lost_with_a_choice",
    "endless_loop",
    "phase_without_end",
    "ends_inside",
    "ring_of_hooks",
    "always_too_deep",
    "never_reached",
    "swallowed_clause",
    "score_alike",
    "always_fails",
    "more_than_there_is",
    "space_apart",
    "way_back_missing",
    "becomes_of_two",
    "unclosed_offer",
    # not as meant
    "leaky_option",
    "unseen_find",
    "tracked_missing",
    "idle_order",
    "unordered_move",
    "only_for_its_owner",
    "me_for_all",
    "cut_text",
    "quoted_text",
    # not complete
    "older_language",
    "missing_translation",
    "unexplained_assumption",
    "untried_rule",
    "reference_form",
    "left_out_attribute",
    "does_nothing",
)


@cache
def all_checks() -> tuple[Check, ...]:
    """The checks in their order; imported only when they are to run."""
    return tuple(
        cast("Check", importlib.import_module(f"boardwright.validators.checks.{name}"))
        for name in NAMES
    )
