"""Pages of the site that are made, not written: one for each algorithm, the reference, and what lies beside docs/.

``DUELLING_FIGURES=0`` leaves out the figures, for a quick look at texts and links.
"""

import dataclasses
import importlib
import inspect
import io
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

import duelling
from duelling.core.fields import parts
from duelling.registry import catalogue, facts
from duelling.registry.facts import ALGORITHMS, Algorithm
from duelling.registry.parameters import arguments_of

ROOT = Path(__file__).parents[2]
BESIDE = {"readme": "README", "contributing": "CONTRIBUTING", "changelog": "CHANGELOG", "security": "SECURITY"}
COMPOSED = "duelling.algorithms.reductions.composed"  # says how names are composed, and nothing of one algorithm
FIGURES = os.environ.get("DUELLING_FIGURES") != "0"
SHOWN = {"problem": "arithmetic", "horizon": 10_000, "runs": 20, "seed": 0}  # what every figure of an algorithm plays


def on_files(files: Files, *, config: Any) -> Files:
    """Add the pages that are made."""
    made = {f"{page}.md": (ROOT / f"{name}.md").read_text() for page, name in BESIDE.items()}
    made |= {"api.md": _api("duelling", "du", duelling._HOME)}
    made |= {f"{name}.md": _whole(f"duelling.{name}") for name in ("kernels", "testing", "client")}
    made |= {f"algorithm/{_file(name)}.md": _algorithm(name, each) for name, each in ALGORITHMS.every().items()}
    for path, text in made.items():
        files.append(File.generated(config, path, content=text))
    for name, picture in (_figures() if FIGURES else {}).items():
        files.append(File.generated(config, f"algorithm/{_file(name)}.svg", content=picture))
    return files


def on_page_markdown(markdown: str, *, page: Any, config: Any, files: Files) -> str:
    """Links to what lies beside docs/ lead to its page here; files of examples are named, not linked."""
    up = "../" * page.file.src_uri.count("/")
    for made, name in BESIDE.items():
        markdown = re.sub(rf"\]\((?:\.\./)*{name}\.md", f"]({up}{made}.md", markdown)
    if page.file.src_uri.removesuffix(".md") in BESIDE:
        markdown = re.sub(r"\]\(docs/", "](", markdown)
    markdown = re.sub(r"\[([^\]]+)\]\((?:\.\./)*(?:examples/[^)]*|LICENSE)\)", r"\1", markdown)
    if page.file.src_uri == "algorithms.md":
        markdown = re.sub(r"^\| `([^`]+)` \|", _link, markdown, flags=re.M)
    return markdown


def _link(found: re.Match[str]) -> str:
    """The first cell of a row about an algorithm leads to its page."""
    name = found[1]
    return f"| [`{name}`](algorithm/{_file(name)}.md) |" if name in ALGORITHMS.every() else found[0]


def _file(name: str) -> str:
    return name.replace("+", "-with-")


def _api(module: str, short: str, homes: dict[str, tuple[str, str]]) -> str:
    """A heading for each public name, in alphabetical order."""
    lines = [
        f"# `{module}`",
        "",
        f"`import {module} as {short}`. These names, and no others of its modules, are public.",
        "",
    ]
    for name, (home, inside) in sorted(homes.items(), key=lambda each: each[0].lower()):
        if home == module:
            lines += [f"## {short}.{name}", "", f"A module: [its page]({name}.md).", ""]
        else:
            lines += [f"::: {home}.{inside}", "    options:", f"      heading: {short}.{name}"]
            lines += ["      inherited_members: true", ""] if _has_private_base(home, inside, homes) else [""]
            lines += _fields(getattr(importlib.import_module(module), name))
    return "\n".join(lines)


def _fields(value: Any) -> list[str]:
    """What the fields of a class mean: the facts of a declaration, or the comments beside the fields of a dataclass."""
    if not dataclasses.is_dataclass(value):
        return []
    if value.__module__ == facts.__name__:
        told = {name: each.about for name, each in arguments_of(value).items()}
    else:
        sources = [inspect.getsource(kind) for kind in reversed(value.__mro__) if dataclasses.is_dataclass(kind)]
        told = dict(re.findall(r"^    (\w+): [^\n]*?(?:  # ([^\n]*))?$", "".join(sources), re.M))
    rows = [f"| `{name}` | {about.replace('|', chr(92) + '|')} |" for name, about in told.items() if about]
    return ["| field | |", "|---|---|", *rows, ""] if rows else []


