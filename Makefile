# `make run` serves on http://127.0.0.1:8080 with a database of its own; `make test` runs the tests.
# Both need Python 3.11 or newer, git and make: all else is installed into .venv.

PYTHON ?= $(shell for p in python3 python3.11 python3.12 python3.13 python3.14; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && echo "$$p" && break; done)
BIN := .venv/bin
# Two processes a core, for tests wait as well; those of a file stay together, for they share what
# is dear to make.
AT_ONCE := -n 4 --dist=loadfile --no-loadscope-reorder
SOURCES := game platforms server bots bench docs tests

# What hundreds of processes of the tests import is compiled once, whatever the shell forbids.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help
help: ## Say what can be made
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1	\2/p' $(MAKEFILE_LIST) | expand -t 22

.PHONY: setup
setup: ## Install what is locked into .venv (quick when nothing changed)
	@requirements/install "$(PYTHON)"

.PHONY: run
run: setup ## Serve a demo with a database of its own until Ctrl-C
	@NARDY_DEMO=1 exec $(BIN)/nardy serve

.PHONY: test
test: setup ## Run the tests that need nothing but .venv
	$(BIN)/pytest $(AT_ONCE) -m "not soak and not external" $(TESTS)

.PHONY: test-external
test-external: setup ## Run the tests that need other programs (Chromium, GNU Backgammon)
	$(BIN)/pytest -m "external and not soak" $(TESTS)

.PHONY: coverage
coverage: setup ## Say which lines of the rules no test reaches; there shall be none
	$(BIN)/pytest -m "not soak and not external" --cov=game --cov-fail-under=100 tests/game

.PHONY: soak
soak: setup ## Run the long tests (kills, floods, thousands of games)
	$(BIN)/pytest -m soak --timeout=3600 $(TESTS)

.PHONY: bench
bench: setup ## Measure speed beside a bare relay
	$(BIN)/python -m bench

.PHONY: lint
lint: setup ## Check style and format
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/ruff format --check $(SOURCES)

.PHONY: types
types: setup ## Check types
	$(BIN)/mypy

.PHONY: format
format: setup ## Repair style and format where a tool can
	$(BIN)/ruff check --fix $(SOURCES)
	$(BIN)/ruff format $(SOURCES)

.PHONY: check
check: lint types test ## Everything a change must pass

.PHONY: docs
docs: setup ## Write the generated pages of docs/ again
	$(BIN)/python -m docs.generate

COMPILE := $(BIN)/pip-compile --quiet --generate-hashes --strip-extras --allow-unsafe --all-build-deps \
	--no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-emit-options --no-header

.PHONY: lock
lock: setup ## Lock the newest versions that pyproject.toml allows
	$(COMPILE) --upgrade --all-extras --output-file requirements/dev.txt pyproject.toml
	$(COMPILE) --constraint requirements/dev.txt --extra server --extra bots \
		--output-file requirements/server.txt pyproject.toml
