"""What the interface knows about one of its routes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel

from duelling.serve.api.call import JSON_SIZE, Handler, Who

Query = Mapping[str, tuple[type, Any, str]]


@dataclass(frozen=True)
class Route:
    """A method and a path, what answers it, who may call, what is sent and answered."""

    method: str
    path: str
    call: Handler
    who: Who
    answers: Mapping[int, type[BaseModel] | str | None]  # a model, a type of content, or nothing
    body: type[BaseModel] | None = None
    largest: int = JSON_SIZE
    query: Query = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    refuses: tuple[int, ...] = ()  # beside those that all may answer
