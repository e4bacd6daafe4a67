"""PyYAML's reader in Python, adjusted to read what its reader in C reads."""

from __future__ import annotations

import yaml
from yaml.scanner import ScannerError
from yaml.tokens import ScalarToken

# This neither ends a text nor begins anything, so it can replace a question mark.
_ORDINARY = "x"


class PureLoader(yaml.SafeLoader):
    """For builds of PyYAML without its part in C. In brackets, that part allows `?` in a text, and no `:` before a sign."""

    def scan_plain(self) -> ScalarToken:
        # `peek` only decides where the text ends; the text itself is read whole.
        vars(self)["peek"] = self._peek_in_text
        try:
            return super().scan_plain()
        finally:
            del vars(self)["peek"]

    def _peek_in_text(self, index: int = 0) -> str:
        look = yaml.SafeLoader.peek
        char = look(self, index)
        if char == ":" and self.flow_level and look(self, index + 1) in ",?[]{}":
            raise ScannerError(
                "while scanning a plain scalar",
                self.get_mark(),
                "found unexpected ':'",
                self.get_mark(),
            )
        return _ORDINARY if char == "?" else char
