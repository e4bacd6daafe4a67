"""Which back-end plays a program: Python's blocks, or machine code where the extra `native` is installed.

Both play the same games to the last bit. Machine code takes a moment to make, so unless it is asked for by name it is made for who
plays many games, and taken from where it is kept for everybody else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardwright.extras import install

if TYPE_CHECKING:
    from boardwright.interpreter.backends.names import Backend
    from boardwright.interpreter.native.engine import Native
    from boardwright.interpreter.program.program import Program

MANY = 1000
"""So many games are worth it: to make machine code takes as long as some hundred games by Python."""

NATIVE = "native"
"""What machine code of a program is kept as."""
_MISSING = "llvmlite is not installed"


class BackendError(ValueError):
    """Machine code was asked for, but cannot be made; `help` says what to do."""

    __module__ = "boardwright"

    def __init__(self, message: str, help: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.help = help


def native_for(program: Program, games: int = 0) -> Native | None:
    """The program as machine code for this many further games; None if Python's blocks are to play them.

    Raises `BackendError` if it must be machine code, as the program says, and cannot be.
    """
    if program.backend == "python":
        return None
    if program.backend == "auto" and not program.has_kept(NATIVE):
        so_far = program.kept("games so far", lambda _: [0])
        so_far[0] += games
        if so_far[0] < MANY:
            return None
    found = program.kept(NATIVE, _made)
    if not isinstance(found, str):
        return found
    if program.backend == "native":
        raise _refused(found)
    return None


def missing(backend: Backend) -> str | None:
    """The same without a program: that what machine code needs is not installed.

    Raises `BackendError` if it must be machine code.
    """
    from importlib.util import find_spec

    if backend == "python" or find_spec("llvmlite") is not None:
        return None
    if backend == "native":
        raise _refused(_MISSING)
    return _told(_MISSING)


def _refused(why: str) -> BackendError:
    help = (f"`{install('native')}` installs it",) if why == _MISSING else ()
    return BackendError(f"there is no machine code: {why}", help)


def _told(why: str) -> str:
    more = f"; {install('native')} for machine code, many times as fast" if why == _MISSING else ""
    return f"Python's blocks play: {why}{more}"


def why_python(program: Program) -> str | None:
    """Why Python's blocks play although machine code was to be made; None if it was made, or nobody wanted it."""
    if program.backend != "auto" or not program.has_kept(NATIVE):
        return None
    found = program.kept(NATIVE, _made)
    return _told(found) if isinstance(found, str) else None


def _made(program: Program) -> Native | str:
    """Machine code that plays a first game as Python's blocks do, or why it cannot."""
    from boardwright.interpreter.native.engine import found_or_made
    from boardwright.interpreter.native.kinds import NoLLVM, NotNative

    try:
        return found_or_made(program)
    except NoLLVM:
        return _MISSING
    except NotNative as reason:
        return str(reason)
    except Exception as fault:  # whatever is wrong with code for this system: Python can play
        return f"machine code cannot be made here ({type(fault).__name__}: {fault})"
