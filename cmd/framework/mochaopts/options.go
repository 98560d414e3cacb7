package mochaopts

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"framework/engine/value"
)

// Options are those of mocha that are known here. Times are texts as mocha
// takes them: "5000", "5s".
type Options struct {
	Spec           []string
	Require        []string
	Reporter       string
	UI             string
	Grep, Contains string
	Invert         bool
	Timeout, Slow  string
	Retries        int
	Bail           bool
	Recursive      bool
}

// Read reads the first that the project at dir has of .mocharc.json,
// .mocharc.jsonc, the mocha member of package.json and test/mocha.opts. What
// cannot be followed is written to warnings.
func Read(dir string, warnings io.Writer) (*Options, error) {
	for _, name := range []string{".mocharc.js", ".mocharc.cjs", ".mocharc.yml", ".mocharc.yaml"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			_, _ = fmt.Fprintf(warnings, "warning: %s is not read: write it as .mocharc.json\n", name)
		}
	}
	for _, name := range []string{".mocharc.json", ".mocharc.jsonc", "package.json"} {
		path := filepath.Join(dir, name)
		text, err := os.ReadFile(path)
		if os.IsNotExist(err) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("reading the options of the tests: %w", err)
		}
		if o, err := parse(name, path, text); o != nil || err != nil {
			return o, err
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, "test", "mocha.opts"))
	if os.IsNotExist(err) {
		return &Options{}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the options of the tests: %w", err)
	}
	return parse("mocha.opts", "test/mocha.opts", text)
}

// parse reads the text of a file; without options in it the result is nil.
func parse(name, shown string, text []byte) (*Options, error) {
	o := &Options{}
	if name == "mocha.opts" {
		if err := o.arguments(words(string(text)), shown); err != nil {
			return nil, err
		}
		return o, nil
	}
	v, err := value.Parse(value.WithoutComments(text))
	// Errors of package.json are reported when the project is loaded.
	if err != nil && name != "package.json" {
		return nil, fmt.Errorf("%s: %w", shown, err)
	}
	m, _ := v.(*value.Map)
	if name == "package.json" {
		m, _ = m.Value("mocha").(*value.Map)
	}
	if m == nil {
		return nil, nil
	}
	if err := o.object(m, shown); err != nil {
		return nil, err
	}
	return o, nil
}

// short names of options, and other spellings.
var spellings = map[string]string{
	"R": "reporter", "g": "grep", "f": "fgrep", "i": "invert", "t": "timeout", "timeouts": "timeout",
	"s": "slow", "b": "bail", "r": "require", "u": "ui",
}

// flags are options without a value.
var flags = map[string]bool{"invert": true, "bail": true, "recursive": true, "no-timeouts": true, "no-timeout": true}

// ignored are options of mocha that mean nothing here, and whether they have a
// value.
var ignored = map[string]bool{
	"colors": false, "color": false, "c": false, "no-colors": false, "no-color": false, "C": false, "exit": false, "no-exit": false,
	"full-trace": false, "check-leaks": false, "inline-diffs": false, "async-only": false, "A": false, "sort": false, "S": false,
	"growl": false, "G": false, "watch": false, "w": false, "diff": false, "no-diff": false, "harmony": false, "debug": false, "d": false,
	"allow-uncaught": false, "forbid-only": false, "forbid-pending": false, "expose-gc": false, "gc": false, "no-deprecation": false,
	"compilers": true, "globals": true, "reporter-options": true, "O": true, "reporter-option": true, "extension": true, "ignore": true,
	"watch-files": true, "package": true, "opts": true, "config": true,
}

// words splits the text of mocha.opts at spaces; quotes keep words together,
// lines that begin with # are remarks.
func words(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "#") {
			continue
		}
		var word strings.Builder
		quote, inside := rune(0), false
		for _, c := range line {
			switch {
			case c == quote:
				quote = 0
			case quote == 0 && (c == '"' || c == '\''):
				quote, inside = c, true
			case quote == 0 && (c == ' ' || c == '\t'):
				if inside {
					out = append(out, word.String())
				}
				word.Reset()
				inside = false
			default:
				word.WriteRune(c)
				inside = true
			}
		}
		if inside {
			out = append(out, word.String())
		}
	}
	return out
}

