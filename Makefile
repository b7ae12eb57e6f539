# Headrace's commands: each one sets up what it needs, once, and says what it does in `make help`.
#
#   make VENV=.venv312 PYTHON=python3.12 test     the same in another environment
#   make test TESTS=tests/engine ARGS="-k linger" a part of the tests
#   make test TORCH=yes                           with PyTorch, however large; no: without; auto:
#                                                 with it where pip finds its small CPU build

PYTHON ?= python3
VENV   ?= .venv
TESTS  ?=
ARGS   ?=
TORCH  ?= auto
ifeq (,$(filter yes no auto,$(TORCH)))
$(error TORCH is yes, no or auto, not "$(TORCH)")
endif
# For `make attack`: how long its campaigns run, and with which random numbers (another seed each time).
SECONDS ?= 600
SEED    ?=

# Stamps live inside the environment, so that deleting it forgets them too.
STAMPS := $(VENV)/.stamps
BIN    := $(VENV)/bin
PY     := $(BIN)/python
PIP    := $(PY) -m pip --disable-pip-version-check
# Shows how far a command is: the first word after it is the title.
SHOW   := @$(PY) scripts/progress.py

NATIVE := $(shell find native CMakeLists.txt -type f ! -name '*.md' 2>/dev/null)
SYSTEM_CHECK := scripts/system_packages.sh
export PYTHON
# The GPU's tests without a GPU: its kernels run on the host.
EMULATED  := HEADRACE_GPU=emulated HEADRACE_CACHE_DIR=build/gpu-cache
GPU_TESTS := tests/gpu tests/model/test_gpu.py tests/model/test_pipeline.py tests/test_docs.py

# Python with the native module under ASan and UBSan.
SANITIZED := PATH=$(abspath $(BIN)):$$PATH PYTHON=$(PY) sh scripts/sanitized_python.sh $(PY)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup oracle demo doctor test test-long test-native lint format bench sanitize attack fuzz docs \
        wheel wheels images clean distclean

help:  ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' Makefile

# ---- set-up: system packages → environment → dependencies → native part -----------------------

$(STAMPS)/venv: $(SYSTEM_CHECK)
	@sh $(SYSTEM_CHECK)
	$(PYTHON) -m venv $(VENV)
	@mkdir -p $(STAMPS)
	@touch $@

# One stamp a group of requirements: "build" and "run" come first, the others are extras.
$(STAMPS)/needs-%: pyproject.toml scripts/requirements.py $(STAMPS)/venv
	@$(PY) scripts/requirements.py $* > $(STAMPS)/$*.txt
	$(SHOW) "packages ($*)" $(PIP) install --progress-bar off --requirement $(STAMPS)/$*.txt
	@touch $@

# The editable install compiles native/ in a build folder that stays: later builds are incremental.
$(STAMPS)/installed: $(STAMPS)/needs-build $(STAMPS)/needs-run $(NATIVE)
	$(SHOW) "native code" $(PIP) --verbose install --no-build-isolation --no-deps --editable .
	@touch $@

# Torch comes before the other packages for tests: its CUDA build pins versions of theirs.
$(STAMPS)/torch-yes: $(STAMPS)/needs-test-torch
	@: > $@

$(STAMPS)/torch-no: $(STAMPS)/venv
	@echo "The tests run without PyTorch, as TORCH=no asks." > $@

# Empty: torch is installed; or the reason why not, dated back so that the next run asks again.
$(STAMPS)/torch-auto: pyproject.toml scripts/requirements.py scripts/torch_choice.py $(STAMPS)/needs-build
	@$(PY) scripts/requirements.py test-torch > $(STAMPS)/test-torch.txt
	@$(PY) scripts/torch_choice.py $(STAMPS)/test-torch.txt > $@
	@if test -s $@; then touch -d @0 $@; else $(MAKE) --no-print-directory $(STAMPS)/needs-test-torch; fi

INSTALLED  := $(STAMPS)/installed
TEST_NEEDS := $(INSTALLED) $(STAMPS)/torch-$(TORCH) $(STAMPS)/needs-test
# TORCH=no also hides a torch that is installed, so that this can be tried anywhere.
HIDE   := $(if $(filter no,$(TORCH)),PYTHONPATH=$(abspath tests/without_torch)$${PYTHONPATH:+:$$PYTHONPATH})
PYTEST := $(HIDE) $(PY) -m pytest
SAY_WITHOUT := @$(HIDE) $(PY) -c 'import importlib.util as u; raise SystemExit(not u.find_spec("torch"))' \
  || cat $(STAMPS)/torch-$(TORCH)

setup: $(TEST_NEEDS) $(STAMPS)/needs-dev  ## everything that a developer needs, in .venv

