package library_test

import (
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"

	"framework/jsapi/jsapitest"
)

// The answers are those of sharp 0.33.5 in Node 20. Colors, in eighths, may differ by one:
// libvips rounds in other places.
func TestSharp(t *testing.T) {
	script, err := os.ReadFile("testdata/sharp.js")
	if err != nil {
		t.Fatal(err)
	}
	recorded, err := os.ReadFile("testdata/sharp.txt")
	if err != nil {
		t.Fatal(err)
	}
	text, err := jsapitest.Value(t.Context(), withModules(t), string(script)+"(require('sharp'))")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSpace(string(recorded)), "\n")
	if len(got) != len(want) {
		t.Fatalf("%d answers, want %d", len(got), len(want))
	}
	for i, line := range got {
		if !near(line, want[i]) {
			t.Errorf("got  %s\nwant %s", line, want[i])
		}
	}
}

// near reports whether two lines are the same, but for colors that differ by one.
func near(a, b string) bool {
	x, y := strings.Split(a, " "), strings.Split(b, " ")
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		p, q := strings.Split(x[i], "."), strings.Split(y[i], ".")
		if x[i] == y[i] {
			continue
		}
		if len(p) < 3 || len(p) != len(q) {
			return false
		}
		for k := range p {
			m, err1 := strconv.Atoi(p[k])
			n, err2 := strconv.Atoi(q[k])
			if err1 != nil || err2 != nil || m-n > 1 || n-m > 1 {
				return false
			}
		}
	}
	return true
}

// What is not there says so, and is no error before it is called.
func TestSharpAbsent(t *testing.T) {
	got, err := jsapitest.Value(t.Context(), withModules(t), `(async (sharp) => {
		const out = [], picture = sharp({ create: { width: 3, height: 3, channels: 3, background: 'red' } });
		for (const f of [() => picture.avif(), () => picture.toFormat('heic'), () => picture.stats(), () => picture.toFile('a.avif'), () => picture.composite([{ input: 'x', blend: 'overlay' }])]) {
			try { await f(); out.push('no error'); } catch (e) { out.push(e.message); }
		}
		return out;
	})(require('sharp'))`)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"avif() is not available", "the format heic is not available", "stats() is not available", "the format avif is not available", "the blend overlay is not available"} {
		if !strings.Contains(got, part) {
			t.Errorf("%q is missing in %s", part, got)
		}
	}
	if strings.Contains(got, "no error") {
		t.Error(got)
	}
}
