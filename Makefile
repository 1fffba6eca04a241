# Two commands matter: `make demo` and `make test`. Both set everything up first; a second run skips what is there.

PYTHON ?= $(shell for name in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	command -v $$name >/dev/null 2>&1 && $$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& echo $$name && break; done)
VENV ?= .venv
BIN := $(VENV)/bin
# One more than processors where there are two: many tests wait for a browser or a server.
WORKERS ?= 3

# Scripts of others that the web application serves: exactly these, with their licences beside them.
HTMX := htmx.org-2.0.8
HTMX_SHA512 := 7e6dbdee2aeed225ac349941ae3bed37b57dce36b177eebd3aa8e1e05fd5abd5b08b69058ac2dcacb0a2bf9a015f428b7ce5ffcc6f00528f5138c5395d4078e1
# What only the tests use: axe looks for what keeps people from reading a screen (MPL-2.0, not shipped).
AXE := axe-core-4.10.3
AXE_SHA512 := 5e6edba515e70d25f6604d9815f064d859c5d1ea7ab661bbc4f87c88779ef0c21cae0abbeb636471ef39e9d62d2582e4b88a1866f19f4ecfcf6d986275e4dc12
SURFACE := tests/guards/data/public_surface.json
STATIC_VENDOR := src/pagestrata/web/static/vendor

CONTAINER_EXTRAS := postgres s3 topics xquery train notify analysis

.PHONY: help setup demo test lint types unit lowest quality growth fresh container format lock vendor screens pictures site package installs surface clean

help: ## what can be done here
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

