"""Which refusals a function can come to: read from our code, by following its calls.

It knows the types that annotations tell (parameters, attributes, what `__init__` keeps, what calls
return), and follows every call that it can resolve so. The rest it passes over: it may find too
little, but what it finds is there.
"""

import ast
import builtins
import inspect
import textwrap
import types
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

Refusals = frozenset[type[Exception]]


class Named(NamedTuple):
    """A class or a function by its name; an expression is else told by the class of its value."""

    thing: Any


class Behind(NamedTuple):
    """What annotations do not tell: the class behind a protocol, the names that are imported for
    types alone, and what is done apart from whoever calls it.
    """

    protocols: Mapping[type, type]
    names: Mapping[str, Any]
    apart: frozenset[str]


class Reader:
    """Reads functions, each once."""

    def __init__(self, behind: Behind) -> None:
        self._behind = behind
        self._known: dict[Any, Refusals] = {}
        self._kept: dict[type, dict[str, Any]] = {}

    def refusals(self, function: Callable[..., Any]) -> Refusals:
        """What it, or what it calls, raises and does not catch."""
        key = inspect.unwrap(function)
        if key not in self._known:
            self._known[key] = Refusals()  # whoever calls himself learns nothing new
            tree = _tree(key)
            if tree is not None and key.__qualname__ not in self._behind.apart:
                self._known[key] = Refusals(_Body(self, key, tree).raised(tree.body))
        return self._known[key]

    def hints(self, thing: Any) -> dict[str, Any]:
        """The annotations of a class or a function."""
        try:
            return typing.get_type_hints(thing, localns=dict(self._behind.names))
        except (NameError, TypeError):
            return {}

    def real(self, hint: Any) -> Any:
        """The class that an annotation comes to: awaited, iterated, without null."""
        origin, inner = typing.get_origin(hint), typing.get_args(hint)
        if origin in (typing.Union, types.UnionType):
            some = [each for each in inner if each is not types.NoneType]
            return self.real(some[0]) if len(some) == 1 else None
        if getattr(origin, "__name__", "") in ("Awaitable", "AsyncIterator", "Iterator"):
            return self.real(inner[-1])
        kind = origin or hint
        return self._behind.protocols.get(kind, kind) if isinstance(kind, type) else None

    def attribute(self, kind: type, name: str) -> Any:
        """What an instance of a class has under a name."""
        found = inspect.getattr_static(kind, name, None)
        if isinstance(found, property):
            return self.real(self.hints(found.fget).get("return"))
        if inspect.isfunction(method := getattr(found, "__func__", found)):
            return Named(method)
        hint = self.hints(kind).get(name)
        return self._kept_by(kind).get(name) if hint is None else self.real(hint)

    def _kept_by(self, kind: type) -> dict[str, Any]:
        """What its ``__init__`` keeps, by attribute."""
        if kind in self._kept:
            return self._kept[kind]
        kept = self._kept[kind] = {}
        init = inspect.getattr_static(kind, "__init__", None)
        if (tree := _tree(init)) is None:
            return kept
        body = _Body(self, init, tree)
        for target, value in _assigned(tree):
            match target, value:
                case ast.Attribute(value=ast.Name(id="self"), attr=name), _:
                    kept[name] = body.kind(value)
                case ast.Tuple(elts=elements), ast.Name():
                    hints = self.hints(body.kind(value)).values()
                    for element, hint in zip(elements, hints, strict=False):
                        if isinstance(element, ast.Attribute):
                            kept[element.attr] = self.real(hint)
                case _:
                    pass
        return kept


