package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"framework/blueprints"
	"framework/engine/cors"
	"framework/engine/csrf"
	"framework/engine/testenv"
)

// TestDocs holds the documentation against the code: settings, commands, flags,
// addresses, tests and pages that it names exist, and it names every setting.
func TestDocs(t *testing.T) {
	testenv.Slow(t)
	pages, sources := readDocs(t), readSources(t)

	t.Run("settings of the code are documented", func(t *testing.T) {
		documented := map[string]bool{}
		for _, page := range pages {
			for _, span := range codeSpans(page) {
				for _, word := range wordPattern.FindAllString(span, -1) {
					documented[word] = true
				}
			}
		}
		for _, key := range append(settingsRead(sources), settingsOfTables()...) {
			for part := range strings.SplitSeq(key, ".") {
				if !documented[part] {
					t.Errorf("the code reads the setting %s, but no page of docs has `%s` in code style: add it to docs/configuration.md or the page of its subject", key, part)
				}
			}
		}
	})

	t.Run("documented settings are read", func(t *testing.T) {
		var literals strings.Builder
		for path, text := range sources {
			if filepath.Ext(path) == ".go" && !strings.HasSuffix(path, "_test.go") {
				for _, literal := range literalPattern.FindAllString(text, -1) {
					literals.WriteString(literal)
				}
			}
		}
		known := map[string]bool{}
		for _, word := range wordPattern.FindAllString(literals.String(), -1) {
			known[word] = true
		}
		rows := 0
		for _, page := range []string{"configuration.md", "sockets.md", "scaling.md", "databases.md", "reload.md", "security.md", "pubsub.md"} {
			for _, key := range settingRows(pages[page]) {
				rows++
				for _, part := range wordPattern.FindAllString(key, -1) {
					if !known[part] {
						t.Errorf("docs/%s has the setting %s, but no string of the code contains %q", page, key, part)
					}
				}
			}
		}
		if rows < 100 {
			t.Errorf("only %d settings were found in the tables: their headings have changed", rows)
		}
	})

	t.Run("commands and flags exist", func(t *testing.T) {
		found := 0
		for name, page := range pages {
			for _, line := range codeLines(page) {
				for _, m := range commandPattern.FindAllStringSubmatch(line, -1) {
					found++
					checkCommandLine(t, name, m[1])
				}
			}
		}
		if found < 30 {
			t.Errorf("only %d command lines were found", found)
		}
	})

	t.Run("addresses are served", func(t *testing.T) {
		for name, page := range pages {
			for _, address := range addressPattern.FindAllString(page, -1) {
				address = strings.TrimSuffix(address, "/")
				if !anySource(sources, `"`+address) {
					t.Errorf("%s names the address %s, which no code serves", name, address)
				}
			}
		}
	})

	t.Run("tests exist", func(t *testing.T) {
		tests := map[string]bool{}
		for path, text := range sources {
			if strings.HasSuffix(path, "_test.go") {
				for _, m := range testFuncPattern.FindAllStringSubmatch(text, -1) {
					tests[m[1]] = true
				}
			}
		}
		for name, page := range pages {
			for _, m := range testPattern.FindAllStringSubmatch(page, -1) {
				if !tests[m[1]] {
					t.Errorf("%s names the test %s, which does not exist", name, m[1])
				}
			}
		}
	})

	t.Run("packages and files exist", func(t *testing.T) {
		found := 0
		for _, span := range codeSpans(pages["architecture.md"]) {
			for _, name := range pathPattern.FindAllString(span, -1) {
				found++
				if _, err := os.Stat(filepath.Join("../..", name)); err != nil {
					t.Errorf("architecture.md names %s, which does not exist", name)
				}
			}
		}
		if found < 100 {
			t.Errorf("only %d names of packages and files were found", found)
		}
		// And the other way round: every package has its row.
		for path := range sources {
			dir := filepath.ToSlash(filepath.Dir(strings.TrimPrefix(path, "../../")))
			if filepath.Base(path) == "doc.go" && !strings.Contains(dir, "/internal/") && !strings.Contains(pages["architecture.md"], "`"+filepath.Base(dir)+"`") && !strings.Contains(pages["architecture.md"], "`"+dir+"`") {
				t.Errorf("architecture.md does not name the package %s", dir)
			}
		}
	})

	t.Run("links lead somewhere", func(t *testing.T) {
		for name, page := range pages {
			for _, m := range linkPattern.FindAllStringSubmatch(page, -1) {
				target, anchor, _ := strings.Cut(m[1], "#")
				if strings.Contains(target, "://") {
					continue
				}
				if target == "" {
					target = name
				}
				other, ok := pages[strings.TrimPrefix(target, "docs/")]
				if !ok {
					// Pictures are beside the pages of docs.
					_, err := os.Stat(filepath.Join("../../docs", target))
					if err != nil {
						_, err = os.Stat(filepath.Join("../..", target))
					}
					if err != nil {
						t.Errorf("%s links to %s, which does not exist", name, target)
					}
					continue
				}
				if anchor != "" && !slices.Contains(anchors(other), anchor) {
					t.Errorf("%s links to %s#%s: the page has no such heading", name, target, anchor)
				}
			}
		}
	})
}

