"""What goes between a page and its engine."""

from __future__ import annotations

from typing import Any

Message = dict[str, Any]

WAITING: Message = {"tell": "waiting"}
"""What is yielded when there is nothing to tell yet: others have their turn, and nobody is sent it."""
