# make test, make thesis: the two commands of the README. Every target sets up .venv by itself, and with another
# PYTHON one for its version: make test PYTHON=python3.12 uses .venv-3.12.
PYTHON ?= python3
find    = $(shell for each in $(1) $${PYENV_ROOT:-$$HOME/.pyenv}/versions/*/bin/$(1); \
            do $$each -c '' 2> /dev/null && { echo $$each; break; }; done)
FOUND  := $(call find,$(PYTHON))
VENV   := .venv$(if $(filter-out python3,$(PYTHON)),-$(if $(FOUND),$(shell $(FOUND) -c 'import sys; print("%d.%d" % sys.version_info[:2])'),$(PYTHON)))
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
PIP    := $(BIN)/python -m pip install --quiet --disable-pip-version-check
PYTEST := $(BIN)/python -m pytest -n 2 --dist worksteal
ARENA   := --ignore tests/live --ignore tests/serve --ignore tests/client --ignore tests/cli/arena
# what a browser does is the same with every version, and how fast is not asked here
BROWSER := --ignore tests/serve/browser
CLAIMED := $(shell sed -n 's/.*Python :: \(3\.[0-9]*\)".*/\1/p' pyproject.toml)

unexport PYTHONDONTWRITEBYTECODE  # every process of the tests would translate all modules again

.PHONY: test cover quick torture oldest pythons check bench demo screens docs dist thesis clean

$(READY): pyproject.toml
	$(if $(FOUND),,$(error there is no $(PYTHON)))
	@$(FOUND) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "duelling needs Python 3.11 or later, $(PYTHON) is %d.%d: try make PYTHON=python3.11" % sys.version_info[:2])'
	$(FOUND) -m venv $(VENV)
	$(PIP) --only-binary uv uv && $(BIN)/uv pip install --quiet --python $(BIN)/python $(PINS) -e '.[dev]' \
	|| $(PIP) $(PINS) -e '.[dev]'  # uv takes seconds; pip serves where uv does not run or finds no packages
	touch $@

test: $(READY)  ## interpreted, then compiled, the edges of every kernel with bounds checks
	NUMBA_DISABLE_JIT=1 $(PYTEST)
	$(PYTEST) -m "(compiled or not plain) and (slow or not edges)"
	NUMBA_BOUNDSCHECK=1 NUMBA_OPT=0 NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING=1 $(PYTEST) -W ignore -m "edges and not slow and (compiled or not plain)"

cover: $(READY)  ## which lines no test runs; it doubles the time of the interpreted tests
	NUMBA_DISABLE_JIT=1 $(PYTEST) --cov

quick: $(READY)  ## a first answer within a minute, interpreted: all but statistics, the edges of kernels, the thesis and the arena
	NUMBA_DISABLE_JIT=1 $(PYTEST) -m "not slow and not edges" --ignore tests/thesis --ignore tests/cli/test_thesis.py $(ARENA)

torture: $(READY)  ## a thousand processes are killed while they vote, and a database server crashes
	DUELLING_KILLS=1000 NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest tests/live/journal/test_torture.py

oldest:  ## the fast tests, those of the arena too but for the browser, and those of the compiler's private parts, with the oldest versions that pyproject.toml allows
	sed '/^dev = /,/^]/d' pyproject.toml | grep -oE '"[a-z0-9-]+(\[[a-z]+\])?>=[0-9.]+' | sed 's/"//; s/\[.*\]//; s/>=/==/' > .venv-oldest.txt
	$(MAKE) quick ARENA='$(BROWSER)' VENV=.venv-oldest PINS='-c .venv-oldest.txt'
	.venv-oldest/bin/python -m pytest -n 2 tests/core/test_jit.py tests/core/test_numba.py tests/core/test_native.py tests/core/test_parts.py tests/core/test_references.py tests/core/test_direct.py tests/core/test_operators.py tests/core/test_exponential.py tests/core/test_apart.py tests/core/test_order.py -k "not installed_numba"  # which wants the newest

pythons:  ## the fast tests with every version of Python that pyproject.toml claims
	$(foreach each,$(CLAIMED),$(if $(call find,python$(each)),$(MAKE) quick ARENA='$(BROWSER)' PYTHON=python$(each) &&)) true
	@echo $(foreach each,$(CLAIMED),python$(each): $(if $(call find,python$(each)),passed,not found))

check: $(READY)  ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(READY)  ## rounds per second, the cost of a round in random draws, and that of a vote in syncs of the disk
	$(BIN)/python -m benchmarks.speed
	$(BIN)/python -m benchmarks.speed thesis
	$(BIN)/python -m benchmarks.identification growth
	$(BIN)/python -m benchmarks.votes
	$(BIN)/python -m benchmarks.live
	$(BIN)/python -m benchmarks.verdicts
	$(BIN)/python -m benchmarks.serve

demo: $(READY)  ## simulated readers vote on mascots; the voting page and a live dashboard
	$(BIN)/python examples/demo.py

screens: $(READY)  ## the pictures of the pages in docs/images
	$(BIN)/python -m tests.helpers.screens

docs: $(READY)  ## the page that is made from the algorithms' facts, and the site with all pages: site/index.html
	$(BIN)/duelling algorithms --markdown > docs/algorithms.md
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

dist: $(READY)  ## the wheel and the source, as a package index takes them
	rm -rf dist
	$(BIN)/python -m build --quiet
	$(BIN)/python -m twine check --strict dist/*

thesis: $(READY)  ## all experiments of the thesis at full scale, with figures and thesis-out/report.html; goes on where it was stopped
	$(BIN)/duelling thesis --out thesis-out

clean:
	rm -rf .venv .venv-* dist site thesis-out thesis-part .coverage* .pytest_cache .mypy_cache .ruff_cache
