package documents_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"framework/engine/testenv"
)

// generator is the package that makes new projects of Sails 1.5, with its template of a web
// app: 26 actions, helpers, a hook and policies.
const generator = "sails-generate@2.0.13"

// mistakes are appended to scripts of the template, each with what the compiler has to say.
var mistakes = []struct{ file, text, want string }{
	{"api/helpers/redact-user.js", "User.findOne({ emailAdress: 'x' });", "emailAdress"},
	{"api/helpers/redact-user.js", "sails.helpers.redactUsr();", "redactUsr"},
	{"api/helpers/redact-user.js", "User.create({ emailAddress: 7, password: 'x', fullName: 'x' });", "emailAddress|number"},
	{"api/policies/is-logged-in.js", "sails.helpers.sendTemplateEmail.with({ template: 'x', too: 'x' });", "too"},
	{"api/policies/is-logged-in.js", "sails.config.custom.baseUrl.toFixed();", "toFixed"},
}

// ofTemplate are messages that the compiler has about the template and not about its
// declarations.
var ofTemplate = regexp.MustCompile(strings.Join([]string{
	`TS70\d\d`, // parameters without a type
	`'(stripe|passwords|strings|sendgrid|fs)' does not exist on type 'Helpers'`, // of a package that is not installed
	`Cannot find name 'replyTo'`,                                // an input that the helper does not take
	`deliver-contact-form-message.*'boolean' is not assignable`, // layout: false, for an input of text
	`update-profile.*(emailProofToken|'string \| undefined')`,
	`dontDisplayAccountLinkInNav`, // a member that is added to a record
	`'loggedInUser' is possibly 'undefined'`,
}, "|"))

// TestTemplate: tsc --strict has nothing to say about the declarations of a project that the
// generator of Sails makes, finds no mistakes in its scripts, and finds those that are made.
func TestTemplate(t *testing.T) {
	home := testenv.Packages(t, compiler, generator, "@types/node@22.19.1")
	dir := t.TempDir()
	testenv.Node(t, home, "testdata/template.js", home, dir)
	if err := os.Symlink(filepath.Join(home, "node_modules"), filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	declare(t, dir)
	config := `{"compilerOptions": {"strict": true, "useUnknownInCatchVariables": false, "noEmit": true, "allowJs": true, "checkJs": true, "target": "es2022", "lib": ["es2022"],
		"module": "commonjs", "moduleDetection": "force", "types": ["node"], "maxNodeModuleJsDepth": 0}, "include": ["types", "api", "config"]}`
	if err := os.WriteFile(filepath.Join(dir, "tsconfig.json"), []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	if found := complaints(t, home, dir); len(found) > 0 {
		t.Errorf("the compiler says\n%s", strings.Join(found, "\n"))
	}
	for _, m := range mistakes {
		path := filepath.Join(dir, m.file)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, append(text, "\n"+m.text+"\n"...), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	found := complaints(t, home, dir)
	for _, m := range mistakes {
		if !slices.ContainsFunc(found, func(line string) bool {
			return strings.Contains(line, m.file) && regexp.MustCompile(m.want).MatchString(line)
		}) {
			t.Errorf("the compiler takes %q; it says\n%s", m.text, strings.Join(found, "\n"))
		}
	}
}

// complaints are the errors that the compiler has about a project.
func complaints(t *testing.T, home, dir string) []string {
	t.Helper()
	out, err := exec.Command("node", filepath.Join(home, "node_modules/typescript/bin/tsc"), "--pretty", "false", "-p", dir).CombinedOutput()
	if err == nil {
		return nil
	}
	var found []string
	for line := range strings.Lines(string(out)) {
		if strings.Contains(line, "error TS") && !ofTemplate.MatchString(line) {
			found = append(found, strings.TrimSpace(line))
		}
	}
	return found
}