def _has_private_base(home: str, name: str, homes: dict[str, tuple[str, str]]) -> bool:
    """Whether a class has methods from one of this package that has no place of its own in the reference."""
    thing = vars(importlib.import_module(home)).get(name)
    bases = thing.__mro__[1:] if isinstance(thing, type) else ()
    public = set(homes.values())
    return any(
        each.__module__.startswith("duelling.") and (each.__module__, each.__name__) not in public for each in bases
    )


def _whole(module: str) -> str:
    """All that a public module says of itself and of what it names."""
    found = importlib.import_module(module)
    lines = [f"# `{module}`", "", inspect.getdoc(found) or "", ""]
    for name in sorted(n for n in getattr(found, "__all__", vars(found)) if not n.startswith("_")):
        value = getattr(found, name)
        home = getattr(value, "__module__", "")
        if (inspect.isclass(value) or callable(value)) and str(home).startswith("duelling"):
            lines += [f"::: {home}.{getattr(value, '__name__', name)}", "    options:", f"      heading: {name}", ""]
    return "\n".join(lines)


def _algorithm(name: str, each: Algorithm) -> str:
    """What it does, what is known of it, its parameters, its bound, and how its regret grows."""
    known = catalogue.facts(each)
    bounds = [f"- {winner}: `{formula}`" for winner, formula in known["bounds"].items()]
    lines = [
        f"# {each.label}",
        "",
        f"`{name}`: {each.summary}",
        "",
        "| | |",
        "|---|---|",
        f"| made for | {each.regret} regret; {', '.join(each.winners)} |",
        f"| guarantees | {'against an adversary' if each.adversarial else 'where chances stay'} |",
        f"| needs the horizon | {'no' if each.anytime else 'yes'} |",
        f"| cost of a round | {each.cost} |",
        *(f"| {asked} | {said} |" for asked, said in catalogue.promises(each).items()),
        *([f"| the same as | [{each.same_as}]({_file(each.same_as)}.md) |"] if each.same_as else []),
        f"| reference | {each.reference} ({catalogue.SOURCES[each.source]}) |",
        "",
        *(["## Bound", "", *bounds, ""] if bounds else []),
        *(["## Bound", "", each.order, ""] if each.order else []),
        *_parameters("Parameters", known["parameters"], f"{name}:"),
        *_parameters("Parameters where it stops by itself", known["stopping_parameters"], f"{name}:"),
        *(_growth(name, each) if FIGURES and each.world == "arms" else []),
        "## Rule",
        "",
        *_rules(name, each),
    ]
    return "\n".join(lines) + "\n"


def _parameters(title: str, parameters: list[dict[str, Any]], written: str) -> list[str]:
    if not parameters:
        return []
    rows = (
        f"| `{p['name']}` | {p['type'].replace('|', 'or')} | {_default(p['default'])} | {p['about']} |"
        for p in parameters
    )
    example = f"Written behind the name, as in `{written}{parameters[0]['name']}=...`."
    return [f"## {title}", "", example, "", "| name | value | default | what it does |", "|---|---|---|---|", *rows, ""]


def _default(value: Any) -> str:
    return "" if value is None else str(value)


def _rules(name: str, each: Algorithm) -> list[str]:
    """What the modules of the algorithm say: its own, and those of its bandits where it is composed of them."""
    modules = [] if ALGORITHMS.home(name) == COMPOSED else [ALGORITHMS.home(name)]
    if each.world == "arms":
        kinds = [type(part).__module__ for part in parts(each.start(3, 100))]
        modules += [kinds[0], *(module for module in kinds if re.match(r"duelling\.bandits\.(?!shared)", module))]
    texts = [inspect.getdoc(importlib.import_module(module)) or "" for module in dict.fromkeys(modules)]
    return "\n\n---\n\n".join(texts).replace("[1] ", "\n\\[1\\] ").split("\n")


def _growth(name: str, each: Algorithm) -> list[str]:
    text = f"Mean {each.regret} regret on `{SHOWN['problem']}`, {SHOWN['runs']} runs, beside random pairs."
    return ["## Growth", "", f"![{text}]({_file(name)}.svg)", "", text, ""]


def _figures(only: Sequence[str] = ()) -> dict[str, str]:
    """The regret of every algorithm over t, or of some, as drawings."""
    names = [name for name, each in ALGORITHMS.every().items() if each.world == "arms" and name in (only or [name])]
    played = dict.fromkeys([*names, "random"])
    result = duelling.simulate(algorithms=list(played), checkpoints="log", winner="utility", **SHOWN)
    drawn = {}
    for name in names:
        shown = [name] if name == "random" else [name, "random"]
        figure = result.plot(ALGORITHMS.find(name).regret, algorithms=shown, log=True, title="", size=(5.2, 3.2))
        page = io.StringIO()
        figure.savefig(page, format="svg")
        drawn[name] = page.getvalue()
    return drawn
