"""The report: one page that explains itself, and the verdicts for programs."""

import datetime
import json
import math
import platform
import re
from collections.abc import Mapping, Sequence
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from duelling import files
from duelling.lab.figures.pictures import Drawn, contents
from duelling.lab.provenance import provenance
from duelling.registry.facts import ALGORITHMS
from duelling.registry.winners import WINNERS
from duelling.thesis import source
from duelling.thesis.claims.verdicts import Reading
from duelling.thesis.experiments import every
from duelling.thesis.judging import ALL, parted
from duelling.thesis.sections import anchor, ends, section, three_digits, told_about
from duelling.thesis.words import CORRECTIONS

if TYPE_CHECKING:
    from duelling.lab.grids.measured import Measured
    from duelling.thesis.claims.verdicts import Verdict

TITLE = "Duelling bandits with weak regret: a thesis, measured"
MARKS = {"holds": "✓", "does not hold": "✗", "undecided": "?", "not measured": "–"}
SIDES = {"for": "holds", "against": "does not hold", "open": "undecided"}


class Making(NamedTuple):
    """How the results came about."""

    seconds: float  # on the clock, of this call
    played: int  # units of work
    kept: int  # that were there before
    timings: Sequence[dict[str, Any]]  # of all units: experiment, rounds, seconds of processor time


def count(verdicts: "Sequence[Verdict]") -> dict[str, int]:
    """How many claims have each verdict."""
    return {word: sum(each.verdict == word for each in verdicts) for word in MARKS}


def sentence(verdicts: "Sequence[Verdict]", claims: str = "claims", why: str = "") -> str:
    """How many claims hold, and how many do not or are undecided; ``claims`` is the word for them.

    ``why`` says why none of them was measured.
    """
    counts = count(verdicts)
    if counts["not measured"] == len(verdicts):
        return f"{len(verdicts)} {claims} are not measured{why}."
    rest = {
        "does not hold": "does not" if counts["does not hold"] == 1 else "do not",
        "undecided": "undecided at this number of runs",
        "not measured": "not measured",
    }
    others = [f", {counts[word]} {text}" for word, text in rest.items() if counts[word]]
    return f"{counts['holds']} of {len(verdicts)} {claims} hold{''.join(others)}."


Numbers = Mapping[str, Sequence[dict[str, Any]]]  # that the thesis prints, by experiment, beside those found here
NO_NUMBERS: Numbers = MappingProxyType({})


def for_programs(
    measured: "dict[str, Measured]", verdicts: "Sequence[Verdict]", numbers: Numbers = NO_NUMBERS
) -> dict[str, Any]:
    """All verdicts with their numbers; None where there is no interval."""
    own, others = parted(verdicts)
    ran = [
        {"id": each.experiment.id, "runs": each.experiment.runs, "seed": each.experiment.seed}
        for each in measured.values()
    ]
    return {
        "thesis": source.CITED,
        "versions": versions(),
        "experiments": ran,
        **_counted(own),
        "open_questions": _counted(others),
        "printed": {name: [_plain_number(each) for each in some] for name, some in numbers.items()},
    }


def _plain_number(number: dict[str, Any]) -> dict[str, Any]:
    here = number["here"]
    found = {key: _known(x) for key, x in here._asdict().items()} if isinstance(here, Reading) else here
    return number | {"here": found}


def _counted(verdicts: "Sequence[Verdict]") -> dict[str, Any]:
    claims = []
    for each in verdicts:
        claim = each._asdict()
        readings = claim.pop("readings")
        claim["figures"] = [{name: _known(x) for name, x in reading._asdict().items()} for reading in readings]
        claims.append(claim)
    return {"counts": count(verdicts), "claims": claims}


def write(
    folder: Path,
    measured: "dict[str, Measured]",
    verdicts: "Sequence[Verdict]",
    pictures: Sequence[Drawn],
    making: Making,
    numbers: Numbers = NO_NUMBERS,
) -> None:
    """Put the figures into ``folder``/figures, then report.html and claims.json beside it; whole or not at all."""
    files.write(folder / "figures", contents(pictures))
    claims = json.dumps(for_programs(measured, verdicts, numbers), indent=2, ensure_ascii=False, allow_nan=False) + "\n"
    texts = {"report.html": page(measured, verdicts, pictures, making, numbers), "claims.json": claims}
    files.write(folder, {name: text.encode() for name, text in texts.items()})


