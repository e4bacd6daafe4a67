"""What of the protocol is handled before the server sees it: positions are in UTF-16, and nothing stays unanswered."""

from __future__ import annotations

from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.protocol import LanguageServerProtocol

_LARGEST = 2**31 - 1


class Utf16Protocol(LanguageServerProtocol):
    """The protocol of pygls with three things made sure of."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Reads a message. Positions that cannot be are moved to the nearest that can, and a request that cannot be read
        is answered with an error, since whoever asked waits.
        """
        if data.keys() == {"line", "character"}:
            return {
                key: min(max(value, 0), _LARGEST) if isinstance(value, int) else value
                for key, value in data.items()
            }
        try:
            return super().structure_message(data)
        except JsonRpcException as fault:
            if "id" in data and "method" in data:
                self._send_response(data["id"], None, fault.to_response_error())
            raise

    def handle_message(self, message: Any) -> None:
        """Hands a message on. Of several units for positions UTF-16 is chosen, which all editors know."""
        if isinstance(message, types.InitializeRequest):
            general = message.params.capabilities.general
            if general is not None:
                general.position_encodings = None
        super().handle_message(message)
