"""``/api/v1/openapi.json``: the endpoints told in OpenAPI 3.1, from the types that read them."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from server.errors import ErrorBody
from server.http.endpoints import Endpoint, File, Nothing
from server.http.resources import ENDPOINTS
from server.wordings import WORDINGS, Code

_TEMPLATE = "#/components/schemas/{name}"
_JSON = "application/json"
_COMMON = (Code.ORIGIN_REFUSED, Code.UNAVAILABLE, Code.INTERNAL)

Json = dict[str, Any]


@cache
def document() -> bytes:
    """The document, as JSON."""
    shapes, components = msgspec.json.schema_components(list(_shapes()), ref_template=_TEMPLATE)
    references = dict(zip(_shapes(), shapes, strict=True))
    paths: dict[str, Json] = {}
    for endpoint in ENDPOINTS:
        operation = _operation(endpoint, references, components)
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = operation
    return msgspec.json.encode(
        {
            "openapi": "3.1.0",
            "info": {"title": "Nardy", "version": "1"},
            "paths": paths,
            "components": {
                "schemas": components,
                "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}},
            },
        }
    )


def _shapes() -> Iterator[type[msgspec.Struct]]:
    shapes: list[type[msgspec.Struct]] = [ErrorBody]
    for endpoint in ENDPOINTS:
        named = [endpoint.body, endpoint.query, *endpoint.answers.values()]
        shapes += [shape for shape in named if shape is not None and shape is not File]
    yield from dict.fromkeys(shapes)


def _operation(endpoint: Endpoint, references: dict[Any, Json], components: Json) -> Json:
    operation: Json = {
        "operationId": endpoint.handler.__name__,
        "summary": endpoint.summary,
        "security": [] if endpoint.public else [{"bearer": []}],
        "parameters": [*_path_parameters(endpoint), *_query_parameters(endpoint, components)],
        "responses": {
            **{
                str(status): _success(endpoint, shape, references)
                for status, shape in _answers(endpoint)
            },
            **_refusals(endpoint, references[ErrorBody]),
        },
    }
    if endpoint.body is not Nothing:
        schema = references[endpoint.body]
        operation["requestBody"] = {
            "required": endpoint.body_needed,
            "content": {_JSON: {"schema": schema}},
        }
    return operation


def _answers(endpoint: Endpoint) -> Iterator[tuple[int, type[msgspec.Struct] | None]]:
    yield from endpoint.answers.items()


def _success(
    endpoint: Endpoint, shape: type[msgspec.Struct] | None, references: dict[Any, Json]
) -> Json:
    if shape is None:
        return {"description": "Done"}
    if shape is File:
        content: Json = {endpoint.media_type: {"schema": {"type": "string", "format": "binary"}}}
    else:
        content = {_JSON: {"schema": references[shape]}}
    return {"description": "Done", "content": content}


def _path_parameters(endpoint: Endpoint) -> Iterator[Json]:
    if "{id}" in endpoint.path:
        schema = {"type": "string", "format": "uuid"}
        yield {"name": "id", "in": "path", "required": True, "schema": schema}


def _query_parameters(endpoint: Endpoint, components: Json) -> Iterator[Json]:
    if endpoint.query is Nothing:
        return
    shape = components[endpoint.query.__name__]
    for name, schema in shape["properties"].items():
        required = name in shape.get("required", ())
        yield {"name": name, "in": "query", "required": required, "schema": schema}


def _refusals(endpoint: Endpoint, error: Json) -> Json:
    codes: list[Code] = [*_COMMON, *(Code(code) for code in endpoint.raises)]
    codes.append(Code.RATE_LIMITED if endpoint.public else Code.NOT_SIGNED_IN)
    if endpoint.body is not Nothing:
        codes += [Code.MALFORMED, Code.NOT_JSON, Code.TOO_LARGE]
    if endpoint.query is not Nothing:
        codes.append(Code.MALFORMED)
    if "{id}" in endpoint.path:
        codes.append(Code.NOT_FOUND)
    by_status: dict[int, list[str]] = {}
    for code in dict.fromkeys(codes):
        by_status.setdefault(WORDINGS[code].status, []).append(code.value)
    return {
        str(status): {
            "description": ", ".join(named),
            "content": {_JSON: {"schema": error}},
        }
        for status, named in sorted(by_status.items())
    }
