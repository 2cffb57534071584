## make play     play in a browser; ARGS="--terminal" plays in this terminal
## make serve    serve the web app, also to other machines with ARGS="--host 0.0.0.0"
## make test     run all tests, including in a browser, except the slow ones
## make night    run the slow tests (ARGS=1/4 for the first of four parts)
## make flaky    repeat tests in random order while processes stall (ARGS="--rounds 20 tests/browser")
## make elsewhere  run all tests as another user in another clone (ARGS="--rounds 5", ARGS=--short)
## make check    check formatting, lint and types, in Python and in web/
## make format   format all Python files and all files of web/, and generate web/src/generated, docs/api.txt
## make bench    run the benchmarks that the documents cite
## make findings check that other software still behaves as findings/README.md says
## make docs     serve the documents as a site; ARGS=build writes it into build/site,
##               ARGS=lite the notebooks with JupyterLite into build/lite
## make kernel   only compile the kernel
## make web      only build the web app
## make board    only build <qttt-board>: the npm package in build/board, and for notebooks
## make release  build and check what is published, into dist (ARGS=--twice compares two builds)
## make lock     pin the newest requirements
## make clean    remove everything that make has created
##
## The only requirement is Python 3.11 or newer; choose one with `make play PYTHON=python3.12`.

PYTHON ?= python3
ARGS ?=

BIN := .venv/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
WEB := $(BIN)/python -m scripts.web
SOURCES := src tests docs/site scripts $(wildcard bench)
# Hundreds of short processes share compiled modules, even where Python is set to write none.
SHARE_COMPILED := env -u PYTHONDONTWRITEBYTECODE PYTHONPYCACHEPREFIX="$(CURDIR)/.venv/compiled"
PYTEST := $(SHARE_COMPILED) $(BIN)/python -m pytest --numprocesses auto --dist loadfile --no-loadscope-reorder \
  --max-worker-restart 0

MAKEFLAGS += --no-builtin-rules
.NOTPARALLEL:
.PHONY: help play serve test night flaky elsewhere check format bench findings docs kernel run dev web board release lock clean

help:
	@sed -n 's/^## \{0,1\}//p' Makefile

# Requirements are installed when their lock files change.
kernel run dev lock:
	@command -v $(PYTHON) >/dev/null || { echo "make: there is no $(PYTHON) here:" \
	  "install Python 3.11 or newer, or name it: make PYTHON=/path/to/python" >&2; exit 1; }
	@$(PYTHON) -m scripts.environment $@

play: run $(if $(filter --terminal,$(ARGS)),,web)
	@$(BIN)/python -m qttt play $(ARGS)

serve: web
	@$(BIN)/python -m qttt serve $(ARGS)

# Without the web app or a browser all other tests run; pytest lists the skipped ones.
test: dev
	@$(WEB) --dev || \
	  echo "make: the web app was not built, see above: tests that need it are skipped" >&2
	@$(BIN)/python -m tests.browser.chromium
	@$(PYTEST) $(ARGS)

night: dev
	@$(WEB) --dev
	@$(PYTEST) -m nightly --part $(or $(ARGS),1/1)

flaky: dev
	@$(WEB) --dev
	@$(SHARE_COMPILED) $(BIN)/python -m tests.flaky $(ARGS)

elsewhere:
	@$(PYTHON) -m tests.elsewhere $(ARGS)

check: dev
	@$(BIN)/ruff check $(SOURCES)
	@$(BIN)/ruff format --check $(SOURCES)
	@$(BIN)/python -m mypy $(SOURCES)
	@$(BIN)/python -m tests.forbidden_names $(SOURCES) web/src
	@$(BIN)/zizmor --offline --quiet .github
	@$(WEB) --run check
	@$(BIN)/python -m scripts.licenses --check

format: dev
	@$(BIN)/ruff check --fix-only $(SOURCES)
	@$(BIN)/ruff format $(SOURCES)
	@$(BIN)/python -m scripts.bindings
	@$(BIN)/python -m scripts.levels
	@$(BIN)/python -m scripts.messages
	@$(BIN)/python -m scripts.api
	@$(WEB) --run format

bench: dev
	@$(SHARE_COMPILED) $(BIN)/python -m bench $(ARGS)

findings:
	@set -f; $(PYTHON) -m scripts.findings $(ARGS)

# Broken links are errors. While it serves, changed pages are reloaded.
docs: dev
ifeq ($(ARGS),lite)
	@$(PYTHON) -m scripts.environment lite
	@$(BIN)/python -m scripts.lite
else
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs $(or $(ARGS),serve)
endif

web: run
	@$(WEB)

board: run
	@$(WEB) --board

release:
	@$(PYTHON) -m scripts.environment release
	@$(WEB) --dev
	@$(BIN)/python -m scripts.release $(ARGS)

clean:
	rm -rf .venv src/qttt/engine/_kernel* src/qttt/server/_web* src/qttt/widget/_board* web/dist web/node_modules* bench/load/node_modules build dist tests/browser/failures .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find $(SOURCES) -name __pycache__ -prune -exec rm -rf {} +
