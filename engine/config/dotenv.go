package config

import (
	"regexp"
	"slices"
	"strings"

	"framework/engine/problem"
)

// DotEnvFile is the file in a project's folder with environment variables of this machine.
const DotEnvFile = ".env"

// ParseDotEnv reads a file of environment variables by the rules of the npm package dotenv,
// which projects have used for it: NAME=value, export in front, values in quotes over several
// lines, comments after #, and nothing is expanded. The result is like os.Environ, each name
// once; lines that are nothing of that are problems.
func ParseDotEnv(text string) (environ []string, problems []problem.Problem) {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.TrimPrefix(text, "\uFEFF"))
	for number := 1; text != ""; {
		line, after, _ := strings.Cut(text, "\n")
		read := 1
		switch m := dotEnvName.FindStringSubmatch(line); {
		case m != nil:
			var val string
			val, after, read = dotEnvValue(text[len(m[0]):])
			environ = setVariable(environ, m[1], val)
		case strings.TrimSpace(line) != "" && !strings.HasPrefix(strings.TrimSpace(line), "#"):
			problems = append(problems, problem.In(DotEnvFile, "the line is not read").At(number, 0).Advise("write it as NAME=value, or begin it with # for a comment"))
		}
		number += read
		text = after
	}
	return environ, problems
}

var dotEnvName = regexp.MustCompile(`^\s*(?:export\s+)?([\w.-]+)(?:\s*=|:[ \t]+)[ \t]*`)

// dotEnvValue reads the value at the beginning of text, and returns what comes after its last
// line and how many lines it has.
func dotEnvValue(text string) (val, after string, lines int) {
	if end := closing(text); end > 0 {
		val = text[1:end]
		if text[0] == '"' {
			val = strings.NewReplacer(`\n`, "\n", `\r`, "\r").Replace(val)
		}
		_, after, _ = strings.Cut(text[end:], "\n")
		return val, after, 1 + strings.Count(text[:end], "\n")
	}
	line, after, _ := strings.Cut(text, "\n")
	line, _, _ = strings.Cut(line, "#")
	return strings.TrimSpace(line), after, 1
}

// closing is where the quotes end that text begins with, 0 if it begins with none or they do
// not end, or something else than a comment follows them on their line.
func closing(text string) int {
	if text == "" || strings.IndexByte("\"'`", text[0]) < 0 {
		return 0
	}
	last := 0 // a quote with a backslash in front, which ends a value if no other one does
	for i := 1; i < len(text); i++ {
		if text[i] != text[0] {
			continue
		}
		rest, _, _ := strings.Cut(text[i+1:], "\n")
		ends := strings.TrimSpace(rest) == "" || strings.HasPrefix(strings.TrimSpace(rest), "#")
		switch {
		case text[i-1] != '\\' && ends:
			return i
		case text[i-1] != '\\':
			return last
		case ends:
			last = i
		}
	}
	return last
}

// setVariable adds a variable; the last one of a name counts.
func setVariable(environ []string, name, val string) []string {
	environ = slices.DeleteFunc(environ, func(kv string) bool { return strings.HasPrefix(kv, name+"=") })
	return append(environ, name+"="+val)
}

// Variables adds those of a file, where the environment has no variable of that name.
func (p Process) Variables(environ []string) []string {
	out := slices.Clone(p.Environ)
	for _, kv := range environ {
		if name, _, _ := strings.Cut(kv, "="); !p.has(name) {
			out = append(out, kv)
		}
	}
	return out
}

// has reports whether there is a variable, even an empty one.
func (p Process) has(name string) bool {
	return slices.ContainsFunc(p.Environ, func(kv string) bool { return strings.HasPrefix(kv, name+"=") })
}