var (
	literalPattern = regexp.MustCompile(`"[^"\n]*"`)
	wordPattern    = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*`)
	// settingPattern matches the dotted key of a setting as a string of the code.
	settingPattern  = regexp.MustCompile(`"((?:blueprints|bootstrap|cors|csrf|http|i18n|log|models|paths|pubsub|script|security|session|sockets|views|watch)\.[A-Za-z.]+[A-Za-z])"`)
	commandPattern  = regexp.MustCompile("(?:^|[`\\s])framework ((?:[a-z]+(?:\\\\\\|[a-z]+)*)(?: [^`#|]*)?)")
	flagPattern     = regexp.MustCompile(`(?:^|\s)--([a-z][a-z-]*)(?:[ =]|$)`)
	addressPattern  = regexp.MustCompile(`/(?:_framework/[a-z/]*|__getcookie|csrfToken|firehose)`)
	testPattern     = regexp.MustCompile("`((?:Test|Benchmark)[A-Z][A-Za-z0-9]*)")
	testFuncPattern = regexp.MustCompile(`(?m)^func ((?:Test|Benchmark)[A-Za-z0-9_]*)`)
	pathPattern     = regexp.MustCompile(`^(?:blueprints|cmd|engine|jsapi|router|sockets|testdata|watch)(?:/[\w./-]+)?$`)
	linkPattern     = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	headingPattern  = regexp.MustCompile(`(?m)^#+ (.*)$`)
	inlinePattern   = regexp.MustCompile("`([^`\n]+)`")
)

// refusedSettings are read in order to be refused or to name their replacement,
// or are older names of others.
var refusedSettings = []string{"http.loadMiddleware", "sockets.allowRequest", "sockets.maxBufferSize"}

// readDocs reads the pages of the documentation by their names.
func readDocs(t *testing.T) map[string]string {
	t.Helper()
	paths, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	pages := map[string]string{}
	for _, path := range append(paths, "../../README.md", "../../CONTRIBUTING.md", "../../CHANGELOG.md") {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		pages[filepath.Base(path)] = string(text)
	}
	return pages
}

// readSources reads the Go files and embedded scripts of the repository.
func readSources(t *testing.T) map[string]string {
	t.Helper()
	sources := map[string]string{}
	for _, dir := range []string{"blueprints", "cmd", "engine", "jsapi", "router", "sockets", "watch"} {
		err := filepath.WalkDir(filepath.Join("../..", dir), func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() {
				if d.Name() == "testdata" {
					return filepath.SkipDir
				}
				return nil
			}
			if ext := filepath.Ext(path); ext != ".go" && ext != ".js" {
				return nil
			}
			text, err := os.ReadFile(path)
			sources[path] = string(text)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return sources
}

func anySource(sources map[string]string, text string) bool {
	for _, source := range sources {
		if strings.Contains(source, text) {
			return true
		}
	}
	return false
}

// settingsRead returns the keys of settings that the code names, sorted.
func settingsRead(sources map[string]string) []string {
	var keys []string
	for path, text := range sources {
		if strings.HasSuffix(path, "_test.go") || !strings.Contains(path, "/engine/") && !strings.Contains(path, "/cmd/") {
			continue
		}
		for _, m := range settingPattern.FindAllStringSubmatch(text, -1) {
			if !strings.HasSuffix(m[1], ".js") && !slices.Contains(refusedSettings, m[1]) {
				keys = append(keys, m[1])
			}
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// settingsOfTables returns the keys of settings that are read by tables.
func settingsOfTables() (keys []string) {
	for section, names := range map[string][]string{
		"blueprints": blueprints.SettingNames(), "csrf": csrf.SettingNames(), "cors": cors.SettingNames(), "security.cors": cors.ModernSettingNames(),
	} {
		for _, name := range names {
			keys = append(keys, section+"."+name)
		}
	}
	return keys
}

// settingRows returns the code spans in the first column of the tables of
// settings of a page.
func settingRows(page string) []string {
	var keys []string
	table := false
	for line := range strings.SplitSeq(page, "\n") {
		cells := strings.Split(line, "|")
		switch {
		case len(cells) < 3:
			table = false
		case strings.HasPrefix(strings.TrimSpace(cells[1]), "key") || slices.Contains([]string{"setting", "member"}, strings.TrimSpace(cells[1])):
			table = true
		case table:
			for _, m := range inlinePattern.FindAllStringSubmatch(cells[1], -1) {
				key, _, _ := strings.Cut(m[1], "(")
				keys = append(keys, strings.ReplaceAll(key, "<name>", ""))
			}
		}
	}
	return keys
}

// codeSpans returns what a page shows as code, in a line and in blocks.
func codeSpans(page string) []string {
	spans := codeLines(page)
	for _, m := range inlinePattern.FindAllStringSubmatch(page, -1) {
		spans = append(spans, m[1])
	}
	return spans
}

// codeLines returns the lines of code blocks, and code spans that begin with
// the name of the program.
func codeLines(page string) []string {
	var lines []string
	fenced := false
	for line := range strings.SplitSeq(page, "\n") {
		switch {
		case strings.HasPrefix(line, "```"):
			fenced = !fenced
		case fenced || strings.HasPrefix(line, "    "):
			lines = append(lines, strings.TrimSpace(line))
		default:
			for _, m := range inlinePattern.FindAllStringSubmatch(line, -1) {
				if strings.HasPrefix(m[1], "framework ") {
					lines = append(lines, m[1])
				}
			}
		}
	}
	return lines
}

// checkCommandLine reports commands and flags of a documented command line that the
// program does not have. Settings as flags have a dot, and the flags of scripts
// are their inputs.
func checkCommandLine(t *testing.T, page, line string) {
	t.Helper()
	first, rest, _ := strings.Cut(line, " ")
	for name := range strings.SplitSeq(strings.ReplaceAll(first, `\|`, "|"), "|") {
		cmd, _, err := newRoot().Find([]string{name})
		if err != nil || !cmd.HasParent() {
			t.Errorf("%s names the command framework %s, which does not exist", page, name)
			continue
		}
		if sub, _, err := cmd.Find(strings.Fields(rest)); err == nil {
			cmd = sub
		}
		if name == "run" {
			continue
		}
		for _, m := range flagPattern.FindAllStringSubmatch(rest, -1) {
			if !hasFlag(cmd, m[1]) {
				t.Errorf("%s names the flag --%s of framework %s, which does not exist", page, m[1], name)
			}
		}
	}
}

func hasFlag(cmd *cobra.Command, name string) bool {
	if cmd.Flags().Lookup(name) != nil || cmd.InheritedFlags().Lookup(name) != nil {
		return true
	}
	return slices.ContainsFunc(cmd.Commands(), func(c *cobra.Command) bool { return c.Flags().Lookup(name) != nil })
}

// anchors returns the anchors of a page's headings, as GitHub makes them.
func anchors(page string) []string {
	var out []string
	for _, m := range headingPattern.FindAllStringSubmatch(page, -1) {
		text := strings.Map(func(r rune) rune {
			switch {
			case r == ' ' || r == '-':
				return '-'
			case r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z':
				return r
			}
			return -1
		}, m[1])
		out = append(out, strings.ToLower(text))
	}
	return out
}
