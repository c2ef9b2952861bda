"""Problems in text files: a preference matrix, or one row of utilities.

Numbers are separated by blanks or commas; a first row that is not numeric names the arms. Text after '#' is a comment,
of which these are understood: ``# name: ...``, ``# source: ...``, ``# description: ...``, ``# arms: one, two, ...``
and, for utilities, ``# link: linear``. The rows may be named as well, in a first column with the same names (pandas
writes such files). A CSV file with the columns left, right and winner is read as votes.
"""

import csv
import io
import math
import re
from pathlib import Path
from typing import Any

from duelling.core.links import LINKS
from duelling.errors import DamagedFile, InputError, WrongValue, one_of, quoted
from duelling.problems.base import Problem
from duelling.problems.matrix import PreferenceMatrix
from duelling.problems.utility import UtilityModel
from duelling.registry.makers import MAKERS

COMMENT = re.compile(r"(?:^|\s)#")  # not inside a word: an arm may be called C#
HEADERS = ("name", "source", "description", "arms", "link")


def _fields(line: str) -> list[str]:
    if "," not in line:
        return line.split()
    return [field.strip() for field in next(csv.reader([line], skipinitialspace=True))]


def _names_votes(line: str) -> bool:
    """Whether these are the headings of votes, whatever stands between them."""
    words = set(re.split(r"[\s,;\"]+", line.lower()))
    return {"left", "right", "winner"} <= words or {"model_a", "model_b", "winner"} <= words


def _numeric(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def parse(text: str, label: str) -> Problem:
    """The problem that ``text`` holds; ``label`` names it in errors."""
    headers: dict[str, str] = {}
    rows: list[list[float]] = []
    arms: list[str] | None = None
    named: list[str] | None = None  # the rows, where a first column names them
    for number, line in enumerate(text.splitlines(), 1):
        content, _, comment = COMMENT.sub("\n", line, count=1).partition("\n")
        key, colon, value = comment.partition(":")
        if colon and key.strip() in HEADERS:
            headers[key.strip()] = value.strip()
        try:
            fields = _fields(content.strip())
        except csv.Error as error:
            raise DamagedFile(f"{label} line {number} must be CSV: {error}") from None
        if not fields:
            continue
        corner = not rows and arms is None and len(fields) > 1 and not fields[0]  # of an index without a name
        if corner or (not rows and arms is None and not any(map(_numeric, fields))):
            if _names_votes(content):
                votes: Problem = MAKERS.find("votes").parse(text, label)  # type: ignore[misc]  # it reads files
                return votes
            arms, named = (fields[1:], []) if corner else (fields, None)
            continue
        if not rows and arms and len(arms) == len(fields) > 2 and not _numeric(fields[0]) and fields[0] in arms:
            arms, named = arms[1:], []  # the index has a name
        if named is not None:
            named.append(fields.pop(0))
        width = len(rows[0]) if rows else len(arms or fields)
        if len(fields) != width:
            raise WrongValue(f"{label} line {number} must hold {width} entries like those before, got {len(fields)}")
        for column, field in enumerate(fields):
            if not _numeric(field) or math.isnan(float(field)):
                where = f"{label} line {number} column {column + 1}"
                hint = "" if rows or arms is None else "; votes begin with left,right,winner"
                raise WrongValue(f"{where} must be a number, got {field!r}{hint}")
        rows.append([float(field) for field in fields])
    if not rows:
        raise WrongValue(f"{label} must hold a matrix, got no numbers")
    if named is not None and arms is not None:
        if all(map(_numeric, arms)) and list(map(float, arms)) == [*range(len(arms))]:
            arms = None  # only counted
        if named != (counted := [str(n) for n in range(len(named))]) and named != (counted if arms is None else arms):
            rule = "name its rows like its columns, in the same order"
            raise WrongValue(f"{label} must {rule}, got the rows {quoted(named)} and the columns {quoted(arms)}")
    if "arms" in headers:
        arms = [arm.strip() for arm in headers["arms"].split(",")]
    facts: dict[str, Any] = {key: headers.get(key, "") for key in ("source", "description")}
    facts["name"] = headers.get("name") or Path(label).stem
    try:
        if "link" in headers:
            x = rows[0] if len(rows) == 1 else rows
            return UtilityModel(x, one_of("link", headers["link"], LINKS), arms, **facts)
        return PreferenceMatrix(rows, arms, **facts)
    except InputError as error:
        raise error.within(label) from None


def written(problem: PreferenceMatrix) -> str:
    """The text of a file that ``parse`` reads as this problem; raise WrongValue where an arm has no such name."""
    facts = {key: getattr(problem, key) for key in ("name", "source", "description")}
    lines = [f"# {key}: {value}" for key, value in facts.items() if value]
    rows = [", ".join(map(repr, row)) for row in problem.win.tolist()]
    for heading in (f"# arms: {', '.join(problem.arms)}", _quoted(problem.arms)):  # names with commas need the second
        text = "\n".join([*lines, heading, *rows, ""])
        try:
            read = parse(text, problem.name)
        except InputError:
            continue
        if read.arms == problem.arms and (read.name, read.source, read.description) == tuple(facts.values()):
            return text
    awkward = next((arm for arm in problem.arms if re.search(r"[,#\"]|^\s|\s$", arm)), problem.arms[0])
    raise WrongValue(f"arms must have names that a matrix file can hold, got {quoted(awkward)}")


def _quoted(names: tuple[str, ...]) -> str:
    line = io.StringIO()
    csv.writer(line, quoting=csv.QUOTE_ALL, lineterminator="").writerow(names)
    return line.getvalue()
