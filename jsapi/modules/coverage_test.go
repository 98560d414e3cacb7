package modules_test

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"framework/jsapi"
	"framework/jsapi/coverage"
	"framework/jsapi/modules"
)

// TestCoverage: what of a file was run, as lines with their counts and functions with
// theirs, while it does the same as without.
func TestCoverage(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ file, text, gives, lines, functions string }{
		"branches": {
			"a.js", "'use strict';\nvar n = 0;\nif (n) n++;\nelse if (n === 0)\n  n = 5;\nelse {\n  n = 7;\n}\nvar more = [1];\n", "",
			"2:1 3:1 4:1 5:1 7:0 9:1", "",
		},
		"loops": {
			"a.js", "var list = [], i;\nouter: for (i = 0; i < 3; i++)\n  for (const j of [1, 2]) {\n    if (j === 2) continue outer;\n    list.push(i);\n  }\ndo i--; while (i);\nswitch (i) {\ncase 0:\n  list.push('x');\n  break;\ndefault:\n  list.push('y');\n}\nmodule.exports = list.join();", "0,1,2,x",
			"1:1 3:3 4:6 5:3 7:3 8:1 10:1 11:1 13:0 15:1", "",
		},
		"functions": {
			"a.js", "function one(a) { return a; }\nvar two = a => a + 1;\nmodule.exports = {\n  three: function () {\n    return 3;\n  },\n  four() { return 4; },\n  get five() { return one(two(3)); },\n};\nmodule.exports.six = async () => { await null; };\nmodule.exports = module.exports.five;", "4",
			"1:1 2:1 3:1 5:0 7:0 8:1 10:1 11:1", "one:1 two:1 three:0 four:0 five:1 six:0",
		},
		"a class and a generator": {
			"a.js", "class Pet {\n  #age = 1;\n  static make() { return new this(); }\n  age() { return this.#age; }\n}\nfunction* two() {\n  yield 1;\n  yield 2;\n}\nmodule.exports = [...two()].length + Pet.make().age();", "3",
			"1:1 3:1 4:1 7:1 8:1 10:1", "make:1 age:1 two:1",
		},
		"the text of functions": {
			"a.js", "function f(a) { return a; }\nmodule.exports = f.toString() + f.name + f.length;", "function f(a) { return a; }f1",
			"1:0 2:1", "f:0",
		},
		"an early end": {
			"a.js", "function f() {\n  return 1;\n  f();\n}\nmodule.exports = f();", "1", "2:1 3:0 5:1", "f:1",
		},
		"TypeScript": {
			"a.ts", "interface Pet { name: string }\n\nconst pet: Pet = { name: 'Rex' };\nfunction unused(): string {\n  return pet.name;\n}\nmodule.exports = pet.name;\n", "Rex",
			"3:1 5:0 7:1", "unused:0",
		},
		"an ES module": {
			"a.mjs", "import other from './other.js';\n\nexport function unused() {\n  return 1;\n}\nexport const used = other;\n", "",
			"1:1 4:0 6:1", "unused:0",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root := folder(t, map[string]string{tt.file: tt.text, "other.js": "module.exports = 1;"})
			path := filepath.Join(root, tt.file)
			counter := coverage.New(func(p string) bool { return p == path })
			cache := modules.NewCache()
			cache.Cover(counter)
			iso, err := jsapi.New(jsapi.Options{Root: root, Log: slog.New(slog.DiscardHandler)})
			if err != nil {
				t.Fatal(err)
			}
			defer iso.Close(context.Background())
			got := ""
			err = iso.Do(t.Context(), func(r *jsapi.Realm) error {
				l, err := modules.Install(r, modules.Options{Root: root, Cache: cache})
				if err != nil {
					return err
				}
				for _, name := range []string{"other.js", tt.file} {
					v, err := l.Require(filepath.Join(root, name))
					if err != nil && tt.gives != "" {
						return err
					}
					if tt.gives != "" {
						got = v.String()
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if tt.gives != "" && got != tt.gives {
				t.Errorf("the file gives %s", got)
			}
			files := counter.Files()
			if len(files) != 1 || files[0].Path != path {
				t.Fatalf("counted are %v", files)
			}
			var lines, functions []string
			for _, n := range slices.Sorted(maps.Keys(files[0].Lines)) {
				lines = append(lines, fmt.Sprintf("%d:%d", n, files[0].Lines[n]))
			}
			for _, f := range files[0].Functions {
				functions = append(functions, fmt.Sprintf("%s:%d", f.Name, f.Hits))
			}
			if got := strings.Join(lines, " "); got != tt.lines {
				t.Errorf("lines %s\nwant  %s", got, tt.lines)
			}
			if got := strings.Join(functions, " "); got != tt.functions {
				t.Errorf("functions %s, want %s", got, tt.functions)
			}
		})
	}
}
