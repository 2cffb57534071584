## make play     play in a browser; ARGS="--terminal" plays in this terminal
## make serve    serve the web app, also to other machines with ARGS="--host 0.0.0.0"
## make test     run all tests, including in a browser (ARGS="-m nightly" for the slow ones)
## make flaky    repeat tests in random order while processes stall (ARGS="--rounds 20 tests/browser")
## make check    check formatting, lint and types, in Python and in web/
## make format   format all Python files and all files of web/, and generate messages.ts
## make bench    run the benchmarks that the documents cite
## make docs     serve the documents as a site; ARGS=build writes it into build/site
## make kernel   only compile the kernel
## make web      only build the web app
## make release  pack sources, the web app, and the kernel for every machine into dist
## make lock     pin the newest requirements
## make clean    remove everything that make has created
##
## The only requirement is Python 3.11 or newer; choose one with `make play PYTHON=python3.12`.

PYTHON ?= python3
ARGS ?=

VENV := .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
# pip downloads into the folder that scripts/progress.py measures.
PIP := env TMPDIR="$(CURDIR)/$(VENV)/tmp" $(BIN)/python -m pip --disable-pip-version-check --quiet
PROGRESS := $(BIN)/python -m scripts.progress
BUILD_WEB := $(BIN)/python -m scripts.web
SOURCES := src tests docs/site scripts $(wildcard bench)
UV_COMPILE := $(BIN)/uv pip compile --universal --python-version 3.11 --quiet --upgrade \
	--generate-hashes --no-emit-index-url --no-emit-find-links --no-annotate \
	--custom-compile-command "make lock"
# Hundreds of short processes share compiled modules, even where Python is set to write none.
SHARE_COMPILED := env -u PYTHONDONTWRITEBYTECODE PYTHONPYCACHEPREFIX="$(CURDIR)/$(VENV)/compiled"
EXTRAS := --extra app --extra terminal

MAKEFLAGS += --no-builtin-rules
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help play serve test flaky check format bench docs kernel web release lock clean

help:
	@sed -n 's/^## \{0,1\}//p' Makefile

play: $(VENV)/.qttt $(if $(filter --terminal,$(ARGS)),,web)
	@$(BIN)/qttt play $(ARGS)

serve: $(VENV)/.qttt web
	@$(BIN)/qttt serve $(ARGS)

# Without the web app or a browser all other tests run; pytest lists the skipped ones.
test: $(VENV)/.dev
	@$(BUILD_WEB) --dev || \
	  echo "make: the web app was not built, see above: tests that need it are skipped" >&2
	@$(BIN)/python -m tests.browser.chromium
	@$(SHARE_COMPILED) $(BIN)/python -m pytest --numprocesses auto --dist loadfile --no-loadscope-reorder $(ARGS)

flaky: $(VENV)/.dev
	@$(BUILD_WEB) --dev
	@$(SHARE_COMPILED) $(BIN)/python -m tests.flaky $(ARGS)

check: $(VENV)/.dev
	@$(BIN)/ruff check $(SOURCES)
	@$(BIN)/ruff format --check $(SOURCES)
	@$(BIN)/mypy $(SOURCES)
	@$(BIN)/python -m tests.forbidden_names $(SOURCES) web/src
	@$(BUILD_WEB) --run check

format: $(VENV)/.dev
	@$(BIN)/ruff check --fix-only $(SOURCES)
	@$(BIN)/ruff format $(SOURCES)
	@$(BIN)/python -m scripts.bindings
	@$(BIN)/python -m scripts.messages
	@$(BUILD_WEB) --run format

bench: $(VENV)/.dev
	@$(BIN)/python -m bench $(ARGS)

# Broken links are errors. While it serves, changed pages are reloaded.
docs: $(VENV)/.dev
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs $(or $(ARGS),serve)

kernel: $(VENV)/.run
	@$(BIN)/python -m scripts.kernel

web: kernel
	@$(BUILD_WEB)

release: web
	@$(BIN)/python -m scripts.kernel --release
	@$(BIN)/python -m hatchling build --target sdist

lock: $(VENV)/.made
	@$(PIP) install uv
	@$(UV_COMPILE) pyproject.toml $(EXTRAS) --group build --output-file requirements/run.txt
	@$(UV_COMPILE) pyproject.toml $(EXTRAS) --group dev --constraint requirements/run.txt \
	  --output-file requirements/dev.txt
	@$(UV_COMPILE) pyproject.toml --extra app --extra postgres --extra redis \
	  --constraint requirements/dev.txt --output-file requirements/server.txt
	@$(UV_COMPILE) --group node --output-file requirements/node.txt

clean:
	rm -rf $(VENV) src/qttt/engine/_kernel* src/qttt/server/_web* web/dist web/node_modules* bench/load/node_modules build dist tests/browser/failures .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find $(SOURCES) -name __pycache__ -prune -exec rm -rf {} +

# An empty file for each installed part: .made the virtual environment, .run the requirements to build
# and run qttt, .qttt the package itself (editable), .dev the development requirements.

$(VENV)/.made:
	@command -v $(PYTHON) >/dev/null || { echo "make: there is no $(PYTHON) here:" \
	  "install Python 3.11 or newer, or name it: make PYTHON=/path/to/python" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(None if sys.version_info >= (3, 11) else \
	  "make: $(PYTHON) is Python %d.%d, but 3.11 or newer is needed; " % sys.version_info[:2] + \
	  "name another: make PYTHON=/path/to/python")'
	@echo "Creating a virtual environment in $(VENV)"
	@$(PYTHON) -m venv --clear $(VENV)
	@mkdir $(VENV)/tmp
	@touch $@

$(VENV)/.run: requirements/run.txt $(VENV)/.made
	@$(PROGRESS) "Installing Python packages (about 110 MB, once)" $(VENV) 600 \
	  $(PIP) install --require-hashes --requirement $<
	@touch $@

$(VENV)/.qttt: pyproject.toml scripts/kernel.py scripts/hook.py $(VENV)/.run | kernel
	@$(PIP) install --no-build-isolation --no-deps --editable .
	@touch $@

$(VENV)/.dev: requirements/dev.txt $(VENV)/.run | $(VENV)/.qttt
	@$(PROGRESS) "Installing Python packages for developers (about 280 MB, once)" $(VENV) 1300 \
	  $(PIP) install --require-hashes --requirement $<
	@touch $@
