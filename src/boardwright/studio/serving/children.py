"""Processes of ours, seen from the server: started, written to, read from, ended with all that they started."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from boardwright.studio.serving.child import OUT_OF_MEMORY

# The longest line or message that a process may write: a printed book as text.
LONGEST = 1 << 26
_GROUPS = hasattr(os, "killpg")
_PATIENCE = 4.0
_LOOKS = 0.02


@dataclass(frozen=True, slots=True)
class Child:
    """A running process, the first of its group."""

    process: Process

    @staticmethod
    async def begin(command: Sequence[str], most_memory: int, folder: Path | None = None) -> Child:
        """Starts a module of Python with its words."""
        return Child(
            await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-m", "boardwright.studio.serving.child"),
                *(str(os.getpid()), str(most_memory), *command),
                stdin=PIPE,
                stdout=PIPE,
                cwd=folder,
                limit=LONGEST,
                start_new_session=True,  # a Ctrl-C in the terminal is for the studio, which ends the others itself
            )
        )

    @property
    def output(self) -> asyncio.StreamReader:
        """What the process writes."""
        assert self.process.stdout is not None
        return self.process.stdout

    async def write(self, data: bytes) -> None:
        """Sends this to the process. If it has ended, its reader notices."""
        assert self.process.stdin is not None
        if self.process.stdin.is_closing():
            return
        with suppress(BrokenPipeError, ConnectionResetError):
            self.process.stdin.write(data)
            await self.process.stdin.drain()

    @property
    def is_running(self) -> bool:
        return self.process.returncode is None

    async def kill(self) -> None:
        """Ends the process and all that it started, whatever they are doing."""
        self._signal(signal.SIGKILL if _GROUPS else signal.SIGTERM)
        await self.process.wait()

    async def end(self) -> None:
        """Asks the process and all that it started to end, and does not wait long."""
        self._signal(signal.SIGTERM)
        with suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE):
                await self.process.wait()
                while _GROUPS and self._signal(0):
                    await asyncio.sleep(_LOOKS)
        await self.kill()

    async def why_it_ended(self) -> str:
        """One word: it had too little `memory`, or it just `ended`."""
        code = await self.process.wait()
        # The system kills what takes the memory of the whole machine.
        killed = _GROUPS and code == -signal.SIGKILL
        return "memory" if code == OUT_OF_MEMORY or killed else "ended"

    def _signal(self, number: int) -> bool:
        """Sends a signal to the group; whether there is anybody in it."""
        try:
            if _GROUPS:
                os.killpg(self.process.pid, number)
            elif self.is_running:
                self.process.terminate()
        except (ProcessLookupError, PermissionError):
            return False
        return True
