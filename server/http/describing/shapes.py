"""Types as a reader of a protocol wants them: ``integer 0 to 25``, ``uuid``, ``TableView``."""

import inspect
from collections.abc import Iterable, Iterator

import msgspec
from msgspec import inspect as types

SCALARS: dict[type[types.Type], str] = {
    types.AnyType: "any JSON",
    types.NoneType: "null",
    types.BoolType: "boolean",
    types.FloatType: "number",
    types.UUIDType: "uuid",
    types.DateType: "date `YYYY-MM-DD`",
    types.RawType: "any JSON",
}


def fields_of(kind: type[msgspec.Struct], without: Iterable[str] = ()) -> Iterator[str]:
    """A line of a list for each field: name, type, and the default where it may be left out."""
    shape = types.type_info(kind)
    for field in shape.fields if isinstance(shape, types.StructType) else ():
        if field.name not in without:
            yield f"- `{field.encode_name}`: {text_of(field.type)}{_default(field)}"


def text_of(shape: types.Type) -> str:
    """A type in words."""
    match shape:
        case types.IntType():
            text = f"integer{_bounds(shape.ge, shape.le)}"
        case types.StrType():
            text = f"text `{shape.pattern}`" if shape.pattern else f"text{_longest(shape)}"
        case types.LiteralType():
            text = " or ".join(f"`{_json(value)}`" for value in shape.values)
        case types.EnumType():
            text = " or ".join(f"`{_json(member.value)}`" for member in shape.cls)
        case types.StructType():
            text = shape.cls.__name__
        case types.UnionType():
            text = " or ".join(text_of(member) for member in shape.types)
        case types.TupleType():
            text = f"[{', '.join(text_of(member) for member in shape.item_types)}]"
        case types.VarTupleType() | types.ListType():
            text = f"list of {text_of(shape.item_type)}{_most(shape)}"
        case types.DictType():
            text = f"object of {text_of(shape.value_type)}"
        case _:
            text = SCALARS[type(shape)]
    return text


def sentence(documented: object) -> str:
    """The docstring, as one paragraph."""
    return " ".join((inspect.getdoc(documented) or "").replace("``", "`").split())


def structs_within(kinds: Iterable[type[msgspec.Struct]]) -> dict[str, type[msgspec.Struct]]:
    """These structs and all that they are made of, by name, each where it is first met.

    ValueError where two of them bear one name: a reader could not tell them apart.
    """
    found: dict[str, type[msgspec.Struct]] = {}
    met: set[type[msgspec.Struct]] = set()
    waiting = [types.type_info(kind) for kind in kinds]
    while waiting:
        shape = waiting.pop(0)
        if isinstance(shape, types.StructType):
            known = found.setdefault(shape.cls.__name__, shape.cls)
            if known is not shape.cls:
                raise ValueError(f"two shapes are called {shape.cls.__name__}")
            if shape.cls in met:
                continue
            met.add(shape.cls)
        waiting += list(_parts(shape))
    return found


def _parts(shape: types.Type) -> Iterator[types.Type]:
    match shape:
        case types.StructType():
            yield from (field.type for field in shape.fields)
        case types.UnionType():
            yield from shape.types
        case types.TupleType():
            yield from shape.item_types
        case types.VarTupleType() | types.ListType():
            yield shape.item_type
        case types.DictType():
            yield shape.value_type
        case _:
            pass


def _default(field: types.Field) -> str:
    if field.required:
        return ""
    if field.default in (msgspec.NODEFAULT, msgspec.UNSET):
        return "; may be left out"
    return f"; `{_json(field.default)}` where left out"


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _bounds(least: int | None, most: int | None) -> str:
    match least, most:
        case None, None:
            return ""
        case _, None:
            return f" from {least}"
        case None, _:
            return f" up to {most}"
        case _:
            return f" {least} to {most}"


def _longest(shape: types.StrType) -> str:
    return f" of at most {shape.max_length} characters" if shape.max_length else ""


def _most(shape: types.VarTupleType | types.ListType) -> str:
    return f", at most {shape.max_length}" if shape.max_length else ""
