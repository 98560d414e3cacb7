package warnings_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"framework/blueprints"
	"framework/engine/cors"
	"framework/engine/csrf"
	"framework/engine/routes"
)

// TestReadersUseTheirTables: a key that a package reads without its table would be
// unknown to the warnings about typing errors.
func TestReadersUseTheirTables(t *testing.T) {
	t.Parallel()
	for dir, tt := range map[string]struct {
		read  *regexp.Regexp
		names []string
	}{
		"../cors": {regexp.MustCompile(`\b(?:config|m|settings)\.(?:Get|Has|Value)\("(\w+)"\)`), cors.ModernSettingNames()},
		"../csrf": {regexp.MustCompile(`\b(?:m|v|setting)\.(?:Get|Has|Value)\("(\w+)"\)`), csrf.SettingNames()},
		"../routes": {
			regexp.MustCompile(`\b(?:options|Options)\.(?:Get|Has|Value)\("(\w+)"\)`), slices.Concat(routes.TargetNames(), routes.OptionNames()),
		},
		"../httpd": {regexp.MustCompile(`"security\.(\w+)"`), nil}, // the constants instead
		// Routes alone have skip and limit.
		"../../blueprints": {regexp.MustCompile(`(?:[^.]\bvalues\.(?:Get|Has|Value)|:?= count|flag)\("(\w+)"`), append(blueprints.SettingNames(), "skip", "limit")},
	} {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v", dir, err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range tt.read.FindAllSubmatch(text, -1) {
				if key := string(m[1]); !slices.Contains(tt.names, key) {
					t.Errorf("%s reads %s, which the table of settings does not have", file, key)
				}
			}
		}
	}
}