oracle: $(STAMPS)/needs-oracle  ## also install DALI, which tests/oracle and bench compare with

# ---- use -------------------------------------------------------------------------------------

demo: $(INSTALLED)  ## decode and augment the bundled pictures, write a contact sheet
	$(BIN)/headrace demo $(ARGS)

doctor: $(INSTALLED)  ## what this installation can do, and what to install for the rest
	$(BIN)/headrace doctor $(ARGS)

# ---- check -----------------------------------------------------------------------------------

test: $(TEST_NEEDS)  ## the tests, without the long ones
	$(SAY_WITHOUT)
	$(PYTEST) -m "not long" $(TESTS) $(ARGS)
	test -n "$(TESTS)" || $(EMULATED) $(PYTEST) -m "not long" $(GPU_TESTS) $(ARGS)
	$(SAY_WITHOUT)

test-long: $(TEST_NEEDS) test-native  ## all tests, the native ones, and damaged files
	PATH=$(abspath $(BIN)):$$PATH HEADRACE_MUTANTS=100000 sh scripts/native_tests.sh address
	$(SAY_WITHOUT)
	HYPOTHESIS_PROFILE=long $(PYTEST) $(TESTS) $(ARGS)
	test -n "$(TESTS)" || $(SANITIZED) -m tests.attack operators readers --seconds 900
	$(EMULATED) $(PYTEST) $(GPU_TESTS) $(ARGS)

test-native: $(STAMPS)/needs-build  ## the C++ tests alone
	PATH=$(abspath $(BIN)):$$PATH sh scripts/native_tests.sh plain

sanitize: $(STAMPS)/needs-build  ## the C++ tests under ASan + UBSan, then under TSan
	PATH=$(abspath $(BIN)):$$PATH sh scripts/native_tests.sh address
	PATH=$(abspath $(BIN)):$$PATH sh scripts/native_tests.sh thread

attack: $(INSTALLED) $(STAMPS)/needs-test  ## hostile input of every kind for SECONDS=600, SEED=…; tests/attack/README.md
	status=0; \
	$(SANITIZED) -m tests.attack --seconds $(SECONDS) $(if $(SEED),--seed $(SEED)) || status=1; \
	$(MAKE) fuzz || status=1; \
	PATH=$(abspath $(BIN)):$$PATH sh scripts/native_tests.sh thread || status=1; \
	exit $$status

fuzz: $(INSTALLED) $(STAMPS)/needs-test  ## libFuzzer on the native parsers, half of SECONDS in all; lines reached
	PATH=$(abspath $(BIN)):$$PATH PYTHON=$(PY) SEED=$(or $(SEED),0) SECONDS_EACH=$$(($(SECONDS) / 32)) \
	  sh scripts/fuzz.sh $(TARGETS)

lint: $(INSTALLED) $(STAMPS)/needs-test $(STAMPS)/needs-dev  ## style and types of Python and C++
	PATH=$(abspath $(BIN)):$$PATH sh scripts/lint.sh check

format: $(INSTALLED) $(STAMPS)/needs-dev  ## write type stubs; let ruff and clang-format rewrite
	PATH=$(abspath $(BIN)):$$PATH sh scripts/lint.sh fix

bench: $(INSTALLED) $(STAMPS)/torch-yes $(STAMPS)/needs-test $(STAMPS)/needs-oracle $(STAMPS)/needs-bench  ## speed beside DALI, interleaved
	$(PY) scripts/run_benches.py $(ARGS)

# ---- publish ---------------------------------------------------------------------------------

docs: $(INSTALLED) $(STAMPS)/needs-docs  ## the pages of docs/ and of every operator, in build/docs
	$(PY) docs/build.py $(ARGS)

wheel: $(STAMPS)/needs-dev  ## a wheel that carries its libraries, checked in a clean environment
	PATH=$(abspath $(BIN)):$$PATH $(PY) scripts/build_wheel.py --interpreter $(PYTHON) $(ARGS)

wheels: $(STAMPS)/needs-dev  ## the same for each of python3.10, 3.11 and 3.12 found here
	PATH=$(abspath $(BIN)):$$PATH $(PY) scripts/build_wheel.py \
	  --interpreter python3.10 --interpreter python3.11 --interpreter python3.12 $(ARGS)

images: $(STAMPS)/needs-run  ## paint the demo's pictures again
	$(PY) scripts/make_demo_images.py

# ---- forget ----------------------------------------------------------------------------------

clean:  ## delete what was built, keep the environment
	rm -rf build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis $(STAMPS)/installed

distclean: clean  ## delete the environment as well
	rm -rf $(VENV)
