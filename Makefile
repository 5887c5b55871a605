# Two commands are all a newcomer needs: `make run` and `make test`. Each builds what it needs first.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

# `make test WORLD=lorry` runs one game and the shared rooms that it stands on: tests, doctests, its own notebooks.
WORLDS := trucker starship lorry
SHARED := files montecarlo statistics runs answers host present
ifneq ($(filter-out $(WORLDS),$(WORLD)),)
$(error WORLD=$(WORLD): no such game; name one of: $(WORLDS))
endif
ROOMS := $(if $(WORLD),$(wildcard $(SHARED:%=tests/%) $(SHARED:%=analyzer/%) \
	$(WORLD:%=tests/%) $(WORLD:%=analyzer/%) $(WORLD:%=notebooks/%)))

.PHONY: run test long made verify mutants values notebooks report docs lint span bench clean

run: $(VENV)/run.done
	$(BIN)/analyzer fly ships/2007/II/steady-hauler.yaml --level II --flights 100000 --seed 1 --plot reports/steady-hauler

# Each process begins with a stretch of its own, so that what the tests of a module share is mostly made once. Compiled
# modules are kept, whatever the environment says: every process, and every command that a test starts, would compile all.
test long verify: export PYTHONDONTWRITEBYTECODE :=

test: $(VENV)/test.done
	$(if $(WORLD),ANALYZER_KERNELS=all )$(BIN)/python -m pytest -n auto --dist worksteal $(ROOMS)

# the tests that take longer than 0.6 seconds each, which `make test` skips
long: $(VENV)/test.done
	ANALYZER_TESTS=long $(BIN)/python -m pytest -n auto --dist worksteal -m long

# files that are made from the code: the list of metrics, the fields of files, the golden results
made: $(VENV)/test.done
	$(BIN)/analyzer metrics -o docs/metrics.md
	$(BIN)/python -m docs.builder.fields
	$(BIN)/python -m tests.golden.runs

# the proofs at full size, and every case of every family of tests; ended at any moment, it goes on where it was
verify: $(VENV)/test.done
	$(BIN)/python -m tests.proofs.verify

mutants: $(VENV)/mutants.done
	$(BIN)/python -m tests.proofs.mutants $(WORLD) $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(SEED),--seed $(SEED))

# the tables by which captains look ahead, fitted on flights and games with fixed seeds
values: $(VENV)/run.done
	$(BIN)/python -m analyzer.trucker.fitting
	$(BIN)/python -m analyzer.lorry.fitting

# all notebooks in full, in place; of the metadata only the kernel's name is kept
notebooks: $(VENV)/notebooks.done
	ANALYZER_INTERIM=0 $(BIN)/jupyter nbconvert --log-level=WARN --to notebook --execute --inplace \
		--ClearMetadataPreprocessor.enabled=True --ClearMetadataPreprocessor.preserve_nb_metadata_mask=kernelspec \
		notebooks/*.ipynb notebooks/starship/*.ipynb notebooks/lorry/*.ipynb

BOARDS := I II III IIIa
STARSHIPS := moon-start sun-start trader gunboat racer midgame

# the examples that are kept under reports/
report: $(VENV)/run.done
	$(BIN)/analyzer report ships/2007/II/*.yaml --level II --title "The ships of level II" -o reports/level-II.html
	$(BIN)/analyzer balance 2007 $(BOARDS:%=ships/2007/%/*.yaml) -o reports/balance-2007.html
	$(BIN)/analyzer starship report $(STARSHIPS:%=ships/starship/%.yaml) -o reports/starship.html
	$(BIN)/analyzer starship explain --game 712 -o reports/starship-712.html

# the site of the documentation, which opens from disk; commands of its pages are run while it is built
docs: $(VENV)/docs.done
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet
	@echo "built: site/index.html"

lint: $(VENV)/dev.done
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict
	$(BIN)/lint-imports --no-cache --no-logo

# a few minutes of tests on every Python of pyproject.toml that this machine has, those of pyenv too: noxfile.py
span: $(VENV)/dev.done
	PYENV_VERSION=$$(pyenv versions --bare 2>/dev/null | paste -sd: -) $(BIN)/nox --no-error-on-missing-interpreters

# KEEP="the machine in words" also writes what is printed into docs/performance.md
bench: $(VENV)/bench.done
	$(BIN)/python -m benchmarks $(if $(KEEP),--keep "$(KEEP)")

clean:
	rm -rf $(VENV) build dist site *.egg-info

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or later is needed; name one with: make PYTHON=python3.12"; exit 1; }
	@echo "making a Python environment in $(VENV) (once)"
	@$(PYTHON) -m venv $(VENV)

# What a target needs on top of the product is an extra of its name in pyproject.toml; all but `run` need the tests' too.
$(VENV)/%.done: $(VENV)/bin/python pyproject.toml
	@echo "installing analyzer and what $(if $(filter run,$*),it needs,it and \`make $*\` need) into $(VENV) (once, a minute or two):"
	@{ $(BIN)/python -m pip install --disable-pip-version-check --progress-bar off --editable \
		'$(if $(filter run,$*),.,.[test,$*])' 2>&1 || touch $(VENV)/failed; } | tee $(VENV)/pip.log | \
		awk '/^ *Collecting/ {sub(/[^A-Za-z0-9_.-].*/, "", $$2); print "  " $$2; fflush()} /^Installing/ {print "  unpacking all of it"; fflush()}'
	@test ! -e $(VENV)/failed || { rm $(VENV)/failed; cat $(VENV)/pip.log; exit 1; }
	@touch $@
