package node_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"
)

// TestWeakReferences has objects collected that only weak references hold.
func TestWeakReferences(t *testing.T) {
	dir := t.TempDir()
	script := filepath.Join(dir, "script.js")
	if err := os.WriteFile(script, []byte(`
		const kept = { k: 1 }, token = {}, collected = [];
		const registry = new FinalizationRegistry(value => collected.push(value));
		let refs = [];
		(function () {
			for (let i = 0; i < 20; i++) { const o = { i }; refs.push(new WeakRef(o)); registry.register(o, i % 2 ? 'odd' : 'even', i % 2 ? token : undefined); }
		})();
		const ref = new WeakRef(kept);
		console.log(refs[0].deref() !== undefined, registry.unregister(token), registry.unregister(token), String(ref));
		for (const wrong of [() => new WeakRef(1), () => registry.register(kept, kept), () => new FinalizationRegistry()]) { try { wrong(); } catch (e) { console.log(e.name); } }
		module.exports = new Promise(resolve => {
			const t = setInterval(() => {
				if (!collected.includes('even')) { return; }
				clearInterval(t);
				console.log(ref.deref() === kept, collected.includes('odd'), refs.some(r => r.deref() === undefined));
				resolve();
			}, 1);
		});
	`), 0o644); err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	defer close(done)
	go func() { // the collector comes by
		for {
			select {
			case <-done:
				return
			case <-time.After(5 * time.Millisecond):
				runtime.GC()
			}
		}
	}()
	if got, want := run(t, dir, script), "true true false [object WeakRef]\nTypeError\nTypeError\nTypeError\ntrue false true\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
