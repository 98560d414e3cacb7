package mochaopts

import "testing"

// FuzzRead: options that make no sense are errors.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{"--timeout 5s\ntest/*.js", `-R "spec`, "# x\n--grep 'a b' --", "-", `{"timeout": 5 /* x */}`, `{"a": "//`, "{ // }", `{"mocha":{"spec":["a"]}}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, name := range []string{"mocha.opts", ".mocharc.jsonc", "package.json"} {
			o, err := parse(name, name, []byte(text))
			if o != nil && err != nil || o == nil && err == nil && name == "mocha.opts" {
				t.Errorf("%s: %v with %v", name, o, err)
			}
		}
	})
}
