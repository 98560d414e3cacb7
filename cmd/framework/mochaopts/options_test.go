package mochaopts_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"framework/cmd/framework/mochaopts"
)

// project writes files, given as name and text in turn, into a folder.
func project(t *testing.T, files ...string) string {
	t.Helper()
	dir := t.TempDir()
	for i := 0; i < len(files); i += 2 {
		path := filepath.Join(dir, filepath.FromSlash(files[i]))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(files[i+1]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestRead(t *testing.T) {
	for _, tc := range []struct {
		name  string
		files []string
		want  mochaopts.Options
		err   string
	}{
		{name: "nothing"},
		{
			name: "mocha.opts", files: []string{"test/mocha.opts", `
# a remark
--timeout 5s  --reporter dot
-R spec
--require test/setup.js -r should
--grep 'a b' --invert --bail --recursive --retries 2
--slow=300 --ui tdd --colors --globals sails,_ --check-leaks
test/unit "test/with space.js"
`},
			want: mochaopts.Options{
				Spec: []string{"test/unit", "test/with space.js"}, Require: []string{"test/setup.js", "should"}, Reporter: "spec", UI: "tdd",
				Grep: "a b", Invert: true, Timeout: "5s", Slow: "300", Retries: 2, Bail: true, Recursive: true,
			},
		},
		{
			name: ".mocharc.json", files: []string{".mocharc.json", `{"spec":["a.js","b.js"],"timeout":3000,"bail":false,"R":"json","require":"x","fgrep":"//","color":true,"file":"first.js"}`, "test/mocha.opts", "--bail"},
			want: mochaopts.Options{Spec: []string{"a.js", "b.js", "first.js"}, Timeout: "3000", Reporter: "json", Require: []string{"x"}, Contains: "//"},
		},
		{
			name: ".mocharc.jsonc", files: []string{".mocharc.jsonc", "{ // remark \"\n /* and\n this */ \"timeout\": false, \"ui\": \"b//dd\\\"\" }"},
			want: mochaopts.Options{Timeout: "0", UI: `b//dd"`},
		},
		{name: "package.json", files: []string{"package.json", `{"name":"x","mocha":{"slow":5}}`}, want: mochaopts.Options{Slow: "5"}},
		{name: "package.json without", files: []string{"package.json", `{"name":"x"}`, "test/mocha.opts", "--bail"}, want: mochaopts.Options{Bail: true}},
		{name: "package.json that is none", files: []string{"package.json", `{`}},
		{name: "no JSON", files: []string{".mocharc.json", `{`}, err: ".mocharc.json"},
		{name: "an unknown option", files: []string{"test/mocha.opts", "--parallel"}, err: `--parallel needs a value`},
		{name: "an unknown option with a value", files: []string{".mocharc.json", `{"jobs":3}`}, err: `there is no option "jobs" here`},
		{name: "no value", files: []string{"test/mocha.opts", "--grep"}, err: "--grep needs a value"},
		{name: "no number", files: []string{"test/mocha.opts", "--retries many"}, err: `retries is "many"`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var warnings bytes.Buffer
			got, err := mochaopts.Read(project(t, tc.files...), &warnings)
			if tc.err != "" {
				if err == nil || !strings.Contains(err.Error(), tc.err) {
					t.Errorf("got %v, want %q", err, tc.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.want, *got); diff != "" {
				t.Error(diff)
			}
			if warnings.Len() > 0 {
				t.Errorf("warned %s", &warnings)
			}
		})
	}
	var warnings bytes.Buffer
	if _, err := mochaopts.Read(project(t, ".mocharc.yml", "bail: true"), &warnings); err != nil || !strings.Contains(warnings.String(), ".mocharc.yml is not read") {
		t.Errorf("got %v, warned %q", err, &warnings)
	}
}

func TestOverride(t *testing.T) {
	o := mochaopts.Options{Spec: []string{"a"}, Require: []string{"r"}, Reporter: "dot", Bail: true, Timeout: "5"}
	o.Override(mochaopts.Options{Require: []string{"s"}, Bail: false, Reporter: "json"}, func(flag string) bool { return flag == "bail" })
	if diff := cmp.Diff(mochaopts.Options{Spec: []string{"a"}, Require: []string{"r", "s"}, Reporter: "dot", Timeout: "5"}, o); diff != "" {
		t.Error(diff)
	}
	o.Override(mochaopts.Options{Spec: []string{"b"}, Timeout: "0"}, func(flag string) bool { return flag == "no-timeouts" })
	if diff := cmp.Diff(mochaopts.Options{Spec: []string{"b"}, Require: []string{"r", "s"}, Reporter: "dot", Timeout: "0"}, o); diff != "" {
		t.Error(diff)
	}
}

func TestDuration(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"": time.Hour, "0": 0, "1500": 1500 * time.Millisecond, "2.5": 2500 * time.Microsecond, "2s": 2 * time.Second, "1m": time.Minute,
	} {
		if got, err := mochaopts.Duration(text, time.Hour); got != want || err != nil {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"soon", "-1", "-5s", "5 s"} {
		if got, err := mochaopts.Duration(text, 0); err == nil {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestFiles(t *testing.T) {
	dir := project(t, "test/unit/b.test.js", "", "test/unit/a.test.js", "", "test/bootstrap.test.js", "", "test/helper.js", "", "test/deep/er/c.js", "",
		"test/node_modules/x/x.test.js", "", "test/types.d.ts", "", "typed/c.test.ts", "", "other/one.js", "", "other/two.txt", "")
	for _, tc := range []struct {
		name string
		opts mochaopts.Options
		want string
	}{
		{"by default", mochaopts.Options{}, "test/bootstrap.test.js test/unit/a.test.js test/unit/b.test.js"},
		{"a file", mochaopts.Options{Spec: []string{"other/one.js"}}, "other/one.js"},
		{"a file without its ending", mochaopts.Options{Spec: []string{"other/one"}}, "other/one.js"},
		{"TypeScript", mochaopts.Options{Spec: []string{"typed", "typed/c.test"}}, "typed/c.test.ts"},
		{"a folder", mochaopts.Options{Spec: []string{"test"}}, "test/bootstrap.test.js test/helper.js"},
		{"folders below", mochaopts.Options{Spec: []string{"test"}, Recursive: true}, "test/bootstrap.test.js test/deep/er/c.js test/helper.js test/unit/a.test.js test/unit/b.test.js"},
		{"patterns", mochaopts.Options{Spec: []string{"test/**/*.test.js", "test/*.js", "other/{one,two}.*"}}, "test/bootstrap.test.js test/unit/a.test.js test/unit/b.test.js test/helper.js other/one.js other/two.txt"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			files, err := tc.opts.Files(dir)
			if err != nil {
				t.Fatal(err)
			}
			for i, f := range files {
				rel, err := filepath.Rel(dir, f)
				if err != nil {
					t.Fatal(err)
				}
				files[i] = filepath.ToSlash(rel)
			}
			if got := strings.Join(files, " "); got != tc.want {
				t.Errorf("got %s, want %s", got, tc.want)
			}
		})
	}
	plain := project(t, "test/x.js", "")
	if files, err := (&mochaopts.Options{}).Files(plain); err != nil || len(files) != 1 {
		t.Errorf("got %v, %v", files, err)
	}
	for _, opts := range []mochaopts.Options{{Spec: []string{"none.js"}}, {Spec: []string{"test/[.js"}}} {
		if files, err := opts.Files(dir); err == nil {
			t.Errorf("%v: %v", opts.Spec, files)
		}
	}
	if _, err := (&mochaopts.Options{}).Files(t.TempDir()); err == nil || !strings.Contains(err.Error(), "there are no tests in") {
		t.Errorf("no tests at all: %v", err)
	}
	opts := mochaopts.Options{Require: []string{"test/helper", "should", "other/one.js"}}
	required, err := opts.Required(dir)
	if err != nil || required[1] != "should" || !filepath.IsAbs(required[0]) || !filepath.IsAbs(required[2]) {
		t.Errorf("got %v, %v", required, err)
	}
}