class _Body:
    """One function: what its names are, and what its statements raise."""

    def __init__(self, reader: Reader, function: Any, tree: Any) -> None:
        self._reader = reader
        self._module = inspect.getmodule(function)
        hints = reader.hints(function)
        self._local = {name: reader.real(hint) for name, hint in hints.items()}
        self._choices: dict[str, ast.IfExp] = {}
        if (owner := _owner(function)) is not None:
            self._local |= {"self": owner, "cls": Named(owner)}
        for target, value in _assigned(tree):
            if isinstance(target, ast.Name):
                self._local.setdefault(target.id, self.kind(value))
                if isinstance(value, ast.IfExp):
                    self._choices[target.id] = value

    def kind(self, node: ast.expr | None) -> Any:
        """What an expression is: a class of values, something ``Named``, or unknown."""
        match node:
            case ast.Name(id=name):
                known = Named(getattr(self._module, name, getattr(builtins, name, None)))
                return self._local.get(name, known)
            case ast.Await(value=value):
                return self.kind(value)
            case ast.Attribute(value=value, attr=attr):
                return self._attribute(self.kind(value), attr)
            case ast.Call(func=function):
                return self._made(self.kind(function))
            case _:
                return None

    def _made(self, called: Any) -> Any:
        if not isinstance(called, Named):
            return None
        makes_itself = isinstance(called.thing, type)
        made = called.thing if makes_itself else self._reader.hints(called.thing).get("return")
        return self._reader.real(made)

    def _attribute(self, base: Any, attr: str) -> Any:
        if isinstance(base, Named):
            found = getattr(base.thing, attr, None)
            return None if found is None else Named(getattr(found, "__func__", found))
        return None if base is None else self._reader.attribute(base, attr)

    def raised(self, nodes: Iterable[ast.AST]) -> Iterator[type[Exception]]:
        """All that these raise and do not catch."""
        for node in nodes:
            yield from self._raised(node)

    def _raised(self, node: ast.AST) -> Iterator[type[Exception]]:
        match node:
            case ast.Try(body=body, handlers=handlers, orelse=orelse, finalbody=final):
                swallowing = [each.type for each in handlers if not _passes_on(each)]
                yield from self._without(body, swallowing)
                yield from self.raised([*handlers, *orelse, *final])
            case ast.With(items=[ast.withitem(ast.Call(ast.Name("suppress"), classes))]):
                yield from self._without(node.body, classes)
            case ast.Raise(exc=exc):
                yield from self._thrown(exc)
            case ast.Call():
                yield from self._called(node)
        if not isinstance(node, ast.Try | ast.With):
            yield from self.raised(ast.iter_child_nodes(node))

    def _without(
        self, body: Iterable[ast.AST], classes: Iterable[ast.expr | None]
    ) -> Iterator[type[Exception]]:
        caught = tuple(found for each in classes for found in self._caught(each))
        yield from (each for each in self.raised(body) if not issubclass(each, caught))

    def _thrown(self, exc: ast.expr | None) -> Iterator[type[Exception]]:
        match exc:
            case ast.IfExp(body=one, orelse=other):
                yield from [*self._thrown(one), *self._thrown(other)]
            case ast.Call(func=made):
                yield from self._thrown(made)
            case ast.Name(id=name) if name in self._choices:
                yield from self._thrown(self._choices[name])
            case _:
                kind = self.kind(exc)
                if isinstance(kind, Named) and isinstance(kind.thing, type):
                    yield kind.thing

    def _caught(self, node: ast.expr | None) -> Iterator[type[BaseException]]:
        match node:
            case None:
                yield BaseException
            case ast.Tuple(elts=elements):
                yield from (found for each in elements for found in self._caught(each))
            case _:
                kind = self.kind(node)
                thing = kind.thing if isinstance(kind, Named) else ()
                several = thing if isinstance(thing, tuple) else (thing,)
                yield from (each for each in several if isinstance(each, type))

    def _called(self, call: ast.Call) -> Iterator[type[Exception]]:
        """What is called, or handed on to be called, in a thread for instance."""
        for each in map(self.kind, [call.func, *call.args]):
            match each:
                case Named(thing=type() as made):
                    for name in ("__init__", "__post_init__"):
                        yield from self._reader.refusals(getattr(made, name, _nothing))
                case Named(thing=thing) if inspect.isfunction(thing):
                    yield from self._reader.refusals(thing)
                case _:
                    pass


def _nothing() -> None: ...


def _assigned(tree: Any) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Every name that gets a value, and the value."""
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                yield from zip(targets, values, strict=False)
            case ast.Assign(targets=[target], value=value) | ast.NamedExpr(target, value):
                yield target, value
            case ast.withitem(context_expr=value, optional_vars=ast.expr() as target):
                yield target, value
            case _:
                pass


def _passes_on(handler: ast.ExceptHandler) -> bool:
    """Whether what was caught is raised again as it is."""
    return any(isinstance(each, ast.Raise) and each.exc is None for each in ast.walk(handler))


@cache
def _tree(function: Any) -> Any:
    """A function of ours, as it is written; none of all others."""
    if not str(getattr(function, "__module__", "")).startswith(("server.", "game.")):
        return None
    try:
        (node,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    except (OSError, TypeError):
        return None
    return node if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else None


def _owner(function: Any) -> Any:
    """The class that a method stands in."""
    thing: Any = inspect.getmodule(function)
    *parts, _ = function.__qualname__.split(".")
    for part in parts:
        thing = getattr(thing, part, None)
    return thing if isinstance(thing, type) else None
