package engine_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// floors says what each package of the module may import of the module:
// downwards only. A name ending in /... stands for all below it.
var floors = []struct {
	pkg     string
	imports []string
}{
	{"engine/value", nil},
	{"engine/logging", []string{"engine/observe"}},
	{"engine/observe", []string{"engine/querylog"}},
	{"engine/source", nil},
	{"engine/spelling", nil},
	{"engine/platform", nil},
	{"engine/problem", nil},
	{"engine/querylog", nil},
	{"engine/profiler", []string{"jsapi"}},
	{"engine/metrics", []string{"engine/observe"}},
	{"engine/tracing", []string{"engine/logging", "engine/observe"}},
	{"engine/scripts", []string{"engine/project", "engine/source"}},
	{"engine/lint", []string{"engine/orm", "engine/problem", "engine/scripts", "engine/source", "engine/spelling"}},
	{"engine/describe", nil},
	{"engine/types", []string{"engine/describe", "engine/orm", "engine/value"}},
	{"engine/openapi", []string{"engine/describe", "engine/orm", "engine/spelling", "engine/value", "router"}},
	{"engine/openapi/client", []string{"engine/describe", "engine/openapi", "engine/orm", "engine/types"}},
	{"engine/admission", []string{"engine/logging"}},
	{"engine/budget", nil},
	{"engine/sequence", nil},
	{"engine/project", []string{"engine/value"}},
	{"engine/config", []string{"engine/problem", "engine/admission", "engine/value"}},
	{"engine/policy", []string{"engine/spelling", "engine/value"}},
	{"engine/orm", []string{"engine/problem", "engine/spelling", "engine/value"}},
	{"engine/mongoconn", nil},
	// What stores of SQL share knows no driver.
	{"engine/orm/sqlstore", []string{"engine/orm", "engine/querylog", "engine/orm/sqltext", "engine/sequence", "engine/value"}},
	{"engine/orm/sqltext", []string{"engine/orm", "engine/value"}},
	{"engine/orm/...", []string{"engine/admission", "engine/querylog", "engine/mongoconn", "engine/sequence", "engine/spelling", "engine/value", "engine/orm/..."}},
	{"router", []string{"engine/observe", "engine/value"}},
	{"engine/routes", []string{"engine/value", "router"}},
	{"engine/web/...", []string{"engine/budget", "engine/value", "engine/web/...", "router"}},
	{"engine/diff", []string{"engine/problem", "engine/orm", "router"}},
	{"engine/datastore", []string{"engine/config", "engine/health", "engine/mongoconn", "engine/orm/...", "engine/spelling", "engine/value"}},
	{"engine/audit", []string{"engine/orm", "engine/routes", "engine/value", "router"}},
	{"engine/socketclient", []string{"engine/web", "router"}},
	{"engine/listener", []string{"engine/logging"}},
	{"engine/health", []string{"engine/value", "watch"}},
	{"engine/inspector", []string{"jsapi/debug/protocol"}},
	{"engine/overlay", []string{"engine/health"}},
	{"engine/control", nil},
	{"engine/window", []string{"engine/diff", "engine/logging", "engine/observe", "engine/orm", "engine/profiler", "engine/routes", "engine/value", "router"}},
	{"engine/inputs", []string{"engine/config", "engine/project", "watch"}},
	{"engine/reloader", []string{"engine/logging", "engine/problem", "engine/diff", "engine/inputs", "engine/orm", "router", "watch"}},
	{"engine/redisconn", []string{"engine/config"}},
	{"engine/session/redisstore", []string{"engine/value", "engine/redisconn", "engine/session", "router"}},
	{"engine/session/mongostore", []string{"engine/value", "engine/mongoconn", "engine/orm/mongo/bsonvalue", "engine/session", "router"}},
	{"engine/warnings", []string{
		"engine/problem",
		"blueprints", "engine/config", "engine/cors", "engine/csrf", "engine/httpd", "engine/orm", "engine/policy", "engine/project", "engine/routes", "engine/source", "engine/spelling", "engine/value", "router",
	}},
	{"engine/session/setup", []string{"engine/problem", "engine/config", "engine/health", "engine/redisconn", "engine/session/...", "engine/value", "router"}},
	{"engine/session", []string{"engine/value", "engine/web/...", "router"}},
	{"engine/cors", []string{"engine/problem", "engine/config", "engine/value", "router"}},
	{"engine/certificate", []string{"engine/value"}},
	{"engine/csrf", []string{"engine/config", "engine/value", "router"}},
	{"engine/response", []string{"engine/value", "engine/orm", "engine/web/...", "router"}},
	{"engine/httpd", []string{
		"engine/logging", "engine/observe", "engine/querylog",
		"engine/problem",
		"engine/admission", "engine/budget", "engine/certificate", "engine/config", "engine/value", "engine/cors", "engine/csrf", "engine/response", "engine/session", "engine/web/...",
		"router", "sockets/virtual",
	}},
	{"engine/targets", []string{
		"engine/problem",
		"blueprints", "engine/httpd", "engine/observe", "engine/orm", "engine/policy", "engine/project", "engine/response", "engine/routes", "engine/spelling", "engine/value",
		"jsapi", "jsapi/app", "jsapi/shim", "router",
	}},
	{"engine/locale", []string{"engine/config", "engine/value"}},
	{"engine/assets", []string{"engine/web/...", "router"}},
	{"engine/view", []string{"engine/source", "engine/config", "engine/value", "router"}},
	{"engine/realtime", []string{
		"engine/problem",
		"engine/admission", "engine/budget", "engine/config", "engine/diff", "engine/health", "engine/httpd", "engine/orm", "engine/redisconn", "engine/session",
		"engine/value", "engine/web", "router", "blueprints/pubsub", "jsapi", "jsapi/app", "jsapi/node", "jsapi/pubsub", "jsapi/socket",
		"sockets", "sockets/engineio", "sockets/legacyio", "sockets/redisbroker", "sockets/socketio", "sockets/virtual",
	}},
	{"engine/profile/answers", []string{"engine/httpd", "engine/response", "engine/routes", "engine/web", "router", "blueprints", "blueprints/pubsub"}},
	// The table of releases carries the rules of each package.
	{"engine/profile", []string{"engine/...", "router", "blueprints/...", "jsapi/..."}},
	{"blueprints/pubsub", []string{"engine/value", "engine/orm"}},
	{"blueprints", []string{"engine/config", "engine/value", "engine/orm", "engine/web/...", "router", "blueprints/pubsub"}},
	{"jsapi/pubsub", []string{"engine/value", "engine/orm", "router", "blueprints/pubsub", "jsapi"}},
	{"jsapi/library/picture", nil},
	{"jsapi/objects", nil},
	{"jsapi/intrinsics", nil},
	{"jsapi/sqlite/conn", nil},
	{"jsapi/node/filewatch", nil},
	{"jsapi/node/h2", nil},
	{"jsapi/node/nameserver", nil},
	{"jsapi/pace", nil},
	{"jsapi/node/derive", []string{"jsapi/pace"}},
	{"jsapi/node/intl/...", []string{"jsapi/node/intl/..."}},
	{"jsapi/...", []string{
		"engine/problem", "engine/observe", "engine/platform", "engine/querylog", "engine/spelling",
		"engine/admission", "engine/sequence", "engine/value", "engine/logging", "engine/project", "engine/config", "engine/orm", "engine/orm/document",
		"engine/assets", "engine/certificate", "engine/locale", "engine/response", "engine/session", "engine/session/setup", "engine/view", "engine/web/...", "router", "jsapi/...",
	}},
	{"sockets/wire", []string{"engine/budget"}},
	{"sockets/sockettest", []string{"engine/value"}},
	{"sockets/internal/stock", []string{"engine/testenv"}},
	{"sockets/engineio", []string{"engine/budget", "sockets/wire"}},
	{"sockets/legacyio", []string{"engine/budget", "sockets/wire", "sockets/engineio"}},
	{"sockets", []string{"engine/observe", "engine/value", "sockets/..."}},
	{"sockets/redisbroker", []string{"engine/value", "engine/redisconn", "sockets"}},
	{"sockets/virtual", []string{"engine/value"}},
	{"sockets/socketio", []string{"engine/value", "sockets/engineio", "sockets/legacyio"}},
	{"sockets", []string{"sockets/engineio", "sockets/socketio", "sockets/virtual"}},
	{"watch", nil},
	{"engine/testenv", nil},
	// The build of a version: the one package that knows all features.
	{"engine/snapshot", []string{"engine/...", "watch", "router", "blueprints/...", "jsapi/...", "sockets/..."}},
	{"engine/doctor", []string{
		"engine/problem",
		"engine/assets", "engine/audit", "engine/datastore", "engine/profile", "engine/project", "engine/scripts", "engine/source", "engine/view", "engine/warnings",
		"jsapi", "jsapi/library", "jsapi/node",
	}},
	{"engine", []string{
		"engine/problem",
		"engine/admission", "engine/control", "engine/datastore", "engine/diff", "engine/health", "engine/inputs", "engine/inspector", "engine/listener", "engine/logging", "engine/metrics", "engine/overlay", "engine/profiler", "engine/project",
		"engine/reloader", "engine/snapshot", "engine/types", "engine/value", "engine/window", "jsapi", "jsapi/debug", "jsapi/debug/protocol", "jsapi/modules", "sockets", "watch",
	}},
	{"cmd/framework/generate", nil},
	{"engine/enginetest", []string{"engine", "engine/testenv", "engine/value"}},
	{"cmd/framework/programtest", []string{"engine/testenv"}},
	{"cmd/framework/adaptersuite", nil},
	{"cmd/framework/bench", nil},
	{"cmd/framework/browser", nil},
	{"cmd/framework/conformance", nil},
	{"cmd/framework/documents", nil},
	{"cmd/framework/firsthour", nil},
	{"cmd/framework/outages", nil},
	{"cmd/framework/overload", nil},
	{"cmd/framework/manual", []string{"engine/spelling"}},
	{"docs", nil},
	{"cmd/framework/bundle", nil},
	{"cmd/framework/install/manifest", []string{"engine/platform", "engine/value"}},
	{"cmd/framework/install/registry", nil},
	{"cmd/framework/install/lockfile", []string{"cmd/framework/install/manifest", "engine/value"}},
	{"cmd/framework/install/resolve", []string{"cmd/framework/install/lockfile", "cmd/framework/install/manifest", "engine/value"}},
	{"cmd/framework/install", []string{"cmd/framework/install/...", "engine/value"}},
	{"cmd/framework/repl", []string{"engine"}},
	{"cmd/framework/mochaopts", []string{"engine/value"}},
	{"cmd/framework/report", []string{"engine", "engine/value"}},
	{"cmd/...", []string{"engine/...", "cmd/...", "docs", "watch"}},
}

