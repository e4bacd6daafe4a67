"""A library that is not installed is named in one line, with what installs it."""

from __future__ import annotations

import pytest

from boardwright.adapters.missing import MissingExtraError, need
from boardwright.extras import install


def test_what_is_missing_is_named() -> None:
    need("gymnasium", "gymnasium")
    with pytest.raises(MissingExtraError) as found:
        need("pettingzoo", "gymnasium", "no_such_library")
    assert str(found.value) == f"this needs: {install('pettingzoo')}"
