package node_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"

	"framework/engine/testenv"
	"framework/jsapi"
	"framework/jsapi/modules"
)

// script runs one that prints, and returns what it has printed.
func script(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "script.js"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return run(t, dir, "./script.js")
}

// What a worker may cost.
func TestLimitsOfWorkers(t *testing.T) {
	testenv.Slow(t)
	for _, tt := range []struct{ name, script, want string }{
		{
			"memory of a turn", `
			const w = new (require('worker_threads').Worker)('const all = []; for (;;) { all.push(new Array(1000).fill({})); }', { eval: true, resourceLimits: { maxOldGenerationSizeMb: 64 } });
			module.exports = new Promise((done) => { w.on('error', (e) => console.log(e.code, e.message)); w.on('exit', (code) => { console.log(code); done(); }); });`,
			"ERR_WORKER_OUT_OF_MEMORY Worker terminated due to reaching memory limit: JS heap out of memory\n1\n",
		},
		{
			"number", `
			const { Worker } = require('worker_threads'), all = [];
			try { for (;;) { all.push(new Worker('require("worker_threads").parentPort.on("message", () => {})', { eval: true })); } } catch (e) { console.log(all.length, e.code); }
			module.exports = Promise.all(all.map((w) => w.terminate())).then((codes) => {
				console.log(codes.filter((c) => c === 1).length);
				return new Promise((done) => new Worker('0', { eval: true }).on('exit', (code) => { console.log('again', code); done(); }));
			});`,
			"64 ERR_WORKER_INIT_FAILED\n64\nagain 0\n",
		},
		{
			"output that nobody takes", `
			const w = new (require('worker_threads').Worker)('for (;;) { console.log("x"); }', { eval: true, stdout: true });
			module.exports = new Promise((done) => w.stdout.once('data', () => w.terminate().then((code) => { console.log(code); done(); })));`,
			"1\n",
		},
		{
			"messages that nobody takes", `
			const { MessageChannel } = require('worker_threads'), { port1 } = new MessageChannel(), piece = new Uint8Array(64 << 20);
			try { for (;;) { port1.postMessage(piece); } } catch (e) { console.log(e.name, e.code); }`,
			"RangeError ERR_OUT_OF_MEMORY\n",
		},
		{
			"other work has its turn among many messages", `
			const w = new (require('worker_threads').Worker)('const { parentPort: p } = require("worker_threads"); for (let i = 0; i < 20000; i++) { p.postMessage(i); }', { eval: true });
			let got = 0;
			module.exports = new Promise((done) => w.once('message', () => {
				w.on('message', () => { got++; });
				setImmediate(() => { console.log(got < 100); w.terminate().then(done); });
			})).then(() => {});`,
			"true\n",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if strings.HasPrefix(tt.name, "m") { // they take up to a gigabyte
				testenv.Slow(t)
			}
			got := script(t, tt.script)
			var lines []string
			for line := range strings.Lines(got) {
				if !strings.HasPrefix(line, "time=") { // of the log
					lines = append(lines, line)
				}
			}
			if kept := strings.Join(lines, ""); kept != tt.want {
				t.Errorf("got %s", got)
			}
		})
	}
}

// Workers end with the version of the project that has started them, whatever they do.
func TestWorkersEndWithTheirRealm(t *testing.T) {
	for _, code := range []string{`for (;;) {}`, `setInterval(() => {}, 10)`, `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)`, `require("net").createServer().listen(0)`, `new (require("worker_threads").Worker)("for (;;) {}", { eval: true })`} {
		var out bytes.Buffer
		i, opts := isolate(t, t.TempDir(), &out)
		online := make(chan struct{})
		err := i.Do(t.Context(), func(r *jsapi.Realm) error {
			l, err := load(r, opts)
			if err != nil {
				return err
			}
			return startWorker(r, l, code, func() { close(online) })
		})
		if err != nil {
			t.Fatal(err)
		}
		<-online
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		if err := i.Close(ctx); err != nil {
			t.Errorf("%s: %v", code, err)
		}
		cancel()
	}
}

func startWorker(r *jsapi.Realm, l *modules.Loader, code string, online func()) error {
	v, err := l.Require("worker_threads")
	if err != nil {
		return err
	}
	rt := r.Runtime()
	fn, err := rt.RunString(`(function (threads, code, online) { new threads.Worker(code, { eval: true }).on('online', online); })`)
	if err != nil {
		return err
	}
	start, _ := goja.AssertFunction(fn)
	_, err = start(goja.Undefined(), v, rt.ToValue(code), rt.ToValue(online))
	return err
}
