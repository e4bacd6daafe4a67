"""An engine of the studio where typst is not installed: `python -P -m engine_without_press SETTINGS`, as the real one."""

from __future__ import annotations

import sys

from boardwright.studio.serving.engine_process import main

if __name__ == "__main__":
    sys.modules["typst"] = None  # type: ignore[assignment]
    main(sys.argv[1])
