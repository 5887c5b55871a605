# Two commands are all a newcomer needs: `make run` and `make test`. Each builds what it needs first.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: run test verify mutants lint bench clean

run: $(VENV)/run.done
	$(BIN)/analyzer fly ships/2007/II/steady-hauler.yaml --level II --flights 100000 --seed 1 --rivals field --plot reports/steady-hauler

test: $(VENV)/test.done
	$(BIN)/python -m pytest -n auto

verify: $(VENV)/test.done
	$(BIN)/python -m tests.proofs.verify

mutants: $(VENV)/mutants.done
	$(BIN)/mutmut run
	$(BIN)/mutmut export-cicd-stats
	$(BIN)/python -m tests.proofs.mutants

lint: $(VENV)/dev.done
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict

bench: $(VENV)/bench.done
	$(BIN)/python -m benchmarks.bench

clean:
	rm -rf $(VENV) build dist *.egg-info

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or later is needed; name one with: make PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/run.done: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/test.done: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	@touch $@

$(VENV)/dev.done: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test,dev]'
	@touch $@

$(VENV)/mutants.done: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test,mutants]'
	@touch $@

$(VENV)/bench.done: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test,bench]'
	@touch $@
