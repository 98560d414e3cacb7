//go:build linux

package jsapi_test

import (
	"context"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"framework/jsapi"
)

// Measures by how many times the memory limit the resident memory of the process
// grows before a turn that keeps all it allocates is interrupted ("limits"). The
// figures stand in docs/configuration.md.
func BenchmarkMemoryOvershoot(b *testing.B) {
	const limit = 64 << 20
	for _, c := range []struct{ name, src string }{
		{"Objects", "var a = []; for (;;) { a.push({}); }"},
		{"Texts", "var a = []; for (;;) { a.push('x'.repeat(1000) + a.length); }"},
		{"Doubled text", "var s = 'xy'; for (;;) { s += s; }"},
		{"Doubled array", "var a = [1]; for (;;) { a = a.concat(a); }"},
		{"Members", "var o = {}; for (var i = 0;; i++) { o['k' + i] = i; }"},
		{"Map", "var m = new Map(); for (var i = 0;; i++) { m.set(i, {}); }"},
		{"Bytes", "var a = []; for (;;) { a.push(new Uint8Array(1e6)); }"},
		{"Bytes of the limit", "var a = []; for (;;) { a.push(new Uint8Array(" + strconv.Itoa(limit) + ").fill(1)); }"},
	} {
		b.Run(c.name, func(b *testing.B) {
			most := int64(0)
			for b.Loop() {
				i, err := jsapi.New(jsapi.Options{MemoryLimit: limit, TurnLimit: -1})
				if err != nil {
					b.Fatal(err)
				}
				debug.FreeOSMemory()
				if err := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0); err != nil { // resets VmHWM
					b.Skip(err)
				}
				before := resident(b, "VmRSS")
				err = i.Do(b.Context(), func(r *jsapi.Realm) error { _, err := compiled(r, c.src); return err })
				most = max(most, resident(b, "VmHWM")-before)
				if err == nil || !strings.Contains(err.Error(), "bytes of memory") {
					b.Errorf("it is not interrupted: %v", err)
				}
				if err := i.Close(context.Background()); err != nil {
					b.Error(err)
				}
			}
			b.ReportMetric(float64(most)/limit, "limits")
		})
	}
}

// resident returns a value of /proc/self/status, in bytes.
func resident(b *testing.B, name string) int64 {
	b.Helper()
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		b.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if f := strings.Fields(line); len(f) == 3 && f[0] == name+":" {
			n, err := strconv.ParseInt(f[1], 10, 64)
			if err != nil {
				b.Fatal(err)
			}
			return n << 10
		}
	}
	b.Fatalf("the system reports no %s", name)
	return 0
}
