package generate

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// The templates are JavaScript; a project in TypeScript gets them with the exports of ES
// modules and the types that framework types declares.

// hasTypes reports whether the scripts of a project are TypeScript.
func hasTypes(root string) bool {
	found, _ := filepath.Glob(filepath.Join(root, "config", "*.ts")) // the pattern is valid
	return len(found) > 0
}

// typedName is the path of a script in a project in TypeScript; others keep theirs. The
// browser's scripts stay JavaScript, and so does config/local.js, which is of one machine.
func typedName(rel string) (name string, script bool) {
	folder, _, _ := strings.Cut(rel, "/")
	base, isScript := strings.CutSuffix(rel, ".js")
	if !isScript || rel == "config/local.js" || !slices.Contains([]string{"api", "config", "db", "scripts", "test"}, folder) {
		return rel, false
	}
	return base + ".ts", true
}

// typed writes a script of a template in TypeScript.
func typed(text string) string {
	text = typedRequire.ReplaceAllString(text, "import $1 from $2;")
	text = typedSection.ReplaceAllStringFunc(text, func(found string) string {
		name := typedSection.FindStringSubmatch(found)[1]
		if of := map[string]string{"routes": "framework.Routes", "policies": "framework.Policies"}[name]; of != "" {
			name += ": " + of
		}
		return "export const " + name + " ="
	})
	text = strings.Replace(text, "module.exports =", "export default", 1)
	return typedParameters.ReplaceAllStringFunc(text, func(found string) string {
		head, list, _ := strings.Cut(strings.TrimSuffix(found, ")"), "(")
		names := strings.Split(list, ", ")
		for i, name := range names {
			switch name {
			case "req":
				names[i] += ": framework.Request"
			case "res":
				names[i] += ": framework.Response"
			case "next", "proceed":
				if i > 0 {
					names[i] += ": framework.Next"
				}
			case "sails":
				names[i] += ": framework.App"
			}
		}
		return head + "(" + strings.Join(names, ", ") + ")"
	})
}

var (
	typedRequire    = regexp.MustCompile(`(?m)^const (\w+) = require\(('[^']+')\);`)
	typedSection    = regexp.MustCompile(`(?m)^module\.exports\.(\w+) =`)
	typedParameters = regexp.MustCompile(`function(?: \w+)? ?\([^()]*\)`)
)

// there is the path of a script, or of the one in TypeScript, that exists, "" for none.
func there(root, rel string) string {
	other, _ := typedName(rel)
	for _, name := range []string{rel, other} {
		if _, err := os.Lstat(filepath.Join(root, filepath.FromSlash(name))); err == nil {
			return name
		}
	}
	return ""
}

// Names writes a line with the names of scripts that a project has.
func Names(root, line string) string {
	if !hasTypes(root) {
		return line
	}
	return typedMentions(line)
}

// typedMentions names scripts as they are called in a project in TypeScript.
func typedMentions(text string) string {
	return typedMention.ReplaceAllStringFunc(text, func(name string) string {
		name, _ = typedName(name)
		return name
	})
}

var typedMention = regexp.MustCompile(`\b(?:api|config|db|scripts|test)/[\w./-]*\.js\b`)
