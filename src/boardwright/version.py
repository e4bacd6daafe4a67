"""Which version this is, and since when its modules may be in memory."""

import time

__version__ = "0.1.0"

BEGAN = time.time_ns()
"""When this process began to import modules of ours: the package imports this one first."""
