# make test, make thesis: the two commands of the README. Every target sets up .venv by itself.
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
PYTHON ?= python3
PIP    := $(BIN)/python -m pip install --quiet --disable-pip-version-check
PYTEST := $(BIN)/python -m pytest -n 2 --dist worksteal

unexport PYTHONDONTWRITEBYTECODE  # every process of the tests would translate all modules again

.PHONY: test quick check bench docs thesis clean

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(PIP) --only-binary uv uv && $(BIN)/uv pip install --quiet --python $(BIN)/python -e '.[dev]' \
	|| $(PIP) -e '.[dev]'  # uv takes seconds; pip serves where uv does not run or finds no packages
	touch $@

test: $(READY)  ## interpreted with coverage, then compiled, the edges of every kernel with bounds checks
	NUMBA_DISABLE_JIT=1 $(PYTEST) --cov
	$(PYTEST) -m "(compiled or not plain) and (slow or not edges)"
	NUMBA_BOUNDSCHECK=1 NUMBA_OPT=0 $(PYTEST) -W ignore -m "edges and not slow"

quick: $(READY)  ## a first answer within a minute, interpreted: all but statistics, the edges of kernels and the thesis
	NUMBA_DISABLE_JIT=1 $(PYTEST) -m "not slow and not edges" --ignore tests/thesis --ignore tests/cli/test_thesis.py

check: $(READY)  ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(READY)  ## rounds per second, and the cost of a round in random draws
	$(BIN)/python -m benchmarks.speed

docs: $(READY)  ## the page that is made from the algorithms' facts
	$(BIN)/duelling algorithms --markdown > docs/algorithms.md

thesis: $(READY)  ## all experiments of the thesis at full scale, with figures and thesis-out/report.html; goes on where it was stopped
	$(BIN)/duelling thesis --out thesis-out

clean:
	rm -rf $(VENV) thesis-out thesis-part .coverage* .pytest_cache .mypy_cache .ruff_cache
