# make test, make thesis: the two commands of the README. Each sets up .venv by itself.
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
PYTHON ?= python3
PYTEST := $(BIN)/python -m pytest -n 2 --dist worksteal

.PHONY: test check bench docs thesis clean

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	if command -v uv >/dev/null 2>&1; then uv pip install --quiet --python $(BIN)/python -e '.[dev]'; \
	else $(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'; fi
	touch $@

# Every kernel meets every edge there: few and many arms, extreme and late outcomes.
EDGES := tests/test_contract.py tests/test_problems_decide.py tests/test_sampling.py -k "not process and not interpreted and not reported"

test: $(READY)  ## interpreted with coverage, then compiled, then the edges with bounds checks
	NUMBA_DISABLE_JIT=1 $(PYTEST) --cov
	$(PYTEST)
	NUMBA_BOUNDSCHECK=1 NUMBA_OPT=0 $(PYTEST) -W ignore $(EDGES)

check: $(READY)  ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(READY)  ## rounds per second, and the cost of a round in random draws
	$(BIN)/python -m benchmarks.speed

docs: $(READY)  ## the page that is made from the algorithms' facts
	$(BIN)/duelling algorithms --markdown > docs/algorithms.md

thesis: $(READY)  ## the thesis's borda-vn experiment at T = 10^3 and 10^4, with its figure
	for T in 1000 10000; do $(BIN)/duelling simulate borda_vonneumann exp3+unif exp3-sparring exp3p-sparring vn+unif \
	    --horizon $$T --runs 100 --winner borda --period 20 --seed 0 --out thesis-out/borda-vn-$$T || exit; done

clean:
	rm -rf $(VENV) thesis-out .coverage* .pytest_cache .mypy_cache .ruff_cache
