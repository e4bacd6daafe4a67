"""Runs a module as a process of the studio: it may take only so much memory, and ends with the studio.

    python -P -m boardwright.studio.serving.child PARENT BYTES MODULE [WORD...]

`-P` matters: without it, Python would look for modules in the working folder, which may be a stranger's ruleset.
"""

from __future__ import annotations

import os
import runpy
import signal
import sys
import threading
import time
import traceback
from contextlib import suppress

OUT_OF_MEMORY = 77
"""The exit code of a process that wanted more memory than it may have."""

_LOOKS = 1.0


def _limit(most: int) -> None:
    """Refuses more memory than this, also to processes that this one starts."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows
        return
    kind = getattr(resource, "RLIMIT_DATA", resource.RLIMIT_AS)
    with suppress(ValueError, OSError):  # a lower limit is in force
        resource.setrlimit(kind, (most, most))


def _end_with(parent: int) -> None:
    """Ends this process and those it started when the studio is gone, even in the middle of a long computation."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_LOOKS)
        if hasattr(os, "killpg"):
            os.killpg(0, signal.SIGKILL)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def main(parent: str, most: str, module: str, *words: str) -> None:
    """Runs the module as if it had been called by itself."""
    _limit(int(most))
    _end_with(int(parent))
    sys.argv = [module, *words]
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
        code = 0
    except MemoryError:
        code = OUT_OF_MEMORY
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else 0
    except BaseException:
        traceback.print_exc()
        code = 1
    _leave(code)


def _leave(code: int) -> None:
    """Ends this process, and what it started, without waiting for threads that read."""
    with suppress(OSError, ValueError):
        sys.stdout.flush()
    if hasattr(os, "killpg"):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        os.killpg(0, signal.SIGTERM)
    os._exit(code)


if __name__ == "__main__":
    main(*sys.argv[1:])
