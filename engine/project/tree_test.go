package project_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"framework/engine/project"
)

func write(t *testing.T, root string, names ...string) {
	t.Helper()
	for _, n := range names {
		p := filepath.Join(root, n)
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte("{}"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func identities(files []project.File) string {
	var ids []string
	for _, f := range files {
		ids = append(ids, f.Identity+"="+f.GlobalID)
	}
	return strings.Join(ids, " ")
}

func TestScanNamesModules(t *testing.T) {
	root := t.TempDir()
	write(t, root,
		"api/controllers/UserController.js", "api/controllers/helper.js", "api/controllers/admin/ThingController.js",
		"api/controllers/ZooController.ts", "api/models/User.js", "api/models/sub/Deep.js", "api/models/a.b.js",
		"api/services/Mailer.js", "api/services/deep/No.js", "api/policies/isLoggedIn.js", "api/policies/deep/Inner.js",
		"api/responses/notFound.js", "api/blueprints/find.js", "blueprints/census.js",
		"config/routes.js", "config/local.js", "config/env/production.js", "config/env/production/x.js",
		"config/sub/thing.json", "config/sub/local.js", "config/sub/locales/a.js", "config/myenv/a.js", "config/locales.js", "config/env.js", "config/locales/en.json", "config/.hidden.js",
	)
	tree, err := project.Scan(root, project.DefaultPaths())
	if err != nil {
		t.Fatal(err)
	}
	for what, got := range map[string][2]string{
		"controllers": {identities(tree.Controllers), "user=User zoo=Zoo admin/thing=Thing"},
		"models":      {identities(tree.Models), "user=User deep=Deep"},
		"services":    {identities(tree.Services), "mailer=Mailer"},
		"policies":    {identities(tree.Policies), "isloggedin=isLoggedIn deep/inner=Inner"},
		"responses":   {identities(tree.Responses), "notFound=notFound"},
		"blueprints":  {identities(tree.Blueprints), "find=find census=census"},
		"config":      {identities(tree.Config), "env=env routes=routes thing=thing"},
		"env":         {identities(project.EnvFiles(tree.Root, "config", "production")), "x=x production=production"},
	} {
		if got[0] != got[1] {
			t.Errorf("%s: got %s, want %s", what, got[0], got[1])
		}
	}
}

func TestScanReportsEveryDuplicate(t *testing.T) {
	root := t.TempDir()
	write(t, root, "api/models/User.js", "api/models/sub/user.js", "api/services/A.js", "api/services/a.ts")
	_, err := project.Scan(root, project.DefaultPaths())
	var dup *project.DuplicateError
	if !errors.As(err, &dup) || strings.Count(err.Error(), "rename one of them") != 2 {
		t.Fatalf("got %v", err)
	}
}

// Sails loads the script that a file in TypeScript was compiled to.
func TestScanTakesTheCompiledScript(t *testing.T) {
	root := t.TempDir()
	write(t, root, "api/models/User.js", "api/models/User.ts", "api/models/Pet.ts", "api/controllers/UserController.js", "api/controllers/UserController.ts")
	tree, err := project.Scan(root, project.DefaultPaths())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range slices.Concat(tree.Models, tree.Controllers) {
		got = append(got, f.Rel)
	}
	slices.Sort(got)
	if want := "api/controllers/UserController.js api/models/Pet.ts api/models/User.js"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

func TestScanOfWhatIsNoProject(t *testing.T) {
	var no *project.NoProjectError
	if _, err := project.Scan(filepath.Join(t.TempDir(), "nowhere"), project.DefaultPaths()); !errors.As(err, &no) {
		t.Errorf("a folder that is not there: %v", err)
	}
	if tree, err := project.Scan(t.TempDir(), project.DefaultPaths()); err != nil || !tree.Empty {
		t.Errorf("an empty folder: %+v and %v", tree, err)
	}
}

// If package.json does not name the release, files that only 1.x has decide.
func TestLooksModern(t *testing.T) {
	for name, tt := range map[string]struct{ path, text, want string }{
		"hook of 1.x":          {"package.json", `{"dependencies":{"sails-hook-orm":"^2.1.1"}}`, "package.json requires sails-hook-orm ^2.1.1"},
		"hook of 0.12":         {"package.json", `{"dependencies":{"sails-hook-orm":"~1.0.9"}}`, ""},
		"sockets of 1.x":       {"package.json", `{"dependencies":{"sails-hook-sockets":"^1.4.0"}}`, "package.json requires sails-hook-sockets ^1.4.0"},
		"sockets of 0.12":      {"package.json", `{"dependencies":{"sails-hook-sockets":"^0.13.0"}}`, ""},
		"release":              {"package.json", `{"dependencies":{"sails":"~0.12.0","sails-hook-orm":"^2.1.1"}}`, ""},
		"datastores":           {"config/datastores.js", "", "there is config/datastores.js"},
		"attributes":           {"config/models.js", "module.exports.models = {\n  attributes: {}\n};", "config/models.js has attributes"},
		"no attributes":        {"config/models.js", "module.exports.models = {\n  // no attributes: here\n};", ""},
		"action":               {"api/controllers/pet/show.js", "module.exports = {\n  inputs: {},\n  fn: async function () {}\n};", "api/controllers/pet/show.js is an action with fn and exits or inputs"},
		"classic action":       {"api/controllers/PetController.js", "module.exports = {\n  inputs: {},\n  fn: function () {}\n};", ""},
		"nothing of a release": {"config/connections.js", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			path := filepath.Join(root, filepath.FromSlash(tt.path))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(tt.text), 0o600); err != nil {
				t.Fatal(err)
			}
			if p, err := project.ReadPackage(root); err != nil || p.LooksModern != tt.want || p.Modern() != (tt.want != "") {
				t.Errorf("got %+v and %v, want %q", p, err, tt.want)
			}
		})
	}
}

func TestRelease(t *testing.T) {
	for in, want := range map[string]string{
		"~0.12.0": "0.12", "^0.11.5": "0.11", "0.10.x": "0.10", ">=0.10.0 <0.11.0": "0.10",
		"^1.5.18": "1.x", "git://host/sails.git#v0.12.3": "0.12", "latest": "1.x", "*": "1.x", "^1": "1.x", "2": "2.x", "file:../sails": "", "": "",
	} {
		if got := project.Release(in); got != want {
			t.Errorf("Release(%q) = %q, want %q", in, got, want)
		}
	}
}
