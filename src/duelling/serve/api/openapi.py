"""The description of the interface, as OpenAPI 3.1, made from the table of routes and the models."""

import re
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from duelling import __version__
from duelling.serve.api.models import Failure, Ticket, Tickets
from duelling.serve.api.route import Route
from duelling.serve.refusals import CODES

REFS = "#/components/schemas/{model}"
PATHS: dict[str, dict[str, Any]] = {  # what stands in a path
    "arena": {"type": "string", "minLength": 1, "description": "The name of an arena."},
    "ticket": {"type": "string", "minLength": 1, "description": "The id of a ticket."},
    "side": {"type": "string", "enum": ["left", "right"]},
    "number": {"type": "integer", "minimum": 0, "description": "The number of a picture in a text, from 0 on."},
    "item": {"type": "integer", "minimum": 0, "description": "The number of an item."},
    "voter": {"type": "integer", "minimum": 0, "description": "The number of a voter."},
    "label": {"type": "string", "minLength": 1, "description": "The label of a token."},
}
TYPES: dict[type, dict[str, Any]] = {
    bool: {"type": "boolean"},
    int: {"type": "integer", "minimum": 0},
    str: {"type": "string"},
}
BINARY = ("image/*", "*/*", "application/vnd.apache.parquet")


def description(table: tuple[Route, ...]) -> dict[str, Any]:
    """Return the whole description of these routes."""
    models = {model for route in table for model in (route.body, *route.answers.values()) if _is_model(model)}
    named = sorted({*models, Failure, Tickets}, key=lambda model: model.__name__)  # type: ignore[union-attr]
    _, schemas = models_json_schema([(model, "validation") for model in named], ref_template=REFS)  # type: ignore[misc]
    paths: dict[str, dict[str, Any]] = {}
    for route in table:
        alone = sum(other.call is route.call for other in table) == 1
        paths.setdefault(_plain(route.path), {})[route.method.lower()] = _operation(route, alone)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "duelling",
            "version": __version__,
            "description": "Ask for a pair, tell the answer, see who leads and whether one may stop.",
        },
        "paths": paths,
        "components": {
            "schemas": schemas["$defs"],
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _is_model(thing: Any) -> bool:
    return isinstance(thing, type) and issubclass(thing, BaseModel)


def _plain(path: str) -> str:
    """A path without the types of its parts."""
    return re.sub(r":int}", "}", path)


def _operation(route: Route, alone: bool) -> dict[str, Any]:
    found: dict[str, Any] = {
        "operationId": _name(route, alone),
        "summary": (route.call.__doc__ or "").strip().splitlines()[0],
        "parameters": [*_in_path(route), *_in_query(route), *_in_headers(route)],
        "responses": {str(status): _answer(route, status) for status in route.answers} | _refusals(route),
    }
    if route.who != "anyone":
        found["security"] = [{"token": []}]
    if route.body is not None:
        schema = {"$ref": REFS.format(model=route.body.__name__)}
        found["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    return found


def _name(route: Route, alone: bool) -> str:
    """The name of the function that answers; unless it answers this path alone, with the end of the path."""
    end = re.sub(r"\W", "_", route.path.rpartition("/")[2])
    return route.call.__name__ if alone else f"{route.call.__name__}_{end}"


def _in_path(route: Route) -> list[dict[str, Any]]:
    names = re.findall(r"{(\w+)", route.path)
    return [{"name": name, "in": "path", "required": True, "schema": PATHS[name]} for name in names]


def _in_query(route: Route) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "query", "description": words, "schema": TYPES[kind]}
        for name, (kind, _, words) in route.query.items()
    ]


def _in_headers(route: Route) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "header", "description": words, "schema": {"type": "string"}}
        for name, words in route.headers.items()
    ]


def _answer(route: Route, status: int) -> dict[str, Any]:
    told = route.answers[status]
    words = {200: "Done", 201: "Made", 204: "Done", 304: "Nothing has changed"}[status]
    found: dict[str, Any] = {"description": words}
    if _is_model(told):
        ref: dict[str, Any] = {"$ref": REFS.format(model=told.__name__)}  # type: ignore[union-attr]
        if told is Ticket and route.method == "POST":
            ref = {"anyOf": [ref, {"$ref": REFS.format(model="Tickets")}]}  # several, where several were asked for
        found["content"] = {"application/json": {"schema": ref}}
    elif isinstance(told, str):
        found["content"] = {told: {} if told in BINARY else {"schema": {}}}
    if 304 in route.answers:
        found["headers"] = {"ETag": {"schema": {"type": "string"}}}
    return found


def _refusals(route: Route) -> dict[str, Any]:
    """The statuses with which a request may be refused."""
    found = {401, 403, 404, 503, *route.refuses}
    if route.body is not None:
        found |= {400, 408, 413, 415, 422}
    if route.query:
        found |= {422}
    if route.method not in ("GET", "HEAD"):
        found |= {409}
    schema = {"$ref": REFS.format(model="Failure")}
    return {
        str(status): {"description": CODES[status], "content": {"application/json": {"schema": schema}}}
        for status in sorted(found)
    }
