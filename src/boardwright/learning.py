"""Games as numbers, for learning: numbered actions, observations as rows, many games in one buffer, and policies.

This module needs the extra `native`. A game has its `actions` and its `observer`, and `batch` makes a batch. See the pages on learning and on training a policy in the
documentation.
"""

from boardwright.interpreter.learning.actions import Actions
from boardwright.interpreter.learning.batch import Batch
from boardwright.interpreter.learning.observer import Observer
from boardwright.interpreter.learning.policy import Policy

__all__ = ["Actions", "Batch", "Observer", "Policy"]
