"""Answers: JSON, and what need not be sent again."""

from collections.abc import Mapping

from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

from duelling.serve.refusals import Refused

NO_STORE = {"Cache-Control": "no-store"}


def sent(
    body: BaseModel, status: int = 200, headers: Mapping[str, str] | None = None, *, nulls: bool = False
) -> Response:
    """Return a body as JSON; what is None is left out; with ``nulls`` what nobody has set is."""
    content = body.model_dump_json(exclude_none=not nulls, exclude_unset=nulls)
    return Response(content, status, {**NO_STORE, **(headers or {})}, media_type="application/json")


def failed(why: Refused) -> Response:
    """Return a refusal as JSON."""
    from duelling.serve.api.models import Failure

    return sent(Failure(**why.body()), why.status, why.headers)


def unchanged(request: Request, tag: str) -> Response | None:
    """Return the answer for a caller who has this version already; None for everybody else."""
    known = [each.strip().removeprefix("W/") for each in request.headers.get("if-none-match", "").split(",")]
    if tag in known or "*" in known:
        return Response(status_code=304, headers=tagged(tag))
    return None


def tagged(tag: str) -> dict[str, str]:
    """Return the headers of an answer that may be kept, by its caller alone, if it is compared each time."""
    return {"ETag": tag, "Cache-Control": "private, no-cache", "Vary": "Authorization, Cookie"}
