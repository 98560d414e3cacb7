package node_test

import (
	"os"
	"path/filepath"
	"testing"
)

func TestPackagesWithWsSeeNoWebSocket(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const ask = "exports.seen = function () { return [typeof WebSocket, typeof global.WebSocket].join(); };"
	for name, text := range map[string]string{
		"node_modules/with/package.json":     `{"name": "with", "dependencies": {"ws": "1"}}`,
		"node_modules/with/lib/index.js":     ask,
		"node_modules/with/lib/package.json": `{"type": "commonjs"}`,
		"node_modules/beside/package.json":   `{"name": "beside", "peerDependencies": {"ws": "*"}}`,
		"node_modules/beside/index.js":       ask,
		"node_modules/other/package.json":    `{"name": "other"}`,
		"node_modules/other/index.js":        ask,
		"package.json":                       `{"name": "project", "dependencies": {"ws": "8"}}`,
		"main.js": `
			console.log(['with/lib', 'beside', 'other'].map(function (name) { return require(name).seen(); }).join(' '));
			console.log(typeof WebSocket, WebSocket === globalThis.WebSocket);
			WebSocket = 1;
			console.log(['with/lib', 'beside', 'other'].map(function (name) { return require(name).seen(); }).join(' '));`,
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const want = "undefined,undefined undefined,undefined function,function\nfunction true\nnumber,number number,number number,number\n"
	if got := run(t, dir, "./main.js"); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
