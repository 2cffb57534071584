## make play     play in a browser; ARGS="--terminal" plays in this terminal
## make serve    serve the web app to other machines too (ARGS="--host 0.0.0.0", for example)
## make test     run every test, in a browser too (ARGS="-m nightly" those that take long)
## make check    look for mistakes without running anything: ruff, mypy
## make format   lay the Python files out as `make check` wants them
## make bench    measure every speed that the documents claim
## make docs     serve the documents as a site; ARGS=build writes it into build/site
## make kernel   compile the kernel only
## make web      build the web app only
## make release  pack sources, the web app, and the kernel for every machine into dist
## make lock     pin the newest requirements
## make clean    remove everything that make has made
##
## Python 3.11 or newer is needed and nothing else; say `make play PYTHON=python3.12` to choose one.

PYTHON ?= python3
ARGS ?=

VENV := .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
SOURCES := src tests docs/site $(wildcard bench build_*.py)
UV_COMPILE := $(BIN)/uv pip compile --universal --python-version 3.11 --quiet --upgrade \
	--generate-hashes --no-emit-index-url --no-emit-find-links --no-annotate \
	--custom-compile-command "make lock"
EXTRAS := --extra app --extra terminal

MAKEFLAGS += --no-builtin-rules
.DELETE_ON_ERROR:
.PHONY: help play serve test check format bench docs kernel web release lock clean

help:
	@sed -n 's/^## \{0,1\}//p' Makefile

play: $(VENV)/.qttt
	@$(if $(filter --terminal,$(ARGS)),,$(BIN)/python build_web.py)
	@$(BIN)/qttt play $(ARGS)

serve: $(VENV)/.qttt web
	@$(BIN)/qttt serve $(ARGS)

# Where the web app cannot be built, or no browser be found, all other tests run; pytest tells what it skips.
test: $(VENV)/.dev
	@$(BIN)/python build_web.py --node-modules || \
	  echo "make: the web app was not built, as said above: what needs it is skipped" >&2
	@$(BIN)/python tests/browser/chromium.py
	@$(BIN)/python tests/server/services.py
	@$(BIN)/python -m pytest --numprocesses auto --maxprocesses 8 --dist worksteal $(ARGS)

check: $(VENV)/.dev
	@$(BIN)/ruff check $(SOURCES)
	@$(BIN)/ruff format --check $(SOURCES)
	@$(BIN)/mypy $(SOURCES)

format: $(VENV)/.dev
	@$(BIN)/ruff check --fix-only $(SOURCES)
	@$(BIN)/ruff format $(SOURCES)

bench: $(VENV)/.dev
	@$(BIN)/python -m bench $(ARGS)

# A link that leads nowhere ends it. While it serves, a page that is written appears in the browser.
docs: $(VENV)/.dev
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs $(or $(ARGS),serve)

kernel: $(VENV)/.run
	@$(BIN)/python build_kernel.py

web: kernel
	@$(BIN)/python build_web.py

release: web
	@$(BIN)/python build_kernel.py --release
	@$(BIN)/python -m hatchling build --target sdist

lock: $(VENV)/.made
	@$(PIP) install uv
	@$(UV_COMPILE) pyproject.toml $(EXTRAS) --group build --output-file requirements/run.txt
	@$(UV_COMPILE) pyproject.toml $(EXTRAS) --group dev --constraint requirements/run.txt \
	  --output-file requirements/dev.txt
	@$(UV_COMPILE) --group node --output-file requirements/node.txt

clean:
	rm -rf $(VENV) src/qttt/engine/_kernel* src/qttt/server/_web* web/dist web/node_modules* bench/load/node_modules build dist tests/browser/failures .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find src tests docs/site $(wildcard bench) -name __pycache__ -prune -exec rm -rf {} +

# What has been installed, one empty file each: .made a virtual environment, .run what qttt needs
# to be built and to run, .qttt the package itself out of this folder, .dev what developers need.

$(VENV)/.made:
	@command -v $(PYTHON) >/dev/null || { echo "make: there is no $(PYTHON) here:" \
	  "install Python 3.11 or newer, or name it: make PYTHON=/path/to/python" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(None if sys.version_info >= (3, 11) else \
	  "make: $(PYTHON) is Python %d.%d, but 3.11 or newer is needed; " % sys.version_info[:2] + \
	  "name another: make PYTHON=/path/to/python")'
	@$(PYTHON) -m venv --clear $(VENV)
	@touch $@

$(VENV)/.run: requirements/run.txt $(VENV)/.made
	@echo "Installing what qttt needs (about 110 MB, only once) ..."
	@$(PIP) install --require-hashes --requirement requirements/run.txt
	@touch $@

$(VENV)/.qttt: pyproject.toml $(wildcard build_*.py) $(VENV)/.run | kernel
	@$(PIP) install --no-build-isolation --no-deps --editable .
	@touch $@

$(VENV)/.dev: requirements/dev.txt $(VENV)/.run | $(VENV)/.qttt
	@echo "Installing what developers need (about 230 MB, only once) ..."
	@$(PIP) install --require-hashes --requirement requirements/dev.txt
	@touch $@
