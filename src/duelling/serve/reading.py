"""How requests are read: by a fast parser, which takes headers of any length, with an end to them."""

from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from duelling.serve.api.call import WHOLE

LONGEST = 2**16  # bytes in a row that end no head and belong to no body


class Bounded(HttpToolsProtocol):
    """A connection that is closed where a head, or what may stand between and after the pieces of a body, has no end.

    What the parser keeps in memory is no longer than this and one piece of what the system hands over.
    """

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._idle = 0  # bytes since a head ended, or a piece of a body came

    def data_received(self, data: bytes) -> None:
        self._idle += len(data)
        super().data_received(data)
        if self._idle > LONGEST and not self.transport.is_closing():
            self._refuse()

    def _refuse(self) -> None:
        if self.cycle is None or self.cycle.response_complete:
            self.send_400_response("Invalid HTTP request received.")
        else:
            self.transport.close()  # an answer to this request may have begun

    def on_headers_complete(self) -> None:
        self._idle = 0
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._idle = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self.scope[WHOLE] = True  # type: ignore[literal-required]
        super().on_message_complete()
