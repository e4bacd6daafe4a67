"""The protocol below the server: positions are in UTF-16, and every request is answered."""

from __future__ import annotations

from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.protocol import LanguageServerProtocol

_LARGEST = 2**31 - 1


class Utf16Protocol(LanguageServerProtocol):
    """The protocol of pygls with three guarantees."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Reads a message. Impossible positions move to the nearest possible ones. A request that cannot be read is answered
        with an error, since the editor waits for an answer.
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
        """Passes a message on. Of several units for positions it chooses UTF-16, which all editors know."""
        if isinstance(message, types.InitializeRequest):
            general = message.params.capabilities.general
            if general is not None:
                general.position_encodings = None
        super().handle_message(message)
