# Torsor. `make demo` sets up and shows the main job; `make test` sets up and checks everything.

PYTHON ?= python3
VENV := .venv
BENCH := .venv-bench
LOWEST := .venv-lowest
TENSORS := .venv-tensors
TORCH ?= torch==2.13.0
BIN := $(VENV)/bin

PREPARED ?= benchmarks/gpu/prepared
RESULTS ?= benchmarks/gpu/results

.PHONY: demo test test-tensors web studio lint prove fuzz lowest bench prepare-gpu bench-gpu docs site clean

demo: $(VENV)/.core
	@$(BIN)/torsor demo

test: $(VENV)/.ready lint
	@$(BIN)/python hatch_build.py || echo "without it the tests of the viewer are skipped"
	$(BIN)/python -m pytest -n 2

test-tensors: $(TENSORS)/.ready  ## PyTorch, JAX and CasADi, in an environment of their own
	TORSOR_TENSORS=all $(TENSORS)/bin/python -m pytest -n 2 tests/tensors

web: $(VENV)/.ready             ## the viewer's page, from web/, by Node.js
	$(BIN)/python hatch_build.py

studio: $(VENV)/.ready          ## the studio as a folder for any web server, in web/dist-studio
	$(BIN)/python web/engine/build.py

lint: $(VENV)/.ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --any-exprs-report $(VENV)/types
	@awk '/Total/ && 100 * $$2 > 3 * $$3 { print "more than 3 % of all expressions are Any: " $$2; exit 1 }' \
	  $(VENV)/types/any-exprs.txt
	$(BIN)/lint-imports

prove: $(VENV)/.ready          ## every proof, not a sample: some minutes
	TORSOR_PROVE=all $(BIN)/python -m pytest -n 2 -m "prove or not prove" tests

fuzz: $(VENV)/.ready           ## many random texts through every reader
	TORSOR_FUZZ=all $(BIN)/python -m pytest -n 2 tests/fuzz

lowest: $(LOWEST)/.ready       ## the lowest versions that pyproject.toml allows, each extra at work
	$(LOWEST)/bin/python -m pytest -p no:cacheprovider tests/robot tests/algebra \
	  tests/mechanics/test_newton_euler.py tests/mechanics/test_drives.py tests/formats/test_urdf.py \
	  tests/formats/test_xml_leniency.py tests/formats/test_limits.py tests/formats/test_mjcf.py \
	  tests/formats/test_mjcf_writer.py tests/formats/test_cad_tables_and_meshes.py \
	  tests/program/test_machine_code.py tests/motion tests/drawing tests/reporting/test_formats.py \
	  tests/cli/test_export.py

bench: $(BENCH)/.ready         ## side by side with the peers, one run, one table
	$(BENCH)/bin/python -m benchmarks.run

prepare-gpu: $(VENV)/.ready    ## what bench-gpu needs, written on a machine that may have no GPU
	$(BIN)/python -m benchmarks.gpu.prepare $(PREPARED)

bench-gpu:                     ## on a machine with a GPU: one run, one table; its own Python will do
	@test -f $(PREPARED)/prepared.json || $(MAKE) prepare-gpu
	PYTHONPATH=src:. $(PYTHON) -m benchmarks.gpu.run $(PREPARED) $(RESULTS)

docs: $(VENV)/.ready web       ## the pages that the tool writes itself
	$(BIN)/python -m docs.make_atlas
	$(BIN)/python -m docs.make_benchmarks
	$(BIN)/python -m docs.make_commands
	$(BIN)/python -m docs.make_equations
	$(BIN)/python -m docs.make_errata
	$(BIN)/python -m docs.make_gallery
	$(BIN)/python -m docs.make_hero
	$(BIN)/python -m docs.make_notebook
	$(BIN)/python -m docs.make_pictures
	$(BIN)/python -m docs.make_plots
	$(BIN)/python -m docs.make_protocol
	$(BIN)/python -m docs.make_real_robots
	$(BIN)/python -m docs.make_reference
	$(BIN)/python -m docs.make_rooms
	$(BIN)/python -m docs.make_studio
	$(BIN)/python -m docs.make_scaling
	$(BIN)/python -m docs.make_viewer

site: $(VENV)/.ready           ## the pages of docs/ as a site, in site/; with the studio, if it is built
	$(BIN)/python -m docs.make_site

$(VENV)/.core: pyproject.toml
	@echo "Setting up Torsor's core in $(VENV): exact algebra, NumPy and the command line, 150 MB."
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install -q --no-compile --disable-pip-version-check -e .
	@touch $@
	@echo "Ready: $(BIN)/torsor. What it does:"
	@echo

$(VENV)/.ready: pyproject.toml
	@echo "Setting up all of Torsor and its tests in $(VENV): 2 GB, a minute or two."
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[test]'
	@touch $(VENV)/.core $@

$(LOWEST)/.ready: pyproject.toml
	$(PYTHON) -m venv $(LOWEST)
	$(LOWEST)/bin/python -m pip install -q --disable-pip-version-check uv
	$(LOWEST)/bin/uv pip install -q --python $(LOWEST)/bin/python --resolution lowest-direct -e '.[all]'
	$(LOWEST)/bin/uv pip install -q --python $(LOWEST)/bin/python \
	  pytest hypothesis mpmath latex2mathml pin example-robot-data
	@touch $@

$(TENSORS)/.ready: pyproject.toml
	@echo "Setting up PyTorch, JAX and CasADi for CPUs in $(TENSORS): 3 GB, some minutes."
	@test -x $(TENSORS)/bin/python || $(PYTHON) -m venv $(TENSORS)
	$(TENSORS)/bin/python -m pip install -q --disable-pip-version-check '$(TORCH)' jax jaxlib casadi \
	  -e '.[fast,robots]' pytest pytest-xdist pin
	@touch $@

$(BENCH)/.ready: pyproject.toml
	$(PYTHON) -m venv $(BENCH)
	$(BENCH)/bin/python -m pip install -q --disable-pip-version-check -e '.[bench]'
	@touch $@

clean:
	rm -rf $(VENV) $(BENCH) $(LOWEST) $(TENSORS) .mypy_cache .ruff_cache .pytest_cache .hypothesis
