# Everything that one does with this repository. `make help` lists it.
.DEFAULT_GOAL := help
.PHONY: help secrets run stop demo test test-containers check chaos badnet bench arena openapi format env dev-env
SHELL := /bin/bash

VENV ?= .venv
PYTHON ?= python3
export VENV PYTHON
run_python := $(VENV)/bin/python

help: ## list what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-15s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: env ## start everything on one address, with demo games; Ctrl-C ends it
	@exec $(run_python) -m services.run

stop: env ## end what `make run` started in this folder
	@$(run_python) -m services.run stop

demo: env ## play one game of each kind to its end on a running server
	@$(run_python) -m services.demo

test: dev-env ## run the tests (no Docker needed)
	@$(run_python) -m pytest

test-containers: dev-env ## run the composed stack and its tests; makes an engine on a bare Debian machine, as root
	@if ! images="$$(infra/containers.sh)" && [ "$$PATERNOSTER_CONTAINERS" != skip ]; then exit 1; fi; \
	eval "$$images"; exec $(run_python) -m pytest tests/containers

secrets: dev-env ## look for secrets in this repository's files
	@$(run_python) infra/secret_scan.py

check: dev-env ## format, lint, dependencies, secrets, types, tests: exactly what CI does
	@$(run_python) -m ruff format --check .
	@$(run_python) -m ruff check .
	@$(run_python) infra/dependency_audit.py
	@$(run_python) infra/secret_scan.py
	@$(run_python) -m pyright
	@$(run_python) -m pytest

MINUTES ?= 2
chaos: dev-env ## break every part while games are played, then check every answer (MINUTES=2 GAMES=6)
	@$(run_python) -m tests.chaos $(MINUTES) --games $(or $(GAMES),6)

badnet: dev-env ## play GAMES of each kind on each transport through a bad network (GAMES=200)
	@PATERNOSTER_GAMES=$(or $(GAMES),200) $(run_python) -m pytest tests/badnet

bench: dev-env ## measure the engine against the floors of speed
	@$(run_python) -m tests.bench

arena: dev-env ## measure how strong bots are: make arena ARENA="floor 3 --games 600 --chart floor.png"
	@$(run_python) -m services.bots.arena $(or $(ARENA),floor 3)

openapi: dev-env ## write the API's description to docs/openapi.json, which must be committed
	@$(run_python) -m services.onebox.openapi

format: dev-env ## format the code and sort its imports
	@$(run_python) -m ruff check --fix-only --quiet .
	@$(run_python) -m ruff format .

env:
	@infra/environment.sh run

dev-env:
	@infra/environment.sh dev