func (o *Options) arguments(args []string, source string) error {
	for i := 0; i < len(args); i++ {
		name := strings.TrimLeft(args[i], "-")
		if name == args[i] {
			o.Spec = append(o.Spec, args[i])
			continue
		}
		name, val, hasValue := strings.Cut(name, "=")
		if long, ok := spellings[name]; ok {
			name = long
		}
		takes, known := ignored[name]
		if !known {
			takes = !flags[name]
		}
		if takes && !hasValue {
			if i++; i == len(args) {
				return fmt.Errorf("%s: --%s needs a value", source, name)
			}
			val = args[i]
		}
		if known {
			continue
		}
		if err := o.set(name, val, source); err != nil {
			return err
		}
	}
	return nil
}

func (o *Options) object(m *value.Map, source string) error {
	for name, v := range m.All() {
		if long, ok := spellings[name]; ok {
			name = long
		}
		if _, known := ignored[name]; known {
			continue
		}
		list, isList := v.([]any)
		if !isList {
			list = []any{v}
		}
		for _, v := range list {
			switch v := v.(type) {
			case bool:
				if !v && name == "timeout" {
					v, name = true, "no-timeouts"
				}
				if !v {
					continue
				}
				if err := o.set(name, "true", source); err != nil {
					return err
				}
			default:
				text, isText := v.(string)
				if !isText {
					text = string(value.Append(nil, v))
				}
				if err := o.set(name, text, source); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (o *Options) set(name, val, source string) error {
	switch name {
	case "spec", "file":
		o.Spec = append(o.Spec, val)
	case "require":
		o.Require = append(o.Require, val)
	case "reporter":
		o.Reporter = val
	case "ui":
		o.UI = val
	case "grep":
		o.Grep = val
	case "fgrep":
		o.Contains = val
	case "invert":
		o.Invert = true
	case "timeout":
		o.Timeout = val
	case "no-timeouts", "no-timeout":
		o.Timeout = "0"
	case "slow":
		o.Slow = val
	case "bail":
		o.Bail = true
	case "recursive":
		o.Recursive = true
	case "retries":
		n, err := strconv.Atoi(val)
		if err != nil || n < 0 {
			return fmt.Errorf("%s: retries is %q: it has to be a number", source, val)
		}
		o.Retries = n
	default:
		return fmt.Errorf("%s: there is no option %q here", source, name)
	}
	return nil
}

// Override sets the options of the command line, by the names of their flags.
func (o *Options) Override(given Options, changed func(flag string) bool) {
	if len(given.Spec) > 0 {
		o.Spec = given.Spec
	}
	o.Require = append(o.Require, given.Require...)
	for name, take := range map[string]func(){
		"reporter":    func() { o.Reporter = given.Reporter },
		"ui":          func() { o.UI = given.UI },
		"grep":        func() { o.Grep = given.Grep },
		"fgrep":       func() { o.Contains = given.Contains },
		"invert":      func() { o.Invert = given.Invert },
		"timeout":     func() { o.Timeout = given.Timeout },
		"no-timeouts": func() { o.Timeout = given.Timeout },
		"slow":        func() { o.Slow = given.Slow },
		"bail":        func() { o.Bail = given.Bail },
		"retries":     func() { o.Retries = given.Retries },
		"recursive":   func() { o.Recursive = given.Recursive },
	} {
		if changed(name) {
			take()
		}
	}
}

// Duration reads a time as mocha takes it: milliseconds, or a number with a
// unit. "" is the default.
func Duration(text string, def time.Duration) (time.Duration, error) {
	if text == "" {
		return def, nil
	}
	if ms, err := strconv.ParseFloat(text, 64); err == nil && ms >= 0 {
		return time.Duration(ms * float64(time.Millisecond)), nil
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		return 0, fmt.Errorf("%q is no time: write milliseconds, or 5s", text)
	}
	return d, nil
}