# An environment that was installed but does not start any more, since its Python is gone, is made again.
BROKEN := $(shell test ! -e $(VENV)/.installed || $(BIN)/python -c 'import pip' 2>/dev/null || echo FORCE)
COMMA := ,
NO_PACKAGES := Not all packages could be installed. Check the network and, where http_proxy or https_proxy is set, that proxy \
	(a password is written as http://USER:PASSWORD@HOST:PORT). Then call make again: it goes on with what is missing.

# What tests use if it can be installed, each in a place of its own.
OTHERS := .venv-pywb/.installed .venv-foreign/.installed .html5lib/html5lib-1.1.tar.gz

.PHONY: FORCE
FORCE:

setup: $(VENV)/.installed $(VENV)/.browser ## a virtual environment with everything, and a browser

$(VENV)/.installed: requirements.lock pyproject.toml $(BROKEN)
	@test -n "$(PYTHON)" && $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Pagestrata needs Python 3.11 or newer$(if $(PYTHON),$(COMMA) and $(PYTHON) is not): install it, or call make PYTHON=/path/to/python"; \
		exit 1; }
	@rm -f $@
	@$(BIN)/python -I tests/whole_environment.py 2>/dev/null || test ! -e $(VENV)/pyvenv.cfg \
		|| rm -rf $(VENV) # half-written, and pip would trust what it finds
	$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock \
		|| { echo "$(NO_PACKAGES)"; exit 1; }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.browser: $(VENV)/.installed
	$(BIN)/pagestrata browser install
	@touch $@

# pywb pins old libraries, so it lives beside; where it cannot be built, the tests that replay in it are skipped.
.venv-pywb/.installed: requirements-pywb.lock
	@$(PYTHON) -m venv .venv-pywb
	@.venv-pywb/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-pywb.lock \
		|| echo "pywb could not be installed; the tests that replay in it will be skipped"
	@touch $@

# Tools of others that check our proofs; where they cannot be installed, the tests that use them are skipped.
.venv-foreign/.installed: requirements-foreign.lock
	@$(PYTHON) -m venv .venv-foreign
	@.venv-foreign/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-foreign.lock \
		|| echo "wacz, authsign and opentimestamps could not be installed; the tests that use them will be skipped"
	@touch $@

# The tests of the HTML tokenizer that browsers share; where they cannot be fetched, ours that use them are skipped.
.html5lib/html5lib-1.1.tar.gz: $(VENV)/.installed
	@mkdir -p .html5lib && echo 'setuptools<80' > .html5lib/constraints.txt # its setup needs what newer ones dropped
	@PIP_CONSTRAINT=$(CURDIR)/.html5lib/constraints.txt $(BIN)/python -m pip download --quiet --disable-pip-version-check \
		--no-deps --no-binary :all: --dest .html5lib html5lib==1.1 \
		|| echo "html5lib's tests could not be downloaded; the tests that use them will be skipped"
	@test ! -f $@ || touch $@

demo: setup ## visit a small site that changes, and see what is kept and why
	@$(BIN)/pagestrata demo

# What only reads the source runs beside what waits for the network.
test: setup ## everything that must hold before a commit
	@$(MAKE) --no-print-directory --jobs 3 --output-sync=target lint types $(OTHERS)
	@$(MAKE) --no-print-directory unit

lint: $(VENV)/.installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.installed
	$(BIN)/mypy

unit: setup $(OTHERS)
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup --durations 40 --durations-min 5

# The oldest versions that pyproject.toml allows, in an environment of their own, with the tests of modules that use them;
# what needs a browser is left to `unit`.
.venv-lowest/.installed: requirements-lowest.lock $(VENV)/.installed
	$(PYTHON) -m venv .venv-lowest
	.venv-lowest/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-lowest.lock
	@touch $@

lowest: .venv-lowest/.installed ## the unit tests of what uses libraries, with the oldest that are allowed
	PYTHONPATH=src .venv-lowest/bin/python -m pytest -n $(WORKERS) --dist loadgroup -p no:cacheprovider \
		--libraries -m "not browser and not slow" --ignore tests/unit/capturing tests/unit

fresh: ## the two commands of the README on bare machines: bookworm and trixie, or FRESH="bookworm --core" (needs root)
	$(PYTHON) -m tools.fresh $(FRESH)

container: $(VENV)/.installed ## build the image without an engine, and start it with PostgreSQL as compose.yaml says (needs root)
	$(BIN)/python -m tools.container

quality: setup ## measure what takes minutes against the pinned floors (needs the real pages in PAGESTRATA_DATA)
	$(BIN)/python -m benchmarks.quality

growth: $(VENV)/.installed ## every function of text with 65 repeated units up to 100,000 characters, nothing left out
	PAGESTRATA_GROWTH=1 $(BIN)/python -m pytest -n $(WORKERS) tests/attacks/test_growth.py

screens: setup ## pictures of every screen of the web application, to be looked at, in build/screens
	$(BIN)/python tests/screens.py build/screens

pictures: screens ## the pictures of README and docs, cut from the screens
	$(BIN)/python tests/doc_pictures.py build/screens docs/pictures

site: $(VENV)/.installed ## the documentation as a site, in build/site/pages; any warning fails
	$(BIN)/python -m tools.docs_site

package: $(VENV)/.installed ## wheel and sdist in dist/, as they are published
	$(BIN)/hatchling build

installs: setup ## build the wheel, install it with pip, uv and pipx, each into a place of its own, and use it
	$(BIN)/python -m tools.installs $(INSTALLS)

surface: $(VENV)/.installed ## write the record of what is public again, at a release
	$(BIN)/python -m tools.public_surface $(SURFACE)
	PYTHONPATH=. $(BIN)/python tests/json_keys.py $(SURFACE)

format: $(VENV)/.installed ## let ruff mend what it can
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

lock: $(VENV)/.installed ## resolve the dependencies again
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
		--all-extras --group dev --group peers --group site pyproject.toml -o requirements.lock
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
		--no-annotate --constraint requirements.lock --group build $(CONTAINER_EXTRAS:%=--extra %) pyproject.toml \
		-o requirements-container.lock
	$(BIN)/uv pip compile --quiet --resolution lowest-direct --only-binary :all: --no-binary jieba --python-version 3.11 \
		--generate-hashes --no-emit-index-url --no-header --no-annotate --all-extras --group dev pyproject.toml \
		-o requirements-lowest.lock
	echo pywb | $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--no-header --no-annotate - -o requirements-pywb.lock
	printf 'wacz[signing]\nopentimestamps\n' | $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --no-header --no-annotate - -o requirements-foreign.lock

vendor: ## fetch the scripts of others that the web application serves, as they are committed
	@mkdir -p .vendor $(STATIC_VENDOR)
	curl -sSf -o .vendor/$(HTMX).tgz https://registry.npmjs.org/htmx.org/-/$(HTMX).tgz
	echo "$(HTMX_SHA512)  .vendor/$(HTMX).tgz" | $(PYTHON) -c 'import hashlib, sys; \
		wanted, name = sys.stdin.read().split(); \
		sys.exit(hashlib.sha512(open(name, "rb").read()).hexdigest() != wanted and f"{name} is not what was pinned")'
	curl -sSf -o .vendor/$(AXE).tgz https://registry.npmjs.org/axe-core/-/$(AXE).tgz
	echo "$(AXE_SHA512)  .vendor/$(AXE).tgz" | $(PYTHON) -c 'import hashlib, sys; \
		wanted, name = sys.stdin.read().split(); \
		sys.exit(hashlib.sha512(open(name, "rb").read()).hexdigest() != wanted and f"{name} is not what was pinned")'
	@mkdir -p tests/vendor
	tar -xzOf .vendor/$(AXE).tgz package/axe.min.js > tests/vendor/axe.min.js
	tar -xzOf .vendor/$(AXE).tgz package/LICENSE > tests/vendor/axe.LICENSE.txt
	tar -xzOf .vendor/$(HTMX).tgz package/dist/htmx.min.js > $(STATIC_VENDOR)/htmx.min.js
	tar -xzOf .vendor/$(HTMX).tgz package/LICENSE > $(STATIC_VENDOR)/htmx.LICENSE.txt

clean: ## remove what was built
	rm -rf $(VENV) .venv-pywb .venv-foreign .venv-lowest .html5lib .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache .demo .vendor build dist
