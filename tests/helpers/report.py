"""Experiments as a grid would have measured them, and the page of the report as a reader sees it."""

import re
from html.parser import HTMLParser

from duelling.lab.grids.measured import Course, Measured
from duelling.lab.grids.specification import Experiment
from duelling.lab.simulate import simulate
from duelling.problems.reading.named import problem as find
from duelling.thesis import report
from duelling.thesis.experiments import FOLDER

MAKING = report.Making(12.0, 3, 9, [{"experiment": "borda-vn", "rounds": 5000, "seconds": 0.25}])


def measured_of(experiment):
    """An experiment as a grid would have measured it."""
    regrets, problems = {}, {}
    for problem in experiment.problems:
        for horizon in experiment.horizons:
            found = simulate(
                find(problem, FOLDER),
                experiment.algorithms,
                horizon=horizon,
                runs=experiment.runs,
                winner=experiment.winners,
                period=experiment.period,
                checkpoints=experiment.checkpoints,
            )
            problems[problem] = found.problem
            for a, text in enumerate(experiment.algorithms):
                for c, winner in enumerate(experiment.winners):
                    values = (found.weak[a, :, :, c], found.strong[a, :, :, c])
                    regrets[problem, horizon, winner, text] = Course(found.rounds, *values)
    return Measured(experiment, regrets, problems)


def measure(**changes):
    """A small experiment, played."""
    about = {
        "id": "borda-vn",
        "title": "Borda regret",
        "problems": ("borda_vonneumann", "cyclic"),
        "algorithms": ("exp3+unif", "ws-w", "random"),
        "horizons": (100, 200),
        "winners": ("borda",),
        "period": 20,
        "runs": 4,
    } | changes
    return measured_of(Experiment(**about))


def against_horizons(**changes):
    """A small experiment against horizons, played."""
    about = Experiment(
        **{
            "id": "links",
            "problems": ("links-linear.txt", "links-probit.txt"),
            "algorithms": ("exp3+unif", "tsallis+unif"),
            "horizons": (100, 10, 1000),
            "winners": ("borda", "utility"),
            "checkpoints": "log",
            "against": "horizons",
            "runs": 4,
        }
        | changes
    )
    return measured_of(about)


class Page(HTMLParser):
    """Checks that tags close, and collects texts, images and addresses."""

    def __init__(self, text):
        super().__init__()
        self.open, self.texts, self.images, self.addresses, self.ids = [], [], [], [], []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag not in ("meta", "img", "br"):
            self.open.append(tag)
        if tag == "img":
            self.images.append(given)
        self.ids += [given["id"]] if "id" in given else []
        self.addresses += [given[key] for key in ("href", "src") if key in given]

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)

    @property
    def text(self):
        return re.sub("[ \n]+", " ", " ".join(self.texts))
