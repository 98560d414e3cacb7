package project_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"framework/engine/project"
)

// TestHooks: files and packages that are hooks, by the rules of a release.
func TestHooks(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	for path, text := range map[string]string{
		"package.json":       `{"dependencies":{"my-audit":"1","sails-hook-orm":"1","plain":"1"}}`,
		"api/hooks/count.js": "", "api/hooks/folder/index.js": "", "api/hooks/readme.md": "", "api/hooks/.hidden.js": "",
		"node_modules/my-audit/package.json":         `{"sails":{"isHook":true,"hookName":"audit"}}`,
		"node_modules/sails-hook-count/package.json": `{"sails":{"isHook":true}}`,
		"node_modules/sails-hook-other/package.json": `{"sails":{"isHook":true}}`,
		"node_modules/sails-hook-orm/package.json":   `{"sails":{"isHook":true}}`,
		"node_modules/@me/hook/package.json":         `{"sails":{"isHook":true}}`,
		"node_modules/plain/package.json":            `{}`,
		"node_modules/shouty/package.json":           `{"sails":{"isHook":true}}`,
	} {
		path = filepath.Join(root, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, tc := range map[string]struct {
		rules project.HookRules
		want  string
	}{
		"files alone":        {project.HookRules{}, "count folder"},
		"installed packages": {project.HookRules{Installed: true}, "count folder hook audit other shouty"},
		"listed packages":    {project.HookRules{Installed: true, Listed: true}, "count folder audit"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			hooks, replaced := project.Hooks(root, "api/hooks", tc.rules)
			var got []string
			for _, h := range hooks {
				got = append(got, h.Name)
			}
			if strings.Join(got, " ") != tc.want || strings.Join(replaced, " ") != "sails-hook-orm" {
				t.Errorf("got %q, replaced %q", got, replaced)
			}
		})
	}
}