// owners says which packages alone may import a library.
var owners = map[string][]string{
	"github.com/dop251/goja":         {"jsapi"},
	"github.com/dop251/goja_nodejs":  {"jsapi"},
	"github.com/evanw/esbuild":       {"jsapi"},
	"github.com/fsnotify/fsnotify":   {"watch", "jsapi/node/filewatch"},
	"github.com/gorilla/websocket":   {"sockets", "jsapi/node", "engine/inspector"}, // the global WebSocket is a client of its own
	"github.com/gorilla/mux":         {"engine"},
	"zombiezen.com/go/sqlite":        {"engine/orm/sqldb"},
	"modernc.org/sqlite":             {"jsapi/sqlite/conn"},
	"github.com/jackc/pgx":           {"engine/orm/serverdb"},
	"github.com/go-sql-driver/mysql": {"engine/orm/serverdb"},
	"go.mongodb.org/mongo-driver":    {"engine/mongoconn", "engine/orm/mongo", "engine/session/mongostore"},
	"ariga.io/atlas":                 {"engine/orm/schema"},
	"github.com/redis/go-redis":      {"engine/redisconn", "engine/session/redisstore", "sockets/redisbroker"},
	"github.com/prometheus":          {"engine/metrics"},
	"github.com/google/pprof":        {"engine/profiler", "jsapi"},
	"go.opentelemetry.io":            {"engine/tracing", "engine/snapshot"},
	"github.com/spf13/cobra":         {"cmd"},
	"github.com/yuin/goldmark":       {"cmd/framework/manual"},
	"github.com/KimMachineGun":       {"cmd"},
	"github.com/tetratelabs/wazero":  {"jsapi/wasm"},
	"golang.org/x/image":             {"jsapi/library/picture"},
	"github.com/HugoSmits86":         {"jsapi/library/picture"},
	"github.com/chzyer/readline":     {"cmd/framework/repl"},
	"deps.dev/util/semver":           {"cmd/framework/install/resolve"},
	"gopkg.in/ini.v1":                {"cmd/framework/install/registry"},
}

