.DEFAULT_GOAL := help
GOLANGCI := github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0

.PHONY: help
help: ## Show what can be made
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  %-10s %s\n", $$1, $$2}'

.PHONY: build
build: ## Build bin/framework, one static binary
	CGO_ENABLED=0 go build -trimpath -ldflags '-s -w' -o bin/framework ./cmd/framework

.PHONY: release
release: ## Build the release for all systems into dist: archives, checksums, SBOM, notices, container images
	go run ./.release

.PHONY: reproducible
reproducible: ## Build the program twice, in two folders, and compare the bytes
	@rm -rf /tmp/framework-again && mkdir /tmp/framework-again && git archive HEAD | tar -x -C /tmp/framework-again
	go run ./.release -only linux/amd64 -out dist
	cd /tmp/framework-again && go run ./.release -only linux/amd64 -out dist
	diff dist/SHA256SUMS /tmp/framework-again/dist/SHA256SUMS && echo 'both have the same bytes'

.PHONY: demo
demo: ## Serve the demo project on http://localhost:1337
	go run ./cmd/framework lift testdata/apps/petshop

.PHONY: test
test: ## Run all tests
	go test -timeout 30m ./...

.PHONY: short
short: ## Run the tests that take no time: without npm, browsers and servers as processes
	go test -short ./...

# What starts goroutines or shares something between them, by its imports and statements, and
# the scripts of projects, which run all of it. The slow tests are left out: what
# they add is Node's and npm's time, and processes that the detector does not see.
CONCURRENT := router engine jsapi blueprints sockets watch

.PHONY: concurrent
concurrent:
	@{ grep -rlE --include='*.go' --exclude-dir=testdata '"sync"|"sync/atomic"|^[[:space:]]*go [a-zA-Z(]' $(CONCURRENT) | xargs -n1 dirname; echo engine/projects; } | sort -u | sed 's|^|./|'

.PHONY: race
race: ## Run the tests of what is concurrent under the race detector
	go test -race -short -timeout 30m $$($(MAKE) --no-print-directory concurrent)

.PHONY: platforms
platforms: ## Build for other systems and processors
	@for p in linux/arm64 darwin/arm64 windows/amd64; do \
	  echo "$$p"; CGO_ENABLED=0 GOOS=$${p%/*} GOARCH=$${p#*/} go build -o /dev/null ./cmd/framework || exit 1; \
	done

.PHONY: lint
lint: ## Vet and lint
	go vet ./...
	go run $(GOLANGCI) run

.PHONY: fuzz
fuzz: ## Run every fuzz target for ten seconds
	@for pkg in $$(go list ./...); do \
	  for f in $$(go test -list '^Fuzz' $$pkg | grep '^Fuzz' || true); do \
	    echo "$$pkg $$f"; go test -run '^$$' -fuzz "^$$f$$" -fuzztime 10s $$pkg || exit 1; \
	  done; \
	done

.PHONY: bench
bench: ## Run the benchmarks, each beside the floor it is measured against
	go test -run '^$$' -bench . -benchmem ./...

.PHONY: compute
compute: ## Compare what JavaScript computes with Node: make compute ARGS='-cases json'
	CGO_ENABLED=0 go build -trimpath -o bin/framework ./cmd/framework
	go run ./testdata/compute $(ARGS)

OTHERS ?= bin/others
.PHONY: compare
compare: ## Compare with Fastify, Express, PocketBase, Sails 0.12 and a bare server: make compare OTHERS=folder ARGS='-rounds 7'
	CGO_ENABLED=0 go build -trimpath -o bin/framework ./cmd/framework
	go build -o bin/floor ./testdata/bench/floor
	GOBIN=$(CURDIR)/bin/pocketbase CGO_ENABLED=0 go install github.com/pocketbase/pocketbase/examples/base@v0.36.8
	test -d $(OTHERS)/node_modules/fastify || npm install --prefix $(OTHERS) fastify@5 express@5 better-sqlite3@11
	test -d $(OTHERS)/sails012/node_modules/sails || { mkdir -p $(OTHERS)/sails012 && npm install --prefix $(OTHERS)/sails012 sails@~0.12.14 sails-disk@0.10; }
	go run ./testdata/compare -floor bin/floor -pocketbase bin/pocketbase/base -others $(OTHERS) $(ARGS)

.PHONY: report
report: ## Print what the structure is like: largest types, files, imports, branches
	@go run ./.ci/report

.PHONY: check
check: lint test race ## What CI runs
