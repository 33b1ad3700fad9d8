"""SGF as a text: game trees of nodes of properties. Knows nothing of the game that is in them."""

from collections.abc import Iterator

import msgspec

from game.records.sheet import UnreadableRecord

_DEEPEST = 1_000
"""Trees within trees; others write a handful."""


class Node(msgspec.Struct, frozen=True):
    """The properties of a node: each name with its values, and the line on which it stands."""

    line: int
    properties: dict[str, list[str]]

    def value(self, name: str) -> str | None:
        """Return the first value of a property, if it is there."""
        values = self.properties.get(name)
        return values[0] if values else None


def read_trees(text: str) -> Iterator[list[Node]]:
    """Yield the nodes of each game tree; of variations only the first is followed.

    Raises UnreadableRecord.
    """
    scanner = _Scanner(text)
    while scanner.find("("):
        yield scanner.tree()


class _Scanner:
    """A place in a text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._line = 1

    def find(self, sign: str) -> bool:
        """Go behind the next such sign, over whatever stands before it; false if there is none."""
        while self._at < len(self._text):
            if self._next() == sign:
                return True
        return False

    def tree(self) -> list[Node]:
        """Return the nodes of the tree that has begun; trees within it come after the first."""
        nodes: list[Node] = []
        depth, skipped = 1, 0
        while depth:
            sign = self._sign()
            if sign == "(":
                depth += 1
                if depth > _DEEPEST:
                    raise UnreadableRecord(self._line, "trees within trees without end")
                # Of several continuations the first is the game; the others are comments on it.
                skipped = skipped or (depth if nodes and self._branched else 0)
            elif sign == ")":
                self._branched = True
                skipped = 0 if depth == skipped else skipped
                depth -= 1
            elif sign == ";":
                node = self._node()
                if not skipped:
                    self._branched = False
                    nodes.append(node)
            else:
                raise UnreadableRecord(self._line, f"no tree goes on with {sign!r}")
        return nodes

    _branched = False

    def _node(self) -> Node:
        line, properties = self._line, dict[str, list[str]]()
        while (name := self._name()) != "":
            values = properties.setdefault(name, [])
            while self._peek() == "[":
                self._sign()
                values.append(self._value())
        return Node(line, properties)

    def _name(self) -> str:
        name = ""
        while self._peek().isalpha():
            name += self._sign()
        return name

    def _value(self) -> str:
        signs: list[str] = []
        while (sign := self._required()) != "]":
            signs.append(self._required() if sign == "\\" else sign)
        return "".join(signs)

    def _peek(self) -> str:
        """Return the next sign that is no blank, without taking it; empty at the end."""
        while self._at < len(self._text) and self._text[self._at].isspace():
            self._next()
        return self._text[self._at] if self._at < len(self._text) else ""

    def _sign(self) -> str:
        self._peek()
        return self._required()

    def _required(self) -> str:
        if self._at >= len(self._text):
            raise UnreadableRecord(self._line, "the text ends within a tree")
        return self._next()

    def _next(self) -> str:
        sign = self._text[self._at]
        self._at += 1
        self._line += sign == "\n"
        return sign
