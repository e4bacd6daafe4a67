"""The version, and the time since which its modules may be in memory."""

import time

__version__ = "0.1.0"

BEGAN = time.time_ns()
"""When this process began to import our modules: the package imports this one first."""
