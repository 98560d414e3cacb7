package firsthour_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"framework/cmd/framework/programtest"
	"framework/engine/testenv"
)

// TestTypesOfNewProjects: tsc --strict accepts the declarations of every kind of new project,
// and its scripts with them.
func TestTypesOfNewProjects(t *testing.T) {
	home := testenv.Packages(t, "typescript@5.9.3", "@types/node@22.19.1")
	binary := programtest.Path(t)
	for _, flags := range [][]string{nil, {"--modern"}, {"--auth"}, {"--modern", "--auth"}, {"--ts"}, {"--modern", "--auth", "--ts"}} {
		t.Run(strings.Join(flags, " "), func(t *testing.T) {
			t.Parallel()
			parent := t.TempDir()
			dir := filepath.Join(parent, "club")
			run := func(name string, args ...string) {
				t.Helper()
				cmd := exec.Command(name, args...)
				cmd.Dir = parent
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Fatalf("%s %s: %v\n%s", filepath.Base(name), strings.Join(args, " "), err, out)
				}
			}
			run(binary, append([]string{"new", "club"}, flags...)...)
			run(binary, "types", dir)
			if err := os.Symlink(filepath.Join(home, "node_modules"), filepath.Join(dir, "node_modules")); err != nil {
				t.Fatal(err)
			}
			// Parameters of functions have no types in JavaScript.
			config := `{ "compilerOptions": { "strict": true, "noImplicitAny": false, "noImplicitThis": false, "useUnknownInCatchVariables": false, "noEmit": true, "allowJs": true, "checkJs": true,
				"esModuleInterop": true, "target": "es2022", "lib": ["es2022"], "module": "commonjs", "moduleDetection": "force" }, "include": ["types", "api", "config"] }`
			if err := os.WriteFile(filepath.Join(dir, "tsconfig.json"), []byte(config), 0o644); err != nil {
				t.Fatal(err)
			}
			run("node", filepath.Join(home, "node_modules/typescript/bin/tsc"), "-p", dir)
		})
	}
}
