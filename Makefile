# make test, make thesis: the two commands of the README. Each sets up .venv by itself.
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
PYTHON ?= python3
PYTEST := $(BIN)/python -m pytest -n 2 --dist worksteal

.PHONY: test check bench thesis clean

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	if command -v uv >/dev/null 2>&1; then uv pip install --quiet --python $(BIN)/python -e '.[dev]'; \
	else $(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'; fi
	touch $@

test: $(READY)  ## interpreted with coverage, then compiled, then compiled with bounds checks
	$(BIN)/coverage erase
	NUMBA_DISABLE_JIT=1 $(BIN)/coverage run --parallel-mode -m pytest
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report
	$(PYTEST)
	NUMBA_BOUNDSCHECK=1 $(PYTEST) -m "not slow"

check: $(READY)  ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(READY)  ## rounds per second, and the cost of a round in random draws
	$(BIN)/python -m benchmarks.speed

thesis: $(READY)  ## the thesis's borda-vn experiment at T = 10^3 and 10^4, with its figure
	for T in 1000 10000; do $(BIN)/duelling simulate borda_vonneumann exp3+unif exp3-sparring exp3p-sparring vn+unif \
	    --horizon $$T --runs 100 --winner borda --period 20 --seed 0 --out thesis-out/borda-vn-$$T || exit; done

clean:
	rm -rf $(VENV) thesis-out .coverage* .pytest_cache .mypy_cache .ruff_cache
