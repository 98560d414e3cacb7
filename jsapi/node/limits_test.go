package node_test

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"framework/engine/testenv"
	"framework/jsapi"
	"framework/jsapi/modules"
	"framework/jsapi/node"
)

// limited runs a script as the file a.js of a project, within limits.
func limited(t *testing.T, dir string, limits jsapi.Options, script string) error {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, "a.js"), []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	limits.Root, limits.Log = dir, log
	i, err := jsapi.New(limits)
	if err != nil {
		t.Fatal(err)
	}
	defer i.Close(context.Background())
	opts := node.Options{Root: dir, Stdout: &bytes.Buffer{}, Stderr: &bytes.Buffer{}, Log: log, Env: os.Environ()}
	return i.Do(t.Context(), func(r *jsapi.Realm) error {
		if err := node.Globals(r, opts); err != nil {
			return err
		}
		l, err := modules.Install(r, modules.Options{Root: dir, Core: node.Core(opts)})
		if err != nil {
			return err
		}
		_, err = l.Require(filepath.Join(dir, "a.js"))
		return err
	})
}

// What would take all the memory is an error that names its place.
func TestModulesRefuseWhatTakesTooMuch(t *testing.T) {
	testenv.Slow(t)
	for script, want := range map[string]string{
		"Buffer.alloc(1e11)":                                       "RangeError: The value of \"size\" is out of range",
		"Buffer.alloc(1e9)":                                        "RangeError: ",
		"require('crypto').randomBytes(1e11)":                      "RangeError: The value of \"size\" is out of range",
		"require('crypto').scryptSync('a', 'b', 64, {N: 2 ** 30})": "memory limit exceeded",
		"require('crypto').pbkdf2Sync('a', 'b', 1, 2e9, 'sha1')":   "Array buffer allocation failed",
		"var z = require('zlib'), b = z.gzipSync(Buffer.alloc(3e7)); z.gunzipSync(Buffer.concat([b, b, b]))": "a.js:2:", // by the size or by the growth, whichever is seen first
		"var z = require('zlib'); z.gunzipSync(z.gzipSync(Buffer.alloc(3e6)), {maxOutputLength: 1e6})":       "Cannot create a Buffer larger than 1000000 bytes",
		"require('fs').readFileSync('/dev/zero')":                                                            "a.js:2:",
		"require('child_process').execSync('yes')":                                                           "spawnSync /bin/sh ENOBUFS",
		"Buffer.alloc(4e7).toString('hex')":                                                                  "Cannot create a string longer than 0x1fffffe8 characters",
		"JSON.parse('['.repeat(3e6))":                                                                        "a.js:2:",
		"require('./deep.json')":                                                                             "deep.json",
		"require('./deep.js')":                                                                               "deep.js:1:",
		"require('./deep.ts')":                                                                               "deep.ts:1:",
		"new RegExp('('.repeat(3e6))":                                                                        "a.js:2:",
		"var a = []; for (var i = 0; i < 1e5; i++) { a = [a]; } require('util').inspect(a, {depth: Infinity})":                    "a.js:2:",
		"var a = []; for (var i = 0; i < 1e5; i++) { a = [a]; } structuredClone(a)":                                               "a.js:2:",
		"function f(n) { var a = []; for (var i = 0; i < 1e5; i++) { a = [a]; } return a } require('assert').deepEqual(f(), f())": "a.js:2:",
	} {
		dir := t.TempDir()
		deep := strings.Repeat("[", 300000) + strings.Repeat("]", 300000)
		for name, text := range map[string]string{"deep.json": deep, "deep.js": "exports = " + deep, "deep.ts": "export const a: any = " + deep} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		err := limited(t, dir, jsapi.Options{MemoryLimit: 64 << 20, TurnLimit: time.Minute}, "\n"+script)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %.300v, want %s", script, err, want)
		}
	}
}
