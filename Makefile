## make play     play in this terminal (ARGS="--help" tells what can follow)
## make test     run every test (ARGS="-m nightly" those that take long)
## make check    look for mistakes without running anything: ruff, mypy
## make format   lay the Python files out as `make check` wants them
## make bench    measure every speed that the documents claim
## make docs     follow the links of the documents and run their examples
## make kernel   compile the kernel only
## make lock     pin the newest requirements
## make clean    remove everything that make has made
##
## Python 3.11 or newer is needed and nothing else; say `make play PYTHON=python3.12` to choose one.

PYTHON ?= python3
ARGS ?=

VENV := .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
SOURCES := src tests $(wildcard bench) build_kernel.py
KERNEL := src/qttt/engine/_kernel/qttt.wasm
UV_COMPILE := $(BIN)/uv pip compile --universal --python-version 3.11 --quiet --upgrade \
	--generate-hashes --no-emit-index-url --no-emit-find-links --no-annotate \
	--custom-compile-command "make lock"

MAKEFLAGS += --no-builtin-rules
.DELETE_ON_ERROR:
.PHONY: help play test check format bench docs kernel lock clean

help:
	@sed -n 's/^## \{0,1\}//p' Makefile

play: $(VENV)/.qttt
	@$(BIN)/qttt play $(ARGS)

test: $(VENV)/.dev
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

docs: $(VENV)/.dev
	@$(BIN)/python -m pytest tests/docs $(ARGS)

kernel: $(KERNEL)

lock: $(VENV)/.made
	@$(PIP) install uv
	@$(UV_COMPILE) pyproject.toml --group build --output-file requirements/run.txt
	@$(UV_COMPILE) pyproject.toml --group dev --constraint requirements/run.txt \
	  --output-file requirements/dev.txt
	@$(UV_COMPILE) --group node --output-file requirements/node.txt

clean:
	rm -rf $(VENV) $(dir $(KERNEL)) build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find src tests $(wildcard bench) -name __pycache__ -prune -exec rm -rf {} +

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

$(KERNEL): $(wildcard kernel/*.[ch]) $(wildcard kernel/.) build_kernel.py $(VENV)/.run
	@$(BIN)/python build_kernel.py

$(VENV)/.qttt: pyproject.toml build_kernel.py $(VENV)/.run | $(KERNEL)
	@$(PIP) install --no-build-isolation --no-deps --editable .
	@touch $@

$(VENV)/.dev: requirements/dev.txt $(VENV)/.run | $(VENV)/.qttt
	@echo "Installing what developers need (about 40 MB, only once) ..."
	@$(PIP) install --require-hashes --requirement requirements/dev.txt
	@touch $@