def page(
    measured: "dict[str, Measured]",
    verdicts: "Sequence[Verdict]",
    pictures: Sequence[Drawn],
    making: Making,
    numbers: Numbers = NO_NUMBERS,
) -> str:
    """report.html: everything in one file, nothing from elsewhere."""
    from jinja2 import Environment, StrictUndefined

    text = (resources.files("duelling.thesis") / "report.html").read_text(encoding="utf-8")
    environment = Environment(autoescape=True, trim_blocks=True, undefined=StrictUndefined)
    winners = dict.fromkeys(winner for each in measured.values() for winner in _winners(each))
    own, others = parted(verdicts)
    shown, answered = (
        [
            each._asdict()
            | told_about(each.experiment, measured)
            | {"readings": [_written(reading) for reading in each.readings]}
            for each in group
        ]
        for group in (own, others)
    )
    sections = [section(each, shown + answered, pictures, making.timings) for each in measured.values()]
    open_ids = {name for name, chapter in every().items() if chapter.open}
    return environment.from_string(text).render(
        title=TITLE,
        thesis=source,
        lead=sentence(own),
        counts=count(own),
        mark=MARKS,
        side=SIDES,
        verdicts=shown,
        ran=_ran(measured),
        losses=[WINNERS.find(winner).sentence for winner in winners],
        experiments=[each for each in sections if each["id"] not in open_ids],
        open_questions=[each for each in sections if each["id"] in open_ids],
        answers=answered,
        answered=sentence(others, "claims about them"),
        general=[each for each in shown if each["experiment"] == ALL],
        corrections=CORRECTIONS,
        numbers={name: [_found(each) for each in some] for name, some in numbers.items()},
        algorithms=_algorithms(measured),
        made=_made(making),
    )


def versions() -> dict[str, str]:
    """The versions of this package and of those that its results may depend on."""
    return {name: text for name, text in provenance(()).items() if name not in ("date", "parameters")}


def _winners(measured: "Measured") -> Sequence[str]:
    if measured.experiment.stops:
        return [stops.winner for stops in measured.stops.values()]
    return measured.experiment.winners


def _ran(measured: "dict[str, Measured]") -> str:
    abouts = [each.experiment for each in measured.values()]
    runs = sorted({about.runs_on(problem) for about in abouts for problem in about.problems})
    curves, marks = (sum(len(getattr(each, kind)) for each in measured.values()) for kind in ("regrets", "stops"))
    duels = sum(  # one play gives the regret of all winners
        regret.t[-1] * len(regret.weak)
        for each in measured.values()
        for (_, _, winner, _), regret in each.regrets.items()
        if winner == each.experiment.winners[0]
    ) + sum(stops.duels.sum() for each in measured.values() for stops in each.stops.values())
    many = str(runs[0]) if len(runs) == 1 else f"{runs[0]} to {runs[-1]}"
    drawn = f"{curves} curves" + (f" and {marks} marks" if marks else "")
    return f"{', '.join(measured)}; {many} runs of each of {drawn}, {three_digits(duels)} duels in all."


def _made(making: Making) -> dict[str, str]:
    now = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d %H:%M UTC")
    return {
        "Date": now,
        "Versions": ", ".join(f"{name} {version}" for name, version in versions().items()),
        "Machine": f"{platform.system()} {platform.machine()}",
        "Time": f"{making.seconds:.0f} s on the clock for {making.played} units of work (one algorithm on one problem "
        f"for one horizon); {making.kept} units were there from before. The table has the processor time of all units, "
        "without the time to compile.",
        "Randomness": "Run r of every algorithm draws from two streams, the algorithm's and the problem's, made from "
        "the seed and r alone; outcome sequences have a stream of their own. Equal seeds give equal results, whatever "
        "the number of threads or machines.",
    }


def _algorithms(measured: "dict[str, Measured]") -> list[dict[str, Any]]:
    """What each algorithm does, in a sentence, with its source."""
    names = dict.fromkeys(text.partition(":")[0] for each in measured.values() for text in each.experiment.algorithms)
    known = [ALGORITHMS.find(name) for name in names if name in ALGORITHMS]
    return [
        {
            "id": anchor(each.name),
            "name": each.label,
            "does": re.sub("`", "", each.summary),
            "source": source.linked(each.reference),
        }
        for each in known
    ]


def _found(number: dict[str, Any]) -> dict[str, Any]:
    """A number of the thesis and the one found here, as texts."""
    here = number["here"]
    if isinstance(here, Reading):
        interval = ends(here.low, here.high)
        here = f"{here.value:.4g}" + (f" ({interval[0]} … {interval[1]})" if interval else "")
    return number | {"here": here or "not measured"}


def _written(reading: Reading) -> dict[str, Any]:
    return reading._asdict() | {"value": three_digits(reading.value), "ends": ends(reading.low, reading.high)}


def _known(x: Any) -> Any:
    return None if isinstance(x, float) and not math.isfinite(x) else x
