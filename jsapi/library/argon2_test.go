package library_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"framework/engine/testenv"
	"framework/jsapi/jsapitest"
)

// The answers are those of argon2 0.41.1 in Node 20.
func TestArgon2(t *testing.T) {
	testenv.Slow(t)
	script, err := os.ReadFile("testdata/argon2.js")
	if err != nil {
		t.Fatal(err)
	}
	recorded, err := os.ReadFile("testdata/argon2.txt")
	if err != nil {
		t.Fatal(err)
	}
	text, err := jsapitest.Value(t.Context(), withModules(t), string(script)+"(require('argon2'))")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(strings.TrimSpace(string(recorded)), "\n"), got); diff != "" {
		t.Errorf("not what the package answers (-package +ours):\n%s", diff)
	}
}

// What the implementation does not have is an error, and never another hash.
func TestArgon2Absent(t *testing.T) {
	got, err := jsapitest.Value(t.Context(), withModules(t), `(async (a) => {
		const out = [], salt = Buffer.alloc(16);
		for (const f of [() => a.hash('x', { type: a.argon2d }), () => a.hash('x', { version: 16 }), () => a.hash('x', { secret: Buffer.from('s') }), () => a.hash('x', { memoryCost: 2 ** 21, salt }), () => a.verify('$argon2i$m=1024,t=2,p=1$AgICAgICAgICAgICAgICAg$vDq6VUaDlM4vH3EBC9Namg', 'x')]) {
			try { out.push(await f()); } catch (e) { out.push(e.message); }
		}
		return out;
	})(require('argon2'))`)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"the type argon2d is not available", "version 16 is not available", "a secret or associated data is not available", "memoryCost may be 1048576 at most"} {
		if !strings.Contains(got, part) {
			t.Errorf("%q is missing in %s", part, got)
		}
	}
}
