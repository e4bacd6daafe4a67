"""Runs the checks of a profile over a ruleset, and leaves out what comments allow."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from boardwright.dsl.source.diagnostics import Bag, Diagnostic
from boardwright.validators.checks import all_checks
from boardwright.validators.subject.allow_comments import allowed
from boardwright.validators.subject.subject import Profile, Subject


def check(
    subject: Subject,
    profile: Profile,
    files: Collection[str] | None = None,
    *,
    further: Iterable[Diagnostic] = (),
    further_codes: Collection[str] = (),
    told: bool = True,
) -> tuple[Diagnostic, ...]:
    """Returns the sorted findings of the checks of a profile, for these files (for all, if no files are named).

    `further` findings, and the `further_codes` that were looked for, are treated as those of a check. With `told`,
    comments that allow nothing or give no reason are findings, too.
    """
    if profile is Profile.MINIMAL:
        return tuple(further)
    bag = Bag()
    ran = set(further_codes)
    found = list(further)
    for each in all_checks():
        if profile >= each.PROFILE:
            ran.update(each.CODES)
            found.extend(each.check(subject))
    mine = [finding for finding in found if _is_in(finding, files)]
    documents = [
        document
        for document in (*subject.documents, *subject.scenarios)
        if files is None or document[0].name in files
    ]
    for finding in allowed(mine, documents, subject.layers, ran, bag, told=told):
        bag.add(finding)
    return bag.sorted()


def _is_in(finding: Diagnostic, files: Collection[str] | None) -> bool:
    return files is None or finding.label is None or finding.label.span.source.name in files