// TestDependenciesPointDownwards reads the imports of every package: test
// files may import what they like.
func TestDependenciesPointDownwards(t *testing.T) {
	root := ".."
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules" || strings.HasPrefix(d.Name(), ".") && path != root) {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		rel, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		pkg := filepath.ToSlash(rel)
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if own, ok := strings.CutPrefix(name, "framework/"); ok {
				if !mayImport(pkg, own) {
					t.Errorf("%s imports %s: add it to the floors if it lies below, else turn the dependency round", path, own)
				}
				continue
			}
			for library, owners := range owners {
				if covers(library+"/...", name) && !slices.ContainsFunc(owners, func(owner string) bool { return covers(owner+"/...", pkg) }) {
					t.Errorf("%s imports %s: only %s may", path, name, strings.Join(owners, " and "))
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func mayImport(pkg, other string) bool {
	for _, f := range floors {
		if !covers(f.pkg, pkg) {
			continue
		}
		return slices.ContainsFunc(f.imports, func(pattern string) bool { return covers(pattern, other) })
	}
	return false // a package without a floor has to be given one
}

func covers(pattern, pkg string) bool {
	if below, ok := strings.CutSuffix(pattern, "/..."); ok {
		return pkg == below || strings.HasPrefix(pkg, below+"/")
	}
	return pattern == pkg
}
