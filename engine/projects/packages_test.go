package projects_test

import (
	"net/http"
	"net/http/cookiejar"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"framework/engine/enginetest"
	"framework/engine/testenv"

	"golang.org/x/tools/txtar"
)

var npmLine = regexp.MustCompile(`(?m)^# npm: (.*)$`)

// TestPackages is TestProjects for projects that use npm packages: a line
// "# npm: name@version …" of the script says which. The client keeps cookies.
func TestPackages(t *testing.T) {
	files, err := filepath.Glob("testdata/packages/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no projects: %v", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		t.Run(name, func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			m := npmLine.FindStringSubmatch(string(archive.Comment))
			if m == nil {
				t.Fatal("the script says nothing about npm packages")
			}
			dir := t.TempDir()
			if err := os.Symlink(filepath.Join(testenv.Packages(t, strings.Fields(m[1])...), "node_modules"), filepath.Join(dir, "node_modules")); err != nil {
				t.Fatal(err)
			}
			jar, err := cookiejar.New(nil)
			if err != nil {
				t.Fatal(err)
			}
			playAs(t, &http.Client{Jar: jar}, file, enginetest.ServeIn(t, dir, archive.Files), string(archive.Comment))
		})
	}
}
